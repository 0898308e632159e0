"""Scores of rounds, as each source tells them."""

import pytest

from neuroevo.games import CLUBS, EUCHRE, SPADES, SPADES_WITH_BIDS, SUECA
from neuroevo.games.referee import round_scores


@pytest.mark.parametrize(
    ("bid", "tricks", "score"), [(3, 3, 25), (0, 0, 10), (13, 13, 75), (3, 5, -10), (5, 3, -10)]
)
def test_spades_bids_score_as_in_the_thesis(bid, tricks, score):
    rest = 13 - tricks
    scores = round_scores(SPADES_WITH_BIDS, [tricks, rest, 0, 0], [0] * 4, bids=[bid, 0, 0, 0])
    assert scores[0] == score


def test_trick_only_spades_scores_tricks():
    assert round_scores(SPADES, [4, 3, 6, 0], [0] * 4) == (4, 3, 6, 0)


def test_clubs_scores_the_clubs_taken():
    assert round_scores(CLUBS, [5, 5, 3], [8, 5, 0]) == (8, 5, 0)


@pytest.mark.parametrize(
    ("points", "tricks", "games"),
    [
        (60, 5, (0, 0)),
        (61, 5, (1, 0)),
        (90, 7, (1, 0)),
        (91, 7, (2, 0)),
        (120, 9, (2, 0)),
        (120, 10, (4, 0)),
        (30, 3, (0, 1)),
        (29, 3, (0, 2)),
        (0, 0, (0, 4)),
    ],
)
def test_sueca_games_follow_the_thesis(points, tricks, games):
    scores = round_scores(SUECA, [tricks, 10 - tricks, 0, 0], [points, 120 - points, 0, 0])
    assert scores == (*games, *games)


@pytest.mark.parametrize(
    ("tricks", "caller", "alone", "scores"),
    [
        (3, 0, False, (1, 0)),
        (4, 0, False, (1, 0)),
        (5, 0, False, (2, 0)),
        (5, 0, True, (4, 0)),
        (4, 0, True, (1, 0)),
        (2, 0, False, (0, 2)),
        (0, 0, True, (0, 2)),
        (5, 1, False, (2, 0)),
        (3, 1, True, (2, 0)),
        (5, None, False, (2, 0)),
        (3, None, False, (1, 0)),
    ],
)
def test_euchre_points_follow_the_thesis(tricks, caller, alone, scores):
    assert round_scores(
        EUCHRE, [tricks, 5 - tricks, 0, 0], [0] * 4, caller=caller, alone=alone
    ) == (*scores, *scores)
