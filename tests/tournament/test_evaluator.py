"""The tournament: who meets whom, and that all of it is counted once."""

import threading

import numpy as np
import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, SPADES, SUECA
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.networks.architecture import Population
from neuroevo.tournament import network_entrant, play_tables
from neuroevo.tournament.evaluator import Evaluator, yardstick


def small_population(sheet, members, players=4, hidden=(8,)):
    architecture = make_architecture("card", sheet, players, hidden)
    weights = random_weights(architecture.weight_count, members, np.random.default_rng(1))
    return Population(architecture, weights)


def test_every_game_seats_every_member_once_in_new_groups():
    evaluator = Evaluator(SPADES, 4, games=15)
    tables = evaluator.draw_tables(100, seed=1, generation=3)
    assert tables.seats.shape == (15 * 25, 4)
    groups = []
    for game in range(15):
        seats = tables.seats[tables.deals == game]
        assert sorted(seats.ravel().tolist()) == list(range(100))
        groups.append({frozenset(group) for group in seats.tolist()})
    assert len(set.union(*groups)) > 14 * 25
    again = evaluator.draw_tables(100, seed=1, generation=3)
    other = evaluator.draw_tables(100, seed=1, generation=4)
    assert (again.seats == tables.seats).all()
    assert (other.seats != tables.seats).any()


def test_every_member_plays_every_hand_of_its_tables_once():
    population = small_population(SPADES, 8)
    seats = np.array([[0, 1, 2, 3], [7, 6, 5, 4]])
    played = play_tables(
        SPADES,
        [],
        seats,
        np.array([0, 0]),
        run_key(1, Purpose.SIMULATION),
        4,
        keep_log=True,
        population=population,
    )
    for table in range(2):
        hands = [set() for _ in range(4)]
        for rotation in range(4):
            # The lead goes with the hand, so the leader of rotation r is seat r.
            log = played.log[4 * table + rotation].tolist()
            leader, held = rotation, [set() for _ in range(4)]
            for trick in range(13):
                cards = log[4 * trick : 4 * trick + 4]
                for step, card in enumerate(cards):
                    held[(leader + step) % 4].add(card)
                led = cards[0] // 13
                power = [(c // 13 == 3, c // 13 == led, c % 13) for c in cards]
                leader = (leader + power.index(max(power))) % 4
            for seat in range(4):
                hands[seat].add(frozenset(held[seat]))
        assert all(len(of_seat) == 4 for of_seat in hands)
        assert len(set.union(*hands)) == 4


@pytest.mark.parametrize(("sheet", "players"), [(SPADES, 4), (CLUBS, 3), (SUECA, 4)])
def test_tricks_add_up(sheet, players):
    population = small_population(sheet, 12, players)
    evaluator = Evaluator(sheet, players, games=5)
    scores = evaluator.evaluate(population, seed=2, generation=0)
    tables = 12 // players * 5
    assert scores.tricks.sum() == tables * players * sheet.cards_each(players)
    assert (scores.fitness == scores.tricks).all()
    assert scores.rounds == 5 * players


@pytest.mark.parametrize("workers", [2, 3, 7, 32])
def test_workers_do_not_change_a_score(workers):
    population = small_population(SPADES, 20, hidden=(40, 40))
    one = Evaluator(SPADES, 4, games=4, fitness="advanced").evaluate(population, 5, 1)
    many = Evaluator(SPADES, 4, games=4, fitness="advanced", workers=workers)
    assert (many.evaluate(population, 5, 1).fitness == one.fitness).all()


def test_the_scores_are_those_of_the_tables_played_one_by_one():
    population = small_population(SPADES, 8, hidden=(20, 20))
    evaluator = Evaluator(SPADES, 4, games=3)
    tables = evaluator.draw_tables(8, seed=9, generation=2)
    networks = [Champion(population.architecture, row) for row in population.weights]
    entrants = [network_entrant(network, "n") for network in networks]
    tricks = np.zeros(8, dtype=np.int64)

    for seats, deal in zip(tables.seats, tables.deals, strict=True):
        table = [entrants[member] for member in seats]
        played = play_tables(
            SPADES,
            table,
            np.array([[0, 1, 2, 3]]),
            np.array([deal]),
            run_key(9, Purpose.DEALS, 2),
            4,
        )
        np.add.at(tricks, seats, played.tricks.sum(axis=0))
    scores = evaluator.evaluate(population, seed=9, generation=2)
    assert scores.tricks.tolist() == tricks.tolist()


def test_fixed_opponents_get_their_share_of_the_games():
    evaluator = Evaluator(
        SPADES, 4, games=15, opponents={"population": 0.5, "random": 0.25, "greedy": 0.25}
    )
    kinds = evaluator.opponents_by_game()
    assert [kinds.count(kind) for kind in ("population", "random", "greedy")] == [7, 4, 4]
    tables = evaluator.draw_tables(20, seed=1, generation=0)
    own = tables.seats[tables.deals == 14]
    assert (own[:, 0] == np.arange(20) + 2).all()
    assert (own[:, 1:] == 1).all()
    population = small_population(SPADES, 20)
    scores = evaluator.evaluate(population, 1, 0)
    # Among themselves members share all tricks; greedy players leave them fewer than a quarter.
    assert scores.tricks.sum() < 15 * 4 * 3.25 * 20


def test_the_past_is_met_by_all_members_alike():
    evaluator = Evaluator(SPADES, 4, games=8, opponents={"past": 0.5, "random": 0.5})
    population = small_population(SPADES, 12)
    past = small_population(SPADES, 3).weights + np.float32(0.1)
    tables = evaluator.draw_tables(12, seed=1, generation=4, past=3)
    for game in range(4):
        others = tables.seats[tables.deals == game, 1:]
        assert others.min() == others.max()  # one opponent a game, the same for everybody
        assert 1 <= others[0, 0] <= 3
    assert (tables.seats[:, 0] == np.tile(np.arange(12) + 4, 8)).all()
    with_past = evaluator.evaluate(population, 1, 4, past)
    again = Evaluator(SPADES, 4, games=8, opponents=evaluator.opponents, workers=2)
    assert again.evaluate(population, 1, 4, past).fitness.tolist() == with_past.fitness.tolist()
    other = evaluator.evaluate(population, 1, 4, past[::-1] + np.float32(0.2))
    assert other.fitness.tolist() != with_past.fitness.tolist()


def test_in_team_games_a_member_partners_itself_against_fixed_opponents():
    evaluator = Evaluator(SUECA, 4, games=2, fitness="points", opponents={"random": 1.0})
    tables = evaluator.draw_tables(6, seed=1, generation=0)
    assert (tables.seats[:, 0] == tables.seats[:, 2]).all()
    assert (tables.seats[:, [1, 3]] == 0).all()
    scores = evaluator.evaluate(small_population(SUECA, 6), 1, 0)
    assert scores.fitness.max() <= 2 * 4 * 120


def test_nan_weights_are_named():
    population = small_population(SPADES, 8)
    population.weights[5, 3] = np.nan
    with pytest.raises(BadInput, match="member 5 of generation 7 has weights that are not numbers"):
        Evaluator(SPADES, 4, games=1).evaluate(population, 1, 7)


def test_the_yardstick_of_a_random_network_is_near_chance():
    population = small_population(SPADES, 1)
    network = Champion(population.architecture, population.weights[0])
    tricks, points = yardstick(SPADES, network, 2000, seed=1, generation=0)
    assert 2.9 < tricks < 3.6
    assert tricks == points


def test_an_unknown_backend_and_a_missing_cluster_are_named():
    with pytest.raises(BadInput, match="backend 'mpi' is not one of threads, loky, dask"):
        Evaluator(SPADES, 4, games=1, backend="mpi")
    evaluator = Evaluator(SPADES, 4, games=1, backend="dask", workers=2)
    with pytest.raises(BadInput, match="scheduler"):
        evaluator.evaluate(small_population(SPADES, 8), 1, 0)


def test_workers_live_as_long_as_the_block():
    before = threading.active_count()
    population = small_population(SPADES, 8)
    with Evaluator(SPADES, 4, games=2, workers=3) as evaluator:
        first = evaluator.evaluate(population, 1, 0)
        gathered = threading.active_count()
        evaluator.evaluate(population, 1, 1)
        assert threading.active_count() == gathered > before
    assert threading.active_count() < gathered
    outside = evaluator.evaluate(population, 1, 0)
    assert outside.fitness.tolist() == first.fitness.tolist()
    assert threading.active_count() < gathered


def test_workers_are_let_go_when_something_goes_wrong_in_the_block():
    population = small_population(SPADES, 8)
    population.weights[5, 3] = np.nan
    before = threading.active_count()
    with (
        pytest.raises(BadInput, match="member 5"),
        Evaluator(SPADES, 4, games=1, workers=3) as evaluator,
    ):
        evaluator.evaluate(population, 1, 7)
    assert threading.active_count() <= before
