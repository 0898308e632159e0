"""Wright 2001, "The Mathematics Behind Euchre": the deal played out, and the printed shuffle."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from neuroevo.analysis.plots.playouts import chances_by_strategy, winning_hands
from neuroevo.cards import SUIT_NAMES, Purpose, generator_for
from neuroevo.playout import STRATEGIES, Chance, PlayoutResult, playout
from neuroevo.playout.hands import HANDS_OF_THE_TEXT
from neuroevo.reproduce.cells import Reproduction, open_table
from neuroevo.reproduce.euchre_shuffle import SOURCE, implied_order, shuffle
from neuroevo.reproduce.printed import load_printed, printed_number
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing

__all__ = ["TABLES", "implied_order", "in_words", "median_and_error"]

PRINTED_ITERATIONS = 10_000
ITERATIONS = (100, 1_000, 10_000, 100_000)
A_LITTLE = 1.0
"""How much is "a little more": up to one percent."""

TRIED = "the program without its quirks, the strategy as described, and play with open cards"


printed_table = partial(open_table, SOURCE)
"""A printed table by name, and an empty reproduction of it."""


def in_words(percent: float, printed: str, error: float = 0.0) -> float | str:
    """The printed words if they fit the value, give or take three standard errors; else the value.

    >>> in_words(50.6, "a little over 50"), in_words(49.9, "a little over 50"), in_words(70.3, "70")
    ('a little over 50', 49.9, 70.3)
    """
    if printed_number(printed) is not None or not printed:
        return percent
    limit = float(printed.rpartition(" ")[2])
    fits = limit - 3 * error < percent <= limit + A_LITTLE + 3 * error
    return printed if fits else percent


def rows_of(result: PlayoutResult) -> dict[str, Chance]:
    """Team one's chance by the rows of the table."""
    by_suit = {SUIT_NAMES[suit]: chance for suit, chance in result.trumps.items()}
    return {"overall": result.overall, **by_suit}


def sampling_error(row: str, result: PlayoutResult, iterations: int) -> float:
    """The standard error, in percent, of a row's figure found with so many iterations."""

    def spread(chance: Chance) -> float:
        return chance.team1 * (1 - chance.team1)

    if row == "overall":
        spreads = sum(spread(chance) for chance in result.trumps.values())
        return 100 * math.sqrt(spreads / iterations) / len(result.trumps)
    return 100 * math.sqrt(spread(rows_of(result)[row]) / iterations)


def text(request: Request) -> Reproduction:
    """The percentages of the text by the appendix' program, and by other ways to play."""
    table, found = printed_table("text")
    request.say("the deal, exact", 0)
    exact = {name: playout(strategy=name) for name in STRATEGIES if name != "random"}
    request.say("the deal, simulated", 0.5)
    drawn = playout(
        method="simulate",
        iterations=request.games or PRINTED_ITERATIONS,
        seed=request.seed,
        workers=request.workers,
    )
    for row in table.rows:
        error = sampling_error(row, exact["appendix"], PRINTED_ITERATIONS)
        for column in table.columns:
            printed = table.cell(row, column) or None
            ours = {name: percent(rows_of(one)[row], column) for name, one in exact.items()}
            fraction = rows_of(exact["appendix"])[row].fraction
            assert fraction is not None
            exactly = fraction if column == "team 1" else 1 - fraction
            found.add(
                row,
                f"{column}, appendix",
                printed,
                in_words(ours["appendix"], printed or "", error),
                printed_se=error if printed is not None else 0.0,
                note=f"{exactly} = {ours['appendix']:.2f} %; the printed error is that of the "
                f"thesis' {PRINTED_ITERATIONS:,} iterations",
                tried=TRIED,
            )
            if printed is None:
                continue
            simulated, ours_se = percent(rows_of(drawn)[row], column), 100 * rows_of(drawn)[row].se
            found.add(
                row,
                f"{column}, appendix, {drawn.iterations:,} iterations",
                printed,
                in_words(simulated, printed, math.hypot(error, ours_se)),
                ours_se,
                printed_se=error,
                note=f"simulated: {simulated:.2f} %",
                tried=TRIED,
            )
            if column == "team 1":
                found.add(
                    row,
                    f"{column}, described",
                    printed,
                    in_words(ours["described"], printed, error),
                    printed_se=error,
                    refuted="the text's strategy, played as it is described, wins this share; the "
                    "printed one is that of the appendix' program",
                )
                found.add(
                    row,
                    f"{column}, double-dummy",
                    None,
                    ours["double-dummy"],
                    note="with open cards, both teams playing best",
                )
    mended = playout(mended=["lost-card"]).trumps["D"]
    diamonds = exact["appendix"].trumps["D"]
    assert mended.fraction is not None
    assert diamonds.fraction is not None
    found.remarks += [
        "the printed figures are those of the program in the appendix, quirks and all "
        "(neuroevo playout euchre --quirks); the strategy that the text describes gives others",
        f"without its lost card (a first follower whose only trump is the right bower plays "
        f"nothing) diamonds would be {mended.fraction}, not {diamonds.fraction}",
        "the program breaks ties by the order of the cards in a hand; in the order of the text "
        f"clubs would be {text_order_clubs()}",
    ]
    for iterations in ITERATIONS[1:]:
        result = playout(method="simulate", iterations=iterations, seed=request.seed)
        found.pictures[f"iterations-{iterations}"] = winning_hands(result)
    found.pictures["strategies"] = chances_by_strategy(exact)
    return found


def percent(chance: Chance, column: str) -> float:
    """A team's chance in percent."""
    return 100 * (chance.team1 if column == "team 1" else 1 - chance.team1)


def text_order_clubs() -> str:
    """Clubs with the hands in the order in which the thesis' text lists them."""
    return str(playout(HANDS_OF_THE_TEXT, trumps="C").overall.fraction)


def iterations(request: Request) -> Reproduction:
    """How far apart simulations of four sizes lie, over many repeats of the thesis' comparison."""
    table, found = printed_table("iterations")
    repeats = request.number(40, 400)
    shares: dict[str, list[list[float]]] = {}
    for repeat in range(repeats):
        request.say(f"the four sizes, repeat {repeat + 1} of {repeats}", repeat / repeats)
        four = [
            playout(
                method="simulate",
                iterations=size,
                seed=request.seed + repeats * number + repeat,
                workers=request.workers,
            )
            for number, size in enumerate(ITERATIONS)
        ]
        for row in rows_of(four[0]):
            shares.setdefault(row, []).append([100 * rows_of(one)[row].team1 for one in four])
    exact = playout()
    holds = []
    for row, values in shares.items():
        by_size = np.array(values)  # (repeats, sizes)
        for number, size in enumerate(ITERATIONS):
            spread = float(by_size[:, number].std(ddof=1))
            found.add(
                row,
                f"standard deviation, {size:,} iterations",
                None,
                spread,
                spread / math.sqrt(2 * (repeats - 1)),
                note=f"exactly {sampling_error(row, exact, size):.3f}",
            )
        gaps = by_size.max(axis=1) - by_size.min(axis=1)
        middle, error = median_and_error(gaps)
        printed = table.cell("overall", "maximum difference")
        share = share_of_small_gaps(row, exact)
        if share > 0.5:
            holds.append(row)
        found.add(
            row,
            "maximum difference",
            printed if row == "overall" else None,
            in_words(middle, printed, error) if row == "overall" else middle,
            error,
            tried="the figure of each suit as well, below",
            note=f"median {middle:.2f} of {repeats} repeats; one expects at most 2 in "
            f"{100 * share:.0f} % of them",
        )
    add_almost_identical(found, np.array(shares["overall"]), exact)
    found.remarks.append(
        "a maximum difference of a little more than one percent is what one may expect of "
        f"{', '.join(holds)}; of the other suits it takes luck, for 100 iterations alone have a "
        f"standard error of {sampling_error('clubs', exact, 100):.1f} % with clubs and of "
        f"{sampling_error('spades', exact, 100):.1f} % with spades"
    )
    return found


def add_almost_identical(found: Reproduction, by_size: Any, exact: PlayoutResult) -> None:
    """The conclusions' comparison of the fewest iterations with the most; by_size: (repeats, 4)."""
    figure = load_printed(SOURCE).figures["100 against 100,000 iterations"]
    middle, error = median_and_error(np.abs(by_size[:, 0] - by_size[:, -1]))
    found.add(
        "overall",
        f"difference, {figure.name}",
        figure.value,
        figure.value if middle - 3 * error <= A_LITTLE else middle,
        error,
        refuted=f"the median of {len(by_size)} comparisons is {middle:.2f} %: 100 iterations have "
        f"a standard error of {sampling_error('overall', exact, 100):.1f} %",
        assumes=f"that almost identical means within {A_LITTLE:g} %",
        note=figure.text,
        section=figure.section,
    )


def share_of_small_gaps(row: str, exact: PlayoutResult) -> float:
    """How often the thesis' comparison has a maximum difference of at most two percent: from the
    exact chances, by drawing the hands won, which are binomial, many times."""
    dice = generator_for(1, Purpose.EUCHRE_GAPS)
    chances = [
        chance.team1
        for suit, chance in exact.trumps.items()
        if row in ("overall", SUIT_NAMES[suit])
    ]
    shares = [
        np.mean([dice.binomial(size, chance, 20_000) / size for chance in chances], axis=0)
        for size in ITERATIONS
    ]
    gaps = 100 * (np.max(shares, axis=0) - np.min(shares, axis=0))
    return float(np.mean(gaps <= 1 + A_LITTLE))


def median_and_error(values: Any) -> tuple[float, float]:
    """The median and its standard error, from the order statistics about the middle."""
    ordered = np.sort(values)
    count = len(ordered)
    reach = math.sqrt(count) / 2
    low = ordered[max(0, math.floor((count - 1) / 2 - reach))]
    high = ordered[min(count - 1, math.ceil((count - 1) / 2 + reach))]
    return float(np.median(ordered)), float(high - low) / 2


TABLES = listing(
    ("text", "79 %, and by trump suit: exact, simulated, and by other strategies", text),
    ("iterations", "how far apart 100 to 100,000 iterations lie", iterations),
    ("shuffle", "the printed shuffle: 30 rows, card 63, and which way it multiplies", shuffle),
)
