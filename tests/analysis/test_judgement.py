"""A run judged: verdicts in what the game is won by, the right way up."""

from dataclasses import replace

import pytest

from neuroevo import evolve
from neuroevo.analysis import evaluate
from neuroevo.analysis.judgement import judge
from neuroevo.analysis.report import contents, draw_pictures, write_report
from neuroevo.evolution import make_experiment


def small_run(folder, game, fitness="points", architecture="hand", **opponents):
    settings = {
        "name": "small",
        "game": game,
        "network": {"architecture": architecture, "hidden": [6]},
        "tournament": {"games": 2, "fitness": fitness, "opponents": opponents or {"population": 1}},
        "evolution": {"population": 8, "generations": 3, "patience": 0},
        "run": {"yardstick_every": 2, "yardstick_deals": 20},
    }
    return evolve(make_experiment(settings), out=folder / "run", workers=1)


def judged_as(judged, player, game):
    """The same judgement, had the champion played like a built-in player."""
    (score,) = evaluate(player, "random", game, judged.score.deals)
    return replace(judged, score=score)


@pytest.fixture(scope="module")
def clubs(tmp_path_factory):
    return judge(small_run(tmp_path_factory.mktemp("clubs"), "clubs"), deals=400)


def test_few_points_are_skill_at_clubs_and_many_are_not(clubs):
    good = judged_as(clubs, "greedy", "clubs")
    assert good.score.points.mean() < 2.5
    assert "points of skill" in good.verdict
    assert "random players take 3.25 and fewer are better" in good.verdict
    bad = judged_as(clubs, "always-highest", "clubs")
    assert bad.score.points.mean() > 3.25
    assert "worse than chance" in bad.verdict
    assert "tricks" not in good.verdict + bad.verdict


def test_the_table_has_the_best_above(clubs):
    names = [match.player for match in judged_as(clubs, "greedy", "clubs").table]
    assert names == ["greedy", "greedy", "random", "always-highest"]


def test_a_few_deals_can_not_tell(clubs):
    (score,) = evaluate("greedy", "random", "clubs", 1)
    verdict = replace(clubs, score=score).verdict
    assert "too few deals to say how sure that is" in verdict
    assert "can't be told from chance" in verdict
    assert "nan" not in verdict


def test_calls_by_counting_are_no_skill_of_a_network_at_euchre(tmp_path):
    """Against players who call at random whoever calls by counting wins, whatever its cards."""
    judged = judge(small_run(tmp_path, "euchre"), deals=400)
    assert judged.fair_share is None
    blind = judged_as(judged, "random-cards", "euchre")
    assert blind.score.points.mean() > 1.1
    assert "can't be told from chance" in blind.verdict
    assert "points of skill" in judged_as(judged, "greedy", "euchre").verdict
    assert "random-cards" in [match.player for match in judged.table]


@pytest.mark.parametrize(
    ("game", "fitness", "tests"),
    [
        ("spades", "simple", 4),
        ("spades", "advanced", 1),
        ("clubs", "points", 1),
        ("clubs", "simple", 4),
        ("sueca", "points", 1),
        ("sueca", "simple", 1),
        ("euchre", "points", 1),
    ],
)
def test_skill_or_luck_is_answered_for_every_game_and_fitness(tmp_path, game, fitness, tests):
    run = small_run(tmp_path, game, fitness)
    path, judged = write_report(run, deals=20)
    assert len(judged.findings) == tests
    assert 0 <= judged.luck.p <= 1
    page = path.read_text(encoding="utf-8")
    assert "Skill or luck?" in page
    assert run.experiment.sheet.aim.heading in page
    assert "nan" not in page.split("<h2>The experiment</h2>")[0].split("<h2>Pictures</h2>")[0]


def test_a_run_against_others_has_no_section_about_luck(tmp_path):
    path, judged = write_report(small_run(tmp_path, "clubs", greedy=1), deals=20)
    assert judged.findings == []
    page = path.read_text(encoding="utf-8")
    assert "<h2>Skill or luck?</h2>" not in page
    assert "can&#39;t be compared with luck" in page
    assert "luck" not in draw_pictures(judged)


def test_random_opponents_are_equals_unless_they_bid(tmp_path):
    assert judge(small_run(tmp_path, "clubs", random=1), deals=20).luck is not None
    (tmp_path / "two").mkdir()
    assert judge(small_run(tmp_path / "two", "euchre", random=1), deals=20).luck is None


def test_points_that_hurt_are_shown_above_zero(clubs):
    assert clubs.fitness < 0
    assert clubs.best == f"{-clubs.fitness:.0f} points"
    assert contents(clubs, [], 0)["best"] == clubs.best
    _, figure = draw_pictures(clubs)["luck"]
    assert all(bar.get_x() >= 0 for bar in figure.axes[0].patches)
    _, figure = draw_pictures(clubs)["points"]
    assert "fewer points are better" in figure.axes[0].get_title(loc="left")
