"""Every built-in player by name, and how any player is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import neuroevo
from neuroevo.cards import Card, card_from_number
from neuroevo.errors import BadInput, choose_from
from neuroevo.extensions import PLAYERS, is_own, packaged
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import Player, View
from neuroevo.players import written
from neuroevo.players.bidders import CountingBidder
from neuroevo.players.bidding import AT_RANDOM, COUNTING, Voice
from neuroevo.players.manners import RESTS
from neuroevo.players.mc_euchre import MonteCarloEuchrePlayer
from neuroevo.players.monte_carlo import (
    AveragePlayer,
    ConfidencePlayer,
    ExtraPlayer,
    NormalPlayer,
    PeekingPlayer,
    SharedPlayer,
    VisiblePlayer,
)
from neuroevo.players.own import entry_in_file, packaged_entry, warn_if_slow
from neuroevo.players.questions import Questions, answers_of
from neuroevo.players.roster_entry import BIDDING, RosterEntry, RosterPlayer
from neuroevo.players.settings import Setting, read_settings, settings_of, split_settings


def written_entry(function: Callable[..., Any], voice: Voice = COUNTING) -> RosterEntry:
    """A player that is a function of a seat; its settings are the function's parameters."""
    name = function.__name__.replace("_", "-")
    return RosterEntry(name, function, settings_of(function), voice)


SHUFFLES = Setting(50, "worlds a card")
PLAYOUTS = Setting(2, "play-outs of a card in a world")
LIMIT = Setting(100, "rejection: takes the true cards instead of the try of this number")
WAY = Setting("exact", "how worlds are dealt", choices=("exact", "rejection", "rejection-new"))
SAMPLES = Setting(60, "worlds a decision")
EXPLORATION = Setting(15, "how wide bounds are, in per cent of all that a round is worth")
REST = Setting("heuristic", "who plays worlds out", choices=tuple(RESTS))

ROSTER = {
    entry.name: entry
    for entry in (
        written_entry(written.random, AT_RANDOM),
        written_entry(written.greedy),
        written_entry(written.heuristic),
        written_entry(written.always_highest),
        written_entry(written.always_lowest),
        written_entry(written.random_cards),
        written_entry(written.obligated_trump),
        written_entry(written.always_high),
        written_entry(written.never_trump),
        written_entry(written.combined),
        RosterEntry("mc-normal", NormalPlayer, {"shuffles": SHUFFLES, "limit": LIMIT, "way": WAY}),
        RosterEntry(
            "mc-average", AveragePlayer, {"shuffles": SHUFFLES, "limit": LIMIT, "way": WAY}
        ),
        RosterEntry(
            "mc-extra",
            ExtraPlayer,
            {"shuffles": SHUFFLES, "playouts": PLAYOUTS, "limit": LIMIT, "way": WAY},
        ),
        RosterEntry("mc-peek", PeekingPlayer, {"shuffles": SHUFFLES, "playouts": PLAYOUTS}),
        RosterEntry(
            "mc-shared",
            SharedPlayer,
            {"shuffles": SHUFFLES, "playouts": replace(PLAYOUTS, default=1), "rest": REST},
        ),
        RosterEntry(
            "mc-ucb",
            ConfidencePlayer,
            {
                "shuffles": replace(SHUFFLES, about="worlds a card, on average"),
                "exploration": EXPLORATION,
            },
        ),
        RosterEntry("mc-visible", VisiblePlayer, {"shuffles": SHUFFLES}),
        RosterEntry("mc-euchre", MonteCarloEuchrePlayer, {"samples": SAMPLES}),
    )
}


def find_player(text: str, needed_by: str | None = None) -> RosterPlayer:
    """The player of this name, with the settings in it: ours, a package's, or one in a file.

    needed_by: see `entry_in_file`.

    >>> find_player("mc-extra:shuffles=20").settings["shuffles"]
    20
    """
    text = text.strip()
    if is_own(text):
        entry, rest = entry_in_file(text, needed_by)
        given = split_settings(entry.name, rest)
    else:
        name, _, rest = text.partition(":")
        name = name.lower()
        given = split_settings(name, rest.lower())
        if name in ROSTER:
            entry = ROSTER[name]
        elif name in packaged(PLAYERS):
            entry = packaged_entry(name)
        else:
            raise BadInput(f"there is no player {name!r}{choose_from(name, known_players())}")
    settings = read_settings(entry.name, entry.settings, given)
    full = ":".join([entry.name, *(f"{key}={value}" for key, value in given.items())])
    return made_player(entry, full, settings)


def known_players() -> list[str]:
    """The names of our players and of those that installed packages offer."""
    return [*ROSTER, *(name for name in packaged(PLAYERS) if name not in ROSTER)]


def made_player(
    entry: RosterEntry, name: str, settings: Mapping[str, Any] | None = None
) -> RosterPlayer:
    """A player of an entry; a user's function is compiled, and a line says what is slower."""
    manner = None
    if entry.is_ours and not entry.is_written:
        manner = getattr(entry.seat(settings or {}), "manner", None)
    player = RosterPlayer(name, entry, dict(settings or {}), manner).compiled_or_asked()
    warn_if_slow(player.entry)
    return player


class _WithBidder(CountingBidder):
    """A player with a borrowed tongue: the counting bidder's words where it has none."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.peeks = getattr(player, "peeks", False)
        if hasattr(player, "choose_many"):
            self.choose_many = player.choose_many
        for method in BIDDING:
            if hasattr(player, method):
                setattr(self, method, getattr(player, method))

    def choose(self, view: View) -> Card:
        """The player's own card; one that answers many at a time is asked for one."""
        if hasattr(self.player, "choose"):
            chosen: Card = self.player.choose(view)
            return chosen
        questions = Questions([view])
        (answer,) = answers_of(self.player.choose_many(questions), questions)
        return answer if isinstance(answer, Card) else card_from_number(int(answer))


def seated(player: Any, sheet: RuleSheet | None = None, players: int = 0) -> Player:
    """A player for the referee's table: any object with `choose(view)` or `choose_many`, a function
    of a seat, a built-in name, or whatever else names a player, such as `spades-champion`,
    `my_players.py:patient`, a champion file or a run.

    Objects that can't bid are lent the counting bidder, for games in which somebody must. With the
    game and how many play it, `BadInput` for a named player that knows other games only.
    """
    if not hasattr(player, "choose") and not hasattr(player, "choose_many"):
        # Networks live in rooms above: the package knows where, and this room need not.
        entrant = neuroevo.find_entrant(player)
        if sheet is not None:
            entrant.check_plays(sheet, players)
        return entrant.seat()
    return with_bidder(player)


def with_bidder(player: Any) -> Player:
    """An object with `choose(view)` that can also bid: itself, or itself with a borrowed tongue."""
    if all(hasattr(player, method) for method in ("choose", *BIDDING)):
        chooser: Player = player
        return chooser
    return _WithBidder(player)


def seat_all(players: Sequence[Any]) -> list[Player]:
    """`seated` for a whole table."""
    return [seated(player) for player in players]
