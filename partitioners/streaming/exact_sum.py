"""The sum of many floats, rounded once like ``math.fsum``, but in a fast compiled pass.

A float is an integer of 53 bits times a power of two. A compiled pass sums the integers of each exponent, in
two halves so that no sum overflows. The final sum uses Python's integers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernel_cache import njit

_HALF = 27


def exact_sum(values: NDArray[np.float64]) -> float:
    """The sum of finite values >= 0, equal to ``math.fsum``; infinity if ``math.fsum`` overflows.

    O(m).
    """
    if values.size and all_equal(values):
        return float(values[0]) * values.size + 0.0  # a product is rounded once, too; -0.0 becomes 0.0
    low, high = _halves(values.view(np.int64))
    total = 0
    for exponent in np.flatnonzero(low | high).tolist():
        total += ((int(high[exponent]) << _HALF) + int(low[exponent])) << max(exponent, 1)
    try:
        return total / (1 << 1075)
    except OverflowError:
        return float("inf")


@njit(cache=True)
def all_equal(values):  # type: ignore[no-untyped-def]
    """Whether all values are equal; it stops at the first one that is not."""
    for each in values:  # noqa: SIM110, Numba compiles no generator for all()
        if each != values[0]:
            return False
    return True


@njit(cache=True)
def _halves(bits):  # type: ignore[no-untyped-def]
    low = np.zeros(2048, np.int64)
    high = np.zeros(2048, np.int64)
    for word in bits:
        exponent = (word >> 52) & 2047
        mantissa = word & ((1 << 52) - 1)
        if exponent:  # else the number is subnormal, and its mantissa has no leading one
            mantissa |= 1 << 52
        low[exponent] += mantissa & ((1 << _HALF) - 1)
        high[exponent] += mantissa >> _HALF
    return low, high
