"""Settings in a player's name: `mc-extra:shuffles=50:playouts=2`.

A written player's settings are the parameters of its function: those with a default, behind the
seat. A `Literal` names the choices, and `Annotated` may say what a setting is about.
"""

from __future__ import annotations

import inspect
import math
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from neuroevo.errors import BadInput, did_you_mean
from neuroevo.limits import MOST_SHUFFLES


@dataclass(frozen=True)
class Setting:
    """A number from `least` to `most`, one of `choices`, a text, or true or false: of the same kind
    as its default."""

    default: bool | int | float | str
    about: str
    least: int = 1
    most: int = MOST_SHUFFLES
    choices: tuple[str, ...] = ()

    def read(self, player: str, name: str, text: str) -> bool | int | float | str:
        """The value, or a line that says what would be right."""
        if self.choices:
            if text not in self.choices:
                raise BadInput(
                    f"{player}: {name} must be one of {', '.join(self.choices)}, not {text!r}"
                    f"{did_you_mean(text, self.choices)}"
                )
            return text
        if isinstance(self.default, str):
            return text
        if isinstance(self.default, bool):
            if text.lower() not in TRUTHS:
                raise BadInput(f"{player}: {name} must be true or false, not {reprlib.repr(text)}")
            return TRUTHS[text.lower()]
        if isinstance(self.default, float):
            return self._number(player, name, text)
        return self._whole_number(player, name, text)

    def _number(self, player: str, name: str, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise BadInput(f"{player}: {name} must be a number, not {reprlib.repr(text)}")
        return value

    def _whole_number(self, player: str, name: str, text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = self.least - 1
        if not self.least <= value <= self.most:
            raise BadInput(
                f"{player}: {name} must be a whole number of at least {self.least}, and at most "
                f"{self.most:,}, not {reprlib.repr(text)}"
            )
        return value


TRUTHS = {"true": True, "false": False}


def split_settings(name: str, text: str) -> dict[str, str]:
    """The settings behind a player's name, unread.

    >>> split_settings("mc-extra", "shuffles=50:playouts=2")
    {'shuffles': '50', 'playouts': '2'}
    """
    settings: dict[str, str] = {}
    for part in text.split(":") if text else []:
        key, sign, value = part.partition("=")
        if not sign or not key or not value:
            raise BadInput(f"{name}: a setting is written key=value, not {part!r}")
        if key in settings:
            raise BadInput(f"{name}: {key} is given twice")
        settings[key] = value
    return settings


def read_settings(
    player: str, known: Mapping[str, Setting], given: Mapping[str, str]
) -> dict[str, Any]:
    """All settings of a player: those given, and the defaults of the others."""
    for name in given:
        if name not in known:
            takes = f"takes {', '.join(known)}" if known else "has no settings"
            raise BadInput(f"{player} {takes}, not {name!r}{did_you_mean(name, known)}")
    return {
        name: setting.read(player, name, given[name]) if name in given else setting.default
        for name, setting in known.items()
    }


def settings_of(function: Callable[..., Any]) -> dict[str, Setting]:
    """What can be set of a player: the parameters of its function behind the seat, or those of its
    class' `__init__` behind `self`."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except Exception:  # a hint that stands for nothing here says nothing about settings
        hints = {}
    _first, *parameters = inspect.signature(function).parameters.values()
    named = [one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    return {one.name: _setting(one, hints.get(one.name)) for one in named}


def _setting(parameter: inspect.Parameter, hint: Any) -> Setting:
    about = ""
    if get_origin(hint) is Annotated:
        hint, about = get_args(hint)[:2]
    choices = tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()
    if parameter.default is parameter.empty:
        raise BadInput(f"the setting {parameter.name} of a player needs a default")
    return Setting(parameter.default, about, least=-MOST_SHUFFLES, choices=choices)


def with_settings(function: Callable[..., Any], settings: Mapping[str, Any]) -> Callable[..., Any]:
    """The function with these settings as its defaults: compiled, they are constants."""
    assert isinstance(function, FunctionType)
    if not settings:
        return function
    values = tuple(settings[name] for name in list(inspect.signature(function).parameters)[1:])
    if values == function.__defaults__:
        return function
    changed = FunctionType(
        function.__code__, function.__globals__, function.__name__, values, function.__closure__
    )
    changed.__module__ = function.__module__
    said = "_".join(f"{name}_{value}" for name, value in settings.items())
    changed.__qualname__ = f"{function.__qualname__}_{said}"
    changed.__doc__ = function.__doc__
    return changed
