"""Experiments: what to evolve, as a TOML file that is checked before anything runs."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeVar

import tomli_w
from pydantic import (
    Field,
    PrivateAttr,
    SerializeAsAny,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from neuroevo.catalogue import Catalogue
from neuroevo.errors import BadInput, choose_from
from neuroevo.evolution.algorithms import CATALOGUE as ALGORITHM_CATALOGUE
from neuroevo.evolution.algorithms import (
    Algorithm,
    AlgorithmSettings,
    Recombination,
    make_algorithm,
)
from neuroevo.extensions import allow, is_own, load_allowed, split_own
from neuroevo.files import is_file, read_toml, shown_path
from neuroevo.games import GAMES, RuleSheet, find_game
from neuroevo.limits import (
    LARGEST_SEED,
    LONGEST_NAME,
    MOST_DEALS,
    MOST_FAME,
    MOST_GAMES,
    MOST_GENERATIONS,
    MOST_MEMBER_ROUNDS,
    MOST_PAST,
    MOST_SHARE,
    MOST_WEIGHTS,
    MOST_WORKERS,
)
from neuroevo.networks import Architecture, ArchitectureSettings, make_architecture
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.registry import CATALOGUE as ARCHITECTURE_CATALOGUE
from neuroevo.networks.registry import settings_used
from neuroevo.settings import Settings, dotted_settings
from neuroevo.settings_errors import Key, first_error, unknown_key
from neuroevo.tournament.entrants import Entrant, find_entrants
from neuroevo.tournament.evaluator import POPULATION, Evaluator

EXPERIMENT, PROVENANCE, GAME_FILE = "experiment.toml", "provenance.json", "game.toml"
"""Files of a run's directory: the experiment, how it was run, and its game."""

Model = TypeVar("Model", bound=Settings)

PLAIN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""A name that a folder can have: it leads nowhere else."""


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
    """As many as the game admits, if not given or 0."""
    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)
    network: SerializeAsAny[ArchitectureSettings] = CardArchitecture.Settings()
    """What is evolved: the settings of the architecture that is named, none of which is left open
    (`hidden` and so on) once the experiment is made."""
    tournament: TournamentSettings = TournamentSettings()
    evolution: SerializeAsAny[AlgorithmSettings] = Recombination.Settings()
    """How generations follow each other: the settings of the algorithm that is named."""
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

    @field_validator("network", mode="before")
    @classmethod
    def _of_the_architecture(cls, given: Any, info: ValidationInfo) -> Any:
        return _read_table(ARCHITECTURE_CATALOGUE, given, info)

    @field_validator("evolution", mode="before")
    @classmethod
    def _of_the_algorithm(cls, given: Any, info: ValidationInfo) -> Any:
        return _read_table(ALGORITHM_CATALOGUE, given, info)

    @model_validator(mode="after")
    def _fits_together(self, info: ValidationInfo) -> Experiment:
        sheet = self._sheet
        players = self.players or max(sheet.players)
        if players not in sheet.players:
            allowed = " or ".join(map(str, sheet.players))
            raise ValueError(f"players takes {allowed} in {self.game}, not {players}")
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
        # What was not given is as it was used; which ones those are is still known.
        object.__setattr__(self, "players", players)
        if not (_is_only_read(info) and self.network_takes_code):
            made = make_architecture(self.network, sheet, players, needed_by=self._shown)
            object.__setattr__(self, "network", settings_used(self.network, made))
        return self

    @property
    def sheet(self) -> RuleSheet:
        """The rules of the game."""
        return self._sheet

    @property
    def seats(self) -> int:
        """How many players sit at a table."""
        return self.players

    @property
    def _shown(self) -> str:
        return f"the experiment {self.name!r}"

    @property
    def network_takes_code(self) -> bool:
        """Whether the networks take code that is not ours: their architecture, or what they see."""
        named = named_code({"network": self.network.model_dump(mode="json")})
        return isinstance(self.network, ARCHITECTURE_CATALOGUE.unread) or any(named)

    def algorithm(self, workers: int = 1) -> Algorithm:
        """What breeds the generations. workers: threads that may breed together."""
        settings = self._ready(ALGORITHM_CATALOGUE, self.evolution)
        return make_algorithm(settings, workers, needed_by=self._shown)

    def _ready(self, catalogue: Catalogue[Any, Model], settings: Model) -> Model:
        """Settings that were read without the code whose they are, now with it."""
        if not isinstance(settings, catalogue.unread):
            return settings
        try:
            return catalogue.read(settings.model_dump(), self._shown)
        except ValidationError as error:
            told = first_error(error, _unknown_key, f"{catalogue.table}.")
            raise BadInput(f"{self._shown}: {told}") from None

    def architecture(self) -> Architecture:
        """The shape of the networks."""
        network = self._ready(ARCHITECTURE_CATALOGUE, self.network)
        made = make_architecture(network, self.sheet, self.seats, needed_by=self._shown)
        kept = self.evolution.population + self.run.hall_of_fame + self.tournament.past_kept
        if made.weight_count * kept > MOST_WEIGHTS:
            raise BadInput(
                f"{kept:,} networks of {made.weight_count:,} weights (population, hall of fame and "
                f"past) are too many to keep: {MOST_WEIGHTS:,} weights are the limit"
            )
        return made

    def code(self) -> dict[str, str]:
        """The code of a user's that it takes, as `file.py:name`, with a digest of each source."""
        names = [text for _, text in named_code(self.model_dump(mode="json"))]
        return {text: load_allowed(text, "code", self._shown).digest for text in names}

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
            needed_by=self._shown,
        )

    def yardstick_rivals(self) -> tuple[Entrant, ...]:
        """Against whom the current best is measured."""
        return find_entrants(self.run.yardstick_against, self._shown)

    def as_toml(self) -> str:
        """The file that repeats this experiment; a game that does not come with the toolkit is in
        a file beside it, GAME_FILE."""
        settings = self.model_dump(mode="json", exclude_none=True)
        for key in ("workers", "scheduler"):
            if not settings["run"][key]:  # as many as there are, and none
                del settings["run"][key]
        if not GAMES.ships(self.sheet):
            settings["game"] = GAME_FILE
        return tomli_w.dumps(settings)


@contextmanager
def _named_in_full() -> Iterator[None]:
    """Within a validator: a `BadInput` already names the key, so that pydantic's is not wanted."""
    try:
        yield
    except BadInput as error:
        raise PydanticCustomError("in_full", "{message}", {"message": str(error)}) from None


def _is_only_read(info: ValidationInfo) -> bool:
    return bool((info.context or {}).get("reading"))


def _read_table(catalogue: Catalogue[Any, Any], given: Any, info: ValidationInfo) -> Any:
    """The settings of an algorithm or an architecture; anything but a table is left to pydantic."""
    if not isinstance(given, Mapping):
        return given
    with _named_in_full():
        if _is_only_read(info):
            return catalogue.read_only(given)
        named = f"the experiment {info.data.get('name', '')!r}"
        return catalogue.read(given, named, lambda: by_last_part(every_setting()))


def read_experiment(
    source: str | Path,
    changes: Mapping[str, Any] | None = None,
    sheet: RuleSheet | None = None,
) -> Experiment:
    """Read an experiment by name or file, with some settings changed.

    changes: dotted keys, such as `evolution.population`, and their values. sheet: the game, if it
    is not to be looked up. Code of the user's that it names is run; files of it, and a game's, are
    looked for in the experiment's folder, then in the current one.
    """
    path = find_experiment(source)
    settings = read_toml(path)
    if path.name == EXPERIMENT and is_file(path.with_name(PROVENANCE)):
        settings = what_applies(settings)
    settings.setdefault("name", path.stem)
    for key, value in (changes or {}).items():
        set_dotted(settings, key, value)
    return make_experiment(settings, path.name, path.parent, sheet)


def make_experiment(
    settings: Mapping[str, Any],
    where: str = "the experiment",
    folder: Path = Path(),
    sheet: RuleSheet | None = None,
) -> Experiment:
    """Check settings; `BadInput` names the key that is wrong and what it takes.

    Code of the user's that they name is run; its files, and a game's, are looked for in `folder`,
    then in the current one. sheet: the game, if it is not to be looked up.
    """
    try:
        allow_named(settings, folder)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    return check_experiment(settings, where, folder=folder, sheet=sheet)


def check_experiment(
    settings: Mapping[str, Any],
    where: str = "the experiment",
    reading: bool = False,
    folder: Path = Path(),
    sheet: RuleSheet | None = None,
) -> Experiment:
    """`make_experiment`, but code of a user's runs only if it was allowed before; and none at all
    where a file is only read: then settings of what is not ours are taken as they are."""
    context = {"reading": reading, "folder": folder, "sheet": sheet}
    try:
        return Experiment.model_validate(settings, context=context)
    except ValidationError as error:
        raise BadInput(f"{where}: {first_error(error, _unknown_key)}") from None


def stored_experiment(path: Path, sheet: RuleSheet | None = None) -> Experiment:
    """The experiment of a run's directory, with the run's own copy of its game. No code of a user's
    runs for it."""
    settings = what_applies(read_toml(path))
    settings.setdefault("name", path.stem)
    return check_experiment(settings, path.name, reading=True, folder=path.parent, sheet=sheet)


def what_applies(settings: dict[str, Any]) -> dict[str, Any]:
    """A run's settings without those that never applied to it.

    Until each algorithm and architecture had settings of its own, runs stored those of all.
    """
    for catalogue in (ARCHITECTURE_CATALOGUE, ALGORITHM_CATALOGUE):
        table = settings.get(catalogue.table)
        if isinstance(table, dict):
            settings = {**settings, catalogue.table: catalogue.what_applies(table)}
    return settings


NAMING_CODE: dict[str, tuple[str, ...]] = {
    "network": (),
    "evolution": ("algorithm",),
    "tournament": ("opponents",),
    "run": ("yardstick_against",),
}
"""The tables of an experiment in which code of a user's may be named, and their keys; all if none
are given."""


def named_code(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Dotted key and text of all code of a user's that settings name as `file.py:name`."""
    for table, keys in NAMING_CODE.items():
        given = settings.get(table)
        if not isinstance(given, Mapping):
            continue
        for key in keys or given:
            value = given.get(key)
            texts = value.split(",") if isinstance(value, str) else value
            for text in texts if isinstance(texts, list | tuple | Mapping) else ():
                if isinstance(text, str) and is_own(text):
                    file, name, _settings = split_own(text.strip())
                    yield f"{table}.{key}", f"{file}:{name}"


def allow_named(settings: Mapping[str, Any], folder: Path) -> None:
    """Allow the files of code that an experiment names, as whoever runs it means them to be run.

    folder: where they are looked for first; then in the current one.
    """
    for key, text in named_code(settings):
        file = split_own(text)[0]
        found = [place for place in (folder / file, Path(file)) if is_file(place)]
        if not found:
            raise BadInput(f"{key} is {text!r}, but there is no file {shown_path(Path(file))}")
        allow(found[0])


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
    elsewhere = by_last_part(every_setting())
    return unknown_key(where, list(model.model_fields), "a setting", elsewhere)


def every_setting() -> list[str]:
    """Every setting of an experiment by its dotted key, such as `evolution.population`; those of
    all algorithms and architectures of ours."""
    found = dotted_settings(Experiment)
    for catalogue in (ARCHITECTURE_CATALOGUE, ALGORITHM_CATALOGUE):
        found += catalogue.dotted_settings()
    return list(dict.fromkeys(found))


def by_last_part(dotted: Iterable[str]) -> dict[str, str]:
    """Dotted keys by their last part."""
    return {name.rpartition(".")[2]: name for name in dotted}
