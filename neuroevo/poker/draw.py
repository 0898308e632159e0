"""Exchanging cards, five-card draw (case study, section CS24.7, extension 2).

The user lays away some cards and draws as many; which are best is found by trying all. Opponents
stand, or draw by a stated rule. Against one opponent who stands, everything is counted exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from neuroevo.cards import RANKS, Card, card_from_number, format_hand, parse_hand
from neuroevo.errors import BadInput, choose_from
from neuroevo.limits import MOST_TRIALS, check_range, check_seed, count_workers
from neuroevo.poker.blocks import Tally, tally_runs
from neuroevo.poker.controls import FEWEST_RUNS, controlled_chance, opponents_below, share_of_groups
from neuroevo.poker.hands import HAND, Given, by_rank, find_hand
from neuroevo.poker.kernels.draw import MOST_BY_RULE, deal_and_draw
from neuroevo.poker.odds import (
    CONTROLLED,
    DEFAULT_RUNS,
    LastRun,
    Odds,
    choose_method,
    compare_hands,
    compared,
)
from neuroevo.poker.rules import Rules, find_rules
from neuroevo.poker.tables import card_numbers

OPPONENT_RULES = {
    "stand": "keep all five cards",
    "sets": "keep a straight or better, else all pairs and threes, else the two highest cards",
}
"""How opponents exchange."""
BEST = "best"
DEFAULT_MOST = 3


@dataclass(frozen=True)
class Discard:
    """What laying these cards away leads to; the errors are 0 if exact."""

    cards: tuple[Card, ...]
    win: float
    tie: float
    se: float = 0.0
    tie_se: float = 0.0

    @property
    def worth(self) -> float:
        """What discards are ranked by: half a tie is half a win."""
        return self.win + self.tie / 2


@dataclass(frozen=True)
class DrawOdds(Odds):
    """The odds after the chosen discard, and those of all others, the best first."""

    discard: tuple[Card, ...] = ()
    discards: tuple[Discard, ...] = field(default=(), repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return super().as_dict() | {
            "discard": format_hand(self.discard),
            "discards": [
                {"discard": format_hand(one.cards), "win": one.win, "tie": one.tie, "se": one.se}
                for one in self.discards
            ],
        }


def draw_odds(
    hand: str | Given | Iterable[Card] | None = None,
    players: int = 2,
    discard: str | Iterable[Card] = BEST,
    opponents: str = "sets",
    most: int = DEFAULT_MOST,
    rules: str = "standard",
    method: str | None = None,
    runs: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    show: bool = False,
) -> DrawOdds:
    """The chance to win after exchanging cards.

    discard: cards of the hand to lay away, or `best`: of all ways to lay away up to `most` cards,
    the one that wins most. opponents: `stand`, or `sets` (see `OPPONENT_RULES`).

    >>> found = draw_odds("4D 6D 6H 7H QC", opponents="stand")
    >>> format_hand(found.discard), f"{found.win:.4f}", found.method
    ('4D 7H QC', '0.7338', 'exact')
    """
    rule_set = find_rules(rules)
    given = find_hand(hand, seed)
    if not given.complete:
        raise BadInput(f"exchanging needs a whole hand of five cards, not '{given}'")
    if opponents not in OPPONENT_RULES:
        raise BadInput(
            f"opponents can't draw by {opponents!r}{choose_from(opponents, OPPONENT_RULES)}"
        )
    check_seed(seed)
    workers = count_workers(workers)
    if runs is not None:
        check_range("runs", runs, 1, MOST_TRIALS)
    ways = possible_discards(given.cards, discard, most)
    they_draw = opponents != "stand"
    needed = max(map(len, ways))
    _check_players(players, needed, they_draw)
    possible = players == 2 and not they_draw
    method = choose_method(method, runs, possible)
    if method == "exact" and not possible:
        raise BadInput("exact chances after a draw are for one opponent who stands; use simulate")
    if method == "exact":
        found, deck = exact_discards(given, ways, rule_set), None
        count, how = 0, "exact: every draw against every hand of the opponent"
    else:
        count = runs if runs is not None else DEFAULT_RUNS
        found, deck = simulated_discards(
            given, ways, players - 1, they_draw, rule_set, count, seed, workers
        )
        how = f"simulated: {count:,} runs, the same for every discard"
        if not they_draw and players > 2 and count >= FEWEST_RUNS:
            method = CONTROLLED
            how += ", with the exact chance against one as control variate"
    if show and deck is None:
        _, deck = simulated_discards(given, ways, 1, they_draw, rule_set, 1, seed, 1)
    ranked = sorted(found, key=lambda one: (-one.worth, len(one.cards)))
    best = ranked[0]
    shown = None
    if show and deck is not None:
        shown = _last_run(given.cards, best.cards, deck, players, rule_set)
    return DrawOdds(
        hand=str(given),
        players=players,
        win=best.win,
        tie=best.tie,
        se=best.se,
        method=method,
        runs=count,
        how=how,
        tie_se=best.tie_se,
        last_run=shown,
        discard=best.cards,
        discards=tuple(ranked),
    )


def possible_discards(
    hand: Sequence[Card], discard: str | Iterable[Card], most: int
) -> list[tuple[Card, ...]]:
    """The discards to try: the given one alone, or all of up to `most` cards."""
    if not 0 <= most <= HAND:
        raise BadInput(f"at most so many cards to exchange must be from 0 to {HAND}, not {most}")
    if discard == BEST:
        return [cards for count in range(most + 1) for cards in combinations(hand, count)]
    text = discard if isinstance(discard, str) else format_hand(discard)
    cards = parse_hand("" if text.strip().lower() == "none" else text)
    for card in cards:
        if card not in hand:
            raise BadInput(f"can't lay {card} away: the hand is {format_hand(hand)}")
    return [cards]


def _check_players(players: int, needed: int, they_draw: bool) -> None:
    each = HAND + (MOST_BY_RULE if they_draw else 0)
    most = 1 + (52 - HAND - needed) // each
    if not 2 <= players <= most:
        raise BadInput(
            f"players must be from 2 to {most} for the pack to last when {needed} cards are "
            f"exchanged, not {players}"
        )


def exact_discards(given: Given, ways: Sequence[tuple[Card, ...]], rules: Rules) -> list[Discard]:
    """One opponent who stands: every draw against every hand."""
    kept = [[card for card in given.cards if card not in way] for way in ways]
    counts = compare_hands(given, kept, rules).tolist()
    found = []
    for way, (below, equal, hands) in zip(ways, counts, strict=True):
        deals = hands * math.comb(52 - HAND - len(way), HAND)
        win = below + equal if rules.ties_win else below
        found.append(Discard(way, win / deals, (below + equal - win) / deals))
    return found


def simulated_discards(
    given: Given,
    ways: Sequence[tuple[Card, ...]],
    opponents: int,
    they_draw: bool,
    rules: Rules,
    runs: int,
    seed: int,
    workers: int | None,
) -> tuple[list[Discard], Tally]:
    """All discards on the same deals, and the last deal's deck."""
    keeps = np.array([[card not in way for card in given.cards] for way in ways])
    most = max(map(len, ways))
    numbers = card_numbers(given.cards)

    def deal(count: int, block_seed: np.uint64, tally: Tally, deck: Tally) -> None:
        deal_and_draw(
            rules.table,
            numbers,
            keeps,
            most,
            opponents,
            they_draw,
            rules.pat_from,
            count,
            block_seed,
            tally,
            deck,
        )

    shape = (len(ways), opponents + 1, opponents + 1)
    tallies, deck = tally_runs(deal, shape, runs, seed, workers)
    controlled = opponents > 1 and not they_draw and runs >= FEWEST_RUNS
    exact = exact_discards(given, ways, rules) if controlled else None
    found = []
    for number, (way, tally) in enumerate(zip(ways, tallies, strict=True)):
        below, at_most = opponents_below(tally)
        none_above = (at_most == opponents).astype(np.float64)
        won = none_above if rules.ties_win else (below == opponents).astype(np.float64)
        counted = at_most if rules.ties_win else below
        known = [share_of_groups(counted, opponents, 1)] if exact else []
        means = [exact[number].win] if exact else []
        win = controlled_chance(tally, won, known, means)
        tie = controlled_chance(tally, none_above - won, [], [])
        found.append(Discard(way, win.value, tie.value, win.se, tie.se))
    return found, deck


def exchanged_by_rule(hand: Sequence[Card], rules: Rules) -> tuple[Card, ...]:
    """The cards that an opponent lays away by the rule `sets`.

    >>> standard = find_rules("standard")
    >>> format_hand(exchanged_by_rule(parse_hand("AS KD 9H 5C 3D"), standard))
    '9H 5C 3D'
    >>> format_hand(exchanged_by_rule(parse_hand("JD JH 6C 6D 4D"), standard))
    '4D'
    """
    if rules.value(hand) >= rules.pat_from:
        return ()
    counts = Counter(card.rank for card in hand)
    if max(counts.values()) > 1:
        return tuple(card for card in hand if counts[card.rank] == 1)
    highest = sorted(hand, key=lambda card: RANKS.index(card.rank))[-2:]
    return tuple(card for card in hand if card not in highest)


def _last_run(
    hand: Sequence[Card], discard: Sequence[Card], deck: Tally, players: int, rules: Rules
) -> LastRun:
    cards = [card_from_number(int(number)) for number in deck]
    fresh = iter(cards[HAND * players :])
    mine = [next(fresh) if card in discard else card for card in hand]
    others = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(1, players)]
    return compared([by_rank(one) for one in (mine, *others)], rules)
