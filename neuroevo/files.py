"""Files: read with one clear line if they are wrong, replaced whole and never half-written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from neuroevo.errors import BadInput


def make_folder(folder: Path) -> None:
    """Make a directory, and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"can't make the directory {folder}: {error.strerror}") from None


def replace_file(path: Path, content: bytes | str) -> None:
    """Replace a file's content."""
    data = content.encode() if isinstance(content, str) else content

    def write(file: BinaryIO) -> None:
        file.write(data)

    replace_with(path, write)


def replace_with(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Write beside the file, then put the new one in its place in one step.

    If anything goes wrong on the way (a full disk, say), the old file stays as it was.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BadInput(f"can't write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise BadInput(
            f"can't write {path}: {error.strerror}; what was there before is kept"
        ) from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; `BadInput` says what is wrong with it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"can't read {path}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not valid TOML: {error}") from None


def data_folders() -> list[Path]:
    """Where printed values and champions are looked for: the checkout, and what pip installed."""
    checkout = Path(__file__).resolve().parents[1] / "data"
    return [checkout, Path(sys.prefix) / "share" / "neuroevo" / "data"]
