"""HEFT: list scheduling by upward rank and earliest finish time, the standard baseline for task graphs.

Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task scheduling for heterogeneous
computing", IEEE TPDS 13(3), 2002, with equal processors. Their insertion policy, which searches for a gap
between tasks, is implemented with the precision of the windows of a calendar, see
:mod:`partitioners.scheduling.list_scheduling`.
"""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.partition import Partition
from partitioners.scheduling.list_scheduling import by_upward_rank, schedule
from partitioners.scheduling.task_graph import cut_of_tasks, task_graph
from partitioners.vertex_cuts.time_balanced import Latency, mesh_latency


def heft(graph: Graph, parts: int, *, latency: Latency | None = None) -> Partition:
    """Vertex cut for programs: list scheduling by upward rank and earliest finish time (HEFT).

    Parameters
    ----------
    graph : Graph
        Graph and tasks are as in :func:`partitioners.vertex_cuts.time_balanced.time_balanced`: a task is a
        vertex with its in-edges.
    latency : float, optional
        Latency of a message between two clusters, in the unit of the weights. The rank adds it for each
        dependence. The default is :func:`partitioners.vertex_cuts.time_balanced.mesh_latency`.

    Returns
    -------
    EdgePartition or VertexPartition
        A cut without a limit on the total load of a cluster.

    Notes
    -----
    O(m + n p), since all clusters are tried for every task.
    """
    if latency is None:
        latency = mesh_latency(parts)
    tasks = task_graph(graph, split=latency)
    placed = schedule(tasks, parts, by_upward_rank(tasks, latency), latency=latency, everywhere=True)
    return cut_of_tasks(graph, parts, tasks, placed.cluster)
