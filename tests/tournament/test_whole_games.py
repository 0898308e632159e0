"""Whole games: the kernel's are the referee's, they end when they should, and seats are fair."""

import numpy as np
import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES_WITH_BIDS, SUECA, play_game, play_round
from neuroevo.tournament import find_entrants, first_game, play_tables, simulate_games
from neuroevo.tournament.whole_games import MOST_ROUNDS, interval, play_games


@pytest.mark.parametrize("sheet", [EUCHRE, SUECA, SPADES_WITH_BIDS, CLUBS], ids=lambda s: s.name)
@pytest.mark.parametrize("shift", [0, 1])
def test_games_of_the_kernel_are_the_referees(sheet, shift):
    entrants = find_entrants("random,greedy,random,always-lowest")
    key = run_key(11, Purpose.SIMULATION)
    played = play_games(sheet, entrants, key, first_game=3, games=12, shift=shift)
    for game in range(12):
        seated = [entrants[(seat - shift) % 4].seat() for seat in range(4)]
        record = play_game(sheet, seated, key, first_round=(3 + game) * MOST_ROUNDS)
        by_entrant = [record.totals[(number + shift) % 4] for number in range(4)]
        assert played.totals[game].tolist() == by_entrant
        assert played.rounds[game] == len(record.rounds)


def test_the_referees_tables_are_the_kernels():
    for sheet in (EUCHRE, SPADES_WITH_BIDS):
        entrants = find_entrants("greedy,random,always-highest,always-lowest")
        seats = np.array([[0, 1, 2, 3], [3, 1, 0, 2]])
        deals = np.array([7, 9])
        fast = play_tables(
            sheet, entrants, seats, deals, run_key(2, Purpose.SIMULATION), 4, keep_log=True
        )
        for row in range(8):
            table = [entrants[number].seat() for number in seats[row // 4]]
            deal = int(deals[row // 4])
            record = play_round(sheet, table, run_key(2, Purpose.SIMULATION), deal, row % 4)
            cards = [play.card.number for play in record.plays]
            assert fast.log[row, : len(cards)].tolist() == cards
            assert fast.tricks[row].tolist() == list(record.tricks_taken)
            if sheet.bids_tricks:
                assert fast.bids[row].tolist() == list(record.bids)


def test_euchre_goes_to_ten_and_no_further_than_it_must():
    record = first_game(EUCHRE, ["greedy"] * 4, seed=5)
    before = [sum(one.scores[seat] for one in record.rounds[:-1]) for seat in range(4)]
    assert max(before) < 10 <= max(record.totals) <= 13
    dealers = [one.deal.dealer for one in record.rounds]
    assert dealers == [(3 + number) % 4 for number in range(len(dealers))]
    shorter = first_game(EUCHRE, ["greedy"] * 4, seed=5, target=3)
    assert len(shorter.rounds) < len(record.rounds)


def test_in_many_games_everything_that_the_rules_know_happens():
    rounds = [one for seed in range(40) for one in first_game(EUCHRE, ["greedy"] * 4, seed).rounds]
    assert any(one.discard is not None for one in rounds)  # ordered up
    assert any(one.discard is None for one in rounds)  # named
    assert any(one.alone and one.scores[one.caller] == 4 for one in rounds)
    assert any(one.scores[(one.caller + 1) % 4] == 2 for one in rounds)  # euchred


def test_equal_players_with_rotated_seats_win_exactly_half():
    result = simulate_games("euchre", ["greedy"] * 4, games=400, rotate=True)
    assert result.games == 400
    assert [wins.mean for wins in result.wins] == [0.5, 0.5]


def test_the_number_of_workers_does_not_change_a_result():
    one, two = (
        simulate_games("sueca", ["greedy", "random"] * 2, games=3000, workers=workers).as_dict()
        for workers in (1, 2)
    )
    one.pop("games_per_second")
    two.pop("games_per_second")
    assert one == two


def test_an_interval_is_about_the_share_and_within_0_and_1():
    result = simulate_games("euchre", ["greedy", "random"] * 2, games=500)
    low, high = interval(result.wins[0])
    assert low < result.wins[0].mean < high <= 1
    assert interval(simulate_games("euchre", ["random"] * 4, games=1).wins[0]) is None


def test_games_that_can_not_be_are_refused():
    with pytest.raises(BadInput, match="games must be at least 1, not 0"):
        simulate_games("euchre", ["random"] * 4, games=0)
    with pytest.raises(BadInput, match="target must be at least 1"):
        simulate_games("euchre", ["random"] * 4, target=-1)
