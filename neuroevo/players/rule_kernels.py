"""The players of `rule_players.py`, compiled, and the kernel that seats them at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.streams import k_below, k_child_seed
from neuroevo.games.bits import (
    TRUMP_LANE,
    TRUMP_MASK,
    count_bits,
    lane_mask,
    larger,
    lowest_bit,
    nth_bit,
)
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import lane_of_trumps, make_play_deal, seed_streams
from neuroevo.kernel_cache import inner, inner_for, kernel
from neuroevo.players.bidder_kernels import bid_tricks, discard, name_trump
from neuroevo.players.kinds import HIGHEST, LOWEST, RANDOM


@inner
def choose_random(rules: Rules, table: Table, place: int, legal: int) -> int:
    """Any legal card, each with the same chance."""
    return nth_bit(legal, k_below(table.streams, place, count_bits(legal)))


@inner
def extreme_card(order: np.ndarray, cards: int, highest: bool) -> int:
    """The bit of the card that is last (or first) by `order` (64,) in a set that is not empty."""
    sign = 1 if highest else -1
    chosen = np.int64(-1) << 40
    for _ in range(count_bits(cards)):
        bit = lowest_bit(cards)
        cards &= cards - 1
        chosen = larger(chosen, ((sign * order[bit]) << 6) | bit)
    return chosen & 63


@inner
def winning_cards(cards: int, best: int, led: int, trump_lane: int) -> int:
    """Those cards of the set that would take the trick as it lies.

    Trumps have the highest bits, so they are the cards that count with a bit above the best one's.
    """
    counting = lane_mask(led) | (TRUMP_MASK if trump_lane == TRUMP_LANE else 0)
    return cards & counting & ~((2 << best) - 1)


@inner
def choose_greedy(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`GreedyPlayer.choose`."""
    hurts = rules.fewest_wins
    if table.led < 0:
        return extreme_card(rules.height[table.trump], legal, not hurts)
    wanted = winning_cards(legal, table.best, table.led, lane_of_trumps(table.trump))
    if hurts:
        wanted = legal & ~wanted
    return extreme_card(rules.cost[table.trump], wanted if wanted else legal, hurts)


@inner
def choose_by_rule(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whichever rule player sits there."""
    kind = table.kind[place]
    if kind == RANDOM:
        return choose_random(rules, table, place, legal)
    if kind == HIGHEST:
        return extreme_card(rules.height[table.trump], legal, True)
    if kind == LOWEST:
        return extreme_card(rules.cost[table.trump], legal, False)
    return choose_greedy(rules, table, place, legal)


@inner
def choose_at_random(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """`choose_by_rule` for a table at which everybody plays at random."""
    return choose_random(rules, table, place, legal)


TRICKS, POINTS, BIDS = range(3)
"""What `play_rounds` writes for each round and player."""


def make_play_rounds(play_deal: Callable[..., bool]) -> Callable[..., bool]:
    """The loop over deals and rotations, for tables that are played by `play_deal`."""

    @inner_for(play_deal)
    def play_rounds(
        rules: Rules,
        table: Table,
        kinds: np.ndarray,
        key: np.uint64,
        first_deal: int,
        rotations: int,
        taken: np.ndarray,
        calls: np.ndarray,
        log: np.ndarray,
    ) -> bool:
        players = rules.players
        for row in range(taken.shape[1]):
            rotation = row % rotations
            deal_key = k_child_seed(key, first_deal + row // rotations)
            seed_streams(table, rules, deal_key, rotation)
            for place in range(players):
                table.kind[place] = kinds[table.player[place]]
            if not play_deal(rules, table, None):
                return False
            for place in range(players):
                player = table.player[place]
                taken[TRICKS, row, player] = table.tricks[place]
                taken[POINTS, row, player] = table.points[place]
                taken[BIDS, row, player] = table.bids[place]
            calls[row, 0] = table.trump
            calls[row, 1] = table.player[table.caller] if table.caller >= 0 else -1
            calls[row, 2] = table.alone
            if log.shape[0] > 0:
                log[row, :] = -1
                for index in range(table.laid):
                    log[row, index] = rules.card_of_bit[table.trump, table.log[index]]
        return True

    return play_rounds


_play_by_rule = make_play_rounds(make_play_deal(choose_by_rule, bid_tricks, name_trump, discard))
_play_at_random = make_play_rounds(
    make_play_deal(choose_at_random, bid_tricks, name_trump, discard, record=False)
)


@kernel
def play_rounds(
    rules: Rules,
    table: Table,
    kinds: np.ndarray,
    key: np.uint64,
    first_deal: int,
    rotations: int,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """Play deals number `first_deal` and on of the work with this key.

    kinds: (players,) int64. taken: (3, rounds, players) int64, written: tricks, points and bid of
    each player; deal d in rotation r is round `(d - first_deal) * rotations + r`. calls: (rounds,
    3) int8, written: trump, the player who made it (-1: nobody), whether alone. log: (rounds, 52)
    int8 with the card numbers in the order of play (-1 past the end), or with no rows if they are
    not wanted. Returns False if a table never names trumps.
    """
    return _play_by_rule(rules, table, kinds, key, first_deal, rotations, taken, calls, log)


@kernel
def play_random_rounds(
    rules: Rules,
    table: Table,
    kinds: np.ndarray,
    key: np.uint64,
    first_deal: int,
    rotations: int,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_rounds` for a table of random players whose cards nobody wants to see: faster."""
    return _play_at_random(rules, table, kinds, key, first_deal, rotations, taken, calls, log)
