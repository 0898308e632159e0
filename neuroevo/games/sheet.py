"""The rule sheet: everything that makes one trick-taking game differ from another, as data.

Both engines read it: the referee directly, the kernel through the tables of `compiled.py`. Seats
are numbered in the order of play, whatever its direction: seat 0 leads the first trick of a round
and the last seat deals.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal

from neuroevo.cards import (
    ALL_CARDS,
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
from neuroevo.games.frozen import FrozenMapping
from neuroevo.games.scoring import BidScoring, CountScoring, Scoring, scoring_as_table
from neuroevo.limits import (
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_CARD_POINTS,
    MOST_HAND,
    MOST_TARGET,
    shown,
)

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


PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""A name that a folder can have: it leads nowhere else."""
GAME_FILES = ".toml"
"""How files of games end; a game's name does not."""


class BadSheet(BadInput):
    """A game that makes no sense: its name, the key that is wrong, and what is wrong with it."""

    def __init__(self, game: str, key: str, wrong: str) -> None:
        super().__init__(f"{game}: {wrong}")
        self.key = key
        self.wrong = wrong


@dataclass(frozen=True)
class RuleSheet:
    """The rules of one game.

    A sheet is plain data: the games that we ship are files of it, in `data/games` (see
    `sheet_files.py`). Equal sheets are the same rules, and have the same `fingerprint`.
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
        # Whatever was given, the sheet holds what can't be changed and can be hashed.
        out = {players: tuple(cards) for players, cards in self.left_out.items()}
        object.__setattr__(self, "left_out", FrozenMapping(out))
        for name in ("rank_points", "suit_points"):
            object.__setattr__(self, name, FrozenMapping(getattr(self, name)))
        for name in ("players", "packets"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        self._check_words()
        self._check_cards()
        self._check_trump_and_scoring()

    def __hash__(self) -> int:
        # A few fields tell nearly all sheets apart, and this is asked for at every card.
        return hash((self.name, self.title, self.ranks, self.trump))

    def _wrong(self, key: str, wrong: str) -> BadSheet:
        return BadSheet(self.name, key, wrong)

    def _check_words(self) -> None:
        if not PLAIN_NAME.fullmatch(self.name) or len(self.name) > LONGEST_NAME:
            raise BadSheet(
                shown_text(self.name),
                "name",
                f"name takes at most {LONGEST_NAME} letters, digits, '-', '_' and '.', not "
                f"{shown_text(self.name)!r}",
            )
        if self.name.lower().endswith(GAME_FILES):
            raise self._wrong("name", f"name ends in {GAME_FILES}, as only a file's does")
        for key in ("title", "source"):
            text = getattr(self, key)
            if not text.strip() or not text.isprintable() or len(text) > LONGEST_TITLE:
                raise self._wrong(key, f"{key} takes a line of 1 to {LONGEST_TITLE} characters")
        if len(set(self.ranks)) != len(self.ranks) or not set(self.ranks) <= set(RANKS):
            raise self._wrong(
                "ranks", f"ranks {shown_text(self.ranks)!r} must be different ones of {RANKS}"
            )
        if self.bowers is not None and (len(self.bowers) != 1 or self.bowers not in self.ranks):
            raise self._wrong(
                "bowers", f"bowers {shown_text(self.bowers)!r} is not one of its ranks"
            )
        if self.trump not in TRUMP_SOURCES:
            raise self._wrong(
                "trump",
                f"trump {shown_text(self.trump)!r} is not one of {', '.join(TRUMP_SOURCES)}"
                f"{did_you_mean(self.trump, TRUMP_SOURCES)}",
            )
        if not self.players or min(self.players) < 2 or max(self.players) > 4:
            raise self._wrong("players", f"players {list(self.players)} must lie between 2 and 4")
        if len(set(self.players)) != len(self.players):
            raise self._wrong("players", f"players {list(self.players)} has a number twice")
        if self.partners and self.players != (4,):
            raise self._wrong("partners", "partners need exactly four players")
        for key, most in (("game_rounds", MOST_TARGET), ("game_target", MOST_TARGET)):
            value = getattr(self, key)
            if value is not None and not 1 <= value <= most:
                raise self._wrong(key, f"{key} takes 1 to {most:,}, not {shown(value)}")

    def _check_cards(self) -> None:
        for players, cards in self.left_out.items():
            if players not in self.players:
                raise self._wrong("left_out", f"left_out: it is not played by {players} players")
            for card in cards:
                if card not in ALL_CARDS or card.rank not in self.ranks:
                    raise self._wrong("left_out", f"left_out: {card} is not in its deck")
        if self.hand_size is not None and not 1 <= self.hand_size <= MOST_HAND:
            raise self._wrong(
                "hand_size", f"hand_size takes 1 to {MOST_HAND}, not {shown(self.hand_size)}"
            )
        if not self.packets or min(self.packets) < 1 or max(self.packets) > MOST_HAND:
            raise self._wrong(
                "packets", f"packets takes one number or more, each from 1 to {MOST_HAND}"
            )
        for count in self.players:
            each = self.cards_each(count)
            if not each or each * count > len(self.deck(count)):
                raise self._wrong(
                    "hand_size" if self.hand_size else "ranks",
                    f"the deck is too small for {count} players",
                )
        for key, known in (("rank_points", self.ranks), ("suit_points", SUITS)):
            for name in getattr(self, key):
                if len(name) != 1 or name not in known:
                    raise self._wrong(
                        key, f"{key}: {shown_text(name)!r} is not one of {', '.join(known)}"
                    )
        for card in self.deck(max(self.players)):
            if abs(self.points(card)) > MOST_CARD_POINTS:
                raise self._wrong(
                    "rank_points" if self.rank_points else "suit_points",
                    f"{card} is worth {shown(self.points(card))} points: at most "
                    f"{MOST_CARD_POINTS} are possible",
                )

    def _check_trump_and_scoring(self) -> None:
        if self.trump in ("turn-up", "named"):
            for count in self.players:
                if not self.undealt(count):
                    raise self._wrong(
                        "trump", f"trump {self.trump!r} needs a card that is not dealt"
                    )
        if self.trump == "named" and not self.partners:
            raise self._wrong("trump", "trump 'named' needs partners: who calls may play alone")
        if self.trump == "named" and self.bids_tricks:
            raise self._wrong(
                "bids_tricks",
                "bids_tricks and trump 'named' exclude each other: who sits out bids nothing",
            )
        if isinstance(self.scoring, BidScoring) and not self.bids_tricks:
            raise self._wrong("scoring", "scoring by bids needs bids_tricks")

    def deck(self, players: int = 4) -> tuple[Card, ...]:
        """The cards in the game when this many play."""
        return _deck(self, players)

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

    def differs_in(self, other: RuleSheet) -> tuple[str, ...]:
        """The keys that are not the same in both games."""
        return tuple(
            one.name for one in fields(self) if getattr(self, one.name) != getattr(other, one.name)
        )

    def plays_like(self, other: RuleSheet) -> bool:
        """Whether every card of a round is dealt and played alike: two such games differ at most in
        their names, the shuffle, bids, scoring, and how rounds make a game.

        A player of one can play the other, as that of Spades without bids can play Spades.
        """
        return not set(self.differs_in(other)) - NOT_IN_PLAY

    def as_table(self) -> dict[str, Any]:
        """The sheet as plain values, as TOML and JSON have them, without what is as usual."""
        table: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            usual = one.default_factory() if callable(one.default_factory) else one.default
            if one.name in ALWAYS_SAID or value != usual:
                table[one.name] = _plain(one.name, value)
        return table

    @property
    def fingerprint(self) -> str:
        """A short digest of the rules, the same in every process; equal sheets have the same."""
        text = json.dumps(self.as_table(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

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


NOT_IN_PLAY = {
    *("name", "title", "source", "shuffle", "bids_tricks", "scoring"),
    *("next_leader", "game_rounds", "game_target"),
}
"""What changes nothing in how the cards of a round are played."""
ALWAYS_SAID = ("name", "title", "source", "scoring")
"""What a file of a game says even where it is as usual."""


def shown_text(text: str) -> str:
    """A text for a message; of a very long one the beginning."""
    return text if len(text) <= 60 else text[:60] + "…"


def _plain(name: str, value: Any) -> Any:
    match name:
        case "left_out":
            return {str(players): list(map(str, cards)) for players, cards in value.items()}
        case "rank_points" | "suit_points":
            return dict(value)
        case "shuffle":
            return shuffle_as_plain(value)
        case "scoring":
            return scoring_as_table(value)
        case "players" | "packets":
            return list(value)
    return value


def shuffle_as_plain(shuffle: Shuffle) -> str | dict[str, Any]:
    """Text such as `riffle:3`, or a table if the cut is not the usual one.

    >>> shuffle_as_plain(Shuffle("riffle", 3)), shuffle_as_plain(Shuffle("thesis", mean=9.0))
    ('riffle:3', {'model': 'thesis', 'times': 1, 'mean': 9.0})
    """
    if shuffle.mean is None and shuffle.variance is None:
        return str(shuffle)
    known = {one.name: getattr(shuffle, one.name) for one in fields(shuffle)}
    return {name: value for name, value in known.items() if value is not None}


@lru_cache(maxsize=64)
def _deck(sheet: RuleSheet, players: int) -> tuple[Card, ...]:
    out = sheet.left_out.get(players, ())
    return tuple(
        card
        for suit in SUITS
        for rank in RANKS
        if rank in sheet.ranks
        for card in [Card(rank, suit)]
        if card not in out
    )
