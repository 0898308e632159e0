"""Counts what became of every card of rounds that were logged."""

from __future__ import annotations

import numpy as np

from neuroevo.games.compiled import Rules
from neuroevo.games.kernels.bits import lane_of, larger, next_place
from neuroevo.games.kernels.play import lane_of_trumps, trick_power
from neuroevo.kernel_cache import kernel

LED, FOLLOWED = 0, 1
PLAYED, WON = 0, 1


@kernel
def count_cards(rules: Rules, log: np.ndarray, calls: np.ndarray, counts: np.ndarray) -> None:
    """Add up, by seat and card, how often it was played and took its trick.

    log: (rounds, 52) int8 and calls: (rounds, 4) int8 as in `Rounds`. counts: (seats, 2, 2, 52)
    int64, by seat, LED or FOLLOWED, PLAYED or WON, and card number; added to.
    """
    players = rules.players
    laid = np.zeros(4, dtype=np.int64)
    seats = np.zeros(4, dtype=np.int64)
    for row in range(log.shape[0]):
        trump = np.int64(calls[row, 0])
        bits = rules.bit_of_card[trump]
        trump_lane = lane_of_trumps(trump)
        out = (calls[row, 1] + 2) % 4 if calls[row, 2] == 1 else -1
        playing = players - (1 if out >= 0 else 0)
        seat = np.int64(calls[row, 3])
        at = 0
        for _ in range(rules.tricks):
            best = np.int64(-1)
            led = 0
            for number in range(playing):
                card = np.int64(log[row, at])
                at += 1
                bit = np.int64(bits[card])
                if number == 0:
                    led = lane_of(bit)
                laid[number] = card
                seats[number] = seat
                best = larger(best, trick_power(bit, number, led, trump_lane))
                seat = next_place(seat, players)
                if seat == out:
                    seat = next_place(seat, players)
            winner = best & 3
            for number in range(playing):
                how = LED if number == 0 else FOLLOWED
                counts[seats[number], how, PLAYED, laid[number]] += 1
            counts[seats[winner], LED if winner == 0 else FOLLOWED, WON, laid[winner]] += 1
            seat = seats[winner]
