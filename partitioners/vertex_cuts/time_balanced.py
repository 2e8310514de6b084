"""A vertex cut for programs that balances work over time, not only in total.

Balanced totals do not guarantee a fast run, since a cut can give the clusters their shares one after another.
Here the edges are placed as they would run, by list scheduling on a calendar
(:mod:`partitioners.scheduling.list_scheduling`). Tasks on the longest path come first. Each task goes to the
cluster where it finishes earliest, given the clusters of its operands, the latency of a message, and the
tasks already scheduled in each cluster. This is the idea of HEFT (Topcuoglu, Hariri and Wu, IEEE TPDS 13(3),
2002) with three changes. First, the order is that of dominant sequences (Yang and Gerasoulis, IEEE TPDS 5(9),
1994), which places the critical path before the tasks that depend on it can delay it. Second, only the
clusters of the operands and a few with free time are tried, so the run time does not grow with the number of
clusters. Third, tasks are first merged into *grains* if no cycle arises
(:mod:`partitioners.scheduling.task_graph`), which saves messages. The largest grains that do not delay the
run depend on the program and the number of clusters. Therefore several sizes are tried, and the coarsest one
with a schedule about as short as the best is chosen.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Integers
from partitioners.partition import Partition

if TYPE_CHECKING:
    from partitioners.scheduling.list_scheduling import Schedule
    from partitioners.scheduling.task_graph import TaskGraph

Latency = Annotated[float, Ge(0.0)]

GRAINS = (1, 4, 16, 64, 256)
"""Sizes of grains that are tried in addition to none, in latencies."""

LARGEST_GRAIN = 1 / 32
"""Maximum size of grains, as a share of the bound max(T1/p, Tinf); cores would wait for larger grains."""

TOLERANCE = 1.01
"""Maximum length of a schedule, relative to the best, that is accepted to save messages."""

RELUCTANCE = (2.0, 8.0)
"""Time, in latencies, by which a task must finish earlier in a cluster without any of its operands. All
grains are tried with the first value; the second saves messages if there is enough work."""


def time_balanced(graph: Graph, parts: int, *, latency: Latency | None = None) -> Partition:
    """Vertex cut for programs: every edge where it finishes earliest, critical path first.

    Parameters
    ----------
    graph : Graph
        An acyclic graph, which is run as dataflow: the task of an edge takes its weight, a vertex takes its
        ``operation``. Cycles are opened, see :func:`partitioners.scheduling.task_graph.task_graph`.
    latency : float, optional
        Latency of a message between two clusters, in the unit of the weights. The default is
        :func:`mesh_latency`, which assumes that weights are cycles.

    Returns
    -------
    EdgePartition or VertexPartition
        The cut. The in-edges of a vertex are in one cluster unless their total weight exceeds four latencies.
        There is no limit on the total load of a cluster. If all clusters always have work, the totals differ
        by a few per cent; if the longest path dominates, they can differ more.

    Notes
    -----
    Almost linear in n + m for any number of clusters. The method is deterministic.
    """
    from partitioners.scheduling.task_graph import cut_of_tasks, task_graph  # not above: it brings Numba

    if latency is None:
        latency = mesh_latency(parts)
    return cut_of_tasks(graph, parts, *place_over_time(task_graph(graph, split=latency), parts, latency))


def place_over_time(
    tasks: TaskGraph,
    parts: int,
    latency: float,
    cost: NDArray[np.float64] | None = None,
    kind: NDArray[np.int64] | None = None,
) -> tuple[TaskGraph, Integers]:
    """Merge tasks into grains and place these.

    Parameters
    ----------
    cost : ndarray of float64, shape (t, k), optional
        Time of each task in each kind of cluster, if clusters differ; each task is a vertex.
    kind : ndarray of int64, shape (parts,), optional
        The kind of each cluster.

    Returns
    -------
    tasks : TaskGraph
        The grains.
    cluster : ndarray of int32, shape (number of grains,)
        The cluster of each; -1 for inputs.
    """
    from partitioners.scheduling.list_scheduling import lower_bound

    sizes = [tasks]
    largest = LARGEST_GRAIN * lower_bound(sizes[0], parts)
    for grain in GRAINS:
        if grain * latency <= largest:
            sizes.append(sizes[-1].merged(grain * latency))
    shortest = _shortest(sizes[0], parts, cost)
    best = math.inf
    tried: list[tuple[TaskGraph, Schedule]] = []
    for tasks in reversed(sizes):
        placed = _place(tasks, parts, latency, RELUCTANCE[0], cost, kind)
        tried.append((tasks, placed))
        best = min(best, placed.makespan)
        if placed.makespan <= TOLERANCE * shortest:
            break  # a finer one would not be shorter by more than the tolerance
    tasks, placed = next(pair for pair in tried if pair[1].makespan <= TOLERANCE * best)
    settled = _place(tasks, parts, latency, RELUCTANCE[1], cost, kind)
    if settled.makespan <= TOLERANCE * best:
        placed = settled
    return tasks, placed.cluster


def _shortest(tasks: TaskGraph, parts: int, cost: NDArray[np.float64] | None) -> float:
    """Lower bound on any schedule of the calendar, in which inputs are in no cluster."""
    least = tasks if cost is None else replace(tasks, work=cost.min(axis=1))
    work = float(least.work[~tasks.is_input].sum())
    return max(work / parts, float(least.upward_rank().max(initial=0.0)))


def _place(
    tasks: TaskGraph,
    parts: int,
    latency: float,
    reluctance: float,
    cost: NDArray[np.float64] | None,
    kind: NDArray[np.int64] | None,
) -> Schedule:
    from partitioners.scheduling.list_scheduling import dominant_first, schedule

    if cost is not None:  # of the grains
        of_grain = [np.bincount(tasks.task_of_vertex, column, tasks.num_tasks) for column in cost.T]
        cost = np.stack(of_grain, axis=1)
    return schedule(
        tasks,
        parts,
        dominant_first(tasks, latency),
        latency=latency,
        reluctance=reluctance * latency,
        everywhere=cost is not None,
        cost=cost,
        kind=kind,
    )


def mesh_latency(parts: int) -> float:
    """Cycles of a short message between two average cores of a square mesh with one cluster per core.

    A hop takes five cycles, four for the router and one for the link. The message takes 2/3 sqrt(p) hops on
    average, one more hop for the ejection, and three more cycles.
    """
    return 8 + 10 / 3 * math.sqrt(parts)
