"""The bidding network: it bids what pays best, both engines agree, and files carry it."""

from dataclasses import replace

import numpy as np
import pytest

from neuroevo.cards import Card, Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import (
    CLUBS,
    SPADES,
    SPADES_WITH_BIDS,
    SUECA,
    BidScoring,
    play_round,
)
from neuroevo.networks import Champion, load_champion, make_architecture, random_weights
from neuroevo.networks.bidder import (
    Bidder,
    Layers,
    best_bids,
    encode_hands,
    input_count,
    payoffs,
)
from neuroevo.tournament import find_entrant, network_entrant, play_deals, simulate_games
from neuroevo.tournament.names import mark_of, short_name

CLOSE = 1e-3
"""Bids whose expected scores are nearer than this, in points, may fall either way: the two engines
add in another order, and have another tanh."""

BIDS = {"bids_tricks": True, "scoring": BidScoring(7, 3, 2)}
HURTING = {"bids_tricks": True, "scoring": BidScoring(-7, -3, -2)}
SHEETS = {
    "spades-bids": (SPADES_WITH_BIDS, SPADES, 4),
    "clubs-3-bids": (replace(CLUBS, name="clubs-bids", **HURTING), CLUBS, 3),
    "sueca-bids": (replace(SUECA, name="sueca-bids", **BIDS), SUECA, 4),
}


def make_bidder(sheet, players, units=9, seed=3, spread=1.0):
    generator = np.random.default_rng(seed)
    inputs, outcomes = input_count(sheet, players), sheet.cards_each(players) + 1
    shapes = ((inputs, units), (units,), (outcomes, units), (outcomes,))
    layers = Layers(*(generator.normal(0, spread, one).astype(np.float32) for one in shapes))
    return Bidder(sheet, players, layers, {"seed": seed})


def make_champion(sheet=SPADES, players=4, name="scorer", hidden=(5,), bidder=True):
    architecture = make_architecture(name, sheet, players, hidden)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(4))[0]
    return Champion(architecture, weights, {}, make_bidder(sheet, players) if bidder else None)


def test_a_bid_is_worth_what_the_appendix_of_the_thesis_says():
    worth = payoffs(SPADES_WITH_BIDS, 4)
    assert worth.shape == (14, 14)
    for bid in range(14):
        for tricks in range(14):
            off = abs(bid - tricks)
            assert worth[bid, tricks] == (10 + 5 * bid if off == 0 else -5 * off)


def test_where_tricks_hurt_the_lowest_score_is_the_best():
    sheet, _, players = SHEETS["clubs-3-bids"]
    assert CLUBS.fewest_wins
    assert payoffs(sheet, players)[2, 2] == 7 + 3 * 2


@pytest.mark.parametrize(
    "scoring", [BidScoring(10, 5, 5), BidScoring(3, 0, 7), BidScoring(0, 9, 1)]
)
def test_the_bid_is_the_one_with_the_highest_expected_score(scoring):
    sheet = replace(SPADES_WITH_BIDS, scoring=scoring)
    chances = np.random.default_rng(1).dirichlet(np.full(14, 0.3), 500)
    found = best_bids(payoffs(sheet, 4), chances)
    for row, bid in zip(chances, found, strict=True):
        expected = [
            row[b] * (scoring.made + scoring.each_trick * b)
            - scoring.each_off * sum(row[k] * abs(k - b) for k in range(14))
            for b in range(14)
        ]
        assert expected[bid] == pytest.approx(max(expected))
    assert len(set(found)) > 5


def test_it_sees_the_hand_the_place_and_trumps_where_they_change():
    hands = np.array([[Card("2", "C").number, Card("A", "S").number]])
    seen = encode_hands(SPADES, 4, hands, np.array([2]), np.array([3]))
    assert seen.shape == (1, 56)
    assert np.flatnonzero(seen[0]).tolist() == [0, 51, 54]
    hands = np.array([[Card("2", "C").number, Card("A", "S").number]] * 2)
    seen = encode_hands(SUECA, 4, hands, np.array([0, 3]), np.array([1, 4]))
    assert seen.shape == (2, 48)
    assert np.flatnonzero(seen[0]).tolist() == [0, 39, 40, 45]
    assert np.flatnonzero(seen[1]).tolist() == [0, 39, 43]  # no trumps


class Listener:
    """Bids by the plain network, and plays anything: the play does not matter here."""

    def __init__(self, bidder):
        self.bidder = bidder
        self.expected = None

    def bid_tricks(self, view):
        chances = self.bidder.chances(self.bidder.see(view))[0]
        self.expected = payoffs(view.sheet, view.players) @ chances
        return self.bidder.bid(view)

    def choose(self, view):
        return view.legal[0]


@pytest.mark.parametrize("name", ["scorer", "card"])
@pytest.mark.parametrize("table", SHEETS)
def test_kernel_and_plain_bidder_agree(name, table):
    sheet, made_for, players = SHEETS[table]
    deals, rotations = (2000, 1) if table == "spades-bids" else (100, players)
    champion = make_champion(made_for, players, name)
    entrants = [network_entrant(champion, "bidding")] * players
    key = run_key(8, Purpose.SIMULATION)
    played = play_deals(sheet, entrants, key, 0, deals, rotations)
    seats = [Listener(champion.bidder) for _ in range(players)]
    differ = 0
    for row, bids in enumerate(played.bids):
        record = play_round(sheet, seats, key, row // rotations, rotation=row % rotations)
        for seat, bid, plain in zip(seats, bids, record.bids, strict=True):
            assert seat.expected[plain] - seat.expected[bid] < CLOSE
            differ += bid != plain
    assert differ <= len(played.bids) * players // 1000
    assert len(np.unique(played.bids)) > 4


def test_beside_it_others_count_as_before():
    champion = make_champion()
    with_bidder = network_entrant(champion, "with")
    without = network_entrant(replace(champion, bidder=None), "without")
    greedy = find_entrant("greedy")
    mixed = play_deals(SPADES_WITH_BIDS, [with_bidder, without, greedy, greedy], 5, 0, 400)
    plain = play_deals(SPADES_WITH_BIDS, [without, without, greedy, greedy], 5, 0, 400)
    assert (mixed.bids[:, 1:] == plain.bids[:, 1:]).all()
    assert (mixed.bids[:, 0] != plain.bids[:, 0]).mean() > 0.5
    assert (mixed.tricks == plain.tricks).all()  # nobody's play depends on bids


def test_a_bidder_changes_nothing_in_a_game_without_bids():
    champion = make_champion()
    greedy = find_entrant("greedy")
    tables = [
        [network_entrant(one, "one"), greedy, greedy, greedy]
        for one in (champion, replace(champion, bidder=None))
    ]
    one, other = (play_deals(SPADES, table, 5, 0, 50) for table in tables)
    assert (one.tricks == other.tricks).all()
    assert not one.bids.any()


def test_games_of_the_kernel_are_the_referees_with_bids_of_networks():
    champion = network_entrant(make_champion(), "one")
    table = [champion, find_entrant("greedy"), champion, find_entrant("greedy")]
    played = play_deals(SPADES_WITH_BIDS, table, 6, 0, 40)
    for row in range(40):
        record = play_round(SPADES_WITH_BIDS, [one.seat() for one in table], 6, row)
        assert record.bids == tuple(played.bids[row])


def test_a_file_carries_the_bidder_and_its_history(tmp_path):
    champion = make_champion()
    champion.save(tmp_path / "one.npz")
    found = load_champion(tmp_path / "one.npz")
    assert all(map(np.array_equal, found.bidder.layers, champion.bidder.layers))
    assert found.bidder.about == {"seed": 3}
    assert (found.weights == champion.weights).all()
    assert found.about == {}


def test_a_file_without_a_bidder_is_as_it_always_was(tmp_path):
    champion = make_champion(bidder=False)
    champion.save(tmp_path / "one.npz")
    with np.load(tmp_path / "one.npz") as found:
        assert found.files == ["weights", "about"]
    assert load_champion(tmp_path / "one.npz").bidder is None


def break_layers(champion, **changes):
    bidder = replace(champion.bidder, layers=champion.bidder.layers._replace(**changes))
    return replace(champion, bidder=bidder)


def test_a_bidder_that_does_not_fit_is_named(tmp_path):
    path, champion = tmp_path / "one.npz", make_champion()
    for changes in (
        {"first": champion.bidder.layers.first[:-1]},
        {"last": champion.bidder.layers.last.T},
        {"first_bias": np.zeros(0, np.float32)},
    ):
        break_layers(champion, **changes).save(path)
        with pytest.raises(BadInput, match=r"one\.npz has a bidder that does not fit spades"):
            load_champion(path)
    break_layers(champion, last_bias=np.full(14, np.nan, np.float32)).save(path)
    with pytest.raises(BadInput, match=r"one\.npz has a bidder with weights that are not numbers"):
        load_champion(path)
    champion.save(path)
    with np.load(path) as found:
        np.savez(path, **{name: found[name] for name in found.files if name != "bidder_last"})
    with pytest.raises(BadInput, match=r"one\.npz is not a champion file, or is damaged"):
        load_champion(path)


def test_a_name_says_how_a_champion_bids(tmp_path):
    path = tmp_path / "one.npz"
    make_champion().save(path)
    usual, network, counting = (
        find_entrant(f"{path}{how}") for how in ("", ":bids=network", ":bids=counting")
    )
    assert usual.champion.bidder is not None
    assert counting.champion.bidder is None
    assert mark_of(usual) == mark_of(network) != mark_of(counting)
    assert short_name(usual) == "one"
    assert short_name(counting) == "one:bids=counting"
    with pytest.raises(BadInput, match="bids must be one of network, counting, not 'high'"):
        find_entrant(f"{path}:bids=high")
    make_champion(bidder=False).save(path)
    with pytest.raises(BadInput, match=r"one\.npz has no network that bids"):
        find_entrant(f"{path}:bids=network")
    assert find_entrant(f"{path}:bids=counting").champion.bidder is None


def test_who_plays_a_game_plays_it_with_other_bids_and_scores_too():
    assert SPADES.plays_like(SPADES_WITH_BIDS)
    assert SPADES.plays_like(SPADES.with_shuffle("riffle:3"))
    assert not SPADES.plays_like(SPADES_WITH_BIDS.with_trump("H"))
    assert not SPADES.plays_like(replace(SPADES_WITH_BIDS, follow="suit-or-trump"))
    assert not SPADES.plays_like(replace(SPADES_WITH_BIDS, rank_points={"A": 1}))
    entrant = network_entrant(make_champion(), "one")
    entrant.check_plays(SPADES_WITH_BIDS, 4)
    with pytest.raises(BadInput, match="one plays spades with 4 players, not sueca with 4"):
        entrant.check_plays(SUECA, 4)


def test_whole_games_are_played_with_bids_of_networks():
    sheet, made_for, players = SHEETS["sueca-bids"]
    entrant = network_entrant(make_champion(made_for, players), "one")
    result = simulate_games(sheet, [entrant, "greedy"] * 2, games=8, seed=1, rounds=4)
    assert result.length.mean == 4
