"""The program in the appendix of Wright's thesis (2001), line by line, quirks and all.

Cards are a value from 1 to 6 (nine to ace; 8 and 7 the right and left bower) and a suit, in
numbered slots of a hand. Players are numbered from 1. The leader's two coins are given, not drawn,
so that all their outcomes can be counted. `kernels/appendix.py` holds the compiled twin.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from neuroevo.cards import Card
from neuroevo.errors import BadInput, choose_from
from neuroevo.games.sheet import SAME_COLOUR
from neuroevo.playout.hands import PLAYERS, Hands

TRICKS = 5
COIN_WORDS = 4**TRICKS
"""Two coins a trick: bit 2t of a word says to lead trumps in trick t, bit 2t + 1 to lead low."""


class Quirk(NamedTuple):
    """Something that the program does and its text does not say."""

    what: str
    instead: str | None
    """What `mended` does in its place; None where there is nothing that would be right."""


QUIRKS = {
    "lost-card": Quirk(
        "A first follower who can't follow suit and whose only trump is the right bower plays "
        "nothing (value 0, suit 0), keeps all his cards, and so loses the one in his last slot, "
        "for the next trick looks at one slot fewer. With a single card left, the right bower "
        "itself takes no trick.",
        "He plays his lowest card, as the other followers do in that case.",
    ),
    "first-trump-only": Quirk(
        "The third follower, who can't follow suit, compares his trumps with the first follower's "
        "card only; the second's trump may be higher.",
        "He compares with every trump in the trick.",
    ),
    "value-alone": Quirk(
        "A follower of suit compares values whatever the suits: an ace thrown away beats his king, "
        "and a small trump does not beat his queen.",
        "He compares with the card that holds the trick.",
    ),
    "biggest-trump": Quirk(
        "A follower whose smallest trump does not beat the first follower's plays his biggest if "
        "that does, be it the right bower.",
        "He plays the smallest one that does, and keeps the right bower.",
    ),
    "low-trumps": Quirk(
        "A player's lowest card is the one with the lowest value, so that a nine of trumps goes "
        "before a ten.",
        "Trumps are above all other cards.",
    ),
    "ties": Quirk(
        "Of several cards of one value the leader takes the one in the first slot, and who throws "
        "his lowest card away takes the one in the last.",
        None,
    ),
}
"""All that is odd about the program, by name. Each but the last can be mended by itself."""

MENDABLE = tuple(name for name, quirk in QUIRKS.items() if quirk.instead)

VALUES = {rank: value for value, rank in enumerate("9TJQKA", start=1)}
RIGHT_BOWER, LEFT_BOWER = 8, 7
NOTHING = (0, "")


class Held(NamedTuple):
    """A card as the program holds it."""

    value: int
    suit: str


@dataclass(frozen=True)
class PlayedTrick:
    """The cards in the order of play (None: the follower played nothing), and who took them."""

    leader: int
    cards: tuple[Card | None, ...]
    winner: int


def held_cards(hand: tuple[Card, ...], trump: str) -> list[Held]:
    """A hand with the bowers' values changed, in its slots."""
    held = []
    for card in hand:
        if card == Card("J", trump):
            held.append(Held(RIGHT_BOWER, trump))
        elif card == Card("J", SAME_COLOUR[trump]):
            held.append(Held(LEFT_BOWER, trump))
        else:
            held.append(Held(VALUES[card.rank], card.suit))
    return held


def play_out(
    hands: Hands, trump: str, dealer: int, coins: int, mended: Collection[str] = ()
) -> list[PlayedTrick]:
    """One pass of the program's inner loop: a deal, a trump suit, a dealer (1 to 4), ten coins.

    mended: names of QUIRKS to do without.
    """
    check_mended(mended)
    slots = {player: held_cards(hands[player - 1], trump) for player in range(1, PLAYERS + 1)}
    names: dict[Held, Card] = {}
    for hand in hands:
        names.update(zip(held_cards(hand, trump), hand, strict=True))
    leader = after(dealer)
    tricks = []
    for number, left in enumerate(range(TRICKS, 0, -1)):
        # "For i = 1 To Trick": whatever lies in a later slot is out of the game.
        in_play = {player: held[:left] for player, held in slots.items()}
        trump_coin, low_coin = bool(coins >> 2 * number & 1), bool(coins >> 2 * number & 2)
        lead = lead_card(in_play[leader], trump, trump_coin, low_coin)
        played = [lead]
        players = [leader]
        for follower in (1, 2, 3):
            players.append(after(players[-1]))
            played.append(follow(in_play[players[-1]], trump, played, follower, mended))
        for player, card in zip(players, played, strict=True):
            if card in slots[player]:
                slots[player].remove(card)
        winner = players[trick_winner(played, trump)]
        tricks.append(PlayedTrick(leader, tuple(names.get(card) for card in played), winner))
        leader = winner
    return tricks


def after(player: int) -> int:
    """The player on the left."""
    return 1 if player == PLAYERS else player + 1


def lead_card(hand: list[Held], trump: str, trump_coin: bool, low_coin: bool) -> Held:
    """The highest trump if the coin says so (or there is nothing else), else high or low."""
    trumps = [card for card in hand if card.suit == trump]
    if (trumps and trump_coin) or len(trumps) == len(hand):
        return max(trumps, key=value_of)
    others = [card for card in hand if card.suit != trump]
    return (min if low_coin else max)(others, key=value_of)  # the first of equals


def follow(
    hand: list[Held], trump: str, played: list[Held], follower: int, mended: Collection[str]
) -> Held:
    """What follower 1, 2 or 3 plays to the cards before him."""
    lead = played[0]
    following = [card for card in hand if card.suit == lead.suit]
    trumps = [card for card in hand if card.suit == trump]
    if following:
        biggest = max(following, key=value_of)
        if "value-alone" in mended:
            beats = trick_winner([*played, biggest], trump) == len(played)
        else:
            beats = all(biggest.value > card.value for card in played)
        return biggest if beats else min(following, key=value_of)
    if not trumps:
        return lowest(hand, trump, mended)
    smallest, biggest = min(trumps, key=value_of), max(trumps, key=value_of)
    if smallest.value == RIGHT_BOWER:
        if follower == 1 and "lost-card" not in mended:
            return Held(*NOTHING)
        return lowest(hand, trump, mended)
    others = played[1:] if "first-trump-only" in mended else played[1:2]
    to_beat = max((card.value for card in others if card.suit == trump), default=0)
    if smallest.value > to_beat:
        return smallest
    if "biggest-trump" in mended:
        better = [card for card in trumps if to_beat < card.value != RIGHT_BOWER]
        return min(better, key=value_of) if better else lowest(hand, trump, mended)
    return biggest if biggest.value > to_beat else lowest(hand, trump, mended)


def lowest(hand: list[Held], trump: str, mended: Collection[str]) -> Held:
    """The card to throw away; of equals the last."""

    def height(card: Held) -> tuple[bool, int]:
        return ("low-trumps" in mended and card.suit == trump, card.value)

    return min(reversed(hand), key=height)


def value_of(card: Held) -> int:
    """What the program compares."""
    return card.value


def trick_winner(played: list[Held], trump: str) -> int:
    """Which card takes the trick: ten times 6 for trumps or 5 for the suit led, plus its value."""

    def man(index: int) -> int:
        card = played[index]
        rank = 6 if card.suit == trump else 5 if card.suit == played[0].suit else 0
        return 10 * rank + card.value

    return max(range(len(played)), key=man)


def check_mended(mended: Collection[str]) -> None:
    """Raise `BadInput` for a quirk that there is not."""
    for name in mended:
        if name not in MENDABLE:
            raise BadInput(f"there is no quirk {name!r} to mend{choose_from(name, MENDABLE)}")
