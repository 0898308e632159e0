"""At which tables something is checked: every game with every number of players, and variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.extensions import is_own, load_own
from neuroevo.games import GAMES, RuleSheet, find_game

Game = str | Path | RuleSheet
"""Whatever names a game, or is one."""


@dataclass(frozen=True)
class TestTable:
    """A game, and how many play it; name: with what is varied."""

    __test__ = False  # it is no test, whatever pytest thinks of its name

    name: str
    sheet: RuleSheet
    players: int


def sheet_of(game: Game) -> RuleSheet:
    """A game by name or file, or a sheet in a Python file (`my_games.py:WHIST`), or itself."""
    if isinstance(game, RuleSheet) or not is_own(str(game)):
        return find_game(game)
    found = load_own(str(game), "game").value
    if not isinstance(found, RuleSheet):
        raise BadInput(f"{game} is no RuleSheet")
    return found


def tables_for(games: Game | Iterable[Game] | None = None) -> list[TestTable]:
    """Where to check: these games, every game of the list if none is given."""
    if isinstance(games, str | Path | RuleSheet):
        games = [games]
    chosen = list(GAMES.values()) if games is None else [sheet_of(one) for one in games]
    if not chosen:
        raise BadInput("a check needs a game")
    return [table for sheet in chosen for table in (*_plain(sheet), *_varied(sheet))]


def _plain(sheet: RuleSheet) -> Iterator[TestTable]:
    for players in sheet.players:
        several = len(sheet.players) > 1
        yield TestTable(f"{sheet.name}{f' with {players}' if several else ''}", sheet, players)


def _varied(sheet: RuleSheet) -> Iterator[TestTable]:
    """Rules that a player of this game may meet under its name."""
    players = max(sheet.players)
    if sheet.follow != "suit-or-trump":
        strict = replace(sheet, follow="suit-or-trump")
        yield TestTable(f"{sheet.name} (suit-or-trump)", strict, players)
    if sheet.trump == "random":
        first = sheet.with_trump("dealer-first")
        yield TestTable(f"{sheet.name} (dealer-first)", first, players)
    if sheet.trump == "named":
        turned = sheet.with_trump("turn-up")
        yield TestTable(f"{sheet.name} (turn-up)", turned, players)


COMPANY = ("greedy", "random", "heuristic")
"""Who sits beside a player that is checked."""


def seat_with_company(who: Any, players: int, company: Sequence[Any] = COMPANY) -> list[Any]:
    """A table of so many: who, others, and at a table of four also who as his own partner."""
    seats = [who, *company][:players]
    if players == 4:
        seats[2] = who
    return seats
