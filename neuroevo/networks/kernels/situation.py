"""`Situation`, compiled: who may beat a card, and how likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import TRUMP_LANE, count_bits, lane_mask, lane_of, next_place
from neuroevo.kernel_cache import inner
from neuroevo.networks.situation import chance_of_none
from neuroevo.players.kernels.worlds import learn

SITUATION = np.dtype(
    [
        # As in THOUGHT, and filled by the same `learn`:
        ("voids", np.int64, 4),  # by place, the lanes that it has shown to lack, as bits
        ("others", np.int64, 3),  # the other places, in the order of play after the own
        ("room", np.int64, 4),  # cards that each of the others holds; and the pack
        ("unseen", np.int64),  # the cards that can't be seen, as bits
        ("space", np.int64, 4),  # by lane, the places in which its unseen cards may lie
        ("lacks", np.float32, (4, 3)),  # by lane and other, the chance that he has none of it
        ("to_come", np.int64),  # how many others are still to play to the trick
        ("partner_to_come", np.int64),  # which of the others the partner is, or -1 if he has played
        ("rivals", np.int64),  # how many rivals there are: others but the partner
        ("rival", np.int64, 3),  # which of the others they are
        ("rivals_to_come", np.int64),  # how many of these are still to play
        ("rival_to_come", np.int64, 3),  # and which
    ],
    align=True,
)
"""What a seat knows and concludes before it plays: one record a thread, passed by pointer."""

Now = Any
"""A record of dtype SITUATION."""

_MOST_ROOM, _MOST_HELD, _MOST_CARDS = 52, 26, 14
NONE_OF = np.array(
    [
        [
            [
                chance_of_none(room, held, cards) if held <= room and cards <= room else 0.0
                for cards in range(_MOST_CARDS + 1)
            ]
            for held in range(_MOST_HELD + 1)
        ]
        for room in range(_MOST_ROOM + 1)
    ],
    dtype=np.float32,
)
"""`chance_of_none` by room, cards held, and cards."""


@inner
def has_none(now: Now, other: int, lane: int, cards: int) -> np.float32:
    """`Situation.has_none`."""
    if (now.voids[now.others[other]] >> lane) & 1:
        return np.float32(1)
    return NONE_OF[now.space[lane], now.room[other], cards]


@inner
def unseen_of(now: Now, lane: int) -> int:
    """How many cards of a lane are unseen."""
    return count_bits(now.unseen & lane_mask(lane))


@inner
def survey(rules: Rules, table: Table, now: Now, place: int) -> None:
    """Conclude all that does not depend on a card."""
    learn(rules, table, now, place)
    others = rules.players - 1
    for lane in range(4):
        space = now.room[3]
        for other in range(others):
            if not (now.voids[now.others[other]] >> lane) & 1:
                space += now.room[other]
        now.space[lane] = space
        cards = unseen_of(now, lane)
        for other in range(others):
            now.lacks[lane, other] = has_none(now, other, lane, cards)
    playing = rules.players - (1 if table.out >= 0 else 0)
    now.to_come = playing - 1 - count_bits(table.in_trick)
    now.rivals = 0
    now.rivals_to_come = 0
    now.partner_to_come = -1
    left = now.to_come
    one = place
    for other in range(others):
        one = next_place(one, rules.players)
        if one == table.out:
            continue
        if not (rules.partners and one ^ place == 2):
            now.rival[now.rivals] = other
            now.rivals += 1
            if left > 0:
                now.rival_to_come[now.rivals_to_come] = other
                now.rivals_to_come += 1
        elif left > 0:
            now.partner_to_come = other
        left -= 1


@inner
def can_ruff(table: Table, now: Now, other: int, led: int, trumps: int) -> np.float32:
    """`Situation.can_ruff`."""
    if table.trump == NO_TRUMP or led == TRUMP_LANE:
        return np.float32(0)
    return now.lacks[led, other] * (np.float32(1) - has_none(now, other, TRUMP_LANE, trumps))


@inner
def can_beat(
    table: Table, now: Now, other: int, lane: int, led: int, higher: int, trumps: int
) -> np.float32:
    """`Situation.can_beat`, of a card in this lane that so many unseen ones of its lane beat."""
    if lane != led:
        return can_ruff(table, now, other, led, higher)
    follows = np.float32(1) - has_none(now, other, led, higher)
    return follows + can_ruff(table, now, other, led, trumps)


@inner
def higher_unseen(now: Now, bit: int) -> int:
    """How many unseen cards of its suit beat a card."""
    return count_bits(now.unseen & lane_mask(lane_of(bit)) & ~((2 << bit) - 1))


@inner
def holds_up(table: Table, now: Now, bit: int) -> np.float32:
    """`Situation.holds_up`."""
    lane = lane_of(bit)
    led = table.led if table.led >= 0 else lane
    higher, trumps = higher_unseen(now, bit), unseen_of(now, TRUMP_LANE)
    chance = np.float32(1)
    for number in range(now.rivals_to_come):
        other = now.rival_to_come[number]
        chance *= np.float32(1) - can_beat(table, now, other, lane, led, higher, trumps)
    return chance


@inner
def partner_can_win(table: Table, now: Now, best: int) -> np.float32:
    """`Situation.partner_can_win`; best: the bit of the best card that lies there then."""
    if now.partner_to_come < 0:
        return np.float32(0)
    lane = lane_of(best)
    led = table.led if table.led >= 0 else lane
    higher, trumps = higher_unseen(now, best), unseen_of(now, TRUMP_LANE)
    return can_beat(table, now, now.partner_to_come, lane, led, higher, trumps)


@inner
def ruff_risk(table: Table, now: Now, bit: int) -> np.float32:
    """`Situation.ruff_risk`."""
    led = table.led if table.led >= 0 else lane_of(bit)
    trumps = unseen_of(now, TRUMP_LANE)
    safe = np.float32(1)
    for number in range(now.rivals_to_come):
        safe *= np.float32(1) - can_ruff(table, now, now.rival_to_come[number], led, trumps)
    return np.float32(1) - safe
