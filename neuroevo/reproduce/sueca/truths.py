"""Section 6.2: how often a Monte-Carlo player takes the true cards, because no shuffle fitted.

What was found by trying: the player of these tables is Normal, not Average, and a limit of n
shuffles means n - 1 tries. No text says either.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from neuroevo.analysis.plots.style import BLUE, RED, new_figure, title
from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import (
    PRINTED_GAMES,
    SOURCE,
    printed_figure,
    printed_table,
    span,
    spread,
)
from neuroevo.reproduce.verdicts import Reading, critical_z
from neuroevo.tournament import find_entrants, play_tables

QUICK, FULL = 1_000, 20_000
LOW_LIMIT, FULL_LOW, FULL_RIVAL = 20, 40_000, 5_000
"""Normal and Average differ most up to this limit: only there can they be told apart, with more
games. Above it Average is played less."""
LEAST_GROUPS, GROUP = 40, 100
"""Games are counted in at least so many groups, of at most so many games: errors come from how far
the groups lie apart."""
ROUNDS = 10
CELLS = load_printed(SOURCE).cell_count
REGULAR, NEW = "rejection", "rejection-new"
NORMAL, AVERAGE = "mc-normal", "mc-average"
ASSUMES = "MC Normal, and that a limit of n shuffles means n - 1 tries (found by trying)"


def games_for(request: Request, player: str, limit: int) -> int:
    """How many games a count is worth."""
    if limit <= LOW_LIMIT:
        return request.number(QUICK, FULL_LOW)
    return request.number(QUICK, FULL if player == NORMAL else FULL_RIVAL)


def count_truths(request: Request, way: str, limit: int, player: str = NORMAL) -> dict[str, Any]:
    """Worlds and truths of a player with 100 shuffles, one row per group of games.

    by round: (groups, 10), by missing suits: (groups, 10).
    """
    games = games_for(request, player, limit)
    group = max(1, min(GROUP, games // LEAST_GROUPS))
    players = [f"{player}:shuffles=100:way={way}:limit={limit}", "random", "random", "random"]
    entrants = find_entrants(players)
    key = run_key(request.seed, Purpose.SUECA_DECKS)

    def work(number: int) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def count(thought: Any) -> None:
            found["worlds"] = int(thought["worlds"])
            found["truths"] = int(thought["truths"])
            found["by round"] = thought["truths_by_trick"][:ROUNDS].tolist()
            found["by missing suits"] = thought["truths_by_missing"][:ROUNDS].tolist()

        first, count_games = span(number, group, games)
        which = np.arange(first, first + count_games)
        seats = np.tile(np.arange(4), (len(which), 1))
        play_tables(SUECA, entrants, seats, which, key, count=count)
        return found

    def compute() -> dict[str, Any]:
        what = f"{player}, {way}, at most {limit} shuffles"
        parts, _ = spread(work, games, request, players, what, group)
        return {"games": games} | {name: [part[name] for part in parts] for name in parts[0]}

    key_text = f"truths of {player} {way} {limit}; {games} games; seed {request.seed}"
    result: dict[str, Any] = request.store.keep(key_text, compute)
    return result


def ratio(parts: Any, wholes: Any) -> tuple[float, float]:
    """A ratio of two sums over groups of games, and its standard error.

    The usual estimator for ratios: from how far each group's part is from the ratio times its
    whole.
    """
    part, whole = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)
    groups = len(part)
    if groups < 2 or whole.sum() == 0:
        return 0.0, 0.0
    value = float(part.sum() / whole.sum())
    scatter = float(((part - value * whole) ** 2).sum()) * groups / (groups - 1)
    return value, float(np.sqrt(scatter) / whole.sum())


def add_share(
    found: Reproduction, row: str, column: str, printed: str, request: Request, way: str
) -> None:
    """The per cent of worlds that are the truth, with Average as the other reading."""
    counted, rival = (count_truths(request, way, int(row), player) for player in (NORMAL, AVERAGE))
    ours, error = share_of_truths(counted, float(printed))
    other, other_error = share_of_truths(rival, float(printed))
    found.add(
        row,
        column,
        printed,
        ours,
        error,
        printed_se=error * float(np.sqrt(counted["games"] / PRINTED_GAMES)),
        rivals={"MC Average": Reading(other, other_error)},
        tried=f"MC Average ({other:.3f} ± {other_error:.3f})",
        assumes=ASSUMES,
    )


def share_of_truths(counted: dict[str, Any], printed: float) -> tuple[float, float]:
    """The per cent of worlds that are the truth, and its standard error.

    Most truths are taken in a few games. A sample without such games shows too low a share and, in
    proportion, too low an error; so the error is that which goes with the printed share, if it is
    the higher one.
    """
    share, error = ratio(counted["truths"], counted["worlds"])
    if share:
        error *= max(1.0, printed / (100 * share))
    return 100 * share, 100 * error


def table_6_4(request: Request) -> Reproduction:
    """How often the truth is taken, by limit."""
    table, found = printed_table("6.4")
    column = table.columns[0]
    for row in table.rows:
        add_share(found, row, column, table.cell(row, column), request, REGULAR)
    found.remarks.append("per cent of the worlds that the play-outs are played in")
    found.pictures["curve"] = truth_curve(found)
    return found


def table_6_5(request: Request) -> Reproduction:
    """The regular way and the new one."""
    table, found = printed_table("6.5")
    for row in table.rows:
        for way, name in ((REGULAR, "Regular way"), (NEW, "New way")):
            column = f"{name} / Times truth (%)"
            add_share(found, row, column, table.cell(row, column), request, way)
    found.remarks.append("the regular way repeats Table 6.4")
    found.pictures["curve"] = truth_curve(found)
    return found


def truth_curve(found: Reproduction) -> Figure:
    """Figure 6.5: the share of truths against the limit."""
    figure, axes = new_figure(height=3.0)
    columns = dict.fromkeys(cell.column for cell in found.cells)
    for colour, column in zip((BLUE, RED), columns, strict=False):
        cells = [cell for cell in found.cells if cell.column == column]
        at = [int(cell.row) for cell in cells]
        axes.plot(at, [float(cell.reproduced or 0) for cell in cells], color=colour, label=column)
        axes.plot(at, [float(cell.printed or 0) for cell in cells], "x", color=colour)
    axes.set(xlabel="limit on the number of shuffles", ylabel="truth taken, %", ylim=(0, None))
    axes.legend(frameon=False, fontsize=8)
    title(axes, f"{found.table}: lines reproduced, crosses printed")
    return figure


def figure_6_6(request: Request) -> Reproduction:
    """In which rounds the truth is taken."""
    found = Reproduction(
        SOURCE, "figure 6.6", "Rounds in which the truth is taken, at most 100", section="6.2.1"
    )
    counted = count_truths(request, REGULAR, 100)
    by_round = np.array(counted["by round"])
    order = np.argsort(-by_round.sum(axis=0), kind="stable")
    ahead, error = ratio(by_round[:, order[2]] - by_round[:, order[3]], counted["truths"])
    most, runner_up = (
        ", ".join(str(one + 1) for one in sorted(rounds))
        for rounds in (order[:3], [*order[:2], order[3]])
    )
    found.add(
        "rounds",
        "most frequent",
        printed_figure("figure 6.6 most frequent rounds"),
        most,
        100 * error,
        rivals={runner_up: Reading(0)} if ahead < critical_z(CELLS) * error else None,
        note=f"round {order[2] + 1} is ahead of round {order[3] + 1} by {100 * ahead:.1f} ± "
        f"{100 * error:.1f} % of the truths",
        assumes=ASSUMES,
        tried="MC Average",
    )
    for name, number, why in (
        ("first", 0, "by the rules: N leads, and nobody has shown what he lacks"),
        ("last", -1, "by the rules: the last card is played without shuffling"),
    ):
        found.add(
            "rounds",
            f"{name} round",
            printed_figure(f"figure 6.6 {name} round"),
            float(by_round[:, number].sum()),
            note=why,
        )
    add_shares(found, "round", by_round, counted["truths"], first=1)
    found.pictures["rounds"] = bars(np.arange(1, ROUNDS + 1), by_round.sum(axis=0), "round")
    return found


def figure_6_7(request: Request) -> Reproduction:
    """How many suits the others lack when the truth is taken."""
    found = Reproduction(
        SOURCE, "figure 6.7", "Suits that the others lack when it is taken", section="6.2.1"
    )
    counted = count_truths(request, REGULAR, 100)
    by_missing = np.array(counted["by missing suits"])
    share, error = ratio(by_missing[:, 2:4].sum(axis=1), counted["truths"])
    printed = printed_figure("figure 6.7 two or three suits")
    words = [f"> {printed}", f"< {printed}"]
    if 100 * share < float(printed):
        words.reverse()
    decided = abs(share - float(printed) / 100) > critical_z(CELLS) * error
    found.add(
        "two or three suits",
        "% of the truths",
        f"> {printed}",
        words[0],
        100 * error,
        rivals=None if decided else {words[1]: Reading(0)},
        note=f"{100 * share:.1f} ± {100 * error:.1f} %",
        assumes=ASSUMES,
        tried="MC Average",
    )
    add_shares(found, "suits", by_missing, counted["truths"])
    counts = by_missing.sum(axis=0)
    what = "suits that others are known to lack"
    found.pictures["suits"] = bars(np.arange(len(counts)), counts, what)
    return found


def add_shares(
    found: Reproduction, what: str, counts: NDArray[np.int64], truths: Any, first: int = 0
) -> None:
    """The share of the truths in each column of counts, (groups, columns), where there are any."""
    for number in range(counts.shape[1]):
        share, error = ratio(counts[:, number], truths)
        if share:
            row = f"{what} {number + first}"
            found.add(row, "% of the truths", None, 100 * share, 100 * error)


def bars(at: Any, counts: Any, what: str) -> Figure:
    """Shares as bars."""
    figure, axes = new_figure(height=2.6)
    axes.bar(at, counts / max(1, counts.sum()), color=BLUE)
    axes.set(xlabel=what, ylabel="share of the truths", xticks=at)
    return figure
