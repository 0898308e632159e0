"""`appendix.py`, compiled: a card is 16 times its suit plus its value, a hand five slots."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.streams import k_child_seed
from neuroevo.kernel_cache import inner, kernel
from neuroevo.playout.appendix import COIN_WORDS, MENDABLE, RIGHT_BOWER, TRICKS

LOST_CARD, FIRST_TRUMP_ONLY, VALUE_ALONE, BIGGEST_TRUMP, LOW_TRUMPS = (
    1 << MENDABLE.index(name)
    for name in ("lost-card", "first-trump-only", "value-alone", "biggest-trump", "low-trumps")
)
"""The bits of `mended`."""

ANY_DEALER = -1
NO_SLOT = -1
ABOVE = 16
"""Added to a trump's value where trumps are above all other cards."""
WANTED = 3
"""Tricks that win the deal."""


@inner
def man(card: int, led: int, trump: int) -> int:
    """What the program compares to find the trick's winner; 0 for nothing."""
    suit, value = card >> 4, card & 15
    if suit == trump:
        return 60 + value
    return 50 + value if suit == led else value


@inner
def lead_slot(slots: np.ndarray, player: int, left: int, trump: int, coins: int) -> int:
    """`appendix.lead_card`: the slot of the card to lead."""
    best_trump, trumps, low, high = NO_SLOT, 0, NO_SLOT, NO_SLOT
    best_value, low_value, high_value = 0, 99, 0
    for slot in range(left):
        card = slots[player, slot]
        value = card & 15
        if card >> 4 == trump:
            trumps += 1
            if value > best_value:
                best_value, best_trump = value, slot
        else:
            if value < low_value:
                low_value, low = value, slot
            if value > high_value:
                high_value, high = value, slot
    if (trumps > 0 and coins & 1) or trumps == left:
        return best_trump
    return low if coins & 2 else high


@inner
def lowest_slot(slots: np.ndarray, player: int, left: int, trump: int, mended: int) -> int:
    """`appendix.lowest`."""
    lowest, lowest_height = 0, 99
    for slot in range(left):
        card = slots[player, slot]
        height = card & 15
        if mended & LOW_TRUMPS and card >> 4 == trump:
            height += ABOVE
        if height <= lowest_height:
            lowest_height, lowest = height, slot
    return lowest


@inner
def follow_slot(
    slots: np.ndarray,
    player: int,
    left: int,
    trump: int,
    led: int,
    follower: int,
    highest_value: int,
    best_man: int,
    first: int,
    second: int,
    mended: int,
) -> int:
    """`appendix.follow`: the slot of the card to play, or NO_SLOT for nothing.

    highest_value: of the cards before. best_man: of the card that holds the trick. first, second:
    the other followers' cards, 0 where there is none.
    """
    big, small, big_trump, small_trump = NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT
    big_value, small_value, big_trump_value, small_trump_value = 0, 99, 0, 99
    for slot in range(left):
        card = slots[player, slot]
        suit, value = card >> 4, card & 15
        if suit == led:
            if value > big_value:
                big_value, big = value, slot
            if value < small_value:
                small_value, small = value, slot
        if suit == trump:
            if value > big_trump_value:
                big_trump_value, big_trump = value, slot
            if value < small_trump_value:
                small_trump_value, small_trump = value, slot
    if big != NO_SLOT:
        if mended & VALUE_ALONE:
            beats = man(slots[player, big], led, trump) > best_man
        else:
            beats = big_value > highest_value
        return big if beats else small
    if small_trump == NO_SLOT:
        return lowest_slot(slots, player, left, trump, mended)
    if small_trump_value == RIGHT_BOWER:
        if follower == 1 and not mended & LOST_CARD:
            return NO_SLOT
        return lowest_slot(slots, player, left, trump, mended)
    to_beat = 0
    if first >> 4 == trump:
        to_beat = first & 15
    if mended & FIRST_TRUMP_ONLY and second >> 4 == trump:
        to_beat = max(to_beat, second & 15)
    if small_trump_value > to_beat:
        return small_trump
    if mended & BIGGEST_TRUMP:
        better, better_value = NO_SLOT, RIGHT_BOWER
        for slot in range(left):
            card = slots[player, slot]
            if card >> 4 == trump and to_beat < card & 15 < better_value:
                better_value, better = card & 15, slot
        if better != NO_SLOT:
            return better
    elif big_trump_value > to_beat:
        return big_trump
    return lowest_slot(slots, player, left, trump, mended)


@inner
def take_away(slots: np.ndarray, player: int, slot: int, left: int) -> None:
    """Close the gap that a played card leaves."""
    for place in range(slot, left - 1):
        slots[player, place] = slots[player, place + 1]


@inner
def play_out(slots: np.ndarray, trump: int, dealer: int, coins: int, mended: int) -> int:
    """`appendix.play_out`, players from 0: how many tricks players 0 and 2 take.

    slots: (4, 5) int64, written over.
    """
    leader = (dealer + 1) & 3
    taken = 0
    for left in range(TRICKS, 0, -1):
        slot = lead_slot(slots, leader, left, trump, coins)
        card = slots[leader, slot]
        take_away(slots, leader, slot, left)
        led = card >> 4
        highest_value = card & 15
        best_man = man(card, led, trump)
        winner = leader
        first, second = 0, 0
        for follower in range(1, 4):
            player = (leader + follower) & 3
            slot = follow_slot(
                slots,
                player,
                left,
                trump,
                led,
                follower,
                highest_value,
                best_man,
                first,
                second,
                mended,
            )
            card = 0
            if slot != NO_SLOT:
                card = slots[player, slot]
                take_away(slots, player, slot, left)
            if follower == 1:
                first = card
            else:
                second = card
            highest_value = max(highest_value, card & 15)
            his = man(card, led, trump)
            if his > best_man:
                best_man, winner = his, player
        taken += 1 - (winner & 1)
        leader = winner
        coins >>= 2
    return taken


@kernel
def count_all(dealt: np.ndarray, trump: int, mended: int, wins: np.ndarray) -> None:
    """Play out every dealer's deal with every outcome of the coins.

    dealt: (4, 5) int64. wins: (4,) int64; how many of the COIN_WORDS outcomes players 0 and 2 win
    is written for each dealer.
    """
    slots = np.empty_like(dealt)
    for dealer in range(4):
        wins[dealer] = 0
        for coins in range(COIN_WORDS):
            slots[:] = dealt
            wins[dealer] += play_out(slots, trump, dealer, coins, mended) >= WANTED


@kernel
def count_sampled(
    dealt: np.ndarray,
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
    slots = np.empty_like(dealt)
    won = 0
    for index in range(first, first + count):
        word = k_child_seed(key, index)
        deals = np.int64(word >> np.uint64(62)) if dealer == ANY_DEALER else dealer
        slots[:] = dealt
        coins = np.int64(word & np.uint64(COIN_WORDS - 1))
        won += play_out(slots, trump, deals, coins, mended) >= WANTED
    return won


@kernel
def tricks_of_words(
    dealt: np.ndarray, trump: int, dealer: int, mended: int, tricks: np.ndarray
) -> None:
    """Tricks of players 0 and 2 for each outcome of the coins: tricks (COIN_WORDS,), written."""
    slots = np.empty_like(dealt)
    for coins in range(COIN_WORDS):
        slots[:] = dealt
        tricks[coins] = play_out(slots, trump, dealer, coins, mended)
