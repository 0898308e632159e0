"""Lopes Carreiro 2016, "Examining different strategies for the card game Sueca", ch. 4 to 7."""

from __future__ import annotations

from functools import partial

from neuroevo.reproduce.sources import listing
from neuroevo.reproduce.sueca import (
    card_values,
    chapter4,
    chapter5,
    chapter6,
    chapter8,
    nine_trumps,
    one_deck,
    predictors,
    scenarios,
    text,
    times,
    truths,
)
from neuroevo.reproduce.sueca.chapter7 import TABLES_7, about, chapter_7

TABLES = listing(
    ("2.1", "what each card is worth", card_values.table_2_1),
    ("4.1", "one deck: trump suit and leader", one_deck.table_4_1),
    ("4.2", "the suits of that deck", chapter4.table_4_2),
    ("4.3", "the dealer's first card makes trumps", chapter4.table_4_3),
    ("4.4", "trumps in one hand", chapter4.table_4_4),
    ("4.5", "nine trumps: which one is missing", nine_trumps.table_4_5),
    ("4.6", "trumps in a team", chapter4.table_4_6),
    ("4.7", "points in a team", chapter4.table_4_7),
    ("5.1", "obligated trump", chapter5.table_5_1),
    ("5.2", "always high", chapter5.table_5_2),
    ("figure 5.1", "the distribution of random games", chapter5.figure_5_1),
    ("6.1", "Monte-Carlo: play-outs a shuffle", chapter6.table_6_1),
    ("6.2", "Monte-Carlo: number of shuffles", chapter6.table_6_2),
    ("6.3", "Monte-Carlo: points in a team", chapter6.table_6_3),
    ("6.4", "how often the true cards are taken", truths.table_6_4),
    ("6.5", "the same with the new way to shuffle", truths.table_6_5),
    ("figure 6.1", "the distribution of Monte-Carlo Normal", chapter6.figure_6_1),
    ("figure 6.2", "the distribution of Monte-Carlo Average", chapter6.figure_6_2),
    ("figure 6.3", "the distribution of Monte-Carlo Extra", chapter6.figure_6_3),
    ("figure 6.4", "a situation when shuffling", scenarios.figure_6_4),
    ("figure 6.6", "in which rounds the true cards are taken", truths.figure_6_6),
    ("figure 6.7", "and how many suits are missing then", truths.figure_6_7),
    ("figure 6.8", "a situation that needs many shuffles", scenarios.figure_6_8),
    *((name, about(name), partial(chapter_7, name)) for name in TABLES_7),
    ("8 strategies", "chapter 8's own ideas: never trumping, combining, UCB", chapter8.strategies),
    ("8 trump card", "the dealer's visible card, and remembering it", chapter8.trump_card),
    ("8 predictors", "trumps and points held together", predictors.predictors),
    ("text", "figures of the running text", text.text),
    ("times", "how long Monte-Carlo takes, as ratios; depends on the machine", times.times),
)
