"""The vertex cuts that place one edge after the other, as states that take the edges batch by batch.

A method keeps only its loads and replicas from batch to batch, so it can cut a file larger than memory. The
clusters are those of the same method for a graph in memory with the order ``given``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import soft_guarantee_of
from partitioners.kernels.array_types import Int32, UInt64
from partitioners.kernels.cache import njit
from partitioners.streaming.edge_stream import Place
from partitioners.streaming.greedy_placement import UNIT_WEIGHT, greedy_rule
from partitioners.streaming.stream_totals import StreamTotals
from partitioners.vertex_cuts.dbh import hashed
from partitioners.vertex_cuts.hdrf import hdrf_rule


class EdgeByEdgePlacement:
    """The state of a cut that places one edge after the other.

    Parameters
    ----------
    method : str
        A key of :data:`EDGE_BY_EDGE`.
    options : mapping
        All options of the method.

    Attributes
    ----------
    load : ndarray of float64, shape (p,)
        Weight of the edges of each cluster.
    words : ndarray of uint64, shape (n, ceil(p / 64))
        Bit c mod 64 of word c // 64 is set if cluster c holds an edge of the vertex.
    guarantee : float or None
        The imbalance that the method guarantees, see :class:`partitioners.analysis.quality.Quality`.

    Notes
    -----
    Memory: 8 n ceil(p / 64) bytes for the figures, and at most the same again for the method, which also
    keeps 4 to 16 bytes per vertex.
    """

    def __init__(
        self, method: str, totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]
    ) -> None:
        self.load = np.zeros(parts)
        self.words = np.zeros((totals.degree.size, -(-parts // 64)), np.uint64)
        bound = options.get("load_bound")
        self.guarantee = (
            None if bound is None else soft_guarantee_of(bound, totals.weight, totals.largest, parts)
        )
        self._place = EDGE_BY_EDGE[method](totals, parts, seed, options)

    def place(
        self, src: NDArray[np.integer], dst: NDArray[np.integer], weight: NDArray[np.float64]
    ) -> NDArray[np.int32]:
        """Place a batch of edges; return their clusters, shape (edges,)."""
        cluster = np.empty(src.size, np.int32)
        # The types of the arrays of a graph, so that no kernel is compiled twice.
        narrow_src, narrow_dst = _read_only(src.astype(np.int32)), _read_only(dst.astype(np.int32))
        self._place(narrow_src, narrow_dst, _read_only(weight), cluster)
        self.load += np.bincount(cluster, weight, minlength=self.load.size)
        _mark(narrow_src, narrow_dst, cluster, self.words)
        return cluster


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


@njit(cache=True)
def _mark(src: Int32, dst: Int32, cluster: Int32, words: UInt64) -> None:
    """Set the bits of the edges of a batch."""
    for e in range(src.size):
        c = np.uint64(cluster[e])
        bit = np.uint64(1) << (c & np.uint64(63))
        words[np.uint64(src[e]), c >> np.uint64(6)] |= bit
        words[np.uint64(dst[e]), c >> np.uint64(6)] |= bit


Rule = Callable[[StreamTotals, int, int, Mapping[str, Any]], Place]
"""Makes what places the edges of a stream, from its totals, the number of parts, the seed and the options."""


def _contiguous(totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]) -> Place:
    placed = 0

    def place(src: NDArray[Any], dst: NDArray[Any], weight: NDArray[Any], cluster: NDArray[Any]) -> None:
        nonlocal placed
        cluster[:] = np.arange(placed, placed + src.size) * parts // totals.edges
        placed += src.size

    return place


def _random(totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]) -> Place:
    generator = np.random.default_rng(seed)

    def place(src: NDArray[Any], dst: NDArray[Any], weight: NDArray[Any], cluster: NDArray[Any]) -> None:
        cluster[:] = generator.integers(parts, size=src.size)

    return place


def _dbh(totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]) -> Place:
    def place(src: NDArray[Any], dst: NDArray[Any], weight: NDArray[Any], cluster: NDArray[Any]) -> None:
        cluster[:] = hashed(src, dst, totals.degree, parts, seed)

    return place


def _hdrf(totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]) -> Place:
    vertices = totals.degree.size
    return hdrf_rule(
        vertices, lambda: totals.narrow_degree, parts, options["balance_weight"], options["epsilon"]
    )


def _greedy(*, by_degree: bool, weighted: bool) -> Rule:
    def make(totals: StreamTotals, parts: int, seed: int, options: Mapping[str, Any]) -> Place:
        bound = options.get("load_bound")
        limit = None if bound is None else (bound * totals.weight) / parts
        rule = greedy_rule(totals.narrow_degree, parts, limit=limit, by_degree=by_degree)
        if weighted:
            return rule
        return lambda src, dst, weight, cluster: rule(src, dst, UNIT_WEIGHT, cluster)

    return make


EDGE_BY_EDGE: dict[str, Rule] = {
    "contiguous": _contiguous,
    "random": _random,
    "dbh": _dbh,
    "hdrf": _hdrf,
    "powergraph": _greedy(by_degree=False, weighted=False),
    "w_powergraph": _greedy(by_degree=False, weighted=True),
    "wb_powergraph": _greedy(by_degree=False, weighted=True),
    "libra": _greedy(by_degree=True, weighted=False),
    "w_libra": _greedy(by_degree=True, weighted=True),
    "wb_libra": _greedy(by_degree=True, weighted=True),
}
"""The methods that place one edge after the other."""
