"""METIS, the edge cut that everybody compares with, on the graph as this project balances it.

METIS sees an undirected graph: parallel and opposite edges merged, self-loops left out. What it minimises
is the number of values that must move, so an edge between two vertices counts as often as the graph has it;
an edge's *weight* is work, and work is what METIS balances: a vertex weighs what its in-edges do
(their tasks run where the vertex is) and its own operation. Edge cuts would be handicapped otherwise.

Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM J.
Sci. Comput. 20(1), 1998; through PyMETIS.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Annotated, Any

import numpy as np
from annotated_types import Interval
from numpy.typing import NDArray

from partitioners.balance import hard_limit
from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.undirected import undirected, vertex_work

METIS_TOTAL_WEIGHT = 2**30
"""METIS takes integers, and some builds of it 32-bit ones; work is scaled to this total."""


def metis(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.03,
) -> VertexPartition:
    """Edge cut: METIS k-way, balancing the work of the vertices, minimising the values that move.

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of METIS's own random numbers.
    imbalance : float
        The largest work of a cluster over the mean, see :func:`partitioners.balance.hard_limit`. METIS is
        asked for it; where it misses, vertices at the rim of an overloaded cluster go to where there is room.

    Returns
    -------
    VertexPartition
        With fewer than two working vertices a part, which METIS cannot coarsen, the heaviest vertex goes to
        the least loaded part, again and again.

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    work = vertex_work(graph)
    if parts > 1 and not work.any():
        work = np.ones(graph.num_vertices)
    indptr, neighbour, count = undirected(graph)
    part = k_way(indptr, neighbour, count, work, parts, seed=seed, imbalance=imbalance)
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
    """METIS k-way on an undirected graph in compressed rows, guarded against what it cannot take.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    neighbour : ndarray of int64, shape (k,)
        No self-loops; every edge stands there twice.
    edge_weight : ndarray of int, shape (k,)
        At least 1.
    work : ndarray of float64, shape (n,)
        What is balanced, finite and >= 0.
    parts : int
    seed : int
    imbalance : float
        Asked for; METIS may miss it.
    refinement_passes : int
        At each level, METIS's ``niter``.

    Returns
    -------
    ndarray of int64, shape (n,)
        With fewer than two working vertices a part, which METIS cannot coarsen, the heaviest vertex goes to
        the least loaded part, again and again.
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
            # The C library's generator, which METIS uses, takes 0 for 1.
            seed=seed % (2**31 - 1) + 1,
            ufactor=max(1, round((imbalance - 1) * 1000)),
            niter=refinement_passes,
        ),
    )
    return np.asarray(result.vertex_part, np.int64)


def integer_weights(work: NDArray[np.float64], parts: int) -> NDArray[np.int64]:
    """Work as 32-bit integers, at least 1 each, that METIS and its like can balance; shape (n,)."""
    if work.min() == work.max():
        return np.ones(work.size, np.int64)
    # A vertex heavier than a share cannot be balanced away, and METIS, which tries, runs out of vertices.
    work = np.minimum(work, _largest_share(work, parts))
    scaled = (work * (METIS_TOTAL_WEIGHT / work.sum())).astype(np.int64)
    # METIS gives up on clusters that hold no weight, so every vertex gets a little: 0.1% of the total in all.
    return scaled + max(1, METIS_TOTAL_WEIGHT // (1000 * work.size))


def _largest_share(work: NDArray[np.float64], parts: int) -> float:
    """What a part holds where every vertex heavier than that has a part to itself."""
    rest = float(work.sum())
    for alone, heavy in enumerate(np.sort(work)[::-1][: parts - 1].tolist()):
        if heavy * (parts - alone) <= rest:
            return rest / (parts - alone)
        rest -= heavy
    return rest


def heaviest_to_least_loaded(work: NDArray[np.float64], parts: int) -> NDArray[np.int64]:
    """Each by falling work to the part with the least work, then the fewest of them, then the lowest id."""
    part = np.zeros(work.size, np.int64)
    loads = [(0.0, 0, k) for k in range(parts)]
    for v in np.argsort(-work, kind="stable").tolist():
        load, held, k = heappop(loads)
        part[v] = k
        heappush(loads, (load + float(work[v]), held + 1, k))
    return part
