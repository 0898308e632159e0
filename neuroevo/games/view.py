"""What one seat may know when it is asked: its own cards and everything laid open, no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from neuroevo.cards import Card, Stream
from neuroevo.games.sheet import RuleSheet


class Play(NamedTuple):
    """A card and the seat that laid it."""

    seat: int
    card: Card


@dataclass(frozen=True)
class Trick:
    """A finished trick: its plays in order, who took it, and the points in it."""

    plays: tuple[Play, ...]
    winner: int
    points: int

    @property
    def leader(self) -> int:
        return self.plays[0].seat

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(play.card for play in self.plays)


class Call(NamedTuple):
    """An answer when trumps are named: a suit, alone or with the partner; no suit is a pass."""

    suit: str | None
    alone: bool = False


PASS = Call(None)


@dataclass(frozen=True)
class View:
    """The table as one seat sees it.

    seat: whose view this is, counted in the order of play. hand: its cards, in dealt order.
    dealt: its hand before the first trick; a card taken up lies where the one laid away lay.
    legal: what it may play now (empty while bidding). calls: what it may say now (empty but when
    trumps are named). trick: the plays so far, the leader's first. tricks: those finished.
    bids: tricks bid by each seat, None where not yet. caller: who made trumps. out: the lone
    caller's partner. random: this seat's own dice for the round, so that a player who uses them
    can be replayed. truth: every seat's cards, for a player that says `peeks`, as the sources' own
    variants do; None for all honest ones.
    """

    sheet: RuleSheet
    players: int
    seat: int
    dealer: int
    hand: tuple[Card, ...]
    dealt: tuple[Card, ...]
    random: Stream
    trump: str | None = None
    turn_up: Card | None = None
    legal: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    bids: tuple[int | None, ...] = ()
    caller: int | None = None
    alone: bool = False
    out: int | None = None
    truth: tuple[tuple[Card, ...], ...] | None = None

    @property
    def trick_cards(self) -> tuple[Card, ...]:
        """The cards of the trick so far."""
        return tuple(play.card for play in self.trick)

    @property
    def seen(self) -> frozenset[Card]:
        """Every card played before this trick."""
        return frozenset(card for trick in self.tricks for card in trick.cards)


@runtime_checkable
class Player(Protocol):
    """Whoever can choose a card may sit at the table.

    For games with bids a player also has `bid_tricks(view) -> int`, or `name_trump(view) -> Call`
    and `discard(view) -> Card`. `neuroevo.players.seated` lends them to players without.
    """

    def choose(self, view: View) -> Card:
        """The card to play; one of `view.legal`."""
        ...
