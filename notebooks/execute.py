"""Run the notebooks and store them with their outputs: `make notebooks`.

    python notebooks/execute.py [NOTEBOOK…]

Without names, all. Nothing of the machine or the moment is stored: no times, no versions, no paths.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

HERE = Path(__file__).resolve().parent
FULL = "NEUROEVO_FULL"
"""Set by a reader who has more time; stored are the quick outputs."""

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebooks() -> list[Path]:
    """Every notebook of this folder, in the order in which they are read."""
    return sorted(HERE.glob("*.ipynb"))


def execute(path: Path, folder: Path) -> NotebookNode:
    """Run a notebook from its first cell to its last, quickly, in this working directory.

    The file stays as it is. An error in a cell is raised.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        coalesce_streams=True,
        record_timing=False,
    )
    client.execute(env={name: value for name, value in os.environ.items() if name != FULL})
    return tidy(notebook)


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Leave only what two runs of the same notebook have in common."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = NotebookNode()
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = NotebookNode()
            # Controls live in the kernel, under a name that is new each time.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    return notebook


def main() -> None:
    """Run and store them."""
    for path in [Path(name) for name in sys.argv[1:]] or notebooks():
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            notebook = execute(path, Path(folder))
        nbformat.write(notebook, path)
        print(f"{path.name}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
