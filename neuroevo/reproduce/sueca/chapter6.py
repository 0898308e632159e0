"""Chapter 6: Monte-Carlo, Normal, Average and Extra.

What was found by trying: Normal and Average make a new shuffle for each card and play-out, and what
is printed for Extra is only met when all its play-outs run on the true hands of the others. No text
says so: it is inferred from the fit. An honest Extra can be read in two ways, a new shuffle for
each card or one for all cards; both stand beside it. `truths.py` has section 6.2.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from neuroevo.analysis.plots.style import BLUE, RED, new_figure, title
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca import chapter4
from neuroevo.reproduce.sueca.chapter4 import points_between
from neuroevo.reproduce.sueca.chapter5 import histogram
from neuroevo.reproduce.sueca.play import (
    SOURCE,
    kept,
    play_any,
    play_under,
    printed_figure,
    printed_se,
    printed_table,
)
from neuroevo.reproduce.verdicts import Reading, critical_z

QUICK_WORK, FULL_WORK = 100_000, 6_000_000
"""Games times play-outs a card: what one value may cost."""

PEEK = "mc-peek:shuffles={}:playouts={}"
HONEST = {
    "honest, a shuffle for each card": "mc-extra:shuffles={}:playouts={}",
    "honest, one shuffle for all cards": "mc-shared:shuffles={}:playouts={}:rest=random",
}
"""The two ways to read "multiple games with the same cards"."""
PEEKS = "that Extra plays on the others' true cards (found by trying)"
LIMIT = "at most 100 shuffles, as in chapter 7"
OTHERS = ["random", "random", "random"]


def one_player(request: Request, player: str, playouts: int) -> dict[str, Any]:
    """One Monte-Carlo player (N) and three random ones."""
    work = FULL_WORK if request.full else QUICK_WORK
    games = request.games or max(1_000, min(400_000, work // playouts))
    seats = [player, *OTHERS]
    return kept(request, " ".join(seats), games, partial(play_any, seats, games, request))


def of_shuffles(request: Request, name: str, shuffles: int) -> dict[str, Any]:
    """One player of Table 6.2 (Normal, Average or Extra) with so many shuffles."""
    if name == "MC Extra":
        return one_player(request, PEEK.format(shuffles, 2), 2 * shuffles)
    player = {"MC Normal": "mc-normal", "MC Average": "mc-average"}[name]
    return one_player(request, f"{player}:shuffles={shuffles}:way=rejection:limit=100", shuffles)


def add_extra(
    found: Reproduction,
    request: Request,
    row: str,
    column: str,
    printed: str,
    shuffles: int,
    playouts: int,
) -> dict[str, Any]:
    """An Extra value: by the player that peeks, with the honest ones beside it."""
    total = shuffles * playouts
    peek = one_player(request, PEEK.format(shuffles, playouts), total)
    honest = {
        name: one_player(request, player.format(shuffles, playouts), total)
        for name, player in HONEST.items()
    }
    found.add(
        row,
        column,
        printed,
        peek["mean"],
        peek["se"],
        printed_se=printed_se(peek),
        rivals={name: Reading(one["mean"], one["se"]) for name, one in honest.items()},
        tried=", ".join(f"{name} ({one['mean']:.2f})" for name, one in honest.items()),
        assumes=PEEKS,
    )
    for name, one in honest.items():
        found.add(row, f"{column}, {name}", None, one["mean"], one["se"])
    return peek


def minutes(result: dict[str, Any], printed: str) -> str:
    """How long a million games take here."""
    ours = result["seconds"] / result["games"] * 1e6 / 60
    if not printed.isdigit():
        return ""
    return f"{printed} minutes there, {ours:.1f} here for a million games"


def table_6_1(request: Request) -> Reproduction:
    """Play-outs a shuffle."""
    table, found = printed_table("6.1")
    for row in table.rows:
        score, took = table.rows[row]
        result = add_extra(found, request, row, table.columns[0], score, 10, int(row))
        found.remarks.append(f"play-outs for each shuffle: {row}; {minutes(result, took)}")
    found.remarks.append(
        "with one play-out for each shuffle Extra is, as described, Average with ten shuffles, "
        "for which Table 6.2 prints 66.67"
    )
    return found


def table_6_2(request: Request) -> Reproduction:
    """Number of shuffles."""
    table, found = printed_table("6.2")
    for row in table.rows:
        for name, other in (("MC Normal", "MC Average"), ("MC Average", "MC Normal")):
            result = of_shuffles(request, name, int(row))
            column = f"{name} / Score"
            found.add(
                row,
                column,
                table.cell(row, column),
                result["mean"],
                result["se"],
                printed_se=printed_se(result),
                note=minutes(result, table.cell(row, f"{name} / Time (m)")),
                assumes=LIMIT,
                tried=f"{other} ({of_shuffles(request, other, int(row))['mean']:.2f})",
            )
        column = "MC Extra / Score"
        if table.cell(row, column) != "-":
            add_extra(found, request, row, column, table.cell(row, column), int(row), 2)
    found.pictures["curves"] = curves(found, "shuffles", [int(row) for row in table.rows])
    return found


def curves(found: Reproduction, what: str, at: list[int]) -> Any:
    """Printed and reproduced scores against a number."""
    figure, axes = new_figure()
    columns = dict.fromkeys(cell.column for cell in found.cells)
    for colour, column in zip((BLUE, RED, "#e0a458", "#5b8c5a", "#7d5ba6"), columns, strict=False):
        cells = {int(cell.row): cell for cell in found.cells if cell.column == column}
        shown = [n for n in at if n in cells and cells[n].reproduced is not None]
        values = [float(cells[n].reproduced or 0) for n in shown]
        axes.plot(shown, values, color=colour, marker=".", label=column.replace(" / Score", ""))
        printed = [n for n in shown if cells[n].printed not in (None, "-")]
        axes.plot(printed, [float(cells[n].printed or 0) for n in printed], "x", color=colour)
    axes.set(xscale="log", xlabel=what, ylabel="points of N & S")
    axes.legend(frameon=False, fontsize=8)
    title(axes, f"Table {found.table}: lines reproduced, crosses printed")
    return figure


def table_6_3(request: Request) -> Reproduction:
    """Points in a team, by strategy."""
    table, found = printed_table("6.3")
    players = {
        "MC Normal Score": "mc-normal:shuffles=100:way=rejection",
        "MC Average Score": "mc-average:shuffles=100:way=rejection",
        "MC Extra Score": PEEK.format(100, 2),
    }
    honest, rival = next(iter(HONEST.items()))
    for row in table.rows:
        random = with_points(request, row, "random")
        add = partial(found.add, row, cut=True)
        column = table.columns[0]
        add(
            column,
            table.cell(row, column),
            random["mean"],
            random["se"],
            printed_se=printed_se(random),
            tried=chapter4.ROUNDING,
        )
        for column, player in players.items():
            result = with_points(request, row, player)
            rivals, assumes = {}, ["100 shuffles"]
            if player == players["MC Extra Score"]:
                other = with_points(request, row, rival.format(100, 2))
                rivals[honest] = Reading(other["mean"], other["se"])
                assumes.append(PEEKS)
            add(
                column,
                table.cell(row, column),
                result["mean"],
                result["se"],
                printed_se=printed_se(result),
                rivals=rivals,
                tried=", ".join(
                    [chapter4.ROUNDING, *(f"{k} ({v.value:.2f})" for k, v in rivals.items())]
                ),
                assumes=", and ".join(assumes),
            )
    found.remarks += [
        "averages are cut to whole points in the document; the number of shuffles is not printed",
        "the first column repeats the averages of Table 4.7",
    ]
    return found


def with_points(request: Request, row: str, player: str) -> dict[str, Any]:
    """Games in which N plays so, and his team holds as many points as the row says."""
    table, games = "6.3", request.number(500, 10_000)
    if player == "random":
        table, games = "4.7", request.number(chapter4.QUICK, chapter4.FULL)
    make = partial(points_between, row)
    seats, what = [player, *OTHERS], f"{row} points, {player}"
    name = f"{table} {row}" + ("" if table == "4.7" else f" {player}")
    return kept(request, name, games, partial(play_under, seats, make, games, request, what))


def distribution(figure: str, name: str, request: Request) -> Reproduction:
    """Figures 6.1 to 6.3: the scores of a team with one Monte-Carlo player.

    The number of shuffles is not printed, so all that can be said is what those of Table 6.2 give.
    """
    found = Reproduction(
        SOURCE, figure, f"Distribution of games with one player {name}", section="6.1.2"
    )
    table, _ = printed_table("6.2")
    numbers = [int(row) for row in table.rows if table.cell(row, f"{name} / Score") != "-"]
    results = {number: of_shuffles(request, name, number) for number in numbers}
    shown = results[SHOWN]
    for column, value, error in (("mean", "mean", "se"), ("standard deviation", "sd", "sd se")):
        reach = critical_z(load_printed(SOURCE).cell_count)
        lows = [result[value] - reach * result[error] for result in results.values()]
        highs = [result[value] + reach * result[error] for result in results.values()]
        found.add(
            name,
            column,
            printed_figure(f"{figure} {column}"),
            shown[value],
            shown[error],
            span=(min(lows), max(highs)),
            note=f"ours with {SHOWN} shuffles",
            assumes=PEEKS if name == "MC Extra" else "",
        )
    found.pictures["distribution"] = histogram(shown, f"{name}, {SHOWN} shuffles")
    tested = ", ".join(map(str, numbers))
    found.remarks.append(
        f"the number of shuffles is not printed: the range is that of {tested}, with our errors"
    )
    return found


SHOWN = 100
"""Shuffles of the distributions that are drawn."""
figure_6_1 = partial(distribution, "figure 6.1", "MC Normal")
figure_6_2 = partial(distribution, "figure 6.2", "MC Average")
figure_6_3 = partial(distribution, "figure 6.3", "MC Extra")
