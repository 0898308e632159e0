"""Who sits where when one player meets others."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.tournament.entrants import Entrant


def own_seats(sheet: RuleSheet, seats: int) -> tuple[int, ...]:
    """The seats of the player who is looked at: the first side's."""
    return sheet.sides(seats)[0]


def seat_against(
    sheet: RuleSheet, seats: int, player: Entrant, others: Sequence[Entrant]
) -> list[Entrant]:
    """The table of a match: the player in seat 0, with its double opposite in a team game."""
    own = own_seats(sheet, seats)
    free = [seat for seat in range(seats) if seat not in own]
    if len(others) not in (1, len(free)):
        raise BadInput(
            f"{sheet.name} has {len(free)} other seats: name one opponent or {len(free)}, "
            f"not {len(others)}"
        )
    sitting = list(others) * len(free) if len(others) == 1 else list(others)
    table = [player] * seats
    for seat, other in zip(free, sitting, strict=True):
        table[seat] = other
    return table
