"""The warp schedulers of a multiprocessor: selection of a warp, and issue of its next step.

A warp in slot w belongs to scheduler ``w % schedulers``, which issues one instruction per cycle. It continues
with the last warp as long as possible, else it selects the oldest ready warp (greedy, then oldest). The code
between two requests is issued as a whole: it takes as many cycles of the scheduler as it has instructions,
and the warp is busy for the time of their dependences.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from gpu.model.instruction_stream import BARRIER, GRID_BARRIER, LAUNCH
from gpu.model.lru_sets import empty
from gpu.model.lsu import wake_warp
from gpu.model.sm_state import (
    AT_GRID_BARRIER,
    COMPUTING,
    ENDED,
    LAUNCHING,
    NEVER,
    PLACES,
    REQUESTING,
    WAITING,
)
from partitioners.kernels.cache import njit


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def choose(limits, s, sm, scheduler, t):
    """The slot that issues at cycle t; if no slot can issue, set the scheduler's next cycle and return -1."""
    last = s.schedulers[sm, scheduler].last
    if last >= 0 and s.wake[sm, scheduler, last // limits.schedulers] <= t:
        return last
    best, best_age, earliest = -1, NEVER, NEVER
    for place in range(s.wake.shape[2]):
        wake = s.wake[sm, scheduler, place]
        earliest = min(earliest, wake)
        if wake <= t and s.age[sm, scheduler, place] < best_age:
            best, best_age = place, s.age[sm, scheduler, place]
    if best < 0:
        s.schedulers[sm, scheduler].next = earliest
        return -1
    return best * limits.schedulers + scheduler


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def issue(limits, work, s, launches, sm, number, slot, t):
    """Issue the next step of the warp in a slot from cycle t on; ``number`` is that of its scheduler."""
    scheduler, warp = s.schedulers[sm, number], s.warps[sm, slot]
    launch = launches.table[warp.launch]
    scheduler.last = slot
    form = work.forms[work.form[warp.request]]
    slots = form.slots
    if warp.phase == COMPUTING and slots > 0:
        scheduler.free = scheduler.next = t + slots
        s.wake[sm, number, slot // limits.schedulers] = t + form.cycles
        warp.phase = REQUESTING
        s.sm[sm].instructions += slots
        launch.instructions += slots
        return
    scheduler.free = scheduler.next = t + 1
    s.sm[sm].instructions += 1
    launch.instructions += 1
    kind = form.kind
    if kind >= BARRIER:
        block = s.blocks[sm, warp.block]
        s.wake[sm, number, slot // limits.schedulers] = NEVER
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
            s.sm[sm].warp_cycles += t + 1 - warp.began
            launch.warp_cycles += t + 1 - warp.began
        if block.live == 0:
            _end_block(s, launches, sm, warp.block, t + 1)
        elif block.arrived == block.live:
            _open_barrier(limits, work, s, sm, warp.block, t)
        return
    i = 0
    while i < warp.places and s.places[sm, slot, i].done > t:
        i += 1
    warp.places = max(warp.places, i + 1)
    place = s.places[sm, slot, i]
    place.done = NEVER
    place.due = warp.request + work.distance[warp.request]
    place.known = 0
    place.left = 0
    place.passing = 1
    unit = s.sm[sm]
    queued = s.queue[sm, unit.lsu_tail % s.queue.shape[1]]
    queued.place = slot * PLACES + i
    queued.form = work.form[warp.request]
    queued.sector = warp.sector
    if unit.lsu_head == unit.lsu_tail:
        unit.lsu_next = max(unit.lsu_free, t + 1)
    unit.lsu_tail += 1
    warp.request += 1
    warp.sector += np.int64(form.sectors)
    warp.phase = COMPUTING
    warp.ready = t + 1
    wake_warp(limits, work, s, sm, slot)


@njit(cache=True, error_model="numpy", _nrt=False)
def _open_barrier(limits, work, s, sm, at, t):
    s.blocks[sm, at].arrived = 0
    for slot in range(s.warps.shape[1]):
        warp = s.warps[sm, slot]
        if warp.block == at and warp.phase == WAITING:
            warp.phase = COMPUTING
            warp.ready = t + limits.barrier_latency
            wake_warp(limits, work, s, sm, slot)


@njit(cache=True, error_model="numpy", _nrt=False)
def start_block(limits, work, s, launches, sm, t):
    """Start the next block assigned to this multiprocessor, in the lowest free slots."""
    unit = s.sm[sm]
    start = s.starts[sm, unit.start_head % s.starts.shape[1]]
    unit.start_head += 1
    launch = launches.table[start.launch]
    presence = launches.presence[start.launch, sm]
    if presence.resident == 0:
        presence.since = t
    presence.resident += 1
    if presence.seen == 0:  # the L1 is empty at the start of a launch
        presence.seen = 1
        unit.l1_sets = launch.l1_sets
        empty(s.words[sm], limits.l1_ways)
    at = 0
    while s.blocks[sm, at].number >= 0:
        at += 1
    block = s.blocks[sm, at]
    block.number = start.block
    block.launch = start.launch
    block.began = t
    block.live = launch.warps_of_block
    block.arrived = 0
    unit.blocks += 1
    if unit.resident == 0:
        unit.active_since = t
    unit.resident += 1
    slot = 0
    for number in range(launch.warps_of_block):
        while s.warps[sm, slot].block >= 0:
            slot += 1
        warp = s.warps[sm, slot]
        warp.block = at
        number_of_all = launch.first_warp + start.block * launch.warps_of_block + number
        warp.request = work.warp_start[number_of_all]
        warp.sector = work.first_sector[number_of_all]
        warp.phase = COMPUTING
        warp.ready = t
        s.age[sm, slot % limits.schedulers, slot // limits.schedulers] = unit.next_age
        warp.row = launch.row
        warp.launch = start.launch
        warp.began = t
        unit.next_age += 1
        warp.places = 0
        wake_warp(limits, work, s, sm, slot)


@njit(cache=True, error_model="numpy", _nrt=False)
def _launch(s, sm, slot, warp, t):
    """Record that a warp launches child grids; it continues when they have joined the queue."""
    launched = s.launched[sm, s.launched_count[sm]]
    s.launched_count[sm] += 1
    launched.cycle = t
    launched.slot = slot
    launched.request = warp.request
    warp.phase = LAUNCHING
    warp.request += 1


@njit(cache=True, error_model="numpy", _nrt=False)
def _end_block(s, launches, sm, at, cycle):
    unit, block = s.sm[sm], s.blocks[sm, at]
    presence = launches.presence[block.launch, sm]
    presence.resident -= 1
    if presence.resident == 0:
        launches.table[block.launch].busy_cycles += cycle - presence.since
    ended = s.ended[s.ended_count[0]]
    s.ended_count[0] += 1
    ended.cycle = cycle
    ended.sm = sm
    ended.launch = block.launch
    ended.block = block.number
    ended.began = block.began
    block.number = -1
    for slot in range(s.warps.shape[1]):
        if s.warps[sm, slot].block == at:
            s.warps[sm, slot].block = -1
    unit.resident -= 1
    if unit.resident == 0:
        unit.active_cycles += cycle - unit.active_since
