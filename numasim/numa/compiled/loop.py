"""The cycles of a run: arrivals, decisions, and back to Python where it has something to do."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from numasim.numa.compiled.barrier import count_report
from numasim.numa.compiled.calendar import NOT_YET, next_events
from numasim.numa.compiled.core import call, continue_message, decide, end_access, release
from numasim.numa.compiled.flit_level import lacks_room, step_routers
from numasim.numa.compiled.memory import continue_access, serve_blocks
from numasim.numa.compiled.network import ask_for_link, carry, count_delivery, serve_packets
from numasim.numa.compiled.state import (
    AT_ROUTER,
    BACK,
    DEPARTING,
    EVENTS,
    FIRST_CORE,
    FIRST_SERVER,
    HANDED_OVER,
    NEXT,
    NEXT_CORE,
    NEXT_SERVER,
    NUM_ASKED,
    ROUTERS,
    ROUTERS_DUE,
    STAGE,
    STARTING,
    TASK_END,
    UNLISTED,
)
from numasim.numba_kernels import inlined_kernel, kept_kernel

NUMA = Path(__file__).parents[1]
INLINED = (
    NUMA / "coherence",
    NUMA / "noc" / "router_kernels.py",
    NUMA / "value_source.py",
    NUMA.parent / "program" / "instructions.py",
    NUMA.parent / "program" / "shared_values.py",
)
"""Where the kernels and constants of the loops are that do not stand beside them."""

ENDED, CLUSTERS_ASKED, NO_ROOM, TO_LOOK_AT = range(4)
"""Why the loop went back to Python: the run is at its end; clusters that were asked for have to be placed;
the routers need room for more packets; it is time to look at the run."""


@partial(kept_kernel, beside=INLINED)
def advance(state, routers):  # type: ignore[no-untyped-def]
    """Run to the end, or until Python has to do something; it can be called again then.

    ``routers`` are those of ``network: flit``, else None, for which a shorter loop is compiled.
    """
    clock, events, servers, cores = state.clock, state.events, state.servers, state.cores
    while True:
        if routers is not None:  # noqa: SIM102 - Numba leaves out what stands under this condition alone
            if clock[ROUTERS_DUE]:
                if lacks_room(state, routers):
                    return NO_ROOM
                step_routers(state, routers)
        core = clock[FIRST_CORE]
        clock[FIRST_CORE] = -1
        while core >= 0:
            following_core = cores[core, NEXT_CORE]
            decide(state, core)
            cores[core, NEXT_CORE] = UNLISTED
            core = following_core
        if clock[NUM_ASKED] > 0:
            return CLUSTERS_ASKED
        event = next_events(state)
        if event < 0:
            return TO_LOOK_AT if event == NOT_YET else ENDED
        while event >= 0:
            following = events[event, NEXT]
            clock[EVENTS] += 1
            state.counts[0] -= 1
            _arrive(state, event)
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
    """What an event means when it is due."""
    stage = state.events[number, STAGE]
    back = stage & BACK
    stage -= back
    if stage == AT_ROUTER:
        ask_for_link(state, number)
        return
    if stage == TASK_END:
        call(state, number - state.first_core)
        return
    if stage == ROUTERS:
        state.clock[ROUTERS_DUE] = 1
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, back)
    if number < state.first_read:
        continue_message(state, number, stage)
    elif number < state.first_barrier:
        if back:
            end_access(state, number)
        else:
            continue_access(state, number, stage)
    elif stage == DEPARTING:
        core = number - state.first_barrier
        if core < state.num_cores:
            carry(state, number, core, 0, 0)
        else:
            carry(state, number, 0, core - state.num_cores, 0)
    elif stage == STARTING or number >= state.first_barrier + state.num_cores:
        release(state, number - state.first_barrier - state.num_cores)
    else:
        count_report(state)
