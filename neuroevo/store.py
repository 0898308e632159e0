"""Results that took long, kept as soon as they are there: a stopped piece of work goes on.

Several processes may use one file at once: each result is computed by one of them, and each adds to
what the others have written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.files import check_writable, folder_for, is_file, parse_json, read_text, replace_file
from neuroevo.locks import hold


@dataclass
class Store:
    """Results in one JSON file, or in memory alone where there is no path.

    Keys name everything that a result depends on. The file is replaced whole, so that a kill at any
    time leaves all results but the one that was being computed.
    """

    path: Path | None = None
    found: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Read what is there already."""
        return cls(path, read_results(path))

    def keep(self, key: str, work: Callable[[], Any]) -> Any:
        """The result with this key, computed now if it was not before; plain JSON values.

        While one process computes it, another that wants the same waits, and takes what was found.
        """
        if key in self.found:
            return self.found[key]
        if self.path is None:
            self.found[key] = work()
            return self.found[key]
        with folder_for(self.path.parent):
            check_writable(self.path)
            mark = hashlib.sha256(key.encode()).hexdigest()[:16]
            with hold(self.path.with_name(f".{mark}.lock"), f"a result of {self.path}", wait=True):
                self.found |= read_results(self.path)
                if key not in self.found:
                    self._add(key, work())
        return self.found[key]

    def _add(self, key: str, result: Any) -> None:
        """Write the result beside those that other processes have written meanwhile."""
        assert self.path is not None
        with hold(self.path.with_name(f".{self.path.name}.lock"), str(self.path), wait=True):
            self.found |= {**read_results(self.path), key: result}
            replace_file(self.path, json.dumps(self.found, indent=1))


def read_results(path: Path) -> dict[str, Any]:
    """What a store's file holds, or nothing if there is none; `BadInput` if it is damaged."""
    if not is_file(path):
        return {}
    text = read_text(path)
    try:
        found = parse_json(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{path} is damaged: delete it to begin anew")
    return found
