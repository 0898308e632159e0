"""How the four play a deal out, in plain Python: each strategy gives its cards with their chances.

`described` is the strategy as Wright's text tells it ("Monte Carlo System"), where the text is
silent read as follows. Equal cards are taken with equal chances. A player's lowest card is a plain
one if he has any. A card beats what has been played if it would take the trick as it lies. Nobody
trumps in with the right bower ("this is an automatic trick"), unless it is his last card.

The compiled twins are in `kernels/strategies.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from neuroevo.cards import Card
from neuroevo.games import RuleSheet, legal_cards, trick_winner
from neuroevo.games.orders import cost, height

Options = dict[Card, Fraction]
"""The cards that a player may choose, with the chance of each."""
Strategy = Callable[[RuleSheet, Sequence[Card], Sequence[Card], str], Options]
"""(sheet, hand, trick so far, trump) -> options."""


def evenly(cards: Sequence[Card], chance: Fraction = Fraction(1)) -> Options:
    """Each of the cards with an equal part of the chance."""
    return dict.fromkeys(cards, chance / len(cards))


def random_options(
    sheet: RuleSheet, hand: Sequence[Card], trick: Sequence[Card], trump: str
) -> Options:
    """Any legal card."""
    return evenly(legal_cards(sheet, hand, trick, trump))


def greedy_options(
    sheet: RuleSheet, hand: Sequence[Card], trick: Sequence[Card], trump: str
) -> Options:
    """The highest card to lead; otherwise the cheapest that wins, else the cheapest."""
    legal = legal_cards(sheet, hand, trick, trump)
    if not trick:
        return {max(legal, key=lambda card: height(sheet, card, trump)): Fraction(1)}
    winning = [card for card in legal if beats(sheet, card, trick, trump)]
    return {min(winning or legal, key=lambda card: cost(sheet, card, trump)): Fraction(1)}


def described_options(
    sheet: RuleSheet, hand: Sequence[Card], trick: Sequence[Card], trump: str
) -> Options:
    """The strategy as the thesis' text tells it."""

    def strength(card: Card) -> int:
        return sheet.strength(card, trump)

    trumps = sorted((card for card in hand if sheet.suit_of(card, trump) == trump), key=strength)
    plain = [card for card in hand if card not in trumps]
    if not trick:
        return _leads(trumps, plain, strength)
    legal = legal_cards(sheet, hand, trick, trump)
    if sheet.suit_of(legal[0], trump) == sheet.suit_of(trick[0], trump):
        highest = max(legal, key=strength)
        best = highest if beats(sheet, highest, trick, trump) else min(legal, key=strength)
        return {best: Fraction(1)}
    for card in trumps:
        if card != Card("J", trump) and beats(sheet, card, trick, trump):
            return {card: Fraction(1)}
    lowest = plain or trumps[:1]
    return evenly([card for card in lowest if strength(card) == min(map(strength, lowest))])


def _leads(trumps: list[Card], plain: list[Card], strength: Callable[[Card], int]) -> Options:
    """A coin for the highest trump or none, and one for the highest or the lowest plain card."""
    if not plain:
        return {trumps[-1]: Fraction(1)}
    options = {trumps[-1]: Fraction(1, 2)} if trumps else {}
    rest = (1 - sum(options.values(), Fraction(0))) / 2
    for extreme in (max(map(strength, plain)), min(map(strength, plain))):
        for card, chance in evenly([c for c in plain if strength(c) == extreme], rest).items():
            options[card] = options.get(card, Fraction(0)) + chance
    return options


def beats(sheet: RuleSheet, card: Card, trick: Sequence[Card], trump: str) -> bool:
    """Whether the card would take the trick as it lies."""
    return trick_winner(sheet, (*trick, card), trump) == len(trick)


STRATEGIES: dict[str, Strategy] = {
    "described": described_options,
    "random": random_options,
    "greedy": greedy_options,
}


def trick_chances(
    sheet: RuleSheet, hands: Sequence[Sequence[Card]], trump: str, leader: int, strategy: Strategy
) -> list[Fraction]:
    """The chances that seats 0 and 2 take 0, 1, … tricks together, by following every course.

    The plain way, for any rule sheet; `kernels.strategies.exact_weights` is the fast one.
    """
    seats = len(hands)

    @cache
    def chances(held: tuple[frozenset[Card], ...], leader: int) -> tuple[Fraction, ...]:
        """From the first card of a trick on."""
        if not held[0]:
            return (Fraction(1),)
        total = [Fraction(0)] * (len(held[0]) + 1)

        def lay(trick: tuple[Card, ...], chance: Fraction) -> None:
            if len(trick) == seats:
                winner = (leader + trick_winner(sheet, trick, trump)) % seats
                left = tuple(cards - set(trick) for cards in held)
                for tricks, share in enumerate(chances(left, winner)):
                    total[tricks + (winner % 2 == 0)] += chance * share
                return
            hand = [c for c in hands[(leader + len(trick)) % seats] if c in held_by[len(trick)]]
            for card, share in strategy(sheet, hand, trick, trump).items():
                lay((*trick, card), chance * share)

        held_by = [held[(leader + step) % seats] for step in range(seats)]
        lay((), Fraction(1))
        return tuple(total)

    return list(chances(tuple(map(frozenset, hands)), leader))
