"""The referee: deals, asks each player in turn, checks every answer, and scores rounds and games.

Plain Python, for any player with `choose(view)`, and for people. It never corrects a player: an
illegal card is an `IllegalPlay` that names the seat, the card and the rule. The kernel plays the
same rules at full speed, and tests hold the two together card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import neuroevo
from neuroevo.cards import SUIT_NAMES, SUITS, Card, Stream, child_seed
from neuroevo.errors import BadInput, IllegalPlay
from neuroevo.games.deals import Deal, draw_deal, rotate_hands
from neuroevo.games.rules import broken_rule, legal_cards, trick_winner
from neuroevo.games.scoring import RoundTotals
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import PASS, Call, Play, Player, Trick, View

MOST_REDEALS = 1000
"""After so many deals that everybody passed, somebody never calls: an error, not a hang."""


@dataclass(frozen=True)
class RoundRecord:
    """A finished round; the lists by seat, `scores` by seat too (partners share theirs)."""

    sheet: RuleSheet
    deal: Deal
    trump: str | None
    tricks: tuple[Trick, ...]
    tricks_taken: tuple[int, ...]
    points_taken: tuple[int, ...]
    scores: tuple[int, ...]
    bids: tuple[int, ...] | None = None
    caller: int | None = None
    alone: bool = False
    discard: Card | None = None
    passed_out: bool = False
    """Nobody made trumps: nothing was played."""

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every card in the order in which it was laid."""
        return tuple(play for trick in self.tricks for play in trick.plays)


def round_scores(
    sheet: RuleSheet,
    tricks: Sequence[int],
    points: Sequence[int],
    bids: Sequence[int] | None = None,
    caller: int | None = None,
    alone: bool = False,
) -> tuple[int, ...]:
    """The score of each seat for one round, from what each seat took."""
    sides = sheet.sides(len(tricks))

    def by_side(values: Sequence[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
        return np.array([[sum(values[seat] for seat in side) for side in sides]], dtype=np.int64)

    calling_side = next((i for i, side in enumerate(sides) if caller in side), -1)
    totals = RoundTotals(
        tricks=by_side(tricks),
        points=by_side(points),
        tricks_in_round=sheet.cards_each(len(tricks)),
        bids=None if bids is None else by_side(bids),
        caller=np.array([calling_side]),
        alone=np.array([alone]),
    )
    scored = sheet.scoring.scores(totals)[0]
    side_of = {seat: index for index, side in enumerate(sides) for seat in side}
    return tuple(int(scored[side_of[seat]]) for seat in range(len(tricks)))


@dataclass
class OpenTable:
    """The state of one round while it is played."""

    sheet: RuleSheet
    deal: Deal
    players: Sequence[Player]
    streams: Sequence[Stream]
    hands: list[list[Card]]
    dealt: list[tuple[Card, ...]]
    trump: str | None
    bids: list[int | None]
    tricks: list[Trick] = field(default_factory=list)
    trick: list[Play] = field(default_factory=list)
    caller: int | None = None
    alone: bool = False
    out: int | None = None
    discard: Card | None = None

    def view(self, seat: int, **extra: Any) -> View:
        peeks = getattr(self.players[seat], "peeks", False)
        return View(
            sheet=self.sheet,
            players=len(self.hands),
            seat=seat,
            dealer=self.deal.dealer,
            hand=tuple(self.hands[seat]),
            dealt=self.dealt[seat],
            random=self.streams[seat],
            trump=self.trump,
            turn_up=self.deal.turn_up,
            trick=tuple(self.trick),
            tricks=tuple(self.tricks),
            bids=tuple(self.bids),
            caller=self.caller,
            alone=self.alone,
            out=self.out,
            laid_away=self.discard if seat == self.deal.dealer else None,
            truth=tuple(map(tuple, self.hands)) if peeks else None,
            **extra,
        )

    def seats_from(self, first: int) -> list[int]:
        """The seats in the order of play, without the one that sits out."""
        count = len(self.hands)
        seats = [(first + step) % count for step in range(count)]
        return [seat for seat in seats if seat != self.out]

    def ask(self, seat: int, method: str, view: View) -> Any:
        answer = getattr(self.players[seat], method, None)
        if answer is None:
            raise BadInput(
                f"seat {seat}'s player has no {method}(view), which {self.sheet.name} needs; "
                "neuroevo.players.seated(player) lends it one"
            )
        return answer(view)

    def take_bids(self) -> None:
        most = len(self.hands[0])
        for seat in self.seats_from(self.deal.leader):
            bid = self.ask(seat, "bid_tricks", self.view(seat))
            if not isinstance(bid, int | np.integer) or not 0 <= bid <= most:
                raise IllegalPlay(f"seat {seat} bids {bid!r}: a bid is a number from 0 to {most}")
            self.bids[seat] = int(bid)

    def name_trump(self) -> bool:
        """Two rounds of asking; False if everybody passed twice."""
        turn_up = self.deal.turn_up
        if turn_up is None:
            raise BadInput(f"{self.sheet.name} needs a turn-up card to name trumps")
        others = tuple(suit for suit in SUITS if suit != turn_up.suit)
        for suits in ((turn_up.suit,), others):
            calls = (PASS, *(Call(suit, alone) for suit in suits for alone in (False, True)))
            for seat in self.seats_from(self.deal.leader):
                call = self.ask(seat, "name_trump", self.view(seat, calls=calls))
                if call not in calls:
                    raise IllegalPlay(
                        f"seat {seat} calls {call!r}: it may pass or name "
                        + " or ".join(SUIT_NAMES[suit] for suit in suits)
                    )
                if call.suit is not None:
                    self._settle_call(seat, call, ordered_up=len(suits) == 1)
                    return True
        return False

    def _settle_call(self, seat: int, call: Call, ordered_up: bool) -> None:
        self.trump, self.caller, self.alone = call.suit, seat, call.alone
        dealer = self.deal.dealer
        if ordered_up:
            assert self.deal.turn_up is not None
            hand = self.hands[dealer]
            six = (*hand, self.deal.turn_up)
            card = self.ask(dealer, "discard", self.view(dealer, legal=six))
            if card not in six:
                raise IllegalPlay(f"seat {dealer} discards {card}: it is not in that hand")
            if card in hand:
                hand[hand.index(card)] = self.deal.turn_up
            self.dealt[dealer] = tuple(hand)
            self.discard = card
        if call.alone:
            self.out = (seat + 2) % 4

    def play_trick(self, leader: int) -> Trick:
        self.trick = []
        for seat in self.seats_from(leader):
            cards = [play.card for play in self.trick]
            legal = legal_cards(self.sheet, self.hands[seat], cards, self.trump)
            card = self.players[seat].choose(self.view(seat, legal=legal))
            broken = broken_rule(self.sheet, self.hands[seat], cards, self.trump, card)
            if broken is not None:
                raise IllegalPlay(
                    f"trick {len(self.tricks) + 1}: seat {seat} may not play {card}: {broken}"
                )
            self.hands[seat].remove(card)
            self.trick.append(Play(seat, card))
        cards = [play.card for play in self.trick]
        winner = self.trick[trick_winner(self.sheet, cards, self.trump)].seat
        finished = Trick(tuple(self.trick), winner, sum(map(self.sheet.points, cards)))
        self.tricks.append(finished)
        self.trick = []
        return finished

    def record(self, passed_out: bool = False) -> RoundRecord:
        seats = range(len(self.hands))
        tricks = tuple(sum(t.winner == seat for t in self.tricks) for seat in seats)
        points = tuple(sum(t.points for t in self.tricks if t.winner == seat) for seat in seats)
        bids = tuple(bid for bid in self.bids if bid is not None) or None
        return RoundRecord(
            sheet=self.sheet,
            deal=self.deal,
            trump=self.trump,
            tricks=tuple(self.tricks),
            tricks_taken=tricks,
            points_taken=points,
            scores=(0,) * len(seats)
            if passed_out
            else round_scores(self.sheet, tricks, points, bids, self.caller, self.alone),
            bids=bids,
            caller=self.caller,
            alone=self.alone,
            discard=self.discard,
            passed_out=passed_out,
        )


def seat_named(sheet: RuleSheet, players: Sequence[Any]) -> list[Player]:
    """The table: players stay as they are; names, champions, files and runs are looked up.

    Rules know no players: the package finds them, in the rooms above.
    """
    return [
        one if hasattr(one, "choose") else neuroevo.seated(one, sheet, len(players))
        for one in players
    ]


def play_deal(
    sheet: RuleSheet, players: Sequence[Any], deal: Deal, streams: Sequence[Stream] | None = None
) -> RoundRecord:
    """Play one given deal to its end.

    players: objects with `choose(view)`, or what names one, such as `greedy` or a run. streams:
    each seat's dice, for players that use `view.random`; by default those of seed 0.
    """
    table, leader = _open(sheet, seat_named(sheet, players), deal, streams)
    if leader is None:
        return table.record(passed_out=True)
    return _play_out(table, leader)


def _open(
    sheet: RuleSheet, players: Sequence[Player], deal: Deal, streams: Sequence[Stream] | None
) -> tuple[OpenTable, int | None]:
    """All that comes before the first lead; and who leads, None if nobody made trumps."""
    count = len(players)
    sheet.check_players(count)
    if len(deal.hands) != count:
        raise BadInput(f"{len(deal.hands)} hands were dealt for {count} players")
    table = OpenTable(
        sheet=sheet,
        deal=deal,
        players=players,
        streams=streams or [Stream(child_seed(0, 1 + seat)) for seat in range(count)],
        hands=[list(hand) for hand in deal.hands],
        dealt=list(deal.hands),
        trump=deal.trump,
        bids=[None] * count,
    )
    if sheet.trump == "named" and not table.name_trump():
        return table, None
    if sheet.bids_tricks:
        table.take_bids()
    if table.alone:
        assert table.caller is not None
        return table, (table.caller + 1) % count
    return table, deal.leader


def _play_out(table: OpenTable, leader: int) -> RoundRecord:
    """The tricks, and the record."""
    for _ in range(table.sheet.cards_each(len(table.hands))):
        leader = table.play_trick(leader).winner
    return table.record()


def play_round(
    sheet: RuleSheet,
    players: Sequence[Any],
    key: int,
    index: int = 0,
    rotation: int = 0,
    leader: int = 0,
) -> RoundRecord:
    """Deal and play round `index` of the work with this key (see `neuroevo.cards.run_key`).

    players: as for `play_deal`.
    The kernel plays the very same round for the same key, index and rotation. Where everybody
    passes, the same dealer deals again. leader: the seat that leads, for the rounds of a game; its
    cards and dice, and those of the seats after it, are the ones that seat 0 has when it leads.
    """
    return _play_out(*open_round(sheet, players, key, index, rotation, leader))


def open_round(
    sheet: RuleSheet,
    players: Sequence[Any],
    key: int,
    index: int = 0,
    rotation: int = 0,
    leader: int = 0,
) -> tuple[OpenTable, int]:
    """Deal round `index` of the work with this key, and let the players bid and make trumps; the
    table then, and the seat that leads. As for `play_round`."""
    count = len(players)
    sheet.check_players(count)
    players = seat_named(sheet, players)
    deal_key = child_seed(key, index)
    deal_stream = Stream(child_seed(deal_key, 0))
    streams = [
        Stream(child_seed(deal_key, 1 + rotation * count + (seat - leader) % count))
        for seat in range(count)
    ]
    for _ in range(MOST_REDEALS):
        deal = rotate_hands(draw_deal(sheet, count, deal_stream, leader), rotation)
        table, leads = _open(sheet, players, deal, streams)
        if leads is not None:
            return table, leads
    raise BadInput(f"everybody passed {MOST_REDEALS} deals in a row: no player ever calls")


@dataclass(frozen=True)
class GameRecord:
    """A finished game: its rounds, each seat's total, and the seats that won (perhaps shared)."""

    sheet: RuleSheet
    rounds: tuple[RoundRecord, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def game_length(
    sheet: RuleSheet, rounds: int | None = None, target: int | None = None
) -> tuple[int | None, int | None]:
    """When a game ends: after so many rounds, or at a target; the sheet's if neither is given."""
    if target is None and rounds is None:
        rounds, target = sheet.game_rounds, sheet.game_target
    if target is not None and target < 1:
        raise BadInput(f"a game's target must be at least 1, not {target}")
    if rounds is not None and (rounds < 1 or rounds % (sheet.game_rounds or 1)):
        step = sheet.game_rounds or 1
        raise BadInput(f"a game of {sheet.name} has a multiple of {step} rounds, not {rounds}")
    return rounds, target


def play_game(
    sheet: RuleSheet,
    players: Sequence[Any],
    key: int,
    rounds: int | None = None,
    target: int | None = None,
    first_round: int = 0,
) -> GameRecord:
    """Play a whole game: so many rounds, or until a side's total reaches the target.

    Both default to the rule sheet's. Seat 0 leads the first round; after that the deal moves on,
    or the winner of the last trick leads, as the sheet says. first_round: which of the rounds of
    the work with this key the game begins with.
    """
    rounds, target = game_length(sheet, rounds, target)
    players = seat_named(sheet, players)
    records: list[RoundRecord] = []
    totals = [0] * len(players)
    leader = 0
    while True:
        record = play_round(sheet, players, key, first_round + len(records), leader=leader)
        records.append(record)
        totals = [total + score for total, score in zip(totals, record.scores, strict=True)]
        over = len(records) == rounds if rounds else target is None or max(totals) >= target
        if over:
            break
        if sheet.next_leader == "last-winner":
            leader = record.tricks[-1].winner
        else:
            leader = (leader + 1) % len(players)
    return GameRecord(sheet, tuple(records), tuple(totals), game_winners(sheet, totals))


def game_winners(sheet: RuleSheet, totals: Sequence[int]) -> tuple[int, ...]:
    """The seats that win a game with these totals; equal totals share the win."""
    best = min(totals) if sheet.fewest_wins else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def check_play_sheet(
    sheet: RuleSheet,
    hands: Sequence[Sequence[Card]],
    rows: Sequence[Sequence[Play]],
    trump: str | None = None,
    leader: int = 0,
) -> tuple[list[str], tuple[int, ...]]:
    """Check a written record of a round, trick by trick, and go on past its errors.

    rows: the plays of each trick in the order written. Returns the errors found, in words, and the
    points that each seat took, by the cards as written.
    """
    held = [list(hand) for hand in hands]
    points = [0] * len(hands)
    errors = []
    for number, row in enumerate(rows, start=1):
        if row[0].seat != leader:
            errors.append(
                f"row {number}: seat {row[0].seat} leads, but seat {leader} won the trick before"
            )
        trick: list[Card] = []
        for seat, card in row:
            broken = broken_rule(sheet, held[seat], trick, trump, card)
            if broken is not None:
                errors.append(f"row {number}: seat {seat} may not play {card}: {broken}")
            if card in held[seat]:
                held[seat].remove(card)
            trick.append(card)
        leader = row[trick_winner(sheet, trick, trump)].seat
        points[leader] += sum(map(sheet.points, trick))
    return errors, tuple(points)


__all__ = [
    "GameRecord",
    "RoundRecord",
    "check_play_sheet",
    "play_deal",
    "play_game",
    "play_round",
    "round_scores",
]
