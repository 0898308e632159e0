"""The compiled networks decide as the plain ones do, in every game and architecture."""

import numpy as np
import pytest

from neuroevo import evolve
from neuroevo.cards import Purpose, run_key
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, play_round
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.networks.player import NetworkPlayer
from neuroevo.tournament import network_entrant, play_deals

ROUNDS = 1000

TABLES = {
    "spades": (SPADES, 4),
    "clubs": (CLUBS, 4),
    "clubs-3": (CLUBS, 3),
    "clubs-2": (CLUBS, 2),
    "sueca": (SUECA, 4),
    "euchre": (EUCHRE, 4),
}

CLOSE = 1e-4
"""Outputs nearer than this may fall either way: the two engines add in another order."""


class Patient(NetworkPlayer):
    """Replays the kernel's cards and checks that each was the best, or all but the best."""

    def __init__(self, network, script):
        super().__init__(network.architecture, network.weights)
        self.script = script
        self.decisions = 0
        self.close_calls = 0

    def choose(self, view):
        played = next(self.script)
        if len(view.legal) > 1:
            self.decisions += 1
            best = super().choose(view)
            if best != played:
                scores = self.architecture.scores(self.weights, view, [best, played])
                gap = scores[0] - scores[1]
                assert gap < CLOSE, f"{played} was played where {best} is better by {gap}"
                self.close_calls += 1
        return played


def check_networks(sheet, networks, rounds):
    """Let the networks play each other in the kernel, and check every one of their decisions."""
    players = len(networks)
    entrants = [network_entrant(network, f"net{i}") for i, network in enumerate(networks)]
    key = run_key(77, Purpose.SIMULATION)
    played = play_deals(sheet, entrants, key, 0, rounds // players, players, keep_log=True)
    decisions = close = 0
    for row in range(len(played.log)):
        script = iter(played.log[row])
        seats = [Patient(network, ReadCards(script)) for network in networks]
        record = play_round(sheet, seats, key, row // players, rotation=row % players)
        assert list(record.tricks_taken) == played.tricks[row].tolist()
        decisions += sum(seat.decisions for seat in seats)
        close += sum(seat.close_calls for seat in seats)
    assert decisions > rounds * sheet.cards_each(players)
    assert close <= decisions // 10_000 + 1


def random_networks(sheet, players, name, hidden=(), biases=False, spread=1.0, **more):
    architecture = make_architecture(name, sheet, players, hidden, biases=biases, **more)
    weights = random_weights(architecture.weight_count, players, np.random.default_rng(5))
    return [Champion(architecture, (spread * row).astype(np.float32)) for row in weights]


class ReadCards:
    """The log's card numbers as cards; all seats read from one log, in the order of play."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __next__(self):
        from neuroevo.cards import card_from_number

        return card_from_number(int(next(self.numbers)))


@pytest.mark.parametrize("name", ["card", "hand", "scorer"])
@pytest.mark.parametrize("table", TABLES)
def test_kernel_and_plain_network_agree_on_every_decision(name, table):
    sheet, players = TABLES[table]
    check_networks(sheet, random_networks(sheet, players, name), ROUNDS + players)


@pytest.mark.parametrize("name", ["card", "hand", "scorer"])
@pytest.mark.parametrize("game", ["spades", "clubs", "sueca", "euchre"])
def test_they_agree_with_evolved_weights_too(name, game, tmp_path):
    changes = {
        "game": game,
        "network.architecture": name,
        "network.hidden": [],
        "tournament.games": 2,
        "tournament.opponents": ["population"],
        "evolution.population": 12,
        "run.hall_of_fame": 4,
    }
    run = evolve("quick", generations=25, out=tmp_path / "run", changes=changes)
    check_networks(run.experiment.sheet, run.hall_of_fame, ROUNDS)


@pytest.mark.parametrize("name", ["card", "hand"])
@pytest.mark.parametrize("hidden", [(20,), (33, 17, 9)])
def test_biases_and_other_depths_agree_too(name, hidden):
    check_networks(SUECA, random_networks(SUECA, 4, name, hidden, biases=True), 200)
    check_networks(EUCHRE, random_networks(EUCHRE, 4, name, hidden, spread=0.2), 200)


@pytest.mark.parametrize("name", ["card", "hand"])
@pytest.mark.parametrize(
    "ideas", [{"chances": True}, {"direct": True}, {"chances": True, "direct": True}]
)
@pytest.mark.parametrize("table", ["spades", "clubs-3", "euchre"])
def test_the_thesis_own_ideas_agree_too(name, ideas, table):
    sheet, players = TABLES[table]
    check_networks(sheet, random_networks(sheet, players, name, (30, 20), **ideas), 120)


@pytest.mark.parametrize(
    "more",
    [
        {"hidden": (5,), "biases": True},
        {"direct": False},
        {"features": ("card", "trick", "-follows")},
    ],
)
def test_scorers_of_other_shapes_agree_too(more):
    for sheet in (SPADES, SUECA):
        check_networks(sheet, random_networks(sheet, 4, "scorer", **more), 100)
