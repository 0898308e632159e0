"""Rule sheets of trick-taking games and the two engines that play them."""

from __future__ import annotations

from neuroevo.games.aim import Aim
from neuroevo.games.deals import Deal, draw_deal, given_deal, rotate_hands
from neuroevo.games.referee import (
    GameRecord,
    RoundRecord,
    check_play_sheet,
    play_deal,
    play_game,
    play_round,
)
from neuroevo.games.registry import GAMES, find_game, register_game
from neuroevo.games.rules import in_playing_order, legal_cards, trick_winner
from neuroevo.games.scoring import BidScoring, CallScoring, CountScoring, StepScoring
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.sheet_files import read_sheet, sheet_as_toml
from neuroevo.games.show import format_game, format_round
from neuroevo.games.view import PASS, Call, Play, Player, Trick, View

SPADES, SPADES_WITH_BIDS = GAMES["spades"], GAMES["spades-bids"]
CLUBS, SUECA, EUCHRE = GAMES["clubs"], GAMES["sueca"], GAMES["euchre"]

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
    "read_sheet",
    "register_game",
    "rotate_hands",
    "sheet_as_toml",
    "trick_winner",
]
