"""What a round brings, by chance and to a player; the luckiest of a run."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import stats

from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.luck import chance
from neuroevo.analysis.plots.style import BLUE, GREY, RED, SAND, new_figure, title
from neuroevo.games import SPADES, RuleSheet

MOST_BARS, MOST_PAIRS = 80, 40


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


def rounds_distribution(
    taken: NDArray[np.int64],
    name: str,
    sheet: RuleSheet,
    players: int,
    blind: NDArray[np.int64],
) -> Figure:
    """What a player's side took of what the game is won by, in single rounds, beside random cards.

    taken, blind: (rounds,) int64, the player's and that of random cards against the same opponents.
    Where one player takes tricks this is `tricks_distribution`.
    """
    aim = sheet.aim
    if aim.is_tricks and not sheet.partners:
        return tricks_distribution(taken, name, sheet, players)
    low, high = min(taken.min(), blind.min()), max(taken.max(), blind.max())
    # Wide distributions are drawn in bins: a bar a number could not be seen.
    bins = max(1, -(-int(high - low + 1) // MOST_PAIRS))
    edges = np.arange(low, high + bins + 1, bins)
    middle, width = edges[:-1] + (bins - 1) / 2, 0.42 * bins
    figure, axes = new_figure()
    for place, (who, values, colour) in enumerate(
        (("random cards", blind, SAND), (name, taken, BLUE))
    ):
        share = np.histogram(values, bins=edges)[0] / len(values)
        label = f"{who}, mean {values.mean():.2f}"
        axes.bar(middle + width * (place - 0.5), share, width, color=colour, label=label)
    what = f"{aim.unit} in a round" + (f", {bins} in each pair of bars" if bins > 1 else "")
    axes.set(xlabel=what, ylabel="share of rounds")
    axes.xaxis.get_major_locator().set_params(integer=True)
    title(axes, f"{sheet.title}: {aim.unit} in a round; {aim.direction}")
    axes.legend(frameon=False, fontsize=8)
    return figure


def luck_distribution(
    spread: Distribution,
    best: float,
    what: str = "tricks",
    note: str = "",
    fewest_wins: bool = False,
) -> Figure:
    """The luckiest of a run of equal players, with a run's best marked.

    spread: as `luckiest` returns it; best: a fitness. fewest_wins: both are minus the points that
    hurt, and are shown as points.
    """
    figure, axes = new_figure(height=3.0)
    p = spread.at_least(best)
    sign = -1 if fewest_wins else 1
    shown = spread.chances > 1e-5
    values, chances, best = sign * spread.values[shown], spread.chances[shown], sign * best
    # Wide distributions are drawn in bins: a bar a number could not be seen.
    bins = max(1, len(values) // MOST_BARS)
    edges = np.arange(values.min(), values.max() + bins + 1, bins)
    heights, _ = np.histogram(values, bins=edges, weights=chances)
    reached = edges[:-1] + bins - 1 <= best if fewest_wins else edges[:-1] >= best
    colours = [RED if one else BLUE for one in reached]
    axes.bar(edges[:-1], heights, width=0.85 * bins, align="edge", color=colours)
    mark = best + 1 if fewest_wins else best  # bars begin at their number
    axes.axvline(mark, color="black", linewidth=1)
    # Above the bars, and on the side that has more room.
    axes.set_ylim(0, 1.3 * heights.max())
    on_the_left = mark > sum(axes.get_xlim()) / 2
    axes.annotate(
        f"this run: {best:g}\nequal players reach it with chance {p:.2g}",
        (mark, axes.get_ylim()[1]),
        (-6 if on_the_left else 6, -2),
        textcoords="offset points",
        ha="right" if on_the_left else "left",
        va="top",
        fontsize=8,
    )
    axes.set(xlabel=f"best {what} of a whole run of equal players", ylabel="chance")
    title(axes, note or f"The luckiest of a run: mean {sign * spread.mean:.1f}")
    return figure
