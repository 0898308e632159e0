"""Whoever is named plays: by name, path, run or as the object, in Python wherever a player is."""

from pathlib import Path

import pytest

import neuroevo
from neuroevo import Run, evaluate, evolve, load_champion, play_league, play_round, simulate
from neuroevo.errors import BadInput
from neuroevo.evolution import read_experiment
from neuroevo.games import CLUBS, SPADES, play_game
from neuroevo.players import seat_all
from neuroevo.tournament import find_entrant, simulate_games

REST = ["greedy", "random", "random"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    small = {"evolution.population": 8, "evolution.generations": 2, "evolution.patience": 0}
    out = tmp_path_factory.mktemp("named") / "small"
    return evolve(read_experiment("quick", small), out=out)


@pytest.fixture(params=["str", "Path", "Run", "Run of a str", "Champion", "file", "str of a file"])
def named(request, run):
    """One champion in every way that there is to name it."""
    file = run.directory / "champion.npz"
    return {
        "str": str(run.directory),
        "Path": run.directory,
        "Run": run,
        "Run of a str": Run(str(run.directory)),
        "Champion": load_champion(str(file)),
        "file": file,
        "str of a file": str(file),
    }[request.param]


def test_a_network_plays_the_same_however_it_is_named(run, named):
    plain = simulate("spades", [str(run.directory), *REST], rounds=200, seed=1)
    assert simulate("spades", [named, *REST], rounds=200, seed=1).seats == plain.seats
    games = simulate_games("spades", [named, *REST], games=2, seed=1)
    same = simulate_games("spades", [str(run.directory), *REST], games=2, seed=1)
    assert games.wins == same.wins
    (match,) = evaluate(named, against="greedy", deals=20)
    (other,) = evaluate([str(run.directory)], against=["greedy"], deals=20)
    assert match.points_interval == other.points_interval
    assert evaluate("greedy", against=named, deals=20)[0].deals == 20
    tricks = play_round(SPADES, [named, *REST], key=1).tricks_taken
    assert tricks == play_round(SPADES, seat_all([run.champion.seat(), *REST]), key=1).tricks_taken
    assert tricks == play_round(SPADES, seat_all([named, *REST]), key=1).tricks_taken
    game = play_game(SPADES, [named, *REST], key=1, rounds=4)
    assert sum(game.totals) == 4 * 13


def test_a_league_takes_names_runs_and_networks_of_one_run(run):
    first, second = run.hall_of_fame[:2]
    league = play_league([run, second, "spades-champion", "random"], deals=20)
    assert len(set(league.names)) == 4
    assert "spades-champion" in league.names
    with pytest.raises(BadInput, match="are the same player"):
        play_league([run, first], deals=20)


def test_champions_that_come_with_the_toolkit_sit_at_the_referees_table_by_name():
    table = ["spades-champion", *REST]
    by_name = [play_round(SPADES, table, key=1, index=index) for index in range(3)]
    seats = [find_entrant(name).seat() for name in table]
    assert by_name == [play_round(SPADES, seats, key=1, index=index) for index in range(3)]


def test_a_champion_of_another_game_is_refused_at_the_referees_table():
    with pytest.raises(BadInput, match="spades-champion plays spades with 4 players, not clubs"):
        play_round(CLUBS, ["spades-champion", *REST], key=1)


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (
            "spades-champoin",
            r"mean 'spades-champion'\? choose from random, .*sueca-champion",
        ),
        ("gredy", "there is no player 'gredy': did you mean 'greedy'"),
        (3, "3 can't play: a player is a function of a seat"),
        (Path("nowhere.npz"), "there is no file nowhere.npz"),
    ],
)
def test_who_is_no_player_gets_one_line_that_says_what_would_be(who, message):
    for look_up in (find_entrant, neuroevo.seated):
        with pytest.raises(BadInput, match=message):
            look_up(who)


def test_a_file_that_is_not_there_is_likened_to_those_beside_it(run):
    near = str(run.directory)[:-1]
    with pytest.raises(BadInput, match=rf"no file {near}: did you mean '{run.directory}'"):
        find_entrant(near)
