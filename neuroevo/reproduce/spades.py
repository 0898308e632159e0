"""van Hus 2020, "Artificial Neural Networks for playing Spades": Tables 1 to 4 and the text."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scipy import stats

from neuroevo.analysis import chance
from neuroevo.analysis.plots import tricks_distribution
from neuroevo.analysis.significance import thesis_z_test
from neuroevo.evolution.experiment import read_experiment
from neuroevo.games import SPADES
from neuroevo.networks import hidden_size
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.hand import NODES, HandArchitecture
from neuroevo.reproduce.cells import Reproduction, open_table
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing
from neuroevo.reproduce.spades_cards import table_2, table_3
from neuroevo.reproduce.spades_luck import READINGS, ROUNDS, SEATS, SOURCE, luck
from neuroevo.reproduce.spades_runs import EXPERIMENTS, table_1
from neuroevo.tournament.fitness import trick_values

__all__ = ["EXPERIMENTS", "TABLES"]

TRICKS, CARDS = 13, 52

Add = Callable[..., None]
"""Adds a row of the running text: its name, our value, and what `Reproduction.add` takes."""

NOT_BINOMIAL = (
    "tricks of a round are not won independently of each other: random legal play spreads wider"
)


def table_4(request: Request) -> Reproduction:
    """The binomial distribution of the tricks in a round, and random play beside it."""
    table, found = open_table(SOURCE, "4")
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
        refuted=NOT_BINOMIAL,
    )
    found.remarks.append(
        "tricks of random play are not binomial: simulated, a round has sd "
        f"{known.in_round.sd:.3f}, not {binomial.std():.4f}, and the total of 60 rounds with "
        f"rotated hands has sd {known.in_rounds(60).sd:.2f}"
    )
    found.pictures["tricks"] = tricks_distribution()
    return found


def text(request: Request) -> Reproduction:
    """Figures of the running text."""
    figures = load_printed(SOURCE).figures
    found = Reproduction(
        SOURCE, "text", "Figures of the running text", "1.3, 2.3, 3, 4 and appendix C"
    )
    request.say("figures of the text", 0)

    def add(
        row: str, value: float | str, se: float = 0.0, column: str = "value", **more: Any
    ) -> None:
        figure = figures[row]
        found.add(row, column, figure.value, value, se, section=figure.section, **more)

    add(
        "orders of the pack",
        float(math.factorial(CARDS)),
        cut=True,
        note="cut off, not rounded; an order of the whole pack is more than a way to play a deal",
    )
    add_nodes(add)
    add("rounds of a network in a generation", rounds_per_member())
    add("tricks of those rounds", rounds_per_member() * TRICKS)
    add_arbitrary_player(add)
    add(
        "share of tricks, two for every three of each other player, percent",
        100 * 2 / 11,
        misprint="two tricks of two and three times three are 2/11",
    )
    add("tricks a round, with that share", 0.20 * TRICKS, note="a fifth of 13, as printed")
    add(
        "tricks a round, with that share",
        2 / 11 * TRICKS,
        column="two of eleven",
        misprint="two tricks for every three of each other player are 2/11 of 13",
    )
    add(
        "cards of a colour in a hand",
        likeliest_numbers(),
        note=f"the two likeliest numbers, {100 * share_of_likeliest():.1f} % of hands together",
    )
    return found


def add_nodes(add: Add) -> None:
    """Section 2.3: how many nodes each part of the networks has."""
    card, hand = CardArchitecture(SPADES, SEATS), HandArchitecture(SPADES, SEATS)
    add("output nodes, card-based", card.outputs)
    add("input nodes for the hand", NODES * hand.outputs)
    add("input nodes for the trick", NODES * hand.table_slots)
    add("cards of earlier tricks", hand.played_slots)
    add("input nodes for earlier tricks", NODES * hand.played_slots)
    add("output nodes, hand-based", hand.outputs)
    add("hidden nodes, card-based", hidden_size(card.inputs, card.outputs))
    add(
        "hidden nodes, hand-based",
        hidden_size(hand.inputs, hand.outputs),
        misprint=f"two thirds of {hand.inputs} inputs plus {hand.outputs} outputs are "
        f"{hidden_size(hand.inputs, hand.outputs)}",
    )


def rounds_per_member() -> int:
    """How many rounds a network plays in a generation, by the experiments' own settings."""
    (games,) = {read_experiment(name).tournament.games for name in EXPERIMENTS.values()}
    return games * SEATS


def add_arbitrary_player(add: Add) -> None:
    """Section 3: what a player without any skill would get, as computed and as played."""
    table = load_printed(SOURCE).tables["1"]
    best, *_ = table.rows
    tricks = int(table.cell(best, "Tricks"))
    z_test = thesis_z_test(tricks, ROUNDS)
    by_luck = chance().in_rounds(ROUNDS).at_least(tricks)
    binomial = stats.binom(TRICKS, 0.25)
    add("mean tricks a round, arbitrary player", float(binomial.mean()))
    add("standard deviation of a round", float(binomial.std()))
    add(
        "standard deviation of a round",
        chance().in_round.sd,
        chance().sd_error,
        "simulated",
        refuted=NOT_BINOMIAL,
    )
    add("Phi(3.9)", 1 - z_test.p)
    add("1 - Phi(3.9)", z_test.p)
    add(
        "1 - Phi(3.9)",
        by_luck,
        chance_error(tricks),
        f"of {ROUNDS} rounds",
        refuted=f"the spread of one round stands for that of the mean of {ROUNDS}; a random player "
        f"has {tricks} tricks or more with a chance of {by_luck:.1e}",
    )
    add("confidence that is not exceeded, percent", 100 * z_test.p)
    each, whole = (
        "average fitness of a card, leading a quarter of tricks",
        "advanced fitness of an arbitrary player",
    )
    values = trick_values(SPADES, "advanced")
    average = float(0.25 * values[0].mean() + 0.75 * values[1].mean())
    own_tricks = rounds_per_member() * TRICKS / SEATS
    add(each, average)
    add(whole, round(average) * own_tricks)
    for fitness, reading in READINGS.items():
        played = chance(fitness=fitness)
        mean, error = played.in_rounds(ROUNDS).mean, played.mean_error(ROUNDS)
        add(
            each,
            mean / own_tricks,
            error / own_tricks,
            f"simulated, {reading}",
            refuted="this is the average of the cards that take tricks, not of all cards",
        )
        add(
            whole,
            mean,
            error,
            f"simulated, {reading}",
            refuted="four random players: tricks are not taken by all cards alike",
        )


def chance_error(tricks: int) -> float:
    """The standard error of the chance of at least so many tricks, from the error of the spread."""
    known = chance()
    total = known.in_rounds(ROUNDS)
    far = (tricks - total.mean) / total.sd
    return total.at_least(tricks) * far**2 / math.sqrt(2 * known.deals)


def suit_lengths() -> Sequence[float]:
    """The chance of 0, 1, ... 13 cards of a suit in a hand."""
    return [float(p) for p in stats.hypergeom(CARDS, TRICKS, TRICKS).pmf(range(TRICKS + 1))]


def share_of_likeliest() -> float:
    """How often a hand has one of the two likeliest numbers of cards of a suit."""
    return sum(sorted(suit_lengths())[-2:])


def likeliest_numbers() -> str:
    """The two likeliest numbers of cards of a suit in a hand, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    chances = suit_lengths()
    two = sorted(range(len(words)), key=lambda number: -chances[number])[:2]
    return " or ".join(words[number] for number in sorted(two))


TABLES = listing(
    ("1", "the best networks of four experiments, by three readings of the fitness", table_1),
    ("2", "chances and fitness of clubs, hearts, diamonds: printed, right, simulated", table_2),
    ("3", "chances and fitness of spades", table_3),
    ("4", "the distribution of tricks in a round", table_4),
    ("text", "figures of the text: 52!, nodes, Phi(3.9), 62, 12090, 2.6", text),
    ("luck", "how often equal players reach Table 1's best, by population", luck),
)
