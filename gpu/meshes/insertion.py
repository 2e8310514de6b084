"""Insertion of single points into a triangulation, by which those that Qhull leaves out are added."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.predicates import orientation
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS


class GrowingTriangles:
    """Triangles and their neighbours with space for points that are inserted later.

    Parameters
    ----------
    points : ndarray of float64, shape (n, 2)
        All points, those to insert as well.
    triangles, neighbours : ndarray of int32, shape (t, 3)
        A triangulation of some of them.
    more : int
        Number of points to insert at most.
    """

    def __init__(
        self,
        points: NDArray[np.float64],
        triangles: NDArray[np.int32],
        neighbours: NDArray[np.int32],
        more: int,
    ) -> None:
        self.points, self.size = points, len(triangles)
        space = np.full((2 * more, 3), -1, np.int32)
        self._triangles = np.concatenate([triangles, space])
        self._neighbours = np.concatenate([neighbours, space])

    @property
    def triangles(self) -> NDArray[np.int32]:
        """The triangles."""
        return self._triangles[: self.size]

    @property
    def neighbours(self) -> NDArray[np.int32]:
        """Their neighbours."""
        return self._neighbours[: self.size]

    def locate(self, point: int, start: int) -> tuple[int, NDArray[np.int8]] | None:
        """The triangle with a point, and the point's sides of its edges (0: on the edge, 1: within).

        The walk crosses one edge at a time that separates a triangle from the point. None: the point lies
        outside of all triangles.
        """
        t, steps = start, 0
        while True:
            corner = self.points[self._triangles[t]]
            side = orientation(corner[NEXT], corner[PREVIOUS], self.points[point])
            beyond = np.flatnonzero(side < 0)
            if beyond.size == 0:
                return t, side
            t = int(self._neighbours[t, beyond[steps % beyond.size]])
            steps += 1
            if t < 0:
                return None

    def insert(self, point: int, t: int, side: NDArray[np.int8]) -> list[int]:
        """Connect a point in a triangle with its corners; return the triangles that are new or changed."""
        on = np.flatnonzero(side == 0)
        rim = [(t, k) for k in range(3)] if on.size == 0 else self._around_edge(t, int(on[0]))
        edges = [self._edge(*each) for each in rim]
        closed = edges[-1][1] == edges[0][0]
        slots = list(dict.fromkeys(each for each, _ in rim))
        while len(slots) < len(rim):
            slots.append(self.size)
            self.size += 1
        for i, (mine, (start, end, outer)) in enumerate(zip(slots, edges, strict=True)):
            after = slots[(i + 1) % len(slots)] if closed or i + 1 < len(slots) else -1
            before = slots[i - 1] if closed or i else -1
            self._triangles[mine] = point, start, end
            self._neighbours[mine] = outer, after, before
            if outer >= 0:
                corner = int((self._triangles[outer] == end).argmax())
                self._neighbours[outer, PREVIOUS[corner]] = mine
        return slots

    def _around_edge(self, t: int, k: int) -> list[tuple[int, int]]:
        """The edges around an edge and its one or two triangles, counter-clockwise."""
        rim = [(t, int(NEXT[k])), (t, int(PREVIOUS[k]))]
        n = int(self._neighbours[t, k])
        if n >= 0:
            j = int((self._neighbours[n] == t).argmax())
            rim += [(n, int(NEXT[j])), (n, int(PREVIOUS[j]))]
        return rim

    def _edge(self, t: int, k: int) -> tuple[int, int, int]:
        """The start and the end of an edge, and the triangle beyond it."""
        return (
            int(self._triangles[t, NEXT[k]]),
            int(self._triangles[t, PREVIOUS[k]]),
            int(self._neighbours[t, k]),
        )
