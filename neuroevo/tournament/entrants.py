"""Who can sit at a table: built-in players, and networks by name, file or run, or themselves."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from neuroevo.errors import BadInput, choose_from, did_you_mean
from neuroevo.files import data_folders, is_file, is_folder, shown_path
from neuroevo.games import RuleSheet
from neuroevo.games.sheet import NOT_IN_PLAY
from neuroevo.games.view import Player
from neuroevo.networks import Champion, load_champion
from neuroevo.networks.champion import load_run_champion
from neuroevo.players import ROSTER, Builtin, find_player
from neuroevo.players.bidding import COUNTING, Voice

BIDS = ("network", "counting")
"""How a champion bids; by its network if it has one, unless its name says otherwise."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in both engines."""

    name: str
    kind: int
    builtin: Builtin | None = None
    champion: Champion | None = None

    @property
    def manner(self) -> tuple[int, ...] | None:
        """How a Monte-Carlo player thinks; None for all others."""
        return self.builtin.manner if self.builtin is not None else None

    @property
    def function(self) -> Callable[..., Any] | None:
        """A written player's function with its settings; None for all others."""
        return self.builtin.function if self.builtin is not None else None

    @property
    def voice(self) -> Voice:
        """How it bids; a champion's network speaks for itself."""
        return self.builtin.entry.voice if self.builtin is not None else COUNTING

    def seat(self) -> Player:
        """This player for the referee's table."""
        if self.champion is not None:
            return self.champion.seat()
        assert self.builtin is not None
        player: Player = self.builtin.seat()
        return player

    def check_plays(self, sheet: RuleSheet, players: int) -> None:
        """Raise `BadInput` if this player knows another game only, or another table."""
        if self.champion is None:
            if self.builtin is not None and not self.builtin.entry.can_play(sheet):
                games = self.builtin.entry.games
                other = "with these rules" if sheet.name in games else sheet.name
                raise BadInput(f"{self.name} plays {' and '.join(games)}, not {other}")
            return
        made_for = self.champion.architecture
        differing = made_for.sheet.differs_in(sheet)
        other_rules = [key for key in differing if key not in (*NOT_IN_PLAY, "trump")]
        if "name" not in differing and other_rules:
            raise BadInput(
                f"{self.name} plays {sheet.name} by other rules: it was made with another "
                f"{', '.join(other_rules)}"
            )
        known = "name" not in differing or made_for.sheet.plays_like(sheet)
        if not known or made_for.players != players:
            raise BadInput(
                f"{self.name} plays {made_for.sheet.name} with {made_for.players} players, "
                f"not {sheet.name} with {players}"
            )
        if made_for.trump_varies != sheet.trump_varies:
            raise BadInput(f"{self.name} was made for {sheet.name} with other trumps")


def shipped_champions() -> dict[str, Path]:
    """The champions that come with the toolkit by name: `spades-champion` and so on."""
    found: dict[str, Path] = {}
    for folder in data_folders():
        for path in sorted((folder / "champions").glob("*.npz")):
            found.setdefault(f"{path.stem}-champion", path)
    return found


class ChampionsHome(Protocol):
    """A run, which lives in a room above: what of it matters at a table."""

    @property
    def directory(self) -> Path:
        """Where its champion lies."""


Named = str | Path | Entrant | Champion | ChampionsHome
"""Whatever names a player: see `find_entrant`."""


def find_entrant(who: Named) -> Entrant:
    """A built-in player's name, a shipped champion's, a champion file, or a run directory.

    The last three may go on with `:bids=counting`, or `:bids=network`: how they bid. A path, a
    `Champion` and a `Run` are players too, and whoever is an `Entrant` already stays the same.
    """
    if isinstance(who, Entrant):
        return who
    if isinstance(who, Champion):
        return network_entrant(who, name_of(who))
    if not isinstance(who, str):
        return _entrant_named(str(who if isinstance(who, Path) else _directory_of(who)))
    return _entrant_named(who.strip())


def _directory_of(run: ChampionsHome) -> Path:
    directory = getattr(run, "directory", None)
    if not isinstance(directory, Path):
        raise BadInput(
            f"{run!r} can't play: a player has a method choose(view), or is a name, a path, a "
            "champion or a run"
        )
    return directory


def _entrant_named(name: str) -> Entrant:
    file, bids = split_bids(name)
    path = shipped_champions().get(file, Path(file))
    run = is_folder(path)
    if run or path.suffix == ".npz":
        if not run and not is_file(path):
            raise _no_file(file)
        champion = load_run_champion(path) if run else load_champion(path)
        if bids == "counting":
            champion = replace(champion, bidder=None)
        elif bids is not None and champion.bidder is None:
            raise BadInput(f"{file} has no network that bids: neuroevo train-bidder makes one")
        return network_entrant(champion, name)
    plain = name.lower().partition(":")[0]
    if plain not in ROSTER and ("/" in name or "." in name):
        raise _no_file(file)
    if plain not in ROSTER:
        known = [*ROSTER, *shipped_champions()]
        raise BadInput(
            f"there is no player {plain!r}{choose_from(plain, known)}, or name a champion file or "
            "a run"
        )
    builtin = find_player(name)
    return Entrant(builtin.name, builtin.kind, builtin)


def _no_file(name: str) -> BadInput:
    """What to say of a file that is not there: is one like it beside it?"""
    folder = Path(name).parent
    try:
        beside = [str(folder / one.name) for one in folder.iterdir()]
    except OSError:
        beside = []
    return BadInput(f"there is no file {shown_path(Path(name))}{did_you_mean(name, beside)}")


def name_of(champion: Champion) -> str:
    """What to call a champion that was not named: after its run, and by its weights, so that two
    of one run have two names."""
    origin = champion.about.get("run") or f"{champion.sheet.name} network"
    return f"{origin} {zlib.crc32(champion.weights.tobytes()):08x}"


def split_bids(name: str) -> tuple[str, str | None]:
    """The file or run in a network's name, and how it shall bid if that is said.

    >>> split_bids("runs/demo:bids=counting"), split_bids("runs/demo")
    (('runs/demo', 'counting'), ('runs/demo', None))
    """
    file, said, bids = name.rpartition(":bids=")
    if not said:
        return name, None
    if bids not in BIDS:
        raise BadInput(f"{file}: bids must be one of {', '.join(BIDS)}, not {bids!r}")
    return file, bids


def network_entrant(champion: Champion, name: str) -> Entrant:
    """A network as a player."""
    return Entrant(name, champion.architecture.player_kind, champion=champion)


def find_entrants(players: Named | Sequence[Named]) -> tuple[Entrant, ...]:
    """One a seat: a list, or names separated by commas; each as `find_entrant` takes it."""
    if isinstance(players, str):
        return tuple(find_entrant(one) for one in players.split(","))
    if isinstance(players, Sequence):
        return tuple(find_entrant(one) for one in players)
    return (find_entrant(players),)
