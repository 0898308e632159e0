"""Runs and champions of a game of one's own: they keep its rules, and need its file no more."""

import json
from dataclasses import replace

import numpy as np
import pytest

from neuroevo.analysis import evaluate, play_league
from neuroevo.analysis.study import what_counts
from neuroevo.errors import BadInput
from neuroevo.evolution import Experiment, Run, evolve, find_runs, make_experiment, resume
from neuroevo.evolution.run import new_run
from neuroevo.games import SPADES, RuleSheet, find_game
from neuroevo.networks import Champion, load_champion, make_architecture
from neuroevo.networks.champion import FORMAT
from neuroevo.tournament import find_entrant, simulate
from neuroevo.tournament.names import mark_of

SMALL = {
    "network.architecture": "scorer",
    "tournament.games": 1,
    "evolution.population": 8,
    "evolution.generations": 2,
    "evolution.patience": 0,
    "run.yardstick_every": 0,
    "run.workers": 1,
}


@pytest.fixture
def experiment(whist):
    file = whist.with_name("mine.toml")
    file.write_text('game = "whist.toml"\n')
    return file


@pytest.fixture
def run(experiment):
    """A run of a game whose file is gone, as its experiment's is."""
    made = evolve(experiment, out=experiment.with_name("run"), changes=SMALL)
    experiment.unlink()
    experiment.with_name("whist.toml").unlink()
    return made


def test_a_run_is_read_judged_and_resumed_when_its_games_file_is_gone(run):
    again = Run(run.directory)
    assert [one.experiment.game for one in find_runs(run.directory.parent)] == ["whist"]
    assert again.experiment.sheet.title == "Whist"
    assert again.experiment.sheet == again.champion.sheet == again.hall_of_fame[0].sheet
    assert resume(run.directory).directory == run.directory
    match = evaluate(again, "greedy", deals=20)[0]
    assert match.game == "whist"
    assert match.aim.counted == "score"


def test_a_run_goes_on_to_the_same_bytes_when_its_games_file_has_other_rules_now(experiment):
    whole = evolve(experiment, out=experiment.with_name("whole"), changes=SMALL)
    stopped = experiment.with_name("stopped")

    def stop(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evolve(experiment, out=stopped, changes=SMALL, watch=stop)
    game = experiment.with_name("whist.toml")
    game.write_text(game.read_text().replace('trump = "dealer-last"', 'ranks = "789TJQKA"'))
    assert not Run(stopped).load_checkpoint().finished
    assert resume(stopped).experiment.sheet == whole.experiment.sheet != find_game(game)
    champions = [one / "champion.npz" for one in (stopped, whole.directory)]
    assert champions[0].read_bytes() == champions[1].read_bytes()


def test_a_runs_experiment_runs_again_from_its_folder(run):
    again = evolve(run.directory / "experiment.toml", out=run.directory.with_name("again"))
    for file in ("champion.npz", "game.toml", "experiment.toml"):
        assert (again.directory / file).read_bytes() == (run.directory / file).read_bytes()


def test_a_run_of_a_sheet_from_python_needs_no_registration(tmp_path):
    odd = RuleSheet("odd", "Odd", "nowhere", ranks="9TJQKA", trump="H")
    made = evolve("quick", out=tmp_path / "run", changes={**SMALL, "game": odd})
    assert Run(tmp_path / "run").experiment.sheet == odd == made.champion.sheet
    by_settings = make_experiment({"name": "x", "game": odd})
    assert by_settings.sheet == odd
    assert Experiment(name="x", game=odd) == by_settings
    changed = evolve(by_settings, out=tmp_path / "other", changes=SMALL)
    assert changed.experiment.sheet == odd
    spades = evolve(by_settings, out=tmp_path / "spades", changes={**SMALL, "game": "spades"})
    assert spades.experiment.sheet == SPADES


def test_a_run_of_a_shipped_game_names_it_and_keeps_a_copy_too(tmp_path):
    experiment = make_experiment({"name": "x", "game": "clubs", "players": 2})
    with new_run(experiment, tmp_path / "run") as run:
        assert 'game = "clubs"' in (run.directory / "experiment.toml").read_text()
        assert run.sheet == find_game("clubs")
        assert run.experiment == experiment
        (run.directory / "game.toml").unlink()
        assert run.experiment == experiment


def test_a_run_whose_copy_is_damaged_or_another_game_says_so(run):
    copy = run.directory / "game.toml"
    sound = copy.read_text()
    copy.write_text(sound.replace("partners", "partnerz"))
    with pytest.raises(BadInput, match=r"game\.toml:4: partnerz is not a key of a game"):
        _ = run.experiment
    copy.unlink()
    with pytest.raises(BadInput, match=r"there is no game file game\.toml"):
        _ = run.experiment
    copy.write_text(sound)
    file = run.directory / "experiment.toml"
    file.write_text(file.read_text().replace('game = "game.toml"', 'game = "clubs"'))
    with pytest.raises(BadInput, match=r"game is 'clubs', but game\.toml beside it holds 'whist'"):
        _ = run.experiment


def test_a_champion_carries_the_rules_of_a_game_that_we_do_not_ship(run, tmp_path):
    file = tmp_path / "elsewhere.npz"
    file.write_bytes((run.directory / "champion.npz").read_bytes())
    champion = load_champion(file)
    assert champion.sheet == Run(run.directory).experiment.sheet
    assert "sheet" not in champion.about
    table = [str(file), "greedy"] * 2
    assert simulate(champion.sheet, table, rounds=20).game == "whist"
    assert play_league([str(file), "random"], deals=4).sheet == champion.sheet
    again = tmp_path / "again.npz"
    champion.save(again)
    assert again.read_bytes() == file.read_bytes()


def about_of(file):
    with np.load(file) as arrays:
        return json.loads(arrays["about"].tobytes())


def champion_of(sheet, file):
    shape = make_architecture("scorer", sheet, max(sheet.players))
    Champion(shape, np.zeros(shape.weight_count, np.float32)).save(file)
    return file


def test_champions_of_shipped_games_say_no_more_than_the_games_name(tmp_path):
    for sheet in (SPADES, find_game("euchre").with_trump("H")):
        file = champion_of(sheet, tmp_path / "x.npz")
        assert "sheet" not in about_of(file)
        assert load_champion(file).sheet == sheet


def test_whether_a_champion_can_play_is_told_by_rules_and_not_by_names(tmp_path):
    odd = replace(SPADES, ranks="9TJQKA", title="Short Spades")
    champion = find_entrant(str(champion_of(odd, tmp_path / "x.npz")))
    assert champion.champion.sheet == odd  # its own copy counts, whatever is called spades here
    champion.check_plays(odd, 4)
    champion.check_plays(replace(odd, name="short", game_rounds=3), 4)
    with pytest.raises(BadInput, match=r"plays spades by other rules: .* another ranks"):
        champion.check_plays(SPADES, 4)
    ours = find_entrant("spades-champion")
    with pytest.raises(BadInput, match="by other rules"):
        ours.check_plays(odd, 4)
    ours.check_plays(replace(SPADES, name="mine", title="Mine"), 4)
    with pytest.raises(BadInput, match="mc-euchre plays euchre, not with these rules"):
        find_entrant("mc-euchre").check_plays(replace(find_game("euchre"), ranks="89TJQKA"), 4)


def test_marks_and_keys_tell_games_of_one_name_apart(tmp_path):
    one, other = (
        RuleSheet("odd", "Odd", "nowhere", ranks="9TJQKA", trump=trump) for trump in ("C", "none")
    )
    marks = [
        mark_of(find_entrant(str(champion_of(sheet, tmp_path / f"{number}.npz"))))
        for number, sheet in enumerate((one, other))
    ]
    assert marks[0] != marks[1]
    counted = [what_counts(make_experiment({"name": "x", "game": sheet})) for sheet in (one, other)]
    assert counted[0]["game"] == counted[1]["game"]
    assert counted[0] != counted[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sheet": 3}, "a game takes a table, not 3"),
        ({"sheet": {"name": "whist", "titel": "x"}}, "titel is not a key of a game"),
        ({"game": "other"}, "its game is 'other' and 'whist' at once"),
        ({"sheet": None, "game": "whist.toml"}, "there is no game 'whist.toml'"),
        ({"sheet": None}, "there is no game 'whist': choose from"),
        ({"game": 3}, "its game is 3 and 'whist' at once"),
    ],
)
def test_a_champion_with_damaged_rules_is_told_in_one_line(run, tmp_path, changes, message):
    file = run.directory / "champion.npz"
    with np.load(file) as arrays:
        weights = arrays["weights"]
    about = about_of(file) | changes
    assert about["format"] == FORMAT
    bad = tmp_path / "bad.npz"
    np.savez(bad, weights=weights, about=np.frombuffer(json.dumps(about).encode(), np.uint8))
    with pytest.raises(BadInput) as error:
        load_champion(bad)
    assert f"{bad} is damaged: " in str(error.value)
    assert message in str(error.value)
