"""The notebook on Euchre: its code runs, and says what it said when it was saved."""

import contextlib
import io
import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "06-euchre.ipynb"


def test_the_notebook_runs_and_prints_what_it_shows():
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names = {}
    checked = 0
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        lines = [line for line in "".join(cell["source"]).splitlines() if line[:1] != "%"]
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec("\n".join(lines), names)
        shown = [out["text"] for out in cell["outputs"] if out["output_type"] == "stream"]
        if shown:
            assert said.getvalue() == "".join(map("".join, shown))
            checked += 1
    assert checked >= 6
    pictures = [out for cell in cells for out in cell.get("outputs", []) if "data" in out]
    assert sum("image/png" in out["data"] for out in pictures) == 3
