"""The same bytes on every processor: this machine against two that it is not.

`make processors` compares more of them, and more work.
"""

import os
import sys
from itertools import combinations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import processors

WORK = [
    *("recombination, card", "gauss, hand", "antithetic, card, chances"),
    *("genetic, scorer", "cma, scorer", "antithetic, scorer, two layers"),
    *("signals", "train-bidder", "evaluate", "league", "mixing", "odds"),
]

pytestmark = pytest.mark.skipif(
    os.uname().machine != "x86_64", reason="the others are x86's, and are compiled for on one"
)


@pytest.mark.timeout(900)
def test_short_runs_have_the_same_bytes_with_wide_narrow_and_no_fused_vectors(tmp_path):
    chosen = [one for one in processors.PROCESSORS if one.name in ("host", "haswell", "x86-64-v2")]
    asked = [*WORK, processors.LIBRARIES]
    found = {one.name: processors.digests(one, tmp_path / one.name, asked) for one in chosen}
    told = {name: digests.pop(processors.LIBRARIES) for name, digests in found.items()}
    assert len(set(told.values())) > 1, "libraries agree too: nothing could have been seen"
    for one, other in combinations(found, 2):
        assert found[one] == found[other], f"{one} and {other}"
    assert set(found["host"]) == set(WORK)
