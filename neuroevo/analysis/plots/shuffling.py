"""How fast shuffles mix: distance from a perfectly mixed pack against the number of shuffles."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from neuroevo.analysis.plots.style import COLOURS, new_figure, title
from neuroevo.cards.mixing import CLOSE, Mixing


def mixing_curves(measured: Sequence[Mixing]) -> Figure:
    """A curve a shuffle; exact distances drawn through, lower bounds broken."""
    figure, axes = new_figure()
    for mixing, colour in zip(measured, COLOURS, strict=False):
        known = "exact" if mixing.exact else "at least"
        axes.plot(
            range(len(mixing.distances)),
            mixing.distances,
            color=colour,
            marker="o",
            markersize=3.5,
            linestyle="-" if mixing.exact else "--",
            label=f"{mixing.shuffle.model} ({known}; one shuffle {mixing.entropy:.1f} bits)",
        )
    axes.axhline(CLOSE, color="black", linewidth=0.8, linestyle=":")
    axes.annotate("5 %", (0, CLOSE), (-2, 3), textcoords="offset points", fontsize=8)
    most = max(len(mixing.distances) for mixing in measured) - 1
    axes.set(xlabel="shuffles", ylabel="total variation", ylim=(0, 1.03), xlim=(-0.2, most + 0.2))
    axes.xaxis.get_major_locator().set_params(integer=True)
    bits = measured[0].mixed_entropy
    title(
        axes, f"{measured[0].cards} cards ({bits:.1f} bits): distance from a perfectly mixed pack"
    )
    axes.legend(frameon=False, fontsize=8)
    return figure
