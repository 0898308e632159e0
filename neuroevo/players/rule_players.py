"""Players that follow one fixed rule, for the referee's table.

Their compiled twins, card for card, are in `rule_kernels.py`.
"""

from __future__ import annotations

from neuroevo.cards import Card
from neuroevo.games.rules import in_playing_order, trick_winner
from neuroevo.games.view import View
from neuroevo.players.bidders import CountingBidder, RandomBidder, cheapest


class RandomPlayer(RandomBidder):
    """Plays any legal card, each with the same chance."""

    def choose(self, view: View) -> Card:
        legal = in_playing_order(view.sheet, view.legal, view.trump)
        return legal[view.random.below(len(legal))]


class HighestPlayer(CountingBidder):
    """Always plays its highest legal card."""

    def choose(self, view: View) -> Card:
        return max(view.legal, key=lambda card: view.sheet.height(card, view.trump))


class LowestPlayer(CountingBidder):
    """Always plays its cheapest legal card."""

    def choose(self, view: View) -> Card:
        return cheapest(view.sheet, view.legal, view.trump)


class GreedyPlayer(CountingBidder):
    """Leads its highest card; otherwise the cheapest card that wins, else its cheapest.

    Where tricks hurt, the mirror image: leads its lowest card; otherwise the dearest card that does
    not win, else its dearest.
    """

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
