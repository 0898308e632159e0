"""Which situations make a random shuffle fail: Figures 6.4 and 6.8, and how rare others are.

A world is dealt at random and fits with some chance p, which can be counted; so it fails n times in
a row with chance (1 - p) ** n. No shuffle has to be drawn to know how often the truth is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb

from neuroevo.cards import Card, Purpose, card_from_number, run_key
from neuroevo.games import SUECA, play_round
from neuroevo.games.view import View
from neuroevo.players.worlds import ExactWorlds, Group, Knowledge, allocations, knowledge
from neuroevo.players.worlds import ways_to_choose as ways_to_divide
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.computed import Computed, Value
from neuroevo.reproduce.sueca.limits import cards_to_shuffle
from neuroevo.reproduce.sueca.play import SOURCE
from neuroevo.tournament import find_entrants, play_deals

PLAYER = "mc-normal:shuffles=100:way=rejection"
"""Of Tables 6.4 and 6.5, and so of the figures behind them."""
OTHERS = 3
RARE = 0.005
"""A share of which a bar would hardly be a line."""
REGULAR, NEW = "rejection", "rejection-new"


def truth_chance(fitting: float, limit: int) -> float:
    """How often a shuffle ends with the truth: a limit of n shuffles means n - 1 tries.

    >>> round(truth_chance(1 / 90, 100), 3)
    0.331
    """
    return float((1 - fitting) ** (limit - 1))


@dataclass
class Scenario:
    """A decision at which shuffles may fail. fitting: the chance that one fits, by way.
    same_suit: whether two of the others lack one suit of which cards are left. missing: how many
    suits the others lack together. weight: how many cards are tried, each with as many shuffles."""

    fitting: dict[str, float]
    same_suit: bool
    missing: int
    weight: int


@dataclass
class Replayer:
    """Lays the cards of a round that was played before; notes its decisions if it is asked to."""

    cards: Iterator[Card]
    noted: list[Scenario] = field(default_factory=list)
    notes: bool = False

    def choose(self, view: View) -> Card:
        """The next card of the round."""
        if self.notes and len(view.legal) > 1:
            self.noted.append(scenario_of(view))
        return next(self.cards)


def scenario_of(view: View) -> Scenario:
    """How likely a shuffle is to fit what this seat knows."""
    known = knowledge(view)
    worlds = ExactWorlds(view, known)
    fit = worlds.count(0, known.room)
    left = {view.sheet.suit_of(card, view.trump) for card in known.unseen}
    return Scenario(
        {
            REGULAR: fit / ways_to_divide(known.room),
            NEW: fit / ways_to_divide(room_without_sure(worlds.groups, known)),
        },
        any(sum(suit in voids for voids in known.voids) >= 2 for suit in left),
        sum(map(len, known.voids)),
        len(view.legal),
    )


def room_without_sure(groups: list[Group], known: Knowledge) -> tuple[int, ...]:
    """What the new way leaves to chance: a suit that one player alone can hold is his."""
    room = list(known.room)
    for group in groups:
        may = [one for one in range(len(known.others)) if one not in group.lacking]
        if len(may) == 1:
            room[may[0]] -= len(group.cards)
    return tuple(room)


def scenarios(request: Request, games: int) -> list[Scenario]:
    """The decisions of a Monte-Carlo player at N among random players."""
    names = [PLAYER, "random", "random", "random"]
    key = run_key(request.seed, Purpose.SUECA_TEXT)
    played = play_deals(SUECA, find_entrants(names), key, 0, games, keep_log=True)
    assert played.log is not None
    found: list[Scenario] = []
    for game in range(games):
        request.say("situations when shuffling", game / games)
        cards = iter([card_from_number(int(number)) for number in played.log[game, :40]])
        watched = Replayer(cards, found, notes=True)
        play_round(SUECA, [watched, *(Replayer(cards) for _ in range(OTHERS))], key, game)
    return found


def shares_of_truths(
    found: list[Scenario], limit: int, kind: Callable[[Scenario], int]
) -> dict[int, float]:
    """The truths that are taken with this limit, by kind of situation, as shares."""
    truths: dict[int, float] = {}
    for one in found:
        times = one.weight * truth_chance(one.fitting[REGULAR], limit)
        truths[kind(one)] = truths.get(kind(one), 0.0) + times
    total = sum(truths.values())
    return {which: times / total for which, times in sorted(truths.items()) if times}


def tries_on_average(found: list[Scenario], way: str, limit: int) -> float:
    """How many deals a shuffle takes on average, the last of them fitting or not."""
    tries = sum(
        one.weight * (1 - truth_chance(one.fitting[way], limit)) / one.fitting[way] for one in found
    )
    return tries / sum(one.weight for one in found)


def summary(request: Request) -> dict[str, float]:
    """What the situations of many games say: shares by limit, and deals by way and limit."""
    games = request.number(2_000, 20_000)
    printed = load_printed(SOURCE)
    longest = int(printed.figures["figure 6.8 max shuffles"].value)

    def work() -> dict[str, float]:
        found = scenarios(request, games)
        shares = {}
        for limit in (100, longest):
            by_type = shares_of_truths(found, limit, lambda one: one.same_suit)
            shares[f"same suit {limit}"] = by_type.get(True, 0.0)
        by_missing = shares_of_truths(found, 100, lambda one: one.missing)
        shares |= {f"missing {number}": share for number, share in by_missing.items()}
        return shares | {
            f"{way} {limit}": tries_on_average(found, way, int(limit))
            for way in (REGULAR, NEW)
            for limit in printed.tables["6.4"].rows
        }

    key = f"situations; {games} games; seed {request.seed}"
    result: dict[str, float] = request.store.keep(key, work)
    return result


def share_of_one_suit_scenario(computed: Computed) -> Value:
    """Of the truths that are left with 7500 shuffles, how many have two players lack one suit."""
    printed = load_printed(SOURCE).figures["figure 6.8 max shuffles"].value
    shares = summary(computed.request)
    share = 100 * shares[f"same suit {printed}"]
    return Value(
        printed if share > 99.95 else f"{share:.1f} % of that type",
        more={
            "note": f"counted: {100 * shares['same suit 100']:.1f} % with at most 100 shuffles",
            "refuted": "two players who lack one suit are most of what is left, but not all",
        },
    )


def missing_suits(computed: Computed) -> Value:
    """Figure 6.7: how many suits the others may lack when the truth is taken."""
    shares = summary(computed.request)
    there = {
        name.removeprefix("missing "): share
        for name, share in shares.items()
        if name.startswith("missing ")
    }
    rare = ", ".join(f"{n}: {100 * share:.2g} %" for n, share in there.items() if share < RARE)
    return Value(
        ", ".join(there),
        more={
            "refuted": f"the rarest can't be seen in a figure ({rare})" if rare else "",
            "tried": "few games: rare situations are missing",
        },
    )


def forced_worlds(groups: list[Group], each: int) -> int:
    """In how many ways cards can lie whose holders are restricted so, with so many cards each."""

    def count(number: int, room: tuple[int, ...]) -> float:
        if number == len(groups):
            return 1.0
        return sum(
            ways_to_divide(parts)
            * count(number + 1, tuple(a - b for a, b in zip(room, parts, strict=True)))
            for parts in allocations(groups[number], room)
        )

    return round(count(0, (each,) * OTHERS + (0,)))


def example(name: str, trick: int, groups: dict[str, tuple[int, tuple[int, ...]]]) -> Reproduction:
    """A figure that shows a situation before N leads to a trick.

    groups: by suit, its unseen cards and which of W, S, E lack it.
    """
    figures = load_printed(SOURCE).figures
    section = figures[f"{name} cards"].section
    found = Reproduction(SOURCE, name, "A situation when shuffling the cards", section)
    cards = cards_to_shuffle(trick, place=0)
    each = cards // OTHERS
    deck = iter(SUECA.deck())
    listed = [
        Group(tuple(next(deck) for _ in range(number)), frozenset(lacking))
        for number, lacking in groups.values()
    ]
    assert sum(len(group.cards) for group in listed) == cards
    row = f"before trick {trick}"
    found.add(row, "cards to be shuffled", figures[f"{name} cards"].value, float(cards))
    found.add(row, "cards for each player", figures[f"{name} cards each"].value, float(each))
    fitting = forced_worlds(listed, each)
    deals = comb(cards, each) * comb(cards - each, each)
    found.add(row, "ways to deal them", None, float(deals))
    found.add(row, "ways that fit", None, float(fitting))
    found.add(row, "shuffles until one fits, on average", None, deals / fitting)
    for limit in (10, 100, 500, 7500):
        found.add(
            row,
            f"% of shuffles that take the truth, at most {limit}",
            None,
            100 * truth_chance(fitting / deals, limit),
        )
    return found


def figure_6_4(_request: Request) -> Reproduction:
    """W lacks diamonds and clubs, E diamonds: two cards of each, and two of other suits."""
    groups = {"diamonds": (2, (0, 2)), "clubs": (2, (0,)), "others": (2, ())}
    found = example("figure 6.4", 9, groups)
    found.remarks.append(
        "one way fits, as the text says: the diamonds to S, the clubs to E, the rest to W"
        if found.cells[3].reproduced == 1
        else "more than one way fits, though the text says that all cards are forced"
    )
    return found


def figure_6_8(_request: Request) -> Reproduction:
    """W and S lack diamonds, of which five are left; the text names no other suit."""
    diamonds = int(load_printed(SOURCE).figures["figure 6.8 diamonds"].value)
    cards = cards_to_shuffle(5, place=0)
    groups = {"diamonds": (diamonds, (0, 1)), "others": (cards - diamonds, ())}
    found = example("figure 6.8", 5, groups)
    most = min(diamonds, cards // OTHERS)
    found.add(
        "before trick 5",
        "diamonds that go to E",
        str(diamonds),
        float(most),
        note="all that are left, and he has room for them",
    )
    return found
