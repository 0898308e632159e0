"""Referee and kernel play the same cards: the plain rules are the kernel's oracle."""

from dataclasses import replace

import numpy as np
import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.games import CLUBS, EUCHRE, GAMES, SPADES, SPADES_WITH_BIDS, SUECA, play_round
from neuroevo.players import ROSTER
from neuroevo.tournament import find_entrants, play_deals
from neuroevo.tournament.sides import score_rounds

DEALS = 10_000

# All four built-in players sit at every table, so that each of them plays every deal.
EVERYBODY = ["random", "greedy", "always-highest", "always-lowest"]

# Every game of the registry, as many as can play it.
TABLES = {name: (sheet, EVERYBODY[: max(sheet.players)]) for name, sheet in GAMES.items()}
FEWER = {
    **{
        f"{name}-{players}": (sheet, [*EVERYBODY[2:], *EVERYBODY[:2]][:players])
        for name, sheet in GAMES.items()
        for players in sheet.players
    },
    "sueca-dealer-first": (SUECA.with_trump("dealer-first"), EVERYBODY),
    "sueca-dealer-last": (SUECA.with_trump("dealer-last"), EVERYBODY),
    "sueca-must-trump": (replace(SUECA, follow="suit-or-trump"), EVERYBODY),
    "clubs-must-trump-without-trumps": (replace(CLUBS, follow="suit-or-trump"), EVERYBODY),
    "euchre-trump-D": (EUCHRE.with_trump("D"), EVERYBODY),
    "euchre-turn-up": (EUCHRE.with_trump("turn-up"), EVERYBODY),
    "euchre-thesis-shuffle": (EUCHRE.with_shuffle("thesis:3"), EVERYBODY),
    "euchre-rounded-cut": (EUCHRE.with_shuffle("thesis-rounded:2"), ["greedy", "random"] * 2),
    "clubs-3-riffled": (CLUBS.with_shuffle("riffle:2"), ["greedy", "random", "random"]),
    "sueca-chapter-8": (SUECA, ["never-trump", "combined", "combined:lost=low", "always-high"]),
    "spades-chapter-8": (SPADES, ["never-trump", "combined", "combined:lost=low", "random"]),
    "euchre-chapter-8": (EUCHRE, ["never-trump", "combined", "combined:lost=low", "random"]),
    "clubs-chapter-8": (CLUBS, ["never-trump", "combined", "combined:lost=low", "random"]),
    "sueca-ucb-and-visible": (
        SUECA.with_trump("dealer-first"),
        ["mc-ucb:shuffles=2", "mc-visible:shuffles=2", "random", "mc-visible:shuffles=2"],
    ),
    "euchre-all-random": (EUCHRE, ["random"] * 4),
    "euchre-random-cards": (EUCHRE, ["random-cards", "random", "greedy", "random-cards"]),
    "spades-random-cards": (SPADES_WITH_BIDS, ["random-cards"] * 4),
}


def check_agreement(sheet, names, first_deal, deals, rotations=1):
    """Play the deals in both engines and compare cards, calls, bids, tricks, points, scores."""
    entries = find_entrants(names)
    players = [entry.seat() for entry in entries]
    key = run_key(2024, Purpose.SIMULATION)
    played = play_deals(sheet, entries, key, first_deal, deals, rotations, keep_log=True)
    scores = score_rounds(sheet, played)
    sides = sheet.sides(len(names))
    assert len(played.tricks) == deals * rotations
    for row in range(len(played.tricks)):
        index = first_deal + row // rotations
        record = play_round(sheet, players, key, index, rotation=row % rotations)
        cards = [play.card.number for play in record.plays]
        where = f"deal {index} of {sheet.name}"
        assert played.log[row, : len(cards)].tolist() == cards, where
        assert np.all(played.log[row, len(cards) :] == -1), where
        assert played.tricks[row].tolist() == list(record.tricks_taken), where
        assert played.points[row].tolist() == list(record.points_taken), where
        assert list(played.calls[row].tolist()) == [
            4 if record.trump is None else "CDHS".index(record.trump),
            -1 if record.caller is None else record.caller,
            record.alone,
            record.tricks[0].leader,
        ], where
        if record.bids is not None:
            assert played.bids[row].tolist() == list(record.bids), where
        assert scores[row].tolist() == [record.scores[side[0]] for side in sides], where


@pytest.mark.parametrize("name", TABLES)
def test_referee_and_kernel_agree_card_by_card_on_ten_thousand_deals(name):
    sheet, names = TABLES[name]
    quarter = DEALS // len(names)
    for shift in range(len(names)):  # each player also sits in each place
        check_agreement(sheet, names[shift:] + names[:shift], shift * quarter, quarter)


@pytest.mark.parametrize("name", FEWER)
def test_referee_and_kernel_agree_on_the_games_other_forms_with_rotated_hands(name):
    sheet, names = FEWER[name]
    deals = 3 if any(player.startswith("mc-") for player in names) else 300
    check_agreement(sheet, names, 0, deals, rotations=len(names))


WRITTEN_PLAYERS = [name for name, entry in ROSTER.items() if not isinstance(entry.made_of, type)]


@pytest.mark.parametrize("name", WRITTEN_PLAYERS)
@pytest.mark.parametrize("game", TABLES)
def test_everybody_of_the_roster_plays_the_same_cards_in_both_engines(game, name):
    sheet, _ = TABLES[game]
    if not ROSTER[name].can_play(sheet):
        return
    seats = max(sheet.players)
    check_agreement(sheet, [name, "random", name, "greedy"][:seats], 0, 25, rotations=2)
    for setting, known in ROSTER[name].settings.items():
        for choice in known.choices:
            check_agreement(sheet, ([f"{name}:{setting}={choice}", name] * 2)[:seats], 50, 15)
