"""The additional tables of a run with simulated memory; see :mod:`numasim.numa.compiled.state`.

The tasks of such a run are instructions and forwarding slots. ``State.tasks`` has them in the scheduler's
order of preference. ``State.readers`` contains the task of a slot, or -1 - the replica to which an edge
without a slot contributes. ``OPERATION`` in ``State.replicas`` is the instruction of a vertex.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.state import CYCLES, Int32, Int64

# Simulated.status: of a task, as in numasim.numa.simpy_engine.instruction_state.
WAITING, IS_READY, QUEUED, IS_RUNNING, ACCESSING, HOLDING, DONE = range(7)

# The columns of Simulated.tiles of the cores; those of the caches are in numasim.numa.compiled.cache_units.
# HEAD, TAIL: the bounds of the window in window_tasks; BEGIN, END: the bounds of the core. REPLAY and
# LAST_REPLAY: waiting accesses, linked by SIBLING; REQUESTED: accesses to be queued in the next decision.
# OLDEST: the cluster of HEAD's task.
HEAD, TAIL, END, REPLAY, LAST_REPLAY = range(5)
ACCOUNTED_UNTIL, REASON, WAITED = range(6, 9)
REQUESTED, OLDEST, BEGIN = range(24, 27)

# Simulated.shared_times: one row per vertex whose value or accumulator is in memory, with the columns of
# numasim.numa.simpy_engine.instruction_state. The rows are in the order of the masters.
PUBLISHED_AT, ACCUMULATED_AT, ADDED_AT, ADDITIONS, ADDITIONS_LEFT, HELD_AT = range(6)
SHARED_TIMES_COLUMNS = 8  # a row is as large as a cache line

VALUE = CYCLES

# Simulated.waiters: the task of a poll, and its core.
WAITING_TASK, WAITING_CORE = range(2)


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
    kinds: Int64
    window_tasks: Int32  # core after core in program order
    place: Int32  # of each task in window_tasks
    status: NDArray[np.int8]
    tiles: Int64
    sent: Int64  # messages that each tile's L1 and home sent, by kind
    wheel: Int32
    # The accesses that move values; their tasks follow the others, and here they are named by their tasks.
    # In State.tasks, IN is the replica of such an access, OUT its kind, VALUE its row of shared_times or -1.
    # See numasim.program.shared_values.
    shared_block: Int64
    kept: bool  # whether values are kept in memory between supersteps; else these two are empty
    read: Int32
    write: Int32
    through_memory: bool  # whether values move between cores through it; else what follows is empty
    shared_times: Int64
    publication: Int32
    poll: Int32
    addition: Int32
    polls_indptr: Int64
    polls: Int32
    first_shared_block: int
    waiters_indptr: Int64
    waiters: Int32  # the polls of each block of slots
    lost_meanwhile: NDArray[np.int8]
