"""The ends of the operations of threads, and what depends on them.

The model is that of :mod:`numasim.numa.thread_core`.
"""

from __future__ import annotations

from numasim.numa.compiled.cache_units import MAY_REPLAY
from numasim.numa.compiled.state import CHILD, NOW, SIBLING, TASKS
from numasim.numa.compiled.thread_barrier import note_arrival
from numasim.numa.compiled.thread_state import (
    DECIDED_AT,
    DONE,
    EXHAUSTED,
    FINISHED_AT,
    FOLLOWING,
    HAS_ENDED,
    HEAD,
    HOLDS,
    LAST_REPLAY,
    LOST_MEANWHILE,
    NUM_ENDING,
    NUM_READY,
    NUM_WAITING,
    POLLED,
    REPLAY,
    RUNNING,
    STEP,
    TAIL,
)
from numasim.numa.compiled.wheel import take_noted
from numasim.numa.sync_steps import DRAWS, FINISHED, GRANTS, is_load, perform
from numasim.numba_kernels import inlined_kernel
from numasim.threads.operations import BARRIER, COMPUTE, END, LOCK


@inlined_kernel
def make_ready(threads, core, place):  # type: ignore[no-untyped-def]  # a kernel
    """Note that an operation can be issued."""
    threads.ready[core, place >> 6] |= 1 << (place & 63)
    threads.rows[core, NUM_READY] += 1


@inlined_kernel
def first_unfinished(threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Return the number of the oldest operation that has not finished."""
    row, first, mask = threads.rows[core], core * threads.ring, threads.ring - 1
    head, tail = row[HEAD], row[TAIL]
    while head < tail and threads.status[first + (head & mask)] == DONE:
        head += 1
    return head


@inlined_kernel
def finish(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Process the end of an operation."""
    row = threads.rows[core]
    threads.status[number] = DONE
    state.cores[core, TASKS] += 1
    other = threads.first_waiting[number]
    while other >= 0:
        row[NUM_WAITING] -= 1
        make_ready(threads, core, other - core * threads.ring)
        other = threads.next_waiting[other]
    kind = threads.operations[core, number - core * threads.ring].kind
    if kind == BARRIER:
        row[EXHAUSTED] = 0
    elif kind == END:
        row[HAS_ENDED] = 1
        threads.control[RUNNING] -= 1
        threads.control[FINISHED_AT] = state.clock[NOW]


@inlined_kernel
def append(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Queue an access."""
    row = threads.rows[core]
    state.links[number, SIBLING] = -1
    if row[REPLAY] < 0:
        row[REPLAY] = number
    else:
        state.links[row[LAST_REPLAY], SIBLING] = number
    row[LAST_REPLAY] = number


@inlined_kernel
def repeat(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Queue the next access of a synchronising operation."""
    append(state, threads, core, number)
    threads.tiles[core, MAY_REPLAY] = 1


@inlined_kernel
def perform_access(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Perform the step of a synchronising operation, for whose access the core has the block."""
    operation = threads.operations[core, number - core * threads.ring]
    kind = operation.kind
    if kind >= LOCK:
        row, now = threads.rows[core], state.clock[NOW]
        row[FOLLOWING] = perform(threads, core, kind, operation.address, row[STEP], now)


@inlined_kernel
def end_access(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Process the end of an access."""
    operation = threads.operations[core, number - core * threads.ring]
    if operation.kind < LOCK:
        finish(state, threads, core, number)
        return
    row = threads.rows[core]
    step, following = row[STEP], row[FOLLOWING]
    if operation.kind == BARRIER and step == DRAWS and following == GRANTS:
        note_arrival(threads, operation.address)
    if following == FINISHED:
        row[POLLED] = -1
        finish(state, threads, core, number)
    elif following == step and is_load(step) and not row[LOST_MEANWHILE]:
        row[HOLDS] = 1
    else:
        row[STEP] = following
        repeat(state, threads, core, number)


@inlined_kernel
def end_all(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """End operations that are linked by CHILD."""
    while number >= 0:
        following = state.links[number, CHILD]
        threads.rows[core, NUM_ENDING] -= 1
        kind = threads.operations[core, number - core * threads.ring].kind
        if kind in (COMPUTE, END):
            finish(state, threads, core, number)
        else:
            end_access(state, threads, core, number)
        number = following


@inlined_kernel
def catch_up(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Process the noted ends before this cycle. Returns how many operations had finished before it."""
    now, row = state.clock[NOW], threads.rows[core]
    cycle = max(row[DECIDED_AT], now - threads.wheel_slots) + 1
    while row[NUM_ENDING] > 0 and cycle < now:
        end_all(state, threads, core, take_noted(threads, core, cycle))
        cycle += 1
    row[DECIDED_AT] = max(row[DECIDED_AT], now - 1)
    return first_unfinished(threads, core)
