"""The rule players, each written once: a function of a seat that returns a card.

The same text is compiled for the kernels and runs plain at the referee's table. A keyword parameter
with a default is a setting, as in `obligated-trump:lead=trump`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from neuroevo.games.words import CardInPlay, CardSet
from neuroevo.players.seat import Seat

POINT_RISK = 10
"""How many per cent more of a risk it is to lead a point."""
PLENTY = 3
"""A suit is safe while it has this many unseen cards for everyone who is still to play."""
LOWER_DANGER, POINT_DANGER = 4, 6
"""What an unseen lower card, and a point, add to the danger of keeping a card."""


def random(seat: Seat) -> CardInPlay:
    """Plays any legal card, each with the same chance."""
    return seat.any_of(seat.legal)


def random_cards(seat: Seat) -> CardInPlay:
    """Plays any legal card, but bids and names trumps by counting, as networks do.

    Beside it one sees what a network's cards are worth where bids and calls matter too.
    """
    return seat.any_of(seat.legal)


def greedy(seat: Seat) -> CardInPlay:
    """Leads its highest card; otherwise the cheapest card that wins, else its cheapest.

    Where tricks hurt, the mirror image: leads its lowest card; otherwise the dearest card that does
    not win, else its dearest.
    """
    if seat.tricks_hurt:
        if seat.leading:
            return seat.legal.lowest
        return (seat.legal - seat.winning or seat.legal).dearest
    if seat.leading:
        return seat.legal.highest
    return (seat.winning or seat.legal).cheapest


def heuristic(seat: Seat) -> CardInPlay:
    """Counts cards: cashes those that can't be beaten, wins cheaply, ruffs low, feeds its partner.

    A card is a boss if nothing unseen in its suit is higher. Leading: a boss of a plain suit, the
    most valuable first, else the cheapest card (but a boss trump if it has only trumps to win
    with). Following while its side wins: the most valuable card if the trick is safe, else the
    cheapest. Otherwise: the cheapest card that is sure to win, or, where none is, the cheapest that
    wins if it is a trump or the last to play (without partners, also with one to come); else the
    cheapest card. Where tricks hurt it avoids them.
    """
    if seat.tricks_hurt:
        return avoiding(seat)
    legal, unseen = seat.legal, seat.unseen
    if seat.leading:
        bosses = legal.unbeaten_by(unseen)
        if bosses.plain:
            return bosses.plain.most(lambda card: (card.points, card.cost))
        return bosses.dearest if bosses else legal.least
    last = seat.to_come == 0
    if seat.partner_winning:
        safe = last or not (unseen & seat.best.higher)
        if safe and seat.counts_points and legal.plain:
            return legal.plain.most(lambda card: (card.points, -card.cost))
        return legal.least
    winning = seat.winning
    sure = winning if last else winning.unbeaten_by(unseen)
    if sure:
        if seat.counts_points and sure.plain:
            return sure.plain.most(lambda card: (card.points, card.cost))
        return sure.cheapest
    if winning.trumps:
        return winning.trumps.least
    if winning and seat.to_come == 1 and not seat.partners:
        return winning.cheapest
    return legal.least


def avoiding(seat: Seat) -> CardInPlay:
    """Takes as few tricks as it can.

    Leading, it plays the card that is most likely to lose. Following, it takes a trick without
    points with its highest card while that is safe, else ducks with its highest card that loses.
    Otherwise it throws away what is most dangerous to keep.
    """
    legal, unseen = seat.legal, seat.unseen
    if seat.leading:
        return legal.most(safety, unseen)
    following = seat.following
    if not following:
        return legal.most(danger, unseen)
    worth = seat.trick.points + legal.points
    if worth == 0 and len(unseen & following.lowest.its_suit) >= PLENTY * seat.to_come:
        return legal.dearest
    losers = legal - seat.winning
    if losers:
        return losers.dearest
    return legal.dearest if seat.to_come == 0 else legal.cheapest


def safety(card: CardInPlay, unseen: CardSet) -> tuple[int, int]:
    """How safe a lead is: the fewer of the suit's unseen cards it beats, the safer."""
    left = unseen & card.its_suit
    share = 100 * len(left - card.higher) // len(left) if left else 100
    return -(share + POINT_RISK * card.points), -card.cost


def danger(card: CardInPlay, unseen: CardSet) -> tuple[int, int]:
    """How dangerous it is to keep a card: by the unseen cards that it beats, and its points."""
    lower = len((unseen & card.its_suit) - card.higher)
    return LOWER_DANGER * lower + POINT_DANGER * card.points, card.cost


def always_highest(seat: Seat) -> CardInPlay:
    """Always plays its highest legal card."""
    return seat.legal.highest


def always_lowest(seat: Seat) -> CardInPlay:
    """Always plays its cheapest legal card."""
    return seat.legal.cheapest


def obligated_trump(
    seat: Seat, lead: Annotated[Literal["random", "trump"], "what it leads"] = "random"
) -> CardInPlay:
    """Trumps at random whenever it can't follow; otherwise plays at random.

    Lopes Carreiro 2016, section 5.2. lead: what it leads, a `random` card or a random `trump`.
    """
    free = lead == "random" if seat.leading else bool(seat.following)
    return seat.any_of(seat.legal if free else seat.legal.trumps or seat.legal)


def always_high(
    seat: Seat, when: Annotated[Literal["always", "third"], "when it does so"] = "always"
) -> CardInPlay:
    """Plays its most valuable legal card, of equals any; or only as third player.

    Lopes Carreiro 2016, section 5.3. Highest is meant by points, so cards worth nothing are equal;
    where no card is worth anything, by rank. when: `always`, or as `third` player to a trick, and
    at random otherwise.
    """
    if when == "third" and len(seat.trick) != 2:
        return seat.any_of(seat.legal)
    return any_valuable(seat, seat.legal)


def any_valuable(seat: Seat, cards: CardSet) -> CardInPlay:
    """One of the most valuable cards: by points, or by rank where no card is worth anything."""
    if seat.counts_points:
        return seat.any_of(cards.top(lambda card: card.points))
    return seat.any_of(cards.top(lambda card: card.strength))


def any_worthless(seat: Seat, cards: CardSet) -> CardInPlay:
    """One of the least valuable cards."""
    if seat.counts_points:
        return seat.any_of(cards.top(lambda card: -card.points))
    return seat.any_of(cards.top(lambda card: -card.strength))


def never_trump(seat: Seat) -> CardInPlay:
    """Never trumps when it has another card, the mirror image of obligated-trump; else at random.

    Lopes Carreiro 2016, section 8.2: "a strategy where the player never plays a trump card when he
    does not have the follow suit". What it leads, and what it follows with, falls at random.
    """
    return seat.any_of(seat.legal if seat.leading else seat.legal.plain or seat.legal)


def combined(
    seat: Seat, lost: Annotated[Literal["high", "low"], "what it lays to a lost trick"] = "high"
) -> CardInPlay:
    """Always high, but where it can't follow it trumps the opponents' tricks and no others.

    Lopes Carreiro 2016, section 8.2: "When the player does not have the follow suit and the trick
    is in favor of the teammate, it plays a high card and when it is in favor of the opponent it
    plays a trump card." A trump is any, as in obligated-trump, and without one it plays any card.
    Leading and following are left open there: it plays as always-high, the better of the two by
    Table 7.21. lost: what it lays to an opponent's trick that it can't take: `high` as those words
    have it, or `low`, the least valuable card; then it takes a trick with the most valuable card
    that can, since chapter 5 says of always-high that it "gives the opposite team unnecessary
    points".
    """
    if seat.leading or seat.partner_winning:
        return any_valuable(seat, seat.legal)
    if lost == "high":
        if seat.following:
            return any_valuable(seat, seat.legal)
        return seat.any_of(seat.legal.trumps or seat.legal)
    if not seat.winning:
        return any_worthless(seat, seat.legal)
    return any_valuable(seat, seat.winning) if seat.following else seat.any_of(seat.winning)
