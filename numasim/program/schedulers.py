"""Task schedulers: static priorities that decide which ready task a core runs next.

A scheduler gives every task a number, and a core runs the ready task with the smallest number. Ties are
broken by the time at which the tasks became ready, then by program order. A scheduler that gives every task
the same number is therefore first-in first-out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partitioners.registry import Registry

if TYPE_CHECKING:
    from numasim.program.program import Program

SCHEDULERS = Registry(
    "scheduler",
    "numasim.schedulers",
    {
        "program_order": "numasim.program.schedulers:program_order",
        "fifo": "numasim.program.schedulers:fifo",
        "critical_path": "numasim.program.schedulers:critical_path",
    },
    reserved=(),
)
"""Every scheduler: ``f(program, *, options...) -> int64 array, shape (num_tasks,)``; smaller runs first."""


def program_order(program: Program) -> NDArray[np.int64]:
    """Run the first ready task in the global topological order."""
    return program.order


def fifo(program: Program) -> NDArray[np.int64]:
    """Run the task that has been ready for the longest time."""
    return np.zeros(program.num_tasks, np.int64)


def critical_path(program: Program) -> NDArray[np.int64]:
    """Run the task at the start of the longest remaining path, in cycles."""
    return -program.remaining_path
