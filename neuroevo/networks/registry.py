"""Every architecture by name; a new one is a new file and a line here, or a user's own."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.errors import BadInput, choose_from
from neuroevo.extensions import ARCHITECTURES as ARCHITECTURES_GROUP
from neuroevo.extensions import is_own, load_own, load_packaged, packaged
from neuroevo.games import RuleSheet
from neuroevo.networks.architecture import Architecture, LayeredArchitecture
from neuroevo.networks.card import CardArchitecture
from neuroevo.networks.card_scorer import make_card_scorer, make_own
from neuroevo.networks.features import Feature, Loader, choose_features
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
    features: Sequence[str | Feature] = (),
    load: Loader = load_own,
) -> Architecture:
    """The architecture of this name for a game; what is not given is as that architecture has it:
    for `card` and `hand` the hidden sizes of the thesis' rule, for `scorer` 16 units and direct
    connections.

    A name such as `my_nets.py:Linear` is a user's own, and so may features be; `load` is asked for
    them. It is not `load_own` where a file that was merely loaded names them.
    """
    offered = packaged(ARCHITECTURES_GROUP)
    if is_own(name) or (name in offered and name not in ARCHITECTURES):
        if hidden or biases or direct is not None or chances or features:
            raise BadInput(
                f"architecture {name!r} takes no hidden, biases, direct, chances or features"
            )
        if is_own(name):
            return make_own(load(name, "architecture"), sheet, players)
        return make_card_scorer(load_packaged(ARCHITECTURES_GROUP, name), name, sheet, players)
    if name not in ARCHITECTURES:
        known = [*ARCHITECTURES, *offered]
        raise BadInput(f"there is no architecture {name!r}{choose_from(name, known)}")
    kind = ARCHITECTURES[name]
    if kind.takes_features:
        features = choose_features(features, load)
    return kind(sheet, players, tuple(hidden), biases, direct, chances, tuple(features))
