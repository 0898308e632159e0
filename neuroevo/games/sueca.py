"""Sueca: Lopes Carreiro, "Examining different strategies for the card game Sueca" (2016), ch. 2.

Forty cards, the seven ranks below the ace only, two teams, played counter-clockwise. At a table
trumps come from the dealer's first or last card (`SUECA.with_trump("dealer-last")`); the thesis'
experiments draw them at random, and so does this sheet.
"""

from __future__ import annotations

from neuroevo.games.scoring import StepScoring
from neuroevo.games.sheet import RuleSheet

SUECA = RuleSheet(
    name="sueca",
    title="Sueca",
    source="Lopes Carreiro 2016, chapter 2",
    ranks="23456QJK7A",
    rank_points={"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2},
    packets=(10,),
    deal_direction="against-play",
    partners=True,
    direction="counter-clockwise",
    trump="random",
    scoring=StepScoring("points", steps=((61, 1), (91, 2)), all_tricks=4),
    game_target=4,
)
