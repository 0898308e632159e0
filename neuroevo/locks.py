"""One process at a time: an operating system's lock on a small file beside what is written.

The lock goes with its process, however that ends; the file says whose it is, and is removed with
the lock. Where there are no such locks (no `fcntl`, or a file system without them), nothing is
locked.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from neuroevo.errors import BadInput

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

NO_LOCKS_HERE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
BUSY = (errno.EWOULDBLOCK, errno.EACCES)


class InUse(BadInput):
    """Another process holds the lock; the message says which."""


@contextmanager
def hold(path: Path, what: str, wait: bool = False) -> Iterator[None]:
    """Hold the lock file `path` while the block runs.

    what: names in the message of `InUse` what the other process works on. wait: until the other has
    finished, instead of raising `InUse`.
    """
    if fcntl is None:  # pragma: no cover - Windows
        yield
        return
    file = _locked(path, what, wait)
    try:
        yield
    finally:
        if file is not None:
            # Removed while it is still locked: whoever waits for it sees that, and tries again.
            with contextlib.suppress(OSError):
                path.unlink()
            os.close(file)


def is_held(path: Path) -> bool:
    """Whether another process holds this lock now."""
    if fcntl is None or not path.is_file():
        return False
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in BUSY
    finally:
        os.close(file)
    return False


def _locked(path: Path, what: str, wait: bool) -> int | None:
    """The open lock file, or None where the file system knows no locks."""
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise BadInput(f"can't write {path}: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            holder = os.pread(file, 20, 0).decode("ascii", "replace").strip()
            os.close(file)
            if error.errno in BUSY:
                by = f" (process {holder})" if holder else ""
                raise InUse(f"another process{by} is at work on {what}") from None
            if error.errno in NO_LOCKS_HERE:
                return None
            raise BadInput(f"can't lock {path}: {error.strerror}") from None
        except BaseException:
            os.close(file)
            raise
        if _is_still(path, file):
            os.ftruncate(file, 0)
            with contextlib.suppress(OSError):  # a full disk locks too
                os.pwrite(file, str(os.getpid()).encode(), 0)
            return file
        os.close(file)


def _is_still(path: Path, file: int) -> bool:
    """Whether the file that was opened is the one that lies there now."""
    with contextlib.suppress(OSError):
        there, opened = os.stat(path), os.fstat(file)
        return (there.st_dev, there.st_ino) == (opened.st_dev, opened.st_ino)
    return False
