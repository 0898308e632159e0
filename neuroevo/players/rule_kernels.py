"""The players of `rule_players.py`, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.cards.streams import k_below
from neuroevo.games.bits import (
    TRUMP_MASK,
    count_bits,
    lane_mask,
    larger,
    lowest_bit,
    nth_bit,
)
from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels import lane_of_trumps
from neuroevo.kernel_cache import inner
from neuroevo.players.avoiding_kernels import choose_avoiding
from neuroevo.players.card_sets import extreme_card, winning_cards
from neuroevo.players.kinds import (
    COMBINED,
    COMBINED_THRIFTY,
    HEURISTIC,
    HIGH,
    HIGHEST,
    LOWEST,
    NEVER_TRUMP,
    OBLIGED,
    OBLIGED_LEADING,
    RANDOM,
    RANDOM_CARDS,
    THIRD_HIGH,
)


@inner
def choose_random(rules: Rules, table: Table, place: int, legal: int) -> int:
    """Any legal card, each with the same chance."""
    return nth_bit(legal, k_below(table.streams, place, count_bits(legal)))


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
def any_of(table: Table, place: int, cards: int) -> int:
    """One of the cards, each with the same chance."""
    return nth_bit(cards, k_below(table.streams, place, count_bits(cards)))


@inner
def choose_obliged(rules: Rules, table: Table, place: int, legal: int, leads_trump: bool) -> int:
    """`ObligedPlayer.choose`."""
    trumps = legal & TRUMP_MASK if table.trump != NO_TRUMP else 0
    free = not leads_trump if table.led < 0 else legal & lane_mask(table.led) != 0
    return any_of(table, place, legal if free or trumps == 0 else trumps)


@inner
def extreme_by_worth(rules: Rules, table: Table, place: int, cards: int, sign: int) -> int:
    """`rule_players.most_valuable` (sign 1) and `least_valuable` (sign -1)."""
    points = rules.points[table.trump]
    most = np.int64(-1) << 40
    equal = 0
    while cards:
        bit = lowest_bit(cards)
        cards &= cards - 1
        worth = sign * (np.int64(points[bit]) if rules.counts_points else bit & 15)
        if worth > most:
            most = worth
            equal = 0
        if worth == most:
            equal |= 1 << bit
    return any_of(table, place, equal)


@inner
def choose_high(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`HighPlayer.choose`."""
    return extreme_by_worth(rules, table, place, legal, 1)


@inner
def choose_never_trump(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`NeverTrumpPlayer.choose`."""
    plain = legal & ~TRUMP_MASK if table.trump != NO_TRUMP else legal
    return any_of(table, place, plain if table.led >= 0 and plain else legal)


@inner
def choose_combined(rules: Rules, table: Table, place: int, legal: int, thrifty: bool) -> int:
    """`CombinedPlayer.choose`."""
    if table.led < 0 or (rules.partners and (table.power & 3) ^ place == 2):
        return choose_high(rules, table, place, legal)
    taking = winning_cards(legal, table.best, table.led, lane_of_trumps(table.trump))
    if thrifty and taking == 0:
        return extreme_by_worth(rules, table, place, legal, -1)
    if legal & lane_mask(table.led):
        return choose_high(rules, table, place, taking if thrifty else legal)
    trumps = legal & TRUMP_MASK if table.trump != NO_TRUMP else 0
    chosen = taking if thrifty else trumps
    return any_of(table, place, chosen if chosen else legal)


@inner
def bosses_of(table: Table, cards: int, unseen: int) -> int:
    """Those of the cards that no unseen card of their suit beats."""
    found = 0
    for lane in range(4):
        mine = cards & lane_mask(lane)
        higher = unseen & lane_mask(lane)
        # Bits above the highest unseen one: none of the lower bits may be left.
        while higher & (higher - 1):
            higher &= higher - 1
        found |= mine & ~((higher << 1) - 1) if higher else mine
    return found


@inner
def most_valuable(rules: Rules, trump: int, cards: int, sign: int) -> int:
    """The card with the most points, and of those the dearest (sign 1) or the cheapest (-1)."""
    chosen = np.int64(-1) << 40
    while cards:
        bit = lowest_bit(cards)
        cards &= cards - 1
        value = (np.int64(rules.points[trump, bit]) << 16) + sign * rules.cost[trump, bit]
        chosen = larger(chosen, (value << 6) | bit)
    return chosen & 63


@inner
def choose_heuristic(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`HeuristicPlayer.choose`."""
    if rules.fewest_wins:
        return choose_avoiding(rules, table, place, legal)
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    trump = table.trump
    plain = ~TRUMP_MASK if trump != NO_TRUMP else -1
    price, cost = rules.price[trump], rules.cost[trump]
    unseen = rules.whole[trump] & ~(table.played | table.hands[place])
    if table.led < 0:
        bosses = bosses_of(table, legal, unseen)
        if bosses & plain:
            return most_valuable(rules, trump, bosses & plain, 1)
        if bosses:
            return extreme_card(cost, bosses, True)
        return extreme_card(price, legal, False)
    unseen &= ~table.in_trick
    playing = rules.players - (1 if table.out >= 0 else 0)
    to_come = playing - 1 - count_bits(table.in_trick)
    last = to_come == 0
    winning = winning_cards(legal, table.best, table.led, lane_of_trumps(trump))
    friend = rules.partners and (table.power & 3) ^ place == 2
    if friend:
        safe = last or bosses_of(table, 1 << table.best, unseen) != 0
        if safe and rules.counts_points and legal & plain:
            return most_valuable(rules, trump, legal & plain, -1)
        return extreme_card(price, legal, False)
    sure = winning if last else bosses_of(table, winning, unseen)
    if sure:
        if rules.counts_points and sure & plain:
            return most_valuable(rules, trump, sure & plain, 1)
        return extreme_card(cost, sure, False)
    ruffs = winning & ~plain
    if winning and not ruffs and to_come == 1 and not rules.partners:
        return extreme_card(cost, winning, False)
    return extreme_card(price, ruffs if ruffs else legal, False)


@inner
def choose_by_rule(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whichever rule player sits there."""
    kind = table.kind[place]
    if kind in (RANDOM, RANDOM_CARDS):
        return choose_random(rules, table, place, legal)
    if kind == HIGHEST:
        return extreme_card(rules.height[table.trump], legal, True)
    if kind == LOWEST:
        return extreme_card(rules.cost[table.trump], legal, False)
    if kind in (OBLIGED, OBLIGED_LEADING):
        return choose_obliged(rules, table, place, legal, kind == OBLIGED_LEADING)
    if kind == HIGH:
        return choose_high(rules, table, place, legal)
    if kind == THIRD_HIGH:
        if table.laid - table.before == 2:
            return choose_high(rules, table, place, legal)
        return any_of(table, place, legal)
    if kind == HEURISTIC:
        return choose_heuristic(rules, table, place, legal)
    if kind == NEVER_TRUMP:
        return choose_never_trump(rules, table, place, legal)
    if kind in (COMBINED, COMBINED_THRIFTY):
        return choose_combined(rules, table, place, legal, kind == COMBINED_THRIFTY)
    return choose_greedy(rules, table, place, legal)


@inner
def choose_at_random(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """`choose_by_rule` for a table at which everybody plays at random."""
    return choose_random(rules, table, place, legal)
