"""`neuroevo shuffle`: shuffle a pack, as an order or as a matrix, and measure how well it mixes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from neuroevo.cards import SHUFFLE_MODELS, Purpose, Shuffle, Stream, child_seed, run_key
from neuroevo.cli.options import json_option, number_between, seed_option, writable_file
from neuroevo.cli.screen import has_width, print_lines, print_text, screen
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput

if TYPE_CHECKING:
    from neuroevo.cards.mixing import Mixing


PICTURE_KINDS = ("png", "svg", "pdf", "jpg")
MOST_SHOWN = 1_000
"""Shuffles whose packs are printed."""


def picture_kind(path: Path) -> str:
    """What to draw, by the file's name."""
    return path.suffix.lstrip(".").lower() or "png"


def drawable_file(
    context: click.Context, option: click.Parameter, value: Path | None
) -> Path | None:
    """`writable_file`, for a picture of a kind that can be drawn."""
    if value is not None and picture_kind(value) not in PICTURE_KINDS:
        raise BadInput(f"can't draw a .{picture_kind(value)} picture: take .png, .svg or .pdf")
    return writable_file(context, option, value)


@click.command(epilog=". ".join(f"{name}: {what}" for name, what in SHUFFLE_MODELS.items()) + ".")
@click.option("--cards", type=int, default=24, show_default=True, help="The size of the pack.")
@click.option(
    "--times",
    type=int,
    default=7,
    show_default=True,
    callback=number_between(0, MOST_SHOWN),
    help="How often to shuffle it.",
)
@click.option("--model", default="thesis", show_default=True, help=f"{', '.join(SHUFFLE_MODELS)}.")
@click.option("--mean", type=float, help="Mean of the thesis' cut.  [default: (cards + 1) / 2]")
@click.option("--variance", type=float, help="Variance of the thesis' cut.  [default: cards / 8]")
@click.option("--matrix", is_flag=True, help="Print the whole shuffle as a permutation matrix.")
@click.option("--mixing", is_flag=True, help="Measure the distance from a perfectly mixed pack.")
@click.option(
    "--samples", type=int, default=100_000, show_default=True, help="Packs shuffled for --mixing."
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=drawable_file,
    help="Write a picture: distance against shuffles, all models.",
)
@seed_option
@json_option
def shuffle(
    cards: int,
    times: int,
    model: str,
    mean: float | None,
    variance: float | None,
    matrix: bool,
    mixing: bool,
    samples: int,
    plot: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Shuffle a pack of cards numbered from 1, top card first, and show it after each shuffle.

    With --mixing, how far it is from perfectly mixed: total variation, exact for riffle and
    uniform, and for the thesis' two models the best of three lower bounds.
    """
    from neuroevo.cards.shuffles import check_cards, permutation_matrix, shuffle_order

    chosen = Shuffle(model.strip().lower(), times, mean, variance)
    check_cards(cards)
    once = Shuffle(chosen.model, 1, mean, variance)
    stream = Stream(child_seed(run_key(seed, Purpose.SHUFFLING), 0))
    packs = [list(range(cards))]
    for _ in range(times):
        order = shuffle_order(once, cards, stream)
        packs.append([packs[-1][place] for place in order])
    measured = None
    if mixing:
        from neuroevo.cards.mixing import measure_mixing

        measured = measure_mixing(once, cards, times, samples, seed)
    if plot is not None:
        save_plot(plot, once, cards, max(times, 1), samples, seed)
    if as_json:
        found: dict[str, Any] = {
            "model": chosen.model,
            "cards": cards,
            "times": times,
            "seed": seed,
            "order": [card + 1 for card in packs[-1]],
        }
        if matrix:
            found["matrix"] = permutation_matrix(packs[-1]).tolist()
        if measured is not None:
            found["mixing"] = mixing_as_dict(measured)
        click.echo(json.dumps(found))
        return
    about = f", cut at {once.cut_mean(cards):g}, variance {once.cut_variance(cards):g}"
    print_text(
        f"{cards} cards, {chosen.model} shuffle{about if chosen.is_thesis else ''}, "
        f"{times} times, seed {seed}"
    )
    wide, after = len(str(cards)), len(str(times))
    for number, pack in enumerate(packs):
        print_row(f"  {number:>{after}}  ", [f"{card + 1:>{wide}}" for card in pack])
    if matrix:
        print_text("\nas a matrix: matrix times the first pack, as a column, is the last one")
        for row in permutation_matrix(packs[-1]):
            spaced = " ".join(map(str, row))
            close = has_width() and len(spaced) + 2 > screen().width
            print_text("  " + (spaced.replace(" ", "") if close else spaced), hanging=4)
    if measured is not None:
        print_text()
        print_mixing(measured)
    if plot is not None:
        print_text(f"\nwrote {plot}")


def print_row(before: str, cells: list[str]) -> None:
    """Cells of equal width in lines of as many as the screen has room for, below one another."""
    room = (screen().width - len(before) + 1) // (len(cells[0]) + 1) if has_width() else len(cells)
    for start in range(0, len(cells), room):
        indent = " " * len(before) if start else before
        print_lines([Text(indent + " ".join(cells[start : start + room]))])


def save_plot(path: Path, chosen: Shuffle, cards: int, times: int, samples: int, seed: int) -> None:
    """The chosen shuffle's curve, and the other models' beside it."""
    import io

    from neuroevo.analysis.plots.shuffling import mixing_curves
    from neuroevo.cards.mixing import measure_mixing
    from neuroevo.files import replace_file

    compared = ("thesis", "thesis-rounded", "riffle", "uniform")
    others = [Shuffle(name) for name in compared if name != chosen.model]
    figure = mixing_curves(
        [measure_mixing(one, cards, times, samples, seed) for one in (chosen, *others)]
    )
    picture = io.BytesIO()
    figure.savefig(picture, format=picture_kind(path), dpi=110)
    replace_file(path, picture.getvalue())


def mixing_as_dict(mixing: Mixing) -> dict[str, Any]:
    """For JSON; the lists are by number of shuffles, from 0 on."""
    return {
        "exact": mixing.exact,
        "distance": list(mixing.distances),
        "card_bound": list(mixing.card),
        "rising_bound": list(mixing.rising),
        "reach_bound": list(mixing.reach),
        "entropy": mixing.entropy,
        "mixed_entropy": mixing.mixed_entropy,
        "mixed_after": mixing.mixed_after,
    }


def print_mixing(mixing: Mixing) -> None:
    """Distance and bounds by number of shuffles, for people."""
    known = "distance" if mixing.exact else "distance at least"
    bounds = ("by a card's place", "by rising sequences", "by reach")
    rows = zip(mixing.distances, mixing.card, mixing.rising, mixing.reach, strict=True)
    print_table(
        [Column("shuffles", "key"), Column(known), *map(Column, bounds)],
        [[str(number), *(f"{value:.3f}" for value in row)] for number, row in enumerate(rows)],
    )
    least = "" if mixing.exact else "at least "
    print_text(
        f"one shuffle has {mixing.entropy:.2f} bits of entropy, a perfectly mixed pack "
        f"{mixing.mixed_entropy:.2f}"
    )
    print_text(f"under 5 % after {least}{mixing.mixed_after} shuffles")
