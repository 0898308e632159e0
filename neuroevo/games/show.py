"""A round or a game in print, as one would write it down at the table."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.cards import SUIT_NAMES
from neuroevo.games.referee import GameRecord, RoundRecord
from neuroevo.games.rules import in_playing_order

NARROW = 5
"""Columns of a card in brackets with a star."""


def format_round(
    record: RoundRecord, names: Sequence[str] | None = None, width: int | None = None
) -> str:
    """The hands, who made trumps or bid what, each trick, and the result.

    In a trick's row the leader's card stands in [brackets] and the winner's has a star. width: of
    the screen; where the names don't fit above the tricks, the seats' numbers stand there.
    """
    seats = range(len(record.deal.hands))
    titles = [f"{seat} {names[seat]}" if names else f"seat {seat}" for seat in seats]
    lines = [f"{record.sheet.title}: {_trumps(record)}", ""]
    wide = max(map(len, titles))
    for seat in seats:
        hand = in_playing_order(record.sheet, record.deal.hands[seat], record.trump)
        cards = " ".join(card.symbol for card in hand)
        lines.append(f"  {titles[seat]:<{wide}}  {cards}")
    lines += ["", *_bidding(record, titles)]
    column = max(8, wide + 2)
    beside = len("  trick  ") + (len("30 points") if record.sheet.has_card_points else 0)
    if width is not None and beside + len(titles) * column > width:
        roomy = beside + len(titles) * (NARROW + 1) <= width
        titles, column = [f" {seat}" for seat in seats], NARROW + roomy
    lines.append(("  trick  " + "".join(f"{title:<{column}}" for title in titles)).rstrip())
    for number, trick in enumerate(record.tricks, start=1):
        laid = {play.seat: play.card.symbol for play in trick.plays}
        row = f"  {number:>5}  "
        for seat in seats:
            text = laid.get(seat, "-")
            text = f"[{text}]" if seat == trick.leader else f" {text} "
            row += f"{text + ('*' if seat == trick.winner else ''):<{column}}"
        if record.sheet.has_card_points and trick.points:
            row += f"{trick.points:>2} points"
        lines.append(row.rstrip())
    lines.append("")
    lines.append("  tricks " + "".join(f"{n:<{column}}" for n in record.tricks_taken).rstrip())
    if record.sheet.has_card_points:
        lines.append("  points " + "".join(f"{n:<{column}}" for n in record.points_taken).rstrip())
    lines.append("  score  " + "".join(f"{n:<{column}}" for n in record.scores).rstrip())
    return "\n".join(lines)


def format_game(record: GameRecord, names: Sequence[str] | None = None) -> str:
    """A line a round: who dealt, what made trumps, who called, tricks, and the totals so far."""
    sheet, players = record.sheet, len(record.totals)
    sides = sheet.sides(players)
    titles = [f"{seat} {names[seat]}" if names else f"seat {seat}" for seat in range(players)]
    teams = [" & ".join(titles[seat] for seat in side) for side in sides]
    totals = [0] * len(sides)
    lines = [f"{sheet.title}: {' against '.join(teams)}", ""]
    for number, one in enumerate(record.rounds, start=1):
        what = [f"{titles[one.deal.dealer]} deals"]
        if one.deal.turn_up is not None:
            what.append(f"{one.deal.turn_up.symbol} turned up")
        if one.caller is not None and one.trump is not None:
            says = "orders it up" if one.discard else f"names {SUIT_NAMES[one.trump]}"
            what.append(f"{titles[one.caller]} {says}{', alone' if one.alone else ''}")
        if one.bids is not None:
            what.append("bids " + " ".join(map(str, one.bids)))
        tricks = [sum(one.tricks_taken[seat] for seat in side) for side in sides]
        totals = [total + one.scores[side[0]] for total, side in zip(totals, sides, strict=True)]
        what.append("tricks " + ":".join(map(str, tricks)))
        lines.append(f"  {number:>3}  {'; '.join(what)}  ->  {':'.join(map(str, totals))}")
    won = " and ".join(titles[seat] for seat in record.winners)
    lines += ["", f"  won by {won}"]
    return "\n".join(lines)


def _trumps(record: RoundRecord) -> str:
    if record.trump is None:
        return "no trumps"
    text = f"{SUIT_NAMES[record.trump]} are trumps"
    if record.deal.turn_up is not None:
        text += f", {record.deal.turn_up.symbol} was turned up"
    return text


def _bidding(record: RoundRecord, titles: Sequence[str]) -> list[str]:
    lines = []
    if record.bids is not None:
        bids = zip(titles, record.bids, strict=True)
        lines.append("  bids: " + ", ".join(f"{title} {bid}" for title, bid in bids))
    if record.caller is not None:
        text = f"  {titles[record.caller]} made trumps" + (", alone" if record.alone else "")
        if record.discard is not None:
            text += f"; the dealer, {titles[record.deal.dealer]}, laid {record.discard.symbol} away"
        lines.append(text)
    return [*lines, ""] if lines else []
