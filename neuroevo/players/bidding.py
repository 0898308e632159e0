"""What players say before the play, each bidder written once.

A bidder is up to three functions of a `BiddingSeat`: how many tricks it bids; whether it makes
trumps; and which card a dealer lays away for the turn-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from neuroevo.games.words import ACE, KING, CardInPlay, CardSet
from neuroevo.players.bidding_seat import PASSING, BiddingSeat

CALL_FROM = 4
"""The counting bidder makes trumps from this strength on."""
ALONE_FROM = 6
"""And plays alone from this one on."""
SAFE_TRUMPS = 3
"""Each trump beyond this many counts as a trick when tricks are bid."""


@dataclass(frozen=True)
class Voice:
    """How a player speaks: bids(seat) is a number of tricks, calls(seat) what `seat.call` returns
    or PASSING, and lays_away(seat) a card."""

    bids: Callable[[BiddingSeat], int]
    calls: Callable[[BiddingSeat], int]
    lays_away: Callable[[BiddingSeat], CardInPlay]


def counted_tricks(seat: BiddingSeat) -> int:
    """Aces, kings that are not alone in their suit, and trumps beyond the third."""
    hand = seat.hand
    sure = 0
    for card in hand:
        guarded = card.rank == KING and len(hand & card.its_suit) > 1
        sure += 1 if card.rank == ACE or guarded else 0
    return min(len(hand), sure + max(0, len(hand.trumps) - SAFE_TRUMPS))


def calling_strength(cards: CardSet) -> int:
    """Trumps, plus aces outside, plus one for the right bower."""
    strength = 0
    for card in cards:
        strength += 1 if card.is_trump or card.rank == ACE else 0
        strength += 1 if card.is_right_bower else 0
    return strength


def counted_call(seat: BiddingSeat) -> int:
    """Makes the suit trumps in which the hand is strongest, if it is strong enough."""
    best, call = 0, PASSING
    for suit in range(4):
        if seat.may_name(suit):
            strength = calling_strength(seat.if_trumps(suit))
            if strength >= CALL_FROM and strength > best:
                best, call = strength, seat.call(suit, strength >= ALONE_FROM)
    return call


def cheapest_away(seat: BiddingSeat) -> CardInPlay:
    """Lays away what costs least."""
    return seat.hand_and_turn_up.cheapest


def random_bid(seat: BiddingSeat) -> int:
    """Any number of tricks, each with the same chance."""
    return seat.roll(seat.tricks + 1)


def random_call(seat: BiddingSeat) -> int:
    """Anything that is allowed, each with the same chance."""
    said = seat.roll(3 if seat.offered else 7) - 1
    if said < 0:
        return PASSING
    suit = said // 2
    if seat.offered:
        suit = seat.turned
    elif suit >= seat.turned:
        suit += 1
    return seat.call(suit, said % 2 == 1)


def any_away(seat: BiddingSeat) -> CardInPlay:
    """Lays any card away, each with the same chance."""
    return seat.dealt(seat.roll(seat.tricks + 1))


COUNTING = Voice(counted_tricks, counted_call, cheapest_away)
"""Counts sure cards, bids them, and makes trumps with a strong enough hand."""

AT_RANDOM = Voice(random_bid, random_call, any_away)
"""Says anything that is allowed, each with the same chance."""
