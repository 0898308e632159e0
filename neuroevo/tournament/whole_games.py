"""Whole games with the same players: who reaches the target first, how often, and how sure.

Game g has rounds number g * MOST_ROUNDS and on of the work with a key. The kernel plays round after
round of many games at once; `play_game` of the referee plays the very same ones, card for card.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import GameRecord, RuleSheet, find_game, play_game
from neuroevo.games.referee import game_length
from neuroevo.limits import MOST_TRIALS, check_range, check_seed
from neuroevo.players.kinds import ASKED
from neuroevo.tournament.entrants import Entrant, Named, find_entrants
from neuroevo.tournament.sides import WIN_UNIT, score_rounds
from neuroevo.tournament.simulation import workers_for
from neuroevo.tournament.statistics import Estimate, IntArray, Sums
from neuroevo.tournament.tables import play_tables

MOST_ROUNDS = 1 << 16
CHUNK_GAMES = 1 << 10
ASKED_CHUNK_GAMES = 16

Progress = Callable[[int], None]
"""Called with the number of games just finished."""


@dataclass(frozen=True)
class Games:
    """Played games: totals (n, seats) int64, by seat; rounds (n,) int64."""

    totals: IntArray
    rounds: IntArray


def play_games(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    key: int,
    first_game: int,
    games: int,
    shift: int = 0,
    rounds: int | None = None,
    target: int | None = None,
) -> Games:
    """Play games number `first_game` to `first_game + games - 1` of the work with this key.

    shift: entrant number i sits in seat i + shift, so that others get the same cards. The totals
    are by entrant.
    """
    count = len(entrants)
    rounds, target = game_length(sheet, rounds, target)
    order = np.roll(np.arange(count), shift)  # who sits in each seat
    if sheet.next_leader == "last-winner":
        found = _games_one_by_one(
            sheet, entrants, key, first_game, games, order.tolist(), rounds, target
        )
    else:
        found = _games_together(sheet, entrants, key, first_game, games, order, rounds, target)
    by_entrant = np.empty_like(found.totals)
    by_entrant[:, order] = found.totals
    return Games(by_entrant, found.rounds)


def _games_one_by_one(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    key: int,
    first_game: int,
    games: int,
    order: list[int],
    rounds: int | None,
    target: int | None,
) -> Games:
    """By the referee, where the next leader is only known when a round is over."""
    records = [
        play_game(
            sheet,
            [entrants[number].seat() for number in order],
            key,
            rounds,
            target,
            (first_game + game) * MOST_ROUNDS,
        )
        for game in range(games)
    ]
    return Games(
        np.array([record.totals for record in records]),
        np.array([len(record.rounds) for record in records]),
    )


def _games_together(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    key: int,
    first_game: int,
    games: int,
    order: IntArray,
    rounds: int | None,
    target: int | None,
) -> Games:
    """One round of every unfinished game after another; the deal moves on in all of them alike."""
    count = len(entrants)
    totals = np.zeros((games, count), dtype=np.int64)
    played = np.zeros(games, dtype=np.int64)
    side_of = np.zeros(count, dtype=np.int64)
    for index, side in enumerate(sheet.sides(count)):
        side_of[list(side)] = index
    unfinished = np.arange(games)
    number = 0
    while len(unfinished):
        # The table is turned so that the leader sits in place 0, as kernels have it.
        seats = (np.arange(count) + number) % count
        tables = np.tile(order[seats], (len(unfinished), 1))
        deals = (first_game + unfinished) * MOST_ROUNDS + number
        scores = score_rounds(sheet, play_tables(sheet, entrants, tables, deals, key))
        totals[unfinished[:, None], seats] += scores[:, side_of]
        number += 1
        played[unfinished] = number
        if rounds is not None:
            over = np.full(len(unfinished), number == rounds)
        else:
            over = totals[unfinished].max(axis=1) >= (target or 0)
        unfinished = unfinished[~over]
        if number == MOST_ROUNDS:
            raise BadInput(f"a game of {sheet.name} did not end after {MOST_ROUNDS} rounds")
    return Games(totals, played)


@dataclass(frozen=True)
class GamesResult:
    """What whole games brought; a side is a team, or a player where there are none.

    By side: its seats, its share of wins (equals share a win), and its total at the end. length:
    rounds a game.
    """

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    rotated: bool
    target: int | None
    rounds: int | None
    side_seats: tuple[tuple[int, ...], ...]
    wins: tuple[Estimate, ...]
    scores: tuple[Estimate, ...]
    length: Estimate
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints; an interval holds the true share in 95 % of runs."""
        return {
            "game": self.game,
            "games": self.games,
            "target": self.target,
            "rounds": self.rounds,
            "rotated": self.rotated,
            "seed": self.seed,
            "sides": [
                {
                    "seats": list(seats),
                    "players": [self.players[seat] for seat in seats],
                    "wins": {**wins.as_dict(), "interval": interval(wins)},
                    "score": score.as_dict(),
                }
                for seats, wins, score in zip(self.side_seats, self.wins, self.scores, strict=True)
            ],
            "rounds_per_game": self.length.as_dict(),
            "games_per_second": self.games / max(self.seconds, 1e-9),
        }


def interval(share: Estimate) -> tuple[float, float] | None:
    """Where a share of wins lies, 95 % sure; None after a single game."""
    if math.isnan(share.se):
        return None
    return max(0.0, share.mean - 1.96 * share.se), min(1.0, share.mean + 1.96 * share.se)


def simulate_games(
    game: str | RuleSheet,
    players: str | Sequence[Named],
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    rotate: bool = False,
    target: int | None = None,
    rounds: int | None = None,
    progress: Progress | None = None,
) -> GamesResult:
    """Play many whole games with the same players.

    rotate: play each game's deals once per seat, with the players moved round, so that everyone has
    everyone's cards; `games` is then rounded up. workers: threads; never change a result.

    >>> result = simulate_games("euchre", ["greedy", "random"] * 2, games=200, seed=1)
    >>> result.wins[0].mean > 0.9
    True
    """
    sheet = find_game(game)
    seated = find_entrants(players)
    sheet.check_players(len(seated))
    for entrant in seated:
        entrant.check_plays(sheet, len(seated))
    check_range("games", games, 1, MOST_TRIALS)
    check_seed(seed)
    workers = workers_for(seated, workers)
    rounds, target = game_length(sheet, rounds, target)
    if rounds is None and target is None:
        raise BadInput(f"a game of {sheet.name} has no end of its own: give a target or rounds")
    shifts = len(seated) if rotate else 1
    groups = -(-games // shifts)
    key = run_key(seed, Purpose.WHOLE_GAMES)
    slow = any(entrant.kind == ASKED for entrant in seated)
    chunk = max(1, (ASKED_CHUNK_GAMES if slow else CHUNK_GAMES) // shifts)
    if not slow:
        play_games(sheet, seated, key, 0, 1, 0, rounds, target)  # loads or compiles the kernel

    sides = sheet.sides(len(seated))

    def work(first: int) -> tuple[Sums, Sums, Sums]:
        some = min(chunk, groups - first)
        found = [
            play_games(sheet, seated, key, first, some, shift, rounds, target)
            for shift in range(shifts)
        ]
        # The games of one group, which share their deals, one after another.
        totals = np.stack([one.totals for one in found], axis=1).reshape(-1, len(seated))
        lengths = np.stack([one.rounds for one in found], axis=1).reshape(-1)
        by_side = totals[:, [side[0] for side in sides]]
        best = by_side.min(axis=1) if sheet.fewest_wins else by_side.max(axis=1)
        won = by_side == best[:, None]
        wins = Sums.over(won * (WIN_UNIT // won.sum(axis=1))[:, None], shifts)
        return wins, Sums.over(by_side, shifts), Sums.over(lengths[:, None], shifts)

    began = time.perf_counter()
    wins = scores = length = None
    starts = range(0, groups, chunk)
    pool = Parallel(
        n_jobs=min(workers, len(starts)), prefer="threads", return_as="generator_unordered"
    )
    for some_wins, some_scores, some_length in pool(delayed(work)(first) for first in starts):
        wins = some_wins if wins is None else wins + some_wins
        scores = some_scores if scores is None else scores + some_scores
        length = some_length if length is None else length + some_length
        if progress is not None:
            progress(some_length.rounds)
    assert wins is not None
    assert scores is not None
    assert length is not None
    return GamesResult(
        game=sheet.name,
        players=tuple(entrant.name for entrant in seated),
        games=groups * shifts,
        seed=seed,
        rotated=rotate,
        target=target,
        rounds=rounds,
        side_seats=sides,
        wins=tuple(wins.estimate(side, WIN_UNIT) for side in range(len(sides))),
        scores=tuple(scores.estimate(side) for side in range(len(sides))),
        length=length.estimate(0),
        seconds=time.perf_counter() - began,
    )


def first_game(
    game: str | RuleSheet,
    players: str | Sequence[Named],
    seed: int = 0,
    target: int | None = None,
    rounds: int | None = None,
) -> GameRecord:
    """The first game of the simulation with this seed, played by the referee card by card."""
    sheet = find_game(game)
    entrants = find_entrants(players)
    sheet.check_players(len(entrants))
    for entrant in entrants:
        entrant.check_plays(sheet, len(entrants))
    key = run_key(seed, Purpose.WHOLE_GAMES)
    return play_game(sheet, [entrant.seat() for entrant in entrants], key, rounds, target)
