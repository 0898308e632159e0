"""One look for all pictures."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

BLUE, RED, SAND, GREY = "#2f6f9f", "#c8553d", "#e0a458", "#9aa5b1"
COLOURS = (BLUE, RED, SAND, "#5b8c5a", "#7d5ba6", GREY)


def new_figure(width: float = 7.5, height: float = 3.6) -> tuple[Figure, Any]:
    """A figure with one plain pair of axes.

    It is made without pyplot, so that nothing is kept open and no display is needed; notebooks show
    it all the same.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
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
    """A dotted line across, with its value written at its right end."""
    axes.axhline(value, color="black", linewidth=0.8, linestyle=":")
    axes.annotate(
        f"{what} {value:g}",
        (1, value),
        (-4, -11),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        fontsize=8,
    )
