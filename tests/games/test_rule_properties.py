"""What holds in every round of every game, whatever the deal and the players do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroevo.cards import Stream
from neuroevo.games import GAMES, legal_cards, play_round, rotate_hands
from neuroevo.games.deals import draw_deal
from neuroevo.players import ROSTER, seat_all
from neuroevo.testing.rounds import broken_in

keys = st.integers(0, 2**64 - 1)


def quick_name(entry):
    """Thinking players think as little as they can: the referee's table is slow."""
    least = [f"{name}=1" for name in ("shuffles", "playouts", "samples") if name in entry.settings]
    return ":".join([entry.name, *least])


@st.composite
def rounds(draw):
    sheet = draw(st.sampled_from(list(GAMES.values())))
    count = draw(st.sampled_from(sheet.players))
    known = [quick_name(entry) for entry in ROSTER.values() if entry.can_play(sheet)]
    names = draw(st.lists(st.sampled_from(known), min_size=count, max_size=count))
    rotation = draw(st.integers(0, count - 1))
    return play_round(sheet, seat_all(names), draw(keys), rotation=rotation)


@given(rounds())
def test_every_round_is_dealt_followed_won_and_added_up_as_the_sheet_says(record):
    assert not list(broken_in(record))
    if record.sheet.name == "sueca":
        assert sum(record.points_taken) == 120
    if record.sheet.name == "clubs":
        assert sum(record.points_taken) == 13


@pytest.mark.parametrize("sheet", GAMES.values(), ids=GAMES)
@given(key=keys, data=st.data())
def test_a_hand_always_has_a_legal_card_and_never_one_it_does_not_hold(sheet, key, data):
    deal = draw_deal(sheet, max(sheet.players), Stream(key))
    trump = deal.trump or data.draw(st.sampled_from("CDHS"))
    led = data.draw(st.sampled_from(deal.hands[0]))
    legal = legal_cards(sheet, deal.hands[1], [led], trump)
    assert legal
    assert set(legal) <= set(deal.hands[1])


@pytest.mark.parametrize("sheet", GAMES.values(), ids=GAMES)
@given(key=keys, players=st.sampled_from([2, 3, 4]))
def test_rotation_gives_each_player_each_hand_once(sheet, key, players):
    players = players if players in sheet.players else 4
    deal = draw_deal(sheet, players, Stream(key))
    for seat in range(players):
        held = [rotate_hands(deal, step).hands[seat] for step in range(players)]
        assert sorted(held) == sorted(deal.hands)
