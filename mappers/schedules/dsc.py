"""DSC: dominant sequence clustering, its clusters packed onto the cores.

Yang and Gerasoulis, "DSC: scheduling parallel tasks on an unbounded number of processors", IEEE TPDS 5(9),
1994. :mod:`partitioners.vertex_cuts.dsc` describes the two features of the paper that are left out. As in the
authors' system PYRROS, clusters go to the least loaded core, heaviest first, and a core runs the ready task
with the longest path to the end.
"""

from __future__ import annotations

import numpy as np

from mappers.core_timelines import place_in_order
from mappers.scheduling_problem import SchedulingProblem
from mappers.starts import Starts
from partitioners.vertex_cuts.dsc import dominant_sequences, pack


def dsc(problem: SchedulingProblem) -> Starts:
    """Dominant sequence clustering: the clusters are packed by load, and ordered by the longest path.

    Parameters
    ----------
    problem : SchedulingProblem

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Clusters are formed with mean costs and mean times of communication. O((t + d) (p + log t)).
    """
    cluster = dominant_sequences(problem.tasks, problem.summed_communication)
    load = np.bincount(cluster, problem.summed_cost).astype(np.float64)
    core = pack(load, problem.num_cores)[cluster].astype(np.int64)
    return place_in_order(problem, problem.by_upward_rank, fixed=core)
