"""The window of a core that runs a thread, and what a core waits for before more operations enter it.

The model is that of :mod:`numasim.numa.thread_core`.
"""

from __future__ import annotations

from numasim.numa.coherence.l1 import prefetch_in_l1
from numasim.numa.compiled.state import NOW
from numasim.numa.compiled.thread_ends import catch_up, finish, first_unfinished, make_ready
from numasim.numa.compiled.thread_state import (
    AT_HEAD,
    AWAITED,
    AWAITING,
    AWAITS_NUMBER,
    AWAITS_SINCE,
    DECIDED_AT,
    DONE,
    FENCE,
    FILLED,
    FINISHED_BEFORE,
    HEAD,
    IN_WINDOW,
    NUM_ENDING,
    NUM_WAITING,
    OLDEST_SINCE,
    OVERDUE,
    PERFORMED,
    REACHED_AT,
    SLOTS,
    TAIL,
)
from numasim.numa.compiled.wheel import cycles_to_end, decide_after
from numasim.numba_kernels import inlined_kernel
from numasim.threads.operations import ATOMIC, AWAIT, COMPUTE, LOCK, SIGNAL, UNLOCK
from partitioners.bits import trailing_zeros


@inlined_kernel
def slots_of(operation):  # type: ignore[no-untyped-def]  # a kernel
    """The issue slots of an operation."""
    kind = operation.kind
    if kind == COMPUTE:
        return max(operation.cycles, 1)
    if kind < LOCK:
        return operation.cycles + 1 + operation.folded
    return operation.cycles + 1 if kind != AWAIT else 0


@inlined_kernel
def oldest_ready(threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Return the place of the oldest operation that can be issued; there must be one."""
    row, words = threads.rows[core], threads.ready[core]
    start = row[HEAD] & (threads.ring - 1)
    k = start >> 6
    word = words[k] & (-1 << (start & 63))
    while word == 0:
        k += 1
        if k == words.size:
            k = 0
        word = words[k]
    return k * 64 + trailing_zeros(word)


@inlined_kernel
def _leave_window(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Remove finished operations at the head of the window. Returns the number of the oldest one in it."""
    row, mask = threads.rows[core], threads.ring - 1
    head = first_unfinished(threads, core)
    for number in range(row[HEAD], head):
        row[SLOTS] -= slots_of(threads.operations[core, number & mask])
    if head > row[HEAD]:
        row[OLDEST_SINCE] = state.clock[NOW]
        row[HEAD] = head
    return head


@inlined_kernel
def _has_finished(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Whether a core had finished a number of operations before this cycle."""
    row = threads.rows[core]
    if row[DECIDED_AT] == state.clock[NOW]:
        return row[FINISHED_BEFORE] >= number
    return row[HEAD] >= number or catch_up(state, threads, core) >= number


@inlined_kernel
def _await(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """End an operation that waits for another thread, if that one has finished its operations."""
    row, place = threads.rows[core], number - core * threads.ring
    needed = threads.operations[core, place].address
    other = threads.core_of_thread[threads.operations[core, place].folded]
    if _has_finished(state, threads, other, needed):
        if row[AWAITED] >= 0:
            row[AWAITED] = -1
            if row[REACHED_AT] >= 0:
                row[OVERDUE] = max(row[OVERDUE], state.clock[NOW] - row[REACHED_AT] - 1)
            row[REACHED_AT] = -1
            row[NUM_WAITING] -= 1
            threads.rows[other, AWAITING] -= 1
        threads.counts[core, AWAIT] += 1
        row[PERFORMED] += 1
        finish(state, threads, core, number)
    elif row[AWAITED] < 0:
        row[AWAITED] = other
        row[AWAITS_NUMBER] = needed
        row[AWAITS_SINCE] = state.clock[NOW]
        row[NUM_WAITING] += 1
        threads.rows[other, AWAITING] += 1
        if threads.rows[other, NUM_ENDING] > 0:
            decide_after(state, threads, other, cycles_to_end(state, threads, other))
        decide_after(state, threads, core, 1)


@inlined_kernel
def _wake_awaiting(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Let the cores decide in the next cycle that wait for operations which this one has finished."""
    for other in range(state.num_cores):
        row = threads.rows[other]
        if row[AWAITED] == core and row[AWAITS_NUMBER] <= threads.rows[core, HEAD]:
            decide_after(state, threads, other, 1)
            if row[REACHED_AT] < 0:
                row[REACHED_AT] = state.clock[NOW]


@inlined_kernel
def move_window(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Remove finished operations at the head of the window, and add as many at its tail."""
    row, operations, mask = threads.rows[core], threads.operations[core], threads.ring - 1
    first = core * threads.ring
    if row[AWAITED] >= 0:
        _await(state, threads, core, first + (row[FENCE] & mask))
    head, tail = _leave_window(state, threads, core), row[TAIL]
    if row[FENCE] >= 0 and row[FENCE] < head:
        row[FENCE] = -1
    last = min(head + threads.window, row[FILLED])
    if head == tail:
        row[OLDEST_SINCE] = state.clock[NOW]
    while tail < last and row[SLOTS] < threads.window and row[FENCE] < 0:
        place = tail & mask
        number = first + place
        kind, after = operations[place].kind, operations[place].after
        row[SLOTS] += slots_of(operations[place])
        threads.first_waiting[number] = -1
        if kind == AWAIT:
            threads.status[number] = IN_WINDOW
            row[FENCE] = tail
            _await(state, threads, core, number)
            if threads.status[number] == DONE:
                row[FENCE] = -1
        elif kind >= LOCK or (kind == ATOMIC and threads.ordered_atomics):
            threads.status[number] = AT_HEAD
            row[NUM_WAITING] += 1
            if kind != UNLOCK and kind != SIGNAL:
                row[FENCE] = tail
        else:
            prefetch_in_l1(c, core, operations[place].address >> threads.block_shift)
            threads.status[number] = IN_WINDOW
            needed = first + ((tail - after) & mask)
            if after > 0 and tail - after >= head and threads.status[needed] != DONE:
                threads.next_waiting[number] = threads.first_waiting[needed]
                threads.first_waiting[needed] = number
                row[NUM_WAITING] += 1
            else:
                make_ready(threads, core, place)
        tail += 1
    row[TAIL] = tail
    head = _leave_window(state, threads, core)
    if row[AWAITING] > 0:
        _wake_awaiting(state, threads, core)
    place = head & mask
    if head < tail and threads.status[first + place] == AT_HEAD:
        threads.status[first + place] = IN_WINDOW
        row[NUM_WAITING] -= 1
        make_ready(threads, core, place)
