"""What something is, found out from what it looks like."""

import pytest

from neuroevo.errors import BadInput
from neuroevo.games import SPADES
from neuroevo.testing import ContractBroken, Report, Verdict, check, what_it_is
from neuroevo.testing.things import known_names
from neuroevo.testing.verdicts import make_report

TEXT = """
from neuroevo.games import SPADES as game
from neuroevo.networks import CardScorer
import numpy as library

def plays(seat, keep=3): ...
def says(now): ...
def says_of(now, card): ...
def says_too(situation, one): ...
def unclear(table): ...
class Chooses:
    def choose(self, view): ...
class ChoosesMany:
    def choose_many(self, questions): ...
class Breeds:
    def first(self): ...
    def after(self): ...
class Scores(CardScorer): ...
chooser = Chooses()
number = 3
"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("plays", "player"),
        ("says", "feature"),
        ("says_of", "feature"),
        ("says_too", "feature"),
        ("Chooses", "player"),
        ("ChoosesMany", "player"),
        ("chooser", "player"),
        ("Breeds", "algorithm"),
        ("Scores", "architecture"),
        ("game", "game"),
    ],
)
def test_a_thing_in_a_file_is_what_it_looks_like(tmp_path, name, kind):
    (tmp_path / "mine.py").write_text(TEXT)
    assert what_it_is(f"{tmp_path}/mine.py:{name}") == kind
    assert what_it_is(f"{tmp_path}/mine.py:plays:keep=4") == "player"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("unclear", r"takes \(table\): is it a player, of \(seat\), or a feature.* Say --as"),
        ("number", "is nothing that can be checked"),
        ("library", "is nothing that can be checked"),
        ("plasy", "did you mean 'plays'"),
    ],
)
def test_what_is_unclear_is_asked_for(tmp_path, name, told):
    (tmp_path / "mine.py").write_text(TEXT)
    with pytest.raises(BadInput, match=told):
        what_it_is(f"{tmp_path}/mine.py:{name}")


def test_names_are_looked_up_and_no_name_means_two_things():
    known = known_names()
    every = [name for names in known.values() for name in names]
    assert len(set(every)) == len(every)
    for kind, names in known.items():
        assert {what_it_is(name) for name in names} == {kind}
    assert what_it_is("mc-extra:shuffles=3") == "player"
    assert what_it_is("runs/one.npz:bids=counting") == "player"
    assert what_it_is(SPADES) == "game"
    with pytest.raises(BadInput, match="nothing called 'gredy' to check: did you mean 'greedy'"):
        what_it_is("gredy")


def test_what_can_be_chosen_depends_on_what_it_is():
    with pytest.raises(BadInput, match="an algorithm is not checked with deals of one's choice"):
        check("cma", deals=3)
    with pytest.raises(BadInput, match="a game is not checked with games"):
        check("spades", games="clubs")
    with pytest.raises(BadInput, match="there is no check of a 'plaer': did you mean 'player'"):
        check("greedy", "plaer")
    with pytest.raises(BadInput, match="a check needs a game"):
        check("greedy", games=[])


def test_a_report_tells_what_is_broken_and_facts_break_nothing():
    verdicts = [
        Verdict("one", "fine"),
        Verdict("two", "so it is", None),
        Verdict("three", "bad", False),
    ]
    seen = []
    report = make_report("x", "algorithm", verdicts, raises=False, watch=seen.append)
    assert seen == verdicts == list(report)
    assert str(report) == "x, an algorithm\n  ok  one: fine\n      two: so it is\n  NO  three: bad"
    assert report.broken == (report["three"],)
    assert report.as_dict()["verdicts"][1] == {"what": "two", "passed": None, "said": "so it is"}
    with pytest.raises(ContractBroken, match="x: three: bad"):
        make_report("x", "algorithm", verdicts, raises=True)
    assert isinstance(make_report("x", "game", verdicts[:2], raises=True), Report)
    with pytest.raises(KeyError):
        report["four"]
