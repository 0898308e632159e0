"""Texas Hold'em at full speed: all boards, or boards at random."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_below
from neuroevo.kernel_cache import inner, inner_apart, kernel
from neuroevo.poker.kernels.counting import k_next_choice
from neuroevo.poker.kernels.ranks import (
    CARD_KEYS,
    CARD_MASKS,
    LANE_BITS,
    LANE_PART,
    k_seven,
)

BOARD = 5


@inner
def k_orbit(mask: int, permutations: np.ndarray) -> int:
    """How many sets of cards a board stands for; 0 if another of them comes first.

    permutations: (permutations, 4), ways to rename the suits that change nothing but the board.
    """
    same = 0
    for row in range(permutations.shape[0]):
        renamed = np.int64(0)
        for suit in range(4):
            lane = (mask >> (LANE_BITS * suit)) & LANE_PART
            renamed |= lane << (LANE_BITS * permutations[row, suit])
        if renamed < mask:
            return 0
        same += renamed == mask
    return permutations.shape[0] // same


@inner
def k_count_tuples(
    masks: np.ndarray,
    equal: np.ndarray,
    starts: np.ndarray,
    ends: np.ndarray,
    weight: int,
    at: np.ndarray,
    used: np.ndarray,
    ties: np.ndarray,
    tally: np.ndarray,
) -> None:
    """Give each opponent one of its hands, no card twice, in all ways; count by ties with the user.

    Opponent n has the hands starts[n] to ends[n] - 1. `at`, `used` and `ties` are scratch paper.
    """
    opponents = starts.size
    last = opponents - 1
    depth = 0
    at[0] = starts[0]
    used[0] = 0
    ties[0] = 0
    while depth >= 0:
        if depth == last:
            for hand in range(starts[last], ends[last]):
                if masks[hand] & used[last] == 0:
                    tally[ties[last] + equal[hand]] += weight
            depth -= 1
            continue
        hand = at[depth]
        if hand == ends[depth]:
            depth -= 1
            continue
        at[depth] += 1
        if masks[hand] & used[depth] == 0:
            used[depth + 1] = used[depth] | masks[hand]
            ties[depth + 1] = ties[depth] + equal[hand]
            depth += 1
            at[depth] = starts[depth]


@kernel
def count_hands(masks: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> int:
    """In how many ways each opponent can have one of its hands, no card twice."""
    opponents = starts.size
    at, used, ties = (
        np.zeros(opponents, np.int64),
        np.zeros(opponents, np.int64),
        np.zeros(opponents, np.int64),
    )
    tally = np.zeros(opponents + 1, np.int64)
    equal = np.zeros(masks.size, np.int64)
    k_count_tuples(masks, equal, starts, ends, 1, at, used, ties, tally)
    return tally[0]


@kernel
def count_boards(
    table: np.ndarray,
    hand: np.ndarray,
    board: np.ndarray,
    deck: np.ndarray,
    first: int,
    combos: np.ndarray,
    starts: np.ndarray,
    permutations: np.ndarray,
    tally: np.ndarray,
) -> None:
    """All boards whose first missing card is number `first` of the deck (any, if none is missing).

    combos: (combos, 2) int64, the hands of opponent n being rows starts[n] to starts[n + 1] - 1.
    tally: (opponents + 1) deals in which nobody beats the user, by how many have an equal hand.
    """
    opponents = starts.size - 1
    missing = BOARD - board.size
    count = combos.shape[0]
    keys, masks = np.empty(count, np.int64), np.empty(count, np.int64)
    for row in range(count):
        keys[row] = CARD_KEYS[combos[row, 0]] + CARD_KEYS[combos[row, 1]]
        masks[row] = CARD_MASKS[combos[row, 0]] | CARD_MASKS[combos[row, 1]]
    hand_key = CARD_KEYS[hand[0]] + CARD_KEYS[hand[1]]
    hand_mask = CARD_MASKS[hand[0]] | CARD_MASKS[hand[1]]
    kept, equal = np.empty(count, np.int64), np.empty(count, np.int64)
    from_, to = np.zeros(opponents, np.int64), np.zeros(opponents, np.int64)
    at, used, ties = (
        np.zeros(opponents, np.int64),
        np.zeros(opponents, np.int64),
        np.zeros(opponents, np.int64),
    )
    known_key, known_mask = np.int64(0), np.int64(0)
    for card in board:
        known_key += CARD_KEYS[card]
        known_mask |= CARD_MASKS[card]
    rest = missing - 1
    if missing > 0:
        known_key += CARD_KEYS[deck[first]]
        known_mask |= CARD_MASKS[deck[first]]
    later = deck[first + 1 :]
    chosen = np.zeros(BOARD, np.int64)
    for place in range(rest):
        chosen[place] = place
    if rest > later.size:
        return
    while True:
        key, mask = known_key, known_mask
        for place in range(rest):
            key += CARD_KEYS[later[chosen[place]]]
            mask |= CARD_MASKS[later[chosen[place]]]
        weight = k_orbit(mask, permutations)
        if weight > 0:
            mine = k_seven(table, key + hand_key, mask | hand_mask)
            if opponents == 1:
                below, level = 0, 0
                for row in range(count):
                    theirs = k_seven(table, key + keys[row], mask | masks[row])
                    apart = masks[row] & mask == 0
                    below += (theirs < mine) & apart
                    level += (theirs == mine) & apart
                tally[0] += weight * below
                tally[1] += weight * level
            else:
                found = 0
                for opponent in range(opponents):
                    from_[opponent] = found
                    for row in range(starts[opponent], starts[opponent + 1]):
                        if masks[row] & mask:
                            continue
                        theirs = k_seven(table, key + keys[row], mask | masks[row])
                        if theirs <= mine:
                            kept[found] = masks[row]
                            equal[found] = theirs == mine
                            found += 1
                    to[opponent] = found
                k_count_tuples(kept, equal, from_, to, weight, at, used, ties, tally)
        if rest <= 0 or not k_next_choice(chosen, rest, later.size):
            return


@inner_apart
def k_fresh_card(streams: np.ndarray, used: int) -> int:
    """A card that is not used yet."""
    while True:
        card = k_below(streams, 0, 52)
        if CARD_MASKS[card] & used == 0:
            return card


@kernel
def deal_holdem(
    table: np.ndarray,
    hand: np.ndarray,
    board: np.ndarray,
    combos: np.ndarray,
    starts: np.ndarray,
    opponents: int,
    runs: int,
    seed: np.uint64,
    tally: np.ndarray,
    deck: np.ndarray,
) -> None:
    """Deal so many times: opponents with a range first, then those with any hand, then the board.

    combos, starts: as for `count_boards`; an opponent without rows has any hand. Ranges that would
    share a card are dealt anew, all of them, so that all deals are equally likely. tally: [below,
    equal], as for `deal_five`. deck: the last run's hand, board and opponents' hands.
    """
    streams = np.array([seed])
    ranged = starts.size - 1
    known_key, known_mask = np.int64(0), np.int64(0)
    for place in range(board.size):
        deck[2 + place] = board[place]
        known_key += CARD_KEYS[board[place]]
        known_mask |= CARD_MASKS[board[place]]
    deck[0], deck[1] = hand[0], hand[1]
    hand_key = CARD_KEYS[hand[0]] + CARD_KEYS[hand[1]]
    hand_mask = CARD_MASKS[hand[0]] | CARD_MASKS[hand[1]]
    hands_from = 2 + BOARD
    for _ in range(runs):
        used = known_mask | hand_mask
        opponent = 0
        while opponent < ranged:
            row = starts[opponent] + k_below(streams, 0, starts[opponent + 1] - starts[opponent])
            mask = CARD_MASKS[combos[row, 0]] | CARD_MASKS[combos[row, 1]]
            if mask & used:
                used = known_mask | hand_mask
                opponent = 0
                continue
            used |= mask
            deck[hands_from + 2 * opponent] = combos[row, 0]
            deck[hands_from + 2 * opponent + 1] = combos[row, 1]
            opponent += 1
        for place in range(hands_from + 2 * ranged, hands_from + 2 * opponents):
            deck[place] = k_fresh_card(streams, used)
            used |= CARD_MASKS[deck[place]]
        key, mask = known_key, known_mask
        for place in range(2 + board.size, hands_from):
            card = k_fresh_card(streams, used)
            deck[place] = card
            used |= CARD_MASKS[card]
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        mine = k_seven(table, key + hand_key, mask | hand_mask)
        below, equal = 0, 0
        for opponent in range(opponents):
            one, other = deck[hands_from + 2 * opponent], deck[hands_from + 2 * opponent + 1]
            theirs = k_seven(
                table,
                key + CARD_KEYS[one] + CARD_KEYS[other],
                mask | CARD_MASKS[one] | CARD_MASKS[other],
            )
            below += theirs < mine
            equal += theirs == mine
        tally[below, equal] += 1
