"""The chance to win with a hand of five cards, as the case study asks for it (section CS24.1).

Up to five players the chance is exact, unless a simulation is asked for. More players, or a hand of
which only a part is given and more than one opponent, are simulated with control variates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Card, card_from_number
from neuroevo.errors import BadInput, choose_from
from neuroevo.limits import MOST_TRIALS, check_range, check_seed, count_workers
from neuroevo.poker.blocks import Tally, tally_runs
from neuroevo.poker.controls import (
    FEWEST_RUNS,
    FloatArray,
    controlled_chance,
    opponents_below,
    share_of_groups,
)
from neuroevo.poker.hands import HAND, Given, by_rank, cards_without, find_hand
from neuroevo.poker.kernels.counting import compare_pairs
from neuroevo.poker.kernels.dealing import deal_five, list_hands
from neuroevo.poker.kernels.ranks import CARD_KEYS, CARD_MASKS
from neuroevo.poker.matching import matching_deals
from neuroevo.poker.rules import Rules, find_rules
from neuroevo.poker.tables import card_numbers

MOST_PLAYERS = 52 // HAND
EXACT_PLAYERS = 5
"""One more takes half a minute to count."""
DEFAULT_RUNS = 1_000_000
METHODS = ("exact", "simulate")
CONTROLLED = "control-variates"


@dataclass(frozen=True)
class LastRun:
    """The hands of one deal, the user's first; the players (from 0) who have the best hand."""

    hands: tuple[tuple[Card, ...], ...]
    winners: tuple[int, ...]
    descriptions: tuple[str, ...]
    board: tuple[Card, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON; players are numbered from 1, as the spreadsheet does."""
        board = {"board": [str(card) for card in self.board]} if self.board else {}
        return {
            "hands": [[str(card) for card in hand] for hand in self.hands],
            "names": list(self.descriptions),
            "winners": [winner + 1 for winner in self.winners],
        } | board


@dataclass(frozen=True)
class Odds:
    """The chance to win and to tie; `se` is the standard error of `win`, 0 if exact.

    method: `exact`, `simulate` or `control-variates`; how: the same in words. runs: 0 if exact.
    """

    hand: str
    players: int
    win: float
    tie: float
    se: float
    method: str
    runs: int
    how: str = field(compare=False)
    tie_se: float = field(default=0.0, compare=False)
    last_run: LastRun | None = field(default=None, compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        shown = {"last_run": self.last_run.as_dict()} if self.last_run else {}
        return {
            "hand": self.hand,
            "players": self.players,
            "win": self.win,
            "tie": self.tie,
            "se": None if math.isnan(self.se) else self.se,
            "method": self.method,
            "runs": self.runs,
        } | shown


def odds(
    hand: str | Given | Iterable[Card] | None = None,
    players: int = 2,
    rules: str = "standard",
    method: str | None = None,
    runs: int | None = None,
    seed: int = 0,
    controls: bool = True,
    workers: int | None = None,
    show: bool = False,
) -> Odds:
    """The chance to win with a hand of five cards against others who are dealt theirs at random.

    hand: text such as "4D 6D 6H 7H QC", a part of one ("KH KD", or "A" for any ace), cards, or None
    to be dealt one. method: `exact` or `simulate`; by default exact where it can be, unless `runs`
    are given. controls: let exact chances against fewer opponents sharpen a simulation. show: keep
    the last run's hands. The number of workers never changes a result.

    >>> found = odds("4D 6D 6H 7H QC")
    >>> f"{found.win:.5f} {found.tie:.5f} {found.method}"
    '0.64117 0.00002 exact'
    >>> f"{odds('4D 6D 6H 7H QC', rules='case-study').win:.5f}"
    '0.64605'
    """
    rule_set = find_rules(rules)
    check_seed(seed)
    workers = count_workers(workers)
    if runs is not None:
        check_range("runs", runs, 1, MOST_TRIALS)
    if not 2 <= players <= MOST_PLAYERS:
        raise BadInput(
            f"players must be from 2 to {MOST_PLAYERS} (five cards each from one pack), "
            f"not {players}"
        )
    given = find_hand(hand, seed)
    possible = players <= EXACT_PLAYERS if given.complete else players == 2
    method = choose_method(method, runs, possible)
    if method == "exact" and not possible:
        limit = f"at most {EXACT_PLAYERS} players" if given.complete else "two players"
        kind = "a whole hand" if given.complete else "a hand given in part"
        raise BadInput(f"{kind} has exact chances for {limit}, not {players}; use simulate")
    if method == "exact":
        found = exact_odds(given, players, rule_set)
        last = simulate_deals(given, players, rule_set, 1, seed, 1)[1] if show else None
    else:
        count = runs if runs is not None else DEFAULT_RUNS
        tally, last = simulate_deals(given, players, rule_set, count, seed, workers)
        found = simulated_odds(given, players, rule_set, tally, controls)
    shown = five_card_run(last, players, rule_set) if show and last is not None else None
    return Odds(**(vars(found) | {"last_run": shown}))


def choose_method(method: str | None, runs: int | None, exact_possible: bool) -> str:
    """The method asked for; else exact if that is possible and no runs were asked for."""
    if method is not None and method not in METHODS:
        raise BadInput(f"there is no method {method!r}{choose_from(method, METHODS)}")
    if method is not None:
        return method
    return "exact" if exact_possible and runs is None else "simulate"


def exact_odds(given: Given, players: int, rules: Rules) -> Odds:
    """By counting all deals."""
    if given.complete:
        below, at_most = exact_chances(given.cards, players - 1, rules)
        deals = math.prod(math.comb(52 - HAND * seat, HAND) for seat in range(1, players))
        how = f"exact: all {_deals_in_words(deals)} of the other cards counted"
    else:
        below, at_most = _part_given_chances(given, rules)
        how = f"exact: {len(all_hands(given)):,} hands against all that they leave"
    win = at_most if rules.ties_win else below
    return Odds(
        hand=str(given),
        players=players,
        win=float(win),
        tie=float(at_most - win),
        se=0.0,
        method="exact",
        runs=0,
        how=how,
    )


def exact_chances(hand: Sequence[Card], opponents: int, rules: Rules) -> tuple[float, float]:
    """The chance that all opponents are below the hand, and that none is above it.

    Where ties are wins, nobody asks for the first, and the second stands in its place.
    """
    deals = math.prod(math.comb(52 - HAND * seat, HAND) for seat in range(1, opponents + 1))
    if opponents == 1:
        below, equal, _ = compare_hands(Given(tuple(hand)), [tuple(hand)], rules)[0].tolist()
        at_most = (below + equal) / deals
        return (at_most if rules.ties_win else below / deals), at_most
    value = rules.value(hand)
    at_most = matching_deals(rules.value_of_class <= value, hand, opponents) / deals
    if rules.ties_win:
        return at_most, at_most
    return matching_deals(rules.value_of_class < value, hand, opponents) / deals, at_most


def compare_hands(given: Given, kept: Sequence[Sequence[Card]], rules: Rules) -> NDArray[np.int64]:
    """One opponent against the user, who starts from any of `kept` and is dealt what is missing.

    All cards come from a pack without `given.cards`. Returns (kept, 3): deals with the opponent
    below, deals with both equal, and how many hands the user may end with.
    """
    deck = card_numbers(cards_without(given.cards))
    numbers = [card_numbers(cards) for cards in kept]
    counts = np.zeros((len(kept), 3), dtype=np.int64)
    compare_pairs(
        rules.table,
        CARD_KEYS[deck],
        CARD_MASKS[deck],
        np.array([CARD_KEYS[cards].sum() for cards in numbers], dtype=np.int64),
        np.array([CARD_MASKS[cards].sum() for cards in numbers], dtype=np.int64),
        np.array([HAND - len(cards) for cards in numbers], dtype=np.int64),
        *given.rank_test(),
        counts,
    )
    return counts


def simulate_deals(
    given: Given, players: int, rules: Rules, runs: int, seed: int, workers: int | None
) -> tuple[Tally, Tally]:
    """A tally [opponents below, opponents equal], shape (players, players), and the last deck."""
    hands = all_hands(given)

    def deal(count: int, block_seed: np.uint64, tally: Tally, deck: Tally) -> None:
        deal_five(rules.table, hands, players - 1, count, block_seed, tally, deck)

    return tally_runs(deal, (players, players), runs, seed, workers)


def all_hands(given: Given) -> NDArray[np.int8]:
    """Every hand that holds what is given, as card numbers, shape (hands, 5)."""
    deck = card_numbers(cards_without(given.cards))
    hands = np.empty((math.comb(len(deck), given.unknown) + 1, HAND), dtype=np.int8)
    found = list_hands(card_numbers(given.cards), deck, *given.rank_test(), hands)
    return hands[:found].copy()


def simulated_odds(given: Given, players: int, rules: Rules, tally: Tally, controls: bool) -> Odds:
    """What a simulation found, sharpened by the exact chances against fewer opponents."""
    opponents = players - 1
    below, at_most = opponents_below(tally)
    known: list[FloatArray] = []
    means: list[float] = []
    smaller = range(1, min(opponents, 3) if given.complete else min(opponents, 2))
    runs = int(tally.sum())
    for size in smaller if controls and runs >= FEWEST_RUNS else ():
        chances = (
            exact_chances(given.cards, size, rules)
            if given.complete
            else _part_given_chances(given, rules)
        )
        asked = (at_most,) if rules.ties_win else (below, at_most)
        known += [share_of_groups(count, opponents, size) for count in asked]
        means += chances[-len(asked) :]
    all_below = (below == opponents).astype(np.float64)
    none_above = (at_most == opponents).astype(np.float64)
    won = none_above if rules.ties_win else all_below
    win = controlled_chance(tally, won, known, means)
    tie = controlled_chance(tally, none_above - won, known, means)
    how = f"simulated: {runs:,} runs"
    if known:
        fewer = " and ".join(("one", "two")[: len(smaller)])
        plural = "s" if len(smaller) > 1 else ""
        how += f", with the exact chance{plural} against {fewer} as control variate{plural}"
    return Odds(
        hand=str(given),
        players=players,
        win=min(1.0, max(0.0, win.value)),
        tie=max(0.0, tie.value),
        se=win.se,
        method=CONTROLLED if known else "simulate",
        runs=runs,
        how=how,
        tie_se=tie.se,
    )


def _part_given_chances(given: Given, rules: Rules) -> tuple[float, float]:
    below, equal, hands = compare_hands(given, [given.cards], rules)[0].tolist()
    pairs = hands * math.comb(52 - HAND, HAND)
    return below / pairs, (below + equal) / pairs


def five_card_run(deck: Tally, players: int, rules: Rules) -> LastRun:
    """The hands that lie in the deck, five after five."""
    hands = tuple(
        by_rank(card_from_number(int(card)) for card in deck[HAND * seat : HAND * (seat + 1)])
        for seat in range(players)
    )
    return compared(hands, rules)


def compared(hands: Sequence[tuple[Card, ...]], rules: Rules) -> LastRun:
    """Who has the best of these hands; where ties are the user's, the user alone."""
    values = [rules.value(hand) for hand in hands]
    winners = tuple(seat for seat, value in enumerate(values) if value == max(values))
    if rules.ties_win and winners[0] == 0:
        winners = (0,)
    return LastRun(tuple(hands), winners, tuple(rules.describe(hand) for hand in hands))


def _deals_in_words(deals: int) -> str:
    return f"{deals:,} deals" if deals < 10**9 else f"{deals:.3g} deals".replace("e+", "·10^")
