"""Files: read with one clear line if they are wrong, replaced whole and never half-written.

Only regular files are ever replaced: a device, a pipe or a folder in the way is refused. A link is
followed, and stays a link.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import re
import site
import stat
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from neuroevo.errors import BadInput

LONGEST_FILE_NAME = 255
"""Bytes, on nearly every file system."""
LARGEST_TEXT = 512 << 20
"""Bytes of a text file that is read whole."""
_numbers = itertools.count()


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Make a directory, and those above it; if the block fails, those that are empty go again."""
    made = make_folder(folder)
    try:
        yield
    except BaseException:
        for one in made:
            with contextlib.suppress(OSError):
                one.rmdir()
        raise


def make_folder(folder: Path) -> list[Path]:
    """Make a directory, and those above it; returns the new ones, inner first."""
    missing: list[Path] = []
    try:
        place = folder
        while not place.exists() and place != place.parent:
            missing.append(place)
            place = place.parent
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for one in missing:
            with contextlib.suppress(OSError):
                one.rmdir()
        raise BadInput(f"can't make the directory {shown_path(folder)}: {error.strerror}") from None
    return missing


def check_writable(path: Path) -> Path:
    """The file that `path` leads to, links followed; `BadInput` if it can't be written there.

    To be called before long work, whose result would have nowhere to go.
    """
    try:
        target = Path(os.path.realpath(path))
        if len(os.fsencode(target.name)) > LONGEST_FILE_NAME:
            raise OSError(0, f"a file's name has at most {LONGEST_FILE_NAME} bytes")
        if target.exists():
            _check_regular(path, target.stat().st_mode)
        elif target.is_symlink():
            raise OSError(0, "a link that leads to itself")
        if not target.parent.is_dir():
            raise BadInput(f"there is no directory {shown_path(path.parent)}")
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"can't write {shown_path(path)}: {_reason(error)}") from None
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise BadInput(f"can't write {shown_path(path)}: Permission denied")
    return target


def _check_regular(path: Path, mode: int) -> None:
    """`BadInput` for what must not be replaced."""
    if stat.S_ISREG(mode):
        return
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFSOCK: "a socket",
    }
    kind = kinds.get(stat.S_IFMT(mode), "no regular file")
    raise BadInput(f"can't write {shown_path(path)}: it is {kind}, not a file")


def replace_file(path: Path, content: bytes | str) -> None:
    """Replace a file's content."""
    data = content.encode(errors="replace") if isinstance(content, str) else content

    def write(file: BinaryIO) -> None:
        file.write(data)

    replace_with(path, write)


def replace_with(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Write beside the file, then put the new one in its place in one step.

    If anything goes wrong on the way (a full disk, say), the old file stays as it was.
    """
    target = check_writable(path)
    clear_parts(target)
    part = target.with_name(f"{_part_stem(target)}.{os.getpid()}-{next(_numbers)}.part")
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o644
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise BadInput(f"can't write {shown_path(path)}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, mode)
        os.replace(part, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise BadInput(
            f"can't write {shown_path(path)}: {error.strerror}; what was there before is kept"
        ) from error
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _part_stem(target: Path) -> str:
    """How the names of a file's half-written successors begin; a long name is made short."""
    name = target.name
    if len(os.fsencode(name)) > LONGEST_FILE_NAME - 50:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()
    return f".{name}"


def clear_parts(target: Path) -> None:
    """Remove what a killed process left half-written of this very file."""
    ours = re.compile(re.escape(_part_stem(target)) + r"\.(\d+)-\d+\.part")
    with contextlib.suppress(OSError):
        for entry in os.scandir(target.parent):
            found = ours.fullmatch(entry.name)
            if found and not is_alive(int(found[1])):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def is_alive(pid: int) -> bool:
    """Whether there is a process of this number; True if that can't be told."""
    if os.name != "posix":  # pragma: no cover - there, signal 0 would end it
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def is_file(path: Path) -> bool:
    """Whether there is such a file; False for names that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a directory; False for names that none can have."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_text(path: Path, most: int = LARGEST_TEXT) -> str:
    """A text file of at most so many bytes; `BadInput` says why it can't be read."""
    try:
        if not is_file(path):
            raise BadInput(f"can't read {shown_path(path)}: it is no file")
        if path.stat().st_size > most:
            raise BadInput(f"can't read {shown_path(path)}: it has more than {most:,} bytes")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"can't read {shown_path(path)}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"can't read {shown_path(path)}: it is not UTF-8 text") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; `BadInput` says what is wrong with it."""
    return parse_toml(read_text(path), path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """The tables of a TOML text; path: where it was read, for a message."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise BadInput(f"{shown_path(path)} is not valid TOML: {why}") from None


def parse_json(text: str | bytes) -> Any:
    """Read JSON; ValueError for whatever is wrong with it, too deep nesting included."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def shown_path(path: Path) -> str:
    """A path for a message; of a very long one the beginning.

    >>> shown_path(Path("x" * 300))[-4:]
    'xxx…'
    """
    text = str(path)
    return text if len(text) <= 200 else text[:200] + "…"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def data_folders() -> list[Path]:
    """Where games, printed values and champions are looked for: the checkout, and what pip
    installed, for everybody, for one user, or into a folder of its own."""
    home = Path(__file__).resolve().parents[1]
    prefixes = [Path(sys.prefix), Path(site.getuserbase()), home]
    return [home / "data", *(prefix / "share" / "neuroevo" / "data" for prefix in prefixes)]
