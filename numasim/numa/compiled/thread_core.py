"""Cores that run a thread each: a window of operations, issue slots, and synchronisation.

The model is that of :mod:`numasim.numa.thread_core`.
"""

from __future__ import annotations

from numasim.numa.coherence.l1 import prefetch_in_l1
from numasim.numa.coherence.state import LOST
from numasim.numa.compiled.cache_units import HITS, LOADS, MAY_REPLAY, MISSES, STORES
from numasim.numa.compiled.coherent_memory import take_in, try_access
from numasim.numa.compiled.state import (
    CHILD,
    MEMORY,
    NOW,
    SIBLING,
    SYNCHRONISATION,
    TASKS,
)
from numasim.numa.compiled.state import (
    COMPUTE as COMPUTE_CYCLES,
)
from numasim.numa.compiled.thread_barrier import arrive, note_arrival
from numasim.numa.compiled.thread_state import (
    ACCOUNTED_UNTIL,
    AT_HEAD,
    AWAITED,
    AWAITING,
    AWAITS_NUMBER,
    AWAITS_SINCE,
    BEGAN,
    DECIDED_AT,
    DONE,
    DRAWS,
    EXHAUSTED,
    FENCE,
    FILLED,
    FINISHED_AT,
    FINISHED_BEFORE,
    FREE_SLOT,
    GRANTS,
    HAS_ENDED,
    HEAD,
    HOLDS,
    IN_WINDOW,
    ISSUED_AT,
    ISSUING,
    LAST_REPLAY,
    LOST_MEANWHILE,
    NEED,
    NUM_ENDING,
    NUM_READY,
    NUM_WAITING,
    PERFORMED,
    POLLING,
    POLLS,
    REASON,
    RELEASED,
    REPLAY,
    RUNNING,
    STAGE,
    TAIL,
    WANTING,
    WANTS,
)
from numasim.numa.compiled.wheel import (
    cycles_to_end,
    decide_after,
    end_after,
    note_end,
    take_ended,
    take_noted,
)
from numasim.numa.sync_objects import HOLDER, PARTICIPANTS, SINCE, draw_ticket, grant, visible_grants
from numasim.numa.thread_inputs import FOLDED, ISSUE_SLOTS, RANDOM, SEQUENTIAL, STREAMS
from numasim.numba_kernels import inlined_kernel
from numasim.threads.operations import (
    ATOMIC,
    AWAIT,
    BARRIER,
    COMPUTE,
    END,
    LOAD,
    LOCK,
    SIGNAL,
    UNLOCK,
    WAIT,
)
from numasim.threads.refill import refill
from partitioners.bits import trailing_zeros


@inlined_kernel
def decide(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Simulate one cycle of a core."""
    operation = take_in(state, threads, c, core)
    _lose_blocks(state, threads, c, core)
    ended = take_ended(state, threads, core)
    if threads.thread_of_core[core] < 0:
        return
    now, row = state.clock[NOW], threads.rows[core]
    _account(state, row, core)
    row[FINISHED_BEFORE] = _catch_up(state, threads, core)
    row[DECIDED_AT] = now
    while operation >= 0:
        following = state.links[operation, CHILD]
        _end_access(state, threads, core, operation)
        operation = following
    _end_all(state, threads, core, ended)
    if row[RELEASED]:
        row[RELEASED] = 0
        _finish(state, threads, core, core * threads.ring + (row[HEAD] & (threads.ring - 1)))
    _move_window(state, threads, c, core)
    _issue(state, threads, c, core)
    row[REASON] = SYNCHRONISATION
    if row[HEAD] < row[TAIL] and threads.operations[core, row[HEAD] & (threads.ring - 1)].kind < LOCK:
        row[REASON] = MEMORY
    if row[FILLED] - row[TAIL] < threads.issue_width and not row[EXHAUSTED] and not row[HAS_ENDED]:
        row[WANTS] = 1
        threads.control[WANTING] += 1
    if row[NUM_ENDING] > 0:
        _decide_at_end(state, threads, core)


@inlined_kernel
def _catch_up(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Process the noted ends before this cycle. Returns how many operations had finished before it."""
    now, row = state.clock[NOW], threads.rows[core]
    cycle = max(row[DECIDED_AT], now - threads.wheel_slots) + 1
    while row[NUM_ENDING] > 0 and cycle < now:
        _end_all(state, threads, core, take_noted(threads, core, cycle))
        cycle += 1
    row[DECIDED_AT] = max(row[DECIDED_AT], now - 1)
    return _first_unfinished(threads, core)


@inlined_kernel
def _first_unfinished(threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Return the number of the oldest operation that has not finished."""
    row, first, mask = threads.rows[core], core * threads.ring, threads.ring - 1
    head, tail = row[HEAD], row[TAIL]
    while head < tail and threads.status[first + (head & mask)] == DONE:
        head += 1
    return head


@inlined_kernel
def _has_finished(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Whether a core had finished a number of operations before this cycle."""
    row = threads.rows[core]
    if row[DECIDED_AT] == state.clock[NOW]:
        return row[FINISHED_BEFORE] >= number
    return row[HEAD] >= number or _catch_up(state, threads, core) >= number


@inlined_kernel
def _await(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """End an operation that waits for another thread, if that one has finished its operations."""
    row, place = threads.rows[core], number - core * threads.ring
    needed = threads.operations[core, place].address
    other = threads.core_of_thread[threads.operations[core, place].folded]
    if _has_finished(state, threads, other, needed):
        if row[AWAITED] >= 0:
            row[AWAITED] = -1
            row[NUM_WAITING] -= 1
            threads.rows[other, AWAITING] -= 1
        threads.counts[core, AWAIT] += 1
        row[PERFORMED] += 1
        _finish(state, threads, core, number)
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


@inlined_kernel
def _end_all(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """End operations that are linked by CHILD."""
    while number >= 0:
        following = state.links[number, CHILD]
        threads.rows[core, NUM_ENDING] -= 1
        kind = threads.operations[core, number - core * threads.ring].kind
        if kind in (COMPUTE, END):
            _finish(state, threads, core, number)
        else:
            _end_access(state, threads, core, number)
        number = following


@inlined_kernel
def _decide_at_end(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Schedule a decision in the cycle in which the next operation ends, if something depends on it.

    While an operation is being issued, only an older one can be issued before its last slot, and all cycles
    are compute. If no operation waits for another, an end before that slot only moves the window. This is
    visible if it makes the core want operations. At most as many operations have left the window as were
    performed, which bounds its tail.
    """
    row = threads.rows[core]
    if row[ISSUING] < 0 and row[NUM_READY] > 0:
        return  # it decides in the next cycle
    cycles = cycles_to_end(state, threads, core)
    if row[ISSUING] >= 0:
        full = row[PERFORMED] + threads.window + threads.issue_width <= row[FILLED] or row[EXHAUSTED] != 0
        unseen = row[NUM_WAITING] == 0 and row[AWAITING] == 0
        if (full and unseen) or row[ISSUED_AT] - state.clock[NOW] <= cycles:
            return
    decide_after(state, threads, core, cycles)


@inlined_kernel
def take_operations(state, threads, team, core):  # type: ignore[no-untyped-def]  # a kernel
    """Get the next operations of the thread of a core, which sees them in the next cycle."""
    row, thread = threads.rows[core], threads.thread_of_core[core]
    row[WANTS] = 0
    count = refill(team, thread)
    row[EXHAUSTED] = count == 0
    mask = threads.ring - 1
    for k in range(count):
        threads.operations[core, (row[FILLED] + k) & mask] = team.operations[thread, k]
    row[FILLED] += count
    if count > 0:
        decide_after(state, threads, core, 1)


@inlined_kernel
def _account(state, row, core):  # type: ignore[no-untyped-def]  # a kernel
    elapsed = state.clock[NOW] - row[ACCOUNTED_UNTIL]
    if elapsed > 0:
        if not row[HAS_ENDED]:
            state.cores[core, row[REASON]] += elapsed
        row[ACCOUNTED_UNTIL] = state.clock[NOW]


@inlined_kernel
def _move_window(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Remove finished operations at the head of the window, and add as many at its tail."""
    row, operations, mask = threads.rows[core], threads.operations[core], threads.ring - 1
    first = core * threads.ring
    if row[AWAITED] >= 0:
        _await(state, threads, core, first + (row[FENCE] & mask))
    head, tail = _first_unfinished(threads, core), row[TAIL]
    row[HEAD] = head
    if row[FENCE] >= 0 and row[FENCE] < head:
        row[FENCE] = -1
    last = min(head + threads.window, row[FILLED])
    while tail < last and row[FENCE] < 0:
        place = tail & mask
        number = first + place
        kind, after = operations[place].kind, operations[place].after
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
                _make_ready(threads, core, place)
        tail += 1
    row[TAIL] = tail
    head = _first_unfinished(threads, core)
    row[HEAD] = head
    if row[AWAITING] > 0:
        _wake_awaiting(state, threads, core)
    place = head & mask
    if head < tail and threads.status[first + place] == AT_HEAD:
        threads.status[first + place] = IN_WINDOW
        row[NUM_WAITING] -= 1
        _make_ready(threads, core, place)


@inlined_kernel
def _make_ready(threads, core, place):  # type: ignore[no-untyped-def]  # a kernel
    threads.ready[core, place >> 6] |= 1 << (place & 63)
    threads.rows[core, NUM_READY] += 1


@inlined_kernel
def _oldest_ready(threads, core):  # type: ignore[no-untyped-def]  # a kernel
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
def _put_back(state, threads, core):  # type: ignore[no-untyped-def]  # a kernel
    """Take back the slots of this cycle and later ones from the operation that is being issued."""
    now, row, number = state.clock[NOW], threads.rows[core], threads.rows[core, ISSUING]
    left = row[FREE_SLOT] - now * threads.issue_width
    threads.left[number] = left
    row[FREE_SLOT] -= left
    threads.counts[core, ISSUE_SLOTS] -= left
    state.cores[core, COMPUTE_CYCLES] -= row[ACCOUNTED_UNTIL] - now
    row[ACCOUNTED_UNTIL] = now
    _make_ready(threads, core, number - core * threads.ring)
    row[ISSUING] = -1


@inlined_kernel
def _issue(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Send the accesses that wait, and issue operations in the slots of this cycle."""
    now, row, tile, links = state.clock[NOW], threads.rows[core], threads.tiles[core], state.links
    while row[REPLAY] >= 0 and tile[MAY_REPLAY]:
        operation = row[REPLAY]
        if _access(state, threads, c, core, operation):
            row[REPLAY] = links[operation, SIBLING]
        else:
            tile[MAY_REPLAY] = 0
    if row[ISSUING] >= 0:
        operation, mask = row[ISSUING], threads.ring - 1
        age = (operation - core * threads.ring - row[HEAD]) & mask
        if row[NUM_READY] > 0 and (_oldest_ready(threads, core) - row[HEAD]) & mask < age:
            _put_back(state, threads, core)
        elif row[ISSUED_AT] == now:
            row[ISSUING] = -1
            _perform(state, threads, c, core, operation)
    width = threads.issue_width
    slot, end = max(row[FREE_SLOT], now * width), (now + 1) * width
    while row[NUM_READY] > 0 and slot < end:
        place = _oldest_ready(threads, core)
        threads.ready[core, place >> 6] &= ~(1 << (place & 63))
        row[NUM_READY] -= 1
        operation = threads.operations[core, place]
        slots = threads.left[core * threads.ring + place]
        if slots > 0:
            threads.left[core * threads.ring + place] = 0
        elif operation.kind == COMPUTE:
            slots = max(operation.cycles, 1)
        else:
            slots = operation.cycles + 1
            if operation.kind < LOCK:
                slots += operation.folded
        last = (slot + slots - 1) // width
        begins = max(slot // width, row[ACCOUNTED_UNTIL])
        slot += slots
        row[FREE_SLOT] = slot
        threads.counts[core, ISSUE_SLOTS] += slots
        state.cores[core, COMPUTE_CYCLES] += last + 1 - begins
        row[ACCOUNTED_UNTIL] = last + 1
        if last == now:
            _perform(state, threads, c, core, core * threads.ring + place)
        else:
            row[ISSUING] = core * threads.ring + place
            row[ISSUED_AT] = last
    if row[ISSUING] >= 0:
        decide_after(state, threads, core, row[ISSUED_AT] - now)
    elif row[NUM_READY] > 0:
        decide_after(state, threads, core, 1)


@inlined_kernel
def _perform(state, threads, c, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Process an operation whose last issue slot is in this cycle."""
    row = threads.rows[core]
    operation = threads.operations[core, number - core * threads.ring]
    kind = operation.kind
    threads.counts[core, kind] += 1
    row[PERFORMED] += 1
    if kind == COMPUTE:
        note_end(state, threads, core, 1, number)
        row[NUM_ENDING] += 1
        return
    if kind == END:
        end_after(state, threads, core, 1, number)
        row[NUM_ENDING] += 1
        return
    if kind >= LOCK:
        row[BEGAN] = state.clock[NOW]
        row[NEED] = operation.folded
        row[STAGE] = DRAWS if kind in (LOCK, BARRIER) else POLLS if kind == WAIT else GRANTS
        if kind == BARRIER and threads.barrier_messages:
            arrive(state, threads, core, operation.address)
            return
    if row[REPLAY] >= 0:
        _append(state, threads, core, number)
    elif not _access(state, threads, c, core, number):
        _append(state, threads, core, number)
        threads.tiles[core, MAY_REPLAY] = 0


@inlined_kernel
def _append(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Queue an access."""
    row = threads.rows[core]
    state.links[number, SIBLING] = -1
    if row[REPLAY] < 0:
        row[REPLAY] = number
    else:
        state.links[row[LAST_REPLAY], SIBLING] = number
    row[LAST_REPLAY] = number


@inlined_kernel
def _access(state, threads, c, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Send the access of an operation to the L1. Returns false if it must be retried."""
    row, tile = threads.rows[core], threads.tiles[core]
    operation = threads.operations[core, number - core * threads.ring]
    kind, folded = operation.kind, operation.folded
    if kind < LOCK:
        block, store = operation.address >> threads.block_shift, kind != LOAD
    else:
        folded = 0
        store = row[STAGE] != POLLS
        if row[STAGE] == DRAWS:
            block = threads.ticket_block[operation.address]
        else:
            block = threads.grant_block[operation.address]
        if not store:
            row[POLLING] = operation.address
            row[LOST_MEANWHILE] = 0
    misses = tile[MISSES]
    became = try_access(state, threads, c, core, number, block, store)
    _lose_blocks(state, threads, c, core)
    if became < 0:
        return False
    tile[STORES if store else LOADS] += folded
    tile[HITS] += folded
    threads.counts[core, FOLDED] += folded
    if became > 0:
        row[NUM_ENDING] += 1
        if kind < LOCK:
            note_end(state, threads, core, threads.l1_cycles, number)
        else:
            end_after(state, threads, core, threads.l1_cycles, number)
    elif tile[MISSES] > misses:
        stream = block // state.blocks_per_page % STREAMS
        follows = threads.last_miss[core, stream] == block - 1
        threads.counts[core, SEQUENTIAL if follows else RANDOM] += 1
        threads.last_miss[core, stream] = block
    return True


@inlined_kernel
def _end_access(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Process the end of an access."""
    now, row = state.clock[NOW], threads.rows[core]
    operation = threads.operations[core, number - core * threads.ring]
    kind, objects, of = operation.kind, threads.objects, operation.address
    if kind < LOCK:
        _finish(state, threads, core, number)
    elif row[STAGE] == DRAWS:
        ticket = draw_ticket(objects, of)
        participants = objects[of, PARTICIPANTS]
        if kind == LOCK:
            row[NEED] = ticket
            row[STAGE] = POLLS
        elif (ticket + 1) % participants != 0:
            row[NEED] = ticket // participants + 1
            row[STAGE] = POLLS
        else:
            note_arrival(threads, of)
            row[STAGE] = GRANTS
        _repeat(state, threads, core, number)
    elif row[STAGE] == GRANTS:
        if kind == UNLOCK:
            objects[of, HOLDER] = -1
        grant(objects, of, now)
        _finish(state, threads, core, number)
    elif visible_grants(objects, of, now) >= row[NEED]:
        row[POLLING] = -1
        if kind == LOCK:
            objects[of, HOLDER] = core
            objects[of, SINCE] = now
        _finish(state, threads, core, number)
    elif row[LOST_MEANWHILE]:
        _repeat(state, threads, core, number)
    else:
        row[STAGE] = HOLDS


@inlined_kernel
def _repeat(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    """Queue the next access of a synchronising operation."""
    _append(state, threads, core, number)
    threads.tiles[core, MAY_REPLAY] = 1


@inlined_kernel
def _lose_blocks(state, threads, c, core):  # type: ignore[no-untyped-def]  # a kernel
    """Process the blocks that the L1 has lost: a thread that holds one looks again."""
    if c.registers[LOST] == 0:
        return
    row = threads.rows[core]
    for k in range(c.registers[LOST]):
        if row[POLLING] >= 0 and threads.grant_block[row[POLLING]] == c.lost[k]:
            row[LOST_MEANWHILE] = 1
            if row[STAGE] == HOLDS:
                row[STAGE] = POLLS
                _repeat(state, threads, core, core * threads.ring + (row[HEAD] & (threads.ring - 1)))
    c.registers[LOST] = 0


@inlined_kernel
def _finish(state, threads, core, number):  # type: ignore[no-untyped-def]  # a kernel
    row = threads.rows[core]
    threads.status[number] = DONE
    state.cores[core, TASKS] += 1
    other = threads.first_waiting[number]
    while other >= 0:
        row[NUM_WAITING] -= 1
        _make_ready(threads, core, other - core * threads.ring)
        other = threads.next_waiting[other]
    kind = threads.operations[core, number - core * threads.ring].kind
    if kind == BARRIER:
        row[EXHAUSTED] = 0
    elif kind == END:
        row[HAS_ENDED] = 1
        threads.control[RUNNING] -= 1
        threads.control[FINISHED_AT] = state.clock[NOW]
