"""The Sueca thesis: decks under conditions, and values that agree where they should."""

import numpy as np
import pytest

from neuroevo.games import SUECA
from neuroevo.reproduce import Doubt, Request, Store, judge, load_printed, reproduce, tables_of
from neuroevo.reproduce.sueca import chapter5, chapter6, chapter7, one_deck, truths
from neuroevo.reproduce.sueca.control import decks
from neuroevo.reproduce.sueca.decks import (
    POINTS,
    hand_with_trumps,
    team_with_points,
    team_with_suits,
    team_with_trumps,
)
from neuroevo.reproduce.sueca.play import STRATEGIES, play_any, seated

GENERATOR = np.random.default_rng(3)
TEAM = [0, 2]
CELLS = load_printed("sueca").cell_count


def agrees(printed, value, error):
    """By the one rule, as if the printed value were exact."""
    return judge(printed, value, error, Doubt(cells=CELLS)).word == "reproduced"


def verdicts(found):
    """By row and column."""
    return {(cell.row, cell.column): cell.verdict for cell in found.cells}


def check_whole(hands):
    """Every deal has each of the forty cards once."""
    deck = sorted(card.number for card in SUECA.deck())
    assert (np.sort(hands.reshape(len(hands), 40), axis=1) == deck).all()


@pytest.mark.parametrize("trumps", [0, 4, 10])
def test_a_hand_has_the_trumps_it_should(trumps):
    deals = hand_with_trumps(GENERATOR, trumps, 200)
    check_whole(deals.hands)
    assert ((deals.hands[:, 0] // 13 == deals.trumps[:, None]).sum(axis=1) == trumps).all()


def test_nine_trumps_lack_the_right_one():
    deals = hand_with_trumps(GENERATOR, 9, 100, lacking="A")
    check_whole(deals.hands)
    ranks = np.where(deals.hands[:, 0] // 13 == 0, deals.hands[:, 0] % 13, -1)
    assert not (ranks == 12).any()


@pytest.mark.parametrize("trumps", [0, 3, 10])
def test_a_team_has_the_trumps_it_should_and_a_coin_divides_them(trumps):
    deals = team_with_trumps(GENERATOR, trumps, 4_000)
    check_whole(deals.hands)
    trump = deals.hands // 13 == deals.trumps[:, None, None]
    by_seat = trump.sum(axis=2)
    assert (by_seat[:, TEAM].sum(axis=1) == trumps).all()
    if trumps:
        assert by_seat[:, 0].mean() == pytest.approx(trumps / 2, abs=0.15)
        assert by_seat[:, 0].var() == pytest.approx(trumps / 4, rel=0.15)


@pytest.mark.parametrize(("low", "high"), [(0, 10), (60, 70), (110, 120)])
def test_a_team_has_the_points_it_should(low, high):
    deals = team_with_points(GENERATOR, low, high, 500)
    check_whole(deals.hands)
    points = POINTS[deals.hands][:, TEAM].sum(axis=(1, 2))
    assert points.min() >= low
    assert points.max() <= high


def test_all_sets_of_cards_with_those_points_are_as_likely():
    """Against shuffled decks of which only those with the right points are kept."""
    deals = team_with_points(GENERATOR, 60, 70, 4_000)
    aces = (deals.hands[:, TEAM] % 13 == 12).sum(axis=(1, 2))
    deck = np.array([card.number for card in SUECA.deck()])
    order = GENERATOR.permuted(np.tile(deck, (20_000, 1)), axis=1)[:, :20]
    kept = order[(POINTS[order].sum(axis=1) >= 60) & (POINTS[order].sum(axis=1) <= 70)]
    expected = (kept % 13 == 12).sum(axis=1)
    assert aces.mean() == pytest.approx(expected.mean(), abs=0.08)


def test_a_team_has_the_suits_of_the_printed_deck():
    hands = team_with_suits(GENERATOR, (8, 3, 4, 5), 50)
    check_whole(hands)
    suits = hands[:, TEAM] // 13
    assert [(suits == suit).sum(axis=(1, 2)).tolist()[0] for suit in range(4)] == [8, 3, 4, 5]


def test_printed_rows_are_north_south_west_east():
    names = {"R": "n", "T": "s", "A": "w", "MC": "e"}
    assert seated(["R", "T", "A", "MC"], names) == ["n", "w", "s", "e"]


def test_the_control_plays_the_decks_of_the_rows():
    from neuroevo.cards import Purpose, run_key
    from neuroevo.tournament import find_entrants, play_deals

    hands, trumps = decks(4, 20)
    played = play_deals(
        SUECA, find_entrants(["random"] * 4), run_key(4, Purpose.SUECA_DECKS), 0, 20, keep_log=True
    )
    assert played.calls["trump"].tolist() == trumps.tolist()
    for row in range(20):
        assert played.log[row, 0] in hands[row, 0]  # N leads


def test_the_control_changes_the_error_and_not_the_value():
    request = Request(games=600)
    row = ["MC", "R", "R", "R"]
    quick = STRATEGIES | {"MC": "mc-peek:shuffles=5:playouts=1"}
    controlled = chapter7.pairing(request, row, quick)
    plain = chapter7.plain(play_any(seated(row, quick), 600, request))
    assert controlled["se"] < 0.75 * plain["se"]
    assert controlled["mean"] == pytest.approx(plain["mean"], abs=4 * plain["se"])


def test_rows_of_the_full_budget_are_played_again_until_their_error_is_small(monkeypatch):
    monkeypatch.setattr(chapter7, "FULL_GAMES", 300)
    monkeypatch.setattr(chapter7, "FULL_ERROR", 0.8)
    request = Request(budget="full")
    quick = STRATEGIES | {"MC": "mc-peek:shuffles=5:playouts=1"}
    found = chapter7.pairing(request, ["MC", "R", "R", "R"], quick)
    first, second = (one for key, one in request.store.found.items() if key.startswith("7: mc"))
    assert first["se"] > 0.8 > second["se"]
    assert found == second


def test_rows_without_monte_carlo_agree_with_chapter_7():
    """Every row of R, T and A alone, 400,000 games each, apart from the named misprints."""
    request = Request(games=400_000)
    checked, wrong = 0, []
    for name in chapter7.TABLES_7:
        table = load_printed("sueca").tables[name]
        for row, cells in table.rows.items():
            players = row.split(" / ")
            if "MC" in players or (name, row) in chapter7.MISPRINTS:
                continue
            result = chapter7.pairing(request, players, STRATEGIES)
            checked += 1
            for printed, value, error in (
                (cells[0], result["mean"], result["se"]),
                (cells[1], 120 - result["mean"], result["se"]),
                (cells[2], result["sd"], result["sd se"]),
            ):
                if not agrees(printed, value, error):
                    wrong.append((name, row, printed, round(value, 2)))
    assert checked >= 81
    assert wrong == []


def test_the_named_misprints_do_disagree():
    request = Request(games=100_000)
    for name, row in chapter7.MISPRINTS:
        if "MC" in row:
            continue
        cells = load_printed("sueca").tables[name].rows[row]
        result = chapter7.pairing(request, row.split(" / "), STRATEGIES)
        values = (result["mean"], result["se"]), (result["sd"], result["sd se"])
        assert not all(
            agrees(printed, value, error)
            for printed, (value, error) in zip((cells[0], cells[2]), values, strict=True)
        )


@pytest.mark.parametrize(
    ("player", "column"),
    [
        ("mc-normal:shuffles={}:way=rejection", "MC Normal / Score"),
        ("mc-average:shuffles={}:way=rejection", "MC Average / Score"),
        ("mc-peek:shuffles={}:playouts=2", "MC Extra / Score"),
    ],
)
def test_monte_carlo_agrees_with_table_6_2(player, column):
    """Extra only with the player that peeks."""
    table = load_printed("sueca").tables["6.2"]
    for row, games in (("1", 40_000), ("10", 8_000), ("50", 2_000)):
        result = chapter6.one_player(Request(games=games), player.format(row), 1)
        assert agrees(table.cell(row, column), result["mean"], result["se"]), row


def test_an_honest_extra_is_far_below_the_printed_one():
    result = chapter6.one_player(Request(games=3_000), "mc-extra:shuffles=10:playouts=2", 1)
    assert not agrees("71.50", result["mean"], result["se"])
    assert result["mean"] < 69


@pytest.mark.parametrize("way", [truths.REGULAR, truths.NEW])
def test_the_truth_is_taken_less_often_with_a_higher_limit(way):
    request = Request(games=200)
    few, many = (truths.count_truths(request, way, limit) for limit in (10, 100))
    shares = [truths.ratio(one["truths"], one["worlds"])[0] for one in (many, few)]
    assert 0 < shares[0] < shares[1] < 0.15
    assert np.array(few["by round"])[:, 9].sum() == 0  # the last card is played without thinking


def test_errors_of_ratios_are_those_that_repetition_shows():
    dice = np.random.default_rng(8)
    worlds = dice.integers(500, 900, (2_000, 40))
    taken = worlds * dice.gamma(0.5, 0.1, worlds.shape)
    found = np.array([truths.ratio(part, whole) for part, whole in zip(taken, worlds, strict=True)])
    assert found[:, 1].mean() == pytest.approx(found[:, 0].std(), rel=0.1)


def test_a_share_of_truths_comes_from_forty_groups_of_games_at_least():
    counted = truths.count_truths(Request(games=200), truths.REGULAR, 10)
    assert len(counted["truths"]) >= 40
    share, error = truths.share_of_truths(counted, 8.4)
    assert 0.3 < error < 2  # two chunks without a correction showed .0054
    assert share == pytest.approx(8.4, abs=4 * error)


def test_a_sample_without_the_rare_games_has_no_smaller_error_for_it():
    counted = {"worlds": [100] * 4, "truths": [0, 1, 0, 0]}
    assert truths.share_of_truths(counted, 2.5)[1] == pytest.approx(
        10 * truths.share_of_truths(counted, 0.25)[1]
    )


def test_tables_6_4_and_6_5_are_played_by_normal_with_average_as_the_other_reading():
    request = Request(games=80)
    found = reproduce("sueca", "6.4", request) + reproduce("sueca", "6.5", request)
    cells = [cell for one in found for cell in one.cells]
    assert all(cell.assumes.startswith("MC Normal") and cell.se > 0 for cell in cells)
    assert any("MC Average" in cell.note for cell in cells)
    normal = truths.count_truths(request, truths.NEW, 10)
    (cell,) = (one for one in found[1].cells if (one.row, one.column[:3]) == ("10", "New"))
    assert cell.reproduced == pytest.approx(
        100 * truths.ratio(normal["truths"], normal["worlds"])[0]
    )


def test_shares_of_figures_6_6_and_6_7_have_errors():
    for name in ("figure 6.6", "figure 6.7"):
        (found,) = reproduce("sueca", name, Request(games=80))
        shares = [cell for cell in found.cells if cell.column == "% of the truths"]
        assert shares
        assert all(cell.se > 0 for cell in shares)


def test_an_honest_extra_is_shown_in_both_readings():
    (found,) = reproduce("sueca", "6.1", Request(games=1_500))
    first = {cell.column: cell for cell in found.cells if cell.row == "1"}
    each, shared = (first[f"MC Extra Score, {name}"].reproduced for name in chapter6.HONEST)
    assert each == pytest.approx(66.6, abs=2)
    assert shared == pytest.approx(67.7, abs=2)
    assert first["MC Extra Score"].reproduced > max(each, shared)


def test_a_deck_that_is_not_printed_can_not_be_tested():
    (found,) = reproduce("sueca", "4.1", Request(games=2_000))
    assert {cell.verdict for cell in found.cells} == {"can't be tested"}
    assert all(cell.se < 3 for cell in found.cells)  # of the mean, not the spread of decks


def test_what_is_given_is_not_reproduced_from_itself():
    (found,) = reproduce("sueca", "4.2")
    by_column = {(cell.column[-7:], cell.verdict) for cell in found.cells}
    assert by_column == {("PN & PS", "can't be tested"), ("PW & PE", "reproduced")}


def test_table_4_5_contradicts_its_own_text_and_its_heads_are_not_exchanged():
    (found,) = reproduce("sueca", "4.5", Request(games=20_000))
    by_cell = verdicts(found)
    assert not any("exchanged" in row for row, _ in by_cell)
    assert by_cell["Lowest", "T = / Two"] == "misprint"
    assert by_cell["Average", "T = / Ace"] == "misprint"
    for cell in ("Average", "T = / Two"), ("Lowest", "T = / Ace"):
        assert by_cell[cell] == "differs"


def test_no_four_cards_of_a_trick_make_39_points():
    from itertools import combinations

    values = [SUECA.points(card) for card in SUECA.deck()]
    assert 39 not in {sum(four) for four in combinations(values, 4)}


def test_teams_of_a_variant_are_shown_in_both_readings():
    for name in ("5.1", "5.2"):
        (found,) = reproduce("sueca", name, Request(games=400_000))
        column = load_printed("sueca").tables[name].columns[1]
        by_cell = verdicts(found)
        assert by_cell[chapter5.ONE_ONLY, column] in ("reproduced", "not told apart")
        assert by_cell["Team", column] in ("differs", "not told apart")


def test_the_shares_of_figure_5_1_are_the_normal_rule_and_not_counts():
    (found,) = reproduce("sueca", "figure 5.1", Request(games=40_000))
    by_row = {}
    for cell in found.cells:
        if cell.column.startswith("%"):
            by_row.setdefault(cell.row, set()).add(cell.verdict)
    assert by_row == {"by the normal rule": {"reproduced"}, "counted": {"refuted"}}


def test_a_budget_that_can_not_exclude_the_honest_player_says_so():
    (found,) = reproduce("sueca", "7.20", Request(games=40))
    judged = [cell for cell in found.cells if cell.printed is not None]
    assert {cell.verdict for cell in judged} == {"not told apart"}
    assert all("the honest player" in cell.note for cell in judged)
    assert all(cell.printed_se > 0 for cell in judged)


def test_tables_of_chapter_7_are_listed_by_what_they_compare():
    tables = tables_of("sueca")
    assert tables["7.5"].about == "MC R against every team"
    assert tables["7.20"].about == "R MC, MC R against R MC"
    assert len({tables[name].about for name in chapter7.TABLES_7}) == len(chapter7.TABLES_7)


CHEAP = ("4.1", "4.3", "4.5", "5.2", "figure 5.1", "6.1", "6.4", "figure 6.2", "figure 6.6", "7.17")


@pytest.mark.parametrize("table", CHEAP)
def test_every_cell_has_a_section_and_every_difference_says_what_was_tried(table):
    (found,) = reproduce("sueca", table, Request(games=60))
    assert found.section
    for cell in found.cells:
        assert cell.section
        if cell.verdict == "differs":
            assert "tried: " in cell.note


@pytest.mark.parametrize("table", ["4.2", "4.3", "4.4", "4.6", "6.3"])
def test_tables_have_a_cell_for_every_printed_value(table):
    (found,) = reproduce("sueca", table, Request(games=20_000 if table != "6.3" else 40))
    printed = load_printed("sueca").tables[table]
    cells = {(cell.row, cell.column) for cell in found.cells}
    assert cells == {(row, column) for row in printed.rows for column in printed.columns}
    if table in ("4.3", "4.6"):
        averages = [cell for cell in found.cells if "Average" in cell.column or table == "4.3"]
        assert {cell.verdict for cell in averages} == {"reproduced"}


@pytest.mark.parametrize("table", ["4.1", "5.1", "figure 5.1", "figure 6.1", "figure 6.7"])
def test_a_stopped_reproduction_goes_on(table, tmp_path, monkeypatch):
    path = tmp_path / "parts.json"
    request = Request(games=100, store=Store.open(path))
    (first,) = reproduce("sueca", table, request)

    def never(*_arguments, **_named):
        raise AssertionError("played again")

    for module, name in (
        (chapter5, "play_any"),
        (chapter6, "play_any"),
        (one_deck, "play_given"),
        (truths, "play_tables"),
    ):
        monkeypatch.setattr(module, name, never)
    (again,) = reproduce("sueca", table, Request(games=100, store=Store.open(path)))
    assert again.cells == first.cells
