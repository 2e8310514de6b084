"""The searches of a program: the time of each, and the edges that it traverses per second.

Traversed edges per second (TEPS) are those of the Graph500 benchmark: the edges of the part of the graph that
the search reaches, over its time. An edge of an undirected graph, which is a pair of opposite edges here,
counts once. The mean of several searches is harmonic, as that benchmark requires.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph

if TYPE_CHECKING:
    import pandas as pd


def add_rates(searches: pd.DataFrame, clock: float) -> pd.DataFrame:
    """Add ``seconds`` and ``teps`` to a table of searches.

    Parameters
    ----------
    searches : DataFrame
        It has the columns ``traversed_edges`` and ``cycles``.
    clock : float
        Cycles per second.
    """
    seconds = searches["cycles"] / clock
    return searches.assign(seconds=seconds, teps=searches["traversed_edges"] / seconds)


def search_figures(searches: pd.DataFrame) -> dict[str, float]:
    """Return the means over the searches: ``search_cycles``, ``search_seconds`` and, harmonic, ``teps``."""
    return {
        "search_cycles": float(searches["cycles"].mean()),
        "search_seconds": float(searches["seconds"].mean()),
        "teps": float(1 / (1 / searches["teps"]).mean()),
    }


def traversed_edges(graph: Graph, reached: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The edges that the Graph500 benchmark counts for each search.

    Parameters
    ----------
    graph : Graph
        If each edge has an opposite one, it is undirected, and the two count once. Self-loops count once.
    reached : ndarray of bool, shape (searches, n)
        The nodes that each search reaches.

    Returns
    -------
    ndarray of int64, shape (searches,)
        In a directed graph, the out-edges of the reached nodes.
    """
    edges = (reached @ graph.out_degree).astype(np.int64)
    if not is_symmetric(graph):
        return edges
    loops = np.bincount(graph.src[graph.src == graph.dst], minlength=graph.num_vertices)
    return (edges + (reached @ loops).astype(np.int64)) // 2


def is_symmetric(graph: Graph) -> bool:
    """Whether there are as many edges from u to v as from v to u, for all nodes. O(m log m)."""
    if not np.array_equal(graph.out_degree, graph.in_degree):
        return False
    src, dst, n = graph.src.astype(np.int64), graph.dst.astype(np.int64), graph.num_vertices
    return np.array_equal(np.sort(src * n + dst), np.sort(dst * n + src))
