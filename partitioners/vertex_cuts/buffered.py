"""Buffered streaming: edges arrive in batches, each batch is cut as a whole, and little memory is kept of it.

Chhabra, Faraj, Schulz and Seemaier, "Buffered streaming edge partitioning", SEA 2024 (HeiStreamE): a batch
becomes a contracted split-and-connect graph (:mod:`partitioners.coarsening.split_and_connect`). A multilevel
partitioner cuts this graph and takes into account the clusters that already hold its vertices. Further passes
over the edges improve the result.

METIS, the partitioner used here, cannot fix vertices to parts. Therefore it cuts a batch into groups of
edges, a group is split if the placed edges pull its edges to different clusters, and the groups are placed in
clusters one by one. If a batch has no communities, as in random graphs, its groups do not fit other batches,
so single edges are placed by HDRF's rule, low degrees first. In both cases, single edges and all edges of a
vertex in a cluster then move by exact gains, as in any other refinement. If edges of other batches hold a
vertex in a cluster, a fixed self-loop represents them.

The loads, the degrees, and a bit for every vertex and cluster are kept from batch to batch.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Interval
from numpy.typing import NDArray

from partitioners.balance import hard_limit_of
from partitioners.coarsening.split_and_connect import split_and_connect
from partitioners.coarsening.vertex_paths import paths_by_neighbour
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance, Order
from partitioners.progress import Progress, silent
from partitioners.refinement.refine import SEARCHES, Outside, Refiner, keep_edge_limit
from partitioners.streaming.batch_placement import (
    UNPLACED,
    count_ends,
    find_pulls,
    mark,
    mark_counted,
    members_of,
    place_edges,
    place_groups,
)
from partitioners.streaming.edge_order import edge_positions
from partitioners.streaming.exact_sum import exact_sum
from partitioners.streaming.load_tree import add_load, new_load_tree
from partitioners.streaming.stream_totals import StreamTotals
from partitioners.vertex_cuts.spac import find_clusters

BatchEdges = Annotated[int, Ge(1)]
Passes = Annotated[int, Interval(ge=1, le=1000)]

DEFAULT_BATCH = 2**20

CLUSTERS_TO_FILL = 2
"""Minimum size of a batch, in clusters, that fills clusters; smaller batches are spread over all clusters."""

AHEAD = 1.05
"""Limit on the load of a cluster, relative to its share of the edges so far, if batches are spread."""

EDGES_PER_GROUP = 16
"""Minimum number of edges per group that METIS cuts; it cannot coarsen smaller groups well."""

SPLITS = 8
"""Maximum number of times that groups are split if they fit into no cluster; then edges are placed singly."""

REFINEMENT_PASSES = 4
"""Refinement passes of METIS, as in :mod:`partitioners.vertex_cuts.spac`."""

SEARCH = SEARCHES["fast"]._replace(moves_per_edge=1)
"""Refinement effort for every batch; low, since the graphs are large and a batch knows only its own edges."""

BALANCE_WEIGHT = 1.1
"""HDRF's lambda, as in :mod:`partitioners.vertex_cuts.hdrf`."""


class BufferedPlacement:
    """The state of a buffered cut; it processes the batches in order, once per pass.

    Parameters
    ----------
    seed : int
        Seed of METIS and of the order of the search for communities.
    imbalance : float
        See :func:`partitioners.balance.feasible_limit`.
    batches : int
        Number of batches in each pass.
    restream : bool
        Whether further passes follow, which need :attr:`ends`.

    Attributes
    ----------
    load : ndarray of float64, shape (p,)
    words : ndarray of uint64, shape (n, ceil(p / 64))
        Bit c mod 64 of word c // 64 is set if cluster c holds an edge of the vertex.
    ends : ndarray of uint8, shape (n, p), or (0, p) without further passes
        Number of edge ends, up to 255, of each vertex in each cluster.

    Notes
    -----
    Memory: 8 n ceil(p / 64) bytes, n p bytes more for further passes, 16 bytes per vertex, and the memory of
    a batch. The memory does not grow with the number of batches.
    """

    def __init__(
        self, totals: StreamTotals, parts: int, *, seed: int, imbalance: float, batches: int, restream: bool
    ) -> None:
        self.totals = totals
        self.parts = parts
        self.seed = seed
        self.imbalance = imbalance
        self.batches = batches
        self.unweighted = not totals.weight > 0
        weight = float(totals.edges) if self.unweighted else totals.weight
        least, most = (1.0, 1.0) if self.unweighted else (totals.smallest, totals.largest)
        self.guarantee = hard_limit_of(imbalance, totals.edges, weight, least, most, parts)
        # If all weights are equal, the guarantee is the least that is possible; else an edge that finds no
        # room goes to the least loaded cluster, which keeps the guarantee.
        target = self.guarantee if least == most else max(imbalance, most * parts / weight)
        # Sums in a different order differ in their last digits, which must not exclude a cluster.
        self.limit = target * weight / parts * (1 + 1e-12)
        self.mean = weight / parts
        self.load = np.zeros(parts)
        self.words = np.zeros((totals.degree.size, -(-parts // 64)), np.uint64)
        self.ends = np.zeros((totals.degree.size if restream else 0, parts), np.uint8)

    def place(
        self, src: NDArray[np.integer], dst: NDArray[np.integer], weight: NDArray[np.float64]
    ) -> NDArray[np.int32]:
        """Place a batch of new edges; return their clusters, shape (edges,)."""
        vertex, batch = self._batch(src, dst, weight)
        cluster: NDArray[np.int64] = np.full(batch.num_edges, UNPLACED)
        load, words = self.load.copy(), self.words[vertex]
        community = find_clusters(batch, self.seed)
        shares = batch.weight.sum() / self.mean  # number of clusters that the batch could fill
        if self.batches == 1 or community.any():
            order = np.lexsort([self.totals.degree[vertex], community])
            auxiliary = split_and_connect(batch, paths_by_neighbour(batch, order))
            fill = self.batches == 1 or shares >= CLUSTERS_TO_FILL
            wanted = int(np.ceil(shares)) if fill else self.parts
            groups = max(1, min(wanted, self.parts, batch.num_edges // EDGES_PER_GROUP))
            group = np.zeros(batch.num_edges, np.int64)
            if groups > 1:
                group = k_way(
                    auxiliary.indptr, auxiliary.neighbour, auxiliary.weight, batch.weight, groups,
                    seed=self.seed, imbalance=self.imbalance, refinement_passes=REFINEMENT_PASSES,
                )  # fmt: skip
            self._place_groups(vertex, batch, cluster, group, fill=fill)
        self._place_edges(vertex, batch, cluster)
        self.load, self.words[vertex] = load, words
        return self._refine(vertex, batch, cluster)

    def improve(
        self,
        src: NDArray[np.integer],
        dst: NDArray[np.integer],
        weight: NDArray[np.float64],
        cluster: NDArray[np.integer],
    ) -> NDArray[np.int32]:
        """Improve the clusters of a batch from an earlier pass; the total copies never increase."""
        vertex, batch = self._batch(src, dst, weight)
        self.load -= np.bincount(cluster, batch.weight, minlength=self.parts)
        count_ends(src, dst, cluster, self.ends, -1)
        mark_counted(vertex, self.ends, self.words)
        return self._refine(vertex, batch, cluster)

    def _refine(
        self, vertex: NDArray[np.int64], batch: Graph, cluster: NDArray[np.integer]
    ) -> NDArray[np.int32]:
        """Refine a batch that the state does not contain yet, then add it to the state."""
        place, held = members_of(vertex, self.words)
        outside = Outside(place, held, self.load, self.limit)
        refiner = Refiner(
            batch, self.parts, cluster, seed=self.seed, imbalance=self.imbalance, outside=outside
        )
        refiner.run(SEARCH)
        refined = refiner.cluster[: batch.num_edges]
        self.load = self.load + np.bincount(refined, batch.weight, minlength=self.parts)
        mark(batch.src, batch.dst, vertex, refined, self.words)
        if self.ends.size:
            count_ends(vertex[batch.src], vertex[batch.dst], refined, self.ends, 1)
        return refined

    def _batch(
        self, src: NDArray[np.integer], dst: NDArray[np.integer], weight: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], Graph]:
        """The ids of the vertices of a batch, and the batch as a separate graph, weighted by its work."""
        vertex, place = np.unique(np.concatenate([src, dst]), return_inverse=True)
        place = place.ravel()
        work = np.ones(src.size) if self.unweighted else weight
        return vertex.astype(np.int64), Graph(vertex.size, place[: src.size], place[src.size :], work)

    def _place_edges(self, vertex: NDArray[np.int64], batch: Graph, cluster: NDArray[np.int64]) -> None:
        """Place the unplaced edges one by one, low degrees first; write ``cluster``."""
        left = np.flatnonzero(cluster == UNPLACED)
        tree = new_load_tree(self.parts)
        for c in np.flatnonzero(self.load):
            add_load(tree, np.uint64(c), self.load[c])
        degree = self.totals.degree
        lowest = np.minimum(degree[vertex[batch.src[left]]], degree[vertex[batch.dst[left]]])
        order = left[np.argsort(lowest, kind="stable")]
        place_edges(
            order, batch.src, batch.dst, vertex, batch.weight, degree, self.words, tree, self.parts,
            self.limit, BALANCE_WEIGHT, cluster,
        )  # fmt: skip

    def _place_groups(
        self,
        vertex: NDArray[np.int64],
        batch: Graph,
        cluster: NDArray[np.int64],
        group: NDArray[np.int64],
        *,
        fill: bool,
    ) -> None:
        """Place groups of edges one by one; write ``cluster`` except for groups that fit into no cluster."""
        src, dst, work = batch.src, batch.dst, batch.weight
        limit = self.limit
        if not fill:
            limit = min(limit, AHEAD * (self.load.sum() + work.sum()) / self.parts)
            pull = find_pulls(src, dst, vertex, self.totals.degree, self.words)
            group = np.unique(group * (self.parts + 1) + pull + 1, return_inverse=True)[1].ravel()
        groups = int(group.max()) + 1
        for _ in range(SPLITS if fill else 1):
            place_groups(group, groups, src, dst, vertex, work, self.words, self.load, limit, cluster)
            left = np.unique(group[cluster == UNPLACED])
            # The pieces fit into the emptiest clusters; placed edge by edge, a group would be scattered.
            room = limit - np.sort(self.load)[: left.size]
            for g, space in zip(left.tolist(), room.tolist(), strict=False):
                member = np.flatnonzero(group == g)
                group[member[np.cumsum(work[member]) > space]] = groups
                groups += 1


def batch_size(edges: int, batch: int) -> int:
    """The size of each batch but the last: at most ``batch`` edges, with batches of equal size."""
    return -(-edges // -(-edges // batch)) if edges else 1


def buffered(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    progress: Progress = silent,
    order: Order = "given",
    batch: BatchEdges = DEFAULT_BATCH,
    passes: Passes = 1,
    imbalance: Imbalance = 1.03,
) -> EdgePartition:
    """Vertex cut: batches of edges, each cut as a whole given the previous batches (buffered streaming).

    Parameters
    ----------
    seed : int
        Seed of METIS, of the order of the search for communities, and of the shuffle.
    progress : callable
        Called after each batch.
    batch : int
        Maximum number of edges in a batch. Larger batches give a better cut and need more memory, 300 to 400
        bytes per edge. All batches but the last have the same size.
    passes : int
        Number of passes over all batches. Later passes move edges only to reduce copies, so they never make
        the cut worse.
    imbalance : float
        The largest load over the mean, a hard limit, see :func:`partitioners.balance.feasible_limit`. If
        single heavy edges exceed it, edges move after the last batch, with the fewest new copies.

    Notes
    -----
    Close to linear. :func:`partitioners.partition_edge_file.partition_edge_file` cuts edges that do not fit
    into memory.
    """
    m = graph.num_edges
    if parts == 1 or m == 0:
        return EdgePartition(graph, parts, np.zeros(m, np.int32))
    position = edge_positions(graph, order, seed)
    src, dst, weight = (_in_order(each, position) for each in (graph.src, graph.dst, graph.weight))
    size = batch_size(m, batch)
    batches = -(-m // size)
    total = exact_sum(weight)
    totals = StreamTotals(m, graph.degree, total, float(weight.min()), float(weight.max()))
    state = BufferedPlacement(
        totals, parts, seed=seed, imbalance=imbalance, batches=batches, restream=passes > 1
    )
    cluster = np.empty(m, np.int32)
    for turn in range(passes):
        for k in range(batches):
            at = slice(k * size, (k + 1) * size)
            edges = src[at], dst[at], weight[at]
            cluster[at] = state.improve(*edges, cluster[at]) if turn else state.place(*edges)
            progress(turn * batches + k + 1, passes * batches, f"pass {turn + 1} of {passes}")
    if position is not None:
        cluster = cluster[position]
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))


def _in_order(values: NDArray[Any], position: NDArray[Any] | None) -> NDArray[Any]:
    """Values of edges in the order of the stream."""
    if position is None:
        return values
    ordered = np.empty_like(values)
    ordered[position] = values
    return ordered
