"""A league as files: CSV, Markdown and a picture, each replaced whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from neuroevo.analysis.intervals import cell_text, known_or_none, range_text, why_unknown
from neuroevo.analysis.league import League
from neuroevo.files import make_folder, replace_file

STORE_FILE = "pairs.json"


def cross_table(league: League) -> list[list[str]]:
    """The cross table for people, a row a player: number, name, a cell an opponent."""
    return [
        [str(number), name, *("–" if cell is None else cell_text(cell.points) for cell in row)]
        for number, (name, row) in enumerate(zip(league.names, league.cells, strict=True), start=1)
    ]


def rating_table(league: League) -> list[list[str]]:
    """The ratings for people, a row a player: number, name, rating, interval, rounds won."""
    return [
        [
            str(number),
            name,
            f"{one.rating:+.1f}",
            range_text(one.low, one.high, digits=1, sign="+"),
            f"{100 * share:.1f} %",
        ]
        for number, (name, one, share) in enumerate(
            zip(league.names, league.ratings, league.mean_win_shares, strict=True), start=1
        )
    ]


RATING_COLUMNS = ("", "player", "rating", "95 % interval", "rounds won")


def heading(league: League) -> str:
    """What was played."""
    return (
        f"{league.sheet.name}: {league.deals:,} deals, each played {league.seats} times with the "
        f"hands moved round, seed {league.seed}"
    )


def explanation(league: League) -> list[str]:
    """How to read the tables."""
    others = (
        "the pair of the row against the pair of the column"
        if league.sheet.partners
        else f"the player of the row against {league.sides - 1} of the column"
    )
    unknown = not all(one.known for one in league.ratings)
    return [
        f"mean±standard error between deals, {others}",
        *([why_unknown(league.deals)] if unknown else []),
        f"ratings: maximum likelihood on Elo's scale, mean 0; equals win {100 * league.chance:.3g} "
        "% of rounds, and equal scores share a win",
        "the ratings alone miss a pair's share of rounds won by at most "
        f"{100 * league.misfit:.1f} percentage points",
    ]


def as_markdown(league: League, command: str) -> str:
    """One page: cross table, ratings, picture."""
    columns = ["", league.aim.heading, *map(str, range(1, len(league.names) + 1))]
    lines = [f"# League: {heading(league)}", "", f"`{command}`", ""]
    lines += [*_markdown(columns, cross_table(league)), ""]
    lines += [*_markdown(RATING_COLUMNS, rating_table(league)), ""]
    lines += [f"- {remark}" for remark in explanation(league)]
    lines += ["", "![league](league.png)", ""]
    return "\n".join(lines)


def _markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    aligned = ["---:" if number != 1 else "---" for number in range(len(columns))]
    return [
        "| " + " | ".join(text.replace("|", "\\|") for text in row).strip() + " |"
        for row in (columns, aligned, *rows)
    ]


def pairs_csv(league: League) -> str:
    """A row a pair, unrounded."""
    rows = []
    for name, row in zip(league.names, league.cells, strict=True):
        for other, cell in zip(league.names, row, strict=True):
            if cell is not None:
                three = (cell.tricks, cell.points, cell.win_share)
                numbers = [number for one in three for number in (one.mean, known_or_none(one.se))]
                rows.append([name, other, league.deals, *numbers])
    measured = [column for what in ("tricks", "points", "wins") for column in (what, f"{what}_se")]
    return _csv(["player", "against", "deals", *measured], rows)


def ratings_csv(league: League) -> str:
    """A row a player, unrounded."""
    return _csv(
        ["player", "rating", "se", "low", "high"],
        [
            [name, one.rating, *map(known_or_none, (one.se, one.low, one.high))]
            for name, one in zip(league.names, league.ratings, strict=True)
        ],
    )


def _csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def write_league(league: League, folder: Path, command: str) -> list[Path]:
    """Write the files of a league; command: what makes it again."""
    from neuroevo.analysis.plots.league import league_table
    from neuroevo.analysis.plots.style import as_png

    make_folder(folder)
    contents: dict[str, str | bytes] = {
        "league.csv": pairs_csv(league),
        "ratings.csv": ratings_csv(league),
        "league.md": as_markdown(league, command),
        "league.png": as_png(league_table(league)),
    }
    for name, content in contents.items():
        replace_file(folder / name, content)
    return [folder / name for name in contents]
