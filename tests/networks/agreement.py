"""Do the compiled networks decide as the plain ones do?"""

from neuroevo.cards import Purpose, card_from_number, run_key
from neuroevo.games import play_round
from neuroevo.networks.player import NetworkPlayer
from neuroevo.tournament import network_entrant, play_deals

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


class ReadCards:
    """The log's card numbers as cards; all seats read from one log, in the order of play."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __next__(self):
        return card_from_number(int(next(self.numbers)))
