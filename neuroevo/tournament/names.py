"""Who a player is: a mark that only its equal shares, and a short name for tables."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cloudpickle

from neuroevo.errors import BadInput
from neuroevo.networks.champion import CHAMPION_FILE
from neuroevo.players import RosterEntry
from neuroevo.tournament.entrants import Entrant, split_bids


def mark_of(entrant: Entrant) -> str:
    """Everything that its play depends on: a name with all settings, or a network's fingerprint.

    >>> from neuroevo.tournament import find_entrant
    >>> mark_of(find_entrant("mc-peek:playouts=3"))
    'mc-peek:playouts=3:shuffles=50'
    """
    if entrant.champion is not None:
        shape = json.dumps(entrant.champion.architecture.settings(), sort_keys=True)
        content = hashlib.sha256(shape.encode() + entrant.champion.weights.tobytes())
        if entrant.champion.bidder is not None:
            for layer in entrant.champion.bidder.layers:
                content.update(layer.tobytes())
        return f"network {content.hexdigest()}"
    assert entrant.player is not None
    settings = [f"{key}={value}" for key, value in sorted(entrant.player.settings.items())]
    return ":".join([_home_of(entrant.player.entry), *settings])


def _home_of(entry: RosterEntry) -> str:
    """What a player is, apart from its settings: a name of ours, or a user's with its content."""
    if entry.own is not None:
        return f"{entry.own.short} {entry.own.digest}"
    if entry.is_ours:
        return entry.name
    if entry.digest:
        return f"{entry.name} {entry.digest}"
    try:
        content = hashlib.sha256(cloudpickle.dumps(entry.made_of)).hexdigest()[:16]
    except Exception:  # whatever can't be packed is nobody else's equal
        content = f"{os.getpid()}-{id(entry.made_of)}"
    return f"{entry.name} {content}"


def check_all_different(entrants: Sequence[Entrant]) -> None:
    """Raise `BadInput` if somebody came twice, under whatever name."""
    known: dict[str, str] = {}
    for entrant in entrants:
        mark = mark_of(entrant)
        if mark in known:
            both = known[mark], entrant.name
            raise BadInput(
                f"{both[0]} is named twice"
                if both[0] == both[1]
                else f"{both[0]} and {both[1]} are the same player"
            )
        known[mark] = entrant.name


def short_name(entrant: Entrant) -> str:
    """A run's, a champion file's or a user's player's name without its folders; a built-in player's
    as it is."""
    if entrant.champion is None:
        own = entrant.player.entry.own if entrant.player is not None else None
        return entrant.name if own is None else entrant.name.replace(own.text, own.short, 1)
    file, bids = split_bids(entrant.name)
    path = Path(file)
    name = path.stem if path.suffix == ".npz" else path.resolve().name
    if path.name == CHAMPION_FILE:  # as every run's: the run says more
        name = path.resolve().parent.name
    return name if bids is None else f"{name}:bids={bids}"


def short_names(entrants: Sequence[Entrant]) -> list[str]:
    """Short names, no two the same: those that would be are left whole."""
    names = [short_name(one) for one in entrants]
    for _ in entrants:  # a whole name may be another's short one
        count = Counter(names)
        if max(count.values()) == 1:
            return names
        names = [
            one.name if count[name] > 1 else name for one, name in zip(entrants, names, strict=True)
        ]
    name, _ = Counter(names).most_common(1)[0]
    raise BadInput(f"two different players are called {name}")
