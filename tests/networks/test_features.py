"""Every feature says what its sentence says, and is compiled as it is written plainly."""

import numpy as np
import pytest

from neuroevo.cards import parse_hand
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.games.rules import legal_cards
from neuroevo.games.view import Play, Trick, View
from neuroevo.networks import (
    Champion,
    load_champion,
    make_architecture,
    random_weights,
)
from neuroevo.networks.features import FEATURES, GROUPS, choose_features
from neuroevo.networks.situation import chance_of_none, in_play, situation_of
from neuroevo.players.seat_from_view import card_of
from neuroevo.testing.features import look_at
from neuroevo.testing.tables import TestTable

TABLES = {
    "spades": (SPADES, 4),
    "clubs": (CLUBS, 4),
    "clubs-3": (CLUBS, 3),
    "clubs-2": (CLUBS, 2),
    "sueca": (SUECA, 4),
    "euchre": (EUCHRE, 4),
}


@pytest.mark.parametrize("name", TABLES)
def test_features_are_silent_only_where_their_sentence_means_nothing(name):
    sheet, players = TABLES[name]
    look = look_at(TestTable(name, sheet, players), FEATURES, deals=30 // players, seed=5)
    never = (look.least == 0) & (look.most == 0)
    silent = {FEATURES[number].name for number in np.flatnonzero(never)}
    expected = set()
    if not sheet.partners:
        expected |= {"partner_winning", "partner_void", "partner_can_win"}
    if not sheet.has_card_points:
        expected |= {"points", "points_unseen", "trick_worth", "at_stake", "expected", "risked"}
    if sheet.trump == "none":
        expected |= {"trump", "trumps_held", "trumps_unseen", "rivals_without_trumps", "ruff_risk"}
    if sheet.trump != "named":
        expected |= {"our_call"}
    assert silent == expected


def test_the_list_keeps_its_order_which_champions_rely_on():
    assert " ".join(one.name for one in FEATURES) == (
        "bias leading to_come trick_worth partner_winning trick_number tricks_taken our_call "
        "trumps_held trumps_unseen rivals_without_trumps suits_lacking "
        "trump strength points higher_unseen lower_unseen boss points_unseen suit_held higher_held "
        "leaves_void wins_now follows cheapest cheapest_winner dearest_loser chance side_chance "
        "ruff_risk at_stake expected risked rivals_void partner_void partner_can_win"
    )
    for one in FEATURES:
        assert one.about.endswith(".")


class Dice:
    def below(self, _n):
        raise AssertionError("features throw no dice")


def view_of(sheet, hand, trick, trump, tricks=(), seat=2, **more):
    """What a seat sees: a trick's first card is seat 0's, and so are those of earlier tricks, each
    given with its winner."""
    own = parse_hand(hand)
    laid = parse_hand(trick) if trick else ()
    finished = []
    for cards, winner in tricks:
        plays = tuple(Play(s, card) for s, card in enumerate(parse_hand(cards)))
        finished.append(Trick(plays, winner, sum(sheet.points(play.card) for play in plays)))
    view = View(
        sheet=sheet,
        players=4,
        seat=seat,
        dealer=3,
        hand=own,
        dealt=own,
        random=Dice(),
        trump=trump,
        legal=legal_cards(sheet, own, laid, trump),
        trick=tuple(Play(s, card) for s, card in enumerate(laid)),
        tricks=tuple(finished),
        **more,
    )
    return situation_of(view)


def spades_view(hand, trick="", tricks=(), seat=1):
    """A view of Spades; seat 0 won the earlier tricks."""
    return view_of(SPADES, hand, trick, "S", [(cards, 0) for cards in tricks], seat)


def value(name, now, card):
    (found,) = [one for one in FEATURES if one.name == name]
    card = in_play(now, parse_hand(card)[0])
    return float(found.function(now, card) if found.of_card else found.function(now))


def test_features_of_a_card_that_follows():
    # Thirteen cards; seat 0 led the ten of hearts, two are still to play.
    now = spades_view("2H QH KH 3C 4C 5C 6C 2D 3D 2S 3S AS AD", "TH")
    assert value("bias", now, "2H") == 1
    assert value("leading", now, "2H") == 0
    assert value("to_come", now, "2H") == pytest.approx(2 / 3)
    assert value("trumps_held", now, "2H") == pytest.approx(3 / 13)
    assert value("trumps_unseen", now, "2H") == pytest.approx(10 / 8)
    assert value("suits_lacking", now, "2H") == 0
    assert value("strength", now, "2H") == 0
    assert value("strength", now, "KH") == pytest.approx(11 / 12)
    assert value("higher_unseen", now, "KH") == pytest.approx(1 / 8)  # the ace
    assert value("higher_unseen", now, "2H") == pytest.approx(9 / 8)  # 3 to 9, J, A
    assert value("lower_unseen", now, "KH") == pytest.approx(8 / 8)  # 3 to 9, J
    assert value("boss", now, "KH") == 0
    assert value("suit_held", now, "KH") == pytest.approx(3 / 8)
    assert value("higher_held", now, "QH") == pytest.approx(1 / 8)
    assert value("wins_now", now, "QH") == 1
    assert value("wins_now", now, "2H") == 0
    assert value("follows", now, "2H") == 1
    assert value("cheapest", now, "2H") == 1
    assert value("cheapest_winner", now, "QH") == 1
    assert value("cheapest_winner", now, "KH") == 0
    assert value("dearest_loser", now, "2H") == 1
    assert value("chance", now, "2H") == 0
    assert 0.2 < value("chance", now, "QH") < 0.8
    assert value("chance", now, "QH") == value("chance", now, "KH")  # no unseen card lies between
    assert value("ruff_risk", now, "KH") > 0


def test_a_boss_that_nobody_can_ruff_has_a_chance_of_one():
    # All other spades are gone: the ace of clubs, led, can't be beaten.
    tricks = ["AS KS QS JS", "TS 9S 8S 7S", "6S 5S 4S 3S"]
    now = spades_view("AC KC 2D 3D 4D 5D 6D 7D 8D 2S", "", tricks, seat=0)
    assert value("leading", now, "AC") == 1
    assert value("boss", now, "AC") == 1
    assert value("boss", now, "KC") == 1  # its ace is in the own hand
    assert value("chance", now, "AC") == pytest.approx(1)
    assert value("trumps_unseen", now, "AC") == 0
    assert value("trick_number", now, "AC") == pytest.approx(3 / 13)
    assert value("tricks_taken", now, "AC") == pytest.approx(3 / 13)
    assert value("leaves_void", now, "2S") == 1
    assert value("suits_lacking", now, "AC") == pytest.approx(1 / 4)  # no hearts


def test_known_voids_count():
    # Everybody but seat 0 threw away on hearts: they lack them, and may trump.
    now = spades_view("KH 2H 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D", "", ["AH 8D 9D TD"], seat=0)
    assert value("rivals_void", now, "KH") == 1
    assert value("rivals_void", now, "3C") == 0
    assert value("boss", now, "KH") == 1
    # Each of the three has thirteen spades among his twelve of 36 cards: a heart is ruffed.
    assert value("chance", now, "KH") < 0.01
    assert value("ruff_risk", now, "KH") > 0.99


def test_features_of_points_and_partners_at_sueca():
    # Partner (seat 0) led the ace of hearts, a rival gave the king; spades are trumps.
    now = view_of(SUECA, "7H 2H 3C 4C 5C 6C 2D 3D 4D 5D", "AH KH", "S")
    assert value("partner_winning", now, "7H") == 1
    assert value("trick_worth", now, "7H") == pytest.approx(15 / 22)
    assert value("points", now, "7H") == pytest.approx(10 / 11)
    assert value("points", now, "2H") == 0
    assert value("points_unseen", now, "7H") == pytest.approx(5 / 22)  # jack and queen of hearts
    assert value("at_stake", now, "7H") == pytest.approx(25 / 22)
    assert value("wins_now", now, "7H") == 0
    assert value("chance", now, "7H") == 0
    side = value("side_chance", now, "7H")  # the ace falls only to a ruff by the last player
    assert 0.5 < side < 1
    assert value("expected", now, "7H") == pytest.approx(side * 25 / 22)
    assert value("risked", now, "7H") == pytest.approx((1 - side) * 10 / 11)
    assert value("partner_can_win", now, "7H") == 0  # he has played


def test_a_partner_who_is_still_to_play_may_win():
    # The rival in seat 0 led the king of hearts; the partner (seat 3) plays last.
    now = view_of(SUECA, "2H 3H 3C 4C 5C 6C 2D 3D 4D 5D", "KH", "S", seat=1)
    able = value("partner_can_win", now, "2H")
    assert 0.3 < able < 1  # ace, seven or a ruff
    assert value("partner_void", now, "2H") == 0
    # Once he has shown to lack hearts and trumps, he can't.
    tricks = [("AH 7H 4H 2D", 0), ("AS 2S 3S 3D", 0)]
    now = view_of(SUECA, "2H 3H 3C 4C 5C 6C 4D 5D", "KH", "S", tricks, seat=1)
    assert value("partner_void", now, "2H") == 1
    assert value("partner_can_win", now, "2H") == 0
    assert value("rivals_without_trumps", now, "2H") == 0
    now = view_of(SUECA, "2H 3H 3C 4C 5C 6C 4D 5D", "KH", "S", tricks, seat=2)
    assert value("rivals_without_trumps", now, "2H") == pytest.approx(1 / 3)


def test_whose_call_it_was_at_euchre():
    for caller, expected in ((2, 1), (0, 1), (1, -1), (3, -1)):
        now = view_of(EUCHRE, "9H TH QH KH AH", "9C JC", "H", caller=caller)
        assert value("our_call", now, "9H") == expected
    assert value("trump", now, "9H") == 1
    assert value("strength", now, "AH") == 1
    assert value("higher_unseen", now, "AH") == pytest.approx(2 / 8)  # both bowers


def test_the_chance_of_none_is_counted():
    # Two of four cards are his; of the six ways to hold two, one has neither of two given cards.
    assert chance_of_none(4, 2, 2) == pytest.approx(1 / 6)


def test_chances_hold_when_worlds_are_dealt():
    """The chance that a lead holds up, against dealing the unseen cards at random."""
    now = spades_view("QH 2H AC 3C 4C 6C 7C 2D 3D 4D 5D 6D 2S", "", [], seat=0)
    generator = np.random.default_rng(3)
    unseen = [card_of(card) for card in now.unseen]
    strength = {card: SPADES.strength(card, "S") for card in (*unseen, *parse_hand("QH AC 2S"))}
    for card in parse_hand("QH AC 2S"):
        beaten = np.zeros((4000, 3), bool)
        for world in range(len(beaten)):
            order = generator.permutation(len(unseen))
            for other in range(3):
                hand = [unseen[i] for i in order[13 * other : 13 * other + 13]]
                same = [c for c in hand if c.suit == card.suit]
                if same:
                    beaten[world, other] = max(map(strength.get, same)) > strength[card]
                else:
                    beaten[world, other] = any(c.suit == "S" for c in hand)
        # The kernel takes the three for themselves; so does this.
        dealt = np.prod(1 - beaten.mean(axis=0))
        assert now.chance(in_play(now, card)) == pytest.approx(dealt, abs=0.03)


def test_features_are_chosen_by_name_and_group():
    assert choose_features([]) == FEATURES
    assert choose_features(["all", "-boss"]) == choose_features(["-boss"])
    assert [one.group for one in choose_features(["chances"])] == ["chances"] * 3
    without = choose_features(["-chances", "-boss"])
    assert len(without) == len(FEATURES) - 4
    assert set(GROUPS) == {one.group for one in FEATURES}
    with pytest.raises(BadInput, match="there is no feature 'luck'"):
        choose_features(["luck"])
    with pytest.raises(BadInput, match="no feature is left"):
        choose_features(["boss", "-counting"])


def test_a_champion_names_its_features_so_that_the_list_may_grow(tmp_path):
    words = ("chances", "card", "-points")
    architecture = make_architecture("scorer", SPADES, 4, features=words)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    Champion(architecture, weights).save(tmp_path / "one.npz")
    loaded = load_champion(tmp_path / "one.npz").architecture
    assert loaded == architecture
    names = tuple(one.name for one in loaded.features)
    assert names == ("trump", "strength", "chance", "side_chance", "ruff_risk")
    everything = make_architecture("scorer", SPADES, 4)
    assert everything.features == FEATURES


def test_what_an_architecture_does_not_take_is_said():
    with pytest.raises(BadInput, match="architecture 'card' has no features to choose"):
        make_architecture("card", SPADES, 4, features=("boss",))
    with pytest.raises(BadInput, match="architecture 'scorer' takes no chances"):
        make_architecture("scorer", SPADES, 4, chances=True)
    with pytest.raises(BadInput, match="a scorer's hidden layers have 1 to 256 units"):
        make_architecture("scorer", SPADES, 4, hidden=(16, 257))
