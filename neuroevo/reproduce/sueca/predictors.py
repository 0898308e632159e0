"""Section 8.2's question about chapter 4: trumps and points held together as predictors.

"We could also combine those two to see the impact together. There may be a difference when a team
has many points in their hands but no trump cards." Random deals, everybody plays at random, and the
score of N & S is regressed on the trumps and on the points that they hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from neuroevo.arithmetic import deviation, least_squares, product
from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.decks import POINTS, Deals, any_deals
from neuroevo.reproduce.sueca.play import SOURCE
from neuroevo.tournament import find_entrants, play_given

BLOCKS = 20
"""Parts whose results' spread makes the errors."""
QUICK, FULL = 200_000, 2_000_000
TEAM = (0, 2)
HALF = 60
"""Of all points."""
MODELS = {
    "trumps alone": ("trumps",),
    "points alone": ("points",),
    "both together": ("trumps", "points"),
    "both and their product": ("trumps", "points", "product"),
}
TRUMP_GROUPS = ((0, 2), (3, 4), (5, 5), (6, 7), (8, 10))
POINT_GROUPS = ((0, 40), (41, 55), (56, 64), (65, 79), (80, 120))

Column = NDArray[np.float64]


def held_by_team(deals: Deals) -> tuple[Column, Column]:
    """The trumps and the points in the hands of N & S: (deals,) each."""
    cards = deals.hands[:, TEAM].reshape(len(deals.hands), -1)
    trumps = (cards // 13 == deals.trumps[:, None]).sum(axis=1)
    return trumps.astype(float), POINTS[cards].sum(axis=1).astype(float)


def regress(columns: Sequence[Column], score: Column) -> tuple[Column, float]:
    """Least squares with a constant: the coefficients, the constant first, and R squared."""
    parts = [np.ones(len(score)), *columns]
    found = least_squares(parts, score)
    left = score - product(found, np.stack(parts))
    return found, 1 - (deviation(left, 0) / deviation(score, 0)) ** 2


def play_block(seed: int, number: int, deals: int) -> dict[str, Column]:
    """Random deals and what comes of them: trumps, points and score, (deals,) each."""
    dealt = any_deals(generator_for(seed, Purpose.SUECA_PREDICTORS, number), deals)
    key = run_key(seed, Purpose.SUECA_PREDICTORS, number)
    points = play_given(SUECA, find_entrants(["random"] * 4), dealt.hands, dealt.trumps, key).points
    trumps, held = held_by_team(dealt)
    return {
        "trumps": trumps,
        "points": held,
        "product": (trumps - 5) * (held - HALF),
        "score": (points[:, 0] + points[:, 2]).astype(float),
    }


def block_results(block: dict[str, Column]) -> dict[str, float]:
    """Every figure of the table, for one block; no mean where no deal is so."""
    result = {}
    for model, names in MODELS.items():
        found, share = regress([block[name] for name in names], block["score"])
        result[f"{model}; R squared"] = share
        for name, value in zip(names, found[1:], strict=True):
            result[f"{model}; {name}"] = float(value)
    for trumps in TRUMP_GROUPS:
        for points in POINT_GROUPS:
            inside = (block["trumps"] >= trumps[0]) & (block["trumps"] <= trumps[1])
            inside &= (block["points"] >= points[0]) & (block["points"] <= points[1])
            if inside.any():
                result[cell_name(trumps, points)] = float(block["score"][inside].mean())
    return result


def cell_name(trumps: tuple[int, int], points: tuple[int, int]) -> str:
    """The key of a mean under two conditions."""
    return f"{between(trumps)} trumps; {between(points)} points"


def between(ends: tuple[int, int]) -> str:
    """Both ends included.

    >>> between((3, 4)), between((5, 5))
    ('3 to 4', '5')
    """
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def predictors(request: Request) -> Reproduction:
    """Coefficients, R squared alone and together, and means under both conditions."""
    found = Reproduction(
        SOURCE, "8 predictors", "Trumps and points held together, as section 8.2 proposes", "8"
    )
    deals = max(50, request.number(QUICK, FULL) // BLOCKS)

    def work() -> dict[str, list[float]]:
        results = []
        for number in range(BLOCKS):
            request.say("chapter 8, trumps and points", number / BLOCKS)
            results.append(block_results(play_block(request.seed, number, deals)))
        return estimates(results)

    key = f"8 predictors; {deals} deals; seed {request.seed}"
    values: dict[str, list[float]] = request.store.keep(key, work)
    for model, names in MODELS.items():
        for name in names:
            label = f"points of score for one more {name.removesuffix('s')}"
            if name == "product":
                label = "for (trumps - 5) x (points - 60)"
            found.add(model, label, None, *values[f"{model}; {name}"])
        found.add(model, "R squared", None, *values[f"{model}; R squared"])
    for trumps in TRUMP_GROUPS:
        for points in POINT_GROUPS:
            name = cell_name(trumps, points)
            if name in values:
                row, column = f"{between(trumps)} trumps", f"score with {between(points)} points"
                found.add(row, column, None, *values[name])
    found.remarks += sentences(values)
    return found


def estimates(blocks: Sequence[dict[str, float]]) -> dict[str, list[float]]:
    """The mean over the blocks that have a value, and its standard error; two make a value."""
    found = {}
    for name in dict.fromkeys(name for block in blocks for name in block):
        there = np.array([block[name] for block in blocks if name in block])
        if len(there) > 1:
            error = there.std(ddof=1) / np.sqrt(len(there))
            found[name] = [float(there.mean()), float(error)]
    return found


def sentences(values: Mapping[str, Sequence[float]]) -> list[str]:
    """What the figures say; made from them."""
    trumps, points = (values[f"{name} alone; R squared"] for name in ("trumps", "points"))
    both, product = (values[f"{name}; R squared"][0] for name in list(MODELS)[2:])
    better, worse = ("points", "trumps") if points[0] > trumps[0] else ("trumps", "points")
    sum_of_both = trumps[0] + points[0]
    lines = [
        f"{better} held predict the score better than {worse}: R squared "
        f"{max(trumps[0], points[0]):.3f} against {min(trumps[0], points[0]):.3f}; together "
        f"{both:.3f}, "
        + (
            "nearly the sum: each says what the other does not"
            if abs(sum_of_both - both) < 0.02
            else f"not the sum, {sum_of_both:.3f}: they partly say the same"
        ),
        "with points held alike, one more trump is worth "
        f"{values['both together; trumps'][0]:.2f} points of score; with trumps held alike, one "
        f"more point is worth {values['both together; points'][0]:.2f}",
    ]
    slope, error = values["both and their product; product"]
    word = "adds to" if slope > 0 else "takes from"
    lines.append(
        f"the two hardly act on each other (R squared {both:.3f} to {product:.3f})"
        if product - both < 0.01
        else f"having much of one {word} the worth of the other ({slope:.4f} ± {error:.4f})"
    )
    ends = (
        ("many points but hardly a trump", TRUMP_GROUPS[0], POINT_GROUPS[-1]),
        ("few points but most trumps", TRUMP_GROUPS[-1], POINT_GROUPS[0]),
    )
    for words, own_trumps, own_points in ends:
        name = cell_name(own_trumps, own_points)
        if name in values:
            mean, error = values[name]
            word = "more" if mean > HALF else "less"
            lines.append(f"{words} ({name}): {mean:.1f} ± {error:.1f}, {word} than half")
    return lines
