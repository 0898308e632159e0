"""Published tables beside our own: one module a source document."""

from neuroevo.reproduce.cells import RULE, Cell, Reproduction, judge
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import SOURCES, reproduce, tables_of
from neuroevo.store import Store

__all__ = [
    "RULE",
    "SOURCES",
    "Cell",
    "Reproduction",
    "Request",
    "Store",
    "judge",
    "load_printed",
    "reproduce",
    "tables_of",
]
