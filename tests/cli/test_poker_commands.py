"""The `odds` and `blackjack` commands as a user meets them."""

import json

import pytest
from command import check_one_line_error, neuroevo

SIXES = "4D 6D 6H 7H QC"


def test_json_is_one_object_with_what_was_asked_for():
    done = neuroevo("odds", SIXES, "--players", 2, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert list(found) == ["hand", "players", "win", "tie", "se", "method", "runs"]
    assert found["hand"] == SIXES
    assert f"{found['win']:.5f}" == "0.64117"
    assert (found["players"], found["se"], found["method"], found["runs"]) == (2, 0.0, "exact", 0)


def test_the_case_studys_rule_counts_ties_as_wins():
    found = json.loads(neuroevo("odds", SIXES, "--rules", "case-study", "--json").stdout)
    assert f"{found['win']:.5f}" == "0.64605"
    assert found["tie"] == 0.0


def test_show_prints_the_last_runs_hands_with_the_winner():
    done = neuroevo(
        *("odds", SIXES, "--players", 5, "--rules", "case-study"),
        *("--method", "simulate", "--runs", 500, "--show"),
    )
    lines = done.stdout.splitlines()
    assert "4♦ 6♦ 6♥ 7♥ Q♣  OnePair 6, 5 players, case-study rules" in lines[0]
    assert "the last of 500 runs" in done.stdout
    hands = [line for line in lines if line.startswith(("you ", "player "))]
    assert len(hands) == 6  # and the heading
    assert sum("wins" in line for line in hands) == 1


def test_a_simulation_with_many_players_says_how_and_how_sure():
    done = neuroevo("odds", SIXES, "--players", 8, "--runs", 50000)
    assert "±" in done.stdout
    assert "50,000 runs, with the exact chances against one and two as control" in done.stdout


def test_without_a_hand_the_seed_deals_one():
    one, same = (neuroevo("odds", "--seed", 5, "--json").stdout for _ in range(2))
    assert one == same
    assert json.loads(one)["hand"] != json.loads(neuroevo("odds", "--json").stdout)["hand"]


def test_draw_names_the_best_discard():
    done = neuroevo("odds", SIXES, "--game", "draw", "--opponents-draw", "stand")
    assert "best laid away: 4♦ 7♥ Q♣" in done.stdout
    found = json.loads(
        neuroevo(
            *("odds", SIXES, "--game", "draw", "--discard", "4D", "--runs", 1000, "--json")
        ).stdout
    )
    assert found["discard"] == "4D"
    assert len(found["discards"]) == 1


def test_holdem_takes_a_board_and_ranges():
    done = neuroevo(
        *("odds", "AS AD", "--game", "holdem", "--board", "2C 7D 9H"),
        *("--opponent", "AKs, TT+", "--json"),
    )
    found = json.loads(done.stdout)
    assert found["opponents"] == ["AKs, TT+"]
    assert found["board"] == "2C 7D 9H"
    assert found["share"] == pytest.approx(found["win"] + found["tie"] / 2)
    text = neuroevo("odds", "AS AD", "--game", "holdem", "--opponent", "KS KD").stdout
    assert "share of the pot 82.637 %" in text


def test_blackjack_values_every_action():
    done = neuroevo("blackjack", "T 6", "--dealer", "T", "--json")
    found = json.loads(done.stdout)
    assert found["best"] == "hit"
    assert set(found["actions"]) == {"stand", "hit", "double"}
    assert sum(found["dealer_ends"].values()) == pytest.approx(1)
    text = neuroevo("blackjack", "8 8", "--dealer", "6", "--decks", 6, "--soft17", "hit").stdout
    assert "6 decks, the dealer hits soft 17" in text
    assert "split" in text


def test_blackjack_without_a_hand_prints_the_strategy():
    text = neuroevo("blackjack").stdout
    assert "28.16 %" in text
    assert "pair 8 8" in text
    found = json.loads(neuroevo("blackjack", "--json").stdout)
    assert found["strategy"][0]["hand"] == "5"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("odds", "4D 6D 6H 7H 4D"), "4D stands twice"),
        (("odds", "nonsense"), "'nonsense' is not a card"),
        (("odds", SIXES, "--players", "12"), "players must be from 2 to 10"),
        (("odds", SIXES, "--players", "0"), "players must be from 2 to 10"),
        (("odds", SIXES, "--runs", "0"), "runs must be at least 1"),
        (("odds", SIXES, "--seed", "-1"), "seed must be at least 0"),
        (("odds", SIXES, "--workers", "0"), "workers must be at least 1"),
        (("odds", SIXES, "--rules", "wild"), "'wild' is not one of"),
        (("odds", SIXES, "--board", "2C 3C 4C"), "--board is for --game holdem"),
        (("odds", SIXES, "--discard", "4D"), "--discard is for --game draw"),
        (
            ("odds", "AS AD", "--game", "holdem", "--rules", "case-study"),
            "hold'em has the standard",
        ),
        (("odds", "AS AD", "--game", "holdem", "--opponent", "AKx"), "'AKx' is not a range"),
        (("blackjack", "T 6"), "--dealer is missing"),
        (("blackjack", "--dealer", "T"), "HAND is missing"),
        (("blackjack", "T 6", "--dealer", "T", "--decks", "many"), "decks must be from 1 to 16"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(arguments, message):
    check_one_line_error(neuroevo(*arguments), message)
