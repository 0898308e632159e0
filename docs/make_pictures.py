"""Make the README's pictures from the code as it is: `make pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from neuroevo import evolve
from neuroevo.analysis import luckiest, play_league
from neuroevo.analysis.plots import (
    fitness_curve,
    league_table,
    luck_distribution,
    mixing_curves,
    tricks_distribution,
)
from neuroevo.cards import Purpose, Shuffle, run_key
from neuroevo.cards.mixing import measure_mixing
from neuroevo.games import SPADES
from neuroevo.tournament import find_entrants, play_deals

HERE = Path(__file__).parent
DEALS = 50_000


def main() -> None:
    """A run of the thesis' first experiment, luck, skill, a league, and how shuffles mix."""
    with tempfile.TemporaryDirectory() as folder:
        run = evolve("spades-card-simple", seed=1, out=Path(folder) / "run")
        fitness_curve(run).savefig(HERE / "fitness-curve.png", dpi=110)
        about, generations = run.champion.about, len(run.log["generation"])
    spread = luckiest(100, generations, about["rounds"])
    luck_distribution(spread, about["fitness"]).savefig(HERE / "luck.png", dpi=110)
    players = find_entrants("greedy,random,random,random")
    tricks = play_deals(
        SPADES, players, run_key(1, Purpose.SIMULATION), 0, DEALS, rotations=4
    ).tricks[:, 0]
    tricks_distribution(tricks, "greedy").savefig(HERE / "tricks-at-spades.png", dpi=110)
    rivals = ["heuristic", "greedy", "random", "always-highest"]
    league = play_league(["spades-champion", *rivals], "spades")
    league_table(league).savefig(HERE / "league.png", dpi=110)
    measured = [measure_mixing(Shuffle(model), 24, 10) for model in ("thesis", "riffle", "uniform")]
    mixing_curves(measured).savefig(HERE / "mixing.png", dpi=110)


if __name__ == "__main__":
    main()
