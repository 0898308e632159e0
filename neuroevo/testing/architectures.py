"""The contract of an architecture: it decides alike in both engines, and its champions travel."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from neuroevo import extensions
from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import BadInput
from neuroevo.evolution import evolve, make_experiment
from neuroevo.extensions import is_own, split_own
from neuroevo.games import RuleSheet
from neuroevo.networks import Champion, load_champion, make_architecture, random_weights
from neuroevo.networks.architecture import Architecture
from neuroevo.networks.registry import CATALOGUE
from neuroevo.testing.agreement import compare_networks
from neuroevo.testing.decisions import Swaps, Walk, swap_and_ask
from neuroevo.testing.naming import name_of_class
from neuroevo.testing.tables import Game, TestTable, tables_for
from neuroevo.testing.verdicts import Report, Verdict, Watch, count, make_report
from neuroevo.tournament import network_entrant, play_deals

KIND = "architecture"
DEALS = 8
MOST_SWAPPED = 40


def check_architecture(
    which: str | type,
    games: Game | Iterable[Game] | None = None,
    deals: int = DEALS,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Check an architecture: its name, `my_nets.py:Linear`, or the class.

    games: for which networks are made; every game if none is given. deals: at each table, each
    played once with every hand in every seat. settings: of the table `network`, other than its
    defaults. raises: `ContractBroken` if the contract is broken. `BadInput` for a class that can be
    no architecture.
    """
    name = name_of_class(CATALOGUE, which)
    CATALOGUE.find(name)  # complains
    tables = tables_for(games)
    given = {"architecture": name, **(settings or {})}
    try:
        read = CATALOGUE.read(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(
            f"{name}: its setting {'.'.join(map(str, first['loc']))}: {first['msg']}"
        ) from None
    shapes = [make_architecture(read, one.sheet, one.players) for one in tables]
    if is_own(name):
        extensions.allow(split_own(name)[0])  # it was named, so its champions may use it
    return make_report(name, KIND, _verdicts(given, tables, shapes, deals, seed), raises, watch)


def _verdicts(
    given: Mapping[str, Any],
    tables: Sequence[TestTable],
    shapes: Sequence[Architecture],
    deals: int,
    seed: int,
) -> Iterator[Verdict]:
    yield _weights(tables, shapes)
    networks = [_networks(shape, seed) for shape in shapes]
    try:
        yield _same_cards(tables, networks, deals, seed)
        yield _weights_matter(tables, networks, deals, seed)
        yield _honest(tables, networks, deals, seed)
    except BadInput as error:
        yield Verdict("same cards compiled and plain", str(error), False)
        return
    yield _travels(networks)
    yield _evolves(given, tables[0].sheet, seed)


def _networks(shape: Architecture, seed: int) -> list[Champion]:
    """As many as sit at a table, with random weights."""
    weights = random_weights(shape.weight_count, shape.players, generator_for(seed, Purpose.CHECKS))
    return [Champion(shape, np.ascontiguousarray(row)) for row in weights]


def _weights(tables: Sequence[TestTable], shapes: Sequence[Architecture]) -> Verdict:
    what = "a number of weights"
    counts = [shape.weight_count for shape in shapes]
    for table, number in zip(tables, counts, strict=True):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            return Verdict(what, f"{table.name}: {number!r} weights", False)
    least, most = min(counts), max(counts)
    spread = f"{least:,}" if least == most else f"from {least:,} to {most:,} by game"
    return Verdict(what, f"{spread}, at {count(len(tables), 'table')}")


def _same_cards(
    tables: Sequence[TestTable], networks: Sequence[list[Champion]], deals: int, seed: int
) -> Verdict:
    what = "same cards compiled and plain"
    decisions = close = 0
    for table, some in zip(tables, networks, strict=True):
        found = compare_networks(table.sheet, some, deals * table.players, seed)
        decisions, close = decisions + found.decisions, close + found.close
        if found.difference:
            return Verdict(what, f"{table.name}: {found.difference}", False)
    where = f"{count(decisions, 'decision')} at {count(len(tables), 'table')}"
    return Verdict(what, f"kernel and referee in {where}, {count(close, 'near tie')} aside")


def _weights_matter(
    tables: Sequence[TestTable], networks: Sequence[list[Champion]], deals: int, seed: int
) -> Verdict:
    """Whether other weights choose other cards: else nothing could evolve."""
    what = "weights matter"
    apart = rounds = 0
    for table, some in zip(tables, networks, strict=True):
        logs = []
        for network in some[:2]:
            entrants = [network_entrant(network, "network")] * table.players
            logs.append(play_deals(table.sheet, entrants, seed, 0, deals, keep_log=True).log)
        rounds += deals
        apart += int((np.asarray(logs[0]) != np.asarray(logs[1])).any(axis=1).sum())
    told = f"with other weights {apart:,} of {count(rounds, 'round')} went another way"
    return Verdict(what, told, apart > 0)


def _honest(
    tables: Sequence[TestTable], networks: Sequence[list[Champion]], deals: int, seed: int
) -> Verdict:
    found = Swaps()
    for table, some in zip(tables, networks, strict=True):
        entrants = [network_entrant(one, f"network {i}") for i, one in enumerate(some)]
        walk = Walk(table.sheet, entrants, deals, 1, seed)
        found += swap_and_ask(walk, range(table.players), MOST_SWAPPED, seed)
    swaps = f"{found.moved + found.unsteady:,} of {count(found.decisions, 'swap')}"
    told = f"{swaps} of unseen hands moved a card"
    return Verdict("honest", told, not found.moved and not found.unsteady)


def _travels(networks: Sequence[list[Champion]]) -> Verdict:
    """Champions go to disk and back, and to other processes."""
    what = "champions travel"
    saved = 0
    with tempfile.TemporaryDirectory(prefix="neuroevo-check-") as folder:
        path = Path(folder) / "champion.npz"
        for champion, *_ in networks:
            shape = champion.architecture
            if pickle.loads(pickle.dumps(shape)) != shape:
                return Verdict(what, "pickled and unpickled it is another architecture", False)
            saved += 1
            champion.save(path)
            try:
                loaded = load_champion(path)
            except BadInput as error:
                return Verdict(what, f"saved and loaded: {error}", False)
            if (
                loaded.architecture != shape
                or loaded.weights.tobytes() != champion.weights.tobytes()
            ):
                return Verdict(what, f"loaded it is {loaded.architecture}, not {shape}", False)
    told = f"{count(len(networks), 'architecture')} pickled, {count(saved, 'champion')} saved"
    return Verdict(what, f"{told} and loaded, all the same")


def _evolves(given: Mapping[str, Any], sheet: RuleSheet, seed: int) -> Verdict:
    what = "evolves"
    settings = {
        "game": sheet,
        "name": "check",
        "seed": seed,
        "network": dict(given),
        "tournament": {"games": 1},
        "evolution": {"population": 12, "generations": 2, "patience": 0},
        "run": {"yardstick_every": 0, "hall_of_fame": 2, "workers": 1},
    }
    experiment = make_experiment(settings, str(given["architecture"]))
    with tempfile.TemporaryDirectory(prefix="neuroevo-check-") as folder:
        try:
            run = evolve(experiment, out=Path(folder) / "run")
        except BadInput as error:
            return Verdict(what, str(error), False)
        generations = count(len(run.log["best"]), "generation")
        run.champion.seat()
    return Verdict(what, f"{generations} at {sheet.name}, and its champion is read from the run")
