"""MCT: tasks in topological order, each where it ends earliest.

Maheswaran, Ali, Siegel, Hensgen and Freund, "Dynamic mapping of a class of independent tasks onto
heterogeneous computing systems", Journal of Parallel and Distributed Computing 59(2), 1999; with the order of
a graph in place of the order of arrival.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.starts import Starts


def mct(problem: SchedulingProblem) -> Starts:
    """Minimum completion time: tasks by number, each on the core where it ends earliest, without insertion.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    O((t + d) p).
    """
    return place_in_order(problem, np.arange(problem.num_tasks), insertion=False)
