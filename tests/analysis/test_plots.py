"""Pictures: what they show, where their words stand, and that a notebook shows them."""

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from neuroevo import evolve
from neuroevo.analysis import card_shares, luckiest, plots
from neuroevo.analysis.plots.curves import fair_share_word
from neuroevo.errors import BadInput
from neuroevo.evolution import make_experiment
from neuroevo.games import SPADES
from neuroevo.tournament import find_entrants


def small_run(folder, fitness="simple", seed=1, game="spades"):
    settings = {
        "name": "small",
        "seed": seed,
        "game": game,
        "network": {"hidden": [6]},
        "tournament": {"games": 2, "fitness": fitness},
        "evolution": {"population": 8, "generations": 6, "patience": 0},
        "run": {"yardstick_every": 2, "yardstick_deals": 20},
    }
    return evolve(make_experiment(settings), out=folder / f"{fitness}-{seed}", workers=1)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return small_run(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def shares():
    return card_shares(SPADES, find_entrants(["random"] * 4), deals=50)


def draw(name, run, shares):
    match name:
        case "runs_together":
            return plots.runs_together([run])
        case "luck_distribution":
            return plots.luck_distribution(luckiest(8, 6, 8), 30)
        case "tricks_distribution":
            return plots.tricks_distribution(np.array([3, 4, 2, 3]), "somebody")
        case "win_share_by_card":
            return plots.win_share_by_card(shares)
        case "weights_by_layer":
            return plots.weights_by_layer(run.champion)
    return getattr(plots, name)(run)


OF_RUNS = [
    "fitness_curve",
    "luck_distribution",
    "mutation_schedule",
    "runs_together",
    "tricks_distribution",
    "weights_by_layer",
    "win_share_by_card",
]


@pytest.mark.parametrize("name", OF_RUNS)
def test_a_picture_shows_itself_in_a_notebook_with_the_same_bytes_each_time(name, run, shares):
    content = draw(name, run, shares)._repr_png_()
    assert content.startswith(b"\x89PNG")
    assert content == draw(name, run, shares)._repr_png_()


def lines_of(axes):
    return {line.get_label(): line.get_ydata() for line in axes.lines}


def test_tricks_and_yardstick_share_their_axes(run):
    (axes,) = plots.fitness_curve(run).axes
    lines = lines_of(axes)
    assert lines["best fitness of each generation"].tolist() == (run.log["best"] / 8).tolist()
    yardstick = lines["that same network on fresh deals against random players"]
    assert yardstick.tolist() == run.log["yardstick_tricks"][::2].tolist()


def test_another_fitness_has_axes_of_its_own(tmp_path):
    run = small_run(tmp_path, "advanced")
    above, below = plots.fitness_curve(run).axes
    assert above.get_ylabel() == "fitness a round"
    assert "that same network on fresh deals against random players" not in lines_of(above)
    assert "that same network on fresh deals against random players" in lines_of(below)


def test_points_that_hurt_share_their_axes_with_the_yardstick_above_zero(tmp_path):
    run = small_run(tmp_path, "points", game="clubs")
    (axes,) = plots.fitness_curve(run).axes
    assert axes.get_ylabel() == "points a round, fewest win"
    lines = lines_of(axes)
    assert lines["best fitness of each generation"].tolist() == (-run.log["best"] / 8).tolist()
    assert (lines["best fitness of each generation"] <= lines["mean"]).all()
    yardstick = lines["that same network on fresh deals against random players"]
    assert yardstick.tolist() == run.log["yardstick_points"][::2].tolist()


def test_tricks_that_do_not_win_have_axes_of_their_own(tmp_path):
    run = small_run(tmp_path, "simple", game="clubs")
    above, below = plots.fitness_curve(run).axes
    assert above.get_ylabel() == "fitness: tricks a round"
    assert below.get_ylabel() == "points a round, fewest win"


def test_runs_of_games_with_different_aims_have_no_common_yardstick(run, tmp_path):
    other = small_run(tmp_path, "points", game="clubs")
    with pytest.raises(BadInput, match="spades and clubs are won by different things"):
        plots.runs_together([run, other])
    assert plots.runs_together([other]).axes[0].get_ylabel() == (
        "yardstick: points a round, fewest win"
    )


def test_chance_is_written_inside_the_axes(run):
    figure = plots.runs_together([run])
    FigureCanvasAgg(figure).draw()
    (axes,) = figure.axes
    (note,) = axes.texts
    assert note.get_text() == "chance 3.25"
    assert note.get_window_extent().y0 >= axes.get_window_extent().y0


def test_an_equal_share_is_called_chance_only_against_random_players(run):
    settings = run.experiment.model_dump(mode="json")
    settings["run"]["yardstick_against"] = "greedy"
    against_greedy = SimpleNamespace(experiment=make_experiment(settings))
    assert fair_share_word([run]) == "chance"
    assert fair_share_word([against_greedy]) == "equal players take"
    assert fair_share_word([run, against_greedy]) == "equal players take"


@pytest.mark.parametrize("best", [215, 224, 227, 231, 234, 250])
def test_the_note_on_luck_hides_no_bar_and_stays_inside(best):
    figure = plots.luck_distribution(luckiest(100, 80), best)
    FigureCanvasAgg(figure).draw()
    (axes,) = figure.axes
    (note,) = axes.texts
    where, frame = note.get_window_extent(), axes.get_window_extent()
    assert where.y0 > max(bar.get_window_extent().y1 for bar in axes.patches)
    assert frame.x0 <= where.x0
    assert where.x1 <= frame.x1


def test_seeds_of_one_experiment_are_a_band_with_their_mean(run, tmp_path):
    other = small_run(tmp_path, seed=2)
    figure = plots.runs_together([run, other], "best")
    mean = lines_of(figure.axes[0])["small, 2 seeds"]
    assert mean == pytest.approx((run.log["best"] + other.log["best"]) / 2 / 8)
    assert figure.axes[0].get_ylabel() == "best, a round"


def test_a_column_that_no_log_has_is_refused(run):
    with pytest.raises(BadInput, match=r"log.csv has no column 'speed': choose from generation"):
        plots.runs_together([run], "speed")
