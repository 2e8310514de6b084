"""The cycles of a run of threads: arrivals, decisions, and the next operations of the threads."""

from __future__ import annotations

from numasim.numa.coherence.state import PROBLEM, Coherence
from numasim.numa.compiled.calendar import NOT_YET, next_events
from numasim.numa.compiled.flit_level import lacks_room, step_routers
from numasim.numa.compiled.loop_parts import (
    ENDED,
    NO_ROOM,
    TO_LOOK_AT,
    move_coherence_message,
    serve_homes,
    serve_servers,
    stays_in_network,
)
from numasim.numa.compiled.machine_records import HANDED_OVER
from numasim.numa.compiled.network import count_delivery
from numasim.numa.compiled.program_records import UNLISTED
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_barrier import move_barrier_message
from numasim.numa.compiled.thread_core import decide, take_operations
from numasim.numa.compiled.thread_state import Threads
from numasim.numa.compiled.wake import call
from numasim.numa.noc.flit_state import FlitState
from numasim.threads.refill import TeamTables
from partitioners.kernels.parts import by_reference
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

PART_ENDED = TO_LOOK_AT + 1
"""A further reason why the loop returned to Python: all threads have reached the barrier of the phase, or a
thread has entered or left the region of interest."""


@kept_kernel
def advance_threads(
    state_tables: State,
    thread_tables: Threads,
    team_tables: TeamTables,
    cache_tables: Coherence,
    routers: FlitState | None,
) -> int:
    """Run to the end, or until control must return to Python. The loop can then be called again.

    ``routers`` is used with ``network: flit``, and otherwise None.
    """
    state, threads = by_reference(state_tables), by_reference(thread_tables)
    team, c = by_reference(team_tables), by_reference(cache_tables)
    clock, events, cores = state.clock, state.events, state.cores
    while True:
        if c.registers[PROBLEM] != 0 or team.problem[0] != 0:
            return ENDED
        if routers is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if clock.routers_due:
                if lacks_room(state, routers):
                    return NO_ROOM
                step_routers(state, routers)
        serve_homes(state, threads, c)
        core = clock.first_core
        clock.first_core = -1
        while core >= 0:
            following = cores[core].next
            decide(state, threads, c, core)
            cores[core].next = UNLISTED
            core = following
        if threads.control.phase_over or threads.control.marked:
            return PART_ENDED
        if threads.control.wanting > 0:
            threads.control.wanting = 0
            for tile in range(state.num_cores):
                if threads.rows[tile].wants:
                    take_operations(state, threads, team, tile)
        event = next_events(state)
        if event < 0:
            return TO_LOOK_AT if event == NOT_YET else ENDED
        while event >= 0:
            following = events[event].next
            clock.events += 1
            state.counts[0] -= 1
            _arrive(state, threads, c, event)
            event = following
        serve_servers(state)


@inlined_kernel
def _arrive(state: State, threads: Threads, c: Coherence, number: int) -> None:
    """Process an event that is due."""
    stage = state.events[number].stage
    if stays_in_network(state, number, stage):
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, 0)
    if number < state.first_core:
        move_barrier_message(state, threads, number, stage)
    elif number < state.first_coherence:
        call(state, (number - state.first_core) // threads.wheel_slots)
    else:
        move_coherence_message(state, threads, c, number, stage)
