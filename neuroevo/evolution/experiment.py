"""Experiments: what to evolve, as a TOML file that is checked before anything runs."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from neuroevo.errors import BadInput, choose_from, did_you_mean
from neuroevo.evolution.algorithms import ALGORITHMS
from neuroevo.files import is_file, read_toml, shown_path
from neuroevo.games import GAMES, RuleSheet, find_game
from neuroevo.limits import (
    LARGEST_SEED,
    LARGEST_STEP,
    LONGEST_NAME,
    MOST_DEALS,
    MOST_FAME,
    MOST_GAMES,
    MOST_GENERATIONS,
    MOST_MEMBER_ROUNDS,
    MOST_PAST,
    MOST_POPULATION,
    MOST_SHARE,
    MOST_WEIGHTS,
    MOST_WORKERS,
)
from neuroevo.networks import ARCHITECTURES, Architecture, make_architecture
from neuroevo.settings_errors import Key, first_error, unknown_key
from neuroevo.tournament.evaluator import POPULATION, Evaluator

GAME_FILE = "game.toml"
"""The game of a run, beside its experiment."""
PLAIN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""A name that a folder can have: it leads nowhere else."""


class Settings(BaseModel):
    """A table of the file: unknown keys and wrong types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class NetworkSettings(Settings):
    """What is evolved."""

    architecture: str = "card"
    hidden: tuple[int, ...] = Field(default=(), strict=False)
    """Units of each hidden layer; by the thesis' rule if not given."""
    biases: bool = False
    direct: bool | None = None
    """Connections from the inputs straight to the outputs; a scorer has them unless told not to."""
    chances: bool = False
    """`card` and `hand`: the chance of winning with each card among the inputs."""
    features: tuple[str, ...] = Field(default=(), strict=False)
    """`scorer`: what it sees, by name or group, or with a - what it does not; all if not given."""


class TournamentSettings(Settings):
    """What it is judged by."""

    games: int = Field(default=15, ge=1, le=MOST_GAMES)
    fitness: Literal[
        "simple", "advanced", "advanced-upside-down", "advanced-spades-elsewhere", "points"
    ] = "simple"
    opponents: dict[str, float] = Field(default_factory=lambda: {POPULATION: 1.0})
    """Shares of the games: among the population, against a fixed player, or against the past. They
    count in relation to each other, and need not add up to 1: a list of two is half and half."""
    past_every: int = Field(default=10, ge=1, le=MOST_GENERATIONS)
    """Where the past is an opponent: a network of every so manieth generation joins it."""
    past_kept: int = Field(default=64, ge=2, le=MOST_PAST)
    """At most so many: beyond, every second one goes, and they join half as often."""

    @field_validator("opponents", mode="before")
    @classmethod
    def _names_or_shares(cls, given: Any) -> Any:
        """One name, a list of names with equal shares, or a table of shares."""
        if isinstance(given, str):
            return {given: 1.0}
        if isinstance(given, list):
            if not all(isinstance(name, str) for name in given):
                raise ValueError("takes a name, a list of names, or a table of shares")
            return dict.fromkeys(given, 1.0)
        if isinstance(given, dict):
            return {
                name: float(share) if isinstance(share, int) else share
                for name, share in given.items()
            }
        return given

    @field_validator("opponents")
    @classmethod
    def _some_share(cls, opponents: dict[str, float]) -> dict[str, float]:
        shares = opponents.values()
        if not opponents or not all(0 <= one <= MOST_SHARE for one in shares) or not sum(shares):
            raise ValueError(f"takes shares from 0 to {MOST_SHARE:,.0f}, and not all 0")
        return opponents


class MutationSettings(Settings):
    """How members change."""

    kind: Literal["replace", "gauss"] = "replace"
    start: float = Field(default=0.8, ge=0, le=1, strict=False)
    end: float = Field(default=0.2, ge=0, le=1, strict=False)
    schedule: Literal["linear", "exponential", "constant"] = "linear"
    weight_share: float = Field(default=0.5, ge=0, le=1, strict=False)
    """A weight of a mutating member changes with this share of the chance: half of it."""
    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of `gauss`."""


class StrategySettings(Settings):
    """How `antithetic`, `genetic` and `cma` search."""

    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of the steps about the centre or a parent; where `cma` begins."""
    rate: float = Field(default=0.05, gt=0, le=LARGEST_STEP, strict=False)
    """`antithetic`: the length of a step uphill at first; it falls in a line."""
    rate_end: float = Field(default=0.01, gt=0, le=LARGEST_STEP, strict=False)
    """And at last. `genetic` lets its sigma fall by the same share."""
    decay: float = Field(default=0.0, ge=0, le=1, strict=False)
    """`antithetic`: weights shrink by so many steps of their own size."""
    spread: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """Of the first weights."""


class EvolutionSettings(Settings):
    """How generations follow each other."""

    algorithm: str = "recombination"
    population: int = Field(default=100, ge=2, le=MOST_POPULATION)
    generations: int = Field(default=200, ge=1, le=MOST_GENERATIONS)
    """At least so many."""
    patience: int = Field(default=200, ge=0, le=MOST_GENERATIONS)
    """And so many more after every new best."""
    parents: float = Field(default=0.5, gt=0, le=1, strict=False)
    elite: int = Field(default=0, ge=0)
    """So many of the best are never mutated."""
    mutation: MutationSettings = MutationSettings()
    """`recombination`."""
    strategy: StrategySettings = StrategySettings()


class RunSettings(Settings):
    """How the run is done; none of this changes a result but the yardstick's own columns."""

    workers: int = Field(default=0, ge=0, le=MOST_WORKERS)
    """0: all cores."""
    backend: Literal["threads", "loky", "dask"] = "threads"
    scheduler: str = ""
    yardstick_every: int = Field(default=10, ge=0, le=MOST_GENERATIONS)
    """Generations between two measurements of the current best on fresh deals; 0: never."""
    yardstick_deals: int = Field(default=250, ge=1, le=MOST_DEALS)
    yardstick_against: str = "random"
    """A built-in player, or a champion file."""
    hall_of_fame: int = Field(default=10, ge=1, le=MOST_FAME)


class Experiment(Settings):
    """A whole experiment."""

    name: str = Field(pattern=PLAIN_NAME, max_length=LONGEST_NAME)
    about: str = ""
    game: str = "spades"
    """By name or file, or the sheet itself; kept as its name."""
    players: int = 0
    """0: as many as the game admits."""
    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)
    network: NetworkSettings = NetworkSettings()
    tournament: TournamentSettings = TournamentSettings()
    evolution: EvolutionSettings = EvolutionSettings()
    run: RunSettings = RunSettings()

    _sheet: RuleSheet = PrivateAttr()

    @model_validator(mode="wrap")
    @classmethod
    def _with_its_game(cls, given: Any, make: Any, info: ValidationInfo) -> Experiment:
        """Find the game once, by name, in a file or itself; the field `game` is its name."""
        known = info.context or {}
        game = given.get("game", "spades") if isinstance(given, dict) else None
        if not isinstance(game, str | RuleSheet):
            made: Experiment = make(given)
            return made
        sheet = known.get("sheet")
        if sheet is None:
            sheet = find_game(game, known.get("folder"))
        elif game not in (sheet.name, GAME_FILE):
            raise ValueError(f"game is {game!r}, but {GAME_FILE} beside it holds {sheet.name!r}")
        made = make({**given, "game": sheet.name})
        made._sheet = sheet
        return made

    @model_validator(mode="after")
    def _fits_together(self) -> Experiment:
        sheet = self._sheet
        players = self.players or max(sheet.players)
        if players not in sheet.players:
            allowed = " or ".join(map(str, sheet.players))
            raise ValueError(f"players takes {allowed} in {self.game}, not {players}")
        if self.network.architecture not in ARCHITECTURES:
            raise ValueError(
                f"network.architecture takes {' or '.join(ARCHITECTURES)}, "
                f"not {self.network.architecture!r}"
                f"{did_you_mean(self.network.architecture, ARCHITECTURES)}"
            )
        if self.evolution.algorithm not in ALGORITHMS:
            raise ValueError(
                f"evolution.algorithm takes {' or '.join(ALGORITHMS)}, "
                f"not {self.evolution.algorithm!r}"
                f"{did_you_mean(self.evolution.algorithm, ALGORITHMS)}"
            )
        if POPULATION in self.tournament.opponents and self.evolution.population % players:
            below = self.evolution.population // players * players
            fitting = f"{max(below, players)} or {below + players}"
            raise ValueError(
                f"evolution.population takes a multiple of {players}, the seats of a table, "
                f"such as {fitting}, not {self.evolution.population}"
            )
        rounds = self.evolution.population * self.tournament.games * players
        if rounds > MOST_MEMBER_ROUNDS:
            raise ValueError(
                "evolution.population times tournament.games times players takes at most "
                f"{MOST_MEMBER_ROUNDS:,}, not {rounds:,}"
            )
        if self.evolution.elite > self.evolution.population:
            raise ValueError("evolution.elite takes no more than evolution.population")
        return self

    @property
    def sheet(self) -> RuleSheet:
        """The rules of the game."""
        return self._sheet

    @property
    def seats(self) -> int:
        """How many players sit at a table."""
        return self.players or max(self.sheet.players)

    def architecture(self) -> Architecture:
        """The shape of the networks."""
        network = self.network
        made = make_architecture(
            network.architecture,
            self.sheet,
            self.seats,
            network.hidden,
            network.biases,
            network.direct,
            network.chances,
            network.features,
        )
        kept = self.evolution.population + self.run.hall_of_fame + self.tournament.past_kept
        if made.weight_count * kept > MOST_WEIGHTS:
            raise BadInput(
                f"{kept:,} networks of {made.weight_count:,} weights (population, hall of fame and "
                f"past) are too many to keep: {MOST_WEIGHTS:,} weights are the limit"
            )
        return made

    def evaluator(self, workers: int) -> Evaluator:
        """Who judges them."""
        return Evaluator(
            sheet=self.sheet,
            players=self.seats,
            games=self.tournament.games,
            fitness=self.tournament.fitness,
            opponents=self.tournament.opponents,
            workers=workers,
            backend=self.run.backend,
            scheduler=self.run.scheduler or None,
        )

    def as_toml(self) -> str:
        """The file that repeats this experiment; a game that does not come with the toolkit is in
        a file beside it, GAME_FILE."""
        settings = self.model_dump(mode="json", exclude_none=True)
        if not GAMES.ships(self.sheet):
            settings["game"] = GAME_FILE
        return tomli_w.dumps(settings)


def read_experiment(
    source: str | Path,
    changes: Mapping[str, Any] | None = None,
    sheet: RuleSheet | None = None,
) -> Experiment:
    """Read an experiment by name or file, with some settings changed.

    changes: dotted keys, such as `evolution.population`, and their values. sheet: the game, if it
    is not to be looked up; a game's file is looked for beside the experiment first.
    """
    path = find_experiment(source)
    settings = read_toml(path)
    settings.setdefault("name", path.stem)
    for key, value in (changes or {}).items():
        set_dotted(settings, key, value)
    return make_experiment(settings, path.name, sheet, path.parent)


def make_experiment(
    settings: Mapping[str, Any],
    where: str = "the experiment",
    sheet: RuleSheet | None = None,
    folder: Path | None = None,
) -> Experiment:
    """Check settings; `BadInput` names the key that is wrong and what it takes.

    sheet: the game, if it is not to be looked up. folder: where its file is looked for first.
    """
    try:
        return Experiment.model_validate(settings, context={"sheet": sheet, "folder": folder})
    except ValidationError as error:
        raise BadInput(f"{where}: {first_error(error, _unknown_key)}") from None


def experiment_folders() -> list[Path]:
    """Where named experiments are looked for: here, in the checkout, and where pip put them."""
    checkout = Path(__file__).resolve().parent.parent.parent / "experiments"
    installed = Path(sys.prefix) / "share" / "neuroevo" / "experiments"
    return [Path("experiments"), checkout, installed]


def list_experiments() -> dict[str, Path]:
    """Every named experiment; the first folder that has a name wins."""
    found: dict[str, Path] = {}
    for folder in experiment_folders():
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, path)
    return found


def find_experiment(source: str | Path) -> Path:
    """The file of this name, or that is named."""
    path = Path(source)
    if path.suffix == ".toml":
        if not is_file(path):
            raise BadInput(f"there is no experiment file {shown_path(path)}")
        return path
    known = list_experiments()
    if str(source) not in known:
        raise BadInput(
            f"there is no experiment {shown_path(path)!r}{choose_from(str(source), known)}, "
            "or name a .toml file"
        )
    return known[str(source)]


def parse_change(text: str) -> tuple[str, Any]:
    """Read `key=value`, the value as TOML has it; a bare word is a string."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise BadInput(f"--set takes key=value, such as evolution.population=40, not {text!r}")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        return key.strip(), value.strip()


def set_dotted(settings: dict[str, Any], dotted: str, value: Any) -> None:
    """Change a setting by its dotted key, such as `evolution.population`."""
    *tables, key = dotted.split(".")
    for table in tables:
        inside = settings.setdefault(table, {})
        if not isinstance(inside, dict):
            raise BadInput(f"{dotted}: {table} is a setting, not a table of settings")
        settings = inside
    settings[key] = value


def _unknown_key(where: Key) -> str:
    model: Any = Experiment
    for part in where[:-1]:
        model = model.model_fields[str(part)].annotation
    elsewhere = {name.rpartition(".")[2]: name for name in dotted_settings()}
    return unknown_key(where, list(model.model_fields), "a setting", elsewhere)


def dotted_settings(model: Any = Experiment, inside: str = "") -> list[str]:
    """Every setting of an experiment by its dotted key, such as `evolution.population`."""
    found: list[str] = []
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Settings):
            found += dotted_settings(field.annotation, f"{inside}{name}.")
        else:
            found.append(f"{inside}{name}")
    return found
