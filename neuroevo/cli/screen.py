"""Where commands print: how wide the screen is, and sentences and commands that keep within it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

PAGE = 160
"""Columns where there is no screen to fit: a file or a pipe."""

NARROWEST = 20
"""Columns of the narrowest screen that anything is laid out for."""

GLUE = "\ue000"
"""Stands for a space at which no line is broken; of private use, and as wide as a space."""


def has_width() -> bool:
    """Whether somebody looks at a screen, or has said by COLUMNS how wide theirs is."""
    return sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()


def screen() -> Console:
    """The console: as wide as the screen, or wide enough for a table that goes to a file.

    It reads no markup: a name with [brackets] in it is printed as it is.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(NARROWEST, console.width) if has_width() else PAGE
    return console


def wrapped(text: Text, width: int, hanging: int = 0) -> list[Text]:
    """The text's lines, broken between words; a word is broken only if it is wider than a line.

    A number and its percent sign are one word. hanging: how far lines after the first are indented.
    """
    console = Console(width=width)
    lines: list[Text] = []
    whole = text.copy()
    whole.plain = whole.plain.replace(" %", f"{GLUE}%")
    for line in whole.split("\n", allow_blank=True):
        first, *_ = line.wrap(console, width, overflow="fold") or [Text("")]
        rest = line[len(first) :]
        lines.append(first)
        if rest.plain.strip():
            rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
            room = max(width - hanging, 1)
            lines += [
                Text(" " * hanging).append_text(one)
                for one in rest.wrap(console, room, overflow="fold")
            ]
    for line in lines:
        line.rstrip()
        line.plain = line.plain.replace(GLUE, " ")
    return lines


def print_lines(lines: Iterable[Text]) -> None:
    """Lines that were laid out already, as they are."""
    console = screen()
    for line in lines:
        console.print(line, soft_wrap=True)


def print_text(text: str | Text = "", style: str = "", hanging: int = 0) -> None:
    """A sentence, wrapped between words on a screen; whole in a file, where somebody may search."""
    shown = Text(text, style) if isinstance(text, str) else text
    print_lines(wrapped(shown, screen().width, hanging) if has_width() else [shown])


def print_command(before: str, command: str) -> None:
    """A command to type again: broken, where it must be, so that it can still be copied."""
    whole = f"{before} {command}".strip()
    width = screen().width
    if not has_width() or len(whole) <= width:
        print_text(whole)
        return
    lines = [before] if before else []
    line = " "
    for word in (shlex.quote(one) for one in shlex.split(command)):
        if line.strip() and len(line) + 1 + len(word) + 2 > width:
            lines.append(line + " \\")
            line = "   "
        line += " " + word
    print_lines(map(Text, [*lines, line]))
