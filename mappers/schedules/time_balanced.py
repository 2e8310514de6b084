"""The placement of the vertex cut ``time_balanced`` as a schedule."""

from __future__ import annotations

import numpy as np

from mappers.core_timelines import place_in_order
from mappers.scheduling_problem import SchedulingProblem
from mappers.starts import Starts
from partitioners.graph import Graph
from partitioners.replicas import find_replicas
from partitioners.vertex_cuts.time_balanced import time_balanced as cut


def time_balanced(problem: SchedulingProblem) -> Starts:
    """The cut of time_balanced: tasks on the core of their cluster, ordered by the longest path.

    Parameters
    ----------
    problem : SchedulingProblem

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    The cut assumes equal cores and one latency, here the mean over all dependences. A task is on the core of
    its vertex's master. O((t + d) p).
    """
    operation = {"operation": problem.mean_cost}
    graph = Graph(problem.num_tasks, problem.src, problem.dst, np.zeros(problem.src.size), operation)
    latency = float(problem.mean_communication.mean()) if problem.src.size else 0.0
    replicas = find_replicas(cut(graph, problem.num_cores, latency=latency))
    core = np.full(problem.num_tasks, -1)  # a task without work and dependences has no master
    has_master = replicas.master >= 0
    core[has_master] = replicas.cluster[replicas.master[has_master]]
    return place_in_order(problem, problem.by_upward_rank, fixed=core)
