"""Blackjack: published values, a plain dealer in fractions, and played rounds."""

from fractions import Fraction

import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.poker.blackjack import (
    UPCARDS,
    VALUES,
    Blackjack,
    BlackjackRules,
    add,
    basic_strategy,
    dealer_final,
    hand_total,
    parse_values,
)

NONE = (0,) * 10


def plain_dealer(pack, hand, hit_soft_17, barred, infinite):
    """The dealer's seven ends, card by card, in fractions."""
    final = dealer_final(hand, hit_soft_17) if sum(hand) > 1 else None
    if final is not None:
        return [Fraction(int(place == final)) for place in range(7)]
    allowed = [v for v in range(10) if pack[v] and not (sum(hand) == 1 and v == barred)]
    total = sum(pack[value] for value in allowed)
    chances = [Fraction(0)] * 7
    for value in allowed:
        rest = pack if infinite else add(pack, value, -1)
        after = plain_dealer(rest, add(hand, value), hit_soft_17, barred, infinite)
        share = Fraction(pack[value], total)
        chances = [old + share * new for old, new in zip(chances, after, strict=True)]
    return chances


@pytest.mark.parametrize("hit_soft_17", [False, True])
@pytest.mark.parametrize(("decks", "up"), [(None, "T"), (1, "T"), (1, "9"), (2, "A"), (None, "8")])
def test_the_dealers_chances_are_those_of_drawing_card_by_card(decks, up, hit_soft_17):
    game = Blackjack(BlackjackRules(decks, hit_soft_17))
    upcard = VALUES.index(up)
    seen = add(parse_values("T 6"), upcard)
    expected = plain_dealer(
        game.left(seen), add(NONE, upcard), hit_soft_17, game.barred(upcard), decks is None
    )
    assert sum(expected) == 1
    np.testing.assert_allclose(game.dealer(upcard, seen), [float(p) for p in expected], atol=1e-14)


def test_the_dealer_goes_bust_2816_times_in_10000_with_infinite_decks():
    assert f"{100 * Blackjack().dealer_bust():.2f}" == "28.16"


def test_values_with_infinite_decks_are_the_published_ones():
    # Shackleford, "Wizard of Odds", blackjack appendix 1: infinite decks, dealer stands on 17.
    game = Blackjack()
    stand_16 = [f"{game.actions('T 6', up)['stand'].value:.6f}" for up in UPCARDS]
    assert stand_16 == [
        *("-0.292784", "-0.252250", "-0.211063", "-0.167193", "-0.153699"),
        *("-0.475375", "-0.510518", "-0.543150", "-0.540430", "-0.666951"),
    ]
    assert f"{game.actions('T 6', 'T')['hit'].value:.6f}" == "-0.539826"
    assert f"{game.actions('T T', 'T')['stand'].value:.6f}" == "0.554538"


# Published basic strategy for four to eight decks, dealer stands on soft 17, doubling after a
# split; columns 2 to ten and ace. Split hands here are not split again, which changes no cell.
SIX_DECKS = {
    "hard 8": "H H H H H H H H H H",
    "hard 9": "H Dh Dh Dh Dh H H H H H",
    "hard 10": "Dh Dh Dh Dh Dh Dh Dh Dh H H",
    "hard 11": "Dh Dh Dh Dh Dh Dh Dh Dh Dh H",
    "hard 12": "H H S S S H H H H H",
    "hard 13": "S S S S S H H H H H",
    "hard 16": "S S S S S H H H H H",
    "hard 17": "S S S S S S S S S S",
    "soft A 2": "H H H Dh Dh H H H H H",
    "soft A 4": "H H Dh Dh Dh H H H H H",
    "soft A 6": "H Dh Dh Dh Dh H H H H H",
    "soft A 7": "S Ds Ds Ds Ds S S H H H",
    "soft A 8": "S S S S S S S S S S",
    "pair 2 2": "P P P P P P H H H H",
    "pair 4 4": "H H H P P H H H H H",
    "pair 5 5": "Dh Dh Dh Dh Dh Dh Dh Dh H H",
    "pair 6 6": "P P P P P H H H H H",
    "pair 8 8": "P P P P P P P P P P",
    "pair 9 9": "P P P P P S P P S S",
    "pair T T": "S S S S S S S S S S",
    "pair A A": "P P P P P P P P P P",
}


def test_the_derived_strategy_is_the_published_one():
    derived = {
        f"{row.kind} {row.hand}": " ".join(row.best) for row in basic_strategy(BlackjackRules(6))
    }
    assert len(derived) == 33
    assert {name: derived[name] for name in SIX_DECKS} == SIX_DECKS


def test_a_dealer_who_hits_soft_17_changes_the_strategy():
    rows = {(r.kind, r.hand): r.best for r in basic_strategy(BlackjackRules(None, True))}
    stand = {(r.kind, r.hand): r.best for r in basic_strategy(BlackjackRules(None, False))}
    assert rows["soft", "A 7"][0] == "Ds"
    assert stand["soft", "A 7"][0] == "S"


def played(game, hand, upcard, action, rounds, seed):
    """Rounds with real cards from a shuffled pack; the gain of each, dealer's blackjacks left out.

    After the first card the hand goes on as `play_on` says.
    """
    generator = np.random.default_rng(seed)
    seen = add(hand, upcard)
    pack = np.repeat(np.arange(10), game.left(seen))
    gains = []
    while len(gains) < rounds:
        cards = iter(generator.permutation(pack).tolist())
        dealer = add(add(NONE, upcard), next(cards))
        if dealer_final(dealer, game.rules.hit_soft_17) == 6:
            continue
        mine, bet = hand, 1
        if action in ("hit", "double"):
            mine, bet = add(mine, next(cards)), 2 if action == "double" else 1
        while action == "hit" and hand_total(mine)[0] < 21:
            now = add(tuple(a + b for a, b in zip(mine, NONE, strict=True)), upcard)
            if game.hit(mine, upcard, now).value <= game.stand(mine, upcard, now).value:
                break
            mine = add(mine, next(cards))
        while (final := dealer_final(dealer, game.rules.hit_soft_17)) is None:
            dealer = add(dealer, next(cards))
        total = hand_total(mine)[0]
        if total > 21:
            gains.append(-bet)
        else:
            theirs = 0 if final == 5 else final + 17
            gains.append(bet * ((total > theirs) - (total < theirs)))
    return np.array(gains)


@pytest.mark.parametrize(
    ("hand", "up", "action"),
    [("T 6", "T", "hit"), ("T 6", "A", "stand"), ("6 5", "A", "double"), ("A 6", "T", "hit")],
)
def test_played_rounds_with_one_deck_gain_what_was_worked_out(hand, up, action):
    game = Blackjack(BlackjackRules(1))
    cards, upcard = parse_values(hand), VALUES.index(up)
    outcome = game.actions(hand, up)[action]
    gains = played(game, cards, upcard, action, 6_000, seed=1)
    assert abs(gains.mean() - outcome.value) < 4.5 * gains.std() / np.sqrt(len(gains))
    assert outcome.win + outcome.tie + outcome.lose == pytest.approx(1, abs=1e-12)


def test_blackjack_pays_three_to_two_and_is_never_hit():
    found = Blackjack().actions("A K", "9")
    assert list(found) == ["stand"]
    assert found["stand"].value == 1.5


def test_without_looking_the_dealers_blackjack_takes_doubled_bets():
    looks = Blackjack(BlackjackRules()).actions("6 5", "T")["double"].value
    does_not = Blackjack(BlackjackRules(peek=False)).actions("6 5", "T")["double"].value
    # One hidden card in 13 is an ace, which then costs two bets.
    assert does_not == pytest.approx(12 / 13 * looks - 2 / 13, abs=1e-12)


def test_surrender_is_offered_only_where_allowed():
    assert "surrender" not in Blackjack().actions("T 6", "T")
    found = Blackjack(BlackjackRules(surrender=True)).actions("T 6", "T")
    assert next(iter(found)) == "surrender"
    assert "surrender" not in Blackjack(BlackjackRules(surrender=True)).actions("T 4 2", "T")


@pytest.mark.parametrize(
    ("hand", "up", "decks", "message"),
    [
        ("T", "T", None, "two cards or more, not 1"),
        ("T T 5", "T", None, "is 25, which is bust"),
        ("T X", "T", None, "'X' is not a card"),
        ("T 6", "T 6", None, "the dealer shows one card"),
        ("A A A A A", "2", 1, "5 cards of value A"),
        ("T 6", "T", 0, "decks must be from 1 to 16"),
    ],
)
def test_bad_input_is_refused(hand, up, decks, message):
    with pytest.raises(BadInput, match=message):
        Blackjack(BlackjackRules(decks)).actions(hand, up)
