"""What is wrong with a file of settings, in one line: the key, what it takes, and what was given.

Experiments and games are read by pydantic, which knows what is wrong but says it to programmers;
and TOML's reader forgets where a key stood. Both are put right here.
"""

from __future__ import annotations

import re
import reprlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from neuroevo.errors import closest, did_you_mean

Key = Sequence[int | str]
"""Where a setting is: the tables that it is in, and its name; numbers count in a list."""

MOST_LINES = 300
"""Of a text in which a key is looked for: files of settings are much shorter."""


class Shown:
    """What a user gave, for a message: of a very long value the beginning and the end."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return reprlib.repr(self.value)


def first_of(error: ValidationError) -> Any:
    """The error to tell: the first; but a key that is missing may be there under a wrong name."""
    errors = error.errors()
    if errors[0]["type"] == "missing":
        return next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    return errors[0]


def first_error(error: ValidationError, unknown_key: Callable[[Key], str], inside: str = "") -> str:
    """The first thing wrong, in one line: the key, what it takes, and what was given.

    unknown_key: what to say of a key that there is not. inside: stands before every key.
    """
    first = first_of(error)
    key = inside + ".".join(str(part) for part in first["loc"])
    given = Shown(first.get("input"))
    match first["type"]:
        case "extra_forbidden":
            return unknown_key(first["loc"])
        case "missing":
            return f"{key} is missing"
        case "value_error":
            message = first["msg"].removeprefix("Value error, ")
            return f"{key} {message}" if key else message
        case "literal_error":
            expected = first["ctx"]["expected"]
            near = did_you_mean(str(given.value), re.findall("'(.+?)'", expected))
            return f"{key} takes {expected}, not {given!r}{near}"
        case "int_type" | "int_from_float" | "int_parsing" | "int_parsing_size":
            return f"{key} takes a whole number, not {given!r}"
        case "float_type" | "float_parsing" | "finite_number":
            return f"{key} takes a number, not {given!r}"
        case "bool_type":
            return f"{key} takes true or false, not {given!r}"
        case "string_type":
            return f"{key} takes a text, not {given!r}"
        case "tuple_type" | "list_type":
            return f"{key} takes a list, not {given!r}"
        case "model_type":
            return f"{key} takes a table of settings, not {given!r}"
        case "dict_type" | "mapping_type":
            return f"{key} takes a table, not {given!r}"
        case "string_too_long":
            return f"{key} takes at most {first['ctx']['max_length']} characters"
        case "string_too_short":
            return f"{key} takes a text that is not empty"
        case "string_pattern_mismatch":
            return f"{key} takes letters, digits, '-', '_' and '.', not {given!r}"
        case "greater_than_equal":
            return f"{key} takes at least {first['ctx']['ge']}, not {given!r}"
        case "greater_than":
            return f"{key} takes more than {first['ctx']['gt']}, not {given!r}"
        case "less_than_equal":
            return f"{key} takes at most {first['ctx']['le']}, not {given!r}"
        case "in_full":  # the message names the key itself
            return str(first["msg"])
    return f"{key}: {first['msg']}, not {given!r}"


def unknown_key(
    where: Key, here: Sequence[str], noun: str, elsewhere: Mapping[str, str] | None = None
) -> str:
    """What to say of a key that there is not: which one was meant, and all that there are.

    here: the names that the table has; noun: what they are, such as "a setting". elsewhere: full
    keys of other tables by their last names, in case the right name is in the wrong table.

    >>> unknown_key(["trumpp"], ["trump", "name"], "a key of a game")
    "trumpp is not a key of a game: did you mean 'trump'? choose from trump, name"
    """
    key, inside = str(where[-1]), "".join(f"{part}." for part in where[:-1])
    full = {name: f"{inside}{name}" for name in here}
    elsewhere = elsewhere or {}
    near = full.get(closest(key, full) or "") or elsewhere.get(closest(key, elsewhere) or "")
    hint = f": did you mean {near!r}?" if near else ":"
    return f"{inside}{key} is not {noun}{hint} choose from {', '.join(full.values())}"


def line_of_key(text: str, where: Key) -> int | None:
    """The number of the line of a TOML text on which a key stands, or the table that it should be
    in; None if neither is there. The text must be sound TOML.

    The key stands where the first lines of the text, read alone, have it for the first time.

    >>> line_of_key("a = 1\\n[b]\\nc = 2\\n", ["b", "c"])
    3
    >>> line_of_key("a = 1\\n[b]\\nc = 2\\n", ["b", "missing"])
    2
    """
    lines = text.splitlines(keepends=True)[:MOST_LINES]
    deepest, line, begins = 0, None, 0
    for number in range(1, len(lines) + 1):
        try:
            found = tomllib.loads("".join(lines[:number]))
        except (ValueError, RecursionError):
            continue  # in the midst of a list or a text of several lines
        while deepest < len(where) and _holds(found, where[: deepest + 1]):
            deepest, line = deepest + 1, begins + 1
        begins = number
    return line


def _holds(found: Any, where: Key) -> bool:
    for part in where:
        if isinstance(found, dict) and part in found:
            found = found[str(part)]
        elif isinstance(found, list) and isinstance(part, int) and part < len(found):
            found = found[part]
        else:
            return False
    return True
