"""Random play-outs: the lean loop plays the same rules as the full one."""

import numba
import numpy as np
import pytest

from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.games.kernels.play import make_play_tricks
from neuroevo.players.kernels.playouts import choose, deal_table, random_playouts

play_tricks_with_record = make_play_tricks(choose)


@numba.njit
def playouts_with_record(rules, table, count, tricks):
    dealt = table.hands.copy()
    for _ in range(count):
        for place in range(rules.players):
            table.hands[place] = dealt[place]
        play_tricks_with_record(rules, table, None, 0)
        for place in range(rules.players):
            tricks[place] += table.tricks[place]


@pytest.mark.parametrize("sheet", [SPADES, CLUBS, SUECA, EUCHRE.with_trump("S")])
def test_play_outs_without_a_record_are_the_same_rounds(sheet):
    rules = compile_rules(sheet, 4)
    totals = []
    for kernel in (random_playouts, playouts_with_record):
        table, tricks = new_table(), np.zeros(4, dtype=np.int64)
        deal_table(rules, table, np.uint64(11))
        kernel(rules, table, 500, tricks)
        totals.append(tricks.tolist())
    assert totals[0] == totals[1]
    assert sum(totals[0]) == 500 * sheet.cards_each()


def test_play_outs_leave_the_hands_as_they_were():
    rules, table, tricks = compile_rules(SPADES, 4), new_table(), np.zeros(4, dtype=np.int64)
    deal_table(rules, table, np.uint64(5))
    before = table["hands"].copy()
    random_playouts(rules, table, 10, tricks)
    assert table["hands"].tolist() == before.tolist()
