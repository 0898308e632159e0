"""Teach a champion to bid: play rounds, and let a network learn how many tricks each hand took.

van Hus 2020, section 2.2, leaves bids to a network that is made after the player, and sees its
hand. Of all deals it learns from eight tenths (`bid_learning.py`), stops by one tenth, and is
judged on the last tenth, which nothing was chosen by.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.arithmetic import deviation, mean, product
from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution.bid_learning import cross_entropy, first_layers, learn
from neuroevo.evolution.bid_lessons import Bidding, play_bidding
from neuroevo.games import GAMES, RuleSheet, find_game
from neuroevo.limits import MOST_DEALS, check_range, check_seed, count_workers
from neuroevo.networks.bidder import (
    MOST_BIDDER_UNITS,
    USUAL_UNITS,
    Bidder,
    best_bids,
    input_count,
    payoffs,
)
from neuroevo.networks.champion import Champion
from neuroevo.players.kinds import ASKED
from neuroevo.tournament import Entrant, find_entrant, find_entrants, network_entrant
from neuroevo.tournament.seating import own_seats, seat_against

USUAL_ROUNDS = 200_000
USUAL_EPOCHS = 15
FEWEST_ROUNDS = 1_000
MOST_EPOCHS = 10_000
STOPPING, JUDGING = 0.1, 0.1
"""The shares of deals to stop by, and to judge on."""
Progress = Callable[[str, float], None]
"""Called with what is being done, and how far all is, from 0 to 1."""


@dataclass(frozen=True)
class Judgement:
    """What bids are worth on the held-out deals, with the network and counted.

    cross_entropy: of the tricks taken, in nats; blind: of one who knows how often each number of
    tricks comes, and nothing of the hand. absolute_error: between expected and taken tricks. met:
    the share of bids met exactly. points: a round, by deal (deals,), on the same deals.
    """

    rounds: int
    hands: int
    cross_entropy: float
    blind: float
    absolute_error: float
    met: float
    counted_met: float
    points: NDArray[np.float64]
    counted_points: NDArray[np.float64]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "rounds": self.rounds,
            "hands": self.hands,
            "cross_entropy": self.cross_entropy,
            "cross_entropy_blind": self.blind,
            "mean_absolute_error": self.absolute_error,
            "met": {"network": self.met, "counting": self.counted_met},
            "points": {
                "network": mean_and_error(self.points),
                "counting": mean_and_error(self.counted_points),
                "difference": mean_and_error(self.points - self.counted_points),
            },
        }


def mean_and_error(values: NDArray[np.float64]) -> dict[str, float]:
    """A mean over deals, and its standard error."""
    return {"mean": mean(values), "se": deviation(values) / math.sqrt(len(values))}


@dataclass(frozen=True)
class Training:
    """A champion with its new bidder, how it learned (cross-entropy after each epoch, on the deals
    to stop by), and what it is worth."""

    champion: Champion
    bidder: Bidder
    epochs: tuple[float, ...]
    judgement: Judgement


def bidding_game(made_for: RuleSheet, game: str | RuleSheet | None = None) -> RuleSheet:
    """The game with bids for a player of `made_for`: the one named, or the first played alike."""
    if game is not None:
        sheet = find_game(game)
        if not sheet.bids_tricks:
            raise BadInput(f"{sheet.name} has no bids")
        return sheet
    for sheet in (made_for, *GAMES.values()):
        if sheet.bids_tricks and sheet.plays_like(made_for):
            return sheet
    raise BadInput(f"no game with bids is played like {made_for.name}")


def judge(bidder: Bidder, played: Bidding, usual: NDArray[np.float64]) -> Judgement:
    """What the bidder is worth on rounds that it has not seen; usual: how often each number of
    tricks came in those that it has."""
    lesson = played.lesson()
    chances = bidder.chances(lesson.inputs)
    bids = best_bids(payoffs(played.sheet, bidder.players), chances)
    expected = product(chances.astype(np.float64), np.arange(chances.shape[1]))
    counted = played.rounds.bids[:, list(played.own)].reshape(-1)
    return Judgement(
        rounds=len(played.hands),
        hands=len(bids),
        cross_entropy=cross_entropy(chances, lesson.tricks),
        blind=cross_entropy(np.tile(usual, (len(bids), 1)), lesson.tricks),
        absolute_error=mean(np.abs(expected - lesson.tricks)),
        met=mean(bids == lesson.tricks),
        counted_met=mean(counted == lesson.tricks),
        points=played.points(bids),
        counted_points=played.points(),
    )


def seat_learner(
    sheet: RuleSheet, player: Entrant, players: int, against: str | None
) -> tuple[list[Entrant], tuple[int, ...]]:
    """The table and the own seats: all of them, or one, or a side, if somebody is named to meet."""
    if against is None:
        return [player] * players, tuple(range(players))
    table = seat_against(sheet, players, player, find_entrants(against))
    return table, own_seats(sheet, players)


def train_bidder(
    player: str | Champion,
    against: str | None = None,
    rounds: int = USUAL_ROUNDS,
    hidden: int = USUAL_UNITS,
    epochs: int = USUAL_EPOCHS,
    seed: int = 0,
    game: str | RuleSheet | None = None,
    workers: int | None = None,
    progress: Progress = lambda _what, _share: None,
) -> Training:
    """A champion with a new bidder, which learned from rounds of that champion.

    player: a champion, its file or its run. against: who sits in the other seats, one name or one a
    seat; by default the player itself, and then every seat's hands are learned from. game: the one
    with bids; by default the first that is played like the champion's own.
    """
    entrant = find_entrant(player) if isinstance(player, str) else network_entrant(player, "player")
    if entrant.champion is None:
        raise BadInput(f"{entrant.name} is no network: only a champion can be given a bidder")
    check_range("rounds", rounds, FEWEST_ROUNDS, MOST_DEALS)
    check_range("hidden", hidden, 1, MOST_BIDDER_UNITS)
    check_range("epochs", epochs, 1, MOST_EPOCHS)
    check_seed(seed)
    workers = count_workers(workers)
    players = entrant.champion.architecture.players
    sheet = bidding_game(entrant.champion.sheet, game)
    counting = replace(entrant, champion=replace(entrant.champion, bidder=None))
    table, own = seat_learner(sheet, counting, players, against)
    for one in table:
        one.check_plays(sheet, players)
        if one.kind == ASKED:
            raise BadInput(f"{one.name} can't be learned from: it is asked in Python")

    rotations = 1 if against is None else players
    deals = -(-rounds // rotations)
    # Most of the time goes into learning, an epoch after another.
    done = 0

    def played_some(more: int) -> None:
        nonlocal done
        done += more
        progress("playing", 0.3 * done / deals)

    key = run_key(seed, Purpose.BIDDING, 0)
    played = play_bidding(sheet, table, own, key, deals, rotations, workers, played_some)
    stop_from = round(deals * (1 - STOPPING - JUDGING))
    judge_from = round(deals * (1 - JUDGING))
    lesson = played.part(0, stop_from).lesson()
    outcomes = sheet.cards_each(players) + 1
    initial = run_key(seed, Purpose.BIDDING, 1)
    layers, surprises = learn(
        first_layers(input_count(sheet, players), outcomes, hidden, outcomes, initial),
        lesson,
        played.part(stop_from, judge_from).lesson(),
        epochs,
        generator_for(seed, Purpose.BIDDING, 2),
        lambda epoch: progress("learning", 0.3 + 0.7 * epoch / epochs),
    )
    about = {
        "game": sheet.name,
        "rounds": deals * rotations,
        "against": against,
        "hidden": hidden,
        "epochs": len(surprises),
        "seed": seed,
    }
    bidder = Bidder(entrant.champion.sheet, players, layers, about)
    counts = np.bincount(lesson.tricks, minlength=outcomes) + 1  # never quite impossible
    usual = counts / counts.sum()
    judgement = judge(bidder, played.part(judge_from, deals), usual)
    champion = replace(entrant.champion, bidder=bidder)
    return Training(champion, bidder, surprises, judgement)
