"""Buffered streaming: edges come in batches, each is cut as a whole, and little is kept of the rest.

Chhabra, Faraj, Schulz and Seemaier, "Buffered streaming edge partitioning", SEA 2024 (HeiStreamE): a batch
becomes a contracted split-and-connect graph (:mod:`partitioners.coarsening.split_and_connect`), which a
multilevel partitioner cuts with an eye on the clusters that hold its vertices already; further passes over
the edges improve the result. METIS, the partitioner here, cannot fix vertices to parts; so what it cuts out
of a batch are groups of edges, those within a group that are drawn to different clusters are told apart, and
the groups go to clusters one by one. Where a batch has no communities, as random graphs have none, METIS
finds nothing that another batch would bear out, and single edges are placed by HDRF's rule, low degrees
first. In either case, edges and all edges of a vertex in a cluster then move by exact gains, as in any other
refinement: where edges of other batches hold a vertex, something of the batch holds it that cannot move.

What is kept from batch to batch: the loads, the degrees, and a bit for every vertex and cluster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Interval
from numpy.typing import NDArray

from partitioners.balance import hard_limit_of
from partitioners.coarsening.split_and_connect import split_and_connect
from partitioners.coarsening.vertex_paths import paths_by_neighbour
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.progress import Progress, silent
from partitioners.refinement.refine import SEARCHES, Imbalance, Outside, Refiner
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
from partitioners.streaming.edge_order import Order, edge_order
from partitioners.streaming.exact_sum import exact_sum
from partitioners.streaming.greedy_placement import in_file_order
from partitioners.streaming.load_tree import add_load, new_load_tree
from partitioners.vertex_cuts.spac import find_clusters

BatchEdges = Annotated[int, Ge(1)]
Passes = Annotated[int, Interval(ge=1, le=1000)]

DEFAULT_BATCH = 2**20

CLUSTERS_TO_FILL = 2
"""A batch with the edges of so many clusters fills that many; a smaller one is spread over all clusters."""

AHEAD = 1.05
"""Of a cluster's share of the edges so far, what it may hold where batches are spread."""

EDGES_PER_GROUP = 16
"""METIS is not asked for groups of fewer edges, which it cannot coarsen well."""

SPLITS = 8
"""How often groups that fit nowhere are split before their edges are placed one by one."""

REFINEMENT_PASSES = 4
"""Of METIS, as in :mod:`partitioners.vertex_cuts.spac`."""

SEARCH = SEARCHES["fast"]._replace(moves_per_edge=1)
"""Of every batch; what is cut batch by batch is large, and no batch knows the best for the others."""

BALANCE_WEIGHT = 1.1
"""HDRF's lambda, as in :mod:`partitioners.vertex_cuts.hdrf`."""


@dataclass(frozen=True, eq=False)
class StreamTotals:
    """What has to be known of all edges before the first is placed: one pass over them finds it.

    Attributes
    ----------
    edges : int
    degree : ndarray of int64, shape (n,)
        Both directions; a self-loop counts twice.
    weight, smallest, largest : float
        The sum, least and largest of the weights.
    """

    edges: int
    degree: NDArray[np.int64]
    weight: float
    smallest: float
    largest: float


class BufferedPlacement:
    """The state of a buffered cut: give it the batches in turn, once a pass.

    Parameters
    ----------
    totals : StreamTotals
    parts : int
    seed : int
        Of METIS and of the order in which communities are looked for.
    imbalance : float
        See :func:`partitioners.balance.hard_limit`.
    batches : int
        In each pass.
    restream : bool
        Whether there will be further passes, which need :attr:`ends`.

    Attributes
    ----------
    load : ndarray of float64, shape (p,)
    words : ndarray of uint64, shape (n, ceil(p / 64))
        Bit c mod 64 of word c // 64: whether cluster c holds an edge of the vertex.
    ends : ndarray of uint8, shape (n, p), or (0, p) without further passes
        How many edge ends, up to 255, each vertex has in each cluster.

    Notes
    -----
    Memory: 8 n ceil(p / 64) bytes, and n p more for further passes; beside that 16 bytes a vertex
    and what a batch needs. None of it grows with the number of batches.
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
        # Sums in another order differ in their last digits, which is no reason to refuse an edge its place.
        self.limit = self.guarantee * weight / parts * (1 + 1e-12)
        self.mean = weight / parts
        self.load = np.zeros(parts)
        self.words = np.zeros((totals.degree.size, -(-parts // 64)), np.uint64)
        self.ends = np.zeros((totals.degree.size if restream else 0, parts), np.uint8)

    def place(
        self, src: NDArray[np.integer], dst: NDArray[np.integer], weight: NDArray[np.float64]
    ) -> NDArray[np.int32]:
        """The clusters of a batch of edges that have none yet, shape (edges,)."""
        vertex, batch = self._batch(src, dst, weight)
        cluster: NDArray[np.int64] = np.full(batch.num_edges, UNPLACED)
        load, words = self.load.copy(), self.words[vertex]
        community = find_clusters(batch, self.seed)
        shares = batch.weight.sum() / self.mean  # how many clusters the batch could fill
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
        """Better clusters for a batch that was placed in an earlier pass; never more copies in all."""
        vertex, batch = self._batch(src, dst, weight)
        self.load -= np.bincount(cluster, batch.weight, minlength=self.parts)
        count_ends(src, dst, cluster, self.ends, -1)
        mark_counted(vertex, self.ends, self.words)
        return self._refine(vertex, batch, cluster)

    def _refine(
        self, vertex: NDArray[np.int64], batch: Graph, cluster: NDArray[np.integer]
    ) -> NDArray[np.int32]:
        """Move what saves copies; the state, which does not know the batch, knows it then."""
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
        """The ids of the vertices of a batch, and the batch as a graph of its own, weighted by its work."""
        vertex, place = np.unique(np.concatenate([src, dst]), return_inverse=True)
        place = place.ravel()
        work = np.ones(src.size) if self.unweighted else weight
        return vertex.astype(np.int64), Graph(vertex.size, place[: src.size], place[src.size :], work)

    def _place_edges(self, vertex: NDArray[np.int64], batch: Graph, cluster: NDArray[np.int64]) -> None:
        """Edges one by one, those of low degree first; ``cluster`` is filled in where it is not yet."""
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
        """Groups of edges one by one; ``cluster`` is filled in, but for those that fit nowhere."""
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
            # What is cut off them fits the emptiest clusters; edge by edge, a group would be scattered.
            room = limit - np.sort(self.load)[: left.size]
            for g, space in zip(left.tolist(), room.tolist(), strict=False):
                member = np.flatnonzero(group == g)
                group[member[np.cumsum(work[member]) > space]] = groups
                groups += 1


def batch_size(edges: int, batch: int) -> int:
    """The edges of each batch but the last: as asked for at most, and the batches alike."""
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
    """Vertex cut: batches of edges, each cut as a whole beside what is placed already (buffered streaming).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of METIS, of the order in which communities are looked for, and of the shuffle.
    progress : callable
        Called after each batch.
    order : {'given', 'shuffled', 'degree', 'bfs'}
        The order in which edges arrive. ``given``: as in the graph. ``shuffled``: at random. ``degree``: by
        the lower degree of their ends, so that small vertices are settled before the hubs are cut. ``bfs``:
        breadth first.
    batch : int
        Edges in a batch, at most. The larger, the better the cut, and the more memory is needed:
        300 to 400 bytes an edge. All batches but the last are of one size.
    passes : int
        Passes over all batches. Each pass after the first only moves what makes fewer copies; none makes the
        cut worse.
    imbalance : float
        The largest load over the mean, a hard limit, see :func:`partitioners.balance.hard_limit`.

    Returns
    -------
    EdgePartition

    Notes
    -----
    Close to linear. For edges that do not fit into memory:
    :func:`partitioners.partition_edge_file.partition_edge_file`.
    """
    m = graph.num_edges
    if parts == 1 or m == 0:
        return EdgePartition(graph, parts, np.zeros(m, np.int32))
    sequence = edge_order(graph, order, seed)
    src, dst, weight = graph.src, graph.dst, graph.weight
    if sequence is not None:
        src, dst, weight = src[sequence], dst[sequence], weight[sequence]
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
    return EdgePartition(graph, parts, in_file_order(cluster, sequence))
