"""Sueca: random play-outs against the same loop in C, and Monte-Carlo games against the thesis."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from page import Table, fewer, figure, present

from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.players.kernels.playouts import deal_table, random_playouts
from neuroevo.tournament import simulate

TURNS = fewer(15)
PLAYOUTS = 100_000
MINUTES_THERE = 207
"""Lopes Carreiro 2016, Table 6.2: a million games with one MC Extra player, 50 shuffles."""


def build_c(folder: Path) -> Any:
    """The C loop as a function, or None where there is no compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = folder / "playouts.so"
    source = Path(__file__).with_name("sueca_playouts.c")
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library)).sueca_playouts


def playouts() -> Table:
    rules, table = compile_rules(SUECA, 4), new_table()
    deal_table(rules, table, np.uint64(run_key(1, Purpose.SIMULATION)))
    tricks = np.zeros(4, dtype=np.int64)
    random_playouts(rules, table, 10, tricks)
    with tempfile.TemporaryDirectory() as folder:
        in_c = build_c(Path(folder))
        hands = np.array(table["hands"], dtype=np.uint64)
        points = np.ascontiguousarray(rules["points"][int(table["trump"])], dtype=np.int16)
        taken = np.zeros((2, 4), dtype=np.int64)
        best = {"neuroevo": np.inf, "C": np.inf}
        tricks[:] = 0
        for _ in range(TURNS):
            began = time.perf_counter()
            random_playouts(rules, table, PLAYOUTS, tricks)
            best["neuroevo"] = min(best["neuroevo"], time.perf_counter() - began)
            if in_c is not None:
                began = time.perf_counter()
                in_c(
                    hands.ctypes.data_as(ctypes.c_void_p),
                    points.ctypes.data_as(ctypes.c_void_p),
                    ctypes.c_uint64(5),
                    ctypes.c_long(PLAYOUTS),
                    taken[0].ctypes.data_as(ctypes.c_void_p),
                    taken[1].ctypes.data_as(ctypes.c_void_p),
                )
                best["C"] = min(best["C"], time.perf_counter() - began)
    ours = PLAYOUTS / best["neuroevo"]
    title = "Random Sueca play-outs a second, one core"
    if in_c is None:
        note = "There is no C compiler here to compare with."
        return Table(title, ("neuroevo",), [[figure(ours)]], [note])
    share = tricks / tricks.sum(), taken[0] / taken[0].sum()
    assert np.abs(share[0] - share[1]).max() < 0.01, "the two loops play different games"
    theirs = PLAYOUTS / best["C"]
    row = (figure(ours), figure(theirs), figure(ours / theirs, ".2f"))
    return Table(title, ("neuroevo", "C", "of C"), [row])


def monte_carlo() -> Table:
    rows = []
    for player in ("mc-extra:shuffles=50:playouts=2", "mc-peek:shuffles=50:playouts=2"):
        games = fewer(20_000)
        names = [player, "random", "random", "random"]
        result = simulate("sueca", names, rounds=games, seed=1, workers=2)
        ours = result.seconds / games * 1e6 / 60
        rows.append(
            (
                player,
                f"{games:,}",
                figure(ours, ".1f"),
                str(MINUTES_THERE),
                figure(MINUTES_THERE / ours, ".0f", "x"),
            )
        )
    columns = ("player", "games timed", "minutes for a million", "the thesis", "faster")
    title = "A million Sueca games with one Monte-Carlo player, 2 cores"
    return Table(title, columns, rows)


def growth() -> Table:
    rows = []
    for shuffles, playouts_each, games in (
        (25, 1, 4_000),
        (50, 1, 4_000),
        (100, 1, 4_000),
        (200, 1, 4_000),
        (50, 2, 4_000),
        (50, 4, 4_000),
        (50, 1, 8_000),
        (50, 1, 16_000),
    ):
        names = [f"mc-extra:shuffles={shuffles}:playouts={playouts_each}", *["random"] * 3]
        some = fewer(games)
        took = min(
            simulate("sueca", names, rounds=some, seed=1, workers=2).seconds for _ in range(2)
        )
        each = 1e6 * took / some
        total = shuffles * playouts_each
        rows.append(
            (
                str(shuffles),
                str(playouts_each),
                f"{some:,}",
                figure(each),
                figure(each / total, ".2f"),
            )
        )
    columns = ("shuffles", "play-outs", "games", "µs a game", "µs a game and play-out")
    return Table("Cost of Monte-Carlo (microseconds a game, 2 cores)", columns, rows)


def tables() -> Iterator[Table]:
    yield playouts()
    yield monte_carlo()
    yield growth()


if __name__ == "__main__":
    present(tables)
