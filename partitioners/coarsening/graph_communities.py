"""The communities of a graph by Louvain's method, from the smallest to the largest, and their modularity.

Blondel et al., "Fast unfolding of communities in large networks", J. Stat. Mech., 2008. The communities of a
level are the vertices of the next one, so the result is a hierarchy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.coarsening.communities import Objective, WeightedGraph, compact, merge, move
from partitioners.coarsening.vertex_paths import paths_by_edge
from partitioners.coarsening.visiting_order import shuffled_blocks
from partitioners.graph import Graph

SIGNIFICANT_MODULARITY = 0.3
"""Modularity of significant communities (Clauset, Newman, Moore, Phys. Rev. E 70, 066111, 2004)."""


class Communities(NamedTuple):
    """Communities of the vertices of a graph.

    Attributes
    ----------
    smallest, largest : ndarray of int64, shape (n,)
        Community of each vertex on the lowest and on the highest level. The smallest ones that are in the
        same larger community, on any level, have consecutive numbers.
    modularity : float
        Modularity of the largest communities; 0 for a graph without edges between two vertices.
    """

    smallest: NDArray[np.int64]
    largest: NDArray[np.int64]
    modularity: float

    def significant(self) -> Communities:
        """These communities, or a single one if the modularity is not significant."""
        if self.modularity >= SIGNIFICANT_MODULARITY:
            return self
        single = np.zeros(self.smallest.size, np.int64)
        return Communities(single, single, self.modularity)


def graph_communities(graph: Graph, seed: int) -> Communities:
    """Find the communities of a graph, all of whose edges count equally.

    Parameters
    ----------
    seed : int
        Seed of the order in which vertices are visited.

    Notes
    -----
    Near linear in the edges.
    """
    given = paths_by_edge(graph)
    end = np.stack(
        [graph.dst, graph.src], axis=1
    ).ravel()  # clone 2e is at the source, so its other end is dst
    owner = np.repeat(np.arange(graph.num_vertices), graph.degree)
    neighbour = end[given.clone].astype(np.int64)
    inner = neighbour != owner
    neighbour, owner = neighbour[inner], owner[inner]
    degree = np.bincount(owner, minlength=graph.num_vertices)
    indptr = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(degree, out=indptr[1:])
    strength = degree.astype(np.float64)
    unbalanced = Objective(resolution=1.0, balance_weight=0.0, parts=1)
    coarse = WeightedGraph(indptr, neighbour, np.ones(neighbour.size), strength, strength)
    levels = [np.arange(graph.num_vertices)]
    while True:
        order = shuffled_blocks(coarse.size, np.random.default_rng(seed))
        label, count = compact(move(coarse, np.arange(coarse.size), unbalanced, order))
        if count == coarse.size:
            break
        levels.append(label[levels[-1]])
        coarse = merge(coarse, label, count)
    if len(levels) == 1:
        return Communities(levels[0], levels[0], 0.0)
    largest = levels[-1]
    inside = np.count_nonzero(largest[owner] == largest[neighbour]) / neighbour.size
    share = np.bincount(largest, strength) / strength.sum()
    _, member = np.unique(levels[1], return_index=True)
    rank = np.empty(member.size, np.int64)
    rank[np.lexsort([level[member] for level in levels[1:]])] = np.arange(member.size)
    return Communities(rank[levels[1]], largest, inside - float(share @ share))
