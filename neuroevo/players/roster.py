"""Every built-in player by name, for both engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import neuroevo
from neuroevo.errors import BadInput, choose_from
from neuroevo.games import GAMES
from neuroevo.games.sheet import NOT_IN_PLAY, RuleSheet
from neuroevo.games.view import Player
from neuroevo.players import written
from neuroevo.players.bidders import CountingBidder
from neuroevo.players.bidding import AT_RANDOM, COUNTING, Voice
from neuroevo.players.kinds import WRITTEN
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
from neuroevo.players.settings import (
    Setting,
    read_settings,
    settings_of,
    split_name,
    with_settings,
)
from neuroevo.players.written_player import WrittenPlayer


@dataclass(frozen=True)
class RosterEntry:
    """A player by name: a function of a seat with its voice, or a class that thinks by itself.

    The class says by `kind`, and a Monte-Carlo player by `manner`, how the kernels play it.
    """

    name: str
    made_of: Callable[..., Any]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    voice: Voice = COUNTING

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.made_of.__doc__ or "").splitlines()[0]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it knows by name; none if it plays them all."""
        return getattr(self.made_of, "games", ())

    def can_play(self, sheet: RuleSheet) -> bool:
        """Whether this is a game that it knows, by its name and its rules."""
        if not self.games:
            return True
        same = {"trump", *NOT_IN_PLAY} - {"name", "scoring", "bids_tricks"}
        return any(set(GAMES[name].differs_in(sheet)) <= same for name in self.games)

    def seat(self, settings: Mapping[str, int | str]) -> Any:
        """This player for the referee's table."""
        if isinstance(self.made_of, type):
            return self.made_of(**settings)
        return WrittenPlayer(with_settings(self.made_of, settings), self.voice)


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


@dataclass(frozen=True)
class Builtin:
    """A player of the roster with its settings. manner: a Monte-Carlo player's, else None."""

    name: str
    kind: int
    manner: tuple[int, ...] | None
    entry: RosterEntry
    settings: Mapping[str, int | str]

    def seat(self) -> Any:
        """This player for the referee's table."""
        return self.entry.seat(self.settings)

    @property
    def function(self) -> Callable[..., Any] | None:
        """A written player's function with its settings; None for all others."""
        if self.kind != WRITTEN:
            return None
        return with_settings(self.entry.made_of, self.settings)


def find_player(text: str) -> Builtin:
    """The built-in player of this name, with the settings in it.

    >>> find_player("mc-extra:shuffles=20").settings["shuffles"]
    20
    """
    name, given = split_name(text)
    if name not in ROSTER:
        raise BadInput(f"there is no player {name!r}{choose_from(name, ROSTER)}")
    entry = ROSTER[name]
    settings = read_settings(name, entry.settings, given)
    player = entry.seat(settings)
    full = ":".join([name, *(f"{key}={value}" for key, value in given.items())])
    return Builtin(full, player.kind, getattr(player, "manner", None), entry, settings)


BIDDING = ("bid_tricks", "name_trump", "discard")


class _WithBidder(CountingBidder):
    """A player with a borrowed tongue: the counting bidder's words where it has none."""

    def __init__(self, player: Player) -> None:
        self.choose = player.choose
        for method in BIDDING:
            if hasattr(player, method):
                setattr(self, method, getattr(player, method))


def seated(player: Any, sheet: RuleSheet | None = None, players: int = 0) -> Player:
    """A player for the referee's table: any object with `choose(view)`, a built-in name, or
    whatever else names a player, such as `spades-champion`, a champion file or a run.

    Objects that can't bid are lent the counting bidder, for games in which somebody must. With the
    game and how many play it, `BadInput` for a named player that knows other games only.
    """
    if not hasattr(player, "choose"):
        # Networks live in rooms above: the package knows where, and this room need not.
        entrant = neuroevo.find_entrant(player)
        if sheet is not None:
            entrant.check_plays(sheet, players)
        return entrant.seat()
    if all(hasattr(player, method) for method in BIDDING):
        chooser: Player = player
        return chooser
    return _WithBidder(player)


def seat_all(players: Sequence[Any]) -> list[Player]:
    """`seated` for a whole table."""
    return [seated(player) for player in players]
