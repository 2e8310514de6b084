"""Cores that run a thread each: their cycles, issue slots and accesses.

The model is that of :mod:`numasim.numa.simpy_engine.thread_core`.
"""

from __future__ import annotations

from numasim.numa.coherence.state import LOST, Coherence
from numasim.numa.compiled.coherent_memory import take_in, try_access
from numasim.numa.compiled.program_records import COMPUTE as COMPUTE_CYCLES
from numasim.numa.compiled.program_records import MEMORY, SYNCHRONISATION
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_barrier import arrive
from numasim.numa.compiled.thread_ends import (
    append,
    catch_up,
    end_access,
    end_all,
    finish,
    make_ready,
    perform_access,
    repeat,
    slots_of_access,
    take_values,
    wait_until,
)
from numasim.numa.compiled.thread_state import ThreadRow, Threads
from numasim.numa.compiled.thread_window import move_window, oldest_ready, only_access_is_left
from numasim.numa.compiled.wheel import cycles_to_end, decide_after, end_after, note_end, take_ended
from numasim.numa.shared.sync_steps import block_of, first_step, is_load, overdue
from numasim.numa.shared.thread_inputs import FOLDED, ISSUE_SLOTS, RANDOM, SEQUENTIAL, STREAMS
from numasim.threads.operations import BARRIER, COMPUTE, END, LOAD, LOCK, MARK
from numasim.threads.refill import TeamTables, refill
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def decide(state: State, threads: Threads, c: Coherence, core: int) -> None:
    """Simulate one cycle of a core."""
    operation = take_in(state, threads, c, core)
    _lose_blocks(state, threads, c, core)
    ended = take_ended(state, threads, core)
    if threads.thread_of_core[core] < 0:
        return
    now, row = state.clock.now, threads.rows[core]
    _account(state, row, core)
    row.finished_before = catch_up(state, threads, core)
    row.decided_at = now
    while operation >= 0:
        following = state.links[operation].child
        perform_access(state, threads, core, operation)
        end_access(state, threads, core, operation, now)
        operation = following
    end_all(state, threads, core, ended, now)
    if row.released:
        row.released = 0
        finish(state, threads, core, core * threads.ring + (row.head & (threads.ring - 1)), now)
    if row.first_later >= 0:
        take_values(state, threads, core)
    move_window(state, threads, c, core)
    _issue(state, threads, c, core)
    _set_reason(threads, core)
    if row.filled - row.tail < threads.issue_width and not row.exhausted and not row.has_ended:
        row.wants = 1
        threads.control.wanting += 1
    if row.num_ending > 0:
        _decide_at_end(state, threads, core)
    if row.first_later >= 0:
        decide_after(state, threads, core, threads.operations[row.first_later].at - now)


@inlined_kernel
def _set_reason(threads: Threads, core: int) -> None:
    row = threads.rows[core]
    row.reason = SYNCHRONISATION
    if row.head < row.tail:
        kind = threads.operations[core * threads.ring + (row.head & (threads.ring - 1))].kind
        if kind < LOCK:
            row.reason = COMPUTE_CYCLES if kind == COMPUTE else MEMORY


@inlined_kernel
def _decide_at_end(state: State, threads: Threads, core: int) -> None:
    """Schedule a decision in the cycle in which the next operation ends, if something depends on it.

    While an operation is being issued, only an older one can be issued before its last slot, and all cycles
    are compute. If no operation waits for another, an end before that slot only moves the window. This is
    visible if it makes the core want operations. At most as many operations have left the window as were
    performed, which bounds its tail.
    """
    row = threads.rows[core]
    if row.issuing < 0 and row.num_ready > 0:
        return  # it decides in the next cycle
    cycles = cycles_to_end(state, threads, core)
    if row.issuing >= 0:
        full = row.performed + threads.window + threads.issue_width <= row.filled or row.exhausted != 0
        unseen = row.num_waiting == 0 and row.awaiting == 0
        if (full and unseen) or row.issued_at - state.clock.now <= cycles:
            return
    decide_after(state, threads, core, cycles)


@inlined_kernel
def take_operations(state: State, threads: Threads, team: TeamTables, core: int) -> None:
    """Get the next operations of the thread of a core, which sees them in the next cycle."""
    row, thread = threads.rows[core], threads.thread_of_core[core]
    row.wants = 0
    count = refill(team, thread)
    row.exhausted = count == 0
    first, mask = core * threads.ring, threads.ring - 1
    for k in range(count):
        operation, given = threads.operations[first + ((row.filled + k) & mask)], team.operations[thread, k]
        operation.address = given.address
        operation.kind = given.kind
        operation.chain = given.chain
        operation.after = given.after
        operation.cycles = given.cycles
        operation.folded = given.folded
    row.filled += count
    if count > 0:
        decide_after(state, threads, core, 1)


@inlined_kernel
def _account(state: State, row: ThreadRow, core: int) -> None:
    elapsed = state.clock.now - row.accounted_until
    if elapsed > 0:
        if not row.has_ended:
            state.cores[core].spent[row.reason] += elapsed
        row.accounted_until = state.clock.now


@inlined_kernel
def _put_back(state: State, threads: Threads, core: int) -> None:
    """Take back the slots of this cycle and later ones from the operation that is being issued."""
    now, row, number = state.clock.now, threads.rows[core], threads.rows[core].issuing
    left = row.free_slot - now * threads.issue_width
    threads.operations[number].left += left
    row.free_slot -= left
    threads.counts[core, ISSUE_SLOTS] -= left
    state.cores[core].spent[COMPUTE_CYCLES] -= row.accounted_until - now
    row.accounted_until = now
    make_ready(threads, core, number - core * threads.ring)
    row.issuing = -1


@inlined_kernel
def _issue(state: State, threads: Threads, c: Coherence, core: int) -> None:
    """Send the accesses that wait, and issue operations in the slots of this cycle."""
    now, row, tile, links = state.clock.now, threads.rows[core], threads.tiles[core], state.links
    while row.replay >= 0 and tile.may_replay:
        operation = row.replay
        if _access(state, threads, c, core, operation):
            row.replay = links[operation].sibling
        else:
            tile.may_replay = 0
    if row.issuing >= 0:
        operation, mask = row.issuing, threads.ring - 1
        age = (operation - core * threads.ring - row.head) & mask
        if row.num_ready > 0 and (oldest_ready(threads, core) - row.head) & mask < age:
            _put_back(state, threads, core)
        elif row.issued_at == now:
            row.issuing = -1
            _is_issued(state, threads, c, core, operation)
    width = threads.issue_width
    slot, end = max(row.free_slot, now * width), (now + 1) * width
    while row.num_ready > 0 and slot < end:
        place = oldest_ready(threads, core)
        threads.ready[core, place >> 6] &= ~(1 << (place & 63))
        row.num_ready -= 1
        slots = _take_slots(state, threads, core, place)
        slot += slots
        last = now if slot <= end else (slot - 1) // width
        begins = max(now, row.accounted_until)
        row.free_slot = slot
        threads.counts[core, ISSUE_SLOTS] += slots
        state.cores[core].spent[COMPUTE_CYCLES] += last + 1 - begins
        row.accounted_until = last + 1
        if last == now:
            _is_issued(state, threads, c, core, core * threads.ring + place)
        else:
            row.issuing = core * threads.ring + place
            row.issued_at = last
    if row.issuing >= 0:
        decide_after(state, threads, core, row.issued_at - now)
    elif row.num_ready > 0:
        decide_after(state, threads, core, 1)


@inlined_kernel
def _take_slots(state: State, threads: Threads, core: int, place: int) -> int:
    """Take the issue slots of an operation, without those of its access if its value is not there."""
    number = core * threads.ring + place
    operation = threads.operations[number]
    slots = operation.left
    if operation.waits:
        slots -= slots_of_access(operation)
    begins = operation.kind == COMPUTE and operation.after == 0 and slots == operation.slots
    if begins and operation.chain > 0:
        wait_until(state, threads, core, number, state.clock.now + operation.chain)
    operation.left -= slots
    return slots


@inlined_kernel
def _is_issued(state: State, threads: Threads, c: Coherence, core: int, number: int) -> None:
    """Process an operation whose last slot, or the last one before its access, is in this cycle."""
    row, operation = threads.rows[core], threads.operations[number]
    if number == core * threads.ring + (row.head & (threads.ring - 1)):
        _check_slots(state, threads, core, number)
        if row.slots >= threads.window and only_access_is_left(threads, core, number):
            decide_after(state, threads, core, 1)  # others enter the window
    if operation.left == 0:
        _perform(state, threads, c, core, number)
    elif not operation.waits:
        make_ready(threads, core, number - core * threads.ring)


@inlined_kernel
def _check_slots(state: State, threads: Threads, core: int, number: int) -> None:
    """Measure by how many cycles the oldest operation got its slots too late."""
    row, operation, width = threads.rows[core], threads.operations[number], threads.issue_width
    first, left = row.oldest_from, operation.left
    if left == 0 and operation.kind != COMPUTE:
        first = max(first, operation.at * width)
    last = first + row.oldest_left - left - 1
    if last < (state.clock.now - row.late) * width:  # a division takes long
        row.late = state.clock.now - last // width
    row.oldest_from = row.free_slot
    row.oldest_left = left


@inlined_kernel
def _perform(state: State, threads: Threads, c: Coherence, core: int, number: int) -> None:
    """Process an operation whose last issue slot is in this cycle."""
    row = threads.rows[core]
    operation = threads.operations[number]
    kind = operation.kind
    threads.counts[core, kind] += 1
    row.performed += 1
    if kind == COMPUTE:
        if not operation.waits:
            note_end(state, threads, core, 1, number)
            row.num_ending += 1
        return
    if kind == MARK:
        threads.control.marked = 1
        threads.control.inside += 1 if operation.address != 0 else -1
    if kind in (END, MARK):
        end_after(state, threads, core, 1, number)
        row.num_ending += 1
        return
    if kind >= LOCK:
        row.began = state.clock.now
        if kind == BARRIER and threads.barrier_messages:
            arrive(state, threads, core, operation.address)
            return
        row.step = first_step(threads, core, kind, operation.address, operation.folded)
    if row.replay >= 0:
        append(state, threads, core, number)
    elif not _access(state, threads, c, core, number):
        append(state, threads, core, number)
        threads.tiles[core].may_replay = 0


@inlined_kernel
def _access(state: State, threads: Threads, c: Coherence, core: int, number: int) -> bool:
    """Send the access of an operation to the L1. Returns false if it must be retried."""
    row, tile = threads.rows[core], threads.tiles[core]
    operation = threads.operations[number]
    kind, folded = operation.kind, operation.folded
    if kind < LOCK:
        block, store = operation.address >> threads.block_shift, kind != LOAD
    else:
        folded = 0
        block, store = block_of(threads, core, operation.address, row.step), not is_load(row.step)
        row.polled = -1 if store else block
        row.lost_meanwhile = 0
    misses = tile.misses
    became = try_access(state, threads, c, core, number, block, store)
    _lose_blocks(state, threads, c, core)
    if became < 0:
        return False
    if store:
        tile.stores += folded
    else:
        tile.loads += folded
    tile.hits += folded
    threads.counts[core, FOLDED] += folded
    if became > 0:
        row.num_ending += 1
        perform_access(state, threads, core, number)
        if kind < LOCK:
            note_end(state, threads, core, threads.l1_cycles, number)
        else:
            end_after(state, threads, core, threads.l1_cycles, number)
    elif tile.misses > misses:
        stream = block // state.blocks_per_page % STREAMS
        follows = threads.last_miss[core, stream] == block - 1
        threads.counts[core, SEQUENTIAL if follows else RANDOM] += 1
        threads.last_miss[core, stream] = block
    return True


@inlined_kernel
def _lose_blocks(state: State, threads: Threads, c: Coherence, core: int) -> None:
    """Process the blocks that the L1 has lost: a thread that holds one looks again."""
    if c.registers[LOST] == 0:
        return
    row = threads.rows[core]
    for k in range(c.registers[LOST]):
        if row.polled == c.lost[k]:
            row.lost_meanwhile = 1
            if row.holds:
                row.holds = 0
                place = row.head & (threads.ring - 1)
                number = threads.operations[core * threads.ring + place].address
                by = overdue(threads, core, number, row.step, state.clock.now)
                row.overdue = max(row.overdue, by)
                repeat(state, threads, core, core * threads.ring + place)
    c.registers[LOST] = 0
