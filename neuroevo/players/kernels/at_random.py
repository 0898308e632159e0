"""Whole rounds of random players, each with dice of its own, whose cards nobody wants to see.

Every player throws its dice once a trick, whatever happens, so all of them are thrown before the
first lead. Nobody looks at the trick either: once a suit is led, all four lay their cards at the
same time. A card here is a set of one, as in `playouts`. Chance decides who leads and who wins, so
a processor would guess wrongly at branches: what holds for some places only is a mask for each of
them, all ones or 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.addresses import make_room
from neuroevo.cards.kernels.streams import VECTOR, k_child_seed, k_upper_half, whole_vectors
from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import (
    TRUMP_MASK,
    all_ones_if_zero,
    count_bits,
    first_unless_empty,
    highest_bit,
    lane_mask,
    lane_of,
    lowest_bit,
    spread,
    spread_by_clearing,
)
from neuroevo.games.kernels.play import make_play_tricks
from neuroevo.kernel_cache import inner
from neuroevo.players.kernels.playouts import points_of
from neuroevo.players.kernels.written import choose_at_random

Four = tuple[int, int, int, int]
"""A number for each place, in registers. Who does not play holds no cards; so all four places can
be asked, whatever the game."""

DICE_EACH = 26 + VECTOR
"""Room for a place's dice: one throw for each trick of the longest round, and some to spare."""

_dice_room = make_room(np.int64, 4 * DICE_EACH)
_DICE_EACH = np.uint64(DICE_EACH)


@inner
def throw_dice(table: Table, tricks: int, dice: np.ndarray) -> None:
    """Throw every place's dice for every trick: the 32 bits that `k_below` scales down."""
    for place in range(4):
        state = table.streams[place]
        for trick in range(whole_vectors(tricks)):
            dice[place * DICE_EACH + trick] = k_upper_half(k_child_seed(state, trick))


@inner
def thrown_for(trick: int, dice: np.ndarray) -> Four:
    """What the places threw for a trick."""
    first = np.uint64(trick)
    second = first + _DICE_EACH
    third = second + _DICE_EACH
    return dice[first], dice[second], dice[third], dice[third + _DICE_EACH]


@inner
def hands_in_play(table: Table) -> Four:
    """What the places hold; nothing where the lone caller's partner sits."""
    hands, out = table.hands, table.out
    return (
        hands[0] if out != 0 else 0,
        hands[1] if out != 1 else 0,
        hands[2] if out != 2 else 0,
        hands[3] if out != 3 else 0,
    )


@inner
def mask_of_place(place: int) -> Four:
    """All ones for this place."""
    return (
        all_ones_if_zero(place ^ 0),
        all_ones_if_zero(place ^ 1),
        all_ones_if_zero(place ^ 2),
        all_ones_if_zero(place ^ 3),
    )


@inner
def any_card(cards: int, count: int, thrown: int) -> int:
    """The one of these cards, so many, that the dice say; none of none."""
    return spread(1 << ((thrown * count) >> 32), cards)


@inner
def would_lead(hands: Four, left: int, thrown: Four) -> Four:
    """The card that each place plays if it leads, from a hand with so many cards left."""
    return (
        any_card(hands[0], left, thrown[0]),
        any_card(hands[1], left, thrown[1]),
        any_card(hands[2], left, thrown[2]),
        any_card(hands[3], left, thrown[3]),
    )


@inner
def suit_led(cards: Four, leads: Four) -> int:
    """All bits of the lane of that one of the cards which the leader plays."""
    lead = (
        (cards[0] & leads[0])
        | (cards[1] & leads[1])
        | (cards[2] & leads[2])
        | (cards[3] & leads[3])
    )
    return lane_mask(lane_of(lowest_bit(lead)))


@inner
def lay_any(hand: int, allowed: int, forced: int, thrown: int) -> int:
    """Any allowed card of a hand that has one; else a forced one, and else whatever it has."""
    legal = first_unless_empty(hand & allowed, first_unless_empty(hand & forced, hand))
    return any_card(legal, count_bits(legal), thrown)


@inner
def lay_all(hands: Four, suit: int, leads: Four, forced: int, thrown: Four) -> Four:
    """What everybody lays. The leader may lay anything, and the same dice say the same card."""
    return (
        lay_any(hands[0], suit | leads[0], forced, thrown[0]),
        lay_any(hands[1], suit | leads[1], forced, thrown[1]),
        lay_any(hands[2], suit | leads[2], forced, thrown[2]),
        lay_any(hands[3], suit | leads[3], forced, thrown[3]),
    )


@inner
def without(hands: Four, cards: Four) -> Four:
    """The hands when these of their cards are laid."""
    return hands[0] ^ cards[0], hands[1] ^ cards[1], hands[2] ^ cards[2], hands[3] ^ cards[3]


@inner
def union(cards: Four) -> int:
    """All the cards."""
    return cards[0] | cards[1] | cards[2] | cards[3]


@inner
def who_takes(cards: Four, counting: int) -> Four:
    """All ones for the place that takes the trick: with the highest of the cards that count."""
    best = highest_bit(union(cards) & counting)
    return (
        -((cards[0] >> best) & 1),
        -((cards[1] >> best) & 1),
        -((cards[2] >> best) & 1),
        -((cards[3] >> best) & 1),
    )


@inner
def one_more(won: Four, takes: Four) -> Four:
    """The numbers of tricks, with one more for the place that takes it."""
    return won[0] - takes[0], won[1] - takes[1], won[2] - takes[2], won[3] - takes[3]


@inner
def with_trick(taken: Four, laid: int, takes: Four) -> Four:
    """The cards taken, with those of a trick for the place that takes it."""
    return (
        taken[0] | (laid & takes[0]),
        taken[1] | (laid & takes[1]),
        taken[2] | (laid & takes[2]),
        taken[3] | (laid & takes[3]),
    )


@inner
def play_four_at_once(rules: Rules, table: Table, brains: Any, leader: int) -> None:
    """All tricks of one round of random players, of which the table keeps no record."""
    table.leaders[0] = leader
    tricks, dice = rules.tricks, _dice_room()
    throw_dice(table, tricks, dice)
    trumps = TRUMP_MASK if table.trump != NO_TRUMP else 0
    forced = TRUMP_MASK if rules.must_trump else 0
    hands, takes = hands_in_play(table), mask_of_place(leader)
    won, taken = (0, 0, 0, 0), (0, 0, 0, 0)
    for trick in range(tricks - 1):
        thrown = thrown_for(trick, dice)
        suit = suit_led(would_lead(hands, tricks - trick, thrown), takes)
        cards = lay_all(hands, suit, takes, forced, thrown)
        hands = without(hands, cards)
        takes = who_takes(cards, suit | trumps)
        won = one_more(won, takes)
        taken = with_trick(taken, union(cards), takes)
    # Nobody has a choice in the last trick.
    takes = who_takes(hands, suit_led(hands, takes) | trumps)
    won = one_more(won, takes)
    taken = with_trick(taken, union(hands), takes)
    for place in range(4):
        table.tricks[place] = won[place]
        if rules.counts_points:
            table.points[place] = points_of(rules, table, taken[place])


play_in_turn = make_play_tricks(choose_at_random, seen=False)
"""The same round one card after another."""

play_tricks_at_random = play_in_turn if spread is spread_by_clearing else play_four_at_once
"""The faster way on this machine: four at once choose more cards than are played, which pays only
where a card can be chosen without a loop."""
