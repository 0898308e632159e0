"""Wright 2001, "Modeling the Shuffling of Euchre": the diagram's decks and matrix, and the cut."""

from __future__ import annotations

from neuroevo.cards import Shuffle, inverse_order
from neuroevo.cards.mixing import order_chance, rising_sequences
from neuroevo.cards.shuffles import THESIS_MODELS
from neuroevo.reproduce.cells import Reproduction, open_table
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request

SOURCE = "euchre"
CARDS = 24


def implied_order() -> list[int]:
    """The order that the printed decks imply, the misprinted card read as the one that is missing:
    where in the random deck each card of the shuffled one lay."""
    deck, shuffled, _ = printed_shuffle()
    missing = (set(deck) - set(shuffled)).pop()
    return [deck.index(card if card in deck else missing) for card in shuffled]


def printed_shuffle() -> tuple[list[int], list[int], list[int]]:
    """The random deck, the shuffled deck, and the column of the one in each row of the matrix."""
    printed = load_printed(SOURCE).more["shuffle"]
    return printed["random_deck"], printed["shuffled_deck"], printed["matrix"]


def shuffle(_request: Request) -> Reproduction:
    """The diagram's decks and matrix, held against the model that the text describes."""
    table, found = open_table(SOURCE, "shuffle")
    deck, shuffled, matrix = printed_shuffle()
    order = implied_order()
    riffle = inverse_order(order)
    model = Shuffle("thesis")

    def add(row: str, value: float, why: str) -> None:
        found.add(row, "value", table.cell(row, "value"), value, misprint=why)

    add("rows of the shuffle matrix", len(deck), "it is headed 24 by 24, and columns stand twice")
    wrong = next(place for place, card in enumerate(shuffled) if card not in deck)
    add(
        f"card {wrong + 1} of the shuffled deck",
        float(deck[order[wrong]]),
        "no card has that number, and one is missing",
    )
    for row, column in enumerate(riffle):
        found.add(
            f"row {row + 1} of the matrix",
            "column of the one",
            str(matrix[row]),
            float(column + 1),
            misprint="the printed rows are no permutation matrix",
        )
    add_cuts(found)
    for name, one, note in (
        ("order as multiplied", order, "matrix times random deck as a column, as the text says"),
        ("its inverse", riffle, "random deck as a row times the matrix: what the decks show"),
    ):
        found.add(name, "rising sequences", None, float(rising_sequences(one)), note=note)
        found.add(
            name,
            "chance under the model",
            None,
            order_chance(model, one),
            note="in its support" if order_chance(model, one) else "not in its support",
        )
    found.remarks += [
        f"the decks imply a cut after card {riffle[-1] + 1} and one or two cards from either "
        "packet in turn: an order that the model gives, but as the inverse of what the text "
        "multiplies; the matrix must stand to the right of the deck",
        "rows 13 to 30 of the printed matrix go on with columns 7 to 24 in order; in rows 1 to 12 "
        "the lower packet's columns are one too low, as if the cut were after card 11",
    ]
    return found


def add_cuts(found: Reproduction) -> None:
    """Where the thesis' cut falls, with its fraction dropped and with it rounded."""
    figure = load_printed(SOURCE).figures["cuts between cards 10 and 15"]
    low, high = 10, 15
    by_model = {model: Shuffle(model).cut_chances(CARDS) for model in THESIS_MODELS}
    shares = {model: sum(chances[low : high + 1]) for model, chances in by_model.items()}
    used, other = THESIS_MODELS
    found.add(
        figure.name,
        used,
        figure.value,
        figure.value if shares[used] > 0.5 else shares[used],
        note=f"{100 * shares[used]:.1f} %, and {100 * shares[other]:.1f} % with {other}",
        assumes="that the fraction of the number drawn is dropped: the thesis does not say",
        section=figure.section,
    )
    for model, chances in by_model.items():
        found.add(
            "cards in the upper packet, mean",
            model,
            None,
            sum(cards * chance for cards, chance in enumerate(chances)),
            note=f"{low - 1} cards in {100 * chances[low - 1]:.1f} % of cuts, {high + 1} in "
            f"{100 * chances[high + 1]:.1f} %; the number drawn has mean 12.5",
        )
    found.remarks.append(
        "`thesis` drops the fraction of the cut, as an assignment to a whole number does in C++, "
        "and halves the pack on average; `thesis-rounded` is symmetric about cards 10 through 15. "
        "The first is used where a shuffle is called `thesis`"
    )
