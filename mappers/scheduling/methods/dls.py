"""DLS: the highest dynamic level of all ready tasks on all cores comes first.

Sih and Lee, "A compile-time scheduling heuristic for interconnection-constrained heterogeneous processor
architectures", IEEE TPDS 4(2), 1993. The dynamic level of a task on a core is its static level (the longest
path of median costs to the end), minus its start there, plus the difference of its median cost and its cost
there.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.ready_pairs import place_best_pairs
from mappers.scheduling.starts import Starts


def dls(problem: SchedulingProblem) -> Starts:
    """Dynamic level scheduling: the ready task and the core with the highest dynamic level.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Messages do not compete for links here, so data arrive after the time of their message. Among equal
    levels, the task with the highest static level is chosen. O(t p log t + d p).
    """
    cost = problem.cost
    median = cost[:, 0] if cost.shape[1] == 1 else np.median(cost[:, problem.kind_of_core], axis=1)
    levels = problem.with_work(median).upward_rank()
    return place_best_pairs(problem, cost - median[:, None] - levels[:, None], levels)
