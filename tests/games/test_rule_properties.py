"""What holds in every round of every game, whatever the deal and the players do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroevo.cards import Stream
from neuroevo.games import GAMES, legal_cards, play_round, rotate_hands, trick_winner
from neuroevo.games.deals import draw_deal
from neuroevo.players import ROSTER, seat_all

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
def test_every_card_is_played_once_and_by_its_holder(record):
    hands = [set(hand) for hand in record.deal.hands]
    if record.discard is not None:
        hands[record.deal.dealer] |= {record.deal.turn_up}
        hands[record.deal.dealer] -= {record.discard}
    out = (record.caller + 2) % 4 if record.alone else None
    for seat, hand in enumerate(hands):
        played = [play.card for play in record.plays if play.seat == seat]
        assert len(set(played)) == len(played)
        assert set(played) == (set() if seat == out else hand)


@given(rounds())
def test_tricks_and_points_add_up(record):
    sheet, players = record.sheet, len(record.deal.hands)
    assert sum(record.tricks_taken) == sheet.cards_each(players)
    assert sum(record.points_taken) == sum(sheet.points(play.card) for play in record.plays)
    if sheet.name == "sueca":
        assert sum(record.points_taken) == 120
    if sheet.name == "clubs":
        assert sum(record.points_taken) == 13


@given(rounds())
def test_followers_follow_and_the_winner_leads_next(record):
    sheet, trump = record.sheet, record.trump
    hands = [set(hand) for hand in record.deal.hands]
    if record.discard is not None:
        hands[record.deal.dealer] |= {record.deal.turn_up}
        hands[record.deal.dealer] -= {record.discard}
    leader = record.tricks[0].leader
    for trick in record.tricks:
        assert trick.leader == leader
        led = sheet.suit_of(trick.cards[0], trump)
        for seat, card in trick.plays:
            if sheet.suit_of(card, trump) != led:
                assert not any(sheet.suit_of(held, trump) == led for held in hands[seat])
            hands[seat].remove(card)
        best = trick.plays[trick_winner(sheet, trick.cards, trump)]
        for other in trick.plays:
            same_suit = sheet.suit_of(other.card, trump) == sheet.suit_of(best.card, trump)
            assert (
                not same_suit
                or other == best
                or (sheet.strength(other.card, trump) < sheet.strength(best.card, trump))
            )
            assert sheet.suit_of(best.card, trump) in (led, trump)
        leader = trick.winner
        assert leader == best.seat


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
