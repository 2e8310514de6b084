"""The queue of a core's accesses that wait for the L1, including repeated polls."""

from __future__ import annotations

from numasim.numa.coherence.state import LOST, Coherence
from numasim.numa.compiled.cached_memory_state import ACCESSING, HOLDING, Simulated
from numasim.numa.compiled.state import State
from numasim.numa.compiled.wake import call
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def append(state: State, sim: Simulated, core: int, task: int) -> None:
    """Queue an access."""
    tile, links = sim.tiles[core], state.links
    links[task].sibling = -1
    if tile.replay < 0:
        tile.replay = task
    else:
        links[tile.last_replay].sibling = task
    tile.last_replay = task


@inlined_kernel
def request_access(state: State, sim: Simulated, core: int, task: int) -> None:
    """Request an access that moves a value. The core queues it in its next decision."""
    sim.status[task] = ACCESSING
    state.links[task].sibling = sim.tiles[core].requested
    sim.tiles[core].requested = task
    call(state, core)


@inlined_kernel
def queue_requested(state: State, sim: Simulated, core: int) -> None:
    """Queue the requested accesses by number, because the order of requests within a cycle has no meaning."""
    tile, links = sim.tiles[core], state.links
    task = tile.requested
    if task < 0:
        return
    tile.requested = -1
    first = -1
    while task >= 0:
        following = links[task].sibling
        before, after = -1, first
        while after >= 0 and after < task:
            before, after = after, links[after].sibling
        links[task].sibling = after
        if before < 0:
            first = task
        else:
            links[before].sibling = task
        task = following
    while first >= 0:
        following = links[first].sibling
        append(state, sim, core, first)
        first = following
    tile.may_replay = 1


@inlined_kernel
def lose_blocks(state: State, sim: Simulated, c: Coherence, core: int) -> None:
    """Process the blocks that the L1 has lost: the polls that hold them are repeated."""
    for k in range(c.registers[LOST]):
        _lose(state, sim, core, c.lost[k])
    c.registers[LOST] = 0


@inlined_kernel
def _lose(state: State, sim: Simulated, core: int, block: int) -> None:
    slot = block - sim.first_shared_block
    if not 0 <= slot < sim.waiters_indptr.size - 1:
        return
    for k in range(sim.waiters_indptr[slot], sim.waiters_indptr[slot + 1]):
        if sim.waiters[k].core == core:
            task = sim.waiters[k].task
            sim.lost_meanwhile[task - sim.place.size] = 1
            if sim.status[task] == HOLDING:
                request_access(state, sim, core, task)
