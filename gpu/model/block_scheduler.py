"""The block scheduler, launches by kernels, and barriers of whole grids.

Blocks are assigned in their order when resources become free. Grids that arrived earlier come first; a later
grid gets the remaining resources. A block goes to the multiprocessor with the fewest blocks among those that
it fits (ties: lowest number), and starts ``dispatch_cycles`` after the event that freed the resources. The
blocks of a grid with a barrier of the whole grid are assigned together.

Launches by kernels pass a server of the device one after another, in the order (cycle, multiprocessor, order
of issue). Each takes ``device_launch``, and then its grid arrives. At most ``pending_launches`` wait for the
server; a warp continues when its last launch has joined them. A grid that has arrived is not counted, even if
no block of it has begun: the blocks that it waits for may be those of the warps that wait for it.
"""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpu.model.device import WARP, Device
from gpu.model.lsu import wake_warp
from gpu.model.sm_state import AT_GRID_BARRIER, COMPUTING, NEVER, Ints, Records, record
from partitioners.kernels.cache import njit

QUEUED_GRID = record("arrival", "grid", "slot")
"""A child grid that has been launched: its arrival, its place in the instruction stream, and the slot of its
kernel."""

SERVER = record("head", "tail", "free")
"""The server of launches by kernels: a ring of queued grids, and the cycle from which it is free."""

ARRIVAL = record("cycle", "slot")
"""A launch from the host."""


class Scheduler(NamedTuple):
    """The state of the block scheduler; numbers of one entry are parameters."""

    free: Ints  # (sms, 4): warps, blocks, registers, bytes of shared memory
    queue: Records  # QUEUED_GRID: a ring
    server: Records  # SERVER: one
    dispatch: int
    launch_cycles: int
    pending: int
    answer: int  # cycles from a launch by a warp to its continuation
    grid_barrier: int


def idle_scheduler(device: Device) -> Scheduler:
    """Create the state of a scheduler without grids."""
    resources = (
        *(device.warps_per_sm, device.blocks_per_sm, device.registers_per_sm),
        device.shared_carveouts[-1],
    )
    # Beyond those that wait, each warp can have launched a grid with each of its lanes.
    most = device.pending_launches + WARP * device.sms * device.warps_per_sm
    return Scheduler(
        free=np.tile(np.array(resources), (device.sms, 1)),
        queue=np.zeros(most if device.pending_launches else 1, QUEUED_GRID),
        server=np.zeros(1, SERVER),
        dispatch=device.dispatch_cycles,
        launch_cycles=device.device_launch_cycles,
        pending=device.pending_launches,
        answer=device.l2_latency,
        grid_barrier=device.grid_barrier_latency,
    )


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _head(plan):
    return plan.queue[plan.server[0].head % plan.queue.size]


@njit(cache=True, error_model="numpy", _nrt=False)
def schedule(limits, work, s, launches, plan, arrivals, first_ended):
    """Process all events of a quantum in the order of time.

    These are blocks that ended (from the one numbered ``first_ended`` on), launches that arrived from the
    host, grids that the server has launched, and launches by warps.
    """
    table, server = launches.table, plan.server[0]
    left, until = 0, s.until[0]
    for sm in range(s.launched_count.size):
        left += s.launched_count[sm]
    is_quiet = s.ended_count[0] == first_ended and arrivals.size == 0 and left == 0
    if is_quiet and (server.head == server.tail or _head(plan).arrival >= until):
        _open_grid_barriers(limits, work, s, launches, plan)
        return
    _sort_ended(s, first_ended)
    order, requested = s.order[: s.ended_count[0] - first_ended], s.by_sm
    requested[:] = 0
    ended = arrived = 0
    while True:
        cycle = NEVER
        if ended < order.size:
            cycle = s.ended[order[ended]].cycle
        if arrived < arrivals.size:
            cycle = min(cycle, arrivals[arrived].cycle)
        if server.head < server.tail and _head(plan).arrival < until:
            cycle = min(cycle, _head(plan).arrival)
        if left > 0:
            for sm in range(requested.size):
                if requested[sm] < s.launched_count[sm]:
                    cycle = min(cycle, s.launched[sm, requested[sm]].cycle)
        if cycle == NEVER:
            break
        while ended < order.size and s.ended[order[ended]].cycle == cycle:
            _release(s.ended[order[ended]], launches, plan)
            ended += 1
        while arrived < arrivals.size and arrivals[arrived].cycle == cycle:
            entry = table[arrivals[arrived].slot]
            entry.stop_block = entry.blocks
            _arrive(entry, cycle)
            entry.arrival = cycle
            arrived += 1
        while server.head < server.tail and _head(plan).arrival == cycle:
            queued = _head(plan)
            entry = table[queued.slot]
            _arrive(entry, cycle)
            launches.waiting[entry.wait_tail].arrival = cycle
            launches.waiting[entry.wait_tail].grid = queued.grid
            entry.wait_tail += 1
            _next_grid(work, launches, entry)
            server.head += 1
        _assign(work, s, launches, plan, cycle)
        if left > 0:
            for sm in range(requested.size):
                while requested[sm] < s.launched_count[sm] and s.launched[sm, requested[sm]].cycle == cycle:
                    _launch(limits, work, s, launches, plan, sm, s.launched[sm, requested[sm]])
                    requested[sm] += 1
                    left -= 1
    _open_grid_barriers(limits, work, s, launches, plan)


@njit(cache=True, error_model="numpy", _nrt=False)
def _sort_ended(s, first):
    """Write the positions of the blocks that ended in this quantum, in the order of time, to ``s.order``."""
    start, count = s.at_cycle, s.ended_count[0] - first
    latest = s.until[0]
    start[:] = 0
    for k in range(first, first + count):
        start[latest - s.ended[k].cycle] += 1
    position = 0
    for back in range(start.size - 1, -1, -1):
        position, start[back] = position + start[back], position
    for k in range(first, first + count):
        back = latest - s.ended[k].cycle
        s.order[start[back]] = k
        start[back] += 1


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _release(block, launches, plan):
    """Free the resources of a block that has ended."""
    entry = launches.table[block.launch]
    plan.free[block.sm, 0] += entry.warps_of_block
    plan.free[block.sm, 1] += 1
    plan.free[block.sm, 2] += entry.registers
    plan.free[block.sm, 3] += entry.shared
    launches.presence[block.launch, block.sm].held -= 1
    entry.last_end = max(entry.last_end, block.cycle)
    launches.table[entry.root].open_blocks -= 1


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _arrive(entry, cycle):
    if entry.grids == 0:
        entry.first_arrival = cycle
    entry.grids += 1
    entry.last_end = max(entry.last_end, cycle)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _next_grid(work, launches, entry):
    """Go on with the next grid of a kernel if all blocks of the grid before it are assigned."""
    while entry.next_block == entry.stop_block and entry.wait_head < entry.wait_tail:
        waiting = launches.waiting[entry.wait_head]
        entry.wait_head += 1
        entry.arrival = waiting.arrival
        entry.next_block = work.grids[waiting.grid].first_block
        entry.stop_block = entry.next_block + work.grids[waiting.grid].blocks


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _fits(launches, plan, slot, sm):
    entry = launches.table[slot]
    return (
        launches.presence[slot, sm].held < entry.most_blocks
        and plan.free[sm, 0] >= entry.warps_of_block
        and plan.free[sm, 1] >= 1
        and plan.free[sm, 2] >= entry.registers
        and plan.free[sm, 3] >= entry.shared
    )


@njit(cache=True, error_model="numpy", _nrt=False)
def _fits_whole(launches, plan, slot):
    """Whether all blocks of a grid can be resident now."""
    entry = launches.table[slot]
    blocks = 0
    for sm in range(len(plan.free)):
        here = min(entry.most_blocks - launches.presence[slot, sm].held, plan.free[sm, 1])
        here = min(here, plan.free[sm, 0] // entry.warps_of_block)
        if entry.registers > 0:
            here = min(here, plan.free[sm, 2] // entry.registers)
        if entry.shared > 0:
            here = min(here, plan.free[sm, 3] // entry.shared)
        blocks += here
    return blocks >= entry.blocks


@njit(cache=True, error_model="numpy", _nrt=False)
def _assign(work, s, launches, plan, cycle):
    """Assign as many blocks as fit, grid by grid in the order of arrival (ties: rank)."""
    table = launches.table
    for slot in range(table.size):
        table[slot].is_stuck = 0
    while True:
        best = -1
        for slot in range(table.size):
            entry = table[slot]
            if entry.next_block == entry.stop_block or entry.is_stuck > 0:
                continue
            if best < 0 or (entry.arrival, entry.rank) < (table[best].arrival, table[best].rank):
                best = slot
        if best < 0:
            return
        entry = table[best]
        if entry.has_grid_barrier > 0 and entry.next_block == 0 and not _fits_whole(launches, plan, best):
            entry.is_stuck = 1
        while entry.next_block < entry.stop_block and entry.is_stuck == 0:
            chosen = -1
            for sm in range(len(plan.free)):
                if (chosen < 0 or plan.free[sm, 1] > plan.free[chosen, 1]) and _fits(
                    launches, plan, best, sm
                ):
                    chosen = sm
            if chosen < 0:
                entry.is_stuck = 1
                break
            plan.free[chosen, 0] -= entry.warps_of_block
            plan.free[chosen, 1] -= 1
            plan.free[chosen, 2] -= entry.registers
            plan.free[chosen, 3] -= entry.shared
            launches.presence[best, chosen].held += 1
            unit = s.sm[chosen]
            start = s.starts[chosen, unit.start_tail % s.starts.shape[1]]
            start.cycle = cycle + plan.dispatch
            start.launch = best
            start.block = entry.next_block
            unit.start_tail += 1
            s.due[chosen] = min(s.due[chosen], start.cycle)
            entry.next_block += 1
        _next_grid(work, launches, entry)


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def _launch(limits, work, s, launches, plan, sm, launched):
    """Queue the child grids that the lanes of a warp launch, and let the warp continue."""
    server, warp = plan.server[0], s.warps[sm, launched.slot]
    root = launches.table[warp.launch].root
    number = work.forms[work.form[launched.request]].launch
    joined = launched.cycle
    for grid in range(work.grid_start[number], work.grid_start[number + 1]):
        joined = launched.cycle
        if server.tail >= plan.pending:
            before = plan.queue[(server.tail - plan.pending) % plan.queue.size]
            joined = max(joined, before.arrival)
        server.free = max(joined, server.free) + plan.launch_cycles
        queued = plan.queue[server.tail % plan.queue.size]
        queued.arrival = server.free
        queued.grid = grid
        queued.slot = root + work.grids[grid].kernel
        server.tail += 1
    warp.phase = COMPUTING
    warp.ready = joined + plan.answer
    wake_warp(limits, work, s, sm, launched.slot)


@njit(cache=True, error_model="numpy", _nrt=False)
def _open_grid_barriers(limits, work, s, launches, plan):
    """Open the barriers at which all warps of a grid wait."""
    for slot in range(launches.table.size):
        entry = launches.table[slot]
        if entry.at_barrier == 0 or entry.at_barrier < entry.live_warps:
            continue
        entry.at_barrier = 0
        for sm in range(len(s.warps)):
            for place in range(s.warps.shape[1]):
                warp = s.warps[sm, place]
                if warp.block >= 0 and warp.launch == slot and warp.phase == AT_GRID_BARRIER:
                    warp.phase = COMPUTING
                    warp.ready = entry.barrier_cycle + plan.grid_barrier
                    wake_warp(limits, work, s, sm, place)
