"""Every game by name: the files in `data/games`, what packages offer, and what Python registers.

A game in a file of one's own is found by the file's name, and needs no registration.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from neuroevo import extensions
from neuroevo.errors import BadInput, choose_from, did_you_mean
from neuroevo.files import data_folders, is_file, shown_path
from neuroevo.games.sheet import GAME_FILES, RuleSheet
from neuroevo.games.sheet_files import read_sheet


def shipped_files() -> dict[str, Path]:
    """The files of the games that come with the toolkit, by name."""
    for folder in data_folders():
        found = {path.stem: path for path in (folder / "games").glob(f"*{GAME_FILES}")}
        if found:
            return dict(sorted(found.items()))
    folders = ", ".join(str(folder / "games") for folder in data_folders())
    raise BadInput(f"neuroevo is not installed whole: there are no games in {folders}")


class Games(Mapping[str, RuleSheet]):
    """Games by name, whatever the case. Those of packages are loaded when they are asked for."""

    def __init__(self) -> None:
        self.files = shipped_files()
        self._shipped = {name: self._read(name, path) for name, path in self.files.items()}
        self._registered: dict[str, RuleSheet] = {}

    @staticmethod
    def _read(name: str, path: Path) -> RuleSheet:
        sheet = read_sheet(path)
        if sheet.name != name:
            raise BadInput(f"{path}: the game's name is {sheet.name!r}: so must the file's be")
        return sheet

    def __getitem__(self, name: str) -> RuleSheet:
        name = name.lower()
        if name in self._here:
            return self._here[name]
        if name in extensions.packaged(extensions.GAMES):
            return _packaged_game(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        offered = extensions.packaged(extensions.GAMES)
        return iter(dict.fromkeys([*self._here, *offered]))

    def __len__(self) -> int:
        return len(list(iter(self)))

    @property
    def _here(self) -> dict[str, RuleSheet]:
        return self._shipped | self._registered

    def at_hand(self, name: str) -> RuleSheet:
        """A game of the toolkit, or a registered one: no package's code is run for its name."""
        if name.lower() not in self._here:
            raise BadInput(f"there is no game {name!r}{choose_from(name, self._here)}")
        return self._here[name.lower()]

    def register(self, sheet: RuleSheet) -> None:
        """Add a game whose name is free, or that is there already."""
        if self.get(sheet.name, sheet) != sheet:
            raise BadInput(two_games(sheet, "", self))
        if sheet.name.lower() not in self:
            self._registered[sheet.name.lower()] = sheet

    def origin(self, name: str) -> str:
        """Where a game comes from: a folder, a package, or this program."""
        name = name.lower()
        if name in self.files:
            return str(self.files[name].parent)
        if name in self._registered:
            return "this program"
        distribution = extensions.packaged(extensions.GAMES)[name].dist
        return f"the package {distribution.name}" if distribution is not None else "a package"

    def ships(self, sheet: RuleSheet, *, any_trump: bool = False) -> bool:
        """Whether the toolkit comes with a game of this name and exactly these rules.

        any_trump: wherever trumps come from.
        """
        known = self._shipped.get(sheet.name)
        return known is not None and set(known.differs_in(sheet)) <= (
            {"trump"} if any_trump else set()
        )


def _packaged_game(name: str) -> RuleSheet:
    """What a package offers: a sheet, a function that returns one, or the path of a file."""
    offered: Any = extensions.load_packaged(extensions.GAMES, name)
    who = f"the game {name!r} of a package ({extensions.packaged(extensions.GAMES)[name].value})"
    if callable(offered):
        try:
            offered = offered()
        except Exception as error:
            raise BadInput(f"{who}: {extensions.in_words(error)}") from error
    if isinstance(offered, str | Path):
        offered = read_sheet(Path(offered))
    if not isinstance(offered, RuleSheet):
        raise BadInput(f"{who} is no RuleSheet, function that returns one, or path of a TOML file")
    if offered.name.lower() != name:
        raise BadInput(f"{who} is called {offered.name!r}: the two names must be the same")
    return offered


GAMES = Games()
"""Every game that is known by name."""


def two_games(sheet: RuleSheet, where: str, games: Games) -> str:
    """What to say of a game whose name is taken by other rules."""
    differing = ", ".join(sheet.differs_in(games[sheet.name]))
    return (
        f"{where}two games of one name: there is a game named {sheet.name!r} already (from "
        f"{games.origin(sheet.name)}), which differs in {differing}: choose another name"
    )


def register_game(sheet: RuleSheet) -> RuleSheet:
    """Make a game known by its name to everything that takes one.

    A name is taken only once; the same rules again change nothing, so a notebook's cell can be run
    twice.
    """
    GAMES.register(sheet)
    return sheet


def find_game(game: str | Path | RuleSheet, folder: Path | None = None) -> RuleSheet:
    """The rule sheet of a game by its name, or in a TOML file; a sheet is itself.

    folder: where a file is looked for first; then the current one.
    """
    if isinstance(game, RuleSheet):
        return game
    name = str(game).strip()
    if name.lower().endswith(GAME_FILES):
        return _game_in_file(Path(name), folder)
    try:
        return GAMES[name]
    except KeyError:
        raise BadInput(
            f"there is no game {shown_path(Path(name))!r}{choose_from(name, GAMES)}, or name a "
            f"{GAME_FILES} file"
        ) from None


def _game_in_file(path: Path, folder: Path | None) -> RuleSheet:
    if folder is not None and is_file(folder / path):
        path = folder / path
    if not is_file(path):
        try:
            beside = [str(path.parent / one.name) for one in path.parent.glob(f"*{GAME_FILES}")]
        except (OSError, ValueError):
            beside = []
        raise BadInput(f"there is no game file {shown_path(path)}{did_you_mean(str(path), beside)}")
    sheet = read_sheet(path)
    if GAMES.get(sheet.name, sheet) != sheet:
        raise BadInput(two_games(sheet, f"{shown_path(path)}: ", GAMES))
    return sheet
