"""The state of all multiprocessors and of the launches that they run: tables of records, cycles as int64.

``lsu.py`` (memory requests), ``warp_issue.py`` (instructions) and ``sm.py`` change the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.model.device import LINE_BYTES, SECTOR_BYTES, Device
from gpu.model.instruction_stream import MOST_SECTORS
from gpu.model.lru_sets import empty_sets
from gpu.model.result import COUNTERS

Ints = NDArray[np.int64]
Records = NDArray[Any]

NEVER = np.iinfo(np.int64).max
"""A cycle that never comes, or is not known yet."""

TICKS = 1024
"""Number of ticks per cycle, the unit in which bandwidth is tracked."""

COMPUTING, REQUESTING, WAITING, AT_GRID_BARRIER, LAUNCHING, ENDED = range(6)
"""Next steps of a warp: the code before its request, the request, waiting at a barrier of its block or of its
grid, waiting until its launches have joined the queue, nothing."""


def record(*names: str) -> np.dtype[Any]:
    """A record of cycles and counts."""
    return np.dtype([(name, np.int64) for name in names])


SCHEDULER = record("free", "next", "last")
"""A scheduler: the cycle from which it can issue, the cycle of its next check, its last warp's slot or -1."""

WARP = record("request", "sector", "phase", "ready", "block", "row", "launch", "began", "places")
"""A warp. ``sector`` is the first one of its next request to global memory. ``ready`` is the cycle in which
it could continue if its requests were complete. ``block`` is its position among the resident blocks, or -1 if
the slot is free. ``row`` is the first counter row of its launch. ``places`` are those that it has used."""

PLACES = 32
"""The largest number of a warp's requests in flight."""

PLACE = np.dtype(
    [
        ("done", np.int64),
        ("known", np.int64),
        ("due", np.int64),
        ("left", np.int32),
        ("passing", np.int32),
    ]
)
"""A request in flight: the cycle of its completion (NEVER: not known; after it the entry is free), the latest
cycle of its known sectors, the request of the warp that waits for it, the number of unknown sectors, and 1
until its last pass through the LSU."""

BLOCK = record("number", "launch", "began", "live", "arrived")
"""A resident block: its number (-1: none), its warps that have not ended, its warps at the barrier."""

START = record("cycle", "launch", "block")
"""A block that is about to start."""

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
passes of an atomic on it, its position in the L1 (-1: none), and the cycle of its return."""

WAIT = record("entry", "place")
"""A request that waits for an entry."""

SM = record(
    *("lsu_head", "lsu_tail", "lsu_free", "lsu_next"),
    "lsu_sector",  # the next sector of the head; -1: no sector has passed
    "lsu_stalled",  # since when sectors in flight are at the limit; -1: they are not
    "l1_sets",
    *("entry_taken", "entry_served", "entry_tail", "port_ticks", "outstanding", "return_count", "wait_count"),
    *("start_head", "start_tail", "next_age", "resident", "active_since"),
    *("instructions", "blocks", "warp_cycles", "active_cycles", "lsu_cycles", "stall_cycles"),
)
"""A multiprocessor; heads and tails of rings are increasing numbers, used modulo the ring's length."""

LAUNCH = record(
    *("first_warp", "warps_of_block", "row", "l1_sets"),
    *("unserved", "last_return"),  # sectors sent to the L2 and not served; the latest return of served ones
    *("instructions", "warp_cycles"),
    "busy_cycles",  # in which a multiprocessor had a block of it, summed
    *("registers", "shared", "most_blocks"),  # of a block; blocks of a multiprocessor
    *("root", "serial"),
    *("kernels", "open_blocks", "has_ended"),  # of the whole launch, at its root
    *("blocks", "grids", "first_arrival", "last_end"),  # of all its grids; grids that have arrived
    *("arrival", "rank", "next_block", "stop_block", "is_stuck"),  # the grid that is being assigned
    *("wait_head", "wait_tail"),  # grids that have arrived after it
    *("has_grid_barrier", "live_warps", "at_barrier", "barrier_cycle"),
)
"""A kernel of a launch: the launch from the host, its *root*, or all child grids of a kernel. The slots of a
launch's kernels are one after the other."""

PRESENCE = record("seen", "held", "resident", "since")
"""A kernel on a multiprocessor: whether it had a block of it, blocks assigned to it, blocks that have begun,
and since when it has any."""

WAITING_GRID = record("arrival", "grid")

LAUNCHED = record("cycle", "slot", "request")
"""A launch by the warp in a slot."""

ENDED_BLOCK = record("cycle", "sm", "launch", "block", "began")

MOST_ENDED = 2**14
"""Number of ended blocks after which compiled functions return, if they have not done so before."""


class Limits(NamedTuple):
    """The limits of a multiprocessor."""

    schedulers: int
    shared_latency: int
    barrier_latency: int
    l1_latency: int
    l1_ways: int
    l1_fill: int  # sectors
    segments: bool  # capability 1.x: transactions of half-warps
    outstanding: int
    port_ticks: int


class Launches(NamedTuple):
    """The launches on the device by slot, and the counters of their arrays."""

    table: Records  # LAUNCH
    counts: Records  # COUNTERS: a row for each array of each kernel, from the kernel's ``row`` on
    presence: Records  # PRESENCE: (slots, sms)
    waiting: Records  # WAITING_GRID


class Sms(NamedTuple):
    """The state of all multiprocessors, with one row for each."""

    sm: Records
    due: Ints  # (sms,): the cycle of the next event; NEVER: there is none
    sent: Ints  # (sms,): the cycle of the first sector that was sent and is not served; NEVER: there is none
    schedulers: Records  # (sms, schedulers)
    warps: Records  # (sms, slots)
    wake: (
        Ints  # (sms, schedulers, slots / schedulers), slot w at w % and w // schedulers: when it can continue
    )
    age: Ints  # likewise: the order in which warps began
    places: Records  # (sms, slots, PLACES)
    blocks: Records  # (sms, blocks)
    starts: Records  # (sms, blocks): a ring
    queue: Records  # (sms, slots * PLACES): a ring
    words: Ints  # (sms, lines): the sets of the L1, as in lru_sets.py
    ready: Ints  # (sms, 4 * lines): when a sector that is there became valid; -1 - e: with entry e
    entries: Records  # (sms, outstanding): a ring, in the order of time
    returns: Ints  # (sms, outstanding): a heap of the cycles in which sectors return
    waits: Records
    ended: Records  # the blocks that ended in the quanta of a call
    ended_count: Ints
    launched: Records  # (sms, slots): the launches by warps in this quantum
    launched_count: Ints
    until: Ints  # the end of this quantum
    at_cycle: Ints  # scratch memory of sorts by cycle in a quantum: counts, and then positions
    order: Ints  # scratch memory: what is sorted
    by_sm: Ints  # (sms,): scratch memory


def limits_of(device: Device) -> Limits:
    """The limits of the multiprocessors of a device."""
    return Limits(
        schedulers=device.schedulers,
        shared_latency=device.shared_latency,
        barrier_latency=device.barrier_latency,
        l1_latency=device.l1_latency,
        l1_ways=device.l1_ways,
        l1_fill=device.l1_fill // SECTOR_BYTES,
        segments=device.is_of_generation_1,
        outstanding=device.outstanding_sectors,
        port_ticks=-(-SECTOR_BYTES * TICKS // device.l2_port_width),
    )


def idle_sms(device: Device) -> Sms:
    """Create the state of multiprocessors without work."""
    n, slots, blocks = device.sms, device.warps_per_sm, device.blocks_per_sm
    ended = max(2 * n * blocks, MOST_ENDED)
    lines = max(1, l1_sets(device, device.l1_size)) * device.l1_ways
    state = Sms(
        sm=np.zeros(n, SM),
        due=np.full(n, NEVER),
        sent=np.full(n, NEVER),
        schedulers=np.zeros((n, device.schedulers), SCHEDULER),
        warps=np.zeros((n, slots), WARP),
        wake=np.full((n, device.schedulers, slots // device.schedulers), NEVER),
        age=np.zeros((n, device.schedulers, slots // device.schedulers), np.int64),
        places=np.zeros((n, slots, PLACES), PLACE),
        blocks=np.zeros((n, blocks), BLOCK),
        starts=np.zeros((n, blocks), START),
        queue=np.zeros((n, slots * PLACES), QUEUED),
        words=np.tile(empty_sets(lines // device.l1_ways, device.l1_ways), (n, 1)),
        ready=np.zeros((n, 4 * lines), np.int64),
        entries=np.zeros((n, device.outstanding_sectors), ENTRY),
        returns=np.zeros((n, device.outstanding_sectors), np.int64),
        waits=np.zeros((n, slots * PLACES * MOST_SECTORS), WAIT),
        ended=np.zeros(ended, ENDED_BLOCK),
        ended_count=np.zeros(1, np.int64),
        launched=np.zeros((n, slots), LAUNCHED),
        launched_count=np.zeros(n, np.int64),
        until=np.zeros(1, np.int64),
        at_cycle=np.zeros(device.l2_latency + 2, np.int64),  # a quantum is not longer than this latency
        order=np.zeros(max(n * device.outstanding_sectors, ended), np.int64),
        by_sm=np.zeros(n, np.int64),
    )
    for name in ("lsu_sector", "lsu_stalled"):
        state.sm[name] = -1
    state.sm["lsu_next"] = state.schedulers["next"] = NEVER
    state.schedulers["last"] = state.warps["block"] = state.blocks["number"] = -1
    state.warps["phase"] = ENDED
    return state


COUNTS = record(*COUNTERS)


def no_launches(sms: int) -> Launches:
    """Create tables without launches."""
    return Launches(
        np.zeros(0, LAUNCH), np.zeros(0, COUNTS), np.zeros((0, sms), PRESENCE), np.zeros(0, WAITING_GRID)
    )


def l1_sets(device: Device, size: int) -> int:
    """The number of sets of an L1 of ``size`` bytes."""
    return size // (LINE_BYTES * device.l1_ways)
