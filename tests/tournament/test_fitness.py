"""Fitness: the thesis' tables, and tricks that add up."""

import numpy as np
import pytest

from neuroevo.cards import ALL_CARDS, Card, Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution.experiment import TournamentSettings
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, play_round
from neuroevo.reproduce import load_printed
from neuroevo.tournament import find_entrants, play_tables
from neuroevo.tournament.fitness import (
    FITNESS,
    SPADES_ELSEWHERE,
    UPSIDE_DOWN,
    fitness_of_rounds,
    trick_values,
    win_chance,
)


@pytest.mark.parametrize(("table", "suit"), [("2", "H"), ("3", "S")])
def test_values_and_chances_are_the_printed_ones(table, suit):
    printed = load_printed("spades").tables[table]
    values = trick_values(SPADES, "advanced")
    for rank in printed.rows:
        card = Card(rank, suit).number
        assert values[0, card] == int(printed.cell(rank, "fitness leading"))
        assert values[1, card] == int(printed.cell(rank, "fitness following"))
        for led, column in ((True, "leading"), (False, "following")):
            chance = 100 * win_chance(rank, suit == "S", led)
            assert chance == pytest.approx(float(printed.cell(rank, column)), abs=0.0051)


def rounds_of(sheet, names, deals, **more):
    entrants = find_entrants(names)
    seats = np.tile(np.arange(len(entrants)), (deals, 1))
    return play_tables(
        sheet, entrants, seats, np.arange(deals), run_key(3, Purpose.SIMULATION), **more
    )


def test_advanced_fitness_values_each_trick_by_the_card_that_took_it():
    names = ["random", "greedy", "random", "always-highest"]
    values = trick_values(SPADES, "advanced")
    played = rounds_of(SPADES, names, 60, trick_values=values)
    seats = [entrant.seat() for entrant in find_entrants(names)]
    for row in range(60):
        record = play_round(SPADES, seats, run_key(3, Purpose.SIMULATION), row)
        expected = [0] * 4
        for trick in record.tricks:
            card = next(play.card for play in trick.plays if play.seat == trick.winner)
            expected[trick.winner] += int(values[int(trick.leader != trick.winner), card.number])
        assert played.values[row].tolist() == expected


def test_points_that_hurt_count_below_zero():
    played = rounds_of(CLUBS, ["random"] * 4, 50)
    fitness = fitness_of_rounds(CLUBS, played, "points")
    assert (fitness.sum(axis=1) == -13).all()


def test_partners_share_their_points():
    played = rounds_of(SUECA, ["random"] * 4, 50)
    fitness = fitness_of_rounds(SUECA, played, "points")
    assert (fitness[:, 0] == fitness[:, 2]).all()
    assert (fitness[:, 0] + fitness[:, 1] == 120).all()
    points = fitness_of_rounds(EUCHRE, rounds_of(EUCHRE, ["random"] * 4, 50), "points")
    assert set(points.ravel().tolist()) <= {0, 1, 2, 4}


def test_advanced_fitness_is_for_spades_alone():
    with pytest.raises(BadInput, match="sueca takes 'simple' or 'points'"):
        trick_values(SUECA, "advanced")
    assert len(ALL_CARDS) == trick_values(SPADES, "advanced").shape[1]


def test_upside_down_the_two_has_the_aces_value_and_spades_keep_their_column():
    printed, turned = trick_values(SPADES, "advanced"), trick_values(SPADES, UPSIDE_DOWN)
    for suit in "CDHS":
        for rank, mirrored in (("A", "2"), ("K", "3"), ("8", "8")):
            card, other = Card(rank, suit).number, Card(mirrored, suit).number
            assert turned[:, card].tolist() == printed[:, other].tolist()


def test_the_column_for_spades_may_be_given_to_another_suit():
    printed, swapped = trick_values(SPADES, "advanced"), trick_values(SPADES, SPADES_ELSEWHERE)
    for rank in "A72":
        club, spade, heart = (Card(rank, suit).number for suit in "CSH")
        assert swapped[:, club].tolist() == printed[:, spade].tolist()
        assert swapped[:, spade].tolist() == printed[:, club].tolist()
        assert swapped[:, heart].tolist() == printed[:, heart].tolist()


@pytest.mark.parametrize("fitness", FITNESS)
def test_an_experiment_takes_every_fitness_that_there_is(fitness):
    assert TournamentSettings(fitness=fitness).fitness == fitness
