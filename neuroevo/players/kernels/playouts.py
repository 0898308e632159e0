"""Random play-outs: whole rounds from a dealt table, and the rest of a round.

The second is the innermost loop of Monte-Carlo players. A card there is a set of one, never a
number: the highest card that counts is then the highest bit of the trick, and points are counted
once, over all that was taken. Each trick has one draw for its four cards (see `Handful`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.cards.kernels.streams import K_GOLDEN, k_below, k_draw, k_next_below
from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import (
    TRUMP_MASK,
    count_bits,
    highest_bit,
    lane_mask,
    lane_of,
    larger,
    lowest_bit,
    nth_bit,
    nth_card,
)
from neuroevo.games.kernels.deal import pick_up_hands, seed_streams, shuffle_deck
from neuroevo.games.kernels.play import make_play_tricks
from neuroevo.games.kernels.trick import lane_of_trumps, legal_cards, trick_power
from neuroevo.kernel_cache import inner, kernel

PLAYOUT_STREAM = 0
"""All places draw from one stream here: nobody asks whose dice they were."""


@inner
def choose(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """Any legal card, each with the same chance."""
    return nth_bit(legal, k_below(table.streams, PLAYOUT_STREAM, count_bits(legal)))


play_tricks_at_random = make_play_tricks(choose, seen=False)


@kernel
def deal_table(rules: Rules, table: Table, deal_key: np.uint64) -> None:
    """Lay a table out: the deal with this key, nothing played yet."""
    seed_streams(table, rules, deal_key, 0)
    shuffle_deck(table, rules)
    pick_up_hands(table, rules)


@kernel
def random_playouts(rules: Rules, table: Table, count: int, tricks: np.ndarray) -> None:
    """Play a dealt table out `count` times at random, from the first lead.

    tricks: (players,) int64; what each place takes is added to it. The hands stay as they were.
    """
    dealt = table.hands.copy()
    for _ in range(count):
        for place in range(rules.players):
            table.hands[place] = dealt[place]
        play_tricks_at_random(rules, table, None, 0)
        for place in range(rules.players):
            tricks[place] += table.tricks[place]
    for place in range(rules.players):
        table.hands[place] = dealt[place]


@inner
def lay_any(
    table: Table, place: int, led: int, must_trump: bool, fraction: np.uint64
) -> tuple[int, np.uint64]:
    """Lay any legal card of a place that does not lead; no card of a place without cards."""
    hand = table.hands[place]
    if hand == 0:
        return 0, fraction
    legal = legal_cards(hand, led, must_trump)
    n, fraction = k_next_below(fraction, count_bits(legal))
    card = nth_card(legal, n)
    table.hands[place] = hand ^ card
    return card, fraction


@inner
def all_if(condition: int, cards: int) -> int:
    """The cards if the condition is 1, none if it is 0."""
    return cards & -condition


@inner
def rest_at_random(
    rules: Rules, table: Table, place: int, led: int, power: int, in_trick: int, own: int
) -> int:
    """The cards that the places in the set `own` take if all lay any legal card from here on.

    place: whose turn it is; led, power, in_trick: of the trick as it lies. Who does not play holds
    no cards; so all four places can be asked, whatever the game.
    """
    hands, must_trump = table.hands, rules.must_trump
    trumps = TRUMP_MASK if table.trump != NO_TRUMP else 0
    taken = 0
    if in_trick:
        trump_lane = lane_of_trumps(table.trump)
        fraction = k_draw(table.streams, PLAYOUT_STREAM)
        for _ in range(rules.players - count_bits(in_trick) - (1 if table.out >= 0 else 0)):
            while hands[place] == 0:
                place = (place + 1) & 3
            card, fraction = lay_any(table, place, led, must_trump, fraction)
            power = larger(power, trick_power(lowest_bit(card), place, led, trump_lane))
            in_trick |= card
            place = (place + 1) & 3
        place = power & 3
        taken = all_if((own >> place) & 1, in_trick)
    tricks = count_bits(hands[place])
    for _ in range(tricks - 1):
        fraction = k_draw(table.streams, PLAYOUT_STREAM)
        hand = hands[place]
        n, fraction = k_next_below(fraction, count_bits(hand))
        lead = nth_card(hand, n)
        hands[place] = hand ^ lead
        led = lane_of(lowest_bit(lead))
        second, fraction = lay_any(table, (place + 1) & 3, led, must_trump, fraction)
        third, fraction = lay_any(table, (place + 2) & 3, led, must_trump, fraction)
        fourth, fraction = lay_any(table, (place + 3) & 3, led, must_trump, fraction)
        laid = lead | second | third | fourth
        best = highest_bit(laid & (lane_mask(led) | trumps))
        place += (second >> best & 1) + 2 * (third >> best & 1) + 3 * (fourth >> best & 1)
        place &= 3
        taken |= all_if((own >> place) & 1, laid)
    if tricks:
        # Nobody has a choice in the last trick; its draw is passed over.
        table.streams[PLAYOUT_STREAM] += K_GOLDEN
        led = lane_of(lowest_bit(hands[place]))
        laid = hands[0] | hands[1] | hands[2] | hands[3]
        best = highest_bit(laid & (lane_mask(led) | trumps))
        place = (hands[1] >> best & 1) + 2 * (hands[2] >> best & 1) + 3 * (hands[3] >> best & 1)
        taken |= all_if((own >> place) & 1, laid)
    return taken


@inner
def worth_of(rules: Rules, table: Table, taken: int) -> int:
    """What cards that were taken count: their points where cards have them, else tricks."""
    if not rules.counts_points:
        return count_bits(taken) // (rules.players - (1 if table.out >= 0 else 0))
    return points_of(rules, table, taken)


@inner
def points_of(rules: Rules, table: Table, taken: int) -> int:
    """The points of cards that were taken."""
    worth = 0
    for number in range(rules.values):
        worth += rules.value[number] * count_bits(taken & rules.cards_worth[table.trump, number])
    return worth
