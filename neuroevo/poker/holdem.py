"""Texas Hold'em (case study, section CS24.7, extension 3): two cards each, five on the board.

The chance to win, to tie, and the share of the pot with ties divided, against one to nine opponents
who hold given cards, a hand of a range, or any hand. All boards are gone through where that takes a
few seconds at most; else they are dealt at random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Card, card_from_number, first_repeated, format_hand, parse_hand
from neuroevo.errors import BadInput
from neuroevo.limits import MOST_TRIALS, check_range, check_seed, count_workers
from neuroevo.poker.blocks import Tally, tally_runs
from neuroevo.poker.controls import opponents_below, plain_chance
from neuroevo.poker.hands import cards_without, deal_hand
from neuroevo.poker.kernels.holdem import BOARD, count_boards, count_hands, deal_holdem
from neuroevo.poker.kernels.ranks import CARD_MASKS
from neuroevo.poker.odds import DEFAULT_RUNS, LastRun, Odds, choose_method, compared
from neuroevo.poker.ranges import ANY, Combo, parse_range
from neuroevo.poker.rules import find_rules
from neuroevo.poker.tables import card_numbers

MOST_OPPONENTS = 9
EXACT_WORK = 4_000_000_000
"""So many boards times hands of the opponents are gone through, at most, to be exact."""

CardNumbers = NDArray[np.int64]


@dataclass(frozen=True)
class HoldemOdds(Odds):
    """`share` is the part of the pot to expect: a win, or an equal part of a tie."""

    share: float = 0.0
    share_se: float = 0.0
    board: tuple[Card, ...] = ()
    opponents: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return super().as_dict() | {
            "share": self.share,
            "share_se": None if math.isnan(self.share_se) else self.share_se,
            "board": format_hand(self.board),
            "opponents": list(self.opponents),
        }


@dataclass(frozen=True)
class Table:
    """Who sits there with what: numbers of cards, and each opponent's possible hands."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    ranges: tuple[tuple[Combo, ...], ...]

    @property
    def known(self) -> tuple[Card, ...]:
        """The user's cards and those on the board."""
        return self.hand + self.board

    @property
    def missing(self) -> int:
        """How many cards of the board are still to come."""
        return BOARD - len(self.board)

    def combos(self, ranges: Sequence[Sequence[Combo]]) -> tuple[CardNumbers, CardNumbers]:
        """All hands of these opponents (hands, 2), and where each opponent's begin, and the end."""
        rows = [[one.number, other.number] for hands in ranges for one, other in hands]
        starts = np.cumsum([0, *(len(hands) for hands in ranges)])
        return np.array(rows, dtype=np.int64).reshape(-1, 2), starts.astype(np.int64)


def holdem_odds(
    hand: str | Iterable[Card] | None = None,
    players: int | None = None,
    board: str | Iterable[Card] = "",
    opponents: Sequence[str] = (),
    method: str | None = None,
    runs: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    show: bool = False,
) -> HoldemOdds:
    """The chance to win with two cards and a board of none to five cards.

    opponents: a range for each, such as "KS KD" or "AKs, TT+"; those not given hold any hand.
    players: all, you included; by default one more than opponents are given, at least two.

    >>> found = holdem_odds("AS AD", opponents=["KS KD"])
    >>> f"{found.win:.5f} {found.tie:.5f} {found.share:.5f}"
    '0.82365 0.00544 0.82637'
    """
    check_seed(seed)
    workers = count_workers(workers)
    if runs is not None:
        check_range("runs", runs, 1, MOST_TRIALS)
    table, names = seat_table(hand, players, board, opponents, seed)
    work = exact_work(table)
    method = choose_method(method, runs, work <= EXACT_WORK)
    if method == "exact" and work > EXACT_WORK:
        raise BadInput(
            f"exact would take {work:.1e} comparisons; use simulate, smaller ranges or more board"
        )
    deck: Tally | None = None
    count = 0
    if method == "exact":
        tally = exact_tally(table, workers)
        deals = int(tally.sum())
        how = f"exact: all {deals:,} deals" if deals < 10**9 else f"exact: all {deals:.3g} deals"
        if show:
            _, deck = simulated_tally(table, 1, seed, 1)
    else:
        count = runs if runs is not None else DEFAULT_RUNS
        tally, deck = simulated_tally(table, count, seed, workers)
        how = f"simulated: {count:,} runs"
    return _odds(table, names, tally, method, count, how, deck if show else None)


def seat_table(
    hand: str | Iterable[Card] | None,
    players: int | None,
    board: str | Iterable[Card],
    opponents: Sequence[str],
    seed: int,
) -> tuple[Table, tuple[str, ...]]:
    """Read and check what is given; the opponents' ranges as text come with it."""
    if hand is None:
        cards = deal_hand(seed, 2)
    else:
        cards = parse_hand(hand if isinstance(hand, str) else format_hand(hand))
    if len(cards) != 2:
        raise BadInput(f"a hold'em hand has 2 cards, not {len(cards)}: such as 'AS AD'")
    shown = parse_hand(board if isinstance(board, str) else format_hand(board))
    if len(shown) not in (0, 3, 4, 5):
        raise BadInput(f"the board has 0, 3, 4 or 5 cards, not {len(shown)}")
    twice = first_repeated((*cards, *shown))
    if twice is not None:
        raise BadInput(f"{twice} is both in the hand and on the board")
    number = players - 1 if players is not None else max(1, len(opponents))
    if not 1 <= number <= MOST_OPPONENTS:
        raise BadInput(f"players must be from 2 to {MOST_OPPONENTS + 1}, not {number + 1}")
    if len(opponents) > number:
        raise BadInput(f"{len(opponents)} opponents are given, but only {number} play")
    names = (*opponents, *[ANY] * (number - len(opponents)))
    known = {*cards, *shown}
    ranges = []
    for place, text in enumerate(names, start=1):
        left = tuple(combo for combo in parse_range(text) if not known & {*combo})
        if not left:
            raise BadInput(f"opponent {place} can't hold {text!r}: its cards lie elsewhere")
        ranges.append(left)
    table = Table(tuple(cards), tuple(shown), tuple(ranges))
    if not _can_be_dealt([{*map(frozenset, one)} for one in _narrow(ranges)], frozenset()):
        raise BadInput("the opponents' ranges can't be dealt together: they need the same cards")
    return table, names


def _narrow(ranges: Sequence[tuple[Combo, ...]]) -> list[tuple[Combo, ...]]:
    """The ranges small enough to be in each other's way, the smallest first."""
    return sorted((one for one in ranges if len(one) < 400), key=len)


def _can_be_dealt(ranges: Sequence[Iterable[frozenset[Card]]], used: frozenset[Card]) -> bool:
    return not ranges or any(
        _can_be_dealt(ranges[1:], used | hand) for hand in ranges[0] if not used & hand
    )


def exact_work(table: Table) -> float:
    """How many comparisons of hands going through all boards takes."""
    boards = math.comb(52 - len(table.known), table.missing)
    return float(boards) * math.prod(len(hands) for hands in table.ranges)


def exact_tally(table: Table, workers: int | None = None) -> Tally:
    """All deals: [opponents below, opponents equal] where nobody beats the user; rest at [0, 0]."""
    opponents = len(table.ranges)
    combos, starts = table.combos(table.ranges)
    deck = card_numbers(cards_without(table.known))
    renamings = suit_renamings(table) if table.missing >= 3 else np.arange(4)[None, :]
    firsts = range(len(deck) - table.missing + 1) if table.missing else range(1)
    rules = find_rules("standard")

    def part(first: int) -> Tally:
        counts = np.zeros(opponents + 1, dtype=np.int64)
        count_boards(
            rules.table,
            card_numbers(table.hand),
            card_numbers(table.board),
            deck,
            first,
            combos,
            starts,
            renamings,
            counts,
        )
        return counts

    with ThreadPoolExecutor(count_workers(workers)) as pool:
        ties = sum(pool.map(part, firsts), np.zeros(opponents + 1, dtype=np.int64))
    masks = CARD_MASKS[combos[:, 0]] | CARD_MASKS[combos[:, 1]]
    hands = int(count_hands(masks, starts[:-1], starts[1:]))
    unseen = 52 - len(table.known) - 2 * opponents
    deals = hands * math.comb(unseen, table.missing)
    tally = np.zeros((opponents + 1, opponents + 1), dtype=np.int64)
    for equal, count in enumerate(ties):
        tally[opponents - equal, equal] = count
    tally[0, 0] = deals - tally.sum()
    return tally


def suit_renamings(table: Table) -> NDArray[np.int64]:
    """The ways to rename suits that leave the hand, the board and all ranges as they are."""
    same = []
    for order in permutations(range(len(SUITS))):
        to = {suit: SUITS[number] for suit, number in zip(SUITS, order, strict=True)}

        def renamed(cards: Iterable[Card], to: dict[str, str] = to) -> frozenset[Card]:
            return frozenset(Card(card.rank, to[card.suit]) for card in cards)

        fixed = all(renamed(cards) == frozenset(cards) for cards in (table.hand, table.board))
        if fixed and all(
            {renamed(combo) for combo in hands} == {frozenset(combo) for combo in hands}
            for hands in table.ranges
        ):
            same.append(order)
    return np.array(same, dtype=np.int64)


def simulated_tally(table: Table, runs: int, seed: int, workers: int | None) -> tuple[Tally, Tally]:
    """Random deals: [opponents below, opponents equal], and the last run's cards.

    Opponents with any hand are dealt last; the kernel has no list of hands for them.
    """
    everything = math.comb(52 - len(table.known), 2)
    ranged = [hands for hands in table.ranges if len(hands) < everything]
    combos, starts = table.combos(ranged)
    hand, board = card_numbers(table.hand), card_numbers(table.board)
    rules, opponents = find_rules("standard"), len(table.ranges)

    def deal(count: int, block_seed: np.uint64, tally: Tally, deck: Tally) -> None:
        deal_holdem(
            rules.table, hand, board, combos, starts, opponents, count, block_seed, tally, deck
        )

    return tally_runs(deal, (opponents + 1, opponents + 1), runs, seed, workers)


def _odds(
    table: Table,
    names: tuple[str, ...],
    tally: Tally,
    method: str,
    runs: int,
    how: str,
    deck: Tally | None,
) -> HoldemOdds:
    opponents = len(table.ranges)
    below, at_most = opponents_below(tally)
    ahead = at_most == opponents
    win = plain_chance(tally, (below == opponents).astype(np.float64))
    tie = plain_chance(tally, (ahead & (below < opponents)).astype(np.float64))
    share = plain_chance(tally, np.where(ahead, 1 / (1 + at_most - below), 0.0))
    simulated = method == "simulate"
    return HoldemOdds(
        hand=format_hand(table.hand),
        players=opponents + 1,
        win=win.value,
        tie=tie.value,
        se=win.se if simulated else 0.0,
        method=method,
        runs=runs,
        how=how,
        tie_se=tie.se if simulated else 0.0,
        last_run=_last_run(deck, opponents, table) if deck is not None else None,
        share=share.value,
        share_se=share.se if simulated else 0.0,
        board=table.board,
        opponents=names,
    )


def _last_run(deck: Tally, opponents: int, table: Table) -> LastRun:
    cards = [card_from_number(int(number)) for number in deck]
    board = tuple(cards[2 : 2 + BOARD])
    everything = math.comb(52 - len(table.known), 2)
    dealt = [
        tuple(cards[first : first + 2]) for first in range(2 + BOARD, 2 + BOARD + 2 * opponents, 2)
    ]
    # The kernel deals ranges first; put the hands back in front of their owners.
    order = sorted(range(opponents), key=lambda place: len(table.ranges[place]) == everything)
    hands = [table.hand, *[()] * opponents]
    for hand, place in zip(dealt, order, strict=True):
        hands[1 + place] = hand
    best = compared([(*hand, *board) for hand in hands], find_rules("standard"))
    return LastRun(tuple(hands), best.winners, best.descriptions, board)
