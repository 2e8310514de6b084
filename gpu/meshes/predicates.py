"""Exact signs of two determinants: on which side of a line, and in which circle, a point lies.

A sum in floating point decides if it exceeds a bound of its error; else integers decide. The bounds are those
of Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", Discrete &
Computational Geometry 18 (1997). The kernels have functions of their own (``predicates.cuh``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_EPSILON = 2.0**-53
_ORIENTATION_BOUND = (3 + 16 * _EPSILON) * _EPSILON
_CIRCLE_BOUND = (10 + 96 * _EPSILON) * _EPSILON

LARGEST, SMALLEST = 2.0**100, 2.0**-100
"""Bounds of the absolute value of a coordinate other than 0, within which nothing overflows or underflows."""


def orientation(a: Any, b: Any, c: Any) -> NDArray[np.int8]:
    """The side of the line from ``a`` to ``b`` on which ``c`` lies: 1 left, -1 right, 0 on the line.

    Parameters
    ----------
    a, b, c : array_like, shape (n, 2)
        Points, finite and within :data:`SMALLEST` and :data:`LARGEST` or 0.

    Returns
    -------
    ndarray of int8, shape (n,)
        The exact signs.
    """
    return _signs(_orientation, _ORIENTATION_BOUND, a, b, c)


def in_circle(a: Any, b: Any, c: Any, d: Any) -> NDArray[np.int8]:
    """Whether ``d`` lies in the circle through ``a``, ``b`` and ``c``: 1 inside, -1 outside, 0 on it.

    Parameters
    ----------
    a, b, c, d : array_like, shape (n, 2)
        Points as in :func:`orientation`; ``a``, ``b`` and ``c`` turn left.

    Returns
    -------
    ndarray of int8, shape (n,)
        The exact signs.
    """
    return _signs(_in_circle, _CIRCLE_BOUND, a, b, c, d)


def _signs(determinant: Callable[..., tuple[Any, Any]], bound: float, *given: Any) -> NDArray[np.int8]:
    points = np.broadcast_arrays(*(np.asarray(each, np.float64).reshape(-1, 2) for each in given))
    value, magnitude = determinant(*(axis for each in points for axis in each.T))
    sign = np.sign(value).astype(np.int8)
    open_ = np.flatnonzero(np.abs(value) <= bound * magnitude)
    if open_.size:
        integers = _integers(np.stack([each[open_] for each in points]))
        exact, _ = determinant(*(axis for each in integers for axis in each.T))
        sign[open_] = (exact > 0).astype(np.int8) - (exact < 0).astype(np.int8)
    return sign


def _orientation(ax: Any, ay: Any, bx: Any, by: Any, cx: Any, cy: Any) -> tuple[Any, Any]:
    left, right = (ax - cx) * (by - cy), (ay - cy) * (bx - cx)
    return left - right, abs(left) + abs(right)


def _in_circle(ax: Any, ay: Any, bx: Any, by: Any, cx: Any, cy: Any, dx: Any, dy: Any) -> tuple[Any, Any]:
    ax, ay, bx, by, cx, cy = ax - dx, ay - dy, bx - dx, by - dy, cx - dx, cy - dy
    value: Any = 0
    magnitude: Any = 0
    for px, py, qx, qy, rx, ry in (
        (ax, ay, bx, by, cx, cy),
        (bx, by, cx, cy, ax, ay),
        (cx, cy, ax, ay, bx, by),
    ):
        square = px * px + py * py
        value = value + square * (qx * ry - rx * qy)
        magnitude = magnitude + square * (abs(qx * ry) + abs(rx * qy))
    return value, magnitude


def _integers(points: NDArray[np.float64]) -> NDArray[Any]:
    """Coordinates times one power of two, which makes all of them integers of any length."""
    fraction, exponent = np.frexp(points)
    mantissa = (fraction * 2.0**53).astype(np.int64)
    exponent = np.where(mantissa == 0, exponent.max(), exponent)
    return mantissa.astype(object) << (exponent - exponent.min()).astype(object)
