"""What an experiment chooses by name with settings of its own: an algorithm, an architecture.

Each is a class with a model of its settings, `Settings`, nested in it. Ours stand in a dictionary;
others come from installed packages, or from a user's file as `my_algorithms.py:Climber`. Which
settings there are is decided by the name, so that one which does not apply is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from neuroevo.errors import BadInput, choose_from, closest, did_you_mean
from neuroevo.extensions import (
    Own,
    in_words,
    is_own,
    load_allowed,
    load_own,
    load_packaged,
    packaged,
    where,
)
from neuroevo.settings import Settings, dotted_settings, has_setting, strangers, without

Kind = TypeVar("Kind")
Model = TypeVar("Model", bound=Settings)


@dataclass(frozen=True)
class Catalogue(Generic[Kind, Model]):
    """Classes by name.

    what: `algorithm`, the word for it and the setting that names it. table: `evolution`, where its
    settings stand. usual: the name if none is given. ours: by name. group: of entry points. base:
    the settings that all have. unread: those of a class that is not at hand: the same, and whatever
    else there is. check: `BadInput` unless a class of somebody else's can be one of these.
    """

    what: str
    table: str
    usual: str
    ours: Mapping[str, type[Kind]]
    group: str
    base: type[Model]
    unread: type[Model]
    check: Callable[[type], None]

    @property
    def names(self) -> list[str]:
        """Ours, and what packages offer."""
        return [*self.ours, *(name for name in packaged(self.group) if name not in self.ours)]

    def find(self, name: str, needed_by: str | None = None) -> type[Kind]:
        """The class of this name.

        needed_by: who asks for it, where that is a file that was loaded and not the user: then code
        of a user's file runs only if he allowed it (`neuroevo.extensions.allow`).
        """
        return self.find_with_source(name, needed_by)[0]

    def find_with_source(
        self, name: str, needed_by: str | None = None
    ) -> tuple[type[Kind], Own | None]:
        """The class of this name, and the file that it is from if it is a user's own."""
        if name in self.ours:
            return self.ours[name], None
        own = None
        if is_own(name):
            own = (
                load_own(name, self.what)
                if needed_by is None
                else load_allowed(name, self.what, needed_by)
            )
            found = own.value
        elif name in packaged(self.group):
            found = load_packaged(self.group, name)
        else:
            raise BadInput(f"there is no {self.what} {name!r}{choose_from(name, self.names)}")
        if not isinstance(found, type):
            raise BadInput(f"{name} is not an {self.what}: it is not a class")
        model = getattr(found, "Settings", self.base)
        if not isinstance(model, type) or not issubclass(model, self.base):
            raise BadInput(
                f"{place_of(found)}: {found.__name__}.Settings must be a class derived from "
                f"{self.base.__name__}"
            )
        self.check(found)
        return found, own

    def model(self, name: str, needed_by: str | None = None) -> type[Model]:
        """The settings of the class of this name."""
        found: type[Model] = getattr(self.find(name, needed_by), "Settings", self.base)
        return found

    def read(
        self,
        given: Mapping[str, Any],
        needed_by: str | None = None,
        elsewhere: Callable[[], Mapping[str, str]] = dict,
    ) -> Model:
        """The settings of a table, told apart by the name in it.

        elsewhere: returns dotted keys by their last part, of settings that may have been meant.
        `BadInput` names a setting that does not apply, pydantic's `ValidationError` one that is
        wrong.
        """
        name = given.get(self.what, self.usual)
        if not isinstance(name, str):
            return self.model(self.usual).model_validate(given)  # which complains
        if not is_own(name) and name not in self.names:
            raise BadInput(
                f"{self.table}.{self.what} takes {' or '.join(self.names)}, not {name!r}"
                f"{did_you_mean(name, self.names)}"
            )
        model = self.model(name, needed_by)
        for stranger in strangers(model, given):
            raise BadInput(self._does_not_apply(stranger, name, model, elsewhere()))
        if name in self.ours:
            return model.model_validate(given)
        with blaming(model):
            return model.model_validate(given)

    def read_only(self, given: Mapping[str, Any]) -> Model:
        """The settings of a table in a file that was loaded: no code of others runs for it.

        Files of the time when every algorithm had all settings name some that never applied; they
        are left out.
        """
        name = given.get(self.what, self.usual)
        if name not in self.ours:
            return self.unread.model_validate(given)
        return self.model(name).model_validate(self.what_applies(given))

    def what_applies(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A table without the settings that only others of ours have."""
        name = given.get(self.what, self.usual)
        if name not in self.ours:
            return given
        for stranger in list(strangers(self.model(name), given)):
            if self._owners(stranger):
                given = without(given, stranger)
        return given

    def dotted_settings(self) -> list[str]:
        """The settings of all of ours by dotted key, such as `evolution.strategy.sigma`."""
        every = [
            one for name in self.ours for one in dotted_settings(self.model(name), f"{self.table}.")
        ]
        return list(dict.fromkeys(every))

    def _owners(self, dotted: str) -> list[str]:
        return [name for name in self.ours if has_setting(self.model(name), dotted)]

    def _does_not_apply(
        self, stranger: str, name: str, model: type[Model], elsewhere: Mapping[str, str]
    ) -> str:
        here = dotted_settings(model, f"{self.table}.")
        choices = f"choose from {', '.join(here)}"
        owners = self._owners(stranger)
        if owners:
            return (
                f"{self.table}.{stranger} is not a setting of {self.what} {name!r} (it is one of "
                f"{in_a_row(owners)}): {choices}"
            )
        last = stranger.rpartition(".")[2]
        mine = {one.rpartition(".")[2]: one for one in here}
        near = mine.get(closest(last, mine) or "") or elsewhere.get(closest(last, elsewhere) or "")
        hint = f": did you mean {near!r}?" if near else ":"
        return f"{self.table}.{stranger} is not a setting{hint} {choices}"


def in_a_row(names: list[str]) -> str:
    """Names in a sentence.

    >>> in_a_row(["card"]), in_a_row(["genetic", "antithetic", "cma"])
    ('card', 'genetic, antithetic and cma')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def place_of(something: Any) -> str:
    """File and line of a class or function, for a message: `my_algorithms.py:12`."""
    try:
        file = inspect.getsourcefile(something)
        line = inspect.getsourcelines(something)[1]
    except (OSError, TypeError):
        return str(getattr(something, "__qualname__", something))
    return f"{Path(file or '').name}:{line}"


def check_parameters(kind: type, method: str, parameters: tuple[str, ...]) -> None:
    """`BadInput` unless a class has a method that can be called with these parameters."""
    found = getattr(kind, method, None)
    wanted = f"{method}({', '.join(('self', *parameters))})"
    if not callable(found):
        raise BadInput(f"{place_of(kind)}: {kind.__name__} lacks {wanted}")
    try:
        inspect.signature(found).bind(None, *parameters)
    except TypeError:
        raise BadInput(
            f"{place_of(found)}: {kind.__name__} takes {wanted}, "
            f"not {method}{inspect.signature(found)}"
        ) from None
    except ValueError:
        return  # what is not written in Python may not say


@contextmanager
def blaming(kind: type) -> Iterator[None]:
    """What a user's class raises within the block is one line that names its file and line."""
    try:
        yield
    except (BadInput, ValidationError, MemoryError):
        raise
    except Exception as error:
        try:
            path = Path(inspect.getsourcefile(kind) or kind.__module__)
        except (OSError, TypeError):
            path = Path(kind.__module__)
        raise BadInput(f"{where(error, path)}: {in_words(error)}") from error
