"""Compiled kernels on disk: kernels that were cached by different processes don't mix."""

import os
import subprocess
import sys

from neuroevo.kernel_cache import PACKAGE, kernel_sources

PLAY = """
import sys
from neuroevo.games import SPADES
from neuroevo.tournament import find_entrants, play_deals
for names in sys.argv[1:]:
    played = play_deals(SPADES, find_entrants(names), 1, 0, 400)
    print(names, played.tricks.sum(axis=0).tolist())
"""
RANDOM, GREEDY = "random,random,random,random", "greedy,random,random,random"


def play(cache, *tables):
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *tables],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout.splitlines()


def test_kernels_cached_by_two_processes_keep_their_meaning_in_a_third(tmp_path):
    apart = [*play(tmp_path, RANDOM), *play(tmp_path, GREEDY)]
    assert len(list(tmp_path.rglob("*.nbi"))) >= 2
    assert play(tmp_path, RANDOM, GREEDY) == apart
    assert play(tmp_path, GREEDY, RANDOM) == apart[::-1]
    assert apart[0] != apart[1].replace("greedy", "random", 1)


def test_what_a_kernel_calls_is_part_of_its_fingerprint_and_a_command_is_not():
    names = {str(path.relative_to(PACKAGE)) for path in kernel_sources()}
    needed = {
        "games/kernels/bits.py",
        "cards/kernels/streams.py",
        "players/written.py",
        "networks/kernels/tiles.py",
    }
    assert needed < names
    above = {name for name in names if name.startswith(("cli/", "analysis/", "reproduce/"))}
    assert all(name.startswith("analysis/kernels/") for name in above)


def test_every_imported_module_of_a_kernel_file_is_found():
    for path in kernel_sources():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("from neuroevo."):
                stem = PACKAGE.joinpath(*line.split()[1].split(".")[1:])
                homes = {stem.with_suffix(".py"), stem / "__init__.py"}
                assert homes & set(kernel_sources()), line


def test_a_second_process_compiles_nothing_that_the_first_one_kept(tmp_path):
    (tmp_path / "mine.py").write_text("def low(seat):\n    return seat.legal.lowest\n")
    code = (
        "from neuroevo.compiling import WATCHERS\n"
        "class Told:\n"
        "    def begins(self): print('compiles')\n"
        "    def ends(self): pass\n"
        "WATCHERS.append(Told())\n"
        "from neuroevo import simulate\n"
        "simulate('spades', 'mine.py:low,greedy,heuristic,obligated-trump:lead=trump', rounds=9)\n"
        "simulate('spades-bids', 'spades-champion,random,mc-average:shuffles=1,greedy', rounds=9)\n"
        "simulate('spades', 'random,random,random,random', rounds=9)\n"
    )

    def said():
        return subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        ).stdout.splitlines()

    assert said()
    assert said() == []
