"""Run every command that the README shows, and put in what it prints today: `make readme`.

A block is refreshed if its first line begins with `$ neuroevo`. The commands run one after another
in a folder of their own, beside the files that the README shows. Prose that repeats their figures
is for a person to read again: what changed is printed.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "README.md"
WIDTH = "100"
BLOCK = re.compile(r"^```\n(\$ neuroevo .*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (neuroevo .*)$", re.MULTILINE)
FILE = re.compile(r"^```(?:python|toml)\n# ([\w-]+\.(?:py|toml))\n", re.MULTILINE)
QUIET = re.compile(r"compiling |generation \d+: ")
"""Lines that only a first use prints, and those that show that something goes on."""


def write_files(text: str, folder: Path) -> None:
    """The files that the page shows, into a folder."""
    for found in FILE.finditer(text):
        body = text[text.index("\n", found.start()) + 1 :]
        (folder / found[1]).write_text(body[: body.index("\n```\n") + 1], encoding="utf-8")


def run(command: str, folder: Path) -> str:
    """What a command prints, on a screen as wide as the page."""
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=folder,
        env=os.environ | {"COLUMNS": WIDTH, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 2):  # a mistake is shown on purpose, a failure is not
        sys.exit(f"{command}\n{done.stdout}")
    lines = [line.rstrip() for line in done.stdout.splitlines() if not QUIET.match(line)]
    return "\n".join(lines).strip("\n")


def refresh(block: str, folder: Path) -> str:
    """The commands of a block, each with what it prints now; one that showed nothing stays so."""
    parts = re.split(r"(?=^\$ )", block, flags=re.MULTILINE)
    shown = []
    for part in filter(None, parts):
        command, _, before = part.strip("\n").partition("\n")
        printed = run(command[2:], folder)
        shown.append(f"{command}\n{printed}" if before.strip() else command)
        print(f"{command}", flush=True)
    return "\n\n".join(shown) + "\n"


def main() -> None:
    """Refresh the page in place, and print what changed."""
    before = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        write_files(before, Path(name))
        after = BLOCK.sub(lambda found: f"```\n{refresh(found[1], Path(name))}```", before)
    PAGE.write_text(after, encoding="utf-8")
    print(
        "\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))
    )


if __name__ == "__main__":
    main()
