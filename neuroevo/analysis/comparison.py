"""Runs side by side: where their settings differ, and their champions on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from neuroevo.analysis.matches import Match, evaluate
from neuroevo.analysis.significance import Difference, compare_by_deal
from neuroevo.errors import BadInput
from neuroevo.evolution import Run
from neuroevo.tournament import network_entrant


@dataclass(frozen=True)
class Comparison:
    """scores: each champion's match. differences: each champion less the first in what the game is
    won by, paired by deal. settings: by dotted name, each run's value, for those that differ."""

    runs: list[Run]
    scores: list[Match]
    differences: list[Difference | None]
    settings: dict[str, list[Any]]

    def as_list(self) -> list[dict[str, Any]]:
        """For JSON: an object a run."""
        found = []
        for number, (run, score, difference) in enumerate(
            zip(self.runs, self.scores, self.differences, strict=True)
        ):
            about = run.champion.about
            found.append(
                {
                    "run": str(run.directory),
                    "settings": {name: values[number] for name, values in self.settings.items()},
                    "fitness": run.best_fitness,
                    "generation": about["generation"],
                    **{key: value for key, value in score.as_dict().items() if key != "player"},
                    "difference": None
                    if difference is None
                    else {
                        **difference.as_dict(),
                        "unit": score.aim.unit,
                        "better": bool(score.aim.better(difference.mean, 0)),
                    },
                }
            )
        return found


def compare_runs(
    runs: Sequence[Run],
    against: str = "random",
    deals: int = 10_000,
    seed: int = 0,
    workers: int | None = None,
) -> Comparison:
    """Play the champions of several runs on the same deals."""
    if len(runs) < 2:
        raise BadInput("compare needs at least two runs")
    champions = [network_entrant(run.champion, str(run.directory)) for run in runs]
    scores = evaluate(champions, against, None, deals, seed, workers)
    first, *others = scores
    differences = [None, *(compare_by_deal(one.points, first.points) for one in others)]
    return Comparison(list(runs), scores, differences, settings_that_differ(runs))


def settings_that_differ(runs: Sequence[Run]) -> dict[str, list[Any]]:
    """By dotted name, the value in each run, where they are not all equal."""
    flat = [_flatten(run.experiment.model_dump(mode="json")) for run in runs]
    names = dict.fromkeys(name for one in flat for name in one)
    found = {name: [one.get(name) for one in flat] for name in names}
    unlike = {
        name: values
        for name, values in found.items()
        if any(value != values[0] for value in values)
    }
    return {name: values for name, values in unlike.items() if not name.startswith("run.")}


def _flatten(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
