"""A bidder learns from rounds that were played, and then bids better than counting does."""

from dataclasses import replace

import numpy as np
import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution.bid_learning import cross_entropy, first_layers, gradients
from neuroevo.evolution.bid_lessons import Lesson, play_bidding
from neuroevo.evolution.bidding import bidding_game, seat_learner, train_bidder
from neuroevo.games import CLUBS, SPADES, SPADES_WITH_BIDS, SUECA, BidScoring, play_round
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.networks.bidder import Layers
from neuroevo.networks.kernels.bidder_layers import BATCH, trick_chances
from neuroevo.tournament import find_entrants, network_entrant, simulate, simulate_games


def make_champion(sheet=SPADES, players=4):
    architecture = make_architecture("scorer", sheet, players, (5,))
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(4))[0]
    return Champion(architecture, weights)


@pytest.fixture(scope="module")
def training():
    return train_bidder(make_champion(), rounds=20_000, epochs=6, seed=1)


def plain_forward(layers, inputs):
    """Hidden signals and chances in float64, by numpy."""
    signals = np.tanh(inputs @ layers.first + layers.first_bias)
    outputs = signals @ layers.last.T + layers.last_bias
    weight = np.exp(outputs - outputs.max(axis=1, keepdims=True))
    return signals, weight / weight.sum(axis=1, keepdims=True)


def plain_surprise(layers, inputs, tricks):
    chances = plain_forward(layers, inputs)[1]
    return -np.log(chances[np.arange(len(tricks)), tricks]).mean()


def plain_gradients(layers, inputs, tricks):
    signals, error = plain_forward(layers, inputs)
    error[np.arange(len(tricks)), tricks] -= 1
    error /= len(tricks)
    back = (error @ layers.last) * (1 - signals * signals)
    return Layers(inputs.T @ back, back.sum(axis=0), error.T @ signals, error.sum(axis=0))


def in_float64(layers):
    return Layers(*(one.astype(np.float64) for one in layers))


def make_lesson(hands, inputs, outcomes, seed=2):
    generator = np.random.default_rng(seed)
    seen = (generator.random((hands, inputs)) < 0.3).astype(np.uint8)
    return Lesson(seen, generator.integers(0, outcomes, hands))


def test_gradients_are_those_of_finite_differences():
    layers, lesson = first_layers(12, 3, 5, 4, key=2), make_lesson(30, 12, 4)
    moving, step = in_float64(layers), 1e-6
    found = gradients(layers, lesson, np.arange(30))
    for weights, slopes in zip(moving, found, strict=True):
        assert weights.shape == slopes.shape
        for at in np.ndindex(weights.shape):
            kept, surprise = weights[at], []
            for moved in (kept + step, kept - step):
                weights[at] = moved
                surprise.append(plain_surprise(moving, lesson.inputs, lesson.tricks))
            weights[at] = kept
            expected = (surprise[0] - surprise[1]) / (2 * step)
            assert slopes[at] == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("hands", [1, 7, BATCH])
def test_gradients_are_those_of_plain_numpy(hands):
    layers, lesson = first_layers(56, 14, 33, 14, key=5), make_lesson(300, 56, 14)
    some = np.random.default_rng(3).permutation(300)[:hands]
    found = gradients(layers, lesson, some)
    plain = plain_gradients(in_float64(layers), lesson.inputs[some], lesson.tricks[some])
    for one, expected in zip(found, plain, strict=True):
        np.testing.assert_allclose(one, expected, atol=3e-6)


def test_chances_are_those_of_plain_numpy():
    layers, lesson = first_layers(56, 14, 33, 14, key=5), make_lesson(2 * BATCH + 5, 56, 14)
    found = trick_chances(*layers, lesson.inputs)
    expected = plain_forward(in_float64(layers), lesson.inputs)[1]
    np.testing.assert_allclose(found, expected, atol=3e-6)
    surprise = plain_surprise(in_float64(layers), lesson.inputs, lesson.tricks)
    assert cross_entropy(found, lesson.tricks) == pytest.approx(surprise, rel=1e-5)


def test_the_chances_of_a_hand_do_not_depend_on_its_company():
    layers, lesson = first_layers(56, 14, 33, 14, key=5), make_lesson(2 * BATCH + 5, 56, 14)
    together = trick_chances(*layers, lesson.inputs)
    alone = [trick_chances(*layers, lesson.inputs[row : row + 1])[0] for row in range(0, 261, 20)]
    assert (together[::20][: len(alone)] == np.array(alone)).all()


def test_an_outcome_that_is_thought_impossible_is_surprising_but_not_infinitely():
    assert 80 < cross_entropy(np.array([[1, 0]], dtype=np.float32), np.array([1])) < 100


def test_a_lesson_is_what_was_dealt_and_taken():
    table = find_entrants("greedy,random,always-highest,always-lowest")
    key = run_key(3, Purpose.SIMULATION)
    played = play_bidding(SPADES_WITH_BIDS, table, (0, 2), key, 10, 4)
    lesson = played.lesson()
    assert lesson.inputs.shape == (80, 56)
    for row in range(40):
        record = play_round(
            SPADES_WITH_BIDS, [one.seat() for one in table], key, row // 4, rotation=row % 4
        )
        for which, seat in enumerate((0, 2)):
            seen = np.flatnonzero(lesson.inputs[2 * row + which])
            cards = sorted(card.number for card in record.deal.hands[seat])
            place = (seat - record.deal.leader) % 4
            assert seen.tolist() == [*cards, 52 + place]
            assert lesson.tricks[2 * row + which] == record.tricks_taken[seat]
        points = np.array(record.scores)[[0, 2]].mean()
        assert played.part(row // 4, row // 4 + 1).points().shape == (1,)
        if row % 4 == 0:
            total = 0.0
        total += points
        if row % 4 == 3:
            assert played.points()[row // 4] == pytest.approx(total / 4)


def test_points_change_with_the_bids():
    table = find_entrants("greedy,random,random,random")
    played = play_bidding(SPADES_WITH_BIDS, table, (0,), run_key(3, Purpose.SIMULATION), 50, 1)
    perfect = played.points(played.rounds.tricks[:, 0])
    assert (perfect == 10 + 5 * played.rounds.tricks[:, 0]).all()
    assert (played.points() <= perfect).all()
    assert (played.points(played.rounds.bids[:, 0]) == played.points()).all()


def test_it_learns_on_held_out_deals(training):
    found = training.judgement
    assert found.rounds == 2_000
    assert found.hands == 8_000
    assert found.cross_entropy < found.blind - 0.2
    assert min(training.epochs) < training.epochs[0]
    assert found.met > found.counted_met
    points = found.as_dict()["points"]["difference"]
    assert points["mean"] > 10 * points["se"] > 0


@pytest.mark.parametrize("against", ["greedy", None])
def test_it_bids_better_than_counting_on_fresh_deals(training, against):
    # Tricks depend on the company: against others, others must have been learned from.
    if against is not None:
        training = train_bidder(make_champion(), against, rounds=40_000, epochs=6, seed=1)

    def points(champion):
        others = [against or network_entrant(make_champion(), "double")] * 3
        table = [network_entrant(champion, "one"), *others]
        return simulate("spades-bids", table, 40_000, seed=77, rotate=True).seats[0]["score"]

    network, counting = points(training.champion), points(make_champion())
    assert network.mean - counting.mean > 5 * np.hypot(network.se, counting.se)


def test_it_wins_whole_games_from_its_double_that_counts(training):
    network = network_entrant(training.champion, "network")
    counting = network_entrant(replace(training.champion, bidder=None), "counting")
    table = [network, counting] * 2
    result = simulate_games("spades-bids", table, 400, seed=5, rotate=True, rounds=16)
    assert result.wins[0].mean + result.wins[2].mean > 0.65


def test_the_same_seed_gives_the_same_bidder_with_any_number_of_workers():
    one, other = (
        train_bidder(make_champion(), rounds=3_000, epochs=2, seed=4, workers=workers)
        for workers in (1, 2)
    )
    assert all(map(np.array_equal, one.bidder.layers, other.bidder.layers))
    assert one.judgement.as_dict() == other.judgement.as_dict()
    third = train_bidder(make_champion(), rounds=3_000, epochs=2, seed=5)
    assert not np.array_equal(one.bidder.layers.first, third.bidder.layers.first)


def test_it_learns_against_others_from_every_place():
    training = train_bidder(
        make_champion(), "greedy,random,greedy", rounds=2_000, epochs=2, seed=1, hidden=7
    )
    assert training.bidder.about == {
        "game": "spades-bids",
        "rounds": 2_000,
        "against": "greedy,random,greedy",
        "hidden": 7,
        "epochs": 2,
        "seed": 1,
    }
    assert training.judgement.hands == training.judgement.rounds == 200
    assert training.bidder.summary == "56-7-14"


@pytest.mark.parametrize(("made_for", "players"), [(CLUBS, 3), (SUECA, 4)], ids=["clubs", "sueca"])
def test_any_game_with_bids_will_do(made_for, players):
    scoring = BidScoring(10, 5, 5)
    sheet = replace(
        made_for, name="with-bids", bids_tricks=True, fewest_wins=False, scoring=scoring
    )
    training = train_bidder(make_champion(sheet, players), rounds=20_000, epochs=3, seed=1)
    assert training.bidder.about["game"] == "with-bids"
    assert training.judgement.cross_entropy < training.judgement.blind
    # It bids what pays best, which need not be what is met most often.
    assert training.judgement.points.mean() > training.judgement.counted_points.mean()


def test_the_game_with_bids_is_the_one_that_is_played_alike():
    assert bidding_game(SPADES) is SPADES_WITH_BIDS
    assert bidding_game(SPADES, "spades-bids") is SPADES_WITH_BIDS
    with pytest.raises(BadInput, match="no game with bids is played like sueca"):
        bidding_game(SUECA)
    with pytest.raises(BadInput, match="clubs has no bids"):
        bidding_game(SPADES, "clubs")


def test_bad_requests_are_named():
    champion = make_champion()
    for arguments, message in (
        ({"rounds": 10}, "rounds must be at least 1000, not 10"),
        ({"hidden": 0}, "hidden must be at least 1"),
        ({"hidden": 1000}, "hidden must be at most 256"),
        ({"epochs": 0}, "epochs must be at least 1"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"against": "greedy,greedy"}, "3 other seats: name one opponent or 3, not 2"),
        ({"against": "mc-euchre"}, "mc-euchre plays euchre, not spades-bids"),
    ):
        with pytest.raises(BadInput, match=message):
            train_bidder(champion, **arguments)
    with pytest.raises(BadInput, match="greedy is no network"):
        train_bidder("greedy")


def test_a_side_learns_together():
    sheet = replace(SUECA, name="sueca-bids", bids_tricks=True)
    table, own = seat_learner(sheet, network_entrant(make_champion(SUECA), "me"), 4, "greedy")
    assert own == (0, 2)
    assert [one.name for one in table] == ["me", "greedy", "me", "greedy"]
