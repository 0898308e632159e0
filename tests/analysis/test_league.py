"""Leagues: the numbers of `evaluate`, the same bytes after any stop, nothing played twice."""

import json

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from neuroevo.analysis import evaluate, play_league
from neuroevo.analysis import league as league_module
from neuroevo.analysis.league_files import as_markdown, pairs_csv, write_league
from neuroevo.analysis.plots import league_table
from neuroevo.analysis.plots.league import LONGEST_NAME, shortened
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, SPADES, find_game
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.store import Store
from neuroevo.tournament import network_entrant

PLAYERS = ("random", "greedy", "heuristic", "always-highest")


def network(sheet=SPADES, name="mine.npz", seed=1, players=4, architecture="card"):
    made = make_architecture(architecture, sheet, players, (6, 6))
    weights = random_weights(made.weight_count, 1, np.random.default_rng(seed))[0]
    return network_entrant(Champion(made, weights), name)


@pytest.fixture(scope="module")
def spades():
    return play_league(PLAYERS, deals=400, seed=2)


def as_text(league):
    return json.dumps(league.as_dict())


@pytest.fixture
def matches_played(monkeypatch):
    """The pairs that are really played, as they are."""
    found = []
    really_play = league_module.play_match

    def play(sheet, table, *more):
        found.append((table[0].name, table[1].name))
        return really_play(sheet, table, *more)

    monkeypatch.setattr(league_module, "play_match", play)
    return found


@pytest.mark.parametrize(
    ("game", "players"),
    [("spades", PLAYERS), ("clubs", PLAYERS[:3]), ("sueca", PLAYERS[:3]), ("euchre", PLAYERS[:2])],
)
def test_cells_are_the_numbers_of_evaluate(game, players):
    league = play_league(players, game, deals=300, seed=5)
    assert sorted(league.names) == sorted(players)
    matches = evaluate(league.names, league.names, game, deals=300, seed=5)
    for number, match in enumerate(matches):
        row, column = divmod(number, len(players))
        assert (match.player, match.against) == (league.names[row], league.names[column])
        cell = league.cells[row][column]
        if row == column:
            assert cell is None
            assert match.wins_interval.mean == pytest.approx(league.chance, abs=0.05)
            continue
        assert cell.tricks == match.tricks_interval
        assert cell.points == match.points_interval
        assert cell.win_share.mean == pytest.approx(match.wins_interval.mean)
        assert cell.win_share.se == pytest.approx(match.wins_interval.se)


def test_the_strongest_come_first_and_the_ratings_say_who_wins(spades):
    ratings = [one.rating for one in spades.ratings]
    assert ratings == sorted(ratings, reverse=True)
    assert spades.names[:2] == ("heuristic", "greedy")
    assert np.mean(ratings) == pytest.approx(0, abs=1e-9)
    assert all(one.low < one.rating < one.high for one in spades.ratings)
    assert (spades.aim.unit, spades.chance) == ("tricks", 0.25)


def test_few_points_are_good_at_clubs():
    league = play_league(["random", "greedy"], "clubs", deals=200)
    assert league.names == ("greedy", "random")
    assert league.cells[0][1].points.mean < 3.25 < league.cells[1][0].points.mean
    assert league.aim.heading == "points a round, fewest win"


def test_neither_workers_nor_the_order_of_the_players_change_a_digit(spades):
    again = play_league(PLAYERS[::-1], deals=400, seed=2, workers=1)
    assert as_text(again) == as_text(spades)
    thinkers = ["mc-average:shuffles=2", "greedy", network()]
    one, two = (play_league(thinkers, deals=150, workers=workers) for workers in (1, 2))
    assert as_text(one) == as_text(two)
    assert as_text(play_league(PLAYERS, deals=400, seed=3)) != as_text(spades)


def test_networks_of_both_kinds_meet_monte_carlo_players():
    league = play_league(
        [network(), network(architecture="hand", name="hands.npz"), "mc-shared:shuffles=3"],
        deals=40,
    )
    assert set(league.names) == {"mine", "hands", "mc-shared:shuffles=3"}


def test_networks_bring_their_game_and_number_of_players():
    league = play_league([network(CLUBS, players=3), "greedy"], deals=50)
    assert (league.sheet.name, league.seats, league.sides) == ("clubs", 3, 3)


class Stop(Exception):
    pass


@pytest.mark.parametrize("pairs", [1, 5, 11])
def test_a_stopped_league_goes_on_to_the_same_result(tmp_path, spades, matches_played, pairs):
    path = tmp_path / "pairs.json"
    shares = []

    def stop(what, share):
        shares.append(share)
        if len(shares) > pairs:
            raise Stop(what)

    with pytest.raises(Stop):
        play_league(PLAYERS, deals=400, seed=2, store=Store.open(path), progress=stop)
    assert len(matches_played) == pairs + 1  # the last of them in vain
    matches_played.clear()
    shares.clear()
    league = play_league(
        PLAYERS,
        deals=400,
        seed=2,
        store=Store.open(path),
        progress=lambda _what, share: shares.append(share),
    )
    assert as_text(league) == as_text(spades)
    assert len(matches_played) == 12 - pairs
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    matches_played.clear()
    kept = path.read_bytes()
    assert as_text(play_league(PLAYERS, deals=400, seed=2, store=Store.open(path))) == as_text(
        spades
    )
    assert not matches_played
    assert path.read_bytes() == kept


def test_another_player_plays_only_the_new_pairs(tmp_path, matches_played):
    store = Store.open(tmp_path / "pairs.json")
    first = play_league(["random", "greedy"], deals=50, store=store)
    matches_played.clear()
    both = play_league(["random", "greedy", "heuristic"], deals=50, store=store)
    assert sorted(matches_played) == [
        ("greedy", "heuristic"),
        ("heuristic", "greedy"),
        ("heuristic", "random"),
        ("random", "heuristic"),
    ]
    place = [both.names.index(name) for name in first.names]
    assert both.cells[place[0]][place[1]].tricks == first.cells[0][1].tricks


@pytest.mark.parametrize(
    "changes",
    [{"deals": 51}, {"seed": 1}, {"game": "spades-bids"}, {"game": SPADES.with_trump("random")}],
)
def test_other_terms_are_played_anew(matches_played, changes):
    store = Store()
    play_league(["random", "greedy"], deals=50, store=store)
    matches_played.clear()
    terms = {"deals": 50, **changes}
    assert as_text(play_league(["random", "greedy"], store=store, **terms)) == as_text(
        play_league(["random", "greedy"], **terms)
    )
    assert len(matches_played) == 4  # two with the store, two without


def test_a_changed_champion_is_played_again_and_a_renamed_one_is_not(tmp_path, matches_played):
    path = tmp_path / "best.npz"
    network(seed=1).champion.save(path)
    store = Store()
    first = play_league([str(path), "greedy"], deals=50, store=store)
    matches_played.clear()
    path.rename(tmp_path / "older.npz")
    play_league([str(tmp_path / "older.npz"), "greedy"], deals=50, store=store)
    assert not matches_played
    network(seed=2).champion.save(path)
    second = play_league([str(path), "greedy"], deals=50, store=store)
    assert len(matches_played) == 2
    assert as_text(first) != as_text(second)


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry.pop("wins"),
        lambda entry: entry.update(wins=entry["wins"][:-1]),
        lambda entry: entry.update(wins="~" * 50),
        lambda entry: entry.update(wins="\u00e9" * 50),
        lambda entry: entry.update(wins=7),
        lambda entry: entry["tricks"].pop("se"),
        lambda entry: entry.update(points=None),
        lambda entry: entry["points"].update(mean="much"),
    ],
)
def test_a_damaged_result_is_named_not_believed(tmp_path, damage):
    path = tmp_path / "pairs.json"
    play_league(["random", "greedy"], deals=50, store=Store.open(path))
    kept = json.loads(path.read_text())
    damage(next(iter(kept.values())))
    path.write_text(json.dumps(kept))
    with pytest.raises(BadInput, match=r"pairs.json is damaged: delete it to begin anew"):
        play_league(["random", "greedy"], deals=50, store=Store.open(path))


@pytest.mark.parametrize(
    ("players", "changes", "message"),
    [
        (["greedy"], {}, "a league needs at least two players"),
        (["greedy", "random", "greedy"], {}, "greedy is named twice"),
        (["greedy", "nobody"], {}, "there is no player 'nobody'"),
        (["greedy", "random"], {"game": "whist"}, "whist"),
        (["greedy", "random"], {"deals": 1}, "deals must be at least 2, not 1"),
        (["greedy", "random"], {"seed": -1}, "seed must be at least 0"),
        (["greedy", "random"], {"workers": 0}, "workers must be at least 1"),
        (["greedy", "mc-euchre"], {}, "mc-euchre plays"),
        ([network(), network(CLUBS, "c.npz")], {}, "c.npz plays clubs with 4 players, not spades"),
        ([network(), network(name="copy.npz")], {}, "mine.npz and copy.npz are the same player"),
    ],
)
def test_bad_leagues_are_refused(players, changes, message):
    with pytest.raises(BadInput, match=message):
        play_league(players, **{"deals": 10, **changes})


def test_misfit_is_small_where_one_number_says_all_and_large_where_it_cannot(spades):
    pair = play_league(["random", "greedy"], "sueca", deals=500)
    assert pair.misfit < 0.02
    # always-highest takes more than random against random, and less against greedy.
    assert spades.misfit > 0.05


def test_files_hold_what_the_league_says(tmp_path, spades):
    written = write_league(spades, tmp_path / "new" / "folder", "neuroevo league …")
    assert [path.name for path in written] == [
        "league.csv",
        "ratings.csv",
        "league.md",
        "league.png",
    ]
    rows = pairs_csv(spades).splitlines()
    assert rows[0] == "player,against,deals,tricks,tricks_se,points,points_se,wins,wins_se"
    assert len(rows) == 1 + 12
    cell = spades.cells[0][1]
    start = f"heuristic,greedy,400,{cell.tricks.mean},{cell.tricks.se},"
    assert rows[1].startswith(start)
    page = as_markdown(spades, "neuroevo league …")
    assert "`neuroevo league …`" in page
    assert f"| 1 | heuristic | – | {cell.points.mean:.3f}±" in page
    assert f"{spades.ratings[0].rating:+.1f}" in page


def test_the_picture_has_a_value_a_cell_and_the_same_bytes_each_time(spades):
    figure = league_table(spades)
    table, ratings, _colours = figure.axes
    texts = [text.get_text() for text in table.texts]
    assert texts.count("–") == 4
    assert f"{100 * spades.win_shares[0, 1]:.1f} %" in texts
    assert ratings.texts[0].get_text().startswith(f"{spades.ratings[0].rating:+.0f} (")
    assert league_table(spades)._repr_png_() == figure._repr_png_()


def test_chance_is_white_and_more_is_blue(spades):
    figure = league_table(spades)
    (picture,) = figure.axes[0].images
    assert picture.norm(0.25) == pytest.approx(0.5)
    assert picture.norm(0.4) > 0.5 > picture.norm(0.2)
    assert picture.norm.vmin <= np.nanmin(spades.win_shares) + 1e-9
    assert picture.norm.vmax >= np.nanmax(spades.win_shares) - 1e-9


@pytest.mark.parametrize("game", ["sueca", "clubs"])
def test_long_names_fit_into_the_picture(game):
    long = "mc-extra:shuffles=2:playouts=1:limit=50:way=rejection-new"
    figure = league_table(play_league([long, "random"], find_game(game), deals=20))
    FigureCanvasAgg(figure).draw()
    table = figure.axes[0]
    labels = table.get_yticklabels()
    assert any("…" in label.get_text() for label in labels)
    assert all(label.get_window_extent().x0 >= 0 for label in labels)
    width, _ = figure.canvas.get_width_height()
    assert table.get_window_extent().width > width / 5
    assert len(shortened(long)) == LONGEST_NAME
