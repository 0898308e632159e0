"""The same bytes on every processor: compile for others on this one, and compare.

    python tests/processors.py            # short runs of everything, for all targets
    python tests/processors.py --whole    # and a whole run of spades-card-simple

Each target is a process of its own, for which numba compiles as if it were that processor, and in
which numpy, OpenBLAS and the C library are told to do without what it lacks. What comes out is one
digest for each piece of work.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

NO_512 = "AVX512_SPR AVX512_ICL X86_V4"
NO_FMA = f"{NO_512} X86_V3"
OLD_LIBRARY = "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable"
"""What numpy and the C library shall do without."""


@dataclass(frozen=True)
class Processor:
    """One to compile for, in numba's words, and what else is told to be as it is there."""

    name: str
    environment: dict[str, str] = field(default_factory=dict)
    hide_wide_vectors: bool = False
    """Whether llvmlite shall say that this machine has no 512-bit vectors either."""


def compiling_for(name: str, **more: str) -> dict[str, str]:
    return {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": "", **more}


PROCESSORS = (
    Processor("host"),
    Processor("znver4", compiling_for("znver4", OPENBLAS_CORETYPE="Zen")),
    Processor("skylake-avx512", compiling_for("skylake-avx512", OPENBLAS_CORETYPE="SkylakeX")),
    Processor(
        "haswell",
        compiling_for("haswell", OPENBLAS_CORETYPE="Haswell", NPY_DISABLE_CPU_FEATURES=NO_512),
        hide_wide_vectors=True,
    ),
    Processor(
        "x86-64-v2",
        compiling_for(
            "x86-64-v2",
            OPENBLAS_CORETYPE="Nehalem",
            NPY_DISABLE_CPU_FEATURES=NO_FMA,
            GLIBC_TUNABLES=OLD_LIBRARY,
        ),
    ),
    Processor(
        "generic",
        compiling_for(
            "generic",
            OPENBLAS_CORETYPE="Prescott",
            NPY_DISABLE_CPU_FEATURES=NO_FMA,
            GLIBC_TUNABLES=OLD_LIBRARY,
        ),
    ),
)


# What is compared.

SHORT = {"seed": 3, "tournament.games": 4, "run.yardstick_every": 2, "run.yardstick_deals": 20}
NETWORKS = {
    "card": {"architecture": "card"},
    "card, chances": {"architecture": "card", "chances": True, "direct": True, "hidden": [40, 20]},
    "hand": {"architecture": "hand", "biases": True},
    "scorer": {"architecture": "scorer"},
    "scorer, two layers": {"architecture": "scorer", "hidden": [20, 12], "biases": True},
}
ALGORITHMS = {
    "recombination": {"algorithm": "recombination"},
    "gauss": {"algorithm": "recombination", "mutation": {"kind": "gauss"}},
    "exponential": {"algorithm": "recombination", "mutation": {"schedule": "exponential"}},
    "genetic": {"algorithm": "genetic"},
    "antithetic": {"algorithm": "antithetic"},
    "cma": {"algorithm": "cma"},
}
SMALL = ("scorer", "scorer, two layers")
"""Networks that `cma` takes."""


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def evolved(experiment: str, changes: dict[str, object], generations: int | None) -> str:
    """The digest of a run's champion, checkpoint weights and log, without its seconds."""
    from neuroevo import evolve

    with tempfile.TemporaryDirectory() as folder:
        run = evolve(experiment, generations=generations, out=Path(folder) / "r", changes=changes)
        rows = (run.directory / "log.csv").read_text(encoding="utf-8").splitlines()
        log = "\n".join(row.rsplit(",", 1)[0] for row in rows)
        weights = run.load_checkpoint().generation.weights.tobytes()
        champion = (run.directory / "champion.npz").read_bytes()
    return digest(champion, weights, log.encode())


def short_runs() -> Iterator[tuple[str, Callable[[], str]]]:
    for network, its in NETWORKS.items():
        for algorithm, settings in ALGORITHMS.items():
            if algorithm == "cma" and network not in SMALL:
                continue
            changes = SHORT | {"network": its, "evolution": settings | {"population": 12}}
            yield (
                f"{algorithm}, {network}",
                lambda changes=changes: evolved("spades-card-simple", changes, 6),
            )


def libraries() -> str:
    """What the libraries make of some numbers. It differs: without that, nothing is compared."""
    import math

    import numpy as np

    values = np.linspace(0.001, 3, 3_000)
    matrix = values.reshape(50, 60)
    c_library = [one(x) for x in values.tolist() for one in (math.sin, math.exp, math.log)]
    return digest(
        np.tanh(values).tobytes(), (matrix @ matrix.T).tobytes(), np.array(c_library).tobytes()
    )


LIBRARIES = "libraries"


def signals() -> str:
    """What a layer, outputs, sums of rows and tanh make of random numbers, bit for bit."""
    import numba
    import numpy as np

    from neuroevo.cards.kernels.normals import fill_normals
    from neuroevo.networks.kernels.signals import add_rows, one_output, some_outputs, tanh_all
    from neuroevo.networks.kernels.tiles import LARGE, through_layer

    @numba.njit
    def compute(matrix, rows, into, found, dots):  # type: ignore[no-untyped-def]
        through_layer(matrix, into, 0, 20, 20)
        for position in range(20):
            add_rows(into[20 + position], matrix, rows, into[position], 7)
            tanh_all(into[20 + position], matrix.shape[1])
            some_outputs(matrix, rows, 7, into[20 + position], dots)
            for row in range(7):
                found[position, row] = dots[row]
            found[position, 7] = one_output(matrix[3], into[20 + position])

    digests = []
    for inputs, units in ((156, 156), (33, 226), (20, 7)):
        numbers = np.empty(inputs * units + (40 + LARGE) * 300, dtype=np.float32)
        fill_normals(np.uint64(units), numbers)
        matrix = numbers[: inputs * units].reshape(inputs, units) / np.float32(8)
        into = numbers[inputs * units :].reshape(-1, 300)
        rows = np.array([3, 5, 2, 11, 0, 19, 7, 0])
        found = np.zeros((20, 8), dtype=np.float32)
        compute(matrix, rows, into, found, np.zeros(8, dtype=np.float32))
        assert np.isfinite(found).all()
        digests.append(into[20:40, :units].tobytes() + found.tobytes())
    return digest(*digests)


def bidding() -> str:
    from neuroevo.evolution.bidding import train_bidder

    found = train_bidder("spades-champion", rounds=4_000, epochs=3, seed=2)
    told = json.dumps(found.judgement.as_dict())
    return digest(*(one.tobytes() for one in found.bidder.layers), told.encode())


def told(*arguments: str) -> str:
    """The digest of what a command prints, but for its speed."""
    from click.testing import CliRunner

    from neuroevo.cli import cli

    with tempfile.TemporaryDirectory() as folder:
        here = os.getcwd()
        os.chdir(folder)
        try:
            result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
        finally:
            os.chdir(here)
    assert result.exit_code == 0, result.output
    shown = [line for line in result.stdout.splitlines() if "/s" not in line]
    return digest("\n".join(shown).encode())


COMMANDS = {
    "evaluate": ("evaluate", "spades-champion", "--deals", "200", "--json"),
    "clubs": ("evaluate", "clubs-champion", "--game", "clubs", "--deals", "200", "--json"),
    "ucb": ("evaluate", "mc-ucb:shuffles=8", "--game", "sueca", "--deals", "20", "--json"),
    "league": ("league", "greedy", "heuristic", "random", "--game", "spades", "--deals", "60"),
    "mixing": ("shuffle", "--times", "3", "--mixing"),
    "odds": ("odds", "4D 6D 6H 7H QC", "--players", "6", "--runs", "2000"),
    "significance": ("significance", "--tricks", "230", "--rounds", "60"),
}


def pieces(whole: bool) -> Iterator[tuple[str, Callable[[], str]]]:
    yield from short_runs()
    yield "signals", signals
    yield "train-bidder", bidding
    for name, arguments in COMMANDS.items():
        yield name, lambda arguments=arguments: told(*arguments)
    if whole:
        yield "spades-card-simple", lambda: evolved("spades-card-simple", {"seed": 1}, None)


def here(only: list[str], whole: bool) -> None:
    """Print a line of JSON for each piece of work, in this process."""
    if LIBRARIES in only:
        print(json.dumps({"work": LIBRARIES, "digest": libraries()}), flush=True)
    for name, work in pieces(whole):
        if not only or name in only:
            began = time.perf_counter()
            found = {"work": name, "digest": work()}
            print(json.dumps(found | {"seconds": time.perf_counter() - began}), flush=True)


HIDDEN = """
import llvmlite.binding as llvm
told = llvm.get_host_cpu_features
def without():
    found = told()
    for name in found:
        if name.startswith("avx512"):
            found[name] = False
    return found
llvm.get_host_cpu_features = without
"""


def digests(
    processor: Processor, cache: Path, only: list[str] | None = None, whole: bool = False
) -> dict[str, str]:
    """The digest of each piece of work on a processor; cache: where its kernels are kept."""
    arguments = [*(only or []), *(["--whole"] if whole else [])]
    code = HIDDEN if processor.hide_wide_vectors else ""
    code += f"import runpy, sys; sys.argv[1:] = ['--here', *{arguments!r}]\n"
    code += f"runpy.run_path({__file__!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)} | processor.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{processor.name}: {done.stderr[-3000:]}"
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {row["work"]: row["digest"] for row in rows}


def main() -> int:
    """Compare all of them, and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="pieces of work, if not all")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--here", action="store_true", help="in this process, no others")
    parser.add_argument("--processors", default=",".join(one.name for one in PROCESSORS))
    given = parser.parse_args()
    if given.here:
        here(given.only, given.whole)
        return 0
    chosen = given.processors.split(",")
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for processor in PROCESSORS:
            if processor.name in chosen:
                began = time.perf_counter()
                cache = Path(folder) / processor.name
                found[processor.name] = digests(processor, cache, given.only, given.whole)
                print(f"{processor.name}: {time.perf_counter() - began:.0f} s", flush=True)
    names = list(found)
    print(f"\n| work | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    same = True
    for work in found[names[0]]:
        row = [found[name].get(work, "missing") for name in names]
        same &= len(set(row)) == 1
        print(f"| {work} | {' | '.join(row)} |")
    print("\nthe same everywhere" if same else "\nNOT the same everywhere")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
