"""A written player at the referee's table: his `Seat` made from a `View`, in plain Python.

What lies on the table comes from the plain rules, so referee and kernel still check each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace

from neuroevo.cards import SUITS, Card, card_from_number
from neuroevo.games.compiled import NO_TRUMP, plain_rules
from neuroevo.games.rules import trick_winner
from neuroevo.games.view import View
from neuroevo.games.words import CardInPlay
from neuroevo.players.seat import Seat


def place_of(view: View, seat: int | None) -> int:
    """A seat counted from the dealer's left, as kernels have it; -1 for nobody."""
    return -1 if seat is None else (seat - view.dealer - 1) % view.players


def seat_of(view: View) -> Seat:
    """The seat whose view this is; of the others' cards it holds nothing."""
    rules = plain_rules(view.sheet, view.players)
    trump = NO_TRUMP if view.trump is None else SUITS.index(view.trump)
    bits = rules.bit_of_card[trump].tolist()

    def as_bits(cards: Iterable[Card]) -> int:
        return sum(1 << bits[card.number] for card in cards)

    place, laid = place_of(view, view.seat), view.trick_cards
    hands = [0] * view.players
    hands[place] = as_bits(view.hand)
    table = SimpleNamespace(
        trump=trump,
        hands=hands,
        in_trick=as_bits(laid),
        played=as_bits(view.seen),
        led=-1,
        power=-1,
        out=place_of(view, view.out),
        caller=place_of(view, view.caller),
        dice=view.random,
    )
    if laid:
        winner = trick_winner(view.sheet, laid, view.trump)
        table.led = bits[laid[0].number] >> 4
        best = bits[laid[winner].number]
        table.power = best << 2 | place_of(view, view.trick[winner].seat)
    return Seat(rules, table, place, as_bits(view.legal))


def card_of(card: CardInPlay) -> Card:
    """The card that a written player chose, for the referee."""
    return card_from_number(int(card._rules.card_of_bit[card._trump, card._bit]))
