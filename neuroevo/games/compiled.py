"""A rule sheet as tables for the kernels, and the table at which a kernel plays.

The card numbers of `neuroevo.cards` become bits (see `bits.py`) by a table for each trump suit, in
which bowers, Sueca's seven and the like already stand in their true places. With that, one kernel
plays every game: the winner of a trick is the highest bit among trumps, else in the lane led.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from neuroevo.cards import SUITS
from neuroevo.cards.shuffles import MODEL_CODES, cut_limits
from neuroevo.games.kernels.bits import LANE_BITS, TRUMP_LANE
from neuroevo.games.orders import cost, height, price
from neuroevo.games.sheet import RuleSheet

NO_TRUMP = 4
"""The row of the tables for a game without trumps; rows 0 to 3 are the suits C, D, H, S."""

RANDOM_TRUMP, DEALER_FIRST, DEALER_LAST, TURN_UP, NAMED = 5, 6, 7, 8, 9
TRUMP_CODES = {
    "none": NO_TRUMP,
    "random": RANDOM_TRUMP,
    "dealer-first": DEALER_FIRST,
    "dealer-last": DEALER_LAST,
    "turn-up": TURN_UP,
    "named": NAMED,
    **{suit: index for index, suit in enumerate(SUITS)},
}


RULES = np.dtype(
    [
        ("players", np.int64),
        ("tricks", np.int64),
        ("cards", np.int64),  # in the deck
        ("ranks", np.int64),  # in a suit
        ("most_points", np.int64),  # what the dearest card is worth
        ("trump_code", np.int64),
        ("must_trump", np.bool_),
        ("fewest_wins", np.bool_),
        ("bids_tricks", np.bool_),
        ("partners", np.bool_),
        ("counts_points", np.bool_),  # whether any card is worth anything
        ("right_bower", np.int64),  # its bit, or -1
        ("deck", np.int8, 52),  # card numbers before the shuffle, then -1
        ("shuffle", np.int64),  # by which model: UNIFORM, RIFFLE or THESIS
        ("shuffles", np.int64),  # and how often
        ("cut_limits", np.uint64, 52),  # see `neuroevo.cards.shuffles`
        ("positions", np.int8, (4, 26)),  # where in the shuffled deck each place's cards lie
        # By trump (a suit, or NO_TRUMP), then by card number or by bit:
        ("bit_of_card", np.int8, (5, 52)),  # -1 for a card that the game does not have
        ("card_of_bit", np.int8, (5, 64)),
        ("points", np.int16, (5, 64)),
        ("height", np.int16, (5, 64)),  # `orders.height`
        ("cost", np.int16, (5, 64)),  # `orders.cost`
        ("price", np.int16, (5, 64)),  # `orders.price`
        ("values", np.int64),  # how many different points other than 0 cards have
        ("value", np.int64, 52),  # what they are
        ("cards_worth", np.int64, (5, 52)),  # and by trump the cards that have them, as bits
        ("whole", np.int64, 5),  # by trump, the whole deck as bits
    ],
    align=True,
)
"""A rule sheet for the kernels: one C-like record, passed by pointer and never counted."""

TABLE = np.dtype(
    [
        ("deck", np.int8, 52),  # shuffled card numbers
        ("seat", np.int64, 4),  # which seat each place is; rotation moves this
        ("kind", np.int64, 4),  # how the player in each place decides (see neuroevo.players)
        ("manner", np.int32, 4),  # if it is a Monte-Carlo player: which of the manners known
        ("architecture", np.int32, 4),  # and if it is a network: which of the shapes known,
        ("brain", np.int64, 4),  # and the address of its weights
        ("choose", np.int64, 4),  # the address of the function by which each place decides
        ("voice", np.int64, 4),  # and that of the functions by which it bids
        ("thought", np.int64),  # the address of what the thread's Monte-Carlo players think with
        ("mind", np.int64),  # and that of what its scoring networks think with
        ("row", np.int64),  # the number of the round
        ("streams", np.uint64, 5),  # the places' random streams, then the dealer's
        ("hands", np.int64, 4),  # the cards that each place still holds, as bits
        ("tricks", np.int64, 4),  # taken so far
        ("points", np.int64, 4),  # taken so far
        ("bids", np.int64, 4),
        ("trump", np.int64),  # a suit, or NO_TRUMP
        ("turn_up", np.int64),  # a card number, or -1
        ("caller", np.int64),  # the place that made trumps, or -1
        ("alone", np.int64),
        ("laid_away", np.int64),  # the card that the dealer laid away for the turn-up, or -1
        ("out", np.int64),  # the lone caller's partner, or -1
        ("led", np.int64),  # the lane led, or -1 before the lead
        ("power", np.int64),  # of the card that wins the trick so far (`trick_power`), or -1
        ("in_trick", np.int64),  # the cards that lie there, as bits
        ("worth", np.int64),  # the points in it
        ("trick", np.int64),  # the number of the trick
        # Only where a round is played card by card (`lay_card`):
        ("turn", np.int64),  # the place to play, or -1 at the end
        ("played", np.int64),  # the cards of earlier tricks, as bits
        ("laid", np.int64),  # how many cards have been laid in the round, this trick's included
        ("before", np.int64),  # and how many before this trick
        ("log", np.int8, 52),  # their bits in the order of play
        ("leaders", np.int8, 26),  # who led each trick
        ("winners", np.int8, 26),  # who took it
        ("taken_with", np.int8, 26),  # and the bit of the card he took it with
        # What all have seen, kept for whoever asks (`learn` in players/kernels/worlds.py):
        ("voids", np.int64, 4),  # by place, the lanes that it has shown to lack, as bits
        ("tricks_learned", np.int64),  # finished tricks that went into it, or -1 in a new round
    ],
    align=True,
)
"""What changes while a kernel plays; made once and used for many rounds.

A place counts from the leader of the round's first trick: place 0 leads it, the last place deals.
"""

Rules = Any
"""A record of dtype RULES."""
Table = Any
"""A record of dtype TABLE."""


@lru_cache(maxsize=64)
def _compile(sheet: RuleSheet, players: int) -> Rules:
    deck = sheet.deck(players)
    size = sheet.cards_each(players)
    rules = np.zeros(1, dtype=RULES)[0]
    rules["players"] = players
    rules["tricks"] = size
    rules["cards"] = len(deck)
    rules["ranks"] = len(sheet.ranks)
    rules["most_points"] = max(map(sheet.points, deck))
    rules["trump_code"] = TRUMP_CODES[sheet.trump]
    rules["must_trump"] = sheet.follow == "suit-or-trump" and sheet.trump != "none"
    rules["fewest_wins"] = sheet.fewest_wins
    rules["bids_tricks"] = sheet.bids_tricks
    rules["partners"] = sheet.partners
    rules["counts_points"] = sheet.has_card_points
    rules["right_bower"] = LANE_BITS * TRUMP_LANE + len(sheet.ranks) + 1 if sheet.bowers else -1
    rules["deck"][:] = -1
    rules["deck"][: len(deck)] = [card.number for card in deck]
    rules["shuffle"] = MODEL_CODES[sheet.shuffle.model]
    rules["shuffles"] = sheet.shuffle.times
    rules["cut_limits"][: len(deck)] = cut_limits(sheet.shuffle, len(deck))
    rules["positions"][:players, :size] = sheet.deal_positions(players)
    values = sorted({sheet.points(card) for card in deck} - {0})
    rules["values"] = len(values)
    rules["value"][: len(values)] = values
    rules["bit_of_card"][:] = -1
    rules["card_of_bit"][:] = -1
    for row, trump in enumerate([*SUITS, None]):
        lanes = lanes_of_suits(trump)
        for card in deck:
            lane = lanes[sheet.suit_of(card, trump)]
            bit = LANE_BITS * lane + sheet.strength(card, trump)
            rules["bit_of_card"][row, card.number] = bit
            rules["card_of_bit"][row, bit] = card.number
            rules["points"][row, bit] = sheet.points(card)
            if sheet.points(card):
                rules["cards_worth"][row, values.index(sheet.points(card))] |= 1 << bit
            rules["height"][row, bit] = height(sheet, card, trump)
            rules["cost"][row, bit] = cost(sheet, card, trump)
            rules["price"][row, bit] = price(sheet, card, trump)
            rules["whole"][row] |= 1 << bit
    return rules


def compile_rules(sheet: RuleSheet, players: int) -> Rules:
    """The sheet's tables for this many players."""
    sheet.check_players(players)
    return _compile(sheet, players)


@lru_cache(maxsize=64)
def plain_rules(sheet: RuleSheet, players: int) -> SimpleNamespace:
    """The same tables for plain Python: fields as attributes, and numbers that do not overflow."""
    rules = compile_rules(sheet, players)
    fields = {name: rules[name] for name in RULES.names or ()}
    return SimpleNamespace(
        **{name: one.item() if one.ndim == 0 else one for name, one in fields.items()}
        | {"whole": rules["whole"].tolist()}
    )


def lanes_of_suits(trump: str | None) -> dict[str, int]:
    """Which lane each suit has: trumps the last, the others in their order before it."""
    others = [suit for suit in SUITS if suit != trump]
    lanes = {suit: lane for lane, suit in enumerate(others)}
    if trump is not None:
        lanes[trump] = TRUMP_LANE
    return lanes


def new_table() -> Table:
    """An empty table, for any game."""
    return np.zeros(1, dtype=TABLE)[0]
