"""A function that a user wrote for kernels is refused in one line that names file and line."""

import numba
import pytest

from neuroevo.errors import BadInput
from neuroevo.extensions import load_own
from neuroevo.players.kernels.written import make_helpers_callable
from neuroevo.players.seat import Seat
from neuroevo.written_errors import check_parameters, check_returns, check_words, explain


def written(tmp_path, body, name="mine", head="def mine(seat):"):
    """A function in a user's file; its first line is line 3."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    (tmp_path / "my_players.py").write_text(f"import math\n\n{head}\n{lines}\n")
    return load_own(f"{tmp_path / 'my_players.py'}:{name}").value


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return seat._table.hands", "my_players.py:4: '_table' begins with an underscore"),
        ("return seat.legal.where(lambda c:\n    c._bit > 3)", "my_players.py:5: '_bit' begins"),
        ("return getattr(seat, 'x')", "my_players.py:4: 'getattr' can't be used here"),
        ("x = 1\nreturn eval('x')", "my_players.py:5: 'eval' can't be used here"),
        ("return meth.sqrt(2)", "my_players.py:4: there is no 'meth': did you mean 'math'?"),
        ("import os\nreturn os", "my_players.py:4: 'import' can't be used here"),
    ],
)
def test_what_reaches_behind_the_words_is_refused(tmp_path, body, told):
    with pytest.raises(BadInput) as error:
        check_words(written(tmp_path, body))
    assert str(error.value).startswith(told)


def test_helpers_are_looked_at_too_wherever_they_are(tmp_path):
    (tmp_path / "aside.py").write_text("def peek(seat):\n    return seat._table\n")
    (tmp_path / "my_players.py").write_text(
        "import aside\nfrom aside import peek\n\n"
        "def by_name(seat):\n    return peek(seat)\n\n"
        "def by_module(seat):\n    return aside.peek(seat)\n\n"
        "def inside(seat):\n    return hidden(seat)\n\n"
        "def hidden(seat):\n    return seat._place\n\n"
        "def honest(seat):\n    return seat.legal.cheapest\n"
    )
    for name, told in (
        ("by_name", "aside.py:2: '_table'"),
        ("by_module", "aside.py:2: '_table'"),
        ("inside", "my_players.py:14: '_place'"),
    ):
        with pytest.raises(BadInput, match=f"^{told}"):
            check_words(load_own(f"{tmp_path / 'my_players.py'}:{name}").value)
    check_words(load_own(f"{tmp_path / 'my_players.py'}:honest").value)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "return seat.legal.chepest",
            "my_players.py:4: a CardSet has no 'chepest': did you mean 'cheapest'?",
        ),
        (
            "return seat.legal.most(\n    lambda card: card.strenght)",
            "my_players.py:5: a CardInPlay has no 'strenght': did you mean 'strength'?",
        ),
        (
            "return seat.legal + 1",
            "my_players.py:4: '+' can't be used between a CardSet and a whole number",
        ),
        ("return math.sqrt(seat.legal)", "my_players.py:4: sqrt does not take (CardSet)"),
        (
            "if seat.leading:\n    return seat.legal.cheapest\nreturn 3",
            "my_players.py:6: it returns a CardInPlay and a whole number: "
            "it must always be of one kind",
        ),
        (
            "return seat.legal.cheapest()",
            "my_players.py:4: a CardInPlay can't be called: leave out the brackets",
        ),
        (
            "return seat.legal.where(lambda card: card in seat.winning)",
            "my_players.py:4: an inner function can't see the variable 'seat' around it: hand it "
            "over, as in cards.most(key, given)",
        ),
        (
            "return seat.legal.without()",
            "my_players.py:4: the word 'without' of a CardSet can't be used like this",
        ),
        (
            "card = seat.legal.cheapest\nif seat.leading:\n    card = 2\nreturn card",
            "my_players.py:7: 'card' is a CardInPlay here and a whole number there",
        ),
    ],
)
def test_what_does_not_compile_is_told_in_one_line(tmp_path, body, told):
    function = written(tmp_path, body)
    check_words(function)
    with pytest.raises(numba.core.errors.NumbaError) as error:
        numba.njit(function).compile((Seat.numba_type,))
    assert str(explain(error.value, function)) == told


def test_a_mistake_in_a_helper_is_told_where_it_stands(tmp_path):
    (tmp_path / "my_players.py").write_text(
        "def helper(cards):\n    return cards.lowst\n\ndef mine(seat):\n"
        "    return helper(seat.legal)\n"
    )
    function = load_own(f"{tmp_path / 'my_players.py'}:mine").value
    make_helpers_callable(function)
    with pytest.raises(numba.core.errors.NumbaError) as error:
        numba.njit(function).compile((Seat.numba_type,))
    assert str(explain(error.value, function)) == (
        "my_players.py:2: a CardSet has no 'lowst': did you mean 'lowest'?"
    )


def test_parameters_are_counted(tmp_path):
    two = written(tmp_path, "return 1", head="def mine(now, card):")
    assert check_parameters(two, "(now)", "(now, card)", what="feature") == 2
    with pytest.raises(BadInput) as error:
        check_parameters(two, "(seat)", what="player", settings=True)
    assert str(error.value) == ("my_players.py:3: the player mine takes (seat), not (now, card)")
    setting = written(tmp_path, "return 1", head="def mine(seat, keep=3):")
    assert check_parameters(setting, "(seat)", settings=True) == 1
    with pytest.raises(BadInput, match=r"takes \(seat\), not \(seat, keep=3\)"):
        check_parameters(setting, "(seat)")
    with pytest.raises(BadInput, match=r"takes \(seat\), not \(\*seats\)"):
        check_parameters(written(tmp_path, "return 1", head="def mine(*seats):"), "(seat)")
    with pytest.raises(BadInput, match=r"3 is no feature: write a function of \(now\)"):
        check_parameters(3, "(now)", what="feature")


def test_every_way_through_a_function_needs_a_return(tmp_path):
    for body, line in (
        ("if seat.leading:\n    return 1", 4),
        ("seat.legal", 4),
        ("for card in seat.legal:\n    return card", 4),
        ("if seat.leading:\n    return\nreturn 1", 5),
    ):
        with pytest.raises(BadInput, match=f"^my_players.py:{line}: mine may end without"):
            check_returns(written(tmp_path, body))
    for body in (
        "if seat.leading:\n    return 1\nelse:\n    return 2",
        "while True:\n    if seat.leading:\n        return 1",
        "return seat.legal.most(lambda card: None)",
        "if seat.leading:\n    return 1\nraise ValueError('no')",
    ):
        check_returns(written(tmp_path, body))
