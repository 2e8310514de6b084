"""Checks of distances from a root, by the properties that define them, without computing any.

Distances are the shortest ones if and only if (1) the root has 0, (2) no edge relaxes:
d(v) <= d(u) + w(u, v), and (3) every node with a distance is reached from the root by *tight* edges,
d(v) = d(u) + w(u, v). By (2) no distance is larger than that of any path, by (3) each is the length of some
path. (2) also means that no node without a distance follows a node that has one. A tight in-edge of each node
would be too little for (3), since edges of weight 0 may form a cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.graph import Graph

UNREACHED = 10**9
"""The distance of a node that no path reaches; any larger value, infinity included, means the same."""


def verify_distances(
    graph: Graph, root: int, distances: Any, weights: Sequence[float] | NDArray[Any] | None = None
) -> list[str]:
    """Check that distances from a root, along the directed edges, are the shortest ones.

    Parameters
    ----------
    distances : array_like of numbers, shape (n,)
        :data:`UNREACHED` (10^9) or more for nodes that are not reached.
    weights : array_like of numbers, shape (m,), optional
        The length of each edge, at least 0; by default the graph's weights. Sums are not rounded if weights
        are integers; otherwise each distance must be exactly the sum that float64 gives along its path.

    Returns
    -------
    list of str
        One line for each law that does not hold, with its first example; empty if the distances are right.

    Raises
    ------
    OptionError
        The root does not exist, or an array has the wrong shape.

    Notes
    -----
    O(n + m). It finds any wrong entry, since there is just one solution.
    """
    n = graph.num_vertices
    found = np.asarray(distances, np.float64)
    weight = np.asarray(graph.weight if weights is None else weights, np.float64)
    check_root(graph, root)
    for name, array, size in (("distances", found, n), ("weights", weight, graph.num_edges)):
        if array.shape != (size,):
            raise OptionError(f"{name} has shape {array.shape}; expected ({size},)")
    if weight.size and not weight.min() >= 0:
        raise OptionError(f"weights has the value {weight.min():g}; shortest distances need values >= 0")
    reached = found < UNREACHED
    through = found[graph.src] + weight
    relaxes = reached[graph.src] & ~(np.where(reached, found, np.inf)[graph.dst] <= through)
    ends = reached[graph.dst]
    tight = reached[graph.src] & ends & (found[graph.dst] == through)
    unsupported = reached & ~_reachable(n, graph.src[tight], graph.dst[tight], root)
    problems = []
    if found[root] != 0:
        problems.append(f"the root {root} is at distance {found[root]:.10g}; expected 0")
    for law, nodes in (
        ("nodes at a distance that is not a number >= 0", ~(found >= 0)),
        ("nodes at a distance that no path has", unsupported),
    ):
        if nodes.any():
            v = int(nodes.argmax())
            problems.append(f"{law}: {np.count_nonzero(nodes)}; node {v} is at {found[v]:.10g}")
    for law, edges in (
        ("edges to nodes that should be reached", relaxes & ~ends),
        ("edges that shorten a distance", relaxes & ends),
    ):
        if edges.any():
            e = int(edges.argmax())
            u, v = int(graph.src[e]), int(graph.dst[e])
            problems.append(
                f"{law}: {np.count_nonzero(edges)}; edge {e} of weight {weight[e]:.10g} leads from node {u} "
                f"at {found[u]:.10g} to node {v} at {found[v]:.10g}"
            )
    return problems


def verify_levels(graph: Graph, root: int, levels: Any) -> list[str]:
    """Check that levels are the depths of a breadth-first search from a root, as :func:`verify_distances`."""
    return verify_distances(graph, root, levels, np.ones(graph.num_edges))


def check_root(graph: Graph, root: int) -> None:
    """Check that a node exists.

    Raises
    ------
    OptionError
        It does not.
    """
    whole = isinstance(root, (int, np.integer)) and not isinstance(root, bool)
    if not whole or not 0 <= root < graph.num_vertices:
        nodes = f"0 .. {graph.num_vertices - 1}" if graph.num_vertices else "none"
        ids = graph.vertex.get("original_id")
        by_id = f", in the order of the ids {ids[0]} .. {ids[-1]}" if ids is not None and ids.size else ""
        raise OptionError(f"root is {root!r}; the nodes of graph {graph.name!r} are {nodes}{by_id}")


def _reachable(n: int, src: NDArray[Any], dst: NDArray[Any], root: int) -> NDArray[np.bool_]:
    """The nodes that a search from the root along some edges meets, shape (n,)."""
    import scipy.sparse as sp

    edges = sp.csr_array((np.ones(src.size), (src, dst)), shape=(n, n))
    met = np.zeros(n, bool)
    met[sp.csgraph.breadth_first_order(edges, root, return_predecessors=False)] = True
    return met
