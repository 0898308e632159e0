"""A view of a kernel's table, for players who are asked in Python.

The same as the referee's, but each part of it is made only if the player looks at it: most look at
little, and there may be millions of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import ALL_CARDS, SUITS, Card, Stream
from neuroevo.errors import did_you_mean
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import NO_TRUMP, Rules
from neuroevo.games.view import Play, Trick, View
from neuroevo.players.questions import Cards, Questions

MOST_LEGAL, MOST_IN_TRICK = 26, 4
"""Cards in a question of the kernel (QUESTION)."""


@dataclass(frozen=True)
class Batch:
    """Tables that are played together; tables: (n,) TABLE."""

    sheet: RuleSheet
    rules: Rules
    tables: NDArray[Any]

    @cached_property
    def positions(self) -> NDArray[np.int8]:
        """Where in the deck each place's cards lie: (places, cards) int8."""
        found: NDArray[np.int8] = self.rules["positions"][: self.players, : self.size]
        return found

    @cached_property
    def players(self) -> int:
        """How many play."""
        return int(self.rules["players"])

    @cached_property
    def size(self) -> int:
        """Cards in a hand as dealt."""
        return int(self.rules["tricks"])


class TableDice(Stream):
    """A place's dice as they lie on a kernel's table: what is thrown here is thrown there."""

    def __init__(self, streams: NDArray[np.uint64], table: int, place: int) -> None:
        self._streams, self._at = streams, (table, place)

    @property
    def state(self) -> int:
        """Where the stream is."""
        return int(self._streams[self._at])

    @state.setter
    def state(self, value: int) -> None:
        self._streams[self._at] = value


class lazy:  # noqa: N801 - as `property`
    """A part of a view that is made when it is first looked at; `functools.cached_property` takes a
    lock each time, which costs more than the part."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make
        self.name = make.__name__

    def __get__(self, view: Any, _owner: type | None = None) -> Any:
        if view is None:
            return self
        found = view.__dict__[self.name] = self.make(view)
        return found


class AskedView(View):
    """One seat's view of a table in a batch.

    _at: the table's number, the place and the seat. _trick: the numbers of the cards in the trick.
    """

    _batch: Batch
    _at: tuple[int, ...]
    _trick: bytes

    def __init__(self, parts: dict[str, Any] | None = None, **fields: Any) -> None:
        """parts: what is known already. fields: all of a view, as `dataclasses.replace` has it."""
        self.__dict__.update(fields if parts is None else parts)

    def __getattr__(self, name: str) -> Any:
        known = [one for one in dir(View) if not one.startswith("_")]
        known += list(View.__dataclass_fields__)
        raise AttributeError(f"a view has no {name!r}{did_you_mean(name, known)}")

    @property
    def sheet(self) -> RuleSheet:
        return self._batch.sheet

    @property
    def players(self) -> int:
        return self._batch.players

    @property
    def seat(self) -> int:
        return self._at[2]

    @lazy
    def trick_cards(self) -> tuple[Card, ...]:
        return tuple([ALL_CARDS[number] for number in self._trick])

    @lazy
    def _table(self) -> Any:
        return self._batch.tables[self._at[0]]

    @lazy
    def _seats(self) -> list[int]:
        """By place."""
        found: list[int] = self._table["seat"][: self.players].tolist()
        return found

    def _seat_of(self, place: int) -> int | None:
        return None if place < 0 else self._seats[place]

    @lazy
    def dealer(self) -> int:
        return int(self._seats[-1])

    @lazy
    def trump(self) -> str | None:
        number = int(self._table["trump"])
        return None if number == NO_TRUMP else SUITS[number]

    @lazy
    def turn_up(self) -> Card | None:
        number = int(self._table["turn_up"])
        return None if number < 0 else ALL_CARDS[number]

    def _dealt_to(self, place: int) -> tuple[Card, ...]:
        numbers = self._table["deck"][self._batch.positions[place]].tolist()
        return tuple([ALL_CARDS[number] for number in numbers])

    def _held_by(self, place: int) -> tuple[Card, ...]:
        bits = self._batch.rules["bit_of_card"][int(self._table["trump"])]
        held = int(self._table["hands"][place])
        return tuple([card for card in self._dealt_to(place) if held >> int(bits[card.number]) & 1])

    @lazy
    def hand(self) -> tuple[Card, ...]:
        return self._held_by(self._at[1])

    @lazy
    def dealt(self) -> tuple[Card, ...]:
        return self._dealt_to(self._at[1])

    @lazy
    def random(self) -> Stream:
        return TableDice(self._batch.tables["streams"], *self._at[:2])

    @lazy
    def out(self) -> int | None:
        return self._seat_of(int(self._table["out"]))

    @lazy
    def caller(self) -> int | None:
        return self._seat_of(int(self._table["caller"]))

    @lazy
    def alone(self) -> bool:
        return bool(self._table["alone"])

    @lazy
    def laid_away(self) -> Card | None:
        number = int(self._table["laid_away"])
        return ALL_CARDS[number] if number >= 0 and self.seat == self.dealer else None

    @lazy
    def bids(self) -> tuple[int | None, ...]:
        if not self.sheet.bids_tricks:
            return (None,) * self.players
        said = dict(zip(self._seats, self._table["bids"].tolist(), strict=False))
        return tuple(said[seat] for seat in range(self.players))

    def _plays(self, leader: int, cards: Sequence[int]) -> tuple[Play, ...]:
        """The plays of a trick that a place led; cards: their numbers."""
        count, out = self.players, int(self._table["out"])
        places = [(leader + step) % count for step in range(count)]
        playing = [place for place in places if place != out]
        return tuple(
            [
                Play(self._seats[place], ALL_CARDS[card])
                for place, card in zip(playing, cards, strict=False)
            ]
        )

    @lazy
    def _log(self) -> list[int]:
        """The numbers of all cards laid, this trick's included."""
        cards = self._batch.rules["card_of_bit"][int(self._table["trump"])]
        found: list[int] = cards[self._table["log"][: int(self._table["laid"])]].tolist()
        return found

    @lazy
    def trick(self) -> tuple[Play, ...]:
        return self._plays(int(self._table["leaders"][int(self._table["trick"])]), self._trick)

    @lazy
    def tricks(self) -> tuple[Trick, ...]:
        playing = self.players - (self.out is not None)
        leaders, winners = self._table["leaders"].tolist(), self._table["winners"].tolist()
        found = []
        for number in range(int(self._table["trick"])):
            cards = self._log[number * playing : (number + 1) * playing]
            worth = sum([self.sheet.points(ALL_CARDS[card]) for card in cards])
            plays = self._plays(leaders[number], cards)
            found.append(Trick(plays, self._seats[winners[number]], worth))
        return tuple(found)

    @lazy
    def seen(self) -> frozenset[Card]:
        before = int(self._table["before"])
        return frozenset([ALL_CARDS[number] for number in self._log[:before]])


class PeekingView(AskedView):
    """A view for a player that says `peeks`."""

    @lazy
    def truth(self) -> tuple[tuple[Card, ...], ...]:
        hands = dict(zip(self._seats, map(self._held_by, range(self.players)), strict=True))
        return tuple(hands[seat] for seat in range(self.players))


class AskedQuestions(Questions):
    """Questions of a kernel, whose arrays are there already; asked: (n,) QUESTION."""

    def __init__(self, batch: Batch, asked: NDArray[Any], peeks: bool) -> None:
        self._batch, self._asked, self._peeks = batch, asked, peeks

    def __iter__(self) -> Iterator[View]:
        """One view after another, none of them kept: a list of thousands would keep Python's
        collector of garbage busier than the players."""
        asked, batch, card = self._asked, self._batch, ALL_CARDS.__getitem__
        kind = PeekingView if self._peeks else AskedView
        legal, trick = asked["legal"].tobytes(), asked["trick"].tobytes()
        names = ("table", "place", "seat", "legals", "laid")
        at_legal = at_trick = 0
        for table, place, seat, legals, laid in zip(
            *(asked[name].tolist() for name in names), strict=True
        ):
            yield kind(
                {
                    "_batch": batch,
                    "_at": (table, place, seat),
                    "_trick": trick[at_trick : at_trick + laid],
                    "legal": tuple(map(card, legal[at_legal : at_legal + legals])),
                }
            )
            at_legal += MOST_LEGAL
            at_trick += MOST_IN_TRICK

    @cached_property
    def _views(self) -> list[View]:  # type: ignore[override]
        return list(self)

    def __len__(self) -> int:
        return len(self._asked)

    @cached_property
    def legal(self) -> Cards:
        return self._up_to(self._asked["legal"][:, : self._batch.size], self._asked["legals"])

    @cached_property
    def trick(self) -> Cards:
        return self._up_to(self._asked["trick"], self._asked["laid"])

    @cached_property
    def _tables(self) -> NDArray[Any]:
        found: NDArray[Any] = self._batch.tables[self._asked["table"]]
        return found

    @cached_property
    def played(self) -> Cards:
        cards = self._batch.rules["card_of_bit"][
            self._tables["trump"][:, None], self._tables["log"]
        ]
        return self._up_to(cards, self._tables["before"])

    @cached_property
    def hand(self) -> Cards:
        tables, places = self._tables, self._asked["place"]
        dealt = np.take_along_axis(tables["deck"], self._batch.positions[places], axis=1)
        bits = self._batch.rules["bit_of_card"][tables["trump"][:, None], dealt].astype(np.int64)
        held = (tables["hands"][np.arange(len(places)), places][:, None] >> bits) & 1
        order = np.argsort(1 - held, axis=1, kind="stable")
        return self._up_to(np.take_along_axis(dealt, order, axis=1), held.sum(axis=1))

    @cached_property
    def trump(self) -> NDArray[np.int8]:
        return self._tables["trump"].astype(np.int8)

    @cached_property
    def seat(self) -> NDArray[np.int8]:
        return self._asked["seat"].astype(np.int8)

    @staticmethod
    def _up_to(cards: NDArray[Any], count: NDArray[Any]) -> Cards:
        found: Cards = np.where(np.arange(cards.shape[1]) < count[:, None], cards, -1)
        return found.astype(np.int8)
