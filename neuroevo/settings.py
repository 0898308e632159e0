"""Settings: tables of a TOML file as pydantic models, each beside whom it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """A table of the file: unknown keys and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def inner_table(model: type[BaseModel], key: str) -> type[Settings] | None:
    """The model of a table within a table; None where the key is a plain setting, or none."""
    field = model.model_fields.get(key)
    kind = field.annotation if field is not None else None
    return kind if isinstance(kind, type) and issubclass(kind, Settings) else None


def dotted_settings(model: type[BaseModel], inside: str = "") -> list[str]:
    """Every setting by its dotted key, such as `strategy.sigma`; inside: what stands before it."""
    found: list[str] = []
    for key in model.model_fields:
        table = inner_table(model, key)
        if table is None:
            found.append(f"{inside}{key}")
        else:
            found += dotted_settings(table, f"{inside}{key}.")
    return found


def strangers(model: type[BaseModel], given: Mapping[str, Any], inside: str = "") -> Iterator[str]:
    """The dotted keys of what is given that are no setting of a model, nor a table of it."""
    for key, value in given.items():
        table = inner_table(model, key)
        if key not in model.model_fields:
            yield f"{inside}{key}"
        elif table is not None and isinstance(value, Mapping):
            yield from strangers(table, value, f"{inside}{key}.")


def has_setting(model: type[BaseModel], dotted: str) -> bool:
    """Whether a model has a setting, or a table of settings, of this dotted key."""
    return any(one == dotted or one.startswith(f"{dotted}.") for one in dotted_settings(model))


def without(settings: Mapping[str, Any], dotted: str) -> dict[str, Any]:
    """Settings without the one of this dotted key.

    >>> without({"strategy": {"sigma": 0.1, "rate": 0.2}}, "strategy.rate")
    {'strategy': {'sigma': 0.1}}
    """
    key, _, rest = dotted.partition(".")
    if not rest:
        return {name: value for name, value in settings.items() if name != key}
    return {**settings, key: without(settings[key], rest)}
