"""The L2 and DRAM, which serve sectors in the order (cycle, multiprocessor, order of sending).

A line of 128 bytes is in one slice, chosen by a hash of its number. A slice serves one sector at a time, and
may begin a limited number of requests a cycle; a request has the sectors of a line that one multiprocessor
asks for one after another. A slice is a set-associative cache with LRU and lines of four sectors, each valid
or not. Loads and atomics fetch missing sectors from the slice's DRAM channel, in accesses of one, two or four
sectors; stores write their sectors to the cache without fetching. Lines are written back when they are
replaced; a slice waits while its channel would be behind by more than the latency of DRAM with its
write-backs alone. A channel serves accesses in order at its bandwidth; one for a part of its sectors takes as
long as a whole one. A sector in flight is not fetched again.

An L2 may have two halves (from capability 8.0 on), each with half of the slices and of the channels. Chunks
of 8 KiB belong to the halves in turn, and every second multiprocessor is near one half. A request for a line
of the other half goes through the fabric between the halves, unless a slice of the near half has a copy of
the sector. (Only a copy takes the time of this slice, since it has a path of its own to the fabric.) A load
that hits in the other half leaves a copy, a store or an atomic drops it; whether a load that misses there
leaves one depends on the device. Jia and Van Sandt ("Dissecting the Ampere GPU architecture through
microbenchmarking", GTC 2021) found the chunks, both latencies, the copies, and none after a miss; on an H200,
the second load of any line takes the near latency. Which chunks and multiprocessors belong to which half is
not published.

Without an L2, the slices are the memory partitions: every load and store is an access to DRAM, and an atomic
two, since the partition reads, modifies and writes.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpu.model.device import LINE_BYTES, SECTOR_BYTES, Device
from gpu.model.instruction_stream import ATOMIC, REDUCTION, STORE
from gpu.model.lru_sets import DIRTY, THERE, WAY, bits_of, empty, empty_sets, find, to_front
from gpu.model.lsu import take_returns
from gpu.model.sm_state import NEVER, TICKS, Ints
from partitioners.kernels.cache import njit

CHUNK_LINES = 64
"""Number of lines in a row that belong to the same half of the L2: 8 KiB."""


class L2(NamedTuple):
    """The state of the L2 and of the DRAM channels; numbers of one entry are parameters."""

    words: Ints  # a list of each set: lru_sets.py
    ready: Ints  # four per way: the cycle from which the sector is valid, if it is there
    slice_ticks: Ints
    request: Ints  # of each multiprocessor, the line and the slice of its last request
    spare: Ints  # of each multiprocessor, the ticks of that request beyond those of its sectors so far
    there: Ints  # of each multiprocessor, the sectors of that line that were there when the request began
    channel_ticks: Ints
    busy_ticks: Ints  # of each channel, the time of all its accesses so far
    write_ticks: Ints  # of each channel, when its write-backs would end if it did nothing else
    fabric_ticks: Ints  # of each half, until when it sends sectors to the other one
    sets: int  # 0: there is no L2
    ways: int
    sector_ticks: int
    request_ticks: int  # of a request at least
    atomic_ticks: int
    fetch: int  # sectors of an access to DRAM
    fetch_ticks: int
    latency: int
    dram_latency: int  # in addition to the latency of the L2
    far_latency: int  # of a hit in the other half; 0: there is one L2
    copies_misses: bool  # whether a load that misses in the other half leaves a copy
    fabric_sector_ticks: int


def empty_l2(device: Device) -> L2:
    """Create an empty L2."""
    sets = device.l2_size // (device.l2_slices * device.l2_ways * LINE_BYTES)
    sector_ticks = -(-SECTOR_BYTES * TICKS // device.l2_slice_width)
    channel_bytes = device.dram_bytes_per_cycle / device.dram_channels
    return L2(
        words=empty_sets(device.l2_slices * sets, device.l2_ways),
        ready=np.zeros(4 * device.l2_slices * sets * device.l2_ways, np.int64),
        slice_ticks=np.zeros(device.l2_slices, np.int64),
        request=np.full(device.sms, -1, np.int64),
        spare=np.zeros(device.sms, np.int64),
        there=np.zeros(device.sms, np.int64),
        channel_ticks=np.zeros(device.dram_channels, np.int64),
        busy_ticks=np.zeros(device.dram_channels, np.int64),
        write_ticks=np.zeros(device.dram_channels, np.int64),
        fabric_ticks=np.zeros(2, np.int64),
        sets=sets,
        ways=device.l2_ways,
        sector_ticks=sector_ticks,
        request_ticks=int(np.ceil(TICKS / device.l2_request_rate)) if device.l2_request_rate else 0,
        atomic_ticks=sector_ticks * device.atomic_sectors,
        fetch=device.dram_fetch // SECTOR_BYTES,
        fetch_ticks=device.dram_fetch // SECTOR_BYTES * int(np.ceil(SECTOR_BYTES * TICKS / channel_bytes)),
        latency=device.l2_latency,
        dram_latency=device.dram_latency - device.l2_latency,
        far_latency=device.l2_far_latency,
        copies_misses=device.l2_copies == "loads",
        fabric_sector_ticks=-(-SECTOR_BYTES * TICKS // max(1, device.l2_fabric_width)),
    )


def invalidate(l2: L2) -> None:
    """Empty the L2; the write-back of dirty sectors is not counted."""
    empty(l2.words, l2.ways)


def restart_time(l2: L2) -> None:
    """Begin at cycle 0 with the contents: all of them are valid, and nothing is under way."""
    l2.request[:] = -1
    for busy in (l2.ready, l2.slice_ticks, l2.spare, l2.write_ticks, l2.fabric_ticks):
        busy[:] = 0
    for of_channel in (l2.channel_ticks, l2.busy_ticks):
        of_channel[:] = 0


def ticks_left(l2: L2, cycle: int) -> int:
    """Return the time that the channels still need at a cycle for the accesses that they have, summed."""
    return int(np.maximum(l2.channel_ticks - cycle * TICKS, 0).sum())


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _access(l2, counts, kind, passes, sector, size, cycle):
    """Serve aligned sectors without an L2; return the cycle in which the response arrives."""
    where, channel = _place_of(l2, sector >> 2)
    ticks = max(l2.slice_ticks[where], cycle * TICKS)
    is_atomic = kind in (REDUCTION, ATOMIC)
    l2.slice_ticks[where] = ticks + (passes * l2.atomic_ticks if is_atomic else size * l2.sector_ticks)
    accesses = -(-size // l2.fetch)
    begin = _use_channel(l2, channel, ticks, (1 + is_atomic) * accesses * l2.fetch_ticks)
    if kind == STORE:
        counts.l2_writes += size
    elif is_atomic:
        counts.l2_atomics += size
    else:
        counts.l2_reads += size
    if kind == STORE or is_atomic:
        counts.dram_writes += size
    if kind != STORE:
        counts.dram_reads += accesses * l2.fetch
    return begin // TICKS + l2.latency + (0 if kind == STORE else l2.dram_latency)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _place_of(l2, line):
    """The slice of a line and its DRAM channel, without halves."""
    slices = l2.slice_ticks.size
    where = (line ^ (line >> 7) ^ (line >> 15)) % slices
    return where, where // (slices // l2.channel_ticks.size)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _place_in_halves(l2, line):
    """The half of a line, its slice among those of a half, and its row: a line for each of these slices.

    Of two chunks in a row, one belongs to each half. Their lines have the same rows, so a half is used evenly
    by its own lines, and also by them and copies of the others. Each row begins at another slice.
    """
    chunk, of_half = line // CHUNK_LINES, l2.slice_ticks.size // 2
    number = chunk // 2 * CHUNK_LINES + line % CHUNK_LINES
    row = number // of_half
    return (chunk ^ (chunk >> 3) ^ (chunk >> 7)) & 1, (number + 7 * row) % of_half, row


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _take(ticks_of, server, ticks, busy):
    """Let a server begin with a sector that comes at ``ticks``; return when it begins."""
    begin = max(ticks_of[server], ticks)
    ticks_of[server] = begin + busy
    return begin


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _use_channel(l2, channel, ticks, busy):
    """Let a channel serve accesses that come at ``ticks``; return when it begins."""
    l2.busy_ticks[channel] += busy
    return _take(l2.channel_ticks, channel, ticks, busy)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _begins_request(l2, where, line, sm):
    """Whether a sector of a load or a store is the first of a multiprocessor's request to a slice."""
    request = line * l2.slice_ticks.size + where
    begins = l2.request[sm] != request
    l2.request[sm] = request
    return begins


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _slice_busy(l2, sm, begins):
    """The ticks of a slice for a sector of a load or a store; the first of a request pays for the request."""
    busy = max(l2.request_ticks, l2.sector_ticks) if begins else max(0, l2.sector_ticks - l2.spare[sm])
    l2.spare[sm] = busy - l2.sector_ticks + (0 if begins else l2.spare[sm])
    return busy


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _allocate(l2, counts, where, first, line, ticks):
    """Move a line to the front of its set, and write back what it replaces; return its word."""
    word, last = to_front(l2.words, first, l2.ways, line)
    dirty = last >> DIRTY & 15
    if word != last and dirty:
        channel = where // (l2.slice_ticks.size // l2.channel_ticks.size)
        accesses = 0
        for k in range(0, 4, l2.fetch):
            accesses += (dirty >> k & ((1 << l2.fetch) - 1)) > 0
        busy = accesses * l2.fetch_ticks
        _use_channel(l2, channel, ticks, busy)
        written = max(l2.write_ticks[channel], ticks) + busy
        l2.write_ticks[channel] = written
        l2.slice_ticks[where] = max(l2.slice_ticks[where], written - l2.dram_latency * TICKS)
        counts.dram_writes += bits_of(dirty)
    return word


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _sector(l2, counts, kind, passes, sector, cycle, sm):
    """Serve one sector of a multiprocessor; return the cycle in which the response arrives."""
    line, k, near = sector >> 2, sector & 3, sm & 1
    is_atomic = kind in (REDUCTION, ATOMIC)
    is_load = not is_atomic and kind != STORE
    sent, latency, is_far = cycle * TICKS, l2.latency, False
    passed = sent
    copy_slice = copy_set = 0
    if l2.far_latency == 0:
        where, channel = _place_of(l2, line)
        first = (where * l2.sets + line // l2.slice_ticks.size % l2.sets) * l2.ways
    else:
        of_half = l2.slice_ticks.size // 2
        half, where, row = _place_in_halves(l2, line)
        copy_slice, where = (1 - half) * of_half + where, half * of_half + where
        channel = where // (l2.slice_ticks.size // l2.channel_ticks.size)
        first = (where * l2.sets + row % l2.sets) * l2.ways
        copy_set = (copy_slice * l2.sets + row % l2.sets) * l2.ways
        is_far = half != near
        found = find(l2.words, copy_set, l2.ways, line) if is_far or not is_load else -1
        if is_far:
            if is_load and found >= 0 and l2.words[found] >> (THERE + k) & 1:
                word, _ = to_front(l2.words, copy_set, l2.ways, line)
                l2.words[copy_set] = word
                counts.l2_reads += 1
                counts.l2_read_hits += 1
                busy = _slice_busy(l2, sm, _begins_request(l2, copy_slice, line, sm))
                begin = _take(l2.slice_ticks, copy_slice, sent, busy)
                ready = l2.ready[4 * (copy_set + (word & WAY)) + k]
                return max(begin // TICKS, ready) + l2.latency
            # The fabric and the slice both serve sectors in the order of sending, and the later one decides.
            # If the slice waited for the fabric, it would be idle although others have sent it sectors.
            sender = half if is_load else near
            passed = _take(l2.fabric_ticks, sender, sent, l2.fabric_sector_ticks)
            counts.l2_fabric += 1
            latency = l2.far_latency
        if not is_load and found >= 0:
            l2.words[found] &= ~(1 << (THERE + k))
    begins = not is_atomic and _begins_request(l2, where, line, sm)
    busy = passes * l2.atomic_ticks if is_atomic else _slice_busy(l2, sm, begins)
    ticks = _take(l2.slice_ticks, where, sent, busy)
    now = ticks // TICKS
    word = _allocate(l2, counts, where, first, line, ticks)
    at = 4 * (first + (word & WAY))
    hit = word >> (THERE + k) & 1
    if begins:
        l2.there[sm] = word >> THERE & 15
    if kind == STORE:
        counts.l2_writes += 1
        counts.l2_write_hits += hit
    elif is_atomic:
        counts.l2_atomics += 1
        counts.l2_atomic_hits += hit
    else:
        counts.l2_reads += 1
        counts.l2_read_hits += hit
        counts.l2_read_along += hit & ~(l2.there[sm] >> k) & 1
    if kind == STORE or is_atomic:
        word |= 1 << (DIRTY + k)
    if hit:
        ready = now if kind == STORE else max(now, l2.ready[at + k])
    elif kind == STORE:
        ready = now
        word |= 1 << (THERE + k)
        l2.ready[at + k] = now
    else:
        fetch = _use_channel(l2, channel, ticks, l2.fetch_ticks)
        ready = fetch // TICKS + l2.dram_latency
        counts.dram_reads += l2.fetch
        along = k & -l2.fetch
        for other in range(along, along + l2.fetch):
            if not word >> (THERE + other) & 1:
                l2.ready[at + other] = ready
        word |= ((1 << l2.fetch) - 1) << (THERE + along)
    l2.words[first] = word
    back = max(ready, passed // TICKS) + latency
    if is_far and is_load and (hit or l2.copies_misses):
        copy = _allocate(l2, counts, copy_slice, copy_set, line, ticks)
        l2.words[copy_set] = copy | 1 << (THERE + k)
        l2.ready[4 * (copy_set + (copy & WAY)) + k] = back - l2.latency
    return back


@njit(cache=True, error_model="numpy", _nrt=False)
def serve(limits, work, s, launches, l2, until):
    """Serve all sectors that were sent in cycles before ``until``, and record their responses."""
    sms, entries = s.entries.shape
    start, order, active, earliest = s.at_cycle, s.order, 0, until
    for sm in range(sms):
        if s.sent[sm] < until:
            s.by_sm[active] = sm
            active += 1
            earliest = min(earliest, s.sent[sm])
    if active == 0:
        return
    # A counting sort by cycle; multiprocessors in their order, each with its sectors in order.
    start[:] = 0
    latest = earliest
    for sm in s.by_sm[:active]:
        for e in range(s.sm[sm].entry_served, s.sm[sm].entry_tail):
            cycle = s.entries[sm, e % entries].cycle
            if cycle >= until:
                break
            start[cycle - earliest + 1] += 1
            latest = max(latest, cycle)
    for cycle in range(1, latest - earliest + 2):
        start[cycle] += start[cycle - 1]
    count = start[latest - earliest + 1]
    for sm in s.by_sm[:active]:
        unit = s.sm[sm]
        s.sent[sm] = NEVER
        while unit.entry_served < unit.entry_tail:
            at = unit.entry_served % entries
            cycle = s.entries[sm, at].cycle
            if cycle >= until:
                s.sent[sm] = cycle
                break
            order[start[cycle - earliest]] = sm * entries + at
            start[cycle - earliest] += 1
            unit.entry_served += 1
    for packed in order[:count]:
        entry = s.entries[packed // entries, packed % entries]
        counts, sector = launches.counts[entry.row], np.int64(entry.sector)
        if l2.sets == 0:
            size = np.int64(entry.size)
            entry.back = _access(l2, counts, entry.kind, entry.passes, sector, size, entry.cycle)
        else:
            sm = packed // entries
            entry.back = _sector(l2, counts, entry.kind, entry.passes, sector, entry.cycle, sm)
        launch = launches.table[entry.launch]
        launch.unserved -= 1
        launch.last_return = max(launch.last_return, entry.back)
    for sm in s.by_sm[:active]:
        take_returns(limits, work, s, sm)
