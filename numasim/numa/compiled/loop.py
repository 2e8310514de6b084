"""The cycles of a run: arrivals, decisions, and returns to Python for its tasks."""

from __future__ import annotations

from numasim.numa.coherence.state import PROBLEM
from numasim.numa.compiled import core, out_of_order_core
from numasim.numa.compiled.barrier import count_report
from numasim.numa.compiled.cached_memory_state import NEXT_HOME
from numasim.numa.compiled.calendar import NOT_YET, next_events
from numasim.numa.compiled.coherent_memory import answer, arrive_at_unit, depart, serve_home
from numasim.numa.compiled.controller import serve_blocks
from numasim.numa.compiled.flit_level import lacks_room, step_routers
from numasim.numa.compiled.memory import continue_access
from numasim.numa.compiled.network import ask_for_link, carry, count_delivery, serve_packets
from numasim.numa.compiled.state import (
    AT_ROUTER,
    BACK,
    DEPARTING,
    EVENTS,
    FIRST_CORE,
    FIRST_HOME,
    FIRST_SERVER,
    HANDED_OVER,
    NEXT,
    NEXT_CORE,
    NEXT_SERVER,
    NUM_ASKED,
    ROUTERS,
    ROUTERS_DUE,
    SERVED,
    STAGE,
    STARTING,
    TASK_END,
    UNLISTED,
)
from numasim.numba_kernels import inlined_kernel, kept_kernel
from partitioners.kernel_parts import by_reference

ENDED, CLUSTERS_ASKED, NO_ROOM, TO_LOOK_AT = range(4)
"""The reasons why the loop returned to Python: the run has ended; clusters must be placed; the routers need
larger tables; the limits must be checked."""


@kept_kernel
def advance(state_tables, sim_tables, cache_tables, routers):  # type: ignore[no-untyped-def]
    """Run to the end, or until control must return to Python. The loop can then be called again.

    ``sim_tables`` and ``cache_tables`` are used with simulated memory, whose first problem ends the run.
    ``routers`` is used with ``network: flit``. In other runs, they are None. Numba removes code under a
    condition that tests only such an argument, so that each kind of run has its own compiled loop without the
    cost of the others.
    """
    state, sim = by_reference(state_tables), by_reference(sim_tables)
    c = by_reference(cache_tables)  # the routers are passed by value: through a reference they run 4% slower
    clock, events, servers, cores = state.clock, state.events, state.servers, state.cores
    while True:
        if cache_tables is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if c.registers[PROBLEM] != 0:
                return ENDED
        if routers is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if clock[ROUTERS_DUE]:
                if lacks_room(state, routers):
                    return NO_ROOM
                step_routers(state, routers)
        if sim_tables is not None:
            home = clock[FIRST_HOME]
            clock[FIRST_HOME] = -1
            while home >= 0:
                following_home = sim.tiles[home, NEXT_HOME]
                serve_home(state, sim, c, home)
                home = following_home
        tile = clock[FIRST_CORE]
        clock[FIRST_CORE] = -1
        while tile >= 0:
            following_tile = cores[tile, NEXT_CORE]
            if sim_tables is None:
                core.decide(state, tile)
            else:
                out_of_order_core.decide(state, sim, c, tile)
            cores[tile, NEXT_CORE] = UNLISTED
            tile = following_tile
        if sim_tables is None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if clock[NUM_ASKED] > 0:
                return CLUSTERS_ASKED
        event = next_events(state)
        if event < 0:
            return TO_LOOK_AT if event == NOT_YET else ENDED
        while event >= 0:
            following = events[event, NEXT]
            clock[EVENTS] += 1
            state.counts[0] -= 1
            if sim_tables is None:
                _arrive(state, event)
            else:
                _arrive_simulated(state, sim, c, event)
            event = following
        server = clock[FIRST_SERVER]
        clock[FIRST_SERVER] = -1
        while server >= 0:
            following_server = servers[server, NEXT_SERVER]
            if server < 6 * state.num_cores:
                serve_packets(state, server)
            else:
                serve_blocks(state, server)
            server = following_server


@inlined_kernel
def _arrive(state, number):  # type: ignore[no-untyped-def]
    """Process an event that is due, with traced memory."""
    stage = state.events[number, STAGE]
    back = stage & BACK
    stage -= back
    if stage == AT_ROUTER:
        ask_for_link(state, number)
        return
    if stage == TASK_END:
        core.call(state, number - state.first_core)
        return
    if stage == ROUTERS:
        state.clock[ROUTERS_DUE] = 1
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, back)
    if number < state.first_read:
        core.continue_message(state, number, stage)
    elif number < state.first_barrier:
        if back:
            core.end_access(state, number)
        else:
            continue_access(state, number, stage)
    elif stage == DEPARTING:
        tile = number - state.first_barrier
        if tile < state.num_cores:
            carry(state, number, tile, 0, 0)
        else:
            carry(state, number, 0, tile - state.num_cores, 0)
    elif stage == STARTING or number >= state.first_barrier + state.num_cores:
        core.release(state, number - state.first_barrier - state.num_cores)
    else:
        count_report(state)


@inlined_kernel
def _arrive_simulated(state, sim, c, number):  # type: ignore[no-untyped-def]
    """Process an event that is due, with simulated memory."""
    stage = state.events[number, STAGE]
    if stage == AT_ROUTER:
        ask_for_link(state, number)
        return
    if stage == ROUTERS:
        state.clock[ROUTERS_DUE] = 1
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, 0)
    if number < state.first_barrier:
        out_of_order_core.continue_message(state, sim, number, stage)
    elif number < state.first_core:
        _cross_barrier(state, sim, number, stage)
    elif number < state.first_coherence:
        core.call(state, (number - state.first_core) // sim.wheel_slots)
    else:
        m = number - state.first_coherence
        if stage == DEPARTING:
            depart(state, sim, c, m)
        elif stage == SERVED:
            answer(state, sim, c, m)
        else:
            arrive_at_unit(state, sim, c, m)


@inlined_kernel
def _cross_barrier(state, sim, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a barrier message."""
    tile = number - state.first_barrier
    lets_go = tile >= state.num_cores
    tile -= state.num_cores * lets_go
    if stage == DEPARTING:
        if lets_go:
            carry(state, number, 0, tile, 0)
        else:
            carry(state, number, tile, 0, 0)
    elif lets_go:
        out_of_order_core.release(state, sim, tile)
    else:
        count_report(state)
