"""The kernel: the referee's rules as small compiled functions, the same for every game.

`make_play_tricks` and `make_play_deal` take the functions by which players decide and give the loop
that plays with them, so that one text serves random play-outs and every rule player, and the
compiler sees each of them whole. `lay_card` plays the same rules one card at a time. Everything
works on `Rules` and `Table` of `compiled.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.kernels.shuffles import k_shuffle_by
from neuroevo.cards.kernels.streams import k_below, k_child_seed
from neuroevo.games.compiled import (
    DEALER_FIRST,
    DEALER_LAST,
    NAMED,
    NO_TRUMP,
    RANDOM_TRUMP,
    Rules,
    Table,
)
from neuroevo.games.kernels.bits import (
    TRUMP_LANE,
    TRUMP_MASK,
    all_ones_if_zero,
    count_bits,
    first_unless_empty,
    lane_mask,
    lane_of,
    larger,
    next_place,
)
from neuroevo.games.referee import MOST_REDEALS
from neuroevo.kernel_cache import inner, inner_for

NO_LANE = 8
DEAL_STREAM = 4
"""The dealer's place in `Table.streams`."""


@inner
def legal_cards(hand: int, led: int, must_trump: bool) -> int:
    """The cards of the hand that may be played when this lane was led."""
    otherwise = hand
    if must_trump:
        otherwise = first_unless_empty(hand & TRUMP_MASK, hand)
    return first_unless_empty(hand & lane_mask(led), otherwise)


@inner
def trick_power(bit: int, place: int, led: int, trump_lane: int) -> int:
    """A number that is larger for the better card, with the place in its last two bits.

    Trumps have the highest bits of all, so among the cards that count the higher bit wins. A card
    that is neither of the lane led nor a trump has power 0.
    """
    lane = lane_of(bit)
    counts = all_ones_if_zero(lane ^ led) | all_ones_if_zero(lane ^ trump_lane)
    return ((bit << 2) | place) & counts


@inner
def lane_of_trumps(trump: int) -> int:
    """The lane that trumps lie in; a lane that no card has where there are none."""
    return TRUMP_LANE if trump != NO_TRUMP else NO_LANE


@inner
def seed_streams(table: Table, rules: Rules, deal_key: np.uint64, rotation: int) -> None:
    """Give the dealer and every place its stream, and each place its seat, for one rotation."""
    table.streams[DEAL_STREAM] = k_child_seed(deal_key, 0)
    for place in range(rules.players):
        seat = (place + rotation) % rules.players
        table.seat[place] = seat
        table.streams[place] = k_child_seed(deal_key, 1 + rotation * rules.players + seat)


@inner
def shuffle_deck(table: Table, rules: Rules) -> None:
    """Shuffle a fresh deck with the dealer's stream, and see what is turned up."""
    table.deck[:] = rules.deck
    k_shuffle_by(
        table.deck,
        rules.cards,
        rules.shuffle,
        rules.shuffles,
        rules.cut_limits,
        table.streams,
        DEAL_STREAM,
    )
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


@inner
def dealt_card(rules: Rules, table: Table, place: int, slot: int) -> int:
    """The number of a card in a dealt hand; the dealer's slot after the last is the turn-up."""
    if slot == rules.tricks:
        return np.int64(table.turn_up)
    return np.int64(table.deck[rules.positions[place, slot]])


def make_play_tricks(choose: Callable[..., int], record: bool = True) -> Callable[..., None]:
    """The loop over the tricks of one round, for players who decide by `choose`.

    choose(rules, table, brains, place, legal) gives the bit of the card to play; `brains` is
    whatever those players need and is passed through. record: keep `table` up to date on the trick
    and on what was played; players who look at nothing but their legal cards need none of it.
    """

    @inner_for(choose, record)
    def play_tricks(rules: Rules, table: Table, brains: Any, leader: int) -> None:
        # Locals, because the compiler must expect any write to a record to change any field of it.
        players, out, must_trump = rules.players, table.out, rules.must_trump
        trump_lane = lane_of_trumps(table.trump)
        points_of_bit = rules.points[table.trump]
        for place in range(players):
            table.tricks[place] = 0
            table.points[place] = 0
        table.played = 0
        table.leaders[0] = leader
        laid = 0
        for trick in range(rules.tricks):
            if record:
                table.led = -1
                table.best = -1
                table.in_trick = 0
                table.laid = laid
                table.before = laid
            hand = table.hands[leader]
            bit = choose(rules, table, brains, leader, hand)
            table.hands[leader] = hand ^ (1 << bit)
            led = lane_of(bit)
            best = trick_power(bit, leader, led, trump_lane)
            points = np.int64(points_of_bit[bit])
            in_trick = 1 << bit
            if record:
                table.log[laid] = bit
                table.leaders[trick] = leader
                table.led = led
            laid += 1
            place = leader
            for _ in range(players - 1):
                place = next_place(place, players)
                if place == out:
                    continue
                if record:
                    table.best = best >> 2
                    table.power = best
                    table.in_trick = in_trick
                    table.laid = laid
                hand = table.hands[place]
                bit = choose(rules, table, brains, place, legal_cards(hand, led, must_trump))
                table.hands[place] = hand ^ (1 << bit)
                best = larger(best, trick_power(bit, place, led, trump_lane))
                points += points_of_bit[bit]
                in_trick |= 1 << bit
                if record:
                    table.log[laid] = bit
                laid += 1
            leader = best & 3
            table.tricks[leader] += 1
            table.points[leader] += points
            if record:
                table.winners[trick] = leader
                table.taken_with[trick] = best >> 2
                table.played |= in_trick
        table.laid = laid

    return play_tricks


def make_open_round(
    bid_tricks: Callable[..., int], name_trump: Callable[..., int], discard: Callable[..., int]
) -> Callable[..., int]:
    """All that comes before the first lead: shuffle, deal, name trumps, bid, pick up the hands.

    bid_tricks(rules, table, brains, place) -> tricks. name_trump(rules, table, brains, place,
    asked) -> 0 to pass, else 1 + 2 * suit + alone; `asked` is 1 or 2, the round of asking.
    discard(rules, table, brains) -> which of the dealer's slots goes for the turn-up card, or
    `rules.tricks` for the turn-up itself. Gives the place that leads, or -1 if nobody ever calls.
    """

    @inner_for(name_trump, discard)
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

    @inner_for(bid_tricks, name_trump, discard)
    def open_round(rules: Rules, table: Table, brains: Any) -> int:
        shuffle_deck(table, rules)
        leader = 0
        if rules.trump_code == NAMED:
            redeals = 0
            while not call_trump(rules, table, brains):
                redeals += 1
                if redeals == MOST_REDEALS:
                    return -1
                shuffle_deck(table, rules)
            if table.alone:
                leader = (table.caller + 1) % rules.players
        if rules.bids_tricks:
            for place in range(rules.players):
                table.bids[place] = bid_tricks(rules, table, brains, place)
        pick_up_hands(table, rules)
        return leader

    return open_round


def make_play_deal(
    choose: Callable[..., int], open_round: Callable[..., int], record: bool = True
) -> Callable[..., bool]:
    """Deal and play one round with players who decide by these functions.

    The loop gives False if nobody ever calls. record: see `make_play_tricks`.
    """
    play_tricks = make_play_tricks(choose, record)

    @inner_for(choose, open_round, record)
    def play_deal(rules: Rules, table: Table, brains: Any) -> bool:
        leader = open_round(rules, table, brains)
        if leader < 0:
            return False
        play_tricks(rules, table, brains, leader)
        return True

    return play_deal


def make_play_on(choose: Callable[..., int]) -> Callable[..., int]:
    """The rest of a round from the middle of a trick, for players who decide by `choose`.

    For random players there is a faster one, `players.kernels.playouts.rest_at_random`.
    """

    @inner_for(choose)
    def play_on(
        rules: Rules,
        table: Table,
        brains: Any,
        place: int,
        led: int,
        power: int,
        worth: int,
        in_trick: int,
        own: int,
    ) -> int:
        """What the places in the set `own` take from here on: points where cards have them, else
        tricks. place: whose turn it is; led, power, worth, in_trick: of the trick as it lies."""
        players, out, must_trump = rules.players, table.out, rules.must_trump
        trump_lane = lane_of_trumps(table.trump)
        points_of_bit = rules.points[table.trump]
        counts_points = rules.counts_points
        gained = 0
        tricks = count_bits(table.hands[place])
        begun = in_trick != 0
        missing = players - count_bits(in_trick) - (1 if out >= 0 else 0)
        for _ in range(tricks):
            if not begun:
                table.led = -1
                table.best = -1
                table.in_trick = 0
                hand = table.hands[place]
                bit = choose(rules, table, brains, place, hand)
                table.hands[place] = hand ^ (1 << bit)
                led = lane_of(bit)
                power = trick_power(bit, place, led, trump_lane)
                worth = np.int64(points_of_bit[bit])
                in_trick = 1 << bit
                missing = players - 1 - (1 if out >= 0 else 0)
                place = next_place(place, players)
            for _ in range(missing):
                if place == out:
                    place = next_place(place, players)
                table.led = led
                table.best = power >> 2
                table.power = power
                table.in_trick = in_trick
                hand = table.hands[place]
                bit = choose(rules, table, brains, place, legal_cards(hand, led, must_trump))
                table.hands[place] = hand ^ (1 << bit)
                power = larger(power, trick_power(bit, place, led, trump_lane))
                worth += points_of_bit[bit]
                in_trick |= 1 << bit
                place = next_place(place, players)
            begun = False
            place = power & 3
            gained += (worth if counts_points else 1) * ((own >> place) & 1)
            table.played |= in_trick
        return gained

    return play_on


@inner
def start_play(rules: Rules, table: Table, leader: int) -> None:
    """Begin a round that is played card by card, with `lay_card`."""
    for place in range(rules.players):
        table.tricks[place] = 0
        table.points[place] = 0
    table.played = 0
    table.laid = 0
    table.trick = 0
    start_trick(table, leader)


@inner
def start_trick(table: Table, leader: int) -> None:
    """An empty trick, and whose lead it is."""
    table.leaders[table.trick] = leader
    table.turn = leader
    table.before = table.laid
    table.led = -1
    table.best = -1
    table.power = -1
    table.in_trick = 0
    table.worth = 0


@inner
def legal_now(rules: Rules, table: Table) -> int:
    """What the place whose turn it is may play."""
    hand = table.hands[table.turn]
    return hand if table.led < 0 else legal_cards(hand, table.led, rules.must_trump)


@inner
def lay_card(rules: Rules, table: Table, bit: int) -> None:
    """Lay a card for the place whose turn it is, and see whose turn is next (-1 at the end).

    The same rules as `play_tricks`, one card at a time, for rounds that wait for an answer.
    """
    place = table.turn
    if table.led < 0:
        table.led = lane_of(bit)
    power = trick_power(bit, place, table.led, lane_of_trumps(table.trump))
    table.power = larger(table.power, power)
    table.best = table.power >> 2
    table.hands[place] ^= 1 << bit
    table.in_trick |= 1 << bit
    table.worth += rules.points[table.trump, bit]
    table.log[table.laid] = bit
    table.laid += 1
    place = next_place(place, rules.players)
    if place == table.out:
        place = next_place(place, rules.players)
    table.turn = place
    playing = rules.players - (1 if table.out >= 0 else 0)
    if table.laid - table.before == playing:
        winner = table.power & 3
        table.winners[table.trick] = winner
        table.taken_with[table.trick] = table.best
        table.tricks[winner] += 1
        table.points[winner] += table.worth
        table.played |= table.in_trick
        table.trick += 1
        if table.trick < rules.tricks:
            start_trick(table, winner)
        else:
            table.turn = -1


__all__ = [
    "DEAL_STREAM",
    "dealt_card",
    "lane_of_trumps",
    "lay_card",
    "legal_cards",
    "legal_now",
    "make_open_round",
    "make_play_deal",
    "make_play_on",
    "make_play_tricks",
    "pick_up_hands",
    "seed_streams",
    "shuffle_deck",
    "start_play",
    "trick_power",
]
