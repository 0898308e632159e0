"""The built-in players do what they say."""

from dataclasses import replace

import pytest

from neuroevo.analysis import evaluate
from neuroevo.cards import Stream, parse_card, parse_hand
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, Call, Play, View, find_game, legal_cards
from neuroevo.games.view import PASS
from neuroevo.players import CountingBidder, find_player


def view_of(sheet, hand, trick="", trump=None, **more):
    cards = parse_hand(trick)
    hand = parse_hand(hand)
    return View(
        sheet=sheet,
        players=4,
        seat=len(cards),
        dealer=3,
        hand=hand,
        dealt=hand,
        random=Stream(1),
        trump=trump,
        legal=legal_cards(sheet, hand, cards, trump),
        trick=tuple(Play(seat, card) for seat, card in enumerate(cards)),
        **more,
    )


def chosen(name, view):
    return find_player(name).seat().choose(view)


def choices(player, sheet, hand, trick, trump):
    """All cards that a player lays there, over many throws of its dice."""
    seat = find_player(player).seat()
    return {
        seat.choose(replace(view_of(sheet, hand, trick, trump), random=Stream(seed)))
        for seed in range(40)
    }


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("AH KS 2D", "", "AH"),  # the highest leads
        ("AH AS 2D", "", "AH"),  # of equals the trump comes last
        ("3H 7H KH", "5H", "7H"),  # the cheapest that wins
        ("3H 4H", "5H", "3H"),  # else the cheapest
        ("3C 9S 2S", "5H", "2S"),  # the cheapest ruff
        ("3C 2S", "5H 9S", "3C"),  # no overruff: the cheapest, not the trump
    ],
)
def test_greedy_wins_cheaply_at_spades(hand, trick, card):
    assert chosen("greedy", view_of(SPADES, hand, trick, "S")) == parse_card(card)


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("AH KS 2D", "", "2D"),  # the lowest leads
        ("3H 7H KH", "TH", "7H"),  # the dearest that loses
        ("QH KH", "TH", "KH"),  # must win: the dearest
        ("3C AS 2S", "5H", "AS"),  # void: the dearest goes
    ],
)
def test_greedy_is_its_mirror_image_at_clubs(hand, trick, card):
    assert chosen("greedy", view_of(CLUBS, hand, trick)) == parse_card(card)


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("2H QH AD", "", "2H"),  # led, it loses unless nobody has hearts
        ("2C 3H AD", "", "3H"),  # a low club loses too, but it is a point
        ("3H 7H KH", "TH", "KH"),  # no points yet, and plenty of hearts: get rid of the king
        ("3H 7H KH", "TH 2C", "7H"),  # a club lies there: the highest card that loses
        ("QC KC", "TC JC 9C", "KC"),  # must win, and is last: the highest
        ("QC KC", "TC", "QC"),  # must win so far, others are to come: the lowest
        ("AC AS 2S", "5H", "AC"),  # void: the most dangerous goes
        ("2C AS 2S", "5H", "AS"),
    ],
)
def test_heuristic_avoids_points_at_clubs(hand, trick, card):
    assert chosen("heuristic", view_of(CLUBS, hand, trick)) == parse_card(card)


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("AH KS 2D", "", "AH"),  # a boss of a plain suit
        ("QH KS 2D", "", "2D"),  # none: the cheapest
        ("3H QH", "TH", "3H"),  # two are to come: too unsure
        ("3H QH", "TH 2H", "QH"),  # one is to come: worth a try
        ("3H QH AH", "TH", "AH"),  # sure to win the suit
        ("3H QH AH", "TH 2H 4H", "QH"),  # last: the cheapest winner
        ("3C 9S 2S", "5H", "2S"),  # ruffs low
    ],
)
def test_heuristic_counts_at_spades(hand, trick, card):
    assert chosen("heuristic", view_of(SPADES, hand, trick, "S")) == parse_card(card)


@pytest.mark.parametrize(
    ("hand", "trick", "cards"),
    [
        ("AS 2D", "5H", "2D"),  # can't follow: anything but the trump
        ("AS 2S", "5H", "AS 2S"),  # nothing but trumps
        ("3H AS", "5H", "3H"),
        ("AS 2D", "", "AS 2D"),  # it leads any card
    ],
)
def test_never_trump_keeps_its_trumps_while_it_can(hand, trick, cards):
    assert choices("never-trump", SUECA, hand, trick, "S") == set(parse_hand(cards))


@pytest.mark.parametrize(
    ("player", "hand", "trick", "cards"),
    [
        ("combined", "AH 7D 2S", "3C 5C", "2S"),  # the opponents' trick: a trump
        ("combined", "AH 7D 2S", "AC 3C", "AH"),  # the partner's: the highest card
        ("combined", "AH 7D QS 2S", "3C 5C", "QS 2S"),  # any trump
        ("combined", "AH 7D 2H", "5C 6C", "AH 7D 2H"),  # without a trump any card
        ("combined", "7H 2H", "AH 3H", "7H"),
        ("combined", "7H 2H", "3H AH", "7H"),  # it follows high, even to a lost trick
        ("combined:lost=low", "7H 2H", "3H AH", "2H"),
        ("combined:lost=low", "7H KH", "3H QH", "7H"),
        ("combined:lost=low", "7D KD", "3H QH", "KD"),
        ("combined:lost=low", "AH QS 2S", "5C 3S", "QS"),  # only a trump that takes it
        ("combined", "AH 7D", "", "AH"),
    ],
)
def test_combined_goes_by_who_is_winning(player, hand, trick, cards):
    assert choices(player, SUECA, hand, trick, "S") == set(parse_hand(cards))


@pytest.mark.parametrize("game", ["spades", "clubs", "sueca", "euchre"])
def test_heuristic_is_better_than_greedy_against_greedy_and_itself(game):
    (heuristic,) = evaluate("heuristic", "greedy", game=game, deals=2000)
    (greedy,) = evaluate("greedy", "heuristic", game=game, deals=2000)
    sheet = find_game(game)
    for match, sign in ((heuristic, 1), (greedy, -1)):
        values = match.points if sheet.has_card_points else match.tricks
        chance = {"spades": 3.25, "clubs": 3.25, "sueca": 60.0, "euchre": 2.5}[game]
        gain = sign * (-1 if sheet.fewest_wins else 1) * (values - chance)
        assert gain.mean() > 3 * gain.std() / len(gain) ** 0.5


def test_highest_and_lowest_play_the_ends_of_what_is_legal():
    view = view_of(SPADES, "3H 7H KH AS", "5H", "S")
    assert chosen("always-highest", view) == parse_card("KH")
    assert chosen("always-lowest", view) == parse_card("3H")


def test_the_counting_bidder_calls_on_strength_and_passes_without():
    hearts = (PASS, Call("H"), Call("H", True))
    strong = view_of(EUCHRE, "JH JD AS 9H TC", turn_up=parse_card("QH"), calls=hearts)
    weak = view_of(EUCHRE, "9C TC QS 9D KD", turn_up=parse_card("QH"), calls=hearts)
    sure = view_of(EUCHRE, "JH JD AH KH AS", turn_up=parse_card("QH"), calls=hearts)
    bidder = CountingBidder()
    assert bidder.name_trump(strong) == Call("H")
    assert bidder.name_trump(weak) == PASS
    assert bidder.name_trump(sure) == Call("H", alone=True)


def test_the_counting_bidder_counts_aces_guarded_kings_and_long_trumps():
    view = view_of(SPADES, "AH KH KD 2S 3S 4S 5S 6S 2C 3C 4C 5C 6C", trump="S")
    assert CountingBidder().bid_tricks(view) == 4  # AH, KH, two trumps beyond three


def test_unknown_players_are_named():
    with pytest.raises(
        BadInput, match=r"no player 'gready': did you mean 'greedy'\? choose from random, greedy"
    ):
        find_player("gready")
