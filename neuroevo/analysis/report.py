"""A run as one HTML file that can be sent to anybody: pictures inside, nothing fetched."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

import neuroevo
from neuroevo.analysis import plots
from neuroevo.analysis.intervals import cell_text, range_text, why_unknown
from neuroevo.analysis.judgement import JUDGED_DEALS, NO_EQUALS, Judgement, judge
from neuroevo.analysis.plots.style import as_png
from neuroevo.evolution import Run
from neuroevo.files import check_writable, folder_for, replace_file
from neuroevo.tournament.fitness import ADVANCED, fitness_aim

REPORT, PICTURES = "report.html", "pictures"
BINOMIAL = (
    "The binomial of the thesis is too narrow: tricks of a round depend on each other through the "
    "cards."
)
TEMPLATE = Path(__file__).with_name("report.html")


def draw_pictures(judged: Judgement) -> dict[str, tuple[str, Figure]]:
    """Each picture of a report, by file name, with the sentence under it."""
    run = judged.run
    experiment = run.experiment
    pictures = {
        "fitness-curve": (
            f"Fitness by generation. The red line is the yardstick: "
            f"{plots.yardstick_label(run)}, which fitness can't inflate.",
            plots.fitness_curve(run),
        )
    }
    if judged.spread is not None:
        pictures["luck"] = (
            f"What the best of {experiment.evolution.population} equal players over "
            f"{judged.generations} generations shows by luck alone.",
            plots.luck_distribution(
                judged.spread,
                judged.fitness,
                judged_unit(judged),
                fewest_wins=fitness_aim(experiment.sheet, judged.fitness_kind).fewest_wins,
            ),
        )
    aim = judged.aim
    by_tricks = aim.is_tricks and not experiment.sheet.partners
    pictures[aim.unit] = (
        f"{aim.unit.capitalize()} in single rounds on fresh deals, against random players."
        + (f" {BINOMIAL}" if by_tricks else ""),
        plots.rounds_distribution(
            judged.in_rounds,
            "champion",
            experiment.sheet,
            experiment.seats,
            judged.blind_in_rounds,
        ),
    )
    pictures["cards"] = (
        "How often each card takes its trick in the champion's hands, and in a random player's.",
        plots.win_share_by_card(judged.shares, judged.random_shares),
    )
    by_chance = experiment.evolution.algorithm == "recombination"
    pictures["mutation"] = (
        "The chance of mutation." if by_chance else "How far the algorithm's steps reach (sigma).",
        plots.mutation_schedule(run),
    )
    pictures["weights"] = (
        "The champion's weights, layer by layer.",
        plots.weights_by_layer(run.champion),
    )
    return pictures


def judged_unit(judged: Judgement) -> str:
    """What fitness counts."""
    if judged.fitness_kind in ADVANCED:
        return f"fitness ({judged.fitness_kind})"
    return fitness_aim(judged.run.experiment.sheet, judged.fitness_kind).unit


def write_report(
    run: Run,
    out: Path | None = None,
    deals: int = JUDGED_DEALS,
    seed: int = 0,
    workers: int | None = None,
) -> tuple[Path, Judgement]:
    """Judge a run and write RUN/report.html, with its pictures in RUN/pictures too."""
    from jinja2 import Environment

    path = out if out is not None else run.directory / REPORT
    check_writable(path)
    judged = judge(run, deals, seed, workers)
    drawn = {
        name: (caption, as_png(figure)) for name, (caption, figure) in draw_pictures(judged).items()
    }
    pictures = [
        {"name": name, "caption": caption, "data": base64.b64encode(content).decode()}
        for name, (caption, content) in drawn.items()
    ]
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    page = template.render(**contents(judged, pictures, seed))
    # Nothing is written before all is there to be written.
    with folder_for(run.directory / PICTURES):
        for name, (_, content) in drawn.items():
            replace_file(run.directory / PICTURES / f"{name}.png", content)
        replace_file(path, page)
    return path, judged


def score_rows(judged: Judgement) -> list[dict[str, str | bool]]:
    """The champion and the yardsticks for people, the best first; tricks beside what is counted."""
    return [
        {
            "player": match.player,
            "own": match is judged.score,
            "counted": cell_text(match.points_interval),
            "interval": range_text(match.points_interval.low, match.points_interval.high),
            "tricks": cell_text(match.tricks_interval),
            "won": f"{100 * match.wins_interval.mean:.1f} %",
        }
        for match in judged.table
    ]


def contents(judged: Judgement, pictures: list[dict[str, str]], seed: int) -> dict[str, Any]:
    """What the template shows."""
    run = judged.run
    experiment, provenance = run.experiment, run.provenance
    champion = run.champion
    return {
        "title": f"{experiment.name}, seed {experiment.seed}",
        "about": experiment.about,
        "game": experiment.sheet.title,
        "network": champion.architecture.summary,
        "weights": champion.architecture.weight_count,
        "experiment": experiment,
        "judged": judged,
        "aim": judged.aim,
        "rows": score_rows(judged),
        "unknown": None if judged.score.points_interval.known else why_unknown(judged.score.deals),
        "no_equals": NO_EQUALS,
        "best": judged.best,
        "born": champion.about["generation"],
        "pictures": pictures,
        "settings": experiment.as_toml(),
        "provenance": provenance,
        "version": neuroevo.__version__,
        "seed": seed,
    }
