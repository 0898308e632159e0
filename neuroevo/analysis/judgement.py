"""A run judged: is its champion better, or lucky? All that a report says, as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroevo.analysis.cards import CardShares, card_shares
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.luck import luckiest
from neuroevo.analysis.matches import Match, play_match
from neuroevo.analysis.significance import SURE, Finding, luck_test, significance
from neuroevo.cards import Purpose, run_key
from neuroevo.evolution import Run
from neuroevo.tournament import Entrant, find_entrant, network_entrant, play_deals
from neuroevo.tournament.evaluator import POPULATION
from neuroevo.tournament.seating import seat_against

YARDSTICKS = ("random", "always-highest", "greedy")
JUDGED_DEALS = 25_000


@dataclass(frozen=True)
class Judgement:
    """A run's champion on fresh deals, beside the yardsticks, and how lucky its fitness was.

    score: the champion against random players; yardsticks: these built-in players against the same.
    spread: the luckiest of such a run of equal players, or None where members did not play each
    other. tricks: (rounds,) int64, the champion's in single rounds.
    """

    run: Run
    fitness: float
    fitness_kind: str
    rounds: int
    generations: int
    score: Match
    yardsticks: list[Match]
    findings: list[Finding]
    spread: Distribution | None
    luck: Finding | None
    tricks: NDArray[np.int64]
    shares: CardShares
    random_shares: CardShares

    @property
    def chance(self) -> float:
        """Tricks a round (of a side) by chance."""
        experiment = self.run.experiment
        sides = len(experiment.sheet.sides(experiment.seats))
        return experiment.sheet.cards_each(experiment.seats) / sides

    @property
    def lucky(self) -> bool:
        """Whether luck alone explains the best fitness."""
        return self.luck is not None and self.luck.p > SURE

    @property
    def verdict(self) -> str:
        """The answer in plain words."""
        found = self.score.tricks_interval
        fresh = (
            f"on {self.score.deals:,} fresh deals it takes {found.mean:.3f} tricks a round "
            f"(95 % {found.low:.3f} to {found.high:.3f}) against random players, where chance is "
            f"{self.chance:g}"
        )
        if found.low > self.chance:
            skill = f"that is {found.mean - self.chance:.2f} tricks of skill"
        elif found.high < self.chance:
            skill = f"that is {self.chance - found.mean:.2f} tricks worse than chance"
        else:
            skill = "that can't be told from chance"
        best = f"{self.fitness:,.0f}"
        if self.luck is None:
            return f"The run's best fitness is {best}; its champion: {fresh}: {skill}."
        share = (
            f"equal players reach it in {100 * self.luck.p:.0f} % of such runs"
            if self.luck.p >= 0.01
            else f"equal players reach it in fewer than 1 % of such runs (p = {self.luck.p:.1g})"
        )
        if self.lucky:
            return (
                f"The run's best fitness, {best}, is luck: {share}. Its champion has little to do "
                f"with that number: {fresh}; {skill}."
            )
        return f"The run's best fitness, {best}, is more than luck: {share}; {fresh}; {skill}."


def judge(
    run: Run, deals: int = JUDGED_DEALS, seed: int = 0, workers: int | None = None
) -> Judgement:
    """Play the champion of a run on fresh deals and compare its fitness with luck."""
    champion, experiment, log = run.champion, run.experiment, run.log
    sheet, seats = experiment.sheet, experiment.seats
    rounds = int(champion.about.get("rounds", experiment.tournament.games * seats))
    generations = len(log["generation"])
    fitness = run.best_fitness
    kind = experiment.tournament.fitness
    player = network_entrant(champion, "champion")
    rivals = [find_entrant("random")]

    def table(one: Entrant) -> list[Entrant]:
        return seat_against(sheet, seats, one, rivals)

    score = play_match(sheet, table(player), deals, seed, workers)
    yardsticks = [
        play_match(sheet, table(find_entrant(name)), deals, seed, workers) for name in YARDSTICKS
    ]
    among_themselves = set(experiment.tournament.opponents) == {POPULATION}
    population = experiment.evolution.population
    findings, spread, luck = [], None, None
    if kind == "simple" and not sheet.partners:
        findings = significance(int(fitness), rounds, sheet=sheet, players=seats)
    if among_themselves:
        spread = luckiest(population, generations, rounds, sheet, seats, kind)
        luck = luck_test(fitness, rounds, population, generations, sheet, seats, kind)
        findings.append(luck)
    few = min(deals, 5_000)
    played = play_deals(sheet, table(player), run_key(seed, Purpose.EVALUATION), 0, few, seats)
    return Judgement(
        run=run,
        fitness=fitness,
        fitness_kind=kind,
        rounds=rounds,
        generations=generations,
        score=score,
        yardsticks=yardsticks,
        findings=findings,
        spread=spread,
        luck=luck,
        tricks=played.tricks[:, 0],
        shares=card_shares(sheet, table(player), few, seed),
        random_shares=card_shares(sheet, table(rivals[0]), few, seed),
    )
