"""Who can sit at a table: built-in players, users' own, and networks by name, file or run."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput, choose_from, did_you_mean
from neuroevo.extensions import is_own
from neuroevo.files import data_folders, is_file, is_folder, shown_path
from neuroevo.games import RuleSheet
from neuroevo.games.sheet import NOT_IN_PLAY
from neuroevo.games.view import Player
from neuroevo.networks import Champion, load_champion
from neuroevo.networks.champion import load_run_champion
from neuroevo.players import RosterPlayer, find_player
from neuroevo.players.bidding import COUNTING, Voice
from neuroevo.players.own import entry_for
from neuroevo.players.roster import known_players, made_player, with_bidder

BIDS = ("network", "counting")
"""How a champion bids; by its network if it has one, unless its name says otherwise."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in both engines: a player of the roster or of a user's, or a network."""

    name: str
    player: RosterPlayer | None = None
    champion: Champion | None = None

    @property
    def kind(self) -> int:
        """How kernels let it decide (see `neuroevo.players.kinds`)."""
        if self.champion is not None:
            return self.champion.architecture.player_kind
        assert self.player is not None
        return self.player.kind

    @property
    def manner(self) -> tuple[int, ...] | None:
        """How a Monte-Carlo player thinks; None for all others."""
        return self.player.manner if self.player is not None else None

    @property
    def function(self) -> Callable[..., Any] | None:
        """A written player's function with its settings; None for all others."""
        return self.player.function if self.player is not None else None

    def choose_address(self) -> int:
        """Where the compiled function lies by which a player who is no network decides."""
        assert self.player is not None
        return self.player.choose_address()

    @property
    def voice(self) -> Voice:
        """How it bids; a champion's network speaks for itself."""
        return self.player.entry.voice if self.player is not None else COUNTING

    @property
    def bids_in_python(self) -> bool:
        """Whether it bids by methods that no kernel can call."""
        return self.player is not None and self.player.entry.bids_in_python

    def seat(self) -> Player:
        """This player for the referee's table."""
        if self.champion is not None:
            return self.champion.seat()
        assert self.player is not None
        return with_bidder(self.player.seat())

    def check_plays(self, sheet: RuleSheet, players: int) -> None:
        """Raise `BadInput` if this player knows another game only, or another table."""
        if self.champion is None:
            if self.player is not None and not self.player.entry.can_play(sheet):
                games = self.player.entry.games
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


Named = Any
"""Whatever names a player, or is one: see `find_entrant`."""


def find_entrant(who: Named, needed_by: str | None = None) -> Entrant:
    """Whoever is named: a built-in player, a shipped champion, `my_players.py:patient`, a champion
    file, or a run directory.

    Champions' files and runs may go on with `:bids=counting`, or `:bids=network`: how they bid. A
    path, a `Champion`, a `Run`, a function of a seat, and any object or class with `choose(view)`
    or `choose_many` are players too, and whoever is an `Entrant` already stays the same. needed_by:
    who asks for a player of a user's file, where that is not the user (see `entry_in_file`).
    """
    if isinstance(who, Entrant):
        return who
    if isinstance(who, Champion):
        return network_entrant(who, name_of(who))
    if isinstance(who, str):
        return _entrant_named(who.strip(), needed_by)
    if isinstance(who, Path):
        return _entrant_named(str(who))
    if inspect.isfunction(who) or any(hasattr(who, one) for one in ("choose", "choose_many")):
        entry = entry_for(who)
        settings = {name: one.default for name, one in entry.settings.items()}
        return Entrant(entry.name, made_player(entry, entry.name, settings))
    return _entrant_named(str(_directory_of(who)))


def _directory_of(run: Any) -> Path:
    directory = getattr(run, "directory", None)
    if not isinstance(directory, Path):
        raise BadInput(
            f"{run!r} can't play: a player is a function of a seat, has choose(view), or is a "
            "name, a path, a champion or a run"
        )
    return directory


def _entrant_named(name: str, needed_by: str | None = None) -> Entrant:
    if is_own(name):
        player = find_player(name, needed_by)
        return Entrant(player.name, player)
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
    if plain not in known_players() and ("/" in name or "." in name):
        raise _no_file(file)
    if plain not in known_players():
        known = [*known_players(), *shipped_champions()]
        raise BadInput(
            f"there is no player {plain!r}{choose_from(plain, known)}, or name a champion file, a "
            "run, or a player of your own as my_players.py:name"
        )
    player = find_player(name)
    return Entrant(player.name, player)


def _no_file(name: str) -> BadInput:
    """What to say of a file that is not there: is one like it beside it?"""
    if name.endswith(".py") and is_file(Path(name)):
        return BadInput(f"{shown_path(Path(name))}: say which player of it, as in {name}:patient")
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
    return Entrant(name, champion=champion)


def find_entrants(
    players: Named | Sequence[Named], needed_by: str | None = None
) -> tuple[Entrant, ...]:
    """One a seat: a list, or names separated by commas; each as `find_entrant` takes it."""
    if isinstance(players, str):
        return tuple(find_entrant(one, needed_by) for one in players.split(","))
    if isinstance(players, Sequence) and not hasattr(players, "choose"):
        return tuple(find_entrant(one) for one in players)
    return (find_entrant(players),)
