"""Shuffles: what each model may do, as orders and as matrices, plain and compiled."""

import itertools
from collections import Counter

import numba
import numpy as np
import pytest

from neuroevo.cards import (
    SHUFFLE_MODELS,
    Shuffle,
    Stream,
    inverse_order,
    matrix_order,
    parse_shuffle,
    permutation_matrix,
    shuffle_order,
    shuffled,
)
from neuroevo.cards.kernels.shuffles import k_shuffle_by, k_shuffle_pack
from neuroevo.cards.mixing import order_chance
from neuroevo.cards.shuffles import MODEL_CODES, cut_limits
from neuroevo.errors import BadInput
from neuroevo.games import GAMES, draw_deal

SHUFFLES = [Shuffle(model, times) for model in SHUFFLE_MODELS for times in (1, 3)]


@numba.njit
def compiled_shuffle(order, model, times, limits, stream):
    k_shuffle_by(order, len(order), model, times, limits, stream, 0)


@pytest.mark.parametrize("shuffle", SHUFFLES, ids=str)
@pytest.mark.parametrize("cards", [2, 3, 24, 52])
def test_plain_and_compiled_shuffles_give_the_same_orders(shuffle, cards):
    limits = np.array(cut_limits(shuffle, cards), dtype=np.uint64)
    for seed in range(40):
        order, stream = np.arange(cards), np.array([seed], dtype=np.uint64)
        compiled_shuffle(order, MODEL_CODES[shuffle.model], shuffle.times, limits, stream)
        assert order.tolist() == shuffle_order(shuffle, cards, Stream(seed))


@numba.njit
def compiled_shuffle_of_a_pack(pack, count, order, stream):
    k_shuffle_pack(pack, count, order, stream, 0)


@pytest.mark.parametrize("cards", [2, 3, 24, 40, 51, 52])
def test_a_shuffled_pack_has_the_order_of_the_uniform_shuffle_and_its_stream_goes_on(cards):
    pack = np.arange(100, 152, dtype=np.int16)
    for seed in range(40):
        order, words = np.full(52, -1, dtype=np.int16), np.array([seed], dtype=np.uint64)
        compiled_shuffle_of_a_pack(pack, cards, order, words)
        stream = Stream(seed)
        assert order[:cards].tolist() == shuffled(range(100, 100 + cards), stream)
        assert (order[cards:] == -1).all()
        assert int(words[0]) == stream.state


def test_the_thesis_lets_one_or_two_cards_fall_in_turn_from_the_split_card_on():
    """ "The split row of the identity matrix was moved to the bottom": the rest stays on top."""
    for seed in range(300):
        order = shuffle_order(Shuffle("thesis"), 24, Stream(seed))
        cut = order[-1] + 1
        falls = [
            (upper, len(list(run)))
            for upper, run in itertools.groupby(reversed(order), key=lambda card: card < cut)
        ]
        assert falls[0][0]
        assert all(length in (1, 2) for _, length in falls[:-1])
        for packet in (range(cut), range(cut, 24)):
            assert [card for card in order if card in packet] == list(packet)


def test_the_thesis_cuts_mostly_between_cards_10_and_15_and_evenly_on_average():
    chances = Shuffle("thesis").cut_chances(24)
    assert sum(chances) == pytest.approx(1)
    assert sum(chances[10:15]) == pytest.approx(0.851, abs=0.001)
    assert sum(n * chance for n, chance in enumerate(chances)) == pytest.approx(12, abs=1e-9)
    assert chances[:12] == pytest.approx(chances[:12:-1], abs=1e-12)
    cuts = Counter(
        shuffle_order(Shuffle("thesis"), 24, Stream(seed))[-1] + 1 for seed in range(10_000)
    )
    for cut in range(8, 17):
        assert cuts[cut] / 10_000 == pytest.approx(chances[cut], abs=0.017)


def test_mean_and_variance_grow_with_the_pack_and_can_be_given():
    assert (Shuffle("thesis").cut_mean(24), Shuffle("thesis").cut_variance(24)) == (12.5, 3)
    assert (Shuffle("thesis").cut_mean(52), Shuffle("thesis").cut_variance(52)) == (26.5, 6.5)
    narrow = Shuffle("thesis", mean=7.5, variance=0.0001)
    assert {shuffle_order(narrow, 24, Stream(seed))[-1] for seed in range(50)} == {6}


@pytest.mark.parametrize("model", SHUFFLE_MODELS)
def test_every_order_comes_as_often_as_its_chance_says(model):
    orders = Counter(
        tuple(shuffle_order(Shuffle(model), 5, Stream(seed))) for seed in range(20_000)
    )
    chances = {
        order: order_chance(Shuffle(model), order) for order in itertools.permutations(range(5))
    }
    assert sum(chances.values()) == pytest.approx(1)
    square = sum(
        (orders[order] - 20_000 * chance) ** 2 / (20_000 * chance)
        for order, chance in chances.items()
        if chance
    )
    possible = sum(chance > 0 for chance in chances.values())
    assert all(chances[order] for order in orders)
    assert square < possible + 4 * (2 * possible) ** 0.5


def test_a_matrix_shuffles_a_pack_and_its_transpose_puts_it_back():
    order = shuffle_order(Shuffle("thesis", 2), 24, Stream(5))
    matrix, pack = permutation_matrix(order), np.arange(100, 124)
    assert (matrix @ pack).tolist() == [100 + place for place in order]
    assert (matrix.T @ (matrix @ pack)).tolist() == pack.tolist()
    assert matrix_order(matrix) == order
    assert matrix_order(matrix.T) == inverse_order(order)


def test_two_shuffles_are_the_product_of_their_matrices():
    stream = Stream(9)
    first = shuffle_order(Shuffle("riffle"), 24, stream)
    second = shuffle_order(Shuffle("riffle"), 24, stream)
    both = shuffle_order(Shuffle("riffle", 2), 24, Stream(9))
    product = permutation_matrix(second) @ permutation_matrix(first)
    assert matrix_order(product) == both


@pytest.mark.parametrize(
    "matrix", [[[1, 1], [0, 0]], [[1, 0, 0], [0, 1, 0]], [[0, 0], [1, 0]]], ids=str
)
def test_what_is_no_permutation_is_refused_as_a_matrix(matrix):
    with pytest.raises(BadInput, match="a single 1 in each row and column"):
        matrix_order(np.array(matrix))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("shuffle", ["riffle:2", "thesis"])
def test_every_game_can_be_dealt_with_every_shuffle(name, shuffle):
    sheet = GAMES[name].with_shuffle(shuffle)
    players = max(sheet.players)
    deck = shuffled(sheet.deck(players), Stream(3), parse_shuffle(shuffle))
    deal = draw_deal(sheet, players, Stream(3))
    for seat, positions in enumerate(sheet.deal_positions(players)):
        assert deal.hands[seat] == tuple(deck[position] for position in positions)


def test_an_unshuffled_pack_is_dealt_as_it_lies():
    assert shuffled("ABC", Stream(1), Shuffle("thesis", 0)) == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("overhand", "there is no shuffle 'overhand': choose from uniform, riffle, thesis"),
        ("riffle:", "after the colon comes how often"),
        ("riffle:-2", "after the colon comes how often"),
    ],
)
def test_a_shuffle_that_does_not_exist_is_named(text, message):
    with pytest.raises(BadInput, match=message):
        parse_shuffle(text)


def test_only_the_thesis_has_a_mean_and_a_variance():
    with pytest.raises(BadInput, match="only the thesis' shuffle has a mean"):
        Shuffle("riffle", mean=3)
    with pytest.raises(BadInput, match="variance must be above 0"):
        Shuffle("thesis", variance=-1)
    with pytest.raises(BadInput, match="2 to 1,000 cards, not 1"):
        shuffle_order(Shuffle(), 1, Stream(0))
