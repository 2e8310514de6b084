"""ETF: the earliest start of all ready tasks on all cores comes first.

Hwang, Chow, Anger and Lee, "Scheduling precedence graphs in systems with interprocessor communication times",
SIAM Journal on Computing 18(2), 1989.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.ready_pairs import place_best_pairs
from mappers.scheduling.starts import Starts


def etf(problem: SchedulingProblem) -> Starts:
    """Earliest task first: the ready task and the core with the earliest start, without insertion.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Among equal starts, the task with the longest path of costs to the end is chosen. O(t p log t + d p).
    """
    return place_best_pairs(problem, np.zeros_like(problem.cost), problem.tasks.upward_rank())
