"""`league` as a user meets it."""

import json
import signal
import subprocess
import time

import pytest
from command import COMMAND, check_one_line_error, neuroevo

SMALL = ("--set", "evolution.population=8", "--set", "tournament.games=2", "--workers", "1")
SMALL += ("--set", "network.hidden=[6]", "--set", "run.yardstick_deals=20", "--generations", "3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small run of Spades and one of Clubs."""
    where = tmp_path_factory.mktemp("work")
    for out, more in (
        ("runs/one", ()),
        ("runs/clubs", ("--set", "game=clubs", "--set", "tournament.fitness=points")),
    ):
        done = neuroevo("evolve", "quick", *SMALL, *more, "--out", out, cwd=where)
        assert done.returncode == 0, done.stderr
    (where / "damaged").mkdir()
    (where / "damaged" / "pairs.json").write_text("{half")
    return where


def test_a_cross_table_and_ratings_are_printed_and_written(folder):
    done = neuroevo("league", "runs/one", "random", "greedy", "--deals", 200, cwd=folder)
    assert done.returncode == 0, done.stderr
    for words in ("spades: 200 deals", "tricks a round", "95 % interval", "rounds won"):
        assert words in done.stdout
    lines = [line.split() for line in done.stdout.splitlines()]
    table = [line for line in lines if line[:1] == ["1"] and "–" in line]
    assert table[0][:3] == ["1", "greedy", "–"]
    assert any(line[1:2] == ["one"] for line in lines)  # the run's short name
    written = sorted(path.name for path in (folder / "leagues" / "spades").iterdir())
    assert written == ["league.csv", "league.md", "league.png", "pairs.json", "ratings.csv"]


def test_two_deals_have_no_interval_of_width_zero(folder):
    arguments = ("league", "random", "greedy", "--deals", 2, "--out", "few")
    done = neuroevo(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "2 deals are too few to tell" in done.stdout
    assert "nan" not in done.stdout
    found = json.loads(neuroevo(*arguments, "--json", cwd=folder).stdout)
    assert {one["low"] for one in found["players"]} == {None}
    ratings = (folder / "few" / "ratings.csv").read_text().splitlines()
    assert ratings[1].endswith(",,,")


def test_json_has_players_and_pairs(folder):
    arguments = ("league", "random", "greedy", "--game", "sueca", "--deals", 100, "--json")
    done = neuroevo(*arguments, "--out", "here", cwd=folder)
    found = json.loads(done.stdout)
    assert [one["player"] for one in found["players"]] == ["greedy", "random"]
    assert [(one["player"], one["against"]) for one in found["pairs"]] == [
        ("greedy", "random"),
        ("random", "greedy"),
    ]
    assert found["pairs"][0]["points"]["mean"] > 60
    assert (found["unit"], found["chance"]) == ("points", 0.5)
    assert (folder / "here" / "league.png").is_file()
    again = neuroevo(*arguments, "--out", "elsewhere", "--workers", 1, cwd=folder)
    assert again.stdout == done.stdout


def test_a_league_that_was_killed_goes_on_to_the_same_files(folder):
    """Killed for good, somewhere in the middle; what was played by then is not played again."""
    players = ("league", "mc-average:shuffles=10", "mc-normal:shuffles=10", "greedy", "random")
    arguments = (*players, "--deals", "100", "--seed", "3")
    whole = neuroevo(*arguments, "--out", "whole", cwd=folder)
    assert whole.returncode == 0, whole.stderr
    store = folder / "killed" / "pairs.json"
    with subprocess.Popen(
        [*COMMAND, *arguments, "--out", "killed"], cwd=folder, stdout=subprocess.DEVNULL
    ) as process:
        waited = time.monotonic() + 120
        while not store.exists() and time.monotonic() < waited:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = json.loads(store.read_text())
    assert 1 <= len(kept) < 12
    done = neuroevo(*arguments, "--out", "killed", cwd=folder)
    assert done.stdout.replace("killed", "whole") == whole.stdout
    for name in ("league.csv", "ratings.csv", "league.png", "pairs.json"):
        assert (folder / "killed" / name).read_bytes() == (folder / "whole" / name).read_bytes()


def test_a_large_league_hides_no_number(folder):
    players = [f"mc-normal:shuffles={number}" for number in range(1, 16)]
    done = neuroevo("league", *players, "--deals", 2, "--workers", 1, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "…" not in done.stdout
    assert done.stdout.count("±") == 15 * 14 + 1  # and once in the explanation


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("greedy",), "a league needs at least two players"),
        (("greedy", "greedy"), "greedy is named twice"),
        (("runs/one", "runs/one/champion.npz"), "are the same player"),
        (("greedy", "nobody"), "there is no player 'nobody'"),
        (("greedy", "runs/nothing"), "there is no file runs/nothing"),
        (("runs/one", "runs/clubs"), "runs/clubs plays clubs with 4 players, not spades with 4"),
        (("runs/one", "greedy", "--game", "sueca"), "runs/one plays spades"),
        (("greedy", "random", "--game", "whist"), "whist"),
        (("greedy", "random", "--deals", "1"), "deals must be at least 2, not 1"),
        (("greedy", "random", "--workers", "0"), "workers must be at least 1, not 0"),
        (("greedy", "random", "--seed", "-1"), "seed must be at least 0, not -1"),
        (("greedy", "random", "--out", "damaged"), "damaged/pairs.json is damaged: delete it"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(folder, arguments, message):
    before = sorted(folder.rglob("*"))
    out = () if "--out" in arguments else ("--out", "new")
    check_one_line_error(neuroevo("league", *arguments, *out, cwd=folder), message)
    assert sorted(folder.rglob("*")) == before


def test_without_players_it_asks_for_them(folder):
    check_one_line_error(neuroevo("league", cwd=folder), "PLAYER")
