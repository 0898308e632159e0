"""A league as a picture: who beats whom, and how strong each is."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from neuroevo.analysis.intervals import range_text
from neuroevo.analysis.league import League
from neuroevo.analysis.plots.style import BLUE, GREY, Picture, tidy

LONGEST_NAME = 40
CELL, LETTER = 0.8, 0.085
"""Inches: the width of a column, and of a letter of the names."""


def league_table(league: League) -> Figure:
    """The share of rounds that each player won against each other, coloured about chance, beside
    the ratings with their 95 % intervals; the strongest above."""
    players = len(league.names)
    names = [shortened(name) for name in league.names]
    table_width, ratings_width = CELL * max(players, 3), 3.0
    figure = Picture(
        width=max(7.5, 1.6 + LETTER * max(map(len, names)) + table_width + ratings_width),
        height=1.7 + 0.5 * max(players, 3),
    )
    figure.suptitle(
        f"{league.sheet.title}: rounds won by row against column; below, {league.aim.heading}",
        x=0.01,
        ha="left",
        fontsize=10,
    )
    left, right = figure.subplots(1, 2, width_ratios=(table_width, ratings_width))
    draw_table(figure, left, league)
    left.set_yticks(
        range(players), [f"{name}  {number}" for number, name in enumerate(names, start=1)]
    )
    draw_ratings(right, league)
    return figure


def draw_table(figure: Figure, axes: Any, league: League) -> None:
    """The cross table: columns have the rows' numbers."""
    shares = league.win_shares
    norm = about_chance(league)
    picture = axes.imshow(shares, cmap="RdBu", norm=norm, aspect="auto")
    numbers = range(len(league.names))
    for row in numbers:
        for column in numbers:
            cell = league.cells[row][column]
            if cell is None:
                axes.text(column, row, "–", ha="center", va="center", color=GREY)
                continue
            # White letters on the two dark ends of the colours.
            dark = abs(float(norm(shares[row, column])) - 0.5) > 0.3
            colour = "white" if dark else "black"
            for text, size, at in (
                (f"{100 * shares[row, column]:.1f} %", 9, row - 0.13),
                (f"{cell.points.mean:.2f}", 7, row + 0.23),
            ):
                axes.text(column, at, text, ha="center", va="center", color=colour, fontsize=size)
    axes.set_xticks(numbers, [str(number + 1) for number in numbers])
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(len(numbers) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(numbers) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
    bar = figure.colorbar(picture, ax=axes, location="bottom", shrink=0.8, aspect=30, pad=0.02)
    low, high = float(norm.vmin or 0), float(norm.vmax or 1)
    bar.set_ticks([low, league.chance, high])
    marks = [f"{100 * share:.0f} %" for share in (low, league.chance, high)]
    bar.set_ticklabels([marks[0], f"chance {marks[1]}", marks[2]])
    bar.outline.set_visible(False)


def about_chance(league: League) -> TwoSlopeNorm:
    """Colours that are white at chance and reach as far towards none as towards all."""
    away = league.win_shares - league.chance
    reach = np.nanmax(np.where(away < 0, -away / league.chance, away / (1 - league.chance)))
    reach = min(1.0, max(0.02, float(reach)))
    return TwoSlopeNorm(
        league.chance, league.chance * (1 - reach), league.chance + (1 - league.chance) * reach
    )


def draw_ratings(axes: Any, league: League) -> None:
    """A dot and an interval a player, in the rows of the table."""
    tidy(axes)
    rows = np.arange(len(league.names))
    axes.axvline(0, color="black", linewidth=0.8, linestyle=":")
    for row, one in zip(rows, league.ratings, strict=True):
        axes.plot([one.low, one.high], [row, row], color=BLUE, linewidth=2, alpha=0.5)
        axes.plot(one.rating, row, "o", color=BLUE, markersize=5)
        axes.annotate(
            f"{one.rating:+.0f} ({range_text(one.low, one.high, 0, '+')})".replace("-", "−"),
            (one.rating, row),
            (0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(rows, [str(row + 1) for row in rows])
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.3)
    axes.set_xlabel("rating, 95 % interval (Elo points from the mean)")


def shortened(name: str) -> str:
    """A name that fits: its middle is left out if it is long."""
    if len(name) <= LONGEST_NAME:
        return name
    kept = LONGEST_NAME - 1
    return f"{name[: kept // 2]}…{name[-(kept - kept // 2) :]}"
