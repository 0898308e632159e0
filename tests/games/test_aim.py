"""What each game is won by."""

from dataclasses import replace

import pytest

from neuroevo.games import (
    CLUBS,
    EUCHRE,
    GAMES,
    SPADES,
    SUECA,
    BidScoring,
    RuleSheet,
    StepScoring,
)


def test_each_game_is_won_by_what_its_source_counts():
    assert {name: GAMES[name].aim.heading for name in ("spades", "spades-bids")} == {
        "spades": "tricks a round",
        "spades-bids": "points a round",
    }
    assert CLUBS.aim.heading == "points a round, fewest win"
    counted = {name: sheet.aim.counted for name, sheet in GAMES.items()}
    assert counted["clubs"] == counted["sueca"] == "points"  # of the cards taken
    assert counted["euchre"] == counted["spades-bids"] == "score"


def test_fewer_points_are_better_only_where_they_hurt():
    assert CLUBS.aim.better(1.6, than=3.3)
    assert not SUECA.aim.better(1.6, than=3.3)
    assert CLUBS.aim.gain(1.5, 3.25) == pytest.approx(1.75)
    assert "fewer points" in CLUBS.aim.direction
    assert "more tricks" in SPADES.aim.direction


def test_one_is_not_said_in_the_plural():
    assert SPADES.aim.amount(1, digits=0) == "1 trick"
    assert SUECA.aim.amount(4011, digits=0) == "4,011 points"
    assert CLUBS.aim.amount(1) == "1.00 points"


def test_what_a_round_has_to_share_out_is_known_unless_it_varies():
    assert SPADES.aim_in_round() == 13
    assert [CLUBS.aim_in_round(players) for players in (2, 3, 4)] == [13, 13, 13]
    assert SUECA.aim_in_round() == 120
    assert EUCHRE.aim_in_round() is None
    assert replace(SUECA, hand_size=9).aim_in_round() is None  # some points stay in the pack


def test_tricks_in_steps_and_bids_are_won_by_the_score():
    whist = RuleSheet("whist", "Whist", "Hoyle", scoring=StepScoring("tricks", steps=((7, 1),)))
    assert whist.aim.counted == "score"
    bids = replace(SUECA, bids_tricks=True, scoring=BidScoring(10, 5, 5))
    assert bids.aim.counted == "score"
