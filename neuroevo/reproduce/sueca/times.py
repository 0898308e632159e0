"""How long Monte-Carlo takes: the time columns of Tables 6.1, 6.2, 6.4 and 6.5, as ratios.

The author's minutes belong to her machine, ours to this one; what may agree is how many times
longer one row takes than another. Where twice the shuffles are twice the work, it should. Where
one row has more shuffling for the same play-outs, or more play-outs for the same shuffling, the
ratio depends on what each of the two costs, which is a matter of the program: it can be as small as
if the one were free, or as large as if the other were, and nothing else is impossible.

This is the one table that depends on the machine, and it is measured anew each time. Ours is the
processor's time of one thread, so that other work on the machine does not count.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca import scenarios
from neuroevo.reproduce.sueca.play import SOURCE
from neuroevo.tournament import find_entrants, play_deals

ROUNDING = 1 / math.sqrt(12)
"""The standard deviation of what is lost by rounding to whole minutes."""
TRIED = "different decks for each measurement, and the processor's time instead of the clock's"
STEADY = 50
"""Rows of Table 6.2 with at least so many shuffles show how steady the author's machine was."""

Timed = tuple[str, str, str]
"""A printed time: table, row, column."""


def players_timed() -> dict[Timed, str]:
    """The player behind every printed time."""
    tables = load_printed(SOURCE).tables
    found: dict[Timed, str] = {}
    for row in tables["6.1"].rows:
        found["6.1", row, "Time (m)"] = f"mc-extra:shuffles=10:playouts={row}:way=rejection"
    for row in tables["6.2"].rows:
        for name, player in (
            ("MC Normal", f"mc-normal:shuffles={row}:way=rejection"),
            ("MC Average", f"mc-average:shuffles={row}:way=rejection"),
            ("MC Extra", f"mc-extra:shuffles={row}:playouts=2:way=rejection"),
        ):
            found["6.2", row, f"{name} / Time (m)"] = player
    for row in tables["6.4"].rows:
        player = f"mc-normal:shuffles=100:limit={row}:way="
        found["6.4", row, "Time (m)"] = f"{player}rejection"
        found["6.5", row, "Regular way / Time (m)"] = f"{player}rejection"
        found["6.5", row, "New way / Time (m)"] = f"{player}rejection-new"
    return {
        (table, row, column): player
        for (table, row, column), player in found.items()
        if tables[table].cell(row, column).isdigit()
    }


BASES: dict[str, Timed] = {
    "6.1": ("6.1", "1", "Time (m)"),
    "6.2": ("6.2", "100", "MC Normal / Time (m)"),
    "6.4": ("6.4", "10", "Time (m)"),
    "6.5": ("6.5", "10", "Regular way / Time (m)"),
}
"""What the times of a table are divided by: its first row, but in 6.2, whose first row has three
minutes, one with a hundred shuffles."""


def minutes(timed: Timed) -> int:
    """A printed time."""
    table, row, column = timed
    return int(load_printed(SOURCE).tables[table].cell(row, column))


def unsteadiness() -> float:
    """By how much of itself a printed time varies: minutes a shuffle should be one number for each
    column of Table 6.2, and are not quite."""
    table = load_printed(SOURCE).tables["6.2"]
    apart = []
    for column in (one for one in table.columns if "Time" in one):
        rows = [row for row in table.rows if int(row) >= STEADY and table.cell(row, column) != "-"]
        each = np.array([int(table.cell(row, column)) / int(row) for row in rows])
        apart += list(each / each.mean() - 1)
    return float(np.std(apart, ddof=3))


def span_of(timed: Timed, request: Request) -> tuple[float, float] | None:
    """The least and the most that a ratio can be, as shuffling or playing costs nothing; None where
    both grow alike."""
    table, row, column = timed
    if table == "6.1":
        return 1.0, float(row)
    if column.startswith("MC Extra"):
        grown = int(row) / int(BASES[table][1])
        return grown, 2 * grown
    if table == "6.2":
        return None
    tries = scenarios.summary(request)
    way = scenarios.NEW if column.startswith("New") else scenarios.REGULAR
    ratio = tries[f"{way} {row}"] / tries[f"{scenarios.REGULAR} {BASES[table][1]}"]
    return min(1.0, ratio), max(1.0, ratio)


def seconds_of(player: str, first: int, games: int, seed: int) -> float:
    """The processor's time of games with one such player and three random ones."""
    entrants = find_entrants([player, "random", "random", "random"])
    key = run_key(seed, Purpose.SUECA_DECKS)
    began = time.thread_time()
    play_deals(SUECA, entrants, key, first, games)
    return time.thread_time() - began


def measure(
    players: Mapping[Timed, str], request: Request, repeats: int, games: int
) -> dict[str, NDArray[np.float64]]:
    """Seconds for every player and repeat; each repeat has decks of its own, all players' the
    same."""
    different = list(dict.fromkeys(players.values()))
    found = {player: np.zeros(repeats) for player in different}
    seconds_of(different[0], 0, 1, request.seed)  # loads the kernel
    for repeat in range(repeats):
        for number, player in enumerate(different):
            done = (repeat + number / len(different)) / repeats
            request.say(f"times, {player}", done)
            found[player][repeat] = seconds_of(player, repeat * games, games, request.seed)
    return found


def times(request: Request) -> Reproduction:
    """Every printed time, divided by that of its table's base."""
    found = Reproduction(
        SOURCE, "times", "How long Monte-Carlo takes, as ratios; depends on the machine", "6"
    )
    repeats = 5 if request.full else 3
    games = request.number(60, 120)
    players = players_timed()
    measured = measure(players, request, repeats, games)
    unsteady = unsteadiness()
    for timed, player in players.items():
        table, row, column = timed
        base = BASES[table]
        if timed == base:
            continue
        there, first = minutes(timed), minutes(base)
        ratios = measured[player] / measured[players[base]]
        here = measured[player].mean() / games * 1e6 / 60
        found.add(
            f"{table}, {row}",
            column.replace("Time (m)", f"time against {base[1]}"),
            f"{there / first:.3g}",
            float(ratios.mean()),
            float(ratios.std(ddof=1) / math.sqrt(repeats)),
            printed_se=there / first * math.hypot(ROUNDING / there, ROUNDING / first, unsteady),
            span=span_of(timed, request),
            section=load_printed(SOURCE).tables[table].section,
            note=f"{there} minutes there, {here:.1f} here for a million games on one core",
            tried=TRIED,
        )
    found.remarks += [
        f"{repeats} measurements of {games} games each, of the processor's time of one thread; "
        "other machines and other days have other figures",
        "printed: quotients of printed minutes; their error is that of whole minutes and of "
        f"{100 * unsteady:.1f} % by which minutes a shuffle vary within the columns of Table 6.2",
        "against " + ", ".join(f"{table}: {base[1]} ({base[2]})" for table, base in BASES.items()),
    ]
    return found
