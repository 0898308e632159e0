"""How a Monte-Carlo player thinks, as a record for the kernels; and settings in a player's name.

`mc-extra:shuffles=50:playouts=2` is a name with settings.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from neuroevo.errors import BadInput, did_you_mean
from neuroevo.limits import MOST_SHUFFLES

EXACT, REJECTION, REJECTION_NEW, TRUTH = range(4)
WAYS = {"exact": EXACT, "rejection": REJECTION, "rejection-new": REJECTION_NEW, "truth": TRUTH}
"""Where a world comes from: `worlds.py` says how."""

REST_RANDOM, REST_GREEDY, REST_HEURISTIC = range(3)
RESTS = {"random": REST_RANDOM, "greedy": REST_GREEDY, "heuristic": REST_HEURISTIC}
"""Who plays a world out."""

MANNER = np.dtype(
    [
        ("by_mean", np.int64),  # judge a card by the mean of its play-outs, or by the best of them
        ("together", np.int64),  # all cards on the same worlds, or each on worlds of its own
        ("shuffles", np.int64),  # worlds
        ("playouts", np.int64),  # of each card in a world
        ("limit", np.int64),  # rejection: takes the truth instead of the try of this number
        ("way", np.int64),
        ("rest", np.int64),
        ("exploration", np.int64),  # UCB: how wide bounds are, per cent of a round; 0: no UCB
        ("visible", np.int64),  # whether the card that made trumps is left with the dealer
    ],
    align=True,
)


@dataclass(frozen=True)
class Setting:
    """A number from `least` to `most`, or one of `choices`."""

    default: int | str
    about: str
    least: int = 1
    most: int = MOST_SHUFFLES
    choices: tuple[str, ...] = ()

    def read(self, player: str, name: str, text: str) -> int | str:
        """The value, or a line that says what would be right."""
        if self.choices:
            if text not in self.choices:
                raise BadInput(
                    f"{player}: {name} must be one of {', '.join(self.choices)}, not {text!r}"
                    f"{did_you_mean(text, self.choices)}"
                )
            return text
        try:
            value = int(text)
        except ValueError:
            value = self.least - 1
        if not self.least <= value <= self.most:
            raise BadInput(
                f"{player}: {name} must be a whole number of at least {self.least}, and at most "
                f"{self.most:,}, not {reprlib.repr(text)}"
            )
        return value


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """A player's name and its settings, unread.

    >>> split_name("mc-extra:shuffles=50:playouts=2")
    ('mc-extra', {'shuffles': '50', 'playouts': '2'})
    """
    name, *parts = text.strip().lower().split(":")
    settings = {}
    for part in parts:
        key, sign, value = part.partition("=")
        if not sign or not key or not value:
            raise BadInput(f"{name}: a setting is written key=value, not {part!r}")
        if key in settings:
            raise BadInput(f"{name}: {key} is given twice")
        settings[key] = value
    return name, settings


def read_settings(
    player: str, known: Mapping[str, Setting], given: Mapping[str, str]
) -> dict[str, int | str]:
    """All settings of a player: those given, and the defaults of the others."""
    for name in given:
        if name not in known:
            takes = f"takes {', '.join(known)}" if known else "has no settings"
            raise BadInput(f"{player} {takes}, not {name!r}{did_you_mean(name, known)}")
    return {
        name: setting.read(player, name, given[name]) if name in given else setting.default
        for name, setting in known.items()
    }
