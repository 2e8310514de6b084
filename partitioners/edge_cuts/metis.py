"""METIS, the standard edge cut, with the work of this project's execution model as the balanced quantity.

METIS partitions an undirected graph: parallel and opposite edges are merged, self-loops are left out. It
minimises the number of values that must move, so the weight of a merged edge is its number of edges. It
balances work: the weight of a vertex is the work of its in-edges, whose tasks run where the vertex is, plus
its own operation. Any other setting would put edge cuts at a disadvantage.

Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM J.
Sci. Comput. 20(1), 1998; through PyMETIS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import hard_limit, heaviest_to_least_loaded
from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.plugins.option_types import Imbalance
from partitioners.undirected import balanced_work, undirected

METIS_TOTAL_WEIGHT = 2**30
"""Total to which work is scaled, since METIS takes integers, which have 32 bits in some builds."""


def metis(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    imbalance: Imbalance = 1.03,
) -> VertexPartition:
    """Edge cut: METIS k-way, which balances the work of vertices and minimises the values that move.

    Parameters
    ----------
    seed : int
        Seed of METIS.
    imbalance : float
        The largest work of a cluster over the mean, see :func:`partitioners.balance.hard_limit`. If METIS
        exceeds it, vertices at the border of an overloaded cluster move to clusters below the limit.

    Returns
    -------
    VertexPartition
        METIS cannot coarsen fewer than two vertices with work per part. In that case the vertices go to the
        least loaded part one by one, heaviest first.

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    return within_limit(graph, parts, k_way, seed=seed, imbalance=imbalance)


def within_limit(
    graph: Graph, parts: int, cut: Callable[..., NDArray[np.int64]], *, seed: int, imbalance: float
) -> VertexPartition:
    """Cut a graph by a function with the arguments of :func:`k_way`, and keep the limit of the work."""
    work = balanced_work(graph)
    if parts > 1 and not work.any():
        work = np.ones(graph.num_vertices)
    indptr, neighbour, count = undirected(graph)
    part = cut(indptr, neighbour, count, work, parts, seed=seed, imbalance=imbalance)
    limit = hard_limit(imbalance, work, parts) * float(work.sum()) / parts
    if work.any() and np.bincount(part, work, minlength=parts).max() > limit:
        from partitioners.coarsening.cluster_packing import keep_limit
        from partitioners.coarsening.communities import WeightedGraph

        strength = graph.degree.astype(np.float64)
        part = keep_limit(
            WeightedGraph(indptr, neighbour, count.astype(np.float64), strength, work), part, parts, limit
        )
    return VertexPartition(graph, parts, part)


def k_way(
    indptr: NDArray[np.int64],
    neighbour: NDArray[np.int64],
    edge_weight: NDArray[Any],
    work: NDArray[np.float64],
    parts: int,
    *,
    seed: int,
    imbalance: float,
    refinement_passes: int = 10,
) -> NDArray[np.int64]:
    """METIS k-way on an undirected graph in compressed rows; handles graphs that METIS cannot partition.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    neighbour : ndarray of int64, shape (k,)
        No self-loops; every edge is stored twice.
    edge_weight : ndarray of int, shape (k,)
        Weight of each edge, at least 1.
    work : ndarray of float64, shape (n,)
        The balanced weight of each vertex, finite and >= 0.
    imbalance : float
        The requested imbalance, which METIS may exceed.
    refinement_passes : int
        Refinement passes on each level, METIS's ``niter``.

    Returns
    -------
    ndarray of int64, shape (n,)
        Part of each vertex. METIS cannot coarsen fewer than two vertices with work per part. In that case the
        vertices go to the least loaded part one by one, heaviest first.
    """
    if parts == 1 or np.count_nonzero(work) < 2 * parts:
        return heaviest_to_least_loaded(work, parts)
    import pymetis

    result = pymetis.part_graph(
        parts,
        pymetis.CSRAdjacency(indptr, neighbour),
        vweights=integer_weights(work, parts),
        eweights=edge_weight,
        recursive=False,
        options=pymetis.Options(
            # METIS uses the generator of the C library, which treats seed 0 as 1.
            seed=seed % (2**31 - 1) + 1,
            ufactor=max(1, round((imbalance - 1) * 1000)),
            niter=refinement_passes,
        ),
    )
    return np.asarray(result.vertex_part, np.int64)


def integer_weights(work: NDArray[np.float64], parts: int) -> NDArray[np.int64]:
    """Work as 32-bit integers, at least 1 each, for METIS and similar partitioners; shape (n,)."""
    if work.min() == work.max():
        return np.ones(work.size, np.int64)
    # METIS tries to balance a vertex heavier than a share, which is impossible, and runs out of vertices.
    work = np.minimum(work, _largest_share(work, parts))
    scaled = (work * (METIS_TOTAL_WEIGHT / work.sum())).astype(np.int64)
    # METIS fails if clusters have no weight, so every vertex gets a small weight, in total 0.1% of the work.
    return scaled + max(1, METIS_TOTAL_WEIGHT // (1000 * work.size))


def _largest_share(work: NDArray[np.float64], parts: int) -> float:
    """The load of a part if every vertex heavier than this load has its own part."""
    rest = float(work.sum())
    for alone, heavy in enumerate(np.sort(work)[::-1][: parts - 1].tolist()):
        if heavy * (parts - alone) <= rest:
            return rest / (parts - alone)
        rest -= heavy
    return rest
