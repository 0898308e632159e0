"""Exchanging cards: exact against brute force, the rule's twins, simulation against exact."""

import itertools

import numpy as np
import pytest

from neuroevo.cards import ALL_CARDS, format_hand, parse_hand
from neuroevo.errors import BadInput
from neuroevo.poker.draw import draw_odds, exchanged_by_rule
from neuroevo.poker.kernels.counting import compare_pairs
from neuroevo.poker.kernels.draw import mark_exchanges
from neuroevo.poker.kernels.ranks import CARD_KEYS, CARD_MASKS
from neuroevo.poker.odds import odds
from neuroevo.poker.rules import RULE_NAMES, find_rules
from neuroevo.poker.tables import card_numbers, rank_hands

SIXES = "4D 6D 6H 7H QC"


def test_a_hand_against_a_pack_without_the_discard_is_counted_as_by_brute_force():
    hand = parse_hand("6D 6H 7H QC 6S")  # after 4D was laid away for 6S
    gone = card_numbers([*hand, *parse_hand("4D")])
    deck, cards = np.setdiff1d(np.arange(52), gone), gone[:5]
    flat = itertools.chain.from_iterable(itertools.combinations(range(46), 5))
    places = np.fromiter(flat, dtype=np.int8).reshape(-1, 5)
    mine, theirs = rank_hands(cards[None, :])[0], rank_hands(deck[places])
    counts = np.zeros((1, 3), dtype=np.int64)
    compare_pairs(
        find_rules("standard").table,
        CARD_KEYS[deck],
        CARD_MASKS[deck],
        CARD_KEYS[cards].sum(keepdims=True),
        CARD_MASKS[cards].sum(keepdims=True),
        np.array([0]),
        0,
        0,
        counts,
    )
    assert counts.tolist() == [[np.sum(theirs < mine), np.sum(theirs == mine), 1]]


def test_a_draw_is_the_average_over_the_cards_drawn():
    # One card from 47, then the opponent's five from 46: dealt here by numpy.
    hand = parse_hand(SIXES)
    exact = draw_odds(SIXES, discard="4D", opponents="stand")
    rest = [card for card in ALL_CARDS if card not in hand]
    kept = [card for card in hand if str(card) != "4D"]
    standard = find_rules("standard")
    deck = card_numbers(rest)
    generator = np.random.default_rng(1)
    runs = 200_000
    rows = generator.random((runs, 47)).argpartition(6, axis=1)[:, :6]
    theirs = rank_hands(deck[rows[:, 1:]])
    value_of = np.array([standard.value([*kept, card]) for card in rest])
    below = np.mean(theirs < value_of[rows[:, 0]])
    assert abs(below - exact.win) < 4.5 * np.sqrt(exact.win * (1 - exact.win) / runs)


def test_laying_nothing_away_is_the_plain_game():
    found = draw_odds(SIXES, discard="none", opponents="stand")
    plain = odds(SIXES)
    assert found.win == plain.win
    assert found.tie == pytest.approx(plain.tie, abs=1e-15)


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_simulated_discards_meet_the_exact_ones(rules):
    exact = draw_odds(SIXES, opponents="stand", rules=rules)
    assert exact.method == "exact"
    found = draw_odds(SIXES, opponents="stand", rules=rules, runs=200_000, seed=4)
    by_cards = {one.cards: one for one in exact.discards}
    assert len(by_cards) == 26
    for one in found.discards:
        assert abs(one.win - by_cards[one.cards].win) < 4.5 * one.se


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        (SIXES, "4D 7H QC"),
        ("9S 8S 7S 6S 5S", ""),
        ("AS KS QS JS 2D", "2D"),
        ("9S 9D 9H 2C 3D", "2C 3D"),
        ("JD JH 6C 6D 4D", "4D"),
    ],
)
def test_the_best_discard_is_what_a_player_expects(hand, best):
    found = draw_odds(hand, opponents="stand")
    assert format_hand(found.discard) == best
    worths = [one.worth for one in found.discards]
    assert worths == sorted(worths, reverse=True)


def test_drawing_opponents_are_harder_to_beat():
    standing = draw_odds(SIXES, opponents="stand").win
    drawing = draw_odds(SIXES, opponents="sets", runs=200_000)
    assert drawing.win + 10 * drawing.se < standing


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_the_rule_is_the_same_in_plain_python_and_compiled(rules):
    rule_set = find_rules(rules)
    hands = np.random.default_rng(7).random((4000, 52)).argpartition(5, axis=1)[:, :5]
    pat = [[c.number for c in parse_hand(t)] for t in ("5S 4D 3H 2C AD", "9S 8S 7S 6S 5S")]
    hands = np.concatenate([hands, pat])
    marks = np.zeros(hands.shape, dtype=bool)
    mark_exchanges(rule_set.table, hands, rule_set.pat_from, marks)
    for hand, marked in zip(hands, marks, strict=True):
        cards = [ALL_CARDS[number] for number in hand]
        expected = exchanged_by_rule(cards, rule_set)
        assert tuple(card for card, goes in zip(cards, marked, strict=True) if goes) == expected
    assert marks.sum(axis=1).max() == 3


def test_opponents_exchange_by_the_rule_and_never_draw_a_card_twice():
    for seed in range(25):
        run = draw_odds(SIXES, 5, "4D 7H QC", runs=20, seed=seed, show=True).last_run
        cards = [card for hand in run.hands for card in hand]
        assert len(cards) == len(set(cards)) == 25
        assert not {*cards} & {*parse_hand("4D 7H QC")}


def test_all_standing_opponents_are_as_in_the_plain_game():
    exact = odds(SIXES, 4)
    found = draw_odds(SIXES, 4, discard="none", opponents="stand", runs=200_000)
    assert found.method == "control-variates"
    assert abs(found.win - exact.win) < 4.5 * found.se


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "KH KD"}, "needs a whole hand"),
        ({"discard": "AS"}, "can't lay AS away"),
        ({"opponents": "bluff"}, "opponents can't draw by 'bluff'"),
        ({"most": 6}, "from 0 to 5, not 6"),
        ({"players": 7}, "players must be from 2 to 6"),
        ({"method": "exact"}, "one opponent who stands"),
        ({"runs": 0}, "runs must be at least 1"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        draw_odds(**({"hand": SIXES} | arguments))
