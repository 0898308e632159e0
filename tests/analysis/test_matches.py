"""Average tricks per round: known answers, intervals that cover, and what may not sit together."""

import numpy as np
import pytest

from neuroevo.analysis import evaluate, interval
from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, SPADES
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.tournament import find_entrant, network_entrant, play_deals


def small_network(sheet, players=4, name="card"):
    architecture = make_architecture(name, sheet, players, (20, 20))
    return Champion(
        architecture,
        random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0],
    )


def test_the_yardsticks_take_what_they_are_known_to_take():
    matches = evaluate(["random", "always-highest", "greedy"], deals=10_000, seed=3)
    for match, known in zip(matches, (3.25, 3.67, 4.43), strict=True):
        found = match.tricks_interval
        assert found.mean == pytest.approx(known, abs=5 * found.se + 0.005)


def test_intervals_cover_at_their_stated_rate():
    """400 little experiments of 100 deals each; random play's true mean is 13 / 4."""
    (match,) = evaluate("random", deals=40_000, seed=5)
    found = [interval(part) for part in match.tricks.reshape(400, 100)]
    covered = np.mean([one.low <= 3.25 <= one.high for one in found])
    assert 0.95 - 3 * 0.0109 < covered < 0.95 + 3 * 0.0109
    narrow = [interval(part, confidence=0.5) for part in match.tricks.reshape(400, 100)]
    covered = np.mean([one.low <= 3.25 <= one.high for one in narrow])
    assert 0.5 - 3 * 0.025 < covered < 0.5 + 3 * 0.025


def test_the_error_respects_that_rounds_of_a_deal_belong_together():
    """Taken between rounds, the error would be too large: everyone plays every hand."""
    (match,) = evaluate("random", deals=4_000, seed=1)
    by_round = 1.796 / np.sqrt(4 * match.deals)
    assert match.tricks_interval.se < 0.75 * by_round


def test_a_match_is_what_the_tables_say_and_no_worker_changes_it():
    table = [find_entrant(name) for name in ("greedy", "random", "random", "random")]
    (one,) = evaluate("greedy", deals=5_000, seed=2, workers=1)
    (two,) = evaluate("greedy", deals=5_000, seed=2, workers=3)
    assert (one.tricks == two.tricks).all()

    played = play_deals(SPADES, table, run_key(2, Purpose.EVALUATION), 0, 50, 4)
    assert one.tricks[:50].tolist() == played.tricks[:, 0].reshape(50, 4).mean(axis=1).tolist()


@pytest.mark.parametrize("game", ["spades", "clubs", "euchre"])
def test_rounds_won_are_those_that_a_simulation_counts(game):
    """Wins by deal, against the sums that `simulate` makes of the same rounds."""
    from neuroevo.games import find_game
    from neuroevo.tournament.simulation import tally_rounds

    sheet = find_game(game)
    (match,) = evaluate("greedy", game=game, deals=300, seed=2)
    own = (0, 2) if sheet.partners else (0,)
    table = [find_entrant("greedy" if seat in own else "random") for seat in range(4)]
    played = play_deals(sheet, table, run_key(2, Purpose.EVALUATION), 0, 300, 4)
    known = tally_rounds(sheet, played, 4).sides["wins"].estimate(0, 12)
    assert match.wins_interval.mean == pytest.approx(known.mean)
    assert match.wins_interval.se == pytest.approx(known.se)
    assert match.wins_interval.low > 1 / len(sheet.sides(4))


def test_the_deals_are_none_that_evolution_draws():
    fresh = {run_key(seed, Purpose.EVALUATION) for seed in range(50)}
    used = {
        run_key(seed, purpose, generation)
        for seed in range(50)
        for purpose in Purpose
        if purpose is not Purpose.EVALUATION
        for generation in range(50)
    }
    assert not fresh & used


def test_partners_sit_on_both_sides_of_a_team_game():
    (match,) = evaluate("greedy", game="sueca", deals=2_000)
    assert match.points_interval.low > 60  # of 120
    assert match.tricks_interval.low > 5  # of 10, both seats together


def test_a_network_brings_its_game_and_number_of_players():
    network = network_entrant(small_network(CLUBS, players=3), "mine")
    (match,) = evaluate([network], deals=50)
    assert (match.game, match.rounds_per_deal) == ("clubs", 3)


def test_one_opponent_a_seat():
    (match,) = evaluate("random", against="greedy,random,random", deals=200)
    assert match.against == "greedy,random,random"
    with pytest.raises(BadInput, match="3 other seats: name one opponent or 3, not 2"):
        evaluate("random", against="greedy,random", deals=10)


def test_players_of_different_games_do_not_meet():
    spades = network_entrant(small_network(SPADES), "one.npz")
    clubs = network_entrant(small_network(CLUBS), "two.npz")
    with pytest.raises(BadInput, match=r"two.npz plays clubs with 4 players, not spades with 4"):
        evaluate([spades, clubs], deals=10)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "deals must be at least 1"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"against": "nobody"}, "nobody"),
    ],
)
def test_bad_settings_are_named(changes, message):
    with pytest.raises(BadInput, match=message):
        evaluate("greedy", **{"deals": 5, **changes})
