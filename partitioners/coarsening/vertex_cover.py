"""Assign the cut edges of a vertex partition with the fewest copies, by a minimum vertex cover.

Given a vertex partition, a cut edge goes to the part of one of its ends, and the other end gets a copy there.
For a pair of parts, the smallest set of copies is a minimum vertex cover of the bipartite graph of the edges
between them. Koenig's theorem derives it from a maximum matching (Koenig, 1931; Hopcroft and Karp, SIAM J.
Comput. 2(4), 1973).
"""

from __future__ import annotations

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from scipy.sparse.csgraph import maximum_bipartite_matching

from partitioners.graph import Graph
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64
from partitioners.kernels.cache import njit


def cover_cut_edges(graph: Graph, home: NDArray[np.integer], parts: int) -> NDArray[np.int32]:
    """Assign edges to clusters with the fewest vertex copies for the given parts of the vertices.

    Parameters
    ----------
    home : ndarray of int, shape (n,)
        The part of each vertex.

    Returns
    -------
    ndarray of int32, shape (m,)
        Cluster of each edge, which is the part of one of its ends. If both ends have a copy in the part of
        the other end, the edge goes to the part with less load; such edges are assigned in edge order.

    Notes
    -----
    O(m sqrt(n)) at worst, close to linear in practice; one matching covers all pairs of parts.
    """
    here, there = home[graph.src], home[graph.dst]
    cluster = here.astype(np.int32)
    cut = np.flatnonzero(here != there)
    if not cut.size:
        return cluster
    low_is_source = here[cut] < there[cut]
    low_end = np.where(low_is_source, graph.src[cut], graph.dst[cut]).astype(np.int64)
    high_end = np.where(low_is_source, graph.dst[cut], graph.src[cut]).astype(np.int64)
    low, high = home[low_end], home[high_end]
    # Rows are the copies (vertex, higher part) of ends in the lower part; columns are the opposite copies.
    low_copies, low_copy = np.unique(low_end * parts + high, return_inverse=True)
    high_copies, high_copy = np.unique(high_end * parts + low, return_inverse=True)
    edges = scipy.sparse.csr_array(
        (np.ones(cut.size, np.int8), (low_copy, high_copy)), shape=(low_copies.size, high_copies.size)
    )
    matched = maximum_bipartite_matching(edges, perm_type="column")
    low_in, high_in = _koenig(edges.indptr, edges.indices, matched, high_copies.size)
    copy_of_low, copy_of_high = low_in[low_copy], high_in[high_copy]
    cluster[cut] = np.where(copy_of_low, high, low)
    load = np.bincount(np.delete(cluster, cut), np.delete(graph.weight, cut), minlength=parts)
    _choose(cut, copy_of_low, copy_of_high, low, high, graph.weight, load.astype(np.float64), cluster)
    return cluster


@njit(cache=True)
def _koenig(indptr: Int64, indices: Int64, matched: Int32, columns: int) -> tuple[Booleans, Booleans]:
    """Rows and columns of a minimum vertex cover, from the column matched to each row (-1: none)."""
    rows = indptr.size - 1
    reached_row = np.zeros(rows, np.bool_)
    reached_column = np.zeros(columns, np.bool_)
    row_of = np.full(columns, -1, np.int64)
    stack = np.empty(rows, np.int64)
    depth = 0
    for row in range(rows):
        if matched[row] >= 0:
            row_of[matched[row]] = row
        else:
            reached_row[row] = True
            stack[depth] = row
            depth += 1
    while depth:
        depth -= 1
        row = stack[depth]
        for i in range(indptr[row], indptr[row + 1]):
            column = indices[i]
            if not reached_column[column]:
                reached_column[column] = True
                following = row_of[column]  # it exists, otherwise the matching could be larger
                if not reached_row[following]:
                    reached_row[following] = True
                    stack[depth] = following
                    depth += 1
    return ~reached_row, reached_column


@njit(cache=True)
def _choose(
    cut: Int64,
    copy_of_low: Booleans,
    copy_of_high: Booleans,
    low: Int64,
    high: Int64,
    weight: Float64,
    load: Float64,
    cluster: Int32,
) -> None:
    """Assign edges whose two ends are both copied to the less loaded of the two parts."""
    for i in range(cut.size):
        if not (copy_of_low[i] and copy_of_high[i]):
            load[cluster[cut[i]]] += weight[cut[i]]
    for i in range(cut.size):
        if copy_of_low[i] and copy_of_high[i]:
            c = low[i] if load[low[i]] <= load[high[i]] else high[i]
            cluster[cut[i]] = c
            load[c] += weight[cut[i]]
