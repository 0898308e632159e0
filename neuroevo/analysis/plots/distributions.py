"""Tricks by chance, as the binomial has it and as cards have it; the luckiest of a run."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import stats

from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.luck import chance
from neuroevo.analysis.plots.style import BLUE, GREY, RED, SAND, new_figure, title
from neuroevo.games import SPADES, RuleSheet


def tricks_distribution(
    tricks: NDArray[np.int64] | None = None,
    name: str = "player",
    sheet: RuleSheet = SPADES,
    players: int = 4,
) -> Figure:
    """Tricks in a round: a player's, against random play as simulated and as the binomial has it.

    tricks: (rounds,) int64, the player's; or None.
    """
    in_round = sheet.cards_each(players)
    numbers = np.arange(in_round + 1)
    known = chance(sheet, players).in_round
    random_play = np.zeros(in_round + 1)
    random_play[known.values] = known.chances
    binomial = stats.binom(in_round, 1 / players)
    series = [
        (f"binomial, sd {binomial.std():.2f}", binomial.pmf(numbers), GREY),
        (f"random play, sd {known.sd:.2f}", random_play, SAND),
    ]
    if tricks is not None:
        share = np.bincount(tricks, minlength=in_round + 1) / len(tricks)
        label = f"{name}, mean {np.mean(tricks):.2f}, sd {np.std(tricks):.2f}"
        series.append((label, share, BLUE))
    figure, axes = new_figure()
    width = 0.84 / len(series)
    for place, (label, share, colour) in enumerate(series):
        offset = width * (place - (len(series) - 1) / 2)
        axes.bar(numbers + offset, share, width, color=colour, label=label)
    seen = np.flatnonzero(np.max([share for _, share, _ in series], axis=0) > 5e-4)
    axes.set(xlabel=f"tricks of {in_round}", ylabel="share of rounds")
    axes.set(xticks=numbers, xlim=(-0.6, seen[-1] + 0.6))
    title(axes, f"{sheet.title}: tricks in a round")
    axes.legend(frameon=False, fontsize=8)
    return figure


def luck_distribution(
    spread: Distribution, best: float, what: str = "tricks", note: str = ""
) -> Figure:
    """The luckiest of a run of equal players, with a run's best marked.

    spread: as `luckiest` gives it.
    """
    figure, axes = new_figure(height=3.0)
    shown = spread.chances > 1e-5
    values, chances = spread.values[shown], spread.chances[shown]
    p = spread.at_least(best)
    # Wide distributions are drawn in bins: a bar a number could not be seen.
    bins = max(1, len(values) // 80)
    edges = np.arange(values[0], values[-1] + bins + 1, bins)
    heights, _ = np.histogram(values, bins=edges, weights=chances)
    colours = [RED if edge >= best else BLUE for edge in edges[:-1]]
    axes.bar(edges[:-1], heights, width=0.85 * bins, align="edge", color=colours)
    axes.set_ylim(0, 1.3 * heights.max())
    axes.axvline(best, color="black", linewidth=1)
    # Above the bars, and on the side that has more room.
    axes.set_ylim(0, 1.3 * heights.max())
    on_the_left = best > sum(axes.get_xlim()) / 2
    axes.annotate(
        f"this run: {best:g}\nequal players reach it with chance {p:.2g}",
        (best, axes.get_ylim()[1]),
        (-6 if on_the_left else 6, -2),
        textcoords="offset points",
        ha="right" if on_the_left else "left",
        va="top",
        fontsize=8,
    )
    axes.set(xlabel=f"best {what} of a whole run of equal players", ylabel="chance")
    title(axes, note or f"The luckiest of a run: mean {spread.mean:.1f}")
    return figure
