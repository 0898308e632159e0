"""The Monte-Carlo Euchre player: what it knows, what it weighs, and whom it beats."""

import numba
import numpy as np
import pytest

from neuroevo.cards import SUITS, Purpose, Stream, parse_card, parse_hand, run_key
from neuroevo.errors import BadInput
from neuroevo.games import EUCHRE, PASS, Call, given_deal, play_deal, play_round
from neuroevo.games.compiled import compile_rules
from neuroevo.games.view import View
from neuroevo.players import MonteCarloEuchrePlayer, seat_all
from neuroevo.players.kernels.mc_euchre import deal_unseen
from neuroevo.players.kernels.worlds import count_ways, group_cards
from neuroevo.players.mc_euchre import place_of, points_by_tricks, think, unseen_numbers
from neuroevo.tournament import simulate
from neuroevo.tournament.whole_games import interval


@numba.njit
def draw_hands(rules, thought, held, seed):
    stream = np.array([seed], dtype=np.uint64)
    group_cards(rules, thought)
    count_ways(thought)
    deal_unseen(rules, thought, held, stream)
    return thought.world[0].hands.copy()


class Watcher:
    """Plays at random, and checks what it could know against what really lies in the hands."""

    def __init__(self, table):
        self.table = table
        self.checked = 0

    def choose(self, view):
        rules = compile_rules(view.sheet, 4)
        suit = SUITS.index(view.trump)
        bit_of = {card: int(rules["bit_of_card"][suit, card.number]) for card in EUCHRE.deck()}
        thought, held = think(view, bit_of)
        drawn = draw_hands(rules, thought, held, np.uint64(view.random.draw()))
        unseen = int(thought["unseen"])
        together = 0
        for seat in range(4):
            place = place_of(view, seat)
            hand = 0 if seat == view.out else sum(1 << bit_of[card] for card in self.table[seat])
            voids = sum(
                0x7FFF << 16 * lane for lane in range(4) if thought["voids"][place] >> lane & 1
            )
            for cards in (hand, int(drawn[place])):  # the truth, and what was drawn
                assert cards & int(held[place]) == int(held[place])
                assert cards & ~int(held[place]) & ~unseen == 0
                assert cards & voids == 0
            assert hand.bit_count() == int(drawn[place]).bit_count()
            assert int(drawn[place]) & together == 0
            together |= int(drawn[place])
        if view.laid_away is not None:
            assert not together >> bit_of[view.laid_away] & 1
        self.checked += 1
        card = view.legal[view.random.below(len(view.legal))]
        self.table[view.seat].remove(card)
        return card

    def name_trump(self, view):
        return view.calls[view.random.below(len(view.calls))]

    def discard(self, view):
        card = view.legal[view.random.below(len(view.legal) - 1)]  # never the turn-up itself
        hand = self.table[view.seat]
        hand[hand.index(card)] = view.turn_up
        return card


def test_the_true_deal_is_always_consistent_and_every_drawn_one_is_too():
    from neuroevo.games import draw_deal

    for seed in range(60):
        deal = draw_deal(EUCHRE, 4, Stream(seed), leader=seed % 4)
        table = [list(hand) for hand in deal.hands]
        watchers = [Watcher(table) for _ in range(4)]
        streams = [Stream(100 * seed + seat) for seat in range(4)]
        record = play_deal(EUCHRE, watchers, deal, streams)
        assert record.passed_out or sum(one.checked for one in watchers) in (15, 20)


def bidding_view(hand, turn_up, seat=0, dealer=3, second=False):
    offered = [turn_up[1]] if not second else [suit for suit in "CDHS" if suit != turn_up[1]]
    calls = (PASS, *(Call(suit, alone) for suit in offered for alone in (False, True)))
    cards = parse_hand(hand)
    return View(
        sheet=EUCHRE,
        players=4,
        seat=seat,
        dealer=dealer,
        hand=cards,
        dealt=cards,
        random=Stream(5),
        turn_up=parse_card(turn_up),
        calls=calls,
    )


@pytest.mark.parametrize(
    ("hand", "turn_up", "call"),
    [
        ("JH JD AH KH QH", "TH", Call("H", alone=True)),  # five sure tricks
        ("9C TD 9D TS 9S", "JH", PASS),
        ("JH AH KH AC 9S", "9H", None),  # strong: alone or not, but no pass
    ],
)
def test_it_calls_what_is_plain(hand, turn_up, call):
    said = MonteCarloEuchrePlayer().name_trump(bidding_view(hand, turn_up))
    if call is None:
        assert said.suit == "H"
    else:
        assert said == call


def test_it_names_another_suit_in_the_second_round():
    view = bidding_view("JS JC AS KS AD", "9H", second=True)
    assert MonteCarloEuchrePlayer().name_trump(view).suit == "S"


def test_the_dealer_keeps_trumps_and_lays_a_lone_low_card_away():
    cards = parse_hand("JH AH AC KC 9D")
    view = View(
        sheet=EUCHRE,
        players=4,
        seat=3,
        dealer=3,
        hand=cards,
        dealt=cards,
        random=Stream(2),
        trump="H",
        caller=3,
        turn_up=parse_card("KH"),
        legal=(*cards, parse_card("KH")),
    )
    assert MonteCarloEuchrePlayer().discard(view) == parse_card("9D")


def test_unseen_cards_are_all_but_the_hand_and_the_turn_up():
    assert len(unseen_numbers(bidding_view("9C TD 9D TS 9S", "JH"))) == 18


def test_points_are_those_of_the_rules():
    assert points_by_tricks(EUCHRE).tolist() == [[-2, -2, -2, 1, 1, 2], [-2, -2, -2, 1, 1, 4]]


def test_it_does_not_trump_its_partners_winning_ace_with_the_last_card_to_come():
    """The partner's ace holds the trick and nobody comes after: the cheap card goes."""
    hands = [parse_hand(h) for h in ("9C TC QC 9D TD", "AS QD KD 9H TH", "9S TS KC AC QS")]
    hands.append(parse_hand("JH AD AH JD JC"))
    sheet = EUCHRE.with_trump("H")
    deal = given_deal(sheet, hands, leader=1)

    class LeadsAceOfSpades:
        def choose(self, view):
            ace = parse_card("AS")
            return ace if ace in view.legal else view.legal[0]

    table = [*seat_all(["greedy"] * 3), MonteCarloEuchrePlayer()]
    table[1] = LeadsAceOfSpades()
    first = play_deal(sheet, table, deal).tricks[0]
    laid = {play.seat: play.card for play in first.plays}
    assert laid[1] == parse_card("AS")
    assert laid[3] == parse_card("JC")


def test_it_beats_the_rule_bidder():
    """Two against two greedy players with the counting bidder, everybody in every seat: the whole
    95 % interval of rounds won lies above a half."""
    quick = "mc-euchre:samples=20"
    result = simulate("euchre", [quick, "greedy"] * 2, rounds=400, seed=3, rotate=True)
    low, _ = interval(result.teams[0]["wins"])
    assert low > 0.5
    assert result.teams[0]["score"].mean > result.teams[1]["score"].mean


def test_the_same_seed_plays_the_same_round():
    first, again = (
        play_round(
            EUCHRE, seat_all(["mc-euchre", "greedy"] * 2), run_key(4, Purpose.SIMULATION), 2
        ).plays
        for _ in range(2)
    )
    assert first == again


def test_it_plays_euchre_only():
    from neuroevo.games import SUECA

    with pytest.raises(BadInput, match="mc-euchre plays euchre, not sueca"):
        simulate("sueca", ["mc-euchre", "greedy"] * 2, rounds=4)
    with pytest.raises(BadInput, match="mc-euchre plays euchre, not sueca"):
        play_round(SUECA, seat_all(["mc-euchre"] * 4), 1)
    with pytest.raises(BadInput, match="samples must be at least 1"):
        MonteCarloEuchrePlayer(samples=0)


def test_the_kernels_number_of_tricks_is_that_of_the_games_file():
    from neuroevo.players.kernels.mc_euchre import NEEDED

    assert EUCHRE.scoring.needed == NEEDED
