"""A memory controller with limited bandwidth and the row buffers of its banks."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.server import request, take_requests
from numasim.numa.compiled.state import (
    BANK_FREE_CYCLE,
    BANK_FREE_TICK,
    BLOCK,
    FREE_CYCLE,
    FREE_TICK,
    INTERLEAVE,
    NEXT,
    NOW,
    OPEN_ROW,
    ROW_CONFLICTS,
    ROW_HITS,
    ROW_MISSES,
    SERVED,
    SERVED_REQUESTS,
    STAGE,
    WAIT_CYCLES,
)
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def ask_controller(state, number, controller, block):  # type: ignore[no-untyped-def]
    """Process the arrival of an access at its controller."""
    state.events[number, STAGE] = SERVED
    state.times[number, BLOCK] = block
    request(state, 6 * state.num_cores + controller, number)


@inlined_kernel
def serve_blocks(state, server):  # type: ignore[no-untyped-def]
    """Schedule the accesses of this cycle. The service time of an access is an exact fraction of a cycle."""
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
    """Open the row of a block, and delay the channel until then. Returns the bank."""
    if state.node == INTERLEAVE:  # the pages of a controller are contiguous in its rows
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
