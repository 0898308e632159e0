"""The rule sheets: what each game's source says about its cards."""

import os
import pickle
import subprocess
import sys
from dataclasses import fields, replace

import pytest

from neuroevo.cards import Card, Stream, parse_card, parse_hand, parse_shuffle
from neuroevo.errors import BadInput
from neuroevo.games import (
    CLUBS,
    EUCHRE,
    GAMES,
    SPADES,
    SUECA,
    BidScoring,
    CountScoring,
    RuleSheet,
    draw_deal,
    find_game,
    given_deal,
    legal_cards,
    register_game,
    rotate_hands,
    trick_winner,
)
from neuroevo.games.registry import Games


def test_the_decks_have_the_sources_sizes():
    sizes = {name: len(sheet.deck(max(sheet.players))) for name, sheet in GAMES.items()}
    assert sizes == {"spades": 52, "spades-bids": 52, "clubs": 52, "sueca": 40, "euchre": 24}


def test_three_play_clubs_without_the_two_of_diamonds():
    assert Card("2", "D") not in CLUBS.deck(3)
    assert [CLUBS.cards_each(players) for players in (2, 3, 4)] == [26, 17, 13]


def test_suecas_deck_is_worth_120_points_and_each_suit_30():
    deck = SUECA.deck()
    assert sum(map(SUECA.points, deck)) == 120
    assert sum(SUECA.points(card) for card in deck if card.suit == "H") == 30


def test_suecas_seven_ranks_between_ace_and_king():
    order = sorted(
        parse_hand("2H 3H 4H 5H 6H 7H JH QH KH AH"), key=lambda card: SUECA.strength(card, "C")
    )
    assert "".join(card.rank for card in order) == "23456QJK7A"


@pytest.mark.parametrize(
    ("trump", "right", "left"),
    [("C", "JC", "JS"), ("S", "JS", "JC"), ("D", "JD", "JH"), ("H", "JH", "JD")],
)
def test_bowers_are_the_highest_trumps(trump, right, left):
    trumps = [c for c in EUCHRE.deck() if EUCHRE.suit_of(c, trump) == trump]
    best = sorted(trumps, key=lambda card: EUCHRE.strength(card, trump), reverse=True)
    assert [str(card) for card in best[:3]] == [right, left, "A" + trump]
    assert len(trumps) == 7


def test_the_left_bower_follows_trumps_and_not_its_own_suit():
    hand = parse_hand("JD 9H AS")
    assert legal_cards(EUCHRE, hand, parse_hand("QD"), "H") == tuple(hand)
    assert legal_cards(EUCHRE, hand, parse_hand("QH"), "H") == parse_hand("JD 9H")


def test_a_trump_takes_the_trick_and_a_discard_never_does():
    assert trick_winner(SPADES, parse_hand("AH 2S KH AD"), "S") == 1
    assert trick_winner(SPADES, parse_hand("2H AD KC AC"), "S") == 0


def test_klaverjas_rule_makes_the_void_player_trump():
    sheet = replace(SUECA, name="forced", follow="suit-or-trump")
    hand = parse_hand("2S 3S 4D")
    assert legal_cards(sheet, hand, parse_hand("AH"), "S") == parse_hand("2S 3S")
    assert legal_cards(sheet, hand, parse_hand("AH"), "C") == hand


def test_sueca_deals_in_batches_and_the_dealers_card_makes_trumps():
    first, last = SUECA.with_trump("dealer-first"), SUECA.with_trump("dealer-last")
    assert first.deal_positions()[3] == tuple(range(10))
    assert last.deal_positions()[3] == tuple(range(30, 40))
    for sheet, slot in ((first, 0), (last, -1)):
        deal = draw_deal(sheet, 4, Stream(5), leader=2)
        assert deal.dealer == 1
        assert deal.turn_up == deal.hands[1][slot]
        assert deal.trump == deal.turn_up.suit


def test_euchre_deals_three_and_two():
    assert EUCHRE.deal_positions()[0] == (0, 1, 2, 12, 13)


@pytest.mark.parametrize("sheet", GAMES.values(), ids=GAMES)
def test_every_card_is_dealt_to_one_place(sheet):
    for players in sheet.players:
        dealt = [place for seat in sheet.deal_positions(players) for place in seat]
        assert sorted(dealt) == list(range(players * sheet.cards_each(players)))


@pytest.mark.parametrize("sheet", GAMES.values(), ids=GAMES)
def test_rotation_gives_each_player_each_hand_once_with_its_place(sheet):
    for players in sheet.players:
        deal = draw_deal(sheet, players, Stream(3))
        rotated = [rotate_hands(deal, step) for step in range(players)]
        for seat in range(players):
            assert {one.hands[seat] for one in rotated} == set(deal.hands)
        for one in rotated:
            assert one.hands[one.leader] == deal.hands[deal.leader]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (
            "9C AC 9S AS 9H|TC JC 9D TD TS|TH JH JS JD QC|QH QS KS QD 2C",
            "2C is not in the deck",
        ),
        ("9C AC 9S AS 9H|TC JC 9D TD TS|TH JH JS JD QC|QH QS KS QD 9C", "9C is dealt twice"),
        ("9C AC 9S AS|TC JC 9D TD TS|TH JH JS JD QC|QH QS KS QD KC", "seat 0 holds 4 cards"),
        ("9C AC 9S AS 9H|TC JC 9D TD TS", "euchre is played by 4 players, not 2"),
    ],
)
def test_a_bad_deal_names_the_culprit(hands, message):
    with pytest.raises(BadInput, match=message):
        given_deal(EUCHRE, [parse_hand(hand) for hand in hands.split("|")], trump="H")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ranks": "99TJ"}, "ranks"),
        ({"trump": "X"}, "trump 'X'"),
        ({"players": (5,)}, "between 2 and 4"),
        ({"hand_size": 14}, "too small"),
        ({"bowers": "7", "ranks": "9TJQKA"}, "bowers"),
        ({"trump": "turn-up"}, "not dealt"),
        ({"partners": True, "players": (3,)}, "four players"),
        ({"players": (4, 4)}, "twice"),
        ({"packets": (0,)}, "packets"),
        ({"packets": ()}, "packets"),
        ({"ranks": ""}, "too small"),
        ({"hand_size": 0}, "hand_size"),
        ({"left_out": {3: (Card("2", "D"),)}}, "not played by 3"),
        ({"left_out": {4: (Card("2", "X"),)}}, "not in its deck"),
        ({"rank_points": {"A": 501}}, "AC is worth 501 points"),
        ({"rank_points": {"10": 1}}, "'10' is not one of"),
        ({"suit_points": {"X": 1}}, "'X' is not one of C, D, H, S"),
        ({"scoring": BidScoring(10, 5, 5)}, "needs bids_tricks"),
        ({"trump": "named", "hand_size": 5}, "named' needs partners"),
        (
            {"trump": "named", "hand_size": 5, "partners": True, "bids_tricks": True},
            "exclude each other",
        ),
        ({"name": "../odd"}, "name takes"),
        ({"name": "odd.toml"}, "ends in .toml"),
        ({"title": "two\nlines"}, "title takes a line"),
        ({"game_target": 0}, "game_target takes 1 to"),
    ],
)
def test_a_sheet_that_makes_no_sense_is_refused(changes, message):
    with pytest.raises(BadInput, match=message):
        replace(SPADES, **{"name": "odd"} | changes)


def test_games_are_found_by_name_and_registered_once():
    assert find_game("Sueca") is SUECA
    with pytest.raises(BadInput, match="there is no game 'bridge': choose from clubs, euchre"):
        find_game("bridge")
    with pytest.raises(BadInput, match="already"):
        register_game(RuleSheet("spades", "Other", "nowhere"))


def test_the_same_rules_can_be_registered_again(monkeypatch):
    monkeypatch.setattr("neuroevo.games.registry.GAMES", Games())
    for _ in range(2):
        sheet = register_game(RuleSheet("odd", "Odd", "nowhere", suit_points={"C": 1}))
    assert find_game("odd") == sheet


def test_a_card_keeps_its_suit_unless_it_is_the_left_bower():
    for card in EUCHRE.deck():
        expected = "H" if card == parse_card("JD") else card.suit
        assert EUCHRE.suit_of(card, "H") == expected


def test_sheets_with_the_same_rules_are_equal_and_have_one_hash_and_fingerprint():
    given = {"A": 11, "7": 10}
    one = RuleSheet("odd", "Odd", "nowhere", rank_points=given, left_out={4: [Card("2", "D")]})
    other = RuleSheet(
        "odd", "Odd", "nowhere", rank_points={"7": 10, "A": 11}, left_out={4: (Card("2", "D"),)}
    )
    assert one == other
    assert len({one, other, pickle.loads(pickle.dumps(one))}) == 1
    assert one.fingerprint == other.fingerprint
    given["A"] = 1
    assert one.rank_points["A"] == 11
    with pytest.raises(TypeError):
        one.rank_points["A"] = 1
    changed = replace(one, rank_points={"A": 4})
    assert (changed.points(Card("A", "S")), changed.left_out) == (4, one.left_out)
    assert changed.fingerprint != one.fingerprint


def test_a_fingerprint_is_the_same_in_every_process():
    code = "from neuroevo.games import SUECA; print(SUECA.fingerprint)"
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == SUECA.fingerprint


@pytest.mark.parametrize("field", [one.name for one in fields(RuleSheet)])
def test_whatever_is_changed_in_a_sheet_changes_its_fingerprint(field):
    others = {
        **{"name": "x", "title": "X", "source": "x", "ranks": "9TJQKA", "bowers": "J"},
        **{"left_out": {4: (Card("2", "C"),)}, "shuffle": parse_shuffle("riffle:2")},
        **{"hand_size": 3, "packets": (2,), "deal_direction": "against-play", "players": (2, 4)},
        **{"partners": True, "direction": "counter-clockwise", "trump": "H"},
        **{"follow": "suit-or-trump", "rank_points": {"A": 1}, "suit_points": {"C": 2}},
        **{"bids_tricks": True, "fewest_wins": True, "scoring": CountScoring("points")},
        **{"next_leader": "last-winner", "game_rounds": 5, "game_target": 7},
    }
    changed = replace(SPADES, **{field: others[field]})
    assert changed.fingerprint != SPADES.fingerprint
    assert changed.differs_in(SPADES) == (field,)
