"""A piece of work for the table kernels: who sits where on which deals, and the rounds played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.games import RuleSheet
from neuroevo.games.compiled import Rules, Table, compile_rules, new_table
from neuroevo.games.view import Player
from neuroevo.networks import Champion
from neuroevo.networks.architecture import Architecture, Population, Weights
from neuroevo.players.bidding import COUNTING
from neuroevo.players.kinds import BY_ADDRESS
from neuroevo.tournament.entrants import Entrant
from neuroevo.tournament.statistics import IntArray

NO_VALUES = np.zeros((0, 52), dtype=np.int64)


@dataclass(frozen=True)
class Rounds:
    """Played rounds, by seat: (n, seats) int64, the rounds of a table one after another.

    values: the worth of the tricks taken, where `trick_values` were given. calls: (n,) CALL, with
    the fields `trump` (a suit's number, 4 for none), `caller` (the seat that made it, -1: nobody),
    `alone`, and `leader` (the seat that led first). log: (n, 52) int8 card numbers in the order of
    play, or None.
    """

    tricks: IntArray
    points: IntArray
    bids: IntArray
    values: IntArray
    calls: NDArray[Any]
    log: NDArray[np.int8] | None


def new_rounds(count: int, seats: int, keep_log: bool) -> Rounds:
    """Room for so many rounds, nothing played yet."""
    from neuroevo.tournament.kernels.work import CALL

    tricks, points, bids, values = np.zeros((4, count, seats), dtype=np.int64)
    log = np.full((count, 52), -1, dtype=np.int8) if keep_log else None
    return Rounds(tricks, points, bids, values, np.zeros(count, dtype=CALL), log)


class TableWork:
    """Tables to play, as the kernels want them, with all that must outlive the play.

    record: of dtype WORK. rounds: what is played. entrants, population: whoever sits there, by
    number: entrants first. seats: (tables, seats) int64. deals: (tables,) int64.
    """

    def __init__(
        self,
        sheet: RuleSheet,
        entrants: Sequence[Entrant],
        seats: IntArray,
        deals: IntArray,
        key: int,
        rotations: int = 1,
        keep_log: bool = False,
        trick_values: IntArray = NO_VALUES,
        population: Population | None = None,
    ) -> None:
        from neuroevo.tournament.kernels.work import WORK

        self.sheet, self.key, self.rotations = sheet, key, rotations
        self.rules: Rules = compile_rules(sheet, seats.shape[1])
        self.entrants, self.population = entrants, population
        self.seats = np.ascontiguousarray(seats, dtype=np.int64)
        self.deals = np.ascontiguousarray(deals, dtype=np.int64)
        self.trick_values = np.ascontiguousarray(trick_values)
        self.rounds = new_rounds(len(seats) * rotations, seats.shape[1], keep_log)
        self.seated, self.architectures, self.manners, self.brains = seat_players(
            entrants, population
        )
        self.voices = seat_voices(self.seated, sheet, entrants)
        self.minds: list[Thinking] = []
        self.record = np.zeros(1, dtype=WORK)[0]
        self.record["key"] = np.uint64(key)
        self.record["tables"], self.record["rotations"] = len(self.seats), rotations
        held = {
            "seated": self.seated,
            "seats": self.seats,
            "deals": self.deals,
            "trick_values": self.trick_values if len(trick_values) else None,
            "tricks": self.rounds.tricks,
            "points": self.rounds.points,
            "bids": self.rounds.bids,
            "values": self.rounds.values,
            "calls": self.rounds.calls,
            "log": self.rounds.log,
        }
        for name, array in held.items():
            self.record[name] = 0 if array is None else array.ctypes.data

    @property
    def kinds(self) -> set[int]:
        """How those who sit at the tables decide."""
        return set(self.seated["kind"].tolist())

    def player(self, number: int) -> Player:
        """Who has this number, for the referee's table."""
        if number < len(self.entrants):
            return self.entrants[number].seat()
        assert self.population is not None
        weights = self.population.weights[number - len(self.entrants)]
        return Champion(self.population.architecture, weights).seat()

    def name(self, number: int) -> str:
        """What to call the player of this number."""
        if number < len(self.entrants):
            return self.entrants[number].name
        return f"member {number - len(self.entrants)}"

    def think_with(self) -> Thinking:
        """What one thread's players think with; it lives as long as the work, since tables know it
        by its address alone."""
        self.minds.append(Thinking(self.manners, self.architectures))
        return self.minds[-1]


class Thinking:
    """What one thread's Monte-Carlo players and scoring networks think with."""

    def __init__(
        self, manners: Sequence[tuple[int, ...]], architectures: Sequence[Architecture]
    ) -> None:
        from neuroevo.networks.kernels.mind import new_mind
        from neuroevo.players.kernels.monte_carlo import new_thought

        self.thought = new_thought(manners) if manners else None
        self.mind = new_mind(architectures) if architectures else None

    @property
    def addresses(self) -> tuple[int, int]:
        """Of the thought and of the mind; 0 for what nobody needs."""
        # A record is a view of an array, and only that knows where it lies.
        thought, mind = (
            0 if one is None else int(one.base.ctypes.data) for one in (self.thought, self.mind)
        )
        return thought, mind

    def new_table(self) -> Table:
        """A table at which the thread's players can think."""
        table = new_table()
        table["thought"], table["mind"] = self.addresses
        return table


def seat_players(
    entrants: Sequence[Entrant], population: Population | None
) -> tuple[NDArray[Any], list[Architecture], list[tuple[int, ...]], list[Weights]]:
    """Number the players, entrants first and then the population: (players,) SEATED; the different
    architectures and manners among them; and the weights of networks, as kernels want them, which
    must outlive the play, since the records hold their addresses.
    """
    from neuroevo.tournament.kernels.work import SEATED

    members = 0 if population is None else len(population.weights)
    seated = np.zeros(len(entrants) + members, dtype=SEATED)
    architectures: list[Architecture] = []
    manners: list[tuple[int, ...]] = []
    brains: list[Weights] = []
    for number, entrant in enumerate(entrants):
        seated["kind"][number] = entrant.kind
        if entrant.champion is not None:
            weights = entrant.champion.weights[None]
            shape = entrant.champion.architecture
            brains.append(
                _seat_networks(seated[number : number + 1], architectures, shape, weights)
            )
        elif entrant.kind == BY_ADDRESS:
            seated["choose"][number] = entrant.choose_address()
        if entrant.manner is not None:
            if entrant.manner not in manners:
                manners.append(entrant.manner)
            seated["manner"][number] = manners.index(entrant.manner)
    if population is not None:
        members_seated, shape = seated[len(entrants) :], population.architecture
        brains.append(_seat_networks(members_seated, architectures, shape, population.weights))
    return seated, architectures, manners, brains


def _seat_networks(
    seated: NDArray[Any], architectures: list[Architecture], shape: Architecture, weights: Weights
) -> Weights:
    """Seat networks of one shape, a row of weights each; their weights, as kernels want them."""
    if shape not in architectures:
        architectures.append(shape)
    seated["kind"] = shape.player_kind
    seated["architecture"] = architectures.index(shape)
    seated["choose"] = shape.choose_address()
    brains = np.ascontiguousarray(shape.for_kernels(weights), dtype=np.float32)
    seated["brain"] = brains.ctypes.data + brains[0].nbytes * np.arange(len(brains))
    return brains


def seat_voices(seated: NDArray[Any], sheet: RuleSheet, entrants: Sequence[Entrant]) -> list[Any]:
    """Give everybody the address of the voice by which it bids; what the addresses point to, which
    must outlive the play. Members of a population bid by counting."""
    from neuroevo.networks.kernels.bidder import network_voice
    from neuroevo.players.kernels.written import voice_block

    if not sheet.has_auction:
        return []  # nobody is asked, and nothing need be compiled
    counting = voice_block(COUNTING)
    seated["voice"] = counting.address
    held: list[Any] = [counting]
    for number, entrant in enumerate(entrants):
        if entrant.champion is not None and entrant.champion.bidder is not None:
            if sheet.bids_tricks:
                held.append(network_voice(entrant.champion.bidder, sheet))
                seated["voice"][number] = held[-1][0].address
        elif entrant.voice != COUNTING:
            assert entrant.player is not None
            entry = entrant.player.entry
            held.append(voice_block(entrant.voice, entry.digest, entry.own is not None))
            seated["voice"][number] = held[-1].address
    return held
