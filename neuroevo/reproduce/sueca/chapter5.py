"""Chapter 5: random play, obligated trump, always high."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import norm

from neuroevo.analysis.plots.style import BLUE, GREY, new_figure, title
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import (
    PRINTED_GAMES,
    SOURCE,
    kept,
    play_any,
    printed_figure,
    printed_sd_se,
    printed_se,
    printed_table,
)
from neuroevo.reproduce.verdicts import Reading

QUICK, FULL = 400_000, 4_000_000
ONE_ONLY = "Team, the variant for N only"
"""What was found by trying: the second column's teams are met if only one of the two follows the
variant and the other plays at random."""


def play_seats(request: Request, seats: list[str], games: int) -> dict[str, Any]:
    """Games of these players in the order N, W, S, E, from the store or played now."""
    return kept(request, " ".join(seats), games, partial(play_any, seats, games, request))


def add_mean(
    found: Reproduction, row: str, printed: str, result: dict[str, Any], column: str, **words: Any
) -> None:
    """A mean score beside the printed one."""
    found.add(
        row,
        column,
        printed,
        result["mean"],
        result["se"],
        printed_se=printed_se(result),
        **words,
    )


def one_and_team(
    request: Request, name: str, players: tuple[str, str], remarks: list[str]
) -> Reproduction:
    """A table of two variants, for one player (N) and for a team, the others random."""
    table, found = printed_table(name)
    games = request.number(QUICK, FULL)
    for column, player in zip(table.columns, players, strict=True):
        alone, both = (
            play_seats(request, [player, "random", partner, "random"], games)
            for partner in ("random", player)
        )
        add = partial(add_mean, found, column=column)
        add("One player", table.cell("One player", column), alone, tried="S instead of N")
        printed = table.cell("Team", column)
        tried = f"only N plays so, and S at random ({alone['mean']:.2f})"
        if column == table.columns[0]:
            add("Team", printed, both, tried=tried)
            continue
        one_only = {"the variant for N only": Reading(alone["mean"], alone["se"])}
        add("Team", printed, both, tried=tried, rivals=one_only)
        add(
            ONE_ONLY,
            printed,
            alone,
            tried=f"both play so ({both['mean']:.2f})",
            rivals={"the variant for both": Reading(both["mean"], both["se"])},
            assumes="that one player of the team followed the variant, and his partner played at "
            "random: found by trying, no text says so",
        )
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
    found = Reproduction(
        SOURCE, "figure 5.1", "Distribution of a million random games", section="5.1"
    )
    played = play_seats(request, ["random"] * 4, request.number(1_000_000, 4_000_000))
    mean, deviation = (
        printed_figure(f"figure 5.1 {name}") for name in ("mean", "standard deviation")
    )
    row = "four Random players"
    found.add(
        row, "mean", mean, played["mean"], played["se"], printed_se=printed_se(played), cut=True
    )
    found.add(
        row,
        "standard deviation",
        deviation,
        played["sd"],
        played["sd se"],
        printed_se=printed_sd_se(played),
        misprint="table 7.1 prints 24.3 for the same players",
    )
    low, high = (int(printed_figure(f"figure 5.1 interval {end}")) for end in ("low", "high"))
    scores = np.arange(121)
    counted = {
        f"% between {low} and {high} points": (scores >= low) & (scores <= high),
        "% that win or lose two game points": (scores > 90) | (scores < 30),
    }
    # Between one and two deviations, on one side: (95 - 68) / 2 per cent in the rule of thumb.
    rule = (norm.cdf(1) - norm.cdf(-1), norm.cdf(2) - norm.cdf(1))
    names = ("share within one deviation", "share two game points")
    for name, (column, inside), share in zip(names, counted.items(), rule, strict=True):
        printed = printed_figure(f"figure 5.1 {name}")
        found.add(
            "by the normal rule",
            column,
            printed,
            100 * float(share),
            cut=True,
            note="within one deviation, cut to whole per cents"
            if name == names[0]
            else "one to two deviations above the mean, cut to whole per cents",
        )
        ours, error = share_of(played, inside)
        found.add(
            "counted",
            column,
            printed,
            100 * ours,
            100 * error,
            printed_se=100 * error * float(np.sqrt(played["games"] / PRINTED_GAMES)),
            refuted="the printed share is the normal rule's, not a count",
        )
    found.remarks.append(
        "the text calls 13 % the share of games that win or lose two game points; by the normal "
        "rule it is that of games between one and two deviations on one side"
    )
    found.pictures["distribution"] = histogram(played, "four random players")
    return found


def share_of(played: dict[str, Any], inside: Any) -> tuple[float, float]:
    """The share of games with these scores, (121,) bool, and its standard error."""
    share = float(np.array(played["counts"])[inside].sum() / played["games"])
    return share, float(np.sqrt(share * (1 - share) / played["games"]))


def histogram(played: dict[str, Any], name: str) -> Figure:
    """Scores of N and S."""
    figure, axes = new_figure(height=3.0)
    axes.bar(np.arange(121), np.array(played["counts"]) / played["games"], width=1.0, color=BLUE)
    axes.axvline(played["mean"], color="black", linewidth=1)
    axes.axvline(60, color=GREY, linewidth=1, linestyle=":")
    axes.set(xlabel="points of N & S", ylabel="share of games", xlim=(-1, 121))
    title(axes, f"{name}: mean {played['mean']:.2f}, {played['games']:,} games")
    return figure
