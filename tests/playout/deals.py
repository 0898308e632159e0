"""Random deals of Euchre for these tests."""

from neuroevo.cards import Stream, shuffled
from neuroevo.games import EUCHRE


def random_hands(seed, size=5):
    deck = shuffled(EUCHRE.deck(), Stream(1000 + seed))
    return tuple(tuple(deck[size * player : size * player + size]) for player in range(4))
