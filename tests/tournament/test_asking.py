"""Players who are asked in Python see what the referee shows, and play the same cards."""

from dataclasses import fields, replace

import numpy as np
import pytest

from neuroevo.cards import Purpose, card_from_number, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution import evolve
from neuroevo.games import CLUBS, EUCHRE, SPADES, SPADES_WITH_BIDS, SUECA, play_round
from neuroevo.games.view import View
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.players import SlowPlayer
from neuroevo.testing import compare_engines
from neuroevo.tournament import find_entrants, network_entrant, play_deals, simulate

pytestmark = pytest.mark.filterwarnings("ignore::neuroevo.players.SlowPlayer")

TABLES = {
    "spades": (SPADES, 4),
    "spades-bids": (SPADES_WITH_BIDS, 4),
    "clubs-2": (CLUBS, 2),
    "clubs-3": (CLUBS, 3),
    "sueca-dealer-first": (SUECA.with_trump("dealer-first"), 4),
    "euchre": (EUCHRE, 4),
}
KEY = run_key(11, Purpose.SIMULATION)


class Looking:
    """Throws a die, and keeps everything that it was shown."""

    def __init__(self):
        self.seen = []

    def choose(self, view):
        number = view.random.below(len(view.legal))
        shown = {one.name: getattr(view, one.name) for one in fields(View) if one.name != "random"}
        self.seen.append((shown, view.seen, view.trick_cards, number))
        return view.legal[number]


class Peeking(Looking):
    peeks = True


def check_same(sheet, players, deals=12, rotations=1):
    """The same cards in both engines."""
    compare_engines(sheet, players, deals, rotations, seed=11).check()


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("kind", [Looking, Peeking])
def test_a_player_in_python_is_shown_exactly_what_the_referee_shows(name, kind):
    sheet, players = TABLES[name]
    looking, beside = kind(), ["greedy", "random", "heuristic"][: players - 1]
    rotations = players
    play_deals(sheet, find_entrants([looking, *beside]), KEY, 0, 6, rotations)
    asked = sorted(looking.seen, key=repr)
    at_referee = kind()
    seats = [one.seat() for one in find_entrants([at_referee, *beside])]
    for row in range(6 * rotations):
        play_round(sheet, seats, KEY, row // rotations, row % rotations)
    shown = sorted(at_referee.seen, key=repr)
    assert len(asked) == len(shown) > 60
    assert asked == shown


class First:
    def choose(self, view):
        return view.legal[0]


class FirstOfMany:
    def choose_many(self, questions):
        return questions.legal[:, 0]


class LastInWords:
    """Answers with cards, and looks at single views."""

    def choose_many(self, questions):
        return [view.legal[-1] for view in questions]


@pytest.mark.parametrize("name", TABLES)
def test_python_players_play_the_same_cards_in_both_engines(name):
    sheet, players = TABLES[name]
    beside = ["greedy", First(), "random"][: players - 1]
    for player in (First(), FirstOfMany(), LastInWords()):
        check_same(sheet, [player, *beside], rotations=players)


class Arrays:
    """Compares the arrays of many questions with their views."""

    def __init__(self):
        self.asked = 0

    def choose_many(self, questions):
        def numbers(cards, most):
            found = [card.number for card in cards]
            return found + [-1] * (most - len(found))

        for row, view in enumerate(questions):
            size = questions.legal.shape[1]
            assert questions.legal[row].tolist() == numbers(view.legal, size)
            assert questions.hand[row].tolist() == numbers(view.hand, size)
            assert questions.trick[row].tolist() == numbers(view.trick_cards, 4)
            laid = [card for trick in view.tricks for card in trick.cards]
            assert questions.played[row].tolist() == numbers(laid, 52)
            assert questions.seat[row] == view.seat
            assert questions.trump[row] == (4 if view.trump is None else "CDHS".index(view.trump))
        self.asked += len(questions)
        return questions.legal[:, 0]


@pytest.mark.parametrize("name", TABLES)
def test_arrays_of_many_questions_say_what_their_views_say(name):
    sheet, players = TABLES[name]
    arrays = Arrays()
    check_same(sheet, [arrays, *["random"] * (players - 1)], deals=5, rotations=players)
    assert arrays.asked > 100


def test_a_view_that_is_asked_can_be_changed_like_any_other():
    class Replacing:
        def choose(self, view):
            other = replace(view, legal=view.legal[:1])
            assert other.hand == view.hand
            return other.legal[0]

    check_same(SPADES, [Replacing(), "random", "random", "random"], deals=2)


def test_a_player_that_bids_in_python_is_asked_before_the_play():
    class Bold(First):
        def bid_tricks(self, view):
            return min(13, 1 + len([card for card in view.hand if card.rank in "AK"]))

        def name_trump(self, view):
            return view.calls[1]

        def discard(self, view):
            return view.legal[0]

    check_same(SPADES_WITH_BIDS, [Bold(), "greedy", "random", Bold()], rotations=4)
    check_same(EUCHRE, [Bold(), "greedy", "random", "random"], rotations=4)
    calls = play_deals(EUCHRE, find_entrants([Bold(), *["greedy"] * 3]), KEY, 0, 200).calls
    assert (calls["caller"] == 0).mean() > 0.9


def test_mc_euchre_plays_at_tables_of_the_kernel():
    check_same(EUCHRE, ["mc-euchre:samples=2", "greedy", "random", "heuristic"], deals=4)


@pytest.mark.parametrize("name", ["card", "hand", "scorer"])
def test_networks_and_python_players_sit_at_one_table(name):
    architecture = make_architecture(name, SPADES, 4)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(3))[0]
    network = network_entrant(Champion(architecture, weights), "network")
    check_same(SPADES, [network, First(), "greedy", FirstOfMany()], deals=6, rotations=4)


def test_networks_evolve_against_a_python_player(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class First:\n    def choose(self, view):\n        return view.legal[0]\n"
    )
    changes = {
        "tournament.opponents": ["mine.py:First", "population"],
        "evolution.population": 8,
        "tournament.games": 2,
    }
    runs = [evolve("quick", 1, 3, out=tmp_path / name, changes=changes) for name in "ab"]
    assert runs[0].champion.weights.tobytes() == runs[1].champion.weights.tobytes()


def test_one_line_says_that_a_python_player_is_slower_and_why():
    with pytest.warns(
        SlowPlayer, match=r"First is asked in Python, which is slower: it has choose"
    ):
        simulate("spades", [First(), "random", "random", "random"], rounds=8)


class Tired:
    def choose(self, view):
        if len(view.tricks) == 3:
            raise RuntimeError("no more")
        return view.legal[0]


class Cheating:
    def choose(self, view):
        return next(card for card in map(card_from_number, range(52)) if card not in view.legal)


class Silent:
    def choose(self, view):
        return None


class Single:
    def choose_many(self, questions):
        return 3


class Misspelt:
    def choose(self, view):
        return view.leagl[0]


class TooFew:
    def choose_many(self, questions):
        return questions.legal[1:, 0]


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Tired(), r"^test_asking\.py:\d+: Tired: RuntimeError: no more$"),
        (Cheating(), r"^test_asking\.py:\d+: Cheating: trick 1: seat 0 may not play \w\w: it is "),
        (Silent(), r"^test_asking\.py:\d+: Silent: it answers nothing, not a card$"),
        (Single(), r"Single: ValueError: choose_many answered 3, not one card for each question$"),
        (Misspelt(), r"^test_asking\.py:\d+: Misspelt: AttributeError: a view has no 'leagl': did"),
        (TooFew(), r"TooFew: ValueError: choose_many answered \d+ times to \d+ questions"),
    ],
)
def test_a_python_player_that_fails_is_named_with_its_line(player, message):
    with pytest.raises(BadInput, match=message) as error:
        simulate("spades", [player, "random", "random", "random"], rounds=8)
    assert "\n" not in str(error.value)


def test_who_is_asked_twice_answers_for_himself():
    class Low:
        def choose(self, view):
            return min(view.legal, key=lambda card: card.number)

    class High:
        def choose(self, view):
            return max(view.legal, key=lambda card: card.number)

    check_same(CLUBS, [Low(), High(), Low(), "random"], rotations=4)


MINE = """
from my_helper import lowest


def low(seat, much=1):
    return lowest(seat) if much else seat.legal.highest


class First:
    def choose(self, view):
        return view.legal[0]
"""


@pytest.mark.parametrize("opponent", ["mine.py:low:much=1", "mine.py:First"])
def test_processes_play_with_users_players_and_change_no_byte(tmp_path, monkeypatch, opponent):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "my_helper.py").write_text("def lowest(seat):\n    return seat.legal.lowest\n")
    changes = {
        "tournament.opponents": [opponent, "population"],
        "evolution.population": 8,
        "tournament.games": 2,
    }
    weights = {
        evolve(
            "quick", 1, 2, workers=2, backend=one, out=tmp_path / one, changes=changes
        ).champion.weights.tobytes()
        for one in ("threads", "loky")
    }
    assert len(weights) == 1
