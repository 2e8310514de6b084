"""The do-nothing members: clusters dealt out to the cores in turn, or at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import CoreState
from mappers.topology import Topology


def round_robin(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> DealtOut:
    """The k-th cluster that becomes ready goes to core k mod cores (a do-nothing mapper).

    O(p), on-line; cores hold equal numbers of clusters to within one.
    """
    return DealtOut(np.arange(clusters.parts) % topology.num_cores)


def random(clusters: ClusterGraph, topology: Topology, costs: TransferCosts, *, seed: int = 0) -> DealtOut:
    """Clusters, as they become ready, go to the cores in random order, each core once a round.

    O(p + cores), on-line; cores hold equal numbers of clusters to within one, so that it differs from
    ``round_robin`` in the places alone. The random numbers are drawn before the first cluster is placed.
    """
    draw = np.random.default_rng(seed)
    cores = topology.num_cores
    rounds = [draw.permutation(cores) for _ in range(-(-clusters.parts // cores))]
    return DealtOut(np.concatenate(rounds)[: clusters.parts])


class DealtOut:
    """An on-line mapper that goes through a list of cores, one for each cluster in turn."""

    def __init__(self, core_of_turn: NDArray[np.int64]) -> None:
        self._core_of_turn = core_of_turn.astype(np.int32)
        self._turn = 0

    def place(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """The next cores of the list. O(clusters)."""
        begin, self._turn = self._turn, self._turn + len(ready)
        return self._core_of_turn[begin : self._turn]
