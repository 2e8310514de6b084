"""Constrained Delaunay triangulations: segments as edges, without the triangles in holes and outside.

A segment becomes an edge by flips of the edges that cross it (Sloan, "A fast algorithm for generating
constrained Delaunay triangulations", Computers & Structures 47, 1993).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.delaunay import delaunay, flip, flip_to_delaunay
from gpu.meshes.predicates import orientation
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh, check_range
from partitioners.errors import InputError


def triangulate(
    points: Any, segments: Any = (), holes: Any = (), *, name: str = "points", first: int = 0
) -> TriangleMesh:
    """The constrained Delaunay triangulation of points, segments and holes.

    Without segments, the mesh covers the convex hull. With them, it covers what they enclose. Points that no
    triangle has are removed.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        At least three that are not on one line.
    segments : array_like of int, shape (s, 2)
        Ends of segments. A segment through other points becomes several edges.
    holes : array_like, shape (h, 2)
        A point in each hole.
    name : str
        Appears in messages.
    first : int
        Number of the first point, segment and hole in messages.

    Raises
    ------
    InputError
        As :func:`gpu.meshes.delaunay.delaunay`; or segments cross or do not enclose anything, or a hole lies
        outside of the segments.
    """
    mesh = delaunay(points, name=name, first=first)
    mine = np.asarray(segments, np.int64).reshape(-1, 2)
    inside = np.asarray(holes, np.float64).reshape(-1, 2)
    if len(mine) == 0:
        if len(inside):
            raise InputError(f"{name}: there are holes but no segments; add the segments around each hole")
        return mesh
    check_range(mine, mesh.num_points, name, "segment", first)
    made = _Recovery(mesh, mine, name, first)
    for segment, (start, end) in enumerate(mine.tolist()):
        made.recover(segment, start, end)
    flip_to_delaunay(made.points, made.triangles, made.neighbours, made.marks)
    removed = _outside(made, inside, first)
    if removed.all():
        raise InputError(f"{name}: the segments enclose no area; close the polygon of segments")
    return _without(made, removed, mine, name)


class _Recovery:
    """A triangulation in which segments become edges, one after the other."""

    def __init__(self, mesh: TriangleMesh, segments: NDArray[np.int64], name: str, first: int) -> None:
        self.points, self.segments, self.name, self.first = mesh.points, segments, name, first
        self.triangles, self.neighbours = mesh.triangles.copy(), mesh.neighbours.copy()
        self.marks = np.full_like(self.triangles, -1)
        self._triangle_at = np.zeros(mesh.num_points, np.int64)
        self._triangle_at[self.triangles] = np.arange(mesh.num_triangles)[:, None]

    def recover(self, segment: int, start: int, end: int) -> None:
        """Make a segment an edge, or several edges if it leads through other points."""
        if start == end:
            raise InputError(
                f"{self.name}: segment {segment + self.first} begins and ends at point {start + self.first}; "
                "remove it"
            )
        while start != end:
            crossed, reached = self._crossed(segment, start, end)
            self._flip_away(crossed, start, reached)
            self._mark(segment, start, reached)
            start = reached

    def _around(self, point: int) -> Iterator[tuple[int, int]]:
        """The triangles at a point, and the corner that it is."""
        seen = {int(self._triangle_at[point])}
        waiting = [*seen]
        while waiting:
            t = waiting.pop()
            yield t, int((self.triangles[t] == point).argmax())
            for n, corner in zip(self.neighbours[t], self.triangles[t], strict=True):
                if corner != point and n >= 0 and int(n) not in seen and point in self.triangles[n]:
                    seen.add(int(n))
                    waiting.append(int(n))

    def _side(self, start: int, end: int, point: int) -> int:
        return int(orientation(*(self.points[each] for each in (start, end, point)))[0])

    def _ahead(self, start: int, end: int, point: int) -> bool:
        way, found = self.points[end] - self.points[start], self.points[point] - self.points[start]
        return bool(way @ found > 0)

    def _crossed(self, segment: int, start: int, end: int) -> tuple[list[tuple[int, int]], int]:
        """The edges that cross the line from a point towards the end, and the next point on the line."""
        for t, i in self._around(start):
            right, left = (int(self.triangles[t, each]) for each in (NEXT[i], PREVIOUS[i]))
            sides = self._side(start, end, right), self._side(start, end, left)
            for point, side in zip((right, left), sides, strict=True):
                if point == end or (side == 0 and self._ahead(start, end, point)):
                    return [], point
            if sides == (-1, 1):
                break
        else:
            raise InputError(
                f"{self.name}: segment {segment + self.first} leaves the convex hull of the points by less "
                "than their precision; add the hull's points between its ends"
            )
        crossed, k = [], i
        while True:
            if self.marks[t, k] >= 0:
                other = int(self.marks[t, k])
                raise InputError(
                    f"{self.name}: segments {min(other, segment) + self.first} and "
                    f"{max(other, segment) + self.first} cross; add a point where they do, and split both"
                )
            crossed.append((int(self.triangles[t, NEXT[k]]), int(self.triangles[t, PREVIOUS[k]])))
            n = int(self.neighbours[t, k])
            j = int((self.neighbours[n] == t).argmax())
            apex = int(self.triangles[n, j])
            side = self._side(start, end, apex)
            if apex == end or side == 0:
                return crossed, apex
            # The neighbour's edge from its corner j + 1, which is left of the line, or the one to j + 2.
            t, k = n, int(PREVIOUS[j] if side < 0 else NEXT[j])

    def _flip_away(self, crossed: list[tuple[int, int]], start: int, end: int) -> None:
        waiting = deque(crossed)
        while waiting:
            u, v = waiting.popleft()
            t, k = self._edge(u, v)
            n = int(self.neighbours[t, k])
            p, q = int(self.triangles[t, k]), int(self.triangles[n, (self.neighbours[n] == t).argmax()])
            if self._side(p, q, u) * self._side(p, q, v) >= 0:
                waiting.append((u, v))  # the four points are not convex before other edges are flipped
                continue
            changed = flip(self.triangles, self.neighbours, np.array([t]), np.array([k]), self.marks)
            self._triangle_at[self.triangles[changed]] = changed[:, None]
            if self._side(start, end, p) * self._side(start, end, q) < 0:
                waiting.append((p, q))

    def _edge(self, start: int, end: int) -> tuple[int, int]:
        """A triangle with an edge between two points, and the edge."""
        for t, i in self._around(start):
            for k, point in ((PREVIOUS[i], NEXT[i]), (NEXT[i], PREVIOUS[i])):
                if self.triangles[t, point] == end:
                    return t, int(k)
        raise AssertionError(f"no edge between points {start} and {end}")

    def _mark(self, segment: int, start: int, end: int) -> None:
        t, k = self._edge(start, end)
        if self.marks[t, k] >= 0:
            return  # part of an earlier segment on the same line
        self.marks[t, k] = segment
        n = self.neighbours[t, k]
        if n >= 0:
            self.marks[n, (self.neighbours[n] == t).argmax()] = segment


def _outside(made: _Recovery, holes: NDArray[np.float64], first: int) -> NDArray[np.bool_]:
    """The triangles that are reached from unmarked edges of the rim, or from holes, across unmarked edges."""
    outside: NDArray[np.bool_] = np.any((made.neighbours < 0) & (made.marks < 0), axis=1)
    _spread(made, outside)
    for hole, point in enumerate(holes):
        corners = made.points[made.triangles]
        within = np.all(
            [orientation(corners[:, NEXT[k]], corners[:, PREVIOUS[k]], point) >= 0 for k in range(3)], axis=0
        )
        if not (within & ~outside).any():
            raise InputError(
                f"{made.name}: hole {hole + first} at ({point[0]:.10g}, {point[1]:.10g}) lies outside of the "
                "segments, or in another hole; move it inside the segments that enclose it, or remove it"
            )
        outside |= within
        _spread(made, outside)
    return outside


def _spread(made: _Recovery, outside: NDArray[np.bool_]) -> None:
    waiting = np.flatnonzero(outside)
    while waiting.size:
        beyond = made.neighbours[waiting][made.marks[waiting] < 0]
        waiting = np.unique(beyond[beyond >= 0])
        waiting = waiting[~outside[waiting]]
        outside[waiting] = True


def _without(
    made: _Recovery, removed: NDArray[np.bool_], segments: NDArray[np.int64], name: str
) -> TriangleMesh:
    """The mesh without some triangles, and without the points and segments that belong to no other one."""
    kept = np.flatnonzero(~removed)
    number = np.full(len(removed) + 1, -1, np.int32)
    number[kept] = np.arange(len(kept))
    corners, marks = made.triangles[kept], made.marks[kept]
    points, corners_now = np.unique(corners, return_inverse=True)
    known, marks_now = np.unique(marks[marks >= 0], return_inverse=True)
    marks[marks >= 0] = marks_now
    point_number = np.full(len(made.points), -1, np.int32)
    point_number[points] = np.arange(len(points))
    return TriangleMesh(
        made.points[points],
        corners_now.reshape(-1, 3).astype(np.int32),
        number[made.neighbours[kept]],  # -1 is the last element
        marks,
        point_number[segments[known]],
        name,
    )
