"""How our numba kernels are compiled and where the machine code is kept.

Numba decides whether a cached kernel is stale from the date of the one file that holds its entry
point. Our entry points call small functions in other files, so an edit there would go unnoticed.
We therefore keep the cache in a folder named after a fingerprint of every file that a kernel may
depend on: those that compile something, and whatever they import from the package, and so on.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from neuroevo.compiling import WATCHERS
from neuroevo.linked import linked

Function = TypeVar("Function", bound=Callable[..., object])

PACKAGE = Path(__file__).resolve().parent

_IMPORT = re.compile(
    r"^\s*(?:import|from) (neuroevo[\w.]*)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE
)


def kernel_sources() -> list[Path]:
    """Every file whose text a kernel may depend on, by name; an edit elsewhere compiles nothing."""
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    waiting = [path for path, text in texts.items() if "neuroevo.kernel_cache import" in text]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [one for one in _imported(texts[path]) if one in texts]
    return sorted(found)


def _imported(text: str) -> Iterator[Path]:
    """The files that a module's imports may mean: a room's is its __init__.py, and a name that is
    imported from a room may be a module of its own. The package itself only passes on names of all
    rooms, to whoever asks for one: no kernel does."""
    for module, names in _IMPORT.findall(text):
        if module == "neuroevo":
            continue
        path = PACKAGE.joinpath(*module.split(".")[1:])
        yield from (path.with_suffix(".py"), path / "__init__.py")
        yield from (path / f"{name}.py" for name in re.findall(r"\w+", names))


@cache
def source_fingerprint() -> str:
    """A short digest of all files that a kernel may depend on."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_directory() -> str:
    """The folder for compiled kernels: NUMBA_CACHE_DIR, else beside the source, else the user's."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        base = Path(given)
    elif os.access(PACKAGE, os.W_OK):
        base = PACKAGE / "__pycache__"
    else:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        base = Path(home) / "neuroevo"
    folder = base / f"kernels-{source_fingerprint()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="neuroevo-kernels-"))
    return str(folder)


def kernel(function: Function) -> Function:
    """Compile an entry point: cached on disk, and free of Python's global lock while it runs."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = cache_directory()  # read once, when the function is decorated
    try:
        return cast(Function, numba.njit(cache=True, nogil=True)(function))
    finally:
        config.CACHE_DIR = before


def unkept_kernel(function: Function) -> Function:
    """`kernel` for a function whose text is in no file, such as one typed in: never on disk."""
    return cast(Function, numba.njit(nogil=True)(function))


class _Listener(event.Listener):
    """Passes numba's events on, those of the outermost compilation."""

    depth = 0

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        """numba compiles; what it needs for that is compiled within."""
        self.depth += 1
        if self.depth == 1:
            for one in WATCHERS:
                one.begins()

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        """And is done."""
        self.depth -= 1
        if self.depth == 0:
            for one in WATCHERS:
                one.ends()


event.register("numba:compile", _Listener())  # type: ignore[no-untyped-call]


def inner(function: Function) -> Function:
    """Compile a function that only kernels call; its code becomes part of theirs."""
    return cast(Function, linked(function, nogil=True))


def inlined(function: Function) -> Function:
    """`inner` for a function that the compiler shall put where it is called, however long it is."""
    return cast(Function, linked(function, nogil=True, forceinline=True))


def inner_apart(function: Function) -> Function:
    """`inner` for a function that is optimised by itself before a kernel takes it in. That takes
    longer; a few loops are slower without, as the compiler then treats what is rare in them, or
    repeated, like all the rest. Measure before using it, and before leaving it out."""
    return cast(Function, linked(function, apart=True, nogil=True))


def inlined_math(function: Function) -> Function:
    """`inlined` for formulas of our own, which never divide by zero: nobody looks whether they do.

    Nothing is reordered or fused, so that every processor rounds alike.
    """
    made = linked(function, nogil=True, forceinline=True, error_model="numpy")
    return cast(Function, made)


def inner_for(*parts: object) -> Callable[[Function], Function]:
    """`inner` for a function made by another one, out of these parts (functions or settings).

    Two functions from one factory have the same name and types, and numba tells them apart by a
    number that starts anew in every process. If each was cached by a process of its own, a third
    process would load both under one name and run the wrong one. So the parts become the name.
    """

    def decorate(function: Function) -> Function:
        names = (getattr(part, "__qualname__", None) or str(part) for part in parts)
        function.__qualname__ = f"{function.__qualname__}({', '.join(names)})"
        return inner(function)

    return decorate
