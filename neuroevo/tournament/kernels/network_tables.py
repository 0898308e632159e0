"""Tables with large networks, played by the kernel: all rounds at once, so that a network decides
at several tables together.
"""

from __future__ import annotations

import numpy as np

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import lowest_bit
from neuroevo.games.kernels.play import lay_card, legal_now, start_play
from neuroevo.kernel_cache import inner, kernel
from neuroevo.networks.kernels.pointers import bring, floats_at
from neuroevo.networks.kernels.whole_table import (
    MOST_TOGETHER,
    Brains,
    best_card,
    deeper_layers,
    first_layer,
)
from neuroevo.players.kernels.written import choose_by_address
from neuroevo.players.kinds import IN_COMPANY
from neuroevo.tournament.kernels.atomics import add_at, read_at, replace_at, swap_at
from neuroevo.tournament.kernels.tables import open_round
from neuroevo.tournament.kernels.work import Work, player_at, seat_table, write_round

BEHIND, LENGTH, PLACE = range(3)
"""Of a waiting table: the one that came before it (-1: none), how many wait, itself too, and the
place whose turn it is."""

OPENED, FINISHED, STUCK = range(3)
"""What threads count together: rounds begun and finished, tables where everybody always passes."""

PLAYER, ENOUGH, LONGEST = range(3)
"""Of a thread's sweep over the players: who comes next, how many tables must wait for a player to
be worth a visit, and how many waited at most."""

DONE, NEVER_NAMED, IDLE = range(3)
"""How a thread's work ends."""

OPENED_TOGETHER = 16
"""Rounds that a thread deals in one go."""

MOST_IDLE = 100
"""A thread that so often found nothing to do lets go of its core for a moment."""


@inner
def play_until_asked(rules: Rules, table: Table, thought: int, mind: int) -> None:
    """Go on with a round until a large network has a choice to make, or the round is over.

    thought, mind: the addresses of what this thread's players think with.
    """
    table.thought = thought
    table.mind = mind
    while table.turn >= 0:
        legal = legal_now(rules, table)
        if table.kind[table.turn] != IN_COMPANY:
            lay_card(rules, table, choose_by_address(rules, table, None, table.turn, legal))
        elif legal & (legal - 1) == 0:
            lay_card(rules, table, lowest_bit(legal))
        else:
            return


@inner
def bring_table(
    tables: np.ndarray, memories: np.ndarray, sums: np.ndarray, queue: np.ndarray, row: int
) -> int:
    """Send for what a network needs at a waiting table; gives the table that waits behind it."""
    bring(tables.ctypes.data + row * tables.itemsize, tables.itemsize)
    bring(memories.ctypes.data + row * memories.itemsize, memories.itemsize)
    units = 4 * sums.shape[2]
    bring(sums.ctypes.data + (4 * row + queue[PLACE, row]) * units, units)
    return queue[BEHIND, row]


@inner
def decide_together(
    rules: Rules,
    tables: np.ndarray,
    memories: np.ndarray,
    brains: Brains,
    sums: np.ndarray,
    queue: np.ndarray,
    waiting: np.ndarray,
    count: int,
    following: int,
) -> int:
    """Let one network decide at the first `count` of the waiting tables, and play its cards.

    sums: (tables, 4, units), the first layers' sums. waiting: (MOST_TOGETHER,) tables by number.
    following: a table that will be needed next, or -1; gives the one to send for after that.
    """
    first = tables[waiting[0]]
    architecture = brains.architectures[first.architecture[first.turn]]
    weights = floats_at(first.brain[first.turn], architecture.weights)
    for position in range(count):
        which = waiting[position]
        table = tables[which]
        first_layer(
            rules,
            table,
            memories[which],
            brains,
            architecture,
            weights,
            sums[which, table.turn],
            position,
        )
        if following >= 0:
            following = bring_table(tables, memories, sums, queue, following)
    last = deeper_layers(brains, architecture, weights, count)
    for position in range(count):
        which = waiting[position]
        table = tables[which]
        legal = legal_now(rules, table)
        bit = best_card(
            rules, table, memories[which], brains, legal, architecture, weights, last + position
        )
        lay_card(rules, table, bit)
    return following


@inner
def join_queue(player: int, row: int, place: int, head: np.ndarray, queue: np.ndarray) -> None:
    """Let a table wait for a player, who sits at this place."""
    queue[PLACE, row] = place
    while True:
        first = read_at(head, player)
        queue[BEHIND, row] = first
        queue[LENGTH, row] = 1 + queue[LENGTH, first] if first >= 0 else 1
        if replace_at(head, player, first, row):
            return


@inner
def waiting_for(player: int, head: np.ndarray, queue: np.ndarray) -> int:
    """How many tables wait for a player just now."""
    first = read_at(head, player)
    return queue[LENGTH, first] if first >= 0 else 0


@inner
def take_queue(head: np.ndarray, queue: np.ndarray, sweep: np.ndarray) -> int:
    """Take the tables of the next player who is worth a visit: the last of them, or -1.

    To fetch a network's weights is what costs, so a visit has to wait until there is enough to do:
    half as much as the most that was seen in the sweep before.
    """
    players = head.shape[0]
    while True:
        if sweep[PLAYER] == players:
            sweep[PLAYER] = 0
            longest, sweep[LONGEST] = sweep[LONGEST], 0
            sweep[ENOUGH] = (longest + 1) // 2
            if longest == 0:
                sweep[ENOUGH] = 1
                return -1
        player = sweep[PLAYER]
        sweep[PLAYER] += 1
        length = waiting_for(player, head, queue)
        sweep[LONGEST] = max(sweep[LONGEST], length)
        if length >= sweep[ENOUGH]:
            row = swap_at(head, player, -1)
            if row >= 0:
                return row


@kernel
def play_network_tables(
    rules: Rules,
    tables: np.ndarray,
    memories: np.ndarray,
    brains: Brains,
    sums: np.ndarray,
    head: np.ndarray,
    queue: np.ndarray,
    counts: np.ndarray,
    work: Work,
    thought: int,
    mind: int,
    playing: np.ndarray,
) -> int:
    """One thread's part in playing every table in every rotation, with large networks among the
    players.

    All rounds are on the tables at once, each waiting for the network whose turn it is, so that a
    network decides at several of them together. Any number of threads may work on one set of
    tables, each with brains of its own: whoever finds tables that wait for a network takes them all
    along. What comes out does not depend on who took what. A thread takes the tables of one network
    in advance: while it plays, the weights of that one are on their way from main memory, where
    most of a generation lies, and which would otherwise take longer than the arithmetic.

    tables, memories: (rounds,) TABLE and MEMORY. sums: (rounds, 4, units) float32. head: (players,)
    int64, the table that came last to wait for each player, -1 at first. queue: (3, rounds) int64,
    see BEHIND, LENGTH and PLACE. counts: (3,) int64, see OPENED, FINISHED and STUCK, zeros at
    first. thought, mind: the addresses of what the thread's other players think with. playing: (1,)
    int64, written: the round in which a player is asked, in case that fails. Returns DONE,
    NEVER_NAMED if a table never names trumps, or IDLE if the last tables are in other threads'
    hands: call again.
    """
    rounds = tables.shape[0]
    while True:
        start = add_at(counts, OPENED, OPENED_TOGETHER)
        if start >= rounds:
            break
        for row in range(start, min(start + OPENED_TOGETHER, rounds)):
            table = tables[row]
            seat_table(rules, table, work, row)
            playing[0] = row
            leader = open_round(rules, table, None)
            if leader < 0:
                add_at(counts, STUCK, 1)
                return NEVER_NAMED
            for place in range(4):
                memories[row].synced[place] = -1
            start_play(rules, table, leader)
            play_until_asked(rules, table, thought, mind)
            if table.turn >= 0:
                asked = player_at(rules, work, row, table.seat[table.turn])
                join_queue(asked, row, table.turn, head, queue)
            else:
                write_round(rules, table, work, True)
                add_at(counts, FINISHED, 1)
    waiting = np.zeros(MOST_TOGETHER, dtype=np.int64)
    sweep = np.zeros(3, dtype=np.int64)
    sweep[ENOUGH] = 1
    row = -1
    idle = 0
    while idle < MOST_IDLE:
        if row < 0:
            row = take_queue(head, queue, sweep)
        if row < 0:
            if read_at(counts, FINISHED) == rounds:
                return DONE
            if read_at(counts, STUCK) > 0:
                return NEVER_NAMED
            idle += 1
            continue
        idle = 0
        # Whose turn it is after this one is settled now, so that memory can be sent for.
        upcoming = take_queue(head, queue, sweep)
        following = upcoming
        if upcoming >= 0:
            table = tables[upcoming]
            place = queue[PLACE, upcoming]
            brains.ahead = table.brain[place]
            size = 4 * brains.architectures[table.architecture[place]].weights
            brains.ahead_end = brains.ahead + size
        else:
            brains.ahead = brains.ahead_end
        while row >= 0:
            count = 0
            while row >= 0 and count < MOST_TOGETHER:
                waiting[count] = row
                row = queue[BEHIND, row]
                count += 1
            following = decide_together(
                rules, tables, memories, brains, sums, queue, waiting, count, following
            )
            finished = 0
            for position in range(count):
                done = waiting[position]
                table = tables[done]
                playing[0] = done
                play_until_asked(rules, table, thought, mind)
                if table.turn >= 0:
                    asked = player_at(rules, work, done, table.seat[table.turn])
                    join_queue(asked, done, table.turn, head, queue)
                else:
                    write_round(rules, table, work, True)
                    finished += 1
            if finished > 0:
                add_at(counts, FINISHED, finished)
        row = upcoming
    return IDLE
