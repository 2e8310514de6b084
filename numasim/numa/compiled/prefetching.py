"""Prefetches of the rows that a core reads next. They change no result.

The tables of a large program do not fit in the processor's caches, and half of the time of a run would be
waits for memory. A core's next task, and what follows from the end of the present one, are known some events
before they are due. A prefetch that must first read a row of a table waits for this row. So each one reads
only rows that an earlier one has brought: the row of a task when the task becomes the next one, the replica
to which it contributes when it begins, and what follows from its end in the cycle of the end, before the core
decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.records import Rows
from numasim.numa.compiled.state import State
from partitioners.kernels.bits import prefetch
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def prefetch_row(rows: Rows[Any] | NDArray[Any], number: int) -> None:
    """Prefetch the beginning of a row of a table, or a number of an array."""
    prefetch(rows, np.uint64(number))


@inlined_kernel
def prefetch_end(state: State, core: int) -> None:
    """Prefetch what may follow from the end of the running task of a core.

    Without branches, because the processor could not predict them: a row that is not needed is replaced by
    one that has been read.
    """
    task = state.cores[core].running
    contributes_to = state.tasks[task].contributes_to
    row = state.replicas[contributes_to if contributes_to >= 0 else -1 - contributes_to]
    operation, reader, vertex = row.operation, row.reader, row.vertex
    is_master, one_reader = row.scatters >= 0, row.readers == 1
    follows = reader if is_master & one_reader else task
    follows = operation if is_master & (contributes_to >= 0) & (operation >= 0) else follows
    prefetch_row(state.tasks, follows)
    message = max(row.message, 0)
    prefetch_row(state.messages, message)
    prefetch_row(state.events, message)
    prefetch_row(state.times, message)
    prefetch(state.finished, np.uint64(vertex if is_master else 0))
