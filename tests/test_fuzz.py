"""Some hundreds of absurd command lines and damaged files: a clear answer to each.

`make fuzz` plays thousands of the same kind, each in a process of its own.
"""

import os
import resource
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import fuzz

SEED, CASES, PARTS = 7, 300, 4


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    here = Path.cwd()
    place = tmp_path_factory.mktemp("fuzz") / "place"
    fuzz.make_place(place, warm=False)
    yield place
    os.chdir(here)


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_asked_the_answer_is_clear_and_nothing_is_left_behind(place, part):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    bad = []
    for number in range(part, CASES, PARTS):
        case = fuzz.make_case(SEED, number, place)
        found = fuzz.play(case, place)
        if found:
            bad.append("\n  ".join([str(case), *found]))
    assert not bad, "\n".join(bad)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    assert grown < fuzz.MOST_MEMORY


def test_the_fuzz_sees_what_is_left_behind_and_what_is_printed(place):
    """A fuzz that finds nothing must be able to find something."""
    case = fuzz.Case(0, ["games"])

    def leave_a_file(_line):
        (place / ".x.part").write_text("half")
        return 2, "", "one\ntwo\nthree\nfour\n"

    found = fuzz.play(case, place, leave_a_file)
    assert len(found) == 3
    assert not (place / ".x.part").exists()
    assert fuzz.play(case, place, lambda _line: (1, "", "")) == ["exit code 1"]
