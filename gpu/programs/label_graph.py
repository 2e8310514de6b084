"""The graph of label propagation: its undirected form, integer weights, limits, and figures of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import hard_limit
from partitioners.errors import InputError, OptionError
from partitioners.graph import Graph
from partitioners.undirected import balanced_work, undirected

LARGEST = 2**31 - 1
"""The largest number of the kernels' 32-bit integers."""

TOTAL_WEIGHT = 2**30
"""The total to which weights that are not small integers are scaled."""


CUT_FIGURES = MappingProxyType(
    {
        "cut_edges": "cut edges; parallel and opposite edges count each",
        "largest_cut": "cut edges of the part that has most",
        "communication_volume": "pairs of a vertex and a part other than its own that has a neighbour of it",
        "vertices_over_mean": "largest number of vertices of a part over the mean",
        "work_over_mean": "largest work of a part over the mean",
        "work_limit": "limit of the work of a part over the mean",
        "self_loops": "edges from a vertex to itself, which are left out",
    }
)
"""The figures of a partition, and their meanings."""


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
                "an attribute of numbers in vertex_weights"
            )
        row = values.astype(np.float64)
        wrong = np.flatnonzero(~(np.isfinite(row) & (row >= 0)))
        if wrong.size:
            raise OptionError(
                f"vertex attribute {name!r} of graph {graph.name!r} is {row[wrong[0]]:g} at vertex "
                f"{wrong[0]}; expected a finite number of at least 0"
            )
        rows.append(row)
    work = balanced_work(graph)
    return [*(rows or [np.ones(graph.num_vertices)]), work if work.any() else np.ones(graph.num_vertices)]


class LabelGraph:
    """The undirected form of a graph that is partitioned into parts with limits.

    Parameters
    ----------
    graph : Graph
        Parallel and opposite edges are merged, and self-loops are left out.
    vertex_weights : list of str
        Vertex attributes whose sums are balanced; if there is none, each vertex counts 1.
    vertex_imbalance, imbalance : float
        Limits of each of these sums, and of the work, over the mean of the parts; see
        :func:`partitioners.balance.hard_limit`.

    Attributes
    ----------
    vertices, parts, self_loops : int
    indptr : ndarray of int64, shape (n + 1,)
    neighbour, edge_weight : ndarray of int32, shape (k,)
        Each undirected edge is stored twice; its weight is the number of edges that it stands for.
    owner : ndarray of int64, shape (k,)
        The vertex at the other end.
    strength : ndarray of int32, shape (n,)
        The weight of the edges of each vertex.
    work : ndarray of float64, shape (n,)
    weights : Weights
    sizes : list of int
        The limits of the sums of the vertex weights, as integers.
    load : int
        The limit of the work, as an integer.
    work_limit : float
        The limit of the work over the mean.

    Raises
    ------
    OptionError
        There are more parts than vertices, or more than four weights, or a weight does not exist.
    InputError
        The graph has too many edges for 32-bit numbers.
    """

    def __init__(
        self,
        graph: Graph,
        parts: int,
        vertex_weights: list[str],
        vertex_imbalance: float,
        imbalance: float,
    ) -> None:
        self.parts = parts
        self.vertices = n = graph.num_vertices
        if parts > n:
            raise OptionError(
                f"parts is {parts}, but graph {graph.name!r} has {n} vertices; choose at most as many parts"
            )
        if len(vertex_weights) > 4:
            raise OptionError(
                f"vertex_weights has {len(vertex_weights)} vertex attributes; name at most four"
            )
        self.self_loops = int(np.count_nonzero(graph.src == graph.dst))
        if 2 * (graph.num_edges - self.self_loops) > LARGEST:
            raise InputError(
                f"graph {graph.name!r} has {graph.num_edges} edges, and the kernels count both directions of "
                f"each in 32-bit numbers, so at most {LARGEST // 2}; partition it with the method pulp"
            )
        from partitioners.edge_cuts.pulp_growth import load_target  # imports Numba

        rows = balanced_weights(graph, vertex_weights)
        self.weights = integer_weights(rows)
        self.work = work = rows[-1]
        self.sizes = [
            _whole(hard_limit(vertex_imbalance, row, parts) * float(row.sum()) / parts, scale)
            for row, scale in zip(rows[:-1], self.weights.scale, strict=False)
        ]
        target = load_target(work, parts, imbalance)
        self.load = _whole(target, self.weights.scale[-1])
        self.work_limit = target * parts / float(work.sum())
        self.indptr, neighbour, count = undirected(graph)
        self.neighbour = neighbour.astype(np.int32)
        self.edge_weight = count.astype(np.int32)
        self.owner = np.repeat(np.arange(n), np.diff(self.indptr))
        self.strength = np.bincount(self.owner, self.edge_weight, minlength=n).astype(np.int32)

    def largest_count(self) -> int:
        """The largest sum over the edges of a vertex of their weight times the strength of the other end."""
        if self.neighbour.size == 0:
            return 0
        attraction = self.edge_weight * self.strength[self.neighbour].astype(np.int64)
        return int(np.add.reduceat(attraction, self.indptr[:-1][np.diff(self.indptr) > 0]).max())

    def first_parts(self, seed: int) -> NDArray[np.int64]:
        """The part of each vertex before the first iteration: parts grow from random vertices, as in PuLP."""
        from partitioners.edge_cuts.pulp_growth import grow  # imports Numba

        n = self.vertices
        if self.parts == 1:
            return np.zeros(n, np.int64)
        share = (self.work / self.work.sum() + 1 / n) / 2
        order = np.random.default_rng(seed).permutation(n)
        return grow(self.indptr, self.neighbour.astype(np.int64), share, order, self.parts)

    def used(self, part: NDArray[Any]) -> NDArray[np.int64]:
        """The weights of the vertices of each part, shape (weights, parts), counted anew."""
        rows = [np.bincount(part, row, minlength=self.parts) for row in self.weights.values]
        return np.rint(rows).astype(np.int64)

    def over_mean(self, used: NDArray[Any]) -> NDArray[np.float64]:
        """The largest of each weight over the mean, shape (weights,); 1 if all are 0."""
        total = used.sum(axis=1, dtype=np.int64)
        most = used.max(axis=1).astype(np.int64)  # 32 bits hold the weights, but not this product
        return np.where(total > 0, most * self.parts / np.maximum(total, 1), 1.0)

    def cut_of(self, part: NDArray[Any]) -> NDArray[np.int64]:
        """The cut edges of each part, counted anew; shape (parts,)."""
        is_cut = part[self.owner] != part[self.neighbour]
        cut = np.bincount(part[self.owner[is_cut]], self.edge_weight[is_cut], minlength=self.parts)
        return np.rint(cut).astype(np.int64)

    def figures(self, part: NDArray[Any]) -> dict[str, int | float]:
        """The figures of a partition, which :data:`CUT_FIGURES` explains."""
        cut, over_mean = self.cut_of(part), self.over_mean(self.used(part))
        foreign = part[self.owner] != part[self.neighbour]
        pairs = self.owner[foreign] * self.parts + part[self.neighbour[foreign]]
        return {
            "cut_edges": int(cut.sum()) // 2,
            "largest_cut": int(cut.max()),
            "communication_volume": int(np.unique(pairs).size),
            "vertices_over_mean": float(over_mean[:-1].max()),
            "work_over_mean": float(over_mean[-1]),
            "work_limit": self.work_limit,
            "self_loops": self.self_loops,
        }

    def problems(
        self,
        part: NDArray[Any],
        start: NDArray[Any],
        kept: NDArray[Any],
        sizes: list[int] | None = None,
    ) -> list[str]:
        """What is wrong with the parts of vertices, one line each.

        Parameters
        ----------
        part, start : ndarray of int, shape (n,)
            The part of each vertex now, and at the beginning.
        kept : ndarray of int, shape (weights, parts)
            The weights of the parts that the program has kept.
        sizes : list of int, optional
            The limits of the sums of the vertex weights, if the program has raised them.
        """
        wrong = np.flatnonzero((part < 0) | (part >= self.parts))
        if wrong.size:
            v = wrong[0]
            return [f"vertex {v} has the part {part[v]}, and the parts are 0 to {self.parts - 1}"]
        found, counted = [], self.used(part)
        if (counted != kept).any():
            which, k = np.argwhere(counted != kept)[0]
            found.append(f"weight {which} of part {k} is {counted[which, k]}, but {kept[which, k]} was kept")
        most = np.maximum(np.array(sizes or self.sizes)[:, None], self.used(start)[:-1])
        if (counted[:-1] > most).any():
            which, k = np.argwhere(counted[:-1] > most)[0]
            found.append(
                f"weight {which} of part {k} is {counted[which, k]}, above its limit of {most[which, k]}"
            )
        return found


def _whole(value: float, scale: float) -> int:
    """A limit as an integer; rounding errors must not take the last unit."""
    return min(LARGEST, int(np.floor(value * scale * (1 + 1e-12))))
