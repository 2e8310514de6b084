"""Levels of a breadth-first search whose nodes are found by reading the levels of all nodes.

The read-based method of Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU
and GPU", PACT 2011. The arrays stay on the back end, so a search can begin at any level and end at any level.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.node_splitting import split_nodes

THREADS_OF_NODE: Mapping[str, int] = MappingProxyType({"read_node": 1, "read_warp": 32})
"""The threads that read the level of a node, by variant."""

_ZERO = np.zeros(1, np.int32)


class LevelReading:
    """A breadth-first search of which the caller launches each level.

    Parameters
    ----------
    graph : Graph
        Weights are not used.
    variant : {'read_node', 'read_warp'}
    block_size : int
        Threads of a block, a multiple of 32 up to 1024.
    marks : bool
        Whether the back end also has a bitmap of the visited nodes, see :meth:`mark`.

    Raises
    ------
    OptionError
        There is no such variant, or no such block size.
    """

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        *,
        variant: str = "read_warp",
        block_size: int = 1024,
        marks: bool = False,
    ) -> None:
        if variant not in THREADS_OF_NODE:
            raise OptionError(f"variant is {variant!r}; choose one of {', '.join(THREADS_OF_NODE)}")
        self.graph, self.backend = graph, backend
        self._block_size, self._threads_of_node = block_size, THREADS_OF_NODE[variant]
        nodes = graph.num_vertices
        unsplit = split_nodes(graph, int(graph.out_degree.max()))
        self._edges = backend.array(unsplit.offset), backend.array(unsplit.head)
        self._level, self._found = backend.zeros(nodes, "int32"), backend.zeros(1, "int32")
        self._visit = backend.kernel(f"bfs_{variant}", block_size=block_size)
        if marks:
            self._visited = backend.zeros(words(nodes), "uint32")
            self._mark = backend.kernel("bfs_mark_level", block_size=block_size)

    def set_levels(self, level: NDArray[np.int32]) -> None:
        """Copy the levels of all nodes, shape (n,), to the back end."""
        self.backend.write(self._level, level)

    def set_visited(self, visited: NDArray[np.uint32]) -> None:
        """Copy the bitmap of the visited nodes, shape (:func:`words`,), to the back end."""
        self.backend.write(self._visited, visited)

    def visit(self, depth: int) -> bool:
        """Visit the neighbours of the nodes of a level. Returns whether any of them was new."""
        nodes = self.graph.num_vertices
        self.backend.write(self._found, _ZERO)
        blocks = blocks_for(self._threads_of_node * nodes, self._block_size)
        self._visit(blocks, nodes, depth, *self._edges, self._level, self._found)
        return bool(self.backend.numpy(self._found)[0])

    def mark(self, depth: int) -> int:
        """Set the bits of the nodes of a level in the bitmap. Returns how many nodes these are."""
        nodes = self.graph.num_vertices
        self.backend.write(self._found, _ZERO)
        blocks = blocks_for(nodes, self._block_size)
        self._mark(blocks, nodes, depth, self._level, self._visited, self._found)
        return int(self.backend.numpy(self._found)[0])

    def levels(self) -> NDArray[np.int32]:
        """Copy the levels of all nodes to the host."""
        return self.backend.numpy(self._level)

    def visited(self) -> NDArray[np.uint32]:
        """Copy the bitmap to the host."""
        return self.backend.numpy(self._visited)


def words(nodes: int) -> int:
    """The 32-bit words of a bitmap of the nodes."""
    return -(-nodes // 32)


def bitmap(level: NDArray[np.int32], depth: int) -> NDArray[np.uint32]:
    """The bitmap of the nodes up to a level: node v is bit ``v % 32`` of word ``v // 32``."""
    bits = np.zeros(32 * words(level.size), np.uint8)
    bits[: level.size] = level <= depth
    return np.packbits(bits, bitorder="little").view("<u4")
