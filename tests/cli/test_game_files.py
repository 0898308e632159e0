"""A game in a TOML file, wherever a command takes a game."""

import json

import pytest
from command import check_one_line_error, neuroevo

SMALL = """
game = "whist.toml"
[network]
architecture = "scorer"
[tournament]
games = 1
fitness = "points"
[evolution]
population = 8
generations = 2
patience = 0
[run]
yardstick_deals = 10
"""


@pytest.mark.parametrize(
    "command",
    [
        "simulate whist.toml --players greedy,random,greedy,random --rounds 200",
        "simulate whist.toml --rounds 40 --rotate",
        "simulate whist.toml --show",
        "simulate ./whist.toml --game --games 4",
        "evaluate greedy --game whist.toml --deals 20",
        "league greedy random --game whist.toml --deals 20 --out league",
        "significance --game whist.toml --points 20 --rounds 40",
        "games whist.toml",
    ],
)
def test_commands_take_the_file_of_a_game(whist, command):
    done = neuroevo(*command.split(), cwd=whist.parent)
    assert done.returncode == 0, done.stderr
    assert "whist" in done.stdout.lower()


def test_a_run_of_a_file_can_be_used_by_every_command_when_the_file_is_gone(whist):
    (whist.parent / "mine.toml").write_text(SMALL)
    done = neuroevo("evolve", "mine.toml", "--out", "runs/a", cwd=whist.parent)
    assert done.returncode == 0, done.stderr
    whist.unlink()
    for command in (
        "runs",
        "resume runs/a",
        "evaluate runs/a --deals 20",
        "compare runs/a runs/a --deals 20",
        "report runs/a --deals 20",
        "league runs/a greedy --deals 20 --out league",
        "evolve runs/a/experiment.toml --out runs/b",
        "evaluate runs/a/champion.npz --deals 20",
    ):
        done = neuroevo(*command.split(), cwd=whist.parent)
        assert done.returncode == 0, (command, done.stderr)
    listed = neuroevo("runs", cwd=whist.parent).stdout
    assert listed.count("whist") == 2
    assert "unreadable" not in listed


@pytest.mark.parametrize(
    ("change", "to", "message"),
    [
        (
            "trump =",
            "trumpp =",
            "whist.toml:5: trumpp is not a key of a game: did you mean",
        ),
        ("= 5\n", "= 'x'\n", "whist.toml:6: game_target takes a whole number, not 'x'"),
        ("partners = true", "ranks = 'AXK'", "whist.toml:4: ranks 'AXK' must be different ones"),
        ('"whist"', '"clubs"', "whist.toml: two games of one name: there is a game named 'clubs'"),
        ("= true", "= ", "whist.toml is not valid TOML: Invalid value (at line 4, column 12)"),
    ],
)
def test_a_bad_sheet_is_one_line_and_exit_code_2(whist, change, to, message):
    whist.write_text(whist.read_text().replace(change, to, 1))
    (whist.parent / "mine.toml").write_text(SMALL)
    check_one_line_error(neuroevo("simulate", "whist.toml", cwd=whist.parent), message)
    check_one_line_error(neuroevo("evolve", "mine.toml", cwd=whist.parent), message)
    assert not (whist.parent / "runs").exists()


def test_a_missing_file_is_one_line_and_exit_code_2(whist):
    done = neuroevo("league", "greedy", "random", "--game", "whits.toml", cwd=whist.parent)
    check_one_line_error(done, "there is no game file whits.toml: did you mean 'whist.toml'?")


def test_games_prints_a_file_that_can_be_changed_and_played(whist):
    text = neuroevo("games", "sueca").stdout
    assert text.startswith("# Sueca: Lopes Carreiro")
    mine = text.replace('name = "sueca"', 'name = "mine"').replace("A = 11", "A = 20")
    (whist.parent / "mine.toml").write_text(mine)
    done = neuroevo("simulate", "mine.toml", "--rounds", "100", "--json", cwd=whist.parent)
    assert json.loads(done.stdout)["game"] == "mine"
    assert "from " in neuroevo("games").stdout
