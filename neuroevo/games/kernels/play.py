"""The kernel: the referee's rules as small compiled functions, the same for every game.

`make_play_on` takes the function by which players decide and returns the loop that plays a round
with them to its end, so that one text serves random play-outs and every player, and the compiler
sees each of them whole. `lay_card` plays the same rules one card at a time, for rounds that wait
for an answer. Both stand on the trick of `trick.py`, and on `Rules` and `Table` of `compiled.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import count_bits, next_place
from neuroevo.games.kernels.trick import (
    Trick,
    best_of,
    joined_by,
    lane_of_trumps,
    led_with,
    legal_cards,
    no_trick,
    place_after,
    places_playing,
    show_trick,
    trick_at,
    winner_of,
)
from neuroevo.kernel_cache import inner, inner_for


def make_play_on(
    choose: Callable[..., int], seen: bool = True, logged: bool = True
) -> Callable[..., None]:
    """The rest of a round from the middle of a trick, for players who decide by `choose`.

    choose(rules, table, brains, place, legal) returns the bit of the card to play; `brains` is
    whatever those players need and is passed through. seen: keep `table` up to date on the trick
    and on what was played, for players who look at more than their legal cards. logged: also keep
    the log of cards, leaders and winners. What each place takes is added to its tricks and points.
    """

    @inner_for(choose, seen, logged)
    def play_on(rules: Rules, table: Table, brains: Any, place: int, trick: Trick) -> None:
        # Locals, because the compiler must expect any write to a record to change any field of it.
        players, out, must_trump = rules.players, table.out, rules.must_trump
        trump_lane = lane_of_trumps(table.trump)
        points = rules.points[table.trump]
        laid, number = table.laid, table.trick
        missing = places_playing(rules, table) - count_bits(trick.cards)
        for _ in range(count_bits(table.hands[place])):
            if trick.cards == 0:
                if seen:
                    show_trick(table, trick)
                if logged:
                    table.laid = laid
                    table.before = laid
                    table.leaders[number] = place
                hand = table.hands[place]
                bit = choose(rules, table, brains, place, hand)
                table.hands[place] = hand ^ (1 << bit)
                trick = led_with(bit, place, points, trump_lane)
                if logged:
                    table.log[laid] = bit
                    laid += 1
                missing = places_playing(rules, table) - 1
                place = next_place(place, players)
            for _ in range(missing):
                if place == out:
                    place = next_place(place, players)
                if seen:
                    show_trick(table, trick)
                if logged:
                    table.laid = laid
                hand = table.hands[place]
                legal = legal_cards(hand, trick.led, must_trump)
                bit = choose(rules, table, brains, place, legal)
                table.hands[place] = hand ^ (1 << bit)
                trick = joined_by(trick, bit, place, points, trump_lane)
                if logged:
                    table.log[laid] = bit
                    laid += 1
                place = next_place(place, players)
            place = winner_of(trick)
            table.tricks[place] += 1
            table.points[place] += trick.worth
            if seen:
                table.played |= trick.cards
            if logged:
                table.winners[number] = place
                table.taken_with[number] = best_of(trick)
                number += 1
            trick = no_trick()
        table.laid = laid
        table.trick = number

    return play_on


def make_play_tricks(choose: Callable[..., int], seen: bool = True) -> Callable[..., None]:
    """All tricks of one round, for players who decide by `choose`; seen: see `make_play_on`."""
    play_on = make_play_on(choose, seen, seen)

    @inner_for(choose, seen)
    def play_tricks(rules: Rules, table: Table, brains: Any, leader: int) -> None:
        start_round(rules, table)
        table.leaders[0] = leader
        play_on(rules, table, brains, leader, no_trick())

    return play_tricks


@inner
def start_round(rules: Rules, table: Table) -> None:
    """Nothing played and nothing taken yet."""
    for place in range(rules.players):
        table.tricks[place] = 0
        table.points[place] = 0
    table.played = 0
    table.laid = 0
    table.trick = 0
    table.tricks_learned = -1


@inner
def start_play(rules: Rules, table: Table, leader: int) -> None:
    """Begin a round that is played card by card, with `lay_card`."""
    start_round(rules, table)
    start_trick(table, leader)


@inner
def start_trick(table: Table, leader: int) -> None:
    """An empty trick, and whose lead it is."""
    table.leaders[table.trick] = leader
    table.turn = leader
    table.before = table.laid
    show_trick(table, no_trick())


@inner
def legal_now(rules: Rules, table: Table) -> int:
    """What the place whose turn it is may play."""
    hand = table.hands[table.turn]
    return hand if table.led < 0 else legal_cards(hand, table.led, rules.must_trump)


@inner
def lay_card(rules: Rules, table: Table, bit: int) -> None:
    """Lay a card for the place whose turn it is, and see whose turn is next (-1 at the end)."""
    place, points = table.turn, rules.points[table.trump]
    trump_lane = lane_of_trumps(table.trump)
    if table.led < 0:
        trick = led_with(bit, place, points, trump_lane)
    else:
        trick = joined_by(trick_at(table), bit, place, points, trump_lane)
    show_trick(table, trick)
    table.hands[place] ^= 1 << bit
    table.log[table.laid] = bit
    table.laid += 1
    table.turn = place_after(rules, table, place)
    if table.laid - table.before == places_playing(rules, table):
        winner = winner_of(trick)
        table.winners[table.trick] = winner
        table.taken_with[table.trick] = best_of(trick)
        table.tricks[winner] += 1
        table.points[winner] += trick.worth
        table.played |= trick.cards
        table.trick += 1
        if table.hands[winner] != 0:
            start_trick(table, winner)
        else:
            table.turn = -1
