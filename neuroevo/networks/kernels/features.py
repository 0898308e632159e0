"""The features of `features.py`, compiled, in the same order."""

from __future__ import annotations

import numpy as np

from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import TRUMP_LANE, count_bits, lane_mask, lane_of, lowest_bit
from neuroevo.games.kernels.trick import lane_of_trumps
from neuroevo.kernel_cache import inner
from neuroevo.networks.architecture import MOST_FEATURES
from neuroevo.networks.features import FEATURES, FEW, SHARED
from neuroevo.networks.kernels.situation import (
    Now,
    higher_unseen,
    holds_up,
    partner_can_win,
    ruff_risk,
    survey,
    unseen_of,
)
from neuroevo.players.kernels.card_sets import extreme_card, winning_cards

FEATURE_COUNT = len(FEATURES)
assert FEATURE_COUNT <= MOST_FEATURES
MOST_LEGAL = 26

(
    BIAS,
    LEADING,
    TO_COME,
    TRICK_WORTH,
    PARTNER_WINNING,
    TRICK_NUMBER,
    TRICKS_TAKEN,
    OUR_CALL,
    TRUMPS_HELD,
    TRUMPS_UNSEEN,
    RIVALS_WITHOUT_TRUMPS,
    SUITS_LACKING,
    TRUMP,
    STRENGTH,
    POINTS,
    HIGHER_UNSEEN,
    LOWER_UNSEEN,
    BOSS,
    POINTS_UNSEEN,
    SUIT_HELD,
    HIGHER_HELD,
    LEAVES_VOID,
    WINS_NOW,
    FOLLOWS,
    CHEAPEST,
    CHEAPEST_WINNER,
    DEAREST_LOSER,
    CHANCE,
    SIDE_CHANCE,
    RUFF_RISK,
    AT_STAKE,
    EXPECTED,
    RISKED,
    RIVALS_VOID,
    PARTNER_VOID,
    PARTNER_CAN_WIN,
) = range(FEATURE_COUNT)

_FEW, _THIRD = np.float32(1 / FEW), np.float32(1 / 3)


@inner
def points_of(rules: Rules, trump: int, cards: int) -> int:
    """The points of a set of cards."""
    total = np.int64(0)
    while cards:
        total += rules.points[trump, lowest_bit(cards)]
        cards &= cards - 1
    return total


@inner
def describe_decision(rules: Rules, table: Table, now: Now, place: int, values: np.ndarray) -> None:
    """The first `SHARED` features; values: (FEATURE_COUNT,) float32, written."""
    hand = table.hands[place]
    has_trumps = table.trump != NO_TRUMP
    values[BIAS] = 1
    values[LEADING] = table.led < 0
    values[TO_COME] = now.to_come * _THIRD
    values[TRICK_WORTH] = 0
    if rules.most_points > 0 and table.in_trick:
        worth = points_of(rules, table.trump, table.in_trick)
        values[TRICK_WORTH] = worth / (2 * rules.most_points)
    friend = rules.partners and table.led >= 0 and (table.power & 3) ^ place == 2
    values[PARTNER_WINNING] = friend
    playing = rules.players - (1 if table.out >= 0 else 0)
    values[TRICK_NUMBER] = (table.before // playing) / rules.tricks
    taken = table.tricks[place] + (table.tricks[place ^ 2] if rules.partners else 0)
    values[TRICKS_TAKEN] = taken / rules.tricks
    values[OUR_CALL] = 0
    if table.caller >= 0:
        ours = table.caller == place or (rules.partners and table.caller ^ place == 2)
        values[OUR_CALL] = 1 if ours else -1
    values[TRUMPS_HELD] = 0
    values[TRUMPS_UNSEEN] = 0
    values[RIVALS_WITHOUT_TRUMPS] = 0
    if has_trumps:
        values[TRUMPS_HELD] = count_bits(hand & lane_mask(TRUMP_LANE)) / count_bits(hand)
        values[TRUMPS_UNSEEN] = unseen_of(now, TRUMP_LANE) * _FEW
        values[RIVALS_WITHOUT_TRUMPS] = rivals_without(now, TRUMP_LANE) * _THIRD
    lacking = 0
    for lane in range(3 if has_trumps else 4):
        lacking += hand & lane_mask(lane) == 0
    values[SUITS_LACKING] = lacking * np.float32(0.25)


@inner
def rivals_without(now: Now, lane: int) -> int:
    """How many rivals have shown to lack a suit."""
    found = 0
    for number in range(now.rivals):
        found += (now.voids[now.others[now.rival[number]]] >> lane) & 1
    return found


@inner
def describe_one(
    rules: Rules,
    table: Table,
    now: Now,
    place: int,
    bit: int,
    winners: int,
    shared: np.ndarray,
    values: np.ndarray,
) -> None:
    """The features of one card, but those of price; values: (FEATURE_COUNT,) float32, written.

    winners: the legal cards that take the trick as it lies. shared: the decision's features.
    """
    lane = lane_of(bit)
    suit = lane_mask(lane)
    above = ~((2 << bit) - 1)
    hand = table.hands[place] & suit
    unseen = now.unseen & suit
    higher = higher_unseen(now, bit)
    wins = (winners >> bit) & 1
    values[TRUMP] = lane == TRUMP_LANE and table.trump != NO_TRUMP
    values[STRENGTH] = (bit & 15) / (rules.ranks - 1)
    values[POINTS] = 0
    values[POINTS_UNSEEN] = 0
    if rules.most_points > 0:
        values[POINTS] = rules.points[table.trump, bit] / rules.most_points
        worth = points_of(rules, table.trump, unseen)
        values[POINTS_UNSEEN] = worth / (2 * rules.most_points)
    values[HIGHER_UNSEEN] = higher * _FEW
    values[LOWER_UNSEEN] = (count_bits(unseen) - higher) * _FEW
    values[BOSS] = higher == 0
    values[SUIT_HELD] = count_bits(hand) * _FEW
    values[HIGHER_HELD] = count_bits(hand & above) * _FEW
    values[LEAVES_VOID] = hand & (hand - 1) == 0
    values[WINS_NOW] = wins
    values[FOLLOWS] = table.led == lane
    values[CHEAPEST] = 0
    values[CHEAPEST_WINNER] = 0
    values[DEAREST_LOSER] = 0
    values[CHANCE] = 0
    values[SIDE_CHANCE] = 0
    if wins:
        values[CHANCE] = holds_up(table, now, bit)
        values[SIDE_CHANCE] = values[CHANCE]
    elif shared[PARTNER_WINNING]:
        values[SIDE_CHANCE] = holds_up(table, now, (table.power >> 2))
    values[RUFF_RISK] = ruff_risk(table, now, bit)
    values[AT_STAKE] = shared[TRICK_WORTH] + np.float32(0.5) * values[POINTS]
    values[EXPECTED] = values[SIDE_CHANCE] * values[AT_STAKE]
    values[RISKED] = (np.float32(1) - values[SIDE_CHANCE]) * values[POINTS]
    values[RIVALS_VOID] = rivals_without(now, lane) * _THIRD
    values[PARTNER_VOID] = rules.partners and (now.voids[place ^ 2] >> lane) & 1
    values[PARTNER_CAN_WIN] = partner_can_win(table, now, bit if wins else (table.power >> 2))


@inner
def describe_cards(
    rules: Rules,
    table: Table,
    now: Now,
    place: int,
    legal: int,
    shared: np.ndarray,
    values: np.ndarray,
) -> int:
    """Every feature of every legal card, from the lowest bit to the highest; how many there are.

    shared: (FEATURE_COUNT,) float32, written up to SHARED: those of the decision. values:
    (MOST_LEGAL, FEATURE_COUNT) float32, written from SHARED on.
    """
    survey(rules, table, now, place)
    describe_decision(rules, table, now, place, shared)
    winners = legal
    if table.led >= 0:
        winners = winning_cards(legal, (table.power >> 2), table.led, lane_of_trumps(table.trump))
    trump = table.trump
    cheapest = extreme_card(rules.price[trump], legal, False)
    winner = extreme_card(rules.cost[trump], winners, False) if winners else -1
    losers = legal & ~winners
    loser = extreme_card(rules.cost[trump], losers, True) if losers else -1
    count = 0
    cards = legal
    while cards:
        bit = lowest_bit(cards)
        cards &= cards - 1
        described = values[count]
        describe_one(rules, table, now, place, bit, winners, shared, described)
        if bit == cheapest:
            described[CHEAPEST] = 1
        if bit == winner:
            described[CHEAPEST_WINNER] = 1
        if bit == loser:
            described[DEAREST_LOSER] = 1
        count += 1
    return count


__all__ = ["FEATURE_COUNT", "MOST_LEGAL", "SHARED", "describe_cards"]
