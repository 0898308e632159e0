"""What each call, discard and card of a Euchre player is worth over many consistent deals.

A consistent deal gives every card that the player has not seen to somebody who may hold it. Each is
played out perfectly (`double_dummy.py`), which turns a choice into tricks, and tricks into
points. All choices meet the same deals.

Places count from the dealer's left as in `TABLE`: place 0 leads, place 3 deals.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.shuffles import k_shuffle
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import lane_of, lowest_bit
from neuroevo.games.kernels.deal import pick_up_hands
from neuroevo.games.kernels.trick import lane_of_trumps, trick_power
from neuroevo.kernel_cache import inner, kernel
from neuroevo.players.kernels.double_dummy import FRAME, MOST_FRAMES, best_tricks, next_playing
from neuroevo.players.kernels.playouts import PLAYOUT_STREAM
from neuroevo.players.kernels.worlds import Thought, count_ways, draw_exact, group_cards
from neuroevo.players.kernels.written import call_by_counting, cheapest_slot

DEALER = 3
NEEDED = 3
"""Tricks that the caller's side must take. A number, as the game's file is no part of what tells
the kernels' cache that they are old; a test holds the two together."""
MOST_REDRAWS = 20
"""Before the play, hands drawn until the others' passes fit them."""
CALLS = 9
"""A pass, and each suit with the partner or alone: 0, or 1 + 2 * suit + alone."""


@inner
def deal_unseen(rules: Rules, thought: Thought, held: np.ndarray, streams: np.ndarray) -> None:
    """Give the unseen cards to the others at random, so that nobody gets one he can't hold.

    The one place where hidden cards are drawn during the play: every consistent deal is equally
    likely. thought: after `count_ways`; the hands of its world are filled. held: (4,) int64, cards
    of which it is known who has them. streams: (1,) uint64.
    """
    world = thought.world[0]
    for place in range(4):
        world.hands[place] = held[place]
    world.streams[PLAYOUT_STREAM] = streams[0]
    draw_exact(rules, thought, world)
    streams[0] = world.streams[PLAYOUT_STREAM]


@inner
def set_frame(
    frame: np.ndarray, place: int, left: int, to_come: int, led: int, power: int, on_table: int
) -> None:
    """The position that a search starts from, with bounds that nothing lies outside of."""
    frame.place = place
    frame.left = left
    frame.to_come = to_come
    frame.led = led
    frame.power = power
    frame.on_table = on_table
    frame.alpha = -1
    frame.beta = left + 1


@inner
def deal_worth(rules: Rules, table: Table, frames: np.ndarray, worth: np.ndarray) -> float:
    """What a dealt and called table brings places 0 and 2, played perfectly from the first lead.

    worth: (2, 6) float64, the caller's side's points by alone and by its tricks.
    """
    pick_up_hands(table, rules)
    leader = (table.caller + 1) & 3 if table.alone else 0
    playing = 3 if table.out >= 0 else 4
    if table.out >= 0:
        table.hands[table.out] = 0
    set_frame(frames[0], leader, rules.tricks, playing, -1, -1, 0)
    # Two tricks are worth no more than none, so the search may stop when it is sure of either.
    if table.caller & 1:
        frames[0].alpha, frames[0].beta = 0, NEEDED
    else:
        frames[0].alpha, frames[0].beta = rules.tricks - NEEDED, rules.tricks
    tricks = best_tricks(table.hands, frames, table.out, lane_of_trumps(table.trump))
    if table.caller & 1:
        return -worth[table.alone, rules.tricks - tricks]
    return worth[table.alone, tricks]


@inner
def call_worth(
    rules: Rules,
    table: Table,
    frames: np.ndarray,
    worth: np.ndarray,
    place: int,
    call: int,
    takes_up: bool,
    slot: int,
) -> float:
    """What it brings places 0 and 2 if `place` makes this call.

    takes_up: whether the dealer takes the turn-up, laying the card in `slot` away (-1: his
    cheapest).
    """
    table.trump = (call - 1) // 2
    table.caller = place
    table.alone = (call - 1) % 2
    table.out = (place + 2) & 3 if table.alone else -1
    if not takes_up:
        return deal_worth(rules, table, frames, worth)
    away = slot
    if away < 0:
        away = cheapest_slot(rules, table, DEALER)
    if away == rules.tricks:
        return deal_worth(rules, table, frames, worth)
    at = rules.positions[DEALER, away]
    kept = table.deck[at]
    table.deck[at] = table.turn_up
    points = deal_worth(rules, table, frames, worth)
    table.deck[at] = kept
    return points


@inner
def pass_worth(
    rules: Rules, table: Table, frames: np.ndarray, worth: np.ndarray, place: int, asked: int
) -> float:
    """What it brings places 0 and 2 if `place` passes and all others call by rule from then on."""
    first = place + 1
    for again in range(asked, 3):
        for caller in range(first, 4):
            call = call_by_counting(rules, table, caller, again)
            if call > 0:
                return call_worth(rules, table, frames, worth, caller, call, again == 1, -1)
        first = 0
    return 0.0


@inner
def deal_deck(
    rules: Rules, table: Table, place: int, asked: int, unseen: np.ndarray, streams: np.ndarray
) -> None:
    """Before the play: give the unseen cards to everybody but `place`, in the deck's order.

    Hands on which a player before `place` would not have passed by rule are drawn again, though
    not for ever: he may call by other rules. asked: the round of asking, 0 if nobody's pass counts.
    """
    for _ in range(MOST_REDRAWS):
        k_shuffle(unseen, unseen.shape[0], streams, 0)
        at = 0
        for other in range(4):
            if other == place:
                continue
            for slot in range(rules.tricks):
                table.deck[rules.positions[other, slot]] = unseen[at]
                at += 1
        if all_passed(rules, table, place, asked):
            return


@inner
def all_passed(rules: Rules, table: Table, place: int, asked: int) -> bool:
    """Whether everybody who has passed when `place` is asked would have done so by rule."""
    for again in range(1, asked + 1):
        for other in range(place if again == asked else 4):
            if other != place and call_by_counting(rules, table, other, again) > 0:
                return False
    return True


@kernel
def weigh_calls(
    rules: Rules,
    table: Table,
    place: int,
    asked: int,
    may_say: np.ndarray,
    unseen: np.ndarray,
    worth: np.ndarray,
    key: np.uint64,
    samples: int,
    points: np.ndarray,
) -> None:
    """Add up what each call brings the place's side over many deals.

    table: with the place's own cards in the deck, the turn-up, and players' kinds for those who
    call by rule. asked: 1 or 2, the round of asking. may_say: (CALLS,) bool. unseen: (18,) int8
    card numbers. points: (CALLS,) float64, added to.
    """
    frames = np.zeros(MOST_FRAMES, dtype=FRAME)
    stream = np.zeros(1, dtype=np.uint64)
    side = 1 - 2 * (place & 1)
    for sample in range(samples):
        stream[0] = k_child_seed(key, sample)
        deal_deck(rules, table, place, asked, unseen, stream)
        points[0] += side * pass_worth(rules, table, frames, worth, place, asked)
        for call in range(1, CALLS):
            if may_say[call]:
                points[call] += side * call_worth(
                    rules, table, frames, worth, place, call, asked == 1, -1
                )


@kernel
def weigh_discards(
    rules: Rules,
    table: Table,
    caller: int,
    call: int,
    unseen: np.ndarray,
    worth: np.ndarray,
    key: np.uint64,
    samples: int,
    points: np.ndarray,
) -> None:
    """Add up what it brings the dealer's side to lay each of his six cards away.

    points: (6,) float64, added to; the last is the turn-up itself.
    """
    frames = np.zeros(MOST_FRAMES, dtype=FRAME)
    stream = np.zeros(1, dtype=np.uint64)
    for sample in range(samples):
        stream[0] = k_child_seed(key, sample)
        deal_deck(rules, table, DEALER, 0, unseen, stream)
        for slot in range(rules.tricks + 1):
            points[slot] -= call_worth(rules, table, frames, worth, caller, call, True, slot)


@kernel
def weigh_cards(
    rules: Rules,
    table: Table,
    thought: Thought,
    place: int,
    legal: int,
    hand: int,
    left: int,
    trick: np.ndarray,
    trick_places: np.ndarray,
    taken: np.ndarray,
    held: np.ndarray,
    worth: np.ndarray,
    key: np.uint64,
    samples: int,
    points: np.ndarray,
    tricks: np.ndarray,
) -> None:
    """Add up what each legal card brings the place's side over many deals.

    thought: with the voids, the others, their room and the unseen cards filled in. left: tricks to
    come, this one included. trick, trick_places: int64, the bits that lie there and who laid them.
    taken: (2,) int64, tricks of places 0 and 2, and of 1 and 3, so far. held: see `deal_unseen`.
    points, tricks: (64,) float64, added to by bit.
    """
    group_cards(rules, thought)
    count_ways(thought)
    hands = thought.world[0].hands
    frames = np.zeros(MOST_FRAMES, dtype=FRAME)
    stream = np.zeros(1, dtype=np.uint64)
    side = 1 - 2 * (place & 1)
    trump_lane = lane_of_trumps(table.trump)
    playing = 3 if table.out >= 0 else 4
    to_come = playing - trick.shape[0]
    led, power, on_table = -1, -1, 0
    for at in range(trick.shape[0]):
        if at == 0:
            led = lane_of(trick[0])
        power = max(power, trick_power(trick[at], trick_places[at], led, trump_lane))
        on_table |= 1 << trick[at]
    for sample in range(samples):
        stream[0] = k_child_seed(key, sample)
        deal_unseen(rules, thought, held, stream)
        cards = legal
        while cards:
            bit = lowest_bit(cards)
            cards &= cards - 1
            lane = lane_of(bit) if led < 0 else led
            after = max(power, trick_power(bit, place, lane, trump_lane))
            hands[place] = hand ^ (1 << bit)
            won = 0
            more = 0
            if to_come > 1:
                set_frame(
                    frames[0],
                    next_playing(place, table.out),
                    left,
                    to_come - 1,
                    lane,
                    after,
                    on_table | 1 << bit,
                )
                more = best_tricks(hands, frames, table.out, trump_lane)
            else:
                winner = after & 3
                won = 1 - (winner & 1)
                if left > 1:
                    set_frame(frames[0], winner, left - 1, playing, -1, -1, 0)
                    more = best_tricks(hands, frames, table.out, trump_lane)
            ours = taken[0] + won + more
            theirs = taken[0] + taken[1] + left - ours
            if table.caller < 0:
                brings = worth[0, ours] if ours > theirs else -worth[0, theirs]
            elif table.caller & 1:
                brings = -worth[table.alone, theirs]
            else:
                brings = worth[table.alone, ours]
            points[bit] += side * brings
            tricks[bit] += side * (ours - theirs)
