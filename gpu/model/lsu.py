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

from gpu.model.instruction_stream import (
    ATOMIC,
    END,
    GRID_BARRIER,
    LAUNCH,
    LOAD,
    LOAD_UNCACHED,
    SHARED_LOAD,
    SHARED_STORE,
)
from gpu.model.lru_sets import THERE, WAY, bits_of, sectors_there, to_front
from gpu.model.sm_state import COMPUTING, NEVER, PLACES, TICKS
from partitioners.kernels.cache import njit


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def push_return(s, sm, cycle):
    """Add a cycle to the heap of cycles in which sectors return."""
    i = s.sm[sm].return_count
    s.sm[sm].return_count = i + 1
    while i > 0 and s.returns[sm, (i - 1) // 2] > cycle:
        s.returns[sm, i] = s.returns[sm, (i - 1) // 2]
        i = (i - 1) // 2
    s.returns[sm, i] = cycle


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
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


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def wake_warp(limits, work, s, sm, slot):
    """Compute the cycle in which the warp can continue.

    All results that its next request waits for must have come, and the request needs a free entry.
    """
    warp = s.warps[sm, slot]
    kind = work.forms[work.form[warp.request]].kind
    waits_for_all = kind in (GRID_BARRIER, LAUNCH, END)
    earliest, latest = NEVER, warp.ready
    for i in range(warp.places):
        place = s.places[sm, slot, i]
        earliest = min(earliest, place.done)
        if waits_for_all or place.due <= warp.request:
            latest = max(latest, place.done)
    if warp.places == PLACES:
        latest = max(latest, earliest)
    s.wake[sm, slot % limits.schedulers, slot // limits.schedulers] = latest
    # The scheduler checks the warp when both conditions hold.
    scheduler = s.schedulers[sm, slot % limits.schedulers]
    scheduler.next = min(scheduler.next, max(latest, scheduler.free))
    s.due[sm] = min(s.due[sm], scheduler.next)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _finish(limits, work, s, sm, slot, i, cycle):
    s.places[sm, slot, i].done = cycle
    if s.warps[sm, slot].phase == COMPUTING:
        wake_warp(limits, work, s, sm, slot)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _leave(s, sm, free):
    """Remove the head of the LSU's queue; the LSU is free from cycle ``free`` on."""
    unit = s.sm[sm]
    unit.lsu_free = free
    unit.lsu_head += 1
    unit.lsu_sector = -1
    unit.lsu_next = free if unit.lsu_head < unit.lsu_tail else NEVER


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _shared_pass(limits, work, s, launches, sm, place, asked, t):
    """Process all wavefronts of a request to shared memory."""
    slot, i = place // PLACES, place % PLACES
    wavefronts = asked.wavefronts
    counts = launches.counts[s.warps[sm, slot].row]
    counts.requests += 1
    counts.wavefronts += wavefronts
    s.sm[sm].lsu_cycles += wavefronts
    _leave(s, sm, t + wavefronts)
    is_load = asked.kind == SHARED_LOAD
    _finish(limits, work, s, sm, slot, i, t + wavefronts + (limits.shared_latency - 1 if is_load else 0))


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _fetched(there, wanted, fill):
    """The sectors of a line that a request for some of them brings into the L1: those of their fills."""
    fetched = 0
    for k in range(0, 4, fill):
        one = ((1 << fill) - 1) << k
        if wanted & ~there & one:
            fetched |= one
    return fetched & ~there


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _send(s, sm, at, ticks, sector, size, asked, warp, l1):
    """Write an entry: ``size`` sectors for the L2, sent when the port is free."""
    entry = s.entries[sm, at]
    entry.cycle = ticks // TICKS
    entry.sector = sector
    entry.size = size
    entry.kind = asked.kind
    entry.passes = 1
    entry.row = warp.row + asked.array
    entry.launch = warp.launch
    entry.l1 = l1


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _passes(limits, work, s, launches, sm, place, asked, first_sector, until):
    """Make the passes of the request at the head of the queue before cycle ``until``.

    It ends early if the sectors of a pass would exceed the limit on sectors in flight.
    """
    unit, warp = s.sm[sm], s.warps[sm, place // PLACES]
    under_way = s.places[sm, place // PLACES, place % PLACES]
    words, ready, waits = s.words[sm], s.ready[sm], s.waits[sm]
    is_awaited = asked.kind in (LOAD, LOAD_UNCACHED, ATOMIC)
    cached = asked.kind == LOAD and unit.l1_sets > 0
    is_transaction = limits.segments and asked.kind != LOAD
    end = first_sector + np.int64(asked.sectors)
    first = max(first_sector, unit.lsu_sector)
    t, e, at = unit.lsu_next, unit.entry_tail, unit.entry_tail % limits.outstanding
    ticks, waiting, known = unit.port_ticks, unit.wait_count, under_way.known
    passes = sectors = hits = merged = misses = fills = 0
    while first < end and t < until:
        line, wanted = np.int64(work.sectors[first] >> 2), 1 << (work.sectors[first] & 3)
        stop = first + 1
        while stop < end and work.sectors[stop] >> 2 == line and not is_transaction:
            wanted |= 1 << (work.sectors[stop] & 3)
            stop += 1
        l1_set = ((line ^ (line >> 6)) % unit.l1_sets) * limits.l1_ways if cached else 0
        room = limits.outstanding - unit.outstanding - (e - unit.entry_tail)
        if room < (4 if limits.l1_fill > 1 else stop - first):
            while unit.return_count > 0 and s.returns[sm, 0] <= t:
                pop_return(s, sm)
                unit.outstanding -= 1
                room += 1
            needed = stop - first
            if cached:
                there = sectors_there(words, l1_set, limits.l1_ways, line)
                needed = bits_of(_fetched(there, wanted, limits.l1_fill))
            if room < needed:
                if unit.lsu_stalled < 0:
                    unit.lsu_stalled = t
                t = s.returns[sm, 0] if unit.return_count > 0 else NEVER
                break
        if unit.lsu_stalled >= 0:
            unit.stall_cycles += t - unit.lsu_stalled
            unit.lsu_stalled = -1

        l1, there, along = -4, 0, 0
        if cached:
            word, _ = to_front(words, l1_set, limits.l1_ways, line)
            l1, there = 4 * (l1_set + (word & WAY)), word >> THERE & 15
            fetched = _fetched(there, wanted, limits.l1_fill)
            words[l1_set] = word | fetched << THERE
            along = fetched & ~wanted
        size = np.int64(work.sizes[first]) if is_transaction else 1
        for k in range(first, stop):
            sector = np.int64(work.sectors[k])
            place_in_l1 = l1 + (sector & 3)
            if there >> (sector & 3) & 1:
                found = ready[place_in_l1]
                hits += 1
                merged += found < 0 or found > t
            else:
                ticks = max(ticks, t * TICKS)
                _send(s, sm, at, ticks, sector, size, asked, warp, place_in_l1)
                ticks += size * limits.port_ticks
                if k == first_sector:
                    s.entries[sm, at].passes += asked.more_passes
                found = -1 - e
                if cached:
                    ready[place_in_l1] = found
                misses += size * is_awaited
                e += 1
                at = at + 1 if at + 1 < limits.outstanding else 0
            if found >= 0:
                known = max(known, found)
            elif is_awaited:
                waits[waiting].entry = -1 - found
                waits[waiting].place = place
                waiting += 1
        if along:
            for k in range(4):
                if along >> k & 1:
                    ticks = max(ticks, t * TICKS)
                    _send(s, sm, at, ticks, (line << 2) + k, 1, asked, warp, l1 + k)
                    ticks += limits.port_ticks
                    ready[l1 + k] = -1 - e
                    fills += 1
                    e += 1
                    at = at + 1 if at + 1 < limits.outstanding else 0
        sectors += (stop - first) * size
        passes += 1
        first = stop
        t += 1

    if e > unit.entry_tail and unit.entry_served == unit.entry_tail:
        s.sent[sm] = s.entries[sm, unit.entry_tail % limits.outstanding].cycle
    launches.table[warp.launch].unserved += e - unit.entry_tail
    unit.outstanding += e - unit.entry_tail
    unit.entry_tail = e
    unit.port_ticks = ticks
    unit.lsu_cycles += passes
    under_way.left += waiting - unit.wait_count
    unit.wait_count = waiting
    counts = launches.counts[warp.row + asked.array]
    counts.sectors += sectors
    counts.wavefronts += passes
    counts.l1_hits += hits
    counts.l1_merged += merged
    counts.l1_misses += misses * (asked.kind != ATOMIC)
    counts.l1_fills += fills
    if first < end:
        unit.lsu_sector = first
        unit.lsu_next = t
        under_way.known = known
        return
    counts.requests += 1
    under_way.passing = 0
    _leave(s, sm, t)
    slot, i = place // PLACES, place % PLACES
    if is_awaited:
        under_way.known = max(known, t - 1 + limits.l1_latency)
        if under_way.left == 0:
            _finish(limits, work, s, sm, slot, i, under_way.known)
    else:
        _finish(limits, work, s, sm, slot, i, t)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def run_lsu(limits, work, s, launches, sm, until):
    """Make all passes before cycle ``until``; no block may start before it.

    They need not wait for the instructions that warps issue in the meantime. Those only add requests to the
    end of the queue, and a request completes after its last pass.
    """
    unit = s.sm[sm]
    while unit.lsu_next < until:
        head = s.queue[sm, unit.lsu_head % s.queue.shape[1]]
        asked = work.forms[head.form]
        if asked.kind in (SHARED_LOAD, SHARED_STORE):
            _shared_pass(limits, work, s, launches, sm, head.place, asked, unit.lsu_next)
        else:
            _passes(limits, work, s, launches, sm, head.place, asked, head.sector, until)


@njit(cache=True, error_model="numpy", _nrt=False)
def take_returns(limits, work, s, sm):
    """Process the new responses of the L2: fill the L1, and wake the waiting requests."""
    unit = s.sm[sm]
    for e in range(unit.entry_taken, unit.entry_served):
        entry = s.entries[sm, e % limits.outstanding]
        push_return(s, sm, entry.back)
        if entry.l1 >= 0 and s.ready[sm, entry.l1] == -1 - e:
            s.ready[sm, entry.l1] = entry.back
    if unit.lsu_stalled >= 0 and unit.return_count > 0:
        unit.lsu_next = s.returns[sm, 0]
        s.due[sm] = min(s.due[sm], unit.lsu_next)
    kept = 0
    for n in range(unit.wait_count):
        e, place = s.waits[sm, n].entry, s.waits[sm, n].place
        if e >= unit.entry_served:
            s.waits[sm, kept].entry = e
            s.waits[sm, kept].place = place
            kept += 1
            continue
        slot, i = place // PLACES, place % PLACES
        under_way = s.places[sm, slot, i]
        under_way.known = max(under_way.known, s.entries[sm, e % limits.outstanding].back)
        under_way.left -= 1
        if under_way.left == 0 and under_way.passing == 0:
            _finish(limits, work, s, sm, slot, i, under_way.known)
    unit.wait_count = kept
    unit.entry_taken = unit.entry_served
    if unit.entry_served == unit.entry_tail:
        # The next entries are in the same memory, which is in a cache of the host.
        unit.entry_taken = unit.entry_served = unit.entry_tail = 0
