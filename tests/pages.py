"""The examples of a page of documentation: files to write, and programs to run beside them."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(python|toml)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE_NAME = re.compile(r"# ([\w-]+\.(?:py|toml))\n")


def files_and_programs(page):
    """A block that opens with `# name.py` is that file; any other Python is a program."""
    files, programs = {}, []
    for language, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        name = FILE_NAME.match(text)
        if name:
            files[name[1]] = text
        elif language == "python":
            programs.append(text)
    return files, programs


def write_files(page, folder):
    """Write the page's files into a folder."""
    for name, text in files_and_programs(page)[0].items():
        (folder / name).write_text(text, encoding="utf-8")


def run(code, folder):
    """Run a program in a folder."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=folder,
    )
