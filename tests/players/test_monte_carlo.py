"""Monte-Carlo players: both engines play the same cards, settings are read, and thinking pays."""

import numpy as np
import pytest

from neuroevo.analysis import compare_by_deal, evaluate
from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, play_round
from neuroevo.players import find_player
from neuroevo.players.monte_carlo import most_promising
from neuroevo.tournament import find_entrants, play_deals, play_tables, simulate

TABLES = [
    (SUECA, "mc-average:shuffles=3,mc-normal:shuffles=3,mc-extra:shuffles=2,mc-peek:shuffles=2", 8),
    (
        SUECA,
        "mc-average:shuffles=2:way=rejection:limit=5,mc-normal:shuffles=3:way=rejection-new:limit=4,"
        "mc-shared:shuffles=2,mc-shared:shuffles=2:rest=greedy",
        8,
    ),
    (SPADES, "mc-average:shuffles=2,mc-normal:shuffles=2:way=rejection-new,mc-shared,random", 2),
    (EUCHRE, "mc-average:shuffles=3,mc-normal:shuffles=3:way=rejection,mc-shared,random", 15),
    (CLUBS, "mc-average:shuffles=2,mc-shared:shuffles=2:rest=random", 3),
    (CLUBS, "mc-average:shuffles=2,mc-shared:shuffles=2:rest=greedy,mc-extra:shuffles=2", 3),
    (SUECA, "mc-ucb:shuffles=4,mc-visible:shuffles=3,mc-ucb:shuffles=3:exploration=141,random", 6),
    (SPADES, "mc-ucb:shuffles=3,random,mc-visible:shuffles=2,random", 2),
    (CLUBS, "mc-ucb:shuffles=3,random", 3),
    (EUCHRE, "mc-ucb:shuffles=3:exploration=10,random,mc-visible:shuffles=3,random", 10),
    *(
        (SUECA.with_trump(trump), ",".join(names), 6)
        for trump in ("dealer-first", "dealer-last")
        for names in (["mc-visible:shuffles=3"] * 4,)
    ),
]
RULES = [
    (SUECA, "heuristic,obligated-trump:lead=trump,always-high,always-high:when=third", 300),
    (SPADES, "heuristic,obligated-trump,always-high,heuristic", 150),
    (EUCHRE, "heuristic,obligated-trump,heuristic,always-high", 300),
    (CLUBS, "heuristic,obligated-trump,always-high", 100),
    (SUECA, "combined,combined,combined:lost=low,combined:lost=low", 300),
]


@pytest.mark.parametrize(("sheet", "names", "deals"), TABLES + RULES)
def test_both_engines_play_the_same_cards(sheet, names, deals):
    names = names.replace("mc-shared,", "mc-shared:shuffles=3,")
    entrants = find_entrants(names)
    players = [one.seat() for one in entrants]
    played = play_deals(sheet, entrants, run_key(7, Purpose.SIMULATION), 0, deals, keep_log=True)
    for index in range(deals):
        record = play_round(sheet, players, run_key(7, Purpose.SIMULATION), index)
        cards = [play.card.number for play in record.plays]
        assert played.log[index, : len(cards)].tolist() == cards, f"deal {index}"


def test_networks_and_monte_carlo_players_share_a_table(tmp_path):
    from neuroevo.networks import Champion, make_architecture, random_weights

    architecture = make_architecture("card", SUECA, 4, (8, 8))
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    Champion(architecture, weights).save(tmp_path / "one.npz")
    names = [str(tmp_path / "one.npz"), "mc-average:shuffles=2", "random", "mc-peek:shuffles=2"]
    entrants = find_entrants(names)
    played = play_deals(SUECA, entrants, run_key(3, Purpose.SIMULATION), 0, 4, keep_log=True)
    for index in range(4):
        record = play_round(
            SUECA, [one.seat() for one in entrants], run_key(3, Purpose.SIMULATION), index
        )
        assert played.log[index, :40].tolist() == [play.card.number for play in record.plays]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mc-extra:shuffles", "a setting is written key=value, not 'shuffles'"),
        (
            "mc-extra:shuffles=0",
            "at least 1, and at most 100,000, not '0'",
        ),
        (
            "mc-extra:shuffles=many",
            "at least 1, and at most 100,000, not 'many'",
        ),
        ("mc-extra:depth=3", "mc-extra takes shuffles, playouts, limit, way, not 'depth'"),
        ("mc-extra:way=luck", "way must be one of exact, rejection, rejection-new, not 'luck'"),
        ("mc-extra:shuffles=2:shuffles=3", "shuffles is given twice"),
        ("greedy:lead=3", "greedy has no settings, not 'lead'"),
        ("mc-clever", "there is no player 'mc-clever': choose from random"),
        ("mc-peek:way=exact", "mc-peek takes shuffles, playouts, not 'way'"),
    ],
)
def test_bad_settings_are_named(text, message):
    with pytest.raises(BadInput, match=message):
        find_player(text)


def test_settings_are_part_of_the_name():
    player = find_player("mc-extra:playouts=3:shuffles=7")
    assert player.name == "mc-extra:playouts=3:shuffles=7"
    assert (player.seat().shuffles, player.seat().playouts) == (7, 3)


def test_no_worker_changes_what_they_play():
    names = ["mc-average:shuffles=4", "random", "mc-shared:shuffles=3", "random"]
    one = simulate("sueca", names, rounds=300, seed=2, workers=1)
    two = simulate("sueca", names, rounds=300, seed=2, workers=2)
    assert one.teams == two.teams


def test_thinking_pays_and_better_playouts_pay_more():
    """On the same deals: a pair of mc-average beats greedy, and mc-shared beats mc-average."""
    average, shared = evaluate(
        ["mc-average:shuffles=20", "mc-shared:shuffles=20"],
        against="greedy",
        game="sueca",
        deals=400,
    )
    assert average.points_interval.low > 62
    assert compare_by_deal(shared.points, average.points).low > 0


def test_ucb_tries_every_card_once_and_then_the_highest_bound():
    assert most_promising([[5], []], 1.0) == 1
    assert most_promising([[5], [9]], 1.0) == 1
    assert most_promising([[5], [9] * 50], 0.1) == 1
    # With bounds wide enough, the card that was hardly looked at comes next.
    assert most_promising([[5], [9] * 50], 100.0) == 0


def test_ucb_looks_longer_at_cards_that_do_well():
    """Two cards of means 10 and 0: the better one gets most play-outs, the other some."""
    dice = np.random.default_rng(5)
    scores = [[], []]
    for _ in range(200):
        number = most_promising(scores, 10.0)
        scores[number].append(dice.normal(0 if number else 10, 5))
    assert len(scores[0]) > 150
    assert len(scores[1]) > 1


def test_ucb_has_as_many_play_outs_as_average():
    counted = {}
    for name in ("mc-ucb:shuffles=7", "mc-average:shuffles=7"):
        entrants = find_entrants([name, "random", "random", "random"])
        seats, deals = np.tile(np.arange(4), (50, 1)), np.arange(50)

        def count(thought, name=name):
            counted[name] = int(thought["worlds"])

        play_tables(SUECA, entrants, seats, deals, run_key(4, Purpose.SIMULATION), count=count)
    ucb, average = counted.values()
    assert ucb == pytest.approx(average, rel=0.1)  # other cards are played, so hands differ
    assert average > 50 * 7 * 20


@pytest.mark.parametrize("game", ["spades", "clubs", "euchre"])
def test_they_play_every_game_better_than_at_random(game):
    (match,) = evaluate("mc-average:shuffles=10", game=game, deals=300)
    found, by_chance = match.points_interval, {"spades": 3.25, "clubs": 3.25, "euchre": 0.75}
    if game == "clubs":
        assert found.high < by_chance[game]
    else:
        assert found.low > by_chance[game] - 0.01
