"""A game as a TOML file: every key of the file is a field of `RuleSheet`.

    name = "whist"
    title = "Whist"
    source = "Hoyle"
    partners = true
    trump = "dealer-last"
    game_target = 5

    [scoring]
    kind = "steps"
    of = "tricks"
    steps = [[7, 1], [8, 2], [9, 3], [10, 4], [11, 5], [12, 6], [13, 7]]

Cards and shuffles are text (`QS`, `riffle:3`), `left_out` is a table by number of players, and
`scoring` one of the kinds of `scoring.py` with its numbers. Whatever is wrong is one line that
names the file, the line and the key. The same tables, as JSON, are in champions of such a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model

from neuroevo.cards import Shuffle, parse_card, parse_shuffle
from neuroevo.errors import BadInput, did_you_mean
from neuroevo.files import parse_toml, read_text, shown_path
from neuroevo.games.scoring import SCORINGS, Scoring
from neuroevo.games.sheet import BadSheet, RuleSheet, shown_text
from neuroevo.limits import LARGEST_SHEET, MOST_SCORE
from neuroevo.settings_errors import Key, Shown, first_error, first_of, line_of_key, unknown_key

Score = Annotated[int, Field(ge=-MOST_SCORE, le=MOST_SCORE)]


def _pair(given: list[int]) -> list[int]:
    if len(given) != 2:
        raise ValueError("takes two numbers, what must be reached and the score, such as [61, 1]")
    return given


IN_FILES: dict[str, Any] = {
    "left_out": dict[str, list[str]],
    "shuffle": Any,
    "packets": list[int],
    "players": list[int],
    "rank_points": dict[str, int],
    "suit_points": dict[str, int],
    "scoring": dict[str, Any],
    "steps": list[Annotated[list[Score], AfterValidator(_pair)]],
}
"""Fields that are written otherwise in a file than they are in a sheet."""


class _WrongKey(Exception):
    """What is wrong, and where."""

    def __init__(self, where: Key, wrong: str) -> None:
        self.where = where
        self.wrong = wrong


def _make_table(kind: type[Any]) -> type[BaseModel]:
    """What a table of a file may hold: the fields of a dataclass, and nothing else."""
    hints = get_type_hints(kind, include_extras=True)
    known: dict[str, Any] = {}
    for one in fields(kind):
        hint = IN_FILES.get(one.name, hints[one.name])
        if kind in SCORINGS.values():
            hint = {int: Score, int | None: Score | None}.get(hint, hint)
        required = one.default is MISSING and one.default_factory is MISSING
        known[one.name] = (hint, ... if required else None)
    strict = ConfigDict(extra="forbid", strict=True, frozen=True, protected_namespaces=())
    made: type[BaseModel] = create_model(kind.__name__, __config__=strict, **known)
    return made


TABLES = {kind: _make_table(kind) for kind in (RuleSheet, Shuffle, *SCORINGS.values())}


def _read_table(kind: type[Any], table: Any, where: tuple[str, ...], noun: str) -> dict[str, Any]:
    """The fields that a table has, checked; `_WrongKey` says what is wrong."""
    model = TABLES[kind]
    if not isinstance(table, Mapping):
        raise _WrongKey(where, f"{'.'.join(where) or 'a game'} takes a table, not {Shown(table)!r}")

    def unknown(key: Key) -> str:
        names = list(model.model_fields)
        elsewhere = {one.name: one.name for one in fields(RuleSheet)} if where else {}
        return unknown_key((*where, *key), names, noun, elsewhere)

    try:
        return model.model_validate(dict(table)).model_dump(exclude_unset=True)
    except ValidationError as error:
        inside = "".join(f"{part}." for part in where)
        place = first_of(error)["loc"]
        raise _WrongKey((*where, *place), first_error(error, unknown, inside)) from None


def _read_shuffle(given: Any) -> Shuffle:
    if isinstance(given, str):
        return parse_shuffle(given)
    if not isinstance(given, Mapping):
        raise _WrongKey(
            ("shuffle",), f"shuffle takes a text such as 'riffle:3', not {Shown(given)!r}"
        )
    return Shuffle(**_read_table(Shuffle, given, ("shuffle",), "a key of a shuffle"))


def _read_scoring(given: Mapping[str, Any]) -> Scoring:
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in SCORINGS:
        kinds = ", ".join(map(repr, SCORINGS))
        if kind is None:
            raise _WrongKey(("scoring",), f"scoring.kind is missing: it takes {kinds}")
        near = did_you_mean(str(kind), SCORINGS)
        raise _WrongKey(
            ("scoring", "kind"), f"scoring.kind takes {kinds}, not {Shown(kind)!r}{near}"
        )
    numbers = {name: one for name, one in given.items() if name != "kind"}
    noun = f"a key of scoring by {kind}"
    made: Scoring = SCORINGS[kind](**_read_table(SCORINGS[kind], numbers, ("scoring",), noun))
    return made


def _read_left_out(given: Mapping[str, list[str]]) -> dict[int, Any]:
    for players in given:
        if players not in ("2", "3", "4"):
            raise _WrongKey(
                ("left_out", players),
                f"left_out takes numbers of players, 2 to 4, not {shown_text(players)!r}",
            )
    return {int(players): tuple(map(parse_card, cards)) for players, cards in given.items()}


READERS: dict[str, Callable[[Any], Any]] = {
    "left_out": _read_left_out,
    "shuffle": _read_shuffle,
    "scoring": _read_scoring,
}


def sheet_from_table(
    table: Any, where: str, line_of: Callable[[Key], int | None] = lambda _key: None
) -> RuleSheet:
    """The sheet that a table of plain values is (see `RuleSheet.as_table`).

    where: the file, for messages. line_of: the line on which a key stands, where that is known.
    """
    try:
        read = _read_table(RuleSheet, table, (), "a key of a game")
        for name, reader in READERS.items():
            if name in read:
                read[name] = _named(name, reader, read[name])
        return RuleSheet(**read)
    except _WrongKey as error:
        place, wrong = error.where, error.wrong
    except BadSheet as error:
        place, wrong = (error.key,), error.wrong
    line = line_of(place)
    raise BadInput(f"{where if line is None else f'{where}:{line}'}: {wrong}")


def _named(key: str, reader: Callable[[Any], Any], given: Any) -> Any:
    """What a reader makes of a value; whatever it says is wrong gets the key's name."""
    try:
        return reader(given)
    except BadInput as error:
        raise _WrongKey((key,), f"{key}: {error}") from None


def read_sheet(path: Path) -> RuleSheet:
    """The game in a TOML file; without a `name` it is called as the file is."""
    return sheet_from_toml(read_text(path, LARGEST_SHEET), path)


def sheet_from_toml(text: str, path: Path) -> RuleSheet:
    """The game in a TOML text; path: where it was read."""
    table = parse_toml(text, path)
    table.setdefault("name", path.stem)
    return sheet_from_table(table, shown_path(path), lambda key: line_of_key(text, key))


def sheet_as_toml(sheet: RuleSheet) -> str:
    """The file that `read_sheet` reads the same sheet from.

    >>> from neuroevo.games import SPADES
    >>> print(sheet_as_toml(SPADES).split("[scoring]")[1].strip())
    kind = "count"
    of = "tricks"
    """
    table = sheet_as_table(sheet)
    # JSON's texts, numbers and lists are TOML's, and a list of steps stays on one line.
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    blocks = ["".join(_line(key, value) for key, value in table.items() if key not in tables)]
    for key, values in tables.items():
        blocks.append(f"[{key}]\n" + "".join(_line(*item) for item in values.items()))
    return "\n".join(blocks)


def _line(key: str, value: Any) -> str:
    return f"{key} = {json.dumps(value, ensure_ascii=False)}\n"


def sheet_as_table(sheet: RuleSheet) -> dict[str, Any]:
    """The table that `sheet_from_table` reads; `BadInput` for a scoring that only Python knows."""
    table = sheet.as_table()
    if table["scoring"]["kind"] not in SCORINGS:
        raise BadInput(
            f"{sheet.name} can't be written to a file: its scoring is "
            f"{type(sheet.scoring).__name__}, and files know {', '.join(SCORINGS)}"
        )
    return table
