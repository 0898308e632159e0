"""`neuroevo check`: a verdict a line, and what the exit codes say."""

import json

import pytest
from command import check_one_line_error, neuroevo

PLAYERS = """
def patient(seat):
    return (seat.legal.plain or seat.legal).cheapest

def cheats(seat):
    return seat.hand.highest

def misspelt(seat):
    return seat.legal.chepest

def peeks(seat):
    return seat.legal.highest if seat._table.hands[0] & 1 else seat.legal.lowest

def too_many(seat, card):
    return seat.legal.lowest

def unclear(one):
    return 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_players.py").write_text(PLAYERS)
    return tmp_path


def test_a_player_that_keeps_the_contract_exits_with_0(folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = neuroevo("check", "my_players.py:patient", "--games", "spades,sueca", cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "my_players.py:patient, a player"
    assert lines[-1] == "the contract is kept"
    told = [line for line in lines[1:-1] if not line.startswith("       ")]
    assert all(line.startswith(("  ok  ", "      ")) for line in told)
    for what in ("legal cards", "same cards compiled and plain", "honest", "speed"):
        assert any(f" {what}: " in line for line in lines), what


def test_a_broken_contract_exits_with_1_and_says_which_verdict(folder):
    done = neuroevo("check", "my_players.py:cheats", "--games", "spades", cwd=folder)
    assert done.returncode == 1
    assert "  NO  legal cards: spades: my_players.py:5: cheats: trick 1: seat" in done.stdout
    assert "the contract is broken, 1 of 3 verdicts" in done.stdout
    assert done.stderr == "" or done.stderr.startswith("compiling")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["my_players.py:misspelt"], "my_players.py:9: a CardSet has no 'chepest'"),
        (["my_players.py:peeks"], "my_players.py:12: '_table' begins with an underscore"),
        (["my_players.py:too_many"], "my_players.py:14: the player too_many takes (seat), not"),
        (["my_players.py:unclear"], "Say --as player or --as feature"),
        (["my_players.py:patint"], "did you mean 'patient'?"),
        (["my_player.py:patient"], "there is no file my_player.py: did you mean 'my_players.py'?"),
        (["gredy"], "there is nothing called 'gredy' to check: did you mean 'greedy'?"),
        (["wist.toml"], "there is no game file wist.toml"),
        (["greedy", "--games", "spads"], "there is no game 'spads': did you mean 'spades'?"),
        (["greedy", "--deals", "0"], "deals must be"),
        (["greedy", "--deals", "1000000000"], "deals must be"),
        (["greedy", "--as", "algorithm"], "there is no algorithm 'greedy'"),
        (["greedy", "--as", "plaer"], "'plaer' is not one of"),
        (["cma", "--games", "spades"], "an algorithm is not checked with games"),
    ],
)
def test_what_can_not_be_checked_is_one_line_and_2(folder, arguments, told):
    done = neuroevo("check", *arguments, cwd=folder)
    done.stderr = "".join(
        line for line in done.stderr.splitlines(keepends=True) if "compiling for" not in line
    )
    check_one_line_error(done, told)


def test_json_says_the_same(folder):
    done = neuroevo("check", "boss", "--games", "clubs", "--deals", 2, "--json", cwd=folder)
    report = json.loads(done.stdout)
    assert report["kind"] == "feature"
    assert report["passed"] is True
    assert {one["what"]: one["passed"] for one in report["verdicts"]} == {
        "a feature": True,
        "finite numbers": True,
        "same numbers compiled and plain": True,
        "honest": True,
        "says": None,
    }
