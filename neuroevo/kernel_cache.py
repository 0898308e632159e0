"""How our numba kernels are compiled and where the machine code is kept.

Numba decides whether a cached kernel is stale from the date of the one file that holds its entry
point. Our entry points call small functions in other files, so an edit there would go unnoticed.
We therefore keep the cache in a folder named after a fingerprint of the whole package's source.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

PACKAGE = Path(__file__).resolve().parent

ROOMS_WITHOUT_KERNELS = ("analysis", "cli", "reproduce")
"""Edits there can't change a kernel: they stand above all of them and compile nothing."""


@cache
def source_fingerprint() -> str:
    """A short digest of every Python file that a kernel may depend on."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if name.parts[0] in ROOMS_WITHOUT_KERNELS:
            continue
        digest.update(str(name).encode())
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


def inner(function: Function) -> Function:
    """Compile a function that only kernels call; its code becomes part of theirs."""
    return cast(Function, numba.njit(nogil=True)(function))


def inner_math(function: Function) -> Function:
    """`inner` for arithmetic on floats that may be reordered and fused, so that it vectorises."""
    rules = {"contract", "reassoc", "nsz", "arcp"}
    return cast(Function, numba.njit(nogil=True, fastmath=rules, error_model="numpy")(function))


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
