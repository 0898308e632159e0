"""One kernel table, moved by hand: deal, ask whoever's turn it is, lay a card.

The table kernels play rounds to their end; a check wants to stop before a decision, change what
the player must not see, and ask again.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.deal import shuffle_deck
from neuroevo.games.kernels.play import lay_card, legal_now, start_play
from neuroevo.kernel_cache import kernel, unkept_kernel
from neuroevo.networks.features import Feature
from neuroevo.networks.kernels.scorer import list_digest, make_describe
from neuroevo.networks.kernels.situation import survey
from neuroevo.players.kernels.written import bid_tricks, choose_by_address, discard, name_trump
from neuroevo.tournament.kernels.asked_tables import decide_alone, note_question
from neuroevo.tournament.kernels.tables import open_round
from neuroevo.tournament.kernels.work import Work, seat_table

BIDS, CALLS, LAYS_AWAY = range(3)
"""What a place says before the play."""


@kernel
def seat_and_open(rules: Rules, table: Table, work: Work, row: int) -> int:
    """Seat a round, deal, bid and make trumps; the place that leads, or -1 if nobody ever calls."""
    seat_table(rules, table, work, row)
    return open_round(rules, table, None)


@kernel
def seat_and_shuffle(rules: Rules, table: Table, work: Work, row: int) -> None:
    """Seat a round and deal; nobody has spoken yet."""
    seat_table(rules, table, work, row)
    shuffle_deck(table, rules)


@kernel
def say_now(rules: Rules, table: Table, place: int, what: int, asked: int) -> int:
    """What a place says: a bid, a call in this round of asking, or the slot that it lays away."""
    if what == BIDS:
        return bid_tricks(rules, table, None, place)
    if what == CALLS:
        return name_trump(rules, table, None, place, asked)
    return discard(rules, table, None)


@kernel
def begin_play(rules: Rules, table: Table, leader: int) -> None:
    """Begin with the first trick."""
    start_play(rules, table, leader)


@kernel
def legal_at(rules: Rules, table: Table) -> int:
    """What may be played now, as bits."""
    return legal_now(rules, table)


@kernel
def choose_now(rules: Rules, table: Table) -> int:
    """The bit of the card that the place whose turn it is plays by its function."""
    return choose_by_address(rules, table, None, table.turn, legal_now(rules, table))


@kernel
def choose_in_company(
    rules: Rules, tables: np.ndarray, memories: np.ndarray, brains: Any, sums: np.ndarray
) -> int:
    """The same for a large network, at the first of the tables, where it lays the card."""
    for place in range(4):
        memories[0].synced[place] = -1
    decide_alone(rules, tables, 0, (memories, brains, sums))
    return tables[0].log[tables[0].laid - 1]


@kernel
def note_now(rules: Rules, table: Table, work: Work, question: Any) -> None:
    """What a player in Python is asked; question: a record of dtype QUESTION, written."""
    note_question(rules, table, work, 0, question)


@kernel
def lay_now(rules: Rules, table: Table, bit: int) -> None:
    """Lay a card for the place whose turn it is."""
    lay_card(rules, table, bit)


DESCRIBE_TEXT = """
def describe_now(rules, table, known, values):
    now = survey(rules, table, known, table.turn, legal_now(rules, table))
    count = 0
    for card in now.legal:
        describe_decision(now, values[count])
        describe_card(now, card, values[count, SHARED:])
        count += 1
    return count
"""


@cache
def describer(features: tuple[Feature, ...], on_disk: bool) -> Any:
    """describe_now(rules, table, known, values) writes what features say of every legal card to
    values (cards, features) float32, and returns how many cards there are.

    on_disk: whether the features' digests tell all that they depend on.
    """
    decision, card = make_describe(features)
    scope: dict[str, Any] = {
        "__name__": __name__,
        "survey": survey,
        "legal_now": legal_now,
        "describe_decision": decision,
        "describe_card": card,
        "SHARED": sum(not one.of_card for one in features),
    }
    exec(compile(DESCRIBE_TEXT, __file__, "exec"), scope)
    describe = scope["describe_now"]
    describe.__name__ = describe.__qualname__ = f"describe_now_{list_digest(features)}"
    return kernel(describe) if on_disk else unkept_kernel(describe)
