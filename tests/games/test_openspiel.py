"""OpenSpiel as an outside oracle: over random deals of four of its games, its legal cards and trick
winners are the ones that our plain rules give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from neuroevo.cards import RANKS, Card
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.games.rules import legal_cards, trick_winner
from neuroevo.games.sheet import SAME_COLOUR, RuleSheet

pyspiel = pytest.importorskip("pyspiel")

DEALS = 2_000

# Our card for each of OpenSpiel's card numbers.
SPADES_CARDS = tuple(Card(rank, suit) for suit in "CDHS" for rank in RANKS)
EUCHRE_CARDS = tuple(Card(rank, suit) for rank in EUCHRE.ranks for suit in "CDHS")
# Its suits are C D H S; hearts there are clubs here, and the other way round.
HEARTS_CARDS = tuple(Card(rank, suit) for rank in RANKS for suit in "HDCS")
# Its suits are C D S H; its ranks, whatever it prints, are those of Sueca in their order.
OH_HELL_CARDS = tuple(Card(rank, suit) for rank in SUECA.ranks for suit in "CDSH")

# Without these restrictions any card may be led, but for the very first.
FREE_HEARTS = "hearts(pass_cards=False,must_break_hearts=False,no_pts_on_first_trick=False)"
# Ten tricks would leave no card to turn up for trumps.
SUECA_LIKE_OH_HELL = "oh_hell(players=4,num_suits=4,num_cards_per_suit=10,num_tricks_fixed=9)"


class Choice(NamedTuple):
    """A player's turn: his hand, the trick so far, and what OpenSpiel lets him play."""

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    legal: frozenset[Card]


class Trick(NamedTuple):
    """Four cards in order, and who leads next in OpenSpiel: the winner; nobody after the last."""

    leader: int
    cards: tuple[Card, ...]
    next_leader: int | None


def act_at_random(state: Any, rng: np.random.Generator) -> int:
    actions = state.legal_actions()
    action = actions[rng.integers(len(actions))]
    state.apply_action(action)
    return action


def draw(state: Any, rng: np.random.Generator) -> list[int]:
    """What chance did, until the first player's turn."""
    drawn = []
    while state.is_chance_node():
        drawn.append(act_at_random(state, rng))
    return drawn


def dealt(cards: Sequence[Card], drawn: Sequence[int], first: int = 0) -> list[list[Card]]:
    """The hands by seat, when the cards go round one at a time from the first seat on."""
    return [[cards[number] for number in drawn[(seat - first) % 4 :: 4]] for seat in range(4)]


def play(
    state: Any, hands: list[list[Card]], cards: Sequence[Card], rng: np.random.Generator
) -> tuple[list[Choice], list[Trick]]:
    """Play the hands to the end by OpenSpiel's rules alone, every card at random."""
    choices, tricks = [], []
    while not state.is_terminal():
        leader = state.current_player()
        trick: list[Card] = []
        while len(trick) < 4:
            seat = state.current_player()
            assert seat == (leader + len(trick)) % 4
            legal = frozenset(cards[action] for action in state.legal_actions())
            assert legal <= set(hands[seat])
            choices.append(Choice(tuple(hands[seat]), tuple(trick), legal))
            trick.append(cards[act_at_random(state, rng)])
            hands[seat].remove(trick[-1])
        next_leader = None if state.is_terminal() else state.current_player()
        tricks.append(Trick(leader, tuple(trick), next_leader))
    assert hands == [[], [], [], []]
    return choices, tricks


def whole_hand(choice: Choice) -> tuple[Card, ...]:
    return choice.hand


def compare_choices(
    choices: Sequence[Choice],
    sheet: RuleSheet,
    trump: str | None,
    seen: Counter[str],
    judged: Callable[[Choice], Sequence[Card]] = whole_hand,
) -> None:
    """Of the cards judged, those that may be played are the same under both rules."""
    for choice in choices:
        ours = set(legal_cards(sheet, choice.hand, choice.trick, trump))
        cards = set(judged(choice))
        assert choice.legal & cards == ours & cards, (choice, trump)
        if cards:
            seen["followed" if choice.trick else "led"] += 1
            seen["bound"] += len(ours) < len(choice.hand)


def compare_winners(
    tricks: Sequence[Trick], sheet: RuleSheet, trump: str | None, seen: Counter[str]
) -> list[int]:
    """Whoever leads next has won; the winners by our rules, the last one unchecked."""
    winners = []
    for trick in tricks:
        place = trick_winner(sheet, trick.cards, trump)
        winner = (trick.leader + place) % 4
        assert trick.next_leader in (winner, None), (trick, trump)
        winners.append(winner)
        seen["won"] += trick.next_leader is not None
        led, best = (sheet.suit_of(trick.cards[i], trump) for i in (0, place))
        seen["ruffed"] += led != best
    return winners


def tricks_taken(winners: Sequence[int]) -> list[int]:
    return [winners.count(seat) for seat in range(4)]


def printed_numbers(state: Any, heading: str) -> list[int]:
    """The first four numbers after a heading in OpenSpiel's own text of the state, by seat."""
    words = str(state).split(heading)[1].split()
    return [int(word) for word in words if word.isdecimal()][:4]


SWAPPED = {"C": "H", "H": "C"}


def printed_rank(card: Card) -> str:
    """What OpenSpiel calls the rank at the same place in the order."""
    return RANKS[SUECA.ranks.index(card.rank)]


@pytest.mark.parametrize(
    ("game", "cards", "text"),
    [
        ("spades", SPADES_CARDS, lambda card: card.suit + card.rank),
        ("euchre", EUCHRE_CARDS, lambda card: card.suit + card.rank),
        (FREE_HEARTS, HEARTS_CARDS, lambda card: card.rank + SWAPPED.get(card.suit, card.suit)),
        (SUECA_LIKE_OH_HELL, OH_HELL_CARDS, lambda card: card.suit + printed_rank(card)),
    ],
    ids=["spades", "euchre", "hearts", "oh_hell"],
)
def test_openspiel_prints_each_card_number_as_the_card_we_take_it_for(game, cards, text):
    state = pyspiel.load_game(game).new_initial_state()
    while len(state.legal_actions()) < len(cards):
        state.apply_action(state.legal_actions()[0])
    printed = [state.action_to_string(state.current_player(), n) for n in range(len(cards))]
    assert printed == [text(card) for card in cards]


def without_unbroken_spades(choice: Choice) -> tuple[Card, ...]:
    """The cards to compare: in OpenSpiel nobody leads spades who has another suit.

    They should count as broken once a spade has been played, but in version 2.0 they never do.
    """
    plain = tuple(card for card in choice.hand if card.suit != "S")
    return choice.hand if choice.trick or not plain else plain


def test_openspiels_spades_agrees_on_legal_cards_and_winners():
    game, rng, seen = pyspiel.load_game("spades"), np.random.default_rng(1), Counter()
    for _ in range(DEALS):
        state = game.new_initial_state()
        hands = dealt(SPADES_CARDS, draw(state, rng))
        for _bid in range(4):
            act_at_random(state, rng)
        choices, tricks = play(state, hands, SPADES_CARDS, rng)
        compare_choices(choices, SPADES, "S", seen, judged=without_unbroken_spades)
        winners = compare_winners(tricks, SPADES, "S", seen)
        assert tricks_taken(winners) == printed_numbers(state, "Tricks taken:")
    assert (seen["led"], seen["followed"]) == (DEALS * 13, DEALS * 39)
    assert seen["won"] == DEALS * 12  # the last trick is in the number of tricks taken
    assert min(seen["bound"], seen["ruffed"]) > DEALS


def name_trump(state: Any, rng: np.random.Generator) -> str:
    """Let everybody pass the turned-up card, and somebody name another suit and not go alone."""
    for _ in range(4):
        state.apply_action(pyspiel.euchre.PASS_ACTION)
    named = pyspiel.euchre.PASS_ACTION
    while named == pyspiel.euchre.PASS_ACTION:
        named = act_at_random(state, rng)
    state.apply_action(pyspiel.euchre.PLAY_WITH_PARTNER_ACTION)
    return "CDHS"[named - pyspiel.euchre.CLUBS_TRUMP_ACTION]


def left_bower_case(choice: Choice, trump: str) -> str:
    """How the left bower bears on a player who follows, if it does."""
    left = Card("J", SAME_COLOUR[trump])
    if not choice.trick:
        return "lead"
    if choice.trick[0] == left and len(choice.legal) < len(choice.hand):
        return "trumps follow it"
    if left not in choice.hand or len(choice.hand) == 1:
        return "nothing"
    if choice.legal == {left}:
        return "it follows trumps"
    others = {card.suit for card in choice.hand if card != left}
    if choice.trick[0].suit == left.suit and left.suit not in others:
        return "it need not follow its printed suit"
    return "nothing"


def test_openspiels_euchre_agrees_on_legal_cards_and_winners():
    game, rng, seen = pyspiel.load_game("euchre"), np.random.default_rng(2), Counter()
    cases: Counter[str] = Counter()
    trumps: Counter[str] = Counter()
    for _ in range(DEALS):
        state = game.new_initial_state()
        dealer, *drawn, _turned_up = draw(state, rng)
        hands = dealt(EUCHRE_CARDS, drawn, first=dealer)
        trump = name_trump(state, rng)
        sheet = EUCHRE.with_trump(trump)
        choices, tricks = play(state, hands, EUCHRE_CARDS, rng)
        compare_choices(choices, sheet, trump, seen)
        winners = compare_winners(tricks, sheet, trump, seen)
        assert winners == [trick.winner() for trick in state.tricks()]  # the last one too
        cases.update(left_bower_case(choice, trump) for choice in choices)
        trumps[trump] += 1
    assert (seen["led"], seen["followed"]) == (DEALS * 5, DEALS * 15)
    assert seen["won"] == DEALS * 4
    assert min(seen["bound"], seen["ruffed"]) > DEALS
    assert min(trumps[suit] for suit in "CDHS") > DEALS // 8
    assert cases["trumps follow it"] > 100
    assert cases["it follows trumps"] > 100
    assert cases["it need not follow its printed suit"] > 100


def all_but_the_first_lead(choice: Choice) -> tuple[Card, ...]:
    """The first lead of a round is always one and the same card in OpenSpiel."""
    return choice.hand if choice.trick or len(choice.hand) < 13 else ()


def hearts_returns(tricks: Sequence[Trick], winners: Sequence[int]) -> list[int]:
    """OpenSpiel's results of the tricks: 26 less the points, which also count the queen of spades.

    Whoever takes all the points gives them to the others.
    """
    points = [0, 0, 0, 0]
    for trick, winner in zip(tricks, winners, strict=True):
        points[winner] += sum(map(CLUBS.points, trick.cards)) + 13 * (Card("Q", "S") in trick.cards)
    assert sum(points) == 26
    if 26 in points:
        points = [26 - taken for taken in points]
    return [26 - taken for taken in points]


def test_openspiels_hearts_agrees_with_clubs_on_legal_cards_and_winners_and_points():
    game, rng, seen = pyspiel.load_game(FREE_HEARTS), np.random.default_rng(3), Counter()
    for _ in range(DEALS):
        state = game.new_initial_state()
        _no_pass, *drawn = draw(state, rng)
        hands = dealt(HEARTS_CARDS, drawn)
        choices, tricks = play(state, hands, HEARTS_CARDS, rng)
        compare_choices(choices, CLUBS, None, seen, judged=all_but_the_first_lead)
        winners = compare_winners(tricks, CLUBS, None, seen)
        # Who won the last trick shows only if there were points in it.
        assert state.returns() == hearts_returns(tricks, winners)
        seen["points in the last trick"] += any(map(CLUBS.points, tricks[-1].cards))
    assert (seen["led"], seen["followed"]) == (DEALS * 12, DEALS * 39)
    assert (seen["won"], seen["ruffed"]) == (DEALS * 12, 0)
    assert seen["bound"] > DEALS
    assert seen["points in the last trick"] > DEALS // 4


def test_openspiels_oh_hell_agrees_with_sueca_on_legal_cards_and_winners():
    game, rng, seen = pyspiel.load_game(SUECA_LIKE_OH_HELL), np.random.default_rng(4), Counter()
    for _ in range(DEALS):
        state = game.new_initial_state()
        _tricks, _dealer, *drawn, turned_up = draw(state, rng)
        hands = dealt(OH_HELL_CARDS, drawn)
        trump = OH_HELL_CARDS[turned_up].suit
        for _bid in range(4):
            act_at_random(state, rng)
        choices, tricks = play(state, hands, OH_HELL_CARDS, rng)
        compare_choices(choices, SUECA, trump, seen)
        winners = compare_winners(tricks, SUECA, trump, seen)
        assert tricks_taken(winners) == printed_numbers(state, "Tricks Won:")
    assert (seen["led"], seen["followed"]) == (DEALS * 9, DEALS * 27)
    assert seen["won"] == DEALS * 8  # the last trick is in the number of tricks taken
    assert min(seen["bound"], seen["ruffed"]) > DEALS
