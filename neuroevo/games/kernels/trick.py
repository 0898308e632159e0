"""A trick, for all kernels: what may be laid to it, what a card does to it, who takes it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import (
    TRUMP_LANE,
    TRUMP_MASK,
    all_ones_if_zero,
    first_unless_empty,
    lane_mask,
    lane_of,
    larger,
    next_place,
)
from neuroevo.kernel_cache import inner

NO_LANE = 8


class Trick(NamedTuple):
    """A trick as it lies, in registers; `NO_TRICK` before the lead.

    led: the lane led, or -1. power: of the best card (`trick_power`), or -1. worth: the points in
    it. cards: what lies there, as bits.
    """

    led: int
    power: int
    worth: int
    cards: int


@inner
def no_trick() -> Trick:
    """Before the lead."""
    return Trick(np.int64(-1), np.int64(-1), np.int64(0), np.int64(0))


@inner
def legal_cards(hand: int, led: int, must_trump: bool) -> int:
    """The cards of the hand that may be played when this lane was led."""
    otherwise = hand
    if must_trump:
        otherwise = first_unless_empty(hand & TRUMP_MASK, hand)
    return first_unless_empty(hand & lane_mask(led), otherwise)


@inner
def trick_power(bit: int, place: int, led: int, trump_lane: int) -> int:
    """A number that is larger for the better card, with the place in its last two bits.

    Trumps have the highest bits of all, so among the cards that count the higher bit wins. A card
    that is neither of the lane led nor a trump has power 0.
    """
    lane = lane_of(bit)
    counts = all_ones_if_zero(lane ^ led) | all_ones_if_zero(lane ^ trump_lane)
    return ((bit << 2) | place) & counts


@inner
def lane_of_trumps(trump: int) -> int:
    """The lane that trumps lie in; a lane that no card has where there are none."""
    return TRUMP_LANE if trump != NO_TRUMP else NO_LANE


@inner
def led_with(bit: int, place: int, points: np.ndarray, trump_lane: int) -> Trick:
    """The trick that a place begins with a card; points: by bit, a row of `rules.points`."""
    led = lane_of(bit)
    return Trick(led, trick_power(bit, place, led, trump_lane), np.int64(points[bit]), 1 << bit)


@inner
def joined_by(trick: Trick, bit: int, place: int, points: np.ndarray, trump_lane: int) -> Trick:
    """The trick with one more card."""
    power = larger(trick.power, trick_power(bit, place, trick.led, trump_lane))
    return Trick(trick.led, power, trick.worth + points[bit], trick.cards | (1 << bit))


@inner
def winner_of(trick: Trick) -> int:
    """The place that takes it."""
    return trick.power & 3


@inner
def best_of(trick: Trick) -> int:
    """The bit of the card that takes it; -1 before the lead."""
    return trick.power >> 2


@inner
def winning_cards(cards: int, trick: Trick, trump_lane: int) -> int:
    """Those cards of the set that would take the trick as it lies, which has been led to.

    Trumps have the highest bits, so they are the cards that count with a bit above the best one's.
    """
    counting = lane_mask(trick.led) | (TRUMP_MASK if trump_lane == TRUMP_LANE else 0)
    return cards & counting & ~((2 << best_of(trick)) - 1)


@inner
def trick_at(table: Table) -> Trick:
    """The trick that lies on a table."""
    return Trick(table.led, table.power, table.worth, table.in_trick)


@inner
def show_trick(table: Table, trick: Trick) -> None:
    """Lay a trick on the table, for those who look at it there."""
    table.led = trick.led
    table.power = trick.power
    table.worth = trick.worth
    table.in_trick = trick.cards


@inner
def places_playing(rules: Rules, table: Table) -> int:
    """How many play to a trick."""
    return rules.players - (1 if table.out >= 0 else 0)


@inner
def place_after(rules: Rules, table: Table, place: int) -> int:
    """Who plays after this place."""
    place = next_place(place, rules.players)
    if place == table.out:
        place = next_place(place, rules.players)
    return place
