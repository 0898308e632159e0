"""The `simulate` command as a user meets it: in a process of its own."""

import json

import pytest
from command import check_one_line_error, neuroevo


def test_json_is_one_object_with_everything_asked_for():
    done = neuroevo(
        "simulate",
        "sueca",
        "--players",
        "random,greedy,random,random",
        "--rounds",
        "5000",
        "--seed",
        "7",
        "--json",
    )
    assert done.returncode == 0
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert (result["game"], result["rounds"], result["seed"]) == ("sueca", 5000, 7)
    assert [seat["player"] for seat in result["seats"]] == ["random", "greedy", "random", "random"]
    for side in (*result["seats"], *result["teams"]):
        for quantity in ("tricks", "points", "score", "wins"):
            assert set(side[quantity]) == {"mean", "sd", "se"}
    assert [team["seats"] for team in result["teams"]] == [[0, 2], [1, 3]]
    assert sum(team["points"]["mean"] for team in result["teams"]) == pytest.approx(120)
    assert result["rounds_per_second"] > 0


def test_the_number_of_workers_does_not_change_the_output():
    outputs = []
    for workers in ("1", "2"):
        done = neuroevo("simulate", "euchre", "--rounds", "70000", "--workers", workers, "--json")
        result = json.loads(done.stdout)
        del result["rounds_per_second"]
        outputs.append(result)
    assert outputs[0] == outputs[1]


def test_the_table_is_for_people():
    done = neuroevo(
        "simulate",
        "spades",
        "--players",
        "greedy,random,random,random",
        "--rounds",
        "4000",
        "--rotate",
    )
    assert done.returncode == 0
    assert "4,000 rounds (1,000 deals, hands rotated)" in done.stdout
    assert "0 greedy" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_show_prints_one_round_card_by_card():
    done = neuroevo("simulate", "clubs", "--players", "random,greedy,random", "--show")
    assert done.returncode == 0
    assert done.stdout.count("*") == 17
    assert "no trumps" in done.stdout


def test_show_goes_into_the_json_too():
    done = neuroevo("simulate", "euchre", "--show", "--json")
    result = json.loads(done.stdout)
    assert len(result["first_round"]["tricks"]) == 5


def test_whole_games_have_wins_with_intervals():
    players = ("--players", "greedy,random,greedy,random")
    done = neuroevo("simulate", "euchre", "--game", *players, "--games", "200", "--json")
    found = json.loads(done.stdout)
    assert (found["game"], found["games"], found["target"]) == ("euchre", 200, 10)
    ours, theirs = found["sides"]
    assert ours["seats"] == [0, 2]
    assert ours["players"] == ["greedy", "greedy"]
    assert ours["wins"]["mean"] + theirs["wins"]["mean"] == pytest.approx(1)
    low, high = ours["wins"]["interval"]
    assert low <= ours["wins"]["mean"] <= high
    table = neuroevo("simulate", "euchre", "--game", *players, "--games", "200").stdout
    assert "games to 10 points: 200 games" in table
    assert "0 greedy & 2 greedy" in table


def test_a_game_is_shown_round_by_round():
    players = ("--players", "greedy,greedy,greedy,greedy")
    shown = neuroevo("simulate", "euchre", "--game", "--show", *players).stdout
    assert "turned up" in shown
    assert "orders it up" in shown
    assert "won by" in shown
    done = neuroevo("simulate", "euchre", "--game", "--show", *players, "--json")
    game = json.loads(done.stdout)["first_game"]
    assert max(game["totals"]) >= 10
    assert {"turn_up", "caller", "alone", "discard"} <= set(game["rounds"][0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "bridge"), "there is no game 'bridge': choose from clubs"),
        (("simulate", "spades", "--players", "random,random"), "spades is played by 4 players"),
        (("simulate", "spades", "--players", "a,b,c,d"), "there is no player 'a'"),
        (("simulate", "spades", "--rounds", "0"), "rounds must be at least 1"),
        (("simulate", "spades", "--rounds", "many"), "'many' is not a valid integer"),
        (("simulate", "spades", "--workers", "0"), "workers must be at least 1"),
        (("simulate", "spades", "--seed", "-3"), "seed must be at least 0"),
        (("simulate", "sueca", "--trump", "purple"), "trump 'purple' is not one of"),
        (("simulate", "euchre", "--shuffle", "overhand"), "there is no shuffle 'overhand'"),
        (("simulate", "euchre", "--games", "3"), "add --game"),
        (("simulate", "euchre", "--game", "--rounds", "3"), "say how many --games, not --rounds"),
        (("simulate", "euchre", "--game", "--target", "0"), "target must be at least 1, not 0"),
        (
            ("simulate", "clubs", "--players", "mc-euchre,random"),
            "mc-euchre plays euchre, not clubs",
        ),
        (("simulate",), "Missing argument 'GAME'"),
        (("simulate", "spades", "--wat"), "No such option"),
        (("fly",), "there is no command 'fly': choose from evolve"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(arguments, message):
    check_one_line_error(neuroevo(*arguments), message)


def test_help_lists_the_commands_and_players():
    assert "simulate" in neuroevo("--help").stdout
    help_text = "".join(neuroevo("simulate", "--help").stdout.split())  # lines break anywhere
    assert "always-highest" in help_text
    assert "dealer-first" in help_text


def test_games_lists_every_game():
    text = neuroevo("games").stdout
    for name in ("spades", "clubs", "sueca", "euchre", "greedy"):
        assert name in text
