"""`neuroevo train-bidder`: a network that bids, for a champion that plays."""

from __future__ import annotations

import json
from pathlib import Path

import click

from neuroevo.cli.options import (
    OTHERS_HELP,
    PLAYERS_EPILOG,
    json_option,
    seed_option,
    workers_option,
)
from neuroevo.cli.screen import print_text
from neuroevo.cli.stages import stages
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput
from neuroevo.evolution.bidding import USUAL_EPOCHS, USUAL_ROUNDS, Training
from neuroevo.evolution.bidding import train_bidder as train
from neuroevo.files import check_writable, is_file
from neuroevo.networks.bidder import USUAL_UNITS


@click.command(name="train-bidder", epilog=PLAYERS_EPILOG)
@click.argument("player")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The new champion file, .npz."
)
@click.option(
    "--against",
    help=f"{OTHERS_HELP}  [default: the player itself, in every seat]",
)
@click.option("--rounds", default=USUAL_ROUNDS, show_default=True, help="Rounds to learn from.")
@click.option("--hidden", default=USUAL_UNITS, show_default=True, help="Units of the hidden layer.")
@click.option(
    "--epochs",
    default=USUAL_EPOCHS,
    show_default=True,
    help="At most; it stops when they no longer help.",
)
@click.option(
    "--game",
    help="A game with bids, by name or file.  [default: the one that is played like its own]",
)
@click.option("--overwrite", is_flag=True, help="Replace the file if it is there already.")
@seed_option
@workers_option
@json_option
def train_bidder(
    player: str,
    out: Path,
    against: str | None,
    rounds: int,
    hidden: int,
    epochs: int,
    game: str | None,
    overwrite: bool,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Teach the champion PLAYER, a file or a run, to bid.

    It plays rounds, and a small network learns how many tricks each dealt hand took. The new file
    holds the same player with that network, and bids by it in games with bids; its name with
    :bids=counting bids by counting, as a champion without a bidder does.

    \b
    neuroevo train-bidder runs/demo --out bidding.npz
    neuroevo simulate spades-bids --game --rotate --players bidding.npz,greedy,greedy,greedy
    """
    if out.suffix != ".npz":
        raise BadInput(f"a champion's file ends in .npz, not {out.name!r}")
    if is_file(out) and not overwrite:
        raise BadInput(f"{out} is there already; --overwrite replaces it")
    check_writable(out)
    with stages() as progress:
        training = train(player, against, rounds, hidden, epochs, seed, game, workers, progress)
    training.champion.save(out)
    if as_json:
        shown = {"bidder": training.bidder.about, "epochs": training.epochs, "file": str(out)}
        click.echo(json.dumps(shown | training.judgement.as_dict()))
    else:
        print_training(training, player)
        print_text(f"written: {out}")


def print_training(training: Training, player: str) -> None:
    """What it learned from, and the bids that it makes beside those that are counted."""
    about, found = training.bidder.about, training.judgement
    points = found.as_dict()["points"]
    met = "at a table of its own" if about["against"] is None else f"against {about['against']}"
    print_text(
        f"{about['game']}: {about['rounds']:,} rounds of {player} {met}, seed {about['seed']}"
    )
    print_text(
        f"network {training.bidder.summary}, {about['epochs']} epochs; held out: {found.rounds:,} "
        f"rounds, {found.hands:,} hands"
    )
    print_text(
        f"cross-entropy of the tricks {found.cross_entropy:.3f} nats, {found.blind:.3f} without a "
        f"look at the hand; expected tricks off by {found.absolute_error:.2f}"
    )
    rows = [
        [name, f"{100 * share:.1f} %", _with_error(points[name])]
        for name, share in (("network", found.met), ("counting", found.counted_met))
    ]
    rows.append(
        [
            "difference",
            f"{100 * (found.met - found.counted_met):+.1f} %",
            _with_error(points["difference"], "+"),
        ]
    )
    print_table([Column("bids", "key"), Column("met exactly"), Column("points a round")], rows)
    print_text("mean±standard error between deals")


def _with_error(one: dict[str, float], sign: str = "") -> str:
    from neuroevo.tournament.statistics import with_error

    return with_error(one["mean"], one["se"], 2, 3, sign)
