"""The window of a core that runs a thread, and what a core waits for before more operations enter it.

The model is that of :mod:`numasim.numa.simpy_engine.thread_core`.
"""

from __future__ import annotations

from typing import Any

from numasim.numa.coherence.l1 import prefetch_in_l1
from numasim.numa.coherence.state import Coherence
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_ends import catch_up, finish, go_on, make_ready, slots_of_access, wait_until
from numasim.numa.compiled.thread_state import AT_HEAD, DONE, IN_WINDOW, Threads
from numasim.numa.compiled.wheel import cycles_to_end, decide_after
from numasim.numa.shared.thread_inputs import REMEMBERED
from numasim.threads.operations import ATOMIC, AWAIT, COMPUTE, LOCK, SIGNAL, UNLOCK
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def _slots_before_access(operation: Any) -> int:
    """The issue slots of the instructions before the access of an operation."""
    if operation.kind == COMPUTE:
        return max(operation.cycles, 1)
    return operation.cycles if operation.kind != AWAIT else 0


@inlined_kernel
def oldest_ready(threads: Threads, core: int) -> int:
    """Return the place of the oldest operation that can be issued; there must be one."""
    row, words = threads.rows[core], threads.ready[core]
    start = row.head & (threads.ring - 1)
    k = start >> 6
    word = words[k] & (-1 << (start & 63))
    while word == 0:
        k += 1
        if k == words.size:
            k = 0
        word = words[k]
    return k * 64 + trailing_zeros(word)


@inlined_kernel
def _leave_window(threads: Threads, core: int) -> int:
    """Remove finished operations at the head of the window. Returns the number of the oldest one in it.

    The issued instructions of one that alone fills the window leave it before their access.
    """
    row, mask, first = threads.rows[core], threads.ring - 1, core * threads.ring
    head, tail, slots = row.head, row.tail, row.slots
    while head < tail and threads.operations[first + (head & mask)].status == DONE:
        slots -= threads.operations[first + (head & mask)].slots
        head += 1
    if slots >= threads.window and head < tail and only_access_is_left(threads, core, first + (head & mask)):
        operation = threads.operations[first + (head & mask)]
        last = slots_of_access(operation)
        slots -= operation.slots - last
        operation.slots = last
    row.head = head
    row.slots = slots
    return head


@inlined_kernel
def only_access_is_left(threads: Threads, core: int, number: int) -> bool:
    """Whether the instructions before an access, which fill the window, have all been issued."""
    operation = threads.operations[number]
    last = slots_of_access(operation)
    if operation.slots < threads.window or not 0 < last < operation.slots:
        return False
    if operation.left > last:
        return False
    return threads.rows[core].issuing != number


@inlined_kernel
def _find_value(state: State, threads: Threads, core: int, number: int) -> None:
    """Find out whether an operation, by its number in the thread, waits for the result of an earlier one."""
    row, mask, first = threads.rows[core], threads.ring - 1, core * threads.ring
    operation = threads.operations[first + (number & mask)]
    after = operation.after
    operation.waits = 0
    if after == 0 or after > number:
        return
    needed = threads.operations[first + ((number - after) & mask)]
    if number - after >= row.head and needed.status != DONE:
        operation.waits = 1
        operation.next_waiting = needed.first_waiting
        needed.first_waiting = first + (number & mask)
        row.num_waiting += 1
    elif after < REMEMBERED:
        wait_until(state, threads, core, first + (number & mask), needed.at + operation.chain)


@inlined_kernel
def _has_finished(state: State, threads: Threads, core: int, number: int) -> bool:
    """Whether a core had finished a number of operations before this cycle."""
    row = threads.rows[core]
    if row.decided_at == state.clock.now:
        return row.finished_before >= number
    return row.head >= number or catch_up(state, threads, core) >= number


@inlined_kernel
def _await(state: State, threads: Threads, core: int, number: int) -> None:
    """End an operation that waits for another thread, if that one has finished its operations."""
    row = threads.rows[core]
    needed = threads.operations[number].address
    other = threads.core_of_thread[threads.operations[number].folded]
    if _has_finished(state, threads, other, needed):
        if row.awaited >= 0:
            row.awaited = -1
            if row.reached_at >= 0:
                row.overdue = max(row.overdue, state.clock.now - row.reached_at - 1)
            row.reached_at = -1
            row.num_waiting -= 1
            threads.rows[other].awaiting -= 1
        threads.counts[core, AWAIT] += 1
        row.performed += 1
        finish(state, threads, core, number, state.clock.now)
        decide_after(state, threads, core, 1)  # others enter the window
    elif row.awaited < 0:
        row.awaited = other
        row.awaits_number = needed
        row.awaits_since = state.clock.now
        row.num_waiting += 1
        threads.rows[other].awaiting += 1
        if threads.rows[other].num_ending > 0:
            decide_after(state, threads, other, cycles_to_end(state, threads, other))
        decide_after(state, threads, core, 1)


@inlined_kernel
def _wake_awaiting(state: State, threads: Threads, core: int) -> None:
    """Let the cores decide in the next cycle that wait for operations which this one has finished."""
    for other in range(state.num_cores):
        row = threads.rows[other]
        if row.awaited == core and row.awaits_number <= threads.rows[core].head:
            decide_after(state, threads, other, 1)
            if row.reached_at < 0:
                row.reached_at = state.clock.now


@inlined_kernel
def _note_oldest(state: State, threads: Threads, core: int) -> None:
    """Note that the slots from this cycle on belong to the operation at the head until it has been issued."""
    row = threads.rows[core]
    number = core * threads.ring + (row.head & (threads.ring - 1))
    row.oldest = row.head
    row.oldest_from = state.clock.now * threads.issue_width
    row.oldest_left = threads.operations[number].left
    if row.issuing == number:
        row.oldest_left += row.free_slot - row.oldest_from


@inlined_kernel
def move_window(state: State, threads: Threads, c: Coherence, core: int) -> None:
    """Remove finished operations at the head of the window, and add as many at its tail."""
    row, mask, first = threads.rows[core], threads.ring - 1, core * threads.ring
    if row.awaited >= 0:
        _await(state, threads, core, first + (row.fence & mask))
    head, tail = _leave_window(threads, core), row.tail
    if row.fence >= 0 and threads.operations[first + (row.fence & mask)].status == DONE:
        row.fence = -1
    last = min(head + threads.window, row.filled)
    while tail < last and row.slots < threads.window and row.fence < 0:
        number = first + (tail & mask)
        operation = threads.operations[number]
        kind = operation.kind
        slots = _slots_before_access(operation) + slots_of_access(operation)
        row.slots += slots
        operation.slots = operation.left = slots
        operation.first_waiting = -1
        operation.at = 0
        if kind == AWAIT:
            operation.status = IN_WINDOW
            row.fence = tail
            _await(state, threads, core, number)
            if operation.status == DONE:
                row.fence = -1
        elif kind >= LOCK or (kind == ATOMIC and threads.ordered_atomics):
            operation.status = AT_HEAD
            operation.waits = 1
            row.num_waiting += 1
            if operation.cycles > 0:
                make_ready(threads, core, tail & mask)
            if kind != UNLOCK and kind != SIGNAL:
                row.fence = tail
        else:
            prefetch_in_l1(c, core, operation.address >> threads.block_shift)
            operation.status = IN_WINDOW
            _find_value(state, threads, core, tail)
            if kind == COMPUTE or not operation.waits or operation.cycles > 0:
                make_ready(threads, core, tail & mask)
        tail += 1
    row.tail = tail
    number = first + (head & mask)
    if head < tail and threads.operations[number].status == DONE:  # an operation that did not wait
        head = _leave_window(threads, core)
        number = first + (head & mask)
    if row.awaiting > 0:
        _wake_awaiting(state, threads, core)
    if head < tail and threads.operations[number].status == AT_HEAD:
        threads.operations[number].status = IN_WINDOW
        row.num_waiting -= 1
        _find_value(state, threads, core, head)
        if not threads.operations[number].waits:
            go_on(threads, core, number)
    if head < tail and row.oldest != head:
        _note_oldest(state, threads, core)
