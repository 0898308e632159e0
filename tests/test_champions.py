"""The champions that come with the toolkit are what they are said to be."""

import re
from pathlib import Path

import pytest

from neuroevo.analysis import evaluate
from neuroevo.evolution import read_experiment
from neuroevo.games import find_game
from neuroevo.tournament.entrants import find_entrant, shipped_champions

GAMES = ["spades", "sueca", "euchre", "clubs"]
FOLDER = Path(__file__).parent.parent / "data" / "champions"


def gains(match, sheet):
    """By deal, what the match brought beyond chance; points that hurt count the other way."""
    chance = {"spades": 3.25, "sueca": 60.0, "euchre": 2.5, "clubs": 3.25}[sheet.name]
    values = match.points if sheet.has_card_points else match.tricks
    return (values - chance) * (-1 if sheet.fewest_wins else 1)


def test_there_is_one_for_each_of_the_four_games():
    assert set(shipped_champions()) == {f"{game}-champion" for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_a_champion_says_which_experiment_and_seed_made_it(game):
    champion = find_entrant(f"{game}-champion").champion
    experiment = read_experiment(champion.about["run"])
    assert experiment.game == game
    assert champion.about["generation"] == experiment.evolution.generations - 1
    assert champion.architecture == experiment.architecture()
    made_by = re.findall(
        r"`neuroevo evolve (\S+) --seed (\d+)`", (FOLDER / "README.md").read_text()
    )
    assert (champion.about["run"], str(champion.about["seed"])) in made_by


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rival", ["random", "greedy", "heuristic"])
def test_a_champion_is_ahead_of_every_rule_player(game, rival):
    (match,) = evaluate(f"{game}-champion", rival, game, deals=1500, seed=3)
    gain = gains(match, find_game(game))
    assert gain.mean() > 3 * gain.std() / len(gain) ** 0.5


def test_the_spades_champion_takes_what_was_asked_for():
    asked = {"random": 4.55, "greedy": 3.60, "heuristic": 3.30}
    for match in evaluate("spades-champion", list(asked), "spades", deals=10_000, seed=3):
        assert match.tricks_interval.mean > asked[match.against]


def test_a_pair_of_sueca_champions_is_ahead_of_a_pair_of_honest_monte_carlo_players():
    (match,) = evaluate("sueca-champion", "mc-average:shuffles=50", "sueca", deals=250, seed=3)
    assert match.points_interval.low > 60


def test_the_spades_champion_thinks_better_than_random_play_outs_over_a_hundred_worlds():
    player, thinker = evaluate(
        ["spades-champion", "mc-average:shuffles=100"], "heuristic", "spades", deals=150, seed=3
    )
    assert player.tricks.mean() > thinker.tricks.mean()
