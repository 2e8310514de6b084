"""Reads and writes of blocks: to the controller that owns the page, its service, and back."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.kernel import KERNEL
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.server import request, take_requests
from numasim.numa.compiled.state import (
    BACK,
    BLOCK_PACKETS,
    BLOCKS_READ,
    BLOCKS_WRITTEN,
    CLUSTER,
    CORE,
    DEPARTING,
    FREE_CYCLE,
    FREE_TICK,
    HANDED_OVER,
    MASTER,
    NEXT,
    NOW,
    SERVED,
    SERVED_REQUESTS,
    STAGE,
    TOUCH_CORE,
    TOUCH_NUMBER,
    TOUCHED,
    WAIT_CYCLES,
)

INTERLEAVE, FIRST_TOUCH = -1, -2
"""In place of the controller that owns all pages."""


@KERNEL
def access(state, number, core, block):  # type: ignore[no-untyped-def]
    """Issue a read or a write."""
    touch(state, number, core, block)
    state.clock[BLOCKS_WRITTEN if number >= state.first_write else BLOCKS_READ] += 1
    state.events[number, STAGE] = DEPARTING
    post(state, number, state.clock[NOW] + 1)


@KERNEL
def touch(state, number, core, block):  # type: ignore[no-untyped-def]
    """The first access to a page decides who owns it, of several in one cycle the one with the lowest number.

    The owner is asked for in a later cycle, when all of them are known.
    """
    if state.node == FIRST_TOUCH:
        now, page = state.clock[NOW], state.pages[block // state.blocks_per_page]
        if page[TOUCHED] < 0 or (page[TOUCHED] == now and number < page[TOUCH_NUMBER]):
            page[TOUCHED] = now
            page[TOUCH_NUMBER] = number
            page[TOUCH_CORE] = core


@KERNEL
def continue_access(state, number, stage):  # type: ignore[no-untyped-def]
    """Go on with an access, up to the end of its way back."""
    is_write = number >= state.first_write
    block = number - (state.first_write if is_write else state.first_read)
    controller = controller_of(state, block)
    if stage == HANDED_OVER:
        state.events[number, STAGE] = SERVED
        request(state, 6 * state.num_cores + controller, number)
        return
    core = state.clusters[state.replicas[state.vertices[block, MASTER], CLUSTER], CORE]
    state.clock[BLOCK_PACKETS] += is_write == (stage == DEPARTING)
    if stage == DEPARTING:
        carry(state, number, core, state.tiles[controller], 0)
    else:
        carry(state, number, state.tiles[controller], core, BACK)


@KERNEL
def serve_blocks(state, server):  # type: ignore[no-untyped-def]
    """A controller gives the accesses of this cycle their turns; each takes a fraction of a cycle exactly."""
    row, now = state.servers[server], state.clock[NOW]
    number = take_requests(state, server)
    while number >= 0:
        following = state.events[number, NEXT]
        if row[FREE_CYCLE] < now:
            row[FREE_CYCLE] = now
            row[FREE_TICK] = 0
        row[WAIT_CYCLES] += row[FREE_CYCLE] - now
        row[SERVED_REQUESTS] += 1
        row[FREE_CYCLE] += state.service_cycles
        row[FREE_TICK] += state.service_ticks
        if row[FREE_TICK] >= state.ticks_per_cycle:
            row[FREE_CYCLE] += 1
            row[FREE_TICK] -= state.ticks_per_cycle
        post(state, number, row[FREE_CYCLE] + (row[FREE_TICK] > 0) + state.latency_cycles)
        number = following


@KERNEL
def controller_of(state, block):  # type: ignore[no-untyped-def]
    """The controller that owns a block."""
    if state.node >= 0:
        return state.node
    page = block // state.blocks_per_page
    if state.node == INTERLEAVE:
        return page % state.tiles.size
    return state.nearest[state.pages[page, TOUCH_CORE]]
