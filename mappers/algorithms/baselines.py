"""Baseline mappers that ignore communication: ``round_robin`` and ``random``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import CoreState
from mappers.topology import Topology


def round_robin(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> DealtOut:
    """Map the k-th cluster that becomes ready to core k mod cores (baseline mapper).

    O(p), on-line; cores hold equal numbers of clusters to within one, also if their speeds differ.
    """
    return DealtOut(np.arange(clusters.parts) % topology.num_cores)


def random(clusters: ClusterGraph, topology: Topology, costs: TransferCosts, *, seed: int = 0) -> DealtOut:
    """Map clusters to the cores in random order, each core once per round (baseline mapper).

    O(p + cores), on-line; cores hold equal numbers of clusters to within one, so only the placement differs
    from ``round_robin``. Speeds of cores have no effect. The random numbers are drawn before the first
    cluster is placed.
    """
    draw = np.random.default_rng(seed)
    cores = topology.num_cores
    rounds = [draw.permutation(cores) for _ in range(-(-clusters.parts // cores))]
    return DealtOut(np.concatenate(rounds)[: clusters.parts])


class DealtOut:
    """An on-line mapper that assigns the next core of a fixed list to each cluster."""

    def __init__(self, core_of_turn: NDArray[np.int64]) -> None:
        self._core_of_turn = core_of_turn.astype(np.int32)
        self._turn = 0

    def place(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """Return the next cores of the list. O(clusters)."""
        begin, self._turn = self._turn, self._turn + len(ready)
        return self._core_of_turn[begin : self._turn]
