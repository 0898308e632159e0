"""The worlds of `worlds.py`, compiled: the same worlds from the same dice."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np

from neuroevo.cards.kernels.streams import k_below, k_draw, k_next_below
from neuroevo.games.compiled import (
    DEALER_FIRST,
    DEALER_LAST,
    NAMED,
    NO_TRUMP,
    TABLE,
    Rules,
    Table,
)
from neuroevo.games.kernels.bits import (
    TRUMP_LANE,
    count_bits,
    lane_mask,
    lane_of,
    next_place,
    nth_card,
    spread,
)
from neuroevo.games.kernels.trick import place_after, places_playing
from neuroevo.kernel_cache import inner
from neuroevo.players.kernels.playouts import PLAYOUT_STREAM
from neuroevo.players.manners import EXACT, MANNER, REJECTION_NEW
from neuroevo.players.worlds import CARDS_A_DRAW, FEW

MOST_MANNERS = 16
"""Different manners of Monte-Carlo players at one set of tables."""
MOST_ROOMS = 3_000
"""Ways in which the others' room may be left: 14 * 14 * 14 for four players with 13 cards each."""

THOUGHT = np.dtype(
    [
        ("manners", MANNER, MOST_MANNERS),
        ("world", TABLE, 1),  # the table at which worlds are played out
        ("voids", np.int64, 4),  # by place, the lanes that it has shown to lack, as bits
        ("others", np.int64, 3),  # the other places, in the order of play after the own
        ("room", np.int64, 4),  # cards that each of the others holds; and the pack
        ("unseen", np.int64),  # the cards that can't be seen, as bits
        ("shown", np.int64, 3),  # the cards that each of the others is known to hold, as bits
        # The unseen cards by who may hold them (see `Group`):
        ("groups", np.int64),
        ("group_cards", np.int64, 4),
        ("group_lacking", np.int64, 4),  # which of the others may not, as bits
        ("free", np.int64),  # the cards that anybody may hold
        ("ways", np.float64, (5, MOST_ROOMS)),  # worlds from a group on, by room left
        ("sums", np.int64, 64),  # by bit, what the play-outs of a card brought
        ("tries", np.int64, 64),  # by bit, how many play-outs it had; only for UCB
        # Counted for the thesis' tables on shuffling:
        ("worlds", np.int64),
        ("truths", np.int64),  # worlds for which the true cards were taken
        ("truths_by_trick", np.int64, 26),
        ("truths_by_missing", np.int64, 13),  # by how many suits the others have shown to lack
    ],
    align=True,
)
"""What a thread's Monte-Carlo players think with: passed by pointer, never counted."""

Thought = Any
"""A record of dtype THOUGHT."""

WAYS_TO_TAKE = np.array([[math.comb(n, k) for k in range(40)] for n in range(40)], dtype=np.int64)
"""(40, 40): in how many ways k of n cards can be taken; nobody has more than 39 unseen cards."""
WAYS_AS_FLOATS = WAYS_TO_TAKE.astype(np.float64)


def list_subsets() -> tuple[np.ndarray, np.ndarray]:
    """Every subset of up to FEW cards as bits, in the order of `combinations`, and at [n, k] where
    those begin that are k of n cards."""
    found: list[int] = []
    first = np.zeros((FEW + 1, FEW + 1), dtype=np.int64)
    for n in range(FEW + 1):
        for k in range(n + 1):
            first[n, k] = len(found)
            found += [sum(1 << one for one in taken) for taken in combinations(range(n), k)]
    return np.array(found, dtype=np.int64), first


SUBSETS, FIRST_SUBSET = list_subsets()
_ULP = 2.0**-53
_K_11 = np.uint64(11)


@inner
def watch_followers(rules: Rules, table: Table) -> None:
    """Bring `table.voids` up to date: who did not follow suit lacks it.

    Only tricks since the last time are looked at, and the unfinished one again, which changes
    nothing.
    """
    playing = places_playing(rules, table)
    if table.tricks_learned < 0:
        table.tricks_learned = 0
        for place in range(4):
            table.voids[place] = 0
    must_trump = rules.must_trump and table.trump != NO_TRUMP
    trick = table.tricks_learned
    at = trick * playing
    while at < table.laid:
        one = np.int64(table.leaders[trick])
        led = lane_of(np.int64(table.log[at]))
        for _ in range(min(playing, table.laid - at)):
            lane = lane_of(np.int64(table.log[at]))
            at += 1
            strays = np.int64(lane != led)
            table.voids[one] |= strays << led
            if must_trump:
                table.voids[one] |= (strays & np.int64(lane != TRUMP_LANE)) << TRUMP_LANE
            one = place_after(rules, table, one)
        trick += 1
        if at <= table.before:
            table.tricks_learned = trick


@inner
def learn(rules: Rules, table: Table, thought: Thought, place: int) -> None:
    """`knowledge`: the unseen cards, everybody's room, and who has shown to lack what."""
    watch_followers(rules, table)
    players = rules.players
    for other in range(4):
        thought.voids[other] = table.voids[other]
    gone = table.played | table.in_trick | table.hands[place]
    unseen = rules.whole[table.trump] & ~gone
    turned_down = table.turn_up >= 0 and table.trump != table.turn_up // 13
    if rules.trump_code == NAMED and turned_down:
        # Turned down: it lies in the pack.
        unseen &= ~(1 << np.int64(rules.bit_of_card[table.trump, table.turn_up]))
    thought.unseen = unseen
    left = count_bits(unseen)
    one = place
    for other in range(3):
        thought.room[other] = 0
        if other < players - 1:
            one = next_place(one, players)
            thought.others[other] = one
            # How many cards somebody holds is open to all; which ones is not.
            thought.room[other] = count_bits(table.hands[one])
            left -= thought.room[other]
    thought.room[3] = left


@inner
def remember_shown(rules: Rules, table: Table, thought: Thought, visible: bool) -> None:
    """`knowledge` with `visible`: leave the dealer's card that made trumps with him."""
    for other in range(3):
        thought.shown[other] = 0
    if not visible or table.turn_up < 0 or rules.trump_code not in (DEALER_FIRST, DEALER_LAST):
        return
    card = thought.unseen & 1 << np.int64(rules.bit_of_card[table.trump, table.turn_up])
    if card == 0:
        return
    dealer = rules.players - 1
    for other in range(rules.players - 1):
        if thought.others[other] == dealer:
            thought.shown[other] = card
            thought.room[other] -= 1
            thought.unseen ^= card


@inner
def group_cards(rules: Rules, thought: Thought) -> None:
    """`worlds.group_cards`."""
    others = rules.players - 1
    thought.groups = 0
    thought.free = 0
    for lane in range(4):
        cards = thought.unseen & lane_mask(lane)
        lacking = 0
        for other in range(others):
            lacking |= ((thought.voids[thought.others[other]] >> lane) & 1) << other
        if lacking == 0:
            thought.free |= cards
        elif cards:
            number = 0
            while number < thought.groups and thought.group_lacking[number] != lacking:
                number += 1
            if number == thought.groups:
                thought.groups += 1
                thought.group_cards[number] = 0
                thought.group_lacking[number] = lacking
            thought.group_cards[number] |= cards


@inner
def ways_to_choose(total: int, a: int, b: int, c: int, d: int) -> float:
    """`worlds.ways_to_choose`."""
    rest = total - a
    return WAYS_AS_FLOATS[total, a] * WAYS_AS_FLOATS[rest, b] * WAYS_AS_FLOATS[rest - b, c]


@inner
def room_number(thought: Thought, a: int, b: int, c: int) -> int:
    """Where the ways of this room are kept."""
    return (a * (thought.room[1] + 1) + b) * (thought.room[2] + 1) + c


@inner
def ways_from(thought: Thought, number: int, a: int, b: int, c: int, d: int) -> float:
    """The worlds of the groups from this number on, and of the free cards, in this room."""
    if number == thought.groups:
        return ways_to_choose(a + b + c + d, a, b, c, d)
    return thought.ways[number, room_number(thought, a, b, c)]


@inner
def count_group(thought: Thought, number: int, a: int, b: int, c: int, d: int) -> float:
    """Add up the ways to share out a group's cards, times those of what follows."""
    size = count_bits(thought.group_cards[number])
    lacking = thought.group_lacking[number]
    total = 0.0
    for i in range((0 if lacking & 1 else min(size, a)) + 1):
        for j in range((0 if lacking & 2 else min(size - i, b)) + 1):
            rest = size - i - j
            for k in range(max(0, rest - d), (0 if lacking & 4 else min(rest, c)) + 1):
                after = ways_from(thought, number + 1, a - i, b - j, c - k, d - (rest - k))
                total += ways_to_choose(size, i, j, k, rest - k) * after
    return total


@inner
def count_ways(thought: Thought) -> None:
    """Fill `ways`, from the last group to the first: once for all worlds of a decision."""
    cards = count_bits(thought.free)
    most_a, most_b, most_c, most_d = (
        thought.room[0],
        thought.room[1],
        thought.room[2],
        thought.room[3],
    )
    for back in range(thought.groups):
        number = thought.groups - 1 - back
        cards += count_bits(thought.group_cards[number])
        if number == 0:
            at = room_number(thought, most_a, most_b, most_c)
            thought.ways[0, at] = count_group(thought, 0, most_a, most_b, most_c, most_d)
            return
        for a in range(min(most_a, cards) + 1):
            for b in range(min(most_b, cards - a) + 1):
                rest = cards - a - b
                for c in range(max(0, rest - most_d), min(most_c, rest) + 1):
                    ways = count_group(thought, number, a, b, c, rest - c)
                    thought.ways[number, room_number(thought, a, b, c)] = ways


@inner
def take(world: Table, place: int, cards: int, count: int) -> int:
    """`worlds.take`: give `count` of the cards at random to a place; what is left of them."""
    left = count_bits(cards)
    if count == left:
        world.hands[place] |= cards
        return 0
    given = 0
    if left <= FEW:
        way = k_below(world.streams, PLAYOUT_STREAM, WAYS_TO_TAKE[left, count])
        given = spread(SUBSETS[FIRST_SUBSET[left, count] + way], cards)
        cards ^= given
    else:
        fraction = np.uint64(0)
        for number in range(count):
            if number % CARDS_A_DRAW == 0:
                fraction = k_draw(world.streams, PLAYOUT_STREAM)
            n, fraction = k_next_below(fraction, left)
            one = nth_card(cards, n)
            left -= 1
            cards ^= one
            given |= one
    world.hands[place] |= given
    return cards


@inner
def deal_out(
    rules: Rules, thought: Thought, world: Table, cards: int, a: int, b: int, c: int
) -> None:
    """`worlds.deal_out`: so many of the cards to each of the others; the pack gets the rest."""
    cards = take(world, thought.others[0], cards, a)
    if rules.players > 2:
        cards = take(world, thought.others[1], cards, b)
    if rules.players > 3:
        take(world, thought.others[2], cards, c)


@inner
def draw_exact(rules: Rules, thought: Thought, world: Table) -> None:
    """`ExactWorlds.draw`: fills the hands of the other places of `world`."""
    a, b, c, d = thought.room[0], thought.room[1], thought.room[2], thought.room[3]
    for number in range(thought.groups):
        uniform = np.float64(k_draw(world.streams, PLAYOUT_STREAM) >> _K_11) * _ULP
        left = uniform * ways_from(thought, number, a, b, c, d)
        size = count_bits(thought.group_cards[number])
        lacking = thought.group_lacking[number]
        x = y = z = 0
        found = False
        for i in range((0 if lacking & 1 else min(size, a)) + 1):
            for j in range((0 if lacking & 2 else min(size - i, b)) + 1):
                rest = size - i - j
                for k in range(max(0, rest - d), (0 if lacking & 4 else min(rest, c)) + 1):
                    ways = ways_to_choose(size, i, j, k, rest - k) * ways_from(
                        thought, number + 1, a - i, b - j, c - k, d - (rest - k)
                    )
                    if ways > 0:
                        x, y, z = i, j, k
                        left -= ways
                        if left < 0:
                            found = True
                            break
                if found:
                    break
            if found:
                break
        deal_out(rules, thought, world, thought.group_cards[number], x, y, z)
        a, b, c, d = a - x, b - y, c - z, d - (size - x - y - z)
    deal_out(rules, thought, world, thought.free, a, b, c)


@inner
def fits(rules: Rules, thought: Thought, world: Table) -> bool:
    """Whether nobody got a suit that he has shown to lack."""
    for other in range(rules.players - 1):
        one = thought.others[other]
        for lane in range(4):
            if (thought.voids[one] >> lane) & 1 and world.hands[one] & lane_mask(lane):
                return False
    return True


@inner
def draw_by_rejection(
    rules: Rules,
    thought: Thought,
    world: Table,
    limit: int,
    new: bool,
) -> bool:
    """`worlds.reject`; False after limit - 1 tries that did not fit."""
    others = rules.players - 1
    loose = thought.unseen
    sure = np.zeros(3, dtype=np.int64)
    if new and thought.room[3] == 0:
        for number in range(thought.groups):
            may = ~thought.group_lacking[number] & ((1 << others) - 1)
            if count_bits(may) == 1:
                who = 0 if may & 1 else (1 if may & 2 else 2)
                sure[who] |= thought.group_cards[number]
                loose &= ~thought.group_cards[number]
    for _ in range(limit - 1):
        cards = loose
        for other in range(others):
            one = thought.others[other]
            world.hands[one] = sure[other]
            more = thought.room[other] - count_bits(sure[other])
            cards = take(world, one, cards, more)
        if fits(rules, thought, world):
            return True
    return False


@inner
def draw_world(
    rules: Rules,
    table: Table,
    thought: Thought,
    world: Table,
    way: int,
    limit: int,
) -> None:
    """Fill the hands of the other places. Only here, at the limit, are the true ones looked at."""
    others = rules.players - 1
    thought.worlds += 1
    for other in range(others):
        world.hands[thought.others[other]] = thought.shown[other]
    if way == EXACT:
        draw_exact(rules, thought, world)
        return
    new = way == REJECTION_NEW
    if limit > 0 and draw_by_rejection(rules, thought, world, limit, new):
        return
    thought.truths += 1
    thought.truths_by_trick[table.before // rules.players] += 1
    missing = 0
    for other in range(others):
        one = thought.others[other]
        missing += count_bits(thought.voids[one])
        world.hands[one] = table.hands[one]
    thought.truths_by_missing[missing] += 1
