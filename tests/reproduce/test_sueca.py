"""The Sueca thesis: decks under conditions, and values that agree where they should."""

import numpy as np
import pytest

from neuroevo.games import SUECA
from neuroevo.reproduce import Request, Store, load_printed, reproduce
from neuroevo.reproduce.cells import agrees
from neuroevo.reproduce.sueca import chapter6, chapter7
from neuroevo.reproduce.sueca.control import decks
from neuroevo.reproduce.sueca.decks import (
    POINTS,
    hand_with_trumps,
    team_with_points,
    team_with_suits,
    team_with_trumps,
)
from neuroevo.reproduce.sueca.play import STRATEGIES, seated

GENERATOR = np.random.default_rng(3)
TEAM = [0, 2]


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
    assert played.calls[:, 0].tolist() == trumps.tolist()
    for row in range(20):
        assert played.log[row, 0] in hands[row, 0]  # N leads


def test_the_control_changes_the_error_and_not_the_value():
    request = Request(games=600)
    row = ["MC", "R", "R", "R"]
    quick = STRATEGIES | {"MC": "mc-peek:shuffles=5:playouts=1"}
    controlled = chapter7.pairing(request, row, quick)
    from neuroevo.reproduce.sueca.play import play_any

    plain = chapter7.plain(play_any(seated(row, quick), 600, request))
    assert controlled["se"] < 0.75 * plain["se"]
    assert controlled["mean"] == pytest.approx(plain["mean"], abs=4 * plain["se"])


def test_rows_of_the_full_budget_are_played_again_until_their_error_is_small(monkeypatch):
    monkeypatch.setattr(chapter7, "FULL_GAMES", 300)
    monkeypatch.setattr(chapter7, "FULL_ERROR", 0.8)
    request = Request(budget="full")
    quick = STRATEGIES | {"MC": "mc-peek:shuffles=5:playouts=1"}
    found = chapter7.pairing(request, ["MC", "R", "R", "R"], quick)
    first, second = (one for key, one in request.store.found.items() if key.startswith("7 mc"))
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


@pytest.mark.parametrize("way", ["rejection", "rejection-new"])
def test_the_truth_is_taken_less_often_with_a_higher_limit(way):
    request = Request(games=200)
    few, many = (chapter6.count_truths(request, way, limit) for limit in (10, 100))
    assert 0 < many["share"] < few["share"] < 0.15
    assert few["by round"][9] == 0  # the last card is played without thinking


def test_table_4_5_has_its_heads_exchanged():
    (found,) = reproduce("sueca", "4.5", Request(games=20_000))
    verdicts = {(cell.row, cell.column): cell.verdict for cell in found.cells}
    assert verdicts["Average", "T = / Two"] == "misprint"
    assert verdicts["Lowest", "T = / Ace"] == "misprint"


@pytest.mark.parametrize("table", ["4.2", "4.3", "4.4", "4.6", "5.1", "5.2"])
def test_tables_have_a_cell_for_every_printed_value(table):
    (found,) = reproduce("sueca", table, Request(games=20_000))
    printed = load_printed("sueca").tables[table]
    cells = {(cell.row, cell.column) for cell in found.cells}
    assert cells == {(row, column) for row in printed.rows for column in printed.columns}
    if table in ("4.3", "4.6"):
        averages = [cell for cell in found.cells if "Average" in cell.column or table == "4.3"]
        assert {cell.verdict for cell in averages} == {"reproduced"}


def test_a_stopped_reproduction_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "parts.json"
    request = Request(games=2_000, store=Store.open(path))
    (first,) = reproduce("sueca", "5.1", request)

    def never(*_arguments):
        raise AssertionError("played again")

    from neuroevo.reproduce.sueca import chapter5

    monkeypatch.setattr(chapter5, "play_any", never)
    (again,) = reproduce("sueca", "5.1", Request(games=2_000, store=Store.open(path)))
    assert again.cells == first.cells
