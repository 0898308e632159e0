"""Sueca: random play-outs against the same loop in C, and Monte-Carlo games against the thesis."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.players.kernels.playouts import deal_table, random_playouts
from neuroevo.tournament import simulate

TURNS = 15
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


def playouts() -> None:
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
    print("### Random Sueca play-outs a second, one core\n")
    if in_c is None:
        print(f"neuroevo {ours:,.0f}; no C compiler here to compare with\n")
        return
    share = tricks / tricks.sum(), taken[0] / taken[0].sum()
    assert np.abs(share[0] - share[1]).max() < 0.01, "the two loops play different games"
    theirs = PLAYOUTS / best["C"]
    print("| neuroevo | C | of C |")
    print("|---:|---:|---:|")
    print(f"| {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.2f} |\n")


def monte_carlo() -> None:
    print("### A million Sueca games with one Monte-Carlo player, 2 cores\n")
    print("| player | games timed | minutes for a million | the thesis | faster |")
    print("|---|---:|---:|---:|---:|")
    for player in ("mc-extra:shuffles=50:playouts=2", "mc-peek:shuffles=50:playouts=2"):
        games = 20_000
        names = [player, "random", "random", "random"]
        result = simulate("sueca", names, rounds=games, seed=1, workers=2)
        ours = result.seconds / games * 1e6 / 60
        print(
            f"| {player} | {games:,} | {ours:.1f} | {MINUTES_THERE} | {MINUTES_THERE / ours:.0f}x |"
        )


def growth() -> None:
    print("\n### Cost of Monte-Carlo (microseconds a game, 2 cores)\n")
    print("| shuffles | play-outs | games | µs a game | µs a game and play-out |")
    print("|---:|---:|---:|---:|---:|")
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
        took = min(
            simulate("sueca", names, rounds=games, seed=1, workers=2).seconds for _ in range(2)
        )
        each = 1e6 * took / games
        total = shuffles * playouts_each
        print(f"| {shuffles} | {playouts_each} | {games:,} | {each:.0f} | {each / total:.2f} |")


def main() -> None:
    playouts()
    monte_carlo()
    growth()


if __name__ == "__main__":
    main()
