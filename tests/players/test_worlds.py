"""Worlds: every one that fits, each with the same chance, from what the seat has seen alone."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from neuroevo.cards import Purpose, Stream, parse_hand, run_key
from neuroevo.games import CLUBS, EUCHRE, SUECA, Play, RuleSheet, Trick, play_round
from neuroevo.games.view import View
from neuroevo.players import find_player, seat_all
from neuroevo.players.worlds import FEW, ExactWorlds, knowledge, reject, take

TINY = RuleSheet(name="tiny", title="Tiny", source="test", ranks="2345A", trump="H", partners=True)
"""Twenty cards, five each."""


def tiny_view(fourth="4C"):
    """Seat 0 to lead the third trick: seat 1 lacks clubs, seat 3 diamonds."""
    hand = parse_hand("AS 5S 4H")
    tricks = (
        Trick(
            tuple(Play(i, c) for i, c in enumerate(parse_hand(f"2C 2S 3C {fourth}"))),
            winner=3,
            points=0,
        ),
        Trick(
            tuple(Play(s, c) for s, c in zip((2, 3, 0, 1), parse_hand("2D 2H AD 3D"), strict=True)),
            winner=3,
            points=0,
        ),
    )
    return View(
        sheet=TINY,
        players=4,
        seat=0,
        dealer=3,
        hand=hand,
        dealt=hand,
        random=Stream(1),
        trump="H",
        legal=hand,
        tricks=tricks,
    )


def all_worlds(view, known):
    """Every way to deal the unseen cards that breaks no void, by trying them all."""
    found = set()
    cards = set(known.unseen)
    for one in combinations(sorted(cards), known.room[0]):
        for two in combinations(sorted(cards - set(one)), known.room[1]):
            hands = frozenset(one), frozenset(two), frozenset(cards - {*one, *two})
            if not any(
                TINY.suit_of(card, "H") in voids
                for hand, voids in zip(hands, known.voids, strict=True)
                for card in hand
            ):
                found.add(hands)
    return found


def test_a_seat_knows_its_hand_what_was_laid_and_who_did_not_follow():
    known = knowledge(tiny_view())
    assert known.others == (1, 2, 3)
    assert known.voids == (frozenset("C"), frozenset(), frozenset("D"))
    assert known.room == (3, 3, 3, 0)
    unseen = {"5C", "AC", "4D", "5D", "3H", "5H", "AH", "3S", "4S"}
    assert set(map(str, known.unseen)) == unseen


def test_exact_dealing_is_uniform():
    view = tiny_view()
    known = knowledge(view)
    worlds = all_worlds(view, known)
    exact = ExactWorlds(view, known)
    assert exact.count(0, known.room) == len(worlds)
    assert len(worlds) > 10
    dice, draws = Stream(5), 12_000
    seen = Counter(tuple(map(frozenset, exact.draw(dice))) for _ in range(draws))
    assert set(seen) == worlds
    assert stats.chisquare([seen[world] for world in worlds]).pvalue > 1e-3


@pytest.mark.parametrize(("held", "count"), [(6, 3), (FEW, 1), (FEW + 1, 2), (FEW + 2, 10)])
def test_every_way_to_take_cards_is_equally_likely(held, count):
    deck, dice = SUECA.deck()[:held], Stream(held)
    seen = Counter()
    for _ in range(200 * comb(held, count)):
        cards = list(deck)
        taken = take(cards, count, dice)
        assert sorted([*taken, *cards]) == sorted(deck)
        seen[frozenset(taken)] += 1
    assert len(seen) == comb(held, count)
    assert stats.chisquare(list(seen.values())).pvalue > 1e-3


@pytest.mark.parametrize("new", [False, True], ids=["regular", "new"])
def test_rejection_gives_worlds_that_fit_or_none_at_the_limit(new):
    view = tiny_view()
    known = knowledge(view)
    worlds = all_worlds(view, known)
    dice = Stream(7)
    found = [reject(view, known, dice, 50_000, new) for _ in range(100)]
    assert {tuple(map(frozenset, world)) for world in found} <= worlds
    assert reject(view, known, dice, 1, new) is None  # a limit of one means no try at all


def test_the_new_way_fails_less_often_where_two_lack_the_same_suit():
    view = tiny_view(fourth="3S")
    known = knowledge(view)
    dice = Stream(3)
    failed = [
        sum(reject(view, known, dice, 6, new) is None for _ in range(1_000)) for new in (0, 1)
    ]
    assert failed[1] < 0.8 * failed[0]


def test_the_turned_down_card_is_known_to_lie_in_the_pack():
    seen = {}

    class Spy:
        def choose(self, view):
            seen[view.seat] = view
            return view.legal[0]

    for index in range(40):
        record = play_round(
            EUCHRE, seat_all([Spy() for _ in range(4)]), run_key(1, Purpose.SIMULATION), index
        )
        view = seen[record.plays[0].seat]
        known = knowledge(view)
        assert known.room[-1] >= 0
        down = record.trump != record.deal.turn_up.suit
        assert (record.deal.turn_up not in known.unseen) or not down


HONEST = ["mc-normal", "mc-average", "mc-extra", "mc-shared", "heuristic", "always-high"]


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize("sheet", [SUECA, CLUBS, EUCHRE], ids=lambda sheet: sheet.name)
def test_no_honest_player_is_shown_another_hand(name, sheet):
    """What a player is given decides what it does: the true hands are not in it."""
    player = find_player(name).seat()
    views, choose = [], player.choose

    def watched(view):
        views.append(view)
        return choose(view)

    player.choose = watched
    play_round(
        sheet, seat_all([player, "random", "random", "random"]), run_key(2, Purpose.SIMULATION), 3
    )
    assert views
    assert all(view.truth is None for view in views)


def decisions(hands, player, times, start):
    """How often each card is led from hand 0, over many dice, in the kernel."""
    from neuroevo.tournament import find_entrants, play_given

    entrants = find_entrants([player, "random", "random", "random"])
    given = np.repeat(np.array([hands], dtype=np.int8), times, axis=0)
    rounds = play_given(
        SUECA,
        entrants,
        given,
        np.full(times, 1, np.int8),
        run_key(start, Purpose.SIMULATION),
        keep_log=True,
    )
    return np.bincount(rounds.log[:, 0], minlength=52)


def test_the_unseen_hands_do_not_move_a_player_that_peeks_only_at_its_limit():
    """All others are asked in `tests/testing`: with the same dice they decide the same."""
    deck = [card.number for card in SUECA.deck()]
    hands = np.random.default_rng(4).permutation(deck).reshape(4, 10)
    others = hands[[0, 3, 1, 2]]
    player = "mc-average:shuffles=3:way=rejection"
    one, two = decisions(hands, player, 3_000, 1), decisions(others, player, 3_000, 2)
    used = (one + two) > 20
    assert stats.chi2_contingency([one[used], two[used]]).pvalue > 1e-3


def test_trumps_must_be_shown_lacking_where_they_must_be_played():
    strict = replace(TINY, follow="suit-or-trump")
    plays = tuple(Play(seat, card) for seat, card in enumerate(parse_hand("2C 3C 4S 3H")))
    view = replace(tiny_view(), sheet=strict, tricks=(Trick(plays, 3, 0),))
    assert knowledge(view).voids == (frozenset(), frozenset("CH"), frozenset("C"))


@pytest.mark.parametrize("source", ["dealer-first", "dealer-last"])
def test_who_remembers_the_dealers_card_leaves_it_with_him_until_it_is_played(source):
    sheet = SUECA.with_trump(source)
    seen = []

    class Watcher:
        """Plays at random, and draws a world before each card."""

        def choose(self, view):
            known = knowledge(view, visible=True)
            world = ExactWorlds(view, known).draw(view.random)
            seen.append((view, known, dict(zip(known.others, world, strict=True))))
            return view.legal[view.random.below(len(view.legal))]

    for index in range(5):
        play_round(sheet, [Watcher(), *seat_all(["random"] * 3)], run_key(3, Purpose.DEALS), index)
    with_dealer = 0
    for view, known, world in seen:
        laid = {play.card for trick in view.tricks for play in trick.plays}
        laid |= set(view.trick_cards)
        assert sorted(card for hand in world.values() for card in hand) == sorted(
            set(sheet.deck()) - laid - set(view.hand)
        )
        if view.turn_up not in laid:
            with_dealer += 1
            assert view.turn_up in world[view.dealer]
            assert view.turn_up not in known.unseen
        else:
            assert not any(known.shown)
    assert 0 < with_dealer < len(seen)


def test_where_no_card_is_shown_there_is_nothing_to_remember():
    view = tiny_view()
    assert knowledge(view, visible=True) == knowledge(view)
