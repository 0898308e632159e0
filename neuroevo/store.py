"""Results that took long, kept as soon as they are there: a stopped piece of work goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.files import make_folder, replace_file


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
        if not path.is_file():
            return cls(path)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadInput(f"can't read {path}: {error.strerror}") from None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise BadInput(f"{path} is damaged: delete it to begin anew")
        return cls(path, found)

    def keep(self, key: str, work: Callable[[], Any]) -> Any:
        """The result with this key, computed now if it was not before; plain JSON values."""
        if key not in self.found:
            self.found[key] = work()
            if self.path is not None:
                make_folder(self.path.parent)
                replace_file(self.path, json.dumps(self.found, indent=1))
        return self.found[key]
