"""Published tables beside our own: one module a source document."""

from neuroevo.reproduce.cells import Cell, Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import SOURCES, reproduce, tables_of
from neuroevo.reproduce.verdicts import RULE, Doubt, Reading, Tally, Verdict, judge
from neuroevo.store import Store

__all__ = [
    "RULE",
    "SOURCES",
    "Cell",
    "Doubt",
    "Reading",
    "Reproduction",
    "Request",
    "Store",
    "Tally",
    "Verdict",
    "judge",
    "load_printed",
    "reproduce",
    "tables_of",
]
