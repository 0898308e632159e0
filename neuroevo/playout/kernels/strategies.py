"""The strategies of `strategies.py`, compiled: drawn many times, or every course with its weight.

A decision is three sets of cards: one is chosen by coins, then one of its cards with equal chances.
`lead` alone is certain; with `high` and `low` it has half the chance and they a quarter each; where
it is empty they have half each.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_below, k_child_seed
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import (
    LANE_BITS,
    LANE_MASK,
    TRUMP_MASK,
    count_bits,
    highest_bit,
    lane_mask,
    lane_of,
    lowest_bit,
    nth_bit,
)
from neuroevo.games.kernels.play import make_play_tricks
from neuroevo.games.kernels.trick import (
    lane_of_trumps,
    legal_cards,
    trick_at,
    trick_power,
    winning_cards,
)
from neuroevo.kernel_cache import inner, kernel
from neuroevo.players.kernels.written import choose_greedy

DESCRIBED, RANDOM, GREEDY = range(3)

STREAM = 0
"""All places draw from one stream here: nobody asks whose dice they were."""
ANY_LEADER = -1
WANTED = 3
"""Tricks that win the deal."""
HAND = 5

IN_EACH_PLAIN_LANE = 1 | 1 << LANE_BITS | 1 << 2 * LANE_BITS
"""Times a place within a lane: that place of every plain lane."""


@inner
def equals_of(cards: int, highest: bool) -> int:
    """Of a set of plain cards that is not empty, the strongest (or weakest) whatever the suit."""
    places = (cards | cards >> LANE_BITS | cards >> 2 * LANE_BITS) & LANE_MASK
    place = 1 << highest_bit(places) if highest else places & -places
    return cards & (place * IN_EACH_PLAIN_LANE)


@inner
def described_options(rules: Rules, table: Table, legal: int) -> tuple[int, int, int]:
    """`strategies.described_options`: lead, high, low."""
    trumps = legal & TRUMP_MASK
    plain = legal & ~TRUMP_MASK
    if table.led < 0:
        best = 1 << highest_bit(trumps) if trumps else 0
        if plain == 0:
            return best, 0, 0
        return best, equals_of(plain, True), equals_of(plain, False)
    winning = winning_cards(legal, trick_at(table), lane_of_trumps(table.trump))
    if legal & lane_mask(table.led):
        highest = 1 << highest_bit(legal)
        return highest if winning & highest else legal & -legal, 0, 0
    winning &= ~(1 << rules.right_bower)
    if winning:
        return winning & -winning, 0, 0
    if plain:
        return equals_of(plain, False), 0, 0
    return trumps & -trumps, 0, 0


@inner
def options(
    rules: Rules, table: Table, strategy: int, place: int, legal: int
) -> tuple[int, int, int]:
    """A decision by any of the strategies, as three sets of cards."""
    if strategy == DESCRIBED:
        return described_options(rules, table, legal)
    if strategy == RANDOM:
        return legal, 0, 0
    return 1 << choose_greedy(rules, table, None, place, legal), 0, 0


@inner
def choose(rules: Rules, table: Table, strategy: int, place: int, legal: int) -> int:
    """Draw a card from the options."""
    cards, high, low = options(rules, table, strategy, place, legal)
    if high:
        coins = k_below(table.streams, STREAM, 4)
        if cards == 0 or coins & 1:
            cards = high if coins & 2 else low
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    return nth_bit(cards, k_below(table.streams, STREAM, count_bits(cards)))


play_tricks = make_play_tricks(choose)


@kernel
def count_sampled(
    rules: Rules,
    table: Table,
    strategy: int,
    leader: int,
    key: np.uint64,
    first: int,
    count: int,
) -> int:
    """How many of play-outs `first` to `first + count - 1` of the work with this key are won by
    places 0 and 2.

    table: dealt, with its trumps; its hands stay as they were. leader: a place, or ANY_LEADER to
    draw one each time.
    """
    dealt = table.hands.copy()
    won = 0
    for index in range(first, first + count):
        for place in range(4):
            table.hands[place] = dealt[place]
        table.streams[STREAM] = k_child_seed(key, index)
        leads = k_below(table.streams, STREAM, 4) if leader == ANY_LEADER else leader
        play_tricks(rules, table, strategy, leads)
        won += table.tricks[0] + table.tricks[2] >= WANTED
    for place in range(4):
        table.hands[place] = dealt[place]
    return won


@kernel
def count_known(wins: np.ndarray, leader: int, key: np.uint64, first: int, count: int) -> int:
    """`count_sampled` where each leader's outcome is known: wins (4,) bool, by leader."""
    stream = np.zeros(1, dtype=np.uint64)
    won = 0
    for index in range(first, first + count):
        stream[0] = k_child_seed(key, index)
        won += wins[k_below(stream, 0, 4) if leader == ANY_LEADER else leader]
    return won


# The exact way. A state is the cards that each place still holds, five bits of its dealt slots, and
# the leader. All courses that come to a state share their future, so that their weights are added.

LEAST_COMMON = np.array([1, 1, 2, 6, 12, 60], dtype=np.int64)
"""The least common multiple of 1 to n: chances of 1/m with m <= n are whole numbers of it."""


def whole_weight(cards: int = HAND) -> int:
    """The weight of everything: all chances of one course are whole parts of it.

    In each trick with n cards a hand the four decisions have chances of 1/m with m <= n, and the
    leader's coins are quarters. For five cards it is 5.7e18, which just fits into 63 bits.
    """
    whole = 1
    for left in range(1, cards + 1):
        whole *= 4 * int(LEAST_COMMON[left]) ** 4
    return whole


MOST_OPTIONS = 3 * HAND
"""Three sets of cards, each at most a whole hand."""


@inner
def list_options(
    rules: Rules,
    table: Table,
    strategy: int,
    left: int,
    laid: int,
    place: int,
    power: int,
    cards: np.ndarray,
    shares: np.ndarray,
) -> int:
    """What a strategy may lay as card number `laid` of a trick, and with which weight.

    power: of the best card so far. cards, shares: (MOST_OPTIONS,) int64, written. Gives their
    number.
    """
    table.led = -1 if laid == 0 else lane_of(np.int64(table.log[0]))
    table.power = power
    legal = table.hands[place]
    if laid > 0:
        legal = legal_cards(legal, table.led, rules.must_trump)
    lead, high, low = options(rules, table, strategy, place, legal)
    count = 0
    for which in range(3):
        chosen = lead if which == 0 else high if which == 1 else low
        if chosen == 0:
            continue
        quarters = 4 if laid == 0 else 1  # only a leader tosses coins
        if high:
            quarters = (2 if which == 0 else 1) if lead else 2
        share = quarters * (LEAST_COMMON[left] // count_bits(chosen))
        while chosen:
            cards[count] = lowest_bit(chosen)
            shares[count] = share
            chosen &= chosen - 1
            count += 1
    return count


@inner
def follow_trick(
    rules: Rules,
    table: Table,
    strategy: int,
    left: int,
    leader: int,
    held: int,
    slot_of_bit: np.ndarray,
    ranks: np.ndarray,
    now: np.ndarray,
    following: np.ndarray,
) -> None:
    """Follow every course of one trick.

    held: five bits a place, the slots that they hold before it. now: (6,) the weights by tricks
    taken so far. following: (states, 4, 6), the weights of the states after this trick, added to.
    """
    cards = np.zeros((4, MOST_OPTIONS), dtype=np.int64)
    shares = np.zeros((4, MOST_OPTIONS), dtype=np.int64)
    count, tried = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    power, weight = np.full(5, -1), np.ones(5, dtype=np.int64)
    trump_lane = lane_of_trumps(table.trump)
    count[0] = list_options(rules, table, strategy, left, 0, leader, -1, cards[0], shares[0])
    laid = 0
    while laid >= 0:
        place = (leader + laid) & 3
        if tried[laid] > 0:  # take the card back that was tried before
            table.hands[place] |= 1 << cards[laid, tried[laid] - 1]
        if tried[laid] == count[laid]:
            laid -= 1
            continue
        bit = cards[laid, tried[laid]]
        weight[laid + 1] = weight[laid] * shares[laid, tried[laid]]
        tried[laid] += 1
        table.hands[place] ^= 1 << bit
        table.log[laid] = bit
        led = lane_of(np.int64(table.log[0]))
        power[laid + 1] = max(power[laid], trick_power(bit, place, led, trump_lane))
        if laid < 3:
            laid += 1
            tried[laid] = 0
            count[laid] = list_options(
                rules,
                table,
                strategy,
                left,
                laid,
                (place + 1) & 3,
                power[laid],
                cards[laid],
                shares[laid],
            )
            continue
        winner = power[4] & 3
        state = 0
        for seat in range(4):
            laid_by = (seat - leader) & 3
            slots = (held >> 5 * seat) & 31 & ~(1 << slot_of_bit[table.log[laid_by]])
            state = state * ranks[left - 1, 32] + ranks[left - 1, slots]
        ours = 1 - (winner & 1)
        for tricks in range(HAND):
            following[state, winner, tricks + ours] += now[tricks] * weight[4]


@kernel
def exact_weights(
    rules: Rules,
    table: Table,
    strategy: int,
    leader: int,
    slot_of_bit: np.ndarray,
    bit_of_slot: np.ndarray,
    ranks: np.ndarray,
    weights: np.ndarray,
) -> None:
    """Follow every course of a deal, with its weight, from the first lead of `leader` on.

    slot_of_bit: (64,) int64, which of a hand's five slots a card lies in. bit_of_slot: (4, 5)
    int64, the other way round. ranks: (6, 33) int64: the number of a set of slots among those of
    its size, and at 32 how many there are. weights: (6,) int64, written: of all courses in which
    places 0 and 2 take 0 to 5 tricks.
    """
    weights[:] = 0
    states = np.zeros((1, 4, 6), dtype=np.int64)
    states[0, leader, 0] = 1
    sets = np.zeros((6, 10), dtype=np.int64)
    for slots in range(32):
        size = count_bits(slots)
        sets[size, ranks[size, slots]] = slots
    for left in range(HAND, 0, -1):
        count, fewer = ranks[left, 32], ranks[left - 1, 32]
        following = np.zeros((fewer**4, 4, 6), dtype=np.int64)
        for state in range(count**4):
            for leads in range(4):
                now = states[state, leads]
                if now.sum() == 0:
                    continue
                held, rest = 0, state
                for place in range(3, -1, -1):
                    slots = sets[left, rest % count]
                    rest //= count
                    held |= slots << 5 * place
                    hand = 0
                    for slot in range(HAND):
                        if slots >> slot & 1:
                            hand |= 1 << bit_of_slot[place, slot]
                    table.hands[place] = hand
                follow_trick(
                    rules,
                    table,
                    strategy,
                    left,
                    leads,
                    held,
                    slot_of_bit,
                    ranks,
                    now,
                    following,
                )
        states = following
    for leads in range(4):
        for tricks in range(6):
            weights[tricks] += states[0, leads, tricks]
