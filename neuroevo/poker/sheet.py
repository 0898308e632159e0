"""The case study's spreadsheet with its own flow, as controls for a notebook (ipywidgets).

Section CS24.3: the input form asks for the players, the runs, and whether the hand is random or
chosen card by card. Section CS24.5: *Repeat Simulation* plays the same hand again, *Deal New Hand*
starts with what the form says now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neuroevo.cards import RANKS, SUIT_SYMBOLS, Card
from neuroevo.errors import BadInput
from neuroevo.poker.hands import Given, find_hand, parse_given
from neuroevo.poker.odds import EXACT_PLAYERS, MOST_PLAYERS, Odds, odds
from neuroevo.poker.pictures import table_picture
from neuroevo.poker.rules import RULE_NAMES

if TYPE_CHECKING:
    import ipywidgets

RANDOM, CHOSEN = "random", "chosen"


class PokerSheet:
    """The sheet: a notebook shows it as it is; `found` is the last simulation's result.

    >>> sheet = PokerSheet(seed=1)
    >>> before = sheet.hand
    >>> sheet.repeat_simulation()
    >>> sheet.hand == before
    True
    """

    def __init__(self, hand: str = "4D 6D 6H 7H QC", seed: int = 0) -> None:
        import ipywidgets as widgets

        self._seed = seed
        self.hand: Given | None = None
        self.found: Odds | None = None
        self.players = widgets.BoundedIntText(
            value=2, min=2, max=MOST_PLAYERS, description="Players"
        )
        self.runs = widgets.BoundedIntText(value=1000, min=1, max=10_000_000, description="Runs")
        self.rules = widgets.Dropdown(
            options=list(RULE_NAMES), value="case-study", description="Rules"
        )
        for number in (self.players, self.runs, self.rules):
            number.layout, number.style = {"width": "220px"}, {"description_width": "60px"}
        self.dealt = widgets.RadioButtons(options=[RANDOM, CHOSEN], description="Hand")
        self.cards = [
            (
                widgets.Dropdown(
                    options=list(RANKS), value=card.rank, layout=widgets.Layout(width="60px")
                ),
                widgets.Dropdown(
                    options=[(symbol, suit) for suit, symbol in SUIT_SYMBOLS.items()],
                    value=card.suit,
                    layout=widgets.Layout(width="60px"),
                ),
            )
            for card in parse_given(hand).cards
        ]
        self.repeat = widgets.Button(description="Repeat Simulation")
        self.deal = widgets.Button(description="Deal New Hand", button_style="primary")
        self.chance = widgets.HTML()
        self.table = widgets.HTML()
        self.repeat.on_click(lambda _button: self.repeat_simulation())
        self.deal.on_click(lambda _button: self.deal_new_hand())
        self.deal_new_hand()

    def show(self) -> ipywidgets.VBox:
        """All controls, the chance and the last run's hands."""
        import ipywidgets as widgets

        chosen = widgets.HBox([widgets.VBox(list(pair)) for pair in self.cards])
        form = widgets.HBox(
            [
                widgets.VBox([self.players, self.runs, self.rules]),
                widgets.VBox([self.dealt, chosen]),
            ]
        )
        return widgets.VBox([form, widgets.HBox([self.repeat, self.deal]), self.chance, self.table])

    def _repr_mimebundle_(self, **kinds: Any) -> dict[str, Any]:
        """The controls; where there is no kernel for them, the last run as a picture."""
        bundle: dict[str, Any] = dict(self.show()._repr_mimebundle_(**kinds) or {})
        shown = {"image/svg+xml": self.table.value} if self.table.value else {}
        return bundle | shown | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<PokerSheet {self.hand}: {self.found.win:.3f}>" if self.found else "<PokerSheet>"

    def deal_new_hand(self) -> None:
        """Take the form's hand, or be dealt one, and simulate."""
        self._seed += 1
        if self.dealt.value == RANDOM:
            self.hand = find_hand(None, self._seed)
        else:
            text = " ".join(str(Card(rank.value, suit.value)) for rank, suit in self.cards)
            try:
                self.hand = parse_given(text)
            except BadInput as error:
                self._say_wrong(error)
                return
        self._simulate()

    def repeat_simulation(self) -> None:
        """The same hand, other runs."""
        self._seed += 1
        self._simulate()

    def _simulate(self) -> None:
        settings: dict[str, Any] = {"players": self.players.value, "rules": self.rules.value}
        found = odds(
            self.hand,
            **settings,
            method="simulate",
            runs=self.runs.value,
            seed=self._seed,
            controls=False,
            show=True,
        )
        self.found = found
        exact = ""
        if self.players.value <= EXACT_PLAYERS:
            exact = f"; exactly {odds(self.hand, **settings).win:.5f}"
        self.chance.value = (
            f"<b>Chance of winning {found.win:.3f}</b> in {found.runs:,} runs, "
            f"standard error {found.se:.3f}{exact}"
        )
        assert found.last_run is not None
        self.table.value = table_picture(found.last_run).svg

    def _say_wrong(self, error: BadInput) -> None:
        self.found = None
        self.chance.value = f"<span style='color:#c62828'>{error}</span>"
        self.table.value = ""
