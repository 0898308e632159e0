"""What a player does with its cards, and the weights of a network."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis.cards import CardShares
from neuroevo.analysis.plots.style import COLOURS, Picture, tidy
from neuroevo.cards import ALL_CARDS, RANKS
from neuroevo.networks import Champion

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def win_share_by_card(shares: CardShares, beside: CardShares | None = None) -> Figure:
    """The share of tricks that each card takes, led and followed; another player's thinly."""
    ranks = sorted(
        {RANKS.index(one.rank) for one in ALL_CARDS if shares.played[:, one.number].any()}
    )
    figure = Picture(height=3.4)
    left, right = figure.subplots(1, 2, sharey=True)
    for row, (axes, how) in enumerate(((left, "led"), (right, "followed"))):
        tidy(axes)
        for suit, colour in zip("CDHS", COLOURS, strict=False):
            for one, width, style in ((shares, 1.4, "-"), (beside, 0.8, ":")):
                if one is None:
                    continue
                found = [
                    (RANKS.index(card.rank), one.shares[row, card.number])
                    for card in ALL_CARDS
                    if card.suit == suit and one.played[row, card.number]
                ]
                if found:
                    at, share = zip(*sorted(found), strict=True)
                    label = SYMBOLS[suit] if one is shares else None
                    axes.plot(
                        at,
                        share,
                        style,
                        color=colour,
                        linewidth=width,
                        label=label,
                        marker=".",
                        markersize=4 if one is shares else 0,
                    )
        axes.set(xticks=ranks, xticklabels=[RANKS[one] for one in ranks])
        axes.set(ylim=(0, 1.02), xlabel=how)
    left.set_ylabel("share of tricks taken")
    left.legend(frameon=False, fontsize=8, ncols=2)
    dotted = f"; dotted: {beside.player}" if beside is not None else ""
    figure.suptitle(f"{shares.player}{dotted}", x=0.01, ha="left", fontsize=10)
    return figure


def weights_by_layer(champion: Champion) -> Figure:
    """The weights of a network, a picture a layer: inputs down, units across."""
    layers = champion.architecture.layers(champion.weights)
    figure = Picture(height=3.2)
    panels = figure.subplots(1, len(layers), squeeze=False)[0]
    picture: Any = None
    for number, (axes, (matrix, _)) in enumerate(zip(panels, layers, strict=True)):
        reach = max(1.0, float(np.abs(matrix).max()))
        picture = axes.imshow(
            matrix, cmap="RdBu", vmin=-reach, vmax=reach, aspect="auto", interpolation="nearest"
        )
        axes.set_title(f"layer {number + 1}: {matrix.shape[0]} to {matrix.shape[1]}", fontsize=9)
        axes.set(xlabel="to", ylabel="from" if number == 0 else "")
    figure.colorbar(picture, ax=list(panels), shrink=0.8, label="weight")
    return figure
