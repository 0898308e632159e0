"""Blackjack (case study, section CS24.7, extension 4): what each action is worth, and the strategy.

Nothing is typed in. The dealer draws in every possible way; the player stands, hits, doubles or
splits, and goes on as best he can. With a finite number of decks every card that is seen is missing
from the pack (composition-dependent play); with infinitely many, totals alone matter.

The game: the dealer looks under an ace or a ten and blackjack ends the round at once, so chances
and values are those of a round that goes on (`peek`; otherwise blackjack takes all bets at the
end). Blackjack pays 3 to 2. Doubling is for two cards. Equal cards may be split once, split aces
get one card each, and each split hand is played for itself, without regard to the other's cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import RANKS, parse_card
from neuroevo.errors import BadInput
from neuroevo.poker.kernels.blackjack import dealer_chances

VALUES = "A23456789T"
"""By value; J, Q and K are tens."""
ACE, TEN = 0, 9
BUST, BLACKJACK = 5, 6
"""Places among the dealer's chances, after totals of 17 to 21."""
ACTIONS = ("stand", "hit", "double", "split", "surrender")
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
BLACKJACK_PAYS = 1.5
SOFT_17 = ("stand", "hit")

Memo = tuple[tuple[int, ...], int, tuple[int, ...]] | tuple[tuple[int, bool], int]
"""What going on depends on: all cards seen, or the total alone if the pack is infinite."""
Hand = tuple[int, ...]
"""How many cards of each value, ace first and ten last, ten numbers."""


@dataclass(frozen=True)
class BlackjackRules:
    """decks: None for infinitely many."""

    decks: int | None = None
    hit_soft_17: bool = False
    double_after_split: bool = True
    surrender: bool = False
    peek: bool = True

    def __post_init__(self) -> None:
        if self.decks is not None and not 1 <= self.decks <= 16:
            raise BadInput(f"decks must be from 1 to 16, or infinite, not {self.decks}")

    @property
    def pack(self) -> Hand:
        """The cards of a full pack, by value; in proportion, if it is infinite."""
        each = 4 * (self.decks or 1)
        return (*[each] * 9, 4 * each)


@dataclass(frozen=True)
class Outcome:
    """The chances to win, tie and lose, and the expected gain in bets.

    After a split the chances are those of one hand; the value is that of both.
    """

    win: float
    tie: float
    lose: float
    value: float

    def times(self, bets: float) -> Outcome:
        """The same with another stake."""
        return Outcome(self.win, self.tie, self.lose, self.value * bets)


SURRENDERED = Outcome(0.0, 0.0, 1.0, -0.5)
_LOST = Outcome(0.0, 0.0, 1.0, -1.0)


def parse_values(text: str) -> Hand:
    """Read cards: ranks, with or without a suit.

    >>> parse_values("K 6S")
    (0, 0, 0, 0, 0, 1, 0, 0, 0, 1)
    """
    counts = [0] * 10
    for word in text.replace(",", " ").split():
        rank = "T" if word == "10" else word.upper()
        if len(rank) != 1 or rank not in RANKS:
            rank = parse_card(word).rank
        counts[VALUES.index("T" if rank in "JQK" else rank)] += 1
    return tuple(counts)


def format_values(hand: Hand) -> str:
    """The cards' values, high ones first."""
    return " ".join(VALUES[value] for value in reversed(range(10)) for _ in range(hand[value]))


@lru_cache(maxsize=100_000)
def hand_total(hand: Hand) -> tuple[int, bool]:
    """The best total, and whether an ace counts as eleven in it.

    >>> hand_total(parse_values("A 7")), hand_total(parse_values("A 7 9"))
    ((18, True), (17, False))
    """
    low = sum(count * (value + 1) for value, count in enumerate(hand))
    return (low + 10, True) if hand[ACE] and low + 10 <= 21 else (low, False)


def add(hand: Hand, value: int, count: int = 1) -> Hand:
    """The hand with one more card."""
    return (*hand[:value], hand[value] + count, *hand[value + 1 :])


@dataclass(frozen=True)
class DealerDraws:
    """All sets of cards with which the dealer's drawing ends, whatever the pack.

    draws: (sets, 10) cards by value; orders: in how many orders they may come; finals: which of the
    dealer's seven ends they lead to.
    """

    draws: NDArray[np.int64]
    orders: NDArray[np.float64]
    finals: NDArray[np.int64]


def dealer_final(hand: Hand, hit_soft_17: bool) -> int | None:
    """Where the dealer's hand ends; None if he draws on."""
    total, soft = hand_total(hand)
    if total == 21 and sum(hand) == 2:
        return BLACKJACK
    if total < 17 or (total == 17 and soft and hit_soft_17):
        return None
    return min(total - 17, BUST)


@cache
def dealer_draws(upcard: int, barred: int, hit_soft_17: bool) -> DealerDraws:
    """Draw in every way. barred: the value that the first card can't have, or -1."""
    none = (0,) * 10
    ended: Counter[Hand] = Counter()
    drawing: Counter[Hand] = Counter({none: 1})
    first = True
    while drawing:
        further: Counter[Hand] = Counter()
        for drawn, orders in drawing.items():
            for value in range(10):
                if first and value == barred:
                    continue
                new = add(drawn, value)
                end = dealer_final(add(new, upcard), hit_soft_17)
                (further if end is None else ended)[new] += orders
        drawing, first = further, False
    finals = [dealer_final(add(drawn, upcard), hit_soft_17) for drawn in ended]
    return DealerDraws(
        np.array(list(ended), dtype=np.int64),
        np.array(list(ended.values()), dtype=np.float64),
        np.array(finals, dtype=np.int64),
    )


class Blackjack:
    """One set of rules, with everything that was worked out for them so far."""

    def __init__(self, rules: BlackjackRules | None = None) -> None:
        self.rules = rules or BlackjackRules()
        self._finals: dict[tuple[Hand, int], tuple[float, ...]] = {}
        self._played: dict[Memo, Outcome] = {}

    def left(self, seen: Hand) -> Hand:
        """The pack without the cards seen."""
        pack = self.rules.pack
        if self.rules.decks is None:
            return pack
        return tuple(there - gone for there, gone in zip(pack, seen, strict=True))

    def barred(self, upcard: int) -> int:
        """What can't be under the dealer's card, once he has looked; -1 for nothing."""
        return {ACE: TEN, TEN: ACE}.get(upcard, -1) if self.rules.peek else -1

    def dealer(self, upcard: int, seen: Hand) -> tuple[float, ...]:
        """The dealer's chances to end with 17, 18, 19, 20, 21, bust, or with blackjack.

        seen: all cards that are gone from the pack, the dealer's own among them.
        """
        pack = self.left(seen)
        key = (pack, upcard)
        if key not in self._finals:
            chances = np.zeros(7)
            removed = 0 if self.rules.decks is None else 1
            barred = self.barred(upcard)
            ways = dealer_draws(upcard, barred, self.rules.hit_soft_17)
            dealer_chances(
                np.array(pack, dtype=np.int64),
                removed,
                barred,
                ways.draws,
                ways.orders,
                ways.finals,
                chances,
            )
            self._finals[key] = tuple(chances.tolist())
        return self._finals[key]

    def next_cards(self, upcard: int, seen: Hand) -> list[tuple[int, float]]:
        """The values that may be drawn next, with their chances.

        The dealer's hidden card is gone from the pack too. If it can't be of some value, that value
        is a little more likely to come.
        """
        pack = self.left(seen)
        total, barred = sum(pack), self.barred(upcard)
        cards = [(value, count / total) for value, count in enumerate(pack) if count]
        if self.rules.decks is None or barred < 0:
            return cards
        hidden = total - pack[barred]
        return [
            (value, pack[value] / (total - 1) * (1.0 if value == barred else 1 - 1 / hidden))
            for value, _ in cards
        ]

    def stand(self, hand: Hand, upcard: int, seen: Hand, natural: bool = False) -> Outcome:
        """Play no more. natural: the hand is a blackjack."""
        total, _ = hand_total(hand)
        finals = self.dealer(upcard, seen)
        if natural:
            tie = finals[BLACKJACK]
            return Outcome(1 - tie, tie, 0.0, BLACKJACK_PAYS * (1 - tie))
        win = finals[BUST] + sum(finals[: max(0, min(total, 22) - 17)])
        tie = finals[total - 17] if total >= 17 else 0.0
        lose = 1 - win - tie
        return Outcome(win, tie, lose, win - lose)

    def hit(self, hand: Hand, upcard: int, seen: Hand) -> Outcome:
        """Draw a card, and go on as best one can."""
        return self._drawn(hand, upcard, seen, go_on=True)

    def double(self, hand: Hand, upcard: int, seen: Hand) -> Outcome:
        """Double the bet, and draw one card."""
        return self._drawn(hand, upcard, seen, go_on=False).times(2)

    def _drawn(self, hand: Hand, upcard: int, seen: Hand, go_on: bool) -> Outcome:
        win = tie = lose = 0.0
        for value, chance in self.next_cards(upcard, seen):
            new = add(hand, value)
            if hand_total(new)[0] > 21:
                after = _LOST
            elif go_on:
                after = self.play_on(new, upcard, add(seen, value))
            else:
                after = self.stand(new, upcard, add(seen, value))
            win += chance * after.win
            tie += chance * after.tie
            lose += chance * after.lose
        return Outcome(win, tie, lose, win - lose)

    def play_on(self, hand: Hand, upcard: int, seen: Hand) -> Outcome:
        """The better of standing and hitting."""
        key: Memo = (hand, upcard, seen)
        if self.rules.decks is None:
            key = (hand_total(hand), upcard)
        if key not in self._played:
            stand = self.stand(hand, upcard, seen)
            if hand_total(hand)[0] == 21:
                self._played[key] = stand
            else:
                hit = self.hit(hand, upcard, seen)
                self._played[key] = hit if hit.value > stand.value else stand
        return self._played[key]

    def split(self, hand: Hand, upcard: int, seen: Hand) -> Outcome:
        """Two hands, each with one of the equal cards; by symmetry worth twice one of them."""
        value = hand.index(2)
        single = add((0,) * 10, value)
        win = tie = lose = gain = 0.0
        for drawn, chance in self.next_cards(upcard, seen):
            new, now_seen = add(single, drawn), add(seen, drawn)
            options = [self.stand(new, upcard, now_seen)]
            if value != ACE:
                options.append(self.hit(new, upcard, now_seen))
                if self.rules.double_after_split:
                    options.append(self.double(new, upcard, now_seen))
            best = max(options, key=lambda option: option.value)
            win += chance * best.win
            tie += chance * best.tie
            lose += chance * best.lose
            gain += chance * best.value
        return Outcome(win, tie, lose, 2 * gain)

    def actions(self, hand: str | Hand, upcard: str | int) -> dict[str, Outcome]:
        """What each possible action leads to; the best first.

        >>> found = Blackjack().actions("T 6", "T")
        >>> [f"{name} {outcome.value:.4f}" for name, outcome in found.items()]
        ['hit -0.5398', 'stand -0.5404', 'double -1.0797']
        """
        cards, up = self._check(hand, upcard)
        seen = add(cards, up)
        two = sum(cards) == 2
        natural = two and hand_total(cards)[0] == 21
        found = {"stand": self.stand(cards, up, seen, natural)}
        if hand_total(cards)[0] < 21:
            found["hit"] = self.hit(cards, up, seen)
            if two:
                found["double"] = self.double(cards, up, seen)
                if 2 in cards:
                    found["split"] = self.split(cards, up, seen)
                if self.rules.surrender:
                    found["surrender"] = SURRENDERED
        return dict(sorted(found.items(), key=lambda item: -item[1].value))

    def _check(self, hand: str | Hand, upcard: str | int) -> tuple[Hand, int]:
        cards = parse_values(hand) if isinstance(hand, str) else hand
        up = parse_upcard(upcard) if isinstance(upcard, str) else upcard
        if sum(cards) < 2:
            raise BadInput(
                f"a blackjack hand has two cards or more, not {sum(cards)}: such as 'T 6'"
            )
        total, _ = hand_total(cards)
        if total > 21:
            raise BadInput(f"{format_values(cards)} is {total}, which is bust: nothing to decide")
        seen = add(cards, up)
        for value, count in enumerate(seen):
            if self.rules.decks is not None and count > self.rules.pack[value]:
                raise BadInput(
                    f"{count} cards of value {VALUES[value]} are more than "
                    f"{self.rules.decks} decks have"
                )
        return cards, up

    def dealer_bust(self) -> float:
        """The chance that the dealer goes bust, over all upcards, blackjack counted as no bust.

        >>> f"{100 * Blackjack().dealer_bust():.2f} %"
        '28.16 %'
        """
        unseen = Blackjack(BlackjackRules(self.rules.decks, self.rules.hit_soft_17, peek=False))
        pack = self.rules.pack
        none = (0,) * 10
        return sum(
            pack[up] / sum(pack) * unseen.dealer(up, add(none, up))[BUST] for up in range(10)
        )


def parse_upcard(text: str) -> int:
    """Read the dealer's card: its value's number, 0 for the ace to 9 for ten, J, Q and K."""
    card = parse_values(text)
    if sum(card) != 1:
        raise BadInput(f"the dealer shows one card, not {sum(card)}: {text!r}")
    return card.index(1)


@dataclass(frozen=True)
class StrategyRow:
    """A hand, as the table names it, and the best action against each of the dealer's cards."""

    kind: str
    hand: str
    best: tuple[str, ...]
    values: tuple[float, ...]


UPCARDS = (*range(1, 10), ACE)
"""In the order of a strategy table: 2 to 9, ten, ace."""


def basic_strategy(rules: BlackjackRules | None = None) -> list[StrategyRow]:
    """The best action with every two cards, worked out from the rules.

    With a finite number of decks, hard totals are averaged over the pairs of cards that make them.
    A double where standing is second best is `Ds`, else `Dh`.
    """
    game = Blackjack(rules)
    none = (0,) * 10
    rows = []
    for total in range(5, 20):
        makes = [
            add(add(none, low), total - low - 2)
            for low in range(1, 10)
            if low < total - low - 2 <= TEN
        ]
        rows.append(_row(game, "hard", str(total), makes))
    for value in range(1, 9):
        rows.append(_row(game, "soft", f"A {VALUES[value]}", [add(add(none, ACE), value)]))
    for value in (*range(1, 10), ACE):
        name = f"{VALUES[value]} {VALUES[value]}"
        rows.append(_row(game, "pair", name, [add(none, value, 2)]))
    return rows


def _row(game: Blackjack, kind: str, name: str, hands: Sequence[Hand]) -> StrategyRow:
    best, values = [], []
    for up in UPCARDS:
        worth: Counter[str] = Counter()
        total = 0.0
        for hand in hands:
            pack = game.left(add((0,) * 10, up))
            weight = float(np.prod([pack[v] for v in range(10) if hand[v]]))
            total += weight
            for action, outcome in game.actions(hand, up).items():
                worth[action] += weight * outcome.value  # type: ignore[assignment]
        order = sorted(worth, key=lambda action: -worth[action])
        letter = LETTERS[order[0]]
        if order[0] == "double":
            letter += "s" if worth["stand"] > worth["hit"] else "h"
        best.append(letter)
        values.append(worth[order[0]] / total)
    return StrategyRow(kind, name, tuple(best), tuple(values))
