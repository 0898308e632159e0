"""The words of a situation, as properties: each says what the plain rules and `knowledge` say."""

import pytest

from neuroevo.cards import Purpose, run_key
from neuroevo.games import GAMES, play_round, trick_winner
from neuroevo.games.orders import cost, price
from neuroevo.networks.situation import chance_of_none, in_play, situation_of
from neuroevo.players import seat_all
from neuroevo.players.seat import Seat
from neuroevo.players.seat_from_view import card_of
from neuroevo.players.worlds import knowledge

TABLES = {
    f"{name}-{players}": (sheet, players)
    for name, sheet in GAMES.items()
    for players in sheet.players
}


class Watching:
    """Plays like another player, and keeps every view."""

    def __init__(self, player, views):
        self.player = player
        self.views = views

    def __getattr__(self, name):
        return getattr(self.player, name)

    def choose(self, view):
        self.views.append(view)
        return self.player.choose(view)


def views_of(sheet, players, deals=6):
    """What was seen in some rounds."""
    views = []
    names = ["heuristic", "random", "greedy", "random"][:players]
    for deal in range(deals):
        seats = [Watching(one, views) for one in seat_all(names)]
        play_round(sheet, seats, run_key(5, Purpose.SIMULATION), deal)
    return views


@pytest.fixture(params=TABLES)
def views(request):
    return views_of(*TABLES[request.param])


class Plain:
    """What follows from a view by the plain rules, formulated on cards and seats."""

    def __init__(self, view):
        self.view, self.sheet, self.trump = view, view.sheet, view.trump
        self.known = knowledge(view)

    def suit(self, card):
        return self.sheet.suit_of(card, self.trump)

    def partner(self, seat):
        return self.sheet.partners and (seat - self.view.seat) % 4 == 2

    def playing(self):
        return [seat for seat in self.known.others if seat != self.view.out]

    def to_come(self):
        laid = {play.seat for play in self.view.trick}
        return [seat for seat in self.playing() if seat not in laid]

    def voids(self, seat):
        return self.known.voids[self.known.others.index(seat)]

    def wins(self, card):
        laid = self.view.trick_cards
        return trick_winner(self.sheet, (*laid, card), self.trump) == len(laid)

    def best(self):
        return self.view.trick[trick_winner(self.sheet, self.view.trick_cards, self.trump)]

    def unseen(self, suit):
        return [card for card in self.known.unseen if self.suit(card) == suit]

    def has_none(self, seat, suit, cards):
        if suit in self.voids(seat):
            return 1.0
        room = self.known.room[-1] + sum(
            held
            for held, voids in zip(self.known.room, self.known.voids, strict=False)
            if suit not in voids
        )
        held = self.known.room[self.known.others.index(seat)]
        return chance_of_none(room, held, cards)

    def can_ruff(self, seat, led, trumps):
        if self.trump is None or led == self.trump:
            return 0.0
        lacks = self.has_none(seat, led, len(self.unseen(led)))
        return lacks * (1 - self.has_none(seat, self.trump, trumps))

    def led(self, card):
        return self.suit(self.view.trick[0].card if self.view.trick else card)

    def can_beat(self, seat, card):
        led = self.led(card)
        strength = self.sheet.strength(card, self.trump)
        higher = sum(
            self.sheet.strength(one, self.trump) > strength for one in self.unseen(self.suit(card))
        )
        if self.suit(card) != led:
            return self.can_ruff(seat, led, higher)
        trumps = len(self.unseen(self.trump)) if self.trump else 0
        return 1 - self.has_none(seat, led, higher) + self.can_ruff(seat, led, trumps)

    def holds_up(self, card):
        chance = 1.0
        for seat in self.to_come():
            if not self.partner(seat):
                chance *= 1 - self.can_beat(seat, card)
        return chance


def named(cards):
    return {card_of(card) for card in cards}


def test_a_situation_has_every_word_of_a_seat():
    from neuroevo.networks.situation import Situation

    assert issubclass(Situation, Seat)
    public = {word for word in dir(Situation) if not word.startswith("_")} - {"numba_type"}
    asked = "leading to_come trick hand legal unseen winning best partner_winning partners tricks "
    asked += "tricks_over tricks_taken most_points ranks has_trumps rivals_without partner_without "
    asked += "chance side_chance ruff_risk partner_can_win cheapest cheapest_winner dearest_loser"
    assert public >= set(asked.split())
    for word in public:
        assert getattr(Situation, word).__doc__, word


def test_cards_are_those_that_the_rules_say(views):
    for view in views:
        now, plain, sheet, trump = situation_of(view), Plain(view), view.sheet, view.trump
        winning = [card for card in view.legal if plain.wins(card)]
        losing = [card for card in view.legal if not plain.wins(card)]
        assert named(now.unseen) == set(plain.known.unseen)
        assert named(now.winning) == set(winning)
        assert named(now.losing) == set(losing)
        assert card_of(now.cheapest) == min(view.legal, key=lambda c: price(sheet, c, trump))
        cheapest = {min(winning, key=lambda c: cost(sheet, c, trump))} if winning else set()
        assert named(now.cheapest_winner) == cheapest
        dearest = {max(losing, key=lambda c: cost(sheet, c, trump))} if losing else set()
        assert named(now.dearest_loser) == dearest
        for card in now.hand:
            assert named(now.hand & now.cards_of(card.suit)) == {
                one for one in view.hand if plain.suit(one) == plain.suit(card_of(card))
            }


def test_the_round_so_far_is_told(views):
    for view in views:
        now, plain, sheet = situation_of(view), Plain(view), view.sheet
        assert now.tricks == sheet.cards_each(view.players)
        assert now.tricks_over == len(view.tricks)
        ours = [one for one in view.tricks if one.winner == view.seat or plain.partner(one.winner)]
        assert now.tricks_taken == len(ours)
        assert now.ranks == len(sheet.ranks)
        assert now.most_points == max(1, *map(sheet.points, sheet.deck(view.players)))
        assert now.has_trumps == (view.trump is not None)
        assert now.plain_suits == 4 - now.has_trumps
        ours = view.caller is not None and (view.caller == view.seat or plain.partner(view.caller))
        assert now.we_called == ours
        assert now.they_called == (view.caller is not None and not ours)


def test_the_others_are_those_that_have_shown_what_they_lack(views):
    shown = 0
    for view in views:
        now, plain = situation_of(view), Plain(view)
        rivals = [seat for seat in plain.playing() if not plain.partner(seat)]
        coming = plain.to_come()
        assert now.to_come == len(coming)
        assert now.rivals == len(rivals)
        assert now.rivals_to_come == sum(seat in rivals for seat in coming)
        assert now.partner_to_come == any(plain.partner(seat) for seat in coming)
        for card in now.hand:
            suit = plain.suit(card_of(card))
            lacking = sum(suit in plain.voids(seat) for seat in rivals)
            assert now.rivals_without(card.suit) == lacking
            partners = [seat for seat in plain.known.others if plain.partner(seat)]
            assert now.partner_without(card.suit) == any(suit in plain.voids(s) for s in partners)
            shown += lacking
    assert shown


def test_chances_are_those_of_the_formulas_on_plain_cards(views):
    uncertain = 0
    for view in views:
        now, plain = situation_of(view), Plain(view)
        for card in view.legal:
            mine = in_play(now, card)
            wins = plain.wins(card)
            chance = plain.holds_up(card) if wins else 0.0
            assert now.chance(mine) == pytest.approx(chance, abs=1e-6)
            side = chance
            if not wins and plain.partner(plain.best().seat):
                side = plain.holds_up(plain.best().card)
            assert now.side_chance(mine) == pytest.approx(side, abs=1e-6)
            able = 0.0
            for seat in plain.to_come():
                if plain.partner(seat):
                    able = plain.can_beat(seat, card if wins else plain.best().card)
            assert now.partner_can_win(mine) == pytest.approx(able, abs=1e-6)
            trumps = len(plain.unseen(view.trump)) if view.trump else 0
            safe = 1.0
            for seat in plain.to_come():
                if not plain.partner(seat):
                    safe *= 1 - plain.can_ruff(seat, plain.led(card), trumps)
            assert now.ruff_risk(mine) == pytest.approx(1 - safe, abs=1e-6)
            uncertain += 0 < chance < 1
    assert uncertain or view.players == 2  # then the other's hand is known
