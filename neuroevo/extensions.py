"""What users bring: code in a file of their own, named `file.py:name`, or in an installed package.

Code runs only if the user names it: on the command line, from Python, or in the experiment that he
runs. A file that is merely loaded, such as a champion or a run, never causes code to run by itself:
what it needs must have been allowed (`--with my_features.py`).
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from inspect import getmodule
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from neuroevo.errors import BadInput, did_you_mean
from neuroevo.files import is_file, read_text, shown_path

PLAYERS, FEATURES, GAMES = "neuroevo.players", "neuroevo.features", "neuroevo.games"
ALGORITHMS, ARCHITECTURES = "neuroevo.algorithms", "neuroevo.architectures"
"""The groups of entry points by which a package offers what it has."""

_OWN = re.compile(r"^(?P<file>.*\.py):(?P<name>[^:]*)(?::(?P<rest>.*))?$", re.DOTALL)
_DIGEST = 16


@dataclass(frozen=True)
class Own:
    """Something from a user's file. It travels to other processes with its source.

    text: `my_players.py:patient`, as the user wrote it. value: the function or class. digest: of
    the file and of the helpers that it imports from its folder.
    """

    text: str
    value: Any
    digest: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and (other.name, other.digest) == (self.name, self.digest)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    @property
    def file(self) -> str:
        """The file's name without its folders."""
        return Path(split_own(self.text)[0]).name

    @property
    def name(self) -> str:
        """The name within the file."""
        return split_own(self.text)[1]

    @property
    def short(self) -> str:
        """`my_players.py:patient`, without folders."""
        return f"{self.file}:{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrive, (self.text, self.digest, _sources(Path(_loaded_file(self.digest))))


def is_own(text: str) -> bool:
    """Whether a text names something in a Python file, such as `my_players.py:patient:keep=3`."""
    return _OWN.match(text) is not None


def split_own(text: str) -> tuple[str, str, str]:
    """File, name, and whatever follows a further colon.

    >>> split_own("mine/players.py:patient:keep=3")
    ('mine/players.py', 'patient', 'keep=3')
    """
    found = _OWN.match(text)
    if found is None:
        raise BadInput(f"{text!r} does not name something in a file, such as my_players.py:patient")
    return found["file"], found["name"], found["rest"] or ""


def load_own(text: str, what: str = "player", folder: Path | None = None) -> Own:
    """What `file.py:name` names; the file is run, once for each content.

    what: the word for it in messages. folder: where the file is looked for first; then the current
    one. `BadInput` names the file, and the line that is wrong.
    """
    file, name, rest = split_own(text)
    if rest:
        raise BadInput(f"{file}:{name}: {rest!r} is not expected behind the name of a {what}")
    path = Path(file)
    if folder is not None and is_file(folder / path):
        path = folder / path
    if not is_file(path):
        raise BadInput(f"there is no file {shown_path(path)}{did_you_mean(file, _beside(path))}")
    module, digest = load_file(path)
    offered = [one for one in vars(module) if not one.startswith("_")]
    if not name or name.startswith("_") or not hasattr(module, name):
        ours = [one for one in offered if getmodule(getattr(module, one)) in (module, None)]
        raise BadInput(
            f"{shown_path(path)} has no {what} {name!r}"
            f"{did_you_mean(name, offered) or ': it has ' + (', '.join(ours) or 'nothing')}"
        )
    return Own(f"{file}:{name}", getattr(module, name), digest)


def _beside(path: Path) -> list[str]:
    try:
        return [str(path.parent / one.name) for one in path.parent.iterdir()]
    except (OSError, ValueError):
        return []


def load_file(path: Path) -> tuple[ModuleType, str]:
    """Run a Python file as a module of a name of its own, once for each content; and its digest."""
    sources = _sources(path)
    digest = _digest_of(sources)
    name = f"neuroevo_own_{path.stem}_{digest}"
    if name not in sys.modules:
        _LOADED[digest] = str(path.resolve())
        _run(path, name, digest)
    return sys.modules[name], digest


_LOADED: dict[str, str] = {}
"""By digest, the file that was run."""


def _loaded_file(digest: str) -> str:
    return _LOADED[digest]


def _run(path: Path, name: str, digest: str) -> None:
    """Run a file, and before it the helpers that it imports from its folder.

    Helpers get names of their own too, so that two files with helpers of one name never meet: they
    go by their plain names only while these files run.
    """
    helpers = {one.stem: one for one in _helpers(path)}
    before = {stem: sys.modules.pop(stem) for stem in helpers if stem in sys.modules}
    try:
        for stem in helpers:
            _run_helper(stem, helpers, digest)
        _run_as(path, name, path)
    finally:
        for stem in helpers:
            sys.modules.pop(stem, None)
        sys.modules.update(before)


def _run_helper(stem: str, helpers: Mapping[str, Path], digest: str) -> None:
    """Run a helper, after those that it imports itself."""
    if stem in sys.modules:
        return
    sys.modules[stem] = ModuleType(stem)  # so that two that import each other come to an end
    for other in _imported(helpers[stem]):
        if other in helpers:
            _run_helper(other, helpers, digest)
    sys.modules[stem] = _run_as(helpers[stem], f"neuroevo_own_{stem}_{digest}", helpers[stem])


def _run_as(path: Path, name: str, told: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba's cache asks for the module by name
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, BadInput) or not isinstance(error, Exception):
            raise
        raise BadInput(f"{where(error, told)}: {in_words(error)}") from error
    return module


def _sources(path: Path) -> tuple[tuple[str, str], ...]:
    """The file and its helpers, each with its text: the file itself first."""
    return ((path.name, read_text(path)), *((one.name, read_text(one)) for one in _helpers(path)))


def _helpers(path: Path) -> Iterator[Path]:
    """The modules beside a file that it imports, and those that they import, in a fixed order."""
    found: dict[str, Path] = {}
    waiting = [path]
    while waiting:
        one = waiting.pop()
        for name in _imported(one):
            helper = path.parent / f"{name}.py"
            if name not in found and helper.name != path.name and is_file(helper):
                found[name] = helper
                waiting.append(helper)
    yield from (found[name] for name in sorted(found))


def _imported(path: Path) -> list[str]:
    try:
        tree = ast.parse(read_text(path), str(path))
    except (SyntaxError, ValueError, RecursionError) as error:
        raise BadInput(f"{where(error, path)}: {in_words(error)}") from None
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module.partition(".")[0])
    return names


def _digest_of(sources: tuple[tuple[str, str], ...]) -> str:
    digest = hashlib.sha256()
    for name, text in sources:
        digest.update(f"{name}\0{len(text)}\0{text}".encode())
    return digest.hexdigest()[:_DIGEST]


@lru_cache(maxsize=256)
def _arrive(text: str, digest: str, sources: tuple[tuple[str, str], ...]) -> Own:
    """In another process, perhaps on another machine: the same thing again, from its source."""
    file, name, _ = split_own(text)
    if digest in _LOADED:
        path = Path(_LOADED[digest])
    elif is_file(Path(file)) and _digest_of(_sources(Path(file))) == digest:
        path = Path(file)
    else:
        folder = Path(tempfile.mkdtemp(prefix="neuroevo-own-"))
        for one, content in sources:
            (folder / one).write_text(content, encoding="utf-8")
        path = folder / sources[0][0]
    module, _ = load_file(path)
    return Own(text, getattr(module, name), digest)


def where(error: BaseException, path: Path) -> str:
    """File and line at which a user's code failed, the innermost that is his.

    >>> where(SyntaxError("x", ("mine.py", 3, 1, "")), Path("mine.py"))
    'mine.py:3'
    """
    if isinstance(error, SyntaxError) and error.lineno is not None:
        return f"{Path(error.filename or path).name}:{error.lineno}"
    line = line_in(error.__traceback__, path.resolve().parent)
    return f"{line[0]}:{line[1]}" if line is not None else shown_path(path)


def line_in(trace: TracebackType | None, folder: Path) -> tuple[str, int] | None:
    """The innermost line of a traceback that lies in a folder: the file's name, and the line."""
    found = None
    for frame in traceback.extract_tb(trace):
        if frame.lineno is not None and Path(frame.filename).resolve().parent == folder:
            found = (Path(frame.filename).name, frame.lineno)
    return found


def in_words(error: BaseException) -> str:
    """An exception of a user's code in one line.

    >>> in_words(KeyError("x"))
    "KeyError: 'x'"
    """
    if isinstance(error, SyntaxError):
        return f"invalid Python: {error.msg}"
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# What packages offer.


@lru_cache(maxsize=16)
def packaged(group: str) -> dict[str, EntryPoint]:
    """What installed packages offer in a group, by name; nothing is loaded yet."""
    return {one.name: one for one in sorted(entry_points(group=group), key=lambda one: one.name)}


@lru_cache(maxsize=256)
def load_packaged(group: str, name: str) -> Any:
    """What a package offers under a name; `BadInput` if the package fails."""
    found = packaged(group)[name]
    try:
        return found.load()
    except Exception as error:
        package = found.dist.name if found.dist is not None else "a package"
        raise BadInput(f"{name} of {package} ({found.value}): {in_words(error)}") from error


# What loaded files may ask for.

_ALLOWED: dict[str, Path] = {}


def allow(path: str | Path) -> None:
    """Let champions and runs use a file's features, algorithms, architectures and players.

    What `--with my_features.py` does. They know a file by its name, without folders.
    """
    path = Path(path)
    if path.suffix != ".py" or not is_file(path):
        why = "" if path.suffix == ".py" else ": it takes a Python file"
        raise BadInput(f"--with {shown_path(path)}{why or ': there is no such file'}")
    _ALLOWED[path.name] = path


def load_allowed(text: str, what: str, needed_by: str) -> Own:
    """`load_own` for what a champion or a run asks for: only from files that were allowed."""
    file, name, _ = split_own(text)
    short = Path(file).name
    if short not in _ALLOWED:
        raise BadInput(f"{needed_by} needs the {what} {short}:{name}: add --with {file}")
    path = _ALLOWED[short]
    return load_own(f"{path}:{name}", what)
