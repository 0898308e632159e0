"""Rule sheets of trick-taking games and the two engines that play them."""

from __future__ import annotations

from neuroevo.errors import BadInput, choose_from
from neuroevo.games.aim import Aim
from neuroevo.games.clubs import CLUBS
from neuroevo.games.deals import Deal, draw_deal, given_deal, rotate_hands
from neuroevo.games.euchre import EUCHRE
from neuroevo.games.referee import (
    GameRecord,
    RoundRecord,
    check_play_sheet,
    play_deal,
    play_game,
    play_round,
)
from neuroevo.games.rules import in_playing_order, legal_cards, trick_winner
from neuroevo.games.scoring import BidScoring, CallScoring, CountScoring, StepScoring
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.show import format_game, format_round
from neuroevo.games.spades import SPADES, SPADES_WITH_BIDS
from neuroevo.games.sueca import SUECA
from neuroevo.games.view import PASS, Call, Play, Player, Trick, View

GAMES: dict[str, RuleSheet] = {
    sheet.name: sheet for sheet in (SPADES, SPADES_WITH_BIDS, CLUBS, SUECA, EUCHRE)
}
"""Every game that the command line knows, by name."""


def register_game(sheet: RuleSheet) -> RuleSheet:
    """Make a game known by its name to everything that takes one.

    A name is taken only once; the same rules again change nothing, so a notebook's cell can be run
    twice.
    """
    if GAMES.get(sheet.name, sheet) != sheet:
        raise BadInput(f"there is a game named {sheet.name!r} already")
    GAMES[sheet.name] = sheet
    return sheet


def find_game(name: str) -> RuleSheet:
    """The rule sheet of this name."""
    try:
        return GAMES[name.lower()]
    except KeyError:
        raise BadInput(f"there is no game {name!r}{choose_from(name, GAMES)}") from None


__all__ = [
    "CLUBS",
    "EUCHRE",
    "GAMES",
    "PASS",
    "SPADES",
    "SPADES_WITH_BIDS",
    "SUECA",
    "Aim",
    "BidScoring",
    "Call",
    "CallScoring",
    "CountScoring",
    "Deal",
    "GameRecord",
    "Play",
    "Player",
    "RoundRecord",
    "RuleSheet",
    "StepScoring",
    "Trick",
    "View",
    "check_play_sheet",
    "draw_deal",
    "find_game",
    "format_game",
    "format_round",
    "given_deal",
    "in_playing_order",
    "legal_cards",
    "play_deal",
    "play_game",
    "play_round",
    "register_game",
    "rotate_hands",
    "trick_winner",
]
