"""Chapter 7: every strategy with and against every other, on the same decks.

What was found by trying: seats in playing order are N, W, S, E and N leads; the columns headed
"Team E & W" are W, then E; trump is drawn at random. The Monte-Carlo player of these tables is one
that sees all cards (`mc-peek`); the honest value stands beside it in every row that has one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.analysis.plots.style import new_figure, title
from neuroevo.arithmetic import deviation, least_squares, mean
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import PrintedTable, load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import (
    HONEST,
    SOURCE,
    STRATEGIES,
    Played,
    play_any,
    printed_sd_se,
    printed_se,
    printed_table,
    seated,
)
from neuroevo.reproduce.verdicts import Reading

QUICK_GAMES, FULL_GAMES = 400, 7_000
"""For rows with Monte-Carlo players; with the control below most standard errors are under 0.2."""
FULL_ERROR = 0.2
"""Rows of the full budget whose standard error is larger are played again, with more games."""
QUICK_FAST, FULL_FAST = 100_000, 400_000
CONTROL_GAMES = 400_000
CONTROL_REPEATS = 16
"""How often the control plays each deck at random."""

MISPRINTS = {
    ("7.9", "T / R / T / R"): "the deviation repeats the score; 7.3 has 24.3 for such a row",
    ("7.9", "T / R / T / T"): "60.0 three times over; 7.11 has 61.0 for the same teams exchanged",
    ("7.9", "T / R / T / A"): "60.0 three times over; 7.12 has about 62 for the teams exchanged",
    ("7.17", "MC / R / R / R"): "7.5 prints 72.7 and 47.3 for the same row",
}


def chapter_7(name: str, request: Request) -> Reproduction:
    """One of the tables of chapter 7."""
    table, found = printed_table(name)
    for number, row in enumerate(table.rows):
        request.say(f"table {name}, {row}", number / len(table.rows))
        add_row(found, table, row, request)
    if any("MC" in row for row in table.rows):
        found.remarks.append(
            "MC sees all cards here (mc-peek): only so are the printed values met, and no text "
            "says it; the honest player is mc-extra with exact shuffles"
        )
    return found


def add_row(found: Reproduction, table: PrintedTable, row: str, request: Request) -> None:
    """The two averages and the deviation of a row, with the honest player as the other reading."""
    cells = row.split(" / ")
    thinking = "MC" in cells
    result = pairing(request, cells, STRATEGIES)
    others = {
        name: by_column(table, pairing(request, seats, STRATEGIES))
        for name, seats in other_seats(cells).items()
    }
    rivals = {}
    if thinking:
        honest = pairing(request, cells, HONEST)
        rivals["the honest player"] = by_column(table, honest)
    for column, reading in by_column(table, result).items():
        of_deviation = column == table.columns[2]
        tried = [f"{name} ({one[column].value:.2f})" for name, one in (others | rivals).items()]
        found.add(
            row,
            column,
            table.cell(row, column),
            reading.value,
            reading.se,
            printed_se=printed_sd_se(result) if of_deviation else printed_se(result),
            rivals={name: one[column] for name, one in rivals.items()},
            tried=", ".join(tried) or "no other seats: partners play alike",
            misprint=MISPRINTS.get((found.table, row), ""),
            assumes="that MC sees all cards (found by trying)" if thinking else "",
        )
    if thinking:
        found.add(row, f"{table.columns[0]}, honest", None, honest["mean"], honest["se"])


def other_seats(cells: list[str]) -> dict[str, list[str]]:
    """The same teams with partners exchanged."""
    north, south, west, east = cells
    found = {
        "E before W": [north, south, east, west],
        "S before N": [south, north, west, east],
    }
    return {name: seats for name, seats in found.items() if seats != cells}


def by_column(table: PrintedTable, result: dict[str, float]) -> dict[str, Reading]:
    """A pairing's values under the heads of the table."""
    ours, theirs, deviation = table.columns
    return {
        ours: Reading(result["mean"], result["se"]),
        theirs: Reading(120 - result["mean"], result["se"]),
        deviation: Reading(result["sd"], result["sd se"]),
    }


def about(name: str) -> str:
    """What a table of the chapter compares, from its rows: who plays against whom."""
    rows = [row.split(" / ") for row in load_printed(SOURCE).tables[name].rows]
    sides = [
        list(dict.fromkeys(" ".join(row[place : place + 2]) for row in rows)) for place in (0, 2)
    ]
    every = len(STRATEGIES) ** 2
    first, second = ("every team" if len(teams) == every else ", ".join(teams) for teams in sides)
    return f"{first} against {second}"


def pairing(request: Request, cells: list[str], strategies: dict[str, str]) -> dict[str, float]:
    """The score of N and S for one row; the same decks for all rows.

    Scores depend most of all on the cards, so the mean of random games on the same decks serves as
    a control variate: what it is off from its known mean is taken off the score, times the slope
    between the two. That makes the standard error smaller by a factor of 1.7.
    """
    players = seated(cells, strategies)
    thinking = "MC" in cells

    def score(games: int) -> dict[str, float]:
        def work() -> dict[str, float]:
            played = play_any(players, games, request)
            return controlled(request, played) if thinking else plain(played)

        key = f"7: {' '.join(players)}; {games} games; seed {request.seed}"
        found: dict[str, float] = request.store.keep(key, work)
        return found

    if not thinking:
        return score(request.number(QUICK_FAST, FULL_FAST))
    found = score(request.number(QUICK_GAMES, FULL_GAMES))
    if request.full and request.games is None and found["se"] > FULL_ERROR:
        needed = 1.05 * FULL_GAMES * (found["se"] / FULL_ERROR) ** 2
        found = score(1_000 * math.ceil(needed / 1_000))
    return found


def plain(played: Played) -> dict[str, float]:
    """Mean and deviation with their errors."""
    result = played.summary()
    return {name: result[name] for name in ("games", "mean", "se", "sd", "sd se")}


def controlled(request: Request, played: Played) -> dict[str, float]:
    """The same, with the control."""
    result = plain(played)
    control, known = random_scores(request, len(played.points))
    points = played.points.astype(float)
    _, slope = least_squares([np.ones(len(points)), control], points)
    left = points - slope * (control - known)
    result["mean"] = mean(left)
    result["se"] = deviation(left, 2) / math.sqrt(len(left))
    return result


_CONTROLS: dict[int, NDArray[np.float64]] = {}


def random_scores(request: Request, games: int) -> tuple[NDArray[np.float64], float]:
    """The mean score of random games on each of the first decks, and on all decks.

    By symmetry the known mean is that of many games: N leads, which is worth a little.
    """
    from neuroevo.reproduce.sueca.control import mean_scores

    if request.seed not in _CONTROLS or len(_CONTROLS[request.seed]) < games:
        _CONTROLS[request.seed] = mean_scores(request, games, CONTROL_REPEATS)
    key = f"7 control; seed {request.seed}"
    known = request.store.keep(
        key, lambda: plain(play_any(["random"] * 4, CONTROL_GAMES * 10, request))["mean"]
    )
    return _CONTROLS[request.seed][:games], float(known)


def heat_map(request: Request) -> Any:
    """The matrix of strategies: what each team of two scores against each other team."""
    teams = [(a, b) for a in STRATEGIES for b in STRATEGIES]
    scores = np.array(
        [[pairing(request, [*one, *two], STRATEGIES)["mean"] for two in teams] for one in teams]
    )
    figure, axes = new_figure(7.5, 6.4)
    picture = axes.imshow(scores, cmap="RdBu", vmin=30, vmax=90)
    names = [" ".join(team) for team in teams]
    axes.set(xticks=range(16), yticks=range(16), yticklabels=names)
    axes.set_xticklabels(names, rotation=90)
    axes.set(xlabel="against W E", ylabel="N S")
    figure.colorbar(picture, ax=axes, label="points of N & S")
    title(axes, "Sueca: every team against every other")
    return figure


TABLES_7 = [f"7.{number}" for number in range(1, 22)]
