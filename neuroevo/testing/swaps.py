"""Another table that looks the same from one place: all that this place can't see is changed.

Whoever decides honestly decides the same at both. What is changed is not what a player is thought
to look at, but everything that he must not see: who of the others holds which unseen card and what
lies in the pack, in which order cards were dealt, the others' dice, who they are, and whatever an
earlier round left on the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.games.compiled import Rules

IDENTITY = ("kind", "manner", "architecture", "brain", "choose", "voice")
"""Who sits at a place."""


def swap_unseen(
    rules: Rules, tables: NDArray[Any], place: int, dice: np.random.Generator
) -> tuple[NDArray[Any], int]:
    """The same table from a place's side; and how many cards changed hands.

    tables: (1,) TABLE, not changed. What lies open stays as it is: cards that were laid, the
    turn-up, and how many cards everybody holds.
    """
    found = tables.copy()
    table = found[0]
    players, size, cards = (int(rules[name]) for name in ("players", "tricks", "cards"))
    numbers = _relabelled(rules, table, place, dice)
    table["deck"][:cards] = numbers[table["deck"][:cards]]
    if table["laid_away"] >= 0:
        table["laid_away"] = numbers[table["laid_away"]]
    moved = 0
    for other in range(players):
        if other != place:
            held = _cards_of(rules, table, int(table["hands"][other]))
            now = _as_bits(rules, table, numbers[held])
            moved += (int(table["hands"][other]) & ~now).bit_count()
            table["hands"][other] = now
            _shuffle_slots(table, rules["positions"][other, :size], dice)
            for name in IDENTITY:
                table[name][other] = table[name][place]
            table["streams"][other] = dice.integers(1 << 63)
    _shuffle_slots(table, np.arange(players * size, cards), dice)
    table["streams"][4] = dice.integers(1 << 63)  # the dealer's
    table["row"] = dice.integers(1 << 20)
    table["log"][int(table["laid"]) :] = 0
    for name, first in (("leaders", 1), ("winners", 0), ("taken_with", 0)):
        table[name][int(table["trick"]) + first :] = 0
    return found, moved


def swap_undealt(
    rules: Rules, tables: NDArray[Any], place: int, dice: np.random.Generator
) -> tuple[NDArray[Any], int]:
    """`swap_unseen` before the play, when hands are still what was dealt: they are taken up, so
    that no card is known but the place's own and the turn-up."""
    found = tables.copy()
    table = found[0]
    for one in range(int(rules["players"])):
        dealt = table["deck"][rules["positions"][one, : int(rules["tricks"])]]
        table["hands"][one] = _as_bits(rules, table, dealt)
    table["laid"] = table["trick"] = 0
    return swap_unseen(rules, found, place, dice)


def _relabelled(
    rules: Rules, table: Any, place: int, dice: np.random.Generator
) -> NDArray[np.int64]:
    """By card number, the card that lies where this one lay: (52,) int64."""
    known = set(_cards_of(rules, table, int(table["hands"][place])))
    bits = table["log"][: int(table["laid"])]
    known |= set(rules["card_of_bit"][int(table["trump"]), bits].tolist())
    known.add(int(table["turn_up"]))
    if place == int(rules["players"]) - 1:
        known.add(int(table["laid_away"]))
    deck = rules["deck"][: int(rules["cards"])].tolist()
    unseen = np.array([card for card in deck if card not in known], dtype=np.int64)
    numbers = np.arange(52)
    numbers[unseen] = dice.permutation(unseen)
    return numbers


def _shuffle_slots(table: Any, slots: NDArray[Any], dice: np.random.Generator) -> None:
    """Deal the same cards in another order; the turn-up stays where it is."""
    free = np.array([slot for slot in slots if table["deck"][slot] != table["turn_up"]], np.int64)
    table["deck"][free] = table["deck"][dice.permutation(free)]


def _cards_of(rules: Rules, table: Any, held: int) -> list[int]:
    cards = rules["card_of_bit"][int(table["trump"])]
    return [int(cards[bit]) for bit in range(64) if held >> bit & 1]


def _as_bits(rules: Rules, table: Any, numbers: Any) -> int:
    bits = rules["bit_of_card"][int(table["trump"])]
    return sum(1 << int(bits[number]) for number in numbers)
