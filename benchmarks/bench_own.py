"""What users bring beside ours: a written player, and players who are asked in Python."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from page import Table, fewer, figure, present

from neuroevo.cards import Purpose, run_key
from neuroevo.games import SPADES, play_round
from neuroevo.tournament import find_entrants, play_deals

TEXT = '''
def greedy(seat):
    """Ours, word for word."""
    if seat.tricks_hurt:
        if seat.leading:
            return seat.legal.lowest
        return (seat.legal - seat.winning or seat.legal).dearest
    if seat.leading:
        return seat.legal.highest
    return (seat.winning or seat.legal).cheapest


class First:
    """The first legal card."""

    def choose(self, view):
        return view.legal[0]


class Patient:
    """Keeps its trumps for last."""

    def choose(self, view):
        plain = [card for card in view.legal if card.suit != view.trump]
        return min(plain or view.legal, key=lambda card: card.number)


class Many:
    """The first legal card, of all tables at once."""

    def choose_many(self, questions):
        return questions.legal[:, 0]
'''
TURNS = fewer(15)
KEY = run_key(1, Purpose.SIMULATION)


def rate(play, rounds: int) -> float:
    began = time.thread_time()
    play()
    return rounds / (time.thread_time() - began)


def tables() -> Iterator[Table]:
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(TEXT, encoding="utf-8")
        named = {
            "greedy, ours": (["greedy"] * 4, 20_000),
            "greedy, a user's": ([f"{path}:greedy"] * 4, 20_000),
            "choose(view): legal[0]": ([f"{path}:First", "greedy", "random", "random"], 4_096),
            "choose(view): small": ([f"{path}:Patient", "greedy", "random", "random"], 4_096),
            "choose_many: legal[:, 0]": ([f"{path}:Many", "greedy", "random", "random"], 20_000),
        }
        cases = {name: (find_entrants(who), rounds) for name, (who, rounds) in named.items()}
    best = dict.fromkeys(cases, 0.0)
    compiled = [name for name in cases if name.startswith("greedy")]
    asked = [name for name in cases if name not in compiled]
    for group in (compiled, asked):  # those that are compared take turns
        for turn in range(TURNS + 1):
            for name in group:
                table, rounds = cases[name]
                found = rate(lambda t=table, n=rounds: play_deals(SPADES, t, KEY, 0, n), rounds)
                if turn:  # the first compiles
                    best[name] = max(best[name], found)
    seats = [one.seat() for one in cases["choose(view): legal[0]"][0]]
    referee = max(
        rate(lambda: [play_round(SPADES, seats, KEY, deal) for deal in range(100)], 100)
        for _ in range(3)
    )
    rows = [
        (name, figure(found), figure(found / best["greedy, ours"], ".3f"))
        for name, found in best.items()
    ]
    rows.append(("choose(view): legal[0], at the referee's table", figure(referee), ""))
    yield Table(
        "Players of one's own: Spades, rounds a second on one core",
        ("player", "rounds/s", "beside greedy, ours"),
        rows,
    )


if __name__ == "__main__":
    present(tables)
