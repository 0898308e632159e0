"""Tables with players who are asked in Python: many rounds at once, each played until one of them
has to be asked.

Whatever else sits there decides as always; a large network decides alone, without company.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import lowest_bit
from neuroevo.games.kernels.deal import dealt_card
from neuroevo.games.kernels.play import lay_card, legal_now, start_play
from neuroevo.kernel_cache import inner, kernel
from neuroevo.players.kernels.written import choose_by_address
from neuroevo.players.kinds import ASKED, IN_COMPANY
from neuroevo.tournament.asked_view import MOST_IN_TRICK, MOST_LEGAL
from neuroevo.tournament.kernels.network_tables import decide_together
from neuroevo.tournament.kernels.tables import open_round
from neuroevo.tournament.kernels.work import Work, player_at, seat_table, write_round

QUESTION = np.dtype(
    [
        ("table", np.int64),  # its number among the tables
        ("place", np.int64),  # whose turn it is
        ("seat", np.int64),
        ("player", np.int64),  # who sits there, by number
        ("legals", np.int64),  # how many cards are legal
        ("laid", np.int64),  # and how many lie in the trick
        ("legal", np.int8, MOST_LEGAL),  # card numbers, in the order of the hand as it was dealt
        ("trick", np.int8, MOST_IN_TRICK),  # card numbers, the leader's first
    ],
    align=True,
)
"""A table that waits for an answer."""


@inner
def note_question(rules: Rules, table: Table, work: Work, number: int, question: Any) -> None:
    """Write down what is asked at a table; question: a record of dtype QUESTION, written."""
    place = table.turn
    question.table = number
    question.place = place
    question.seat = table.seat[place]
    question.player = player_at(rules, work, table.row, table.seat[place])
    legal = legal_now(rules, table)
    bits = rules.bit_of_card[table.trump]
    count = 0
    for slot in range(rules.tricks):
        card = dealt_card(rules, table, place, slot)
        if (legal >> np.int64(bits[card])) & 1:
            question.legal[count] = card
            count += 1
    question.legals = count
    question.laid = table.laid - table.before
    for index in range(question.laid):
        question.trick[index] = rules.card_of_bit[table.trump, table.log[table.before + index]]


@inner
def play_until_question(
    rules: Rules,
    tables: np.ndarray,
    number: int,
    company: Any,
    thought: int,
    mind: int,
    playing: np.ndarray,
) -> None:
    """Go on with a round until somebody must be asked in Python, or the round is over.

    company: what large networks decide with, (memories, brains, sums) as in `network_tables`; None
    where there are none. thought, mind: the addresses of what all others think with. playing: (1,)
    int64, written: the round, in case that somebody fails.
    """
    table = tables[number]
    playing[0] = table.row
    table.thought = thought
    table.mind = mind
    while table.turn >= 0 and table.kind[table.turn] != ASKED:
        legal = legal_now(rules, table)
        if company is not None and table.kind[table.turn] == IN_COMPANY:
            if legal & (legal - 1) == 0:
                lay_card(rules, table, lowest_bit(legal))
            else:
                decide_alone(rules, tables, number, company)
        else:
            lay_card(rules, table, choose_by_address(rules, table, None, table.turn, legal))


@inner
def decide_alone(rules: Rules, tables: np.ndarray, number: int, company: Any) -> None:
    """Let the large network whose turn it is decide at one table."""
    memories, brains, sums = company
    waiting, queue = np.full(1, number), np.zeros((3, 1), dtype=np.int64)
    brains.ahead = brains.ahead_end
    decide_together(rules, tables, memories, brains, sums, queue, waiting, 1, -1)


@kernel
def seat_asked_tables(
    rules: Rules, tables: np.ndarray, work: Work, first: int, deal: bool, playing: np.ndarray
) -> bool:
    """Seat everybody at the tables of the rounds from number `first` on, and deal unless that is
    done elsewhere; `table.leaders[0]` then says who leads. False if nobody ever calls."""
    for number in range(tables.shape[0]):
        table = tables[number]
        seat_table(rules, table, work, first + number)
        playing[0] = table.row
        if deal:
            leader = open_round(rules, table, None)
            if leader < 0:
                return False
            table.leaders[0] = leader
    return True


@kernel
def begin_asked_tables(
    rules: Rules,
    tables: np.ndarray,
    work: Work,
    company: Any,
    thought: int,
    mind: int,
    playing: np.ndarray,
    questions: np.ndarray,
) -> int:
    """Begin to play at tables that are dealt; how many wait for an answer, with their `questions`
    (tables,) QUESTION, written."""
    count = 0
    for number in range(tables.shape[0]):
        table = tables[number]
        if company is not None:
            for place in range(4):
                company[0][number].synced[place] = -1
        start_play(rules, table, np.int64(table.leaders[0]))
        play_until_question(rules, tables, number, company, thought, mind, playing)
        if table.turn >= 0:
            note_question(rules, table, work, number, questions[count])
            count += 1
        else:
            write_round(rules, table, work, True)
    return count


@kernel
def answer_asked_tables(
    rules: Rules,
    tables: np.ndarray,
    work: Work,
    company: Any,
    thought: int,
    mind: int,
    playing: np.ndarray,
    questions: np.ndarray,
    count: int,
    answers: np.ndarray,
) -> int:
    """Lay the cards that were answered and play on; how many wait now, with their questions.

    answers: (count,) int64 card numbers. If one of them may not be played, nothing is laid, and the
    result is -1 minus the number of its question.
    """
    for index in range(count):
        table = tables[questions[index].table]
        answer = answers[index]
        bit = np.int64(-1)
        if 0 <= answer < 52:
            bit = np.int64(rules.bit_of_card[table.trump, answer])
        if bit < 0 or not (legal_now(rules, table) >> bit) & 1:
            return -1 - index
    left = 0
    for index in range(count):
        number = questions[index].table
        table = tables[number]
        lay_card(rules, table, np.int64(rules.bit_of_card[table.trump, answers[index]]))
        play_until_question(rules, tables, number, company, thought, mind, playing)
        if table.turn >= 0:
            note_question(rules, table, work, number, questions[left])
            left += 1
        else:
            write_round(rules, table, work, True)
    return left
