"""`neuroevo train-bidder`, and a table at which its champion bids."""

import json

import numpy as np
import pytest
from command import check_one_line_error, neuroevo

from neuroevo.games import SPADES, SUECA
from neuroevo.networks import Champion, load_champion, make_architecture, random_weights


def save_champion(path, sheet=SPADES):
    architecture = make_architecture("scorer", sheet, 4, (5,))
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(4))[0]
    Champion(architecture, weights, {"generation": 7}).save(path)


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    path = tmp_path_factory.mktemp("champions") / "player.npz"
    save_champion(path)
    return path


@pytest.fixture(scope="module")
def trained(player):
    out = player.with_name("bidding.npz")
    done = neuroevo(
        "train-bidder", player, "--rounds", 2000, "--epochs", 2, "--seed", 3, "--out", out
    )
    assert done.returncode == 0, done.stderr
    return out, done.stdout


def test_it_says_what_the_bids_are_worth_and_writes_the_same_player(player, trained):
    out, said = trained
    assert "spades-bids: 2,000 rounds of" in said
    assert "held out: 200 rounds, 800 hands" in said
    assert "cross-entropy" in said
    assert "met exactly" in said
    assert said.splitlines()[-1] == f"written: {out}"
    before, after = load_champion(player), load_champion(out)
    assert before.bidder is None
    assert after.bidder.about["rounds"] == 2000
    assert (before.weights == after.weights).all()
    assert after.about == {"generation": 7}


def test_the_same_command_gives_the_same_bytes_and_json_for_scripts(player, trained, tmp_path):
    out, _ = trained
    again = tmp_path / "again.npz"
    done = neuroevo(
        *("train-bidder", player, "--rounds", 2000, "--epochs", 2, "--seed", 3, "--workers", 1),
        *("--out", again, "--json"),
    )
    assert done.returncode == 0, done.stderr
    assert again.read_bytes() == out.read_bytes()
    found = json.loads(done.stdout)
    assert found["bidder"]["seed"] == 3
    assert set(found["points"]) == {"network", "counting", "difference"}


def test_a_file_is_never_replaced_unless_it_is_said(player, trained):
    out, _ = trained
    before = out.read_bytes()
    command = ("train-bidder", player, "--rounds", 1000, "--epochs", 1, "--out", out)
    check_one_line_error(neuroevo(*command), f"{out} is there already; --overwrite replaces it")
    assert out.read_bytes() == before


def test_the_player_itself_can_be_given_its_bidder(tmp_path):
    path = tmp_path / "one.npz"
    save_champion(path)
    done = neuroevo(
        *("train-bidder", path, "--rounds", 1000, "--epochs", 1, "--out", path, "--overwrite")
    )
    assert done.returncode == 0, done.stderr
    assert load_champion(path).bidder is not None


def test_whole_games_are_played_with_its_bids(trained):
    out, _ = trained
    players = f"{out},{out}:bids=counting,greedy,greedy"
    done = neuroevo(
        *("simulate", "spades-bids", "--game", "--games", 20, "--rotate", "--json"),
        *("--players", players),
    )
    assert done.returncode == 0, done.stderr
    sides = json.loads(done.stdout)["sides"]
    assert [side["players"][0] for side in sides] == players.split(",")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("greedy",), "greedy is no network: only a champion can be given a bidder"),
        (("none.npz",), "there is no file none.npz"),
        (("PLAYER", "--against", "nobody"), "there is no player 'nobody'"),
        (("PLAYER", "--game", "sueca"), "sueca has no bids"),
        (("PLAYER", "--rounds", "5"), "rounds must be at least 1000, not 5"),
        (("SUECA",), "no game with bids is played like sueca"),
        (("PLAYER", "--out", "new.txt"), "a champion's file ends in .npz, not 'new.txt'"),
        (("PLAYER", "--out", "no/new.npz"), "there is no directory no"),
    ],
)
def test_bad_input_is_one_line(player, tmp_path, arguments, message):
    save_champion(tmp_path / "sueca.npz", SUECA)
    known = {"PLAYER": player, "SUECA": tmp_path / "sueca.npz"}
    given = [known.get(one, one) for one in arguments]
    done = neuroevo("train-bidder", "--out", "new.npz", *given, cwd=tmp_path)
    check_one_line_error(done, message)
    assert not (tmp_path / "new.npz").exists()
