"""Rounds with one scoring network at the table, by what it sees and how large it is.

Only the features of its list are computed; the rest of a round is rules, dealing and the three
other players, who are greedy.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from page import Table, fewer, figure, present

from neuroevo.analysis import evaluate
from neuroevo.cards import Purpose, run_key
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.tournament import find_entrant, network_entrant, play_deals

DEALS, TURNS = 1_000, fewer(9)

TEN = (
    *("leading", "to_come", "trick_worth", "partner_winning", "trumps_held"),
    *("strength", "boss", "wins_now", "cheapest_winner", "side_chance"),
)
SHAPES = {
    "all features": {},
    "ten features": {"features": TEN},
    "all, one unit": {"hidden": (1,)},
    "bias alone, one unit": {"features": ("bias",), "hidden": (1,)},
}


def rounds_a_second(sheet, shape) -> float:
    """On one core, the best of some turns."""
    architecture = make_architecture("scorer", sheet, 4, **shape)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    scorer = network_entrant(Champion(architecture, weights), "scorer")
    entrants = [scorer, *[find_entrant("greedy")] * 3]
    key = run_key(1, Purpose.SIMULATION)
    play_deals(sheet, entrants, key, 0, 1, 4)  # compiles
    best = np.inf
    for _ in range(TURNS):
        began = time.thread_time()
        play_deals(sheet, entrants, key, 0, DEALS, 4)
        best = min(best, time.thread_time() - began)
    return 4 * DEALS / best


def against_thinking() -> Table:
    """The champion of Spades beside Monte-Carlo over 100 worlds, and how long each thinks."""
    found = {}
    for player, deals in (
        ("heuristic", 3_000),
        ("spades-champion", 3_000),
        ("mc-average:shuffles=100", 150),
        ("mc-shared:shuffles=100", 150),
    ):
        evaluate(player, "heuristic", "spades", 2, seed=2, workers=1)  # loads the kernel
        deals = fewer(deals)
        began = time.process_time()
        (match,) = evaluate(player, "heuristic", "spades", deals, seed=2, workers=1)
        found[player] = match, (time.process_time() - began) / (4 * deals)
    rules = found.pop("heuristic")[1]
    champion = found["spades-champion"][1] - rules
    rows = []
    for player, (match, seconds) in found.items():
        tricks, thinking = match.tricks_interval, seconds - rules
        rows.append(
            (
                player,
                f"{match.deals:,}",
                figure(tricks.mean, ".3f", f" ± {tricks.se:.3f}"),
                figure(1e6 * thinking),
                figure(thinking / champion, ",.0f", "x"),
            )
        )
    columns = ("player", "deals", "tricks a round", "µs a round", "beside the champion's")
    title = "Spades against three heuristic players: tricks a round, and thinking time"
    return Table(title, columns, rows)


def tables() -> Iterator[Table]:
    rows = [
        (sheet.name, *(figure(rounds_a_second(sheet, shape)) for shape in SHAPES.values()))
        for sheet in (SPADES, CLUBS, SUECA, EUCHRE)
    ]
    title = "Rounds a second with one scorer against three greedy players, one core"
    yield Table(title, ("game", *SHAPES), rows)
    yield against_thinking()


if __name__ == "__main__":
    present(tables)
