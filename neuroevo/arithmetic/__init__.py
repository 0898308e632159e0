"""Arithmetic with the same bytes on every processor; docs/same-bytes.md says what is promised.

IEEE 754 defines +, -, *, / and the square root to the last bit. Everything else is where processors
and libraries part ways: the order in which a sum is added up, whether a product is rounded before
it is added, and functions such as exp and log. So whatever reaches a weight, a decision or a figure
is built from those five operations in a fixed order, here: `functions` (log, exp, powers, the
normal distribution), `sums` (totals and products of matrices), and for kernels `fused` (a product
added without being rounded first) and `target` (what the processor that is compiled for can do).
"""

from neuroevo.arithmetic.functions import (
    exp,
    expm1,
    log,
    log1p,
    normal_below,
    normal_quantile,
    power,
    whole_power,
)
from neuroevo.arithmetic.sums import (
    deviation,
    least_squares,
    mean,
    product,
    row_totals,
    total,
)

__all__ = [
    "deviation",
    "exp",
    "expm1",
    "least_squares",
    "log",
    "log1p",
    "mean",
    "normal_below",
    "normal_quantile",
    "power",
    "product",
    "row_totals",
    "total",
    "whole_power",
]
