"""Settings for every test, and the game that tests write themselves."""

import pytest
from hypothesis import settings

# Compiled kernels make the first example slow; nothing here is about single timings.
settings.register_profile("neuroevo", deadline=None, print_blob=True)
settings.load_profile("neuroevo")

WHIST = """\
name = "whist"
title = "Whist"
source = "Hoyle"
partners = true
trump = "dealer-last"
game_target = 5

[scoring]
kind = "steps"
of = "tricks"
steps = [[7, 1], [8, 2], [9, 3], [10, 4], [11, 5], [12, 6], [13, 7]]
"""


@pytest.fixture
def whist(tmp_path):
    """Plain Whist, as a user writes it: a file in a folder of its own."""
    file = tmp_path / "whist.toml"
    file.write_text(WHIST, encoding="utf-8")
    return file
