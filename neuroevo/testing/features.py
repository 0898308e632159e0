"""The contract of a feature: the same number compiled and plain, finite, and honest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Card, Purpose, generator_for, run_key
from neuroevo.errors import BadInput
from neuroevo.extensions import in_words, is_own, load_own
from neuroevo.games import View, play_round
from neuroevo.networks.features import (
    FEATURES,
    Feature,
    choose_features,
    describe,
    own_feature,
    plain_feature,
)
from neuroevo.networks.kernels.scorer import check_compiles
from neuroevo.networks.situation import SITUATION, situation_of
from neuroevo.testing.decisions import Walk
from neuroevo.testing.swaps import swap_unseen
from neuroevo.testing.tables import COMPANY, Game, TestTable, tables_for
from neuroevo.testing.verdicts import Report, Verdict, Watch, count, make_report
from neuroevo.tournament import find_entrants

KIND = "feature"
DEALS = 6
CLOSE, CLOSE_SHARE = 1e-7, 1e-6
"""Compiled and plain numbers may differ by so much, and by so much of their size: the compiler adds
in another order."""
MOST_CARDS = 26

Values = NDArray[np.float32]


def check_feature(
    which: str | Feature | Callable[..., Any],
    games: Game | Iterable[Game] | None = None,
    deals: int = DEALS,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Check a feature: a function of `(now)` or `(now, card)`, or whatever names one.

    games: in which it is asked; every game if none is given. deals: at each table. raises:
    `ContractBroken` if the contract is broken. `BadInput` for what can be no feature.
    """
    (report,) = check_features([which], games, deals, seed, raises, watch)
    return report


def check_features(
    which: Iterable[str | Feature | Callable[..., Any]],
    games: Game | Iterable[Game] | None = None,
    deals: int = DEALS,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> list[Report]:
    """`check_feature` for many, which are compiled and asked together."""
    found = [find_feature(one) for one in which]
    features = tuple(sorted(found, key=lambda one: one.of_card))
    for one in features:
        if one not in FEATURES:
            check_compiles(one.function, one.of_card)
    looks = [look_at(table, features, deals, seed) for table in tables_for(games)]
    return [
        make_report(one.name, KIND, _verdicts(one, features.index(one), looks), raises, watch)
        for one in found
    ]


def find_feature(which: str | Feature | Callable[..., Any]) -> Feature:
    """A feature by its name, `my_features.py:lonely_king`, or the function itself."""
    if isinstance(which, Feature):
        return which
    if not isinstance(which, str):
        return plain_feature(which)
    if is_own(which):
        return own_feature(load_own(which, KIND))
    found = choose_features([which])
    if len(found) != 1 or found[0].name != which:
        raise BadInput(f"{which!r} is a group of features: name one of them")
    return found[0]


class Look:
    """What features said at one table."""

    def __init__(self, table: TestTable, features: Sequence[Feature]) -> None:
        self.table = table
        self.decisions = self.cards = self.swaps = 0
        self.least = np.full(len(features), np.inf)
        self.most = np.full(len(features), -np.inf)
        self.apart = [""] * len(features)
        self.endless = [""] * len(features)
        self.moved = np.zeros(len(features), dtype=np.int64)
        self.failed = ""

    def take(self, compiled: Values, plain: Values, number: int) -> None:
        """The same decision in both ways."""
        self.decisions += 1
        self.cards += len(plain)
        self.least = np.minimum(self.least, plain.min(axis=0))
        self.most = np.maximum(self.most, plain.max(axis=0))
        sound = np.isfinite(plain).all(axis=0) & np.isfinite(compiled).all(axis=0)
        with np.errstate(invalid="ignore"):
            room = CLOSE + CLOSE_SHARE * np.abs(plain)
            close = (np.abs(compiled - plain) <= room).all(axis=0)
        where = f"{self.table.name}, decision {number}"
        for at in np.flatnonzero(~sound):
            told = f"{where}: {compiled[:, at].tolist()}"
            self.endless[at] = self.endless[at] or told
        for at in np.flatnonzero(sound & ~close):
            told = f"compiled {compiled[:, at].tolist()}, plain {plain[:, at].tolist()}"
            self.apart[at] = self.apart[at] or f"{where}: {told}"

    def swapped(self, before: Values, after: Values, cards: int) -> None:
        """The same decision with other hands around."""
        self.swaps += cards > 0
        self.moved += (before != after).any(axis=0)

    @property
    def varies(self) -> NDArray[np.bool_]:
        """By feature, whether it ever said two different things."""
        found: NDArray[np.bool_] = self.least < self.most
        return found


def look_at(table: TestTable, features: tuple[Feature, ...], deals: int, seed: int) -> Look:
    """Play rounds in both engines, and let the features speak at every decision."""
    from neuroevo.testing.kernels.decisions import describer

    found = Look(table, features)
    entrants = find_entrants(["heuristic", *COMPANY][: table.players])
    key = run_key(seed, Purpose.SIMULATION)
    views: list[View] = []
    seats = [_Watching(one.seat(), views) for one in entrants]
    for deal in range(deals):
        for rotation in range(table.players):
            play_round(table.sheet, seats, key, deal, rotation)
    walk = Walk(table.sheet, entrants, deals, table.players, seed)
    known, dice = np.zeros(1, dtype=SITUATION)[0], generator_for(seed, Purpose.CHECKS)
    says = describer(features, all(one.own is not None or one in FEATURES for one in features))

    def compiled(tables: NDArray[Any]) -> Values:
        values = np.zeros((MOST_CARDS, len(features)), np.float32)
        cards = int(says(walk.rules, tables[0], known, values))
        return values[:cards]

    number = -1
    try:
        for number, (decision, view) in enumerate(zip(walk.decisions(), views, strict=True)):
            values = compiled(decision.tables)
            with np.errstate(over="ignore"):
                plain = describe(situation_of(view), features)
            found.take(values, plain, number)
            tables, cards = swap_unseen(walk.rules, decision.tables, decision.place, dice)
            found.swapped(values, compiled(tables), cards)
    except BadInput:
        raise
    except Exception as error:
        found.failed = f"{table.name}, decision {number + 1}: {in_words(error)}"
    return found


class _Watching:
    """Plays like another player, and keeps every view with a choice in it."""

    def __init__(self, player: Any, views: list[View]) -> None:
        self.player, self.views = player, views

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)

    def choose(self, view: View) -> Card:
        if len(view.legal) > 1:
            self.views.append(view)
        chosen: Card = self.player.choose(view)
        return chosen


def _verdicts(feature: Feature, at: int, looks: Sequence[Look]) -> Iterator[Verdict]:
    about = "a card" if feature.of_card else "the decision, the same for all cards"
    yield Verdict("a feature", f"about {about}: {feature.about or 'it does not say what'}")
    failed = next((one.failed for one in looks if one.failed), "")
    if failed:
        yield Verdict("a number for every card", failed, False)
        return
    decisions, cards = sum(one.decisions for one in looks), sum(one.cards for one in looks)
    looked = f"{count(cards, 'card')} in {count(decisions, 'decision')}"
    for what, wrong in (
        ("finite numbers", next((one.endless[at] for one in looks if one.endless[at]), "")),
        ("same numbers compiled and plain", next((o.apart[at] for o in looks if o.apart[at]), "")),
    ):
        yield Verdict(what, wrong or looked, not wrong)
    moved, swaps = sum(int(one.moved[at]) for one in looks), sum(one.swaps for one in looks)
    told = f"{moved:,} of {count(swaps, 'swap')} of unseen hands moved it"
    yield Verdict("honest", told + (": it sees what it must not see" if moved else ""), not moved)
    least, most = min(one.least[at] for one in looks), max(one.most[at] for one in looks)
    varied = [one.table.name for one in looks if one.varies[at]]
    constant = [one.table.name for one in looks if not one.varies[at]]
    said = f"from {least:.3g} to {most:.3g}; it varies at {', '.join(varied) or 'no table'}"
    if constant and varied:
        said += f", and is always the same at {', '.join(constant)}"
    yield Verdict("says", said, None)
