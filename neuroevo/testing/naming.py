"""A class by the name under which an experiment takes it."""

from __future__ import annotations

import inspect
from typing import Any

from neuroevo.catalogue import Catalogue
from neuroevo.errors import BadInput


def name_of_class(catalogue: Catalogue[Any, Any], which: str | type) -> str:
    """The name of ours, `file.py:Name` of any other class; a name stays as it is."""
    if isinstance(which, str):
        return which
    for name, kind in catalogue.ours.items():
        if kind is which:
            return name
    if not isinstance(which, type):
        raise BadInput(f"{which!r} is no {catalogue.what}: it is not a class")
    try:
        file = inspect.getsourcefile(which)
    except (OSError, TypeError):
        file = None
    if file is None or "." in which.__qualname__:
        raise BadInput(
            f"{which.__qualname__} can't be found again by its name, as a run must: put the class "
            f"at the top of a file, and name it my_file.py:{which.__name__}"
        )
    return f"{file}:{which.__name__}"
