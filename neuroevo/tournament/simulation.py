"""Millions of rounds of one table: who takes how many tricks, points and scores, and how sure.

The work is cut into chunks of deals; each deal has its own seed, and all sums are of whole numbers,
so that neither the number of workers nor their order changes a digit of the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from joblib import Parallel, delayed

from neuroevo.cards import Purpose, run_key
from neuroevo.games import RoundRecord, RuleSheet, find_game, play_round
from neuroevo.limits import MOST_ROUNDS, MOST_WORKERS, check_range, check_seed, count_workers
from neuroevo.players.kinds import ASKED, IN_COMPANY
from neuroevo.tournament.entrants import Entrant, Named, find_entrants
from neuroevo.tournament.sides import WIN_UNIT, by_side, score_rounds, win_shares
from neuroevo.tournament.statistics import Estimate, Sums
from neuroevo.tournament.tables import play_deals
from neuroevo.tournament.work import Rounds

CHUNK_ROUNDS = 1 << 15
NETWORK_CHUNK_ROUNDS = 1 << 12
"""Networks need memory for every round at once (see `play_network_tables`)."""
THINKING_CHUNK_ROUNDS = 1 << 7
"""Monte-Carlo players think for about a millisecond a round."""
ASKED_CHUNK_ROUNDS = 1 << 11
"""Players who are asked in Python answer for many tables at a time."""

Progress = Callable[[int], None]
"""Called with the number of rounds just finished."""


@dataclass
class Tally:
    """Sums of a stretch of rounds: for each quantity, by seat and by side."""

    seats: dict[str, Sums]
    sides: dict[str, Sums]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            {name: sums + other.seats[name] for name, sums in self.seats.items()},
            {name: sums + other.sides[name] for name, sums in self.sides.items()},
        )


def tally_rounds(sheet: RuleSheet, rounds: Rounds, rotations: int) -> Tally:
    """Add the rounds up.

    `points` are those of the cards taken; in a game whose cards are worth nothing they are the
    round's score.
    """
    sides = sheet.sides(rounds.tricks.shape[1])
    scores = score_rounds(sheet, rounds)
    side_values = {
        "tricks": by_side(sides, rounds.tricks),
        "points": by_side(sides, rounds.points) if sheet.has_card_points else scores,
        "score": scores,
        "wins": win_shares(sheet, scores),
    }
    by_sides = {name: Sums.over(values, rotations) for name, values in side_values.items()}
    if not sheet.partners:
        return Tally(by_sides, by_sides)
    side_of = [index for seat in range(4) for index, side in enumerate(sides) if seat in side]
    by_seats = {name: sums.columns(side_of) for name, sums in by_sides.items()}
    by_seats["tricks"] = Sums.over(rounds.tricks, rotations)
    if sheet.has_card_points:
        by_seats["points"] = Sums.over(rounds.points, rotations)
    return Tally(by_seats, by_sides)


@dataclass(frozen=True)
class SimulationResult:
    """What a simulation found; `seats` and `teams` map a quantity to its estimate."""

    game: str
    players: tuple[str, ...]
    rounds: int
    deals: int
    seed: int
    rotated: bool
    seats: tuple[dict[str, Estimate], ...]
    teams: tuple[dict[str, Estimate], ...]
    team_seats: tuple[tuple[int, ...], ...]
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        """The speed of the play itself, start-up aside."""
        return self.rounds / max(self.seconds, 1e-9)

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints."""

        def plain(estimates: dict[str, Estimate]) -> dict[str, Any]:
            return {name: estimate.as_dict() for name, estimate in estimates.items()}

        return {
            "game": self.game,
            "rounds": self.rounds,
            "deals": self.deals,
            "rotated": self.rotated,
            "seed": self.seed,
            "seats": [
                {"player": name, **plain(estimates)}
                for name, estimates in zip(self.players, self.seats, strict=True)
            ],
            "teams": [
                {"seats": list(seats), **plain(estimates)}
                for seats, estimates in zip(self.team_seats, self.teams, strict=True)
            ],
            "rounds_per_second": self.rounds_per_second,
        }


def simulate(
    game: str | RuleSheet,
    players: str | Sequence[Named],
    rounds: int = 100_000,
    seed: int = 0,
    workers: int | None = None,
    rotate: bool = False,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play many rounds with the same players in the same seats.

    players: one a seat, each as `find_entrant` takes it: a built-in name, a shipped champion's, a
    champion file or a run, or a `Champion` or a `Run` itself. rotate: play each deal once per seat,
    with the hands moved round, so that everyone plays every hand; `rounds` is then rounded up to
    whole deals. workers: threads, all cores by default; the result does not depend on it.

    >>> result = simulate("spades", ["greedy", "random", "random", "random"], rounds=4000, seed=1)
    >>> result.seats[0]["tricks"].mean > 4
    True
    """
    sheet = find_game(game)
    seated = find_entrants(players)
    sheet.check_players(len(seated))
    for entrant in seated:
        entrant.check_plays(sheet, len(seated))
    check_range("rounds", rounds, 1, MOST_ROUNDS)
    check_seed(seed)
    workers = workers_for(seated, workers)
    rotations = len(seated) if rotate else 1
    deals = -(-rounds // rotations)
    key = run_key(seed, Purpose.SIMULATION)
    chunk = max(1, chunk_rounds(seated) // rotations)
    play_deals(sheet, seated, key, 0, 1, rotations)  # loads or compiles the kernel

    def work(first: int) -> Tally:
        played = play_deals(sheet, seated, key, first, min(chunk, deals - first), rotations)
        return tally_rounds(sheet, played, rotations)

    began = time.perf_counter()
    total: Tally | None = None
    starts = range(0, deals, chunk)
    pool = Parallel(
        n_jobs=min(workers, len(starts)), prefer="threads", return_as="generator_unordered"
    )
    for tally in pool(delayed(work)(first) for first in starts):
        total = tally if total is None else total + tally
        if progress is not None:
            progress(tally.seats["tricks"].rounds)
    assert total is not None
    sides = sheet.sides(len(seated))
    return SimulationResult(
        game=sheet.name,
        players=tuple(player.name for player in seated),
        rounds=deals * rotations,
        deals=deals,
        seed=seed,
        rotated=rotate,
        seats=tuple(_estimates(total.seats, seat) for seat in range(len(seated))),
        teams=tuple(_estimates(total.sides, side) for side in range(len(sides)))
        if sheet.partners
        else (),
        team_seats=sides if sheet.partners else (),
        seconds=time.perf_counter() - began,
    )


def workers_for(entrants: Sequence[Entrant], workers: int | None) -> int:
    """How many threads play: one if somebody is asked in Python, who would only wait for the other
    and may not expect to be asked twice at once."""
    asked = any(entrant.kind == ASKED for entrant in entrants)
    return min(1 if asked else MOST_WORKERS, count_workers(workers))


def chunk_rounds(entrants: Sequence[Entrant]) -> int:
    """How many rounds make a piece of work for one thread."""
    if any(entrant.kind == ASKED for entrant in entrants):
        return ASKED_CHUNK_ROUNDS
    if any(entrant.manner is not None for entrant in entrants):
        return THINKING_CHUNK_ROUNDS
    networks = any(entrant.kind == IN_COMPANY for entrant in entrants)
    return NETWORK_CHUNK_ROUNDS if networks else CHUNK_ROUNDS


def _estimates(sums: dict[str, Sums], column: int) -> dict[str, Estimate]:
    return {
        name: one.estimate(column, WIN_UNIT if name == "wins" else 1) for name, one in sums.items()
    }


def first_round(
    game: str | RuleSheet, players: str | Sequence[Named], seed: int = 0
) -> RoundRecord:
    """The first round of the simulation with this seed, played by the referee card by card."""
    sheet = find_game(game)
    entrants = find_entrants(players)
    for entrant in entrants:
        entrant.check_plays(sheet, len(entrants))
    return play_round(sheet, [one.seat() for one in entrants], run_key(seed, Purpose.SIMULATION))
