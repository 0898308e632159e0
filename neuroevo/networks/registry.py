"""Every architecture by name; a new one is a new file and a line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from neuroevo import extensions
from neuroevo.catalogue import Catalogue, blaming, place_of
from neuroevo.errors import BadInput
from neuroevo.extensions import load_allowed, load_own
from neuroevo.games import RuleSheet
from neuroevo.networks.architecture import (
    Architecture,
    ArchitectureSettings,
    LayeredArchitecture,
    UnreadArchitecture,
)
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.card_scorer import CardScorer
from neuroevo.networks.features import Loader, choose_features
from neuroevo.networks.hand import HandArchitecture
from neuroevo.networks.scorer import ScorerArchitecture

ARCHITECTURES: dict[str, type[Architecture]] = {
    kind.name: kind for kind in (CardArchitecture, HandArchitecture, ScorerArchitecture)
}


def check_architecture(kind: type) -> None:
    """`BadInput` unless a class of somebody else's can be an architecture."""
    if not issubclass(kind, Architecture):
        raise BadInput(f"{place_of(kind)}: {kind.__name__} is not derived from Architecture")
    missing = sorted(getattr(kind, "__abstractmethods__", ()))
    if missing:
        raise BadInput(f"{place_of(kind)}: {kind.__name__} lacks {' and '.join(missing)}")


CATALOGUE: Catalogue[Architecture, ArchitectureSettings] = Catalogue(
    "architecture",
    "network",
    "card",
    ARCHITECTURES,
    extensions.ARCHITECTURES,
    ArchitectureSettings,
    UnreadArchitecture,
    check_architecture,
)
find_architecture = CATALOGUE.find
"""The class of an architecture, ours, a package's or a user's own."""


def make_architecture(
    settings: str | ArchitectureSettings,
    sheet: RuleSheet,
    players: int,
    hidden: Sequence[int] = (),
    *,
    needed_by: str | None = None,
    **more: Any,
) -> Architecture:
    """An architecture for a game, by its settings, or by its name with settings as keywords.

    What is not given is as that architecture has it: for `card` and `hand` the hidden sizes of the
    thesis' rule, for `scorer` 16 units and direct connections. needed_by: see `Catalogue.find`.
    """
    if isinstance(settings, str):
        name, values = settings, more | ({"hidden": tuple(hidden)} if len(hidden) else {})
    else:
        name = settings.architecture
        values = {one: getattr(settings, one) for one in type(settings).model_fields}
        del values["architecture"]
    kind, own = CATALOGUE.find_with_source(name, needed_by)
    if isinstance(settings, str) and name not in ARCHITECTURES:  # ours complain themselves
        CATALOGUE.read({"architecture": name, **values}, needed_by)
    if issubclass(kind, LayeredArchitecture) and kind.takes_features:
        values["features"] = choose_features(values.get("features", ()), _loader(needed_by))
    if name in ARCHITECTURES:
        return kind(sheet, players, **values)
    with blaming(kind):
        if issubclass(kind, CardScorer):
            called = name if own is None else own.short
            return kind(sheet, players, called, own, kind.Settings(**values))
        made = kind(sheet, players, **values)
    # By these a champion's file and other processes find it again.
    object.__setattr__(made, "name", name if own is None else own.short)
    object.__setattr__(made, "own", own)
    return made


def _loader(needed_by: str | None) -> Loader:
    """How features of a user's are loaded: as he named them, or only what he allowed."""
    if needed_by is None:
        return load_own
    return lambda text, what: load_allowed(text, what, needed_by)


def settings_used(settings: ArchitectureSettings, made: Architecture) -> ArchitectureSettings:
    """Settings with what the architecture made of those that were not given: `hidden` and so on.

    They still know which ones were given (`model_fields_set`).
    """
    told = made.settings()
    used = {
        name: tuple(told[name]) if isinstance(told[name], list) else told[name]
        for name in type(settings).model_fields
        if name != "architecture" and name in told
    }
    values = dict(settings) | used
    return type(settings).model_construct(_fields_set=set(settings.model_fields_set), **values)
