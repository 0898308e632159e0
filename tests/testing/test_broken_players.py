"""The checks of a player can fail: each catches the player that breaks it."""

import random
import re

import pytest

from neuroevo.errors import BadInput
from neuroevo.games import EUCHRE, SPADES
from neuroevo.players import speaks
from neuroevo.testing import ContractBroken, check_player

WHAT = "same cards compiled and plain"


@pytest.fixture
def no_loader(monkeypatch):
    """As if the loader let everything through."""
    monkeypatch.setattr("neuroevo.players.own.check_words", lambda function: None)
    monkeypatch.setattr("neuroevo.players.roster_entry.reads_otherwise", lambda function: None)


def broken(report):
    return {one.what for one in report.broken}


def patient(seat):
    """Keeps its trumps for last."""
    return (seat.legal.plain or seat.legal).cheapest


def test_a_function_that_keeps_the_contract_passes_every_verdict():
    report = check_player(patient)
    assert report.passed
    assert report.name == "patient"
    assert "compiled" in report["a player"].said
    swaps = int(re.search(r"([\d,]+) swaps", report["honest"].said)[1].replace(",", ""))
    assert swaps > 500
    assert "rounds of spades a second" in report["speed"].said


def peeks_at_hands(seat):
    return seat.legal.highest if seat._table.hands[3 - seat._place] & 255 else seat.legal.lowest


def peeks_at_the_pack(seat):
    return seat.legal.highest if seat._table.deck[51] % 2 else seat.legal.lowest


def peeks_at_dice(seat):
    other = 3 - seat._place
    return seat.legal.highest if seat._table.streams[other] % 2 else seat.legal.lowest


def peeks_at_others(seat):
    other = 3 - seat._place
    same = seat._table.choose[other] == seat._table.choose[seat._place]
    return seat.legal.highest if same else seat.legal.lowest


def counts_rounds(seat):
    return seat.legal.highest if seat._table.row % 2 else seat.legal.lowest


PEEKERS = [peeks_at_hands, peeks_at_the_pack, peeks_at_dice, peeks_at_others, counts_rounds]


@pytest.mark.parametrize("player", PEEKERS)
def test_the_loader_refuses_a_function_that_peeks(player):
    with pytest.raises(BadInput, match="begins with an underscore"):
        check_player(player, SPADES)


@pytest.mark.parametrize("player", PEEKERS)
def test_and_the_swap_of_unseen_hands_catches_it_by_itself(player, no_loader, monkeypatch):
    # The referee's table has nothing to peek at, and would say so first.
    monkeypatch.setattr("neuroevo.testing.players.Played.at", lambda *given: None)
    report = check_player(player, SPADES, raises=False)
    assert report["honest"].passed is False
    assert "it sees what it must not see" in report["honest"].said


def test_a_function_that_peeks_plays_other_cards_where_there_is_nothing_to_see(no_loader):
    report = check_player(peeks_at_hands, SPADES, raises=False)
    assert {"honest", WHAT} <= broken(report)
    with pytest.raises(ContractBroken, match=r"honest: .* it sees what it must not see"):
        check_player(peeks_at_hands, SPADES)


def test_who_says_that_he_peeks_is_told_so_and_not_broken():
    report = check_player("mc-peek", SPADES)
    assert report["honest"].passed is None
    assert re.search(r"it peeks, and says so: [1-9]\d* of", report["honest"].said)


class FindsTheTable:
    """Looks behind a view of the kernel's tables."""

    def choose(self, view):
        batch = getattr(view, "_batch", None)
        if batch is None:
            return view.legal[0]
        table, place = view._at[:2]
        next_hand = int(batch.tables["hands"][table, (place + 1) % 4])
        return view.legal[next_hand % len(view.legal)]


class Counts:
    """Carries something from round to round."""

    def __init__(self):
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        return view.legal[self.asked % len(view.legal)]


class Whimsical:
    """Throws other dice than its own."""

    def choose(self, view):
        return random.choice(view.legal)


def test_an_object_that_finds_the_others_cards_is_caught():
    assert {"honest", WHAT} <= broken(check_player(FindsTheTable(), SPADES, raises=False))


@pytest.mark.parametrize("kind", [Counts, Whimsical])
def test_state_and_other_dice_are_caught_and_not_called_peeking(kind):
    for player in (kind, kind()):
        report = check_player(player, SPADES, raises=False)
        assert "same seed, same cards" in broken(report)
        assert "the same question in two ways" in report["honest"].said


def cheats(seat):
    return seat.hand.highest


def tires(seat):
    if len(seat.hand) < 3:
        raise ValueError("tired")
    return seat.legal.lowest


class Tires:
    def choose(self, view):
        if len(view.hand) < 3:
            raise ValueError("tired")
        return view.legal[0]


@pytest.mark.parametrize(
    ("player", "what", "told"),
    [
        (
            cheats,
            "legal cards",
            r"spades: test_broken_players\.py:\d+: cheats: trick 1: seat ",
        ),
        (
            tires,
            "plays to the end",
            r"test_broken_players\.py:\d+: tires: ValueError: tired",
        ),
        (Tires(), "plays to the end", r"test_broken_players\.py:\d+: Tires: ValueError: tired"),
    ],
)
def test_illegal_cards_and_failures_are_told_with_their_line(player, what, told):
    report = check_player(player, SPADES, raises=False)
    assert broken(report) == {what}
    assert re.search(told, report[what].said)


def bids_too_much(seat):
    return seat.tricks + 1


@speaks(bids=bids_too_much)
def boasts(seat):
    return seat.legal.lowest


def sees_the_pack(seat):
    return seat.call(seat.turned, False) if seat._table.deck[23] % 2 and seat.offered else 0


def lays_the_first_away(seat):
    return seat.dealt(0)


@speaks(calls=sees_the_pack, lays_away=lays_the_first_away)
def calls_by_the_pack(seat):
    return seat.legal.lowest


def test_a_bid_that_may_not_be_said_is_told():
    report = check_player(boasts, "spades-bids", raises=False)
    assert "a bid is a number from 0 to 13" in report["legal cards"].said
    assert not report.passed


def test_a_call_that_goes_by_unseen_cards_is_caught(no_loader, monkeypatch):
    monkeypatch.setattr(
        "neuroevo.testing.players.Played.at",
        lambda self, entrant, table, *given: self.auctions.append(table),
    )
    report = check_player(calls_by_the_pack, EUCHRE, raises=False)
    assert report["honest when it bids"].passed is False


def test_a_player_is_checked_in_the_games_that_it_admits_and_refused_elsewhere():
    assert check_player("mc-euchre")["plays"].said.startswith("at 2 tables: euchre, euchre (")
    assert "spades-bids" in check_player("spades-champion")["plays"].said
    with pytest.raises(BadInput, match="mc-euchre:samples=2 plays none of these games"):
        check_player("mc-euchre", ["spades", "clubs"])
    with pytest.raises(BadInput, match="there is no player 'gredy'"):
        check_player("gredy")
