"""The tables of a run of threads; see :mod:`numasim.numa.compiled.state`.

The operations of a core are in a ring: operation ``n`` of its thread is in the place ``n & (ring - 1)``. An
operation is named by its row, core x ring + place, which is its row in ``State.links`` as well. All that is
known of it is in this row, so that a core touches one line of the processor's cache for each operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.cache_units import cache_unit_fields
from numasim.numa.compiled.state import Int32, Int64
from numasim.numa.compiled.wheel import POSTED, empty_wheel
from numasim.numa.shared.sync_objects import sync_tables
from numasim.numa.shared.thread_inputs import OPERATION_COUNTS, REMEMBERED, STREAMS
from numasim.threads.operations import OPERATION

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs

# Threads.rows: one row per core. HEAD, TAIL: the bounds of the window; SLOTS: the instructions in it; FILLED:
# the operations that the core has. ISSUING: the operation whose last slot is in cycle ISSUED_AT, or -1.
# FENCE: the number of the operation behind which no other enters the window, or -1. STEP, FOLLOWING: the step
# of the synchronising operation at the head, and the next one. BEGAN: the cycle in which it was issued.
# POLLED: the block that it loads, or -1. HOLDS: whether it waits until it loses this block. REPLAY,
# LAST_REPLAY: accesses that wait for the L1,
# linked by SIBLING. REASON: a column of State.cores. PERFORMED: the operations whose last slot is over.
# NUM_ENDING: those whose end is in the wheel. NUM_WAITING: those in the window that cannot be issued before
# another has finished. DECIDED_AT: the cycle of the core's last decision. AWAITED: the core for which it
# waits since cycle AWAITS_SINCE until that one has finished AWAITS_NUMBER operations, or -1. AWAITING: the
# cores that wait for this one. FINISHED_BEFORE: its finished operations before cycle DECIDED_AT.
# FIRST_LATER: the operations whose values are there in a later cycle, in the order of these cycles, linked by
# next_waiting. OLDEST: the last operation at the head; OLDEST_LEFT: its instructions to which the issue slots
# from OLDEST_FROM on belong. REACHED_AT: when the other core had finished what this one awaits, or -1. LATE,
# OVERDUE: see ``ThreadCore`` of numasim.numa.simpy_engine.thread_core.
HEAD, TAIL, FILLED, FREE_SLOT, ISSUING, ISSUED_AT, FENCE, STEP, FOLLOWING, POLLED = range(10)
LOST_MEANWHILE, ACCOUNTED_UNTIL, REASON, EXHAUSTED, HAS_ENDED, WANTS, REPLAY, LAST_REPLAY = range(10, 18)
NUM_READY, RELEASED, WAITS_AT, BEGAN, PERFORMED, NUM_ENDING, DECIDED_AT, NUM_WAITING = range(18, 26)
AWAITED, AWAITS_NUMBER, AWAITS_SINCE, AWAITING, FINISHED_BEFORE, SLOTS, HOLDS, FIRST_LATER = range(26, 34)
OLDEST, OLDEST_FROM, OLDEST_LEFT, REACHED_AT, LATE, OVERDUE = range(34, 40)
THREAD_COLUMNS = 40

ROW = np.dtype(
    [
        *OPERATION.descr,
        ("at", np.int64),
        ("slots", np.int32),
        ("left", np.int32),
        ("first_waiting", np.int32),
        ("next_waiting", np.int32),
        ("status", np.int8),
        ("waits", np.int8),
        ("unused", np.uint8, 22),  # to 64 bytes
    ]
)
"""An operation in the ring of its core.

- The fields of :data:`numasim.threads.operations.OPERATION`.
- ``at``: the cycle in which its value is there, if it waits for that; the cycle of its end when it is over.
- ``slots``: its instructions that are in the window. ``left``: the issue slots that it has not taken.
- ``first_waiting``: the operations that wait for its result, linked by ``next_waiting``.
- ``status``: see below. ``waits``: whether its value is not there, so that its access is not issued.
"""

IN_WINDOW, DONE, AT_HEAD = range(3)
"""The states of an operation; the last one must be the oldest before it is issued."""

# Threads.control. MARKED: whether a thread has entered or left the region of interest in this cycle.
# INSIDE: the threads in it.
WANTING, PHASE_OVER, RUNNING, FINISHED_AT, MARKED, INSIDE = range(6)


class Threads(NamedTuple):
    """The tables of a run in addition to :class:`numasim.numa.compiled.state.State` and the caches."""

    l1_cycles: int
    snoop_cycles: int
    l2_cycles: int
    units: int
    first_number: int
    kinds: Int64
    tiles: Int64
    sent: Int64
    window: int
    issue_width: int
    ring: int
    wheel_slots: int  # a power of two, more than the latency of the L1
    block_shift: int
    ordered_atomics: bool
    barrier_messages: bool
    thread_of_core: Int64
    core_of_thread: Int64
    objects: Int64  # this and the next four: see SyncTables
    waiters: Int64
    ticket_block: Int64
    grant_block: Int64
    node_block: Int64
    control: Int64
    rows: Int64
    counts: Int64  # per core, see OPERATION_COUNTS
    last_miss: Int64
    operations: NDArray[np.void]  # of ROW
    ready: Int64  # per core, a bit for each place
    wheel: Int32


def make_threads(inputs: ThreadRunInputs, first_number: int) -> Threads:
    """Create the tables of the threads before the first cycle.

    Parameters
    ----------
    inputs : ThreadRunInputs
    first_number : int
        The first number of the messages of the caches.
    """
    machine = inputs.machine
    cores, slots = machine.num_cores, slots_above(machine.l1.latency_cycles)
    ring = ring_size(inputs)
    rows = np.zeros((cores, THREAD_COLUMNS), np.int64)
    free = [ISSUING, ISSUED_AT, FENCE, POLLED, REPLAY, WAITS_AT, AWAITED, FIRST_LATER, OLDEST, REACHED_AT]
    rows[:, free] = -1
    control = np.zeros(6, np.int64)
    control[RUNNING] = inputs.core_of_thread.size
    wheel = empty_wheel(cores, slots)
    wheel[::slots, POSTED] = 1  # every core decides in cycle 0
    units: dict[str, Any] = cache_unit_fields(machine, first_number)
    return Threads(
        **units,
        window=machine.core.window,
        issue_width=machine.core.issue_width,
        ring=ring,
        wheel_slots=slots,
        block_shift=machine.memory.block.bit_length() - 1,
        ordered_atomics=inputs.ordered_atomics,
        barrier_messages=inputs.barrier == "messages",
        thread_of_core=inputs.thread_of_core,
        core_of_thread=np.ascontiguousarray(inputs.core_of_thread, np.int64),
        **sync_tables(inputs)._asdict(),
        control=control,
        rows=rows,
        counts=np.zeros((cores, len(OPERATION_COUNTS)), np.int64),
        last_miss=np.full((cores, STREAMS), -2, np.int64),
        operations=np.zeros(cores * ring, ROW),
        ready=np.zeros((cores, ring // 64), np.int64),
        wheel=wheel,
    )


def ring_size(inputs: ThreadRunInputs) -> int:
    """The operations for which a core has space: its window, a piece, and one cycle's issue."""
    core = inputs.machine.core
    least = core.window + core.issue_width + inputs.team.tables.capacity
    return max(REMEMBERED, 1 << least.bit_length())


def slots_above(latency: int) -> int:
    """A power of two above a latency in cycles."""
    return max(16, 1 << latency.bit_length())
