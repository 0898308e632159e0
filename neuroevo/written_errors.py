"""What is wrong with a function that a user wrote for kernels: one line with file and line.

A written function sees values (`neuroevo.values`) and speaks in their words. `check_words` looks at
it before it is compiled: it must not reach behind the words, where the others' cards lie.
`explain` turns numba's many lines about a function that does not compile into one.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from neuroevo.errors import BadInput, did_you_mean
from neuroevo.values import value_named

PACKAGE = Path(__file__).resolve().parent

FORBIDDEN = {
    *("getattr", "setattr", "delattr", "hasattr", "vars", "dir", "globals", "locals"),
    *("eval", "exec", "compile", "__import__", "open", "input"),
}
"""Ways around the words, and what a kernel can't do."""

_TEXT_MAKERS = {"str", "repr", "format", "hash", "id"}
"""What Python and numba make of a value differs."""

_ATTRIBUTES = {"LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR"}
_GLOBALS = {"LOAD_GLOBAL", "LOAD_NAME"}

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|at (?P<at>\S+\.py) \((?P<n>\d+)\)')
_RETURNS = re.compile(r'Return of: [^\n]*\n\s*\n?File "([^"]+)", line (\d+)')
_OPERATORS = {
    **{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%"},
    **{"pow": "**", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>"},
    **{"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in"},
    **{"iadd": "+=", "isub": "-=", "imul": "*=", "itruediv": "/=", "iand": "&=", "ior": "|="},
    **{"neg": "-", "getitem": "[]", "setitem": "[]", "not_": "not", "invert": "~"},
}


class Line(NamedTuple):
    """A line of a user's file."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.number}"


def line_of(function: Callable[..., Any]) -> Line:
    """Where a function begins."""
    code = function.__code__
    return Line(code.co_filename, code.co_firstlineno)


def check_parameters(
    function: Callable[..., Any], *wanted: str, what: str = "function", settings: bool = False
) -> int:
    """How many parameters a function has; `BadInput` unless as many as one of those wanted.

    wanted: such as `(now)` and `(now, card)`. settings: parameters with a default may follow.

    >>> check_parameters(lambda now, card: 1, "(now)", "(now, card)")
    2
    """
    shown = " or ".join(wanted)
    if not inspect.isfunction(function):
        raise BadInput(f"{function!r} is no {what}: write a function of {shown}")
    given = list(inspect.signature(function).parameters.values())
    plain = [
        one
        for one in given
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) and one.default is one.empty
    ]
    with_default = [
        one
        for one in given
        if one.kind in (one.KEYWORD_ONLY, one.POSITIONAL_OR_KEYWORD)
        and one.default is not one.empty
    ]
    counts = [one.count(",") + 1 for one in wanted]
    fits = len(plain) + (len(with_default) if settings else 0) == len(given)
    if not fits or len(plain) not in counts:
        raise BadInput(
            f"{line_of(function)}: the {what} {function.__name__} takes {shown}, not "
            f"({', '.join(map(str, given))})"
        )
    return len(plain)


def check_words(function: Callable[..., Any]) -> None:
    """Raise `BadInput` if a function, or one that it calls, reaches behind the words.

    That is a name behind a point that begins with an underscore, `getattr` and the like, or a name
    that stands for nothing. The package's own functions are trusted.
    """
    for _ in _checked(function):
        pass


def _checked(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """A function and those that it calls, each looked at; the package's own are passed over."""
    known: set[CodeType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one.__code__ in known or _is_ours(one.__code__.co_filename):
            continue
        known.add(one.__code__)
        waiting += _check_code(one.__code__, one)
        yield one


def check_returns(function: Callable[..., Any]) -> None:
    """Raise `BadInput` if a function ends somewhere without returning anything."""
    code = function.__code__
    before = None
    for step in dis.get_instructions(code):
        ends = (
            step.opname == "RETURN_VALUE" and before is not None and before.opname == "LOAD_CONST"
        )
        held = before if ends else step
        if (ends or step.opname == "RETURN_CONST") and held is not None and held.argval is None:
            line = held.positions.lineno if held.positions is not None else None
            raise BadInput(
                f"{Line(code.co_filename, line or code.co_firstlineno)}: {function.__name__} may "
                "end without returning anything: every way through it needs a return"
            )
        before = step


def _check_code(code: CodeType, function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Look at a function's code and at that of the functions within it; what it may call."""
    scope = function.__globals__
    held: Any = None
    at = code.co_firstlineno
    for step in dis.get_instructions(code):
        if step.positions is not None and step.positions.lineno is not None:
            at = step.positions.lineno
        name = step.argval
        if step.opname in _ATTRIBUTES:
            if name.startswith("_"):
                raise BadInput(
                    f"{Line(code.co_filename, at)}: {name!r} begins with an underscore: such names "
                    "are not for players and features"
                )
            if isinstance(held, ModuleType):
                yield from _functions_of(vars(held).get(name))
            held = None
        elif step.opname in _GLOBALS:
            if name in FORBIDDEN:
                raise BadInput(f"{Line(code.co_filename, at)}: {name!r} can't be used here")
            if name not in scope and not hasattr(builtins, name):
                names = [*scope, *code.co_varnames, *dir(builtins)]
                raise BadInput(
                    f"{Line(code.co_filename, at)}: there is no {name!r}{did_you_mean(name, names)}"
                )
            held = scope.get(name)
            yield from _functions_of(held)
        elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise BadInput(
                f"{Line(code.co_filename, at)}: 'global {name}' can't be used here: nothing is "
                "remembered from one call to the next"
            )
        elif step.opname in ("IMPORT_NAME", "IMPORT_FROM"):
            raise BadInput(
                f"{Line(code.co_filename, at)}: 'import' can't be used here: do it at the top of "
                "the file"
            )
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _check_code(constant, function)
    if code is function.__code__:
        for cell in function.__closure__ or ():
            yield from _functions_of(cell.cell_contents)


def _functions_of(held: Any) -> Iterator[Callable[..., Any]]:
    """The function that a name stands for, if it stands for one; compiled ones hold the plain."""
    plain = getattr(held, "py_func", held)
    if inspect.isfunction(plain):
        yield plain


def _is_ours(file: str) -> bool:
    return Path(file).resolve().is_relative_to(PACKAGE)


def reads_otherwise(function: Callable[..., Any]) -> str | None:
    """What in a function, or in one that it calls, means something else when it is compiled, with
    its line: numba makes other texts of values than Python does. None if there is nothing.

    A text that is only part of an error's message does no harm.
    """
    for one in _checked(function):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(one)))
        except (OSError, TypeError, SyntaxError):
            continue
        for node, word in _texts_made(tree):
            line = one.__code__.co_firstlineno + node.lineno - 1
            return f"{Line(one.__code__.co_filename, line)}: {word} reads otherwise when compiled"
    return None


def _texts_made(tree: ast.AST) -> Iterator[tuple[Any, str]]:
    """Where a text is made of a value, outside of what is raised."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise):
            continue
        if isinstance(node, ast.JoinedStr):
            yield node, "an f-string"
        elif isinstance(node, ast.Name) and node.id in _TEXT_MAKERS:
            yield node, repr(node.id)
        yield from _texts_made(node)


def explain(error: BaseException, function: Callable[..., Any]) -> BadInput:
    """What numba says of a function that does not compile, in one line with file and line."""
    text = str(error)
    return BadInput(f"{_line_in(text, function)}: {_in_words(text)}")


def is_mistake(error: BaseException) -> bool:
    """Whether what numba minds is wrong in plain Python too: a word that there is not, or a way
    through the function that returns nothing."""
    text = str(error)
    unknown = re.search(r"Unknown attribute '\w+' of type (\w+)", text)
    if unknown is not None:
        return value_named(unknown[1]) is not None
    return re.search(r"Can't unify return type from the following types: .*none", text) is not None


def _line_in(text: str, function: Callable[..., Any]) -> Line:
    """The first line of the user's that an error names: numba begins with the innermost."""
    home = Path(function.__code__.co_filename)
    returns = _RETURNS.findall(text)
    if returns:  # numba names them in any order
        return Line(*max((file, int(number)) for file, number in returns))
    for found in _PLACE.finditer(text):
        file, number = found["file"] or found["at"], int(found["line"] or found["n"])
        if Path(file).name == home.name or Path(file).parent == home.parent:
            return Line(file, number)
    return line_of(function)


def _in_words(text: str) -> str:
    """The heart of numba's message."""
    for pattern, words in _WORDS:
        found = re.search(pattern, text)
        if found is not None:
            return words(*found.groups())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in", "- Resolution", "During"))]
    return f"it can't be compiled: {(told or ['numba does not say why'])[0]}"


def _no_attribute(name: str, kind: str) -> str:
    plain = value_named(kind)
    if plain is None:
        return f"{a_kind(kind)} has no {name!r}"
    words = [word for word in dir(plain) if not word.startswith("_")]
    return f"{a_kind(kind)} has no {name!r}{did_you_mean(name, words)}"


def _no_function(name: str, arguments: str) -> str:
    kinds = [_kind(one) for one in _split(arguments)]
    if name in _OPERATORS and len(kinds) == 2:
        return (
            f"{_OPERATORS[name]!r} can't be used between {a_kind(kinds[0])} and {a_kind(kinds[1])}"
        )
    if name in _OPERATORS:
        return f"{_OPERATORS[name]!r} can't be used with {a_kind(kinds[0])}"
    return f"{name} does not take ({', '.join(kinds)})"


def _no_unity(kinds: str) -> str:
    shown = sorted(_kind(one) for one in _split(kinds))
    if "none" in shown:
        rest = " or ".join(a_kind(one) for one in shown if one != "none")
        return f"it returns {rest}, but nothing at some end: every way needs a return"
    return f"it returns {' and '.join(map(a_kind, shown))}: it must always be of one kind"


def _split(kinds: str) -> Sequence[str]:
    """The kinds of a list, without commas that lie within brackets."""
    return re.findall(r"(?:[^,(]|\([^)]*\)*)+", kinds)


def _kind(numba_type: str) -> str:
    """A numba type in plain words.

    >>> _kind("Literal[int](3)"), _kind("float64"), _kind("CardSet")
    ('whole number', 'number', 'CardSet')
    """
    kind = re.sub(r"^\w+=", "", numba_type.strip())  # an argument may be given by name
    for beginning, words in (
        (("int", "uint", "Literal[int]"), "whole number"),
        (("float", "Literal[float]"), "number"),
        (("bool", "Literal[bool]"), "truth value"),
        (("unicode_type", "Literal[str]"), "text"),
        (("type(CPUDispatcher", "Function"), "function"),
        (("OptionalType", "Optional"), "value that may be missing"),
    ):
        if kind.startswith(beginning):
            return words
    return kind


def a_kind(numba_type: Any) -> str:
    """A numba type in plain words, with its article: `a CardSet`, `text`, `a whole number`."""
    kind = _kind(str(numba_type))
    if kind == "none":
        return "nothing"
    return kind if kind == "text" else f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


_WORDS: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", _no_attribute),
    (r"NameError: name '(\w+)' is not defined", lambda name: f"there is no {name!r}"),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>",
        lambda name, kind: f"{name!r} is {a_kind(kind)}, which can't be used in compiled code",
    ),
    (
        r"Cannot capture the non-constant value associated with variable '(\w+)'",
        lambda name: (
            f"an inner function can't see the variable {name!r} around it: hand it over, as in "
            "cards.most(key, given)"
        ),
    ),
    (r"Can't unify return type from the following types: ([^\n]+)", _no_unity),
    (
        r"Cannot unify ([^\n]+?) and ([^\n]+?) for '(\w+)",
        lambda one, other, name: f"{name!r} is {a_kind(one)} here and {a_kind(other)} there",
    ),
    (
        r"Cannot unify ([^\n]+?) and ([^\n]+?) for '\$",
        lambda one, other: (
            f"it is {a_kind(one)} one way and {a_kind(other)} the other: make both of one kind, a "
            "set of cards for instance by bool(cards) or len(cards)"
        ),
    ),
    (
        r"No type info available for (\S+) as a callable",
        lambda kind: f"{a_kind(kind)} can't be called: leave out the brackets",
    ),
    (
        r"BoundFunction\(\(<class '[^']+'>, '(\w+)'\) for (\w+)\)(?s:.)*$",
        lambda word, kind: f"the word {word!r} of {a_kind(kind)} can't be used like this",
    ),
    (
        r"No implementation of function Function\(<[\w-]+ ?[\w-]* (\w+)[^\n]*\n\s*\n?\s*"
        r">>> \w+\(([^\n]*)\)",
        _no_function,
    ),
    (
        r"The '([^']+)' construct is not supported",
        lambda construct: f"'{construct.split()[0].strip(':')}' can't be used in compiled code",
    ),
)
"""How numba's messages begin, and what they mean; the first that is found counts."""
