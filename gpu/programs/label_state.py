"""The arrays of label propagation on a back end: graph, parts, totals of the parts, counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from partitioners.edge_cuts.pulp import grow
from partitioners.errors import InputError, OptionError
from partitioners.graph import Graph
from partitioners.undirected import undirected, vertex_work

LARGEST = 2**31 - 1
"""The largest number of the kernels' 32-bit integers."""

TOTAL_WEIGHT = 2**30
"""The total to which weights that are not small integers are scaled."""

COUNTS = 4
"""What an iteration counts: length of the next queue, moves, moves that undo one, edges looked at."""


@dataclass(frozen=True)
class Weights:
    """Vertex weights as integers.

    Attributes
    ----------
    values : ndarray of int32, shape (weights, n)
        The last row is the work.
    scale : ndarray of float64, shape (weights,)
        Each row is its weight times this factor, rounded.
    """

    values: NDArray[np.int32]
    scale: NDArray[np.float64]


def integer_weights(rows: list[NDArray[np.float64]]) -> Weights:
    """Scale weights to integers with a sum of at most 2^30; small integers stay as they are."""
    values, scales = [], []
    for row in rows:
        total = float(row.sum())
        exact = total <= TOTAL_WEIGHT and bool((row == np.floor(row)).all())
        scale = 1.0 if exact else (TOTAL_WEIGHT - row.size) / total
        values.append(np.rint(row * scale).astype(np.int32))
        scales.append(scale)
    return Weights(np.stack(values), np.array(scales))


def balanced_weights(graph: Graph, names: list[str]) -> list[NDArray[np.float64]]:
    """The weights that a partition of a graph balances: attributes of its vertices, and the work.

    Parameters
    ----------
    graph : Graph
    names : list of str
        Vertex attributes; if there is none, each vertex counts 1.

    Raises
    ------
    OptionError
        There is no such attribute, or a value is not a finite number of at least 0.
    """
    rows = []
    for name in names:
        if name not in graph.vertex:
            known = ", ".join(sorted(graph.vertex)) or "none"
            raise OptionError(
                f"vertex_weights has {name!r}, which is no vertex attribute of graph {graph.name!r}; it has: "
                f"{known}"
            )
        values = np.asarray(graph.vertex[name])
        if values.ndim != 1 or values.dtype.kind not in "biuf":
            raise OptionError(
                f"vertex attribute {name!r} of graph {graph.name!r} is not a number for each vertex; name "
                "another one in vertex_weights"
            )
        row = values.astype(np.float64)
        wrong = np.flatnonzero(~(np.isfinite(row) & (row >= 0)))
        if wrong.size:
            raise OptionError(
                f"vertex attribute {name!r} of graph {graph.name!r} is {row[wrong[0]]:g} at vertex "
                f"{wrong[0]}; expected a finite number of at least 0"
            )
        rows.append(row)
    work = vertex_work(graph)
    return [*(rows or [np.ones(graph.num_vertices)]), work if work.any() else np.ones(graph.num_vertices)]


class LabelState:
    """The state on a back end.

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned; self-loops are left out.
    backend : Backend
    weights : Weights
    parts : int
    block_size : int
    hashed : bool
        Whether the counts are hash tables, which need 8 bytes for each direction of an edge.

    Attributes
    ----------
    neighbour, edge_weight : ndarray of int32, shape (k,)
        Each undirected edge is stored twice; its weight is the number of edges that it stands for.
    owner : ndarray of int64, shape (k,)
        The vertex at the other end.
    self_loops : int
    device_bytes : int
        Bytes of all arrays on the back end.

    Raises
    ------
    InputError
        The graph has too many edges for 32-bit numbers.
    """

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        weights: Weights,
        parts: int,
        block_size: int,
        hashed: bool,
        dtype: str,
    ) -> None:
        self.backend, self.parts, self.weights = backend, parts, weights
        self.vertices = n = graph.num_vertices
        self.self_loops = int(np.count_nonzero(graph.src == graph.dst))
        if 2 * (graph.num_edges - self.self_loops) > LARGEST:
            raise InputError(
                f"graph {graph.name!r} has {graph.num_edges} edges, and the kernels count both directions of "
                f"each in 32-bit numbers, so at most {LARGEST // 2}; partition it with the method pulp"
            )
        self.indptr, self.neighbour, count = undirected(graph)
        self.edge_weight = count.astype(np.int32)
        self.owner = np.repeat(np.arange(n), np.diff(self.indptr))
        self.strength = np.bincount(self.owner, self.edge_weight, minlength=n).astype(np.int32)
        given = (self.indptr, self.neighbour, self.edge_weight, self.strength, weights.values.ravel())
        self._graph = tuple(backend.array(values.astype(np.int32)) for values in given)
        self.limit = backend.zeros(weights.scale.size, "int32")
        self.part, self.queued, self.last_move = (backend.zeros(n, "int32") for _ in range(3))
        self.queues = [backend.zeros(n, "int32") for _ in range(2)]
        self.totals = backend.zeros(2 * COUNTS + (2 + weights.scale.size) * parts, "int32")
        self.cut = backend.zeros(parts, "int32")
        slots = self.neighbour.size if hashed else 1
        self.table_key, self.table_value = backend.zeros(slots, "int32"), backend.zeros(slots, dtype)
        self._begin = backend.kernel("pulp_begin", block_size=block_size)
        self._cut = backend.kernel("pulp_cut", block_size=block_size)
        self._block_size = block_size
        arrays = (*self._graph, self.limit, self.part, self.queued, self.last_move, *self.queues)
        self.device_bytes = sum(
            array.dtype.itemsize * len(array)
            for array in (*arrays, self.totals, self.cut, self.table_key, self.table_value)
        )

    @property
    def inputs(self) -> tuple[Any, ...]:
        """Offsets, neighbours, weights of edges, strengths and weights of vertices on the back end."""
        return self._graph

    def restart(self, part: NDArray[np.int64]) -> None:
        """Set the part of each vertex and the totals, and empty the queues."""
        self.backend.write(self.part, part.astype(np.int32))
        counts = np.zeros(2 * COUNTS + 2 * self.parts, np.int64)
        self.backend.write(self.totals, np.concatenate([counts, self.used(part).ravel()]).astype(np.int32))
        self._begin(blocks_for(self.vertices, self._block_size), self.vertices, self.queued, self.last_move)

    def used(self, part: NDArray[Any]) -> NDArray[np.int64]:
        """The weights of the vertices of each part, shape (weights, parts), counted anew."""
        rows = [np.bincount(part, row, minlength=self.parts) for row in self.weights.values]
        return np.rint(rows).astype(np.int64)

    def used_of(self, totals: NDArray[np.int32]) -> NDArray[np.int32]:
        """The weights of the vertices of each part in a copy of the totals, shape (weights, parts)."""
        return totals[2 * (COUNTS + self.parts) :].reshape(-1, self.parts)

    def over_mean(self, used: NDArray[Any]) -> NDArray[np.float64]:
        """The largest of each weight over the mean, shape (weights,); 1 if all are 0."""
        total = used.sum(axis=1, dtype=np.int64)
        return np.where(total > 0, used.max(axis=1) * self.parts / np.maximum(total, 1), 1.0)

    def count_cut(self) -> NDArray[np.int32]:
        """Count the cut edges of each part on the back end, and copy them to the host; shape (parts,)."""
        self.backend.write(self.cut, np.zeros(self.parts, np.int32))
        offset, head, edge_weight, _, _ = self._graph
        blocks = blocks_for(32 * self.vertices, self._block_size)
        self._cut(blocks, self.vertices, offset, head, edge_weight, self.part, self.cut)
        return self.backend.numpy(self.cut)

    def cut_of(self, part: NDArray[Any]) -> NDArray[np.int64]:
        """The cut edges of each part, counted on the host; shape (parts,)."""
        is_cut = part[self.owner] != part[self.neighbour]
        cut = np.bincount(part[self.owner[is_cut]], self.edge_weight[is_cut], minlength=self.parts)
        return np.rint(cut).astype(np.int64)

    def communication_volume(self, part: NDArray[Any]) -> int:
        """The number of pairs of a vertex and a part other than its own that has a neighbour of it."""
        foreign = part[self.owner] != part[self.neighbour]
        pairs = self.owner[foreign] * self.parts + part[self.neighbour[foreign]]
        return int(np.unique(pairs).size)


def first_parts(state: LabelState, work: NDArray[np.float64], parts: int, seed: int) -> NDArray[np.int64]:
    """The part of each vertex before the first iteration: parts grow from random vertices, as in PuLP."""
    n = state.vertices
    if parts == 1 or n == 0:
        return np.zeros(n, np.int64)
    share = (work / work.sum() + 1 / n) / 2
    order = np.random.default_rng(seed).permutation(n)
    return grow(state.indptr, state.neighbour.astype(np.int64), share, order, parts)
