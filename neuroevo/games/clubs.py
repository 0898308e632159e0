"""Clubs: "Rules for Clubs v1.1", The University of Queensland (2015).

Two to four players, no trumps, a point for each club taken, and points hurt. Three players leave
the two of diamonds out. The threshold at which a game ends is agreed before it; the document's
example uses 5.
"""

from __future__ import annotations

from neuroevo.cards import Card
from neuroevo.games.scoring import CountScoring
from neuroevo.games.sheet import RuleSheet

CLUBS = RuleSheet(
    name="clubs",
    title="Clubs",
    source="Rules for Clubs v1.1, 2015",
    players=(2, 3, 4),
    left_out={3: (Card("2", "D"),)},
    suit_points={"C": 1},
    fewest_wins=True,
    scoring=CountScoring("points"),
    next_leader="last-winner",
    game_target=5,
)
