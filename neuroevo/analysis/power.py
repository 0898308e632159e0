"""How much play it takes to see a difference."""

from __future__ import annotations

import math

from scipy import stats

from neuroevo.errors import BadInput

ERROR_RATE = 0.05
POWER = 0.8
SMALLEST_DIFFERENCE = 1e-9
"""Nobody could ever play the deals that it takes to see less."""


def deals_needed(
    difference: float, sd: float, power: float = POWER, error_rate: float = ERROR_RATE
) -> int:
    """Deals needed to see a true difference a round with this chance.

    sd: of one deal's mean (with rotated hands, of the mean of its rounds). Assumes independent
    deals, a nearly normal mean and a two-sided test at `error_rate`.

    >>> deals_needed(0.1, 0.55)
    238
    """
    if difference == 0 or not math.isfinite(difference):
        raise BadInput(f"difference must be a number other than 0, not {difference:g}")
    if abs(difference) < SMALLEST_DIFFERENCE:
        raise BadInput(
            f"difference must be at least {SMALLEST_DIFFERENCE:g} either way, not {difference:g}"
        )
    if not 0 < power < 1:
        raise BadInput(f"power must lie between 0 and 1, not {power:g}")
    reach = stats.norm.ppf(1 - error_rate / 2) + stats.norm.ppf(power)
    return math.ceil((float(reach) * sd / difference) ** 2)


def smallest_difference(
    deals: int, sd: float, power: float = POWER, error_rate: float = ERROR_RATE
) -> float:
    """The true difference that so many deals show with this chance; `deals_needed` turned round."""
    reach = stats.norm.ppf(1 - error_rate / 2) + stats.norm.ppf(power)
    return float(reach * sd / math.sqrt(deals))
