"""The state of all multiprocessors and of the launches that they run: tables of records, cycles as int64.

``lsu.py`` (memory requests), ``warp_issue.py`` (instructions) and ``sm.py`` change the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.model.device import LINE_BYTES, SECTOR_BYTES, Device
from gpu.model.instruction_stream import MOST_SECTORS
from gpu.model.result import COUNTERS

Ints = NDArray[np.int64]
Records = NDArray[Any]

NEVER = np.iinfo(np.int64).max
"""A cycle that never comes, or is not known yet."""

TICKS = 1024
"""Number of ticks per cycle, the unit in which bandwidth is tracked."""

COMPUTING, REQUESTING, WAITING, ENDED = range(4)
"""Next steps of a warp: the code before its request, the request, waiting at a barrier, nothing."""


def _record(*names: str) -> np.dtype[Any]:
    return np.dtype([(name, np.int64) for name in names])


SCHEDULER = _record("free", "next", "last")
"""A scheduler: the cycle from which it can issue, the cycle of its next check, its last warp's slot or -1."""

WARP = _record("request", "phase", "ready", "block", "row", "launch", "began")
"""A warp. ``ready`` is the cycle in which it could continue if its requests were complete. ``block`` is its
position among the resident blocks, or -1 if the slot is free. ``row`` is the first counter row of its
launch."""

PLACE = _record("done", "known", "left", "passing")
"""A request in flight: the cycle of its completion (NEVER: not known; after it the entry is free), the latest
cycle of its known sectors, the number of unknown sectors, and 1 until its last pass through the LSU."""

BLOCK = _record("number", "launch", "began", "live", "arrived")
"""A resident block: its number (-1: none), its warps that have not ended, its warps at the barrier."""

START = _record("cycle", "launch", "block")
"""A block that is about to start."""

QUEUED = _record("place", "request")
"""A request in the LSU's queue; its place is ``slot * loads + i``."""

ENTRY = _record("cycle", "sector", "size", "kind", "passes", "row", "launch", "l1", "back")
"""A sector sent to the L2 at a cycle (capability 1.x: the first of ``size`` sectors of a transaction), the
passes of an atomic on it, its position in the L1 (-1: none), and the cycle of its return."""

WAIT = _record("entry", "place")
"""A request that waits for an entry."""

SM = _record(
    *("lsu_head", "lsu_tail", "lsu_free", "lsu_next"),
    "lsu_sector",  # the next sector of the head; -1: no sector has passed
    "lsu_stalled",  # since when sectors in flight are at the limit; -1: they are not
    *("l1_sets", "l1_clock"),
    *("entry_served", "entry_tail", "port_ticks", "outstanding", "return_count", "wait_count"),
    *("start_head", "start_tail", "next_age", "resident", "active_since"),
    *("instructions", "blocks", "warp_cycles", "active_cycles", "lsu_cycles", "stall_cycles"),
)
"""A multiprocessor; heads and tails of rings are increasing numbers, used modulo the ring's length."""

LAUNCH = _record(
    *("first_warp", "warps_of_block", "row", "l1_sets"),
    *("unserved", "last_return"),  # sectors sent to the L2 and not served; the latest return of served ones
    *("instructions", "warp_cycles"),
)

ENDED_BLOCK = _record("cycle", "sm", "launch", "block", "began")


class Limits(NamedTuple):
    """The limits of a multiprocessor."""

    schedulers: int
    loads: int
    shared_latency: int
    barrier_latency: int
    l1_latency: int
    l1_ways: int
    l1_fill: int  # sectors
    segments: bool  # capability 1.x: transactions of half-warps
    outstanding: int
    port_ticks: int


class Launches(NamedTuple):
    """The launches on the device by slot, the counters of their arrays, and who has seen which of them."""

    table: Records  # LAUNCH
    counts: Records  # COUNTERS: a row for each array of each launch, from the launch's ``row`` on
    seen: NDArray[np.uint8]  # (launches, sms)


class Sms(NamedTuple):
    """The state of all multiprocessors, with one row for each."""

    sm: Records
    schedulers: Records  # (sms, schedulers)
    warps: Records  # (sms, slots)
    wake: (
        Ints  # (sms, schedulers, slots / schedulers), slot w at w % and w // schedulers: when it can continue
    )
    age: Ints  # likewise: the order in which warps began
    places: Records  # (sms, slots, loads)
    blocks: Records  # (sms, blocks)
    starts: Records  # (sms, blocks): a ring
    queue: Records  # (sms, slots * loads): a ring
    line: NDArray[np.int32]  # (sms, lines): the line in the L1; -1: none
    used: Ints  # (sms, lines): the time of the last use
    ready: Ints  # (sms, 4 * lines): when the sector became valid; NEVER: it is not; -1 - e: with entry e
    entries: Records  # (sms, outstanding): a ring, in the order of time
    returns: Ints  # (sms, outstanding): a heap of the cycles in which sectors return
    waits: Records
    ended: Records  # the blocks that ended in this quantum
    ended_count: Ints


def limits_of(device: Device, loads: int) -> Limits:
    """The limits of the multiprocessors of a device."""
    return Limits(
        schedulers=device.schedulers,
        loads=loads,
        shared_latency=device.shared_latency,
        barrier_latency=device.barrier_latency,
        l1_latency=device.l1_latency,
        l1_ways=device.l1_ways,
        l1_fill=device.l1_fill // SECTOR_BYTES,
        segments=device.is_of_generation_1,
        outstanding=device.outstanding_sectors,
        port_ticks=-(-SECTOR_BYTES * TICKS // device.l2_port_width),
    )


def idle_sms(device: Device, loads: int) -> Sms:
    """Create the state of multiprocessors without work."""
    n, slots, blocks = device.sms, device.warps_per_sm, device.blocks_per_sm
    lines = max(1, l1_sets(device, device.l1_size)) * device.l1_ways
    state = Sms(
        sm=np.zeros(n, SM),
        schedulers=np.zeros((n, device.schedulers), SCHEDULER),
        warps=np.zeros((n, slots), WARP),
        wake=np.full((n, device.schedulers, slots // device.schedulers), NEVER),
        age=np.zeros((n, device.schedulers, slots // device.schedulers), np.int64),
        places=np.zeros((n, slots, loads), PLACE),
        blocks=np.zeros((n, blocks), BLOCK),
        starts=np.zeros((n, blocks), START),
        queue=np.zeros((n, slots * loads), QUEUED),
        line=np.full((n, lines), -1, np.int32),
        used=np.zeros((n, lines), np.int64),
        ready=np.full((n, 4 * lines), NEVER),
        entries=np.zeros((n, device.outstanding_sectors), ENTRY),
        returns=np.zeros((n, device.outstanding_sectors), np.int64),
        waits=np.zeros((n, slots * loads * MOST_SECTORS), WAIT),
        ended=np.zeros(n * blocks, ENDED_BLOCK),
        ended_count=np.zeros(1, np.int64),
    )
    for name in ("lsu_sector", "lsu_stalled"):
        state.sm[name] = -1
    state.sm["lsu_next"] = state.schedulers["next"] = NEVER
    state.schedulers["last"] = state.warps["block"] = state.blocks["number"] = -1
    state.warps["phase"] = ENDED
    return state


COUNTS = _record(*COUNTERS)


def no_launches(sms: int) -> Launches:
    """Create tables without launches."""
    return Launches(np.zeros(0, LAUNCH), np.zeros(0, COUNTS), np.zeros((0, sms), np.uint8))


def l1_sets(device: Device, size: int) -> int:
    """The number of sets of an L1 of ``size`` bytes."""
    return size // (LINE_BYTES * device.l1_ways)
