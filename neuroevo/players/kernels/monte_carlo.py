"""`MonteCarloPlayer`, compiled: card for card the same, from the same dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from neuroevo.addresses import address_of, make_record_at
from neuroevo.arithmetic.functions import log
from neuroevo.cards.kernels.streams import k_below
from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import count_bits, larger, lowest_bit
from neuroevo.games.kernels.play import make_play_on
from neuroevo.games.kernels.trick import (
    joined_by,
    lane_of_trumps,
    led_with,
    no_trick,
    place_after,
    places_playing,
    trick_at,
    winner_of,
)
from neuroevo.kernel_cache import inner, kernel
from neuroevo.players.kernels.playouts import PLAYOUT_STREAM, rest_at_random, worth_of
from neuroevo.players.kernels.worlds import (
    MOST_MANNERS,
    THOUGHT,
    Thought,
    count_ways,
    draw_world,
    group_cards,
    learn,
    remember_shown,
)
from neuroevo.players.kernels.written import CHOOSE, choose_greedy, choose_heuristic
from neuroevo.players.manners import EXACT, REJECTION_NEW, REST_GREEDY, REST_RANDOM, TRUTH


def new_thought(manners: Sequence[tuple[int, ...]]) -> Thought:
    """A thread's thought, for players of these manners."""
    if len(manners) > MOST_MANNERS:
        raise BadInput(
            f"{len(manners)} Monte-Carlo players of different settings; at most {MOST_MANNERS}"
        )
    thought = np.zeros(1, dtype=THOUGHT)[0]
    for number, manner in enumerate(manners):
        thought["manners"][number] = manner
    return thought


_play_on_greedily = make_play_on(choose_greedy, logged=False)
_play_on_by_heuristic = make_play_on(choose_heuristic, logged=False)


@inner
def play_out(rules: Rules, table: Table, world: Table, place: int, bit: int, rest: int) -> int:
    """`MonteCarloPlayer.play_out`: what the own side takes if this card is played now.

    world: its hands are those of the world with the own hand whole; they are used up.
    """
    points, trump_lane = rules.points[table.trump], lane_of_trumps(table.trump)
    if table.led < 0:
        trick = led_with(bit, place, points, trump_lane)
    else:
        trick = joined_by(trick_at(table), bit, place, points, trump_lane)
    world.hands[place] ^= 1 << bit
    own = 1 << place
    if rules.partners:
        own |= 1 << (place ^ 2)
    world.played = table.played
    gained = 0
    turn = place_after(rules, table, place)
    if count_bits(trick.cards) == places_playing(rules, table):
        turn = winner_of(trick)
        gained = (trick.worth if rules.counts_points else 1) * ((own >> turn) & 1)
        world.played |= trick.cards
        trick = no_trick()
    if world.hands[turn] == 0:
        return -gained if rules.fewest_wins else gained
    if rest == REST_RANDOM:
        if world.out >= 0:
            world.hands[world.out] = 0
        taken = rest_at_random(rules, world, turn, trick.led, trick.power, trick.cards, own)
        gained += worth_of(rules, world, taken)
    else:
        for one in range(4):
            world.tricks[one] = 0
            world.points[one] = 0
        if rest == REST_GREEDY:
            _play_on_greedily(rules, world, None, turn, trick)
        else:
            _play_on_by_heuristic(rules, world, None, turn, trick)
        for one in range(4):
            took = world.points[one] if rules.counts_points else world.tricks[one]
            gained += took * ((own >> one) & 1)
    return -gained if rules.fewest_wins else gained


@inner
def try_card(
    rules: Rules, table: Table, thought: Thought, world: Table, place: int, bit: int, manner: Any
) -> None:
    """Play a card out in the world that was dealt, and keep what it brings."""
    h0, h1, h2, h3 = world.hands[0], world.hands[1], world.hands[2], world.hands[3]
    for _ in range(manner.playouts):
        world.hands[0], world.hands[1], world.hands[2], world.hands[3] = h0, h1, h2, h3
        gained = play_out(rules, table, world, place, bit, manner.rest)
        if manner.by_mean:
            thought.sums[bit] += gained
        else:
            thought.sums[bit] = larger(thought.sums[bit], gained)
    world.hands[0], world.hands[1], world.hands[2], world.hands[3] = h0, h1, h2, h3


@inner
def worth_of_round(rules: Rules, table: Table) -> int:
    """`monte_carlo.worth_of_round`."""
    if rules.counts_points:
        return worth_of(rules, table, rules.whole[table.trump])
    return rules.tricks


@inner
def most_promising(thought: Thought, legal: int, done: int, width: float) -> int:
    """`monte_carlo.most_promising`, after so many play-outs of all cards."""
    total = log(np.float64(larger(np.int64(1), np.int64(done))))
    chosen, highest = lowest_bit(legal), -math.inf
    while legal:
        bit = lowest_bit(legal)
        legal &= legal - 1
        tries = thought.tries[bit]
        if tries == 0:
            return bit
        bound = thought.sums[bit] / tries + width * math.sqrt(total / tries)
        if bound > highest:
            chosen, highest = bit, bound
    return chosen


@inner
def think(rules: Rules, table: Table, thought: Thought, place: int, legal: int) -> int:
    """`MonteCarloPlayer.choose`."""
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    manner = thought.manners[table.manner[place]]
    world = thought.world[0]
    streams = world.streams
    streams[PLAYOUT_STREAM] = table.streams[place]
    world.trump, world.out = table.trump, table.out
    world.hands[place] = table.hands[place]
    learn(rules, table, thought, place)
    remember_shown(rules, table, thought, manner.visible)
    if manner.way == EXACT or manner.way == REJECTION_NEW:
        group_cards(rules, thought)
    if manner.way == EXACT:
        count_ways(thought)
    limit = 0 if manner.way == TRUTH else manner.limit
    lowest = np.int64(-1) << 40
    cards = legal
    while cards:
        thought.sums[lowest_bit(cards)] = 0 if manner.by_mean else lowest
        thought.tries[lowest_bit(cards)] = 0 if manner.exploration else 1
        cards &= cards - 1
    if manner.exploration:
        width = manner.exploration / 100 * worth_of_round(rules, world)
        for number in range(manner.shuffles * count_bits(legal)):
            bit = most_promising(thought, legal, number, width)
            thought.tries[bit] += 1
            draw_world(rules, table, thought, world, manner.way, limit)
            try_card(rules, table, thought, world, place, bit, manner)
    elif manner.together:
        for _ in range(manner.shuffles):
            draw_world(rules, table, thought, world, manner.way, limit)
            cards = legal
            while cards:
                bit = lowest_bit(cards)
                cards &= cards - 1
                try_card(rules, table, thought, world, place, bit, manner)
    else:
        cards = legal
        while cards:
            bit = lowest_bit(cards)
            cards &= cards - 1
            for _ in range(manner.shuffles):
                draw_world(rules, table, thought, world, manner.way, limit)
                try_card(rules, table, thought, world, place, bit, manner)
    chosen = lowest_bit(legal)
    equal = 1
    cards = legal & (legal - 1)
    while cards:
        bit = lowest_bit(cards)
        cards &= cards - 1
        # Means are compared without dividing; only UCB tries one card more often than another.
        ahead = thought.sums[bit] * thought.tries[chosen]
        ahead -= thought.sums[chosen] * thought.tries[bit]
        if ahead > 0:
            chosen, equal = bit, 1
        elif ahead == 0:
            equal += 1
            if k_below(streams, PLAYOUT_STREAM, equal) == 0:
                chosen = bit
    table.streams[place] = streams[PLAYOUT_STREAM]
    return chosen


_thought_at = make_record_at(THOUGHT)


@kernel
def choose_by_thinking(rules: Rules, table: Table, place: int, legal: int) -> int:
    """A Monte-Carlo player's card, for tables that call it by address."""
    return think(rules, table, _thought_at(table.thought), place, legal)


@cache
def thinking_address() -> int:
    """Where the function of all Monte-Carlo players lies, in this process."""
    return address_of(choose_by_thinking, CHOOSE)
