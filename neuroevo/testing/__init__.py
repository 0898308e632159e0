"""The contracts that games, players, features, algorithms and architectures pass, ours and users'.

One line in a test suite of your own:

    from neuroevo.testing import check_player

    def test_patient_keeps_the_contract():
        check_player("my_players.py:patient")

Each check takes whatever names the thing, or the thing itself, and returns a report with a verdict
a line; a broken contract raises `ContractBroken` unless `raises=False`. `neuroevo check` prints the
same.
"""

from neuroevo.testing.agreement import compare_engines, compare_networks
from neuroevo.testing.algorithms import check_algorithm
from neuroevo.testing.architectures import check_architecture
from neuroevo.testing.features import check_feature, check_features
from neuroevo.testing.games import check_game
from neuroevo.testing.players import check_player
from neuroevo.testing.things import check, what_it_is
from neuroevo.testing.verdicts import ContractBroken, Report, Verdict

__all__ = [
    "ContractBroken",
    "Report",
    "Verdict",
    "check",
    "check_algorithm",
    "check_architecture",
    "check_feature",
    "check_features",
    "check_game",
    "check_player",
    "compare_engines",
    "compare_networks",
    "what_it_is",
]
