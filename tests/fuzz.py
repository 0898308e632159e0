"""A fuzz of the command line and of damaged files: whatever is asked, the answer is a clear one.

Every case is made from a seed and a number, and is played in a folder with a small run, league and
study. It must end with exit code 0 or 2, at most three lines on stderr, no traceback, under 2 GB,
and after a refusal every file must be as it was before. `make fuzz` plays thousands, each in a
process of its own; `tests/test_fuzz.py` some hundreds, all in one.
"""

from __future__ import annotations

import io
import json
import os
import random
import resource
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MOST_MEMORY = 2 << 30
MOST_SECONDS = 60
MOST_LINES = 3

EXPERIMENT = """
name = "tiny"
[network]
architecture = "scorer"
hidden = [3]
[tournament]
games = 1
opponents = { population = 1.0, past = 1.0 }
past_every = 1
[evolution]
population = 4
generations = 2
patience = 0
[run]
yardstick_every = 1
yardstick_deals = 2
hall_of_fame = 2
workers = 1
"""
GAME = """
name = "mine"
title = "Mine"
source = "nowhere"
ranks = "23456QJK7A"
left_out = { 3 = ["2D"] }
players = [2, 3, 4]
shuffle = "riffle:3"
packets = [3, 2]
trump = "dealer-last"
rank_points = { A = 11, 7 = 10 }
[scoring]
kind = "steps"
of = "points"
steps = [[41, 1], [61, 2]]
"""
STUDY = """
experiment = "tiny.toml"
seeds = [1]
rounds = 16
deals = 2
against = ["random"]
[[tables]]
title = "sizes"
[tables.rows]
"two" = { "network.hidden" = [2] }
"""

WHOLE = ["-1", "0", "1", "2", "3", "1000000000", "9" * 25, "9" * 5000, "nan", "", "x", "1e3", "٣"]
REAL = ["-1", "0", "0.5", "1e308", "1e-320", "nan", "inf", "-inf", "", "x", "½"]
NAMES = ["", "x", "..", "../../x", "☃", "[bold]", "a" * 300, "-", "%s", "a\nb", "C:\\x", "1", " "]
FILES = [
    "new.out", "new.png", "new.npz", "new.html", "a/b/c", ".", "runs", "runs/tiny", "link", "pipe",
    "loop", "there.txt", "there.txt/x", "b" * 255, "b" * 256 + ".png", "☃.svg", "", "new.doc",
]  # fmt: skip
PLAYERS = [
    "random", "greedy", "heuristic", "always-high:when=third", "runs/tiny", "champion.npz",
    "spades-champion", "clubs-champion", "mc-average:shuffles=1", "mc-average:shuffles=1000000000",
    "mc-average:shuffles=0", "mc-extra:playouts=x", "mc-shared:rest=none", "champion.npz:bids=x",
    "champion.npz:bids=network", "there.txt", "pipe", "runs", "nobody", *NAMES,
]  # fmt: skip
GAMES = ["spades", "spades-bids", "clubs", "sueca", "euchre", "whist", "mine.toml", "", "☃.toml"]
CARDS = [
    "4D 6D 6H 7H QC",
    "AS AD",
    "KH KD",
    "A",
    "",
    "4D 4D",
    "XX",
    "4D 6D 6H 7H QC 2C",
    "☃",
    "A A",
]
FEW = ["-1", "0", "1", "2", "1000000000", "9" * 25, "x", "nan"]
SETTINGS = [
    "evolution.population={}", "tournament.games={}", "run.workers={}", "evolution.elite={}",
    "run.hall_of_fame={}", "run.yardstick_deals={}", "tournament.past_kept={}", "seed={}",
    "network.hidden=[{}]", "evolution.strategy.sigma={}", "run.yardstick_every={}",
    "tournament.opponents.greedy={}", "evolution.mutation.start={}", "players={}", "name={}",
    "game={}", "evolution.algorithm={}", "network.architecture={}", "network.features=[{}]",
    "run.backend={}", "run.yardstick_against={}", "tournament.opponents={}", "{}", "{}={}",
]  # fmt: skip

Dice = random.Random
Words = Callable[[Dice], list[str]]


def one_of(words: list[str]) -> Words:
    return lambda dice: [dice.choice(words)]


def some_of(words: list[str], most: int = 4) -> Words:
    return lambda dice: [dice.choice(words) for _ in range(dice.randrange(most + 1))]


def table_of(words: list[str]) -> Words:
    return lambda dice: [",".join(dice.choice(words) for _ in range(dice.choice([1, 2, 4, 4, 4])))]


def no_words(_dice: Dice) -> list[str]:
    return []


def a_setting(dice: Dice) -> list[str]:
    values = [*FEW, *REAL, *NAMES, "{}", "[]", "[[[", "true", "past", "cma", "antithetic", "loky"]
    return [dice.choice(SETTINGS).replace("{}", dice.choice(values))]


COMMON = {"--seed": one_of(WHOLE), "--workers": one_of(FEW), "--json": no_words}
COMMANDS: dict[str, tuple[Words, dict[str, Words], dict[str, list[str]]]] = {
    # command: its arguments, its options, and options without which it would take too long
    "evolve": (
        one_of(["tiny.toml", "nothing", "there.txt", *NAMES]),
        COMMON
        | {
            "--generations": one_of(FEW[:4] + FEW[5:]),
            "--out": one_of(FILES),
            "--set": a_setting,
            "--backend": one_of(["threads", "dask", "x"]),
        },
        {"--generations": ["1"], "--out": ["new"]},
    ),
    "resume": (
        one_of(["runs/tiny", "runs", "there.txt", *NAMES]),
        {
            "--workers": one_of(FEW),
            "--backend": one_of(["threads", "dask", "x"]),
            "--json": no_words,
            "--scheduler": one_of(NAMES),
        },
        {},
    ),
    "runs": (some_of(["runs", "runs/tiny", "there.txt", *NAMES], 1), {}, {}),
    "study": (
        one_of(["study.toml", "nothing", "there.txt", *NAMES]),
        {"--workers": one_of(FEW), "--out": one_of(FILES)},
        {"--out": ["new"]},
    ),
    "evaluate": (
        some_of(PLAYERS),
        COMMON | {"--against": table_of(PLAYERS), "--deals": one_of(FEW), "--game": one_of(GAMES)},
        {"--deals": ["2"]},
    ),
    "league": (
        some_of(PLAYERS),
        COMMON | {"--deals": one_of(FEW), "--game": one_of(GAMES), "--out": one_of(FILES)},
        {"--deals": ["2"], "--out": ["new"]},
    ),
    "significance": (
        no_words,
        {
            "--tricks": one_of(WHOLE),
            "--rounds": one_of([*WHOLE, "100000000"]),
            "--population": one_of(WHOLE),
            "--generations": one_of(WHOLE),
            "--game": one_of(GAMES),
            "--players": one_of(WHOLE),
            "--difference": one_of(REAL),
            "--json": no_words,
        },
        {"--tricks": ["3"], "--rounds": ["4"]},
    ),
    "report": (
        one_of(["runs/tiny", "runs", "there.txt", *NAMES]),
        {"--out": one_of(FILES), "--deals": one_of(FEW), "--seed": one_of(WHOLE)},
        {"--deals": ["2"]},
    ),
    "compare": (
        some_of(["runs/tiny", "runs/other", "runs", *NAMES]),
        COMMON | {"--against": table_of(PLAYERS), "--deals": one_of(FEW)},
        {"--deals": ["2"]},
    ),
    "train-bidder": (
        one_of(PLAYERS),
        COMMON
        | {
            "--out": one_of(FILES),
            "--rounds": one_of(FEW),
            "--hidden": one_of(FEW),
            "--epochs": one_of(FEW),
            "--game": one_of(GAMES),
            "--against": table_of(PLAYERS[:8]),
            "--overwrite": no_words,
        },
        {"--rounds": ["1000"], "--epochs": ["1"], "--out": ["new.npz"]},
    ),
    "reproduce": (
        one_of(["clubs", "spades", *NAMES]),
        COMMON | {"--table": one_of(NAMES), "--games": one_of(FEW), "--out": one_of(FILES)},
        {"--table": ["nothing"], "--out": ["new"]},
    ),
    "simulate": (
        one_of(GAMES),
        COMMON
        | {
            "--players": table_of(PLAYERS),
            "--rounds": one_of(FEW),
            "--games": one_of(FEW),
            "--target": one_of([*FEW[:4], "x"]),
            "--trump": one_of(["hearts", "H", *NAMES]),
            "--shuffle": one_of(["riffle:3", "riffle:1000000000", "thesis:-1", *NAMES]),
            "--game": no_words,
            "--show": no_words,
            "--rotate": no_words,
        },
        {"--rounds": ["2"]},
    ),
    "check": (
        one_of([*PLAYERS[:9], *GAMES, "boss", "cma", "card", "chances", "x.py:y", *NAMES]),
        {
            "--as": one_of(["player", "game", "feature", "algorithm", "architecture", "x"]),
            "--games": table_of(GAMES),
            "--deals": one_of(FEW),
            "--seed": one_of(WHOLE),
            "--json": no_words,
        },
        {"--deals": ["1"], "--games": ["euchre"]},
    ),
    "playout": (
        one_of(["euchre", "spades", *NAMES]),
        COMMON
        | {
            "--hands": one_of(["9C AC 9S AS 9H | TC", "|||", *NAMES]),
            "--trump": one_of(["H", "all", *NAMES]),
            "--dealer": one_of([*WHOLE, "random", "٣"]),
            "--strategy": one_of(["appendix", "described", "double-dummy", *NAMES]),
            "--method": one_of(["exact", "simulate", "x"]),
            "--iterations": one_of(WHOLE),
            "--mend": one_of(["lost-card", "all", *NAMES]),
            "--quirks": no_words,
        },
        {},
    ),
    "shuffle": (
        no_words,
        {
            "--cards": one_of([*WHOLE, "24", "52"]),
            "--times": one_of([*WHOLE, "30"]),
            "--model": one_of(["thesis", "riffle", "uniform", *NAMES]),
            "--mean": one_of(REAL),
            "--variance": one_of(REAL),
            "--samples": one_of(WHOLE),
            "--seed": one_of(WHOLE),
            "--plot": one_of(FILES),
            "--mixing": no_words,
            "--matrix": no_words,
            "--json": no_words,
        },
        {"--samples": ["10"]},
    ),
    "odds": (
        some_of(CARDS, 1),
        COMMON
        | {
            "--game": one_of(["five", "draw", "holdem", "x"]),
            "--players": one_of(WHOLE),
            "--rules": one_of(["standard", "case-study", "x"]),
            "--runs": one_of(WHOLE),
            "--discard": one_of([*CARDS, "none", "best"]),
            "--exchange": one_of(WHOLE),
            "--board": one_of([*CARDS, "2C 7D 9H"]),
            "--opponent": one_of(["AKs, TT+", "any", "AsKd", *NAMES]),
            "--show": no_words,
        },
        {"--method": ["simulate"], "--runs": ["2"]},
    ),
    "blackjack": (
        some_of(["8 8", "T 6", "A A", *CARDS], 1),
        {
            "--dealer": one_of(["T", "AS", *NAMES]),
            "--decks": one_of([*WHOLE, "infinite", "6"]),
            "--soft17": one_of(["hit", "stand", "x"]),
            "--surrender": no_words,
            "--json": no_words,
        },
        {"--dealer": ["T"]},
    ),
    "games": (no_words, {}, {}),
    "nothing": (some_of(NAMES), {}, {}),
}


def command_line(dice: Dice) -> list[str]:
    """A command with some of its options, plausible and absurd."""
    command = dice.choice(list(COMMANDS))
    arguments, options, needed = COMMANDS[command]
    line = [command, *arguments(dice)]
    chosen = dice.sample(list(options), dice.randrange(min(4, len(options)) + 1))
    for name in chosen:
        line += [name, *options[name](dice)]
    if "--game" in chosen and command == "simulate":
        needed = {"--games": ["2"]} if "--games" not in chosen else {}
    for name, words in needed.items():
        if name not in chosen:
            line += [name, *words]
    return line


READERS: dict[str, list[list[str]]] = {
    "champion.npz": [
        ["evaluate", "champion.npz", "--deals", "2"],
        ["simulate", "spades", "--players", "champion.npz,random,random,random", "--rounds", "2"],
    ],
    "runs/tiny/champion.npz": [
        ["report", "runs/tiny", "--deals", "2"],
        ["compare", "runs/tiny", "runs/other", "--deals", "2"],
        ["evaluate", "runs/tiny", "--deals", "2"],
    ],
    "runs/half/checkpoint.npz": [
        ["resume", "runs/half"],
        ["runs"],
        ["resume", "runs/half", "--json"],
    ],
    "runs/tiny/checkpoint.npz": [["resume", "runs/tiny"], ["report", "runs/tiny", "--deals", "2"]],
    "runs/tiny/hall-of-fame/01.npz": [["compare", "runs/tiny", "runs/other", "--deals", "2"]],
    "runs/tiny/experiment.toml": [["runs"], ["resume", "runs/tiny"], ["report", "runs/tiny"]],
    "runs/tiny/game.toml": [
        ["runs"],
        ["resume", "runs/half"],
        ["report", "runs/tiny", "--deals", "2"],
    ],
    "mine.toml": [
        ["simulate", "mine.toml", "--rounds", "20"],
        ["simulate", "mine.toml", "--show"],
        ["games", "mine.toml"],
    ],
    "runs/tiny/provenance.json": [["report", "runs/tiny", "--deals", "2"]],
    "runs/tiny/log.csv": [["report", "runs/tiny", "--deals", "2"]],
    "tiny.toml": [["evolve", "tiny.toml", "--out", "new", "--generations", "1"]],
    "study.toml": [["study", "study.toml", "--out", "new"]],
    "leagues/spades/pairs.json": [["league", "random", "greedy", "--deals", "2"]],
    "studies/study/results.json": [["study", "study.toml"]],
}


def cut(content: bytes, dice: Dice) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def flip(content: bytes, dice: Dice) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice([1, 1, 3, 20])):
        if changed:
            changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def rubbish(_content: bytes, dice: Dice) -> bytes:
    return dice.choice(
        [
            b"", b"\x00" * 1000, b"\xff\xfe" * 50, b"null", b"[]", b"{}", b"[" * 100_000,
            b'{"a":' * 100_000, b"1" * 10_000, b"a = " + b"[" * 10_000, b"NaN", b"-", b"\n,,\n",
            dice.randbytes(500), b"PK\x03\x04" + dice.randbytes(100), b"\x93NUMPY",
        ]
    )  # fmt: skip


def changed_text(content: bytes, dice: Dice) -> bytes:
    """Another value somewhere: a number, a word, or something of the wrong kind."""
    text = content.decode("utf-8", "replace")
    words = [word for word in text.replace('"', " ").replace(",", " ").split() if len(word) < 40]
    if not words:
        return content
    new = dice.choice(["-1", "0", "1e400", "NaN", '"x"', "null", "[]", "{}", "9" * 30, "", "☃"])
    return text.replace(dice.choice(words), new, dice.choice([1, 1, -1])).encode()


def changed_arrays(content: bytes, dice: Dice) -> bytes:
    """The same archive with one array that is not as it should be."""
    try:
        with np.load(io.BytesIO(content)) as found:
            arrays = {name: found[name] for name in found.files}
    except Exception:
        return content
    name = dice.choice(list(arrays))
    one = arrays[name]
    about = json.loads(arrays["about"].tobytes())
    match dice.randrange(9):
        case 0:
            arrays[name] = one.astype(dice.choice([np.float64, np.int8, np.complex64, "U8"]))
        case 1:
            arrays[name] = one.reshape(1, *one.shape)
        case 2:
            arrays[name] = one[: len(one) // 2] if one.ndim else one.reshape(1)
        case 3:
            if one.dtype == np.float32 and one.size:
                one.reshape(-1)[dice.randrange(one.size)] = dice.choice(
                    [np.nan, np.inf, 3e38, -1e30]
                )
        case 4:
            del arrays[name]
        case 5:
            arrays["extra"] = np.zeros(3)
        case 6:
            packed = io.BytesIO()
            arrays[name] = np.zeros((dice.choice([1, 30]), 10_000_000), one.dtype)
            np.savez_compressed(packed, **arrays)
            return packed.getvalue()
        case _:
            key = dice.choice(list(about))
            about[key] = dice.choice([None, -1, 10**30, "x", [], {}, True, 1.5, [1, "x"], [10**9]])
            arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    return packed.getvalue()


def odd_archive(content: bytes, dice: Dice) -> bytes:
    """A zip, or an array, of the wrong kind."""
    packed = io.BytesIO()
    match dice.randrange(4):
        case 0:
            np.save(packed, np.zeros(10))
        case 1:
            with zipfile.ZipFile(packed, "w") as archive:
                for number in range(dice.choice([1, 100])):
                    archive.writestr(f"{number}.txt", "x")
        case 2:
            header = str({"descr": "<f4", "fortran_order": False, "shape": (10**12,)}).encode()
            member = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
            with zipfile.ZipFile(packed, "w") as archive:
                archive.writestr("weights.npy", member)
                archive.writestr("about.npy", member)
        case _:  # every member says that it is encrypted
            changed = bytearray(content)
            for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
                at = changed.find(mark)
                while at >= 0:
                    changed[at + place] |= 1
                    at = changed.find(mark, at + 4)
            return bytes(changed)
    return packed.getvalue()


def damage(name: str, content: bytes, dice: Dice) -> bytes:
    ways = [cut, flip, rubbish]
    ways += (
        [changed_arrays, changed_arrays, odd_archive]
        if name.endswith(".npz")
        else [changed_text] * 3
    )
    return dice.choice(ways)(content, dice)


@dataclass(frozen=True)
class Case:
    """line: the command. damaged: a file, and what it holds instead."""

    number: int
    line: list[str]
    damaged: tuple[str, bytes] | None = None

    def __str__(self) -> str:
        said = " ".join(repr(word if len(word) < 60 else word[:60] + "…") for word in self.line)
        return f"case {self.number}: {said}" + (
            f", damaged {self.damaged[0]}" if self.damaged else ""
        )


def make_case(seed: int, number: int, place: Path) -> Case:
    dice = random.Random(f"{seed}-{number}")
    if dice.random() < 0.5:
        return Case(number, command_line(dice))
    name = dice.choice(list(READERS))
    content = damage(name, (place / name).read_bytes(), dice)
    return Case(number, dice.choice(READERS[name]), (name, content))


def make_place(place: Path, warm: bool = True) -> None:
    """A folder with a run, one that is half done, a league, a study, and things that are no files.

    warm: load, or compile, the kernels that most cases need.
    """
    from neuroevo.evolution import evolve

    place.mkdir(exist_ok=True)
    os.chdir(place)
    (place / "tiny.toml").write_text(EXPERIMENT)
    (place / "mine.toml").write_text(GAME)
    (place / "study.toml").write_text(STUDY)
    (place / "there.txt").write_text("mine")
    (place / "link").symlink_to("there.txt")
    (place / "loop").symlink_to("loop")
    os.mkfifo(place / "pipe")
    evolve("tiny.toml", out="runs/tiny")
    evolve("tiny.toml", out="runs/other", seed=1)
    half = evolve("tiny.toml", out="runs/half")
    state = half.load_checkpoint()
    state.finished = False
    half.save(state)
    shutil.copy("runs/tiny/champion.npz", "champion.npz")
    for line in (*MAKING, *(WARMING if warm else ())):
        code, _, error = run_here([*line.split(), "--workers", "1"])
        assert code == 0, error
    for name in ("warm.npz", "warm.html", "runs/tiny/pictures"):
        path = place / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


MAKING = ("league random greedy --deals 2", "study study.toml")
WARMING = (
    "evaluate runs/tiny heuristic mc-average:shuffles=1 --deals 2",
    "compare runs/tiny runs/other --deals 2",
    "report runs/tiny --deals 2 --out warm.html",
    "train-bidder champion.npz --rounds 1000 --epochs 1 --out warm.npz",
    "simulate euchre --players greedy,random,greedy,random --game --games 2",
    "simulate sueca --rounds 2",
    "simulate clubs --rounds 2",
    "playout euchre --method simulate --iterations 2",
    "odds --runs 2 --method simulate",
)
"""Commands that use nearly every kernel."""


def tree(place: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and folder: its kind, and what is in it."""
    found = {}
    for path in sorted(place.rglob("*")):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path.relative_to(place))] = (path.lstat().st_mode & 0o170000, content)
    return found


def restore(place: Path, before: dict[str, tuple[int, bytes]]) -> None:
    """Take away what is new, and put back what is not as it was."""
    for name, (kind, content) in tree(place).items():
        path = place / name
        if name not in before or before[name][0] != kind:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        elif before[name][1] != content:
            path.write_bytes(before[name][1])
    for name, (kind, content) in before.items():
        path = place / name
        if not os.path.lexists(path):
            if kind == 0o040000:
                path.mkdir()
            elif kind == 0o100000:
                path.write_bytes(content)


def run_here(line: list[str]) -> tuple[int, str, str]:
    """The command in this process: exit code, stdout, stderr; a traceback counts as stderr."""
    from neuroevo.cli import main

    argv, sys.argv = sys.argv, ["neuroevo", *line]
    handlers = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGHUP)}
    out, error = io.StringIO(), io.StringIO()
    code: object = None
    try:
        with redirect_stdout(out), redirect_stderr(error), time_limit(MOST_SECONDS):
            main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        error.write(traceback.format_exc())
        code = 1
    finally:
        sys.argv = argv
        for one, handler in handlers.items():
            signal.signal(one, handler)
    return code if isinstance(code, int) else 0, out.getvalue(), error.getvalue()


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    def late(_signal: int, _frame: object) -> None:
        raise AssertionError(f"it took more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def faults(
    case: Case, place: Path, code: int, error: str, before: dict[str, tuple[int, bytes]]
) -> list[str]:
    """What is wrong with the answer."""
    found = []
    if code not in (0, 2):
        found.append(f"exit code {code}")
    if len(error.splitlines()) > MOST_LINES or "Traceback" in error:
        found.append(f"stderr:\n{error[-2500:]}")
    after = tree(place)
    if code == 2:
        changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        if changed:
            found.append(f"left behind: {', '.join(sorted(changed)[:5])}")
    left = [name for name in after if name.endswith((".part", ".lock"))]
    if left:
        found.append(f"left behind: {', '.join(left)}")
    lost = [name for name, (kind, _) in before.items() if kind != after.get(name, (0, b""))[0]]
    if lost:
        found.append(f"no longer what it was: {', '.join(lost)}")
    return found


def play(
    case: Case, place: Path, run: Callable[[list[str]], tuple[int, str, str]] = run_here
) -> list[str]:
    """Play a case in the place, and leave the place as it was."""
    original = tree(place)
    if case.damaged is not None:
        (place / case.damaged[0]).write_bytes(case.damaged[1])
    before = tree(place)
    code, _, error = run(case.line)
    found = faults(case, place, code, error, before)
    restore(place, original)
    return found


def run_apart(line: list[str]) -> tuple[int, str, str]:
    """The command in a process of its own, forked from this one, with its memory watched."""
    with tempfile.TemporaryFile() as error:
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, 0)
            os.dup2(nowhere, 1)
            os.dup2(error.fileno(), 2)
            code = 1
            try:
                from neuroevo.cli import main

                sys.argv = ["neuroevo", *line]
                main()
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 0
            except BaseException:
                traceback.print_exc()
            sys.stderr.flush()
            os._exit(code)
        began = time.monotonic()
        said = ""
        while True:
            ended, status, used = os.wait4(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - began > MOST_SECONDS and not said:
                said = f"Traceback: none, but it took more than {MOST_SECONDS} seconds"
                os.kill(child, signal.SIGKILL)
            time.sleep(0.005)
        error.seek(0)
        text = error.read().decode("utf-8", "replace") + said
    if used.ru_maxrss * 1024 > MOST_MEMORY:
        text += f"\nTraceback: none, but it took {used.ru_maxrss / 1e6:.1f} GB"
    return os.waitstatus_to_exitcode(status), "", text


def main() -> None:
    """`python tests/fuzz.py [cases] [seed] [first]`: every case in a process of its own."""
    numbers = [int(word) for word in sys.argv[1:4]]
    cases, seed, first = (numbers + [3000, 1, 0][len(numbers) :])[:3]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "place"
        make_place(place)
        # All others are forked from this one, whose kernels are loaded; threads would not survive.
        assert threading.active_count() == 1
        began = time.monotonic()
        for number in range(first, first + cases):
            case = make_case(seed, number, place)
            found = play(case, place, run_apart)
            if found:
                bad += 1
                print(f"{case}\n  " + "\n  ".join(found), flush=True)
        os.chdir("/")
    print(f"{cases} cases from seed {seed} in {time.monotonic() - began:.0f} s: {bad} bad")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
