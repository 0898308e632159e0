"""Simulations: known chances, honest errors, and the same numbers for any workers."""

import math

import numpy as np
import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import SUECA, find_game
from neuroevo.tournament import find_entrants, first_round, play_deals, simulate
from neuroevo.tournament.statistics import Sums


def test_four_random_players_take_three_and_a_quarter_tricks_at_spades():
    result = simulate("spades", ["random"] * 4, rounds=400_000, seed=1, rotate=True)
    for seat in result.seats:
        assert abs(seat["tricks"].mean - 3.25) < 4 * seat["tricks"].se
        assert seat["tricks"].sd == pytest.approx(1.79, abs=0.01)


def test_random_sueca_gives_the_leaders_team_sixty_and_a_tenth():
    team = simulate("sueca", ["random"] * 4, rounds=1_000_000, seed=1).teams[0]["points"]
    assert abs(team.mean - 60.1) < 3 * team.se + 0.05
    assert team.sd == pytest.approx(24.3, abs=0.1)


def test_the_yardsticks_of_spades_against_three_random_players():
    for name, tricks in (("always-highest", 3.67), ("greedy", 4.43)):
        result = simulate("spades", [name, *["random"] * 3], rounds=200_000, rotate=True)
        found = result.seats[0]["tricks"]
        assert abs(found.mean - tricks) < 3 * found.se + 0.005


@pytest.mark.parametrize("game", ["spades", "clubs", "sueca", "euchre", "spades-bids"])
@pytest.mark.parametrize("rotate", [False, True])
def test_workers_do_not_change_a_digit(game, rotate):
    players = ["random", "greedy", "always-lowest", "random"]
    results = [
        simulate(game, players, rounds=100_000, seed=3, workers=workers, rotate=rotate).as_dict()
        for workers in (1, 2, 5)
    ]
    for result in results:
        result.pop("rounds_per_second")
    assert results[0] == results[1] == results[2]


def test_another_seed_gives_other_numbers():
    a, b = (simulate("spades", ["random"] * 4, rounds=1000, seed=seed) for seed in (1, 2))
    assert a.seats != b.seats


@pytest.mark.parametrize("rotate", [False, True])
def test_the_standard_error_is_the_spread_of_repeated_simulations(rotate):
    players = ["greedy", "random", "random", "random"]
    runs = [simulate("spades", players, rounds=2000, seed=s, rotate=rotate) for s in range(200)]
    means = [run.seats[0]["tricks"].mean for run in runs]
    claimed = float(np.mean([run.seats[0]["tricks"].se for run in runs]))
    # The sd of 200 means is itself known to about 5 %.
    assert np.std(means, ddof=1) == pytest.approx(claimed, rel=0.2)


def test_rotated_hands_take_luck_out():
    players = ["random"] * 4
    plain = simulate("spades", players, rounds=40_000, seed=1).seats[0]["tricks"].se
    rotated = simulate("spades", players, rounds=40_000, seed=1, rotate=True).seats[0]["tricks"].se
    assert rotated < 0.7 * plain


def test_sums_agree_with_numpy():
    values = np.random.default_rng(1).integers(0, 14, (600, 4))
    sums = Sums.over(values[:200], 4) + Sums.over(values[200:], 4)
    estimate = sums.estimate(2)
    by_deal = values[:, 2].reshape(-1, 4).mean(axis=1)
    assert estimate.mean == pytest.approx(values[:, 2].mean())
    assert estimate.sd == pytest.approx(values[:, 2].std(ddof=1))
    assert estimate.se == pytest.approx(by_deal.std(ddof=1) / math.sqrt(150))


def test_one_round_has_no_error_and_json_says_null():
    result = simulate("spades", ["random"] * 4, rounds=1)
    assert result.as_dict()["seats"][0]["tricks"]["se"] is None


def test_shares_of_wins_add_up_to_one():
    for game in ("spades", "clubs", "spades-bids"):
        result = simulate(game, ["random", "greedy", "random", "random"], rounds=5000)
        assert sum(seat["wins"].mean for seat in result.seats) == pytest.approx(1)
    result = simulate("sueca", ["random"] * 4, rounds=5000)
    assert sum(team["wins"].mean for team in result.teams) == pytest.approx(1)


def test_the_shown_round_is_the_simulations_first():
    names = "random,greedy,random,random"
    record = first_round("sueca", names.split(","), seed=9)
    key = run_key(9, Purpose.SIMULATION)
    played = play_deals(SUECA, find_entrants(names), key, 0, 1, keep_log=True)
    assert played.log[0, :40].tolist() == [play.card.number for play in record.plays]


@pytest.mark.parametrize("game", ["spades", "spades-bids", "clubs", "sueca", "euchre"])
def test_the_fast_loop_for_random_tables_plays_the_same_rounds(game):
    sheet, players = find_game(game), find_entrants("random,random,random,random")
    fast = play_deals(sheet, players, 5, 0, 500, rotations=4)
    full = play_deals(sheet, players, 5, 0, 500, rotations=4, keep_log=True)
    assert np.array_equal(fast.tricks, full.tricks)
    assert np.array_equal(fast.points, full.points)
    assert np.array_equal(fast.bids, full.bids)
    assert np.array_equal(fast.calls, full.calls)


def test_rotation_rounds_up_to_whole_deals():
    assert simulate("clubs", ["random"] * 3, rounds=100, rotate=True).rounds == 102


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": 0}, "rounds must be at least 1, not 0"),
        ({"workers": 0}, "workers must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"players": ["random"] * 3}, "sueca is played by 4 players, not 3"),
        ({"players": ["random"] * 3 + ["x"]}, "there is no player 'x'"),
        ({"game": "x"}, "there is no game 'x'"),
    ],
)
def test_bad_input_is_named(changes, message):
    given = {"game": "sueca", "players": ["random"] * 4, "rounds": 10} | changes
    with pytest.raises(BadInput, match=message):
        simulate(**given)


def test_progress_counts_every_round():
    done = []
    simulate(find_game("euchre"), ["random"] * 4, rounds=100_000, progress=done.append)
    assert sum(done) == 100_000
    assert len(done) > 1
