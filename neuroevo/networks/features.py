"""What a scoring network is told about a card: features, each a name, a sentence and a formula.

Every feature is a number of about 0 to 1, made from a `Situation`, so that one list serves every
game, compiled and plain alike. `(now)` is about the decision, the same for all cards; `(now, card)`
about a card. Groups can be left out, to study what matters. A user's feature is a function in a
file of his own, named `my_features.py:lonely_king`, or comes with a package.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from neuroevo.errors import BadInput, did_you_mean
from neuroevo.extensions import FEATURES as FEATURES_GROUP
from neuroevo.extensions import Own, is_own, load_own, load_packaged, packaged
from neuroevo.games.words import CardInPlay
from neuroevo.networks.architecture import MOST_FEATURES, Inputs
from neuroevo.networks.situation import TRUMPS, Situation
from neuroevo.players.own import code_digest
from neuroevo.written_errors import check_parameters, check_returns, check_words

FEW = 8
"""Counts of cards are given in eighths."""

OWN_GROUP = "own"
"""The group of features that users bring."""
EVERY = "all"
"""The word for every feature of the list."""


@dataclass(frozen=True)
class Feature:
    """A number about a card, or about the whole decision.

    digest: of the code of a user's feature; those of the package have none.
    """

    name: str
    group: str = field(compare=False)
    about: str = field(compare=False)
    function: Callable[..., Any] = field(compare=False, repr=False)
    of_card: bool = field(compare=False)
    digest: str = ""
    own: Own | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.own is not None:
            return own_feature, (self.own,)
        return feature_named, (self.name,)


_LISTED: list[Feature] = []


def feature(group: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a function to the list; its name is the feature's, its docstring the sentence."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        of_card = check_parameters(function, "(now)", "(now, card)", what="feature") == 2
        about = inspect.getdoc(function) or ""
        _LISTED.append(Feature(function.__name__, group, about, function, of_card))
        return function

    return add


# The decision: the same for all cards.


@feature("bias")
def bias(now: Situation) -> float:  # noqa: ARG001
    """Always 1: what other networks have biases for."""
    return 1.0


@feature("trick")
def leading(now: Situation) -> float:
    """No card lies in the trick yet."""
    return now.leading


@feature("trick")
def to_come(now: Situation) -> float:
    """How many others are still to play to the trick, in thirds."""
    return now.to_come / 3


@feature("trick")
def trick_worth(now: Situation) -> float:
    """The points that lie in the trick, in units of twice the dearest card's."""
    return now.trick_points / (2 * now.most_points)


@feature("partner")
def partner_winning(now: Situation) -> float:
    """The trick so far is the partner's."""
    return now.partner_winning


@feature("round")
def trick_number(now: Situation) -> float:
    """The share of the round's tricks that are over."""
    return now.tricks_over / now.tricks


@feature("round")
def tricks_taken(now: Situation) -> float:
    """The share of the round's tricks that its own side has taken."""
    return now.tricks_taken / now.tricks


@feature("round")
def our_call(now: Situation) -> float:
    """1 if its own side made trumps, -1 if the other did, 0 if nobody."""
    if now.we_called:
        return 1.0
    return -1.0 if now.they_called else 0.0


@feature("trumps")
def trumps_held(now: Situation) -> float:
    """The share of trumps in the hand."""
    return len(now.hand.trumps) / len(now.hand)


@feature("trumps")
def trumps_unseen(now: Situation) -> float:
    """How many trumps are unseen, in eighths."""
    return len(now.unseen.trumps) / FEW


@feature("voids")
def rivals_without_trumps(now: Situation) -> float:
    """How many rivals have shown to lack trumps, in thirds."""
    return now.rivals_without(TRUMPS) / 3 if now.has_trumps else 0.0


@feature("hand")
def suits_lacking(now: Situation) -> float:
    """How many plain suits the hand lacks, in fourths."""
    lacking = 0
    for suit in range(now.plain_suits):
        if not (now.hand & now.cards_of(suit)):
            lacking += 1
    return lacking / 4


# The card.


@feature("card")
def trump(now: Situation, card: CardInPlay) -> float:  # noqa: ARG001
    """It is a trump."""
    return card.is_trump


@feature("card")
def strength(now: Situation, card: CardInPlay) -> float:
    """Its place among the ranks of the game, 1 for the highest of a plain suit."""
    return card.strength / (now.ranks - 1)


@feature("card")
def points(now: Situation, card: CardInPlay) -> float:
    """Its points, in units of the dearest card's."""
    return card.points / now.most_points


@feature("counting")
def higher_unseen(now: Situation, card: CardInPlay) -> float:
    """How many unseen cards of its suit beat it, in eighths."""
    return len(now.unseen & card.higher) / FEW


@feature("counting")
def lower_unseen(now: Situation, card: CardInPlay) -> float:
    """How many unseen cards of its suit it beats, in eighths."""
    return len((now.unseen & card.its_suit) - card.higher) / FEW


@feature("counting")
def boss(now: Situation, card: CardInPlay) -> float:
    """No unseen card of its suit is higher."""
    return not (now.unseen & card.higher)


@feature("counting")
def points_unseen(now: Situation, card: CardInPlay) -> float:
    """The points of the unseen cards of its suit, in units of twice the dearest card's."""
    return (now.unseen & card.its_suit).points / (2 * now.most_points)


@feature("hand")
def suit_held(now: Situation, card: CardInPlay) -> float:
    """How many cards of its suit the hand holds, in eighths."""
    return len(now.hand & card.its_suit) / FEW


@feature("hand")
def higher_held(now: Situation, card: CardInPlay) -> float:
    """How many higher cards of its suit the hand holds, in eighths."""
    return len(now.hand & card.higher) / FEW


@feature("hand")
def leaves_void(now: Situation, card: CardInPlay) -> float:
    """It is the last of its suit in the hand."""
    return len(now.hand & card.its_suit) == 1


@feature("trick")
def wins_now(now: Situation, card: CardInPlay) -> float:
    """It takes the trick as it lies."""
    return card in now.winning


@feature("trick")
def follows(now: Situation, card: CardInPlay) -> float:
    """It is of the suit led."""
    return card in now.following


@feature("price")
def cheapest(now: Situation, card: CardInPlay) -> float:
    """No legal card costs less to throw away."""
    return card == now.cheapest


@feature("price")
def cheapest_winner(now: Situation, card: CardInPlay) -> float:
    """It is the cheapest of the legal cards that take the trick as it lies."""
    return card in now.cheapest_winner


@feature("price")
def dearest_loser(now: Situation, card: CardInPlay) -> float:
    """It is the dearest of the legal cards that do not take the trick as it lies."""
    return card in now.dearest_loser


@feature("chances")
def chance(now: Situation, card: CardInPlay) -> float:
    """The chance that it takes the trick, given who is still to play and what they have shown."""
    return now.chance(card)


@feature("chances")
def side_chance(now: Situation, card: CardInPlay) -> float:
    """The chance that its own side takes the trick if it is played."""
    return now.side_chance(card)


@feature("chances")
def ruff_risk(now: Situation, card: CardInPlay) -> float:
    """The chance that a rival who is still to play can trump the suit led."""
    return now.ruff_risk(card)


@feature("stakes")
def at_stake(now: Situation, card: CardInPlay) -> float:
    """The points of the trick with this card in it, in units of twice the dearest card's."""
    return (now.trick_points + card.points) / (2 * now.most_points)


@feature("stakes")
def expected(now: Situation, card: CardInPlay) -> float:
    """What of that its own side may expect: its chance times what is at stake."""
    return now.side_chance(card) * (now.trick_points + card.points) / (2 * now.most_points)


@feature("stakes")
def risked(now: Situation, card: CardInPlay) -> float:
    """The chance that its own side loses the trick times the card's own points."""
    return (1 - now.side_chance(card)) * card.points / now.most_points


@feature("voids")
def rivals_void(now: Situation, card: CardInPlay) -> float:
    """How many rivals have shown to lack its suit, in thirds."""
    return now.rivals_without(card.suit) / 3


@feature("partner")
def partner_void(now: Situation, card: CardInPlay) -> float:
    """The partner has shown to lack its suit."""
    return now.partner_without(card.suit)


@feature("partner")
def partner_can_win(now: Situation, card: CardInPlay) -> float:
    """The chance that the partner, still to play, can beat what lies there then."""
    return now.partner_can_win(card)


FEATURES = tuple(sorted(_LISTED, key=lambda one: one.of_card))
"""The package's own, those of the decision first; a stable order, which files rely on."""
GROUPS = tuple(dict.fromkeys(one.group for one in FEATURES))

Loader = Callable[[str, str], Own]
"""Loads what `file.py:name` names: (text, what it is) -> what was found."""


def feature_named(name: str) -> Feature:
    """One of the package's own features, or one that an installed package offers."""
    for one in FEATURES:
        if one.name == name:
            return one
    function = load_packaged(FEATURES_GROUP, name)
    text = inspect.getsource(inspect.getmodule(function) or function)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return _checked(name, function, digest)


def plain_feature(function: Callable[..., Any]) -> Feature:
    """A function of this program as a feature; one of ours is found again."""
    for one in FEATURES:
        if one.function is function:
            return one
    check_parameters(function, "(now)", "(now, card)", what="feature")
    return _checked(function.__name__, function, code_digest(function))


def own_feature(own: Own) -> Feature:
    """A function of a user's file as a feature; `BadInput` if it can't be one."""
    return _checked(own.short, own.value, own.digest, own)


def _checked(name: str, function: Any, digest: str, own: Own | None = None) -> Feature:
    of_card = check_parameters(function, "(now)", "(now, card)", what="feature") == 2
    check_words(function)
    check_returns(function)
    about = inspect.getdoc(function) or ""
    return Feature(name, OWN_GROUP, about, function, of_card, digest, own)


def choose_features(words: Sequence[str | Feature], load: Loader = load_own) -> tuple[Feature, ...]:
    """The features of these names or groups; a `-` before leaves it out.

    No words, or only words with a `-`, begin with all of the package's own; so does `all`. An entry
    `file.py:name` is a user's, and `load` is asked for it. Features of the decision come first,
    and in both parts the package's own before others, in their order.

    >>> [one.name for one in choose_features(["chances", "-ruff_risk"])]
    ['chance', 'side_chance']
    """
    named = [word if isinstance(word, str) else word.name for word in words]
    out = {word[1:] for word in named if word.startswith("-")}
    chosen = {word for word in named if not word.startswith("-")}
    brought = [one for one in (_brought(word, load) for word in words) if one is not None]
    _check_known({*out, *chosen} - {one.name for one in brought})
    every = not chosen or EVERY in chosen
    ours = [one for one in FEATURES if every or one.name in chosen or one.group in chosen]
    found = [one for one in (*ours, *_each_once(brought)) if not {one.name, one.group} & out]
    if not found:
        raise BadInput(f"no feature is left of {' '.join(named)}")
    if len(found) > MOST_FEATURES:
        raise BadInput(f"{len(found)} features are too many: {MOST_FEATURES} are the limit")
    return tuple(sorted(found, key=lambda one: one.of_card))


def _brought(word: str | Feature, load: Loader) -> Feature | None:
    """The feature that a word means, if it is none of the package's own."""
    if isinstance(word, Feature):
        return word if word not in FEATURES else None
    if is_own(word) and not word.startswith("-"):
        return own_feature(load(word, "feature"))
    own_names = {*GROUPS, *(one.name for one in FEATURES)}
    if word not in own_names and word in packaged(FEATURES_GROUP):
        return feature_named(word)
    return None


def _each_once(brought: Iterable[Feature]) -> list[Feature]:
    by_name: dict[str, Feature] = {}
    for one in brought:
        if by_name.setdefault(one.name, one) != one:
            raise BadInput(f"two different features are called {one.name}")
    return list(by_name.values())


def _check_known(words: Iterable[str]) -> None:
    names = [*(one.name for one in FEATURES), *packaged(FEATURES_GROUP)]
    known = (*GROUPS, *names)
    for word in words:
        if word not in (*known, EVERY, OWN_GROUP) and not is_own(word):
            raise BadInput(
                f"there is no feature {word!r}{did_you_mean(word, known) or ':'} "
                f"choose from the groups {', '.join(GROUPS)}, or single ones: {', '.join(names)}; "
                "or name one of your own, such as my_features.py:mine"
            )


def describe_decision(now: Situation, features: Sequence[Feature]) -> list[float]:
    """The values of those features that are about the decision."""
    return [float(one.function(now)) for one in features if not one.of_card]


def describe_card(now: Situation, card: CardInPlay, features: Sequence[Feature]) -> list[float]:
    """The values of those features that are about a card."""
    return [float(one.function(now, card)) for one in features if one.of_card]


def describe(now: Situation, features: Sequence[Feature]) -> Inputs:
    """What a scoring network sees of every legal card, plainly: (cards, features) float32."""
    decision = describe_decision(now, features)
    rows = [decision + describe_card(now, card, features) for card in now.legal]
    return np.array(rows, dtype=np.float32)
