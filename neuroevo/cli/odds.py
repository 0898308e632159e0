"""`neuroevo odds`: the chance to win with a poker hand."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import click
from rich.text import Text

from neuroevo.cards import Card
from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Cell, Column, print_table
from neuroevo.errors import BadInput

if TYPE_CHECKING:
    from neuroevo.poker.odds import LastRun, Odds

GAMES = ("five", "draw", "holdem")


@click.command(
    epilog="Without HAND one is dealt. In five-card games HAND may be a part of one: 'KH KD' with "
    "three unknown cards, or 'A' for at least one ace of any suit. A hold'em range is written "
    "AKs, AKo, AK, TT+, ATs+, 77-99, AsKd or any. Opponents who draw by 'sets' keep a straight or "
    "better, else all pairs and threes, else their two highest cards."
)
@click.argument("hand", required=False)
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default="five",
    show_default=True,
    help="Five cards each; the same with an exchange of cards; or Texas Hold'em.",
)
@click.option("--players", type=int, help="All players, you included.  [default: 2]")
@click.option(
    "--rules",
    type=click.Choice(["standard", "case-study"]),
    default="standard",
    show_default=True,
    help="Poker's rules, or the case study's comparison of one high card with ties won by you.",
)
@click.option(
    "--method",
    type=click.Choice(["exact", "simulate"]),
    help="Count all deals, or deal at random.  [default: exact where it can be, unless --runs]",
)
@click.option("--runs", type=int, help="How many random deals.  [default: 1,000,000]")
@seed_option
@workers_option
@click.option(
    "--controls/--no-controls",
    default=True,
    help="Let exact chances against fewer opponents sharpen a simulation.  [default: controls]",
)
@click.option("--discard", help="draw: cards to lay away, 'none' or 'best'.  [default: best]")
@click.option("--exchange", type=int, help="draw: lay away at most this many.  [default: 3]")
@click.option(
    "--opponents-draw",
    type=click.Choice(["stand", "sets"]),
    help="draw: what opponents do.  [default: sets]",
)
@click.option("--board", help="holdem: the cards on the table, 0, 3, 4 or 5 of them.")
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    help="holdem: an opponent's range, such as 'AKs, TT+'; give it once an opponent.",
)
@click.option("--show", is_flag=True, help="Print the last run's hands and who won.")
@json_option
def odds(
    hand: str | None,
    game: str,
    players: int | None,
    rules: str,
    method: str | None,
    runs: int | None,
    seed: int,
    workers: int | None,
    controls: bool,
    discard: str | None,
    exchange: int | None,
    opponents_draw: str | None,
    board: str | None,
    opponents: tuple[str, ...],
    show: bool,
    as_json: bool,
) -> None:
    """The chance to win with HAND, such as "4D 6D 6H 7H QC", against others dealt at random."""
    draw_only: dict[str, object] = {
        "discard": discard,
        "exchange": exchange,
        "opponents-draw": opponents_draw,
    }
    holdem_only: dict[str, object] = {"board": board, "opponent": opponents or None}
    for name, value in (draw_only if game != "draw" else {}).items():
        if value is not None:
            raise BadInput(f"--{name} is for --game draw, not {game}")
    for name, value in (holdem_only if game != "holdem" else {}).items():
        if value is not None:
            raise BadInput(f"--{name} is for --game holdem, not {game}")
    if game == "holdem" and rules != "standard":
        raise BadInput("the case study's rules compare five cards; hold'em has the standard ones")

    from neuroevo.poker import draw_odds, holdem_odds
    from neuroevo.poker import odds as five_card_odds

    found: Odds
    if game == "five":
        found = five_card_odds(
            hand,
            2 if players is None else players,
            rules,
            method,
            runs,
            seed,
            controls,
            workers,
            show,
        )
    elif game == "draw":
        found = draw_odds(
            hand,
            2 if players is None else players,
            discard or "best",
            opponents_draw or "sets",
            3 if exchange is None else exchange,
            rules,
            method,
            runs,
            seed,
            workers,
            show,
        )
    else:
        found = holdem_odds(
            hand, players, board or "", opponents, method, runs, seed, workers, show
        )
    if as_json:
        click.echo(json.dumps(found.as_dict()))
    else:
        print_odds(found, rules)


def print_odds(found: Odds, rules: str) -> None:
    """The odds for people."""
    from neuroevo.poker.draw import DrawOdds
    from neuroevo.poker.holdem import HoldemOdds

    print_text(_headline(found, rules))
    if isinstance(found, HoldemOdds):
        if found.board:
            print_text(draw_cards(found.board, "board  "))
        print_text("against " + "; ".join(found.opponents))
    if isinstance(found, DrawOdds):
        which = "best laid away: " if len(found.discards) > 1 else "laid away: "
        print_text(draw_cards(found.discard, which) if found.discard else f"{which}nothing")
    print_text(_chances(found, rules == "case-study"))
    print_text(found.how)
    if isinstance(found, DrawOdds) and len(found.discards) > 1:
        _print_discards(found)
    if found.last_run is not None:
        print_text()
        _print_run(found.last_run, found.runs)


def _headline(found: Odds, rules: str) -> Text:
    from neuroevo.poker import HoldemOdds, find_rules, parse_given

    given = parse_given(found.hand)
    cards = draw_cards(given.cards)
    if isinstance(found, HoldemOdds):
        return cards.append(f", {found.players} players, Texas Hold'em")
    parts = list(given.ranks)
    if given.complete:
        parts.append(f" {find_rules(rules).describe(given.cards)}")
    else:
        parts.append(f"and {5 - len(given.cards) - len(given.ranks)} unknown")
    between = " " if given.cards else ""
    return cards.append(f"{between}{' '.join(parts)}, {found.players} players, {rules} rules")


def _chances(found: Odds, ties_win: bool) -> Text:
    from neuroevo.poker.holdem import HoldemOdds

    def percent(value: float, error: float) -> str:
        shown = "" if error == 0 or math.isnan(error) else f"±{100 * error:.3f}"
        return f"{100 * value:.3f}{shown} %"

    win = Text.assemble((f"win {percent(found.win, found.se)}", "bold"))
    parts = []
    if ties_win:
        win.append(", ties included")
    else:
        parts.append(f"tie {percent(found.tie, found.tie_se)}")
    parts += [
        f"lose {percent(max(0.0, 1 - found.win - found.tie), 0)}",
    ]
    if isinstance(found, HoldemOdds):
        parts.append(f"share of the pot {percent(found.share, found.share_se)}")
    return win.append("".join(f"   {part}" for part in parts))


def _print_discards(found: Odds) -> None:
    from neuroevo.poker.draw import DrawOdds

    assert isinstance(found, DrawOdds)
    rows = []
    for one in found.discards[:6]:
        error = f"±{100 * one.se:.3f}" if one.se else ""
        rows.append(
            [
                draw_cards(one.cards) if one.cards else "nothing",
                f"{100 * one.win:.3f}{error} %",
                f"{100 * one.tie:.3f} %",
            ]
        )
    print_table([Column("lay away", "key"), Column("win"), Column("tie")], rows)
    if len(found.discards) > 6:
        print_text(f"and {len(found.discards) - 6} worse ways")


def _print_run(run: LastRun, runs: int) -> None:
    print_text(f"the last of {runs:,} runs" if runs > 1 else "one deal")
    if run.board:
        print_text(draw_cards(run.board, "board  "))
    rows: list[list[Cell]] = []
    for seat, (hand, name) in enumerate(zip(run.hands, run.descriptions, strict=True)):
        mark = ("wins" if len(run.winners) == 1 else "ties") if seat in run.winners else ""
        who = "you" if seat == 0 else f"player {seat + 1}"
        rows.append([who, draw_cards(hand), Text(mark, "bold"), name])
    print_table(
        [
            Column("player", "key"),
            Column("cards", "name"),
            Column("", "name"),
            Column("hand", "prose"),
        ],
        rows,
    )


def draw_cards(cards: tuple[Card, ...], before: str = "") -> Text:
    """The cards with their suits drawn, hearts and diamonds in red, after a word or two."""
    drawn = Text(" ").join(Text(card.symbol, "red" if card.suit in "DH" else "") for card in cards)
    return Text(before).append_text(drawn)
