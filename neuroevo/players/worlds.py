"""Worlds: ways in which the unseen cards may lie, from what one seat has seen and nothing else.

Lopes Carreiro 2016, section 6.2: before each play-out the cards of the other players are shuffled,
and nobody may get a suit that he has shown to lack. The thesis tries until it fits (`rejection`,
its "regular way") and takes the true cards when it has tried too often; its "new way" first gives a
suit that only one of the others can hold to him. `exact` draws one of all worlds that fit, each
with the same chance, without a second try and without the truth.

The compiled twins are in `kernels/worlds.py`; they draw the same numbers from the same dice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from neuroevo.cards import SUITS, Card, Stream
from neuroevo.cards.streams import Handful
from neuroevo.games.rules import in_playing_order
from neuroevo.games.view import View

Hands = list[list[Card]]
"""The cards of each of the others, in the order of play after the seat that thinks."""


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows of the others' cards.

    others: their seats, in the order of play after its own. unseen: the cards that it can't see, in
    playing order. room: how many cards each of the others holds, and how many lie in the pack.
    voids: the suits that each of the others has shown to lack. shown: the cards that each of the
    others is known to hold; neither in `unseen` nor in `room`.
    """

    others: tuple[int, ...]
    unseen: tuple[Card, ...]
    room: tuple[int, ...]
    voids: tuple[frozenset[str], ...]
    shown: tuple[tuple[Card, ...], ...]


def knowledge(view: View, visible: bool = False) -> Knowledge:
    """What this seat can know: its own hand, the cards laid, and who did not follow.

    visible: it also remembers the dealer's card that made trumps, which lay open.
    """
    others = tuple((view.seat + step) % view.players for step in range(1, view.players))
    laid = [play for trick in view.tricks for play in trick.plays] + list(view.trick)
    seen = {*view.hand, *(play.card for play in laid)}
    if view.turn_up is not None and view.caller is not None and view.trump != view.turn_up.suit:
        seen.add(view.turn_up)  # turned down: it lies in the pack
    shown: list[tuple[Card, ...]] = [() for _ in others]
    if visible and view.sheet.trump in ("dealer-first", "dealer-last"):
        card = view.turn_up
        if card is not None and card not in seen:
            shown[others.index(view.dealer)] = (card,)
            seen.add(card)
    deck = view.sheet.deck(view.players)
    unseen = in_playing_order(view.sheet, [c for c in deck if c not in seen], view.trump)
    size = view.sheet.cards_each(view.players)
    held = [
        size - sum(play.seat == seat for play in laid) - len(cards)
        for seat, cards in zip(others, shown, strict=True)
    ]
    voids = shown_voids(view)
    return Knowledge(
        others,
        unseen,
        (*held, len(unseen) - sum(held)),
        tuple(frozenset(voids[seat]) for seat in others),
        tuple(shown),
    )


def shown_voids(view: View) -> list[set[str]]:
    """The suits that each seat has shown to lack, by not following."""
    found: list[set[str]] = [set() for _ in range(view.players)]
    for plays in (*(trick.plays for trick in view.tricks), view.trick):
        if not plays:
            continue
        led = view.sheet.suit_of(plays[0].card, view.trump)
        for seat, card in plays:
            suit = view.sheet.suit_of(card, view.trump)
            if suit != led:
                found[seat].add(led)
                if view.sheet.follow == "suit-or-trump" and view.trump and suit != view.trump:
                    found[seat].add(view.trump)
    return found


FEW = 10
"""Of so many cards, any number is taken at a throw."""
CARDS_A_DRAW = 6
"""Of more cards, so many are taken at a throw: with 39 unseen cards, the most there are, the chance
of each six is off by less than a part in 2**32 (see `Handful`)."""


def take(cards: list[Card], count: int, dice: Stream) -> list[Card]:
    """Take `count` of the cards away at random; all of them without throwing dice."""
    if count == len(cards):
        taken, cards[:] = cards[:], []
        return taken
    if len(cards) <= FEW:
        ways = list(combinations(cards, count))
        taken = list(ways[dice.below(len(ways))])
        cards[:] = [card for card in cards if card not in taken]
        return taken
    taken = []
    for number in range(count):
        if number % CARDS_A_DRAW == 0:
            handful = Handful(dice)
        taken.append(cards.pop(handful.below(len(cards))))
    return taken


def deal_out(cards: list[Card], room: Sequence[int], dice: Stream) -> Hands:
    """Deal cards at random to the others, as many as each has room for; the pack gets the rest."""
    return [take(cards, count, dice) for count in room[:-1]]


@dataclass(frozen=True)
class Group:
    """Unseen cards that the same players may hold; `lacking`: those of the others who may not."""

    cards: tuple[Card, ...]
    lacking: frozenset[int]


def group_cards(view: View, known: Knowledge) -> tuple[list[Group], list[Card]]:
    """The cards by who may hold them, and the cards that anybody may hold."""
    by_lacking: dict[frozenset[int], list[Card]] = {}
    free: list[Card] = []
    for suit in suits_in_playing_order(view.trump):
        cards = [card for card in known.unseen if view.sheet.suit_of(card, view.trump) == suit]
        lacking = frozenset(one for one, voids in enumerate(known.voids) if suit in voids)
        if not lacking:
            free += cards
        elif cards:
            by_lacking.setdefault(lacking, []).extend(cards)
    return [Group(tuple(cards), lacking) for lacking, cards in by_lacking.items()], free


def suits_in_playing_order(trump: str | None) -> list[str]:
    """Trumps last."""
    return [*(suit for suit in SUITS if suit != trump), *([trump] if trump else [])]


def allocations(group: Group, room: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to share out a group's cards by number: to each of the others, then the pack."""
    found: list[tuple[int, ...]] = []
    holders = len(room) - 1

    def share(done: tuple[int, ...], left: int) -> None:
        holder = len(done)
        if holder == holders:
            if left <= room[-1]:
                found.append((*done, left))
            return
        most = 0 if holder in group.lacking else min(left, room[holder])
        for number in range(most + 1):
            share((*done, number), left - number)

    share((), len(group.cards))
    return found


def ways_to_choose(parts: Sequence[int]) -> float:
    """In how many ways cards can be divided into parts of these sizes."""
    ways, left = 1.0, sum(parts)
    for part in parts:
        ways *= math.comb(left, part)
        left -= part
    return ways


class ExactWorlds:
    """All worlds that fit, counted once, so that each draw has the same chance for all of them."""

    def __init__(self, view: View, known: Knowledge) -> None:
        self.known = known
        self.groups, self.free = group_cards(view, known)
        self.ways: dict[tuple[int, tuple[int, ...]], float] = {}

    def count(self, number: int, room: tuple[int, ...]) -> float:
        """The worlds of the groups from this number on, and of the free cards, in this room."""
        if number == len(self.groups):
            return ways_to_choose(room)
        if (number, room) not in self.ways:
            total = 0.0
            for parts in allocations(self.groups[number], room):
                left = tuple(a - b for a, b in zip(room, parts, strict=True))
                total += ways_to_choose(parts) * self.count(number + 1, left)
            self.ways[number, room] = total
        return self.ways[number, room]

    def draw(self, dice: Stream) -> Hands:
        """One world."""
        room = self.known.room
        hands: Hands = [list(cards) for cards in self.known.shown]
        for number, group in enumerate(self.groups):
            left = (dice.draw() >> 11) * 2.0**-53 * self.count(number, room)
            chosen = room
            for parts in allocations(group, room):
                after = tuple(a - b for a, b in zip(room, parts, strict=True))
                ways = ways_to_choose(parts) * self.count(number + 1, after)
                if ways > 0:
                    chosen = parts
                    left -= ways
                    if left < 0:
                        break
            cards = list(group.cards)
            for hand, count in zip(hands, chosen, strict=False):
                hand += take(cards, count, dice)
            room = tuple(a - b for a, b in zip(room, chosen, strict=True))
        for hand, more in zip(hands, deal_out(list(self.free), room, dice), strict=True):
            hand += more
        return hands


def fits(view: View, known: Knowledge, hands: Hands) -> bool:
    """Whether nobody got a suit that he has shown to lack."""
    return not any(
        view.sheet.suit_of(card, view.trump) in voids
        for hand, voids in zip(hands, known.voids, strict=True)
        for card in hand
    )


def reject(view: View, known: Knowledge, dice: Stream, limit: int, new: bool) -> Hands | None:
    """The thesis' ways to shuffle; None after limit - 1 tries that did not fit."""
    sure: Hands = [[] for _ in known.others]
    loose = list(known.unseen)
    if new:
        for group in group_cards(view, known)[0]:
            may = [one for one in range(len(known.others)) if one not in group.lacking]
            if len(may) == 1 and not known.room[-1]:
                sure[may[0]] += group.cards
                loose = [card for card in loose if card not in group.cards]
    room = [*(a - len(b) for a, b in zip(known.room[:-1], sure, strict=True)), known.room[-1]]
    for _ in range(limit - 1):
        dealt = deal_out(loose.copy(), room, dice)
        hands = [[*one, *two] for one, two in zip(sure, dealt, strict=True)]
        if fits(view, known, hands):
            return hands
    return None
