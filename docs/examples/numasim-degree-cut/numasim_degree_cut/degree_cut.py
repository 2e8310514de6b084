"""A vertex cut that looks at degrees: the edges of a vertex of low degree stay together."""

from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge

from numasim.plugins import EdgePartition, Graph, hard_limit


def degree_cut(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    imbalance: Annotated[float, Ge(1.0)] = 1.1,
    ties: Literal["tail", "head"] = "tail",
) -> EdgePartition:
    """Vertex cut: an edge follows its end of lower degree, as long as there is room."""
    home = np.random.default_rng(seed).integers(parts, size=graph.num_vertices)
    tail, head = graph.degree[graph.src], graph.degree[graph.dst]
    by_tail = tail <= head if ties == "tail" else tail < head
    wanted = np.where(by_tail, home[graph.src], home[graph.dst])
    second = np.where(by_tail, home[graph.dst], home[graph.src])
    # The limit on max/mean, raised where no cut could keep it; a plain loop, which Numba would make fast.
    room = hard_limit(imbalance, graph.weight, parts) * graph.weight.sum() / parts
    load = np.zeros(parts)
    cluster = np.empty(graph.num_edges, np.int32)
    for edge, weight in enumerate(graph.weight):
        chosen = wanted[edge]
        if load[chosen] + weight > room:
            chosen = second[edge]
        if load[chosen] + weight > room:
            chosen = load.argmin()
        cluster[edge] = chosen
        load[chosen] += weight
    return EdgePartition(graph, parts, cluster)
