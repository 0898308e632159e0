"""What a thing is: a player, a game, a feature, an algorithm or an architecture; and its check."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput, choose_from, did_you_mean
from neuroevo.evolution.algorithms import CATALOGUE as ALGORITHMS
from neuroevo.extensions import FEATURES as FEATURES_GROUP
from neuroevo.extensions import GAMES as GAMES_GROUP
from neuroevo.extensions import is_own, load_own, packaged, split_own
from neuroevo.files import is_folder
from neuroevo.games import GAMES, RuleSheet
from neuroevo.networks import Champion
from neuroevo.networks.architecture import Architecture
from neuroevo.networks.features import FEATURES, Feature
from neuroevo.networks.registry import CATALOGUE as ARCHITECTURES
from neuroevo.players.roster import known_players
from neuroevo.testing.algorithms import check_algorithm
from neuroevo.testing.architectures import check_architecture
from neuroevo.testing.features import check_feature
from neuroevo.testing.games import check_game
from neuroevo.testing.players import check_player
from neuroevo.testing.tables import Game
from neuroevo.testing.verdicts import Report, Watch, a
from neuroevo.tournament.entrants import shipped_champions

CHECKS: dict[str, Callable[..., Report]] = {
    "player": check_player,
    "game": check_game,
    "feature": check_feature,
    "algorithm": check_algorithm,
    "architecture": check_architecture,
}
WITH_GAMES = ("player", "feature", "architecture")
"""What is checked in games that can be chosen."""
WITH_DEALS = ("player", "game", "feature", "architecture")
"""What is checked on deals."""


def check(
    thing: Any,
    kind: str | None = None,
    games: Game | Iterable[Game] | None = None,
    deals: int | None = None,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Find out what a thing is, and check it; kind: what it is, where that is not clear.

    The rest as for `check_player` and its like.
    """
    kind = kind or what_it_is(thing)
    if kind not in CHECKS:
        raise BadInput(f"there is no check of a {kind!r}{choose_from(kind, CHECKS)}")
    more: dict[str, Any] = {}
    for name, value, kinds in (("games", games, WITH_GAMES), ("deals", deals, WITH_DEALS)):
        if value is not None:
            if kind not in kinds:
                raise BadInput(f"{a(kind)} is not checked with {name} of one's choice")
            more[name] = value
    return CHECKS[kind](thing, seed=seed, raises=raises, watch=watch, **more)


def what_it_is(thing: Any) -> str:
    """`player`, `game`, `feature`, `algorithm` or `architecture`; `BadInput` if that is not clear.

    >>> what_it_is("greedy"), what_it_is("whist.toml"), what_it_is("cma"), what_it_is("boss")
    ('player', 'game', 'algorithm', 'feature')
    """
    if isinstance(thing, Path):
        thing = str(thing)
    if not isinstance(thing, str):
        return _kind_of_object(thing, str(getattr(thing, "__name__", thing)))
    thing = thing.strip()
    if is_own(thing):
        file, name, _ = split_own(thing)
        return _kind_of_object(load_own(f"{file}:{name}", "player or other thing").value, thing)
    if thing.endswith(".toml"):
        return "game"
    name = thing.partition(":")[0]
    if thing.endswith(".npz") or ".npz:" in thing or is_folder(Path(name)):
        return "player"
    known = known_names()
    kinds = [kind for kind, names in known.items() if name.lower() in names]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        raise BadInput(f"there is {' and '.join(a(one) for one in kinds)} {name!r}: say --as which")
    every = list(dict.fromkeys(one for names in known.values() for one in names))
    raise BadInput(
        f"there is nothing called {name!r} to check{did_you_mean(name, every) or ':'} name a "
        f"{', '.join([*known][:-1])} or {[*known][-1]} that there is, something of your own as "
        "my_players.py:name, or a game's .toml file"
    )


def known_names() -> dict[str, list[str]]:
    """What can be checked by name: ours, and what packages offer."""
    return {
        "player": [*known_players(), *shipped_champions()],
        "game": list(dict.fromkeys([*GAMES, *packaged(GAMES_GROUP)])),
        "feature": [*(one.name for one in FEATURES), *packaged(FEATURES_GROUP)],
        "algorithm": ALGORITHMS.names,
        "architecture": ARCHITECTURES.names,
    }


def _kind_of_object(thing: Any, name: str) -> str:
    if isinstance(thing, RuleSheet):
        return "game"
    if isinstance(thing, Champion):
        return "player"
    if isinstance(thing, Feature):
        return "feature"
    if inspect.isfunction(thing):
        return _kind_of_function(thing, name)
    if isinstance(thing, type) and issubclass(thing, Architecture):
        return "architecture"
    plays = any(hasattr(thing, one) for one in ("choose", "choose_many"))
    if plays and not inspect.ismodule(thing):
        return "player"
    if isinstance(thing, type) and all(hasattr(thing, one) for one in ("first", "after")):
        return "algorithm"
    raise BadInput(
        f"{name} is nothing that can be checked: a player is a function of (seat) or has "
        "choose(view), a feature a function of (now) or (now, card), an algorithm has first and "
        "after, an architecture is derived from Architecture"
    )


def _kind_of_function(function: Callable[..., Any], name: str) -> str:
    """By the name of its first parameter, or else by how many there are without a default."""
    given = list(inspect.signature(function).parameters.values())
    first = given[0].name if given else ""
    if first in ("seat", "now"):
        return "player" if first == "seat" else "feature"
    if sum(one.default is one.empty for one in given) == 2:
        return "feature"
    raise BadInput(
        f"{name} takes ({', '.join(map(str, given))}): is it a player, of (seat), or a feature, of "
        "(now) or (now, card)? Say --as player or --as feature"
    )
