"""A Euchre player that weighs what it may say or play by playing consistent deals out.

For every choice, the same deals: each gives the cards that this seat has not seen to players who
may hold them, by how they passed, followed and failed to follow. Wright's play-outs ("Monte Carlo
System", 2001) toss coins where a strategy is unsure; these are played perfectly by all four, which
needs no strategy at all. The kernels are in `kernels/mc_euchre.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Card
from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table, compile_rules, lanes_of_suits, new_table
from neuroevo.games.orders import cost
from neuroevo.games.scoring import RoundTotals
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import Call, View
from neuroevo.players.kinds import ASKED
from neuroevo.players.seat_from_view import place_of
from neuroevo.players.worlds import knowledge

FloatArray = NDArray[np.float64]


class MonteCarloEuchrePlayer:
    """Weighs calls, discards and cards at Euchre by playing consistent deals out perfectly.

    samples: deals for each decision.
    """

    kind = ASKED
    games = ("euchre",)
    """What it can play; anybody without this plays everything."""

    def __init__(self, samples: int = 60) -> None:
        if samples < 1:
            raise BadInput(f"samples must be at least 1, not {samples}")
        self.samples = samples

    def name_trump(self, view: View) -> Call:
        """The call with the most points; passing means that all others call by rule."""
        from neuroevo.players.kernels.mc_euchre import CALLS, weigh_calls

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
        from neuroevo.players.kernels.mc_euchre import weigh_discards

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
        from neuroevo.players.kernels.mc_euchre import weigh_cards

        if view.sheet.name not in self.games or view.trump is None:
            raise BadInput(f"mc-euchre plays {' and '.join(self.games)}, not {view.sheet.name}")
        if len(view.legal) == 1:
            return view.legal[0]
        rules, table = lay_table(view)
        suit = SUITS.index(view.trump)
        bit_of = {card: int(rules["bit_of_card"][suit, card.number]) for card in view.sheet.deck()}
        place = place_of(view, view.seat)
        thought, held = think(view, bit_of)
        taken = np.zeros(2, dtype=np.int64)
        for trick in view.tricks:
            taken[place_of(view, trick.winner) & 1] += 1
        points, tricks = np.zeros(64), np.zeros(64)
        weigh_cards(
            rules,
            table,
            thought,
            place,
            sum(1 << bit_of[card] for card in view.legal),
            held[place],
            len(view.hand),
            np.array([bit_of[card] for card in view.trick_cards], dtype=np.int64),
            np.array([place_of(view, play.seat) for play in view.trick], dtype=np.int64),
            taken,
            held,
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


def think(view: View, bit_of: Mapping[Card, int]) -> tuple[Any, NDArray[np.int64]]:
    """What this seat knows during the play, as a THOUGHT and the cards whose holder it knows.

    Beyond what `worlds.knowledge` sees in any game: the dealer knows what he laid away, and a
    turn-up that was ordered up is in the dealer's hand until he plays it, for he had to lay another
    card away to keep it; if he did not, he shows it by having no trumps.
    """
    from neuroevo.players.kernels.monte_carlo import new_thought

    assert view.trump is not None
    known = knowledge(view)
    unseen = [card for card in known.unseen if card != view.laid_away]
    room = [0 if seat == view.out else known.room[at] for at, seat in enumerate(known.others)]
    held = np.zeros(view.players, dtype=np.int64)
    held[place_of(view, view.seat)] = sum(1 << bit_of[card] for card in view.hand)
    if view.turn_up in unseen and view.dealer in known.others:
        dealer = known.others.index(view.dealer)
        if room[dealer] and view.trump not in known.voids[dealer]:
            unseen.remove(view.turn_up)
            room[dealer] -= 1
            held[place_of(view, view.dealer)] = 1 << bit_of[view.turn_up]
    lanes = lanes_of_suits(view.trump)
    thought = new_thought([])
    for at, seat in enumerate(known.others):
        thought["others"][at] = place = place_of(view, seat)
        thought["voids"][place] = sum(1 << lanes[suit] for suit in known.voids[at])
    thought["room"][:] = [*room, len(unseen) - sum(room)]
    thought["unseen"] = sum(1 << bit_of[card] for card in unseen)
    return thought, held


def unseen_numbers(view: View) -> NDArray[np.int8]:
    """Before the play: the numbers of all cards but the hand and the turn-up."""
    seen = {*view.hand, view.turn_up}
    return np.array([card.number for card in view.sheet.deck() if card not in seen], dtype=np.int8)


def number_of_call(call: Call) -> int:
    """0 for a pass, else 1 + 2 * suit + alone, as kernels have it."""
    return 0 if call.suit is None else 1 + 2 * SUITS.index(call.suit) + call.alone


def best_card(view: View, points: dict[Card, float]) -> Card:
    """The card with the most points, of equals the one that costs least."""
    return max(points, key=lambda card: (points[card], -cost(view.sheet, card, view.trump)))


def lay_table(view: View) -> tuple[Rules, Table]:
    """A kernel's table with what this seat knows on it."""
    rules, table = compile_rules(view.sheet, view.players), new_table()
    place = place_of(view, view.seat)
    table["deck"][rules["positions"][place, : len(view.dealt)]] = [
        card.number for card in view.dealt
    ]
    table["turn_up"] = -1 if view.turn_up is None else view.turn_up.number
    table["trump"] = -1 if view.trump is None else SUITS.index(view.trump)
    table["caller"] = place_of(view, view.caller)
    table["alone"] = view.alone
    table["out"] = place_of(view, view.out)
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
