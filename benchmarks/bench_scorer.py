"""Rounds with one scoring network at the table, and where their time goes.

Features or network are done twice in each decision, with the same cards played in the end: the time
that this adds is what they take. The rest is rules, dealing and the three other players.
"""

from __future__ import annotations

import time

import numpy as np

from neuroevo.analysis import evaluate
from neuroevo.cards import Purpose, run_key
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.games.kernels.bits import lowest_bit, nth_bit
from neuroevo.games.kernels.play import make_play_deal
from neuroevo.kernel_cache import inner
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.networks.kernels.features import describe_cards
from neuroevo.networks.kernels.mind import highest_score, new_mind
from neuroevo.networks.kernels.pointers import floats_at
from neuroevo.players.kernels.written import choose_by_rule
from neuroevo.players.kinds import SCORER
from neuroevo.tournament import find_entrant, network_entrant, play_deals
from neuroevo.tournament.kernels.tables import make_play_tables, open_round
from neuroevo.tournament.tables import NO_VALUES, seat_players

DEALS, TURNS = 1_000, 9


def make_choose(features: int, networks: int):
    """`choose_by_score_or_rule` with features described and cards scored so many times."""

    def choose(rules, table, mind, place, legal):
        if table.kind[place] != SCORER:
            return choose_by_rule(rules, table, None, place, legal)
        if legal & (legal - 1) == 0:
            return lowest_bit(legal)
        shape = mind.architectures[table.architecture[place]]
        weights = floats_at(table.weights[place], shape.weights)
        count = chosen = 0
        for _ in range(features):
            count = describe_cards(rules, table, mind.now[0], place, legal, mind.shared, mind.cards)
        for _ in range(networks):
            chosen = highest_score(mind, shape, weights, count)
        return nth_bit(legal, chosen)

    choose.__qualname__ = f"choose_{features}_{networks}"
    return inner(choose)


def make_runner(choose):
    loop = make_play_tables(make_play_deal(choose, open_round), record=True)
    return inner(lambda *work: loop(*work))


def measure(sheet) -> str:
    architecture = make_architecture("scorer", sheet, 4)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    scorer, greedy = (
        network_entrant(Champion(architecture, weights), "scorer"),
        find_entrant("greedy"),
    )
    entrants = [scorer, greedy, greedy, greedy]
    seated, architectures, manners = seat_players(entrants, None)
    rules, key = compile_rules(sheet, 4), np.uint64(run_key(1, Purpose.SIMULATION))
    mind, table = new_mind(manners, architectures), new_table()
    seats = np.tile(np.arange(4), (DEALS, 1))
    taken = np.zeros((4, 4 * DEALS, 4), dtype=np.int64)
    calls, log = np.zeros((4 * DEALS, 4), dtype=np.int8), np.zeros((0, 52), dtype=np.int8)
    runners = {
        name: make_runner(make_choose(*times))
        for name, times in (("once", (1, 1)), ("features", (2, 1)), ("network", (1, 2)))
    }

    def play(name: str) -> None:
        runners[name](
            rules,
            table,
            mind,
            0,
            DEALS,
            seated,
            seats,
            np.arange(DEALS),
            key,
            4,
            NO_VALUES,
            taken,
            calls,
            log,
        )

    results = {}
    best = dict.fromkeys(runners, np.inf)
    for turn in range(TURNS + 1):
        for name in runners:
            began = time.perf_counter()
            play(name)
            took = time.perf_counter() - began
            if turn:  # the first turn compiles
                best[name] = min(best[name], took)
            results[name] = taken[0].copy()
    assert all((one == results["once"]).all() for one in results.values())
    played = play_deals(sheet, entrants, run_key(1, Purpose.SIMULATION), 0, DEALS, 4)
    assert (played.tricks == results["once"]).all()
    whole = best["once"]
    features = (best["features"] - whole) / whole
    network = (best["network"] - whole) / whole
    return (
        f"| {sheet.name} | {4 * DEALS / whole:,.0f} | {1e6 * whole / (4 * DEALS):.1f} "
        f"| {features:.0%} | {network:.0%} | {1 - features - network:.0%} |"
    )


def against_thinking() -> None:
    """The champion of Spades beside Monte-Carlo over 100 worlds, and how long each thinks."""
    print("\n### Spades against three heuristic players: tricks a round, and thinking time\n")
    print("| player | deals | tricks a round | µs a round | champion's share of it |")
    print("|---|---:|---:|---:|---:|")
    found = {}
    for player, deals in (
        ("heuristic", 3_000),
        ("spades-champion", 3_000),
        ("mc-average:shuffles=100", 150),
        ("mc-shared:shuffles=100", 150),
    ):
        evaluate(player, "heuristic", "spades", 2, seed=2, workers=1)  # loads the kernel
        began = time.process_time()
        (match,) = evaluate(player, "heuristic", "spades", deals, seed=2, workers=1)
        found[player] = match, (time.process_time() - began) / (4 * deals)
    rules = found.pop("heuristic")[1]
    champion = found["spades-champion"][1] - rules
    for player, (match, seconds) in found.items():
        tricks, thinking = match.tricks_interval, seconds - rules
        print(
            f"| {player} | {match.deals:,} | {tricks.mean:.3f} ± {tricks.se:.3f} "
            f"| {1e6 * thinking:,.0f} | 1/{thinking / champion:.0f} |"
        )


def main() -> None:
    print("\n### Rounds a second with one scorer against three greedy players, one core\n")
    print("| game | rounds a second | µs a round | features | network | rules and the others |")
    print("|---|---:|---:|---:|---:|---:|")
    for sheet in (SPADES, CLUBS, SUECA, EUCHRE):
        print(measure(sheet), flush=True)
    against_thinking()


if __name__ == "__main__":
    main()
