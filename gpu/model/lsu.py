"""The load/store unit (LSU) of a multiprocessor and its L1: one pass of one request per cycle.

Requests pass in the order of issue. A request to shared memory takes as many cycles as it has wavefronts. A
request to global memory takes one cycle for each line of 128 bytes that it touches (capability 1.x: for
each transaction of its half-warps, which goes to memory as a whole). In a pass, the sectors of a load are
looked up in the L1 (sectored, LRU, lines are allocated on a miss). Sectors that are neither valid nor in
flight go to the L2, and then the other sectors of their fill. Stores and atomics always go to the L2, since
the L1 is write-through and does not allocate on a write. An atomic whose result is used is complete when its
result returns, like a load. If a pass would exceed the limit on sectors in flight, it waits, and so
do all passes behind it.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from gpu.model.instruction_stream import ATOMIC, LOAD, LOAD_UNCACHED, SHARED_LOAD, SHARED_STORE
from gpu.model.sm_state import COMPUTING, NEVER, TICKS
from partitioners.kernel_cache import njit


@njit(cache=True, error_model="numpy", forceinline=True)
def push_return(s, sm, cycle):
    """Add a cycle to the heap of cycles in which sectors return."""
    i = s.sm[sm].return_count
    s.sm[sm].return_count = i + 1
    while i > 0 and s.returns[sm, (i - 1) // 2] > cycle:
        s.returns[sm, i] = s.returns[sm, (i - 1) // 2]
        i = (i - 1) // 2
    s.returns[sm, i] = cycle


@njit(cache=True, error_model="numpy", forceinline=True)
def pop_return(s, sm):
    """Remove the earliest cycle from the heap."""
    n = s.sm[sm].return_count - 1
    s.sm[sm].return_count = n
    cycle, i = s.returns[sm, n], 0
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and s.returns[sm, child + 1] < s.returns[sm, child]:
            child += 1
        if s.returns[sm, child] >= cycle:
            break
        s.returns[sm, i] = s.returns[sm, child]
        i = child
    s.returns[sm, i] = cycle


@njit(cache=True, error_model="numpy", forceinline=True)
def wake_warp(limits, work, s, sm, slot):
    """Compute the cycle in which the warp can continue.

    A load needs a free entry, and any other request needs all earlier requests to be complete.
    """
    warp = s.warps[sm, slot]
    earliest, latest = NEVER, warp.ready
    for i in range(limits.loads):
        done = s.places[sm, slot, i].done
        earliest, latest = min(earliest, done), max(latest, done)
    kind = work.requests[warp.request].kind
    if kind in (LOAD, LOAD_UNCACHED, SHARED_LOAD):
        latest = max(earliest, warp.ready)
    s.wake[sm, slot % limits.schedulers, slot // limits.schedulers] = latest
    # The scheduler checks the warp when both conditions hold.
    scheduler = s.schedulers[sm, slot % limits.schedulers]
    scheduler.next = min(scheduler.next, max(latest, scheduler.free))


@njit(cache=True, error_model="numpy", forceinline=True)
def _finish(limits, work, s, sm, slot, i, cycle):
    s.places[sm, slot, i].done = cycle
    if s.warps[sm, slot].phase == COMPUTING:
        wake_warp(limits, work, s, sm, slot)


@njit(cache=True, error_model="numpy", forceinline=True)
def _find(limits, s, sm, line):
    """The position of a line in the L1, or -1 - (the position of the line that it would replace)."""
    first = ((line ^ (line >> 6)) % s.sm[sm].l1_sets) * limits.l1_ways
    for at in range(first, first + limits.l1_ways):
        if s.line[sm, at] == line:
            return at
    oldest = first
    for at in range(first + 1, first + limits.l1_ways):
        if s.used[sm, at] < s.used[sm, oldest]:
            oldest = at
    return -1 - oldest


@njit(cache=True, error_model="numpy", forceinline=True)
def _send(limits, work, s, launches, sm, slot, request, sector, size, l1, t):
    """Queue ``size`` sectors for the L2, for the first cycle in which the port is free."""
    unit, warp = s.sm[sm], s.warps[sm, slot]
    e = unit.entry_tail
    unit.entry_tail = e + 1
    unit.outstanding += 1
    ticks = max(unit.port_ticks, t * TICKS)
    unit.port_ticks = ticks + size * limits.port_ticks
    entry = s.entries[sm, e % limits.outstanding]
    entry.cycle = ticks // TICKS
    entry.sector = sector
    entry.size = size
    entry.kind = work.requests[request].kind
    entry.passes = 1
    if unit.lsu_sector < 0 and sector == work.sectors[work.requests[request].first_sector]:
        entry.passes += work.requests[request].more_passes
    entry.row = warp.row + work.requests[request].array
    entry.launch = warp.launch
    entry.l1 = l1
    launches.table[warp.launch].unserved += 1
    return e


@njit(cache=True, error_model="numpy", forceinline=True)
def _wait(s, sm, e, place, loads):
    n = s.sm[sm].wait_count
    s.sm[sm].wait_count = n + 1
    s.waits[sm, n].entry = e
    s.waits[sm, n].place = place
    s.places[sm, place // loads, place % loads].left += 1


@njit(cache=True, error_model="numpy", forceinline=True)
def _leave(s, sm, free):
    """Remove the head of the LSU's queue; the LSU is free from cycle ``free`` on."""
    unit = s.sm[sm]
    unit.lsu_free = free
    unit.lsu_head += 1
    unit.lsu_sector = -1
    unit.lsu_next = free if unit.lsu_head < unit.lsu_tail else NEVER


@njit(cache=True, error_model="numpy", forceinline=True)
def _shared_pass(limits, work, s, launches, sm, place, request, t):
    """Process all wavefronts of a request to shared memory."""
    slot, i = place // limits.loads, place % limits.loads
    wavefronts = work.requests[request].wavefronts
    counts = launches.counts[s.warps[sm, slot].row]
    counts.requests += 1
    counts.wavefronts += wavefronts
    s.sm[sm].lsu_cycles += wavefronts
    _leave(s, sm, t + wavefronts)
    is_load = work.requests[request].kind == SHARED_LOAD
    _finish(limits, work, s, sm, slot, i, t + wavefronts + (limits.shared_latency - 1 if is_load else 0))


@njit(cache=True, error_model="numpy")
def _along(work, s, sm, found, first, stop, fill):
    """The sectors that a line's fills bring along with those that a request misses; one bit per sector."""
    there = wanted = fetched = 0
    for k in range(4):
        there |= int(found >= 0 and s.ready[sm, 4 * found + k] != NEVER) << k
    for k in range(first, stop):
        wanted |= 1 << (work.sectors[k] & 3)
    for k in range(0, 4, fill):
        one = ((1 << fill) - 1) << k
        if wanted & ~there & one:
            fetched |= one
    return fetched & ~there & ~wanted


@njit(cache=True, error_model="numpy", forceinline=True)
def lsu_pass(limits, work, s, launches, sm, t):
    """Make one pass at cycle t, if its sectors are within the limit on sectors in flight."""
    unit = s.sm[sm]
    head = s.queue[sm, unit.lsu_head % s.queue.shape[1]]
    place, request = head.place, head.request
    kind = work.requests[request].kind
    if kind in (SHARED_LOAD, SHARED_STORE):
        _shared_pass(limits, work, s, launches, sm, place, request, t)
        return
    slot, i = place // limits.loads, place % limits.loads
    is_awaited = kind in (LOAD, LOAD_UNCACHED, ATOMIC)
    cached = kind == LOAD and unit.l1_sets > 0
    is_transaction = limits.segments and kind != LOAD

    first = work.requests[request].first_sector
    end = first + work.requests[request].sectors
    if unit.lsu_sector >= 0:
        first = unit.lsu_sector
    line = work.sectors[first] >> 2
    stop = first + 1
    while stop < end and work.sectors[stop] >> 2 == line and not is_transaction:
        stop += 1
    found, needed, along = -1, stop - first, 0
    if cached:
        found = _find(limits, s, sm, line)
        if found >= 0:
            needed = 0
            for k in range(first, stop):
                needed += s.ready[sm, 4 * found + (work.sectors[k] & 3)] == NEVER
        if limits.l1_fill > 1 and needed > 0:
            along = _along(work, s, sm, found, first, stop, limits.l1_fill)
            needed += (along & 1) + (along >> 1 & 1) + (along >> 2 & 1) + (along >> 3)
    while unit.return_count > 0 and s.returns[sm, 0] <= t:
        pop_return(s, sm)
        unit.outstanding -= 1
    if unit.outstanding + needed > limits.outstanding:
        unit.lsu_next = s.returns[sm, 0] if unit.return_count > 0 else NEVER
        if unit.lsu_stalled < 0:
            unit.lsu_stalled = t
        return
    if unit.lsu_stalled >= 0:
        unit.stall_cycles += t - unit.lsu_stalled
        unit.lsu_stalled = -1

    if cached:
        if found < 0:
            found = -1 - found
            s.line[sm, found] = line
            for k in range(4 * found, 4 * found + 4):
                s.ready[sm, k] = NEVER
        unit.l1_clock += 1
        s.used[sm, found] = unit.l1_clock
    counts = launches.counts[s.warps[sm, slot].row + work.requests[request].array]
    under_way = s.places[sm, slot, i]
    size = np.int64(work.sizes[first]) if is_transaction else 1
    for k in range(first, stop):
        sector = work.sectors[k]
        l1 = 4 * found + (sector & 3) if cached else -1
        ready = s.ready[sm, l1] if cached else NEVER
        if ready == NEVER:
            e = _send(limits, work, s, launches, sm, slot, request, sector, size, l1, t)
            if cached:
                s.ready[sm, l1] = -1 - e
            if is_awaited:
                _wait(s, sm, e, place, limits.loads)
                counts.l1_misses += size * (kind != ATOMIC)
        else:
            counts.l1_hits += 1
            counts.l1_merged += ready < 0 or ready > t
            if ready < 0:
                _wait(s, sm, -1 - ready, place, limits.loads)
            else:
                under_way.known = max(under_way.known, ready)
    if along:
        for k in range(4):
            if along >> k & 1:
                l1 = 4 * found + k
                e = _send(limits, work, s, launches, sm, slot, request, (line << 2) + k, 1, l1, t)
                s.ready[sm, l1] = -1 - e
                counts.l1_fills += 1
    counts.sectors += (stop - first) * size
    counts.wavefronts += 1
    unit.lsu_cycles += 1
    if stop < end:
        unit.lsu_sector = stop
        unit.lsu_free = unit.lsu_next = t + 1
        return
    counts.requests += 1
    under_way.passing = 0
    _leave(s, sm, t + 1)
    if is_awaited:
        under_way.known = max(under_way.known, t + limits.l1_latency)
        if under_way.left == 0:
            _finish(limits, work, s, sm, slot, i, under_way.known)
    else:
        _finish(limits, work, s, sm, slot, i, t + 1)


@njit(cache=True, error_model="numpy")
def take_returns(limits, work, s, sm, first):
    """Process the responses of the L2 from entry ``first`` on: fill the L1, and wake the waiting requests."""
    unit = s.sm[sm]
    for e in range(first, unit.entry_served):
        entry = s.entries[sm, e % limits.outstanding]
        push_return(s, sm, entry.back)
        if entry.l1 >= 0 and s.ready[sm, entry.l1] == -1 - e:
            s.ready[sm, entry.l1] = entry.back
    if unit.lsu_stalled >= 0 and unit.return_count > 0:
        unit.lsu_next = s.returns[sm, 0]
    kept = 0
    for n in range(unit.wait_count):
        e, place = s.waits[sm, n].entry, s.waits[sm, n].place
        if e >= unit.entry_served:
            s.waits[sm, kept].entry = e
            s.waits[sm, kept].place = place
            kept += 1
            continue
        slot, i = place // limits.loads, place % limits.loads
        under_way = s.places[sm, slot, i]
        under_way.known = max(under_way.known, s.entries[sm, e % limits.outstanding].back)
        under_way.left -= 1
        if under_way.left == 0 and under_way.passing == 0:
            _finish(limits, work, s, sm, slot, i, under_way.known)
    unit.wait_count = kept
