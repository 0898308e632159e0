"""Euchre: Wright, "The Mathematics Behind Euchre" (2001), "The Rules of Euchre".

Twenty-four cards, five each, two teams, and the jacks of trumps' colour above the ace. The players
name trumps; `EUCHRE.with_trump("H")` is the play of the cards alone, with trumps given.
"""

from __future__ import annotations

from neuroevo.games.scoring import CallScoring
from neuroevo.games.sheet import RuleSheet

EUCHRE = RuleSheet(
    name="euchre",
    title="Euchre",
    source="Wright 2001, The Rules of Euchre",
    ranks="9TJQKA",
    bowers="J",
    hand_size=5,
    packets=(3, 2),
    partners=True,
    trump="named",
    scoring=CallScoring(needed=3, made=1, march=2, lone_march=4, euchre=2),
    game_target=10,
)
