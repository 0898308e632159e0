"""The examples in CONTRIBUTING.md work as they are printed."""

import re

import pytest
from pages import files_and_programs, run, write_files

from neuroevo.tournament import find_entrants, play_deals

PAGE = "CONTRIBUTING.md"
FILES, PROGRAMS = files_and_programs(PAGE)


@pytest.fixture
def folder(tmp_path):
    write_files(PAGE, tmp_path)
    return tmp_path


def test_there_are_examples_of_a_game_and_of_both_kinds_of_player():
    assert set(FILES) == {"whist.toml", "my_players.py"}
    assert len(PROGRAMS) == 3


@pytest.mark.parametrize("code", PROGRAMS, ids=["game", "player", "python-player"])
def test_the_examples_run(code, folder):
    done = run(code, folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_greedy_partners_win_at_whist(folder):
    text = run(PROGRAMS[0], folder).stdout
    tricks = {
        seats: float(mean) for seats, mean in re.findall(r"(\(\d, \d\)) ([\d.]+) tricks", text)
    }
    assert tricks["(0, 2)"] > tricks["(1, 3)"]
    assert sum(tricks.values()) == pytest.approx(13, abs=0.02)


def test_whist_plays_the_same_in_both_engines(folder):
    """The example is a game like any other: referee and kernel agree on it card by card."""
    from neuroevo.cards import Purpose, run_key
    from neuroevo.games import find_game, play_round

    whist = find_game(folder / "whist.toml")
    entries = find_entrants("random,greedy,always-highest,always-lowest")
    key = run_key(1, Purpose.SIMULATION)
    played = play_deals(whist, entries, key, 0, 200, keep_log=True)
    for row in range(200):
        record = play_round(whist, [entry.seat() for entry in entries], key, row)
        assert played.log[row].tolist() == [play.card.number for play in record.plays]
