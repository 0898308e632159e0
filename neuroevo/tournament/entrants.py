"""Who can sit at a table: built-in players by name, and networks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from neuroevo.errors import BadInput
from neuroevo.files import data_folders, is_folder, shown_path
from neuroevo.games import RuleSheet
from neuroevo.games.view import Player
from neuroevo.networks import Champion, load_champion
from neuroevo.networks.champion import load_run_champion
from neuroevo.players import ROSTER, Builtin, find_player

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
                games = " and ".join(self.builtin.entry.games)
                raise BadInput(f"{self.name} plays {games}, not {sheet.name}")
            return
        made_for = self.champion.architecture
        known = made_for.sheet.name == sheet.name or made_for.sheet.plays_like(sheet)
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


def find_entrant(name: str) -> Entrant:
    """A built-in player's name, a shipped champion's, a champion file, or a run directory.

    The last three may go on with `:bids=counting`, or `:bids=network`: how they bid.
    """
    file, bids = split_bids(name)
    path = shipped_champions().get(file, Path(file))
    run = is_folder(path)
    if run or path.suffix == ".npz":
        champion = load_run_champion(path) if run else load_champion(path)
        if bids == "counting":
            champion = replace(champion, bidder=None)
        elif bids is not None and champion.bidder is None:
            raise BadInput(f"{file} has no network that bids: neuroevo train-bidder makes one")
        return network_entrant(champion, name)
    if name.strip().lower().partition(":")[0] not in ROSTER and ("/" in name or "." in name):
        raise BadInput(f"there is no file {shown_path(Path(name))}")
    builtin = find_player(name)
    return Entrant(builtin.name, builtin.kind, builtin)


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


def find_entrants(names: str | Sequence[str | Entrant]) -> tuple[Entrant, ...]:
    """One a seat: a list, or names separated by commas."""
    listed = names.split(",") if isinstance(names, str) else names
    return tuple(find_entrant(one.strip()) if isinstance(one, str) else one for one in listed)
