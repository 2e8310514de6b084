"""The mesh as a mapper sees it: tiles, hop distances, XY routes, links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mappers.regions import recursive_bisection
from partitioners.errors import OptionError
from partitioners.text.integers import check_integer

EAST, WEST, SOUTH, NORTH = range(4)
"""The four links that leave a tile: x + 1, x - 1, y + 1, y - 1. Link id = 4 * tile + direction."""

DIRECTION_NAMES = ("east", "west", "south", "north")

_bisected = lru_cache(16)(recursive_bisection)  # the points of a sweep have few meshes


class Topology(Protocol):
    """The machine's network, as passed to a mapper."""

    @property
    def num_cores(self) -> int:
        """The number of cores; their ids are 0 .. num_cores - 1."""

    @property
    def distances(self) -> NDArray[np.int32]:
        """Hops between each pair of cores, shape (num_cores, num_cores)."""

    def regions(self, count: int) -> NDArray[np.int32]:
        """Divide the cores into ``count`` connected regions of about equal size; shape (num_cores,)."""


@dataclass(frozen=True)
class Mesh:
    """A two-dimensional mesh of width x height tiles with XY (x first) dimension-order routing.

    Tile id = x + width * y; each tile has one core.

    Raises
    ------
    OptionError
        A side is not an integer >= 1.
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        for side in ("width", "height"):
            value = getattr(self, side)
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
                raise OptionError(f"a mesh needs a {side} of at least 1 tile, got {value!r}")

    @property
    def num_cores(self) -> int:
        """Width x height."""
        return self.width * self.height

    @property
    def num_links(self) -> int:
        """The number of link ids, 0 .. num_links - 1; links that would leave the mesh carry no traffic."""
        return 4 * self.num_cores

    def position(self, core: int) -> tuple[int, int]:
        """(x, y) of a tile."""
        return core % self.width, core // self.width

    def core_at(self, x: int, y: int) -> int:
        """The tile at (x, y)."""
        return x + self.width * y

    @cached_property
    def distances(self) -> NDArray[np.int32]:
        """Hops between each pair of tiles, |dx| + |dy|, shape (num_cores, num_cores)."""
        tile = np.arange(self.num_cores, dtype=np.int32)
        x, y = tile % self.width, tile // self.width
        return np.abs(x[:, None] - x) + np.abs(y[:, None] - y)

    def neighbours(self, core: int) -> list[int]:
        """The ids of the tiles one hop away, ascending."""
        x, y = self.position(core)
        near = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
        return [self.core_at(i, j) for i, j in near if 0 <= i < self.width and 0 <= j < self.height]

    def regions(self, count: int) -> NDArray[np.int32]:
        """Divide the tiles into connected regions whose sizes differ by at most one; shape (num_cores,).

        Recursive bisection, see :func:`mappers.regions.recursive_bisection`.

        Raises
        ------
        OptionError
            ``count`` is not an integer of 1 .. num_cores.
        """
        if check_integer("the number of regions", count, 1) > self.num_cores:
            raise OptionError(
                f"a mesh of {self.width} x {self.height} tiles cannot be divided into {count} regions; "
                f"choose at most {self.num_cores}"
            )
        return _bisected(self.width, self.height, int(count)).copy()

    def route(self, source: int, target: int) -> list[int]:
        """The links of the XY route in order; empty if source and target are the same tile."""
        x, y = self.position(source)
        to_x, to_y = self.position(target)
        links = []
        while x != to_x:
            direction = EAST if to_x > x else WEST
            links.append(4 * self.core_at(x, y) + direction)
            x += 1 if direction == EAST else -1
        while y != to_y:
            direction = SOUTH if to_y > y else NORTH
            links.append(4 * self.core_at(x, y) + direction)
            y += 1 if direction == SOUTH else -1
        return links


def axes(topology: Topology) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The position of each core on every axis, and the distances between positions.

    The hops between two cores are the sum of their distances over the axes.

    Returns
    -------
    position : ndarray of int64, shape (axes, cores)
        Positions are numbered consecutively across all axes.
    apart : ndarray of int64, shape (positions, positions)
        Zero between positions of different axes.
    """
    if not isinstance(topology, Mesh):
        return np.arange(topology.num_cores)[None], np.ascontiguousarray(topology.distances, np.int64)
    width, height = topology.width, topology.height
    core = np.arange(topology.num_cores)
    apart = np.zeros((width + height, width + height), np.int64)
    for begin, end in ((0, width), (width, width + height)):
        along = np.arange(end - begin)
        apart[begin:end, begin:end] = np.abs(along[:, None] - along)
    return np.stack([core % width, width + core // width]), apart
