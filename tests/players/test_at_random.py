"""Rounds of random players: four cards at once are the same as one after another."""

import numba
import numpy as np
import pytest

from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.players.kernels.at_random import play_four_at_once, play_in_turn
from neuroevo.players.kernels.playouts import deal_table

GAMES = [(SPADES, 4), (CLUBS, 2), (CLUBS, 3), (CLUBS, 4), (SUECA, 4), (EUCHRE.with_trump("H"), 4)]


@numba.njit
def both_ways(rules, one, other, leader):
    play_four_at_once(rules, one, None, leader)
    play_in_turn(rules, other, None, leader)


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize(("sheet", "players"), GAMES, ids=lambda one: getattr(one, "name", one))
def test_four_cards_at_once_take_what_one_after_another_take(sheet, players, must_trump):
    rules = compile_rules(sheet, players).copy()
    rules["must_trump"] = must_trump and sheet.trump != "none"
    for key in range(200):
        tables = new_table(), new_table()
        for table in tables:
            deal_table(rules, table, np.uint64(key))
            if sheet.partners:
                table["out"] = key % 5 - 1
        leader = next(place for place in (key % players, 0, 1) if place != tables[0]["out"])
        both_ways(rules, *tables, leader)
        assert tables[0]["tricks"].tolist() == tables[1]["tricks"].tolist()
        assert tables[0]["points"].tolist() == tables[1]["points"].tolist()
        assert tables[0]["tricks"].sum() == sheet.cards_each(players)
