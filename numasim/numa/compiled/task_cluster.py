"""The cluster of a task."""

from __future__ import annotations

from numasim.numa.compiled.state import CLUSTER, IN, MASTER
from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def cluster_of_task(state, task):  # type: ignore[no-untyped-def]  # a kernel
    """The cluster of an edge, or that of the master of the vertex of an operation."""
    replica = state.tasks[task, IN]
    if replica < 0:
        replica = state.vertices[-1 - replica, MASTER]
    return state.replicas[replica, CLUSTER]
