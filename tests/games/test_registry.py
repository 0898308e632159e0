"""Where games come from: our files, a user's file, a package, or Python."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from neuroevo.errors import BadInput
from neuroevo.games import GAMES, SPADES, SUECA, RuleSheet, find_game, register_game
from neuroevo.games.registry import Games


@pytest.fixture
def games(monkeypatch):
    fresh = Games()
    monkeypatch.setattr("neuroevo.games.registry.GAMES", fresh)
    return fresh


def test_the_games_are_the_files_that_lie_in_data_games():
    folder = Path(__file__).parents[2] / "data" / "games"
    assert list(GAMES.files) == sorted(path.stem for path in folder.glob("*.toml"))
    assert set(GAMES.files) <= set(GAMES)


def test_a_file_in_data_games_is_all_that_a_new_game_takes(monkeypatch, tmp_path, whist):
    folder = tmp_path / "games"
    folder.mkdir()
    whist.rename(folder / "whist.toml")
    monkeypatch.setattr("neuroevo.games.registry.data_folders", lambda: [tmp_path / "no", tmp_path])
    games = Games()
    assert list(games) == ["whist"]
    assert games["Whist"].title == "Whist"
    assert games.origin("whist") == str(folder)
    (folder / "whist.toml").rename(folder / "bridge.toml")
    with pytest.raises(BadInput, match="the game's name is 'whist': so must the file's be"):
        Games()


def test_without_its_games_neuroevo_says_that_it_is_not_installed_whole(monkeypatch, tmp_path):
    monkeypatch.setattr("neuroevo.games.registry.data_folders", lambda: [tmp_path])
    with pytest.raises(BadInput, match="not installed whole: there are no games in"):
        Games()


def test_a_game_is_found_by_name_by_file_or_is_itself(whist, monkeypatch):
    assert find_game(" Sueca ") is SUECA
    assert find_game(SUECA) is SUECA
    by_path = find_game(whist)
    assert by_path == find_game(str(whist))
    monkeypatch.chdir(whist.parent)
    assert find_game("whist.toml") == by_path
    assert find_game("whist.toml", Path("elsewhere")) == by_path
    assert "whist" not in GAMES


def test_a_file_is_looked_for_in_the_given_folder_first(whist, monkeypatch, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "whist.toml").write_text(whist.read_text().replace("= 5", "= 7"))
    monkeypatch.chdir(tmp_path)
    assert find_game("whist.toml", other).game_target == 7
    assert find_game("whist.toml").game_target == 5


def test_a_file_that_is_not_there_is_told_with_the_one_that_was_meant(whist):
    with pytest.raises(BadInput, match=r"there is no game file .*whits\.toml: did you mean '.*whi"):
        find_game(whist.with_name("whits.toml"))
    with pytest.raises(BadInput, match="there is no game file"):
        find_game("x" * 5000 + ".toml")
    with pytest.raises(BadInput, match="there is no game file"):
        find_game("\0.toml")


def test_two_games_of_one_name_are_refused_unless_their_rules_are_the_same(games, whist):
    copy = whist.with_name("copy.toml")
    copy.write_text(GAMES.files["sueca"].read_text(encoding="utf-8"))
    assert find_game(copy) == SUECA
    copy.write_text(copy.read_text().replace("A = 11", "A = 12"))
    with pytest.raises(
        BadInput, match=r"copy\.toml: two games of one name: .*'sueca'.*rank_points"
    ):
        find_game(copy)
    sheet = find_game(whist)
    register_game(sheet)
    assert find_game(whist) == find_game("whist") == sheet
    assert games.origin("whist") == "this program"
    with pytest.raises(BadInput, match=r"two games of one name.*game_target: choose another"):
        register_game(replace(sheet, game_target=7))
    with pytest.raises(BadInput, match="two games of one name"):
        register_game(RuleSheet("Spades", "Other", "nowhere"))


def test_what_ships_is_told_by_rules_and_not_by_name(games):
    assert games.ships(SPADES)
    assert not games.ships(replace(SPADES, ranks="9TJQKA"))
    assert not games.ships(SPADES.with_trump("H"))
    assert games.ships(SPADES.with_trump("H"), any_trump=True)
    assert not games.ships(register_game(replace(SPADES, name="odd")))


PACKAGE = """
from dataclasses import replace
from pathlib import Path
from neuroevo.games.sheet import RuleSheet

sheet = RuleSheet("by-sheet", "By sheet", "a package")
def function():
    return replace(sheet, name="by-function")
path = str(Path(__file__).parent / "whist.toml")
other_name = sheet
nothing = 3
def fails():
    raise KeyError("a card")
"""
ENTRIES = """[neuroevo.games]
by-sheet = pack:sheet
by-function = pack:function
whist = pack:path
other-name = pack:other_name
nothing = pack:nothing
fails = pack:fails
absent = pack:absent
spades = pack:sheet
"""


def test_packages_offer_games_and_a_bad_one_harms_nobody_but_itself(whist):
    folder = whist.parent
    (folder / "pack.py").write_text(PACKAGE)
    (folder / "pack-1.dist-info").mkdir()
    (folder / "pack-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: pack\n")
    (folder / "pack-1.dist-info" / "entry_points.txt").write_text(ENTRIES)
    code = """
from neuroevo.errors import BadInput
from neuroevo.games import GAMES, SPADES, find_game
print([name for name in GAMES if name not in GAMES.files], GAMES["spades"] == SPADES)
print(GAMES.origin("whist"), GAMES.origin("spades"))
for name in ("by-sheet", "by-function", "whist", "other-name", "nothing", "fails", "absent"):
    try:
        print(find_game(name).title)
    except BadInput as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    names, origins, *found = done.stdout.splitlines()
    assert "'by-sheet'" in names
    assert names.endswith("True")
    assert origins.startswith("the package pack ")
    assert found[:3] == ["By sheet", "By sheet", "Whist"]
    for told, what in zip(
        found[3:], ("called 'by-sheet'", "no RuleSheet", "KeyError", "AttributeError"), strict=True
    ):
        assert what in told
