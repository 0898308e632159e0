"""Counts what became of every card of rounds that were logged."""

from __future__ import annotations

import numpy as np

from neuroevo.games.compiled import Rules
from neuroevo.games.kernels.bits import next_place
from neuroevo.games.kernels.trick import joined_by, lane_of_trumps, led_with, winner_of
from neuroevo.kernel_cache import kernel
from neuroevo.tournament.kernels.work import FOLLOWED, LED

PLAYED, WON = 0, 1


@kernel
def count_cards(rules: Rules, log: np.ndarray, calls: np.ndarray, counts: np.ndarray) -> None:
    """Add up, by seat and card, how often it was played and took its trick.

    log: (rounds, 52) int8 and calls: (rounds,) CALL as in `Rounds`. counts: (seats, 2, 2, 52)
    int64, by seat, LED or FOLLOWED, PLAYED or WON, and card number; added to.
    """
    players = rules.players
    laid = np.zeros(4, dtype=np.int64)
    seats = np.zeros(4, dtype=np.int64)
    for row in range(log.shape[0]):
        call = calls[row]
        trump = np.int64(call.trump)
        bits, points = rules.bit_of_card[trump], rules.points[trump]
        trump_lane = lane_of_trumps(trump)
        out = (call.caller + 2) % 4 if call.alone == 1 else -1
        playing = players - (1 if out >= 0 else 0)
        seat = np.int64(call.leader)
        at = 0
        for _ in range(rules.tricks):
            trick = led_with(np.int64(bits[log[row, at]]), 0, points, trump_lane)
            for number in range(playing):
                card = np.int64(log[row, at])
                at += 1
                if number > 0:
                    trick = joined_by(trick, np.int64(bits[card]), number, points, trump_lane)
                laid[number] = card
                seats[number] = seat
                seat = next_place(seat, players)
                if seat == out:
                    seat = next_place(seat, players)
            winner = winner_of(trick)
            for number in range(playing):
                how = LED if number == 0 else FOLLOWED
                counts[seats[number], how, PLAYED, laid[number]] += 1
            counts[seats[winner], LED if winner == 0 else FOLLOWED, WON, laid[winner]] += 1
            seat = seats[winner]
