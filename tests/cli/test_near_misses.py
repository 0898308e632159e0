"""A name that is nearly right gets the right one: "did you mean"."""

import pytest
from click.testing import CliRunner

from neuroevo.cli import cli
from neuroevo.errors import BadInput, choose_from, did_you_mean

TABLE = "random,random,random"


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("evolv quick", "evolve"),
        ("evolve quik", "quick"),
        ("evolve quick --set evolution.populaton=8", "evolution.population"),
        ("evolve quick --set population=8", "evolution.population"),
        ("evolve quick --set evolutoin.population=8", "evolution"),
        ("evolve quick --set evolution.algorithm=recombinaton", "recombination"),
        ("evolve quick --set network.architecture=scorrer", "scorer"),
        ("evolve quick --set tournament.fitness=simpel", "simple"),
        (
            "evolve quick --set network.architecture=scorer --set network.features=['chanses']",
            "chances",
        ),
        ("simulate spaeds", "spades"),
        ("simulate spades --trump radnom", "random"),
        ("simulate spades --shuffle rifle:3", "riffle"),
        (f"simulate spades --players gredy,{TABLE}", "greedy"),
        (f"simulate spades --players spades-champoin,{TABLE}", "spades-champion"),
        (f"simulate spades --players mc-extra:shufles=3,{TABLE}", "shuffles"),
        (f"simulate spades --players mc-extra:way=exakt,{TABLE}", "exact"),
        ("reproduce suecca", "sueca"),
        ("reproduce sueca --table figure5.1", "figure 5.1"),
        ("study what-matered", "what-mattered"),
        ("playout euchre --strategy apendix", "appendix"),
        ("shuffle --model rifle", "riffle"),
    ],
)
def test_a_near_miss_is_answered_with_what_was_meant(command, meant):
    result = CliRunner().invoke(cli, command.replace("'", '\\"'))
    assert isinstance(result.exception, BadInput)
    assert f"did you mean {meant!r}?" in str(result.exception)


def test_nothing_is_suggested_where_nothing_is_near():
    assert did_you_mean("bridge", ["spades", "clubs"]) == ""
    assert choose_from("bridge", ["spades", "clubs"]) == ": choose from spades, clubs"
    assert choose_from("bridge", []) == ": choose from none"


def test_upper_case_is_a_near_miss_too():
    assert did_you_mean("GREEDY", ["greedy"]) == ": did you mean 'greedy'?"
