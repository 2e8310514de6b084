"""The ends of the operations of threads, and what depends on them.

The model is that of :mod:`numasim.numa.simpy_engine.thread_core`.
"""

from __future__ import annotations

from typing import Any

from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_barrier import note_arrival
from numasim.numa.compiled.thread_state import DONE, Threads
from numasim.numa.compiled.wheel import take_noted
from numasim.numa.shared.sync_steps import DRAWS, FINISHED, GRANTS, is_load, perform
from numasim.threads.operations import AWAIT, BARRIER, COMPUTE, END, LOCK, MARK
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def make_ready(threads: Threads, core: int, place: int) -> None:
    """Note that an operation can be issued."""
    threads.ready[core, place >> 6] |= 1 << (place & 63)
    threads.rows[core].num_ready += 1


@inlined_kernel
def first_unfinished(threads: Threads, core: int) -> int:
    """Return the number of the oldest operation that has not finished."""
    row, first, mask = threads.rows[core], core * threads.ring, threads.ring - 1
    head, tail = row.head, row.tail
    while head < tail and threads.operations[first + (head & mask)].status == DONE:
        head += 1
    return head


@inlined_kernel
def slots_of_access(operation: Any) -> int:
    """The issue slots of the access of an operation."""
    kind = operation.kind
    if kind < COMPUTE:
        return 1 + operation.folded
    return 0 if kind in (COMPUTE, AWAIT) else 1


@inlined_kernel
def wait_until(state: State, threads: Threads, core: int, number: int, cycle: int) -> None:
    """Let an operation wait until a cycle, if that has not come."""
    if cycle > state.clock.now:
        _list_later(threads, core, number, cycle)


@inlined_kernel
def _list_later(threads: Threads, core: int, number: int, cycle: int) -> None:
    """Insert an operation in the list of those that wait for a cycle, in the order of these cycles."""
    row, before = threads.rows[core], -1
    following = row.first_later
    while following >= 0 and threads.operations[following].at <= cycle:
        before, following = following, threads.operations[following].next_waiting
    operation = threads.operations[number]
    operation.waits = 1
    operation.at = cycle
    operation.next_waiting = following
    if before < 0:
        row.first_later = number
    else:
        threads.operations[before].next_waiting = number


@inlined_kernel
def go_on(threads: Threads, core: int, number: int) -> None:
    """Let the access of an operation be issued whose value is there, if it is next."""
    operation = threads.operations[number]
    is_next = operation.left == slots_of_access(operation)
    if is_next and threads.rows[core].issuing != number:
        make_ready(threads, core, number - core * threads.ring)


@inlined_kernel
def take_values(state: State, threads: Threads, core: int) -> None:
    """Go on with the operations whose values are there in this cycle."""
    row = threads.rows[core]
    number = row.first_later
    while number >= 0 and threads.operations[number].at <= state.clock.now:
        operation = threads.operations[number]
        row.first_later = operation.next_waiting
        operation.waits = 0
        if operation.kind != COMPUTE:
            go_on(threads, core, number)
        elif operation.left == 0 and row.issuing != number:
            finish(state, threads, core, number, state.clock.now)
        number = row.first_later


@inlined_kernel
def finish(state: State, threads: Threads, core: int, number: int, cycle: int) -> None:
    """Process the end of an operation in a cycle, which is this one if others wait for it."""
    row, operation = threads.rows[core], threads.operations[number]
    operation.status = DONE
    operation.at = cycle
    state.cores[core].tasks += 1
    other = operation.first_waiting
    while other >= 0:
        waiting = threads.operations[other]
        following = waiting.next_waiting
        row.num_waiting -= 1
        if waiting.chain > 0 or waiting.kind == COMPUTE:
            _list_later(threads, core, other, cycle + waiting.chain)
        else:
            waiting.waits = 0
            go_on(threads, core, other)
        other = following
    if operation.kind == BARRIER:
        row.exhausted = 0
    elif operation.kind == END:
        row.has_ended = 1
        threads.control.running -= 1
        threads.control.finished_at = state.clock.now


@inlined_kernel
def append(state: State, threads: Threads, core: int, number: int) -> None:
    """Queue an access."""
    row = threads.rows[core]
    state.links[number].sibling = -1
    if row.replay < 0:
        row.replay = number
    else:
        state.links[row.last_replay].sibling = number
    row.last_replay = number


@inlined_kernel
def repeat(state: State, threads: Threads, core: int, number: int) -> None:
    """Queue the next access of a synchronising operation."""
    append(state, threads, core, number)
    threads.tiles[core].may_replay = 1


@inlined_kernel
def perform_access(state: State, threads: Threads, core: int, number: int) -> None:
    """Perform the step of a synchronising operation, for whose access the core has the block."""
    operation = threads.operations[number]
    kind = operation.kind
    if kind >= LOCK:
        row, now = threads.rows[core], state.clock.now
        row.following = perform(threads, core, kind, operation.address, row.step, now)


@inlined_kernel
def end_access(state: State, threads: Threads, core: int, number: int, cycle: int) -> None:
    """Process the end of an access in a cycle, which is this one if the operation synchronises."""
    operation = threads.operations[number]
    if operation.kind < LOCK:
        finish(state, threads, core, number, cycle)
        return
    row = threads.rows[core]
    step, following = row.step, row.following
    if operation.kind == BARRIER and step == DRAWS and following == GRANTS:
        note_arrival(threads, operation.address)
    if following == FINISHED:
        row.polled = -1
        finish(state, threads, core, number, cycle)
    elif following == step and is_load(step) and not row.lost_meanwhile:
        row.holds = 1
    else:
        row.step = following
        repeat(state, threads, core, number)


@inlined_kernel
def end_all(state: State, threads: Threads, core: int, number: int, cycle: int) -> None:
    """End operations in a cycle that are linked by ``child``."""
    while number >= 0:
        following = state.links[number].child
        threads.rows[core].num_ending -= 1
        kind = threads.operations[number].kind
        if kind in (COMPUTE, END, MARK):
            finish(state, threads, core, number, cycle)
        else:
            end_access(state, threads, core, number, cycle)
        number = following


@inlined_kernel
def catch_up(state: State, threads: Threads, core: int) -> int:
    """Process the noted ends before this cycle. Returns how many operations had finished before it."""
    now, row = state.clock.now, threads.rows[core]
    cycle = max(row.decided_at, now - threads.wheel_slots) + 1
    while row.num_ending > 0 and cycle < now:
        end_all(state, threads, core, take_noted(threads, core, cycle), cycle)
        cycle += 1
    row.decided_at = max(row.decided_at, now - 1)
    return first_unfinished(threads, core)
