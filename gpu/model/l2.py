"""The L2, which serves sectors in the order (cycle, multiprocessor, order of sending).

A line of 128 bytes is in one slice, chosen by a hash of its number. A slice serves one sector at a time, and
may begin a limited number of requests a cycle; a request has the sectors of a line that one multiprocessor
asks for one after another. A slice is a set-associative cache with LRU and lines of four sectors, each valid
or not. Loads and atomics fetch missing sectors from the slice's DRAM channel, in accesses of one, two or four
sectors; stores write their sectors to the cache without fetching. Lines are written back when they are
replaced; a slice waits while its channel would be behind by more than the latency of DRAM with its
write-backs alone. A sector in flight is not fetched again.

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

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from gpu.model import dram
from gpu.model.chip import Chip
from gpu.model.dram import Dram, fetch, idle_dram, move, write_back
from gpu.model.lru_sets import DIRTY, THERE, WAY, empty, empty_sets, find, to_front
from gpu.model.lsu import take_returns
from gpu.model.records import NEVER, TICKS, Ints, State
from gpu.model.requests import ATOMIC, REDUCTION, STORE, InstructionStream
from gpu.model.sizes import LINE_BYTES, SECTOR_BYTES
from gpu.model.unit import Law, Ran, at_most
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import Size, SizeOrZero
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel
from partitioners.text.units import format_size


class Parameters(Chip):
    """The parameters of the L2; without one, of the memory partitions."""

    l2_size: SizeOrZero = Field(
        description="size of all slices together; 0 B: there is no L2, and the slices are memory partitions"
    )
    l2_slices: int = Field(ge=1, description="number of slices; addresses are distributed over them")
    l2_ways: int = Field(ge=1, description="lines in a set")
    l2_latency: int = Field(
        ge=1,
        description="cycles from a load that hits in the idle L2 to its value; without an L2, the part of "
        "`dram_latency` that is not the memory's",
    )
    l2_far_latency: int = Field(
        default=0,
        ge=0,
        description="cycles from a load that hits in the other half of the L2 to its value; 0: the L2 has no "
        "halves",
    )
    l2_fabric_width: SizeOrZero = Field(
        default=0,
        description="bytes per cycle that each half of the L2 sends to the other one; `0 B` if it has no "
        "halves",
    )
    l2_copies: Literal["hits", "loads"] = Field(
        default="hits",
        description="loads of lines of the other half that leave a copy in the near one: those that hit "
        "there, or all",
    )
    l2_request_rate: float = Field(
        default=0.0,
        ge=0,
        description="requests per cycle that a slice begins (a line for one multiprocessor); 0: as many as "
        "its width allows",
    )
    l2_slice_width: Size = Field(description="bytes that a slice serves per cycle")
    atomic_sectors: int = Field(ge=1, description="time of an atomic on one sector at a slice, in sectors")

    @rule
    def _has_a_line_in_each_way(self) -> None:
        least = self.l2_slices * self.l2_ways * LINE_BYTES
        message = ""
        if self.is_of_generation_1 and self.l2_size:
            message = "expected 0 B: capability 1.x has no L2 for global memory"
        elif 0 < self.l2_size < least:
            message = (
                f"expected at least {format_size(least)}, a line in each of {self.l2_ways} ways of "
                f"{self.l2_slices} slices"
            )
        if message:
            raise_problems([Problem(("l2_size",), f"{message}, got {format_size(self.l2_size)}")])

    @rule
    def _has_halves_or_none(self) -> None:
        width, problems = self.l2_fabric_width, []
        if not self.l2_far_latency and width:
            message = f"expected 0 B, as l2_far_latency is 0: there is one L2, got {format_size(width)}"
            problems.append(Problem(("l2_fabric_width",), message))
        if self.l2_far_latency and not width:
            message = "expected more than 0 B, since l2_far_latency says that the L2 has halves"
            problems.append(Problem(("l2_fabric_width",), message))
        if self.l2_far_latency and not self.l2_size:
            message = f"expected 0, got {self.l2_far_latency}: the device has no L2 (l2_size is 0 B)"
            problems.append(Problem(("l2_far_latency",), message))
        raise_problems(problems)


class WithMemory(dram.Parameters, Parameters):
    """The parameters of the L2 and of the memory behind it."""

    @rule
    def _memory_is_behind_the_l2(self) -> None:
        near, far, last, problems = self.l2_latency, self.l2_far_latency, self.dram_latency, []
        if near > last:
            problems.append(Problem(("l2_latency",), f"expected at most dram_latency, {last}, got {near}"))
        elif self.l2_size and far and not near <= far <= last:
            message = (
                f"expected at least l2_latency, {near}, and at most dram_latency, {last}, or 0 for an L2 "
                f"without halves, got {far}"
            )
            problems.append(Problem(("l2_far_latency",), message))
        raise_problems(problems)

    @rule
    def _channels_share_the_slices(self) -> None:
        channels, slices = self.dram_channels, self.l2_slices
        if slices % channels:
            message = f"expected a divisor of l2_slices, {slices}, got {channels}"
            raise_problems([Problem(("dram_channels",), message)])
        in_halves = "half of them are in each half of the L2"
        raise_problems(
            Problem((name,), f"expected an even number, got {number}: {in_halves}")
            for name, number in (("l2_slices", slices), ("dram_channels", channels))
            if self.l2_far_latency and number % 2
        )


COUNTERS: Mapping[str, str] = {
    "l2_reads": "sectors loaded from the L2, or from the memory partitions of a device without an L2",
    "l2_read_hits": "sectors among the L2 reads that were in the L2 or in flight to it",
    "l2_read_along": "sectors among the L2 read hits that a miss of the same request fetched along",
    "l2_writes": "sectors stored to the L2",
    "l2_write_hits": "sectors among the L2 writes that were in the L2",
    "l2_atomics": "sectors updated in the L2",
    "l2_atomic_hits": "sectors among the L2 atomics that were in the L2",
    "l2_fabric": "sectors that crossed the fabric between the halves of the L2: loads without a copy in the "
    "near half, stores and atomics (0 if the L2 has no halves)",
}


def laws(device: WithMemory, ran: Ran) -> Iterator[Law]:
    """The laws of the L2 and of what it sends to the memory; see :class:`gpu.model.unit.Unit`."""
    counted, whole = ran.counted, device.dram_fetch // SECTOR_BYTES
    read, reads = counted["l2_reads"] + counted["l2_atomics"], counted["dram_reads"]
    if device.l2_size:
        missed = read - counted["l2_read_hits"] - counted["l2_atomic_hits"]
        most = read + counted["l2_writes"] if device.l2_far_latency else 0
        yield Law("misses of the L2 are fetched from memory", reads, whole * missed)
        yield at_most("what crosses between the halves of the L2 was sent to it", counted["l2_fabric"], most)
        return
    written = counted["l2_writes"] + counted["l2_atomics"]
    hits = counted["l2_read_hits"] + counted["l2_write_hits"] + counted["l2_atomic_hits"]
    yield Law("nothing hits without an L2", hits, 0)
    yield Law("without an L2, stores and atomics write memory", counted["dram_writes"], written)
    # A transaction of several sectors shares its accesses.
    least, most = read, whole * read
    yield Law("without an L2, loads and atomics read memory", reads, min(max(reads, least), most))


CHUNK_LINES = 64
"""Number of lines in a row that belong to the same half of the L2: 8 KiB."""


class L2(NamedTuple):
    """The state of the L2 with the memory behind it; numbers of one entry are parameters."""

    dram: Dram
    words: Ints  # a list of each set: lru_sets.py
    ready: Ints  # four per way: the cycle from which the sector is valid, if it is there
    slice_ticks: Ints
    request: Ints  # of each multiprocessor, the line and the slice of its last request
    spare: Ints  # of each multiprocessor, the ticks of that request beyond those of its sectors so far
    there: Ints  # of each multiprocessor, the sectors of that line that were there when the request began
    fabric_ticks: Ints  # of each half, until when it sends sectors to the other one
    sets: int  # 0: there is no L2
    ways: int
    sector_ticks: int
    request_ticks: int  # of a request at least
    atomic_ticks: int
    latency: int
    far_latency: int  # of a hit in the other half; 0: there is one L2
    copies_misses: bool  # whether a load that misses in the other half leaves a copy
    fabric_sector_ticks: int


def empty_l2(device: WithMemory) -> L2:
    """Create an empty L2."""
    sets = device.l2_size // (device.l2_slices * device.l2_ways * LINE_BYTES)
    sector_ticks = -(-SECTOR_BYTES * TICKS // device.l2_slice_width)
    return L2(
        dram=idle_dram(device, device.l2_latency),
        words=empty_sets(device.l2_slices * sets, device.l2_ways),
        ready=np.zeros(4 * device.l2_slices * sets * device.l2_ways, np.int64),
        slice_ticks=np.zeros(device.l2_slices, np.int64),
        request=np.full(device.sms, -1, np.int64),
        spare=np.zeros(device.sms, np.int64),
        there=np.zeros(device.sms, np.int64),
        fabric_ticks=np.zeros(2, np.int64),
        sets=sets,
        ways=device.l2_ways,
        sector_ticks=sector_ticks,
        request_ticks=int(np.ceil(TICKS / device.l2_request_rate)) if device.l2_request_rate else 0,
        atomic_ticks=sector_ticks * device.atomic_sectors,
        latency=device.l2_latency,
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
    for busy in (l2.ready, l2.slice_ticks, l2.spare, l2.fabric_ticks):
        busy[:] = 0
    for of_channel in (l2.dram.ticks, l2.dram.busy_ticks, l2.dram.write_ticks):
        of_channel[:] = 0


@inlined_kernel
def _access(l2: L2, counts: Record, kind: int, passes: int, sector: int, size: int, cycle: int) -> int:
    """Serve aligned sectors without an L2; return the cycle in which the response arrives."""
    where, channel = _place_of(l2, sector >> 2)
    ticks = max(l2.slice_ticks[where], cycle * TICKS)
    is_atomic = kind in (REDUCTION, ATOMIC)
    l2.slice_ticks[where] = ticks + (passes * l2.atomic_ticks if is_atomic else size * l2.sector_ticks)
    begin = move(l2.dram, counts, channel, ticks, size, kind != STORE, kind == STORE or is_atomic)
    if kind == STORE:
        counts.l2_writes += size
    elif is_atomic:
        counts.l2_atomics += size
    else:
        counts.l2_reads += size
    return begin // TICKS + l2.latency + (0 if kind == STORE else l2.dram.latency)


@inlined_kernel
def _place_of(l2: L2, line: int) -> tuple[int, int]:
    """The slice of a line and its DRAM channel, without halves."""
    slices = l2.slice_ticks.size
    where = (line ^ (line >> 7) ^ (line >> 15)) % slices
    return where, where // (slices // l2.dram.ticks.size)


@inlined_kernel
def _place_in_halves(l2: L2, line: int) -> tuple[int, int, int]:
    """The half of a line, its slice among those of a half, and its row: a line for each of these slices.

    Of two chunks in a row, one belongs to each half. Their lines have the same rows, so a half is used evenly
    by its own lines, and also by them and copies of the others. Each row begins at another slice.
    """
    chunk, of_half = line // CHUNK_LINES, l2.slice_ticks.size // 2
    number = chunk // 2 * CHUNK_LINES + line % CHUNK_LINES
    row = number // of_half
    return (chunk ^ (chunk >> 3) ^ (chunk >> 7)) & 1, (number + 7 * row) % of_half, row


@inlined_kernel
def _take(ticks_of: Ints, server: int, ticks: int, busy: int) -> int:
    """Let a server begin with a sector that comes at ``ticks``; return when it begins."""
    begin = max(ticks_of[server], ticks)
    ticks_of[server] = begin + busy
    return begin


@inlined_kernel
def _begins_request(l2: L2, where: int, line: int, sm: int) -> bool:
    """Whether a sector of a load or a store is the first of a multiprocessor's request to a slice."""
    request = line * l2.slice_ticks.size + where
    begins = l2.request[sm] != request
    l2.request[sm] = request
    return begins


@inlined_kernel
def _slice_busy(l2: L2, sm: int, begins: bool) -> int:
    """The ticks of a slice for a sector of a load or a store; the first of a request pays for the request."""
    busy = max(l2.request_ticks, l2.sector_ticks) if begins else max(0, l2.sector_ticks - l2.spare[sm])
    l2.spare[sm] = busy - l2.sector_ticks + (0 if begins else l2.spare[sm])
    return busy


@inlined_kernel
def _allocate(l2: L2, counts: Record, where: int, first: int, line: int, ticks: int) -> int:
    """Move a line to the front of its set, and write back what it replaces; return its word."""
    word, last = to_front(l2.words, first, l2.ways, line)
    dirty = last >> DIRTY & 15
    if word != last and dirty:
        channel = where // (l2.slice_ticks.size // l2.dram.ticks.size)
        written = write_back(l2.dram, counts, channel, ticks, dirty)
        l2.slice_ticks[where] = max(l2.slice_ticks[where], written - l2.dram.latency * TICKS)
    return word


@inlined_kernel
def _sector(l2: L2, counts: Record, kind: int, passes: int, sector: int, cycle: int, sm: int) -> int:
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
        channel = where // (l2.slice_ticks.size // l2.dram.ticks.size)
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
        ready = fetch(l2.dram, counts, channel, ticks) // TICKS + l2.dram.latency
        along = k & -l2.dram.fetch
        for other in range(along, along + l2.dram.fetch):
            if not word >> (THERE + other) & 1:
                l2.ready[at + other] = ready
        word |= ((1 << l2.dram.fetch) - 1) << (THERE + along)
    l2.words[first] = word
    back = max(ready, passed // TICKS) + latency
    if is_far and is_load and (hit or l2.copies_misses):
        copy = _allocate(l2, counts, copy_slice, copy_set, line, ticks)
        l2.words[copy_set] = copy | 1 << (THERE + k)
        l2.ready[4 * (copy_set + (copy & WAY)) + k] = back - l2.latency
    return back


@uninlined_kernel
def serve(work: InstructionStream, s: State, launches: State, l2: L2, until: int) -> None:
    """Serve all sectors that were sent in cycles before ``until``, and record their responses."""
    sms, entries = s.lsu.entries.shape
    start, order, active, earliest = s.at_cycle, s.order, 0, until
    for sm in range(sms):
        if s.lsu.sent[sm] < until:
            s.by_sm[active] = sm
            active += 1
            earliest = min(earliest, s.lsu.sent[sm])
    if active == 0:
        return
    # A counting sort by cycle; multiprocessors in their order, each with its sectors in order.
    start[:] = 0
    latest = earliest
    for sm in s.by_sm[:active]:
        for e in range(s.lsu.unit[sm].entry_served, s.lsu.unit[sm].entry_tail):
            cycle = s.lsu.entries[sm, e % entries].cycle
            if cycle >= until:
                break
            start[cycle - earliest + 1] += 1
            latest = max(latest, cycle)
    for cycle in range(1, latest - earliest + 2):
        start[cycle] += start[cycle - 1]
    count = start[latest - earliest + 1]
    for sm in s.by_sm[:active]:
        unit = s.lsu.unit[sm]
        s.lsu.sent[sm] = NEVER
        while unit.entry_served < unit.entry_tail:
            at = unit.entry_served % entries
            cycle = s.lsu.entries[sm, at].cycle
            if cycle >= until:
                s.lsu.sent[sm] = cycle
                break
            order[start[cycle - earliest]] = sm * entries + at
            start[cycle - earliest] += 1
            unit.entry_served += 1
    for packed in order[:count]:
        entry = s.lsu.entries[packed // entries, packed % entries]
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
        take_returns(work, s, sm)
