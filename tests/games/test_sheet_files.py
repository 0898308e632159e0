"""Games as TOML files: what is written is read again, and what is wrong is told in one line."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuroevo.cards import RANKS, Card, Purpose, Shuffle, run_key
from neuroevo.errors import BadInput
from neuroevo.games import (
    CLUBS,
    EUCHRE,
    GAMES,
    SPADES,
    SUECA,
    RuleSheet,
    StepScoring,
    play_round,
    read_sheet,
    sheet_as_toml,
)
from neuroevo.games.sheet_files import sheet_from_table, sheet_from_toml
from neuroevo.limits import LARGEST_SHEET
from neuroevo.tournament import find_entrants, play_deals

HERE = Path("game.toml")
OTHER_FORMS = [
    SUECA.with_trump("dealer-first").with_shuffle("riffle:3"),
    EUCHRE.with_trump("H").with_shuffle(Shuffle("thesis", 2, mean=11.5, variance=2.0)),
    replace(CLUBS, name="odd", title='Möbius\' "clubs" \\ ♣', left_out={2: (Card("T", "C"),)}),
    replace(SPADES, follow="suit-or-trump", suit_points={"H": -1}, rank_points={"Q": 13}),
]


@pytest.mark.parametrize("sheet", [*GAMES.values(), *OTHER_FORMS], ids=lambda one: one.name)
def test_a_sheet_survives_its_file(sheet):
    again = sheet_from_toml(sheet_as_toml(sheet), HERE)
    assert again == sheet
    assert hash(again) == hash(sheet)
    assert again.fingerprint == sheet.fingerprint
    assert sheet_from_table(sheet.as_table(), "here") == sheet


@pytest.mark.parametrize("name", GAMES.files)
def test_every_shipped_file_says_where_its_rules_come_from(name):
    text = GAMES.files[name].read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert GAMES[name].source
    assert f'name = "{name}"' in text


def test_a_users_game_is_what_he_would_have_written_in_python(whist):
    assert read_sheet(whist) == RuleSheet(
        name="whist",
        title="Whist",
        source="Hoyle",
        partners=True,
        trump="dealer-last",
        scoring=StepScoring("tricks", steps=tuple((6 + n, n) for n in range(1, 8))),
        game_target=5,
    )


def test_a_file_without_a_name_is_called_as_the_file_is(whist):
    whist.write_text(whist.read_text().replace('name = "whist"\n', ""))
    assert read_sheet(whist).name == "whist"
    other = whist.rename(whist.with_name("bridge-whist.toml"))
    assert read_sheet(other).name == "bridge-whist"


@pytest.mark.parametrize(
    ("change", "to", "message"),
    [
        ("trump =", "trumpp =", "5: trumpp is not a key of a game: did you mean 'trump'?"),
        ("partners = true", "partners = 3", "4: partners takes true or false, not 3"),
        ("dealer-last", "dealerlast", "5: trump 'dealerlast' is not one of none, random,"),
        ("= 5\n", "= '5'\n", "6: game_target takes a whole number, not '5'"),
        ("= 5\n", "= 0\n", "6: game_target takes 1 to 1,000,000, not 0"),
        ("= 5\n", f"= {10**40}\n", "6: game_target takes 1 to 1,000,000, not a number of 133 bits"),
        ('kind = "steps"\n', "", "8: scoring.kind is missing: it takes 'count', 'steps'"),
        ('"steps"', '"stepz"', "9: scoring.kind takes 'count', 'steps', 'bids', 'calls', not 'st"),
        (
            '"steps"',
            "[[[]]]",
            "9: scoring.kind takes 'count', 'steps', 'bids', 'calls', not [[[]]]",
        ),
        ("of =", "off =", "10: scoring.off is not a key of scoring by steps: did you mean 'scor"),
        ('of = "tricks"\n', "", "8: scoring.of is missing"),
        ('of = "tricks"', 'of = "trick"', "10: scoring.of takes 'tricks' or 'points', not 'trick'"),
        ("[7, 1]", "[7]", "11: scoring.steps.0 takes two numbers"),
        ("[7, 1]", "[7, 10001]", "11: scoring.steps.0.1 takes at most 10000, not 10001"),
        ("[7, 1]", "[9, 1]", "8: scoring: steps must rise"),
        ("[scoring]", "[scoring]\ngame_rounds = 4", "9: scoring.game_rounds is not a key of"),
        ('title = "Whist"\n', "", "title is missing"),
        ('title = "Whist"', 'title = ""', "2: title takes a line of 1 to 200 characters"),
        ('"whist"', '"../whist"', "1: name takes at most 100 letters, digits,"),
        ("partners = true", 'ranks = "9TJQKA1"', "4: ranks '9TJQKA1' must be different ones of"),
        ("partners = true", "players = [4, 5]", "4: players [4, 5] must lie between 2 and 4"),
        ("partners = true", "players = 4", "4: players takes a list, not 4"),
        ("partners = true", "players = [4.0]", "4: players.0 takes a whole number, not 4.0"),
        ("partners = true", "hand_size = 14", "4: the deck is too small for 4 players"),
        ("partners = true", "left_out = {4 = ['2X']}", "4: left_out: '2X' is not a card"),
        ("partners = true", "left_out = {x = ['2C']}", "4: left_out takes numbers of players"),
        ("partners = true", "left_out = ['2C']", "4: left_out takes a table, not ['2C']"),
        ("partners = true", "shuffle = 'rifle:3'", "4: shuffle: there is no shuffle 'rifle': did"),
        ("partners = true", "shuffle = 3", "4: shuffle takes a text such as 'riffle:3', not 3"),
        (
            "partners = true",
            "shuffle = {modell = 'x'}",
            "4: shuffle.modell is not a key of a shuff",
        ),
        ("partners = true", "rank_points = {X = 1}", "4: rank_points: 'X' is not one of 2, 3,"),
        ("partners = true", "rank_points = {A = 1.5}", "4: rank_points.A takes a whole number"),
        ("partners = true", "direction = 'left'", "4: direction takes 'clockwise' or 'counter-cl"),
        ("partners = true", "bowers = 1979-05-27", "4: bowers takes a text, not datetime.date("),
    ],
)
def test_a_mistake_is_one_line_with_file_line_key_and_what_would_be_right(
    whist, change, to, message
):
    text = whist.read_text().replace(change, to, 1)
    assert text != whist.read_text()
    whist.write_text(text)
    with pytest.raises(BadInput) as error:
        read_sheet(whist)
    told = str(error.value)
    line = ":" if message[0].isdigit() else ": "
    assert told.startswith(f"{whist}{line}{message}"), told
    assert "\n" not in told


def test_keys_are_found_on_lines_behind_lists_and_texts_of_several_lines(whist):
    many = 'source = """Hoyle\\\n"""\npackets = [\n  1,\n  2,\n]\n'
    whist.write_text(whist.read_text().replace('source = "Hoyle"\n', many + "colour = 1\n"))
    with pytest.raises(BadInput, match=r"whist\.toml:9: colour is not a key of a game: choose"):
        read_sheet(whist)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"name = \n", "is not valid TOML: Invalid value (at line 1"),
        (b"a = " + b"[" * 8000, "is not valid TOML: "),
        (b"a = " + b"9" * 8000, "is not valid TOML: "),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"#" * (LARGEST_SHEET + 1), "it has more than 16,384 bytes"),
        (b"", "title is missing"),
    ],
)
def test_what_is_no_game_at_all_is_told_in_one_line(whist, content, message):
    whist.write_bytes(content)
    with pytest.raises(BadInput) as error:
        read_sheet(whist)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"can't read .*none\.toml: it is no file"):
        read_sheet(tmp_path / "none.toml")


@dataclass(frozen=True)
class OwnScoring:
    """A scoring that only Python knows."""

    worth: int = 3

    def scores(self, rounds):
        return self.worth * rounds.tricks


def test_a_scoring_of_ones_own_has_a_fingerprint_but_no_file():
    sheet = replace(SPADES, name="odd", scoring=OwnScoring())
    assert sheet.fingerprint != replace(sheet, scoring=OwnScoring(4)).fingerprint
    with pytest.raises(BadInput, match="odd can't be written to a file: its scoring is OwnScoring"):
        sheet_as_toml(sheet)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
keys = st.sampled_from([one.name for one in fields(RuleSheet)])


@given(st.dictionaries(keys | st.text(max_size=8), anything, max_size=6), st.booleans())
@settings(max_examples=300)
def test_no_table_whatever_is_in_it_gives_more_than_one_line(table, sound):
    table = SUECA.as_table() | table if sound else table
    try:
        sheet = sheet_from_table(table, "here")
    except BadInput as error:
        told = str(error)
    else:
        assert sheet_from_toml(sheet_as_toml(sheet), HERE) == sheet
        told = "here: nothing is wrong"
    assert told.startswith("here: ")


@st.composite
def tables(draw):
    """Games that nobody ever played."""

    def some(key, values):
        return {key: draw(values)} if draw(st.booleans()) else {}

    ranks = "".join(draw(st.permutations(RANKS)))[: draw(st.integers(1, 13))]
    count = {"kind": "count", "of": draw(st.sampled_from(["tricks", "points"]))}
    steps = {"kind": "steps", "of": "tricks", "steps": [[1, 1], [3, -2]], "all_tricks": 9}
    calls = {"kind": "calls", "needed": 2, "made": 1, "march": 2, "lone_march": 4, "euchre": 2}
    bids = {"kind": "bids", "made": 10, "each_trick": 5, "each_off": 5}
    trumps = ["none", "random", "dealer-first", "dealer-last", "turn-up", "named", *"CDHS"]
    numbers = st.lists(st.sampled_from([2, 3, 4]), min_size=1, max_size=3, unique=True)
    points = st.dictionaries(st.sampled_from(ranks), st.integers(-500, 500), max_size=3)
    return {
        **{"name": "odd", "title": "Odd", "source": "nowhere", "ranks": ranks},
        **some("bowers", st.sampled_from(ranks)),
        **some("players", numbers),
        **some("left_out", st.fixed_dictionaries({"4": st.just([ranks[0] + "C"])})),
        **some("shuffle", st.sampled_from(["riffle:2", "uniform:0", "thesis"])),
        **some("hand_size", st.integers(1, 13)),
        **some("packets", st.lists(st.integers(1, 5), min_size=1, max_size=3)),
        **some("deal_direction", st.just("against-play")),
        **some("partners", st.booleans()),
        **some("trump", st.sampled_from(trumps)),
        **some("follow", st.just("suit-or-trump")),
        **some("rank_points", points),
        **some("suit_points", st.fixed_dictionaries({"C": st.integers(-5, 5)})),
        **some("bids_tricks", st.booleans()),
        **some("fewest_wins", st.booleans()),
        **some("scoring", st.sampled_from([count, steps, calls, bids])),
    }


@given(tables())
@settings(max_examples=200)
def test_every_game_that_a_file_can_describe_is_played_alike_by_both_engines(table):
    try:
        sheet = sheet_from_table(table, "here")
    except BadInput:
        return
    names = ["random", "greedy", "always-highest", "heuristic"]
    key = run_key(1, Purpose.SIMULATION)
    for players in sheet.players:
        entrants = find_entrants(names[:players])
        played = play_deals(sheet, entrants, key, 0, 2, keep_log=True)
        for row in range(2):
            record = play_round(sheet, [one.seat() for one in entrants], key, row)
            cards = [play.card.number for play in record.plays]
            assert played.log[row, : len(cards)].tolist() == cards
            assert played.points[row].tolist() == list(record.points_taken)
