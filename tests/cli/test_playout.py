"""The `playout` command as a user meets it."""

import json

import pytest
from command import check_one_line_error, neuroevo

from neuroevo.playout import QUIRKS, THESIS_HANDS


def test_json_is_the_object_that_scripts_expect():
    done = neuroevo("playout", "euchre", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["strategy"], found["method"]) == ("appendix", "exact")
    assert {suit: chance["fraction"] for suit, chance in found["trumps"].items()} == {
        "H": "1",
        "S": "45/64",
        "D": "247/256",
        "C": "259/512",
    }
    assert found["trumps"]["S"]["team1"] == 45 / 64
    assert found["trumps"]["S"]["se"] == 0
    assert found["overall"] == 1625 / 2048


def test_a_simulation_repeats_with_its_seed_and_says_its_error():
    arguments = ("playout", "euchre", "--method", "simulate", "--iterations", "20000", "--json")
    first, again, other = (
        json.loads(neuroevo(*arguments, "--seed", seed).stdout) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first["trumps"]["C"]["se"] == pytest.approx((0.25 / 20_000) ** 0.5, rel=0.01)


def test_the_table_shows_hands_and_chances_and_tells_of_another_order():
    done = neuroevo("playout", "euchre", "--strategy", "double-dummy", "--dealer", "2")
    assert "player 1 (team 1)  9♣ 9♠ A♠ A♣ 9♥" in done.stdout
    assert "player 2 deals" in done.stdout
    assert "overall" in done.stdout
    text = "9C AC 9S AS 9H | TC JC 9D TD TS | TH JH JS JD QC | QH QS KS QD KC"
    done = neuroevo("playout", "euchre", "--hands", text, "--trump", "clubs")
    assert "259/512" in done.stdout  # as its text names it, the thesis' deal is the thesis' deal
    other = text.replace("QH QS KS QD KC", "KC QS KS QD QH")
    done = neuroevo("playout", "euchre", "--hands", other, "--trump", "clubs")
    assert "259/512" not in done.stdout
    assert "breaks ties" in done.stdout


def test_quirks_are_listed_and_mended_by_name():
    assert set(json.loads(neuroevo("playout", "euchre", "--quirks", "--json").stdout)) == set(
        QUIRKS
    )
    listed = neuroevo("playout", "euchre", "--quirks").stdout
    assert all(name in listed for name in QUIRKS)
    done = neuroevo("playout", "euchre", "--mend", "lost-card", "--trump", "D", "--json")
    assert json.loads(done.stdout)["overall"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("playout", "sueca"), "there is no play-out of 'sueca'"),
        (("playout", "euchre", "--hands", "9C"), "1 hand is given; euchre has 4"),
        (
            ("playout", "euchre", "--hands", THESIS_HANDS.replace("QH", "QS")),
            "QS is dealt twice",
        ),
        (("playout", "euchre", "--trump", "X"), "'X' is not a suit"),
        (("playout", "euchre", "--dealer", "5"), "the dealer is a player from 1 to 4, not 5"),
        (("playout", "euchre", "--dealer", "me"), "the dealer is random, or a player from 1 to 4"),
        (("playout", "euchre", "--strategy", "x"), "there is no strategy 'x'"),
        (("playout", "euchre", "--method", "x"), "there is no method 'x'"),
        (("playout", "euchre", "--mend", "x"), "there is no quirk 'x' to mend"),
        (("playout", "euchre", "--iterations", "0"), "iterations must be at least 1"),
        (("playout",), "Missing argument 'GAME'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(arguments, message):
    check_one_line_error(neuroevo(*arguments), message)
