"""The chance to win with five cards: exact against brute force, simulated against exact."""

import itertools
import math

import numpy as np
import pytest

from neuroevo.cards import ALL_CARDS, parse_hand
from neuroevo.errors import BadInput
from neuroevo.poker.controls import controlled_chance, share_of_groups
from neuroevo.poker.hands import parse_given
from neuroevo.poker.matching import matching_deals
from neuroevo.poker.odds import all_hands, exact_chances, odds
from neuroevo.poker.rules import RULE_NAMES, find_rules
from neuroevo.poker.tables import rank_hands

SIXES = "4D 6D 6H 7H QC"
HANDS = (SIXES, "AS KD 9H 5C 3D", "AS KS QS 9S 3S", "5S 4D 3H 2C AD", "6S 6D 6H KC KD")


def opponents_hands(hand):
    """Every hand of one opponent as card numbers, (1533939, 5)."""
    deck = np.array([card.number for card in ALL_CARDS if card not in hand])
    flat = itertools.chain.from_iterable(itertools.combinations(range(47), 5))
    places = np.fromiter(flat, dtype=np.int64).reshape(-1, 5)
    return places, deck[places]


@pytest.fixture(scope="module")
def sixes_opponents():
    return opponents_hands(parse_hand(SIXES))


def test_the_pair_of_sixes_wins_as_often_as_it_must():
    assert f"{odds(SIXES, rules='case-study').win:.5f}" == "0.64605"
    standard = odds(SIXES)
    assert f"{standard.win:.5f}" == "0.64117"
    assert f"{standard.tie:.7f}" == "0.0000176"
    assert (standard.method, standard.se, standard.runs) == ("exact", 0.0, 0)
    case_study = odds(SIXES, rules="case-study")
    assert case_study.tie == 0.0


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_two_players_are_counted_as_by_brute_force(rules, sixes_opponents):
    rule_set = find_rules(rules)
    theirs = rule_set.value_of_class[rank_hands(sixes_opponents[1])]
    mine = rule_set.value(parse_hand(SIXES))
    below, at_most = exact_chances(parse_hand(SIXES), 1, rule_set)
    assert at_most == np.mean(theirs <= mine)
    assert below == (at_most if rule_set.ties_win else np.mean(theirs < mine))


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_three_players_are_counted_as_by_inclusion_and_exclusion(rules, sixes_opponents):
    places, hands = sixes_opponents
    rule_set = find_rules(rules)
    mine = rule_set.value(parse_hand(SIXES))
    wanted = rule_set.value_of_class < mine
    held = places[wanted[rank_hands(hands)]]
    pairs = 0  # pairs of hands without a common card: sum of (-1)^|S| N(S)^2
    for size in range(6):
        codes = [
            sum(held[:, place] * 47**power for power, place in enumerate(chosen))
            for chosen in itertools.combinations(range(5), size)
        ]
        if size == 0:
            counts = np.array([len(held)])
        else:
            counts = np.bincount(np.concatenate(codes)) if size < 5 else np.ones(len(held), int)
        pairs += (-1) ** size * int((counts.astype(np.int64) ** 2).sum())
    assert matching_deals(wanted, parse_hand(SIXES), 2) == pairs


@pytest.mark.parametrize("rules", RULE_NAMES)
@pytest.mark.parametrize("hand", HANDS)
def test_counting_rank_by_rank_agrees_with_enumeration_for_one_opponent(hand, rules):
    rule_set, cards = find_rules(rules), parse_hand(hand)
    below, at_most = exact_chances(cards, 1, rule_set)
    value = rule_set.value(cards)
    deals = math.comb(47, 5)
    if not rule_set.ties_win:
        assert matching_deals(rule_set.value_of_class < value, cards, 1) == round(below * deals)
    assert matching_deals(rule_set.value_of_class <= value, cards, 1) == round(at_most * deals)


def test_all_hands_match_when_every_class_is_wanted():
    everything = np.ones(7462, dtype=bool)
    deals = math.prod(math.comb(47 - 5 * n, 5) for n in range(4))
    found = matching_deals(everything, parse_hand(SIXES), 4)
    assert found == pytest.approx(deals, rel=1e-13)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("rules", RULE_NAMES)
def test_a_plain_simulation_meets_the_exact_chance(players, rules):
    exact = odds(SIXES, players, rules)
    assert exact.method == "exact"
    found = odds(SIXES, players, rules, runs=400_000, seed=5, controls=False)
    assert found.method == "simulate"
    assert abs(found.win - exact.win) < 4.5 * found.se
    assert found.se == pytest.approx(math.sqrt(exact.win * (1 - exact.win) / 400_000), rel=0.01)


def test_control_variates_halve_the_error_and_tell_it_truly():
    exact = odds(SIXES, 5).win
    found = [odds(SIXES, 5, runs=20_000, seed=seed) for seed in range(40)]
    assert {one.method for one in found} == {"control-variates"}
    plain = odds(SIXES, 5, runs=20_000, controls=False)
    assert found[0].se < plain.se / 2
    scores = np.array([(one.win - exact) / one.se for one in found])
    assert abs(scores.mean()) < 4 / math.sqrt(40)
    assert 0.6 < scores.std() < 1.5


def test_too_few_runs_for_a_regression_give_the_plain_share():
    found = odds(SIXES, 5, runs=99, seed=1)
    assert found.method == "simulate"
    assert found.win * 99 == pytest.approx(round(found.win * 99), abs=1e-9)


def test_a_perfect_control_leaves_no_error():
    tally = np.zeros((3, 3), dtype=np.int64)
    tally[2, 0], tally[0, 0] = 300, 100
    won = np.zeros((3, 3))
    won[2, 0] = 1.0
    below = np.indices((3, 3))[0].astype(float)
    found = controlled_chance(tally, won, [share_of_groups(below, 2, 1)], [0.9])
    assert found.value == pytest.approx(0.9)
    assert found.se == pytest.approx(0, abs=1e-9)


def test_workers_never_change_a_result():
    one = odds(SIXES, 7, runs=200_000, seed=3, workers=1, show=True)
    two = odds(SIXES, 7, runs=200_000, seed=3, workers=2, show=True)
    assert one == two
    assert one.last_run == two.last_run
    assert one.win != odds(SIXES, 7, runs=200_000, seed=4).win


@pytest.mark.parametrize("text", ["KH KD QS J", "A A A A", "9C 9D 9H A A", "2C 3D 4H 6S"])
def test_a_hand_given_in_part_wins_as_the_average_of_its_hands(text):
    hands = all_hands(parse_given(text))
    standard = find_rules("standard")
    chances = [exact_chances([ALL_CARDS[card] for card in hand], 1, standard) for hand in hands]
    found = odds(text)
    assert found.method == "exact"
    assert found.win == pytest.approx(np.mean([below for below, _ in chances]), abs=1e-12)
    assert found.tie == pytest.approx(np.mean([top - below for below, top in chances]), abs=1e-12)


def test_hands_given_in_part_are_those_that_hold_what_is_given():
    assert len(all_hands(parse_given("KH KD"))) == math.comb(50, 3)
    assert len(all_hands(parse_given("A"))) == math.comb(52, 5) - math.comb(48, 5)
    assert len(all_hands(parse_given("A A A A"))) == 48
    # The ace of spades, and one more at least.
    assert len(all_hands(parse_given("AS A"))) == math.comb(51, 4) - math.comb(48, 4)


def test_two_kings_are_simulated_as_they_are_counted():
    exact = odds("KH KD")
    found = odds("KH KD", runs=300_000, seed=2)
    assert abs(found.win - exact.win) < 4.5 * found.se
    three = odds("KH KD", 3, runs=300_000, seed=2)
    assert three.method == "control-variates"
    plain = odds("KH KD", 3, runs=300_000, seed=2, controls=False)
    assert three.se < plain.se
    assert abs(three.win - plain.win) < 4.5 * plain.se


def test_the_last_run_is_a_deal_with_its_true_winner():
    for seed in range(30):
        run = odds(SIXES, 5, runs=50, seed=seed, show=True).last_run
        cards = [card for hand in run.hands for card in hand]
        assert len(cards) == len(set(cards)) == 25
        assert set(run.hands[0]) == set(parse_hand(SIXES))
        values = [find_rules("standard").value(hand) for hand in run.hands]
        assert [values[winner] for winner in run.winners] == [max(values)] * len(run.winners)


def test_in_the_case_study_a_tie_is_won_by_the_user():
    runs = [odds(SIXES, 2, "case-study", runs=1, seed=seed, show=True) for seed in range(200)]
    tied = [one for one in runs if one.last_run.descriptions[0] == one.last_run.descriptions[1]]
    assert tied
    assert all(one.win == 1.0 and one.last_run.winners == (0,) for one in tied)


def test_without_a_hand_one_is_dealt_by_the_seed():
    assert odds(seed=1) == odds(seed=1)
    assert odds(seed=1).hand != odds(seed=2).hand
    assert parse_given(odds(seed=1).hand).complete


def test_ten_players_use_fifty_cards():
    run = odds(None, 10, runs=1000, show=True).last_run
    assert len({card for hand in run.hands for card in hand}) == 50


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "4D 6D 6H 7H 4D"}, "4D stands twice"),
        ({"hand": "4D 6D 6H 7H QC 2C"}, "has 6 cards; a hand has 5"),
        ({"hand": "4D 6X"}, "'6X' is not a card"),
        ({"hand": "A A A A A"}, "asks for 5 cards of rank A"),
        ({"players": 11}, "players must be from 2 to 10"),
        ({"players": 1}, "players must be from 2 to 10"),
        ({"runs": 0}, "runs must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"rules": "wild"}, "there are no rules 'wild'"),
        ({"method": "guess"}, "there is no method 'guess'"),
        ({"players": 6, "method": "exact"}, "at most 5 players, not 6"),
        ({"hand": "A", "players": 3, "method": "exact"}, "two players, not 3"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        odds(**arguments)
