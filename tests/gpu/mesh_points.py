"""Points near lines and circles, and the predicates in rational arithmetic."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray


def rational_orientation(a: Any, b: Any, c: Any) -> int:
    """The side of the line from a to b on which c lies."""
    (ax, ay), (bx, by), (cx, cy) = (map(Fraction, map(float, each)) for each in (a, b, c))
    return _sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))


def rational_in_circle(a: Any, b: Any, c: Any, d: Any) -> int:
    """The sign of the 4 x 4 determinant of lifted points: positive if d is in the circle of a, b, c."""
    rows = []
    for x, y in ([Fraction(float(value)) for value in each] for each in (a, b, c, d)):
        rows.append([x, y, x * x + y * y, Fraction(1)])
    return _sign(_determinant(rows))


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (
            (-1) ** i * row[0] * _determinant([each[1:] for j, each in enumerate(rows) if j != i])
            for i, row in enumerate(rows)
            if row[0]
        ),
        Fraction(0),
    )


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def near_degenerate(number: int, seed: int) -> tuple[NDArray[np.float64], ...]:
    """Four points each, of which the last are on or beside the line or circle of the others by a few ulps.

    A third lies on a lattice, a third on a line, a third on a circle with a large or small offset.
    """
    rng = np.random.default_rng(seed)
    lattice = rng.integers(-3, 4, (4, number, 2)).astype(np.float64)
    a, way = rng.random((number, 2)), rng.random((number, 2))
    line = np.stack([a + way * rng.integers(-4, 5, (number, 1)) / 8 for _ in range(4)])
    angle = rng.random((4, number, 1)) * 2 * np.pi
    offset = rng.choice([0, 1, 1e6, 1e-6], (number, 1))
    circle = offset + np.concatenate([np.cos(angle), np.sin(angle)], 2) * rng.choice(
        [1, 3, 1e-3], (number, 1)
    )
    points = np.choose(rng.integers(0, 3, (1, number, 1)), [lattice, line, circle])
    for _ in range(2):
        nudge = rng.integers(-1, 2, points.shape)
        points = np.where(nudge == 0, points, np.nextafter(points, np.copysign(np.inf, nudge)))
        if rng.random() < 0.5:
            break
    points[np.abs(points) < 1e-30] = 0
    a, b, c, d = points
    turned = np.array([rational_orientation(*each) < 0 for each in zip(a, b, c, strict=True)])
    b, c = np.where(turned[:, None], c, b), np.where(turned[:, None], b, c)
    return a, b, c, d
