"""Evolution: experiments, algorithms, and runs that survive anything."""

from neuroevo.evolution.checkpoint import State
from neuroevo.evolution.experiment import (
    Experiment,
    list_experiments,
    make_experiment,
    parse_change,
    read_experiment,
)
from neuroevo.evolution.loop import Progress, Stopped, evolve, resume
from neuroevo.evolution.run import Run, find_runs

__all__ = [
    "Experiment",
    "Progress",
    "Run",
    "State",
    "Stopped",
    "evolve",
    "find_runs",
    "list_experiments",
    "make_experiment",
    "parse_change",
    "read_experiment",
    "resume",
]
