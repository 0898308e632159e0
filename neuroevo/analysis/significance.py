"""Is it skill or luck? Tests of tricks taken, the thesis' own among them.

van Hus 2020, section 3 and appendix C, compares the best network's mean of 60 rounds with the
normal distribution of a single round. That test is here as it is, beside those that hold.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from neuroevo.analysis.luck import chance, luckiest
from neuroevo.analysis.matches import interval
from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import BadInput
from neuroevo.games import SPADES, RuleSheet
from neuroevo.limits import MOST_JUDGED, check_range

SURE = 0.05


@dataclass(frozen=True)
class Finding:
    """One test's answer.

    p: the chance of a result at least this good under what the test assumes. statistic: what was
    compared, if there is one. answers: the question that it really answers.
    """

    test: str
    statistic: float | None
    p: float
    assumes: str
    answers: str
    sentence: str

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "test": self.test,
            "statistic": self.statistic,
            "p": self.p,
            "assumes": self.assumes,
            "answers": self.answers,
            "sentence": self.sentence,
        }


def check_tricks(tricks: float, rounds: int, tricks_in_round: int) -> None:
    """Raise `BadInput` for results that can't be."""
    check_range("rounds", rounds, 1, MOST_JUDGED)
    if tricks < 0:
        raise BadInput(f"tricks must be at least 0, not {tricks:g}")
    if tricks > rounds * tricks_in_round:
        raise BadInput(
            f"{tricks:g} tricks are more than {rounds} rounds of {tricks_in_round} tricks have: "
            f"at most {rounds * tricks_in_round}"
        )


def thesis_z_test(
    tricks: float, rounds: int, tricks_in_round: int = 13, players: int = 4
) -> Finding:
    """The Z-test of the thesis: the mean of many rounds against the spread of one.

    Assumes that each trick is won with chance 1/players independently of all others, which is not
    so, and takes the standard deviation of a single round for that of the mean of all rounds, which
    is wrong by a factor of the square root of the rounds.
    """
    check_tricks(tricks, rounds, tricks_in_round)
    p = 1 / players
    mean, sd = tricks_in_round * p, math.sqrt(tricks_in_round * p * (1 - p))
    average = tricks / rounds
    z = (average - mean) / sd
    return Finding(
        "thesis' Z-test",
        z,
        float(stats.norm.sf(z)),
        f"one round of {tricks_in_round} independent tricks, mean {mean:g}, sd {sd:.4f}",
        "is one round lucky?",
        f"Phi({average:.3g}) = {stats.norm.cdf(z):.4f}, so one random round in "
        f"{_one_in(float(stats.norm.sf(z)))} brings {average:.3g} tricks or more; that says "
        f"nothing about the mean of {_count(rounds, 'round')}.",
    )


def binomial_test(tricks: int, rounds: int, tricks_in_round: int = 13, players: int = 4) -> Finding:
    """Exact binomial test of the tricks among all trials.

    Assumes that every trick is won with chance 1/players, independently of all others, by a player
    who was chosen before the rounds were played.
    """
    check_tricks(tricks, rounds, tricks_in_round)
    trials = rounds * tricks_in_round
    p = stats.binomtest(int(tricks), trials, 1 / players, alternative="greater").pvalue
    return Finding(
        "exact binomial",
        None,
        float(p),
        f"{trials} independent tricks with chance 1/{players}",
        "is one player lucky, if tricks were independent?",
        f"One player with chance 1/{players} takes {tricks} or more of {trials} tricks "
        f"{_odds(p)}, if tricks were independent and it had not been picked for this result.",
    )


def mean_z_test(
    tricks: float,
    rounds: int,
    sheet: RuleSheet = SPADES,
    players: int = 4,
    rotated: bool = True,
) -> Finding:
    """z with the standard error of the mean, from how random play really spreads.

    Assumes a normal mean, that the player spreads like a random one, and that it was chosen before
    the rounds were played. rotated: the rounds are whole deals with the hands moved round.
    """
    in_round = sheet.cards_each(players)
    check_tricks(tricks, rounds, in_round)
    known = chance(sheet, players)
    one_by_one = math.sqrt(rounds) * known.in_round.sd
    mean, sd = rounds * in_round / players, known.sd_of_rounds(rounds) if rotated else one_by_one
    z = (tricks - mean) / sd
    p = float(stats.norm.sf(z))
    return Finding(
        "z of the mean",
        z,
        p,
        f"random play, sd {known.in_round.sd:.3f} a round and {sd:.2f} in "
        f"{_count(rounds, 'round')}" + (" with rotated hands" if rotated else ""),
        "is one player lucky, chosen before it played?",
        f"{tricks:g} tricks are {z:.2f} standard errors from chance; one player gets there "
        f"{_odds(p)}, if it had not been picked as the best of many.",
    )


def luck_test(
    best: float,
    rounds: int,
    population: int,
    generations: int,
    sheet: RuleSheet = SPADES,
    players: int = 4,
    fitness: str = "simple",
) -> Finding:
    """The best of a whole run against the luckiest of as many equal players.

    Assumes that all members play like random ones, in deals with rotated hands.
    """
    if fitness == "simple":
        check_tricks(best, rounds, sheet.cards_each(players))
    spread = luckiest(population, generations, rounds, sheet, players, fitness)
    p = spread.at_least(best)
    unit = "tricks" if fitness == "simple" else "fitness"
    verdict = (
        "this is luck, or can't be told from it" if p > SURE else "luck alone hardly does this"
    )
    return Finding(
        "luckiest of the run",
        None,
        p,
        f"the largest of {population} x {generations} results of equal players: mean "
        f"{spread.mean:.1f} {unit}, 95 % between {spread.quantile(0.025)} and "
        f"{spread.quantile(0.975)}"
        + ("; sums by the normal law, being too many to count" if spread.limit_law else ""),
        "is the best of a run lucky?",
        f"The best of {population} equal players over {generations} generations shows {best:g} or "
        f"more {_odds(p)}: {verdict}.",
    )


def significance(
    tricks: int,
    rounds: int,
    population: int | None = None,
    generations: int | None = None,
    sheet: RuleSheet = SPADES,
    players: int = 4,
) -> list[Finding]:
    """All tests side by side; that of the luckiest where population and generations are given."""
    if (population is None) != (generations is None):
        raise BadInput("population and generations belong together: give both or neither")
    in_round = sheet.cards_each(players)
    findings = [
        thesis_z_test(tricks, rounds, in_round, players),
        binomial_test(tricks, rounds, in_round, players),
        mean_z_test(tricks, rounds, sheet, players),
    ]
    if population is not None and generations is not None:
        findings.append(luck_test(tricks, rounds, population, generations, sheet, players))
    return findings


@dataclass(frozen=True)
class Difference:
    """Player against player on the same deals: the mean difference a round, a bootstrap interval,
    and the chance of so large a difference, either way, if the two were alike."""

    mean: float
    se: float
    low: float
    high: float
    p: float


def compare_by_deal(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    resamples: int = 100_000,
    seed: int = 0,
) -> Difference:
    """Compare two players deal by deal; first, second: (deals,) what each took on the same deals.

    A permutation test: under equal players each deal's difference is as likely to have the other
    sign. Assumes independent deals and nothing about their spread. The interval is a percentile
    bootstrap over deals. Deals with the same difference are drawn together, by one binomial (or
    multinomial) number, which is the same and much faster than flipping them one by one.
    """
    if first.shape != second.shape or first.ndim != 1:
        raise BadInput(
            f"both players must have played the same deals: {first.shape} and {second.shape}"
        )
    difference = first - second
    observed = interval(difference)
    if not difference.any():
        return Difference(0.0, 0.0, 0.0, 0.0, 1.0)
    dice = generator_for(seed, Purpose.PERMUTATION)
    sizes, counts = np.unique(np.abs(difference), return_counts=True)
    positive = dice.binomial(counts, 0.5, size=(resamples, len(counts)))
    flipped = (2 * positive - counts) @ sizes
    as_large = np.abs(flipped) >= abs(difference.sum()) * (1 - 1e-12)
    values, counts = np.unique(difference, return_counts=True)
    share = counts / len(difference)
    drawn = dice.multinomial(len(difference), share, size=resamples // 10)
    low, high = np.quantile(drawn @ values / len(difference), [0.025, 0.975])
    p = (1 + as_large.sum()) / (1 + resamples)
    return Difference(observed.mean, observed.se, float(low), float(high), float(p))


def _odds(p: float) -> str:
    """A chance in words."""
    if p >= 0.01:
        return f"by luck in {100 * p:.0f} of 100 cases"
    if p < 1e-12:
        return "practically never by luck"
    return f"by luck once in {1 / p:,.0f} cases"


def _one_in(p: float) -> str:
    """How many rounds there are to one, in words."""
    return f"{1 / p:.1f}" if p > 1e-12 else "more than 10^12"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
