"""A vertex cut for programs that balances work over time, not only in total.

Balanced totals do not make a fast run: a cut may give every cluster its share, one after the other. Here the
edges are placed as they would run, by list scheduling on a calendar (:mod:`partitioners.list_scheduling`):
the longest remaining path first, each task where it finishes earliest, given where its operands are, what a
message takes and what each cluster has to do at that time already. That is the idea of HEFT (Topcuoglu,
Hariri and Wu, IEEE TPDS 13(3), 2002) with two changes. Only the clusters of the operands and a few with free
time are looked at, so that the time does not grow with the number of clusters. And tasks are merged first,
where no cycle arises (:mod:`partitioners.task_graph`), into *grains*, which saves messages. How coarse they
may be before the run becomes longer depends on the program and on the number of clusters: several sizes are
tried, and the coarsest whose schedule is about as short as the best is taken.
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np
from annotated_types import Ge

from partitioners.graph import Graph
from partitioners.list_scheduling import schedule
from partitioners.partition import EdgePartition
from partitioners.task_graph import task_graph

Latency = Annotated[float, Ge(0.0)]

GRAINS = (1, 4, 16, 64)
"""Sizes of grains that are tried, in latencies, beside none."""

TOLERANCE = 1.01
"""A coarser grain is taken if its schedule is longer than the best by no more than this factor."""

RELUCTANCE = 2.0
"""In latencies: how much earlier a task must finish in a cluster that holds none of its operands."""


def time_balanced(graph: Graph, parts: int, *, latency: Latency | None = None) -> EdgePartition:
    """Vertex cut for programs: every edge where it would finish earliest, longest remaining path first.

    Parameters
    ----------
    graph : Graph
        Meant to be acyclic, run as dataflow: the task of an edge takes its weight, a vertex its
        ``operation``. Cycles are opened, see :func:`partitioners.task_graph.task_graph`.
    parts : int
    latency : float, optional
        Of a message between two clusters, in the unit of the weights; :func:`mesh_latency` where it is not
        given, which takes weights for cycles.

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
    tasks = task_graph(graph, split=latency)
    best = math.inf
    found = []
    for grain in (0, *GRAINS):
        if grain:
            tasks = tasks.merged(grain * latency)
        placed = schedule(tasks, parts, tasks.upward_rank(), latency=latency, reluctance=RELUCTANCE * latency)
        found.append((placed.makespan, placed.cluster[tasks.task_of_edge]))
        best = min(best, placed.makespan)
    cluster = next(cut for makespan, cut in reversed(found) if makespan <= TOLERANCE * best)
    return EdgePartition(graph, parts, cluster.astype(np.int32))


def mesh_latency(parts: int) -> float:
    """Cycles that a short message takes between two average cores of a square mesh with a core a cluster.

    Hops of five cycles, four of router and one of link: 2/3 sqrt(p) of them on average, one more for the
    ejection, and three cycles beside.
    """
    return 8 + 10 / 3 * math.sqrt(parts)
