"""The Spades thesis, cell by cell: what holds, and what its own formulas contradict."""

import math

import pytest

from neuroevo.reproduce import Request, Store, load_printed, reproduce
from neuroevo.reproduce import spades_runs as module
from neuroevo.reproduce.spades_luck import (
    birth_chance,
    births,
    chance_of_luck,
    fewest_members,
    is_luck,
    luckiest_in_run,
    lucky_tricks,
)


def cells(table, request=None):
    (found,) = reproduce("spades", table, request)
    return {(cell.row, cell.column): cell for cell in found.cells}, found


def test_table_4_has_one_misprint():
    found, whole = cells("4")
    wrong = [key for key, cell in found.items() if cell.verdict == "misprint"]
    assert wrong == [("0", "P(x)")]
    assert found["0", "P(x)"].reproduced == pytest.approx(0.75**13)
    refuted = [key for key, cell in found.items() if cell.verdict == "refuted"]
    assert refuted == [("totals", "variance of random play")]
    assert not [key for key, cell in found.items() if cell.verdict == "differs"]
    assert "tricks" in whole.pictures


def test_table_2_prints_two_cards_a_rank_where_one_is_right():
    found, _ = cells("2", Request(games=500))
    assert found["K", "leading"].verdict == "reproduced"
    assert found["K", "leading, right formula"].verdict == "misprint"
    assert found["K", "leading, right formula"].reproduced == pytest.approx(100 * 37 / 51)
    assert ("A", "leading, right formula") not in found  # there the two agree
    assert found["2", "leading, right formula"].reproduced == pytest.approx(100 * 26 / 51)
    assert "prints no formula" in found["K", "leading, right formula"].assumes
    assert "prints none" in found["K", "leading"].assumes
    assert found["A", "following, simulated"].verdict == "refuted"
    for rank in "AKQJT98765432":
        for column in ("leading", "following", "average", "fitness leading", "fitness following"):
            assert found[rank, column].verdict == "reproduced", (rank, column)


def test_table_3_follows_its_formula():
    found, _ = cells("3", Request(games=500))
    for (_, column), cell in found.items():
        assert cell.verdict == "reproduced" or "simulated" in column
    assert found["A", "leading, simulated"].reproduced == 100


def test_the_figures_of_the_text():
    found, _ = cells("text")
    assert found["hidden nodes, card-based", "value"].verdict == "reproduced"
    hand = found["hidden nodes, hand-based", "value"]
    assert (hand.reproduced, hand.verdict) == (226, "misprint")
    assert found["Phi(3.9)", "value"].verdict == "reproduced"
    fitness = "advanced fitness of an arbitrary player"
    assert found[fitness, "value"].verdict == "reproduced"
    simulated = found[fitness, "simulated, table as printed"]
    assert simulated.verdict == "refuted"
    assert simulated.reproduced == pytest.approx(8045, abs=15)
    for reading in ("table upside down", "spades column at another suit"):
        assert found[fitness, f"simulated, {reading}"].verdict == "refuted"
    assert found["standard deviation of a round", "simulated"].verdict == "refuted"
    assert "differs" not in {cell.verdict for cell in found.values()}


def test_every_figure_of_the_text_has_a_row_with_its_section():
    found, _ = cells("text")
    figures = load_printed("spades").figures
    assert {row for row, _ in found} == set(figures)
    assert all(cell.section == figures[row].section for (row, _), cell in found.items())


def test_the_orders_of_the_pack_and_a_fifth_of_the_tricks():
    found, _ = cells("text")
    orders = found["orders of the pack", "value"]
    assert (orders.printed, orders.verdict) == ("8.06e67", "reproduced")
    assert orders.reproduced == float(math.factorial(52))
    assert found["tricks a round, with that share", "value"].verdict == "reproduced"
    share = found["share of tricks, two for every three of each other player, percent", "value"]
    assert share.verdict == "misprint"
    assert share.reproduced == pytest.approx(100 * 2 / (2 + 3 * 3))


@pytest.fixture(scope="module")
def table_1():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "QUICK_GENERATIONS", 3)
        patch.setattr(module, "FRESH_DEALS", 400)
        return cells("1")


def test_table_1_calls_the_printed_maxima_luck(table_1):
    found, _ = table_1
    for row in ("card-based, simple fitness", "hand-based, simple fitness"):
        for column in ("Tricks", "ATpR", "Generation"):
            assert found[row, column].verdict == "luck"
            assert "the thesis prints none" in found[row, column].assumes
        fresh = found[row, "ATpR on fresh deals"]
        assert fresh.verdict == "refuted"
        assert fresh.reproduced == pytest.approx(3.25, abs=0.2)
    assert "Fitness" not in {column for row, column in found if "simple" in row}


def test_the_printed_advanced_fitness_is_met_upside_down_and_not_as_printed(table_1):
    found, whole = table_1
    column = "Fitness, luckiest of equal players"
    for row in ("card-based, advanced fitness", "hand-based, advanced fitness"):
        as_printed = found[row, column]
        assert as_printed.verdict == found[row, "Fitness"].verdict == "differs"
        assert "table upside down" in as_printed.note
        assert "spades column at another suit" in as_printed.note
        for reading in ("table upside down", "spades column at another suit"):
            assert found[f"{row}, {reading}", column].verdict == "not told apart"
    turned = found["card-based, advanced fitness, table upside down", column]
    assert turned.reproduced == pytest.approx(13_470, abs=30)
    assert any("met with this reading" in remark for remark in whole.remarks)


def test_every_cell_that_differs_says_what_was_tried(table_1):
    found, _ = table_1
    differing = [cell for cell in found.values() if cell.verdict == "differs"]
    assert differing
    assert all(cell.note.startswith("tried: ") for cell in differing)


def test_a_maximum_is_luck_only_where_chance_reaches_it_and_does_not_leave_it_behind():
    assert is_luck(234, 218, "simple") == pytest.approx(0.095, abs=0.01)
    assert is_luck(250, 218, "simple") is None
    assert is_luck(215, 218, "simple") is None


def test_fewer_members_make_luck_a_worse_excuse():
    few, many = (chance_of_luck(234, members, 218, "simple") for members in (40, 100))
    assert few.value < 0.05 < many.value
    assert 0 < few.se < 0.1 * few.value
    fewest = fewest_members(234, 218, "simple")
    assert chance_of_luck(234, fewest - 1, 218, "simple").value <= 0.05
    assert chance_of_luck(234, fewest, 218, "simple").value > 0.05
    assert fewest_members(13339, 294, "advanced") is None


def test_an_early_birth_may_be_luck_and_a_very_late_one_is_not():
    when = births("simple")
    assert when.at_least(0) == 1
    assert birth_chance(18, "simple") > 0.05
    assert birth_chance(2_000, "simple") < 0.05
    assert 50 < when.mean < 250


def test_births_of_players_who_never_tie_follow_the_law_of_records():
    """The last record comes in generation n, with no other in the next 200, and none before it
    waited longer: for the first 200 that is b / (b + 200) times the chance 1 / b of a record."""
    when = births("advanced-upside-down")  # fitness in hundreds: ties are rare
    within = 1 - when.at_least(200)
    by_law = sum(1 / (born + 200) for born in range(1, 201))
    assert within == pytest.approx(by_law, abs=0.03)


def test_the_luckiest_by_fitness_takes_more_tricks_than_its_share():
    (mean, spread) = lucky_tricks("advanced-upside-down", 20)
    assert 205 < mean.value < 235
    assert mean.se == pytest.approx(spread / 10)
    best = luckiest_in_run("advanced-upside-down", 20)
    assert best.value / mean.value > 55.9  # a random player's average trick


def test_the_table_of_luck_covers_every_population_and_reading():
    found, whole = cells("luck")
    assert (
        found["card-based, simple fitness", "chance of 234, 100 members"].verdict == "not printed"
    )
    upside = "hand-based, advanced fitness, table upside down"
    assert found[upside, "chance of 13487, 100 members"].reproduced > 0.05
    as_printed = "hand-based, advanced fitness, table as printed"
    assert found[as_printed, "chance of 13487, 400 members"].reproduced < 1e-6
    assert "prints no population" in whole.remarks[0]


def test_a_run_that_was_kept_is_not_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "QUICK_GENERATIONS", 2)
    monkeypatch.setattr(module, "FRESH_DEALS", 50)
    made = []
    monkeypatch.setattr(
        module, "evolved", lambda _request, *what: made.append(what) or {"Generation": 1}
    )
    request = Request(store=Store.open(tmp_path / "parts.json"))
    row = "card-based, advanced fitness"
    for fitness in ("advanced", "advanced-upside-down", "advanced"):
        module.runs_of(request, row, fitness, 0)
    again = Request(store=Store.open(tmp_path / "parts.json"))
    module.runs_of(again, row, "advanced-upside-down", 0)
    assert [what[1] for what in made] == ["advanced", "advanced-upside-down"]
