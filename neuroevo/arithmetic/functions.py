"""log, exp, powers and the normal quantile in float64, from basic operations alone.

The C library's own are good to about one unit in the last place, but which unit depends on its
version and on the processor, for which it picks another variant. These are about as good, and the
same everywhere. One text runs plain and compiled, with the same bits.
"""

from __future__ import annotations

import math

from numba.extending import register_jitable

from neuroevo.linked import LINK

LN2 = 0.6931471805599453
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
"""ln 2 in two parts: a whole number of up to 20 bits times the first is exact."""
SQRT_HALF = 0.7071067811865476


@register_jitable(**LINK)
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


@register_jitable(**LINK)
def exp(x: float) -> float:
    """e to the power of x; 0 where that is too small for a float, infinite where it is too large.

    x = k ln 2 + r with r within half of ln 2, and Taylor's series for r.

    >>> exp(0.0), exp(-800.0), exp(800.0), abs(exp(1.0) - math.e) < 1e-15
    (1.0, 0.0, inf, True)
    """
    if x < -745.2:
        return 0.0
    if x > 709.8:
        return math.inf
    k = math.floor(x / LN2 + 0.5)
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    series = 1.0
    for n in range(14, 0, -1):
        series = 1.0 + r * series / n
    return math.ldexp(series, int(k))


@register_jitable(**LINK)
def power(base: float, exponent: float) -> float:
    """A positive number to any power.

    >>> power(2.0, 0.0), round(power(0.25, 0.5), 15)
    (1.0, 0.5)
    """
    return exp(exponent * log(base))


@register_jitable(**LINK)
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


# Wichura 1988, "The percentage points of the normal distribution", algorithm AS 241 (PPND16): three
# fractions of polynomials, for the middle, the tails and what lies far out, good to about 1e-16.


@register_jitable(**LINK)
def _middle(q: float) -> float:
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


@register_jitable(**LINK)
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


@register_jitable(**LINK)
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


@register_jitable(**LINK)
def normal_quantile(chance: float) -> float:
    """Below which value a standard normal number lies with this chance, between 0 and 1.

    >>> normal_quantile(0.5), round(normal_quantile(0.975), 12)
    (0.0, 1.95996398454)
    """
    q = chance - 0.5
    if abs(q) <= 0.425:
        return _middle(q)
    r = math.sqrt(-log(chance if q < 0 else 1.0 - chance))
    found = _tail(r) if r <= 5.0 else _far_out(r)
    return -found if q < 0 else found
