"""Architectures: the thesis' sizes, what they see, and champions on disk."""

import json

import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, play_round
from neuroevo.networks import (
    ARCHITECTURES,
    Champion,
    load_champion,
    make_architecture,
    random_weights,
)
from neuroevo.networks.kernels.tiles import plain_layer, through_layer
from neuroevo.players import seat_all


def test_the_thesis_sizes():
    assert make_architecture("card", SPADES, 4).summary == "156-156-156-52"
    assert make_architecture("hand", SPADES, 4).summary == "320-226-226-13"
    printed = make_architecture("hand", SPADES, 4, (266, 266))
    assert printed.summary == "320-266-266-13"
    assert make_architecture("card", SPADES, 4).weight_count == 156 * 156 * 2 + 156 * 52


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_architecture_scores_every_legal_card_of_every_game(name):
    for sheet, players in ((SPADES, 4), (CLUBS, 2), (CLUBS, 3), (SUECA, 4), (EUCHRE, 4)):
        architecture = make_architecture(name, sheet, players)
        generator = np.random.default_rng(1)
        weights = random_weights(architecture.weight_count, 1, generator)[0]
        asked = []

        class Watcher:
            def choose(self, view, architecture=architecture, weights=weights, asked=asked):
                scores = architecture.scores(weights, view, view.legal)
                assert scores.shape == (len(view.legal),)
                assert np.isfinite(scores).all()
                asked.append(view)
                return view.legal[0]

        play_round(sheet, seat_all([Watcher()] * players), key=3)
        assert len(asked) > sheet.cards_each(players)


@pytest.mark.parametrize("name", ["card", "hand"])
@pytest.mark.parametrize(
    ("sheet", "players"), [(CLUBS, 2), (CLUBS, 3), (CLUBS, 4), (SUECA, 4), (EUCHRE, 4)]
)
def test_inputs_fit_every_game(name, sheet, players):
    architecture = make_architecture(name, sheet, players)
    seen = []

    class Watcher:
        def choose(self, view):
            inputs = architecture.encode(view)
            assert inputs.shape == (architecture.inputs,)
            outputs = [architecture.output_of(view, card) for card in view.legal]
            assert len(set(outputs)) == len(outputs)
            assert all(0 <= output < architecture.outputs for output in outputs)
            seen.append(inputs)
            return view.legal[0]

    for index in range(5):
        play_round(sheet, seat_all([Watcher()] * players), key=3, index=index)
    if sheet.trump in ("random", "named"):
        assert all(inputs[-4:].sum() == 1 for inputs in seen)


def test_the_card_network_sees_hand_table_and_played_cards():
    architecture = make_architecture("card", SPADES, 4)
    views = []

    class Watcher:
        def choose(self, view):
            views.append(view)
            return view.legal[0]

    play_round(SPADES, [Watcher()] * 4, key=1)
    for view in views:
        nodes = architecture.encode(view).reshape(52, 3)
        for where, cards in ((0, view.hand), (1, view.trick_cards), (2, view.seen)):
            assert set(np.flatnonzero(nodes[:, where])) == {card.number for card in cards}


def test_the_hand_network_sees_slots_ranks_and_suits():
    architecture = make_architecture("hand", SPADES, 4)
    views = []

    class Watcher:
        def choose(self, view):
            views.append(view)
            return view.legal[-1]

    play_round(SPADES, [Watcher()] * 4, key=1)
    view = views[30]
    nodes = architecture.encode(view).reshape(64, 5)
    for slot, card in enumerate(view.dealt):
        expected = [0] * 5
        if card in view.hand:
            expected[0] = "23456789TJQKA".index(card.rank) + 1
            expected[1 + "CHSD".index(card.suit)] = 1
        assert nodes[slot].tolist() == expected
    assert np.count_nonzero(nodes[13:16, 0]) == len(view.trick)
    played = [card for trick in view.tricks for card in trick.cards]
    ranks = ["23456789TJQKA".index(card.rank) + 1 for card in played]
    assert nodes[16 : 16 + len(played), 0].tolist() == ranks
    assert not nodes[16 + len(played) :].any()


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16])
@pytest.mark.parametrize(("inputs", "units"), [(5, 3), (17, 40), (156, 156), (33, 226)])
def test_tiles_compute_what_the_plain_layer_does(count, inputs, units):
    import numba

    @numba.njit
    def both(matrix, tiled, plain):
        through_layer(matrix, tiled, 0, 16, count)
        plain_layer(matrix, plain, 0, 16, count)

    generator = np.random.default_rng(1)
    matrix = generator.uniform(-1, 1, (inputs, units)).astype(np.float32)
    tiled = generator.uniform(-1, 1, (40, 300)).astype(np.float32)
    plain = tiled.copy()
    both(matrix, tiled, plain)
    np.testing.assert_allclose(
        tiled[16 : 16 + count, :units], plain[16 : 16 + count, :units], atol=2e-5
    )
    np.testing.assert_allclose(
        tiled[16 : 16 + count, :units], tiled[:count, :inputs] @ matrix, atol=2e-5
    )
    assert (tiled[16:, units:] == plain[16:, units:]).all()


def test_a_position_does_not_feel_its_neighbours():
    import numba

    @numba.njit
    def run(matrix, signals, count):
        through_layer(matrix, signals, 0, 16, count)

    generator = np.random.default_rng(1)
    matrix = generator.uniform(-1, 1, (156, 156)).astype(np.float32)
    signals = generator.uniform(-1, 1, (40, 172)).astype(np.float32)
    alone = signals.copy()
    run(matrix, alone, 1)
    for count in range(2, 17):
        together = signals.copy()
        run(matrix, together, count)
        assert together[16].tobytes() == alone[16].tobytes()


def test_the_fraction_is_tanh():
    import numba

    from neuroevo.networks.kernels.signals import tanh_all

    @numba.njit
    def apply(values):
        tanh_all(values, len(values))

    values = np.linspace(-30, 30, 100_001).astype(np.float32)
    found = values.copy()
    apply(found)
    assert np.abs(found - np.tanh(values.astype(np.float64))).max() < 1e-6
    assert np.abs(found).max() < 1 + 2e-7


@pytest.fixture
def champion():
    architecture = make_architecture("card", EUCHRE, 4, (10, 10), biases=True)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(2))[0]
    return Champion(architecture, weights, {"run": "test", "generation": 3, "fitness": 12.0})


def test_a_champion_survives_its_file(champion, tmp_path):
    path = tmp_path / "champion.npz"
    champion.save(path)
    found = load_champion(path)
    assert found.architecture == champion.architecture
    assert (found.weights == champion.weights).all()
    assert found.about == champion.about
    assert [file.name for file in tmp_path.iterdir()] == ["champion.npz"]


def test_the_file_is_plain(champion, tmp_path):
    champion.save(tmp_path / "champion.npz")
    with np.load(tmp_path / "champion.npz", allow_pickle=False) as found:
        about = json.loads(bytes(found["about"]))
        assert about["architecture"] == "card"
        assert found["weights"].dtype == np.float32


@pytest.mark.parametrize("keep", [0, 10, 300, 1500])
def test_a_damaged_file_is_named(champion, tmp_path, keep):
    path = tmp_path / "champion.npz"
    champion.save(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(BadInput, match=r"champion\.npz is not a champion file, or is damaged"):
        load_champion(path)


def test_a_foreign_file_is_named(tmp_path):
    path = tmp_path / "other.npz"
    np.savez(path, x=np.zeros(3))
    with pytest.raises(BadInput, match="not a champion file"):
        load_champion(path)
    np.savez(path, weights=np.zeros(3), about=np.frombuffer(b'{"a": 1}', dtype=np.uint8))
    with pytest.raises(BadInput, match="lacks the mark"):
        load_champion(path)
    np.savez(path, weights=np.array([object()], dtype=object), about=np.zeros(1, np.uint8))
    with pytest.raises(BadInput, match="not a champion file"):
        load_champion(path)
    with pytest.raises(BadInput, match="there is no file"):
        load_champion(tmp_path / "none.npz")


def test_weights_that_do_not_fit_or_are_not_numbers_are_named(champion, tmp_path):
    path = tmp_path / "champion.npz"
    Champion(champion.architecture, champion.weights[:-1], {}).save(path)
    with pytest.raises(BadInput, match="weights; its network"):
        load_champion(path)
    broken = champion.weights.copy()
    broken[7] = np.nan
    Champion(champion.architecture, broken, {}).save(path)
    with pytest.raises(BadInput, match="not numbers"):
        load_champion(path)


def test_bad_shapes_are_named():
    with pytest.raises(
        BadInput, match="there is no architecture 'deep': choose from card, hand, scorer"
    ):
        make_architecture("deep", SPADES, 4)
    with pytest.raises(BadInput, match="1 to 1024 units"):
        make_architecture("card", SPADES, 4, (0,))
    with pytest.raises(BadInput, match="at most 4"):
        make_architecture("card", SPADES, 4, (5,) * 5)


def test_what_is_sent_for_ahead_changes_no_sum():
    import numba

    @numba.njit
    def run(matrix, signals, ahead, end):
        return through_layer(matrix, signals, 0, 16, 16, ahead, end)

    generator = np.random.default_rng(1)
    matrix = generator.uniform(-1, 1, (156, 156)).astype(np.float32)
    signals = generator.uniform(-1, 1, (40, 172)).astype(np.float32)
    following = np.zeros(56_784, np.float32)
    plain, ahead = signals.copy(), signals.copy()
    run(matrix, plain, 0, 0)
    start = following.ctypes.data
    reached = run(matrix, ahead, start, start + following.nbytes)
    assert reached - start > following.nbytes // 2
    assert ahead.tobytes() == plain.tobytes()
