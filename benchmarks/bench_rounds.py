"""Random rounds a second on one core, against OpenSpiel's C++ rollouts in the same run.

OpenSpiel rolls out through `MCTSBot` with `RandomRolloutEvaluator`, from a dealt state in which the
player to move has a choice. Ours are play-outs of one dealt table, and whole rounds with shuffling,
dealing and bookkeeping. The two take turns, and each counts its best turn, so that a busy machine
slows both or neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from page import Table, fewer, figure, present

from neuroevo.games import EUCHRE, SPADES, RuleSheet
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.players.kernels.playouts import deal_table, random_playouts
from neuroevo.tournament import find_entrants, play_deals

TURNS = fewer(12)
OURS = 50_000
THEIRS = 1_000


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def our_playouts(sheet: RuleSheet) -> Callable[[], float]:
    rules, table, tricks = compile_rules(sheet, 4), new_table(), np.zeros(4, dtype=np.int64)
    deal_table(rules, table, np.uint64(1))
    random_playouts(rules, table, 1, tricks)
    return lambda: OURS / seconds(lambda: random_playouts(rules, table, OURS, tricks))


def our_rounds(sheet: RuleSheet) -> Callable[[], float]:
    players = find_entrants(["random"] * 4)
    play_deals(sheet, players, 1, 0, 1)
    return lambda: OURS / seconds(lambda: play_deals(sheet, players, 1, 0, OURS))


def their_rollouts(name: str, choose_phase: str) -> Callable[[], float]:
    import pyspiel

    game = pyspiel.load_game(name)
    generator = np.random.default_rng(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(generator.choice(actions, p=chances)))
    if choose_phase == "play":
        if name == "spades":
            for _ in range(4):
                state.apply_action(state.legal_actions()[3])
        else:
            for _ in range(4):
                state.apply_action(state.legal_actions()[0])  # pass
            state.apply_action(state.legal_actions()[1])  # name a suit
            while len(state.legal_actions()) < 5:
                state.apply_action(state.legal_actions()[0])  # with the partner
    assert len(state.legal_actions()) > 1
    evaluator = pyspiel.RandomRolloutEvaluator(THEIRS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 1000, False, 1, False)
    return lambda: 2 * THEIRS / seconds(lambda: bot.step(state.clone()))


def tables() -> Iterator[Table]:
    rows = []
    for title, sheet, trick_play in (
        ("Spades", SPADES, SPADES),
        ("Euchre", EUCHRE, EUCHRE.with_trump("H")),
    ):
        name = sheet.name
        measured = {
            "theirs, dealt": their_rollouts(name, "dealt"),
            "theirs, play": their_rollouts(name, "play"),
            "play-outs": our_playouts(trick_play),
            "rounds": our_rounds(sheet),
        }
        best = dict.fromkeys(measured, 0.0)
        for _ in range(TURNS):
            for label, measure in measured.items():
                best[label] = max(best[label], measure())
        dealt, played = best["theirs, dealt"], best["theirs, play"]
        rows.append(
            (
                title,
                figure(dealt),
                figure(played),
                figure(best["play-outs"]),
                figure(best["play-outs"] / played, ".1f", "x"),
                figure(best["play-outs"] / dealt, ".1f", "x"),
                figure(best["rounds"]),
                figure(best["rounds"] / dealt, ".1f", "x"),
            )
        )
    columns = (
        "game",
        "OpenSpiel from the deal",
        "OpenSpiel from the first lead",
        "neuroevo play-outs",
        "against the first lead",
        "against the deal",
        "neuroevo whole rounds",
        "rounds against the deal",
    )
    yield Table("Random rounds a second, one core", columns, rows)


if __name__ == "__main__":
    present(tables)
