"""The words of players, as properties: each says what the plain rules say, in every game."""

import random as dice

import pytest

from neuroevo.cards import SUITS, Stream, card_from_number
from neuroevo.games import GAMES, SPADES, legal_cards, trick_winner
from neuroevo.games.compiled import NO_TRUMP, plain_rules
from neuroevo.games.orders import cost, height, price
from neuroevo.games.view import Play, Trick, View
from neuroevo.games.words import CardSet
from neuroevo.players.seat_from_view import card_of, place_of, seat_of


@pytest.fixture(params=[name for name in GAMES if 4 in GAMES[name].players])
def sheet(request):
    return GAMES[request.param]


def random_views(sheet, count=150):
    """Views in the middle of rounds: some tricks over, some cards in the trick."""
    roll = dice.Random(7)
    trumps = list(SUITS) if sheet.trump not in ("none", *SUITS) else [sheet.trump]
    for _ in range(count):
        trump = roll.choice(trumps)
        trump = None if trump == "none" else trump
        deck = list(sheet.deck(4))
        roll.shuffle(deck)
        size = sheet.cards_each(4)
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(4)]
        over, laid = roll.randrange(size), roll.randrange(4)
        tricks = tuple(
            Trick(tuple(Play(s, hands[s].pop()) for s in range(4)), 0, 0) for _ in range(over)
        )
        cards, plays = [], []
        for seat in range(laid):
            card = roll.choice(legal_cards(sheet, hands[seat], cards, trump))
            hands[seat].remove(card)
            cards.append(card)
            plays.append(Play(seat, card))
        hand = tuple(hands[laid])
        yield View(
            sheet=sheet,
            players=4,
            seat=laid,
            dealer=3,
            hand=hand,
            dealt=hand,
            random=Stream(1),
            trump=trump,
            legal=legal_cards(sheet, hand, cards, trump),
            trick=tuple(plays),
            tricks=tricks,
        )


def named(cards):
    return {card_of(card) for card in cards}


def wins(view, card):
    trick = (*view.trick_cards, card)
    return trick_winner(view.sheet, trick, view.trump) == len(view.trick)


def beats(view, one, other):
    """Within a suit."""
    suit = view.sheet.suit_of
    return suit(one, view.trump) == suit(other, view.trump) and (
        view.sheet.strength(one, view.trump) > view.sheet.strength(other, view.trump)
    )


def test_a_seat_sees_what_its_view_shows(sheet):
    for view in random_views(sheet):
        seat = seat_of(view)
        gone = {*view.seen, *view.trick_cards, *view.hand}
        assert named(seat.legal) == set(view.legal)
        assert named(seat.hand) == set(view.hand)
        assert named(seat.trick) == set(view.trick_cards)
        assert named(seat.unseen) == set(sheet.deck(4)) - gone
        assert seat.leading == (not view.trick)
        assert seat.to_come == 3 - len(view.trick)
        assert seat.tricks_hurt == sheet.fewest_wins
        assert seat.counts_points == sheet.has_card_points
        assert named(seat.winning) == {card for card in view.legal if wins(view, card)}
        if view.trick:
            led = sheet.suit_of(view.trick_cards[0], view.trump)
            best = trick_winner(sheet, view.trick_cards, view.trump)
            assert named(seat.following) == {
                card for card in view.legal if sheet.suit_of(card, view.trump) == led
            }
            assert card_of(seat.best) == view.trick_cards[best]
            friend = sheet.partners and (view.trick[best].seat - view.seat) % 4 == 2
            assert seat.partner_winning == friend
        else:
            assert not seat.following
            assert not seat.partner_winning


def test_ends_of_a_set_are_those_of_the_orders_that_players_go_by(sheet):
    for view in random_views(sheet):
        legal, trump = seat_of(view).legal, view.trump
        for word, order, pick in (
            ("highest", height, max),
            ("lowest", height, min),
            ("cheapest", cost, min),
            ("dearest", cost, max),
            ("least", price, min),
        ):
            expected = pick(view.legal, key=lambda card, by=order: by(sheet, card, trump))
            assert card_of(getattr(legal, word)) == expected, word


def test_sets_split_into_trumps_and_plain_and_add_up_their_points(sheet):
    for view in random_views(sheet):
        hand = seat_of(view).hand
        trumps = {card for card in view.hand if sheet.suit_of(card, view.trump) == view.trump}
        assert named(hand.trumps) == trumps
        assert named(hand.plain) == set(view.hand) - trumps
        assert hand.points == sum(map(sheet.points, view.hand))
        assert len(hand) == len(view.hand)
        assert bool(hand.trumps) == bool(trumps)


def test_bosses_and_higher_cards_are_those_that_the_rules_say(sheet):
    for view in random_views(sheet, 60):
        seat = seat_of(view)
        unseen = [card_of(card) for card in seat.unseen]
        unbeaten = {card for card in view.hand if not any(beats(view, one, card) for one in unseen)}
        assert named(seat.hand.unbeaten_by(seat.unseen)) == unbeaten
        for card in seat.hand:
            plain = card_of(card)
            assert named(seat.unseen & card.higher) == {
                one for one in unseen if beats(view, one, plain)
            }
            assert named(seat.unseen & card.its_suit) == {
                one
                for one in unseen
                if sheet.suit_of(one, view.trump) == sheet.suit_of(plain, view.trump)
            }
            assert card.points == sheet.points(plain)
            assert card.strength == sheet.strength(plain, view.trump)
            assert card.is_trump == (sheet.suit_of(plain, view.trump) == view.trump)
            assert "23456789TJQKA"[card.rank] == plain.rank


def test_sets_are_sets():
    rules = plain_rules(SPADES, 4)
    one, other = (CardSet(rules, 3, bits) for bits in (0b1011, 0b0110))
    assert named(one & other) == named(one) & named(other)
    assert named(one | other) == named(one) | named(other)
    assert named(one - other) == named(one) - named(other)
    assert all(card in one for card in one)
    card = one.lowest
    assert card not in one.without(card)
    assert one == CardSet(rules, 3, 0b1011)
    assert repr(CardSet(rules, NO_TRUMP, 0)) == "{}"


def test_top_most_and_where_choose_by_what_is_asked(sheet):
    for view in random_views(sheet, 40):
        legal = seat_of(view).legal
        most = max(map(sheet.points, view.legal))
        assert named(legal.top(lambda card: card.points)) == {
            card for card in view.legal if sheet.points(card) == most
        }
        assert named(legal.where(lambda card: card.is_trump)) == named(legal.trumps)
        dearest = max(
            view.legal, key=lambda card: (sheet.points(card), cost(sheet, card, view.trump))
        )
        assert card_of(legal.most(lambda card: (card.points, card.cost))) == dearest


def test_places_count_from_the_dealers_left():
    view = next(random_views(SPADES, 1))
    assert [place_of(view, seat) for seat in (0, 1, 2, 3, None)] == [0, 1, 2, 3, -1]
    assert str(card_from_number(0)) == "2C"
