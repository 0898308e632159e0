"""Texas Hold'em: published chances, and eval7 as an outside judge."""

import eval7
import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.poker import holdem
from neuroevo.poker.holdem import exact_tally, holdem_odds, seat_table
from neuroevo.poker.ranges import parse_range


def eval7_cards(text):
    return [eval7.Card(word[0] + word[1].lower()) for word in text.split()]


def test_aces_against_kings_before_the_flop_are_exact():
    found = holdem_odds("AS AD", opponents=["KS KD"])
    assert f"{found.share:.5f}" == "0.82637"
    assert found.share == pytest.approx(found.win + found.tie / 2, abs=1e-15)
    assert (found.method, found.se) == ("exact", 0.0)
    assert "1,712,304" in found.how


def test_aces_win_852_of_1000_pots_against_any_hand():
    assert f"{holdem_odds('AS AD').share:.3f}" == "0.852"


@pytest.mark.parametrize(
    ("hand", "board", "villain"),
    [
        ("AS AD", "2C 7D 9H 3S 4S", "AKs, TT+"),
        ("8H 7H", "6H 5C KS 2D 2H", "QQ+, AK, 22"),
        ("3C 3D", "AS KS QS JS 2D", "A2s+"),
    ],
)
def test_ranges_on_a_whole_board_agree_with_eval7(hand, board, villain):
    theirs = eval7.py_hand_vs_range_exact(
        eval7_cards(hand), eval7.HandRange(villain.replace(" ", "")), eval7_cards(board)
    )
    found = holdem_odds(hand, board=board, opponents=[villain])
    assert found.method == "exact"
    assert found.share == pytest.approx(theirs, abs=1e-6)


@pytest.mark.parametrize(
    ("hand", "board", "villain"),
    [
        ("AS AD", "", "KsKd"),
        ("AS AD", "2C 7D 9H", "AKs,TT+"),
        ("8H 7H", "6H 5C KS", "QQ+,AK"),
        ("JC TD", "9S 8H 2D 2C", "22+"),
    ],
)
def test_exact_chances_lie_where_eval7_deals_them(hand, board, villain):
    # eval7 counts whole boards only; before, it deals at random.
    deals = 1_000_000
    theirs = eval7.py_hand_vs_range_monte_carlo(
        eval7_cards(hand), eval7.HandRange(villain), eval7_cards(board), deals
    )
    found = holdem_odds(hand, board=board, opponents=[villain])
    assert found.method == "exact"
    assert abs(found.share - theirs) < 5 * np.sqrt(found.share * (1 - found.share) / deals)


def test_suits_may_be_renamed_without_changing_a_count(monkeypatch):
    table, _ = seat_table("AS AD", None, "", ["KK, AKs"], 0)
    quick = exact_tally(table)
    monkeypatch.setattr(holdem, "suit_renamings", lambda _table: np.arange(4)[None, :])
    assert len(holdem.suit_renamings(table)) == 1
    np.testing.assert_array_equal(quick, exact_tally(table))


def test_hands_that_name_suits_allow_fewer_renamings():
    assert len(holdem.suit_renamings(seat_table("AS KS", None, "", [], 0)[0])) == 6
    assert len(holdem.suit_renamings(seat_table("AS AD", None, "", [], 0)[0])) == 4
    assert len(holdem.suit_renamings(seat_table("AS AD", None, "", ["KS KD"], 0)[0])) == 4
    assert len(holdem.suit_renamings(seat_table("AS AD", None, "", ["KS QH"], 0)[0])) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"opponents": ["KS KD"]},
        {"opponents": ["AKs, TT+", "KS KD"]},
        {"board": "2C 7D 9H", "players": 3},
        {"board": "2C 7D 9H TS", "opponents": ["QQ+, AKs"], "players": 3},
        {"opponents": ["KS QS", "JD TD", "AKs"]},
    ],
)
def test_a_simulation_meets_the_exact_chance(arguments):
    exact = holdem_odds("AS AD", **arguments)
    found = holdem_odds("AS AD", **arguments, runs=300_000, seed=2)
    assert (exact.method, found.method) == ("exact", "simulate")
    assert abs(found.win - exact.win) < 4.5 * found.se
    assert abs(found.share - exact.share) < 4.5 * found.share_se


def test_everybodys_shares_of_the_pot_add_up_to_one():
    hands = ["AS AD", "KS QS", "JD TD"]
    shares = [
        holdem_odds(hand, opponents=[other for other in hands if other != hand]).share
        for hand in hands
    ]
    assert sum(shares) == pytest.approx(1, abs=1e-12)


def test_workers_never_change_a_result():
    one = holdem_odds("7C 2D", 10, runs=150_000, workers=1, show=True)
    assert one == holdem_odds("7C 2D", 10, runs=150_000, workers=2, show=True)
    cards = [card for hand in one.last_run.hands for card in hand] + [*one.last_run.board]
    assert len(cards) == len(set(cards)) == 25


def test_the_last_run_gives_each_opponent_a_hand_of_its_range():
    for seed in range(20):
        found = holdem_odds("7C 2D", 4, opponents=["any", "AA"], runs=5, seed=seed, show=True)
        assert [card.rank for card in found.last_run.hands[2]] == ["A", "A"]


@pytest.mark.parametrize(
    "text",
    ["AKs", "AKo", "AK", "TT", "TT+", "ATs+", "K9o+", "77-99", "AsKd", "AKs,TT+", "A5s-A2s"],
)
def test_a_range_holds_the_hands_that_eval7_reads(text):
    theirs = {frozenset(map(str, cards)) for cards, _ in eval7.HandRange(text).hands}
    ours = {
        frozenset(card.rank + card.suit.lower() for card in combo) for combo in parse_range(text)
    }
    assert ours == theirs


def test_ranges_are_read_whatever_their_order_and_spaces():
    assert parse_range("KA") == parse_range("AK")
    assert set(parse_range("99-77")) == set(parse_range("77-99"))
    assert parse_range("1010") == parse_range("TT")
    assert parse_range("ks kd") == parse_range("KsKd")
    assert len(parse_range("KS KD 7H 6H")) == 2


@pytest.mark.parametrize("text", ["", "AKx", "AAs", "AKs-QTs", "TT-A9", "KS KS", "KS"])
def test_a_bad_range_is_refused(text):
    with pytest.raises(BadInput):
        parse_range(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": "AS"}, "a hold'em hand has 2 cards, not 1"),
        ({"board": "2C 3C"}, "the board has 0, 3, 4 or 5 cards, not 2"),
        ({"board": "AS 2C 3C"}, "AS is both in the hand and on the board"),
        ({"players": 11}, "players must be from 2 to 10, not 11"),
        ({"players": 2, "opponents": ["AA", "KK"]}, "2 opponents are given, but only 1 play"),
        ({"opponents": ["AS KS"]}, "opponent 1 can't hold 'AS KS'"),
        ({"opponents": ["KK", "KK", "KK"]}, "can't be dealt together"),
        ({"players": 5, "method": "exact"}, "use simulate"),
        ({"runs": 0}, "runs must be at least 1"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(BadInput, match=message):
        holdem_odds(**({"hand": "AS AD"} | arguments))
