"""The referee: what players see, what it refuses, and whole games."""

import pytest

from neuroevo.cards import Card, Purpose, Stream, parse_card, parse_hand, run_key
from neuroevo.errors import BadInput, IllegalPlay
from neuroevo.games import (
    CLUBS,
    EUCHRE,
    PASS,
    SPADES,
    SPADES_WITH_BIDS,
    SUECA,
    Call,
    Play,
    Trick,
    check_play_sheet,
    draw_deal,
    format_round,
    given_deal,
    play_deal,
    play_game,
    play_round,
)
from neuroevo.players import seat_all, seated
from neuroevo.reproduce import load_printed

EXAMPLE = load_printed("clubs").more["example"]
CLUBS_HANDS = [parse_hand(hand) for hand in EXAMPLE["hands"]]
CLUBS_ROWS = list(zip(EXAMPLE["leaders"], EXAMPLE["plays"], strict=True))


def printed_plays():
    rows = []
    for leader, cards in CLUBS_ROWS:
        first = "ABCD".index(leader)
        rows.append([Play((first + i) % 4, card) for i, card in enumerate(parse_hand(cards))])
    return rows


def test_the_example_round_of_clubs_replays_with_its_two_printing_errors_named():
    errors, points = check_play_sheet(CLUBS, CLUBS_HANDS, printed_plays())
    assert points == (0, 0, 8, 5)
    assert len(errors) == 2
    assert errors[0] == "row 7: seat 0 leads, but seat 3 won the trick before"
    assert errors[1].startswith("row 11: seat 2 may not play KH: diamonds were led")
    assert "TD JD" in errors[1]


class Scripted:
    """Plays the cards it was given, in order."""

    def __init__(self, cards):
        self.cards = list(cards)

    def choose(self, view):
        return self.cards.pop(0)


def test_the_referee_stops_the_example_round_at_the_revoke():
    """With row 7 led by its rightful leader, the first illegal card is C's KH in row 11."""
    scripts = [[] for _ in range(4)]
    for row in printed_plays():
        for seat, card in row:
            scripts[seat].append(card)
    deal = given_deal(CLUBS, CLUBS_HANDS)
    with pytest.raises(IllegalPlay, match=r"trick 11: seat 2 may not play KH: diamonds were led"):
        play_deal(CLUBS, [Scripted(cards) for cards in scripts], deal)


@pytest.mark.parametrize("card", ["AS", "2H"])
def test_an_illegal_card_names_seat_card_and_rule(card):
    class Rogue:
        def choose(self, view):
            return parse_card(card)

    hands = [
        parse_hand(text)
        for text in ("QH JH TH 9H KH", "9C TC JC QC AD", "9S TS QS KS AS", "9D TD JD QD KD")
    ]
    deal = given_deal(EUCHRE.with_trump("C"), hands)
    with pytest.raises(IllegalPlay) as error:
        play_deal(EUCHRE.with_trump("C"), seat_all([Rogue()] * 4), deal)
    assert "seat 0" in str(error.value)
    assert card in str(error.value)
    assert "not in that hand" in str(error.value)


class Watcher:
    """Plays at random and remembers what it was shown."""

    def __init__(self):
        self.views = []

    def choose(self, view):
        self.views.append(view)
        return view.legal[view.random.below(len(view.legal))]


@pytest.mark.parametrize("sheet", [SPADES, CLUBS, SUECA, EUCHRE.with_trump("random")])
def test_a_view_shows_the_seats_own_cards_and_what_lies_open_and_nothing_else(sheet):
    watchers = [Watcher() for _ in range(4)]
    record = play_round(sheet, watchers, key=7)
    for seat, watcher in enumerate(watchers):
        own_plays = [i for i, play in enumerate(record.plays) if play.seat == seat]
        for view, index in zip(watcher.views, own_plays, strict=True):
            before = record.plays[:index]
            open_cards = {play.card for play in before}
            assert (*(p for t in view.tricks for p in t.plays), *view.trick) == before
            assert set(view.hand) == set(record.deal.hands[seat]) - open_cards
            everything = {card for field in vars(view).values() for card in cards_within(field)}
            assert everything <= set(view.hand) | open_cards


def cards_within(value):
    """Every card in a field of a view, however deep."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, Trick):
        return list(value.cards)
    if isinstance(value, tuple | list | frozenset):
        return [card for item in value for card in cards_within(item)]
    return []


class Caller:
    """Calls when told to, and plays its first legal card."""

    def __init__(self, call=PASS, discard=-1):
        self.call = call
        self.away = discard
        self.asked = []

    def name_trump(self, view):
        self.asked.append(view.calls)
        return self.call if self.call in view.calls else PASS

    def discard(self, view):
        self.dealer_saw = view.legal
        return view.legal[self.away]

    def choose(self, view):
        return view.legal[0]


def euchre_deal(leader=0):
    hands = [
        parse_hand(text)
        for text in ("9C AC 9S AS 9H", "TC JC 9D TD TS", "TH JH JS JD QC", "QH QS KS QD KC")
    ]
    return given_deal(EUCHRE, hands, turn_up=parse_card("KH"), leader=leader)


def test_ordering_up_gives_the_dealer_the_card_and_takes_one_away():
    players = [Caller() for _ in range(4)]
    players[1].call = Call("H")
    record = play_deal(EUCHRE, players, euchre_deal())
    assert (record.trump, record.caller, record.alone) == ("H", 1, False)
    assert players[3].dealer_saw == parse_hand("QH QS KS QD KC KH")
    assert record.discard == parse_card("KH")
    assert len(players[2].asked) == 0
    assert all(len(trick.plays) == 4 for trick in record.tricks)


def test_the_second_round_offers_the_other_suits_only():
    players = [Caller() for _ in range(4)]
    players[2].call = Call("S")
    record = play_deal(EUCHRE, players, euchre_deal())
    assert record.trump == "S"
    assert record.discard is None
    first, second = players[2].asked
    assert {call.suit for call in first} == {None, "H"}
    assert {call.suit for call in second} == {None, "C", "D", "S"}


def test_a_lone_caller_plays_without_his_partner_and_his_left_leads():
    players = [Caller() for _ in range(4)]
    players[2].call = Call("H", alone=True)
    record = play_deal(EUCHRE, players, euchre_deal())
    assert record.tricks[0].leader == 3
    assert all({play.seat for play in trick.plays} == {1, 2, 3} for trick in record.tricks)


def test_everybody_passing_is_redealt_by_the_same_dealer_and_never_hangs():
    record = play_deal(EUCHRE, [Caller() for _ in range(4)], euchre_deal())
    assert record.passed_out
    assert record.scores == (0, 0, 0, 0)
    with pytest.raises(BadInput, match="everybody passed 1000 deals"):
        play_round(EUCHRE, [Caller() for _ in range(4)], key=1)


def test_a_call_that_is_not_offered_is_refused():
    class Cheat(Caller):
        def name_trump(self, view):
            return Call("C")

    with pytest.raises(IllegalPlay, match=r"seat 0 calls .* it may pass or name hearts"):
        play_deal(EUCHRE, [Cheat() for _ in range(4)], euchre_deal())


def test_a_bid_out_of_range_is_refused():
    class Boaster:
        def bid_tricks(self, view):
            return 14

        def choose(self, view):
            return view.legal[0]

    with pytest.raises(IllegalPlay, match="seat 0 bids 14: a bid is a number from 0 to 13"):
        play_round(SPADES_WITH_BIDS, [Boaster()] * 4, key=1)


def test_a_player_without_bids_is_told_what_is_missing_or_lent_a_bidder():
    class CardsOnly:
        def choose(self, view):
            return view.legal[0]

    with pytest.raises(BadInput, match=r"no bid_tricks\(view\)"):
        play_round(SPADES_WITH_BIDS, [CardsOnly()] * 4, key=1)
    assert play_round(SPADES_WITH_BIDS, seat_all([CardsOnly()] * 4), key=1).bids is not None
    with pytest.raises(BadInput, match="can't play"):
        seated(object())


def test_a_game_of_clubs_ends_at_the_threshold_and_the_lowest_wins():
    game = play_game(CLUBS, seat_all(["random"] * 4), run_key(3, Purpose.SIMULATION), target=30)
    before = [sum(record.scores[seat] for record in game.rounds[:-1]) for seat in range(4)]
    assert max(before) < 30 <= max(game.totals)
    assert sum(game.totals) == 13 * len(game.rounds)
    assert game.winners == tuple(s for s in range(4) if game.totals[s] == min(game.totals))
    for record, following in zip(game.rounds, game.rounds[1:], strict=False):
        assert following.deal.leader == record.tricks[-1].winner
    assert game.rounds[0].deal.leader == 0


def test_a_win_at_clubs_can_be_shared():
    shared = [
        play_game(
            CLUBS, seat_all(["random"] * 4), run_key(seed, Purpose.SIMULATION), target=5
        ).winners
        for seed in range(60)
    ]
    assert any(len(winners) > 1 for winners in shared)


def test_a_game_of_spades_is_a_multiple_of_four_rounds_with_the_deal_in_turn():
    game = play_game(
        SPADES_WITH_BIDS, seat_all(["greedy"] * 4), run_key(3, Purpose.SIMULATION), rounds=8
    )
    assert [record.deal.leader for record in game.rounds] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert game.totals == tuple(sum(r.scores[s] for r in game.rounds) for s in range(4))
    with pytest.raises(BadInput, match="multiple of 4 rounds, not 6"):
        play_game(
            SPADES_WITH_BIDS, seat_all(["greedy"] * 4), run_key(3, Purpose.SIMULATION), rounds=6
        )


@pytest.mark.parametrize(("sheet", "target"), [(SUECA, 4), (EUCHRE, 10)])
def test_team_games_end_when_a_side_reaches_the_target(sheet, target):
    game = play_game(sheet, seat_all(["random", "greedy"] * 2), run_key(1, Purpose.SIMULATION))
    assert max(game.totals) >= target
    assert game.winners in ((0, 2), (1, 3))
    without_last = [sum(r.scores[s] for r in game.rounds[:-1]) for s in range(4)]
    assert max(without_last) < target


def test_a_round_is_printed_trick_by_trick():
    record = play_round(EUCHRE, seat_all(["greedy"] * 4), key=2)
    text = format_round(record, ["ann", "bob", "cat", "dan"])
    assert len([line for line in text.splitlines() if "*" in line]) == 5
    for play in record.plays:
        assert play.card.symbol in text
    assert "made trumps" in text


def test_the_same_key_deals_the_same_round():
    players = seat_all(["random"] * 4)
    assert play_round(SPADES, players, 5, 9).plays == play_round(SPADES, players, 5, 9).plays
    assert play_round(SPADES, players, 5, 9).plays != play_round(SPADES, players, 5, 10).plays


def test_draw_deal_moves_the_hands_with_the_leader():
    deals = [draw_deal(SPADES, 4, Stream(1), leader) for leader in range(4)]
    assert len({deal.hands[deal.leader] for deal in deals}) == 1
