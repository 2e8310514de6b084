"""The front end of a multiprocessor: its blocks and warps, and the schedulers that select and issue.

A warp in slot w belongs to scheduler ``w % schedulers``, which issues one instruction per cycle. It continues
with the last warp as long as possible, else it selects the oldest ready warp (greedy, then oldest). The code
between two requests is issued as a whole: it takes as many cycles of the scheduler as it has instructions,
and the warp is busy for the time of their dependences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from pydantic import Field

from gpu.model.chip import Chip
from gpu.model.records import NEVER, Ints, Records, State, record
from gpu.model.requests import BARRIER, END, GRID_BARRIER, LAUNCH, InstructionStream
from gpu.model.unit import Law, Ran, at_most
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel


class Parameters(Chip):
    """The parameters of the front end."""

    schedulers: int = Field(
        ge=1,
        description="warp schedulers of a multiprocessor; each issues one instruction of one warp per cycle",
    )
    arithmetic_latency: int = Field(
        ge=1, description="cycles from an arithmetic instruction to an instruction that needs its result"
    )
    warps_per_sm: int = Field(ge=1, description="resident warps of a multiprocessor")
    blocks_per_sm: int = Field(ge=1, description="resident blocks of a multiprocessor")
    registers_per_sm: int = Field(ge=1, description="32-bit registers of a multiprocessor")
    registers_per_block: int = Field(ge=1, description="maximum registers of a block")
    registers_per_thread: int = Field(ge=1, description="maximum registers of a thread")
    register_unit: int = Field(
        ge=1,
        description="number in whose multiples registers are allocated to a warp (capability 1.x: to a "
        "block)",
    )
    warp_unit: int = Field(ge=1, description="number in whose multiples warps with registers are allocated")
    barrier_latency: int = Field(
        ge=1,
        description="cycles from the arrival of the last warp at a barrier until all warps continue",
    )

    @property
    def threads_per_block(self) -> int:
        """Largest number of threads of a block (CUDA programming guide, tables by compute capability)."""
        return 512 if self.is_of_generation_1 else 1024

    @rule
    def _schedulers_share_the_warps(self) -> None:
        if self.warps_per_sm % self.schedulers:
            message = f"expected a divisor of warps_per_sm, {self.warps_per_sm}, got {self.schedulers}"
            raise_problems([Problem(("schedulers",), message)])


COUNTERS: Mapping[str, str] = {}

SM_COUNTERS = ("thread_blocks", "instructions", "active_cycles", "warp_cycles")
"""The counters of each multiprocessor."""


def laws(device: Parameters, ran: Ran) -> Iterator[Law]:
    """The laws of the front end; see :class:`gpu.model.unit.Unit`."""
    slots = ran.busy_cycles * device.schedulers
    yield at_most("a scheduler issues one instruction a cycle", ran.instructions, slots)
    resident = ran.busy_cycles * device.warps_per_sm
    yield at_most("no more warps are resident than fit", ran.warp_cycles, resident)


COMPUTING, REQUESTING, WAITING, AT_GRID_BARRIER, LAUNCHING, ENDED = range(6)
"""Next steps of a warp: the code before its request, the request, waiting at a barrier of its block or of its
grid, waiting until its launches have joined the queue, nothing."""

UNIT = record(
    *("start_head", "start_tail", "next_age", "resident", "active_since"),
    *SM_COUNTERS,
)
"""The front end of a multiprocessor; heads and tails of rings are increasing numbers, used modulo the ring's
length."""

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

LAUNCHED = record("cycle", "slot", "request")
"""A launch by the warp in a slot."""

ENDED_BLOCK = record("cycle", "sm", "launch", "block", "began")

MOST_ENDED = 2**14
"""Number of ended blocks after which compiled functions return, if they have not done so before."""


class FrontEnd(NamedTuple):
    """The state of the front ends of all multiprocessors; numbers of one entry are parameters."""

    unit: Records  # (sms,): UNIT
    schedulers: Records  # (sms, schedulers)
    warps: Records  # (sms, slots)
    wake: (
        Ints  # (sms, schedulers, slots / schedulers), slot w at w % and w // schedulers: when it can continue
    )
    age: Ints  # likewise: the order in which warps began
    places: Records  # (sms, slots, PLACES)
    blocks: Records  # (sms, blocks)
    starts: Records  # (sms, blocks): a ring
    ended: Records  # the blocks that ended in the quanta of a call
    ended_count: Ints
    launched: Records  # (sms, slots): the launches by warps in this quantum
    launched_count: Ints
    barrier_latency: int


def idle_front_ends(device: Parameters) -> FrontEnd:
    """Create the state of front ends without blocks."""
    n, slots, blocks = device.sms, device.warps_per_sm, device.blocks_per_sm
    state = FrontEnd(
        unit=np.zeros(n, UNIT),
        schedulers=np.zeros((n, device.schedulers), SCHEDULER),
        warps=np.zeros((n, slots), WARP),
        wake=np.full((n, device.schedulers, slots // device.schedulers), NEVER),
        age=np.zeros((n, device.schedulers, slots // device.schedulers), np.int64),
        places=np.zeros((n, slots, PLACES), PLACE),
        blocks=np.zeros((n, blocks), BLOCK),
        starts=np.zeros((n, blocks), START),
        ended=np.zeros(max(2 * n * blocks, MOST_ENDED), ENDED_BLOCK),
        ended_count=np.zeros(1, np.int64),
        launched=np.zeros((n, slots), LAUNCHED),
        launched_count=np.zeros(n, np.int64),
        barrier_latency=device.barrier_latency,
    )
    state.schedulers["next"] = NEVER
    state.schedulers["last"] = state.warps["block"] = state.blocks["number"] = -1
    state.warps["phase"] = ENDED
    return state


@inlined_kernel
def wake_warp(work: InstructionStream, s: State, sm: int, slot: int) -> None:
    """Compute the cycle in which the warp can continue.

    All results that its next request waits for must have come, and the request needs a free entry.
    """
    warp, schedulers = s.front.warps[sm, slot], s.front.schedulers.shape[1]
    kind = work.forms[work.form[warp.request]].kind
    waits_for_all = kind in (GRID_BARRIER, LAUNCH, END)
    earliest, latest = NEVER, warp.ready
    for i in range(warp.places):
        place = s.front.places[sm, slot, i]
        earliest = min(earliest, place.done)
        if waits_for_all or place.due <= warp.request:
            latest = max(latest, place.done)
    if warp.places == PLACES:
        latest = max(latest, earliest)
    s.front.wake[sm, slot % schedulers, slot // schedulers] = latest
    # The scheduler checks the warp when both conditions hold.
    scheduler = s.front.schedulers[sm, slot % schedulers]
    scheduler.next = min(scheduler.next, max(latest, scheduler.free))
    s.due[sm] = min(s.due[sm], scheduler.next)


@inlined_kernel
def finish(work: InstructionStream, s: State, sm: int, slot: int, i: int, cycle: int) -> None:
    """Complete a request of the warp in a slot, the one at place i, at a cycle."""
    s.front.places[sm, slot, i].done = cycle
    if s.front.warps[sm, slot].phase == COMPUTING:
        wake_warp(work, s, sm, slot)


@inlined_kernel
def choose(s: State, sm: int, scheduler: int, t: int) -> int:
    """The slot that issues at cycle t; if no slot can issue, set the scheduler's next cycle and return -1."""
    last, schedulers = s.front.schedulers[sm, scheduler].last, s.front.schedulers.shape[1]
    if last >= 0 and s.front.wake[sm, scheduler, last // schedulers] <= t:
        return last
    best, best_age, earliest = -1, NEVER, NEVER
    for place in range(s.front.wake.shape[2]):
        wake = s.front.wake[sm, scheduler, place]
        earliest = min(earliest, wake)
        if wake <= t and s.front.age[sm, scheduler, place] < best_age:
            best, best_age = place, s.front.age[sm, scheduler, place]
    if best < 0:
        s.front.schedulers[sm, scheduler].next = earliest
        return -1
    return best * schedulers + scheduler


@inlined_kernel
def issue(work: InstructionStream, s: State, launches: State, sm: int, number: int, slot: int, t: int) -> int:
    """Issue the next step of the warp in a slot from cycle t on; ``number`` is that of its scheduler.

    The result is the place of a request to memory, ``slot * PLACES + i``, for the LSU; -1 for another step.
    """
    unit = s.front.unit[sm]
    scheduler, warp = s.front.schedulers[sm, number], s.front.warps[sm, slot]
    launch = launches.table[warp.launch]
    scheduler.last = slot
    form = work.forms[work.form[warp.request]]
    slots = form.slots
    if warp.phase == COMPUTING and slots > 0:
        scheduler.free = scheduler.next = t + slots
        s.front.wake[sm, number, slot // s.front.schedulers.shape[1]] = t + form.cycles
        warp.phase = REQUESTING
        unit.instructions += slots
        launch.instructions += slots
        return -1
    scheduler.free = scheduler.next = t + 1
    unit.instructions += 1
    launch.instructions += 1
    kind = form.kind
    if kind >= BARRIER:
        block = s.front.blocks[sm, warp.block]
        s.front.wake[sm, number, slot // s.front.schedulers.shape[1]] = NEVER
        if kind == BARRIER:
            warp.phase = WAITING
            warp.request += 1
            block.arrived += 1
        elif kind == GRID_BARRIER:
            warp.phase = AT_GRID_BARRIER
            warp.request += 1
            launch.at_barrier += 1
            launch.barrier_cycle = max(launch.barrier_cycle, t)
        elif kind == LAUNCH:
            _launch(s, sm, slot, warp, t)
        else:
            launch.live_warps -= 1
            launch.barrier_cycle = max(launch.barrier_cycle, t)
            warp.phase = ENDED
            scheduler.last = -1
            block.live -= 1
            unit.warp_cycles += t + 1 - warp.began
            launch.warp_cycles += t + 1 - warp.began
        if block.live == 0:
            _end_block(s, launches, sm, warp.block, t + 1)
        elif block.arrived == block.live:
            _open_barrier(work, s, sm, warp.block, t)
        return -1
    i = 0
    while i < warp.places and s.front.places[sm, slot, i].done > t:
        i += 1
    warp.places = max(warp.places, i + 1)
    place = s.front.places[sm, slot, i]
    place.done = NEVER
    place.due = warp.request + work.distance[warp.request]
    place.known = 0
    place.left = 0
    place.passing = 1
    warp.request += 1
    warp.sector += np.int64(form.sectors)
    warp.phase = COMPUTING
    warp.ready = t + 1
    wake_warp(work, s, sm, slot)
    return slot * PLACES + i


@uninlined_kernel
def _open_barrier(work: InstructionStream, s: State, sm: int, at: int, t: int) -> None:
    s.front.blocks[sm, at].arrived = 0
    for slot in range(s.front.warps.shape[1]):
        warp = s.front.warps[sm, slot]
        if warp.block == at and warp.phase == WAITING:
            warp.phase = COMPUTING
            warp.ready = t + s.front.barrier_latency
            wake_warp(work, s, sm, slot)


@uninlined_kernel
def start_block(work: InstructionStream, s: State, launches: State, sm: int, t: int) -> None:
    """Start the next block assigned to this multiprocessor, in the lowest free slots."""
    unit, schedulers = s.front.unit[sm], s.front.schedulers.shape[1]
    start = s.front.starts[sm, unit.start_head % s.front.starts.shape[1]]
    unit.start_head += 1
    launch = launches.table[start.launch]
    presence = launches.presence[start.launch, sm]
    if presence.resident == 0:
        presence.since = t
    presence.resident += 1
    at = 0
    while s.front.blocks[sm, at].number >= 0:
        at += 1
    block = s.front.blocks[sm, at]
    block.number = start.block
    block.launch = start.launch
    block.began = t
    block.live = launch.warps_of_block
    block.arrived = 0
    unit.thread_blocks += 1
    if unit.resident == 0:
        unit.active_since = t
    unit.resident += 1
    slot = 0
    for number in range(launch.warps_of_block):
        while s.front.warps[sm, slot].block >= 0:
            slot += 1
        warp = s.front.warps[sm, slot]
        warp.block = at
        number_of_all = launch.first_warp + start.block * launch.warps_of_block + number
        warp.request = work.warp_start[number_of_all]
        warp.sector = work.first_sector[number_of_all]
        warp.phase = COMPUTING
        warp.ready = t
        s.front.age[sm, slot % schedulers, slot // schedulers] = unit.next_age
        warp.row = launch.row
        warp.launch = start.launch
        warp.began = t
        unit.next_age += 1
        warp.places = 0
        wake_warp(work, s, sm, slot)


@uninlined_kernel
def _launch(s: State, sm: int, slot: int, warp: Record, t: int) -> None:
    """Record that a warp launches child grids; it continues when they have joined the queue."""
    launched = s.front.launched[sm, s.front.launched_count[sm]]
    s.front.launched_count[sm] += 1
    launched.cycle = t
    launched.slot = slot
    launched.request = warp.request
    warp.phase = LAUNCHING
    warp.request += 1


@uninlined_kernel
def _end_block(s: State, launches: State, sm: int, at: int, cycle: int) -> None:
    unit, block = s.front.unit[sm], s.front.blocks[sm, at]
    presence = launches.presence[block.launch, sm]
    presence.resident -= 1
    if presence.resident == 0:
        launches.table[block.launch].busy_cycles += cycle - presence.since
    ended = s.front.ended[s.front.ended_count[0]]
    s.front.ended_count[0] += 1
    ended.cycle = cycle
    ended.sm = sm
    ended.launch = block.launch
    ended.block = block.number
    ended.began = block.began
    block.number = -1
    for slot in range(s.front.warps.shape[1]):
        if s.front.warps[sm, slot].block == at:
            s.front.warps[sm, slot].block = -1
    unit.resident -= 1
    if unit.resident == 0:
        unit.active_cycles += cycle - unit.active_since
