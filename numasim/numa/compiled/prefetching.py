"""Prefetches of the rows that a core reads next. They change no result.

The tables of a large program do not fit in the processor's caches, and half of the time of a run would be
waits for memory. A core's next task, and what follows from the end of the present one, are known some events
before they are due. A prefetch that must first read a row of a table waits for this row. So each one reads
only rows that an earlier one has brought: the row of a task when the task becomes the next one, the replica
to which it contributes when it begins, and what follows from its end in the cycle of the end, before the core
decides.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.compiled.state import (
    IN,
    MESSAGE,
    MISSING,
    OPERATION,
    READER,
    READERS,
    RUNNING,
    SCATTERS,
    VERTEX,
)
from numasim.numba_kernels import inlined_kernel
from partitioners.bits import prefetch


@inlined_kernel
def prefetch_row(rows, number):  # type: ignore[no-untyped-def]
    """Prefetch the beginning of a row of a table."""
    prefetch(rows, np.uint64(number * rows.shape[1]))


@inlined_kernel
def prefetch_end(state, core):  # type: ignore[no-untyped-def]
    """Prefetch what follows from the end of the running task of a core."""
    contributes_to = state.tasks[state.cores[core, RUNNING], IN]
    row = state.replicas[contributes_to if contributes_to >= 0 else -1 - contributes_to]
    if contributes_to >= 0:
        if row[MISSING] > 1:
            return
        if row[SCATTERS] >= 0 and row[OPERATION] >= 0:
            prefetch_row(state.tasks, row[OPERATION])
            return
    if row[SCATTERS] >= 0:
        prefetch(state.finished, np.uint64(row[VERTEX]))
        if row[READERS] == 1:
            prefetch_row(state.tasks, row[READER])
        elif row[READERS] > 1:
            prefetch(state.readers, np.uint64(row[READER]))
    if row[MESSAGE] >= 0:
        prefetch_row(state.messages, row[MESSAGE])
        prefetch_row(state.events, row[MESSAGE])
        prefetch_row(state.times, row[MESSAGE])
