"""The window of a core that runs a thread, and what a core waits for before more operations enter it.

The model is that of :mod:`numasim.numa.thread_core`.
"""

from __future__ import annotations

from numasim.numa.coherence.l1 import prefetch_in_l1
from numasim.numa.compiled.state import NOW
from numasim.numa.compiled.thread_ends import (
    catch_up,
    finish,
    first_unfinished,
    go_on,
    make_ready,
    slots_of_access,
    wait_until,
)
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
    FREE_SLOT,
    HEAD,
    IN_WINDOW,
    ISSUING,
    NUM_ENDING,
    NUM_WAITING,
    OLDEST,
    OLDEST_FROM,
    OLDEST_LEFT,
    OVERDUE,
    PERFORMED,
    REACHED_AT,
    SLOTS,
    TAIL,
)
from numasim.numa.compiled.wheel import cycles_to_end, decide_after
from numasim.numa.thread_inputs import REMEMBERED
from numasim.numba_kernels import inlined_kernel
from numasim.threads.operations import ATOMIC, AWAIT, COMPUTE, LOCK, SIGNAL, UNLOCK
from partitioners.bits import trailing_zeros


@inlined_kernel
def _slots_before_access(operation):  # type: ignore[no-untyped-def]  # a kernel
    """The issue slots of the instructions before the access of an operation."""
    if operation.kind == COMPUTE:
        return max(operation.cycles, 1)
    return operation.cycles if operation.kind != AWAIT else 0


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
def _leave_window(threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Remove finished operations at the head of the window. Returns the number of the oldest one in it.

    The issued instructions of one that alone fills the window leave it before their access.
    """
    row, mask, first = threads.rows[core], threads.ring - 1, core * threads.ring
    head = first_unfinished(threads, core)
    for number in range(row[HEAD], head):
        row[SLOTS] -= threads.slots[first + (number & mask)]
    row[HEAD] = head
    is_full = row[SLOTS] >= threads.window and head < row[TAIL]
    if is_full and only_access_is_left(threads, core, head & mask):
        last = slots_of_access(threads.operations[core, head & mask])
        row[SLOTS] -= threads.slots[first + (head & mask)] - last
        threads.slots[first + (head & mask)] = last
    return head


@inlined_kernel
def only_access_is_left(threads, core, place):  # type: ignore[no-untyped-def]  # a kernel
    """Whether the instructions before an access, which fill the window, have all been issued."""
    number, last = core * threads.ring + place, slots_of_access(threads.operations[core, place])
    if threads.slots[number] < threads.window or not 0 < last < threads.slots[number]:
        return False
    if threads.left[number] > last:
        return False
    return threads.rows[core, ISSUING] != number


@inlined_kernel
def _find_value(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Find out whether an operation, by its number in the thread, waits for the result of an earlier one."""
    row, mask, first = threads.rows[core], threads.ring - 1, core * threads.ring
    place = number & mask
    after = threads.operations[core, place].after
    threads.waits[first + place] = 0
    if after == 0 or after > number:
        return
    needed = first + ((number - after) & mask)
    if number - after >= row[HEAD] and threads.status[needed] != DONE:
        threads.waits[first + place] = 1
        threads.next_waiting[first + place] = threads.first_waiting[needed]
        threads.first_waiting[needed] = first + place
        row[NUM_WAITING] += 1
    elif after < REMEMBERED:
        chain = threads.operations[core, place].chain
        wait_until(state, threads, core, first + place, threads.ended_at[needed] + chain)


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
        finish(state, threads, core, number, state.clock[NOW])
        decide_after(state, threads, core, 1)  # others enter the window
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
def _note_oldest(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Note that the slots from this cycle on belong to the operation at the head until it has been issued."""
    row = threads.rows[core]
    number = core * threads.ring + (row[HEAD] & (threads.ring - 1))
    row[OLDEST] = row[HEAD]
    row[OLDEST_FROM] = state.clock[NOW] * threads.issue_width
    row[OLDEST_LEFT] = threads.left[number]
    if row[ISSUING] == number:
        row[OLDEST_LEFT] += row[FREE_SLOT] - row[OLDEST_FROM]


@inlined_kernel
def move_window(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Remove finished operations at the head of the window, and add as many at its tail."""
    row, operations, mask = threads.rows[core], threads.operations[core], threads.ring - 1
    first = core * threads.ring
    if row[AWAITED] >= 0:
        _await(state, threads, core, first + (row[FENCE] & mask))
    head, tail = _leave_window(threads, core), row[TAIL]
    if row[FENCE] >= 0 and threads.status[first + (row[FENCE] & mask)] == DONE:
        row[FENCE] = -1
    last = min(head + threads.window, row[FILLED])
    while tail < last and row[SLOTS] < threads.window and row[FENCE] < 0:
        place = tail & mask
        number = first + place
        kind = operations[place].kind
        slots = _slots_before_access(operations[place]) + slots_of_access(operations[place])
        row[SLOTS] += slots
        threads.slots[number] = threads.left[number] = slots
        threads.first_waiting[number] = -1
        threads.value_at[number] = 0
        if kind == AWAIT:
            threads.status[number] = IN_WINDOW
            row[FENCE] = tail
            _await(state, threads, core, number)
            if threads.status[number] == DONE:
                row[FENCE] = -1
        elif kind >= LOCK or (kind == ATOMIC and threads.ordered_atomics):
            threads.status[number] = AT_HEAD
            threads.waits[number] = 1
            row[NUM_WAITING] += 1
            if operations[place].cycles > 0:
                make_ready(threads, core, place)
            if kind != UNLOCK and kind != SIGNAL:
                row[FENCE] = tail
        else:
            prefetch_in_l1(c, core, operations[place].address >> threads.block_shift)
            threads.status[number] = IN_WINDOW
            _find_value(state, threads, core, tail)
            if kind == COMPUTE or not threads.waits[number] or operations[place].cycles > 0:
                make_ready(threads, core, place)
        tail += 1
    row[TAIL] = tail
    head = _leave_window(threads, core)
    if row[AWAITING] > 0:
        _wake_awaiting(state, threads, core)
    place = head & mask
    if head < tail and threads.status[first + place] == AT_HEAD:
        threads.status[first + place] = IN_WINDOW
        row[NUM_WAITING] -= 1
        _find_value(state, threads, core, head)
        if not threads.waits[first + place]:
            go_on(threads, core, first + place)
    if head < tail and row[OLDEST] != head:
        _note_oldest(state, threads, core)
