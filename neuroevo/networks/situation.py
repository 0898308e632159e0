"""What a scoring network's features see: a `Situation`, a seat that has also looked around.

Everything comes from the rule sheet and from what the seat may know: its hand, the cards laid, and
who has shown to lack what. The chances of winning that van Hus 2020, section 4, wishes for as
inputs are here. One text for both engines: kernels let `learn` find out what is known, the
referee's table `knowledge`, and all conclusions are drawn here. What begins with an underscore is
not for features.
"""

from __future__ import annotations

from math import comb
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import float64, int64
from numba.extending import register_jitable

from neuroevo.cards import Card
from neuroevo.games.compiled import NO_TRUMP, Rules, Table, lanes_of_suits
from neuroevo.games.kernels.bits import TRUMP_LANE
from neuroevo.games.view import View
from neuroevo.games.words import LANE, RULES_TYPE, CardInPlay, CardSet, count_bits, extreme
from neuroevo.players.seat import TABLE_TYPE, Seat
from neuroevo.players.seat_from_view import place_of, seat_of
from neuroevo.players.worlds import knowledge
from neuroevo.values import INLINE, value

TRUMPS = TRUMP_LANE
"""The number of the trump suit, as `suit` of a card; without trumps it is a suit like others."""
SUITS_IN_PLAY = 4


def chance_of_none(room: int, held: int, cards: int) -> float:
    """The chance that a hand of `held` cards has none of `cards` that lie somewhere in `room`.

    room: places in which these cards may lie, the hand's among them.

    >>> chance_of_none(4, 2, 1), chance_of_none(4, 2, 3), chance_of_none(0, 0, 0)
    (0.5, 0.0, 1.0)
    """
    return comb(room - held, cards) / comb(room, cards)


_MOST_ROOM, _MOST_HELD, _MOST_CARDS = 52, 26, 14
NONE_OF = np.array(
    [
        chance_of_none(room, held, cards) if held <= room and cards <= room else 0.0
        for room in range(_MOST_ROOM + 1)
        for held in range(_MOST_HELD + 1)
        for cards in range(_MOST_CARDS + 1)
    ],
    dtype=np.float32,
)
"""`chance_of_none` by cards, in rows: `row_of(room, held)` says where a row begins."""


@register_jitable(**INLINE)
def row_of(room: int, held: int) -> int:
    """Where the chances of a hand of `held` cards begin in `NONE_OF`."""
    return (room * (_MOST_HELD + 1) + held) * (_MOST_CARDS + 1)


NOBODY = row_of(_MOST_ROOM, 0)
"""The row of who holds nothing: for certain none of any cards."""
MOST_RIVALS = 3

SITUATION = np.dtype(
    [
        # As in THOUGHT, and filled by the same `learn`:
        ("voids", np.int64, 4),  # by place, the suits that it has shown to lack, as bits
        ("others", np.int64, 3),  # the other places, in the order of play after this one
        ("room", np.int64, 4),  # cards that each of the others holds; and the pack
        ("unseen", np.int64),  # the cards that can't be seen, as bits
        # What follows from it (`conclude`):
        ("rivals", np.int64),  # how many rivals there are: others but the partner
        ("rivals_without", np.int64, 4),  # by suit, how many of them have shown to lack it
        ("rivals_to_come", np.int64),  # how many of these are still to play
        ("rival_to_come", np.int64, MOST_RIVALS),  # which of the others they are, then -1
        ("partner_to_come", np.int64),  # which of the others the partner is, or -1 if he has played
        # The rows of `NONE_OF` by suit: for the unseen cards of a suit that one may hold
        ("rival_at", np.int64, (4, MOST_RIVALS)),  # of rivals still to play, then of nobody
        ("partner_at", np.int64, 4),  # of the partner, or of nobody
    ],
    align=True,
)
"""What a seat knows and concludes before it plays: one record a thread, passed by pointer."""

SITUATION_TYPE = numba.from_dtype(SITUATION)

Known = Any
"""A record of dtype SITUATION, or a plain object with its fields."""


@value(
    _rules=RULES_TYPE,
    _table=TABLE_TYPE,
    _known=SITUATION_TYPE,
    _place=int64,
    _legal=int64,
    _winning=int64,
    _cheapest=int64,
    _cheapest_winner=int64,
    _dearest_loser=int64,
    _best_holds=float64,
    _trick_points=int64,
)
class Situation(Seat):
    """What the player whose turn it is may know, and what follows from it.

    It has every word of a `Seat`. Chances are numbers from 0 to 1; each of the others is taken for
    himself.
    """

    def __init__(
        self,
        rules: Rules,
        table: Table,
        known: Known,
        place: int,
        legal: int,
        winning: int,
        cheapest: int,
        cheapest_winner: int,
        dearest_loser: int,
        best_holds: float,
        trick_points: int,
    ) -> None:
        super().__init__(rules, table, place, legal)
        self._known = known
        self._winning = winning
        self._cheapest = cheapest
        self._cheapest_winner = cheapest_winner
        self._dearest_loser = dearest_loser
        self._best_holds = best_holds
        self._trick_points = trick_points

    # The cards.

    @property
    def unseen(self) -> CardSet:
        """The cards that may lie in the others' hands, or in the pack."""
        return CardSet(self._rules, self._table.trump, self._known.unseen)

    @property
    def winning(self) -> CardSet:
        """The legal cards that take the trick as it lies; all of them when leading."""
        return CardSet(self._rules, self._table.trump, self._winning)

    @property
    def losing(self) -> CardSet:
        """The legal cards that do not take the trick as it lies."""
        return CardSet(self._rules, self._table.trump, self._legal & ~self._winning)

    @property
    def cheapest(self) -> CardInPlay:
        """The legal card that costs least to throw away: `legal.least`."""
        return CardInPlay(self._rules, self._table.trump, self._cheapest)

    @property
    def cheapest_winner(self) -> CardSet:
        """The cheapest of the winning cards, as a set: empty if no card wins."""
        return CardSet(self._rules, self._table.trump, self._cheapest_winner)

    @property
    def dearest_loser(self) -> CardSet:
        """The dearest of the losing cards, as a set: empty if every card wins."""
        return CardSet(self._rules, self._table.trump, self._dearest_loser)

    @property
    def trick_points(self) -> int:
        """The points that lie in the trick."""
        return self._trick_points

    def cards_of(self, suit: int) -> CardSet:
        """All cards of a suit, a number from 0 to 3 as `suit` of a card."""
        return CardSet(self._rules, self._table.trump, LANE << (suit << 4))

    # The game.

    @property
    def has_trumps(self) -> bool:
        """Whether there are trumps."""
        return bool(self._table.trump != NO_TRUMP)

    @property
    def plain_suits(self) -> int:
        """How many suits are no trumps: their numbers are those below."""
        return TRUMPS if self._table.trump != NO_TRUMP else SUITS_IN_PLAY

    @property
    def ranks(self) -> int:
        """How many ranks a suit has."""
        return int(self._rules.ranks)

    @property
    def most_points(self) -> int:
        """What the dearest card of the game is worth; 1 where no card is worth anything."""
        return int(max(self._rules.most_points, 1))

    @property
    def tricks(self) -> int:
        """How many tricks a round has."""
        return int(self._rules.tricks)

    # The round.

    @property
    def tricks_over(self) -> int:
        """How many tricks of the round are over."""
        playing = self._rules.players - (1 if self._table.out >= 0 else 0)
        return int(self._table.before // playing)

    @property
    def tricks_taken(self) -> int:
        """How many of them this seat's side has taken."""
        taken = self._table.tricks[self._place]
        if self._rules.partners:
            taken += self._table.tricks[self._place ^ 2]
        return int(taken)

    @property
    def we_called(self) -> bool:
        """Whether this seat's side made trumps."""
        caller, place = self._table.caller, self._place
        return bool(
            caller >= 0 and (caller == place or (self._rules.partners and caller ^ place == 2))
        )

    @property
    def they_called(self) -> bool:
        """Whether the other side made trumps."""
        return bool(self._table.caller >= 0 and not self.we_called)

    # The others.

    @property
    def rivals(self) -> int:
        """How many play against this seat's side."""
        return int(self._known.rivals)

    @property
    def rivals_to_come(self) -> int:
        """How many of them are still to play to the trick."""
        return int(self._known.rivals_to_come)

    @property
    def partner_to_come(self) -> bool:
        """Whether the partner is still to play to the trick."""
        return bool(self._known.partner_to_come >= 0)

    def rivals_without(self, suit: int) -> int:
        """How many rivals have shown to lack a suit."""
        return int(self._known.rivals_without[suit])

    def partner_without(self, suit: int) -> bool:
        """Whether the partner has shown to lack a suit."""
        if not self._rules.partners:
            return False
        return bool((self._known.voids[self._place ^ 2] >> suit) & 1)

    # Chances.

    # These ask no question that chance decides, and go through all places for rivals, taken or
    # not: then the compiler works out once what several features share.

    def chance(self, card: CardInPlay) -> float:
        """The chance that a legal card takes the trick: that it does now, and that it holds up."""
        holds = self.holds_up(card)
        return holds if card in self.winning else 0.0

    def side_chance(self, card: CardInPlay) -> float:
        """The chance that this seat's side takes the trick if a legal card is played.

        A partner who is still to play is left out: see `partner_can_win`.
        """
        holds = self.holds_up(card)
        return holds if card in self.winning else self._best_holds

    def holds_up(self, card: CardInPlay) -> float:
        """The chance that no rival who is still to play can beat a card that would take the trick
        so far."""
        known = self._known
        led = self._led_by(card)
        chance = 1.0
        for rival in range(MOST_RIVALS):
            led_at, trumps_at = known.rival_at[led, rival], known.rival_at[TRUMPS, rival]
            chance *= 1 - self._can_beat(led_at, trumps_at, led, card)
        return chance

    def ruff_risk(self, card: CardInPlay) -> float:
        """The chance that some rival who is still to play can trump the suit that is led."""
        known = self._known
        led = self._led_by(card)
        trumps = len(self.unseen.trumps)
        safe = 1.0
        for rival in range(MOST_RIVALS):
            led_at, trumps_at = known.rival_at[led, rival], known.rival_at[TRUMPS, rival]
            safe *= 1 - self._can_ruff(led_at, trumps_at, led, trumps)
        return 1 - safe

    def partner_can_win(self, card: CardInPlay) -> float:
        """The chance that the partner, if he is still to play, can beat what lies there once a
        legal card is played."""
        known = self._known
        if known.partner_to_come < 0:
            return 0.0
        best = card if card in self.winning else self.best
        led = self._led_by(card)
        return self._can_beat(known.partner_at[led], known.partner_at[TRUMPS], led, best)

    def _led_by(self, card: CardInPlay) -> int:
        """The suit that is led, with this card if the trick is still empty."""
        return int(self._table.led) if self._table.led >= 0 else card.suit

    def _can_beat(self, led_at: int, trumps_at: int, led: int, card: CardInPlay) -> float:
        """The chance that somebody can beat a card that would take the trick so far.

        led_at, trumps_at: his rows of `NONE_OF` for the suit led and for trumps.
        """
        higher = len(self.unseen & card.higher)
        follows = card.suit == led
        over = 1 - float(NONE_OF[led_at + (higher if follows else 0)])
        trumps = len(self.unseen.trumps) if follows else higher
        return over + self._can_ruff(led_at, trumps_at, led, trumps)

    def _can_ruff(self, led_at: int, trumps_at: int, led: int, trumps: int) -> float:
        """The chance that he lacks the suit led, and has one of `trumps` unseen trumps."""
        lacks = float(NONE_OF[led_at + len(self.unseen & self.cards_of(led))])
        ruffs = lacks * (1 - float(NONE_OF[trumps_at + trumps]))
        return ruffs if self.has_trumps and led != TRUMPS else 0.0


@register_jitable(**INLINE)
def conclude(rules: Rules, table: Table, known: Known, place: int) -> None:
    """Fill in what follows from what is known, whatever card is played."""
    others = rules.players - 1
    left = others - (1 if table.out >= 0 else 0) - count_bits(table.in_trick)
    known.rivals = 0
    known.rivals_to_come = 0
    known.partner_to_come = -1
    for suit in range(SUITS_IN_PLAY):
        known.rivals_without[suit] = 0
    for rival in range(MOST_RIVALS):
        known.rival_to_come[rival] = -1
    for other in range(others):
        one = known.others[other]
        if one == table.out:
            continue
        if not (rules.partners and one ^ place == 2):
            known.rivals += 1
            for suit in range(SUITS_IN_PLAY):
                known.rivals_without[suit] += 1 - _may_hold(known, suit, other)
            if left > 0:
                known.rival_to_come[known.rivals_to_come] = other
                known.rivals_to_come += 1
        elif left > 0:
            known.partner_to_come = other
        left -= 1
    for suit in range(SUITS_IN_PLAY):
        room = known.room[3]
        for other in range(3):
            room += known.room[other] * _may_hold(known, suit, other)
        for rival in range(MOST_RIVALS):
            known.rival_at[suit, rival] = _row_for(known, suit, room, known.rival_to_come[rival])
        known.partner_at[suit] = _row_for(known, suit, room, known.partner_to_come)


@register_jitable(**INLINE)
def _row_for(known: Known, suit: int, room: int, other: int) -> int:
    """The row of `NONE_OF` for the unseen cards of a suit, which lie somewhere in `room`, and one
    of the others, or -1 for nobody."""
    one = max(other, 0)
    row = row_of(room, known.room[one])
    return int(row if other >= 0 and _may_hold(known, suit, one) else NOBODY)


@register_jitable(**INLINE)
def _may_hold(known: Known, suit: int, other: int) -> int:
    """1 unless he has shown to lack the suit, then 0."""
    return int(1 - ((known.voids[known.others[other]] >> suit) & 1))


@register_jitable(**INLINE)
def look_around(rules: Rules, table: Table, known: Known, place: int, legal: int) -> Situation:
    """The situation of a place, once it knows what it can know."""
    conclude(rules, table, known, place)
    seat = Seat(rules, table, place, legal)
    winning = seat.winning._bits
    losing = legal & ~winning
    least = seat.legal.least._bit
    cost = rules.cost[table.trump]
    # Of an empty set the ends mean nothing. What no feature asks for, the compiler leaves out.
    cheapest_winner = winning & (1 << extreme(cost, winning, -1))
    dearest_loser = losing & (1 << extreme(cost, losing, 1))
    trick_points = seat.trick.points
    now = Situation(
        rules,
        table,
        known,
        place,
        legal,
        winning,
        least,
        cheapest_winner,
        dearest_loser,
        0.0,
        trick_points,
    )
    best_holds = now.holds_up(now.best) if now.partner_winning else 0.0
    return Situation(
        rules,
        table,
        known,
        place,
        legal,
        winning,
        least,
        cheapest_winner,
        dearest_loser,
        best_holds,
        trick_points,
    )


def situation_of(view: View) -> Situation:
    """The situation of the seat whose view this is, in plain Python."""
    seat = seat_of(view)
    rules, table = seat._rules, seat._table
    table.before = sum(len(trick.plays) for trick in view.tricks)
    table.tricks = [0] * view.players
    for trick in view.tricks:
        table.tricks[place_of(view, trick.winner)] += 1
    found = knowledge(view)
    lanes = lanes_of_suits(view.trump)
    bits = rules.bit_of_card[table.trump]
    known = SimpleNamespace(
        voids=[0] * 4,
        others=[*(place_of(view, other) for other in found.others), 0, 0][:3],
        room=[*found.room[:-1], *[0] * (4 - len(found.room)), found.room[-1]],
        unseen=sum(1 << int(bits[card.number]) for card in found.unseen),
        rivals_without=[0] * SUITS_IN_PLAY,
        rival_to_come=[0] * MOST_RIVALS,
        rival_at=np.zeros((4, MOST_RIVALS), dtype=np.int64),
        partner_at=np.zeros(4, dtype=np.int64),
    )
    for place, suits in zip(known.others, found.voids, strict=False):
        known.voids[place] = sum(1 << lanes[suit] for suit in suits)
    return look_around(rules, table, known, seat._place, seat._legal)


def in_play(now: Seat, card: Card) -> CardInPlay:
    """A card of the referee's as features see it."""
    trump = now._table.trump
    return CardInPlay(now._rules, trump, int(now._rules.bit_of_card[trump, card.number]))
