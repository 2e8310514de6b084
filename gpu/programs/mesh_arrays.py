"""A triangle mesh and the cavities of its bad triangles in the memory of a back end (``mesh.cuh``)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import ResidentBackend
from gpu.meshes.triangle_mesh import MAX_ELEMENTS, TriangleMesh

COUNTERS = 11
POINTS, TRIANGLES, BAD_TRIANGLES, GAVE_UP, CAVITIES, ENDED, *_ = range(COUNTERS)
INSERTED, LISTED, TOO_LARGE, CHILDREN, STOLEN = range(ENDED + 1, COUNTERS)
"""Places of the counters."""

FIELDS = 9
"""Numbers of a cavity beside its lists."""

INITIAL_GROWTH = 2.2
"""Space for triangles and points at first, as a multiple of those of the mesh."""


class MeshArrays:
    """The arrays of a mesh on a back end, with space for new points and triangles.

    Attributes
    ----------
    count : array of int32
        The counters.
    growths : int
        How often the arrays were replaced by larger ones.
    """

    def __init__(self, backend: ResidentBackend, mesh: TriangleMesh) -> None:
        self.backend, self.mesh = backend, mesh
        self.restart()

    def restart(self) -> None:
        """Copy the mesh to the back end, with the space for a first run, so that each run is the same."""
        triangles = self.mesh.num_triangles
        self.capacity = min(int(INITIAL_GROWTH * triangles) + 64, MAX_ELEMENTS)
        self.point_capacity = self.mesh.num_points + self.capacity - triangles
        self.growths = 0
        self._make(self._start(), self.capacity, self.point_capacity)
        self.count = self.backend.array(self._counters())

    def counters(self) -> NDArray[np.int32]:
        """Copy the counters to the host."""
        return self.backend.numpy(self.count)

    def set_counters(self, counters: NDArray[np.int32]) -> None:
        """Copy counters to the back end."""
        self.backend.write(self.count, counters)

    def forget_owners(self) -> None:
        """Clear the owner of every triangle."""
        self.backend.write(self.owner, np.zeros(self.capacity, np.int32))

    def grow(self, triangles: int, points: int) -> None:
        """Make space for numbers of triangles and points, by copies of the arrays to the host and back.

        The arrays stay as they are if there is no memory for larger ones.

        Raises
        ------
        MemoryError
            There is none.
        """
        if triangles <= self.capacity and points <= self.point_capacity:
            return
        before = [self.backend.numpy(array) for array in self._arrays()]
        capacity, point_capacity = self.capacity, self.point_capacity
        if triangles > capacity:
            capacity = min(max(triangles, 2 * capacity), MAX_ELEMENTS)
        if points > point_capacity:
            point_capacity = min(max(points, 2 * point_capacity), MAX_ELEMENTS)
        self._make(before, capacity, point_capacity)
        self.capacity, self.point_capacity = capacity, point_capacity
        self.growths += 1

    def result(self) -> TriangleMesh:
        """Copy the mesh to the host."""
        triangles, points = (int(self.counters()[each]) for each in (TRIANGLES, POINTS))
        point = self.backend.numpy(self.point)[: 2 * points].reshape(-1, 2)
        corner, neighbour, mark = (
            self.backend.numpy(table)[: 3 * triangles].reshape(-1, 3)
            for table in (self.corner, self.neighbour, self.mark)
        )
        return TriangleMesh(point, corner, neighbour, mark, self.mesh.segments, self.mesh.name)

    def _start(self) -> list[NDArray[Any]]:
        mesh, size = self.mesh, self.mesh.num_triangles
        tables = (mesh.points, mesh.triangles, mesh.neighbours, mesh.marks)
        return [
            *(table.ravel() for table in tables),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(size, np.int32),
        ]

    def _counters(self) -> NDArray[np.int32]:
        return np.array([self.mesh.num_points, self.mesh.num_triangles, *[0] * (COUNTERS - 2)], np.int32)

    def _make(self, values: list[NDArray[Any]], capacity: int, point_capacity: int) -> None:
        sizes = [2 * point_capacity, *[3 * capacity] * 3, *[capacity] * 3]
        padded = (self._padded(each, size) for each, size in zip(values, sizes, strict=True))
        made = [self.backend.array(each) for each in padded]
        self.point, self.corner, self.neighbour, self.mark, self.state, self.touched, self.owner = made

    def _arrays(self) -> tuple[Any, ...]:
        return (
            *(self.point, self.corner, self.neighbour, self.mark),
            *(self.state, self.touched, self.owner),
        )

    @staticmethod
    def _padded(values: NDArray[Any], size: int) -> NDArray[Any]:
        found = np.zeros(size, values.dtype)
        found[: values.size] = values
        return found


class CavityArrays:
    """Space for cavities on a back end.

    Attributes
    ----------
    number : int
        Cavities.
    largest : int
        Triangles inside of a cavity at most.
    """

    def __init__(self, backend: ResidentBackend, number: int, largest: int) -> None:
        self.number, self.largest = number, largest
        self.field = backend.zeros(number * (FIELDS + 4 * largest + 7), "int32")
        self.centre = backend.zeros(2 * number, "float64")
