"""Ratings: known strengths found again, intervals that cover, and nobody infinitely strong."""

import numpy as np
import pytest
from scipy import optimize

from neuroevo.analysis.rating import (
    ELO,
    RESAMPLES,
    log_strengths,
    rate,
    resampled_wins,
    win_chance,
)
from neuroevo.errors import BadInput

KNOWN = np.array([0.8, 0.3, -0.2, -0.9])


def chances(strengths, rivals):
    """Luce's choice, written out: (players, players)."""
    s = np.exp(np.asarray(strengths))
    return s[:, None] / (s[:, None] + rivals * s[None, :])


def play(strengths, deals, rivals, random, rounds_per_deal=4, shared_luck=False):
    """Twelfths won: (players, players, deals). Shared luck: one throw a deal decides all of it."""
    p = chances(strengths, rivals)
    if shared_luck:
        throws = random.random((1, 1, deals, 1))
        won = np.broadcast_to(throws < p[..., None, None], (*p.shape, deals, rounds_per_deal))
    else:
        won = random.random((*p.shape, deals, rounds_per_deal)) < p[..., None, None]
    return (12 * won.sum(axis=-1)).astype(np.uint8)


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_known_strengths_are_found_again(rivals):
    wins = play(KNOWN, 20_000, rivals, np.random.default_rng(rivals))
    found = rate(wins, 4, rivals, resamples=200)
    for rating, known in zip(found, ELO * KNOWN, strict=True):
        assert rating.rating == pytest.approx(known, abs=4 * rating.se)
        assert 0.3 < rating.se < 2
        assert rating.low < rating.rating < rating.high


@pytest.mark.parametrize("rivals", [1, 3])
@pytest.mark.parametrize("players", [2, 5])
def test_the_likelihood_has_its_top_where_scipy_finds_it(rivals, players):
    """The likelihood in its plain form, climbed by a method that knows no derivatives of ours."""
    random = np.random.default_rng(players)
    rounds = 100
    wins = random.integers(0, 12 * rounds + 1, size=(players, players)) / 12
    off = ~np.eye(players, dtype=bool)

    def loss(strengths):
        p = chances(strengths - np.mean(strengths), rivals)[off]
        won = wins[off] + 1 / (rivals + 1)
        return -np.sum(won * np.log(p) + (rounds + 1 - won) * np.log(1 - p))

    top = optimize.minimize(loss, np.zeros(players), method="BFGS", options={"gtol": 1e-7}).x
    found = log_strengths(wins, rounds, rivals)
    assert found == pytest.approx(top - top.mean(), abs=1e-5)
    assert found.mean() == pytest.approx(0, abs=1e-12)


def test_intervals_cover_at_their_stated_rate_though_rounds_of_a_deal_share_their_luck():
    """250 little leagues in which one throw decides all rounds of all pairs of a deal."""
    random = np.random.default_rng(4)
    strengths = np.array([0.5, 0.0, -0.5])
    covered = []
    for number in range(250):
        wins = play(strengths, 150, 3, random, shared_luck=True)
        found = rate(wins, 4, 3, seed=number, resamples=200)
        covered += [
            one.low <= known <= one.high for one, known in zip(found, ELO * strengths, strict=True)
        ]
    # Three players of a league are not independent: the error of the rate is that of 250 leagues.
    assert 0.95 - 4 * np.sqrt(0.95 * 0.05 / 250) < np.mean(covered) < 0.99


def test_one_against_three_equals_at_chance_is_rated_equal():
    wins = np.full((3, 3, 50), 12, dtype=np.uint8)  # one round of four
    assert [one.rating for one in rate(wins, 4, rivals=3)] == pytest.approx([0, 0, 0], abs=1e-9)
    # Read as one against one, each wins too rarely, but still none is better than another.
    assert [one.rating for one in rate(wins, 4, rivals=1)] == pytest.approx([0, 0, 0], abs=1e-9)


def test_who_wins_always_is_strong_but_not_infinitely():
    deals = 500
    wins = np.zeros((3, 3, deals), dtype=np.uint8)
    wins[0, 1:] = 48  # every round of every deal
    wins[1, 2] = 24
    wins[2, 1] = 24
    first, second, third = rate(wins, 4, rivals=3)
    assert np.isfinite([first.rating, first.low, first.high]).all()
    assert second.rating == pytest.approx(third.rating)
    # 2,000 rounds and the one that is added: neither more nor less can be said.
    assert win_chance(first.rating - second.rating, 3) > 1 - 1 / 1_000
    more = rate(np.repeat(wins, 4, axis=-1), 4, rivals=3)[0]
    assert more.rating > first.rating


def test_newton_finds_its_way_from_any_start():
    random = np.random.default_rng(9)
    wins = np.where(random.random((40, 6, 6)) < 0.5, 0.0, 10_000.0)
    best = log_strengths(wins, 10_000, 3)
    for start in (np.array([9.0, -9, 5, -5, 0, 0]), np.array([0.0, 0, 0, 8, 0, -8])):
        assert log_strengths(wins, 10_000, 3, start) == pytest.approx(best, abs=1e-6)
    one_by_one = [log_strengths(one, 10_000, 3) for one in wins]
    assert best == pytest.approx(np.array(one_by_one), abs=1e-6)


def test_all_pairs_are_drawn_on_the_same_deals():
    random = np.random.default_rng(1)
    one = random.integers(0, 49, size=300, dtype=np.uint8)
    wins = np.zeros((2, 2, 300), dtype=np.uint8)
    wins[0, 1], wins[1, 0] = one, 48 - one
    total = resampled_wins(wins, 200)
    assert (total[:, 0, 1] + total[:, 1, 0] == 48 * 300).all()
    assert len(set(total[:, 0, 1])) > 100


def test_the_bootstrap_in_pieces_is_the_bootstrap_whole(monkeypatch):
    from neuroevo.analysis import rating

    wins = np.random.default_rng(1).integers(0, 49, size=(3, 3, 101), dtype=np.uint8)
    whole = resampled_wins(wins, 230, seed=5)
    monkeypatch.setattr(rating, "DRAWN_AT_ONCE", 707)
    monkeypatch.setattr(rating, "DEALS_AT_ONCE", 10)
    assert (resampled_wins(wins, 230, seed=5) == whole).all()
    assert (resampled_wins(wins, 230, seed=6) != whole).any()


def test_the_same_seed_gives_the_same_intervals():
    wins = play(KNOWN, 100, 3, np.random.default_rng(1))
    assert rate(wins, 4, 3, seed=1) == rate(wins, 4, 3, seed=1)
    assert rate(wins, 4, 3, seed=1) != rate(wins, 4, 3, seed=2)


def test_too_few_resamples_are_refused():
    assert RESAMPLES >= 200
    with pytest.raises(BadInput, match="resamples must be at least 200, not 20"):
        rate(np.zeros((2, 2, 9), dtype=np.uint8), 4, resamples=20)
