"""Reads and writes of blocks: to the controller that owns the page, its service, and back."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.server import request, take_requests
from numasim.numa.compiled.state import (
    BACK,
    BANK_FREE_CYCLE,
    BANK_FREE_TICK,
    BLOCK,
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
    OPEN_ROW,
    ROW_CONFLICTS,
    ROW_HITS,
    ROW_MISSES,
    SERVED,
    SERVED_REQUESTS,
    STAGE,
    TOUCH_CORE,
    TOUCH_NUMBER,
    TOUCHED,
    WAIT_CYCLES,
)
from numasim.numba_kernels import inlined_kernel

INTERLEAVE, FIRST_TOUCH = -1, -2
"""In place of the controller that owns all pages."""


@inlined_kernel
def access(state, number, core, block):  # type: ignore[no-untyped-def]
    """Issue a read or a write."""
    touch(state, number, core, block)
    state.clock[BLOCKS_WRITTEN if number >= state.first_write else BLOCKS_READ] += 1
    state.events[number, STAGE] = DEPARTING
    post(state, number, state.clock[NOW] + 1)


@inlined_kernel
def vertex_of_access(state, number):  # type: ignore[no-untyped-def]
    """The vertex whose value is read or written."""
    return state.inputs[number - (state.first_write if number >= state.first_write else state.first_read)]


@inlined_kernel
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


@inlined_kernel
def continue_access(state, number, stage):  # type: ignore[no-untyped-def]
    """Go on with an access, up to the end of its way back."""
    is_write = number >= state.first_write
    block = vertex_of_access(state, number)
    controller = controller_of(state, block)
    if stage == HANDED_OVER:
        ask_controller(state, number, controller, block)
        return
    core = state.clusters[state.replicas[state.vertices[block, MASTER], CLUSTER], CORE]
    state.clock[BLOCK_PACKETS] += is_write == (stage == DEPARTING)
    if stage == DEPARTING:
        carry(state, number, core, state.tiles[controller], 0)
    else:
        carry(state, number, state.tiles[controller], core, BACK)


@inlined_kernel
def ask_controller(state, number, controller, block):  # type: ignore[no-untyped-def]
    """An access has come to its controller."""
    state.events[number, STAGE] = SERVED
    state.times[number, BLOCK] = block
    request(state, 6 * state.num_cores + controller, number)


@inlined_kernel
def serve_blocks(state, server):  # type: ignore[no-untyped-def]
    """A controller gives the accesses of this cycle their turns; each takes a fraction of a cycle exactly."""
    row, now = state.servers[server], state.clock[NOW]
    number = take_requests(state, server)
    while number >= 0:
        following = state.events[number, NEXT]
        if row[FREE_CYCLE] < now:
            row[FREE_CYCLE] = now
            row[FREE_TICK] = 0
        bank = -1
        if state.num_banks > 0:
            bank = _open_row(state, row, server - 6 * state.num_cores, state.times[number, BLOCK])
        row[WAIT_CYCLES] += row[FREE_CYCLE] - now
        row[SERVED_REQUESTS] += 1
        row[FREE_CYCLE] += state.service_cycles
        row[FREE_TICK] += state.service_ticks
        if row[FREE_TICK] >= state.ticks_per_cycle:
            row[FREE_CYCLE] += 1
            row[FREE_TICK] -= state.ticks_per_cycle
        if bank >= 0:
            state.banks[bank, BANK_FREE_CYCLE] = row[FREE_CYCLE]
            state.banks[bank, BANK_FREE_TICK] = row[FREE_TICK]
        post(state, number, row[FREE_CYCLE] + (row[FREE_TICK] > 0) + state.answer_cycles)
        number = following


@inlined_kernel
def _open_row(state, channel, controller, block):  # type: ignore[no-untyped-def]
    """Have the row of a block in its row buffer, and the channel free no earlier than that; the bank."""
    if state.node == INTERLEAVE:  # the pages of one controller lie side by side in it
        page = block // state.blocks_per_page
        block -= (page - page // state.tiles.size) * state.blocks_per_page
    row = block // state.blocks_per_row
    number = controller * state.num_banks + row % state.num_banks
    bank, counted, now = state.banks[number], state.row_accesses[controller], state.clock[NOW]
    if bank[BANK_FREE_CYCLE] < now:
        bank[BANK_FREE_CYCLE] = now
        bank[BANK_FREE_TICK] = 0
    opening = 0
    if bank[OPEN_ROW] == row:
        counted[ROW_HITS] += 1
    elif bank[OPEN_ROW] < 0:
        counted[ROW_MISSES] += 1
        opening = state.activate_cycles
    else:
        counted[ROW_CONFLICTS] += 1
        opening = state.conflict_cycles
    bank[OPEN_ROW] = row
    ready, tick = bank[BANK_FREE_CYCLE] + opening, bank[BANK_FREE_TICK]
    if ready > channel[FREE_CYCLE] or (ready == channel[FREE_CYCLE] and tick > channel[FREE_TICK]):
        channel[FREE_CYCLE] = ready
        channel[FREE_TICK] = tick
    channel[WAIT_CYCLES] -= opening
    return number


@inlined_kernel
def controller_of(state, block):  # type: ignore[no-untyped-def]
    """The controller that owns a block."""
    if state.node >= 0:
        return state.node
    page = block // state.blocks_per_page
    if state.node == INTERLEAVE:
        return page % state.tiles.size
    return state.nearest[state.pages[page, TOUCH_CORE]]
