"""The spreadsheet's flow as widgets, its pictures."""

import math
from xml.etree import ElementTree

from neuroevo.cards import format_hand, parse_hand
from neuroevo.poker import odds
from neuroevo.poker.pictures import hand_picture, table_picture
from neuroevo.poker.sheet import PokerSheet

SIXES = "4D 6D 6H 7H QC"


def words(picture):
    """All text of a picture; fails if the SVG is not well-formed."""
    return [element.text for element in ElementTree.fromstring(picture.svg).iter() if element.text]


def choose(sheet, hand):
    sheet.dealt.value = "chosen"
    for (rank, suit), card in zip(sheet.cards, parse_hand(hand), strict=True):
        rank.value, suit.value = card.rank, card.suit


def test_repeat_simulation_keeps_the_hand_and_changes_the_runs():
    sheet = PokerSheet(seed=1)
    hand, first = sheet.hand, sheet.found
    sheet.repeat.click()
    assert sheet.hand == hand
    assert sheet.found.last_run != first.last_run
    assert sheet.found.runs == 1000


def test_deal_new_hand_deals_another_or_takes_the_chosen_one():
    sheet = PokerSheet(seed=1)
    hand = sheet.hand
    sheet.deal.click()
    assert sheet.hand != hand
    choose(sheet, SIXES)
    sheet.players.value, sheet.runs.value = 5, 4000
    sheet.deal.click()
    assert format_hand(sheet.hand.cards) == SIXES
    chance = odds(SIXES, 5, "case-study").win
    assert abs(sheet.found.win - chance) < 4.5 * math.sqrt(chance * (1 - chance) / 4000)
    assert f"exactly {chance:.5f}" in sheet.chance.value
    assert sheet.table.value.count("<g ") == 25


def test_repeated_cards_are_one_clear_line_and_no_hands():
    sheet = PokerSheet()
    choose(sheet, SIXES)
    sheet.cards[1][0].value = "4"
    sheet.deal.click()
    assert "4D stands twice" in sheet.chance.value
    assert sheet.table.value == ""
    assert sheet.found is None


def test_the_sheet_shows_all_its_controls():
    sheet = PokerSheet()
    form, buttons, chance, table = sheet.show().children
    assert [button.description for button in buttons.children] == [
        "Repeat Simulation",
        "Deal New Hand",
    ]
    assert (chance, table) == (sheet.chance, sheet.table)
    assert len(form.children) == 2


def test_pictures_name_every_card_and_the_winner():
    assert words(hand_picture(parse_hand("TD QS"))) == ["10", "♦", "♦", "Q", "♠", "♠"]
    run = odds(SIXES, 3, runs=1, show=True, seed=2).last_run
    texts = words(table_picture(run))
    assert sum(text.endswith(("win", "wins")) for text in texts) == len(run.winners) == 1
    assert texts.count("6") >= 2


def test_a_page_without_a_kernel_shows_the_last_runs_picture():
    sheet = PokerSheet(seed=2)
    bundle = sheet._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["image/svg+xml"] == table_picture(sheet.found.last_run).svg
    assert str(sheet.hand) in bundle["text/plain"]
