"""Real decisions of played rounds, each of which can be asked again at another table.

Rounds are played card by card on one kernel table, by compiled players, networks and players who
are asked in Python alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Card, Purpose, generator_for, run_key
from neuroevo.errors import BadInput, IllegalPlay
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import TABLE
from neuroevo.players.kinds import ASKED, IN_COMPANY
from neuroevo.players.questions import answers_of
from neuroevo.testing.kernels import decisions as kernels
from neuroevo.testing.swaps import swap_undealt, swap_unseen
from neuroevo.tournament.asked_view import AskedQuestions, Batch
from neuroevo.tournament.asking import open_at_referees_table
from neuroevo.tournament.entrants import Entrant
from neuroevo.tournament.faults import blame
from neuroevo.tournament.work import TableWork

CONTROLS = 3
"""How often a decision that moved is asked again as it was: who answers at whim is not caught
peeking."""


@dataclass(frozen=True)
class Answer:
    """card: the bit of the card that was chosen. dice: where the place's stream was then."""

    card: int
    dice: int


@dataclass(frozen=True)
class Decision:
    """A table at which it was somebody's turn: (1,) TABLE; who by number, and what he answered."""

    tables: NDArray[Any]
    number: int
    answer: Answer

    @property
    def place(self) -> int:
        """Whose turn it was."""
        return int(self.tables[0]["turn"])


class Walk:
    """Rounds of one table, walked through card by card."""

    def __init__(
        self, sheet: RuleSheet, entrants: Sequence[Entrant], deals: int, rotations: int, seed: int
    ) -> None:
        seats = np.tile(np.arange(len(entrants)), (deals, 1))
        key = run_key(seed, Purpose.SIMULATION)
        self.work = TableWork(sheet, entrants, seats, np.arange(deals), key, rotations)
        self.rounds = deals * rotations
        self.rules = self.work.rules
        self.tables = np.zeros(1, dtype=TABLE)
        asked = np.flatnonzero(self.work.seated["kind"] == ASKED).tolist()
        self.players = {number: self.work.player(number) for number in asked}
        self.opens = sheet.has_auction and any(one.bids_in_python for one in entrants)
        # Another one for a question that is asked again: nothing in it may matter.
        self.thinking = [self.work.think_with() for _ in range(2)]
        self.company = self._company()

    def _company(self) -> Any:
        from neuroevo.networks.kernels.whole_table import MEMORY, new_brains

        if IN_COMPANY not in self.work.kinds:
            return None
        shapes = self.work.architectures
        units = max(one.first_width for one in shapes if one.player_kind == IN_COMPANY)
        return np.zeros(1, dtype=MEMORY), new_brains(shapes), np.zeros((1, 4, units), np.float32)

    def decisions(self) -> Iterator[Decision]:
        """Everybody's decisions with a choice in them, in the order of play."""
        rules, table = self.rules, self.tables[0]
        for row in range(self.rounds):
            self.open(row)
            while table["turn"] >= 0:
                legal = int(kernels.legal_at(rules, table))
                before = self.tables.copy()
                answer = self.ask(self.tables)
                if answer.card < 0 or not legal >> answer.card & 1:
                    name = self.work.name(self.whose_turn(before))
                    raise IllegalPlay(f"{name} plays a card that may not be played")
                if legal & (legal - 1):
                    yield Decision(before, self.whose_turn(before), answer)
                kernels.lay_now(rules, table, answer.card)

    def open(self, row: int) -> None:
        """Deal a round, with its bids and calls."""
        rules, table = self.rules, self.tables[0]
        if self.opens:
            kernels.seat_and_shuffle(rules, table, self.work.record, row)
            open_at_referees_table(self.work, self.tables)
            leader = int(table["leaders"][0])
        else:
            leader = kernels.seat_and_open(rules, table, self.work.record, row)
        if leader < 0:
            raise BadInput("everybody passed again and again: no player ever calls")
        kernels.begin_play(rules, table, leader)

    def whose_turn(self, tables: NDArray[Any]) -> int:
        """The number of the player; everybody sits in the same seat in every round."""
        table = tables[0]
        return int(self.work.seats[0, int(table["seat"][int(table["turn"])])])

    def ask(self, tables: NDArray[Any], again: bool = False) -> Answer:
        """What whoever's turn it is answers at a table (1,) TABLE, whose dice are thrown.

        again: not in the course of play.
        """
        table = tables[0]
        place = int(table["turn"])
        table["thought"], table["mind"] = self.thinking[again].addresses
        number = self.whose_turn(tables)
        kind = int(table["kind"][place])
        with blame(self.work, None, number if kind == ASKED else None):
            if kind == ASKED:
                card = self._ask_in_python(tables, number)
            elif kind == IN_COMPANY:
                card = int(kernels.choose_in_company(self.rules, tables.copy(), *self.company))
            else:
                card = int(kernels.choose_now(self.rules, table))
        return Answer(card, int(table["streams"][place]))

    def _ask_in_python(self, tables: NDArray[Any], number: int) -> int:
        from neuroevo.tournament.kernels.asked_tables import QUESTION

        question = np.zeros(1, dtype=QUESTION)
        noted = tables.copy()
        noted["row"] = 0  # a swapped table's number may be that of no round
        kernels.note_now(self.rules, noted[0], self.work.record, question[0])
        batch = Batch(self.work.sheet, self.rules, tables)
        player: Any = self.players[number]
        views = AskedQuestions(batch, question, bool(getattr(player, "peeks", False)))
        if hasattr(player, "choose_many"):
            (found,) = answers_of(player.choose_many(views), views)
        else:
            found = player.choose(views[0])
        card = found.number if isinstance(found, Card) else int(found)
        return int(self.rules["bit_of_card"][int(tables[0]["trump"]), card])


@dataclass
class Swaps:
    """What became of decisions that were asked again at tables which look the same.

    decisions: swaps that moved a card between hands. moved: decisions that changed with it.
    unsteady: those that change even when nothing is swapped.
    """

    decisions: int = 0
    moved: int = 0
    unsteady: int = 0

    def __add__(self, other: Swaps) -> Swaps:
        return Swaps(
            self.decisions + other.decisions,
            self.moved + other.moved,
            self.unsteady + other.unsteady,
        )


def swap_and_ask(walk: Walk, who: Sequence[int], most: int, seed: int, each: int = 2) -> Swaps:
    """Ask the players of these numbers again, each decision `each` times with other hands around;
    at most so many decisions. The same card must come out, and as many throws of the dice."""
    found, dice, left = Swaps(), generator_for(seed, Purpose.CHECKS), most
    for decision in walk.decisions():
        if decision.number not in who:
            continue
        for _ in range(each):
            tables, cards = swap_unseen(walk.rules, decision.tables, decision.place, dice)
            found.decisions += cards > 0
            if walk.ask(tables, again=True) != decision.answer:
                steady = all(
                    walk.ask(decision.tables.copy(), again=True) == decision.answer
                    for _ in range(CONTROLS)
                )
                found.moved += steady
                found.unsteady += not steady
        left -= 1
        if left <= 0:
            break
    return found


def swap_and_speak(walk: Walk, who: Sequence[int], seed: int) -> Swaps:
    """The same for what compiled players say before the play: bids, calls, what is laid away."""
    found, dice, rules = Swaps(), generator_for(seed, Purpose.CHECKS), walk.rules
    players = int(rules["players"])
    for row in range(walk.rounds):
        kernels.seat_and_shuffle(rules, walk.tables[0], walk.work.record, row)
        for place in range(players):
            seat = int(walk.tables[0]["seat"][place])
            if walk.work.seats[0, seat] not in who:
                continue
            for what, asked in _sayings(walk.work.sheet, place == players - 1):
                before = walk.tables.copy()
                if what == kernels.LAYS_AWAY:
                    before[0]["caller"] = 0
                tables, cards = swap_undealt(rules, before, place, dice)
                found.decisions += cards > 0
                found.moved += _said(walk, before, place, what, asked) != _said(
                    walk, tables, place, what, asked
                )
    return found


def _sayings(sheet: RuleSheet, dealer: bool) -> Iterator[tuple[int, int]]:
    """What a place is asked before the play."""
    if sheet.bids_tricks:
        yield kernels.BIDS, 0
    if sheet.trump == "named":
        yield kernels.CALLS, 1
        yield kernels.CALLS, 2
        if dealer:
            yield kernels.LAYS_AWAY, 0


def _said(walk: Walk, tables: NDArray[Any], place: int, what: int, asked: int) -> tuple[int, int]:
    table = tables[0]
    said = int(kernels.say_now(walk.rules, table, place, what, asked))
    return said, int(table["streams"][place])
