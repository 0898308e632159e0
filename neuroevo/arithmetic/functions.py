"""log, exp, powers and the normal quantile in float64, from basic operations alone.

The C library's own are good to about one unit in the last place, but which unit depends on its
version and on the processor, for which it picks another variant. These are about as good, and the
same everywhere. One text runs plain and compiled, with the same bits.
"""

from __future__ import annotations

import math

from numba.extending import register_jitable

from neuroevo.linked import LINK

plain_and_compiled = register_jitable(error_model="numpy", **LINK)
"""Nothing here divides by zero; if that were checked, a loop could not compute several at once."""

LN2 = 0.6931471805599453
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""ln 2 in two parts: a whole number of up to 20 bits times the first is exact."""
SQRT_HALF = 0.7071067811865476


@plain_and_compiled
def log(x: float) -> float:
    """The natural logarithm of a positive, finite number.

    x = m * 2**e with m about 1, and log m = 2 artanh s with s = (m - 1) / (m + 1), as a series.

    >>> log(1.0), log(10.0) - math.log(10.0)
    (0.0, 0.0)
    """
    fraction, exponent = math.frexp(x)
    if fraction < SQRT_HALF:
        fraction *= 2.0
        exponent -= 1
    s = (fraction - 1.0) / (fraction + 1.0)
    z = s * s
    series = 1.0 / 21.0
    for odd in range(19, 1, -2):
        series = series * z + 1.0 / odd
    return exponent * LN2_HIGH + (exponent * LN2_LOW + (2.0 * s + 2.0 * s * (series * z)))


@plain_and_compiled
def exp_series(r: float) -> float:
    """`exp` of an r within half of ln 2: Taylor's series."""
    series = 1.0 / 87_178_291_200.0
    series = series * r + 1.0 / 6_227_020_800.0
    series = series * r + 1.0 / 479_001_600.0
    series = series * r + 1.0 / 39_916_800.0
    series = series * r + 1.0 / 3_628_800.0
    series = series * r + 1.0 / 362_880.0
    series = series * r + 1.0 / 40_320.0
    series = series * r + 1.0 / 5_040.0
    series = series * r + 1.0 / 720.0
    series = series * r + 1.0 / 120.0
    series = series * r + 1.0 / 24.0
    series = series * r + 1.0 / 6.0
    series = series * r + 1.0 / 2.0
    return 1.0 + (r + r * r * series)


@plain_and_compiled
def exp(x: float) -> float:
    """e to the power of x; 0 where that is too small for a float, infinite where it is too large.

    x = k ln 2 + r with r within half of ln 2, and Taylor's series for r.

    >>> exp(0.0), exp(-800.0), exp(800.0), abs(exp(1.0) - math.e) < 1e-15
    (1.0, 0.0, inf, True)
    """
    if x < -745.2:
        return 0.0
    if x > 709.782712893384:
        return math.inf
    k = math.floor(x * (1.0 / LN2) + 0.5)
    return math.ldexp(exp_series((x - k * LN2_HIGH) - k * LN2_LOW), int(k))


@plain_and_compiled
def log1p(x: float) -> float:
    """log(1 + x) to all digits even where x is small; x above -1.

    Kahan's: the error of rounding 1 + x cancels out in a quotient.

    >>> log1p(0.0), log1p(-1e-20), log1p(1.0) == log(2.0)
    (0.0, -1e-20, True)
    """
    moved = 1.0 + x
    return x if moved == 1.0 else log(moved) * (x / (moved - 1.0))


@plain_and_compiled
def expm1(x: float) -> float:
    """exp(x) - 1 to all digits even where x is small; Kahan's too.

    >>> expm1(0.0), expm1(-1e-20), expm1(-800.0)
    (0.0, -1e-20, -1.0)
    """
    reached = exp(x)
    if reached == 1.0:
        return x
    gained = reached - 1.0
    return gained if gained == -1.0 or reached == math.inf else gained * (x / log(reached))


@plain_and_compiled
def power(base: float, exponent: float) -> float:
    """A positive number to any power.

    >>> power(2.0, 0.0), round(power(0.25, 0.5), 15)
    (1.0, 0.5)
    """
    return exp(exponent * log(base))


@plain_and_compiled
def whole_power(base: float, exponent: int) -> float:
    """A number to a whole power of 0 or more, by squaring.

    >>> whole_power(0.5, 3), whole_power(0.999, 0)
    (0.125, 1.0)
    """
    result = 1.0
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


ROOT_OF_TWO_PI = 2.5066282746310002
TAIL_FROM = 3.0
TAIL_TERMS = 100
"""Enough for the continued fraction from here on; further out it takes ever fewer."""


@plain_and_compiled
def normal_below(x: float) -> float:
    """The chance that a standard normal number is below x.

    In the middle by a series all of whose terms have one sign (Marsaglia 2004, "Evaluating the
    normal distribution"), in the tails by Laplace's continued fraction, where small chances keep
    their digits.

    >>> normal_below(0.0), round(normal_below(1.96), 12), round(normal_below(-40.0), 12)
    (0.5, 0.975002104852, 0.0)
    """
    density = exp(-0.5 * x * x) / ROOT_OF_TWO_PI
    if abs(x) < TAIL_FROM:
        term = x
        series = x
        odd = 3.0
        while series + term != series:
            term *= x * x / odd
            series += term
            odd += 2.0
        return 0.5 + density * series
    fraction = abs(x)
    for n in range(TAIL_TERMS, 0, -1):
        fraction = abs(x) + n / fraction
    return density / fraction if x < 0 else 1.0 - density / fraction


# Wichura 1988, "The percentage points of the normal distribution", algorithm AS 241 (PPND16): three
# fractions of polynomials, for the middle, the tails and what lies far out, good to about 1e-16.
MIDDLE = 0.425
"""So far from a half the middle reaches."""


@plain_and_compiled
def middle_quantile(q: float) -> float:
    """`normal_quantile` of 0.5 + q, for a q of at most MIDDLE either way: it has no branches."""
    r = 0.180625 - q * q
    top = 2509.0809287301226727
    top = top * r + 33430.575583588128105
    top = top * r + 67265.770927008700853
    top = top * r + 45921.953931549871457
    top = top * r + 13731.693765509461125
    top = top * r + 1971.5909503065514427
    top = top * r + 133.14166789178437745
    top = top * r + 3.3871328727963666080
    bottom = 5226.4952788528545610
    bottom = bottom * r + 28729.085735721942674
    bottom = bottom * r + 39307.895800092710610
    bottom = bottom * r + 21213.794301586595867
    bottom = bottom * r + 5394.1960214247511077
    bottom = bottom * r + 687.18700749205790830
    bottom = bottom * r + 42.313330701600911252
    bottom = bottom * r + 1.0
    return q * top / bottom


@plain_and_compiled
def _tail(r: float) -> float:
    r -= 1.6
    top = 7.74545014278341407640e-4
    top = top * r + 2.27238449892691845833e-2
    top = top * r + 2.41780725177450611770e-1
    top = top * r + 1.27045825245236838258
    top = top * r + 3.64784832476320460504
    top = top * r + 5.76949722146069140550
    top = top * r + 4.63033784615654529590
    top = top * r + 1.42343711074968357734
    bottom = 1.05075007164441684324e-9
    bottom = bottom * r + 5.47593808499534494600e-4
    bottom = bottom * r + 1.51986665636164571966e-2
    bottom = bottom * r + 1.48103976427480074590e-1
    bottom = bottom * r + 6.89767334985100004550e-1
    bottom = bottom * r + 1.67638483018380384940
    bottom = bottom * r + 2.05319162663775882187
    bottom = bottom * r + 1.0
    return top / bottom


@plain_and_compiled
def _far_out(r: float) -> float:
    r -= 5.0
    top = 2.01033439929228813265e-7
    top = top * r + 2.71155556874348757815e-5
    top = top * r + 1.24266094738807843860e-3
    top = top * r + 2.65321895265761230930e-2
    top = top * r + 2.96560571828504891230e-1
    top = top * r + 1.78482653991729133580
    top = top * r + 5.46378491116411436990
    top = top * r + 6.65790464350110377720
    bottom = 2.04426310338993978564e-15
    bottom = bottom * r + 1.42151175831644588870e-7
    bottom = bottom * r + 1.84631831751005468180e-5
    bottom = bottom * r + 7.86869131145613259100e-4
    bottom = bottom * r + 1.48753612908506148525e-2
    bottom = bottom * r + 1.36929880922735805310e-1
    bottom = bottom * r + 5.99832206555887937690e-1
    bottom = bottom * r + 1.0
    return top / bottom


@plain_and_compiled
def outer_quantile(chance: float) -> float:
    """`normal_quantile` of a chance that is further than MIDDLE from a half."""
    r = math.sqrt(-log(chance if chance < 0.5 else 1.0 - chance))
    found = _tail(r) if r <= 5.0 else _far_out(r)
    return -found if chance < 0.5 else found


@plain_and_compiled
def normal_quantile(chance: float) -> float:
    """Below which value a standard normal number lies with this chance, between 0 and 1.

    >>> normal_quantile(0.5), round(normal_quantile(0.975), 12)
    (0.0, 1.95996398454)
    """
    q = chance - 0.5
    if abs(q) <= MIDDLE:
        return middle_quantile(q)
    return outer_quantile(chance)
