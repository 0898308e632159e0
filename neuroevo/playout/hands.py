"""Four hands of Euchre as text, and the thesis' own deal."""

from __future__ import annotations

from neuroevo.cards import Card, check_in_deck, first_repeated, parse_card
from neuroevo.errors import BadInput
from neuroevo.games import EUCHRE

Hands = tuple[tuple[Card, ...], ...]

THESIS_HANDS = "9C 9S AS AC 9H | TC TS JC 9D TD | JS QC TH JH JD | QS KS KC QD QH"
"""Wright's deal, each hand in the order in which his program holds it, by which it breaks ties."""
HANDS_OF_THE_TEXT = "9C AC 9S AS 9H | TC JC 9D TD TS | TH JH JS JD QC | QH QS KS QD KC"
"""The same deal as his text names it."""

PLAYERS = 4


def parse_hands(text: str) -> Hands:
    """Read the hands of players 1 to 4, separated by `|`; `BadInput` names what is wrong.

    >>> parse_hands("9C | TC")
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: 2 hands are given; euchre has 4, separated by |
    """
    hands = tuple(
        tuple(parse_card(word) for word in hand.replace(",", " ").split())
        for hand in text.split("|")
    )
    check_hands(hands)
    return hands


def as_the_program_holds(hands: Hands) -> Hands:
    """The thesis' deal, named as its text names it, in the order in which its program holds it.

    Whoever copies the deal from the text means the one that the program played. Any other deal, and
    any other order, stays as it is.
    """
    return parse_hands(THESIS_HANDS) if hands == parse_hands(HANDS_OF_THE_TEXT) else hands


def check_hands(hands: Hands) -> None:
    """Raise `BadInput` unless these are four hands of one deal of Euchre."""
    if len(hands) != PLAYERS:
        count = "1 hand is" if len(hands) == 1 else f"{len(hands)} hands are"
        raise BadInput(f"{count} given; euchre has {PLAYERS}, separated by |")
    cards = [card for hand in hands for card in hand]
    check_in_deck(cards, EUCHRE.deck(), EUCHRE.name)
    twice = first_repeated(cards)
    if twice is not None:
        raise BadInput(f"{twice} is dealt twice")
    for player, hand in enumerate(hands, start=1):
        if len(hand) != EUCHRE.cards_each():
            raise BadInput(
                f"player {player} holds {len(hand)} cards; euchre deals {EUCHRE.cards_each()}"
            )


def is_thesis_deal_in_another_order(hands: Hands) -> bool:
    """Whether these are the thesis' hands, held in another order than its program has them."""
    thesis = parse_hands(THESIS_HANDS)
    return hands != thesis and list(map(set, hands)) == list(map(set, thesis))
