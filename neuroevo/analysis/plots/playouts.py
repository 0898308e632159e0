"""A deal played out: hands won by each team, by trump suit, as in Wright's bar charts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis.plots.style import BLUE, COLOURS, RED, new_figure, title
from neuroevo.cards import SUIT_NAMES
from neuroevo.errors import BadInput
from neuroevo.playout import PlayoutResult


def winning_hands(result: PlayoutResult) -> Figure:
    """Hands won by each team in a simulation, two bars a trump suit."""
    if result.iterations is None:
        raise BadInput("an exact result has no number of hands: simulate the deal")
    figure, axes = new_figure(height=3.2)
    places = np.arange(len(result.trumps))
    won = np.array([chance.team1 for chance in result.trumps.values()]) * result.iterations
    for step, (team, hands, colour) in enumerate(
        (("team 1", won, BLUE), ("team 2", result.iterations - won, RED))
    ):
        bars = axes.bar(places + 0.38 * (step - 0.5), hands, 0.38, color=colour, label=team)
        axes.bar_label(bars, [f"{count:,.0f}" for count in hands], fontsize=7)
    axes.set(xticks=places, xticklabels=[SUIT_NAMES[suit] for suit in result.trumps])
    axes.set(ylabel="winning hands", ylim=(0, 1.18 * result.iterations))
    title(axes, f"Number of winning hands, {result.iterations:,} iterations ({result.strategy})")
    axes.legend(frameon=False, fontsize=8, ncols=2, loc="upper right")
    return figure


def chances_by_strategy(results: Mapping[str, PlayoutResult]) -> Figure:
    """Team one's chance by trump suit and overall, a bar a strategy."""
    figure, axes = new_figure()
    suits = list(next(iter(results.values())).trumps)
    places = np.arange(len(suits) + 1)
    width = 0.84 / len(results)
    for step, (name, result) in enumerate(results.items()):
        chances = [result.trumps[suit].team1 for suit in suits] + [result.overall.team1]
        offset = width * (step - (len(results) - 1) / 2)
        bars = axes.bar(
            places + offset, [100 * one for one in chances], width, color=COLOURS[step], label=name
        )
        axes.bar_label(bars, fmt="%.0f", fontsize=7)
    axes.set(xticks=places, xticklabels=[*(SUIT_NAMES[suit] for suit in suits), "overall"])
    axes.set(ylabel="team 1 wins, %", ylim=(0, 128), yticks=range(0, 101, 20))
    title(axes, "The thesis' deal: chance of players 1 and 3, exact")
    axes.legend(frameon=False, fontsize=8, ncols=len(results), loc="upper center")
    return figure
