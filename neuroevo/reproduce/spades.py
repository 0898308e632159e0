"""van Hus 2020, "Artificial Neural Networks for playing Spades": Tables 1 to 4 and the text."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from scipy import stats

from neuroevo.analysis import card_shares, chance, evaluate, luckiest
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.plots import luck_distribution, tricks_distribution
from neuroevo.analysis.plots.style import BLUE, RED, new_figure, title
from neuroevo.analysis.significance import SURE, thesis_z_test
from neuroevo.cards import RANKS, Card
from neuroevo.evolution import evolve
from neuroevo.games import SPADES
from neuroevo.networks import hidden_size
from neuroevo.reproduce.cells import Reproduction, open_table
from neuroevo.reproduce.printed import PrintedTable, printed_number
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing
from neuroevo.tournament import find_entrants, network_entrant
from neuroevo.tournament.fitness import trick_values, win_chance

SOURCE = "spades"
POPULATION, ROUNDS, TRICKS = 100, 60, 13
EXTRA_GENERATIONS = 200
"""Section 2.5: at least so many generations, and so many more after every new best."""

EXPERIMENTS = {
    "card-based, simple fitness": "spades-card-simple",
    "card-based, advanced fitness": "spades-card-advanced",
    "hand-based, simple fitness": "spades-hand-simple",
    "hand-based, advanced fitness": "spades-hand-advanced",
}

QUICK_GENERATIONS = 60
FULL_SEEDS = 3
FRESH_DEALS = 25_000


printed_table = partial(open_table, SOURCE)
"""A printed table by name, and an empty reproduction of it."""


def table_1(request: Request) -> Reproduction:
    """The four experiments: birth of the best, its tricks, ATpR and fitness; and the truth."""
    table, found = printed_table("1")
    seeds = FULL_SEEDS if request.full else 1
    steps = len(EXPERIMENTS) * seeds
    done = 0
    for row, experiment in EXPERIMENTS.items():
        results = []
        for seed in range(request.seed, request.seed + seeds):
            request.say(f"{experiment}, seed {seed}", done / steps)
            key = f"table 1 {experiment} seed {seed} {'full' if request.full else 'quick'}"
            results.append(request.store.keep(key, partial(evolved, request, experiment, seed)))
            done += 1
        add_experiment(found, table, row, results)
    best, *_ = table.rows
    tricks, born = int(table.cell(best, "Tricks")), int(table.cell(best, "Generation"))
    spread = luckiest(POPULATION, born + EXTRA_GENERATIONS, ROUNDS)
    found.pictures["luck"] = luck_distribution(
        spread,
        tricks,
        note=f"The thesis' best, {tricks} tricks, among the luckiest of equal players",
    )
    if not request.full:
        found.remarks.append(
            f"quick: one seed and {QUICK_GENERATIONS} generations an experiment; full: "
            f"{FULL_SEEDS} seeds, and as many generations as the thesis' rule asks for"
        )
    found.remarks.append(
        "a verdict of luck compares the printed value with the best of 100 equal (random) players "
        "over as many generations as the thesis' run had: birth of the best plus 200"
    )
    return found


def evolved(request: Request, experiment: str, seed: int) -> dict[str, Any]:
    """Run an experiment and measure its champion on fresh deals."""
    with tempfile.TemporaryDirectory() as folder:
        run = evolve(
            experiment,
            seed=seed,
            generations=None if request.full else QUICK_GENERATIONS,
            workers=request.workers,
            out=Path(folder) / "run",
        )
        champion, generations = run.champion, len(run.log["generation"])
    (match,) = evaluate([network_entrant(champion, "champion")], deals=FRESH_DEALS, seed=seed)
    fresh = match.tricks_interval
    about = champion.about
    return {
        "Generation": about["generation"],
        "Tricks": about["tricks"],
        "ATpR": about["tricks"] / about["rounds"],
        "Fitness": about["fitness"],
        "generations": generations,
        "fresh": fresh.mean,
        "fresh se": fresh.se,
    }


def add_experiment(
    found: Reproduction, table: PrintedTable, row: str, results: list[dict[str, Any]]
) -> None:
    """The cells of one experiment: printed, our runs', and what equal players show."""
    kind = "advanced" if "advanced" in row else "simple"
    born = int(table.cell(row, "Generation"))
    generations = born + EXTRA_GENERATIONS
    ours = round(float(np.mean([one["generations"] for one in results])))
    for column in table.columns:
        printed = table.cell(row, column)
        if not printed:
            continue
        values = np.array([one[column] for one in results], dtype=float)
        luck, spread = "", None
        if column == "Generation":
            luck = birth_luck(born)
            spread = births(ours).sd
        elif column == "Fitness" or kind == "simple":
            scale = ROUNDS if column == "ATpR" else 1
            by_luck = luckiest(POPULATION, generations, ROUNDS, fitness=kind)
            printed_value = printed_number(printed)
            assert printed_value is not None
            p = by_luck.at_least(round(printed_value * scale))
            if p > SURE:
                luck = f"equal players reach it in {100 * p:.0f} % of such runs"
            spread = luckiest(POPULATION, ours, ROUNDS, fitness=kind).sd / scale
        if spread is None:  # tricks of a network that was chosen by another count
            spread = chance().in_rounds(ROUNDS).sd / (ROUNDS if column == "ATpR" else 1)
        note = ""
        if kind == "advanced" and column in ("Tricks", "ATpR"):
            note = "of the network that advanced fitness chose"
        elif column == "Fitness":
            note = fitness_a_trick(table, row, results)
        found.add(
            row,
            column,
            printed,
            float(values.mean()),
            spread / np.sqrt(len(values)),
            luck=luck,
            note=note,
        )
    fresh = [one["fresh"] for one in results]
    error = float(np.sqrt(np.mean([one["fresh se"] ** 2 for one in results]) / len(results)))
    found.add(
        row,
        "ATpR on fresh deals",
        None,
        float(np.mean(fresh)),
        error,
        note="against three random players; chance is 3.25, greedy takes 4.43",
    )


def fitness_a_trick(table: PrintedTable, row: str, results: list[dict[str, Any]]) -> str:
    """What a trick brought, as printed and here."""
    printed = int(table.cell(row, "Fitness")) / int(table.cell(row, "Tricks"))
    ours = np.mean([one["Fitness"] / one["Tricks"] for one in results])
    return (
        f"{printed:.1f} a trick as printed, {ours:.1f} here: the thesis' values are near its mean "
        "of 62 over all cards, but tricks are taken by cards that are worth less"
    )


def births(generations: int) -> Distribution:
    """When the best of a run of equal players is born: any generation is as likely."""
    return Distribution(0, np.full(generations, 1 / generations))


def birth_luck(born: int) -> str:
    """The birth of a maximum among equal generations is anywhere."""
    return (
        f"among equal players the best of {born + EXTRA_GENERATIONS} generations is born in any "
        "of them"
    )


def table_2(request: Request) -> Reproduction:
    """Clubs, hearts and diamonds."""
    return chances_of_cards(request, "2", spade=False)


def table_3(request: Request) -> Reproduction:
    """Spades."""
    return chances_of_cards(request, "3", spade=True)


def right_chance(rank: str, spade: bool, led: bool) -> float:
    """The thesis' idea of a chance, carried through: the share of the 51 other cards that do not
    beat the card, or (following, without trumps) that it beats."""
    higher = len(RANKS) - 1 - RANKS.index(rank)
    if spade:
        return (51 - higher) / 51
    return (51 - 13 - higher) / 51 if led else (12 - higher) / 51


def chances_of_cards(request: Request, name: str, spade: bool) -> Reproduction:
    """The printed formula, the right one, and what happens at a table of random players."""
    table, found = printed_table(name)
    request.say(f"table {name}: simulating random play", 0)
    deals = request.number(20_000, 250_000)
    shares = card_shares(SPADES, find_entrants(["random"] * 4), deals, request.seed)
    values = trick_values(SPADES, "advanced")
    suits = "S" if spade else "CDH"
    measured: dict[str, list[float]] = {"leading": [], "following": []}
    for rank in table.rows:
        numbers = [Card(rank, suit).number for suit in suits]
        simulated = {}
        for place, column in enumerate(("leading", "following")):
            played, won = shares.played[place, numbers].sum(), shares.won[place, numbers].sum()
            share = won / played
            simulated[column] = 100 * share, 100 * np.sqrt(share * (1 - share) / played)
            measured[column].append(100 * share)
        both = {}
        for place, column in enumerate(("leading", "following")):
            printed = table.cell(rank, column)
            as_printed = 100 * win_chance(rank, spade, led=place == 0)
            right = 100 * right_chance(rank, spade, led=place == 0)
            both[column] = as_printed
            found.add(rank, column, printed, as_printed, note="by the printed formula")
            if right != as_printed:
                found.add(
                    rank,
                    f"{column}, right formula",
                    printed,
                    right,
                    misprint="a rank less is one more card that beats it, not two",
                )
            share, error = simulated[column]
            found.add(rank, f"{column}, simulated", printed, float(share), float(error))
        found.add(rank, "average", table.cell(rank, "average"), sum(both.values()) / 2)
        for place, column in enumerate(("fitness leading", "fitness following")):
            found.add(rank, column, table.cell(rank, column), float(values[place, numbers[0]]))
    found.remarks.append(
        f"simulated: four random players, {4 * deals:,} rounds; the share of tricks that the card "
        "takes when it is led, and when it follows"
    )
    if not spade:
        found.remarks.append(
            "the leading column falls by 2/51 a rank where the table's own idea, the number of "
            "cards that beat it, gives 1/51; the fitness scores follow the printed column"
        )
    found.pictures["chances"] = plot_chances(table, measured)
    return found


def plot_chances(table: PrintedTable, measured: dict[str, list[float]]) -> Figure:
    """Printed and simulated chances by rank."""
    figure, axes = new_figure()
    ranks = list(table.rows)
    for column, colour in (("leading", BLUE), ("following", RED)):
        printed = [float(table.cell(rank, column)) for rank in ranks]
        axes.plot(ranks, printed, "--", color=colour, linewidth=0.9, label=f"{column}, printed")
        axes.plot(ranks, measured[column], color=colour, marker=".", label=f"{column}, simulated")
    axes.set(ylabel="chance to take the trick, %", ylim=(0, 102))
    axes.legend(frameon=False, fontsize=8)
    title(axes, f"Table {table.name}: {table.title}")
    return figure


def table_4(request: Request) -> Reproduction:
    """The binomial distribution of the tricks in a round, and random play beside it."""
    table, found = printed_table("4")
    request.say("table 4: simulating random play", 0)
    binomial = stats.binom(TRICKS, 0.25)
    mean = binomial.mean()
    for row in table.rows:
        if row == "totals":
            found.add(row, "P(x) x", table.cell(row, "P(x) x"), float(mean))
            column = "(x - mean)^2 P(x)"
            found.add(row, column, table.cell(row, column), float(binomial.var()))
            continue
        x = int(row)
        p = float(binomial.pmf(x))
        exact = {"P(x)": p, "P(x) x": p * x, "(x - mean)^2 P(x)": (x - mean) ** 2 * p}
        for column, value in exact.items():
            found.add(
                row,
                column,
                table.cell(row, column),
                value,
                misprint=f"the formula above the table gives {value:.4g}",
            )
    known = chance()
    found.add(
        "totals",
        "variance of random play",
        table.cell("totals", "(x - mean)^2 P(x)"),
        known.in_round.sd**2,
        2 * known.in_round.sd * known.sd_error,
    )
    found.remarks.append(
        f"random play is no binomial: simulated, a round has sd {known.in_round.sd:.3f}, not "
        f"{binomial.std():.4f}, and 60 rounds with rotated hands have {known.in_rounds(60).sd:.2f} "
        "tricks"
    )
    found.pictures["tricks"] = tricks_distribution()
    return found


def text(request: Request) -> Reproduction:
    """Figures of the running text."""
    table, found = printed_table("text")
    request.say("figures of the text", 0)
    results, _ = printed_table("1")
    best, *_ = results.rows
    z_test = thesis_z_test(int(results.cell(best, "Tricks")), ROUNDS)
    values = trick_values(SPADES, "advanced")
    average = float(0.25 * values[0].mean() + 0.75 * values[1].mean())
    advanced = chance(fitness="advanced")
    binomial = stats.binom(TRICKS, 0.25)

    def add(
        row: str,
        value: float,
        se: float = 0.0,
        column: str = "value",
        note: str = "",
        misprint: str = "",
    ) -> None:
        found.add(row, column, table.cell(row, "value"), value, se, note=note, misprint=misprint)

    add("hidden nodes, card-based", hidden_size(156, 52))
    add(
        "hidden nodes, hand-based",
        hidden_size(320, 13),
        misprint="two thirds of 320 inputs plus 13 outputs are 226",
    )
    add("mean tricks a round, arbitrary player", float(binomial.mean()))
    add("standard deviation of a round", float(binomial.std()))
    add(
        "standard deviation of a round",
        chance().in_round.sd,
        chance().sd_error,
        "simulated",
        note="random legal play: tricks of a round depend on each other",
    )
    add("Phi(3.9)", 1 - z_test.p)
    add("1 - Phi(3.9)", z_test.p)
    add("average fitness of a card, leading a quarter of tricks", average)
    own_tricks = ROUNDS * TRICKS / 4
    add(
        "average fitness of a card, leading a quarter of tricks",
        advanced.in_rounds(ROUNDS).mean / own_tricks,
        advanced.mean_error(ROUNDS) / own_tricks,
        "simulated",
        note="of the cards that take tricks: high ones, which are worth less",
    )
    add("advanced fitness of an arbitrary player", 62 * 0.25 * ROUNDS * TRICKS)
    add(
        "advanced fitness of an arbitrary player",
        advanced.in_rounds(ROUNDS).mean,
        advanced.mean_error(ROUNDS),
        "simulated",
        note="four random players, the values of Tables 2 and 3",
    )
    return found


TABLES = listing(
    ("1", "the best networks of four experiments, and what they are worth", table_1),
    ("2", "chances and fitness of clubs, hearts, diamonds: printed, right, simulated", table_2),
    ("3", "chances and fitness of spades", table_3),
    ("4", "the distribution of tricks in a round", table_4),
    ("text", "figures of the text: hidden nodes, Phi(3.9), 62, 12090", text),
)
