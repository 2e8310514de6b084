"""METIS, the edge cut that everybody compares with, on the graph as this project balances it.

METIS sees an undirected graph: parallel and opposite edges merged, self-loops left out. What it minimises
is the number of values that must move, so an edge between two vertices counts as often as the graph has it;
an edge's *weight* is work, and work is what METIS balances: a vertex weighs the cycles of its in-edges
(their tasks run where the vertex is) and of its own operation. Edge cuts would be handicapped otherwise.

Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM J.
Sci. Comput. 20(1), 1998; through PyMETIS.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.undirected import undirected, vertex_work

MAX_TOTAL_WEIGHT = 2**40
"""METIS multiplies weights with each other; beyond this total they are scaled down."""


def metis(
    graph: Graph, parts: int, *, seed: int = 0, imbalance: Annotated[float, Ge(1.0)] = 1.03
) -> VertexPartition:
    """Edge cut: METIS k-way, balancing the work of the vertices, minimising the values that move.

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of METIS's own random numbers.
    imbalance : float
        What METIS is asked to keep max/mean work under; it does not promise to.

    Returns
    -------
    VertexPartition
        With fewer than two working vertices a part, which METIS cannot coarsen, the heaviest vertex goes to
        the least loaded part, again and again.

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    import pymetis

    work = vertex_work(graph)
    n = graph.num_vertices
    if parts == 1 or min(n, np.count_nonzero(work) or n) < 2 * parts:
        return VertexPartition(graph, parts, _heaviest_to_least_loaded(work, parts))
    indptr, neighbour, count = undirected(graph)
    # A vertex heavier than a share cannot be balanced away, and METIS, which tries, runs out of vertices.
    work = np.minimum(work, _largest_share(work, parts))
    total = max(1, int(work.sum()))
    # METIS gives up on clusters that hold no weight, so every vertex gets a little: at most 1% of the total.
    scale = max(1, 100 * n // total)
    work = work // (total // MAX_TOTAL_WEIGHT + 1) * scale + 1
    options = pymetis.Options(seed=seed % 2**31, ufactor=max(1, round((imbalance - 1) * 1000)))
    result = pymetis.part_graph(
        parts,
        pymetis.CSRAdjacency(indptr, neighbour),
        vweights=work,
        eweights=count,
        recursive=False,
        options=options,
    )
    return VertexPartition(graph, parts, np.asarray(result.vertex_part))


def _largest_share(work: NDArray[np.int64], parts: int) -> int:
    """What a part holds where every vertex heavier than that has a part to itself, rounded up."""
    heaviest = np.sort(work)[::-1][: parts - 1]
    rest = int(work.sum())
    for alone, heavy in enumerate(heaviest.tolist()):
        if heavy * (parts - alone) <= rest:
            return -(-rest // (parts - alone))
        rest -= heavy
    return rest


def _heaviest_to_least_loaded(work: NDArray[np.int64], parts: int) -> NDArray[np.int64]:
    part = np.zeros(work.size, np.int64)
    loads = [(0, 0, k) for k in range(parts)]
    for v in np.argsort(-work, kind="stable"):
        load, held, k = heappop(loads)
        part[v] = k
        heappush(loads, (load + int(work[v]), held + 1, k))
    return part
