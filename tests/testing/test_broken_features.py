"""The checks of a feature can fail."""

import pytest

from neuroevo.errors import BadInput
from neuroevo.testing import ContractBroken, check_feature


def lonely_king(now, card):
    """A king without company."""
    return card.rank == 11 and len(now.hand & card.its_suit) == 1


def counts_hands(now):
    return now._table.hands[(now._place + 1) % 4] & 1


def divides(now, card):
    return card.strength / (now.to_come - 1)


def endless(now, card):
    return 1e38 * 1e38 * card.strength


def always(now):
    """The same wherever it is asked."""
    return 3


def test_a_function_that_keeps_the_contract_passes_every_verdict():
    report = check_feature(lonely_king, ["spades", "euchre"])
    assert report.passed
    assert report["says"].said.startswith("from 0 to 1; it varies at spades, ")
    assert "about a card: A king without company." in report["a feature"].said


def test_a_feature_that_never_varies_is_told_and_not_broken():
    report = check_feature(always, "spades")
    assert report["says"].said == "from 3 to 3; it varies at no table"


def test_a_feature_that_peeks_is_refused_and_caught(monkeypatch):
    with pytest.raises(BadInput, match="begins with an underscore"):
        check_feature(counts_hands, "spades")
    monkeypatch.setattr("neuroevo.networks.features.check_words", lambda function: None)
    report = check_feature(counts_hands, "spades", raises=False)
    broken = {one.what for one in report.broken}
    assert broken == {"honest", "same numbers compiled and plain"}


def test_numbers_that_are_none_are_told():
    report = check_feature(divides, "spades", raises=False)
    assert "ZeroDivisionError" in report["a number for every card"].said
    with pytest.raises(ContractBroken, match="finite numbers: spades"):
        check_feature(endless, "spades")


def test_what_is_no_feature_is_told():
    with pytest.raises(BadInput, match="the feature <lambda> takes"):
        check_feature(lambda: 3)
    with pytest.raises(BadInput, match="'chances' is a group of features"):
        check_feature("chances")
    with pytest.raises(BadInput, match="there is no feature 'bos'"):
        check_feature("bos")
