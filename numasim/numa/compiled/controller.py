"""A memory controller with limited bandwidth and the row buffers of its banks."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import INTERLEAVE, SERVED, ServerRow
from numasim.numa.compiled.server import request, take_requests
from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def ask_controller(state: State, number: int, controller: int, block: int) -> None:
    """Process the arrival of an access at its controller."""
    state.events[number].stage = SERVED
    state.times[number].block = block
    request(state, 6 * state.num_cores + controller, number)


@inlined_kernel
def serve_blocks(state: State, server: int) -> None:
    """Schedule the accesses of this cycle. The service time of an access is an exact fraction of a cycle."""
    row, now = state.servers[server], state.clock.now
    number = take_requests(state, server)
    while number >= 0:
        following = state.events[number].next
        if row.free_cycle < now:
            row.free_cycle = now
            row.free_tick = 0
        bank = -1
        if state.num_banks > 0:
            bank = _open_row(state, row, server - 6 * state.num_cores, state.times[number].block)
        row.wait_cycles += row.free_cycle - now
        row.served += 1
        row.free_cycle += state.service_cycles
        row.free_tick += state.service_ticks
        if row.free_tick >= state.ticks_per_cycle:
            row.free_cycle += 1
            row.free_tick -= state.ticks_per_cycle
        if bank >= 0:
            state.banks[bank].free_cycle = row.free_cycle
            state.banks[bank].free_tick = row.free_tick
        post(state, number, row.free_cycle + (row.free_tick > 0) + state.answer_cycles)
        number = following


@inlined_kernel
def _open_row(state: State, channel: ServerRow, controller: int, block: int) -> int:
    """Open the row of a block, and delay the channel until then. Returns the bank."""
    if state.node == INTERLEAVE:  # the pages of a controller are contiguous in its rows
        page = block // state.blocks_per_page
        block -= (page - page // state.tiles.size) * state.blocks_per_page
    row = block // state.blocks_per_row
    number = controller * state.num_banks + row % state.num_banks
    bank, counted, now = state.banks[number], state.row_accesses[controller], state.clock.now
    if bank.free_cycle < now:
        bank.free_cycle = now
        bank.free_tick = 0
    opening = 0
    if bank.open_row == row:
        counted.hits += 1
    elif bank.open_row < 0:
        counted.misses += 1
        opening = state.activate_cycles
    else:
        counted.conflicts += 1
        opening = state.conflict_cycles
    bank.open_row = row
    ready, tick = bank.free_cycle + opening, bank.free_tick
    if ready > channel.free_cycle or (ready == channel.free_cycle and tick > channel.free_tick):
        channel.free_cycle = ready
        channel.free_tick = tick
    channel.wait_cycles -= opening
    return number
