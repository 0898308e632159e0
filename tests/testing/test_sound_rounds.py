"""What holds in every round is seen to be broken where it is."""

from dataclasses import replace

import pytest

from neuroevo.cards import Purpose, parse_card, run_key
from neuroevo.games import GAMES, SPADES, SUECA, play_round
from neuroevo.players import seat_all
from neuroevo.testing.rounds import broken_in, could_break


def round_of(sheet, index=0):
    names = ["greedy", "random", "heuristic", "random"][: max(sheet.players)]
    return play_round(sheet, seat_all(names), run_key(3, Purpose.SIMULATION), index)


@pytest.mark.parametrize("name", GAMES)
def test_a_round_as_it_was_played_is_sound(name):
    records = [round_of(GAMES[name], index) for index in range(5)]
    assert [list(broken_in(record)) for record in records] == [[]] * 5
    assert sum(map(could_break, records)) > 10


def with_trick(record, number, **changes):
    tricks = list(record.tricks)
    tricks[number] = replace(tricks[number], **changes)
    return replace(record, tricks=tuple(tricks))


def test_a_trick_that_went_to_somebody_else_is_seen():
    record = round_of(SPADES)
    told = list(broken_in(with_trick(record, 4, winner=(record.tricks[4].winner + 1) % 4)))
    assert any("trick 5: seat" in one and "took it, not seat" in one for one in told)
    assert any("trick 6: seat" in one and "took the last" in one for one in told)


def test_who_revokes_is_seen():
    record = round_of(SPADES)
    for number, trick in enumerate(record.tricks[:-1]):
        seat, card = trick.plays[1]
        for later in range(number + 1, len(record.tricks)):
            other = next(play for play in record.tricks[later].plays if play.seat == seat)
            if card.suit == trick.plays[0].card.suit != other.card.suit:
                swapped = with_trick(record, number, plays=_replaced(trick, card, other.card))
                swapped = with_trick(
                    swapped, later, plays=_replaced(record.tricks[later], other.card, card)
                )
                assert f"trick {number + 1}: seat {seat} did not follow" in broken_in(swapped)
                return
    raise AssertionError("nobody could have revoked")


def _replaced(trick, card, other):
    return tuple(
        play._replace(card=other if play.card == card else play.card) for play in trick.plays
    )


def test_who_must_trump_and_does_not_is_seen():
    told = [
        one
        for index in range(10)
        for one in broken_in(
            replace(round_of(SUECA, index), sheet=replace(SUECA, follow="suit-or-trump"))
        )
    ]
    assert any("did not trump" in one for one in told)
    assert all("did not trump" in one for one in told)


def test_cards_tricks_and_points_that_do_not_add_up_are_seen():
    record = round_of(SUECA)
    assert "10 tricks were taken of 10" not in list(broken_in(record))
    wrong = replace(record, tricks_taken=(10, 10, 0, 0))
    assert "20 tricks were taken of 10" in broken_in(wrong)
    wrong = replace(record, points_taken=(1, 2, 3, 4))
    assert "10 points were taken of 120" in broken_in(wrong)
    hands = list(record.deal.hands)
    hands[0] = (*hands[0][:-1], hands[1][0])
    told = list(broken_in(replace(record, deal=replace(record.deal, hands=tuple(hands)))))
    assert "a card was dealt twice" in told
    assert "a card is missing" in told
    assert "seat 0 did not play each of its cards once" in told
    hands[0] = (*record.deal.hands[0][:-1], parse_card("8C"))
    told = list(broken_in(replace(record, deal=replace(record.deal, hands=tuple(hands)))))
    assert "a card was dealt that the game does not have" in told
    hands[0] = record.deal.hands[0][:-1]
    told = list(broken_in(replace(record, deal=replace(record.deal, hands=tuple(hands)))))
    assert "not everybody was dealt 10 cards" in told
