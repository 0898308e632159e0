"""Do referee and kernel play the same round? The plain rules are the kernel's oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neuroevo.cards import SUITS, Card, Purpose, card_from_number, run_key
from neuroevo.games import RoundRecord, RuleSheet, View, play_round
from neuroevo.games.compiled import NO_TRUMP
from neuroevo.networks import Champion
from neuroevo.networks.player import NetworkPlayer
from neuroevo.testing.verdicts import ContractBroken
from neuroevo.tournament import Named, find_entrants, network_entrant, play_deals
from neuroevo.tournament.sides import score_rounds

SEED = 2024


@dataclass(frozen=True)
class Agreement:
    """rounds, cards: how many were compared. difference: the first one, in words; or nothing."""

    rounds: int
    cards: int
    difference: str = ""

    def check(self) -> Agreement:
        """Raise `ContractBroken` if there is a difference."""
        if self.difference:
            raise ContractBroken(self.difference)
        return self


def compare_engines(
    sheet: RuleSheet,
    players: str | Sequence[Named],
    deals: int,
    rotations: int = 1,
    first_deal: int = 0,
    seed: int = SEED,
    look: Callable[[RoundRecord], None] | None = None,
) -> Agreement:
    """Play deals in both engines and compare cards, calls, bids, tricks, points and scores.

    look: is shown every round that the referee played. What a player does wrong is a `BadInput`.
    """
    entrants = find_entrants(players)
    seats = [one.seat() for one in entrants]
    key = run_key(seed, Purpose.SIMULATION)
    played = play_deals(sheet, entrants, key, first_deal, deals, rotations, keep_log=True)
    assert played.log is not None
    scores = score_rounds(sheet, played)
    sides = sheet.sides(len(entrants))
    cards = 0
    for row in range(deals * rotations):
        index = first_deal + row // rotations
        record = play_round(sheet, seats, key, index, rotation=row % rotations)
        if look is not None:
            look(record)
        cards += len(record.plays)
        log = played.log[row]
        pairs = {
            "cards": (log[log >= 0].tolist(), [play.card.number for play in record.plays]),
            "call": (list(played.calls[row].tolist()), call_of(record)),
            "bids": (played.bids[row].tolist(), list(record.bids or played.bids[row].tolist())),
            "tricks": (played.tricks[row].tolist(), list(record.tricks_taken)),
            "points": (played.points[row].tolist(), list(record.points_taken)),
            "scores": (scores[row].tolist(), [record.scores[side[0]] for side in sides]),
        }
        for what, (compiled, plain) in pairs.items():
            if compiled != plain:
                who = ", ".join(one.name for one in entrants)
                told = f"{what} of deal {index} of {sheet.name}, rotation {row % rotations} ({who})"
                return Agreement(row + 1, cards, f"{told}: {_first_apart(what, compiled, plain)}")
    return Agreement(deals * rotations, cards)


def call_of(record: RoundRecord) -> list[Any]:
    """How a round began, as CALL has it."""
    return [
        NO_TRUMP if record.trump is None else SUITS.index(record.trump),
        -1 if record.caller is None else record.caller,
        record.alone,
        record.tricks[0].leader,
    ]


def _first_apart(what: str, compiled: list[int], plain: list[int]) -> str:
    if what != "cards":
        return f"compiled {compiled}, plain {plain}"
    for number, (one, two) in enumerate(zip(compiled, plain, strict=False), start=1):
        if one != two:
            return (
                f"card {number} is {card_from_number(one)} compiled, and {card_from_number(two)} "
                "in plain Python"
            )
    return f"{len(compiled)} cards compiled, {len(plain)} in plain Python"


# Networks add up in another order when they are compiled: near ties may fall either way.

CLOSE = 1e-4
"""Outputs nearer than this may."""


@dataclass(frozen=True)
class NetworkAgreement(Agreement):
    """decisions: those with a choice. close: near ties that fell the other way."""

    decisions: int = 0
    close: int = 0

    def check(self) -> Agreement:
        """Also raise it if nothing could have shown a difference."""
        if not self.decisions:
            raise ContractBroken("no decision was compared")
        return super().check()


class _Replaying(NetworkPlayer):
    """Replays the kernel's cards, and sees whether each was the best, or all but the best."""

    def __init__(self, network: Champion, script: Iterator[int]) -> None:
        super().__init__(network.architecture, network.weights, network.bidder)
        self.script = script
        self.decisions = self.close = 0
        self.difference = ""

    def choose(self, view: View) -> Card:
        played = card_from_number(int(next(self.script)))
        if played not in view.legal:
            self.difference = self.difference or f"the kernel played {played}, which is not legal"
            return view.legal[0]
        if len(view.legal) > 1:
            self.decisions += 1
            best = super().choose(view)
            if best != played:
                scores = self.architecture.scores(self.weights, view, [best, played])
                gap = float(scores[0] - scores[1])
                if gap < CLOSE:
                    self.close += 1
                else:
                    told = f"{played} was played where {best} is better by {gap:g} in plain Python"
                    self.difference = self.difference or told
        return played


def compare_networks(
    sheet: RuleSheet,
    networks: Sequence[Champion],
    rounds: int,
    seed: int = SEED,
    look: Callable[[RoundRecord], None] | None = None,
) -> NetworkAgreement:
    """Let networks play each other in the kernel, and compare every one of their decisions."""
    players = len(networks)
    entrants = [network_entrant(one, f"network {i}") for i, one in enumerate(networks)]
    key = run_key(seed, Purpose.SIMULATION)
    deals = max(1, rounds // players)
    played = play_deals(sheet, entrants, key, 0, deals, players, keep_log=True)
    assert played.log is not None
    decisions = close = cards = 0
    for row in range(len(played.log)):
        script = iter(played.log[row])
        seats = [_Replaying(network, script) for network in networks]
        record = play_round(sheet, seats, key, row // players, rotation=row % players)
        if look is not None:
            look(record)
        cards += len(record.plays)
        decisions += sum(seat.decisions for seat in seats)
        close += sum(seat.close for seat in seats)
        told = next((one.difference for one in seats if one.difference), "")
        if not told and not np.array_equal(record.tricks_taken, played.tricks[row]):
            told = f"tricks {played.tricks[row].tolist()} compiled, {list(record.tricks_taken)}"
        if not told and close > decisions // 10_000 + 1:
            told = f"{close} near ties of {decisions} decisions fell the other way, which is many"
        if told:
            told = f"deal {row // players} of {sheet.name}, rotation {row % players}: {told}"
            return NetworkAgreement(row + 1, cards, told, decisions, close)
    return NetworkAgreement(len(played.log), cards, "", decisions, close)
