"""The examples in CONTRIBUTING.md work as they are printed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "CONTRIBUTING.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )


def test_there_are_examples_of_a_game_and_a_player():
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("code", EXAMPLES, ids=["whist", "player"])
def test_the_examples_run(code):
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_greedy_partners_win_at_whist():
    text = run(EXAMPLES[0]).stdout
    tricks = {
        seats: float(mean) for seats, mean in re.findall(r"(\(\d, \d\)) ([\d.]+) tricks", text)
    }
    assert tricks["(0, 2)"] > tricks["(1, 3)"]
    assert sum(tricks.values()) == pytest.approx(13, abs=0.02)


def test_whist_plays_the_same_in_both_engines():
    """The example is a game like any other: referee and kernel agree on it card by card."""
    sheet_code = EXAMPLES[0].split("# One round")[0]
    check = """
from neuroevo.cards import Purpose, run_key
from neuroevo.games import play_round
from neuroevo.tournament import find_entrants, play_deals
entries = find_entrants("random,greedy,always-highest,always-lowest")
key = run_key(1, Purpose.SIMULATION)
played = play_deals(WHIST, entries, key, 0, 200, keep_log=True)
for row in range(200):
    record = play_round(WHIST, [entry.seat() for entry in entries], key, row)
    assert played.log[row].tolist() == [play.card.number for play in record.plays]
print("agree")
"""
    done = run(sheet_code + check)
    assert done.stdout == "agree\n", done.stderr
