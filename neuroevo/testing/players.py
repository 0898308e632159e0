"""The contract of a player: legal cards, the same compiled and plain, honest and repeatable."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput, IllegalPlay
from neuroevo.extensions import in_words
from neuroevo.games import RoundRecord
from neuroevo.players.kinds import ASKED
from neuroevo.players.own import SlowPlayer
from neuroevo.players.roster import ROSTER
from neuroevo.testing.agreement import compare_engines, compare_networks
from neuroevo.testing.decisions import Swaps, Walk, swap_and_ask, swap_and_speak
from neuroevo.testing.tables import Game, TestTable, seat_with_company, tables_for
from neuroevo.testing.verdicts import Report, Verdict, Watch, count, make_report
from neuroevo.tournament import Named, find_entrant, find_entrants, play_deals
from neuroevo.tournament.entrants import Entrant

KIND = "player"
DEALS, THINKERS_DEALS = 8, 1
"""At each table; and for our players that think, whose plain twins are slow."""
MOST_SWAPPED = 60
"""Decisions a table that are asked again."""
LITTLE = {"shuffles": 2, "playouts": 1, "samples": 2}
"""What thinking players are checked with if nothing is said: the plain ones are slow."""
USUAL = "spades"
SPEED_SECONDS, MEASUREMENTS = 0.05, 3
"""Of speed: each takes so long at least, and the fastest counts."""


def check_player(
    who: Named,
    games: Game | Iterable[Game] | None = None,
    deals: int | None = None,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Check a player: a function of a seat, an object or class with `choose(view)` or
    `choose_many`, or whatever names one.

    games: where it plays; every game that it admits if none is given. deals: at each table, each
    played once with every hand in every seat. raises: `ContractBroken` if the contract is broken.
    watch: is shown every verdict when it is known. `BadInput` for what is no player.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SlowPlayer)  # it is a verdict here
        entrant = find_entrant(with_little_thought(who))
        tables = [one for one in tables_for(games) if admits(entrant, one)]
        if not tables:
            raise BadInput(f"{entrant.name} plays none of these games")
        if deals is None:
            deals = THINKERS_DEALS if thinks(entrant) else DEALS
        verdicts = _verdicts(entrant, tables, deals, seed)
        return make_report(entrant.name, KIND, verdicts, raises, watch)


def with_little_thought(who: Named) -> Named:
    """A thinking player of the roster whose settings are not given, with few thoughts.

    >>> with_little_thought("mc-extra"), with_little_thought("greedy")
    ('mc-extra:shuffles=2:playouts=1', 'greedy')
    """
    if not isinstance(who, str) or who not in ROSTER:
        return who
    settings = ROSTER[who].settings
    return ":".join([who, *(f"{one}={LITTLE[one]}" for one in LITTLE if one in settings)])


def thinks(entrant: Entrant) -> bool:
    """Whether it is one of ours that tries cards out."""
    entry = entrant.player.entry if entrant.player is not None else None
    return entry is not None and entry.is_ours and not entry.is_written


def admits(entrant: Entrant, table: TestTable) -> bool:
    """Whether a player plays that game."""
    try:
        entrant.check_plays(table.sheet, table.players)
    except BadInput:
        return False
    return True


def _verdicts(
    entrant: Entrant, tables: Sequence[TestTable], deals: int, seed: int
) -> Iterator[Verdict]:
    yield Verdict("a player", _kind(entrant))
    where = ", ".join(one.name for one in tables)
    yield Verdict("plays", f"at {count(len(tables), 'table')}: {where}", None)
    played = Played()
    try:
        for table in tables:
            played.at(entrant, table, deals, seed)
    except IllegalPlay as error:
        yield Verdict("legal cards", f"{table.name}: {error}", False)
        return
    except Exception as error:
        told = str(error) if isinstance(error, BadInput) else in_words(error)
        yield Verdict("plays to the end", f"{table.name}: {told}", False)
        return
    yield Verdict(
        "legal cards",
        f"{count(played.cards, 'card')} of its own in {count(played.rounds, 'round')}",
    )
    yield played.same_cards()
    yield repeated(entrant, tables, deals, seed)
    yield honest(entrant, tables, deals, seed)
    yield played.spoken(tables)
    if played.auctions:
        yield honest_in_words(entrant, played.auctions, deals, seed)
    yield speed(entrant, usual_table(tables), seed)


def _kind(entrant: Entrant) -> str:
    if entrant.champion is not None:
        return f"a network, {entrant.champion.architecture.summary}"
    assert entrant.player is not None
    entry = entrant.player.entry
    if entrant.kind != ASKED:
        written = "a function of a seat" if entry.is_written else "by a function of its own"
        return f"compiled: {written}"
    if entry.why_slow:
        return f"asked in Python, since it can't be compiled: {entry.why_slow}"
    how = "choose_many" if hasattr(entry.made_of, "choose_many") else "choose(view)"
    return f"asked in Python, for many tables at a time: it has {how}"


@dataclass
class Played:
    """What a player did at its tables, in both engines."""

    rounds: int = 0
    cards: int = 0
    close: int = 0
    bids: list[int] = field(default_factory=list)
    asked: int = 0
    calls: int = 0
    discards: int = 0
    difference: str = ""
    auctions: list[TestTable] = field(default_factory=list)

    def at(self, entrant: Entrant, table: TestTable, deals: int, seed: int) -> None:
        """Play at one table; what the player does wrong is a `BadInput`."""
        seats = seat_with_company(entrant, table.players)
        own = [seat for seat, one in enumerate(seats) if one is entrant]

        def look(record: RoundRecord) -> None:
            self.rounds += 1
            self.cards += sum(play.seat in own for play in record.plays)
            if record.bids is not None:
                self.bids += [record.bids[seat] for seat in own]
            if table.sheet.trump == "named":
                self.asked += len(own)
                self.calls += record.caller in own
                self.discards += record.discard is not None and record.deal.dealer in own

        if table.sheet.has_auction:
            self.auctions.append(table)
        if entrant.champion is not None:
            own = list(range(table.players))
            networks = [entrant.champion] * table.players
            found = compare_networks(table.sheet, networks, deals * table.players, seed, look)
            self.close += found.close
            self.difference = self.difference or found.difference
            return
        found_cards = compare_engines(
            table.sheet, seats, deals, table.players, seed=seed, look=look
        )
        self.difference = self.difference or found_cards.difference

    def same_cards(self) -> Verdict:
        """Whether kernel and referee saw the same rounds."""
        what = "same cards compiled and plain"
        if self.difference:
            return Verdict(what, self.difference, False)
        near = f", {count(self.close, 'near tie')} aside" if self.close else ""
        return Verdict(what, f"kernel and referee, card by card, in {self.rounds:,} rounds{near}")

    def spoken(self, tables: Sequence[TestTable]) -> Verdict:
        """What it said before the play. The referee refuses what may not be said, and the kernel
        was compared with it."""
        what = "bids and calls"
        if not self.auctions:
            names = ", ".join(dict.fromkeys(one.sheet.name for one in tables))
            return Verdict(what, f"nobody is asked at {names}", None)
        said = []
        if self.bids:
            said.append(f"{count(len(self.bids), 'bid')} from {min(self.bids)} to {max(self.bids)}")
        if self.asked:
            share = f"made trumps {count(self.calls, 'time')} in {count(self.asked, 'seat')}"
            said.append(f"{share}, laid away {count(self.discards, 'card')}")
        where = ", ".join(one.name for one in self.auctions)
        legal = "legal" if self.difference else "legal, the same in both engines"
        return Verdict(what, f"{legal}: {'; '.join(said)} ({where})")


def repeated(entrant: Entrant, tables: Sequence[TestTable], deals: int, seed: int) -> Verdict:
    """Whether the same seed deals and plays the same cards: again, and cut into other pieces that
    are played in another order."""
    what = "same seed, same cards"
    key, rounds = run_key(seed, Purpose.SIMULATION), 0
    cut = max(1, deals // 3)
    for table in tables:
        seats = find_entrants(seat_with_company(entrant, table.players))

        def log(first: int, some: int) -> Any:
            played = play_deals(table.sheet, seats, key, first, some, table.players, keep_log=True)  # noqa: B023
            return played.log

        whole, again = log(0, deals), log(0, deals)
        late, early = log(cut, deals - cut) if deals > cut else whole[:0], log(0, cut)
        rounds += len(whole)
        for other, how in (
            (again, "played again"),
            (np.concatenate([early, late]), f"played in two pieces, those from deal {cut} first"),
        ):
            if not np.array_equal(whole, other):
                row = int(np.flatnonzero((whole != other).any(axis=1))[0])
                told = f"deal {row // table.players} of {table.name} is another when {how}"
                return Verdict(what, f"{told}: something is carried from round to round", False)
    return Verdict(what, f"{rounds:,} rounds played twice, and in pieces in another order")


def honest(entrant: Entrant, tables: Sequence[TestTable], deals: int, seed: int) -> Verdict:
    """Whether a decision moves with cards that the player can't see."""
    what = "honest"
    found = Swaps()
    for table in tables:
        seats = find_entrants(seat_with_company(entrant, table.players))
        own = [number for number, one in enumerate(seats) if one is entrant]
        walk = Walk(table.sheet, seats, deals, 1, seed)
        try:
            found += swap_and_ask(walk, own, MOST_SWAPPED, seed)
        except Exception as error:
            told = str(error) if isinstance(error, BadInput) else in_words(error)
            return Verdict(what, f"{table.name}: {told}", False)
    return _honest(what, found, bool(getattr(entrant.seat(), "peeks", False)))


def _honest(what: str, found: Swaps, peeks: bool) -> Verdict:
    swaps = f"{found.moved:,} of {count(found.decisions, 'swap')} of unseen hands"
    if peeks:
        return Verdict(what, f"it peeks, and says so: {swaps} moved a card", None)
    if found.unsteady:
        told = "it answers the same question in two ways, so that it can't be told"
        return Verdict(what, f"{told} ({count(found.unsteady, 'time')})", False)
    if found.moved:
        return Verdict(what, f"{swaps} moved a card: it sees what it must not see", False)
    if not found.decisions:
        return Verdict(what, "there was nothing to swap: every unseen card is known", None)
    return Verdict(what, f"no card moved in {count(found.decisions, 'swap')} of unseen hands")


def honest_in_words(
    entrant: Entrant, tables: Sequence[TestTable], deals: int, seed: int
) -> Verdict:
    """The same for bids and calls."""
    what = "honest when it bids"
    if entrant.bids_in_python:
        return Verdict(what, "asked at the referee's table, which shows it its own cards", None)
    found = Swaps()
    for table in tables:
        seats = find_entrants(seat_with_company(entrant, table.players))
        own = [number for number, one in enumerate(seats) if one is entrant]
        found += swap_and_speak(Walk(table.sheet, seats, deals, 1, seed), own, seed)
    swaps = f"{found.moved:,} of {count(found.decisions, 'swap')} of unseen hands"
    if found.moved:
        return Verdict(what, f"{swaps} moved what it said: it sees what it must not see", False)
    return Verdict(what, f"nothing moved in {count(found.decisions, 'swap')} of unseen hands")


def usual_table(tables: Sequence[TestTable]) -> TestTable:
    """Where speed is measured, so that numbers can be compared: spades, if it is played."""
    return max(tables, key=lambda one: (one.name == USUAL, one.players))


def speed(entrant: Entrant, table: TestTable, seed: int) -> Verdict:
    """Rounds a second on one core, beside greedy's in the same run."""
    own = find_entrants(seat_with_company(entrant, table.players, ["greedy"] * 3))
    greedy = find_entrants(["greedy"] * table.players)
    sizes = [rounds_for(table, one, seed) for one in (own, greedy)]
    fastest = [0.0, 0.0]
    for _ in range(MEASUREMENTS):  # in turn, so that both suffer from whatever else goes on
        for which, (seats, rounds) in enumerate(zip((own, greedy), sizes, strict=True)):
            speed = rounds / seconds_for(table, seats, rounds, seed)
            fastest[which] = max(fastest[which], speed)
    told = f"{_about(fastest[0])} rounds of {table.name} a second on one core against greedy"
    share = f"{fastest[0] / fastest[1]:.2g} of what greedy plays alone"
    return Verdict("speed", f"{told}, {share}", None)


def _about(number: float) -> str:
    """To three digits.

    >>> _about(1_234_567.0), _about(12.345)
    ('1,230,000', '12')
    """
    return f"{int(float(f'{number:.3g}')):,}"


def rounds_for(table: TestTable, entrants: Sequence[Entrant], seed: int) -> int:
    """How many rounds take long enough to be measured."""
    rounds = 8
    while seconds_for(table, entrants, rounds, seed) < SPEED_SECONDS:
        rounds *= 2
    return rounds


def seconds_for(table: TestTable, entrants: Sequence[Entrant], rounds: int, seed: int) -> float:
    """The processor's time that this thread spends on so many rounds."""
    key, began = run_key(seed, Purpose.SIMULATION), time.thread_time()
    play_deals(table.sheet, entrants, key, 0, rounds)
    return max(time.thread_time() - began, 1e-9)
