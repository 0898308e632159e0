"""Referee and kernel play the same cards: the plain rules are the kernel's oracle."""

from dataclasses import replace

import pytest

from neuroevo.games import CLUBS, EUCHRE, GAMES, SPADES, SPADES_WITH_BIDS, SUECA
from neuroevo.players import ROSTER
from neuroevo.testing import compare_engines

DEALS = 10_000

EVERYBODY = ["random", "greedy", "always-highest", "always-lowest"]

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

WRITTEN = [name for name, entry in ROSTER.items() if entry.is_written]


@pytest.mark.parametrize("first", range(len(WRITTEN)))
@pytest.mark.parametrize("game", GAMES)
def test_referee_and_kernel_agree_card_by_card_on_ten_thousand_deals(game, first):
    """Everybody who is written plays ten thousand deals of every game: as many tables as there are
    players, at which each of them sits once in every seat. A game whose cards are played like
    another's, such as Spades with bids, needs fewer."""
    seats = max(GAMES[game].players)
    names = [WRITTEN[(first + seat) % len(WRITTEN)] for seat in range(seats)]
    before = [GAMES[name] for name in list(GAMES)[: list(GAMES).index(game)]]
    alike = any(GAMES[game].plays_like(other) for other in before)
    deals = -(-DEALS // seats // (10 if alike else 1))
    found = compare_engines(GAMES[game], names, deals, first_deal=first * deals).check()
    assert found.rounds == deals


@pytest.mark.parametrize("name", FEWER)
def test_referee_and_kernel_agree_on_the_games_other_forms_with_rotated_hands(name):
    sheet, names = FEWER[name]
    deals = 3 if any(player.startswith("mc-") for player in names) else 300
    compare_engines(sheet, names, deals, rotations=len(names)).check()


CHOICES = [
    f"{name}:{setting}={choice}"
    for name in WRITTEN
    for setting, known in ROSTER[name].settings.items()
    for choice in known.choices
]


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_setting_plays_the_same_cards_in_both_engines(game, name):
    seats = ([name, name.partition(":")[0]] * 2)[: max(GAMES[game].players)]
    assert compare_engines(GAMES[game], seats, 15, first_deal=50).check().cards
