"""The additional tables of a run with simulated memory; see :mod:`numasim.numa.compiled.state`.

The tasks of such a run are instructions and forwarding slots. ``State.tasks`` has them in the scheduler's
order of preference. ``State.readers`` contains the task of a slot, or -1 - the replica to which an edge
without a slot contributes. ``operation`` in ``State.replicas`` is the instruction of a vertex.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.cache_units import KindRow, TileRow
from numasim.numa.compiled.machine_records import WheelRow
from numasim.numa.compiled.records import Layout, Rows
from partitioners.kernels.array_types import Int32, Int64

# Simulated.status: of a task, as in numasim.numa.simpy_engine.instruction_state.
WAITING, IS_READY, QUEUED, IS_RUNNING, ACCESSING, HOLDING, DONE = range(7)


class SharedTimesRow:
    """The times of a vertex whose value or accumulator is in memory, in the order of the masters.

    They are those of :mod:`numasim.numa.simpy_engine.instruction_state`.
    """

    published_at: int
    accumulated_at: int
    added_at: int
    additions: int
    additions_left: int
    held_at: int


class WaiterRow:
    """A poll."""

    task: int
    core: int


SHARED_TIMES = Layout(SharedTimesRow, np.int64, bytes=64)
WAITER = Layout(WaiterRow, np.int32, bytes=8)


class Simulated(NamedTuple):
    """The tables of a run in addition to :class:`numasim.numa.compiled.state.State` and the caches."""

    window: int
    issue_width: int
    l1_cycles: int
    snoop_cycles: int
    l2_cycles: int
    wheel_slots: int  # a power of two
    first_long_end: int  # the first event that is the end of a task without a slot in the wheel
    units: int
    first_number: int  # of the messages of the caches
    kinds: Rows[KindRow]
    window_tasks: Int32  # core after core in program order
    place: Int32  # of each task in window_tasks
    status: NDArray[np.int8]
    tiles: Rows[TileRow]
    sent: Int64  # messages that each tile's L1 and home sent, by kind
    wheel: Rows[WheelRow]
    # The accesses that move values; their tasks follow the others, and here they are named by their tasks.
    # See numasim.program.shared_values.
    shared_block: Int64
    kept: bool  # whether values are kept in memory between supersteps; else these two are empty
    read: Int32
    write: Int32
    through_memory: bool  # whether values move between cores through it; else what follows is empty
    shared_times: Rows[SharedTimesRow]
    publication: Int32
    poll: Int32
    addition: Int32
    polls_indptr: Int64
    polls: Int32
    first_shared_block: int
    waiters_indptr: Int64
    waiters: Rows[WaiterRow]  # the polls of each block of slots
    lost_meanwhile: NDArray[np.int8]
