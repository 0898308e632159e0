"""`appendix.py`, compiled: a hand is a set of bits, a lane of 16 a suit and a bit a value.

Slots never change their order, only their number: so a card's first slot decides ties for ever, and
who plays nothing loses the card whose slot comes last.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.games.kernels.bits import (
    LANE_BITS,
    LANE_MASK,
    highest_bit,
    lane_mask,
    lane_of,
    lowest_bit,
)
from neuroevo.kernel_cache import inner, kernel
from neuroevo.playout.appendix import COIN_WORDS, MENDABLE, RIGHT_BOWER, TRICKS

LOST_CARD, FIRST_TRUMP_ONLY, VALUE_ALONE, BIGGEST_TRUMP, LOW_TRUMPS = (
    1 << MENDABLE.index(name)
    for name in ("lost-card", "first-trump-only", "value-alone", "biggest-trump", "low-trumps")
)
"""The bits of `mended`."""

ANY_DEALER = -1
NOTHING = -1
"""In place of a card's bit."""
WANTED = 3
"""Tricks that win the deal."""
IN_EACH_LANE = 1 | 1 << LANE_BITS | 1 << 2 * LANE_BITS | 1 << 3 * LANE_BITS
"""Times a place within a lane: that place of every lane."""


@inner
def value_of(bit: int) -> int:
    """A card's value; 0 for nothing."""
    return bit & (LANE_BITS - 1) if bit != NOTHING else 0


@inner
def man(bit: int, led: int, trump: int) -> int:
    """What the program compares to find the trick's winner; 0 for nothing."""
    if bit == NOTHING:
        return 0
    suit = lane_of(bit)
    if suit == trump:
        return 60 + value_of(bit)
    return 50 + value_of(bit) if suit == led else value_of(bit)


@inner
def equals_of(cards: int, highest: bool) -> int:
    """Of a set that is not empty, the cards of the highest (or lowest) value."""
    both = cards | cards >> 2 * LANE_BITS
    values = (both | both >> LANE_BITS) & LANE_MASK
    value = 1 << highest_bit(values) if highest else values & -values
    return cards & (value * IN_EACH_LANE)


@inner
def by_slot(cards: int, slots: np.ndarray, last: bool) -> int:
    """The card in the first (or last) slot of a set that is not empty."""
    chosen = lowest_bit(cards)
    cards &= cards - 1
    while cards:
        bit = lowest_bit(cards)
        cards &= cards - 1
        if (slots[bit] > slots[chosen]) == last:
            chosen = bit
    return chosen


@inner
def lead_card(hand: int, slots: np.ndarray, trump: int, coins: int) -> int:
    """`appendix.lead_card`."""
    trumps = hand & lane_mask(trump)
    if (trumps and coins & 1) or trumps == hand:
        return highest_bit(trumps)
    return by_slot(equals_of(hand ^ trumps, not coins & 2), slots, False)


@inner
def lowest(hand: int, slots: np.ndarray, trump: int, mended: int) -> int:
    """`appendix.lowest`."""
    cards = hand
    if mended & LOW_TRUMPS:
        plain = hand & ~lane_mask(trump)
        cards = plain if plain else hand
    return by_slot(equals_of(cards, False), slots, True)


@inner
def follow(
    hand: int,
    slots: np.ndarray,
    trump: int,
    led: int,
    follower: int,
    highest_value: int,
    best_man: int,
    first: int,
    second: int,
    mended: int,
) -> int:
    """`appendix.follow`, or NOTHING.

    highest_value: of the cards before. best_man: of the card that holds the trick. first, second:
    the other followers' cards, NOTHING where there is none.
    """
    following = hand & lane_mask(led)
    if following:
        biggest = highest_bit(following)
        if mended & VALUE_ALONE:
            beats = man(biggest, led, trump) > best_man
        else:
            beats = value_of(biggest) > highest_value
        return biggest if beats else lowest_bit(following)
    trumps = hand & lane_mask(trump)
    if trumps == 0:
        return lowest(hand, slots, trump, mended)
    smallest = lowest_bit(trumps)
    if value_of(smallest) == RIGHT_BOWER:
        if follower == 1 and not mended & LOST_CARD:
            return NOTHING
        return lowest(hand, slots, trump, mended)
    to_beat = 0
    if first != NOTHING and lane_of(first) == trump:
        to_beat = value_of(first)
    if mended & FIRST_TRUMP_ONLY and second != NOTHING and lane_of(second) == trump:
        to_beat = max(to_beat, value_of(second))
    if value_of(smallest) > to_beat:
        return smallest
    if mended & BIGGEST_TRUMP:
        better = trumps & ~((2 << (LANE_BITS * trump + to_beat)) - 1)
        better &= ~(1 << (LANE_BITS * trump + RIGHT_BOWER))
        if better:
            return lowest_bit(better)
    elif value_of(highest_bit(trumps)) > to_beat:
        return highest_bit(trumps)
    return lowest(hand, slots, trump, mended)


@inner
def play_out(
    hands: np.ndarray, slots: np.ndarray, trump: int, dealer: int, coins: int, mended: int
) -> int:
    """`appendix.play_out`, players from 0: how many tricks players 0 and 2 take.

    hands: (4,) int64, played away. slots: (64,) int64, the slot in which each card was dealt.
    """
    leader = (dealer + 1) & 3
    taken = 0
    for _ in range(TRICKS):
        card = lead_card(hands[leader], slots, trump, coins)
        hands[leader] ^= 1 << card
        led = lane_of(card)
        highest_value = value_of(card)
        best_man = man(card, led, trump)
        winner = leader
        first, second = NOTHING, NOTHING
        for follower in range(1, 4):
            player = (leader + follower) & 3
            hand = hands[player]
            card = follow(
                hand,
                slots,
                trump,
                led,
                follower,
                highest_value,
                best_man,
                first,
                second,
                mended,
            )
            gone = by_slot(hand, slots, True) if card == NOTHING else card
            hands[player] = hand ^ (1 << gone)
            if follower == 1:
                first = card
            else:
                second = card
            highest_value = max(highest_value, value_of(card))
            his = man(card, led, trump)
            if his > best_man:
                best_man, winner = his, player
        taken += 1 - (winner & 1)
        leader = winner
        coins >>= 2
    return taken


@kernel
def count_all(
    dealt: np.ndarray, slots: np.ndarray, trump: int, mended: int, tricks: np.ndarray
) -> None:
    """Play out every dealer's deal with every outcome of the coins.

    dealt: (4,) int64. slots: see `play_out`. tricks: (4, COIN_WORDS) int64, written: what players
    0 and 2 take, by dealer and coins.
    """
    hands = np.empty_like(dealt)
    for dealer in range(4):
        for coins in range(COIN_WORDS):
            for place in range(4):
                hands[place] = dealt[place]
            tricks[dealer, coins] = play_out(hands, slots, trump, dealer, coins, mended)


@kernel
def count_sampled(
    dealt: np.ndarray,
    slots: np.ndarray,
    trump: int,
    mended: int,
    dealer: int,
    key: np.uint64,
    first: int,
    count: int,
) -> int:
    """How many of play-outs `first` to `first + count - 1` of the work with this key are won.

    One 64-bit word a play-out gives its coins (the low bits) and its dealer (the high ones).
    """
    hands = np.empty_like(dealt)
    won = 0
    for index in range(first, first + count):
        word = k_child_seed(key, index)
        deals = np.int64(word >> np.uint64(62)) if dealer == ANY_DEALER else dealer
        for place in range(4):
            hands[place] = dealt[place]
        coins = np.int64(word & np.uint64(COIN_WORDS - 1))
        won += play_out(hands, slots, trump, deals, coins, mended) >= WANTED
    return won
