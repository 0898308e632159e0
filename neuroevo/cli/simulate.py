"""`neuroevo simulate`: many rounds or whole games of one table, or one card by card."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import click

from neuroevo.cli.options import PLAYERS_EPILOG, json_option, seed_option, workers_option
from neuroevo.cli.progress import progress_bar
from neuroevo.cli.screen import has_width, print_text, screen
from neuroevo.cli.tables import Cell, Column, print_table
from neuroevo.errors import BadInput
from neuroevo.games import (
    GameRecord,
    RoundRecord,
    RuleSheet,
    find_game,
    format_game,
    format_round,
)
from neuroevo.games.sheet import TRUMP_SOURCES
from neuroevo.players import ROSTER
from neuroevo.tournament import (
    Entrant,
    Estimate,
    GamesResult,
    SimulationResult,
    find_entrants,
    first_round,
)
from neuroevo.tournament import simulate as run_simulation

DEFAULT_ROUNDS = 100_000
DEFAULT_GAMES = 1_000
ONE_DEAL = "the mean of a single deal: a standard error needs two"


@click.command(
    epilog=f"{PLAYERS_EPILOG} Built-in players: {', '.join(ROSTER)}. "
    f"Trumps: {', '.join(TRUMP_SOURCES)}."
)
@click.argument("game")
@click.option("--players", help="One player a seat, separated by commas.  [default: all random]")
@click.option(
    "--rounds", type=int, help=f"How many rounds.  [default: {DEFAULT_ROUNDS:,}; 1 with --show]"
)
@seed_option
@workers_option
@click.option("--rotate", is_flag=True, help="Play each deal once per seat, hands moved round.")
@click.option("--trump", help="Take trumps from elsewhere than the rules say.")
@click.option("--shuffle", help="Shuffle a new pack otherwise for each deal, such as riffle:3.")
@click.option("--game", "whole_games", is_flag=True, help="Play whole games instead of rounds.")
@click.option(
    "--games", type=int, help=f"How many, with --game.  [default: {DEFAULT_GAMES:,}; 1 with --show]"
)
@click.option("--target", type=int, help="The total that ends a game.  [default: the game's own]")
@click.option("--show", is_flag=True, help="Print the first round, or game, card by card.")
@json_option
def simulate(
    game: str,
    players: str | None,
    rounds: int | None,
    seed: int,
    workers: int | None,
    rotate: bool,
    trump: str | None,
    shuffle: str | None,
    whole_games: bool,
    games: int | None,
    target: int | None,
    show: bool,
    as_json: bool,
) -> None:
    """Play many rounds of GAME, a name or a TOML file, and count tricks, points, scores and wins.

    Seat 0 leads the first trick of every round and the last seat deals. With --rotate the hands,
    and the lead with them, move round, so that everyone plays every hand.
    """
    sheet = find_game(game)
    if trump is not None:
        sheet = sheet.with_trump(trump)
    if shuffle is not None:
        sheet = sheet.with_shuffle(shuffle)
    seats = find_entrants(players or ",".join(["random"] * max(sheet.players)))
    sheet.check_players(len(seats))
    if whole_games:
        if rounds is not None:
            raise BadInput("with --game say how many --games, not --rounds")
        play_whole_games(sheet, seats, games, seed, workers, rotate, target, show, as_json)
        return
    if games is not None or target is not None:
        raise BadInput("--games and --target are about whole games: add --game")
    record = first_round(sheet, seats, seed) if show else None
    if record is not None and not as_json:
        width = screen().width if has_width() else None
        print_text(format_round(record, [player.name for player in seats], width), hanging=4)
        if rounds is None:
            return
        click.echo()
    rounds = rounds if rounds is not None else (1 if show else DEFAULT_ROUNDS)
    with progress_bar(sheet.title, rounds) as progress:
        result = run_simulation(sheet, seats, rounds, seed, workers, rotate, progress)
    if as_json:
        shown = {"first_round": round_as_dict(record)} if record else {}
        click.echo(json.dumps(result.as_dict() | shown))
    else:
        print_result(result, sheet.title)


def play_whole_games(
    sheet: RuleSheet,
    seats: tuple[Entrant, ...],
    games: int | None,
    seed: int,
    workers: int | None,
    rotate: bool,
    target: int | None,
    show: bool,
    as_json: bool,
) -> None:
    """The command with --game."""
    from neuroevo.tournament import first_game, simulate_games

    names = [player.name for player in seats]
    record = first_game(sheet, seats, seed, target) if show else None
    if record is not None and not as_json:
        print_text(format_game(record, names), hanging=7)
        if games is None:
            return
        click.echo()
    games = games if games is not None else (1 if show else DEFAULT_GAMES)
    with progress_bar(sheet.title, games) as progress:
        result = simulate_games(
            sheet, seats, games, seed, workers, rotate, target, progress=progress
        )
    if as_json:
        shown = {"first_game": game_as_dict(record)} if record else {}
        click.echo(json.dumps(result.as_dict() | shown))
    else:
        print_games(result, sheet.title)


def game_as_dict(record: GameRecord) -> dict[str, Any]:
    """A played game for JSON."""
    return {
        "rounds": [
            {
                **round_as_dict(one),
                "dealer": one.deal.dealer,
                "turn_up": None if one.deal.turn_up is None else str(one.deal.turn_up),
                "caller": one.caller,
                "alone": one.alone,
                "discard": None if one.discard is None else str(one.discard),
            }
            for one in record.rounds
        ],
        "totals": list(record.totals),
        "winners": list(record.winners),
    }


def print_games(result: GamesResult, title: str) -> None:
    """The result of whole games as a table for people."""
    from neuroevo.tournament.whole_games import interval

    end = f"to {result.target} points" if result.rounds is None else f"of {result.rounds} rounds"
    moved = ", players moved round" if result.rotated else ""
    print_text(f"{title}, games {end}: {result.games:,} games{moved}, seed {result.seed}")
    rows = []
    for seats, wins, score in zip(result.side_seats, result.wins, result.scores, strict=True):
        sure = interval(wins)
        rows.append(
            [
                " & ".join(f"{seat} {result.players[seat]}" for seat in seats),
                f"{100 * wins.mean:.1f} %",
                "-" if sure is None else f"{100 * sure[0]:.1f} to {100 * sure[1]:.1f} %",
                f"{score.mean:.2f}",
            ]
        )
    headings = ("wins", "95 % interval", "score at the end")
    print_table([Column("players", "key"), *map(Column, headings)], rows)
    if any(interval(wins) is None for wins in result.wins):
        print_text("an interval needs two games, or with --rotate two of each seating")
    print_text(
        f"{result.length.mean:.1f} rounds a game; equal totals share a win; "
        f"{result.games / max(result.seconds, 1e-9):,.1f} games/s"
    )


def round_as_dict(record: RoundRecord) -> dict[str, Any]:
    """A played round for JSON."""
    return {
        "trump": record.trump,
        "hands": [[str(card) for card in hand] for hand in record.deal.hands],
        "tricks": [
            {
                "plays": [{"seat": play.seat, "card": str(play.card)} for play in trick.plays],
                "winner": trick.winner,
                "points": trick.points,
            }
            for trick in record.tricks
        ],
        "scores": list(record.scores),
    }


def print_result(result: SimulationResult, title: str) -> None:
    """The result as a table for people."""
    quantities = distinct_quantities(result)
    dealt = f" ({result.deals:,} deals, hands rotated)" if result.rotated else ""
    print_text(f"{title}: {result.rounds:,} rounds{dealt}, seed {result.seed}")
    columns = [Column("seat", "key")]
    for quantity in quantities:
        columns += [Column(quantity), Column("sd")]
    rows: list[Sequence[Cell] | None] = [
        [f"{seat} {name}", *_cells(estimates, quantities)]
        for seat, (name, estimates) in enumerate(zip(result.players, result.seats, strict=True))
    ]
    if result.teams:
        rows.append(None)
    for seats, estimates in zip(result.team_seats, result.teams, strict=True):
        rows.append([" & ".join(map(str, seats)), *_cells(estimates, quantities)])
    print_table([*columns, Column("wins")], rows)
    error = "mean±standard error, sd of one round" if result.deals > 1 else ONE_DEAL
    print_text(f"{error}; equal scores share a win; {result.rounds_per_second:,.0f} rounds/s")


def distinct_quantities(result: SimulationResult) -> list[str]:
    """Tricks, points and score, without those that only repeat another."""
    chosen = ["tricks"]
    for name in ("score", "points"):
        sides = result.teams or result.seats
        if all(any(side[name] != side[other] for side in sides) for other in chosen):
            chosen.insert(1, name)
    return chosen


def _cells(estimates: dict[str, Estimate], quantities: list[str]) -> list[str]:
    cells = []
    for one in (estimates[name] for name in quantities):
        error = "" if math.isnan(one.se) else "±" + f"{one.se:.3f}".removeprefix("0")
        cells += [f"{one.mean:.3f}{error}", "-" if math.isnan(one.sd) else f"{one.sd:.2f}"]
    return [*cells, f"{100 * estimates['wins'].mean:.1f} %"]
