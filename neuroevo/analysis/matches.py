"""A player against others on fresh deals with rotated hands, deal by deal.

Average tricks per round (ATpR, van Hus 2020, section 3) is measured here. In each deal the hands
move round, so that the player plays every hand once; these rounds share their luck, so all errors
are taken between deals. In a team game the player sits in both seats of its side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.analysis.intervals import Interval, interval
from neuroevo.cards import Purpose, run_key
from neuroevo.games import Aim, RuleSheet, find_game
from neuroevo.limits import MOST_DEALS, check_range, check_seed, count_workers
from neuroevo.tournament import Entrant, Named, find_entrants, play_deals
from neuroevo.tournament.fitness import game_points
from neuroevo.tournament.seating import seat_against
from neuroevo.tournament.sides import WIN_UNIT, by_side, score_rounds, win_shares
from neuroevo.tournament.simulation import chunk_rounds, workers_for

CHUNK_ROUNDS = 8_000

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Match:
    """What a player took, by deal, averaged over the rounds of the deal.

    tricks, points, wins: (deals,) float64, of the player's side. `points` are what the game is won
    by, its aim (tricks, where the game counts those); `wins` the share of rounds won, where equal
    scores share a win.
    """

    player: str
    against: str
    game: str
    aim: Aim
    rounds_per_deal: int
    tricks: NDArray[np.float64]
    points: NDArray[np.float64]
    wins: NDArray[np.float64]

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.tricks)

    @cached_property
    def tricks_interval(self) -> Interval:
        """Tricks a round: the ATpR."""
        return interval(self.tricks)

    @cached_property
    def points_interval(self) -> Interval:
        """What the game is won by, a round."""
        return interval(self.points)

    @cached_property
    def wins_interval(self) -> Interval:
        """The share of rounds won."""
        return interval(self.wins)

    def as_dict(self) -> dict[str, object]:
        """The object that `neuroevo evaluate --json` prints."""
        return {
            "player": self.player,
            "against": self.against,
            "deals": self.deals,
            **self.aim.as_dict(),
            "tricks": self.tricks_interval.as_dict(),
            "points": self.points_interval.as_dict(),
            "wins": self.wins_interval.as_dict(),
        }


def evaluate(
    players: Named | Sequence[Named],
    against: Named | Sequence[Named] = "random",
    game: str | RuleSheet | None = None,
    deals: int = 10_000,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Match]:
    """Play every player against every opponent, all on the same deals.

    players: names, files, runs or networks, each as `find_entrant` takes it. against: for each
    match, one player for all the other seats, or one name a seat separated by commas. game: by
    default that of the networks, or Spades. The result is the same for any number of workers.

    >>> match, = evaluate("greedy", deals=500, seed=1)
    >>> match.tricks_interval.low > 4
    True
    """
    entrants = find_entrants(players)
    rivals = [against] if isinstance(against, str) or not isinstance(against, Sequence) else against
    check_range("deals", deals, 1, MOST_DEALS)
    check_seed(seed)
    workers = count_workers(workers)
    opponents = [find_entrants(rival) for rival in rivals]
    everyone = [*entrants, *(one for others in opponents for one in others)]
    sheet, seats = common_game(everyone, game)
    tables = [
        seat_against(sheet, seats, entrant, others) for entrant in entrants for others in opponents
    ]
    return [play_match(sheet, table, deals, seed, workers, progress) for table in tables]


def common_game(entrants: Sequence[Entrant], game: str | RuleSheet | None) -> tuple[RuleSheet, int]:
    """The game that all of them play, and with how many players."""
    networks = [one for one in entrants if one.champion is not None]
    if game is not None:
        sheet = find_game(game)
    elif networks:
        assert networks[0].champion is not None
        sheet = networks[0].champion.sheet
    else:
        sheet = find_game("spades")
    seats = max(sheet.players)
    if networks:
        assert networks[0].champion is not None
        seats = networks[0].champion.architecture.players
    for entrant in entrants:
        entrant.check_plays(sheet, seats)
    return sheet, seats


def play_match(
    sheet: RuleSheet,
    table: Sequence[Entrant],
    deals: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    purpose: Purpose = Purpose.EVALUATION,
) -> Match:
    """Play a table on so many deals with rotated hands; the player of seat 0 is counted."""
    check_range("deals", deals, 1, MOST_DEALS)
    check_seed(seed)
    rotations = len(table)
    chunk = max(1, min(CHUNK_ROUNDS, chunk_rounds(table)) // rotations)
    starts = range(0, deals, chunk)
    key = run_key(seed, purpose)
    sides = sheet.sides(rotations)

    def work(first: int) -> NDArray[np.int64]:
        played = play_deals(sheet, table, key, first, min(chunk, deals - first), rotations)
        taken = (
            by_side(sides, played.tricks)[:, 0],
            game_points(sheet, played)[:, 0],
            win_shares(sheet, score_rounds(sheet, played))[:, 0],
        )
        return np.stack([one.reshape(-1, rotations).sum(axis=1) for one in taken])

    threads = min(workers_for(table, workers), len(starts))
    parts = []
    for part in Parallel(n_jobs=threads, prefer="threads", return_as="generator")(
        delayed(work)(first) for first in starts
    ):
        parts.append(part)
        if progress is not None:
            progress(rotations * part.shape[1])
    tricks, points, wins = np.concatenate(parts, axis=1) / rotations
    rivals = [one.name for seat, one in enumerate(table) if seat not in sides[0]]
    return Match(
        player=table[0].name,
        against=rivals[0] if len(set(rivals)) == 1 else ",".join(rivals),
        game=sheet.name,
        aim=sheet.aim,
        rounds_per_deal=rotations,
        tricks=tricks,
        points=points,
        wins=wins / WIN_UNIT,
    )
