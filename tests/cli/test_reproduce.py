"""`reproduce` as a user meets it."""

import json

import pytest
from command import check_one_line_error, neuroevo


def test_without_a_source_it_lists_what_there_is(tmp_path):
    done = neuroevo("reproduce", cwd=tmp_path)
    assert done.returncode == 0
    assert "spades: van Hus 2020" in done.stdout
    assert "clubs" in done.stdout
    assert not list(tmp_path.iterdir())
    assert set(json.loads(neuroevo("reproduce", "--json").stdout)) >= {"spades", "clubs"}


def test_it_prints_verdicts_states_the_rule_and_writes_files(tmp_path):
    done = neuroevo("reproduce", "spades", "--table", "4", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for words in ("misprint", "errors of both sides and half the last printed digit"):
        assert words in " ".join(done.stdout.split())
    written = sorted(path.name for path in (tmp_path / "reproduced" / "spades").iterdir())
    assert written == ["table-4-tricks.png", "table-4.csv", "table-4.md"]


def test_json_is_a_list_of_cells(tmp_path):
    done = neuroevo("reproduce", "clubs", "--out", "here", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    for cell in found:
        assert (
            cell["document"].endswith("Rules for Clubs v1.1, 2015") or "Clubs" in cell["document"]
        )
        assert {"section", "table", "row", "column", "could_see", "verdict"} < set(cell)
    scores = {cell["row"]: cell["reproduced"] for cell in found if cell["table"] == "scores"}
    assert scores == {"A": 0, "B": 0, "C": 8, "D": 5}
    assert (tmp_path / "here" / "table-scores.csv").is_file()
    index = (tmp_path / "here" / "index.md").read_text(encoding="utf-8")
    assert "`neuroevo reproduce clubs --budget quick --seed 0`" in index
    verdicts = [cell["verdict"] for cell in found]
    assert f"**{verdicts.count('reproduced')}**" in index


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("whist",), "there is no source 'whist'"),
        (("spades", "--table", "7"), "spades has no table '7'"),
        (("spades", "--budget", "huge"), "huge"),
        (("spades", "--table", "4", "--games", "-5"), "games must be at least 2, not -5"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(tmp_path, arguments, message):
    check_one_line_error(neuroevo("reproduce", *arguments, cwd=tmp_path), message)
    assert not list(tmp_path.iterdir())


def test_a_file_in_the_way_is_named(tmp_path):
    (tmp_path / "taken").write_text("mine")
    done = neuroevo("reproduce", "clubs", "--out", "taken", cwd=tmp_path)
    check_one_line_error(done, "taken")
    assert (tmp_path / "taken").read_text() == "mine"
