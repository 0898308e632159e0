"""Studies: every combination at equal cost, kept as they come."""

import csv
import os
import signal

import pytest

from neuroevo.analysis.study import LeftOut, read_study, run_study, trials_of
from neuroevo.analysis.study_files import table_blocks, write_study
from neuroevo.errors import BadInput
from neuroevo.evolution import Stopped, evolve

TEXT = """
experiment = "spades-scorer"
seeds = [1, 2]
rounds = 6_000
deals = 50
against = ["random", "greedy"]

[changes]
"evolution.population" = 16
"tournament.games" = 4
"network.hidden" = [4]

[[tables]]
title = "Networks"
[tables.rows]
"card" = { "network.architecture" = "card" }
"scorer" = {}
[tables.columns]
"genetic" = { "evolution.algorithm" = "genetic", "evolution.elite" = 2 }
"cma" = { evolution = { algorithm = "cma", population = 16 }, "network.hidden" = [16] }

[[tables]]
title = "Features"
[tables.rows]
"all" = {}
"without chances" = { "network.features" = ["-chances"] }
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "small.toml"
    path.write_text(TEXT, encoding="utf-8")
    return read_study(path)


@pytest.fixture(scope="module")
def found(study, tmp_path_factory):
    out = tmp_path_factory.mktemp("result")
    return run_study(study, out), out


def test_every_combination_has_every_seed_and_the_same_rounds(found):
    result, _ = found
    seeds = {(one.trial.row, one.trial.column): [] for one in result.outcomes}
    for one in result.outcomes:
        seeds[one.trial.row, one.trial.column].append(one.trial.experiment.seed)
        assert one.rounds == 23 * 16 * 4 * 4  # as near to 6,000 as whole generations come
        assert set(one.values) == {"random", "greedy"}
    assert set(seeds) == {
        ("card", "genetic"),
        ("scorer", "genetic"),
        ("scorer", "cma"),
        ("all", ""),
        ("without chances", ""),
    }
    assert all(sorted(both) == [1, 2] for both in seeds.values())


def test_what_can_not_be_is_left_out_and_says_why(found):
    result, _ = found
    (left,) = result.left_out
    assert (left.table, left.row, left.column) == ("Networks", "card", "cma")
    assert "at most 2,000 weights" in left.why
    assert result.cell("Networks", "card", "cma", "random") is None


def test_a_cell_is_the_mean_between_seeds(found):
    result, _ = found
    values = [one.values["greedy"] for one in result.outcomes if one.trial.row == "all"]
    cell = result.cell("Features", "all", "", "greedy")
    assert cell.mean == pytest.approx(sum(values) / 2)
    assert cell.se == pytest.approx(abs(values[0] - values[1]) / 2)


def test_a_second_run_plays_nothing_again(found, study, monkeypatch):
    result, out = found

    def never(*_args, **_settings):
        raise AssertionError("it was played again")

    monkeypatch.setattr("neuroevo.analysis.study.evolve", never)
    monkeypatch.setattr("neuroevo.analysis.study.resume", never)
    again = run_study(study, out)
    assert [one.values for one in again.outcomes] == [one.values for one in result.outcomes]


def test_a_study_that_was_stopped_goes_on_with_the_same_result(found, study, tmp_path):
    result, _ = found

    def stop(_what, share):
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, say=stop)
    again = run_study(study, tmp_path, workers=1)
    assert [one.values for one in again.outcomes] == [one.values for one in result.outcomes]


def test_a_trial_that_was_stopped_in_its_middle_is_resumed(found, study, tmp_path, monkeypatch):
    result, _ = found

    def stop_in_the_middle(experiment, workers, out):
        evolve(experiment, workers=workers, out=out, watch=stop_after(3))

    def stop_after(generations):
        def watch(progress):
            if len(progress.state.rows) == generations:
                os.kill(os.getpid(), signal.SIGINT)

        return watch

    monkeypatch.setattr("neuroevo.analysis.study.evolve", stop_in_the_middle)
    with pytest.raises(Stopped):
        run_study(study, tmp_path, workers=1)
    monkeypatch.undo()
    again = run_study(study, tmp_path, workers=1)
    assert [one.values for one in again.outcomes] == [one.values for one in result.outcomes]
    assert not list((tmp_path / "runs").glob("*-2"))


def test_mistakes_that_all_trials_share_are_told_before_anything_is_played(study, tmp_path):
    for changed in ({"against": ["gready"]}, {"experiment": "nothing"}):
        with pytest.raises(BadInput):
            run_study(study.model_copy(update=changed), tmp_path / "never")
    assert not (tmp_path / "never").exists()


def test_tables_and_files(found, tmp_path):
    result, _ = found
    blocks = [block for table in result.study.tables for block in table_blocks(result, table)]
    assert [caption for caption, _ in blocks] == [
        "Networks, against random",
        "Networks, against greedy",
        "Features",
    ]
    assert blocks[0][1][0] == ["", "genetic", "cma"]
    assert blocks[0][1][1][2] == "–"
    write_study(result, tmp_path, "neuroevo study small")
    with (tmp_path / "study.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(result.outcomes)
    assert "| without chances |" in (tmp_path / "study.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds = [1, 2]", "seeds = []", "seeds"),
        ("seeds = [1, 2]", "seeds = [1, 1]", "takes each only once"),
        ('title = "Features"', 'title = "Networks"', "tables of different titles"),
        ("deals = 50", "colour = 50", "colour"),
        ("rounds = 6_000", "rounds = [", "not valid TOML"),
    ],
)
def test_mistakes_are_named(tmp_path, old, new, message):
    path = tmp_path / "bad.toml"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_study(path)


def test_an_unknown_study_lists_those_there_are():
    with pytest.raises(BadInput, match=r"there is no study .nothing.: choose from .*what-mattered"):
        read_study("nothing")


def test_the_shipped_study_can_be_made():
    planned = list(trials_of(read_study("what-mattered")))
    left_out = [one for one in planned if isinstance(one, LeftOut)]
    assert {one.column for one in left_out} == {"cma"}  # for networks of thousands of weights
    assert len(planned) - len(left_out) > 100
