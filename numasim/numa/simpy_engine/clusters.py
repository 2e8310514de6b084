"""The clusters of a run: on which core each is, what it has there, and the cycles that it has spent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from numasim.numa.shared.activity_over_time import ActivityOverTime
from numasim.numa.shared.online_mapping import OnlineMapper
from numasim.numa.shared.run_result import CORE_TIMES
from partitioners.kernels.grouping import group

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.simpy_engine.clock import Clock


class CoreOfClusters(Protocol):
    """A core, as the placement of clusters sees it."""

    masters: list[int]


class CoreWithWindow(CoreOfClusters, Protocol):
    """An out-of-order core, as the placement of clusters sees it."""

    def add_tasks(self, tasks: list[int]) -> None:
        """Take the tasks of clusters that an on-line mapper has placed on this core in this cycle."""


class Clusters:
    """The clusters of a run and their placement.

    Parameters
    ----------
    cores : sequence of CoreOfClusters
        The cores, which are complete when the first cluster is placed.

    Attributes
    ----------
    core_of_cluster, settled_at : list of int
        The core of each cluster, or -1, and the cycle in which the cluster came to it; 0 for those that have
        not moved.
    start, finish : list of int
        The cycles of the first and the last task of each cluster, or -1.
    cycles : dict of str to list of int
        The cycles of each cluster by activity, with the names in ``CORE_TIMES``.
    activity : ActivityOverTime
    replicas, replicas_of_core : list of list of int
        The replicas of each cluster and of each core.
    outstanding : list of int
        By core: the tasks and vertices of a superstep.
    tasks_of_core : list of list of int
        With simulated memory, the tasks of each core in program order.
    """

    tasks_of_core: list[list[int]]

    def __init__(self, inputs: RunInputs, clock: Clock, cores: Sequence[CoreOfClusters]) -> None:
        program, num_cores = inputs.program, inputs.machine.num_cores
        replicas, parts = program.replicas, program.partition.parts
        self._clock, self._cores = clock, cores
        self._program, self._instructions = program, inputs.instructions
        self._mapper = OnlineMapper(inputs.mapping, program, num_cores)
        self._newly_ready: set[int] = set()
        self.core_of_cluster, self.settled_at = [-1] * parts, [0] * parts
        self.start, self.finish = [-1] * parts, [-1] * parts
        self.cycles = {kind: [0] * parts for kind in CORE_TIMES}
        self.activity = ActivityOverTime()
        has_master = np.flatnonzero(replicas.master >= 0)
        cluster_of_master = replicas.cluster[replicas.master[has_master]]
        self._masters = _grouped(cluster_of_master, has_master, parts)
        self.replicas = _grouped(replicas.cluster, np.arange(replicas.cluster.size), parts)
        self.replicas_of_core: list[list[int]] = [[] for _ in range(num_cores)]
        self._num_tasks = np.bincount(program.partition.cluster_of_edge, minlength=parts).tolist()
        self.outstanding = [0] * num_cores

    def need_core(self, cluster: int) -> None:
        """Place a cluster, to which a value is sent, at the end of this cycle, if it has no core yet."""
        if self.core_of_cluster[cluster] < 0:
            if not self._newly_ready:
                self._clock.call_for_placement(self._place_newly_ready)
            self._newly_ready.add(cluster)

    def place_first(self) -> None:
        """Place all clusters of a finished mapping, or those that an on-line mapping can begin with."""
        core_of_cluster = self._mapper.place_first()
        placed = np.flatnonzero(core_of_cluster >= 0)
        self._put(placed, core_of_cluster[placed])
        if self._instructions is not None:
            self._deal_out_tasks(self._instructions.task_cluster)

    def _place_newly_ready(self) -> None:
        ready, self._newly_ready = sorted(self._newly_ready), set()
        self._place(np.array(ready, np.int64))
        tasks_of_core: dict[int, list[int]] = {}
        for cluster in ready if self._instructions is not None else ():
            if self._tasks[cluster]:
                tasks_of_core.setdefault(self.core_of_cluster[cluster], []).extend(self._tasks[cluster])
        for core, tasks in tasks_of_core.items():
            cast("CoreWithWindow", self._cores[core]).add_tasks(tasks)

    def place_last(self) -> None:
        """Place the clusters to which nothing was sent."""
        self._place(np.flatnonzero(np.array(self.core_of_cluster) < 0))

    def _place(self, ready: NDArray[np.int64]) -> None:
        self._put(ready, self._mapper.place(ready))

    def _put(self, clusters: NDArray[np.int64], cores: NDArray[np.integer]) -> None:
        for cluster, core in zip(clusters.tolist(), cores.tolist(), strict=True):
            masters = self._masters[cluster]
            self.core_of_cluster[cluster] = core
            self._cores[core].masters.extend(masters)
            self.replicas_of_core[core].extend(self.replicas[cluster])
            self.outstanding[core] += self._num_tasks[cluster] + len(masters)

    def _deal_out_tasks(self, task_cluster: NDArray[Any]) -> None:
        """Distribute the tasks of placed clusters to their cores, in program order."""
        in_order = np.empty(self._program.num_tasks, np.int64)
        in_order[self._program.order] = np.arange(self._program.num_tasks)
        cluster = task_cluster[in_order]
        in_order, cluster = in_order[cluster >= 0], cluster[cluster >= 0]
        self._tasks = _grouped(cluster, in_order, len(self.core_of_cluster))
        core = np.array(self.core_of_cluster)[cluster]
        self.tasks_of_core = _grouped(core[core >= 0], in_order[core >= 0], len(self._cores))


def _grouped(label: NDArray[Any], members: NDArray[np.int64], count: int) -> list[list[int]]:
    """The members of each group in ascending order."""
    first, place = group(label, count)
    bounds, ordered = first.tolist(), members[place].tolist()
    return [ordered[bounds[k] : bounds[k + 1]] for k in range(count)]
