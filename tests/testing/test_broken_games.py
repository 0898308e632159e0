"""The checks of a game can fail."""

from dataclasses import replace

import pytest

from neuroevo.errors import BadInput
from neuroevo.games import SPADES, RuleSheet, StepScoring
from neuroevo.games import compiled as compiled_rules
from neuroevo.testing import ContractBroken, check_game
from neuroevo.testing import games as checks
from neuroevo.tournament import whole_games

WHIST = RuleSheet(
    name="whist",
    title="Whist",
    source="Hoyle",
    partners=True,
    trump="dealer-last",
    scoring=StepScoring("tricks", steps=tuple((6 + n, n) for n in range(1, 8))),
    game_target=5,
)


def test_a_sheet_of_ones_own_keeps_the_contract():
    report = check_game(WHIST)
    assert report.name == "whist"
    assert "320 rounds" in report["both engines agree"].said
    assert report["aim"].said == "points a round"
    assert "in both engines" in report["a whole game ends"].said


def test_engines_that_play_by_other_rules_are_told_apart(monkeypatch):
    """As if the kernel's tables were made from another sheet than the referee's."""
    strict = replace(WHIST, follow="suit-or-trump")
    other = compiled_rules.compile_rules(strict, 4)
    monkeypatch.setattr("neuroevo.tournament.work.compile_rules", lambda sheet, players: other)
    report = check_game(WHIST, raises=False)
    assert [one.what for one in report.broken][:1] == ["both engines agree"]
    assert "in plain Python" in report["both engines agree"].said
    with pytest.raises(ContractBroken, match="whist: both engines agree: cards of deal"):
        check_game(WHIST)


def test_a_game_that_never_ends_is_told(monkeypatch):
    monkeypatch.setattr(whole_games, "MOST_ROUNDS", 20)
    endless = replace(SPADES, name="endless", game_rounds=None, game_target=10**6)
    report = check_game(endless, deals=2, raises=False)
    assert report["a whole game ends"].passed is False
    assert "did not end after 20 rounds" in report["a whole game ends"].said


def test_a_pack_that_is_not_shuffled_is_told(monkeypatch):
    monkeypatch.setattr(checks, "deal_hands", lambda sheet, *given: given[1][:, None, None] * 0)
    report = check_game(WHIST, deals=4, raises=False)
    assert "too often the same" in report["deals"].said


def test_what_is_no_game_is_told():
    with pytest.raises(BadInput, match="there is no game 'wist'"):
        check_game("wist")
