"""A Euchre player that weighs what it may say or play by playing consistent deals out.

For every choice, the same deals: each gives the cards that this seat has not seen to players who
may hold them, by how they passed, followed and failed to follow. Wright's play-outs ("Monte Carlo
System", 2001) toss coins where a strategy is unsure; these are played perfectly by all four, which
needs no strategy at all. The kernels are in `mc_euchre_kernels.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Card
from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table, compile_rules, lanes_of_suits, new_table
from neuroevo.games.scoring import RoundTotals
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import Call, View
from neuroevo.players.kinds import GREEDY

ALL_LANES = (1 << 63) - 1
LANE = (1 << 15) - 1
"""The bits of a lane that cards may have."""
FloatArray = NDArray[np.float64]


class MonteCarloEuchrePlayer:
    """Weighs calls, discards and cards at Euchre by playing consistent deals out perfectly.

    samples: deals for each decision.
    """

    games = ("euchre",)
    """What it can play; anybody without this plays everything."""

    def __init__(self, samples: int = 60) -> None:
        if samples < 1:
            raise BadInput(f"samples must be at least 1, not {samples}")
        self.samples = samples

    def name_trump(self, view: View) -> Call:
        """The call with the most points; passing means that all others call by rule."""
        from neuroevo.players.mc_euchre_kernels import CALLS, weigh_calls

        assert view.turn_up is not None
        rules, table = lay_table(view)
        said = {number_of_call(call): call for call in view.calls}
        points = np.zeros(CALLS)
        weigh_calls(
            rules,
            table,
            place_of(view, view.seat),
            1 if view.calls[1].suit == view.turn_up.suit else 2,
            np.array([number in said for number in range(CALLS)]),
            unseen_numbers(view),
            points_by_tricks(view.sheet),
            np.uint64(view.random.draw()),
            self.samples,
            points,
        )
        best = max(said, key=lambda number: float(points[number]))  # of equals the first: a pass
        return said[best]

    def discard(self, view: View) -> Card:
        """The card to lay away for the turn-up that brings most points; of equals the cheapest."""
        from neuroevo.players.mc_euchre_kernels import weigh_discards

        assert view.caller is not None
        rules, table = lay_table(view)
        points = np.zeros(len(view.legal))
        weigh_discards(
            rules,
            table,
            place_of(view, view.caller),
            number_of_call(Call(view.trump, view.alone)),
            unseen_numbers(view),
            points_by_tricks(view.sheet),
            np.uint64(view.random.draw()),
            self.samples,
            points,
        )
        return best_card(view, dict(zip(view.legal, map(float, points), strict=True)))

    def choose(self, view: View) -> Card:
        """The card that brings most points, then most tricks; of equals the cheapest."""
        from neuroevo.players.mc_euchre_kernels import weigh_cards

        if view.sheet.name not in self.games or view.trump is None:
            raise BadInput(f"mc-euchre plays {' and '.join(self.games)}, not {view.sheet.name}")
        if len(view.legal) == 1:
            return view.legal[0]
        rules, table = lay_table(view)
        suit = SUITS.index(view.trump)
        bit_of = {card: int(rules["bit_of_card"][suit, card.number]) for card in view.sheet.deck()}
        known = Knowledge(view)
        taken = np.zeros(2, dtype=np.int64)
        for trick in view.tricks:
            taken[place_of(view, trick.winner) & 1] += 1
        points, tricks = np.zeros(64), np.zeros(64)
        weigh_cards(
            table,
            place_of(view, view.seat),
            sum(1 << bit_of[card] for card in view.legal),
            sum(1 << bit_of[card] for card in view.hand),
            len(view.hand),
            np.array([bit_of[card] for card in view.trick_cards], dtype=np.int64),
            np.array([place_of(view, play.seat) for play in view.trick], dtype=np.int64),
            taken,
            np.array([sum(1 << bit_of[card] for card in cards) for cards in known.held]),
            np.array([bit_of[card] for card in known.unseen], dtype=np.int64),
            np.array(known.needs),
            np.array(known.may_hold),
            points_by_tricks(view.sheet),
            np.uint64(view.random.draw()),
            self.samples,
            points,
            tricks,
        )
        # Points decide; tricks, of which no deal has more than five, only between equals.
        by_card = {
            card: float(points[bit_of[card]] + tricks[bit_of[card]] / 1000) for card in view.legal
        }
        return best_card(view, by_card)


class Knowledge:
    """What a seat knows of the others' cards during the play, by place, for `deal_unseen`.

    unseen: cards that may lie anywhere. held: cards of which it is known who has them. needs: how
    many unseen cards each of the others has besides. may_hold: as bits, by whole lanes.
    """

    def __init__(self, view: View) -> None:
        assert view.trump is not None
        lanes = lanes_of_suits(view.trump)
        self.may_hold = [ALL_LANES] * 4
        self.held: list[list[Card]] = [[] for _ in range(4)]
        self.needs = [0] * 4
        played = set()
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            for play in plays:
                played.add(play.card)
                led = view.sheet.suit_of(plays[0].card, view.trump)
                if view.sheet.suit_of(play.card, view.trump) != led:
                    self.may_hold[place_of(view, play.seat)] &= ~(LANE << 16 * lanes[led])
        laid = {play.seat for play in view.trick}
        for seat in range(view.players):
            if seat not in (view.seat, view.out):
                self.needs[place_of(view, seat)] = len(view.hand) - (seat in laid)
        seen = {*view.hand, *played, view.laid_away}
        turn_up, dealer = view.turn_up, place_of(view, view.dealer)
        if turn_up is not None and turn_up not in seen:
            # Turned down it is out of play. Ordered up it is the dealer's, who had to lay another
            # card away to keep it; if he did not, he has shown it by having no trumps.
            seen.add(turn_up)
            may_be_his = self.may_hold[dealer] >> 16 * lanes[view.trump] & LANE
            if turn_up.suit == view.trump and self.needs[dealer] and may_be_his:
                self.held[dealer].append(turn_up)
                self.needs[dealer] -= 1
        self.unseen = [card for card in view.sheet.deck() if card not in seen]


def unseen_numbers(view: View) -> NDArray[np.int8]:
    """Before the play: the numbers of all cards but the hand and the turn-up."""
    seen = {*view.hand, view.turn_up}
    return np.array([card.number for card in view.sheet.deck() if card not in seen], dtype=np.int8)


def place_of(view: View, seat: int) -> int:
    """A seat counted from the dealer's left."""
    return (seat - view.dealer - 1) % view.players


def number_of_call(call: Call) -> int:
    """0 for a pass, else 1 + 2 * suit + alone, as kernels have it."""
    return 0 if call.suit is None else 1 + 2 * SUITS.index(call.suit) + call.alone


def best_card(view: View, points: dict[Card, float]) -> Card:
    """The card with the most points, of equals the one that costs least."""
    return max(points, key=lambda card: (points[card], -view.sheet.cost(card, view.trump)))


def lay_table(view: View) -> tuple[Rules, Table]:
    """A kernel's table with what this seat knows on it."""
    rules, table = compile_rules(view.sheet, view.players), new_table()
    table["kind"][:] = GREEDY  # who calls by rule
    place = place_of(view, view.seat)
    table["deck"][rules["positions"][place, : len(view.dealt)]] = [
        card.number for card in view.dealt
    ]
    table["turn_up"] = -1 if view.turn_up is None else view.turn_up.number
    table["trump"] = -1 if view.trump is None else SUITS.index(view.trump)
    table["caller"] = -1 if view.caller is None else place_of(view, view.caller)
    table["alone"] = view.alone
    table["out"] = -1 if view.out is None else place_of(view, view.out)
    return rules, table


def points_by_tricks(sheet: RuleSheet) -> FloatArray:
    """What its tricks bring the side that made trumps, less what they bring the other: (2, 6), by
    whether alone and by tricks.

    >>> from neuroevo.games import EUCHRE
    >>> points_by_tricks(EUCHRE).tolist()
    [[-2.0, -2.0, -2.0, 1.0, 1.0, 2.0], [-2.0, -2.0, -2.0, 1.0, 1.0, 4.0]]
    """
    in_round = sheet.cards_each()
    tricks = np.arange(in_round + 1)
    worth = np.zeros((2, in_round + 1))
    for alone in (0, 1):
        scores = sheet.scoring.scores(
            RoundTotals(
                tricks=np.stack([tricks, in_round - tricks], axis=1),
                points=np.zeros((in_round + 1, 2), dtype=np.int64),
                tricks_in_round=in_round,
                caller=np.zeros(in_round + 1, dtype=np.int64),
                alone=np.full(in_round + 1, bool(alone)),
            )
        )
        worth[alone] = scores[:, 0] - scores[:, 1]
    return worth
