"""DSC: dominant sequence clustering, its clusters packed onto the cores.

Yang and Gerasoulis, "DSC: scheduling parallel tasks on an unbounded number of processors", IEEE TPDS 5(9),
1994. :mod:`partitioners.vertex_cuts.dsc` describes the two features of the paper that are left out. As in the
authors' system PYRROS, clusters go to the least loaded core, heaviest first, and a core runs the ready task
with the longest path to the end. Cores that differ take a different time for a cluster: it goes to the core
that has the least load with it.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.starts import Starts
from partitioners.kernels.array_types import Float64, Int64
from partitioners.kernels.cache import njit
from partitioners.vertex_cuts.dsc import dominant_sequences


def dsc(problem: SchedulingProblem) -> Starts:
    """Dominant sequence clustering: the clusters are packed by load, and ordered by the longest path.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Clusters are formed with mean costs and mean times of communication. O((t + d) (p + log t)).
    """
    cluster = dominant_sequences(problem.tasks, problem.summed_communication)
    heaviest_first = np.argsort(-np.bincount(cluster, problem.summed_cost), kind="stable")
    load = np.stack([np.bincount(cluster, cost) for cost in problem.cost.T], axis=1)
    core = _pack(heaviest_first, load, problem.kind_of_core)[cluster]
    return place_in_order(problem, problem.by_upward_rank, fixed=core)


@njit(cache=True)
def _pack(heaviest_first: Int64, load: Float64, kind_of_core: Int64) -> Int64:
    """The core of each cluster, which has the least load with it (ties: lowest number).

    ``load``, shape (c, k), is the time of each cluster on each kind of core.
    """
    core = np.empty(load.shape[0], np.int64)
    total = np.zeros(kind_of_core.size)
    for c in heaviest_first:
        best = 0
        for q in range(1, total.size):
            if total[q] + load[c, kind_of_core[q]] < total[best] + load[c, kind_of_core[best]]:
                best = q
        core[c] = best
        total[best] += load[c, kind_of_core[best]]
    return core
