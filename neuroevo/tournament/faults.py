"""Whose fault it was: a player that fails in the middle of a round, in one line.

A kernel knows only that a compiled player raised, or answered a card that may not be played. The
referee then plays the same round with the same players in plain Python, and says what happened.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Card
from neuroevo.errors import BadInput, IllegalPlay
from neuroevo.extensions import in_words
from neuroevo.games.referee import play_round
from neuroevo.games.rules import broken_rule
from neuroevo.games.view import View
from neuroevo.players.bidders import Speaker

if TYPE_CHECKING:
    from neuroevo.tournament.work import TableWork

PACKAGE = Path(__file__).resolve().parents[1]
TRUSTED = (MemoryError, RecursionError)


@contextmanager
def blame(
    work: TableWork, playing: NDArray[np.int64] | None, asked: int | None = None
) -> Iterator[None]:
    """Turn what a user's player raises into one line with file and line.

    playing: (1,) int64, where a kernel writes the number of the round that it plays; None if no
    round can be played again. asked: the number of the player who is asked in Python; None while a
    kernel plays.
    """
    try:
        yield
    except (BadInput, *TRUSTED):
        raise
    except Exception as error:
        if asked is not None:
            raise _told(error, work.name(asked)) from error
        if playing is None:
            raise
        raise replay(work, int(playing[0]), error) from error


def replay(work: TableWork, row: int, error: Exception) -> BadInput:
    """What the referee says of the round of this number, in which something failed."""
    which, rotation = divmod(row, work.rotations)
    numbers = work.seats[which].tolist()
    players = [_Named(work.player(number), work.name(number)) for number in numbers]
    try:
        play_round(work.sheet, players, work.key, int(work.deals[which]), rotation)
    except BadInput as words:
        return words
    names = ", ".join(work.name(number) for number in dict.fromkeys(numbers))
    return BadInput(
        f"round {row} ({names}): {in_words(error)}; the same round in plain Python does not fail"
    )


class _Named(Speaker):
    """A player whose failures carry its name."""

    def __init__(self, player: Any, name: str) -> None:
        self.player, self.name = player, name
        self.peeks = getattr(player, "peeks", False)

    def __getattribute__(self, name: str) -> Any:
        if name not in ("choose", "bid_tricks", "name_trump", "discard"):
            return object.__getattribute__(self, name)
        method = getattr(self.player, name)

        def ask(view: Any) -> Any:
            try:
                answer = method(view)
            except (BadInput, *TRUSTED):
                raise
            except Exception as error:
                raise _told(error, self.name) from error
            if name == "choose" and answer not in view.legal:
                raise IllegalPlay(illegal_words(self.name, self.player, view, answer))
            return answer

        return ask


def illegal_words(name: str, player: Any, view: View, card: Any) -> str:
    """Which rule a card broke, and where the player is written."""
    if not isinstance(card, Card):
        return f"{where_written(player)}{called(name)}: {card!r} is no card"
    broken = broken_rule(view.sheet, view.hand, view.trick_cards, view.trump, card)
    return (
        f"{where_written(player)}{called(name)}: trick {len(view.tricks) + 1}: "
        f"seat {view.seat} may not play {card}: {broken}"
    )


def _told(error: Exception, name: str) -> BadInput:
    return BadInput(f"{where_raised(error)}{called(name)}: {in_words(error)}")


def called(name: str) -> str:
    """A player's name without its file, behind a line that names the file.

    >>> called("my_players.py:patient:keep=3"), called("greedy")
    ('patient:keep=3', 'greedy')
    """
    return name.rpartition(".py:")[2]


def where_written(player: Any) -> str:
    """The line where a user's player chooses, as `file.py:12: `; nothing if that can't be told."""
    player = getattr(player, "player", player)
    for one in (getattr(player, name, None) for name in ("function", "choose", "choose_many")):
        code = getattr(one, "__code__", None)
        if code is not None and not Path(code.co_filename).resolve().is_relative_to(PACKAGE):
            return f"{Path(code.co_filename).name}:{code.co_firstlineno}: "
    return ""


def where_raised(error: BaseException) -> str:
    """The innermost line of a traceback that is not the package's own, as `file.py:12: `."""
    found = ""
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.suffix == ".py" and not path.resolve().is_relative_to(PACKAGE):
            found = f"{path.name}:{frame.lineno}: "
    return found


def round_at(table: Any) -> NDArray[np.int64]:
    """Where a table keeps the number of its round, for `blame`."""
    found: NDArray[np.int64] = table.base["row"].reshape(-1)[
        :1
    ]  # a view: the record would be copied
    return found
