"""Chances of a given deal: exact against plain and simulated, perfect play, any valid deal."""

from fractions import Fraction
from itertools import permutations

import pytest
from deals import random_hands

from neuroevo.cards import Card, parse_hand
from neuroevo.errors import BadInput
from neuroevo.games import EUCHRE, given_deal, legal_cards, play_deal, trick_winner
from neuroevo.players import seat_all
from neuroevo.playout import METHODS, STRATEGIES, THESIS_HANDS, TRUMPS, parse_hands, playout
from neuroevo.playout.appendix import MENDABLE, play_out
from neuroevo.playout.chances import _Deal
from neuroevo.playout.strategies import STRATEGIES as PLAIN
from neuroevo.playout.strategies import described_options, trick_chances


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_simulated_chance_agrees_with_the_exact_one(strategy):
    """Within three standard errors, for every suit and overall."""
    for hands in (THESIS_HANDS, random_hands(3)):
        exact = playout(hands, strategy, "exact")
        drawn = playout(hands, strategy, "simulate", iterations=200_000, seed=2)
        for suit in TRUMPS:
            known = exact.trumps[suit].team1
            error = (known * (1 - known) / 200_000) ** 0.5
            assert abs(drawn.trumps[suit].team1 - known) <= 3 * error
        assert abs(drawn.overall.team1 - exact.overall.team1) <= 3 * drawn.overall.se + 1e-12


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
@pytest.mark.parametrize("strategy", ["appendix", "random", "double-dummy"])
def test_a_fixed_dealer_is_simulated_as_it_is_added_up(strategy, dealer):
    exact = playout(strategy=strategy, dealer=dealer, trumps="SC")
    drawn = playout(
        strategy=strategy, method="simulate", dealer=dealer, trumps="SC", iterations=50_000
    )
    for suit in "SC":
        assert drawn.trumps[suit].team1 == pytest.approx(exact.trumps[suit].team1, abs=0.009)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_any_dealer_is_the_mean_of_the_four(strategy):
    hands = random_hands(8)
    whole = playout(hands, strategy, trumps="D").overall.fraction
    by_dealer = [
        playout(hands, strategy, trumps="D", dealer=dealer).overall.fraction
        for dealer in (1, 2, 3, 4)
    ]
    assert sum(by_dealer, Fraction(0)) / 4 == whole


@pytest.mark.parametrize("strategy", ["described", "greedy"])
def test_plain_and_compiled_exact_chances_are_the_same_fractions(strategy):
    for seed in range(8):
        hands, trump, dealer = random_hands(seed), TRUMPS[seed % 4], 1 + seed // 2
        sheet = EUCHRE.with_trump(trump)
        plain = trick_chances(sheet, hands, trump, dealer % 4, PLAIN[strategy])
        assert _Deal(hands, trump, strategy, 0).trick_chances(dealer) == plain


def test_random_play_is_exact_too():
    """With a card of each suit in every hand, so that the plain way has not too many courses."""
    hands = parse_hands("AC AD AS AH 9C | KC KD KS KH TC | QC QD QS QH 9S | TD TS TH 9D JC")
    plain = trick_chances(EUCHRE.with_trump("H"), hands, "H", 3, PLAIN["random"])
    assert _Deal(hands, "H", "random", 0).trick_chances(3) == plain


def test_greedy_plays_as_the_greedy_player_at_the_referees_table():
    for seed in range(10):
        hands, trump = random_hands(seed), TRUMPS[seed % 4]
        sheet = EUCHRE.with_trump(trump)
        for dealer in range(1, 5):
            record = play_deal(
                sheet, seat_all(["greedy"] * 4), given_deal(sheet, hands, leader=dealer % 4)
            )
            tricks = record.tricks_taken[0] + record.tricks_taken[2]
            chance = playout(hands, "greedy", trumps=trump, dealer=dealer).overall.fraction
            assert chance == (tricks >= 3)


def test_without_ties_the_mended_program_plays_as_the_text_describes():
    """All quirks but the ties mended, what is left of the program is the strategy of the text."""
    compared = 0
    for seed in range(400):
        hands, trump = random_hands(seed), TRUMPS[seed % 4]
        if chooses_among_equals(hands, trump):
            continue
        mended = playout(hands, "appendix", trumps=trump, mended=MENDABLE)
        described = playout(hands, "described", trumps=trump)
        assert mended.overall.fraction == described.overall.fraction
        compared += 1
    assert compared >= 20


def chooses_among_equals(hands, trump):
    """Whether equal plain cards lie in one hand, so that a tie could ever matter."""
    sheet = EUCHRE.with_trump(trump)
    for hand in hands:
        plain = [card.rank for card in hand if sheet.suit_of(card, trump) != trump]
        if len(set(plain)) < len(plain):
            return True
    return False


TRICKS_FOR_EXAMPLE = [
    # hand, trick so far, trump, the card that the text asks for
    ("9H QS KS", "TS", "D", "KS"),  # highest, for it beats the leader's
    ("9H QS KS", "AS", "D", "QS"),  # lowest of the suit
    ("9H TH AC", "AS", "H", "9H"),  # lowest trump
    ("JH 9C AC", "AS", "H", "9C"),  # keeps the right bower
    ("JH", "AS", "H", "JH"),  # which is his last card
    ("9H KH AC", "AS TH", "H", "KH"),  # beats the follower's trump
    ("9H TH TC AC", "AS QH", "H", "TC"),  # can't, and throws his lowest card away
    ("9S KS", "TS 9H QS", "H", "9S"),  # a trump lies there: the king can't win
]


@pytest.mark.parametrize(("hand", "trick", "trump", "card"), TRICKS_FOR_EXAMPLE)
def test_followers_play_as_described(hand, trick, trump, card):
    options = described_options(EUCHRE, parse_hand(hand), parse_hand(trick), trump)
    assert options == {parse_hand(card)[0]: 1}


def test_the_leader_tosses_coins_as_described_and_equals_share():
    options = described_options(EUCHRE, parse_hand("9H AH 9C 9S KD"), (), "H")
    assert options == {
        Card("A", "H"): Fraction(1, 2),
        Card("K", "D"): Fraction(1, 4),
        Card("9", "C"): Fraction(1, 8),
        Card("9", "S"): Fraction(1, 8),
    }
    assert described_options(EUCHRE, parse_hand("9H AH"), (), "H") == {Card("A", "H"): 1}
    assert described_options(EUCHRE, parse_hand("9C AC"), (), "H") == {
        Card("A", "C"): Fraction(1, 2),
        Card("9", "C"): Fraction(1, 2),
    }


def minimax(sheet, hands, trump, leader, trick=()):
    """Team one's tricks with perfect play: the plain way, without any cut."""
    if not any(hands):
        return 0
    seat = (leader + len(trick)) % 4
    values = []
    for card in legal_cards(sheet, hands[seat], trick, trump):
        left = [tuple(c for c in hand if c != card) for hand in hands]
        laid = (*trick, card)
        if len(laid) == 4:
            winner = (leader + trick_winner(sheet, laid, trump)) % 4
            values.append((winner % 2 == 0) + minimax(sheet, left, trump, winner))
        else:
            values.append(minimax(sheet, left, trump, leader, laid))
    return max(values) if seat % 2 == 0 else min(values)


def test_double_dummy_is_minimax_on_hands_of_three():
    from dataclasses import replace

    from neuroevo.games.compiled import compile_rules, new_table
    from neuroevo.players.kernels.double_dummy import solve_deal

    for seed in range(40):
        hands, trump, leader = random_hands(seed, size=3), TRUMPS[seed % 4], seed % 3
        sheet = replace(EUCHRE.with_trump(trump), hand_size=3)
        rules, table = compile_rules(sheet, 4), new_table()
        suit = "CDHS".index(trump)
        table["trump"], table["out"] = suit, -1
        for seat, hand in enumerate(hands):
            table["hands"][seat] = sum(
                1 << int(rules["bit_of_card"][suit, card.number]) for card in hand
            )
        assert solve_deal(rules, table, leader) == minimax(sheet, hands, trump, leader)


def test_perfect_play_by_one_side_is_what_the_other_can_not_better():
    """Swapping the sides swaps the tricks: five in all, whoever counts them."""
    for seed in range(30):
        hands, trump = random_hands(seed), TRUMPS[seed % 4]
        moved = (hands[3], *hands[:3])
        for dealer in range(1, 5):
            ours = _Deal(hands, trump, "double-dummy", 0).solved(dealer)
            theirs = _Deal(moved, trump, "double-dummy", 0).solved(dealer % 4 + 1)
            assert ours + theirs == 5


def test_the_number_of_workers_does_not_change_a_simulation():
    one, two = (
        playout(method="simulate", iterations=150_000, workers=workers) for workers in (1, 2)
    )
    assert one == two


def test_every_order_of_a_hand_gives_the_same_chance_but_in_the_appendix():
    hands = random_hands(4)
    for strategy in ("described", "random", "greedy", "double-dummy"):
        first = playout(hands, strategy, trumps="S").overall.fraction
        for order in list(permutations(range(5)))[7::37]:
            moved = tuple(tuple(hand[place] for place in order) for hand in hands)
            assert playout(moved, strategy, trumps="S").overall.fraction == first


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ("9C AC | 9D", "2 hands are given; euchre has 4"),
        (THESIS_HANDS.replace(" QH", ""), "player 4 holds 4 cards; euchre deals 5"),
        (THESIS_HANDS.replace("QH", "QH TH"), "TH is dealt twice"),
        (THESIS_HANDS.replace("QH", "8H"), "8H is not in the deck of euchre"),
        (THESIS_HANDS.replace("QH", "QX"), "'QX' is not a card"),
    ],
)
def test_a_deal_that_can_not_be_is_refused_in_one_line(hands, message):
    with pytest.raises(BadInput, match=message) as error:
        playout(hands)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"strategy": "bold"}, "there is no strategy 'bold': choose from appendix"),
        ({"method": "guess"}, f"there is no method 'guess': choose from {', '.join(METHODS)}"),
        ({"dealer": 5}, "the dealer is a player from 1 to 4, not 5"),
        ({"trumps": "X"}, "trumps must be some of H, S, D, C"),
        ({"iterations": 0, "method": "simulate"}, "iterations must be at least 1, not 0"),
        ({"workers": 0, "method": "simulate"}, "workers must be at least 1, not 0"),
        ({"strategy": "greedy", "mended": ["ties"]}, "there is no quirk 'ties'"),
        ({"strategy": "greedy", "mended": ["lost-card"]}, "only the appendix' program has quirks"),
    ],
)
def test_settings_that_can_not_be_are_refused(settings, message):
    with pytest.raises(BadInput, match=message):
        playout(**settings)


def test_played_out_tricks_are_whole():
    for word in range(0, 1024, 100):
        tricks = play_out(parse_hands(THESIS_HANDS), "S", 1, word)
        laid = [card for trick in tricks for card in trick.cards if card is not None]
        assert len(laid) == len(set(laid))
        assert len(tricks) == 5
