"""Every architecture by name; a new one is a new file and a line here."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.networks.architecture import Architecture
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.hand import HandArchitecture

ARCHITECTURES: dict[str, type[Architecture]] = {
    kind.name: kind for kind in (CardArchitecture, HandArchitecture)
}


def make_architecture(
    name: str,
    sheet: RuleSheet,
    players: int,
    hidden: Sequence[int] = (),
    biases: bool = False,
) -> Architecture:
    """The architecture of this name for a game; hidden sizes by the thesis' rule if not given."""
    if name not in ARCHITECTURES:
        raise BadInput(f"there is no architecture {name!r}: choose from {', '.join(ARCHITECTURES)}")
    return ARCHITECTURES[name](sheet, players, tuple(hidden), biases)
