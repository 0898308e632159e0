"""The rule sheet: everything that makes one trick-taking game differ from another, as data.

Both engines read it: the referee directly, the kernel through the tables of `compiled.py`. Seats
are numbered in the order of play, whatever its direction: seat 0 leads the first trick of a round
and the last seat deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Literal

from neuroevo.cards import (
    RANKS,
    SUIT_NAMES,
    SUITS,
    Card,
    Shuffle,
    parse_shuffle,
    parse_suit,
)
from neuroevo.errors import BadInput, did_you_mean
from neuroevo.games.aim import Aim, aim_of
from neuroevo.games.scoring import CountScoring, Scoring

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}

TRUMP_SOURCES = {
    "none": "no trumps",
    "random": "a suit drawn at random for each deal",
    "dealer-first": "the suit of the dealer's first card",
    "dealer-last": "the suit of the dealer's last card",
    "turn-up": "the suit of the first card that is not dealt",
    "named": "the players name it: order the turn-up card up, or call another suit",
    **{suit: f"always {name}" for suit, name in SUIT_NAMES.items()},
}

Follow = Literal["suit", "suit-or-trump"]
"""What a player who does not lead must do: follow the suit led if he can; and else, under
`suit-or-trump`, play a trump if he has one."""


@dataclass(frozen=True)
class RuleSheet:
    """The rules of one game.

    A sheet is plain data: see `spades.py`, `clubs.py`, `sueca.py` and `euchre.py`, and
    CONTRIBUTING.md for a complete example.
    """

    name: str
    """The word on the command line."""
    title: str
    source: str
    """The document that the rules come from."""

    ranks: str = RANKS
    """From the weakest to the strongest; the deck has these ranks in each suit."""
    bowers: str | None = None
    """A rank whose card of the trump suit is the strongest trump (right bower), and whose card of
    the other suit of that colour is the second strongest and belongs to trumps (left bower)."""
    left_out: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """Cards that are not dealt, by number of players."""
    shuffle: Shuffle = field(default_factory=Shuffle)
    """How the pack is shuffled before each deal, always from the same order: that of `deck`."""
    hand_size: int | None = None
    """Cards a player; None deals the whole deck."""
    packets: tuple[int, ...] = (1,)
    """How many cards at a time each player gets on each way round, repeated until done."""
    deal_direction: Literal["with-play", "against-play"] = "with-play"
    """Which way the packets go round. With the play they begin at the leader and end at the dealer.
    Against it (Sueca) the dealer begins with himself if his first card makes trumps, and otherwise
    with his neighbour, and ends with himself."""

    players: tuple[int, ...] = (4,)
    """The numbers of players that the game admits."""
    partners: bool = False
    """Whether seats 0 and 2 play together against seats 1 and 3."""
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"

    trump: str = "none"
    """Where trumps come from: a key of TRUMP_SOURCES."""
    follow: Follow = "suit"
    rank_points: Mapping[str, int] = field(default_factory=dict)
    """Points of a card by its rank."""
    suit_points: Mapping[str, int] = field(default_factory=dict)
    """Points of a card by its suit; the two are added."""

    bids_tricks: bool = False
    """Whether each player bids the number of tricks he will take before the play."""
    fewest_wins: bool = False
    """Whether tricks hurt: the lowest score wins."""
    scoring: Scoring = field(default_factory=CountScoring)
    """How a round's tricks and points become scores."""

    next_leader: Literal["deal-moves", "last-winner"] = "deal-moves"
    """Who leads the first trick of the next round."""
    game_rounds: int | None = None
    """A game lasts a multiple of this many rounds."""
    game_target: int | None = None
    """A game ends with the round in which a side's total reaches this."""

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or not set(self.ranks) <= set(RANKS):
            raise BadInput(f"{self.name}: ranks {self.ranks!r} must be different ones of {RANKS}")
        if self.bowers is not None and self.bowers not in self.ranks:
            raise BadInput(f"{self.name}: bowers {self.bowers!r} is not one of its ranks")
        if self.trump not in TRUMP_SOURCES:
            raise BadInput(
                f"{self.name}: trump {self.trump!r} is not one of {', '.join(TRUMP_SOURCES)}"
            )
        if not self.players or min(self.players) < 2 or max(self.players) > 4:
            raise BadInput(f"{self.name}: players {self.players} must lie between 2 and 4")
        if self.partners and self.players != (4,):
            raise BadInput(f"{self.name}: partners need exactly four players")
        for count in self.players:
            if self.cards_each(count) * count > len(self.deck(count)):
                raise BadInput(f"{self.name}: the deck is too small for {count} players")
        if self.trump in ("turn-up", "named") and not self.undealt(4):
            raise BadInput(f"{self.name}: trump {self.trump!r} needs a card that is not dealt")

    def deck(self, players: int = 4) -> tuple[Card, ...]:
        """The cards in the game when this many play."""
        return _deck(BySheet(self), players)

    def cards_each(self, players: int = 4) -> int:
        """The size of a dealt hand, which is also the number of tricks."""
        return self.hand_size or len(self.deck(players)) // players

    def undealt(self, players: int = 4) -> int:
        """How many cards stay in the pack."""
        return len(self.deck(players)) - players * self.cards_each(players)

    def check_players(self, players: int) -> None:
        """Raise `BadInput` unless the game admits this many players."""
        if players not in self.players:
            allowed = " or ".join(map(str, self.players))
            raise BadInput(f"{self.name} is played by {allowed} players, not {players}")

    def sides(self, players: int = 4) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; without partners each seat is a side of its own."""
        if self.partners:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(players))

    def points(self, card: Card) -> int:
        """What a card is worth to the side that takes it."""
        return self.rank_points.get(card.rank, 0) + self.suit_points.get(card.suit, 0)

    @property
    def has_card_points(self) -> bool:
        """Whether any card is worth anything."""
        return bool(self.rank_points or self.suit_points)

    @property
    def aim(self) -> Aim:
        """What the game is won by."""
        return aim_of(self.scoring, self.fewest_wins)

    def aim_in_round(self, players: int = 4) -> int | None:
        """What all sides together take of the aim in a round; None where that varies.

        Every trick goes to somebody, and so do all card points if no card stays in the pack; a
        score may be made or missed.
        """
        if self.aim.counted == "tricks":
            return self.cards_each(players)
        if self.aim.counted == "points" and not self.undealt(players):
            return sum(self.points(card) for card in self.deck(players))
        return None

    @property
    def has_auction(self) -> bool:
        """Whether players bid or name trumps before the play."""
        return self.bids_tricks or self.trump == "named"

    def suit_of(self, card: Card, trump: str | None) -> str:
        """The suit that a card belongs to in play: the left bower belongs to trumps."""
        if self.is_left_bower(card, trump):
            assert trump is not None
            return trump
        return card.suit

    def is_left_bower(self, card: Card, trump: str | None) -> bool:
        """Whether the card is the second highest trump, from the other suit of trumps' colour."""
        return trump is not None and card.rank == self.bowers and card.suit == SAME_COLOUR[trump]

    def strength(self, card: Card, trump: str | None) -> int:
        """The card's place within its suit in play; the higher takes the trick."""
        if self.is_left_bower(card, trump):
            return len(self.ranks)
        if card.rank == self.bowers and card.suit == trump:
            return len(self.ranks) + 1
        return self.ranks.index(card.rank)

    def height(self, card: Card, trump: str | None) -> int:
        """How high the card ranks: by strength, whatever the suit; of equals trumps come last.

        This is what a player means by his highest card. No two cards are equal.
        """
        plain = self.suit_of(card, trump) != trump
        return 8 * self.strength(card, trump) + 4 * plain + SUITS.index(card.suit)

    def cost(self, card: Card, trump: str | None) -> int:
        """What it costs to part with the card: trumps above all others, then strength, then suit.

        This is what a player means by his cheapest card. No two cards are equal.
        """
        above = 1000 if self.suit_of(card, trump) == trump else 0
        return above + 4 * self.strength(card, trump) + SUITS.index(card.suit)

    def price(self, card: Card, trump: str | None) -> int:
        """What it costs to throw the card away: its points, then its strength, then its suit; a
        trump counts five points more. No two cards are equal.
        """
        above = 5 * 64 if self.suit_of(card, trump) == trump else 0
        return (
            above + 64 * self.points(card) + 4 * self.strength(card, trump) + SUITS.index(card.suit)
        )

    def plays_like(self, other: RuleSheet) -> bool:
        """Whether every card of a round is dealt and played alike: two such games differ at most in
        their names, the shuffle, bids, scoring, and how rounds make a game.

        A player of one can play the other, as that of Spades without bids can play Spades.
        """
        apart = ("name", "title", "source", "shuffle", "bids_tricks", "scoring", "next_leader")
        length = ("game_rounds", "game_target")
        return all(
            getattr(self, one.name) == getattr(other, one.name)
            for one in fields(self)
            if one.name not in (*apart, *length)
        )

    @property
    def trump_varies(self) -> bool:
        """Whether trumps change from deal to deal."""
        return self.trump not in ("none", *SUITS)

    def with_trump(self, source: str) -> RuleSheet:
        """The same game with trumps from elsewhere, such as `random`, `dealer-first` or `H`."""
        if source.lower() in TRUMP_SOURCES:
            return replace(self, trump=source.lower())
        try:
            return replace(self, trump=parse_suit(source))
        except BadInput:
            near = did_you_mean(source, TRUMP_SOURCES)
            raise BadInput(
                f"trump {source!r} is not one of {', '.join(TRUMP_SOURCES)}{near}"
            ) from None

    def with_shuffle(self, shuffle: Shuffle | str) -> RuleSheet:
        """The same game with the pack shuffled otherwise, such as `riffle:3` or `thesis`."""
        return replace(
            self, shuffle=parse_shuffle(shuffle) if isinstance(shuffle, str) else shuffle
        )

    def deal_positions(self, players: int = 4) -> tuple[tuple[int, ...], ...]:
        """Which cards of the shuffled deck, counted from the top, each seat gets, in order."""
        size = self.cards_each(players)
        hands: list[list[int]] = [[] for _ in range(players)]
        order = list(range(players))
        if self.deal_direction == "against-play":
            dealer, others = order[-1], order[-2::-1]
            order = [dealer, *others] if self.trump == "dealer-first" else [*others, dealer]
        position = way_round = 0
        while position < size * players:
            packet = self.packets[way_round % len(self.packets)]
            way_round += 1
            for seat in order:
                count = min(packet, size - len(hands[seat]))
                hands[seat].extend(range(position, position + count))
                position += count
        return tuple(map(tuple, hands))


class BySheet:
    """A sheet as a dictionary key: by identity, as its mappings have no hash."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.sheet = sheet

    def __hash__(self) -> int:
        return id(self.sheet)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySheet) and other.sheet is self.sheet


@lru_cache(maxsize=64)
def _deck(sheet_key: BySheet, players: int) -> tuple[Card, ...]:
    sheet = sheet_key.sheet
    out = sheet.left_out.get(players, ())
    return tuple(
        card
        for suit in SUITS
        for rank in RANKS
        if rank in sheet.ranks
        for card in [Card(rank, suit)]
        if card not in out
    )
