"""On every screen each command shows all of its numbers and names, whole, within the width.

Every command that prints a table is rendered at four widths, and compared with a page on which
nothing needs to move.
"""

import re
import shutil

import pytest
from click.testing import CliRunner

from neuroevo.cli import cli
from neuroevo.cli.tables import Column, lay_out

WIDTHS = (40, 60, 80, 120)
PAGE = 1000

LONG = "mc-average:shuffles=2:way=rejection"
SMALL = ("--set", "evolution.population=8", "--generations", "2", "--json")
STUDY = """
experiment = "spades-scorer"
seeds = [1, 2]
rounds = 400
deals = 20
against = ["random", "greedy"]

[changes]
"evolution.population" = 8
"tournament.games" = 1

[[tables]]
title = "Features of [every] kind"
[tables.rows]
"all of them" = {}
"a [few] of them" = { "network.features" = ["card"] }
[tables.columns]
"with a small step" = { "evolution.mutation.sigma" = 0.05 }
"with a large step" = { "evolution.mutation.sigma" = 0.5 }
"""

COMMANDS = {
    "evaluate": f"evaluate 'runs/[one]' {LONG} --against random --against greedy --deals 5",
    "evaluate points": f"evaluate greedy {LONG} --game clubs --deals 5 --against random"
    " --against greedy",
    "compare": "compare 'runs/[one]' runs/two-s2 --deals 10",
    "league": "league random greedy heuristic always-lowest 'runs/[one]' --deals 5",
    "study": "study small.toml",
    "reproduce": "reproduce spades --table 4",
    "sources": "reproduce",
    "simulate": "simulate spades-bids --rounds 40 --rotate"
    f" --players greedy,{LONG},heuristic,random",
    "simulate games": "simulate euchre --game --games 4"
    " --players greedy,always-highest,greedy,always-highest",
    "check": "check boss --as feature --games euchre --deals 1",
    "a round": f"simulate spades --show --players greedy,{LONG},heuristic,random",
    "a game": "simulate euchre --game --show --players greedy,mc-peek:shuffles=2,random,random",
    "games": "games",
    "significance": "significance --tricks 234 --rounds 60 --population 100 --generations 218",
    "odds": "odds '4D 6D 6H 7H QC' --no-controls --runs 500 --show",
    "odds draw": "odds '4D 6D 6H 7H QC' --game draw --runs 500 --show",
    "odds holdem": "odds 'AH KH' --game holdem --board '2H 3H 4C' --opponent 'AKs, TT+'"
    " --runs 500 --show",
    "blackjack": "blackjack 'T 6' --dealer T",
    "strategy": "blackjack",
    "shuffle": "shuffle --cards 52 --times 12 --mixing --samples 50",
    "playout": "playout euchre",
    "playout simulated": "playout euchre --method simulate --iterations 50",
    "quirks": "playout euchre --quirks",
    "train-bidder": "train-bidder 'runs/[one]' --out bidding.npz --overwrite --rounds 1000"
    " --epochs 1",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two runs, one of them with a name that looks like markup, and a small study."""
    made = tmp_path_factory.mktemp("widths")
    (made / "small.toml").write_text(STUDY, encoding="utf-8")
    for seed, name in ((1, "[one]"), (2, "two-s2")):
        out = str(made / "runs" / name)
        result = CliRunner().invoke(
            cli, ["evolve", "quick", *SMALL, "--seed", str(seed), "--out", out]
        )
        assert result.exit_code == 0, result.output
    return made


@pytest.fixture
def render(folder, monkeypatch):
    """What a command prints on a screen of some width."""

    def at(width, command):
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", str(width))
        result = CliRunner().invoke(cli, command, catch_exceptions=False)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    return at


def words_of(text):
    """Words, numbers and names alike; a label's colon and how fast it went aside."""
    lasting = re.sub(r"[\d.,]+\s+(rounds|games)/s", "", text)
    return {word.strip(":") for word in lasting.split()}


def check_fits(text, width):
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_cuts_a_number_or_a_name_or_leaves_the_screen(render, name):
    page = render(PAGE, COMMANDS[name])
    for width in WIDTHS:
        shown = render(width, COMMANDS[name])
        check_fits(shown, width)
        assert words_of(page) <= words_of(shown), (width, words_of(page) - words_of(shown))


def test_a_table_in_a_file_is_as_wide_as_a_page_and_sentences_stay_whole(render, monkeypatch):
    page = render(PAGE, COMMANDS["significance"])
    monkeypatch.delenv("COLUMNS")
    filed = CliRunner().invoke(cli, COMMANDS["significance"]).stdout
    assert page.splitlines()[-1] == filed.splitlines()[-1]
    table = filed.splitlines()[2:-2]
    assert max(map(len, table)) <= 160


@pytest.mark.parametrize("width", WIDTHS)
def test_runs_shows_game_algorithm_seed_and_state_of_each_on_every_screen(render, width):
    shown = render(width, "runs")
    check_fits(shown, width)
    words = shown.split()
    assert words.count("[one]") == words.count("two-s2") == 1
    assert words.count("spades") == words.count("recombination") == words.count("finished") == 2
    assert {"1", "2"} <= set(words)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_damaged_run_says_what_is_wrong_and_hides_no_other(render, folder, width):
    damaged = folder / "damaged"
    shutil.copytree(folder / "runs", damaged)
    shutil.copytree(folder / "runs" / "two-s2", damaged / "three")
    (damaged / "three" / "checkpoint.npz").write_bytes(b"nothing")
    (damaged / "two-s2" / "experiment.toml").write_text("x = [")
    try:
        shown = render(width, "runs damaged")
    finally:
        shutil.rmtree(damaged)
    check_fits(shown, width)
    words = shown.split()
    for name in ("[one]", "two-s2", "three"):
        assert words.count(name) == 1
    assert words.count("unreadable") == 2
    assert "damaged/three/checkpoint.npz is damaged" in " ".join(words)
    assert "damaged/two-s2/experiment.toml is not valid TOML" in " ".join(words)


def test_a_command_to_type_again_can_be_copied_from_a_narrow_screen(render):
    shown = render(40, COMMANDS["league"])
    again = shown[shown.index("again:") + len("again:") :]
    joined = " ".join(again.replace("\\\n", " ").split())
    assert joined == "neuroevo league random greedy heuristic always-lowest 'runs/[one]' " + (
        "--deals 5 --seed 0"
    )


WIDE = [
    Column("player", "key"),
    Column("tricks", group="tricks"),
    Column("its interval", group="tricks"),
    Column("points", group="points"),
    Column("luck", spare=1, group="points"),
    Column("remark", "prose", group="points"),
]
ROW = ["mc-extra:shuffles=20", "4.638±.012", "4.614 to 4.662", "5.012±.020", "none", "Plays well."]


def lines_at(width, columns=WIDE, row=ROW):
    return [line.plain for line in lay_out(columns, [row, None, row], width)]


def test_sentences_move_below_their_row_first_then_spare_columns_go():
    assert "remark" in lines_at(90)[0]
    assert lines_at(78)[0].split() == ["player", "tricks", "its", "interval", "points", "luck"]
    assert lines_at(78)[1:4:2] == ["  remark", "  Plays well."]
    assert lines_at(61)[0].split() == ["player", "tricks", "its", "interval", "points"]


def test_groups_of_columns_stand_below_one_another_each_beside_the_keys():
    lines = lines_at(52)
    headings = [line.split() for line in lines if line.startswith("player")]
    assert headings == [
        ["player", "tricks", "its", "interval"],
        ["player", "points", "luck", "remark"],
    ]


def test_on_the_narrowest_screen_a_row_is_a_record():
    assert lines_at(30)[:7] == [
        "player",
        "mc-extra:shuffles=20",
        "  tricks:       4.638±.012",
        "  its interval: 4.614 to 4.662",
        "  points:       5.012±.020",
        "  luck:         none",
        "  remark: Plays well.",
    ]


def test_a_name_wider_than_the_screen_is_wrapped_and_not_cut():
    name = "a-run-with-a-name-of-forty-two-characters"
    columns = [Column("run", "key"), Column("seed")]
    lines = lines_at(20, columns, [name, "17"])
    assert "".join(line.strip() for line in lines[1 : lines.index("  seed: 17")]) == name
    assert max(map(len, lines)) <= 20


def test_every_command_is_rendered_here_but_those_that_print_no_table():
    rendered = {command.split()[0] for command in COMMANDS.values()} | {"runs"}
    assert rendered | {"evolve", "resume", "report"} == set(cli.list_commands(None))
