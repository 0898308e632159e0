"""The one rule by which a printed value and ours are compared.

A verdict must be able to fail, so it rests on errors of both sides: ours, and that of a printed
value which is itself the result of a simulation. As a document has many cells, a cell only
`differs` beyond what the furthest of them all shows by chance (Bonferroni's correction over the
printed cells of the whole document). What a verdict could have seen is said beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scipy import stats

from neuroevo.reproduce.printed import half_last_digit, printed_number

REPRODUCED, DIFFERS, MISPRINT, REFUTED, LUCK, NOT_TOLD, UNTESTABLE, NEW = (
    "reproduced",
    "differs",
    "misprint",
    "refuted",
    "luck",
    "not told apart",
    "can't be tested",
    "not printed",
)

LEVEL = 0.05
"""The chance that any cell of a document differs by chance alone."""
POWER = 0.8
"""How often a difference of the size in the column `could see` would be seen."""
USUAL = 2.0
"""Standard errors beyond which a single value would be surprising; see `Tally`."""

RULE = (
    "reproduced: within the errors of both sides and half the last printed digit; "
    "differs: further off than any of the document's cells should be by chance (5 % for all "
    "together); "
    "not told apart: agrees, but another reading does too at this budget; "
    "can't be tested: the document does not say what was played, or it is no result; "
    "misprint: the document contradicts its own formula or rule; "
    "refuted: computed as the document says, and not so when played; "
    "luck: a maximum that chance alone explains; "
    "not printed: ours alone. "
    "could see: the true difference that would have been called `differs` in 8 of 10 tries."
)


@dataclass(frozen=True)
class Reading:
    """A value that another reading of the document gives, with its standard error."""

    value: float
    se: float = 0.0


@dataclass(frozen=True)
class Doubt:
    """What is known of a printed value beside the value.

    se: its own standard error, where it was simulated. cells: how many cells the document prints.
    cut: cut to its last digit instead of rounded. misprint: why the document contradicts itself
    here, if it does. refuted: why the claim is not so, if it is not. luck: why chance alone
    explains a printed maximum, if it does. range: the smallest and largest value that what the
    document leaves open allows. untestable: why nothing can be computed to compare it with. rivals:
    other readings, by name. tried: what was tried in vain where it differs.
    """

    se: float = 0.0
    cells: int = 1
    cut: bool = False
    misprint: str = ""
    refuted: str = ""
    luck: str = ""
    range: tuple[float, float] | None = None
    untestable: str = ""
    rivals: Mapping[str, Reading] | None = None
    tried: str = ""


@dataclass(frozen=True)
class Verdict:
    """The word, the reason, the difference that could have been seen (None where any would), and
    how many standard errors the two are apart beyond rounding (None where nothing has an error)."""

    word: str
    reason: str = ""
    could_see: float | None = None
    z: float | None = None


def critical_z(cells: int) -> float:
    """Standard errors beyond which one of so many cells differs.

    >>> round(critical_z(1), 2), round(critical_z(1000), 2)
    (1.96, 4.06)
    """
    return float(stats.norm.isf(LEVEL / 2 / max(1, cells)))


def judge(
    printed: str | None, ours: float | str | None, se: float = 0.0, doubt: Doubt | None = None
) -> Verdict:
    """Compare a printed value with ours; se: our standard error, 0 for an exact value.

    >>> judge("3.25", 3.2549).word
    'reproduced'
    >>> judge("0.0234", 0.02376, doubt=Doubt(misprint="0.75 ** 13 is 0.0238")).word
    'misprint'
    >>> judge("65", 86.3, 0.1, Doubt(range=(60, 110))).word
    "can't be tested"
    """
    doubt = doubt or Doubt()
    if doubt.untestable:
        return Verdict(UNTESTABLE, doubt.untestable)
    if printed is None:
        return Verdict(NEW)
    number = printed_number(printed)
    error = math.hypot(se, doubt.se)
    critical = critical_z(doubt.cells)
    if number is None or ours is None or isinstance(ours, str):
        noticed = (critical + float(stats.norm.ppf(POWER))) * error if error else None
        return _judge_words(printed, ours, noticed, doubt)
    half = half_last_digit(printed)
    middle = number + half if doubt.cut else number
    seen = half + (critical + float(stats.norm.ppf(POWER))) * error if error else half
    apart = _apart(middle, ours, half)
    z = apart / error if error else None
    if doubt.luck:
        return Verdict(LUCK, doubt.luck, seen, z)
    if doubt.range is not None:
        return _within_range(number, half, doubt.range)
    if not (apart == 0 if z is None else z <= critical):
        return _explained(doubt, seen, z)
    also = [
        f"{name} ({reading.value:.4g} ± {reading.se:.2g})"
        for name, reading in (doubt.rivals or {}).items()
        if _agrees(middle, reading, half, doubt.se, critical)
    ]
    if also:
        reason = f"{' and '.join(also)} would agree too: this budget can't tell them apart"
        return Verdict(NOT_TOLD, reason, seen, z)
    return Verdict(REPRODUCED, "", seen, z)


def _judge_words(
    printed: str, ours: float | str | None, seen: float | None, doubt: Doubt
) -> Verdict:
    """Words are the same or not; rivals are the words that our errors leave possible, too."""
    rivals = list(doubt.rivals or {})
    if rivals and printed in (ours, *rivals):
        reason = f"{' and '.join(rivals)} can't be ruled out at this budget"
        return Verdict(NOT_TOLD, reason, seen)
    return Verdict(REPRODUCED, "", seen) if printed == ours else _explained(doubt, seen, None)


def _apart(middle: float, ours: float, half: float) -> float:
    """How far two values are apart beyond what rounding alone may do."""
    return max(0.0, abs(middle - ours) - half * (1 + 1e-9) - 1e-12)


def _agrees(
    middle: float, reading: Reading, half: float, printed_se: float, critical: float
) -> bool:
    error = math.hypot(reading.se, printed_se)
    return _apart(middle, reading.value, half) <= critical * error


def _explained(doubt: Doubt, seen: float | None, z: float | None) -> Verdict:
    """The verdict on values that disagree."""
    for word, reason in ((MISPRINT, doubt.misprint), (REFUTED, doubt.refuted)):
        if reason:
            return Verdict(word, reason, seen, z)
    return Verdict(DIFFERS, f"tried: {doubt.tried}" if doubt.tried else "", seen, z)


def _within_range(number: float, half: float, span: tuple[float, float]) -> Verdict:
    """A value for which the document leaves open what was played can only be impossible."""
    low, high = span
    words = f"what the document leaves open gives {low:.4g} to {high:.4g}"
    if low - half <= number <= high + half:
        return Verdict(UNTESTABLE, words)
    return Verdict(DIFFERS, f"{words}, never the printed value")


@dataclass(frozen=True)
class Tally:
    """The cells of a table that have an error, and how many lie surprisingly far off."""

    tested: int
    beyond: int

    @property
    def by_chance(self) -> float:
        """How many chance alone would put so far off, at most."""
        return self.tested * 2 * float(stats.norm.sf(USUAL))

    @property
    def surprise(self) -> float:
        """The chance of at least this many, if the cells were independent of each other."""
        return float(stats.binom.sf(self.beyond - 1, self.tested, 2 * stats.norm.sf(USUAL)))

    @property
    def sentence(self) -> str:
        """One line below a table."""
        if not self.tested:
            return "no agreement here rests on chance: cells are exact, explained or untestable"
        text = (
            f"{self.beyond} of {self.tested} comparisons lie beyond {USUAL:g} standard errors; "
            f"chance alone would give about {self.by_chance:.1f}"
        )
        if self.surprise < LEVEL:
            text += f", and this many in {100 * self.surprise:.2g} % of reproductions"
        return text
