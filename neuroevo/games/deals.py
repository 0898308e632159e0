"""A deal: who holds what before the first trick; drawn from a stream, or given and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neuroevo.cards import SUITS, Card, Stream, check_in_deck, first_repeated, shuffled
from neuroevo.errors import BadInput
from neuroevo.games.sheet import RuleSheet


@dataclass(frozen=True)
class Deal:
    """Hands by seat, in the order in which they were dealt."""

    hands: tuple[tuple[Card, ...], ...]
    trump: str | None
    """None in a game without trumps, and before the players have named them."""
    turn_up: Card | None = None
    """The card that everybody saw: it made trumps, or proposes them."""
    leader: int = 0
    """The seat that leads the first trick; the seat before it dealt."""

    @property
    def dealer(self) -> int:
        return (self.leader - 1) % len(self.hands)


def draw_deal(sheet: RuleSheet, players: int, stream: Stream, leader: int = 0) -> Deal:
    """Shuffle the game's deck and deal it."""
    deck = shuffled(sheet.deck(players), stream, sheet.shuffle)
    positions = sheet.deal_positions(players)
    in_order = [tuple(deck[position] for position in seat) for seat in positions]
    hands = tuple(in_order[(seat - leader) % players] for seat in range(players))
    dealers = in_order[-1]
    turn_up: Card | None = None
    trump: str | None = None
    match sheet.trump:
        case "none":
            pass
        case "random":
            trump = SUITS[stream.below(4)]
        case "dealer-first":
            turn_up = dealers[0]
        case "dealer-last":
            turn_up = dealers[-1]
        case "turn-up" | "named":
            turn_up = deck[players * sheet.cards_each(players)]
        case suit:
            trump = suit
    if turn_up is not None and sheet.trump != "named":
        trump = turn_up.suit
    return Deal(hands, trump, turn_up, leader)


def given_deal(
    sheet: RuleSheet,
    hands: Sequence[Sequence[Card]],
    trump: str | None = None,
    turn_up: Card | None = None,
    leader: int = 0,
) -> Deal:
    """A deal that somebody wrote down; `BadInput` names the first thing wrong with it.

    Where the sheet itself says what trumps are, `trump` may be left out.
    """
    players = len(hands)
    sheet.check_players(players)
    size = sheet.cards_each(players)
    cards = [card for hand in hands for card in hand] + ([turn_up] if turn_up else [])
    check_in_deck(cards, sheet.deck(players), sheet.name)
    twice = first_repeated(cards)
    if twice is not None:
        raise BadInput(f"{twice} is dealt twice")
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            raise BadInput(
                f"seat {seat} holds {len(hand)} cards; {sheet.name} with {players} players "
                f"deals {size} to each"
            )
    if sheet.trump in SUITS:
        trump = sheet.trump
    dealers = hands[(leader - 1) % players]
    if trump is None and sheet.trump == "dealer-first":
        turn_up = dealers[0]
    if trump is None and sheet.trump == "dealer-last":
        turn_up = dealers[-1]
    if trump is None and turn_up is not None and sheet.trump != "named":
        trump = turn_up.suit
    if trump is None and turn_up is None and sheet.trump != "none":
        raise BadInput(f"{sheet.name} needs trumps with this deal: C, D, H or S")
    return Deal(tuple(map(tuple, hands)), trump, turn_up, leader)


def rotate_hands(deal: Deal, steps: int) -> Deal:
    """The same deal with every hand moved on by `steps` seats, and the lead with it.

    Over as many steps as there are seats everyone plays every hand once, with its place at the
    table: as if the players had changed chairs, or the deal had moved on.
    """
    players = len(deal.hands)
    hands = tuple(deal.hands[(seat - steps) % players] for seat in range(players))
    return Deal(hands, deal.trump, deal.turn_up, (deal.leader + steps) % players)
