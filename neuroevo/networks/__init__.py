"""Networks that play cards: architectures, champions on disk, and their compiled play."""

from neuroevo.networks.architecture import (
    Architecture,
    ArchitectureSettings,
    LayeredArchitecture,
    LayerSettings,
    forward,
    hidden_size,
    random_weights,
)
from neuroevo.networks.card_scorer import CardScorer
from neuroevo.networks.champion import Champion, load_champion
from neuroevo.networks.player import NetworkPlayer
from neuroevo.networks.registry import ARCHITECTURES, find_architecture, make_architecture

__all__ = [
    "ARCHITECTURES",
    "Architecture",
    "ArchitectureSettings",
    "CardScorer",
    "Champion",
    "LayerSettings",
    "LayeredArchitecture",
    "NetworkPlayer",
    "find_architecture",
    "forward",
    "hidden_size",
    "load_champion",
    "make_architecture",
    "random_weights",
]
