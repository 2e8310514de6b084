"""Launches: the block scheduler, launches by kernels, and barriers of whole grids.

Blocks are assigned in their order when resources become free. Grids that arrived earlier come first; a later
grid gets the remaining resources. A block goes to the multiprocessor with the fewest blocks among those that
it fits (ties: lowest number), and starts ``dispatch_cycles`` after the event that freed the resources. The
blocks of a grid with a barrier of the whole grid are assigned together.

Launches by kernels pass a server of the device one after another, in the order (cycle, multiprocessor, order
of issue). Each takes ``device_launch``, and then its grid arrives. At most ``pending_launches`` wait for the
server; a warp continues when its last launch has joined them. A grid that has arrived is not counted, even if
no block of it has begun: the blocks that it waits for may be those of the warps that wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from pydantic import Field

from gpu.model.chip import Chip
from gpu.model.front_end import AT_GRID_BARRIER, COMPUTING, wake_warp
from gpu.model.records import NEVER, Ints, Records, State, record
from gpu.model.requests import InstructionStream
from gpu.model.sizes import WARP
from gpu.model.unit import Law, Ran, at_most
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import Seconds, SecondsOrZero
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel


class Parameters(Chip):
    """The parameters of launches."""

    dispatch_cycles: int = Field(
        ge=1,
        description="cycles from the end of a block, or the arrival of a launch, to the start of the next "
        "block",
    )
    launch_latency: Seconds = Field(
        description="time from the end of a launch to the arrival of the next launch of its stream"
    )
    synchronise_latency: Seconds = Field(
        description="time from the end of an item of a stream until a host that waits for it continues"
    )
    grid_barrier_latency: int = Field(
        ge=1,
        description="cycles from the last arrival at a barrier of a whole grid to the release of all warps",
    )
    device_launch: SecondsOrZero = Field(
        description="time that the device takes for each launch by a kernel, one after another; `0 s` if "
        "kernels cannot launch kernels (before capability 3.5)"
    )
    pending_launches: int = Field(
        ge=0,
        description="launches by kernels that wait for the device; a warp that launches more waits; 0 if "
        "kernels cannot launch kernels",
    )
    device_runtime_factor: float = Field(
        gt=0,
        description="instructions of a kernel that may launch kernels, relative to one without this "
        "possibility",
    )

    @property
    def launch_cycles(self) -> int:
        """Cycles from the end of a launch to the arrival of the next launch of its stream."""
        return self.cycles(self.launch_latency)

    @property
    def synchronise_cycles(self) -> int:
        """Cycles from the end of an item of a stream until a host that waits for it continues."""
        return self.cycles(self.synchronise_latency)

    @property
    def device_launch_cycles(self) -> int:
        """Cycles that the device takes for each launch by a kernel."""
        return self.cycles(self.device_launch)

    @rule
    def _can_launch(self) -> None:
        pending, problems = self.pending_launches, []
        if pending and self.capability < (3, 5):
            message = (
                f"expected 0, got {pending}: capability {self.compute_capability} has no launches by "
                "kernels, which begin with 3.5"
            )
            problems.append(Problem(("pending_launches",), message))
        if pending and not self.device_launch:
            message = f"expected more than 0 s, since pending_launches is {pending}"
            problems.append(Problem(("device_launch",), message))
        raise_problems(problems)


COUNTERS: Mapping[str, str] = {}


def laws(device: Parameters, ran: Ran) -> Iterator[Law]:
    """The laws of launches by kernels; see :class:`gpu.model.unit.Unit`."""
    yield Law("all child grids ran", ran.grids, ran.child_grids)
    least = ran.child_grids * device.device_launch_cycles
    yield at_most("the device launches one grid at a time", least, ran.since_launch)


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


class Launches(NamedTuple):
    """The launches on the device by slot, and the counters of their arrays."""

    table: Records  # LAUNCH
    counts: Records  # the counters of all units: a row for each array of each kernel, from its ``row`` on
    presence: Records  # PRESENCE: (slots, sms)
    waiting: Records  # WAITING_GRID


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


def idle_scheduler(device: Parameters, resources: tuple[int, int, int, int], answer: int) -> Scheduler:
    """Create the state of a scheduler without grids.

    Parameters
    ----------
    resources : tuple of int
        What a multiprocessor has: warps, blocks, registers, bytes of shared memory.
    answer : int
        Cycles from a launch by a warp to its continuation.
    """
    # Beyond those that wait, each warp can have launched a grid with each of its lanes.
    most = device.pending_launches + WARP * device.sms * resources[0]
    return Scheduler(
        free=np.tile(np.array(resources), (device.sms, 1)),
        queue=np.zeros(most if device.pending_launches else 1, QUEUED_GRID),
        server=np.zeros(1, SERVER),
        dispatch=device.dispatch_cycles,
        launch_cycles=device.device_launch_cycles,
        pending=device.pending_launches,
        answer=answer,
        grid_barrier=device.grid_barrier_latency,
    )


@inlined_kernel
def _head(plan: Scheduler) -> Record:
    return plan.queue[plan.server[0].head % plan.queue.size]


@uninlined_kernel
def schedule(
    work: InstructionStream, s: State, launches: State, plan: Scheduler, arrivals: Records, first_ended: int
) -> None:
    """Process all events of a quantum in the order of time.

    These are blocks that ended (from the one numbered ``first_ended`` on), launches that arrived from the
    host, grids that the server has launched, and launches by warps.
    """
    table, server = launches.table, plan.server[0]
    left, until = 0, s.until[0]
    for sm in range(s.front.launched_count.size):
        left += s.front.launched_count[sm]
    is_quiet = s.front.ended_count[0] == first_ended and arrivals.size == 0 and left == 0
    if is_quiet and (server.head == server.tail or _head(plan).arrival >= until):
        _open_grid_barriers(work, s, launches, plan)
        return
    _sort_ended(s, first_ended)
    order, requested = s.order[: s.front.ended_count[0] - first_ended], s.by_sm
    requested[:] = 0
    ended = arrived = 0
    while True:
        cycle = NEVER
        if ended < order.size:
            cycle = s.front.ended[order[ended]].cycle
        if arrived < arrivals.size:
            cycle = min(cycle, arrivals[arrived].cycle)
        if server.head < server.tail and _head(plan).arrival < until:
            cycle = min(cycle, _head(plan).arrival)
        if left > 0:
            for sm in range(requested.size):
                if requested[sm] < s.front.launched_count[sm]:
                    cycle = min(cycle, s.front.launched[sm, requested[sm]].cycle)
        if cycle == NEVER:
            break
        while ended < order.size and s.front.ended[order[ended]].cycle == cycle:
            _release(s.front.ended[order[ended]], launches, plan)
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
                while requested[sm] < s.front.launched_count[sm]:
                    launched = s.front.launched[sm, requested[sm]]
                    if launched.cycle != cycle:
                        break
                    _launch(work, s, launches, plan, sm, launched)
                    requested[sm] += 1
                    left -= 1
    _open_grid_barriers(work, s, launches, plan)


@uninlined_kernel
def _sort_ended(s: State, first: int) -> None:
    """Write the positions of the blocks that ended in this quantum, in the order of time, to ``s.order``."""
    start, count = s.at_cycle, s.front.ended_count[0] - first
    latest = s.until[0]
    start[:] = 0
    for k in range(first, first + count):
        start[latest - s.front.ended[k].cycle] += 1
    position = 0
    for back in range(start.size - 1, -1, -1):
        position, start[back] = position + start[back], position
    for k in range(first, first + count):
        back = latest - s.front.ended[k].cycle
        s.order[start[back]] = k
        start[back] += 1


@inlined_kernel
def _release(block: Record, launches: State, plan: Scheduler) -> None:
    """Free the resources of a block that has ended."""
    entry = launches.table[block.launch]
    plan.free[block.sm, 0] += entry.warps_of_block
    plan.free[block.sm, 1] += 1
    plan.free[block.sm, 2] += entry.registers
    plan.free[block.sm, 3] += entry.shared
    launches.presence[block.launch, block.sm].held -= 1
    entry.last_end = max(entry.last_end, block.cycle)
    launches.table[entry.root].open_blocks -= 1


@inlined_kernel
def _arrive(entry: Record, cycle: int) -> None:
    if entry.grids == 0:
        entry.first_arrival = cycle
    entry.grids += 1
    entry.last_end = max(entry.last_end, cycle)


@inlined_kernel
def _next_grid(work: InstructionStream, launches: State, entry: Record) -> None:
    """Go on with the next grid of a kernel if all blocks of the grid before it are assigned."""
    while entry.next_block == entry.stop_block and entry.wait_head < entry.wait_tail:
        waiting = launches.waiting[entry.wait_head]
        entry.wait_head += 1
        entry.arrival = waiting.arrival
        entry.next_block = work.grids[waiting.grid].first_block
        entry.stop_block = entry.next_block + work.grids[waiting.grid].blocks


@inlined_kernel
def _fits(launches: State, plan: Scheduler, slot: int, sm: int) -> bool:
    entry = launches.table[slot]
    return (
        launches.presence[slot, sm].held < entry.most_blocks
        and plan.free[sm, 0] >= entry.warps_of_block
        and plan.free[sm, 1] >= 1
        and plan.free[sm, 2] >= entry.registers
        and plan.free[sm, 3] >= entry.shared
    )


@uninlined_kernel
def _fits_whole(launches: State, plan: Scheduler, slot: int) -> bool:
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


@uninlined_kernel
def _assign(work: InstructionStream, s: State, launches: State, plan: Scheduler, cycle: int) -> None:
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
            unit = s.front.unit[chosen]
            start = s.front.starts[chosen, unit.start_tail % s.front.starts.shape[1]]
            start.cycle = cycle + plan.dispatch
            start.launch = best
            start.block = entry.next_block
            unit.start_tail += 1
            s.due[chosen] = min(s.due[chosen], start.cycle)
            entry.next_block += 1
        _next_grid(work, launches, entry)


@inlined_kernel
def _launch(
    work: InstructionStream, s: State, launches: State, plan: Scheduler, sm: int, launched: Record
) -> None:
    """Queue the child grids that the lanes of a warp launch, and let the warp continue."""
    server, warp = plan.server[0], s.front.warps[sm, launched.slot]
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
    wake_warp(work, s, sm, launched.slot)


@uninlined_kernel
def _open_grid_barriers(work: InstructionStream, s: State, launches: State, plan: Scheduler) -> None:
    """Open the barriers at which all warps of a grid wait."""
    for slot in range(launches.table.size):
        entry = launches.table[slot]
        if entry.at_barrier == 0 or entry.at_barrier < entry.live_warps:
            continue
        entry.at_barrier = 0
        for sm in range(len(s.front.warps)):
            for place in range(s.front.warps.shape[1]):
                warp = s.front.warps[sm, place]
                if warp.block >= 0 and warp.launch == slot and warp.phase == AT_GRID_BARRIER:
                    warp.phase = COMPUTING
                    warp.ready = entry.barrier_cycle + plan.grid_barrier
                    wake_warp(work, s, sm, place)
