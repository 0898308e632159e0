"""Every notebook runs from its first cell to its last, and is stored as it runs."""

import json
import re
import runpy
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
EXECUTE = runpy.run_path(str(FOLDER / "execute.py"))

each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def stored(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def output_kinds(cell):
    return [
        (output.output_type, sorted(output.get("data", {})), output.get("name"))
        for output in cell.outputs
    ]


def words(cell):
    """The text that a cell prints, with # for every number and one space for many."""
    texts = [output.get("text") or output.data["text/plain"] for output in cell.outputs]
    return " ".join(re.sub(r"[-+]?\d[\d.,]*(e[-+]?\d+)?", "#", "\n".join(texts)).split())


def test_the_readme_lists_them_all():
    assert len(NOTEBOOKS) >= 5
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((.*\.ipynb)\)", readme) == [path.name for path in NOTEBOOKS]


@each
@pytest.mark.timeout(240)
def test_a_notebook_runs_and_says_what_it_said_when_it_was_stored(path, tmp_path, monkeypatch):
    working, temporary = tmp_path / "working", tmp_path / "temporary"
    working.mkdir()
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setenv("NEUROEVO_FULL", "1")  # it must not reach the notebook: see `execute`
    found = EXECUTE["execute"](path, working)
    assert list(working.iterdir()) == [], "a notebook leaves nothing where it runs"
    assert list(temporary.iterdir()) == [], "nor in the place for temporary files"
    for now, before in zip(code_cells(found), code_cells(stored(path)), strict=True):
        hint = f"`make notebooks` stores what {path.name} says today"
        assert output_kinds(now) == output_kinds(before), hint
        assert words(now) == words(before), hint


@each
def test_a_stored_notebook_has_been_run_in_order_without_an_error(path):
    cells = code_cells(stored(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert all(cell.outputs for cell in cells[1:])  # the first imports, and settles sizes


@each
def test_a_stored_notebook_tells_nothing_of_the_machine_or_the_moment(path):
    notebook = stored(path)
    assert notebook.metadata == EXECUTE["METADATA"]
    assert not any(cell.metadata for cell in notebook.cells)
    for cell in code_cells(notebook):
        for output in cell.outputs:
            output.get("data", {}).pop("image/png", None)
    text = json.dumps(notebook, ensure_ascii=False)
    assert not re.findall(r"(?<![\w.:/)])/\w[\w.-]*/[\w.-]+", text), "an absolute path"
    assert not re.findall(r"\b[A-Z]:\\\\", text), "an absolute path"
    assert not re.findall(r"\b20\d\d-\d\d-\d\dT?", text), "a date"


@each
def test_a_notebook_opens_with_a_question_and_a_choice_of_sizes(path):
    notebook = stored(path)
    assert notebook.cells[0].cell_type == "markdown"
    assert "?" in notebook.cells[0].source
    assert "NEUROEVO_FULL" in code_cells(notebook)[0].source


@each
def test_the_text_of_a_notebook_states_no_measured_number(path):
    """Results stand in outputs, where they can't go stale; the text says what they mean."""
    texts = [cell.source for cell in stored(path).cells if cell.cell_type == "markdown"]
    prose = re.sub(r"`[^`]*`", "", "\n".join(texts))
    printed_in_the_thesis = {"3.9", "3.25", "1.56"}
    assert set(re.findall(r"\d+\.\d+", prose)) <= printed_in_the_thesis
