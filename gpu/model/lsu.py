"""The load/store unit (LSU) of a multiprocessor, with its shared memory: one pass of one request per cycle.

Requests pass in the order of issue. A request to shared memory takes as many cycles as it has wavefronts. A
request to global memory takes one cycle for each line of 128 bytes that it touches (capability 1.x: for
each transaction of its half-warps, which goes to memory as a whole). In a pass, the sectors of a load are
looked up in the L1 (:mod:`gpu.model.l1`). Sectors that are neither valid nor in flight go to the L2, and then
the other sectors of their fill. Stores and atomics always go to the L2, since the L1 is write-through and
does not allocate on a write. An atomic whose result is used is complete when its result returns, like a load.
If a pass would exceed the limit on sectors in flight, it waits, and so do all passes behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from gpu.model.chip import Chip
from gpu.model.front_end import PLACES, finish
from gpu.model.l1 import allocate, arrive, fill_along, hit, miss, sectors_to_fetch, set_of
from gpu.model.records import NEVER, TICKS, Ints, Records, State, record
from gpu.model.requests import (
    ATOMIC,
    LOAD,
    LOAD_UNCACHED,
    MOST_SECTORS,
    SHARED_LOAD,
    SHARED_STORE,
    InstructionStream,
)
from gpu.model.sizes import LINE_BYTES, SECTOR_BYTES
from gpu.model.unit import Law, Ran
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import Size, SizeOrZero
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel
from partitioners.text.units import format_size
from partitioners.text.wording import Expected


def _list(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(value)
    raise PydanticCustomError("expected", "")


class Parameters(Chip):
    """The parameters of the LSU and of shared memory."""

    shared_per_block: Size = Field(description="maximum shared memory of a block")
    shared_unit: Size = Field(description="bytes in whose multiples shared memory is allocated")
    shared_reserved: SizeOrZero = Field(
        description="bytes that the system reserves in every block with shared memory"
    )
    shared_carveouts: Annotated[
        tuple[SizeOrZero, ...], BeforeValidator(_list), Expected("a list of sizes with their units")
    ] = Field(description="possible sizes of shared memory, in ascending order")
    shared_latency: int = Field(ge=1, description="cycles from a load in shared memory to its value")
    shared_atomic_cycles: int = Field(
        ge=0,
        description="cycles of a warp for one round of the loop of an atomic on shared memory (before "
        "capability 5.0); 0: shared memory has units for atomics",
    )
    outstanding_sectors: int = Field(
        ge=LINE_BYTES // SECTOR_BYTES,
        description="maximum outstanding sectors (capability 1.x: transactions) between a multiprocessor and "
        "the L2; at least a whole line",
    )
    l2_port_width: Size = Field(
        description="bytes per cycle between a multiprocessor and the L2, in each direction"
    )

    @rule
    def _carveouts_ascend(self) -> None:
        sizes = self.shared_carveouts
        if not sizes or list(sizes) != sorted(set(sizes)):
            words = ", ".join(map(format_size, sizes))
            raise_problems([Problem(("shared_carveouts",), f"expected ascending sizes, got [{words}]")])


COUNTERS: Mapping[str, str] = {
    "requests": "loads, stores and atomics of warps",
    "sectors": "32-byte sectors of global memory that the requests touched (capability 1.x: of their "
    "transactions)",
    "wavefronts": "passes through the LSU: lines of 128 bytes (capability 1.x: transactions), and passes "
    "through the banks of shared memory",
}

SM_COUNTERS = ("lsu_cycles", "stall_cycles")
"""The counters of each multiprocessor."""


def laws(device: Parameters, ran: Ran) -> Iterator[Law]:
    """The laws of the LSU; see :class:`gpu.model.unit.Unit`."""
    yield Law("requests are those of the trace", ran.counted["requests"], ran.accesses)
    yield Law("sectors are those of the trace", ran.counted["sectors"], ran.sectors)


UNIT = record(
    *("head", "tail", "free", "next"),
    "sector",  # the next sector of the head; -1: no sector has passed
    "stalled",  # since when sectors in flight are at the limit; -1: they are not
    *("entry_taken", "entry_served", "entry_tail", "port_ticks", "outstanding", "return_count", "wait_count"),
    *SM_COUNTERS,
)
"""The LSU of a multiprocessor; heads and tails of rings are increasing numbers, used modulo the ring's
length."""

QUEUED = record("place", "form", "sector")
"""A request in the LSU's queue and its first sector; its place is ``slot * PLACES + i``."""

ENTRY = np.dtype(
    [
        ("cycle", np.int64),
        ("back", np.int64),
        ("sector", np.uint32),
        ("row", np.int32),
        ("launch", np.int32),
        ("l1", np.int32),
        ("passes", np.uint16),
        ("size", np.uint8),
        ("kind", np.uint8),
    ]
)
"""A sector sent to the L2 at a cycle (capability 1.x: the first of ``size`` sectors of a transaction), the
passes of an atomic on it, its position in the L1 (negative: none), and the cycle of its return."""

WAIT = record("entry", "place")
"""A request that waits for an entry."""


class Lsu(NamedTuple):
    """The state of the LSUs of all multiprocessors; numbers of one entry are parameters."""

    unit: Records  # (sms,): UNIT
    sent: Ints  # (sms,): the cycle of the first sector that was sent and is not served; NEVER: there is none
    queue: Records  # (sms, slots * PLACES): a ring
    entries: Records  # (sms, outstanding): a ring, in the order of time
    returns: Ints  # (sms, outstanding): a heap of the cycles in which sectors return
    waits: Records
    shared_latency: int
    segments: bool  # capability 1.x: transactions of half-warps
    port_ticks: int


def idle_lsus(device: Parameters, slots: int) -> Lsu:
    """Create the state of LSUs without requests; a multiprocessor has slots for some warps."""
    n = device.sms
    state = Lsu(
        unit=np.zeros(n, UNIT),
        sent=np.full(n, NEVER),
        queue=np.zeros((n, slots * PLACES), QUEUED),
        entries=np.zeros((n, device.outstanding_sectors), ENTRY),
        returns=np.zeros((n, device.outstanding_sectors), np.int64),
        waits=np.zeros((n, slots * PLACES * MOST_SECTORS), WAIT),
        shared_latency=device.shared_latency,
        segments=device.is_of_generation_1,
        port_ticks=-(-SECTOR_BYTES * TICKS // device.l2_port_width),
    )
    state.unit["sector"] = state.unit["stalled"] = -1
    state.unit["next"] = NEVER
    return state


@inlined_kernel
def push_return(s: State, sm: int, cycle: int) -> None:
    """Add a cycle to the heap of cycles in which sectors return."""
    i = s.lsu.unit[sm].return_count
    s.lsu.unit[sm].return_count = i + 1
    while i > 0 and s.lsu.returns[sm, (i - 1) // 2] > cycle:
        s.lsu.returns[sm, i] = s.lsu.returns[sm, (i - 1) // 2]
        i = (i - 1) // 2
    s.lsu.returns[sm, i] = cycle


@inlined_kernel
def pop_return(s: State, sm: int) -> None:
    """Remove the earliest cycle from the heap."""
    n = s.lsu.unit[sm].return_count - 1
    s.lsu.unit[sm].return_count = n
    cycle, i = s.lsu.returns[sm, n], 0
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and s.lsu.returns[sm, child + 1] < s.lsu.returns[sm, child]:
            child += 1
        if s.lsu.returns[sm, child] >= cycle:
            break
        s.lsu.returns[sm, i] = s.lsu.returns[sm, child]
        i = child
    s.lsu.returns[sm, i] = cycle


@inlined_kernel
def enqueue(work: InstructionStream, s: State, sm: int, place: int, t: int) -> None:
    """Add the request at a place, which its warp issued at cycle t, to the queue."""
    unit, warp = s.lsu.unit[sm], s.front.warps[sm, place // PLACES]
    form = work.form[warp.request - 1]
    queued = s.lsu.queue[sm, unit.tail % s.lsu.queue.shape[1]]
    queued.place = place
    queued.form = form
    queued.sector = warp.sector - np.int64(work.forms[form].sectors)
    if unit.head == unit.tail:
        unit.next = max(unit.free, t + 1)
    unit.tail += 1


@inlined_kernel
def _leave(s: State, sm: int, free: int) -> None:
    """Remove the head of the LSU's queue; the LSU is free from cycle ``free`` on."""
    unit = s.lsu.unit[sm]
    unit.free = free
    unit.head += 1
    unit.sector = -1
    unit.next = free if unit.head < unit.tail else NEVER


@inlined_kernel
def _shared_pass(
    work: InstructionStream, s: State, launches: State, sm: int, place: int, asked: Record, t: int
) -> None:
    """Process all wavefronts of a request to shared memory."""
    slot, i = place // PLACES, place % PLACES
    wavefronts = asked.wavefronts
    counts = launches.counts[s.front.warps[sm, slot].row]
    counts.requests += 1
    counts.wavefronts += wavefronts
    s.lsu.unit[sm].lsu_cycles += wavefronts
    _leave(s, sm, t + wavefronts)
    is_load = asked.kind == SHARED_LOAD
    finish(work, s, sm, slot, i, t + wavefronts + (s.lsu.shared_latency - 1 if is_load else 0))


@inlined_kernel
def _send(
    s: State, sm: int, at: int, ticks: int, sector: int, size: int, asked: Record, warp: Record, l1: int
) -> None:
    """Write an entry: ``size`` sectors for the L2, sent when the port is free."""
    entry = s.lsu.entries[sm, at]
    entry.cycle = ticks // TICKS
    entry.sector = sector
    entry.size = size
    entry.kind = asked.kind
    entry.passes = 1
    entry.row = warp.row + asked.array
    entry.launch = warp.launch
    entry.l1 = l1


@inlined_kernel
def _passes(
    work: InstructionStream,
    s: State,
    launches: State,
    sm: int,
    place: int,
    asked: Record,
    first_sector: int,
    until: int,
) -> None:
    """Make the passes of the request at the head of the queue before cycle ``until``.

    It ends early if the sectors of a pass would exceed the limit on sectors in flight.
    """
    unit, warp = s.lsu.unit[sm], s.front.warps[sm, place // PLACES]
    under_way = s.front.places[sm, place // PLACES, place % PLACES]
    counts, waits, capacity = launches.counts[warp.row + asked.array], s.lsu.waits[sm], s.lsu.entries.shape[1]
    is_awaited = asked.kind in (LOAD, LOAD_UNCACHED, ATOMIC)
    cached = asked.kind == LOAD and s.l1.sets[sm] > 0
    is_transaction = s.lsu.segments and asked.kind != LOAD
    end = first_sector + np.int64(asked.sectors)
    first = max(first_sector, unit.sector)
    t, e, at = unit.next, unit.entry_tail, unit.entry_tail % capacity
    ticks, waiting, known = unit.port_ticks, unit.wait_count, under_way.known
    passes = sectors = 0
    while first < end and t < until:
        line, wanted = np.int64(work.sectors[first] >> 2), 1 << (work.sectors[first] & 3)
        stop = first + 1
        while stop < end and work.sectors[stop] >> 2 == line and not is_transaction:
            wanted |= 1 << (work.sectors[stop] & 3)
            stop += 1
        l1_set = set_of(s.l1, sm, line) if cached else 0
        room = capacity - unit.outstanding - (e - unit.entry_tail)
        if room < (4 if s.l1.fill > 1 else stop - first):
            while unit.return_count > 0 and s.lsu.returns[sm, 0] <= t:
                pop_return(s, sm)
                unit.outstanding -= 1
                room += 1
            needed = sectors_to_fetch(s.l1, sm, l1_set, line, wanted) if cached else stop - first
            if room < needed:
                if unit.stalled < 0:
                    unit.stalled = t
                t = s.lsu.returns[sm, 0] if unit.return_count > 0 else NEVER
                break
        if unit.stalled >= 0:
            unit.stall_cycles += t - unit.stalled
            unit.stalled = -1

        l1, there, along = -4, 0, 0
        if cached:
            l1, there, along = allocate(s.l1, sm, l1_set, line, wanted)
        size = np.int64(work.sizes[first]) if is_transaction else 1
        for k in range(first, stop):
            sector = np.int64(work.sectors[k])
            place_in_l1 = l1 + (sector & 3)
            if there >> (sector & 3) & 1:
                found = hit(s.l1, counts, sm, place_in_l1, t)
            else:
                ticks = max(ticks, t * TICKS)
                _send(s, sm, at, ticks, sector, size, asked, warp, place_in_l1)
                ticks += size * s.lsu.port_ticks
                if k == first_sector:
                    s.lsu.entries[sm, at].passes += asked.more_passes
                found = -1 - e
                miss(s.l1, counts, sm, place_in_l1, e, asked.kind, size)
                e += 1
                at = at + 1 if at + 1 < capacity else 0
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
                    ticks += s.lsu.port_ticks
                    fill_along(s.l1, counts, sm, l1 + k, e)
                    e += 1
                    at = at + 1 if at + 1 < capacity else 0
        sectors += (stop - first) * size
        passes += 1
        first = stop
        t += 1

    if e > unit.entry_tail and unit.entry_served == unit.entry_tail:
        s.lsu.sent[sm] = s.lsu.entries[sm, unit.entry_tail % capacity].cycle
    launches.table[warp.launch].unserved += e - unit.entry_tail
    unit.outstanding += e - unit.entry_tail
    unit.entry_tail = e
    unit.port_ticks = ticks
    unit.lsu_cycles += passes
    under_way.left += waiting - unit.wait_count
    unit.wait_count = waiting
    counts.sectors += sectors
    counts.wavefronts += passes
    if first < end:
        unit.sector = first
        unit.next = t
        under_way.known = known
        return
    counts.requests += 1
    under_way.passing = 0
    _leave(s, sm, t)
    slot, i = place // PLACES, place % PLACES
    if is_awaited:
        under_way.known = max(known, t - 1 + s.l1.latency)
        if under_way.left == 0:
            finish(work, s, sm, slot, i, under_way.known)
    else:
        finish(work, s, sm, slot, i, t)


@inlined_kernel
def run_lsu(work: InstructionStream, s: State, launches: State, sm: int, until: int) -> None:
    """Make all passes before cycle ``until``; no block may start before it.

    They need not wait for the instructions that warps issue in the meantime. Those only add requests to the
    end of the queue, and a request completes after its last pass.
    """
    unit = s.lsu.unit[sm]
    while unit.next < until:
        head = s.lsu.queue[sm, unit.head % s.lsu.queue.shape[1]]
        asked = work.forms[head.form]
        if asked.kind in (SHARED_LOAD, SHARED_STORE):
            _shared_pass(work, s, launches, sm, head.place, asked, unit.next)
        else:
            _passes(work, s, launches, sm, head.place, asked, head.sector, until)


@uninlined_kernel
def take_returns(work: InstructionStream, s: State, sm: int) -> None:
    """Process the new responses of the L2: fill the L1, and wake the waiting requests."""
    unit, capacity = s.lsu.unit[sm], s.lsu.entries.shape[1]
    for e in range(unit.entry_taken, unit.entry_served):
        entry = s.lsu.entries[sm, e % capacity]
        push_return(s, sm, entry.back)
        arrive(s.l1, sm, entry.l1, e, entry.back)
    if unit.stalled >= 0 and unit.return_count > 0:
        unit.next = s.lsu.returns[sm, 0]
        s.due[sm] = min(s.due[sm], unit.next)
    kept = 0
    for n in range(unit.wait_count):
        e, place = s.lsu.waits[sm, n].entry, s.lsu.waits[sm, n].place
        if e >= unit.entry_served:
            s.lsu.waits[sm, kept].entry = e
            s.lsu.waits[sm, kept].place = place
            kept += 1
            continue
        slot, i = place // PLACES, place % PLACES
        under_way = s.front.places[sm, slot, i]
        under_way.known = max(under_way.known, s.lsu.entries[sm, e % capacity].back)
        under_way.left -= 1
        if under_way.left == 0 and under_way.passing == 0:
            finish(work, s, sm, slot, i, under_way.known)
    unit.wait_count = kept
    unit.entry_taken = unit.entry_served
    if unit.entry_served == unit.entry_tail:
        # The next entries are in the same memory, which is in a cache of the host.
        unit.entry_taken = unit.entry_served = unit.entry_tail = 0
