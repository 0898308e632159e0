"""The contract of a game: both engines play it alike, every round is sound, and players evolve."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from neuroevo.cards import Purpose, Stream, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms import make_algorithm
from neuroevo.evolution.algorithms.recombination import Recombination
from neuroevo.evolution.members import generation_members
from neuroevo.games import RoundRecord, RuleSheet, draw_deal, play_game, read_sheet, sheet_as_toml
from neuroevo.networks import make_architecture
from neuroevo.networks.architecture import Population
from neuroevo.testing.agreement import compare_engines
from neuroevo.testing.rounds import broken_in, could_break
from neuroevo.testing.tables import Game, TestTable, sheet_of, tables_for
from neuroevo.testing.verdicts import Report, Verdict, Watch, count, make_report
from neuroevo.tournament import find_entrants
from neuroevo.tournament.evaluator import Evaluator
from neuroevo.tournament.tables import deal_hands
from neuroevo.tournament.whole_games import play_games

KIND = "game"
DEALS = 40
"""At each table, each with every hand in every seat."""
EVERYBODY = ("random", "greedy", "heuristic", "always-highest")
"""Who plays it."""
GAMES_PLAYED = 3


def check_game(
    game: Game,
    deals: int = DEALS,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Check a game: its name, a path of a sheet, or a `RuleSheet`.

    deals: for each number of players, each played once with every hand in every seat. raises:
    `ContractBroken` if the contract is broken. `BadInput` for a sheet that can't be read.
    """
    sheet = sheet_of(game)
    return make_report(sheet.name, KIND, _verdicts(sheet, deals, seed), raises, watch)


def _verdicts(sheet: RuleSheet, deals: int, seed: int) -> Iterator[Verdict]:
    tables = tables_for([sheet])
    yield _reads(sheet)
    yield _deals(sheet, deals, seed)
    played = _Played()
    try:
        for table in tables:
            played.at(table, deals, seed)
    except BadInput as error:
        yield Verdict("both engines agree", f"{table.name}: {error}", False)
        return
    yield from played.verdicts(tables)
    yield Verdict("aim", sheet.aim.heading, None)
    yield _ends(sheet, seed)
    yield _evolves(sheet, seed)


def _reads(sheet: RuleSheet) -> Verdict:
    """The sheet can be sent to a worker and written down; it comes back the same."""
    what = "a sheet"
    if pickle.loads(pickle.dumps(sheet)) != sheet:
        return Verdict(what, "it is another one when it was sent to another process", False)
    with tempfile.TemporaryDirectory(prefix="neuroevo-check-") as folder:
        path = Path(folder) / f"{sheet.name}.toml"
        path.write_text(sheet_as_toml(sheet), encoding="utf-8")
        again = read_sheet(path)
    if again != sheet:
        told = ", ".join(again.differs_in(sheet))
        return Verdict(what, f"written to a file and read it differs in {told}", False)
    many = " or ".join(map(str, sheet.players))
    size = ", ".join(str(sheet.cards_each(one)) for one in sheet.players)
    told = f"{sheet.title} for {many} players, {size} cards each, from {sheet.source}"
    return Verdict(what, told)


def _deals(sheet: RuleSheet, deals: int, seed: int) -> Verdict:
    """Each card once, hands of the right size, and no two packs shuffled alike."""
    what = "deals"
    dealt = 0
    for players in sheet.players:
        for number in range(deals):
            deal = draw_deal(sheet, players, Stream(seed + number))
            cards = [card for hand in deal.hands for card in hand]
            size = sheet.cards_each(players)
            if len(set(cards)) != len(cards) or not set(cards) <= set(sheet.deck(players)):
                return Verdict(
                    what, f"a card is dealt twice, or is none of the game's: {cards}", False
                )
            if [len(hand) for hand in deal.hands] != [size] * players:
                return Verdict(what, f"not everybody gets {size} cards of {players}", False)
            dealt += 1
        hands = deal_hands(
            sheet,
            find_entrants(["random"] * players),
            np.arange(deals),
            run_key(seed, Purpose.SIMULATION),
        )
        if deals > 1 and len(np.unique(hands.reshape(deals, -1), axis=0)) < deals // 2:
            return Verdict(what, f"deals for {players} players are too often the same", False)
    return Verdict(what, f"each card once, hands of the right size, in {count(dealt, 'deal')}")


class _Played:
    """The rounds of all tables, in both engines."""

    def __init__(self) -> None:
        self.rounds = self.cards = self.unfollowed = 0
        self.difference = ""
        self.broken = ""

    def at(self, table: TestTable, deals: int, seed: int) -> None:
        def look(record: RoundRecord) -> None:
            self.unfollowed += could_break(record)
            for told in broken_in(record):
                self.broken = self.broken or f"{table.name}: {told}"

        for shift in range(2):  # others lead and deal
            seats = [*EVERYBODY[shift:], *EVERYBODY[:shift]][: table.players]
            some = max(1, deals // 2)
            found = compare_engines(
                table.sheet, seats, some, table.players, shift * some, seed, look
            )
            self.rounds += found.rounds
            self.cards += found.cards
            self.difference = self.difference or found.difference

    def verdicts(self, tables: list[TestTable]) -> Iterator[Verdict]:
        rounds, cards = count(self.rounds, "round"), count(self.cards, "card")
        where = ", ".join(table.name for table in tables)
        told = f"cards, calls, bids, tricks, points and scores of {rounds}, {cards} ({where})"
        agree = "both engines agree"
        yield Verdict(agree, self.difference or told, not self.difference)
        sound = f"dealt, followed, won and added up in {rounds}; {self.unfollowed:,} cards did not"
        yield Verdict(
            "sound rounds", self.broken or f"{sound} follow, and none could", not self.broken
        )


def _ends(sheet: RuleSheet, seed: int) -> Verdict:
    """A whole game comes to an end, the same in both engines."""
    what = "a whole game ends"
    if sheet.game_rounds is None and sheet.game_target is None:
        return Verdict(what, "neither rounds nor a target are given: a game is one round", None)
    players = max(sheet.players)
    entrants = find_entrants((["greedy", "heuristic"] * 2)[:players])
    key = run_key(seed, Purpose.SIMULATION)
    try:
        games = play_games(sheet, entrants, key, 0, GAMES_PLAYED)
    except BadInput as error:
        return Verdict(what, str(error), False)
    plain = play_game(sheet, [one.seat() for one in entrants], key)
    if list(plain.totals) != games.totals[0].tolist():
        told = f"totals {games.totals[0].tolist()} compiled, {list(plain.totals)} in plain Python"
        return Verdict(what, told, False)
    rounds = " and ".join(map(str, games.rounds.tolist()))
    return Verdict(what, f"{GAMES_PLAYED} games of {rounds} rounds; the first in both engines")


def _evolves(sheet: RuleSheet, seed: int) -> Verdict:
    """Two generations of a scoring network."""
    what = "networks evolve"
    players = max(sheet.players)
    architecture = make_architecture("scorer", sheet, players)
    settings = Recombination.Settings(population=2 * players, generations=2)
    algorithm = make_algorithm(settings)
    generation = algorithm.first(architecture.weight_count, seed)
    spread = []
    with Evaluator(sheet, players, games=2) as evaluator:
        for number in range(2):
            scores = evaluator.evaluate(Population(architecture, generation.weights), seed, number)
            spread.append(f"{scores.fitness.min():,} to {scores.fitness.max():,}")
            members = generation_members(
                generation.weights, generation.births, scores.fitness, scores.tricks
            )
            generation = algorithm.after(generation, members, seed)
    told = f"two generations of a scorer with {architecture.weight_count} weights"
    return Verdict(what, f"{told}, fitness from {' and '.join(spread)}")
