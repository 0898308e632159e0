"""Cards and hands as text."""

import pytest

from neuroevo.cards import ALL_CARDS, format_hand, parse_card, parse_hand, parse_suit
from neuroevo.errors import BadInput


@pytest.mark.parametrize("text", ["QS", "qs", " Qs ", "qS"])
def test_a_card_is_read_in_either_case(text):
    assert str(parse_card(text)) == "QS"


def test_ten_is_written_both_ways():
    assert parse_card("10D") == parse_card("TD")


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "QX", "QSS", "Q S", "ZZ", "♠Q"])
def test_bad_text_is_named_in_the_error(text):
    with pytest.raises(BadInput) as error:
        parse_card(text)
    assert repr(text) in str(error.value)
    assert "\n" not in str(error.value)


def test_every_card_survives_being_written_and_read():
    assert [parse_card(str(card)) for card in ALL_CARDS] == list(ALL_CARDS)
    assert [card.number for card in ALL_CARDS] == list(range(52))


def test_a_hand_is_read_in_its_order():
    assert format_hand(parse_hand("9C AC, 9S as 9H")) == "9C AC 9S AS 9H"


def test_a_card_twice_is_named():
    with pytest.raises(BadInput, match="TD stands twice"):
        parse_hand("TD QS 10d")


def test_suits_are_read_by_letter_or_name():
    assert [parse_suit(text) for text in ("c", "Diamonds", "heart", "S")] == list("CDHS")
    with pytest.raises(BadInput, match="'X' is not a suit"):
        parse_suit("X")
