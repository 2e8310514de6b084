"""HEFT: tasks by upward rank, each where it ends earliest, with insertion.

Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task scheduling for heterogeneous
computing", IEEE TPDS 13(3), 2002, section 4.
"""

from __future__ import annotations

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.starts import Starts


def heft(problem: SchedulingProblem) -> Starts:
    """Heterogeneous earliest finish time: tasks by upward rank, each inserted where it ends earliest.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Ties of ranks are broken by the number of the task, where the paper draws at random. O((t + d) p), and the
    searched idle intervals.
    """
    return place_in_order(problem, problem.by_upward_rank)
