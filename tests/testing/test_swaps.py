"""A swapped table looks the same from its place, and is another one behind that."""

import numpy as np
import pytest

from neuroevo.games import GAMES
from neuroevo.testing.decisions import Walk
from neuroevo.testing.swaps import swap_unseen
from neuroevo.testing.tables import tables_for
from neuroevo.tournament import find_entrants

TABLES = {table.name: table for table in tables_for()}
HIDDEN = ("hands", "deck", "streams", "choose", "row", "laid_away")


def walk_at(table):
    names = ["greedy", "random", "heuristic", "always-lowest"][: table.players]
    return Walk(table.sheet, find_entrants(names), 12, table.players, 5)


def deck_of(walk, table):
    """The cards of all hands, laid or not, and of the pack: each once."""
    players, size = int(walk.rules["players"]), int(walk.rules["tricks"])
    dealt = [table["deck"][walk.rules["positions"][p, :size]].tolist() for p in range(players)]
    return dealt, table["deck"][players * size : int(walk.rules["cards"])].tolist()


@pytest.mark.parametrize("name", TABLES)
def test_what_lies_open_stays_and_everything_else_moves(name):
    walk, dice = walk_at(TABLES[name]), np.random.default_rng(3)
    changed = dict.fromkeys(HIDDEN, 0)
    decisions = 0
    for decision in walk.decisions():
        decisions += 1
        old, place = decision.tables[0], decision.place
        tables, moved = swap_unseen(walk.rules, decision.tables, place, dice)
        new = tables[0]
        assert new["hands"][place] == old["hands"][place]
        assert new["streams"][place] == old["streams"][place]
        for field in ("seat", "tricks", "points", "bids", "trump", "turn_up", "caller", "out"):
            assert np.array_equal(new[field], old[field])
        for field in ("led", "power", "in_trick", "worth", "trick", "turn", "played", "laid"):
            assert new[field] == old[field]
        assert np.array_equal(new["log"][: old["laid"]], old["log"][: old["laid"]])
        holds = [int(one).bit_count() for one in old["hands"]]
        assert [int(one).bit_count() for one in new["hands"]] == holds
        whole = int(walk.rules["whole"][old["trump"]])
        seen = int(old["played"]) | int(old["in_trick"])
        hands = [int(one) for one in new["hands"]]
        assert sum(hands) | seen == (sum(hands) + seen) <= whole  # each card once
        (dealt, pack), (dealt_before, pack_before) = deck_of(walk, new), deck_of(walk, old)
        assert dealt[place] == dealt_before[place]
        cards = sorted([*sum(dealt, pack), int(new["laid_away"])])
        assert cards == sorted([*sum(dealt_before, pack_before), int(old["laid_away"])])
        assert moved == sum(
            (int(a) & ~int(b)).bit_count() for a, b in zip(old["hands"], new["hands"], strict=True)
        )
        for field in HIDDEN:
            changed[field] += not np.array_equal(new[field], old[field])
    assert decisions > 100
    if name != "clubs with 2":  # all that is unseen is the other's hand
        assert changed["hands"] > decisions // 2
    assert changed["deck"] > decisions // 2
    assert changed["streams"] == decisions
    assert changed["choose"] > decisions // 2
    assert changed["row"] > decisions // 2
    if TABLES[name].sheet.trump == "named":
        assert changed["laid_away"] > 0


def test_the_dealer_knows_what_he_laid_away_and_everybody_the_turn_up():
    (table,) = [one for one in tables_for("euchre") if one.sheet is GAMES["euchre"]]
    walk, dice = walk_at(table), np.random.default_rng(3)
    known = hidden = taken = 0
    for decision in walk.decisions():
        old, place = decision.tables[0], decision.place
        new = swap_unseen(walk.rules, decision.tables, place, dice)[0][0]
        if old["laid_away"] >= 0 and place == 3:
            known += 1
            assert new["laid_away"] == old["laid_away"]
        elif old["laid_away"] >= 0:
            hidden += new["laid_away"] != old["laid_away"]
        if old["laid_away"] >= 0 and old["laid_away"] != old["turn_up"]:
            bit = int(walk.rules["bit_of_card"][old["trump"], old["turn_up"]])
            taken += int(old["hands"][3]) >> bit & 1
            assert int(new["hands"][3]) >> bit & 1 == int(old["hands"][3]) >> bit & 1
    assert min(known, hidden, taken) > 5
