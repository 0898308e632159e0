"""The page of benchmarks: what is compared with what, and what is said about it."""

import importlib.util
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[1] / "benchmarks" / "page.py"
SPEC = importlib.util.spec_from_file_location("bench_page", PATH)
bench = importlib.util.module_from_spec(SPEC)
sys.modules["bench_page"] = bench
SPEC.loader.exec_module(bench)

MACHINE = {
    "processor": "A",
    "cores": "2",
    "memory": "8 GB",
    "system": "Linux 6",
    "Python": "3.11.7",
    "numba": "0.68.1",
    "numpy": "2.4.6",
}


def rates(spades, clubs=None):
    rows = [["spades", "greedy", bench.figure(spades)]]
    if clubs is not None:
        rows.append(["clubs", "greedy", bench.figure(clubs)])
    return bench.Table("Rounds a second", ["game", "player", "rounds"], rows, ["One core."])


def record(table, **other):
    kept = {"machine": MACHINE, "date": "2025-01-02", "commit": "abc", **other}
    return kept | {"tables": [bench.as_json(table) | {"script": "bench_rounds.py"}]}


def test_the_first_page_compares_nothing_and_says_so():
    text = bench.page(record(rates(1000)), None, {"bench_rounds.py": "Rounds of everybody."})
    assert "first page" in text
    assert "| spades | greedy | 1,000 |" in text
    assert "Rounds of everybody." in text
    assert "One core." in text
    assert all(part in text for part in ("abc", "2025-01-02", *MACHINE.values()))


def test_a_figure_has_its_ratio_to_the_same_figure_of_the_page_before():
    text = bench.page(record(rates(1500, 300)), record(rates(1000, 600), commit="old"))
    assert "| spades | greedy | 1,500 (1.50) |" in text
    assert "| clubs | greedy | 300 (0.50) |" in text
    assert "commit `old`" in text
    assert "another machine" not in text


def test_a_row_a_column_or_a_table_that_was_not_there_has_no_ratio():
    text = bench.page(record(rates(1500, 300)), record(rates(1000)))
    assert "| clubs | greedy | 300 |" in text
    renamed = bench.Table("Rounds a second", ["game", "player", "each"], rates(1).rows)
    assert "(" not in bench.markdown(rates(1500), bench.figures_of([renamed]))
    moved = bench.Table("Rounds", ["game", "player", "rounds"], rates(1).rows)
    assert "(" not in bench.markdown(rates(1500), bench.figures_of([moved]))


def test_rows_that_are_gone_are_left_out():
    assert "clubs" not in bench.page(record(rates(1500)), record(rates(1000, 600)))


def test_a_figure_that_was_nothing_has_no_ratio():
    assert "| spades | greedy | 5 |" in bench.markdown(rates(5), bench.figures_of([rates(0)]))


def test_another_machine_is_warned_of_and_other_software_is_mentioned():
    text = bench.page(record(rates(2)), record(rates(1), machine=MACHINE | {"processor": "B"}))
    assert "another machine (B, 2, 8 GB, Linux 6)" in text
    assert "2 (2.00)" in text
    text = bench.page(record(rates(2)), record(rates(1), machine=MACHINE | {"numba": "0.60"}))
    assert "another machine" not in text
    assert "numba 0.60 became 0.68.1" in text


def test_a_table_that_was_kept_is_the_same_table():
    table = rates(1234.5, 3)
    again = bench.from_json(bench.as_json(table))
    assert bench.figures_of([again]) == bench.figures_of([table])
    assert bench.markdown(again) == bench.markdown(table)


@pytest.mark.parametrize(
    ("columns", "rows", "wrong"),
    [
        (["a", "a"], [], "two columns"),
        (["a"], [["x"], ["x"]], "two rows"),
        (["a", "b"], [["x"]], "more or fewer cells"),
    ],
)
def test_a_table_in_which_a_figure_could_not_be_found_again_is_refused(columns, rows, wrong):
    with pytest.raises(ValueError, match=wrong):
        bench.Table("t", columns, rows)


def test_every_benchmark_hands_its_tables_to_the_page():
    for script in PATH.parent.glob("bench_*.py"):
        text = script.read_text(encoding="utf-8")
        assert "present(tables)" in text, script.name
        assert "print(" not in text.replace("print(resource.getrusage", ""), script.name


def test_this_machine_is_described():
    here = bench.machine()
    assert set(bench.MACHINE) < set(here)
    assert all(here.values())
