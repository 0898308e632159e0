"""Monte-Carlo players: try every legal card in many worlds, and play the best.

Lopes Carreiro 2016, section 6.1: for each card that may be played the unseen cards are shuffled and
the round is played out at random, many times. `normal` plays the card with the single best
play-out, `average` the one with the best mean, `extra` plays several play-outs a shuffle. A card
without alternative is played without thinking. Ties fall at random.

What the thesis prints for `extra` is only met by a player that sees the others' true hands; no text
says so. That player is `mc-peek`. All others know what their seat has seen.

Section 8.2 proposes two more: `mc-ucb` looks longer at cards that do well, and `mc-visible` knows
where the card lies that made trumps.

The compiled twin is in `kernels/monte_carlo.py`, card for card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from neuroevo.arithmetic import log
from neuroevo.cards import Card, Stream
from neuroevo.cards.streams import Handful
from neuroevo.games.rules import in_playing_order, legal_cards, trick_winner
from neuroevo.games.view import Play, Trick, View
from neuroevo.players import written
from neuroevo.players.bidders import CountingBidder
from neuroevo.players.kinds import BY_ADDRESS
from neuroevo.players.manners import RESTS, WAYS
from neuroevo.players.worlds import ExactWorlds, Hands, Knowledge, knowledge, reject
from neuroevo.players.written_player import WrittenPlayer

REST_PLAYERS = {
    name: WrittenPlayer(function)
    for name, function in (
        ("random", written.random),
        ("greedy", written.greedy),
        ("heuristic", written.heuristic),
    )
}


class MonteCarloPlayer(CountingBidder):
    """Tries every legal card in many worlds and plays the one that did best."""

    kind = BY_ADDRESS

    def __init__(
        self,
        shuffles: int = 50,
        playouts: int = 1,
        limit: int = 100,
        way: str = "exact",
        rest: str = "random",
        by_mean: bool = True,
        together: bool = False,
        exploration: int = 0,
        visible: bool = False,
    ) -> None:
        self.shuffles = shuffles
        self.playouts = playouts
        self.limit = limit
        self.way = way
        self.rest = rest
        self.by_mean = by_mean
        self.together = together
        self.exploration = exploration
        self.visible = visible
        self.peeks = way != "exact"
        """Whether it may have to see the true hands (see `View.truth`)."""

    @property
    def manner(self) -> tuple[int, ...]:
        """The settings in the order of MANNER."""
        return (
            int(self.by_mean),
            int(self.together),
            self.shuffles,
            self.playouts,
            self.limit,
            WAYS[self.way],
            RESTS[self.rest],
            self.exploration,
            int(self.visible),
        )

    def choose(self, view: View) -> Card:
        """The card that did best."""
        cards = in_playing_order(view.sheet, view.legal, view.trump)
        if len(cards) == 1:
            return cards[0]
        known = knowledge(view, self.visible)
        exact = ExactWorlds(view, known) if self.way == "exact" else None
        scores: list[list[int]] = [[] for _ in cards]
        if self.exploration:
            width = self.exploration / 100 * worth_of_round(view)
            for _ in range(self.shuffles * len(cards)):
                number = most_promising(scores, width)
                world = self.draw_world(view, known, exact)
                scores[number].append(self.play_out(view, known, world, cards[number]))
        elif self.together:
            for _ in range(self.shuffles):
                world = self.draw_world(view, known, exact)
                for card, found in zip(cards, scores, strict=True):
                    found += [self.play_out(view, known, world, card) for _ in range(self.playouts)]
        else:
            for card, found in zip(cards, scores, strict=True):
                for _ in range(self.shuffles):
                    world = self.draw_world(view, known, exact)
                    found += [self.play_out(view, known, world, card) for _ in range(self.playouts)]
        return best_card(cards, [self.judge(found) for found in scores], view.random)

    def judge(self, found: Sequence[int]) -> float:
        """What the play-outs of a card are worth."""
        return sum(found) / len(found) if self.by_mean else max(found)

    def draw_world(self, view: View, known: Knowledge, exact: ExactWorlds | None) -> Hands:
        """The others' hands, as they may be."""
        if exact is not None:
            return exact.draw(view.random)
        world = None
        if self.way != "truth":
            world = reject(view, known, view.random, self.limit, new=self.way == "rejection-new")
        if world is None:
            assert view.truth is not None
            world = [list(view.truth[seat]) for seat in known.others]
        return world

    def play_out(self, view: View, known: Knowledge, world: Hands, card: Card) -> int:
        """Play a card and let the rest of the round be played; what comes to its own side."""
        hands: dict[int, list[Card]] = {view.seat: list(view.hand)}
        hands |= {seat: list(hand) for seat, hand in zip(known.others, world, strict=True)}
        return finish_round(view, hands, card, REST_PLAYERS[self.rest])


def finish_round(view: View, hands: dict[int, list[Card]], first: Card, rest: Any) -> int:
    """Play a round to its end, everybody as `rest`; what the view's side takes from here on.

    Points where cards have them, else tricks; counted against it where tricks hurt. All throw the
    dice of the seat that thinks, one draw for all cards of a trick.
    """
    sheet, out = view.sheet, view.out
    own = {view.seat, (view.seat + 2) % 4} if sheet.partners else {view.seat}
    plays = list(view.trick)
    tricks = list(view.tricks)
    playing = view.players - (out is not None)
    seat, card, gained = view.seat, first, 0
    dice = Handful(view.random)
    while True:
        hands[seat].remove(card)
        plays.append(Play(seat, card))
        seat = (seat + 1) % view.players
        if seat == out:
            seat = (seat + 1) % view.players
        if len(plays) == playing:
            cards = [play.card for play in plays]
            seat = plays[trick_winner(sheet, cards, view.trump)].seat
            points = sum(map(sheet.points, cards))
            if seat in own:
                gained += points if sheet.has_card_points else 1
            tricks.append(Trick(tuple(plays), seat, points))
            plays = []
            dice = Handful(view.random)
            if not hands[seat]:
                return -gained if sheet.fewest_wins else gained
        trick_cards = [play.card for play in plays]
        legal = legal_cards(sheet, hands[seat], trick_cards, view.trump)
        seen = replace(
            view,
            seat=seat,
            hand=tuple(hands[seat]),
            legal=legal,
            trick=tuple(plays),
            tricks=tuple(tricks),
            random=dice,
        )
        card = rest.choose(seen)


def worth_of_round(view: View) -> int:
    """All that can be taken in a round: points where cards have them, else tricks."""
    sheet = view.sheet
    if sheet.has_card_points:
        return sum(map(sheet.points, sheet.deck(view.players)))
    return sheet.cards_each(view.players)


def most_promising(scores: Sequence[Sequence[int]], width: float) -> int:
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002): the number of the card whose upper confidence
    bound is highest, the first of equals; a card without a play-out comes first.

    width: what the bound of a card with one of e play-outs lies above its mean.
    """
    total = log(float(max(1, sum(map(len, scores)))))
    bounds = [
        sum(found) / len(found) + width * math.sqrt(total / len(found)) if found else math.inf
        for found in scores
    ]
    return bounds.index(max(bounds))


def best_card(cards: Sequence[Card], values: Sequence[float], dice: Stream) -> Card:
    """The card with the highest value; of equals each with the same chance."""
    chosen, best, equal = cards[0], values[0], 1
    for card, value in zip(cards[1:], values[1:], strict=True):
        if value > best:
            chosen, best, equal = card, value, 1
        elif value == best:
            equal += 1
            if dice.below(equal) == 0:
                chosen = card
    return chosen


class NormalPlayer(MonteCarloPlayer):
    """Monte-Carlo: the card with the single best play-out (the thesis' Normal)."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(by_mean=False, **settings)


class AveragePlayer(MonteCarloPlayer):
    """Monte-Carlo: the card with the best mean over its play-outs (the thesis' Average)."""


class ExtraPlayer(MonteCarloPlayer):
    """Monte-Carlo: the best mean, with several play-outs a shuffle (the thesis' Extra, honest)."""


class PeekingPlayer(MonteCarloPlayer):
    """Monte-Carlo on the others' TRUE hands: it peeks; what the thesis prints for Extra."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(way="truth", **settings)


class SharedPlayer(MonteCarloPlayer):
    """Monte-Carlo: all cards on the same worlds, the rest played by a rule player."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(together=True, **settings)


class ConfidencePlayer(MonteCarloPlayer):
    """Monte-Carlo: UCB1 over the cards, so that those that do well are looked at for longer.

    Lopes Carreiro 2016, sections 6.1.1 and 8.2. It has as many play-outs as mc-average with as many
    shuffles, each in a world of its own, and plays the card with the best mean. exploration: the
    constant of UCB1 in per cent of all that a round is worth; its textbook value is 141.
    """

    def __init__(self, exploration: int = 15, **settings: Any) -> None:
        super().__init__(exploration=exploration, **settings)


class VisiblePlayer(MonteCarloPlayer):
    """Monte-Carlo Average that leaves the card which made trumps with the dealer, as all saw it.

    Lopes Carreiro 2016, section 8.2. Where no dealer's card makes trumps it plays as mc-average.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(visible=True, **settings)
