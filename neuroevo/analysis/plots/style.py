"""One look for all pictures."""

from __future__ import annotations

import io
from typing import Any

from matplotlib.figure import Figure

BLUE, RED, SAND, GREY = "#2f6f9f", "#c8553d", "#e0a458", "#9aa5b1"
COLOURS = (BLUE, RED, SAND, "#5b8c5a", "#7d5ba6", GREY)


DOTS_PER_INCH = 110


class Picture(Figure):
    """A figure made without pyplot: nothing is kept open and no display is needed.

    Matplotlib's own are shown in a notebook only where its inline backend was switched on first;
    this one shows itself.
    """

    def __init__(self, width: float = 7.5, height: float = 3.6) -> None:
        super().__init__(figsize=(width, height), layout="constrained")

    def _repr_png_(self) -> bytes:
        return as_png(self)


def as_png(figure: Figure, dots_per_inch: int = DOTS_PER_INCH) -> bytes:
    """The picture as a file's content, the same bytes each time."""
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=dots_per_inch, metadata={"Software": None})
    return content.getvalue()


def new_figure(width: float = 7.5, height: float = 3.6) -> tuple[Picture, Any]:
    """A picture with one plain pair of axes."""
    figure = Picture(width, height)
    axes = figure.subplots()
    tidy(axes)
    return figure, axes


def tidy(axes: Any) -> None:
    """No frame where there is nothing to read."""
    axes.spines[["top", "right"]].set_visible(False)


def title(axes: Any, text: str) -> None:
    """A heading on the left."""
    axes.set_title(text, loc="left", fontsize=10)


def chance_line(axes: Any, value: float, what: str = "chance") -> None:
    """A dotted line across curves that are drawn already, with its value below its right end."""
    axes.axhline(value, color="black", linewidth=0.8, linestyle=":")
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, value - 0.12 * (high - low)), high)
    axes.annotate(
        f"{what} {value:.4g}",
        (1, value),
        (-4, -11),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        fontsize=8,
    )
