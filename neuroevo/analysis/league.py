"""Every player against every other on the same deals: a cross table, and ratings.

For each ordered pair the row's player sits in seat 0 (in a team game in both seats of its side) and
the column's in all others, as in `evaluate`, with the hands moved round. A player against its own
doubles takes what chance gives everybody, so that is never played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import neuroevo
from neuroevo.analysis.intervals import Interval, interval
from neuroevo.analysis.matches import Match, common_game, play_match
from neuroevo.analysis.rating import RESAMPLES, Rating, rate, win_chance
from neuroevo.errors import BadInput
from neuroevo.games import Aim, RuleSheet
from neuroevo.limits import MOST_DEALS, check_range, check_seed, count_workers
from neuroevo.store import Store
from neuroevo.tournament import Entrant, Named, find_entrant
from neuroevo.tournament.names import check_all_different, mark_of, short_names
from neuroevo.tournament.seating import seat_against
from neuroevo.tournament.sides import WIN_UNIT

Progress = Callable[[str, float], None]
"""Told which pair plays, and how far the whole league is, from 0 to 1."""

Wins = NDArray[np.uint8]

FIRST_LETTER = ord("#")
"""No win, in the text that a store keeps; the next letter is a twelfth, and so on up to `S`, four
wins. JSON needs to escape none of them."""


@dataclass(frozen=True)
class Cell:
    """What one player took against another.

    tricks, points: a round, of the player's side; `points` are what the game is won by. wins:
    (deals,) uint8, twelfths of rounds won, deal by deal; equal scores share a win.
    """

    tricks: Interval
    points: Interval
    wins: Wins
    rounds_per_deal: int

    @property
    def win_share(self) -> Interval:
        """The share of rounds won."""
        return interval(self.wins / (WIN_UNIT * self.rounds_per_deal))


@dataclass(frozen=True)
class League:
    """A played league, the strongest first.

    names: short ones, no two the same. cells: a row a player, a column an opponent, None against
    itself. ratings: on Elo's scale with mean 0 (see `rating.py`).
    """

    sheet: RuleSheet
    seats: int
    deals: int
    seed: int
    names: tuple[str, ...]
    ratings: tuple[Rating, ...]
    cells: tuple[tuple[Cell | None, ...], ...]

    @property
    def sides(self) -> int:
        """How many win or lose a round: teams, or single players."""
        return len(self.sheet.sides(self.seats))

    @property
    def chance(self) -> float:
        """The share of rounds that equal players win."""
        return 1 / self.sides

    @property
    def aim(self) -> Aim:
        """What the game is won by, and what the cells of the cross table are."""
        return self.sheet.aim

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """(players, players) float64, the share of rounds won by row against column; NaN against
        itself."""
        unit = WIN_UNIT * self.seats
        return np.array(
            [
                [np.nan if one is None else one.wins.mean() / unit for one in row]
                for row in self.cells
            ]
        )

    @property
    def mean_win_shares(self) -> list[float]:
        """Each player's share of the rounds that it played as the row's."""
        return [float(share) for share in np.nanmean(self.win_shares, axis=1)]

    @property
    def misfit(self) -> float:
        """The largest gap between a share of rounds won and what the two ratings say of it.

        One number a player can't say all: A may beat B, B beat C and C beat A.
        """
        rating = np.array([one.rating for one in self.ratings])
        expected = win_chance(rating[:, None] - rating[None, :], self.sides - 1)
        return float(np.nanmax(np.abs(self.win_shares - expected)))

    def as_dict(self) -> dict[str, Any]:
        """The object that `neuroevo league --json` prints."""
        return {
            "game": self.sheet.name,
            "seats": self.seats,
            "deals": self.deals,
            "seed": self.seed,
            **self.aim.as_dict(),
            "chance": self.chance,
            "misfit": self.misfit,
            "players": [
                {"player": name, **rating.as_dict()}
                for name, rating in zip(self.names, self.ratings, strict=True)
            ],
            "pairs": [
                {
                    "player": name,
                    "against": other,
                    "tricks": cell.tricks.as_dict(),
                    "points": cell.points.as_dict(),
                    "wins": cell.win_share.as_dict(),
                }
                for name, row in zip(self.names, self.cells, strict=True)
                for other, cell in zip(self.names, row, strict=True)
                if cell is not None
            ],
        }


def play_league(
    players: Sequence[Named],
    game: str | RuleSheet | None = None,
    deals: int = 2_000,
    seed: int = 0,
    workers: int | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    resamples: int = RESAMPLES,
) -> League:
    """Play every player against every other, and rate them.

    players: built-in names with settings, champion files or runs. game: by default that of the
    networks, or Spades. store: keeps each pair as soon as it is played, and what it has is not
    played again. The result is the same for any number of workers, and after any interruption.

    >>> league = play_league(["random", "greedy", "heuristic"], deals=200, seed=1)
    >>> league.names
    ('heuristic', 'greedy', 'random')
    >>> league.cells[0][2].tricks.low > 4
    True
    """
    check_range("deals", deals, 2, MOST_DEALS)
    check_seed(seed)
    workers = count_workers(workers)
    entrants, sheet, seats = enter(players, game)
    entrants.sort(key=mark_of)  # so that the order in which they are named changes no digit
    names = short_names(entrants)
    store = store if store is not None else Store()
    marks, terms = [mark_of(one) for one in entrants], terms_of(sheet, seats, deals, seed)
    keys = {
        (row, column): f"{player} against {other}: {terms}"
        for row, player in enumerate(marks)
        for column, other in enumerate(marks)
        if row != column
    }
    missing = [pair for pair, key in keys.items() if key not in store.found]

    def play(row: int, column: int) -> dict[str, Any]:
        what = f"{names[row]} against {names[column]}"
        before, rounds = missing.index((row, column)), 0

        def tell(more: int) -> None:
            nonlocal rounds
            rounds += more
            if progress is not None:
                progress(what, (before + rounds / (deals * seats)) / len(missing))

        table = seat_against(sheet, seats, entrants[row], [entrants[column]])
        return pack(play_match(sheet, table, deals, seed, workers, tell))

    def read(kept: Any) -> Cell:
        try:
            return unpack(kept, deals, seats)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise BadInput(f"{store.path} is damaged: delete it to begin anew") from None

    for key in keys.values():  # what is damaged is told before anything is played and written
        if key in store.found:
            read(store.found[key])
    cells = {pair: read(store.keep(key, partial(play, *pair))) for pair, key in keys.items()}
    return rank(sheet, seats, deals, seed, names, cells, resamples)


def enter(
    players: Sequence[Named], game: str | RuleSheet | None = None
) -> tuple[list[Entrant], RuleSheet, int]:
    """The players, their game, and how many sit at a table; `BadInput` if they are no league."""
    entrants = [find_entrant(one) for one in players]
    if len(entrants) < 2:
        raise BadInput("a league needs at least two players")
    check_all_different(entrants)
    return entrants, *common_game(entrants, game)


def rank(
    sheet: RuleSheet,
    seats: int,
    deals: int,
    seed: int,
    names: Sequence[str],
    cells: Mapping[tuple[int, int], Cell],
    resamples: int = RESAMPLES,
) -> League:
    """Rate the players by their pairs, and put the strongest first."""
    wins = np.zeros((len(names), len(names), deals), dtype=np.uint8)
    for pair, cell in cells.items():
        wins[pair] = cell.wins
    ratings = rate(wins, seats, len(sheet.sides(seats)) - 1, seed, resamples)
    order = sorted(range(len(names)), key=lambda number: -ratings[number].rating)
    return League(
        sheet=sheet,
        seats=seats,
        deals=deals,
        seed=seed,
        names=tuple(names[number] for number in order),
        ratings=tuple(ratings[number] for number in order),
        cells=tuple(tuple(cells.get((row, column)) for column in order) for row in order),
    )


def terms_of(sheet: RuleSheet, seats: int, deals: int, seed: int) -> str:
    """Everything that the results of a league depend on, players aside."""
    return (
        f"{sheet.name} (rules {sheet.fingerprint}), {seats} players, {deals} deals, seed {seed}, "
        f"neuroevo {neuroevo.__version__}"
    )


def pack(match: Match) -> dict[str, Any]:
    """A pair for the store: plain JSON, wins as a text with a letter a deal."""
    twelfths = np.rint(match.wins * WIN_UNIT * match.rounds_per_deal)
    return {
        "tricks": match.tricks_interval.as_dict(),
        "points": match.points_interval.as_dict(),
        "wins": (twelfths + FIRST_LETTER).astype(np.uint8).tobytes().decode("ascii"),
    }


def unpack(kept: dict[str, Any], deals: int, rounds_per_deal: int) -> Cell:
    """A pair as the store has it; some kind of error if that is no pair."""
    wins = np.frombuffer(kept["wins"].encode("ascii"), dtype=np.uint8) - np.uint8(FIRST_LETTER)
    if wins.shape != (deals,) or wins.max() > WIN_UNIT * rounds_per_deal:
        raise ValueError("these are not the wins of so many deals")
    tricks, points = (
        Interval(
            **{
                name: math.nan if value is None else float(value)
                for name, value in kept[what].items()
            }
        )
        for what in ("tricks", "points")
    )
    return Cell(tricks, points, wins, rounds_per_deal)
