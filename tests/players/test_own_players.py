"""A player of one's own is a function: compiled, checked, and told what is wrong in one line."""

import textwrap

import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import EUCHRE, GAMES, SPADES, SPADES_WITH_BIDS, play_round
from neuroevo.players import SlowPlayer, find_player, speaks
from neuroevo.players.bidding_seat import PASSING
from neuroevo.players.kinds import ASKED, BY_ADDRESS
from neuroevo.tournament import find_entrant, find_entrants, play_deals, simulate
from neuroevo.tournament.names import mark_of

TEXT = '''
    """My own players."""

    from typing import Annotated, Literal

    from my_words import dearest_plain


    def patient(seat):
        """Keeps its trumps for last."""
        return (seat.legal.plain or seat.legal).cheapest


    def holding(seat, keep=3, low: Annotated[Literal["yes", "no"], "what it leads"] = "no"):
        """Holds so many trumps back, through a helper of another file."""
        if seat.leading and low == "yes":
            return seat.legal.lowest
        return seat.legal.cheapest if len(seat.hand.trumps) > keep else dearest_plain(seat)


    def counting(seat):
        """A loop, an inner function, and dice."""
        best = 0
        for card in seat.legal:
            best = max(best, card.strength)
        top = seat.legal.where(lambda card: card.is_trump or card.strength > 5)
        return seat.any_of(top) if top and best > 7 else seat.any_of(seat.legal)


    def texts(seat):
        """Sorts cards by their texts, which only Python can."""
        named = sorted(seat.legal, key=str)
        return named[0]
'''
HELPER = """
    def dearest_plain(seat):
        return (seat.legal.plain or seat.legal).dearest
"""
KEY = run_key(17, Purpose.SIMULATION)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(textwrap.dedent(TEXT))
    (tmp_path / "my_words.py").write_text(textwrap.dedent(HELPER))
    return tmp_path


def check_same(sheet, players, deals=20):
    entrants = find_entrants(players)
    played = play_deals(sheet, entrants, KEY, 0, deals, keep_log=True)
    seats = [one.seat() for one in entrants]
    for deal in range(deals):
        record = play_round(sheet, seats, KEY, deal)
        cards = [play.card.number for play in record.plays]
        assert played.log[deal, : len(cards)].tolist() == cards
        if record.bids is not None:
            assert played.bids[deal].tolist() == list(record.bids)
        caller = -1 if record.caller is None else record.caller
        assert played.calls["caller"][deal] == caller


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_the_same_cards_in_both_engines(game):
    sheet = GAMES[game]
    others = ["mine.py:holding:keep=1", "mine.py:counting", "random"][: max(sheet.players) - 1]
    check_same(sheet, ["mine.py:patient", *others])


def test_settings_are_its_parameters_and_change_its_play():
    one, other = (
        simulate("spades", [f"mine.py:holding:{setting}", *["random"] * 3], rounds=2000)
        for setting in ("keep=0", "keep=5:low=yes")
    )
    assert one.seats[0]["tricks"].mean != other.seats[0]["tricks"].mean
    with pytest.raises(BadInput, match=r"mine\.py:holding takes keep, low, not 'kep'.*did you mea"):
        find_player("mine.py:holding:kep=3")
    with pytest.raises(BadInput, match="low must be one of yes, no, not 'maybe'"):
        find_player("mine.py:holding:low=maybe")
    with pytest.raises(BadInput, match="keep must be a whole number"):
        find_player("mine.py:holding:keep=x")


def test_the_function_itself_is_a_player_and_so_is_one_of_a_notebook():
    scope = {}
    exec("def top(seat):\n    return seat.legal.highest\n", scope)  # as typed, in no file
    assert find_entrant(scope["top"]).kind == BY_ADDRESS
    found = simulate("spades", [scope["top"], "random", "random", "random"], rounds=4000, seed=1)
    ours = simulate("spades", ["always-highest", *["random"] * 3], rounds=4000, seed=1)
    assert found.players[0] == "top"
    assert found.seats[0]["tricks"] == ours.seats[0]["tricks"]


def test_who_can_only_be_played_in_python_is_asked_and_says_why():
    with pytest.warns(
        SlowPlayer, match=r"mine\.py:texts is asked in Python, which is slower: mine"
    ):
        player = find_entrant("mine.py:texts")
    assert player.kind == ASKED
    check_same(SPADES, [player, "greedy", "random", "mine.py:patient"], deals=5)


def test_its_mark_changes_with_its_text_and_its_settings(here):
    before = mark_of(find_entrant("mine.py:holding:keep=2"))
    assert before != mark_of(find_entrant("mine.py:holding:keep=1"))
    assert before == mark_of(find_entrant(f"{here}/mine.py:holding:keep=2"))
    (here / "my_words.py").write_text(textwrap.dedent(HELPER) + "# changed\n")
    assert before != mark_of(find_entrant("mine.py:holding:keep=2"))


def bold_bids(seat):
    return min(seat.tricks, len(seat.hand.trumps) + 1)


def bold_calls(seat):
    return seat.call(seat.turned, False) if seat.offered else PASSING


def dearest_away(seat):
    return seat.hand_and_turn_up.dearest


@speaks(bids=bold_bids, calls=bold_calls, lays_away=dearest_away)
def bold(seat):
    """Bids in its own way."""
    return seat.legal.highest


def test_it_may_bid_in_its_own_way_in_both_engines():
    check_same(SPADES_WITH_BIDS, [bold, "greedy", bold, "random"])
    check_same(EUCHRE, ["greedy", bold, "random", bold])
    calls = play_deals(EUCHRE, find_entrants([bold, *["greedy"] * 3]), KEY, 0, 300).calls
    assert (calls["caller"] == 0).all()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return seat.legal.chepest", "bad.py:2: a CardSet has no 'chepest': did you mean 'cheap"),
        ("return seat.leagl.cheapest", "bad.py:2: a Seat has no 'leagl': did you mean 'legal'?"),
        ("return chepest(seat)", "bad.py:2: there is no 'chepest'"),
        ("return seat._table.hands[0]", "bad.py:2: '_table' begins with an underscore"),
        ("return getattr(seat, 'legal')", "bad.py:2: 'getattr' can't be used here"),
        ("return len(seat.legal)", "bad.py:1: the player bad returns a whole number, not a card"),
        ("return seat.legal", "bad.py:1: the player bad returns a CardSet, not a card"),
        ("seat.legal.cheapest", "bad.py:"),
        ("global N\n    N = 1\n    return seat.legal.cheapest", "bad.py:3: 'global N' can't be"),
        ("if seat.leading:\n        return seat.legal.cheapest", "return"),
    ],
)
def test_what_is_wrong_with_it_is_one_line_with_its_place(here, body, told):
    (here / "bad.py").write_text(f"def bad(seat):\n    {body}\n")
    with pytest.raises(BadInput) as error:
        find_player("bad.py:bad")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("parameters", ["", "seat, other", "*seats", "seat, **more"])
def test_wrong_parameters_are_told(here, parameters):
    (here / "bad.py").write_text(f"def bad({parameters}):\n    return 1\n")
    with pytest.raises(BadInput, match=r"bad\.py:1: the player bad takes \(seat\), not"):
        find_player("bad.py:bad")


def test_a_helper_that_reaches_behind_the_words_is_refused_too(here):
    (here / "sly.py").write_text("def look(seat):\n    return seat._table.hands[1]\n")
    (here / "bad.py").write_text(
        "from sly import look\n\n\ndef bad(seat):\n    look(seat)\n    return seat.legal.highest\n"
    )
    with pytest.raises(BadInput, match=r"sly\.py:2: '_table' begins with an underscore"):
        find_player("bad.py:bad")


@pytest.mark.parametrize("beside", ["random", "spades-champion", "mc-average:shuffles=2"])
def test_an_illegal_card_and_an_exception_are_told_by_the_referee(here, beside):
    (here / "bad.py").write_text(
        "def cheat(seat):\n    return seat.hand.highest\n\n\n"
        "def tired(seat):\n"
        "    if len(seat.hand) < 9:\n"
        "        raise ValueError('no more')\n"
        "    return seat.legal.cheapest\n"
    )
    others = [beside, "random", "random"]
    with pytest.raises(BadInput, match=r"^bad\.py:1: cheat: trick \d+: seat 0 may not play \w\w: "):
        simulate("spades", ["bad.py:cheat", *others], rounds=200)
    with pytest.raises(BadInput, match=r"^bad\.py:7: tired: ValueError: no more$"):
        simulate("spades", ["bad.py:tired", *others], rounds=200)


def test_what_is_no_player_is_told(here):
    (here / "bad.py").write_text("NUMBER = 3\n\n\nclass Mute:\n    pass\n")
    for name in ("NUMBER", "Mute"):
        with pytest.raises(BadInput, match="can't play: a player is a function of a seat, or has"):
            find_player(f"bad.py:{name}")
    with pytest.raises(BadInput, match="3 can't play"):
        find_entrant(3)


@pytest.mark.parametrize("word", ["cheapest", "highest", "lowest", "dearest", "least"])
def test_the_cheapest_of_no_cards_is_never_a_card(here, word):
    """Bit 0 is legal here and there: an empty set must not be taken for it."""
    (here / "bad.py").write_text(
        "def bad(seat):\n"
        "    none = seat.legal - seat.legal\n"
        f"    return seat.legal.highest if len(seat.hand) > 2 else none.{word}\n"
        "def most(seat):\n"
        "    return (seat.legal - seat.legal).most(lambda card: card.strength)\n"
        "def any_card(seat):\n"
        "    return seat.any_of(seat.legal - seat.legal)\n"
    )
    told = rf"^bad\.py:3: bad: ValueError: there is no {word} of no cards: the set is empty$"
    with pytest.raises(BadInput, match=told):
        simulate("clubs", ["bad.py:bad", *["random"] * 3], rounds=2000)
    for name in ("most", "any_card"):
        with pytest.raises(
            BadInput, match=r"^bad\.py:\d: \w+: ValueError: there is no \w+ of no ca"
        ):
            simulate("clubs", [f"bad.py:{name}", *["random"] * 3], rounds=2000)


def test_a_file_without_the_name_of_a_player_is_told(here):
    with pytest.raises(BadInput, match=r"mine\.py: say which player of it, as in mine\.py:patient"):
        find_entrant("mine.py")


def test_a_setting_may_be_below_zero_and_needs_a_default(here):
    (here / "bad.py").write_text(
        "def low(seat, bonus=-5):\n    return seat.legal.lowest\n"
        "class Needy:\n"
        "    def __init__(self, path):\n        pass\n"
        "    def choose(self, view):\n        return view.legal[0]\n"
    )
    assert find_player("bad.py:low:bonus=-7").settings == {"bonus": -7}
    with pytest.raises(
        BadInput, match=r"bad\.py:Needy: the setting path of a player needs a defau"
    ):
        find_player("bad.py:Needy")
