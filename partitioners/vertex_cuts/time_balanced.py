"""A vertex cut for programs that balances work over time, not only in total.

Balanced totals do not make a fast run: a cut may give every cluster its share, one after the other. Here the
edges are placed as they would run, by list scheduling on a calendar
(:mod:`partitioners.scheduling.list_scheduling`): what is on the longest path first, each task where it
finishes earliest, given where its operands are, what a message takes and what each cluster has to do at that
time already. That is the idea of HEFT (Topcuoglu, Hariri and Wu, IEEE TPDS 13(3), 2002) with three changes.
The order is that of dominant sequences (Yang and Gerasoulis, IEEE TPDS 5(9), 1994), which lays the critical
path down before what hangs off it can get in its way. Only the clusters of the operands and a few with free
time are looked at, so that the time does not grow with the number of clusters. And tasks are merged first,
where no cycle arises (:mod:`partitioners.scheduling.task_graph`), into *grains*, which saves messages. How
coarse they may be before the run becomes longer depends on the program and on the number of clusters: several
sizes are tried, and the coarsest whose schedule is about as short as the best is taken.
"""

from __future__ import annotations

import math
from typing import Annotated

from annotated_types import Ge

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.scheduling.list_scheduling import Schedule, dominant_first, lower_bound, schedule
from partitioners.scheduling.task_graph import TaskGraph, task_graph

Latency = Annotated[float, Ge(0.0)]

GRAINS = (1, 4, 16, 64, 256)
"""Sizes of grains that are tried, in latencies, beside none."""

LARGEST_GRAIN = 1 / 32
"""Of the bound max(T1/p, Tinf): larger ones leave cores waiting for each other at the end."""

TOLERANCE = 1.01
"""What saves messages is taken if its schedule is longer than the best by no more than this factor."""

RELUCTANCE = (2.0, 8.0)
"""In latencies: how much earlier a task must finish in a cluster that holds none of its operands. All grains
are tried with the first; the second saves messages where there is work enough."""


def time_balanced(graph: Graph, parts: int, *, latency: Latency | None = None) -> EdgePartition:
    """Vertex cut for programs: every edge where it would finish earliest, critical path first.

    Parameters
    ----------
    graph : Graph
        Meant to be acyclic, run as dataflow: the task of an edge takes its weight, a vertex its
        ``operation``. Cycles are opened, see :func:`partitioners.scheduling.task_graph.task_graph`.
    parts : int
    latency : float, optional
        Latency of a message between two clusters, in the unit of the weights; :func:`mesh_latency` where it
        is not given, which takes weights for cycles.

    Returns
    -------
    EdgePartition
        The in-edges of a vertex are in one cluster, unless they weigh more than four latencies together. No
        limit on the total load of a cluster is kept: where there is work for all of them all the time, totals
        come out within a few per cent of each other; where the longest path decides, they need not.

    Notes
    -----
    Almost linear in n + m, whatever the number of clusters. The same for every seed.
    """
    if latency is None:
        latency = mesh_latency(parts)
    sizes = [task_graph(graph, split=latency)]
    largest = LARGEST_GRAIN * lower_bound(sizes[0], parts)
    for grain in GRAINS:
        if grain * latency <= largest:
            sizes.append(sizes[-1].merged(grain * latency))
    shortest = _shortest(sizes[0], parts)
    best = math.inf
    tried: list[tuple[TaskGraph, Schedule]] = []
    for tasks in reversed(sizes):
        placed = _place(tasks, parts, latency, RELUCTANCE[0])
        tried.append((tasks, placed))
        best = min(best, placed.makespan)
        if placed.makespan <= TOLERANCE * shortest:
            break  # a finer one would not be shorter by more than what is tolerated
    tasks, placed = next(pair for pair in tried if pair[1].makespan <= TOLERANCE * best)
    settled = _place(tasks, parts, latency, RELUCTANCE[1])
    if settled.makespan <= TOLERANCE * best:
        placed = settled
    return EdgePartition(graph, parts, placed.cluster[tasks.task_of_edge])


def _shortest(tasks: TaskGraph, parts: int) -> float:
    """What no schedule of the calendar can beat, in which inputs are in no cluster."""
    work = float(tasks.work[~tasks.is_input].sum())
    return max(work / parts, float(tasks.upward_rank().max(initial=0.0)))


def _place(tasks: TaskGraph, parts: int, latency: float, reluctance: float) -> Schedule:
    order = dominant_first(tasks, latency)
    return schedule(tasks, parts, order, latency=latency, reluctance=reluctance * latency)


def mesh_latency(parts: int) -> float:
    """Cycles that a short message takes between two average cores of a square mesh with a core a cluster.

    Hops of five cycles, four of router and one of link: 2/3 sqrt(p) of them on average, one more for the
    ejection, and three cycles beside.
    """
    return 8 + 10 / 3 * math.sqrt(parts)
