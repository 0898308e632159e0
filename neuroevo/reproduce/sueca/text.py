"""The figures of the running text: each one computed, or said why it can't be.

Most are taken from tables that other modules reproduce, some from the rule sheet or by counting.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import comb

import numpy as np

from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca import limits
from neuroevo.reproduce.sueca.computed import Computed, Value, difference, mean_of, weighted
from neuroevo.reproduce.sueca.distributions import peak_of_average, range_of_one_deck
from neuroevo.reproduce.sueca.play import SOURCE
from neuroevo.reproduce.sueca.scenarios import missing_suits, share_of_one_suit_scenario

Answer = Callable[[Computed], Value]

OURS, THEIRS, DEVIATION = (
    "Average score team N & S",
    "Average score team E & W",
    "Standard deviation",
)
TRIED = "what is tried in the tables that it comes from"
SETTING = "a setting of the author's program, not a result; {}"
MACHINE = "minutes of the author's machine; table `times` compares them as ratios"


def at(table: str, row: str, column: str, **more: object) -> Answer:
    """A cell of a table."""
    return lambda computed: computed.at(table, row, column).but(**more)


def untestable(reason: str) -> Answer:
    """A figure that nothing can be computed for."""
    return lambda _computed: Value(None, more={"untestable": reason})


def exactly(value: float, **more: object) -> Answer:
    """A figure that follows from the rules."""
    return lambda _computed: Value(float(value), more=dict(more))


def slope(table: str, column: str, most: str, least: str) -> Answer:
    """What each of ten trumps is worth: "every difference between the averages, divided by ten"."""

    def answer(computed: Computed) -> Value:
        values = [computed.at(table, row, column) for row in (most, least)]
        return weighted([1 / 10, -1 / 10], values)

    return answer


def dealers_advantage(computed: Computed) -> Value:
    """What the dealer's team has above half of the points."""
    seats = [computed.at("4.3", "Score", seat) for seat in ("PN", "PW", "PS", "PE")]
    return mean_of(seats).plus(-60).but(cut=True)


def nine_against_eight(computed: Computed) -> Value:
    """Table 4.4, nine trumps less eight."""
    return difference(*(computed.at("4.4", row, "Score / Average") for row in ("9", "8"))).but(
        misprint="averages cut to whole points, 110 and 102, are 8 apart"
    )


def moved_by_deviation(sign: int, computed: Computed) -> Value:
    """Mean and standard deviation of random games, added or subtracted."""
    row = "R / R / R / R"
    return weighted([1, sign], [computed.at("7.1", row, column) for column in (OURS, DEVIATION)])


def extra_over_random(row: str, computed: Computed) -> Value:
    """Table 6.3, Extra less Random."""
    return difference(
        *(computed.at("6.3", row, f"{name} Score") for name in ("MC Extra", "Random"))
    )


def bend_of_figure_6_5(computed: Computed) -> Value:
    """From which limit on ten more shuffles save less than so much, for any plausible so much."""
    shares = {
        int(row): one.number for row, one in computed.column("6.4", "Times truth (%)").items()
    }
    at_limits = [one for one in sorted(shares) if one <= 100]
    saved = {b: shares[a] - shares[b] for a, b in pairwise(at_limits)}

    def bend(threshold: float) -> int:
        return max((limit for limit, less in saved.items() if less >= threshold), default=10)

    return Value(
        float(bend(0.3)),
        more={
            "span": (bend(1.0), bend(0.1)),
            "note": "the text does not say what it calls big: the range is for ten shuffles that "
            "save 1 and 0.1 per cent",
        },
    )


def new_way_saving(computed: Computed) -> Value:
    """Table 6.5, ten shuffles: per cent less."""
    regular, new = (
        computed.at("6.5", "10", f"{way} way / Times truth (%)") for way in ("Regular", "New")
    )
    share = new.number / regular.number
    error = share * np.hypot(new.se / new.number, regular.se / regular.number)
    wrong = "Table 6.5 itself prints 8.4 and 6.0, which is 28.6 per cent less"
    return Value(100 * (1 - share), 100 * float(error), more={"misprint": wrong})


def sixteen(table: str) -> Answer:
    """The mean over the opponents of a table of chapter 7."""
    return lambda computed: mean_of(list(computed.column(table, OURS).values()))


def extreme_of(table: str, pick: Callable[..., Value], **more: object) -> Answer:
    """The highest or lowest score of a table of chapter 7."""
    return lambda computed: pick(
        computed.column(table, OURS).values(), key=lambda one: one.number
    ).but(**more)


def at_least(table: str, name: str, computed: Computed) -> Value:
    """Whether no score of a table lies below a printed limit."""
    limit = load_printed(SOURCE).figures[name].value
    least = min(one.number for one in computed.column(table, OURS).values())
    return Value(
        limit if least > float(limit) else f"{least:.1f}",
        more={"note": f"the least is {least:.1f}"},
    )


def one_monte_carlo(computed: Computed) -> Value:
    """Table 7.17: the score of the team that has the Monte-Carlo player."""
    values = []
    for row in computed.column("7.17", OURS):
        own = OURS if "MC" in row.split(" / ")[:2] else THEIRS
        values.append(computed.at("7.17", row, own))
    return mean_of(values)


ELSEWHERE = {
    "figure 5.1": (
        "mean",
        "standard deviation",
        "share within one deviation",
        "share two game points",
    ),
    "figure 6.1": ("mean", "standard deviation"),
    "figure 6.2": ("mean", "standard deviation"),
    "figure 6.3": ("mean", "standard deviation"),
    "figure 6.4": ("cards", "cards each"),
    "figure 6.6": ("most frequent rounds", "first round", "last round"),
    "figure 6.7": ("two or three suits",),
    "figure 6.8": ("cards", "diamonds", "cards each"),
}
"""Figures of the text that the table of their picture shows, by table."""

TEXT: dict[str, Answer] = {
    "trump suits range low": partial(range_of_one_deck, min),
    "trump suits range high": partial(range_of_one_deck, max),
    "dealer advantage": dealers_advantage,
    "trump value player": slope("4.4", "Score / Average", "10", "0"),
    "nine trumps average": at("4.4", "9", "Score / Average", cut=True),
    "eight trumps average": at("4.4", "8", "Score / Average", cut=True),
    "nine against eight trumps": nine_against_eight,
    "nine trumps least loss": exactly(limits.least_loss_to_the_ace(), note=limits.LEAST_LOSS),
    "nine trumps greatest loss": exactly(
        limits.greatest_loss_to_the_ace(), refuted=limits.GREATEST_LOSS
    ),
    "ten team trumps average": at("4.6", "10", "Score / Average", cut=True),
    "ten team trumps least": exactly(
        limits.points_of_a_suit(), note="every trick with a trump is the team's"
    ),
    "trump value team": slope("4.6", "Score / Average", "10", "0"),
    "few points greatest": exactly(limits.greatest_with_few_points(), refuted=limits.FEW_POINTS),
    "figure 5.1 interval low": partial(moved_by_deviation, -1),
    "figure 5.1 interval high": partial(moved_by_deviation, 1),
    "obligated trump one player": at("5.1", "One player", "Leading random / Score"),
    "obligated trump team": at("5.1", "Team", "Leading random / Score"),
    "obligated trump leading trump": at("5.1", "One player", "Leading trump card / Score"),
    "always high one player": at("5.2", "One player", "Always / Score"),
    "always high team": at("5.2", "Team", "Always / Score"),
    "figure 6.2 peak from": partial(peak_of_average, 0),
    "figure 6.2 peak to": partial(peak_of_average, 1),
    "normal one playout": at("6.2", "1", "MC Normal / Score", cut=True),
    "average one playout": at("6.2", "1", "MC Average / Score", cut=True),
    "average ten playouts": at("6.2", "10", "MC Average / Score", cut=True),
    "hours 500 playouts": untestable("hours of the author's machine; see table `times`"),
    "minutes 100 playouts": untestable(MACHINE),
    "minutes 100 playouts extra": untestable(MACHINE),
    "extra 100 playouts": at("6.2", "100", "MC Extra / Score"),
    "extra over random ends": partial(extra_over_random, "110 - 120"),
    "extra over random middle": partial(extra_over_random, "60 - 70"),
    "truth max 10": at("6.4", "10", "Times truth (%)"),
    "no truth max 10": lambda computed: computed.at("6.4", "10", "Times truth (%)").plus(100, -1),
    "minutes 10 to 500 shuffles": untestable(MACHINE),
    "figure 6.5 bend": bend_of_figure_6_5,
    "figure 6.6 total": at("6.4", "100", "Times truth (%)"),
    "cards round 7": exactly(limits.cards_to_shuffle(7, place=3)),
    "cards round 5": exactly(limits.cards_to_shuffle(5, place=0)),
    "combinations 9 cards": exactly(comb(9, 3) * comb(6, 3)),
    "combinations 18 cards": exactly(comb(18, 6) * comb(12, 6)),
    "figure 6.7 suits": missing_suits,
    "figure 6.8 max shuffles": share_of_one_suit_scenario,
    "new way saving max 10": new_way_saving,
    "new way truth max 500": at("6.5", "500", "New way / Times truth (%)"),
    "games": untestable(SETTING.format("errors of printed values are taken from it")),
    "results shuffles": untestable(SETTING.format("chapter 7 is played with it")),
    "results playouts per shuffle": untestable(SETTING.format("chapter 7 is played with it")),
    "results playouts": lambda _computed: playouts_of_chapter_7(),
    "results max shuffles": untestable(SETTING.format("a player that sees all cards has none")),
    "results truth": at("6.5", "100", "New way / Times truth (%)"),
    "mean random random": sixteen("7.1"),
    "mean random monte-carlo": sixteen("7.2"),
    "random random least": partial(at_least, "7.1", "random random least"),
    "monte-carlo monte-carlo highest": extreme_of("7.6", max),
    "monte-carlo monte-carlo lowest": extreme_of(
        "7.6", min, misprint="Table 7.6 prints 59.1 against MC & MC; 69.1 is the next lowest"
    ),
    "mean monte-carlo monte-carlo": sixteen("7.6"),
    "mean monte-carlo trump": sixteen("7.7"),
    "mean monte-carlo high": sixteen("7.8"),
    "random high deviation": at("7.13", "A / R / A / R", DEVIATION),
    "one monte-carlo": one_monte_carlo,
    "random leader with monte-carlo": at("7.20", "R / MC / R / MC", OURS),
    "monte-carlo leader": at("7.20", "MC / R / R / MC", OURS),
    "four always high": at("7.21", "A / A / A / A", OURS),
    "monte-carlo against random": at("7.21", "R / R / MC / MC", THEIRS),
}
"""How every figure of the text that no other table shows is computed, by its name in the data."""


AGAIN: dict[str, dict[str, Answer]] = {
    "extra over random ends": {
        "the same at 0-10 points in hand": lambda computed: extra_over_random(
            "0 - 10", computed
        ).but(misprint="Table 6.3 itself prints 20 and 13, which are 7 apart")
    }
}
"""Figures that the text says of two things at once."""


def playouts_of_chapter_7() -> Value:
    """Shuffles times play-outs, as the text multiplies them."""
    figures = load_printed(SOURCE).figures
    shuffles, each = (
        int(figures[f"results {name}"].value) for name in ("shuffles", "playouts per shuffle")
    )
    return Value(float(shuffles * each), more={"note": "the product of the two settings before it"})


def text(request: Request) -> Reproduction:
    """Every figure of the running text that has no other table, by section."""
    found = Reproduction(SOURCE, "text", "Figures of the running text", "4 to 7")
    computed = Computed(SOURCE, request)
    figures = load_printed(SOURCE).figures
    for name in sorted(TEXT, key=lambda one: figures[one].section):
        figure = figures[name]
        answers = {figure.text: TEXT[name], **AGAIN.get(name, {})}
        for what, answer in answers.items():
            value = answer(computed)
            found.add(
                name,
                what,
                figure.value,
                value.value,
                value.se,
                printed_se=value.printed_se,
                section=figure.section,
                rivals=value.rivals,
                **{"tried": TRIED, **value.more},
            )
    shown = ", ".join(ELSEWHERE)
    found.remarks += [
        f"what the text says of distributions stands with them: {shown}",
        "errors of means over rows on the same decks are the most that they can be",
    ]
    return found
