"""The tables of a run of threads; see :mod:`numasim.numa.compiled.state`.

The operations of a core are in a ring: operation ``n`` of its thread is in the place ``n & (ring - 1)``. An
operation is named by its row, core x ring + place, which is its row in ``State.links`` as well. All that is
known of it is in this row, so that a core touches one line of the processor's cache for each operation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.cache_units import KindRow, TileRow, cache_unit_fields
from numasim.numa.compiled.machine_records import WHEEL, WheelRow
from numasim.numa.compiled.records import Layout, Rows
from numasim.numa.shared.sync_objects import sync_tables
from numasim.numa.shared.thread_inputs import OPERATION_COUNTS, REMEMBERED, STREAMS
from numasim.threads.operations import OPERATION
from partitioners.kernels.array_types import Int64

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs


class ThreadRow:
    """A core that runs a thread."""

    head: int  # the bounds of the window
    tail: int
    filled: int  # the operations that the core has
    free_slot: int
    issuing: int  # the operation whose last slot is in cycle ``issued_at``, or -1
    issued_at: int
    fence: int  # the number of the operation behind which no other enters the window, or -1
    step: int  # of the synchronising operation at the head,
    following: int  # and the next one
    polled: int  # the block that it loads, or -1
    lost_meanwhile: int
    accounted_until: int
    reason: int  # the activity of the core until it decides
    exhausted: int
    has_ended: int
    wants: int
    replay: int  # the first access that waits for the L1; they are linked by ``sibling``
    last_replay: int
    num_ready: int
    released: int
    waits_at: int
    began: int  # the cycle in which the synchronising operation was issued
    performed: int  # the operations whose last slot is over
    num_ending: int  # those whose end is in the wheel
    decided_at: int  # the cycle of the core's last decision
    num_waiting: int  # operations in the window that cannot be issued before another has finished
    awaited: int  # the core for which it waits until that one has finished this many operations, or -1
    awaits_number: int
    awaits_since: int
    awaiting: int  # the cores that wait for this one
    finished_before: int  # its finished operations before cycle ``decided_at``
    slots: int  # the instructions in the window
    holds: int  # whether it waits until it loses the block that it loads
    first_later: int  # the operations whose values are there later, by cycle, linked by ``next_waiting``
    oldest: int  # the last operation at the head
    oldest_from: int
    oldest_left: int  # its instructions to which the issue slots from ``oldest_from`` on belong
    reached_at: int  # when the other core had finished what this one awaits, or -1
    late: int  # these two: see ``ThreadCore`` of numasim.numa.simpy_engine.thread_core
    overdue: int


THREAD = Layout(ThreadRow, np.int64, bytes=320)


class ControlRow:
    """The state of all threads."""

    wanting: int
    phase_over: int
    running: int
    finished_at: int
    marked: int  # whether a thread has entered or left the region of interest in this cycle
    inside: int  # the threads in it


CONTROL = Layout(ControlRow, np.int64, bytes=48)

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


class Threads(NamedTuple):
    """The tables of a run in addition to :class:`numasim.numa.compiled.state.State` and the caches."""

    l1_cycles: int
    snoop_cycles: int
    l2_cycles: int
    units: int
    first_number: int
    kinds: Rows[KindRow]
    tiles: Rows[TileRow]
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
    control: ControlRow
    rows: Rows[ThreadRow]
    counts: Int64  # per core, see OPERATION_COUNTS
    last_miss: Int64
    operations: NDArray[np.void]  # of ROW
    ready: Int64  # per core, a bit for each place
    wheel: Rows[WheelRow]


def make_threads(inputs: ThreadRunInputs, first_number: int) -> Threads:
    """Create the tables of the threads before the first cycle.

    Parameters
    ----------
    first_number : int
        The first number of the messages of the caches.
    """
    machine = inputs.machine
    cores, slots = machine.num_cores, slots_above(machine.l1.latency_cycles)
    ring = ring_size(inputs)
    none = (
        "issuing",
        "issued_at",
        "fence",
        "polled",
        "replay",
        "waits_at",
        "awaited",
        "first_later",
        "oldest",
    )
    wheel = WHEEL.rows(cores * slots, first_over=-1)
    wheel["posted"][::slots] = 1  # every core decides in cycle 0
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
        control=CONTROL.row(running=inputs.core_of_thread.size),
        rows=THREAD.rows(cores, reached_at=-1, **dict.fromkeys(none, -1)),
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
