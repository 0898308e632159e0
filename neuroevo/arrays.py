"""Arrays in `.npz` files: looked at before they are unpacked, and nothing in them is executed.

A file of ours is a zip of `.npy` members, stored as they are. Before anything is unpacked, the
zip's directory and each member's header say how large it would be, of what kind and shape; what is
not as expected is refused.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.errors import BadInput
from neuroevo.files import parse_json, replace_with

MOST_MEMBERS = 64
SMALL = 16 << 20
"""Bytes that a file may unpack to however small it is. A larger one of ours is stored, not
compressed, and unpacks to no more than its own size."""
ENCRYPTED = 0x1
UNIX = 3
"""The system that a zip says it is from."""

WRONG = (OSError, ValueError, KeyError, EOFError, TypeError, NotImplementedError, RuntimeError)
"""What broken files make numpy and zipfile raise, beside BadZipFile and zlib's own."""


class BadArrays(ValueError):
    """The file is not what it should be; the message says in which way, without its name."""


@dataclass(frozen=True)
class Header:
    """What a member says of itself. count: its numbers, all together."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    count: int


@dataclass(frozen=True)
class ArrayFile:
    """An open file, of which nothing but headers was read."""

    headers: Mapping[str, Header]
    archive: zipfile.ZipFile

    def read(
        self, name: str, dtype: Any, shape: tuple[int | None, ...], most: int | None = None
    ) -> NDArray[Any]:
        """An array of this kind and shape (None: any length), with a limit on its numbers."""
        header = self.headers.get(name)
        if header is None:
            raise BadArrays(f"it has no {name}")
        if header.dtype != np.dtype(dtype):
            raise BadArrays(f"{name} holds {header.dtype} where {np.dtype(dtype)} belongs")
        fits = len(header.shape) == len(shape) and all(
            wanted in (None, length) for length, wanted in zip(header.shape, shape, strict=True)
        )
        if not fits:
            expected = " x ".join("any" if one is None else f"{one:,}" for one in shape)
            found = " x ".join(f"{one:,}" for one in header.shape)
            raise BadArrays(f"{name} is {found or 'a single number'} where {expected} belongs")
        if most is not None and header.count > most:
            raise BadArrays(f"{name} has {header.count:,} numbers, at most {most:,} make sense")
        with self.archive.open(f"{name}.npy") as member:
            found_array: NDArray[Any] = np.lib.format.read_array(member, allow_pickle=False)
        return found_array

    def read_json(self, name: str, most: int) -> Any:
        """A JSON text that lies in the file as bytes, with a limit on their number."""
        return parse_json(self.read(name, np.uint8, (None,), most).tobytes())


@contextmanager
def open_arrays(path: Path) -> Iterator[ArrayFile]:
    """Open a file and read its headers; `BadArrays` for whatever goes wrong, in the block too.

    Only a `BadInput` of the block stays what it is: its message is complete.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            yield ArrayFile(_headers(archive, os.path.getsize(path)), archive)
    except (BadArrays, BadInput, MemoryError):
        raise
    except (*WRONG, zipfile.BadZipFile, zlib.error) as error:
        raise BadArrays(str(error)) from None


def _headers(archive: zipfile.ZipFile, size: int) -> dict[str, Header]:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise BadArrays(f"it has {len(members):,} parts, at most {MOST_MEMBERS} make sense")
    unpacked = sum(one.file_size for one in members)
    if unpacked > max(size, SMALL):
        raise BadArrays(f"it would unpack to {unpacked:,} bytes")
    headers: dict[str, Header] = {}
    for one in members:
        name = one.filename.removesuffix(".npy")
        if one.flag_bits & ENCRYPTED:
            raise BadArrays(f"{name} is encrypted")
        if name == one.filename or name in headers:
            raise BadArrays(f"{one.filename} does not belong there")
        with archive.open(one) as member:
            headers[name] = _header(member, one.file_size)
    return headers


def _header(member: Any, size: int) -> Header:
    """Kind and shape of a member, which must fill it exactly."""
    version = np.lib.format.read_magic(member)
    if version == (1, 0):
        shape, _, dtype = np.lib.format.read_array_header_1_0(member)
    elif version == (2, 0):
        shape, _, dtype = np.lib.format.read_array_header_2_0(member)
    else:
        raise BadArrays("one of its parts has an unknown header")
    if dtype.hasobject or dtype.names is not None:
        raise BadArrays("one of its parts holds objects, not numbers")
    count = 1
    for length in shape:
        count *= length
    if min(shape, default=0) < 0 or count * dtype.itemsize != size - member.tell():
        raise BadArrays("one of its parts is not as long as its header says")
    return Header(tuple(shape), dtype, count)


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write a file whole, or not at all; the same bytes with every system and version of Python."""

    def write(file: Any) -> None:
        with zipfile.ZipFile(file, "w") as archive:
            for name, given in arrays.items():
                array = np.asanyarray(given)
                member = zipfile.ZipInfo(f"{name}.npy")
                member.create_system = UNIX
                member.file_size = array.nbytes  # so that zipfile knows whether it is a large one
                with archive.open(member, "w") as stored:
                    np.lib.format.write_array(stored, array, allow_pickle=False)

    replace_with(path, write)
