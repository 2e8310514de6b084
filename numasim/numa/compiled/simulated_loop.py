"""The cycles of a run with simulated memory: arrivals, then every server, home and core decides."""

from __future__ import annotations

from functools import partial

from numasim.numa.coherence.state import PROBLEM
from numasim.numa.compiled.barrier import count_report
from numasim.numa.compiled.caches import answer, arrive_at_unit, depart, serve_home
from numasim.numa.compiled.calendar import NOT_YET, next_events
from numasim.numa.compiled.core import call
from numasim.numa.compiled.flit_level import lacks_room, step_routers
from numasim.numa.compiled.loop import ENDED, INLINED, NO_ROOM, TO_LOOK_AT
from numasim.numa.compiled.memory import serve_blocks
from numasim.numa.compiled.network import ask_for_link, carry, count_delivery, serve_packets
from numasim.numa.compiled.out_of_order_core import continue_message, decide, release
from numasim.numa.compiled.simulated_state import NEXT_HOME
from numasim.numa.compiled.state import (
    AT_ROUTER,
    DEPARTING,
    EVENTS,
    FIRST_CORE,
    FIRST_HOME,
    FIRST_SERVER,
    HANDED_OVER,
    NEXT,
    NEXT_CORE,
    NEXT_SERVER,
    ROUTERS,
    ROUTERS_DUE,
    SERVED,
    STAGE,
    UNLISTED,
)
from numasim.numba_kernels import inlined_kernel, kept_kernel


@partial(kept_kernel, beside=INLINED)
def advance_simulated(state, sim, c, routers):  # type: ignore[no-untyped-def]
    """Run to the end, to the first problem of the protocol, or until the routers need more room."""
    clock, events, servers, cores = state.clock, state.events, state.servers, state.cores
    while c.registers[PROBLEM] == 0:
        if routers is not None:  # noqa: SIM102 - Numba leaves out what stands under this condition alone
            if clock[ROUTERS_DUE]:
                if lacks_room(state, routers):
                    return NO_ROOM
                step_routers(state, routers)
        home = clock[FIRST_HOME]
        clock[FIRST_HOME] = -1
        while home >= 0:
            following_home = sim.tiles[home, NEXT_HOME]
            serve_home(state, sim, c, home)
            home = following_home
        core = clock[FIRST_CORE]
        clock[FIRST_CORE] = -1
        while core >= 0:
            following_core = cores[core, NEXT_CORE]
            decide(state, sim, c, core)
            cores[core, NEXT_CORE] = UNLISTED
            core = following_core
        event = next_events(state)
        if event < 0:
            return TO_LOOK_AT if event == NOT_YET else ENDED
        while event >= 0:
            following = events[event, NEXT]
            clock[EVENTS] += 1
            state.counts[0] -= 1
            _arrive(state, sim, c, event)
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
    return ENDED


@inlined_kernel
def _arrive(state, sim, c, number):  # type: ignore[no-untyped-def]
    """What an event means when it is due."""
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
        continue_message(state, sim, number, stage)
    elif number < state.first_core:
        _cross_barrier(state, sim, number, stage)
    elif number < state.first_coherence:
        call(state, (number - state.first_core) // sim.wheel_slots)
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
    """A message to or from the barrier leaves its core, or has arrived."""
    core = number - state.first_barrier
    lets_go = core >= state.num_cores
    core -= state.num_cores * lets_go
    if stage == DEPARTING:
        if lets_go:
            carry(state, number, 0, core, 0)
        else:
            carry(state, number, core, 0, 0)
    elif lets_go:
        release(state, sim, core)
    else:
        count_report(state)
