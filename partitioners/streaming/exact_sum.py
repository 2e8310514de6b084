"""The sum of many floats, rounded once like ``math.fsum``, but in a fast compiled pass.

A float is an integer of 53 bits times a power of two. A compiled pass sums the integers of each exponent, in
two halves so that no sum overflows. The final sum uses Python's integers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Float64, Int64
from partitioners.kernels.cache import njit

_HALF = 27


class ExactSum:
    """The sum of finite values >= 0 that come in several arrays, equal to ``math.fsum`` of all of them.

    Notes
    -----
    Up to 2^36 values, before a sum of halves of 27 bits could overflow.
    """

    def __init__(self) -> None:
        self._low, self._high = np.zeros(2048, np.int64), np.zeros(2048, np.int64)

    def add(self, values: NDArray[np.float64]) -> None:
        """Add the values of an array. O(m)."""
        _add_halves(values.view(np.int64), self._low, self._high)

    @property
    def value(self) -> float:
        """The sum so far; infinity if ``math.fsum`` overflows."""
        total = 0
        for exponent in np.flatnonzero(self._low | self._high).tolist():
            total += ((int(self._high[exponent]) << _HALF) + int(self._low[exponent])) << max(exponent, 1)
        try:
            return total / (1 << 1075)
        except OverflowError:
            return float("inf")


def exact_sum(values: NDArray[np.float64]) -> float:
    """The sum of finite values >= 0, equal to ``math.fsum``; infinity if ``math.fsum`` overflows.

    O(m).
    """
    if values.size and all_equal(values):
        return float(values[0]) * values.size + 0.0  # a product is rounded once, too; -0.0 becomes 0.0
    total = ExactSum()
    total.add(values)
    return total.value


@njit(cache=True)
def all_equal(values: Float64) -> bool:
    """Whether all values are equal; it stops at the first one that is not."""
    for each in values:  # noqa: SIM110, Numba compiles no generator for all()
        if each != values[0]:
            return False
    return True


@njit(cache=True)
def _add_halves(bits: Int64, low: Int64, high: Int64) -> None:
    for word in bits:
        exponent = (word >> 52) & 2047
        mantissa = word & ((1 << 52) - 1)
        if exponent:  # else the number is subnormal, and its mantissa has no leading one
            mantissa |= 1 << 52
        low[exponent] += mantissa & ((1 << _HALF) - 1)
        high[exponent] += mantissa >> _HALF
