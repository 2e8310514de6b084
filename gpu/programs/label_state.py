"""The arrays of label propagation on a back end: graph, parts, totals of the parts, counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.programs.label_graph import LabelGraph
from partitioners.errors import InputError

COUNTS = 4
"""What an iteration counts: length of the next queue, moves, moves that undo one, edges looked at."""


def bits_of_slot(parts: int, largest_count: int) -> tuple[int, int]:
    """The bits of a slot of a hash table, 32 or 64, and those of them that hold its count.

    Raises
    ------
    InputError
        The largest count and the number of a part do not fit into 64 bits.
    """
    part_bits = max(1, (parts - 1).bit_length())
    for slot_bits in 32, 64:
        if largest_count < 2 ** (slot_bits - part_bits):
            return slot_bits, slot_bits - part_bits
    raise InputError(
        f"parts is {parts}, and the edges of a vertex attract it with {largest_count}, which do not "
        "fit together into the 64 bits of a slot; choose fewer parts, or the table shared"
    )


class LabelState:
    """The state on a back end.

    Parameters
    ----------
    hashed : bool
        Whether the counts are hash tables, which have a slot for each direction of an edge.

    Attributes
    ----------
    inputs : tuple
        Offsets, neighbours, weights of edges, strengths and weights of vertices on the back end.
    part, queued, last_move : array of the back end, shape (n,)
    queues : list of two arrays of the back end, shape (n,)
    totals : array of the back end
        The counts of an even and of an odd iteration, the vertices that joined each part in them, and the
        weights of the vertices of each part.
    cut : array of the back end, shape (parts,)
    table : array of the back end
        The slots of the hash tables: the part in the upper bits, and the count in the lower ones.
    count_bits : int
        Bits of a count in a slot.
    has_wide_slots : bool
        Whether a slot has 8 bytes, because counts do not fit into one of 4.
    device_bytes : int
        Bytes of all arrays on the back end.
    """

    def __init__(self, graph: LabelGraph, backend: Backend, block_size: int, hashed: bool) -> None:
        self.graph, self.backend, self.parts = graph, backend, graph.parts
        n, weights = graph.vertices, graph.weights.values
        given = (graph.indptr, graph.neighbour, graph.edge_weight, graph.strength, weights.ravel())
        self.inputs: tuple[Any, ...] = tuple(backend.array(values.astype(np.int32)) for values in given)
        self.limit = backend.zeros(len(weights), "int32")
        self.part, self.queued, self.last_move = (backend.zeros(n, "int32") for _ in range(3))
        self.queues = [backend.zeros(n, "int32") for _ in range(2)]
        self.totals = backend.zeros(2 * COUNTS + (2 + len(weights)) * self.parts, "int32")
        self.cut = backend.zeros(self.parts, "int32")
        slot_bits, self.count_bits = bits_of_slot(self.parts, graph.largest_count()) if hashed else (32, 0)
        self.has_wide_slots = slot_bits == 64
        self.table = backend.zeros(graph.neighbour.size * slot_bits // 32 if hashed else 1, "uint32")
        self._begin = backend.kernel("pulp_begin", block_size=block_size)
        self._cut = backend.kernel("pulp_cut", block_size=block_size)
        self._block_size = block_size
        arrays = (*self.inputs, self.limit, self.part, self.queued, self.last_move, *self.queues, self.totals)
        self.device_bytes = sum(each.dtype.itemsize * len(each) for each in (*arrays, self.cut, self.table))

    def restart(self, part: NDArray[np.int64]) -> None:
        """Set the part of each vertex and the totals, and empty the queues."""
        graph = self.graph
        self.backend.write(self.part, part.astype(np.int32))
        counts = np.zeros(2 * COUNTS + 2 * self.parts, np.int64)
        self.backend.write(self.totals, np.concatenate([counts, graph.used(part).ravel()]).astype(np.int32))
        blocks = blocks_for(graph.vertices, self._block_size)
        self._begin(blocks, graph.vertices, self.queued, self.last_move)

    def used_of(self, totals: NDArray[np.int32]) -> NDArray[np.int32]:
        """The weights of the vertices of each part in a copy of the totals, shape (weights, parts)."""
        return totals[2 * (COUNTS + self.parts) :].reshape(-1, self.parts)

    def count_cut(self) -> NDArray[np.int32]:
        """Count the cut edges of each part on the back end, and copy them to the host; shape (parts,)."""
        self.backend.write(self.cut, np.zeros(self.parts, np.int32))
        offset, head, edge_weight, _, _ = self.inputs
        vertices = self.graph.vertices
        blocks = blocks_for(32 * vertices, self._block_size)
        self._cut(blocks, vertices, offset, head, edge_weight, self.part, self.cut)
        return self.backend.numpy(self.cut)
