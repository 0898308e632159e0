"""`evaluate`, `significance`, `report` and `compare` as a user meets them."""

import json
import re
import shutil
import subprocess

import pytest
from command import check_one_line_error, neuroevo

SMALL = ("--set", "evolution.population=8", "--set", "tournament.games=2", "--workers", "1")
SMALL += ("--set", "network.hidden=[6]", "--set", "run.yardstick_deals=20", "--generations", "5")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two small runs of Spades, with a name that HTML must escape, and one of Clubs."""
    where = tmp_path_factory.mktemp("work")
    for out, more in (
        ("one", ("--seed", "1")),
        ("two", ("--seed", "2", "--set", "about=<b>R&D</b>")),
        ("clubs", ("--set", "game=clubs", "--set", "tournament.fitness=points")),
        ("clubs-2", ("--seed", "2", "--set", "game=clubs", "--set", "tournament.fitness=points")),
    ):
        name = "spades-card-simple" if out == "two" else "quick"
        done = neuroevo("evolve", name, *SMALL, *more, "--out", out, cwd=where)
        assert done.returncode == 0, done.stderr
    return where


def test_evaluate_prints_a_cross_table_with_the_yardsticks(folder):
    done = neuroevo(
        "evaluate", "one", "--against", "random", "--against", "greedy", "--deals", 200, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    for word in ("one", "always-highest", "against random", "against greedy", "200 deals"):
        assert word in done.stdout


def test_evaluate_json_has_an_object_a_pair(folder):
    done = neuroevo(
        *("evaluate", "one", "greedy", "--against", "random", "--against", "greedy"),
        *("--deals", 300, "--json"),
        cwd=folder,
    )
    found = json.loads(done.stdout)
    assert [(one["player"], one["against"]) for one in found] == [
        ("one", "random"),
        ("one", "greedy"),
        ("greedy", "random"),
        ("greedy", "greedy"),
    ]
    for one in found:
        assert one["deals"] == 300
        for quantity in ("tricks", "points"):
            assert set(one[quantity]) == {"mean", "se", "low", "high"}
            assert one[quantity]["low"] <= one[quantity]["mean"] <= one[quantity]["high"]


def test_evaluate_speaks_of_points_where_they_win(folder):
    done = neuroevo("evaluate", "greedy", "--game", "clubs", "--deals", 200)
    assert "points a round, fewest win" in done.stdout
    assert "fewer points are better" in done.stdout
    assert "tricks" in done.stdout  # beside them
    (found,) = json.loads(
        neuroevo("evaluate", "greedy", "--game", "clubs", "--deals", 200, "--json").stdout
    )
    assert (found["unit"], found["fewest_wins"]) == ("points", True)
    assert f"{found['points']['mean']:.3f}±" in done.stdout


@pytest.mark.parametrize("game", ["spades", "clubs"])
def test_one_deal_has_no_error_and_no_nan(game):
    done = neuroevo("evaluate", "greedy", "--game", game, "--deals", 1)
    assert done.returncode == 0, done.stderr
    assert "nan" not in done.stdout
    assert "±?" in done.stdout
    assert "an error needs two deals" in done.stdout


def test_tricks_are_no_skill_at_clubs():
    done = neuroevo("significance", "--game", "clubs", "--tricks", 300, "--rounds", 60)
    check_one_line_error(
        done, "clubs is won by points, and the fewest win: name them with --points"
    )
    done = neuroevo("significance", "--game", "clubs", "--points", 120, "--rounds", 60, "--json")
    found = json.loads(done.stdout)
    assert (found["points_per_round"], found["chance"]) == (2, 3.25)
    assert found["tests"][0]["p"] < 0.001
    done = neuroevo("significance", "--points", 120, "--rounds", 60)
    check_one_line_error(done, "spades is won by tricks: name them with --tricks")


def test_the_end_of_a_run_and_the_list_of_runs_speak_of_points_where_they_win(folder):
    clubs = ("--set", "game=clubs", "--set", "tournament.fitness=points", "--out", "again")
    done = neuroevo("evolve", "quick", *SMALL, *clubs, cwd=folder)
    assert "points a round" in done.stdout
    assert "fewer points are better" in done.stdout
    assert "fitness -" not in done.stdout
    listed = neuroevo("runs", ".", cwd=folder).stdout
    assert re.search(r"\d tricks\b", listed)
    assert re.search(r"\d points\b", listed)
    assert not re.search(r"-\d+ points", listed)


def test_compare_says_which_of_two_is_better(folder):
    """At Clubs more points are worse."""
    done = neuroevo("compare", "clubs", "clubs-2", "--deals", 200, "--json", cwd=folder)
    first, second = json.loads(done.stdout)
    difference = second["difference"]
    mean = second["points"]["mean"] - first["points"]["mean"]
    assert difference["mean"] == pytest.approx(mean)
    assert difference["better"] == (mean < 0)
    assert difference["unit"] == "points"
    shown = neuroevo("compare", "clubs", "clubs-2", "--deals", 200, cwd=folder).stdout
    assert "fewest" in shown
    assert ("better" if mean < 0 else "worse") in shown
    few = neuroevo("compare", "clubs", "clubs-2", "--deals", 1, cwd=folder).stdout
    assert "nan" not in few
    assert "an error needs two deals" in few


def test_significance_json_has_every_test():
    done = neuroevo(
        *("significance", "--tricks", 234, "--rounds", 60),
        *("--population", 100, "--generations", 218, "--json"),
    )
    found = json.loads(done.stdout)
    assert [test["test"] for test in found["tests"]] == [
        "thesis' Z-test",
        "exact binomial",
        "z of the mean",
        "luckiest of the run",
    ]
    assert found["tests"][1]["p"] == pytest.approx(8.84e-4, rel=1e-3)
    assert found["power"]["deals"] > 100


def test_significance_says_luck_in_words():
    done = neuroevo(
        "significance", "--tricks", 234, "--rounds", 60, "--population", 100, "--generations", 218
    )
    assert "this is luck" in " ".join(done.stdout.split())


def test_compare_pairs_the_champions_and_lists_the_settings_that_differ(folder):
    done = neuroevo("compare", "one", "two", "--deals", 200, "--json", cwd=folder)
    first, second = json.loads(done.stdout)
    assert (first["run"], second["run"]) == ("one", "two")
    assert first["difference"] is None
    mean = second["tricks"]["mean"] - first["tricks"]["mean"]
    assert second["difference"]["mean"] == pytest.approx(mean)
    assert (first["settings"]["seed"], second["settings"]["seed"]) == (1, 2)
    assert "evolution.population" not in first["settings"]
    shown = neuroevo("compare", "one", "two", "--deals", 200, cwd=folder).stdout
    assert "less the first" in shown
    assert "seed" in shown


def test_a_report_is_one_file_that_fetches_nothing(folder):
    done = neuroevo("report", "two", "--deals", 200, cwd=folder)
    assert done.returncode == 0, done.stderr
    page = (folder / "two" / "report.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;" in page
    assert "<b>R&D" not in page
    assert page.count("data:image/png;base64,") == 6
    for outside in ("http://", "https://", 'src="/', "href="):
        assert outside not in page
    pictures = sorted(path.name for path in (folder / "two" / "pictures").iterdir())
    assert pictures == [
        f"{name}.png"
        for name in ("cards", "fitness-curve", "luck", "mutation", "tricks", "weights")
    ]
    assert done.stdout.splitlines()[0] in page.replace("&#39;", "'")


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine to show the report in")
def test_a_browser_shows_the_report(folder):
    assert neuroevo("report", "clubs", "--deals", 100, cwd=folder).returncode == 0
    page = folder / "clubs" / "report.html"
    picture = folder / "page.png"
    at = page.as_uri()
    common = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    profile = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run(
        [CHROMIUM, *common, profile, "--dump-dom", "--virtual-time-budget=5000", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert 'id="verdict"' in done.stdout
    assert "The champion on fresh deals" in done.stdout
    subprocess.run(
        [CHROMIUM, *common, profile, "--window-size=900,1200", f"--screenshot={picture}", at],
        capture_output=True,
        timeout=120,
        check=True,
    )
    from matplotlib.image import imread

    shown = imread(picture)
    assert shown.shape[0] >= 1000
    assert len({tuple(pixel) for pixel in shown[::40, ::10].reshape(-1, shown.shape[2])}) > 5


def test_report_of_a_run_with_fixed_opponents_trusts_fresh_deals(folder):
    done = neuroevo(
        *("evolve", "quick", *SMALL, "--set", "tournament.opponents={greedy = 1.0}"),
        *("--out", "fixed"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    done = neuroevo("report", "fixed", "--deals", 100, "--out", "mine.html", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "trust the fresh deals" in (folder / "mine.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("significance", "--tricks", 900, "--rounds", 60), "at most 780"),
        (("significance", "--tricks", 9, "--rounds", -60), "rounds must be at least 1, not -60"),
        (("significance", "--tricks", -9, "--rounds", 60), "tricks must be at least 0, not -9"),
        (("significance", "--tricks", 9, "--rounds", 6, "--population", 4), "belong together"),
        (("significance", "--tricks", 9, "--rounds", 6, "--players", 3), "spades"),
        (("evaluate", "one", "clubs"), "clubs plays clubs with 4 players, not spades with 4"),
        (("evaluate", "one", "--game", "sueca"), "one plays spades with 4 players, not sueca"),
        (("evaluate", "nobody"), "nobody"),
        (("evaluate", "greedy", "--deals", "0"), "deals must be at least 1, not 0"),
        (("report", "empty"), "empty"),
        (("report", "nowhere"), "nowhere"),
        (("report", "one", "--out", "nowhere/x.html"), "there is no directory nowhere"),
        (("compare", "one"), "at least two runs"),
        (("compare", "one", "clubs"), "plays clubs"),
    ],
)
def test_bad_input_is_one_line(folder, arguments, message):
    (folder / "empty").mkdir(exist_ok=True)
    check_one_line_error(neuroevo(*arguments, cwd=folder), message)


def test_a_run_without_a_champion_has_no_report(folder):
    shutil.copytree(folder / "one", folder / "headless", dirs_exist_ok=True)
    (folder / "headless" / "champion.npz").unlink()
    for command in (("report",), ("evaluate",)):
        check_one_line_error(neuroevo(*command, "headless", cwd=folder), "has no champion.npz")
    assert not (folder / "headless" / "report.html").exists()


def test_a_difference_without_an_interval_is_not_called_better(folder):
    done = neuroevo("compare", "clubs", "clubs-2", "--deals", 3, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "can't be told" in " ".join(done.stdout.split())
    assert not re.search(r"\), (better|worse)", done.stdout)
