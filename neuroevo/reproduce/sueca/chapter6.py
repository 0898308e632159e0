"""Chapter 6: Monte-Carlo, Normal, Average and Extra, and how its cards are shuffled.

What was found by trying: Normal and Average make a new shuffle for each card and play-out; a limit
of n shuffles means n - 1 tries; and what is printed for Extra is only met when all its play-outs
run on the true hands of the others. No text says so: it is inferred from the fit.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from neuroevo.analysis.plots.style import BLUE, RED, new_figure, title
from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.chapter4 import points_between
from neuroevo.reproduce.sueca.chapter5 import add_moments, histogram
from neuroevo.reproduce.sueca.play import (
    SOURCE,
    THINKING_CHUNK,
    kept,
    play_any,
    play_under,
    printed_figure,
    printed_table,
    span,
    spread,
)
from neuroevo.tournament import find_entrants, play_tables

QUICK_WORK, FULL_WORK = 100_000, 6_000_000
"""Games times play-outs a card: what one value may cost."""

PEEKS = "printed only by a player that sees the others' cards; honest shuffles give {:.2f} ± {:.2f}"
OTHERS = ["random", "random", "random"]


def one_player(request: Request, player: str, playouts: int) -> dict[str, float]:
    """One Monte-Carlo player (N) and three random ones."""
    work = FULL_WORK if request.full else QUICK_WORK
    games = request.games or max(1_000, min(400_000, work // playouts))
    seats = [player, *OTHERS]
    return kept(request, " ".join(seats), games, partial(play_any, seats, games, request))


def add_extra(
    found: Reproduction,
    request: Request,
    row: str,
    column: str,
    printed: str,
    shuffles: int,
    playouts: int,
) -> dict[str, float]:
    """An Extra value: by the player that peeks, with the honest one beside it."""
    total = shuffles * playouts
    peek = one_player(request, f"mc-peek:shuffles={shuffles}:playouts={playouts}", total)
    honest = one_player(request, f"mc-extra:shuffles={shuffles}:playouts={playouts}", total)
    note = PEEKS.format(honest["mean"], honest["se"])
    found.add(row, column, printed, peek["mean"], peek["se"], note=note)
    found.add(row, f"{column}, honest", None, honest["mean"], honest["se"])
    return peek


def minutes(result: dict[str, float], printed: str) -> str:
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
        found.remarks.append(f"{row} play-outs: {minutes(result, took)}")
    return found


def table_6_2(request: Request) -> Reproduction:
    """Number of shuffles."""
    table, found = printed_table("6.2")
    for row in table.rows:
        shuffles = int(row)
        for name, player in (("MC Normal", "mc-normal"), ("MC Average", "mc-average")):
            result = one_player(
                request, f"{player}:shuffles={shuffles}:way=rejection:limit=100", shuffles
            )
            took = minutes(result, table.cell(row, f"{name} / Time (m)"))
            column = f"{name} / Score"
            found.add(row, column, table.cell(row, column), result["mean"], result["se"], note=took)
        column = "MC Extra / Score"
        if table.cell(row, column) != "-":
            add_extra(found, request, row, column, table.cell(row, column), shuffles, 2)
    found.pictures["curves"] = curves(found, "shuffles", [int(row) for row in table.rows])
    return found


def curves(found: Reproduction, what: str, at: list[int]) -> Any:
    """Printed and reproduced scores against a number."""
    figure, axes = new_figure()
    columns = dict.fromkeys(cell.column for cell in found.cells)
    for colour, column in zip((BLUE, RED, "#e0a458", "#5b8c5a"), columns, strict=False):
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
        "Random Score": "random",
        "MC Normal Score": "mc-normal:shuffles=100:way=rejection",
        "MC Average Score": "mc-average:shuffles=100:way=rejection",
        "MC Extra Score": "mc-peek:shuffles=100:playouts=2",
    }
    for row in table.rows:
        for column, player in players.items():
            games = request.number(500, 10_000)
            if player == "random":
                games = request.number(100_000, 1_000_000)
            result = kept(
                request,
                f"6.3 {row} {player}",
                games,
                partial(
                    play_under,
                    [player, *OTHERS],
                    partial(points_between, row),
                    games,
                    request,
                    f"{row} points, {column}",
                ),
            )
            found.add(row, column, table.cell(row, column), result["mean"], result["se"], cut=True)
    found.remarks += [
        "averages are cut to whole points in the document; the number of shuffles is not printed: "
        "100 here",
        "Extra is the player that peeks",
    ]
    return found


def count_truths(request: Request, way: str, limit: int) -> dict[str, Any]:
    """How often a player with 100 shuffles takes the true cards, by round and missing suits."""
    games = request.number(1_000, 20_000)
    player = f"mc-average:shuffles=100:way={way}:limit={limit}"
    players = [player, *OTHERS]
    entrants = find_entrants(players)
    key = run_key(request.seed, Purpose.SUECA_DECKS)

    def work(number: int) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def count(thought: Any) -> None:
            found["worlds"] = int(thought["worlds"])
            found["truths"] = int(thought["truths"])
            found["by round"] = thought["truths_by_trick"][:10].tolist()
            found["by missing"] = thought["truths_by_missing"].tolist()

        first, count_games = span(number, THINKING_CHUNK, games)
        which = np.arange(first, first + count_games)
        seats = np.tile(np.arange(4), (len(which), 1))
        play_tables(SUECA, entrants, seats, which, key, count=count)
        return found

    def compute() -> dict[str, Any]:
        parts, _ = spread(work, games, request, players, f"{way}, at most {limit} shuffles")
        shares = [one["truths"] / one["worlds"] for one in parts]
        return {
            "share": sum(one["truths"] for one in parts) / sum(one["worlds"] for one in parts),
            "se": float(np.std(shares) / np.sqrt(len(shares))),
            "by round": np.sum([one["by round"] for one in parts], axis=0).tolist(),
            "by missing": np.sum([one["by missing"] for one in parts], axis=0).tolist(),
        }

    key_text = f"truths {way} {limit}; {games} games; seed {request.seed}"
    result: dict[str, Any] = request.store.keep(key_text, compute)
    return result


def table_6_4(request: Request) -> Reproduction:
    """How often the truth is taken, by limit."""
    table, found = printed_table("6.4")
    column = table.columns[0]
    for row in table.rows:
        result = count_truths(request, "rejection", int(row))
        found.add(row, column, table.rows[row][0], 100 * result["share"], 100 * result["se"])
    found.remarks.append("per cent of shuffles; a limit of n shuffles means n - 1 tries")
    found.pictures["curve"] = truth_curve(found)
    return found


def table_6_5(request: Request) -> Reproduction:
    """The regular way and the new one."""
    table, found = printed_table("6.5")
    for row in table.rows:
        for way, name in (("rejection", "Regular way"), ("rejection-new", "New way")):
            column = f"{name} / Times truth (%)"
            result = count_truths(request, way, int(row))
            found.add(
                row, column, table.cell(row, column), 100 * result["share"], 100 * result["se"]
            )
    found.pictures["curve"] = truth_curve(found)
    return found


def truth_curve(found: Reproduction) -> Any:
    """Figure 6.5: the share of truths against the limit."""
    figure, axes = new_figure(height=3.0)
    columns = dict.fromkeys(cell.column for cell in found.cells)
    for colour, column in zip((BLUE, RED), columns, strict=False):
        cells = [cell for cell in found.cells if cell.column == column]
        at = [int(cell.row) for cell in cells]
        axes.plot(at, [float(cell.reproduced or 0) for cell in cells], color=colour, label=column)
        axes.plot(at, [float(cell.printed or 0) for cell in cells], "x", color=colour)
    axes.set(xlabel="at most so many shuffles", ylabel="truth taken, %", ylim=(0, None))
    axes.legend(frameon=False, fontsize=8)
    title(axes, f"{found.table}: lines reproduced, crosses printed")
    return figure


def figure_6_6(request: Request) -> Reproduction:
    """In which rounds the truth is taken."""
    found = Reproduction(SOURCE, "figure 6.6", "Rounds in which the truth is taken, at most 100")
    result = count_truths(request, "rejection", 100)
    counts = np.array(result["by round"])
    most = sorted(int(one) + 1 for one in np.argsort(counts)[-3:])
    row = "rounds"
    text = ", ".join(map(str, most))
    found.add(row, "most frequent", printed_figure("figure 6.6 most frequent rounds"), text)
    for name, value in (("first", counts[0]), ("last", counts[-1])):
        found.add(row, f"{name} round", printed_figure(f"figure 6.6 {name} round"), float(value))
    found.pictures["rounds"] = bars(np.arange(1, 11), counts, "round")
    return found


def figure_6_7(request: Request) -> Reproduction:
    """How many suits the others lack when the truth is taken."""
    found = Reproduction(SOURCE, "figure 6.7", "Suits that the others lack when it is taken")
    result = count_truths(request, "rejection", 100)
    counts = np.array(result["by missing"][:10])
    share = 100 * counts[2:4].sum() / max(1, counts.sum())
    printed = printed_figure("figure 6.7 two or three suits")
    found.add(
        "two or three suits",
        "% of the truths",
        f"> {printed}",
        f"> {printed}" if share > float(printed) else f"{share:.1f}",
        note=f"{share:.1f} %",
    )
    found.pictures["suits"] = bars(np.arange(10), counts, "suits that others are known to lack")
    return found


def bars(at: Any, counts: Any, what: str) -> Any:
    """Shares as bars."""
    figure, axes = new_figure(height=2.6)
    axes.bar(at, counts / max(1, counts.sum()), color=BLUE)
    axes.set(xlabel=what, ylabel="share of the truths", xticks=at)
    return figure


def distribution(figure: str, player: str, name: str, request: Request) -> Reproduction:
    """Figures 6.1 to 6.3: the scores of a team with one Monte-Carlo player."""
    found = Reproduction(SOURCE, figure, f"Distribution of games with one player {name}")
    games = request.number(4_000, 100_000)
    played = play_any([player, *OTHERS], games, request)
    add_moments(found, figure, name, played, cut=False)
    found.pictures["distribution"] = histogram(played, player)
    found.remarks.append("the number of play-outs is not printed: see the player's name")
    return found


figure_6_1 = partial(
    distribution, "figure 6.1", "mc-normal:shuffles=100:way=rejection", "MC Normal"
)
figure_6_2 = partial(
    distribution, "figure 6.2", "mc-average:shuffles=100:way=rejection", "MC Average"
)
figure_6_3 = partial(distribution, "figure 6.3", "mc-peek:shuffles=25:playouts=2", "MC Extra")
