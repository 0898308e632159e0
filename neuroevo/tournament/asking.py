"""Tables with players who are asked in Python: any object with `choose(view)` or `choose_many`.

The kernel plays many rounds at once until one of them must be asked at each, and they answer for
all of these tables together. What they are shown is what the referee shows, no more.
"""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Card, card_from_number
from neuroevo.errors import IllegalPlay
from neuroevo.games.compiled import NO_TRUMP, TABLE, Rules
from neuroevo.games.referee import OpenTable, open_round
from neuroevo.players.kinds import ASKED, IN_COMPANY
from neuroevo.players.questions import answers_of
from neuroevo.tournament.asked_view import AskedQuestions, Batch
from neuroevo.tournament.faults import blame, called, illegal_words, round_at, where_written
from neuroevo.tournament.work import TableWork

ROUNDS_TOGETHER = 2048
"""Rounds that are on the tables at once: beyond, asking gets no cheaper, but memory grows."""


def play_asking(work: TableWork) -> bool:
    """Play tables at which somebody is asked in Python; False if nobody ever calls."""
    asked = _Asked(work)
    rounds = len(work.rounds.tricks)
    return all(
        asked.play(first, min(ROUNDS_TOGETHER, rounds - first))
        for first in range(0, rounds, ROUNDS_TOGETHER)
    )


class _Asked:
    """Those who are asked, and all that the others think with."""

    def __init__(self, work: TableWork) -> None:
        self.work = work
        numbers = np.flatnonzero(work.seated["kind"] == ASKED).tolist()
        self.players = {number: work.player(number) for number in numbers}
        self.opens = work.sheet.has_auction and any(
            entrant.bids_in_python for entrant in work.entrants
        )
        self.thinking = work.think_with()

    def play(self, first: int, count: int) -> bool:
        from neuroevo.tournament.kernels.asked_tables import (
            QUESTION,
            answer_asked_tables,
            begin_asked_tables,
            seat_asked_tables,
        )

        work = self.work
        tables, questions = np.zeros(count, dtype=TABLE), np.zeros(count, dtype=QUESTION)
        batch = Batch(work.sheet, work.rules, tables)
        playing = np.zeros(1, dtype=np.int64)
        with blame(work, playing):
            seat = (work.rules, tables, work.record, first, not self.opens, playing)
            if not seat_asked_tables(*seat):
                return False
        if self.opens:
            open_at_referees_table(work, tables)
        with_whom = (self._company(count), *self.thinking.addresses, playing)
        play = (work.rules, tables, work.record, *with_whom, questions)
        with blame(work, playing):
            waiting = begin_asked_tables(*play)
        while waiting > 0:
            answers = self._answers(batch, questions[:waiting])
            with blame(work, playing):
                now = answer_asked_tables(*play, waiting, answers)
            if now < 0:
                self._refuse(batch, questions[-1 - now], int(answers[-1 - now]))
            waiting = now
        return True

    def _company(self, count: int) -> Any:
        """What large networks decide with, if there are any."""
        from neuroevo.networks.kernels.whole_table import MEMORY, new_brains

        if IN_COMPANY not in self.work.kinds:
            return None
        shapes = self.work.architectures
        units = max(shape.first_width for shape in shapes if shape.player_kind == IN_COMPANY)
        sums = np.zeros((count, 4, units), np.float32)
        return np.zeros(count, dtype=MEMORY), new_brains(shapes), sums

    def _answers(self, batch: Batch, questions: NDArray[Any]) -> NDArray[np.int64]:
        """The numbers of the cards that are answered."""
        answers = np.empty(len(questions), dtype=np.int64)
        for number, player in self.players.items():
            mine = np.flatnonzero(questions["player"] == number)
            if not len(mine):
                continue
            asked = questions if len(mine) == len(questions) else questions[mine]
            views = AskedQuestions(batch, asked, bool(getattr(player, "peeks", False)))
            with blame(self.work, None, number):
                if hasattr(player, "choose_many"):
                    found = answers_of(player.choose_many(views), views)
                else:
                    choose = player.choose
                    found = [choose(view) for view in views]
            answers[mine] = [
                one.number if isinstance(one, Card) else self._number(number, one) for one in found
            ]
        return answers

    def _number(self, who: int, answer: Any) -> int:
        """A card's number that was answered instead of the card."""
        if isinstance(answer, int | np.integer) and not isinstance(answer, bool):
            return int(answer)
        place, name = where_written(self.players[who]), called(self.work.name(who))
        what = "nothing" if answer is None else reprlib.repr(answer)
        raise IllegalPlay(f"{place}{name}: it answers {what}, not a card")

    def _refuse(self, batch: Batch, question: Any, answer: int) -> None:
        """Say which rule an answer broke."""
        one = np.array([question])
        view = AskedQuestions(batch, one, peeks=False)[0]
        name = self.work.name(int(question["player"]))
        player = self.players[int(question["player"])]
        if not 0 <= answer < 52:
            raise IllegalPlay(
                f"{where_written(player)}{called(name)}: {answer} is the number of no card"
            )
        raise IllegalPlay(illegal_words(name, player, view, card_from_number(answer)))


def open_at_referees_table(work: TableWork, tables: NDArray[Any]) -> None:
    """Deal, bid and make trumps at the referee's table, since somebody bids in Python.

    tables: (n,) TABLE, seated; `leaders[0]` then says who leads.
    """
    everybody = {number: work.player(number) for number in np.unique(work.seats).tolist()}
    for table in tables:
        which, rotation = divmod(int(table["row"]), work.rotations)
        players = [everybody[number] for number in work.seats[which].tolist()]
        with blame(work, round_at(table)):
            state, leader = open_round(
                work.sheet, players, work.key, int(work.deals[which]), rotation
            )
        lay_out(table, work.rules, state, leader)


def lay_out(table: Any, rules: Rules, state: OpenTable, leader: int) -> None:
    """Put a round that the referee opened on a kernel's table; leader: the seat that leads."""
    players, first = len(state.hands), state.deal.leader
    trump = NO_TRUMP if state.trump is None else SUITS.index(state.trump)

    def place_of(seat: int | None) -> int:
        return -1 if seat is None else (seat - first) % players

    table["trump"], table["caller"], table["alone"] = trump, place_of(state.caller), state.alone
    table["out"], table["leaders"][0] = place_of(state.out), place_of(leader)
    table["turn_up"] = -1 if state.deal.turn_up is None else state.deal.turn_up.number
    table["laid_away"] = -1 if state.discard is None else state.discard.number
    bits = rules["bit_of_card"][trump]
    for seat in range(players):
        place = place_of(seat)
        numbers = [card.number for card in state.dealt[seat]]
        table["deck"][rules["positions"][place, : len(numbers)]] = numbers
        table["hands"][place] = sum(1 << int(bits[number]) for number in numbers)
        table["bids"][place] = state.bids[seat] or 0
        table["streams"][place] = state.streams[seat].state
