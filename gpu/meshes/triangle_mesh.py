"""Triangle meshes in the plane: points, triangles, neighbours and segments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.predicates import LARGEST, SMALLEST
from partitioners.errors import InputError

NEXT, PREVIOUS = np.array([1, 2, 0]), np.array([2, 0, 1])
"""Corner k of a triangle is followed by corner NEXT[k]; edge k leads from NEXT[k] to PREVIOUS[k]."""

MAX_ELEMENTS = 2**31 // 3 - 1
"""Points or triangles at most, since numbers of edges are 32-bit integers."""


@dataclass(frozen=True)
class TriangleMesh:
    """A triangle mesh.

    Edge k of a triangle is opposite its corner k. An edge is marked if it is part of a segment of the input,
    which refinement may split but not remove. Every edge without a neighbour is marked.

    Attributes
    ----------
    points : ndarray of float64, shape (n, 2)
    triangles : ndarray of int32, shape (t, 3)
        The points at the corners of each triangle, counter-clockwise.
    neighbours : ndarray of int32, shape (t, 3)
        The triangle beyond each edge, or -1.
    marks : ndarray of int32, shape (t, 3)
        The segment of which each edge is a part, or -1.
    segments : ndarray of int32, shape (s, 2)
        The ends of the segments.
    """

    points: NDArray[np.float64]
    triangles: NDArray[np.int32]
    neighbours: NDArray[np.int32]
    marks: NDArray[np.int32]
    segments: NDArray[np.int32]
    name: str = field(default="mesh", compare=False)

    def __post_init__(self) -> None:
        for each in (self.points, self.triangles, self.neighbours, self.marks, self.segments):
            each.flags.writeable = False

    @property
    def num_points(self) -> int:
        """Number of points."""
        return len(self.points)

    @property
    def num_triangles(self) -> int:
        """Number of triangles."""
        return len(self.triangles)

    def corners(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The points at the three corners of the triangles, each of shape (t, 2)."""
        a, b, c = (self.points[self.triangles[:, k]] for k in range(3))
        return a, b, c

    def area(self) -> float:
        """The sum of the areas of the triangles."""
        return float(_twice_areas(*self.corners()).sum() / 2)

    def angles(self) -> NDArray[np.float64]:
        """The angles of all triangles in degrees, of shape (t, 3)."""
        return np.stack(_angles(*self.corners()), 1)

    def excused(self) -> NDArray[np.bool_]:
        """Which angles lie between two segments, of shape (t, 3); refinement cannot improve them."""
        return (self.marks[:, NEXT] >= 0) & (self.marks[:, PREVIOUS] >= 0)

    def smallest_angle(self) -> float:
        """The smallest angle in degrees that does not lie between two segments; 60 if all do."""
        return float(self.angles()[~self.excused()].min(initial=60))

    def bad_triangles(self, angle: float) -> NDArray[np.int64]:
        """The triangles with an angle below ``angle`` degrees that does not lie between two segments."""
        return np.flatnonzero(((self.angles() < angle) & ~self.excused()).any(1))


def check_points(points: Any, name: str, first: int = 0) -> NDArray[np.float64]:
    """Check the points of a mesh, and return them as an array.

    Raises
    ------
    InputError
        A point is not finite, out of range, or repeated.
    """
    found = np.array(points, np.float64).reshape(-1, 2) + 0.0  # no negative zeros
    if len(found) > MAX_ELEMENTS:
        raise InputError(f"{name}: the mesh has {len(found)} points; at most {MAX_ELEMENTS} are possible")
    size = np.abs(found)
    fits = (found == 0) | ((size >= SMALLEST) & (size <= LARGEST))
    wrong = np.flatnonzero(~fits.all(1))
    if wrong.size:
        i = wrong[0]
        x, y = found[i]
        cure = "a coordinate is 0 or from 2^-100 to 2^100 in absolute value; scale the points"
        if not np.isfinite(found[i]).all():
            cure = "coordinates are finite; remove the point"
        raise InputError(f"{name}: point {i + first} is ({x:.10g}, {y:.10g}); {cure}")
    order = np.lexsort(found.T)
    same = np.flatnonzero((found[order[1:]] == found[order[:-1]]).all(1))
    if same.size:
        i, j = sorted((int(order[same[0]]), int(order[same[0] + 1])))
        x, y = found[i]
        raise InputError(
            f"{name}: points {i + first} and {j + first} are both ({x:.10g}, {y:.10g}); remove one of them"
        )
    return found


def neighbours_of(triangles: NDArray[np.int32], name: str, first: int = 0) -> NDArray[np.int32]:
    """The triangle beyond each edge of counter-clockwise triangles, or -1.

    Raises
    ------
    InputError
        Two triangles lie on the same side of an edge.
    """
    start, end = triangles[:, NEXT].ravel().astype(np.int64), triangles[:, PREVIOUS].ravel().astype(np.int64)
    size = int(triangles.max()) + 1
    key, twin = start * size + end, end * size + start
    order = np.argsort(key, kind="stable")
    sorted_ = key[order]
    same = np.flatnonzero(sorted_[1:] == sorted_[:-1])
    if same.size:
        one, other = sorted(int(order[same[0] + more]) // 3 + first for more in (0, 1))
        edge = order[same[0]]
        raise InputError(
            f"{name}: triangles {one} and {other} overlap, since both lie left of the edge from point "
            f"{start[edge] + first} to point {end[edge] + first}; remove one of them"
        )
    at = np.searchsorted(sorted_, twin).clip(max=len(sorted_) - 1)
    found = np.where(sorted_[at] == twin, order[at] // 3, -1)
    return found.reshape(-1, 3).astype(np.int32)


def with_marks(
    points: NDArray[np.float64],
    triangles: NDArray[np.int32],
    neighbours: NDArray[np.int32],
    segments: NDArray[np.int64],
    name: str,
    first: int = 0,
) -> TriangleMesh:
    """Make a mesh, mark the edges that are segments, and add segments for edges without a neighbour.

    Raises
    ------
    InputError
        A segment is no edge of a triangle.
    """
    start, end = triangles[:, NEXT].astype(np.int64), triangles[:, PREVIOUS].astype(np.int64)
    size = len(points)
    key = np.minimum(start, end) * size + np.maximum(start, end)
    given = segments.min(1) * size + segments.max(1) if len(segments) else np.zeros(0, np.int64)
    known, index = np.unique(given, return_index=True)
    rim = np.unique(key[neighbours < 0])
    added = np.setdiff1d(rim, known)
    every = np.concatenate([segments[np.sort(index)], np.stack([added // size, added % size], 1)])
    keys = every.min(1) * size + every.max(1)
    order = np.argsort(keys)
    at = np.searchsorted(keys[order], key).clip(max=len(keys) - 1)
    marks = np.where(keys[order[at]] == key, order[at], -1).astype(np.int32)
    is_edge = np.zeros(len(every), np.bool_)
    is_edge[marks[marks >= 0]] = True
    if not is_edge.all():
        s = int(np.flatnonzero(~is_edge)[0])
        raise InputError(
            f"{name}: segment {s + first} from point {every[s, 0] + first} to point {every[s, 1] + first} is "
            "not an edge of any triangle; remove it, or leave the triangles out"
        )
    return TriangleMesh(points, triangles, neighbours, marks, every.astype(np.int32), name)


def check_range(numbers: NDArray[np.int64], points: int, name: str, what: str, first: int = 0) -> None:
    """Check that the corners of triangles or the ends of segments are points.

    Raises
    ------
    InputError
        A number is none of a point.
    """
    wrong = np.flatnonzero(((numbers < 0) | (numbers >= points)).any(1))
    if wrong.size:
        row = numbers[wrong[0]]
        unknown = row[(row < 0) | (row >= points)][0]
        raise InputError(
            f"{name}: {what} {wrong[0] + first} (points {listed(row + first)}) names point "
            f"{unknown + first}, but the points are {first} to {points - 1 + first}; correct the "
            "number, or add the point"
        )


def listed(numbers: NDArray[Any]) -> str:
    """Numbers, separated by commas."""
    return ", ".join(str(int(each)) for each in numbers)


def _twice_areas(a: Any, b: Any, c: Any) -> Any:
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])


def _angles(a: Any, b: Any, c: Any) -> list[NDArray[np.float64]]:
    """The angles at the corners, in degrees."""
    found = []
    for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
        u, v = q - p, r - p
        cross = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
        found.append(np.degrees(np.arctan2(cross, (u * v).sum(1))))
    return found
