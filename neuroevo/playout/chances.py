"""The chance that a team wins a given deal of Euchre: simulated, or exact as a fraction.

Wright, "The Mathematics Behind Euchre" (2001), "Monte Carlo System": players 1 and 3 are team one,
the dealer is drawn, the one on his left leads, and the team with three tricks wins.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput, choose_from
from neuroevo.games import EUCHRE
from neuroevo.games.compiled import Rules, Table, compile_rules, new_table
from neuroevo.limits import MOST_TRIALS, check_range, check_seed, count_workers
from neuroevo.playout.appendix import COIN_WORDS, MENDABLE, check_mended, held_cards
from neuroevo.playout.hands import PLAYERS, THESIS_HANDS, Hands, check_hands, parse_hands

TRUMPS = "HSDC"
"""In the order of the thesis."""
STRATEGIES = {
    "appendix": "the program in the thesis' appendix, quirks and all",
    "described": "the strategy as the thesis' text tells it",
    "random": "any legal card",
    "greedy": "the highest card to lead, else the cheapest that wins, else the cheapest",
    "double-dummy": "perfect play by all four, who see all hands",
}
METHODS = ("exact", "simulate")

CHUNK = 1 << 16

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Chance:
    """The chance of team one; `fraction` where it is exact, and then without error."""

    team1: float
    se: float
    fraction: Fraction | None = None


@dataclass(frozen=True)
class PlayoutResult:
    """Team one's chance by trump suit, and over the suits asked for with equal weights."""

    hands: Hands
    strategy: str
    method: str
    dealer: int | None
    iterations: int | None
    trumps: dict[str, Chance]
    overall: Chance

    def as_dict(self) -> dict[str, Any]:
        """The object that `--json` prints."""

        def plain(chance: Chance) -> dict[str, Any]:
            exact = {} if chance.fraction is None else {"fraction": str(chance.fraction)}
            return {"team1": chance.team1, "se": chance.se, **exact}

        exact = {} if self.overall.fraction is None else {"fraction": str(self.overall.fraction)}
        return {
            "strategy": self.strategy,
            "method": self.method,
            "trumps": {suit: plain(chance) for suit, chance in self.trumps.items()},
            "overall": self.overall.team1,
            "overall_se": self.overall.se,
            **exact,
            "hands": " | ".join(" ".join(map(str, hand)) for hand in self.hands),
            "dealer": self.dealer or "random",
            "iterations": self.iterations,
        }


def playout(
    hands: Hands | str = THESIS_HANDS,
    strategy: str = "appendix",
    method: str = "exact",
    trumps: Sequence[str] = TRUMPS,
    dealer: int | None = None,
    iterations: int = 100_000,
    seed: int = 0,
    workers: int | None = None,
    mended: Collection[str] = (),
) -> PlayoutResult:
    """Team one's chance to win a deal.

    dealer: a player from 1 to 4, or None for each with a chance of a quarter. iterations: play-outs
    for each trump suit, when simulated. workers: threads; never change a result. mended: quirks of
    the appendix' program to do without (see `appendix.QUIRKS`).

    >>> result = playout()
    >>> [str(result.trumps[suit].fraction) for suit in "HSDC"], str(result.overall.fraction)
    (['1', '45/64', '247/256', '259/512'], '1625/2048')
    """
    dealt = parse_hands(hands) if isinstance(hands, str) else hands
    check_hands(dealt)
    if strategy not in STRATEGIES:
        raise BadInput(f"there is no strategy {strategy!r}{choose_from(strategy, STRATEGIES)}")
    if method not in METHODS:
        raise BadInput(f"there is no method {method!r}{choose_from(method, METHODS)}")
    if dealer is not None and not 1 <= dealer <= PLAYERS:
        raise BadInput(f"the dealer is a player from 1 to {PLAYERS}, not {dealer}")
    if not trumps or not set(trumps) <= set(TRUMPS):
        raise BadInput(f"trumps must be some of {', '.join(TRUMPS)}, not {trumps!r}")
    check_range("iterations", iterations, 1, MOST_TRIALS)
    check_seed(seed)
    workers = count_workers(workers)
    check_mended(mended)
    if mended and strategy != "appendix":
        raise BadInput(f"only the appendix' program has quirks to mend, not {strategy}")
    found = {}
    for suit in trumps:
        deal = _Deal(dealt, suit, strategy, _mended_bits(mended))
        if method == "exact":
            dealers = [dealer] if dealer else range(1, PLAYERS + 1)
            shares = [deal.exact(one) for one in dealers]
            chance = sum(shares, Fraction(0)) / len(shares)
            found[suit] = Chance(float(chance), 0.0, chance)
        else:
            key = run_key(seed, Purpose.PLAYOUT, TRUMPS.index(suit))
            won = _count(deal, dealer, key, iterations, workers)
            share = won / iterations
            found[suit] = Chance(share, math.sqrt(share * (1 - share) / iterations))
    return PlayoutResult(
        hands=dealt,
        strategy=strategy,
        method=method,
        dealer=dealer,
        iterations=iterations if method == "simulate" else None,
        trumps=found,
        overall=_mean(list(found.values())),
    )


def _mean(chances: Sequence[Chance]) -> Chance:
    count = len(chances)
    error = math.sqrt(sum(chance.se**2 for chance in chances)) / count
    fractions = [chance.fraction for chance in chances if chance.fraction is not None]
    if len(fractions) == count:
        exact = sum(fractions, Fraction(0)) / count
        return Chance(float(exact), 0.0, exact)
    return Chance(sum(chance.team1 for chance in chances) / count, error)


def _count(deal: _Deal, dealer: int | None, key: int, iterations: int, workers: int) -> int:
    """How many of so many play-outs team one wins: each has its own seed, whoever plays it."""
    deal.sampled(dealer, key, 0, 1)  # loads or compiles the kernel
    starts = range(0, iterations, CHUNK)
    pool = Parallel(n_jobs=min(workers, len(starts)), prefer="threads")
    won = pool(
        delayed(deal.sampled)(dealer, key, first, min(CHUNK, iterations - first))
        for first in starts
    )
    return sum(won)


def _mended_bits(mended: Collection[str]) -> int:
    return sum(1 << MENDABLE.index(name) for name in set(mended))


class _Deal:
    """One deal under one trump suit, played by one strategy: the kernels' plain face."""

    def __init__(self, hands: Hands, trump: str, strategy: str, mended: int) -> None:
        self.hands, self.trump, self.strategy, self.mended = hands, trump, strategy, mended

    def exact(self, dealer: int) -> Fraction:
        """Team one's chance with this dealer (1 to 4)."""
        if self.strategy == "appendix":
            return Fraction(int((self.tricks_by_coins[dealer - 1] >= 3).sum()), COIN_WORDS)
        if self.strategy == "double-dummy":
            return Fraction(self.solved(dealer) >= 3)
        return sum(self.trick_chances(dealer)[3:], Fraction(0))

    @cached_property
    def tricks_by_coins(self) -> IntArray:
        """Team one's tricks by the appendix' program, by dealer and coins: (4, COIN_WORDS)."""
        from neuroevo.playout.kernels import appendix as appendix_kernels

        tricks = np.zeros((PLAYERS, COIN_WORDS), dtype=np.int64)
        appendix_kernels.count_all(*self._lanes(), self._suit(), self.mended, tricks)
        return tricks

    def trick_chances(self, dealer: int) -> list[Fraction]:
        """The chances that team one takes 0 to 5 tricks."""
        from neuroevo.playout.kernels import strategies as strategy_kernels

        rules, table = self._table()
        bit_of_slot = self._bits()
        slot_of_bit = np.zeros(64, dtype=np.int64)
        for hand in bit_of_slot:
            slot_of_bit[hand] = np.arange(len(hand))
        weights = np.zeros(6, dtype=np.int64)
        strategy_kernels.exact_weights(
            rules,
            table,
            self._code(),
            dealer % PLAYERS,  # the leader, from 0: the one after the dealer
            slot_of_bit,
            bit_of_slot,
            slot_ranks(),
            weights,
        )
        whole = strategy_kernels.whole_weight()
        return [Fraction(int(weight), whole) for weight in weights]

    def solved(self, dealer: int) -> int:
        """Team one's tricks when everybody plays perfectly."""
        from neuroevo.players.kernels import double_dummy

        rules, table = self._table()
        return int(double_dummy.solve_deal(rules, table, dealer % PLAYERS))

    def sampled(self, dealer: int | None, key: int, first: int, count: int) -> int:
        """How many of these play-outs team one wins."""
        if self.strategy == "appendix":
            from neuroevo.playout.kernels import appendix as appendix_kernels

            return appendix_kernels.count_sampled(
                *self._lanes(),
                self._suit(),
                self.mended,
                dealer - 1 if dealer else appendix_kernels.ANY_DEALER,
                np.uint64(key),
                first,
                count,
            )
        from neuroevo.playout.kernels import strategies as strategy_kernels

        leader = dealer % PLAYERS if dealer else strategy_kernels.ANY_LEADER
        if self.strategy == "double-dummy":
            wins = np.array([self.solved(one) >= 3 for one in (4, 1, 2, 3)])
            return strategy_kernels.count_known(wins, leader, np.uint64(key), first, count)
        rules, table = self._table()
        return strategy_kernels.count_sampled(
            rules, table, self._code(), leader, np.uint64(key), first, count
        )

    def _code(self) -> int:
        from neuroevo.playout.kernels import strategies as strategy_kernels

        return getattr(strategy_kernels, self.strategy.upper())  # type: ignore[no-any-return]

    def _suit(self) -> int:
        """The lane of trumps in the appendix' kernel."""
        return TRUMPS.index(self.trump)

    def _lanes(self) -> tuple[IntArray, IntArray]:
        """The hands as the appendix' kernel holds them, (4,) int64, and each card's slot, (64,)."""
        hands, slots = np.zeros(PLAYERS, dtype=np.int64), np.zeros(64, dtype=np.int64)
        for player, hand in enumerate(self.hands):
            for slot, card in enumerate(held_cards(hand, self.trump)):
                bit = 16 * TRUMPS.index(card.suit) + card.value
                hands[player] |= 1 << bit
                slots[bit] = slot
        return hands, slots

    def _bits(self) -> IntArray:
        """The bits of the hands' cards, slot by slot: (4, 5)."""
        rules, table = compile_rules(_sheet(self.trump), PLAYERS), self._suit_number()
        return np.array(
            [[rules["bit_of_card"][table, card.number] for card in hand] for hand in self.hands],
            dtype=np.int64,
        )

    def _suit_number(self) -> int:
        return "CDHS".index(self.trump)

    def _table(self) -> tuple[Rules, Table]:
        table = new_table()
        table["trump"], table["out"] = self._suit_number(), -1
        table["hands"] = (np.int64(1) << self._bits()).sum(axis=1)
        return compile_rules(_sheet(self.trump), PLAYERS), table


@cache
def _sheet(trump: str) -> Any:
    return EUCHRE.with_trump(trump)


@cache
def slot_ranks() -> IntArray:
    """The number of each set of five slots among those of its size: (6, 33), sizes at 32."""
    ranks = np.zeros((6, 33), dtype=np.int64)
    for slots in range(32):
        size = slots.bit_count()
        ranks[size, slots] = ranks[size, 32]
        ranks[size, 32] += 1
    return ranks
