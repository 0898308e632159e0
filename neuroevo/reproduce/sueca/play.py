"""Playing for the tables of the Sueca thesis: on any decks, and on decks under a condition."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import open_table
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.decks import Deals
from neuroevo.tournament import find_entrants, play_deals, play_given

SOURCE = "sueca"
CHUNK = 20_000
THINKING_CHUNK = 500

STRATEGIES = {
    "R": "random",
    "T": "obligated-trump",
    "A": "always-high",
    "MC": "mc-peek:shuffles=50:playouts=2",
}
"""Of chapter 7. What it prints for Monte-Carlo is only met by a player that sees all cards."""
HONEST = STRATEGIES | {"MC": "mc-extra:shuffles=50:playouts=2"}

MakeDeals = Callable[[np.random.Generator, int], Deals]


printed_table = partial(open_table, SOURCE)
"""A printed table by name, and an empty reproduction of it."""


def printed_figure(name: str) -> str:
    """A value that the running text prints."""
    return load_printed(SOURCE).figures[name].value


PRINTED_GAMES = int(printed_figure("games"))
"""Games behind every value that the thesis prints."""


def printed_se(result: dict[str, Any]) -> float:
    """The standard error of a printed mean: as many games as the thesis plays, with our spread."""
    return float(result["sd"] / np.sqrt(PRINTED_GAMES))


def printed_sd_se(result: dict[str, Any]) -> float:
    """The standard error of a printed standard deviation."""
    return float(result["sd se"] * np.sqrt(result["games"] / PRINTED_GAMES))


@dataclass(frozen=True)
class Played:
    """The points of N and S in every game: (games,) int64, and what it took."""

    points: NDArray[np.int64]
    seconds: float

    def summary(self) -> dict[str, Any]:
        """Plain numbers, for the store. counts: games by score, (121,)."""
        points = self.points
        games, mean, sd = len(points), float(points.mean()), float(points.std(ddof=1))
        # The error of a deviation by the fourth moment: scores are flatter than a normal curve.
        fourth = float(((points - mean) ** 4).mean())
        return {
            "games": games,
            "mean": mean,
            "sd": sd,
            "se": sd / float(np.sqrt(games)),
            "sd se": float(np.sqrt(max(0.0, fourth - sd**4) / games)) / (2 * sd) if sd else 0.0,
            "min": int(points.min()),
            "max": int(points.max()),
            "counts": np.bincount(points, minlength=121).tolist(),
            "seconds": self.seconds,
        }


def thinks(players: Sequence[str]) -> bool:
    """Whether a Monte-Carlo player is among them, for whom work is divided more finely."""
    return any(name.startswith("mc-") for name in players)


def spread(
    work: Callable[[int], Any],
    games: int,
    request: Request,
    players: Sequence[str],
    what: str,
    chunk: int | None = None,
) -> tuple[list[Any], float]:
    """Run chunks of games on all workers; the results in order, and the seconds of them all.

    work: is given the number of the chunk; -1 for one that may be as small as it likes. chunk:
    games in each, by default as suits the players.
    """
    chunk = chunk or (THINKING_CHUNK if thinks(players) else CHUNK)
    numbers = range(-(-games // chunk))
    work(-1)  # loads or compiles the kernel, before the clock starts
    began = time.perf_counter()
    pool = Parallel(
        n_jobs=min(request.workers or os.cpu_count() or 1, len(numbers)),
        prefer="threads",
        return_as="generator",
    )
    results = []
    for part in pool(delayed(work)(number) for number in numbers):
        results.append(part)
        request.say(what, len(results) / len(numbers))
    return results, time.perf_counter() - began


def span(number: int, chunk: int, games: int) -> tuple[int, int]:
    """The first game of a chunk, and how many games it has; one for the chunk before the first."""
    if number < 0:
        return 0, 1
    return number * chunk, min(chunk, games - number * chunk)


def play_any(players: Sequence[str], games: int, request: Request) -> Played:
    """Play the same decks for all players; seats in the order N, W, S, E, and N leads."""
    entrants = find_entrants(list(players))
    chunk = THINKING_CHUNK if thinks(players) else CHUNK
    key = run_key(request.seed, Purpose.SUECA_DECKS)

    def work(number: int) -> NDArray[np.int64]:
        first, count = span(number, chunk, games)
        rounds = play_deals(SUECA, entrants, key, first, count)
        return rounds.points[:, 0] + rounds.points[:, 2]

    parts, seconds = spread(work, games, request, players, ", ".join(players))
    return Played(np.concatenate(parts), seconds)


def play_under(
    players: Sequence[str], make: MakeDeals, games: int, request: Request, what: str
) -> Played:
    """Play deals that `make(generator, deals)` gives."""
    entrants = find_entrants(list(players))
    chunk = THINKING_CHUNK if thinks(players) else CHUNK

    def work(number: int) -> NDArray[np.int64]:
        first, count = span(number, chunk, games)
        deals = make(generator_for(request.seed, Purpose.SUECA_DECKS, first), count)
        key = run_key(request.seed, Purpose.SUECA_DECKS, first)
        rounds = play_given(SUECA, entrants, deals.hands, deals.trumps, key)
        return rounds.points[:, 0] + rounds.points[:, 2]

    parts, seconds = spread(work, games, request, players, what)
    return Played(np.concatenate(parts), seconds)


def kept(request: Request, name: str, games: int, work: Callable[[], Played]) -> dict[str, Any]:
    """A result from the store, or computed now and kept."""
    key = f"scores of {name}; {games} games; seed {request.seed}"
    found: dict[str, Any] = request.store.keep(key, lambda: work().summary())
    return found


def seated(cells: Sequence[str], strategies: dict[str, str]) -> list[str]:
    """A printed row (N, S, then W, E) as players in the order of play: N, W, S, E.

    What was found by trying: the columns headed "Team E & W" are W, then E.
    """
    north, south, west, east = (strategies[cell] for cell in cells)
    return [north, west, south, east]
