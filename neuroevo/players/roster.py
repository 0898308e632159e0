"""Every built-in player by name, for both engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import Player
from neuroevo.players.bidders import CountingBidder
from neuroevo.players.kinds import GREEDY, HIGHEST, LOWEST, RANDOM, REFEREE
from neuroevo.players.mc_euchre import MonteCarloEuchrePlayer
from neuroevo.players.rule_players import (
    GreedyPlayer,
    HighestPlayer,
    LowestPlayer,
    RandomPlayer,
)


@dataclass(frozen=True)
class RosterEntry:
    """A built-in player: its name, its number in the kernels, and its class at the referee's."""

    name: str
    kind: int
    seat: type[Any]

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.seat.__doc__ or "").splitlines()[0]

    def can_play(self, sheet: RuleSheet) -> bool:
        """Whether this is a game that it knows."""
        return sheet.name in getattr(self.seat, "games", (sheet.name,))


ROSTER = {
    entry.name: entry
    for entry in (
        RosterEntry("random", RANDOM, RandomPlayer),
        RosterEntry("greedy", GREEDY, GreedyPlayer),
        RosterEntry("always-highest", HIGHEST, HighestPlayer),
        RosterEntry("always-lowest", LOWEST, LowestPlayer),
        RosterEntry("mc-euchre", REFEREE, MonteCarloEuchrePlayer),
    )
}


def find_player(name: str) -> RosterEntry:
    """The built-in player of this name."""
    try:
        return ROSTER[name.strip().lower()]
    except KeyError:
        raise BadInput(f"there is no player {name!r}: choose from {', '.join(ROSTER)}") from None


BIDDING = ("bid_tricks", "name_trump", "discard")


class _WithBidder(CountingBidder):
    """A player with a borrowed tongue: the counting bidder's words where it has none."""

    def __init__(self, player: Player) -> None:
        self.choose = player.choose
        for method in BIDDING:
            if hasattr(player, method):
                setattr(self, method, getattr(player, method))


def seated(player: Player | str) -> Player:
    """A player for the referee's table: a built-in name, or any object with `choose(view)`.

    Objects that can't bid are lent the counting bidder, for games in which somebody must.
    """
    if isinstance(player, str):
        entry: Player = find_player(player).seat()
        return entry
    if not hasattr(player, "choose"):
        raise BadInput(f"{player!r} can't play: a player has a method choose(view)")
    if all(hasattr(player, method) for method in BIDDING):
        return player
    return _WithBidder(player)


def seat_all(players: Sequence[Player | str]) -> list[Player]:
    """`seated` for a whole table."""
    return [seated(player) for player in players]
