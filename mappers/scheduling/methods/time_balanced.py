"""The placement of the cut ``time_balanced`` as a schedule."""

from __future__ import annotations

import numpy as np

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.starts import Starts
from partitioners.vertex_cuts.time_balanced import place_over_time


def time_balanced(problem: SchedulingProblem) -> Starts:
    """The cut of time_balanced: tasks on the core of their cluster, ordered by the longest path.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    The cut assumes one latency, here the mean over all dependences, and places each task where it ends
    earliest, whatever the core. O((t + d) p).
    """
    latency = float(problem.mean_communication.mean()) if problem.src.size else 0.0
    tasks = problem.with_work(problem.mean_cost)
    different = (problem.cost, problem.kind_of_core) if problem.cost.shape[1] > 1 else ()
    grains, cluster = place_over_time(tasks, problem.num_cores, latency, *different)
    core = cluster[grains.task_of_vertex].astype(np.int64)
    return place_in_order(problem, problem.by_upward_rank, fixed=core)
