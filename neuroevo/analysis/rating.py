"""One number a player from who won against whom: ratings on Elo's scale.

Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39, 1952) give each
player a strength s and let A win against B with chance s_A / (s_A + s_B). Luce's choice axiom
("Individual Choice Behavior", 1959) makes the same of one against k equal opponents:
s_A / (s_A + k s_B); with three opponents equal players win a quarter of their rounds. The strengths
are those of maximum likelihood. Hunter ("MM algorithms for generalized Bradley-Terry models",
Annals of Statistics 32, 2004) shows when they exist and are the only ones; here the likelihood is
that of a logistic regression, and Newton's steps find its top.

A rating is 400 / ln 10 times ln s, so that between two players 400 points are ten to one, and the
mean rating is 0. A player who won always, or never, would have no finite rating: every pair is
given one round more than was played, won to the share that equals win. All of it is relative:
another player in the league moves every rating.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from neuroevo.analysis.intervals import CONFIDENCE, FEW, Interval
from neuroevo.analysis.kernels.ratings import log_of_odds_and_one, logistic, solve_each
from neuroevo.arithmetic import deviation, log, row_totals
from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import check_at_least
from neuroevo.tournament.sides import WIN_UNIT

ELO = 400 / log(10.0)
"""Points of rating a unit of log strength."""

RESAMPLES = 1_000

PRECISION = 1e-9
LONGEST_STEP = 3.0
MOST_STEPS = 100
DRAWN_AT_ONCE = 10_000_000
DEALS_AT_ONCE = 20_000
"""So few that sums of twelfths are exact in float32."""

Floats = NDArray[np.float64]


class Rating(Interval):
    """A player's rating; its standard error and 95 % interval come from resampled deals, and are
    NaN where there are too few of them."""

    @property
    def rating(self) -> float:
        """On Elo's scale."""
        return self.mean

    def as_dict(self) -> dict[str, float | None]:
        """For JSON."""
        found = super().as_dict()
        return {"rating": found.pop("mean"), **found}


def win_chance(difference: float | Floats, rivals: int = 1) -> float | Floats:
    """The chance of one player to win a round against so many equal rivals, each rated lower by
    the difference.

    >>> win_chance(0.0), win_chance(0.0, rivals=3), round(win_chance(400.0), 3)
    (0.5, 0.25, 0.909)
    """
    log_odds = np.asarray(difference, dtype=np.float64) / ELO - log(float(rivals))
    chance = _each(logistic, log_odds)
    return chance if chance.ndim else float(chance)


def _each(function: Callable[[Floats], Floats], values: Floats) -> Floats:
    """A function of rows of numbers for numbers of any shape."""
    return function(np.ravel(values)).reshape(np.shape(values))


def log_strengths(
    wins: Floats, rounds: float, rivals: int = 1, start: Floats | None = None
) -> Floats:
    """The log strengths of maximum likelihood, with mean 0, for one league or for many at once.

    wins: (..., players, players) float64, the rounds that the row's player won, alone against
    `rivals` of the column's; the diagonal is not read. rounds: how many each pair played. start:
    (players,) where to begin the search. Returns (..., players) float64.
    """
    others = ~np.eye(wins.shape[-1], dtype=bool)
    won = np.where(others, wins + 1 / (1 + rivals), 0.0)
    played = np.where(others, rounds + 1.0, 0.0)

    def odds(at: Floats) -> Floats:
        log_odds: Floats = at[..., :, None] - at[..., None, :] - log(float(rivals))
        return log_odds

    def log_likelihood(at: Floats) -> Floats:
        log_odds = odds(at)
        terms = won * log_odds - played * _each(log_of_odds_and_one, log_odds)
        return row_totals(row_totals(terms))

    at = np.zeros(wins.shape[:-1]) if start is None else np.broadcast_to(start, wins.shape[:-1])
    for _ in range(MOST_STEPS):
        chance = _each(logistic, odds(at))
        missed = won - played * chance
        slope = row_totals(missed) - row_totals(np.swapaxes(missed, -2, -1))
        weight = played * chance * (1 - chance)
        weight = weight + np.swapaxes(weight, -2, -1)
        # Strengths are known up to a factor; the constant in every place keeps their mean where it
        # is, and the matrix regular.
        curvature = row_totals(weight)[..., None] * ~others - weight + 1.0
        players = slope.shape[-1]
        step = solve_each(curvature.reshape(-1, players, players), slope.reshape(-1, players))
        step = step.reshape(slope.shape)
        longest = np.abs(step).max(axis=-1, keepdims=True)
        if longest.max() < PRECISION:
            found: Floats = at - row_totals(at)[..., None] / players
            return found
        step = step * np.minimum(1, LONGEST_STEP / np.maximum(longest, PRECISION))
        at = at + _uphill(log_likelihood, at, step)
    raise ArithmeticError("the likelihood of these results has no top that Newton's steps find")


def _uphill(log_likelihood: Callable[[Floats], Floats], at: Floats, step: Floats) -> Floats:
    """Newton's step, halved until it leads upwards: far from the top it can overshoot."""
    before = log_likelihood(at)
    rounding = PRECISION * np.abs(before)
    for _ in range(MOST_STEPS):
        worse = log_likelihood(at + step) < before - rounding
        if not worse.any():
            break
        step = np.where(worse[..., None], step / 2, step)
    return step


def rate(
    wins: NDArray[np.uint8],
    rounds_per_deal: int,
    rivals: int = 1,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> list[Rating]:
    """Rate players by what they won, deal by deal.

    wins: (players, players, deals) whole numbers, the twelfths of rounds that the row's player won
    of each deal, alone against `rivals` of the column's; the diagonal is not read. All pairs must
    have played the same deals. The rounds of a deal share their luck, and all pairs share the
    deals, so the intervals come from a bootstrap that draws whole deals, the same for all pairs.
    Fewer than ten deals have none: drawn again they show too little of what others would bring, two
    equal ones nothing at all.

    >>> even = np.full((2, 2, 100), 12, dtype=np.uint8)  # one round of four, in every deal
    >>> [one.rating for one in rate(even, rounds_per_deal=4, rivals=3)]
    [0.0, 0.0]
    """
    check_at_least("resamples", resamples, 200)
    rounds = rounds_per_deal * wins.shape[-1]
    best = log_strengths(wins.sum(axis=-1) / WIN_UNIT, rounds, rivals)
    if wins.shape[-1] < FEW:
        return [Rating(float(one), math.nan, math.nan, math.nan) for one in ELO * best]
    drawn = resampled_wins(wins, resamples, seed) / WIN_UNIT
    spread = ELO * log_strengths(drawn, rounds, rivals, start=best)
    beyond = (1 - CONFIDENCE) / 2
    low, high = np.quantile(spread, [beyond, 1 - beyond], axis=0)
    errors = [deviation(one) for one in spread.T]
    return [Rating(*map(float, one)) for one in zip(ELO * best, errors, low, high, strict=True)]


def resampled_wins(wins: NDArray[np.uint8], resamples: int, seed: int = 0) -> Floats:
    """Add up the wins over as many deals as there are, drawn from them with repetition.

    wins: (players, players, deals). Returns (resamples, players, players) float64 whole numbers,
    whose sums are exact in any order.
    """
    players, _, deals = wins.shape
    by_pair = wins.reshape(-1, deals)
    random = generator_for(seed, Purpose.BOOTSTRAP)
    at_once = max(1, DRAWN_AT_ONCE // deals)
    total = np.zeros((resamples, players * players))
    for first in range(0, resamples, at_once):
        rows = range(min(at_once, resamples - first))
        times = np.empty((len(rows), deals), dtype=np.float32)
        for row in rows:
            times[row] = np.bincount(random.integers(deals, size=deals), minlength=deals)
        for deal in range(0, deals, DEALS_AT_ONCE):
            piece = slice(deal, deal + DEALS_AT_ONCE)
            won = by_pair[:, piece].astype(np.float32)
            total[first : first + len(rows)] += times[:, piece] @ won.T
    return total.reshape(resamples, players, players)
