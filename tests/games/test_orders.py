"""The orders that players put cards in."""

from itertools import pairwise

import pytest

from neuroevo.cards import Card, parse_card, parse_hand
from neuroevo.games import EUCHRE, GAMES, SPADES, SUECA
from neuroevo.games.orders import cost, height, price


@pytest.mark.parametrize("sheet", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("trump", [*"CDHS", None])
@pytest.mark.parametrize("order", [height, cost, price], ids=lambda order: order.__name__)
def test_no_two_cards_are_equal_in_any_order(sheet, trump, order):
    deck = sheet.deck(max(sheet.players))
    assert len({order(sheet, card, trump) for card in deck}) == len(deck)


@pytest.mark.parametrize(
    ("order", "sheet", "trump", "rising"),
    [
        (height, SPADES, "S", "2S 2C 2D 2H 3S 3C AS AC AH"),
        (cost, SPADES, "S", "2C 2D 2H 3C AH 2S 3S AS"),
        (price, SPADES, "S", "2C 2D AH 2S AS"),
        (price, SUECA, "H", "2C 6C QC JC KC 2H 6H QH 7C AC 7H AH"),
        (cost, EUCHRE, "H", "9C 9D AC AD 9H AH JD JH"),
    ],
)
def test_each_order_puts_cards_as_its_sentence_says(order, sheet, trump, rising):
    places = [order(sheet, card, trump) for card in parse_hand(rising)]
    assert all(lower < higher for lower, higher in pairwise(places))


def test_the_numbers_are_those_that_shipped_champions_were_made_with():
    queen, trump = Card("Q", "D"), parse_card("JD")
    assert (height(SUECA, queen, "H"), cost(SUECA, queen, "H")) == (8 * 5 + 4 + 1, 4 * 5 + 1)
    assert price(SUECA, queen, "H") == 64 * 2 + 4 * 5 + 1
    assert (height(EUCHRE, trump, "H"), cost(EUCHRE, trump, "H")) == (8 * 6 + 1, 1000 + 4 * 6 + 1)
    assert price(EUCHRE, trump, "H") == 64 * 5 + 4 * 6 + 1
