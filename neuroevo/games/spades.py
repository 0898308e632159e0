"""Spades: van Hus, "Artificial Neural Networks for playing Spades" (2020), appendix A.

Four players, no teams, spades are always trumps, and any card may be led (nothing needs to be
"broken"). `SPADES` is the form without bids that the thesis evolves on (section 2.2), where a
round's score is its tricks; `SPADES_WITH_BIDS` is the whole game.
"""

from __future__ import annotations

from dataclasses import replace

from neuroevo.games.scoring import BidScoring, CountScoring
from neuroevo.games.sheet import RuleSheet

SPADES = RuleSheet(
    name="spades",
    title="Spades, tricks only",
    source="van Hus 2020, section 2.2",
    trump="S",
    scoring=CountScoring("tricks"),
    game_rounds=4,
)

SPADES_WITH_BIDS = replace(
    SPADES,
    name="spades-bids",
    title="Spades with bids",
    source="van Hus 2020, appendix A",
    bids_tricks=True,
    scoring=BidScoring(made=10, each_trick=5, each_off=5),
)
