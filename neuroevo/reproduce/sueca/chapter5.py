"""Chapter 5: random play, obligated trump, always high."""

from __future__ import annotations

from functools import partial

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis.plots.style import BLUE, GREY, new_figure, title
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import (
    SOURCE,
    Played,
    kept,
    play_any,
    printed_figure,
    printed_table,
)

QUICK, FULL = 400_000, 4_000_000


def one_and_team(
    request: Request, name: str, players: tuple[str, str], remarks: list[str]
) -> Reproduction:
    """A table of two variants, for one player (N) and for a team, the others random."""
    table, found = printed_table(name)
    games = request.number(QUICK, FULL)
    for column, player in zip(table.columns, players, strict=True):
        for row in table.rows:
            partner = player if row == "Team" else "random"
            seats = [player, "random", partner, "random"]
            result = kept(request, " ".join(seats), games, partial(play_any, seats, games, request))
            found.add(row, column, table.cell(row, column), result["mean"], result["se"])
    found.remarks += ["the player is N, who leads the first trick", *remarks]
    return found


def table_5_1(request: Request) -> Reproduction:
    """Obligated trump."""
    players = ("obligated-trump", "obligated-trump:lead=trump")
    return one_and_team(request, "5.1", players, ["a trump is played at random"])


def table_5_2(request: Request) -> Reproduction:
    """Always high."""
    players = ("always-high", "always-high:when=third")
    remark = "highest is meant by points: cards worth nothing are equal, and equals fall at random"
    return one_and_team(request, "5.2", players, [remark])


def figure_5_1(request: Request) -> Reproduction:
    """The distribution of random games."""
    found = Reproduction(SOURCE, "figure 5.1", "Distribution of a million random games")
    games = request.number(1_000_000, 4_000_000)
    played = play_any(["random"] * 4, games, request)
    add_moments(found, "figure 5.1", "random", played)
    points = played.points
    row = "four Random players"
    middle = 100 * float(((points >= 36) & (points <= 84)).mean())
    error = 100 * float(np.sqrt(0.68 * 0.32 / len(points)))
    share = printed_figure("figure 5.1 share within one deviation")
    found.add(row, "% between 36 and 84 points", share, middle, error)
    ends = 100 * float(((points > 90) | (points < 30)).mean())
    found.add(
        row,
        "% that win or lose two game points",
        printed_figure("figure 5.1 share two game points"),
        ends,
        error,
        note="both ends together; one of them is half of that",
    )
    found.pictures["distribution"] = histogram(played, "four random players")
    return found


def add_moments(
    found: Reproduction, figure: str, row: str, played: Played, cut: bool = False
) -> None:
    """Mean and standard deviation beside those that the text prints for a figure."""
    result = played.summary()
    error = result["sd"] / np.sqrt(2 * result["games"])
    name = {"random": "four Random players"}.get(row, row)
    mean = printed_figure(f"{figure} mean")
    found.add(name, "mean", mean, result["mean"], result["se"], cut=cut)
    found.add(
        name,
        "standard deviation",
        printed_figure(f"{figure} standard deviation"),
        result["sd"],
        float(error),
        misprint="chapter 7 prints 24.3 for the same players" if row == "random" else "",
    )


def histogram(played: Played, name: str) -> Figure:
    """Scores of N and S."""
    figure, axes = new_figure(height=3.0)
    share = np.bincount(played.points, minlength=121) / len(played.points)
    axes.bar(np.arange(121), share, width=1.0, color=BLUE)
    axes.axvline(played.points.mean(), color="black", linewidth=1)
    axes.axvline(60, color=GREY, linewidth=1, linestyle=":")
    axes.set(xlabel="points of N & S", ylabel="share of games", xlim=(-1, 121))
    title(axes, f"{name}: mean {played.points.mean():.2f}, {len(played.points):,} games")
    return figure
