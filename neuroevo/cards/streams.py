"""Random numbers that belong to the work, not to the worker.

A stream is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
2014): output number n of seed s is mix(s + n * GOLDEN), so any output can be reached at once. That
makes a tree of seeds: a run's key gives each deal a key, and a deal's key gives each seat a stream.
No stream depends on who plays what where, so the number of workers never changes a result.

The compiled twins are in `kernels/streams.py`; a test compares both with published values.
"""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
_MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """SplitMix64's finaliser: 64 bits in, 64 well-stirred bits out."""
    value = ((value ^ (value >> 30)) * MIX_1) & _MASK
    value = ((value ^ (value >> 27)) * MIX_2) & _MASK
    return value ^ (value >> 31)


def child_seed(seed: int, index: int) -> int:
    """Output number `index` (from 0) of the stream that starts at `seed`."""
    return mix((seed + (index + 1) * GOLDEN) & _MASK)


class Stream:
    """A seat's own dice for one round.

    >>> stream = Stream(1234567)
    >>> stream.draw(), stream.draw()
    (6457827717110365317, 3203168211198807973)
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def draw(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + GOLDEN) & _MASK
        return mix(self.state)

    def below(self, limit: int) -> int:
        """A random integer from 0 to limit - 1.

        The upper 32 bits are scaled down, so the chance of each value is off by at most 2**-32.
        """
        return ((self.draw() >> 32) * limit) >> 32


class Handful(Stream):
    """Several small random integers out of one draw of a stream.

    The draw, thrown when the first of them is asked for, is a fraction of one with 64 binary
    places. Times a limit, its whole part is the integer, and what stands behind the point is the
    fraction for the next (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation",
    2024). Each combination has the same number of fractions, give or take one: for four cards of
    hands of 13 its chance is off by less than a part in 2**49.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.left: int | None = None

    def draw(self) -> int:
        """The next 64 bits of the stream, past this handful."""
        return self.stream.draw()

    def below(self, limit: int) -> int:
        """A random integer from 0 to limit - 1."""
        scaled = (self.stream.draw() if self.left is None else self.left) * limit
        self.left = scaled & _MASK
        return scaled >> 64
