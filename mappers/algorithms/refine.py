"""Refinement: clusters move from overloaded cores to others while the program runs.

It follows the refining load balancers of Charm++ (G. Zheng, "Achieving high performance on extremely large
parallel machines: performance prediction and load balancing", PhD thesis, 2005, chapter 5): few clusters
move, and only away from cores with more than the mean load.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.algorithms.memory_centric import memory_centric
from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import CoreState, Measurements
from mappers.topology import Topology
from partitioners.errors import OptionError


def refine(
    clusters: ClusterGraph, topology: Topology, costs: TransferCosts, *, tolerance: float = 1.05
) -> Refine:
    """Map as memory_centric, then move clusters away from overloaded cores (policy periodic).

    At each question, the load of a core is the work of its clusters that is left, at the core's speed. While
    the busiest core has more than ``tolerance`` times the mean load, a cluster moves away from it. It is the
    heaviest cluster for which a core keeps that limit, or else the lightest one that makes the larger of both
    loads smaller.
    Among the cores that keep the limit (or among the least loaded ones), the cluster goes to the one with the
    fewest bytes times hops to the clusters with which it exchanges values (ties: the least load, then the
    lowest id). No cluster moves twice.

    Parameters
    ----------
    tolerance : float
        The largest load of a core over the mean that is left as it is, at least 1.

    Returns
    -------
    Refine
        An on-line mapper that also answers the questions of a periodic mapping.

    Raises
    ------
    OptionError
        ``tolerance`` is less than 1.

    Notes
    -----
    A move takes O(cores x partners of the cluster + clusters) time.
    """
    if not tolerance >= 1:
        raise OptionError(f"tolerance must be at least 1, got {tolerance!r}")
    return Refine(clusters, topology, costs, tolerance)


class Refine:
    """The mapper of :func:`refine`."""

    def __init__(
        self, clusters: ClusterGraph, topology: Topology, costs: TransferCosts, tolerance: float
    ) -> None:
        self._start = memory_centric(clusters, topology, costs)
        self._exchange = clusters.exchange
        self._distances = topology.distances.astype(np.int64)
        self._tolerance = tolerance
        self._slowness = costs.slowness(topology.num_cores)

    def place(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """Place clusters as ``memory_centric`` does."""
        return self._start.place(ready, state)

    def remap(self, measured: Measurements) -> NDArray[np.int32]:
        """Return the core of every cluster from now on."""
        core, work = measured.core_of_cluster.copy(), measured.work_left
        may_move = measured.movable & (work > 0)
        slowness = self._slowness
        load = np.bincount(core, work, slowness.size) * slowness
        limit = self._tolerance * work.sum() / (1.0 / slowness).sum()
        while True:
            busiest = int(load.argmax())
            here = np.flatnonzero(may_move & (core == busiest))
            here = here[np.argsort(-work[here], kind="stable")]
            if load[busiest] <= limit or here.size == 0:
                return core
            least = (load + np.outer(work[here], slowness)).min(axis=1)
            fits = here[least <= limit]
            helps = here[least < load[busiest]]
            if helps.size == 0:
                return core
            cluster = int(fits[0] if fits.size else helps[-1])
            with_it = load + work[cluster] * slowness
            targets = np.flatnonzero(with_it <= max(limit, with_it.min()))
            target = self._nearest(cluster, targets, core, with_it)
            may_move[cluster] = False
            core[cluster] = target
            load[busiest] -= work[cluster] * slowness[busiest]
            load[target] = with_it[target]

    def _nearest(
        self,
        cluster: int,
        targets: NDArray[np.int64],
        core: NDArray[np.int32],
        load: NDArray[np.float64],
    ) -> int:
        """The target with the fewest bytes times hops to the partners of a cluster."""
        row = slice(self._exchange.indptr[cluster], self._exchange.indptr[cluster + 1])
        partners = core[self._exchange.other[row]]
        byte_hops = self._exchange.payload_bytes[row] @ self._distances[partners][:, targets]
        return int(targets[np.lexsort((targets, load[targets], byte_hops))[0]])
