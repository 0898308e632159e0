"""Every architecture by name; a new one is a new file and a line here."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.errors import BadInput, choose_from
from neuroevo.games import RuleSheet
from neuroevo.networks.architecture import Architecture, LayeredArchitecture
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.hand import HandArchitecture
from neuroevo.networks.scorer import ScorerArchitecture

ARCHITECTURES: dict[str, type[LayeredArchitecture]] = {
    kind.name: kind for kind in (CardArchitecture, HandArchitecture, ScorerArchitecture)
}


def make_architecture(
    name: str,
    sheet: RuleSheet,
    players: int,
    hidden: Sequence[int] = (),
    biases: bool = False,
    direct: bool | None = None,
    chances: bool = False,
    features: Sequence[str] = (),
) -> Architecture:
    """The architecture of this name for a game; what is not given is as that architecture has it:
    for `card` and `hand` the hidden sizes of the thesis' rule, for `scorer` 16 units and direct
    connections."""
    if name not in ARCHITECTURES:
        raise BadInput(f"there is no architecture {name!r}{choose_from(name, ARCHITECTURES)}")
    kind = ARCHITECTURES[name]
    return kind(sheet, players, tuple(hidden), biases, direct, chances, tuple(features))
