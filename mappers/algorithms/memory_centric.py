"""The memory-centric run-time mapping of "weight-balanced vertex cut" (2020), section 5.2, Algorithm 2.

``estimate="serial"`` is the algorithm as printed, in O(P) for P clusters. The default extends it: an
estimated time of the whole run chooses among all cores, where the printed lines 27, 30 and 32 ask for
distance and regions, in O(P x cores). Three factors decide: clusters that share memory go to one core if that
saves time (factor 1), clusters that communicate go near each other (factor 2), and independent clusters go to
different regions (factor 3).
This module interprets the lines of the algorithm and breaks ties as follows:

==========  ==========================================================================================
lines 4-16  Ready clusters queue by (level of the earliest ready task, id).
line 17     Regions by recursive bisection; about as many regions as each region has cores.
lines 6, 7  p: the mapped cluster that shares the most value blocks with this one (ties: lowest id).
lines 9-12  ipc: the mapped cluster that exchanges the most critical messages with it in both directions
            (ties: lowest id).
line 18     While LastCluster is NULL, line 21 is false and line 32 is core 0: the first cluster goes there.
line 21     Is p's core LastCluster's core?
line 23     Is that core below its threshold (``clusters_per_core``, or ceil(p / cores) if that is larger),
            and is the estimated time with the cluster there at most that with the cluster on line 27's core?
line 24     If so, p's core.
line 27     If not, DiffRegion(LastCluster's core).
line 30     Nearby(ipc's core).
line 32     DiffRegion(LastCluster's core).
==========  ==========================================================================================

The paper does not say how it estimates an execution time. Here the estimate is that of
:mod:`mappers.algorithms.time_estimate`: critical messages over their hops, the busiest core, and the busiest
memory controller. The same estimate chooses among the cores of a line:

``Nearby(c)``: the free core of least estimated time, then the nearest to c, then the lowest id.

``DiffRegion(c)``: of the free cores outside c's region (inside it if there is no other), the core of least
estimated time, then the fewest clusters in its region, then the fewest clusters on the core, then the largest
distance from c, then the lowest id.

With ``estimate="serial"``, the letter of the algorithm, all transfers add up, as on a core that overlaps
nothing. Line 23 then asks whether work(a) + work(b) <= max(work(a), work(b)) + shared blocks x miss cycles +
messages x hop cycles, where a and b are this cluster and p. ipc exchanges the most bytes. ``Nearby`` and
``DiffRegion`` have the order above without the estimated time.

A core is *free*, on lines 27, 30 and 32, while it holds fewer clusters than ``core_limit``: the threshold of
line 23, or the share ceil(p / cores). With the share, two clusters are mapped to one core if line 23 holds;
otherwise this happens only with more clusters than cores. Without ``core_limit``, both are tried where all
clusters are placed at once, and the mapping of less estimated time is kept. A cluster that is placed while
the program runs cannot be tried twice, so the limit is the threshold there. ``serial`` does not see the work
that is already on a core, so its limit is the share.
"""

from __future__ import annotations

import math
from copy import copy
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import CoreState, Mapping
from mappers.metrics import estimated_cycles
from mappers.topology import Topology
from partitioners.errors import OptionError


def memory_centric(
    clusters: ClusterGraph,
    topology: Topology,
    costs: TransferCosts,
    *,
    regions: Annotated[int, Ge(1)] | None = None,
    core_limit: Literal["share", "threshold"] | None = None,
    estimate: Literal["overlapped", "serial"] = "overlapped",
) -> MemoryCentric:
    """Map clusters by shared data, communication and region (Algorithm 2 extended; as printed: serial).

    Parameters
    ----------
    regions : int, optional
        Number of regions into which the mesh is decomposed. The default is the power of two nearest to the
        square root of the number of cores.
    core_limit : {'share', 'threshold'}, optional
        Maximum number of clusters on a core on lines 27, 30 and 32: the share ceil(p / cores), or the
        threshold of line 23. By default the one of less estimated time, or the threshold while the program
        runs; with ``estimate="serial"`` the share.
    estimate : {'overlapped', 'serial'}
        Estimate of the execution time. ``overlapped`` extends Algorithm 2: a run that overlaps messages,
        misses and work, on line 23 and in the choice of every core. ``serial`` is Algorithm 2 as printed: a
        run that does one after another, on line 23 alone.

    Returns
    -------
    MemoryCentric
        An on-line mapper.

    Raises
    ------
    OptionError
        ``regions`` is less than 1 or more than the number of cores, or ``core_limit`` or ``estimate``
        is unknown.

    Notes
    -----
    With ``serial``, linear in clusters plus communications: O(P), as the paper demands, with a fixed number
    of communications for each cluster; only DiffRegion, for a cluster that talks to no mapped one, takes
    O(cores). With ``overlapped``, O(P x cores). The neighbourhoods of the cores take at most O(cores squared)
    in total.
    Source: the paper's section 5.2 and Algorithm 2; see the module for the interpretation.
    """
    if core_limit is None and estimate == "serial":
        core_limit = "share"
    if core_limit not in ("share", "threshold", None):
        raise OptionError(f"core_limit must be 'share' or 'threshold', got {core_limit!r}")
    if estimate not in ("overlapped", "serial"):
        raise OptionError(f"estimate must be 'overlapped' or 'serial', got {estimate!r}")
    if regions is None:
        regions = 2 ** round(math.log2(topology.num_cores) / 2)
    return MemoryCentric(clusters, topology, costs, topology.regions(regions), core_limit, estimate)


class MemoryCentric:
    """Algorithm 2 as an on-line mapper; it keeps the mapping and LastCluster between calls."""

    def __init__(
        self,
        clusters: ClusterGraph,
        topology: Topology,
        costs: TransferCosts,
        region_of_core: NDArray[np.int32],
        core_limit: str | None,
        estimate: str,
    ) -> None:
        from mappers.algorithms.memory_centric_kernels import Talk
        from mappers.algorithms.nearest import nearby
        from mappers.algorithms.time_estimate import demand_of, site_of

        self._clusters = clusters
        self._topology = topology
        self._costs = costs
        self._core_limit = core_limit
        self._overlapped = estimate == "overlapped"
        self._waiting = clusters.parts
        self._last_core = -1
        self._core_of_cluster = np.full(clusters.parts, -1, np.int32)
        exchange = clusters.exchange
        self._talk = Talk(
            clusters.work,
            clusters.shared_indptr,
            clusters.shared_with,
            clusters.shared_blocks,
            exchange.indptr,
            exchange.other,
            exchange.messages,
            exchange.payload_bytes,
        )
        self._near = nearby(topology)
        self._demand, self._load = demand_of(clusters, topology, costs, clusters.work[:, None])
        self._site = site_of(topology, costs)
        self._region_of_core = region_of_core
        self._members = np.argsort(region_of_core, kind="stable")
        self._member_start = np.searchsorted(
            region_of_core[self._members], np.arange(int(region_of_core.max()) + 2)
        )
        self._clusters_on = np.zeros(topology.num_cores, np.int64)

    def place(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """Choose a core for each cluster in ``ready``; they are placed in order of (ready level, id).

        Notes
        -----
        Linear in the clusters and their communications, plus O(cores) for each call.
        """
        from mappers.algorithms.memory_centric_kernels import Cores, place_overlapped, place_serial

        ready = np.asarray(ready, np.int64)
        per_core = -(-self._clusters.parts // self._clusters_on.size)
        all_at_once = ready.size == self._clusters.parts
        if self._core_limit is None and all_at_once and per_core < self._costs.clusters_per_core:
            return self._better_of_both_limits(ready, state)
        if not np.array_equal(state.clusters, self._clusters_on):
            self._clusters_on[:] = state.clusters  # another mapper may also place clusters on these cores
            np.minimum(self._near.full, 0, out=self._near.full)
            self._load.cores[0] = state.work * self._site.slowness
            self._load.core_powers[0] = (self._load.cores**4).sum()
        # All placed and all waiting clusters fit below this limit, so a free core always exists.
        share = -(-(int(self._clusters_on.sum()) + self._waiting) // self._clusters_on.size)
        threshold = max(self._costs.clusters_per_core, share)
        room = share if self._core_limit == "share" else threshold
        num_regions = self._member_start.size - 1
        on = np.bincount(self._region_of_core, self._clusters_on, num_regions).astype(np.int64)
        with_room = np.bincount(self._region_of_core[self._clusters_on < room], minlength=num_regions)
        cores = Cores(
            self._clusters_on, self._region_of_core, self._member_start, self._members, on, with_room
        )
        queue = ready[np.lexsort((ready, self._clusters.ready_level[ready]))]
        queue_on = (
            queue,
            self._last_core,
            self._core_of_cluster,
            self._talk,
            self._near,
            cores,
            room,
            threshold,
        )
        if self._overlapped:
            self._last_core = place_overlapped(*queue_on, self._demand, self._site, self._load)
        else:
            self._last_core = place_serial(*queue_on, self._costs.miss_cycles, self._costs.hop_cycles)
        self._waiting -= ready.size
        return self._core_of_cluster[ready]

    def _unplaced(self, core_limit: str) -> MemoryCentric:
        """The same mapper with a limit, before it places clusters."""
        from mappers.algorithms.time_estimate import Load  # imports Numba

        mapper = copy(self)
        mapper._core_limit = core_limit
        mapper._core_of_cluster, mapper._clusters_on = self._core_of_cluster.copy(), self._clusters_on.copy()
        mapper._near = self._near._replace(full=self._near.full.copy())
        mapper._load = Load(*(each.copy() for each in self._load))
        return mapper

    def _better_of_both_limits(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """The cores of all clusters with the limit of less estimated time (ties: the share)."""
        found = []
        for limit in ("share", "threshold"):
            mapper = self._unplaced(limit)
            core_of_ready = mapper.place(ready, state)
            mapping = Mapping(mapper._core_of_cluster, self._topology.num_cores)
            cycles = estimated_cycles(self._clusters, mapping, self._topology, self._costs)
            found.append((cycles, core_of_ready))
        return min(found, key=lambda each: each[0])[1]
