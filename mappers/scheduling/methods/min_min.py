"""Min-Min: the ready task that can end first comes first.

Ibarra and Kim, "Heuristic algorithms for scheduling independent tasks on nonidentical processors", Journal of
the ACM 24(2), 1977; on the ready tasks of a graph, as schedulers of workflows use it.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.ready_pairs import place_best_pairs
from mappers.scheduling.starts import Starts


def min_min(problem: SchedulingProblem) -> Starts:
    """Min-Min: the ready task and the core with the earliest end, without insertion.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Ties are broken by the number of the task, then of the core. O(t p log t + d p).
    """
    return place_best_pairs(problem, problem.cost, np.zeros(problem.num_tasks))
