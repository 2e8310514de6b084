"""Pseudorandom numbers that are a function of a position, in compiled functions and on arrays of NumPy."""

from __future__ import annotations

from typing import Any

from partitioners.kernels.uncounted import inlined_kernel

_ADDED = 0x9E3779B97F4A7C15 - 2**64
_FIRST = 0xBF58476D1CE4E5B9 - 2**64
_SECOND = 0x94D049BB133111EB - 2**64


def mixed_numbers(position: Any) -> Any:
    """The pseudorandom numbers of positions: splitmix64, in the arithmetic of int64, as integers from 0 on.

    Parameters
    ----------
    position : int64, or ndarray of int64

    Returns
    -------
    int64, or ndarray of int64
        From 0 to 2^63 - 1.
    """
    h = (position + 1) * _ADDED
    h = (h ^ ((h >> 30) & (2**34 - 1))) * _FIRST
    h = (h ^ ((h >> 27) & (2**37 - 1))) * _SECOND
    return (h ^ ((h >> 31) & (2**33 - 1))) & (2**63 - 1)


mixed = inlined_kernel(mixed_numbers)
"""The same in kernels."""
