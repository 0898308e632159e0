"""What holds in every round of every game, whatever the deal and the players do.

Said of a round as it was written down, and apart from the rules by which it was played.
"""

from __future__ import annotations

from collections.abc import Iterator

from neuroevo.cards import Card
from neuroevo.games import RoundRecord


def broken_in(record: RoundRecord) -> Iterator[str]:
    """Everything that is wrong with a round, in words; nothing if it is sound."""
    yield from _not_dealt_right(record)
    yield from _not_played_once(record)
    yield from _not_added_up(record)
    yield from _not_followed(record)
    yield from _not_won(record)


def hands_played(record: RoundRecord) -> list[set[Card]]:
    """What each seat held when the play began."""
    hands = [set(hand) for hand in record.deal.hands]
    if record.discard is not None and record.deal.turn_up is not None:
        hands[record.deal.dealer] |= {record.deal.turn_up}
        hands[record.deal.dealer] -= {record.discard}
    return hands


def _not_dealt_right(record: RoundRecord) -> Iterator[str]:
    """Each card once, all of the game's deck, and as many as the sheet says."""
    sheet, players = record.sheet, len(record.deal.hands)
    dealt = [card for hand in record.deal.hands for card in hand]
    if len(set(dealt)) != len(dealt):
        yield "a card was dealt twice"
    if not set(dealt) <= set(sheet.deck(players)):
        yield "a card was dealt that the game does not have"
    if {len(hand) for hand in record.deal.hands} != {sheet.cards_each(players)}:
        yield f"not everybody was dealt {sheet.cards_each(players)} cards"
    if not sheet.undealt(players) and set(dealt) != set(sheet.deck(players)):
        yield "a card is missing"


def _not_played_once(record: RoundRecord) -> Iterator[str]:
    """Every card is played once, and by its holder."""
    out = (record.caller + 2) % 4 if record.alone and record.caller is not None else None
    for seat, hand in enumerate(hands_played(record)):
        played = [play.card for play in record.plays if play.seat == seat]
        if len(set(played)) != len(played) or set(played) != (set() if seat == out else hand):
            yield f"seat {seat} did not play each of its cards once"


def _not_added_up(record: RoundRecord) -> Iterator[str]:
    """Every trick goes to somebody, and so do the points in it."""
    sheet, players = record.sheet, len(record.deal.hands)
    if sum(record.tricks_taken) != sheet.cards_each(players):
        yield f"{sum(record.tricks_taken)} tricks were taken of {sheet.cards_each(players)}"
    points = sum(sheet.points(play.card) for play in record.plays)
    if sum(record.points_taken) != points:
        yield f"{sum(record.points_taken)} points were taken of {points}"
    whole = sheet.aim_in_round(players)
    taken = record.tricks_taken if sheet.aim.is_tricks else record.points_taken
    if whole is not None and sum(taken) != whole:
        yield f"{sum(taken)} {sheet.aim.unit} were taken of {whole} in a round"


def _not_followed(record: RoundRecord) -> Iterator[str]:
    """Who does not follow has none of the suit led; and where he must trump, no trump either."""
    sheet, trump = record.sheet, record.trump
    hands = hands_played(record)
    for number, trick in enumerate(record.tricks, start=1):
        led = sheet.suit_of(trick.cards[0], trump)
        for seat, card in trick.plays:
            suit = sheet.suit_of(card, trump)
            held = {sheet.suit_of(one, trump) for one in hands[seat]}
            if suit != led and led in held:
                yield f"trick {number}: seat {seat} did not follow"
            if sheet.follow == "suit-or-trump" and suit not in (led, trump) and trump in held:
                yield f"trick {number}: seat {seat} did not trump"
            hands[seat].discard(card)


def _not_won(record: RoundRecord) -> Iterator[str]:
    """The best card takes the trick, and its owner leads the next."""
    sheet, trump = record.sheet, record.trump
    leader = record.tricks[0].leader
    for number, trick in enumerate(record.tricks, start=1):
        if trick.leader != leader:
            yield f"trick {number}: seat {trick.leader} leads, but seat {leader} took the last"
        led = sheet.suit_of(trick.cards[0], trump)
        trumps = [play for play in trick.plays if sheet.suit_of(play.card, trump) == trump]
        counting = trumps or [one for one in trick.plays if sheet.suit_of(one.card, trump) == led]
        (best,) = [
            one
            for one in counting
            if all(
                sheet.strength(one.card, trump) >= sheet.strength(other.card, trump)
                for other in counting
            )
        ]
        leader = trick.winner
        if leader != best.seat:
            yield f"trick {number}: seat {leader} took it, not seat {best.seat} with {best.card}"


def could_break(record: RoundRecord) -> int:
    """Cards that did not follow: how often following could have been refused wrongly."""
    sheet, trump = record.sheet, record.trump
    return sum(
        sheet.suit_of(play.card, trump) != sheet.suit_of(trick.cards[0], trump)
        for trick in record.tricks
        for play in trick.plays
    )
