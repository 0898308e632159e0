"""Two rule sets to compare hands by: `standard`, and `case-study`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from neuroevo.cards import Card
from neuroevo.errors import BadInput, choose_from
from neuroevo.poker.case_study import status_name, status_of_class, statuses
from neuroevo.poker.ranks import CLASSES, STRAIGHT, all_values, class_name, hand_class
from neuroevo.poker.tables import Values, class_table, table_of_values


@dataclass(frozen=True)
class Rules:
    """How hands compare.

    value_of_class: shape (7462,), what compares in place of the class. table: the kernels' table
    with these values in it. ties_win: whether a tie counts as the user's win. pat_from: the lowest
    value of a straight; from there on a hand needs all of its five cards.
    """

    name: str
    ties_win: bool
    pat_from: int
    value_of_class: Values = field(repr=False)
    table: Values = field(repr=False)
    name_of_value: Callable[[int], str] = field(repr=False)

    def value(self, cards: Sequence[Card]) -> int:
        """What a hand of five to seven cards is worth; plain, for a few hands."""
        return int(self.value_of_class[hand_class(cards)])

    def describe(self, cards: Sequence[Card]) -> str:
        """What the hand is called under these rules."""
        return self.name_of_value(self.value(cards))


def _standard() -> Rules:
    identity = np.arange(CLASSES, dtype=np.uint16)
    straights = [kind >= STRAIGHT for kind, _ in all_values()]
    return Rules(
        "standard", False, straights.index(True), identity, class_table(), _name_with_kickers
    )


def _name_with_kickers(value: int) -> str:
    return class_name(value, kickers=True)


def _case_study() -> Rules:
    values = status_of_class()
    straights = [status >= STRAIGHT for status, _ in statuses()]
    return Rules(
        "case-study", True, straights.index(True), values, table_of_values(values), status_name
    )


_MAKERS = {"standard": _standard, "case-study": _case_study}
RULE_NAMES = tuple(_MAKERS)


@cache
def find_rules(name: str) -> Rules:
    """The rule set of this name.

    >>> from neuroevo.cards import parse_hand
    >>> find_rules("case-study").describe(parse_hand("4D 6D 6H 7H QC"))
    'OnePair 6'
    """
    if name not in _MAKERS:
        raise BadInput(f"there are no rules {name!r}{choose_from(name, _MAKERS)}")
    return _MAKERS[name]()
