"""A mapper that places clusters one by one, each near those that it talks to."""

from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from numasim.plugins import ClusterGraph, Topology, TransferCosts


def near_partners(
    clusters: ClusterGraph, topology: Topology, costs: TransferCosts, *, per_core: Annotated[int, Ge(1)] = 1
) -> NDArray[np.int32]:
    """Place the busiest clusters first, each on a core with room that is nearest to its partners."""
    sent = np.zeros((clusters.parts, clusters.parts))
    sender = np.repeat(np.arange(clusters.parts), np.diff(clusters.indptr))
    np.add.at(sent, (sender, clusters.target), clusters.messages)
    exchanged = sent + sent.T
    per_core = max(per_core, -(-clusters.parts // topology.num_cores))
    held = np.zeros(topology.num_cores, int)
    core_of_cluster = np.full(clusters.parts, -1, np.int32)
    for cluster in np.argsort(-exchanged.sum(axis=1), kind="stable"):
        placed = np.flatnonzero(core_of_cluster >= 0)
        cost = topology.distances[:, core_of_cluster[placed]] @ exchanged[cluster, placed]
        if not cost.any():
            cost = topology.distances.sum(axis=1).astype(float)  # nobody to be near to: the middle
        cost[held == per_core] = np.inf
        core_of_cluster[cluster] = cost.argmin()
        held[core_of_cluster[cluster]] += 1
    return core_of_cluster
