"""The blocks of memory that each cluster brings to the memory controller next to it.

With pages placed by first touch, a page belongs to the controller nearest to the core that first requests one
of its blocks. All blocks of the page are then read from this controller, also by other cores. So the mapping
decides how evenly the controllers are used, and the busiest controller can determine the time of a run.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.replicas import Replicas

READS_AT_ONCE = 16
"""Reads that a core starts in the same cycle: the MSHRs of the default machine (Table 2 of the paper)."""


def first_reads(replicas: Replicas, *, acyclic: bool, blocks_per_page: int) -> NDArray[np.int64]:
    """The number of initial values in the pages of which each cluster is expected to read a block first.

    The core of a vertex's master reads its initial value (``docs/execution-model.md``). Every core starts
    ``READS_AT_ONCE`` reads at a time, in program order. So a page is expected to be touched first by the
    cluster whose read comes first by (number of earlier reads of the cluster, in units of ``READS_AT_ONCE``;
    vertex). This is exact while the cores hold one cluster each and receive their blocks equally fast.

    Parameters
    ----------
    acyclic : bool
        Whether only the vertices without in-edges have initial values; otherwise all vertices have.
    blocks_per_page : int
        Each value has its own block; vertex ``v`` is in page ``v // blocks_per_page``.

    Returns
    -------
    ndarray of int64, shape (p,)
        The sum is the number of initial values.

    Notes
    -----
    O(n log n) if the graph has a program order, else O(n).
    """
    graph = replicas.partition.graph
    has_out = np.zeros(graph.num_vertices, bool)
    has_in = np.zeros(graph.num_vertices, bool)
    has_out[graph.src] = True
    has_in[graph.dst] = True
    vertices = np.flatnonzero(has_out & ~has_in if acyclic else has_out | has_in)
    if "program_order" in graph.vertex:
        vertices = vertices[np.argsort(graph.vertex["program_order"][vertices], kind="stable")]
    cluster = replicas.cluster[replicas.master[vertices]]
    pages = graph.num_vertices // blocks_per_page + 1
    return _first_reads(vertices, cluster, pages, blocks_per_page, replicas.partition.parts)


@njit(cache=True)
def _first_reads(vertices: Int64, cluster: Int32, pages: int, blocks_per_page: int, parts: int) -> Int64:
    reads = np.zeros(parts, np.int64)  # so far, of each cluster
    blocks = np.zeros(pages, np.int64)
    first = np.full(pages, -1, np.int64)  # the cluster that reads the page first, so far
    round_of = np.zeros(pages, np.int64)
    vertex_of = np.zeros(pages, np.int64)
    for k in range(vertices.size):
        page = vertices[k] // blocks_per_page
        turn = reads[cluster[k]] // READS_AT_ONCE
        reads[cluster[k]] += 1
        blocks[page] += 1
        earlier = first[page] < 0 or turn < round_of[page]
        if earlier or (turn == round_of[page] and vertices[k] < vertex_of[page]):
            first[page], round_of[page], vertex_of[page] = cluster[k], turn, vertices[k]
    reads[:] = 0
    for page in range(pages):
        if first[page] >= 0:
            reads[first[page]] += blocks[page]
    return reads
