"""CompNet, the community-based edge cut with which the vertex-cut papers compare.

Xiao et al., "A load balancing inspired optimization framework for exascale multicore systems: a complex
networks approach", ICCAD 2017, partitions the weighted dependency graph of a program into communities, with
load balance as part of the objective. This implementation interprets the paper as follows. The objective is
modularity less a penalty for load beyond an equal share, and Louvain's method optimises it
(:mod:`partitioners.coarsening.communities`). Then communities are split and merged to p clusters of bounded
load (:mod:`partitioners.coarsening.cluster_packing`). Finally, single vertices move between these clusters,
with the same objective and within the bound.

The paper has many communities and balances their load, and does not say how it forms p clusters. So the
communities may also be the fine ones of the first level, and be spread over the clusters by load alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from annotated_types import Interval

from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.plugins.option_types import Imbalance
from partitioners.undirected import balanced_work, undirected

Level = Literal["last", "first"]
Packing = Literal["merge", "spread"]


def compnet(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    resolution: Annotated[float, Interval(ge=0.0, le=1e6)] = 1.0,
    balance_weight: Annotated[float, Interval(ge=0.0, le=1e6)] = 1.0,
    level: Level = "last",
    packing: Packing = "merge",
    imbalance: Imbalance = 1.03,
) -> VertexPartition:
    """Edge cut: communities with a load penalty, packed into p clusters of bounded load (CompNet).

    Parameters
    ----------
    graph : Graph
        Communities are found in its undirected form: weights of parallel and opposite edges are summed, and
        self-loops are left out. If all weights are 0, edges are counted.
    seed : int
        Seed of the order in which vertices are visited.
    resolution : float
        Resolution of modularity; a larger value gives smaller communities.
    balance_weight : float
        Weight of the load penalty against modularity; 0 gives plain Louvain communities.
    level : {"last", "first"}
        Louvain's level whose communities are packed: the last and coarsest, or the first and finest.
    packing : {"merge", "spread"}
        "merge" merges the most strongly connected communities that fit together, and then moves single
        vertices; "spread" gives each community, the heaviest first, to the least loaded cluster.
    imbalance : float
        The largest work of a cluster over the mean, see :func:`partitioners.balance.hard_limit`. The work of
        a vertex is that of its in-edges and its own operation. If all work is 0, vertices are counted.

    Notes
    -----
    O(m log m) time for merging parallel edges; the rest is near linear.
    """
    from partitioners.coarsening.cluster_packing import pack, spread
    from partitioners.coarsening.communities import Objective, WeightedGraph, find_communities, move

    n = graph.num_vertices
    if parts == 1 or n == 0:
        return VertexPartition(graph, parts, np.zeros(n, np.int64))
    indptr, neighbour, value = undirected(graph, graph.weight if graph.weight.any() else None)
    weight = value.astype(np.float64)
    owner = np.repeat(np.arange(n), np.diff(indptr))
    load = balanced_work(graph)
    if not load.any():
        load = np.ones(n)
    strength = np.bincount(owner, weight, minlength=n).astype(np.float64)
    weighted = WeightedGraph(indptr, neighbour, weight, strength, load)
    objective = Objective(resolution, balance_weight, parts)
    limit = imbalance * float(load.sum()) / parts
    generator = np.random.default_rng(seed)
    communities = find_communities(weighted, objective, generator, only_first_level=level == "first")
    if packing == "spread":
        return VertexPartition(graph, parts, spread(weighted, communities, parts, limit))
    clusters = pack(weighted, communities, parts, limit)
    return VertexPartition(graph, parts, move(weighted, clusters, objective, generator.permutation(n), limit))
