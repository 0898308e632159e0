"""The `shuffle` command as a user meets it."""

import json

import pytest
from command import check_one_line_error, neuroevo

from neuroevo.cards import Shuffle
from neuroevo.cards.mixing import order_chance


def test_json_has_the_order_its_matrix_and_the_mixing():
    done = neuroevo(
        *("shuffle", "--cards", "24", "--times", "7", "--model", "riffle"),
        *("--matrix", "--mixing", "--samples", "2000", "--json"),
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert sorted(found["order"]) == list(range(1, 25))
    for row, card in zip(found["matrix"], found["order"], strict=True):
        assert row == [int(column == card) for column in range(1, 25)]
    assert found["mixing"]["exact"]
    assert [round(one, 3) for one in found["mixing"]["distance"][5:]] == [0.418, 0.211, 0.109]
    assert found["mixing"]["mixed_after"] == 9


def test_one_shuffle_is_in_the_models_support_and_the_seed_repeats_it():
    texts = {
        neuroevo("shuffle", "--times", "1", "--seed", seed, "--json").stdout for seed in (4, 4, 5)
    }
    assert len(texts) == 2
    for text in texts:
        order = [card - 1 for card in json.loads(text)["order"]]
        assert order_chance(Shuffle("thesis"), order) > 0


def test_the_cut_may_be_rounded_too():
    done = neuroevo(
        *("shuffle", "--model", "thesis-rounded", "--times", "1", "--seed", "4", "--mixing"),
        *("--samples", "500", "--json"),
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert found["model"] == "thesis-rounded"
    assert order_chance(Shuffle("thesis-rounded"), [card - 1 for card in found["order"]]) > 0
    assert not found["mixing"]["exact"]


def test_the_packs_are_printed_one_below_another_and_the_picture_is_drawn(tmp_path):
    picture = tmp_path / "mixing.png"
    done = neuroevo(
        *("shuffle", "--cards", "8", "--times", "2", "--matrix", "--mixing"),
        *("--samples", "500", "--plot", picture),
    )
    assert done.returncode == 0
    assert "  0  1 2 3 4 5 6 7 8\n" in done.stdout
    assert "distance at least" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--cards", "1"), "a pack has 2 to 1,000 cards, not 1"),
        (("--model", "overhand"), "there is no shuffle 'overhand': choose from uniform"),
        (("--model", "riffle", "--mean", "3"), "only the thesis' shuffle has a mean"),
        (("--variance", "0"), "variance must be above 0"),
        (("--times", "-1"), "times must be at least 0, not -1"),
        (("--mixing", "--samples", "0"), "samples must be at least 1"),
        (("--seed", "-1"), "seed must be at least 0"),
        (("--plot", "mixing.doc", "--cards", "4"), "can't draw a .doc picture"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(arguments, message):
    check_one_line_error(neuroevo("shuffle", *arguments), message)
