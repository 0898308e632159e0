"""What a scoring network is told about a card: a list of features, each a name and a sentence.

Every feature is a number of about 0 to 1, made from the rule sheet and the seat's view alone, so
that one list serves every game. Groups can be left out, to study what matters. The compiled twin of
all of them is `describe_cards` of `kernels/features.py`, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from neuroevo.cards import Card
from neuroevo.errors import BadInput, did_you_mean
from neuroevo.games.orders import cost, price
from neuroevo.games.sheet import RuleSheet
from neuroevo.networks.architecture import Inputs
from neuroevo.networks.situation import Situation

FEW = 8.0
"""Counts of cards are given in eighths."""


@dataclass(frozen=True)
class Feature:
    """A number about a card, or about the whole decision."""

    name: str
    group: str
    about: str
    value: Callable[[Situation, Card], float]


_LISTED: list[Feature] = []


def feature(group: str) -> Callable[[Callable[[Situation, Card], float]], Feature]:
    """Add a function to the list; its name is the feature's, its docstring the sentence."""

    def add(function: Callable[[Situation, Card], float]) -> Feature:
        listed = Feature(function.__name__, group, function.__doc__ or "", function)
        _LISTED.append(listed)
        return listed

    return add


# The decision: the same for all cards.


@feature("bias")
def bias(_now: Situation, _card: Card) -> float:
    """Always 1: what other networks have biases for."""
    return 1.0


@feature("trick")
def leading(now: Situation, _card: Card) -> float:
    """No card lies in the trick yet."""
    return float(not now.view.trick)


@feature("trick")
def to_come(now: Situation, _card: Card) -> float:
    """How many others are still to play to the trick, in thirds."""
    return len(now.to_come) / 3


@feature("trick")
def trick_worth(now: Situation, _card: Card) -> float:
    """The points that lie in the trick, in units of twice the dearest card's."""
    most = most_points(now)
    return sum(map(now.sheet.points, now.view.trick_cards)) / (2 * most) if most else 0.0


@feature("partner")
def partner_winning(now: Situation, _card: Card) -> float:
    """The trick so far is the partner's."""
    return float(now.partner_winning)


@feature("round")
def trick_number(now: Situation, _card: Card) -> float:
    """The share of the round's tricks that are over."""
    return len(now.view.tricks) / now.sheet.cards_each(now.view.players)


@feature("round")
def tricks_taken(now: Situation, _card: Card) -> float:
    """The share of the round's tricks that the own side has taken."""
    own = [
        trick
        for trick in now.view.tricks
        if trick.winner == now.view.seat or now.is_partner(trick.winner)
    ]
    return len(own) / now.sheet.cards_each(now.view.players)


@feature("round")
def our_call(now: Situation, _card: Card) -> float:
    """1 if the own side made trumps, -1 if the other did, 0 if nobody."""
    caller = now.view.caller
    if caller is None:
        return 0.0
    return 1.0 if caller == now.view.seat or now.is_partner(caller) else -1.0


@feature("trumps")
def trumps_held(now: Situation, _card: Card) -> float:
    """The share of trumps in the hand."""
    return sum(map(now.is_trump, now.view.hand)) / len(now.view.hand)


@feature("trumps")
def trumps_unseen(now: Situation, _card: Card) -> float:
    """How many trumps are unseen, in eighths."""
    return len(now.unseen(now.view.trump)) / FEW


@feature("voids")
def rivals_without_trumps(now: Situation, _card: Card) -> float:
    """How many rivals have shown to lack trumps, in thirds."""
    return sum(now.view.trump in now.known.voids[other] for other in now.rivals) / 3


@feature("hand")
def suits_lacking(now: Situation, _card: Card) -> float:
    """How many plain suits the own hand lacks, in fourths."""
    return sum(not now.held(suit) for suit in now.plain_suits) / 4


# The card.


@feature("card")
def trump(now: Situation, card: Card) -> float:
    """It is a trump."""
    return float(now.is_trump(card))


@feature("card")
def strength(now: Situation, card: Card) -> float:
    """Its place among the ranks of the game, 1 for the highest of a plain suit."""
    return now.strength(card) / (len(now.sheet.ranks) - 1)


@feature("card")
def points(now: Situation, card: Card) -> float:
    """Its points, in units of the dearest card's."""
    most = most_points(now)
    return now.sheet.points(card) / most if most else 0.0


@feature("counting")
def higher_unseen(now: Situation, card: Card) -> float:
    """How many unseen cards of its suit beat it, in eighths."""
    return now.higher_unseen(card) / FEW


@feature("counting")
def lower_unseen(now: Situation, card: Card) -> float:
    """How many unseen cards of its suit it beats, in eighths."""
    return (len(now.unseen(now.suit(card))) - now.higher_unseen(card)) / FEW


@feature("counting")
def boss(now: Situation, card: Card) -> float:
    """No unseen card of its suit is higher."""
    return float(not now.higher_unseen(card))


@feature("counting")
def points_unseen(now: Situation, card: Card) -> float:
    """The points of the unseen cards of its suit, in units of twice the dearest card's."""
    most = most_points(now)
    return sum(map(now.sheet.points, now.unseen(now.suit(card)))) / (2 * most) if most else 0.0


@feature("hand")
def suit_held(now: Situation, card: Card) -> float:
    """How many cards of its suit the hand holds, in eighths."""
    return len(now.held(now.suit(card))) / FEW


@feature("hand")
def higher_held(now: Situation, card: Card) -> float:
    """How many higher cards of its suit the hand holds, in eighths."""
    return now.higher_held(card) / FEW


@feature("hand")
def leaves_void(now: Situation, card: Card) -> float:
    """It is the last of its suit in the hand."""
    return float(len(now.held(now.suit(card))) == 1)


@feature("trick")
def wins_now(now: Situation, card: Card) -> float:
    """It takes the trick as it lies."""
    return float(now.wins_now(card))


@feature("trick")
def follows(now: Situation, card: Card) -> float:
    """It is of the suit led."""
    trick = now.view.trick
    return float(bool(trick) and now.suit(trick[0].card) == now.suit(card))


@feature("price")
def cheapest(now: Situation, card: Card) -> float:
    """No legal card costs less to throw away."""
    return float(card == min(now.view.legal, key=lambda c: price(now.sheet, c, now.view.trump)))


@feature("price")
def cheapest_winner(now: Situation, card: Card) -> float:
    """It is the cheapest of the legal cards that take the trick as it lies."""
    if not now.winners:
        return 0.0
    return float(card == min(now.winners, key=lambda c: cost(now.sheet, c, now.view.trump)))


@feature("price")
def dearest_loser(now: Situation, card: Card) -> float:
    """It is the dearest of the legal cards that do not take the trick as it lies."""
    losers = [one for one in now.view.legal if one not in now.winners]
    if not losers:
        return 0.0
    return float(card == max(losers, key=lambda c: cost(now.sheet, c, now.view.trump)))


@feature("chances")
def chance(now: Situation, card: Card) -> float:
    """The chance that it takes the trick, given who is still to play and what they have shown."""
    return now.chance(card)


@feature("chances")
def side_chance(now: Situation, card: Card) -> float:
    """The chance that the own side takes the trick if it is played."""
    return now.side_chance(card)


@feature("chances")
def ruff_risk(now: Situation, card: Card) -> float:
    """The chance that a rival who is still to play can trump the suit led."""
    return now.ruff_risk(card)


@feature("stakes")
def at_stake(now: Situation, card: Card) -> float:
    """The points of the trick with this card in it, in units of twice the dearest card's."""
    most = most_points(now)
    worth = sum(map(now.sheet.points, (*now.view.trick_cards, card)))
    return worth / (2 * most) if most else 0.0


@feature("stakes")
def expected(now: Situation, card: Card) -> float:
    """What of that the own side may expect: its chance times what is at stake."""
    return now.side_chance(card) * at_stake.value(now, card)


@feature("stakes")
def risked(now: Situation, card: Card) -> float:
    """The chance that the own side loses the trick times the card's own points."""
    return (1 - now.side_chance(card)) * points.value(now, card)


@feature("voids")
def rivals_void(now: Situation, card: Card) -> float:
    """How many rivals have shown to lack its suit, in thirds."""
    return sum(now.suit(card) in now.known.voids[other] for other in now.rivals) / 3


@feature("partner")
def partner_void(now: Situation, card: Card) -> float:
    """The partner has shown to lack its suit."""
    return float(
        any(
            now.is_partner(seat) and now.suit(card) in voids
            for seat, voids in zip(now.known.others, now.known.voids, strict=True)
        )
    )


@feature("partner")
def partner_can_win(now: Situation, card: Card) -> float:
    """The chance that the partner, still to play, can beat what lies there then."""
    return now.partner_can_win(card)


def most_points(now: Situation) -> int:
    """The dearest card's points."""
    return dearest_points(now.sheet, now.view.players)


@lru_cache(maxsize=64)
def dearest_points(sheet: RuleSheet, players: int) -> int:
    """What the dearest card of a game is worth."""
    return max(map(sheet.points, sheet.deck(players)))


FEATURES = tuple(_LISTED)
SHARED = FEATURES.index(suits_lacking) + 1
"""So many first features are about the decision, the same for all cards."""
GROUPS = tuple(dict.fromkeys(one.group for one in FEATURES))


def choose_features(words: Sequence[str]) -> tuple[int, ...]:
    """The features of these names or groups, by number and in order; a `-` before leaves it out.

    No words, or only words with a `-`, begin with all of them.

    >>> [FEATURES[number].name for number in choose_features(["chances", "-ruff_risk"])]
    ['chance', 'side_chance']
    """
    out = [word[1:] for word in words if word.startswith("-")]
    chosen = [word for word in words if not word.startswith("-")]
    names = [one.name for one in FEATURES]
    for word in (*out, *chosen):
        if word not in (*GROUPS, *names):
            raise BadInput(
                f"there is no feature {word!r}{did_you_mean(word, (*GROUPS, *names)) or ':'} "
                f"choose from the groups {', '.join(GROUPS)}, or single ones: {', '.join(names)}"
            )
    found = tuple(
        number
        for number, one in enumerate(FEATURES)
        if (not chosen or one.name in chosen or one.group in chosen)
        and one.name not in out
        and one.group not in out
    )
    if not found:
        raise BadInput(f"no feature is left of {' '.join(words)}")
    return found


def describe_card(now: Situation, card: Card, which: Sequence[int]) -> Inputs:
    """What a scoring network sees of a card: (features,) float32, those of these numbers."""
    return np.array([FEATURES[number].value(now, card) for number in which], dtype=np.float32)
