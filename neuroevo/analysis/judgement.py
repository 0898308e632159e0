"""A run judged: is its champion better, or lucky? All that a report says, as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroevo.analysis.cards import CardShares, card_shares
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.intervals import Interval, interval, range_text
from neuroevo.analysis.luck import fair_share, luckiest
from neuroevo.analysis.matches import Match, play_match
from neuroevo.analysis.significance import SURE, Finding, luck_test, trick_tests
from neuroevo.cards import Purpose, run_key
from neuroevo.evolution import Run
from neuroevo.games import Aim
from neuroevo.tournament import Entrant, find_entrant, network_entrant, play_deals
from neuroevo.tournament.evaluator import POPULATION
from neuroevo.tournament.fitness import fitness_in_words, game_points
from neuroevo.tournament.seating import seat_against

YARDSTICKS = ("random", "always-highest", "greedy")
JUDGED_DEALS = 25_000

NO_EQUALS = "members met other opponents than their equals"
"""Why some runs have no test of luck: what luck brings against such opponents is not known."""


@dataclass(frozen=True)
class Judgement:
    """A run's champion on fresh deals, beside the yardsticks, and how lucky its fitness was.

    score: the champion against random players; yardsticks: these built-in players against the same.
    blind: the same for a player of random cards, which is chance; fair_share: what that is worth in
    the long run, if it is known. spread: the luckiest of
    such a run of equal players, or None where members did not play their equals; then there are no
    findings either. in_rounds, blind_in_rounds: (rounds,) int64, what the champion's and the blind
    side took of the aim in single rounds.
    """

    run: Run
    fitness: float
    fitness_kind: str
    rounds: int
    generations: int
    score: Match
    blind: Match
    fair_share: float | None
    yardsticks: list[Match]
    findings: list[Finding]
    spread: Distribution | None
    luck: Finding | None
    in_rounds: NDArray[np.int64]
    blind_in_rounds: NDArray[np.int64]
    shares: CardShares
    random_shares: CardShares

    @property
    def aim(self) -> Aim:
        """What the game is won by."""
        return self.score.aim

    @property
    def table(self) -> list[Match]:
        """The champion and the yardsticks, the best first."""
        everybody = [self.score, *self.yardsticks]
        return sorted(everybody, key=lambda one: -self.aim.gain(one.points_interval.mean, 0))

    @property
    def lucky(self) -> bool:
        """Whether luck alone explains the best fitness."""
        return self.luck is not None and self.luck.p > SURE

    @property
    def best(self) -> str:
        """The best fitness with its unit."""
        sheet = self.run.experiment.sheet
        return fitness_in_words(sheet, self.fitness_kind, self.fitness)

    @property
    def verdict(self) -> str:
        """The answer in plain words."""
        best = f"The run's best fitness, {self.best} in {self.rounds} rounds,"
        if self.luck is None:
            return f"{best} can't be compared with luck: {NO_EQUALS}. {self._fresh}."
        share = (
            f"equal players reach it in {100 * self.luck.p:.0f} % of such runs"
            if self.luck.p >= 0.01
            else f"equal players reach it in fewer than 1 % of such runs (p = {self.luck.p:.1g})"
        )
        if self.lucky:
            return (
                f"{best} needs no skill to explain it: {share}. The champion is judged on fresh "
                f"deals instead. {self._fresh}."
            )
        return f"{best} is more than luck: {share}. {self._fresh}."

    @property
    def _fresh(self) -> str:
        """What the champion takes on fresh deals, and what that is worth."""
        found, unit = self.score.points_interval, self.aim.unit
        sure = (
            f"(95 % {range_text(found.low, found.high)})"
            if found.known
            else "(too few deals to say how sure that is)"
        )
        fewer = " and fewer are better" if self.aim.fewest_wins else ""
        by_chance = (
            f"random players take {self.fair_share:.4g}"
            if self.fair_share is not None
            else f"random cards after bids by counting take {self.blind.points_interval.mean:.3f}"
        )
        fresh = (
            f"On {self.score.deals:,} fresh deals against random players the champion takes "
            f"{found.mean:.3f} {unit} a round {sure}, where {by_chance}{fewer}"
        )
        skill = self.skill
        if not skill.known or skill.low <= 0 <= skill.high:
            return f"{fresh}: that can't be told from chance"
        if skill.mean > 0:
            return f"{fresh}: that is {self.aim.amount(skill.mean)} of skill"
        return f"{fresh}: that is {self.aim.amount(-skill.mean)} worse than chance"

    @property
    def skill(self) -> Interval:
        """By how much the champion is better than chance, a round."""
        chance = self.blind.points if self.fair_share is None else self.fair_share
        return interval(self.aim.gain(self.score.points, chance))


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
    blind, *yardsticks = (
        play_match(sheet, table(find_entrant(name)), deals, seed, workers)
        for name in ("random-cards", *YARDSTICKS)
    )
    met = {name for name, share in experiment.tournament.opponents.items() if share > 0}
    # Where players bid or call, a random player is no equal: networks do that by counting.
    among_equals = met <= ({POPULATION} if sheet.has_auction else {POPULATION, "random"})
    population = experiment.evolution.population
    findings, spread, luck = [], None, None
    if among_equals and kind == "simple" and not sheet.partners:
        findings = trick_tests(int(fitness), rounds, sheet, seats)
    if among_equals:
        spread = luckiest(population, generations, rounds, sheet, seats, kind)
        luck = luck_test(fitness, rounds, population, generations, sheet, seats, kind)
        findings.append(luck)
    few = min(deals, 5_000)

    def in_rounds(one: Entrant) -> NDArray[np.int64]:
        key = run_key(seed, Purpose.EVALUATION)
        return game_points(sheet, play_deals(sheet, table(one), key, 0, few, seats))[:, 0]

    return Judgement(
        run=run,
        fitness=fitness,
        fitness_kind=kind,
        rounds=rounds,
        generations=generations,
        score=score,
        blind=blind,
        fair_share=fair_share(sheet, seats),
        yardsticks=[blind, *yardsticks] if sheet.has_auction else yardsticks,
        findings=findings,
        spread=spread,
        luck=luck,
        in_rounds=in_rounds(player),
        blind_in_rounds=in_rounds(find_entrant("random-cards")),
        shares=card_shares(sheet, table(player), few, seed),
        random_shares=card_shares(sheet, table(rivals[0]), few, seed),
    )
