"""What processors can do, asked for in processes that compile for others."""

import os
import subprocess
import sys

import pytest

CODE = """
from neuroevo.arithmetic import target
print(target.target_name(), target.has_fused_add(), target.has_deposit(), target.vector_lanes())
"""


def told(name: str) -> list[str]:
    environment = os.environ | {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
    done = subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="these processors are x86's")
@pytest.mark.parametrize(
    ("name", "fused", "deposit", "lanes"),
    [
        ("generic", "False", "False", "4"),
        ("x86-64-v2", "False", "False", "4"),
        ("haswell", "True", "True", "8"),
        ("znver2", "True", "False", "8"),
        ("znver4", "True", "True", "16"),
    ],
)
def test_it_is_the_processor_that_is_compiled_for_that_counts(name, fused, deposit, lanes):
    assert told(name) == [name, fused, deposit, lanes]
