"""The kernel: the referee's rules as small compiled functions, the same for every game.

`make_play_tricks` and `make_play_deal` take the functions by which players decide and give the loop
that plays with them, so that one text serves random play-outs, rule players and networks, and the
compiler sees each of them whole. Everything works on `Rules` and `Table` of `compiled.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.shuffles import k_shuffle
from neuroevo.cards.streams import k_below, k_child_seed
from neuroevo.games.bits import TRUMP_LANE, TRUMP_MASK, lane_mask, lane_of
from neuroevo.games.compiled import (
    DEALER_FIRST,
    DEALER_LAST,
    NAMED,
    NO_TRUMP,
    RANDOM_TRUMP,
    Rules,
    Table,
)
from neuroevo.kernel_cache import inner

MOST_REDEALS = 1000
DEAL_STREAM = 4
"""The dealer's place in `Table.streams`."""


@inner
def legal_cards(hand: int, led: int, must_trump: bool) -> int:
    """The cards of the hand that may be played when this lane was led (-1: nothing yet)."""
    following = hand & lane_mask(led) if led >= 0 else hand
    otherwise = hand
    if must_trump and hand & TRUMP_MASK:
        otherwise = hand & TRUMP_MASK
    return following if following else otherwise


@inner
def beats(bit: int, best: int, led: int, has_trump: bool) -> bool:
    """Whether a card takes the trick from the best one so far.

    Trumps have the highest bits, so among cards that count the higher bit wins.
    """
    lane = lane_of(bit)
    # Bitwise, not short-circuit: chance decides here, and a wrong guess of a branch is what costs.
    return (bit > best) & ((lane == led) | ((lane == TRUMP_LANE) & has_trump))


@inner
def seed_streams(table: Table, rules: Rules, deal_key: np.uint64, rotation: int) -> None:
    """Give the dealer and every place its stream, and seat the players, for one rotation."""
    table.streams[DEAL_STREAM] = k_child_seed(deal_key, 0)
    for place in range(rules.players):
        player = (place + rotation) % rules.players
        table.player[place] = player
        table.streams[place] = k_child_seed(deal_key, 1 + rotation * rules.players + player)


@inner
def shuffle_deck(table: Table, rules: Rules) -> None:
    """Shuffle a fresh deck with the dealer's stream, and see what is turned up."""
    table.deck[:] = rules.deck
    k_shuffle(table.deck, rules.cards, table.streams, DEAL_STREAM)
    table.turn_up = -1
    if rules.trump_code == RANDOM_TRUMP:
        table.trump = k_below(table.streams, DEAL_STREAM, 4)
    elif rules.trump_code <= NO_TRUMP:
        table.trump = rules.trump_code
    else:
        dealer = rules.players - 1
        if rules.trump_code == DEALER_FIRST:
            table.turn_up = table.deck[rules.positions[dealer, 0]]
        elif rules.trump_code == DEALER_LAST:
            table.turn_up = table.deck[rules.positions[dealer, rules.tricks - 1]]
        else:
            table.turn_up = table.deck[rules.players * rules.tricks]
        table.trump = table.turn_up // 13
    table.caller = -1
    table.alone = 0
    table.out = -1


@inner
def pick_up_hands(table: Table, rules: Rules) -> None:
    """Turn the dealt card numbers into each place's set of bits, under the trumps that hold."""
    bits = rules.bit_of_card[table.trump]
    for place in range(rules.players):
        hand = 0
        for slot in range(rules.tricks):
            hand |= 1 << np.int64(bits[table.deck[rules.positions[place, slot]]])
        table.hands[place] = hand


def make_play_tricks(choose: Callable[..., int]) -> Callable[..., None]:
    """The loop over the tricks of one round, for players who decide by `choose`.

    choose(rules, table, brains, place, legal) gives the bit of the card to play; `brains` is
    whatever those players need and is passed through.
    """

    @inner
    def play_tricks(rules: Rules, table: Table, brains: Any, leader: int) -> None:
        # Locals, because the compiler must expect any write to a record to change any field of it.
        players, out, must_trump = rules.players, table.out, rules.must_trump
        has_trump = table.trump != NO_TRUMP
        points_of_bit = rules.points[table.trump]
        for place in range(players):
            table.tricks[place] = 0
            table.points[place] = 0
        played = 0
        laid = 0
        for trick in range(rules.tricks):
            led = -1
            best = -1
            winner = leader
            points = 0
            place = leader
            table.played = played
            for _ in range(players):
                if place != out:
                    table.led = led
                    table.best = best
                    table.laid = laid
                    hand = table.hands[place]
                    legal = legal_cards(hand, led, must_trump)
                    bit = choose(rules, table, brains, place, legal)
                    led = lane_of(bit) if led < 0 else led
                    better = beats(bit, best, led, has_trump)
                    best = bit if better else best
                    winner = place if better else winner
                    points += points_of_bit[bit]
                    table.hands[place] = hand ^ (1 << bit)
                    played |= 1 << bit
                    table.log[laid] = bit
                    laid += 1
                place = place + 1 if place + 1 < players else 0
            table.tricks[winner] += 1
            table.points[winner] += points
            table.leaders[trick] = leader
            table.winners[trick] = winner
            leader = winner
        table.laid = laid

    return play_tricks


def make_play_deal(
    choose: Callable[..., int],
    bid_tricks: Callable[..., int],
    name_trump: Callable[..., int],
    discard: Callable[..., int],
) -> Callable[..., bool]:
    """Deal and play one round with players who decide by these functions.

    bid_tricks(rules, table, brains, place) -> tricks. name_trump(rules, table, brains, place,
    asked) -> 0 to pass, else 1 + 2 * suit + alone; `asked` is 1 or 2, the round of asking.
    discard(rules, table, brains) -> which of the dealer's slots goes for the turn-up card, or
    `rules.tricks` for the turn-up itself. The loop gives False if nobody ever calls.
    """
    play_tricks = make_play_tricks(choose)

    @inner
    def call_trump(rules: Rules, table: Table, brains: Any) -> bool:
        for asked in range(1, 3):
            for place in range(rules.players):
                call = name_trump(rules, table, brains, place, asked)
                if call > 0:
                    table.trump = (call - 1) // 2
                    table.caller = place
                    table.alone = (call - 1) % 2
                    if table.alone:
                        table.out = (place + 2) % 4
                    if asked == 1:
                        slot = discard(rules, table, brains)
                        if slot < rules.tricks:
                            dealer = rules.players - 1
                            table.deck[rules.positions[dealer, slot]] = table.turn_up
                    return True
        return False

    @inner
    def play_deal(rules: Rules, table: Table, brains: Any) -> bool:
        shuffle_deck(table, rules)
        leader = 0
        if rules.trump_code == NAMED:
            redeals = 0
            while not call_trump(rules, table, brains):
                redeals += 1
                if redeals == MOST_REDEALS:
                    return False
                shuffle_deck(table, rules)
            if table.alone:
                leader = (table.caller + 1) % rules.players
        if rules.bids_tricks:
            for place in range(rules.players):
                table.bids[place] = bid_tricks(rules, table, brains, place)
        pick_up_hands(table, rules)
        play_tricks(rules, table, brains, leader)
        return True

    return play_deal


__all__ = [
    "DEAL_STREAM",
    "beats",
    "legal_cards",
    "make_play_deal",
    "make_play_tricks",
    "pick_up_hands",
    "seed_streams",
    "shuffle_deck",
]
