"""Is it skill or luck? Tests of what a player took, the thesis' own of tricks among them.

van Hus 2020, section 3 and appendix C, compares the best network's mean of 60 rounds with the
normal distribution of a single round. That test is here as it is, beside those that hold.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from neuroevo import arithmetic
from neuroevo.analysis.intervals import FEW, Interval, interval
from neuroevo.analysis.luck import among_equals, chance, luckiest
from neuroevo.arithmetic import product
from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import BadInput
from neuroevo.games import SPADES, RuleSheet
from neuroevo.limits import MOST_JUDGED, check_range
from neuroevo.tournament.fitness import ADVANCED, fitness_aim

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
    check_taken(tricks, rounds, "tricks", tricks_in_round)


def check_total(
    total: float, rounds: int, sheet: RuleSheet, players: int, fitness: str = "simple"
) -> None:
    """Raise `BadInput` for results that can't be; a score may be any number."""
    counted = fitness_aim(sheet, fitness)
    in_round = sheet.cards_each(players) if counted.is_tricks else sheet.aim_in_round(players)
    check_taken(total, rounds, counted.unit, in_round)


def check_taken(total: float, rounds: int, unit: str, in_round: int | None) -> None:
    """in_round: what a round has at most, None if that is not known."""
    check_range("rounds", rounds, 1, MOST_JUDGED)
    if in_round is None:
        return
    if total < 0:
        raise BadInput(f"{unit} must be at least 0, not {total:g}")
    if total > rounds * in_round:
        raise BadInput(
            f"{total:g} {unit} are more than {rounds} rounds of {in_round} {unit} have: "
            f"at most {rounds * in_round}"
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
    total: float,
    rounds: int,
    sheet: RuleSheet = SPADES,
    players: int = 4,
    rotated: bool = True,
    fitness: str = "simple",
) -> Finding:
    """z with the standard error of the mean, from how random play really spreads.

    Assumes a normal mean, that the player spreads like a random one, and that it was chosen before
    the rounds were played. total: tricks of a seat, or with fitness `points` what the game counts.
    rotated: the rounds are whole deals with the hands moved round.
    """
    counted = fitness_aim(sheet, fitness)
    check_total(total, rounds, sheet, players, fitness)
    known = chance(sheet, players, fitness)
    one_by_one = math.sqrt(rounds) * known.in_round.sd
    sd = known.sd_of_rounds(rounds) if rotated else one_by_one
    a_round = sheet.cards_each(players) / players
    mean = rounds * (among_equals(sheet, players) if fitness == "points" else a_round)
    z = counted.gain(total, mean) / sd
    p = float(stats.norm.sf(z))
    side = "better" if z > 0 else "worse"
    return Finding(
        "z of the mean",
        z,
        p,
        f"random play, sd {known.in_round.sd:.3f} a round and {sd:.2f} in "
        f"{_count(rounds, 'round')}" + (" with rotated hands" if rotated else ""),
        "is one player lucky, chosen before it played?",
        f"{counted.amount(total, digits=0)} are {abs(z):.2f} standard errors {side} than chance; "
        f"one player gets there {_odds(p)}, if it had not been picked as the best of many.",
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

    best: a fitness, which is below 0 for points that hurt. Assumes that all members play like
    random ones, in deals with rotated hands.
    """
    counted = fitness_aim(sheet, fitness)
    if fitness not in ADVANCED:
        check_total(counted.gain(best, 0), rounds, sheet, players, fitness)
    spread = luckiest(population, generations, rounds, sheet, players, fitness)
    p = spread.at_least(best)
    unit = "fitness" if fitness in ADVANCED else counted.unit
    low, high = sorted(counted.gain(spread.quantile(share), 0) for share in (0.025, 0.975))
    verdict = (
        "this is luck, or can't be told from it" if p > SURE else "luck alone hardly does this"
    )
    return Finding(
        "luckiest of the run",
        None,
        p,
        f"the best of {population} x {generations} results of equal players: mean "
        f"{counted.gain(spread.mean, 0):.1f} {unit}, 95 % between {low} and {high}"
        + ("; sums by the normal law, being too many to count" if spread.limit_law else ""),
        "is the best of a run lucky?",
        f"The best of {population} equal players over {generations} generations shows "
        f"{counted.gain(best, 0):g} or {'fewer' if counted.fewest_wins else 'more'} {_odds(p)}: "
        f"{verdict}.",
    )


def trick_tests(
    tricks: int, rounds: int, sheet: RuleSheet = SPADES, players: int = 4
) -> list[Finding]:
    """The tests of one player's tricks; in a game without partners."""
    in_round = sheet.cards_each(players)
    return [
        thesis_z_test(tricks, rounds, in_round, players),
        binomial_test(tricks, rounds, in_round, players),
        mean_z_test(tricks, rounds, sheet, players),
    ]


def significance(
    total: int,
    rounds: int,
    population: int | None = None,
    generations: int | None = None,
    sheet: RuleSheet = SPADES,
    players: int = 4,
) -> list[Finding]:
    """All tests of what a player took of the game's aim, in all rounds together, side by side.

    The thesis' test and the binomial are about tricks: other games have z and the luckiest. That
    of the luckiest is there where population and generations are given.
    """
    if (population is None) != (generations is None):
        raise BadInput("population and generations belong together: give both or neither")
    if sheet.aim.is_tricks and not sheet.partners:
        fitness, findings = "simple", trick_tests(total, rounds, sheet, players)
    else:
        fitness = "points"
        findings = [mean_z_test(total, rounds, sheet, players, fitness=fitness)]
    if population is not None and generations is not None:
        best = fitness_aim(sheet, fitness).gain(total, 0)
        findings.append(luck_test(best, rounds, population, generations, sheet, players, fitness))
    return findings


@dataclass(frozen=True)
class Difference(Interval):
    """Player against player on the same deals: the mean difference a round, a bootstrap interval
    (NaN below ten deals), and the chance of so large a difference, either way, if the two were
    alike."""

    p: float

    def as_dict(self) -> dict[str, float | None]:
        """For JSON."""
        return {**super().as_dict(), "p": self.p}


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
        return Difference(observed.mean, observed.se, observed.low, observed.high, 1.0)
    dice = generator_for(seed, Purpose.PERMUTATION)
    sizes, counts = np.unique(np.abs(difference), return_counts=True)
    positive = dice.binomial(counts, 0.5, size=(resamples, len(counts)))
    flipped = product(2 * positive - counts, sizes)
    as_large = np.abs(flipped) >= abs(arithmetic.total(difference)) * (1 - 1e-12)
    values, counts = np.unique(difference, return_counts=True)
    share = counts / len(difference)
    drawn = dice.multinomial(len(difference), share, size=resamples // 10)
    low, high = np.quantile(product(drawn, values) / len(difference), [0.025, 0.975])
    if len(difference) < FEW:
        low = high = math.nan
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
