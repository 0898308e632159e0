"""Make the README's pictures from the code as it is: `make pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from neuroevo import evolve
from neuroevo.cards import run_key
from neuroevo.games import SPADES
from neuroevo.tournament import find_entrants, play_deals

HERE = Path(__file__).parent
DEALS = 50_000


def tricks_at_spades() -> None:
    """How many of 13 tricks one player takes against three random ones."""
    figure, axes = plt.subplots(figsize=(7.5, 3.6), layout="constrained")
    names = ("random", "always-highest", "greedy")
    colours = ("#9aa5b1", "#e0a458", "#2f6f9f")
    for place, (name, colour) in enumerate(zip(names, colours, strict=True)):
        players = find_entrants(f"{name},random,random,random")
        tricks = play_deals(SPADES, players, run_key(1), 0, DEALS, rotations=4).tricks[:, 0]
        share = np.bincount(tricks, minlength=14) / len(tricks)
        label = f"{name}: {tricks.mean():.2f} tricks a round"
        axes.bar(np.arange(14) + 0.28 * (place - 1), share, 0.28, color=colour, label=label)
    axes.axvline(3.25, color="black", linewidth=0.8, linestyle=":")
    axes.annotate("chance 3.25", (3.25, axes.get_ylim()[1]), (6, -10), textcoords="offset points")
    axes.set(xlabel="tricks of 13", ylabel="share of rounds", xticks=range(14), xlim=(-0.6, 11.6))
    axes.set_title(f"Spades against three random players, {4 * DEALS:,} rounds", loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(HERE / "tricks-at-spades.png", dpi=110)


def fitness_curve() -> None:
    """The thesis' first experiment: fitness seems to rise, the yardstick does not."""
    with tempfile.TemporaryDirectory() as folder:
        run = evolve("spades-card-simple", seed=1, out=Path(folder) / "run")
        log, rounds = run.log, run.champion.about["rounds"]
    figure, axes = plt.subplots(figsize=(7.5, 3.6), layout="constrained")
    generations = log["generation"]
    axes.fill_between(
        generations,
        log["q05"] / rounds,
        log["q95"] / rounds,
        color="#2f6f9f",
        alpha=0.15,
        linewidth=0,
        label="fitness, middle 90 %",
    )
    axes.plot(
        generations,
        log["best"] / rounds,
        color="#2f6f9f",
        linewidth=0.8,
        label="best fitness of each generation",
    )
    measured = np.isfinite(log["yardstick_tricks"])
    axes.plot(
        generations[measured],
        log["yardstick_tricks"][measured],
        color="#c8553d",
        linewidth=1.2,
        label="that same network on fresh deals against random players",
    )
    axes.axhline(3.25, color="black", linewidth=0.8, linestyle=":")
    axes.annotate(
        "chance 3.25", (generations[-1], 3.25), (-4, -12), textcoords="offset points", ha="right"
    )
    axes.set(
        xlabel="generation", ylabel="tricks a round", ylim=(2.8, 4.15), xlim=(0, generations[-1])
    )
    axes.set_title(
        "spades-card-simple, seed 1: 100 networks, 60 rounds each a generation",
        loc="left",
        fontsize=10,
    )
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left", ncols=1, fontsize=8)
    figure.savefig(HERE / "fitness-curve.png", dpi=110)


if __name__ == "__main__":
    tricks_at_spades()
    fitness_curve()
