"""Players that follow one fixed rule, for the referee's table.

Their compiled twins, card for card, are in `rule_kernels.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.cards import Card
from neuroevo.games.rules import in_playing_order, trick_winner
from neuroevo.games.view import View
from neuroevo.players.avoiding import choose_avoiding
from neuroevo.players.bidders import CountingBidder, RandomBidder, cheapest
from neuroevo.players.kinds import (
    COMBINED,
    COMBINED_THRIFTY,
    GREEDY,
    HEURISTIC,
    HIGH,
    HIGHEST,
    LOWEST,
    NEVER_TRUMP,
    OBLIGED,
    OBLIGED_LEADING,
    RANDOM,
    RANDOM_CARDS,
    THIRD_HIGH,
)


class RandomPlayer(RandomBidder):
    """Plays any legal card, each with the same chance."""

    kind = RANDOM

    def choose(self, view: View) -> Card:
        legal = in_playing_order(view.sheet, view.legal, view.trump)
        return legal[view.random.below(len(legal))]


class RandomCardsPlayer(CountingBidder):
    """Plays any legal card, but bids and names trumps by counting, as networks do.

    Beside it one sees what a network's cards are worth where bids and calls matter too.
    """

    kind = RANDOM_CARDS

    def choose(self, view: View) -> Card:
        return RandomPlayer.choose(self, view)  # type: ignore[arg-type]


class HighestPlayer(CountingBidder):
    """Always plays its highest legal card."""

    kind = HIGHEST

    def choose(self, view: View) -> Card:
        return max(view.legal, key=lambda card: view.sheet.height(card, view.trump))


class LowestPlayer(CountingBidder):
    """Always plays its cheapest legal card."""

    kind = LOWEST

    def choose(self, view: View) -> Card:
        return cheapest(view.sheet, view.legal, view.trump)


class GreedyPlayer(CountingBidder):
    """Leads its highest card; otherwise the cheapest card that wins, else its cheapest.

    Where tricks hurt, the mirror image: leads its lowest card; otherwise the dearest card that does
    not win, else its dearest.
    """

    kind = GREEDY

    def choose(self, view: View) -> Card:
        hurts = view.sheet.fewest_wins
        if not view.trick:
            lead = min if hurts else max
            return lead(view.legal, key=lambda card: view.sheet.height(card, view.trump))
        wanted = [card for card in view.legal if self._would_win(view, card) != hurts]
        pick = max if hurts else min
        return pick(wanted or view.legal, key=lambda card: view.sheet.cost(card, view.trump))

    @staticmethod
    def _would_win(view: View, card: Card) -> bool:
        trick = (*view.trick_cards, card)
        return trick_winner(view.sheet, trick, view.trump) == len(view.trick)


def any_of(cards: Sequence[Card], view: View) -> Card:
    """One of the cards, each with the same chance."""
    ordered = in_playing_order(view.sheet, cards, view.trump)
    return ordered[view.random.below(len(ordered))]


class ObligedPlayer(CountingBidder):
    """Trumps at random whenever it can't follow; otherwise plays at random.

    Lopes Carreiro 2016, section 5.2. lead: what it leads, a `random` card or a random `trump`.
    """

    def __init__(self, lead: str = "random") -> None:
        self.lead = lead
        self.kind = OBLIGED_LEADING if lead == "trump" else OBLIGED

    def choose(self, view: View) -> Card:
        sheet, trump = view.sheet, view.trump
        trumps = [card for card in view.legal if sheet.suit_of(card, trump) == trump]
        if not view.trick:
            free = self.lead == "random"
        else:
            led = sheet.suit_of(view.trick[0].card, trump)
            free = any(sheet.suit_of(card, trump) == led for card in view.legal)
        return any_of(view.legal if free or not trumps else trumps, view)


class HighPlayer(CountingBidder):
    """Plays its most valuable legal card, of equals any; or only as third player.

    Lopes Carreiro 2016, section 5.3. Highest is meant by points, so cards worth nothing are equal;
    where no card is worth anything, by rank. when: `always`, or as `third` player to a trick, and
    at random otherwise.
    """

    def __init__(self, when: str = "always") -> None:
        self.when = when
        self.kind = THIRD_HIGH if when == "third" else HIGH

    def choose(self, view: View) -> Card:
        if self.when == "third" and len(view.trick) != 2:
            return any_of(view.legal, view)
        return most_valuable(view.legal, view)


def worth(card: Card, view: View) -> int:
    """A card's points; its strength where no card is worth anything."""
    sheet = view.sheet
    return sheet.points(card) if sheet.has_card_points else sheet.strength(card, view.trump)


def most_valuable(cards: Sequence[Card], view: View) -> Card:
    """The card that is worth most; of equals any."""
    most = max(worth(card, view) for card in cards)
    return any_of([card for card in cards if worth(card, view) == most], view)


def least_valuable(cards: Sequence[Card], view: View) -> Card:
    """The card that is worth least; of equals any."""
    least = min(worth(card, view) for card in cards)
    return any_of([card for card in cards if worth(card, view) == least], view)


class NeverTrumpPlayer(CountingBidder):
    """Never trumps when it has another card, the mirror image of obligated-trump; else at random.

    Lopes Carreiro 2016, section 8.2: "a strategy where the player never plays a trump card when he
    does not have the follow suit". What it leads, and what it follows with, falls at random.
    """

    kind = NEVER_TRUMP

    def choose(self, view: View) -> Card:
        plain = [card for card in view.legal if view.sheet.suit_of(card, view.trump) != view.trump]
        return any_of(plain if view.trick and plain else view.legal, view)


class CombinedPlayer(CountingBidder):
    """Always high, but where it can't follow it trumps the opponents' tricks and no others.

    Lopes Carreiro 2016, section 8.2: "When the player does not have the follow suit and the trick
    is in favor of the teammate, it plays a high card and when it is in favor of the opponent it
    plays a trump card." A trump is any, as in obligated-trump, and without one it plays any card.
    Leading and following are left open there: it plays as always-high, the better of the two by
    Table 7.21. lost: what it lays to an opponent's trick that it can't take: `high` as those words
    have it, or `low`, the least valuable card; then it takes a trick with the most valuable card
    that can, since chapter 5 says of always-high that it "gives the opposite team unnecessary
    points".
    """

    def __init__(self, lost: str = "high") -> None:
        self.thrifty = lost == "low"
        self.kind = COMBINED_THRIFTY if self.thrifty else COMBINED

    def choose(self, view: View) -> Card:
        sheet, trump = view.sheet, view.trump
        if not view.trick:
            return most_valuable(view.legal, view)
        best = view.trick[trick_winner(sheet, view.trick_cards, trump)]
        if sheet.partners and (best.seat - view.seat) % 4 == 2:
            return most_valuable(view.legal, view)
        led = sheet.suit_of(view.trick[0].card, trump)
        follows = any(sheet.suit_of(card, trump) == led for card in view.legal)
        trumps = [card for card in view.legal if sheet.suit_of(card, trump) == trump]
        taking = [card for card in view.legal if GreedyPlayer._would_win(view, card)]
        if self.thrifty and not taking:
            return least_valuable(view.legal, view)
        if follows:
            return most_valuable(taking if self.thrifty else view.legal, view)
        return any_of((taking if self.thrifty else trumps) or view.legal, view)


class HeuristicPlayer(CountingBidder):
    """Counts cards: cashes those that can't be beaten, wins cheaply, ruffs low, feeds its partner.

    A card is a boss if nothing unseen in its suit is higher. Leading: a boss of a plain suit, the
    most valuable first, else the cheapest card (but a boss trump if it has only trumps to win
    with). Following while its side wins: the most valuable card if the trick is safe, else the
    cheapest. Otherwise: the cheapest card that is sure to win, or, where none is, the cheapest that
    wins if it is a trump or the last to play (without partners, also with one to come); else the
    cheapest card. Where tricks hurt it plays as `avoiding.py` says.
    """

    kind = HEURISTIC

    def choose(self, view: View) -> Card:
        if view.sheet.fewest_wins:
            return choose_avoiding(view)
        if not view.trick:
            return self._lead(view)
        sheet, trump = view.sheet, view.trump
        best = trick_winner(sheet, view.trick_cards, trump)
        to_come = view.players - 1 - (view.out is not None) - len(view.trick)
        last = to_come == 0
        winning = [card for card in view.legal if GreedyPlayer._would_win(view, card)]
        friend = sheet.partners and (view.trick[best].seat - view.seat) % 4 == 2
        if friend and (last or self._is_boss(view, view.trick[best].card)):
            return self._feed(view)
        sure = [card for card in winning if last or self._is_boss(view, card)]
        if sure and not friend:
            return self._cheapest_winner(view, sure)
        ruffs = [card for card in winning if sheet.suit_of(card, trump) == trump]
        if ruffs and not friend:
            return self._cheapest(view, ruffs)
        if winning and to_come == 1 and not sheet.partners:
            return cheapest(sheet, winning, trump)
        return self._cheapest(view, view.legal)

    def _lead(self, view: View) -> Card:
        sheet, trump = view.sheet, view.trump
        bosses = [card for card in view.legal if self._is_boss(view, card)]
        plain = [card for card in bosses if sheet.suit_of(card, trump) != trump]
        if plain:
            return max(plain, key=lambda card: (sheet.points(card), sheet.cost(card, trump)))
        if bosses:
            return max(bosses, key=lambda card: sheet.cost(card, trump))
        return self._cheapest(view, view.legal)

    @staticmethod
    def _is_boss(view: View, card: Card) -> bool:
        """Whether no card of its suit that is neither laid nor in the own hand is higher."""
        sheet, trump = view.sheet, view.trump
        gone = {*view.seen, *view.trick_cards, *view.hand}
        suit, strength = sheet.suit_of(card, trump), sheet.strength(card, trump)
        return not any(
            sheet.suit_of(other, trump) == suit and sheet.strength(other, trump) > strength
            for other in sheet.deck(view.players)
            if other not in gone
        )

    @staticmethod
    def _cheapest(view: View, cards: Sequence[Card]) -> Card:
        """The one that is worth least, and of those the one that costs least."""
        sheet, trump = view.sheet, view.trump
        return min(cards, key=lambda card: sheet.price(card, trump))

    @staticmethod
    def _cheapest_winner(view: View, cards: Sequence[Card]) -> Card:
        """Of sure winners a plain one, the most valuable; else the lowest trump."""
        sheet, trump = view.sheet, view.trump
        plain = [card for card in cards if sheet.suit_of(card, trump) != trump]
        if plain and sheet.has_card_points:
            return max(plain, key=lambda card: (sheet.points(card), sheet.cost(card, trump)))
        return min(cards, key=lambda card: sheet.cost(card, trump))

    @staticmethod
    def _feed(view: View) -> Card:
        """The most valuable card for the partner's trick, no trump if it can be helped."""
        sheet, trump = view.sheet, view.trump
        plain = [card for card in view.legal if sheet.suit_of(card, trump) != trump]
        if sheet.has_card_points and plain:
            return max(plain, key=lambda card: (sheet.points(card), -sheet.cost(card, trump)))
        return HeuristicPlayer._cheapest(view, view.legal)
