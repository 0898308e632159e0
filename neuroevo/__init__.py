"""neuroevo: evolve, simulate and judge card players.

Play and judge, whoever is named: a built-in player ("greedy", "mc-extra:shuffles=20"), a champion
that comes with the toolkit ("spades-champion"), a champion file, a run directory, a player in a
file of your own ("my_players.py:patient:keep=3"), or the object: a function of a seat, or anything
with `choose(view)` or `choose_many(questions)`.

    simulate(game, players, rounds)     many rounds: tricks, points, scores and wins
    simulate_games(game, players)       whole games
    evaluate(players, against)          players on fresh deals with rotated hands, with intervals
    play_league(players)                everyone against everyone: a cross table, and ratings
    play_round(sheet, players, key)     one round at the referee's table, card by card
    seat_all(players)                   players for that table
    odds(hand, players)                 the chance to win with a poker hand

Evolve:

    evolve(experiment)                  by name, file or `Experiment`; returns the run
    resume(directory)                   go on with a run that was stopped
    Run(directory)                      a run on disk: its experiment, log, champion, hall of fame
    load_champion(file)                 a network, to play with
    read_experiment(name)               an experiment, to look at or to change

Bring your own, one file each; the README shows all of them:

    def patient(seat): ...              a player: help("neuroevo.players.seat.Seat")
    def lonely_king(now, card): ...     a feature: help("neuroevo.networks.situation.Situation")
    class Linear(CardScorer): ...       an architecture: help("neuroevo.networks.CardScorer")
    class Climber: ...                  an algorithm: help("neuroevo.evolution.algorithms.base")
    "whist.toml"                        a game: help("neuroevo.games.sheet_files")
    neuroevo.extensions.allow(file)     let champions and runs use the code in a file of yours
    neuroevo.testing.check_player(...)  does it play by the contract? also check_game and so on

Games, publications and tests:

    find_game(name), register_game(sheet), RuleSheet; a game may be a file
    neuroevo.reproduce.reproduce(source, table): published tables beside our own, with verdicts
    neuroevo.analysis.significance(total, rounds): skill or luck?

>>> from neuroevo import simulate
>>> result = simulate("sueca", ["random"] * 4, rounds=2000, seed=1)
>>> 55 < result.teams[0]["points"].mean < 65
True
"""

from __future__ import annotations

from importlib import import_module
from inspect import ismodule
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neuroevo.analysis import evaluate, play_league
    from neuroevo.errors import BadInput
    from neuroevo.evolution import Experiment, Run, evolve, read_experiment, resume
    from neuroevo.games import RuleSheet, find_game, play_round, register_game
    from neuroevo.networks import Champion, load_champion
    from neuroevo.players import seat_all, seated
    from neuroevo.poker import odds
    from neuroevo.tournament import find_entrant, simulate, simulate_games

__version__ = "0.1.0"

_HOMES = {
    "BadInput": "errors",
    "Champion": "networks",
    "Experiment": "evolution",
    "RuleSheet": "games",
    "Run": "evolution",
    "evaluate": "analysis",
    "evolve": "evolution",
    "find_entrant": "tournament",
    "find_game": "games",
    "load_champion": "networks",
    "odds": "poker",
    "play_league": "analysis",
    "play_round": "games",
    "read_experiment": "evolution",
    "register_game": "games",
    "resume": "evolution",
    "seat_all": "players",
    "seated": "players",
    "simulate": "tournament",
    "simulate_games": "tournament",
}
"""The room of each short name, imported on first use, so that `neuroevo --help` stays quick."""

__all__ = [
    "BadInput",
    "Champion",
    "Experiment",
    "RuleSheet",
    "Run",
    "evaluate",
    "evolve",
    "find_entrant",
    "find_game",
    "load_champion",
    "odds",
    "play_league",
    "play_round",
    "read_experiment",
    "register_game",
    "resume",
    "seat_all",
    "seated",
    "simulate",
    "simulate_games",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"neuroevo.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'neuroevo' has no attribute {name!r}")


def __dir__() -> list[str]:
    here = [name for name, one in globals().items() if name[:2] == "__" or ismodule(one)]
    return sorted({*here, *__all__})
