"""How the chance of mutation falls over a run: exploration first, exploitation later."""

from __future__ import annotations

from neuroevo.arithmetic import power

SCHEDULES = ("linear", "exponential", "constant")


def mutation_chance(
    schedule: str, start: float, end: float, generation: int, generations: int
) -> float:
    """The chance in a generation: from `start` to `end` over so many generations, then `end`.

    >>> [round(mutation_chance("linear", 0.8, 0.2, g, 200), 2) for g in (0, 100, 199, 500)]
    [0.8, 0.5, 0.2, 0.2]
    >>> round(mutation_chance("exponential", 0.8, 0.2, 100, 201), 2)
    0.4
    """
    if schedule == "constant":
        return start
    done = min(1.0, generation / max(1, generations - 1))
    if schedule == "exponential":
        if start == 0 or end == 0:  # no ratio leads there: at once, then
            return end if done else start
        return start * power(end / start, done)
    return start + (end - start) * done


def falling(start: float, end: float, generation: int, generations: int) -> float:
    """A line from `start` in the first of so many generations to `end` in the last.

    >>> falling(0.05, 0.01, 50, 101)
    0.03
    """
    return round(mutation_chance("linear", start, end, generation, generations), 12)
