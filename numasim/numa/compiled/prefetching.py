"""Prefetches of the rows that a core reads next. They change no result.

The tables of a large program do not fit in the processor's caches, and half of the time of a run would be
waits for memory. The next task of a core and the end of the present one are known some hundred events before
they are due.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.compiled.state import FIRST_READER, IN, OUT, VERTEX
from numasim.numba_kernels import inlined_kernel
from partitioners.bits import prefetch


@inlined_kernel
def prefetch_row(rows, number):  # type: ignore[no-untyped-def]
    """Prefetch the beginning of a row of a table."""
    prefetch(rows, np.uint64(number * rows.shape[1]))


@inlined_kernel
def prefetch_start(state, task):  # type: ignore[no-untyped-def]
    """Prefetch what the start of a task reads."""
    contributes_to = state.tasks[task, IN]
    prefetch(state.task_cycles, np.uint64(task))
    if contributes_to >= 0:
        prefetch_row(state.replicas, contributes_to)
        prefetch(state.value_from, np.uint64(state.tasks[task, OUT]))
    else:
        prefetch_row(state.vertices, -1 - contributes_to)


@inlined_kernel
def prefetch_end(state, replica):  # type: ignore[no-untyped-def]
    """Prefetch what the last of the tasks that contribute to a replica reads at its end."""
    v = state.replicas[replica, VERTEX]
    prefetch_row(state.vertices, v)
    prefetch(state.finished, np.uint64(v))
    prefetch(state.readers, np.uint64(state.replicas[replica, FIRST_READER]))
