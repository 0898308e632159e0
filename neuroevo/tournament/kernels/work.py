"""What a set of tables is to play, and where results go: one record for all table kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.addresses import make_array_at
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.games.compiled import NAMED, Rules, Table
from neuroevo.games.kernels.deal import seed_streams
from neuroevo.kernel_cache import inner

SEATED = np.dtype(
    [
        ("kind", np.int64),  # how the player decides (see neuroevo.players.kinds)
        ("choose", np.int64),  # the address of the function by which it does
        ("manner", np.int64),  # if by Monte-Carlo: its row of `thought.manners`
        ("architecture", np.int64),  # if it is a network: its row of the architectures known
        ("brain", np.int64),  # and the address of its weights
        ("voice", np.int64),  # the address of its voice, by which it bids
    ],
    align=True,
)
"""A player, whom tables refer to by number."""

CALL = np.dtype(
    [
        ("trump", np.int8),  # a suit, or 4 for none
        ("caller", np.int8),  # the seat that made trumps, or -1
        ("alone", np.int8),  # whether it plays alone
        ("leader", np.int8),  # the seat that led first
    ]
)
"""How a round began."""

WORK = np.dtype(
    [
        ("key", np.uint64),  # of the work: table t plays deal `deals[t]` of it
        ("tables", np.int64),
        ("rotations", np.int64),  # table t in rotation r is round `t * rotations + r`
        # Addresses; what lies there must outlive the work:
        ("seated", np.int64),  # (players,) SEATED
        ("seats", np.int64),  # (tables, seats) int64, which player sits where
        ("deals", np.int64),  # (tables,) int64
        ("trick_values", np.int64),  # (2, 52) int64, see `trick_values`; or 0
        # And of what is written, for each round:
        ("tricks", np.int64),  # (rounds, seats) int64, taken
        ("points", np.int64),  # (rounds, seats) int64, taken
        ("bids", np.int64),  # (rounds, seats) int64
        ("values", np.int64),  # (rounds, seats) int64, what the tricks are worth
        ("calls", np.int64),  # (rounds,) CALL
        ("log", np.int64),  # (rounds, 52) int8, card numbers in the order of play, then -1; or 0
    ],
    align=True,
)
"""A set of tables. trick_values: what a trick is worth to whoever took it, led or followed with
that card."""

Work = Any
"""A record of dtype WORK."""

LED, FOLLOWED = 0, 1
"""The rows of `trick_values`."""

_seated_at, _calls_at = make_array_at(SEATED), make_array_at(CALL)
_numbers_at, _cards_at = make_array_at(np.int64), make_array_at(np.int8)


@inner
def player_at(rules: Rules, work: Work, row: int, seat: int) -> int:
    """The number of the player in a seat of a round."""
    return _numbers_at(work.seats, (work.tables, rules.players))[row // work.rotations, seat]


@inner
def seat_table(rules: Rules, table: Table, work: Work, row: int) -> None:
    """Give every place of a round's table its player and its stream."""
    which = row // work.rotations
    seed_table(rules, table, work, which, row - which * work.rotations)
    seat_players(rules, table, work, which)


@inner
def seed_table(rules: Rules, table: Table, work: Work, which: int, rotation: int) -> None:
    """Give every place of a table in one of its rotations its seat and its stream."""
    deal_key = k_child_seed(work.key, _numbers_at(work.deals, (work.tables,))[which])
    seed_streams(table, rules, deal_key, rotation)
    table.row = which * work.rotations + rotation


# Below there are locals, because the compiler must expect any write to a record to change any field
# of it; and unsigned numbers, as numba asks of signed ones whether they count from the end.


@inner
def sitting_at(table: Table, seats: np.ndarray, seated: int, place: int) -> Any:
    """Who sits in a place: a record of dtype SEATED."""
    number = seats[np.uint64(table.seat[place])]
    return _seated_at(seated, (number + 1,))[np.uint64(number)]


@inner
def seat_players(rules: Rules, table: Table, work: Work, which: int) -> None:
    """Give every place of a table, whose seats are known, its player."""
    players, seated = rules.players, work.seated
    seats = _numbers_at(work.seats, (work.tables, players))[which]
    for place in range(players):
        sitting = sitting_at(table, seats, seated, place)
        table.kind[place] = sitting.kind
        table.choose[place] = sitting.choose
        table.manner[place] = sitting.manner
        table.architecture[place] = sitting.architecture
        table.brain[place] = sitting.brain
        table.voice[place] = sitting.voice


@inner
def seat_voices(rules: Rules, table: Table, work: Work, which: int) -> None:
    """Give every place its voice alone, and that only if somebody is going to ask for it."""
    if rules.bids_tricks or rules.trump_code == NAMED:
        players, seated = rules.players, work.seated
        seats = _numbers_at(work.seats, (work.tables, players))[which]
        for place in range(players):
            table.voice[place] = sitting_at(table, seats, seated, place).voice


@inner
def write_by_seat(table: Table, by_place: np.ndarray, by_seat: np.ndarray, players: int) -> None:
    """Write down by seat what is known by place."""
    for place in range(players):
        by_seat[np.uint64(table.seat[place])] = by_place[place]


@inner
def write_round(rules: Rules, table: Table, work: Work, logged: bool) -> None:
    """Write a finished round down, by seat; logged: whether the table knows its cards."""
    row, players = table.row, rules.players
    shape = (row + 1, players)
    write_by_seat(table, table.tricks, _numbers_at(work.tricks, shape)[row], players)
    # Rounds begin with zeros: what a game does not have need not be written.
    if rules.counts_points:
        write_by_seat(table, table.points, _numbers_at(work.points, shape)[row], players)
    if rules.bids_tricks:
        write_by_seat(table, table.bids, _numbers_at(work.bids, shape)[row], players)
    call = _calls_at(work.calls, (row + 1,))[row]
    call.trump = table.trump
    call.caller = table.seat[table.caller] if table.caller >= 0 else -1
    call.alone = table.alone
    call.leader = table.seat[table.leaders[0]]
    if logged and work.trick_values != 0:
        worth = _numbers_at(work.trick_values, (2, 52))
        values = _numbers_at(work.values, shape)[row]
        for trick in range(rules.tricks):
            winner = table.winners[trick]
            how = LED if winner == table.leaders[trick] else FOLLOWED
            card = rules.card_of_bit[table.trump, table.taken_with[trick]]
            values[table.seat[winner]] += worth[how, card]
    if logged and work.log != 0:
        log = _cards_at(work.log, (row + 1, 52))[row]
        log[:] = -1
        for index in range(table.laid):
            log[index] = rules.card_of_bit[table.trump, table.log[index]]
