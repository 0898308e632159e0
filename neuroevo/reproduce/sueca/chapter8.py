"""Chapter 8: the ideas that the author leaves to others, played as chapter 7 would have done.

Section 8.2 proposes a strategy that never trumps, one that combines Always High with Obligated
Trump by who is winning the trick, a Monte-Carlo that explores promising cards more thoroughly, the
dealer's card as trump in all experiments, and a Monte-Carlo player that knows where that card lies.
Nothing of this is printed, so no cell can be reproduced or differ. Whatever is said about the
figures is made from them (`sentence`), so that words and figures can't contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Purpose, run_key
from neuroevo.games import SUECA
from neuroevo.games.sheet import RuleSheet
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import (
    CHUNK,
    HONEST,
    SOURCE,
    STRATEGIES,
    THINKING_CHUNK,
    Played,
    play_any,
    seated,
    span,
    spread,
    thinks,
)
from neuroevo.tournament import find_entrants, play_deals

SURE = 3.0
"""Standard errors from which on a remark says that there is a difference."""
QUICK_RULE, FULL_RULE = 100_000, 1_000_000
QUICK_THOUGHT, FULL_THOUGHT = 500, 10_000
"""Games at tables where somebody thinks: at the full budget gains have errors of about 0.2."""
AVERAGE = "mc-average:shuffles=100"

NAMES = (
    STRATEGIES
    | {"MC honest": HONEST["MC"], "Average": AVERAGE}
    | {
        "never": "never-trump",
        "combined": "combined",
        "thrifty": "combined:lost=low",
        "UCB": "mc-ucb:shuffles=100",
    }
)
"""What stands in a row; the first four are those of chapter 7."""
OPPONENTS = ("R", "T", "A", "MC", "MC honest")

Scores = NDArray[np.int64]


@dataclass(frozen=True)
class Idea:
    """A strategy that chapter 8 proposes, and the known one that it should be better than."""

    name: str
    reference: str
    about: str


IDEAS = (
    Idea("never", "R", "never trumping"),
    Idea("combined", "A", "trumping the opponents' tricks alone"),
    Idea("thrifty", "A", "doing so and keeping points out of tricks that are lost"),
    Idea("UCB", "Average", "UCB instead of equal play-outs for all cards"),
)


def strategies(request: Request) -> Reproduction:
    """The proposed strategies, as one player and as a team, in chapter 7's layout."""
    found = Reproduction(
        SOURCE, "8 strategies", "Strategies that section 8.2 proposes, as chapter 7 tests them", "8"
    )
    rows = [(idea, False, "R") for idea in IDEAS]
    rows += [(idea, True, against) for idea in IDEAS for against in OPPONENTS]
    said: dict[Idea, list[str]] = {idea: [] for idea in IDEAS}
    for number, (idea, team, against) in enumerate(rows):
        request.say(f"chapter 8, {idea.name} against {against}", number / len(rows))
        result = compare(request, idea, team, against)
        partner = idea.name if team else "R"
        row = f"{idea.name} / {partner} / {against} / {against}"
        add = partial(found.add, row)
        add("Average score team N & S", None, result["mean"], result["se"])
        add("Average score team E & W", None, 120 - result["mean"], result["se"])
        add("Standard deviation", None, result["sd"], result["sd se"])
        add(
            f"N & S, more than with {idea.reference}",
            None,
            result["gain"],
            result["gain se"],
            note="on the same decks",
        )
        side = "as a team" if team else "as one player"
        said[idea].append(sentence(f"{side} against {against}", idea.reference, result))
    found.remarks += [
        f"{idea.name}, {idea.about}, on the same decks: {'; '.join(lines)}"
        for idea, lines in said.items()
    ]
    found.remarks.append(
        "players: "
        + ", ".join(f"{name} is {NAMES[name]}" for name in NAMES)
        + "; MC sees all cards, as what chapter 7 prints does; MC honest does not; trump is drawn "
        "at random, N leads, and rows are N, S, W, E"
    )
    return found


def compare(request: Request, idea: Idea, team: bool, against: str) -> dict[str, float]:
    """An idea at N, or at N and S, and what its reference scores there on the same decks."""

    def seats(name: str) -> list[str]:
        return seated([name, name if team else "R", against, against], NAMES)

    ours, reference = seats(idea.name), seats(idea.reference)
    games = request.number(QUICK_RULE, FULL_RULE)
    if thinks(ours):
        games = request.number(QUICK_THOUGHT, FULL_THOUGHT)

    def work() -> dict[str, float]:
        played = play_any(ours, games, request).points
        return gains(played, play_any(reference, games, request).points)

    key = f"8 {' '.join(ours)}, more than {' '.join(reference)}; {games} games; seed {request.seed}"
    result: dict[str, float] = request.store.keep(key, work)
    return result


def gains(points: Scores, reference: Scores) -> dict[str, float]:
    """Moments of a score, and its difference from another on the same decks, with errors."""
    result = Played(points, 0.0).summary()
    difference = points - reference
    root = np.sqrt(len(points))
    return {
        "mean": result["mean"],
        "se": result["se"],
        "sd": result["sd"],
        "sd se": float(result["sd"] / np.sqrt(2) / root),
        "gain": float(difference.mean()),
        "gain se": float(difference.std(ddof=1) / root),
    }


def sentence(what: str, reference: str, result: dict[str, float]) -> str:
    """What a difference says, in words.

    >>> sentence("never trumping", "R", {"gain": -2.3, "gain se": 0.1})
    'never trumping: costs 2.30 ± 0.10 points compared with R'
    >>> sentence("UCB", "Average", {"gain": 0.2, "gain se": 0.2})
    'UCB: no difference from Average that this budget could see (0.20 ± 0.20 points)'
    """
    gain, error = result["gain"], result["gain se"]
    if abs(gain) <= SURE * error:
        return (
            f"{what}: no difference from {reference} that this budget could see "
            f"({gain:.2f} ± {error:.2f} points)"
        )
    word = "gains" if gain > 0 else "costs"
    return f"{what}: {word} {abs(gain):.2f} ± {error:.2f} points compared with {reference}"


DEALERS_CARD = SUECA.with_trump("dealer-first")
"""Section 4.2.1's way: the first card of the dealer, E, makes trumps; N leads."""
TRUMP_ROWS = (
    ("R", "R", "R", "R"),
    ("T", "T", "R", "R"),
    ("A", "A", "R", "R"),
    ("MC honest", "MC honest", "R", "R"),
    ("R", "R", "MC honest", "MC honest"),
)
VISIBLE = "mc-visible:shuffles=50"
BLIND = "mc-average:shuffles=50"
VISIBLE_SEATS = {
    "N, an opponent of the dealer": (0,),
    "S, an opponent of the dealer": (2,),
    "N & S, both his opponents": (0, 2),
    "W, the dealer's partner": (1,),
}


def trump_card(request: Request) -> Reproduction:
    """The dealer's card makes trumps: what that changes, and what it is worth to remember it."""
    found = Reproduction(
        SOURCE, "8 trump card", "Trumps by the dealer's visible card (section 8.2)", "8"
    )
    for row in TRUMP_ROWS:
        result = with_dealers_card(request, row)
        name = " / ".join(row)
        found.add(name, "N & S, the dealer's card is trump", None, result["mean"], result["se"])
        found.add(
            name, "N & S, more than with random trumps", None, result["gain"], result["gain se"]
        )
        found.remarks.append(
            sentence(f"{name}, the card of E as trump", "random trumps, for N & S", result)
        )
    for name, places in VISIBLE_SEATS.items():
        result = remembering(request, places)
        found.add(name, "its team, remembering the card", None, result["mean"], result["se"])
        found.add(
            name,
            "more than without",
            None,
            result["gain"],
            result["gain se"],
            note="on the same decks",
        )
        found.remarks.append(sentence(f"remembering the card as {name}", BLIND, result))
    found.remarks.append(
        f"E deals and his first card makes trumps; who remembers it is {VISIBLE}, who does not is "
        f"{BLIND}; all others play at random"
    )
    return found


def with_dealers_card(request: Request, row: Sequence[str]) -> dict[str, float]:
    """A row of chapter 7 with the dealer's card as trump, against random trumps."""
    players = seated(row, NAMES)
    games = request.number(QUICK_RULE, FULL_RULE)
    if thinks(players):
        games = request.number(2 * QUICK_THOUGHT, 2 * FULL_THOUGHT)

    def work() -> dict[str, float]:
        by_card, at_random = (
            play_sheet(sheet, players, games, request) for sheet in (DEALERS_CARD, SUECA)
        )
        return gains(team_points(by_card, 0), team_points(at_random, 0))

    key = f"8 dealer's card {' '.join(players)}; {games} games; seed {request.seed}"
    result: dict[str, float] = request.store.keep(key, work)
    return result


def remembering(request: Request, places: Sequence[int]) -> dict[str, float]:
    """The team of players at these places who remember the card, against those who don't."""
    games = request.number(2 * QUICK_THOUGHT, 4 * FULL_THOUGHT)

    def seats(player: str) -> list[str]:
        return [player if place in places else "random" for place in range(4)]

    def work() -> dict[str, float]:
        knowing, blind = (
            team_points(play_sheet(DEALERS_CARD, seats(player), games, request), places[0])
            for player in (VISIBLE, BLIND)
        )
        return gains(knowing, blind)

    key = f"8 visible {' '.join(seats(VISIBLE))}; {games} games; seed {request.seed}"
    result: dict[str, float] = request.store.keep(key, work)
    return result


def play_sheet(sheet: RuleSheet, players: Sequence[str], games: int, request: Request) -> Scores:
    """Play Sueca under a changed rule sheet: the points of each place, (games, 4)."""
    entrants = find_entrants(list(players))
    chunk = THINKING_CHUNK if thinks(players) else CHUNK
    key = run_key(request.seed, Purpose.SUECA_IDEAS)

    def work(number: int) -> Scores:
        first, count = span(number, chunk, games)
        return play_deals(sheet, entrants, key, first, count).points

    parts, _ = spread(work, games, request, players, ", ".join(players))
    return np.concatenate(parts)


def team_points(points: Scores, place: int) -> Scores:
    """The points of a place and its partner: (games,)."""
    team: Scores = points[:, place] + points[:, (place + 2) % 4]
    return team
