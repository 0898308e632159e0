"""Perfect play with all hands seen: alpha-beta over every course of a deal, compiled.

The search keeps its own stack of frames, one a card laid, because numba can't load functions that
call themselves from its cache.
"""

from __future__ import annotations

import numpy as np

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import LANE_MASK, highest_bit, lane_of
from neuroevo.games.kernels.trick import lane_of_trumps, legal_cards, trick_power
from neuroevo.kernel_cache import inner, kernel

FRAME = np.dtype(
    [
        ("place", np.int64),  # to play
        ("left", np.int64),  # tricks to come, this one included
        ("to_come", np.int64),  # cards to come in this trick, this one included
        ("led", np.int64),  # the lane led, or -1
        ("power", np.int64),  # of the trick's best card (`trick_power`), or -1
        ("on_table", np.int64),  # the trick's cards
        ("todo", np.int64),  # cards not tried yet
        ("bit", np.int64),  # the card being tried
        ("won", np.int64),  # 1 if that card ended a trick that places 0 and 2 took
        ("best", np.int64),  # the best outcome so far for who is to play
        ("alpha", np.int64),  # outside of these the outcome need only be on the right side
        ("beta", np.int64),
    ],
    align=True,
)
MOST_FRAMES = 4 * 13 + 1
WORST = 99


@inner
def next_playing(place: int, out: int) -> int:
    """The place after this one, but for the one that sits out."""
    place = (place + 1) & 3
    return (place + 1) & 3 if place == out else place


@inner
def open_frame(frame: np.ndarray, hands: np.ndarray) -> None:
    """List the cards to try in a frame whose trick is known."""
    legal = hands[frame.place]
    if frame.led >= 0:
        legal = legal_cards(legal, frame.led, False)
    frame.todo = legal
    frame.best = WORST if frame.place & 1 else -1


@inner
def next_card(frame: np.ndarray, hands: np.ndarray) -> int:
    """The next card to try: from the highest down, and of cards that lie next to each other only
    the highest, for which of them is played can't matter."""
    bit = highest_bit(frame.todo)
    todo = frame.todo ^ (1 << bit)
    all_cards = hands[0] | hands[1] | hands[2] | hands[3] | frame.on_table
    below = all_cards & ((1 << bit) - 1) & (LANE_MASK << (bit & 48))
    while below:
        under = highest_bit(below)
        if not todo >> under & 1:
            break
        todo ^= 1 << under
        below ^= 1 << under
    frame.todo = todo
    return bit


@inner
def best_tricks(hands: np.ndarray, frames: np.ndarray, out: int, trump_lane: int) -> int:
    """How many more tricks places 0 and 2 take if everybody plays perfectly.

    hands: (4,) int64, as they are when the first frame's place is to play; put back in the end.
    frames: (MOST_FRAMES,) FRAME, with place, left, to_come, led, power, on_table, alpha and beta of
    the first one set. out: the place that does not play, or -1.
    """
    depth = 0
    open_frame(frames[0], hands)
    while True:
        frame = frames[depth]
        if frame.todo != 0 and frame.alpha < frame.beta:
            bit = next_card(frame, hands)
            lane = lane_of(bit) if frame.led < 0 else frame.led
            power = max(frame.power, trick_power(bit, frame.place, lane, trump_lane))
            frame.bit = bit
            frame.won = 0
            hands[frame.place] ^= 1 << bit
            if frame.to_come > 1:
                after = frames[depth + 1]
                after.place = next_playing(frame.place, out)
                after.left = frame.left
                after.to_come = frame.to_come - 1
                after.led = lane
                after.power = power
                after.on_table = frame.on_table | 1 << bit
                after.alpha = frame.alpha
                after.beta = frame.beta
                open_frame(after, hands)
                depth += 1
                continue
            winner = power & 3
            won = 1 - (winner & 1)
            left = frame.left - 1
            alpha, beta = frame.alpha - won, frame.beta - won
            if left > 0 and alpha < left and beta > 0:
                frame.won = won
                after = frames[depth + 1]
                after.place = winner
                after.left = left
                after.to_come = 4 if out < 0 else 3
                after.led = -1
                after.power = -1
                after.on_table = 0
                after.alpha = alpha
                after.beta = beta
                open_frame(after, hands)
                depth += 1
                continue
            # However the rest goes, it lies outside of the bounds, or there is no rest.
            value = won + (left if alpha >= left else 0)
        else:
            value = frame.best
            if depth == 0:
                return value
            depth -= 1
            frame = frames[depth]
            value += frame.won
        hands[frame.place] ^= 1 << frame.bit
        if frame.place & 1:
            frame.best = min(frame.best, value)
            frame.beta = min(frame.beta, frame.best)
        else:
            frame.best = max(frame.best, value)
            frame.alpha = max(frame.alpha, frame.best)


@kernel
def solve_deal(rules: Rules, table: Table, leader: int) -> int:
    """How many tricks places 0 and 2 take of a dealt table with perfect play, `leader` leading."""
    frames = np.zeros(MOST_FRAMES, dtype=FRAME)
    first = frames[0]
    first.place = leader
    first.left = rules.tricks
    first.to_come = 4 if table.out < 0 else 3
    first.led = -1
    first.power = -1
    first.alpha = -1
    first.beta = rules.tricks + 1
    return best_tricks(table.hands.copy(), frames, table.out, lane_of_trumps(table.trump))
