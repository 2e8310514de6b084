"""The cycles of a run: arrivals, decisions, and returns to Python for its tasks."""

from __future__ import annotations

from numasim.numa.coherence.state import PROBLEM, Coherence
from numasim.numa.compiled import core, out_of_order_core
from numasim.numa.compiled.activity_over_time import close_interval
from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.calendar import NOT_YET, next_events
from numasim.numa.compiled.flit_level import lacks_room, step_routers
from numasim.numa.compiled.long_tasks import end_long_task
from numasim.numa.compiled.loop_parts import (
    CLUSTERS_ASKED,
    ENDED,
    MAPPER_IS_ASKED,
    NO_ROOM,
    TASKS_ASKED,
    TO_LOOK_AT,
    cross_barrier,
    move_coherence_message,
    serve_homes,
    serve_servers,
    stays_in_network,
)
from numasim.numa.compiled.machine_records import BACK, HANDED_OVER, TASK_END
from numasim.numa.compiled.memory import continue_access
from numasim.numa.compiled.network import count_delivery
from numasim.numa.compiled.prefetching import prefetch_end, prefetch_row
from numasim.numa.compiled.program_records import UNLISTED
from numasim.numa.compiled.state import State
from numasim.numa.compiled.wake import call
from numasim.numa.compiled.work_stealing import Steals, move_steal_message, settle_requests
from numasim.numa.noc.flit_state import FlitState
from partitioners.kernels.parts import by_reference
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel


@kept_kernel
def advance(
    state_tables: State,
    sim_tables: Simulated | None,
    cache_tables: Coherence | None,
    steal_tables: Steals | None,
    routers: FlitState | None,
) -> int:
    """Run to the end, or until control must return to Python. The loop can then be called again.

    ``sim_tables`` and ``cache_tables`` are used with simulated memory, whose first problem ends the run.
    ``steal_tables`` is used with work stealing, and ``routers`` with ``network: flit``. In other runs, they
    are None. Numba removes code under a condition that tests only such an argument, so that each kind of run
    has its own compiled loop without the cost of the others.
    """
    state, sim = by_reference(state_tables), by_reference(sim_tables)
    c, steals = by_reference(cache_tables), by_reference(steal_tables)
    # The routers are passed by value: through a reference they run 4% slower.
    clock, events, cores = state.clock, state.events, state.cores
    while True:
        if cache_tables is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if c.registers[PROBLEM] != 0:
                return ENDED
        if routers is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if clock.routers_due:
                if lacks_room(state, routers):
                    return NO_ROOM
                step_routers(state, routers)
        if sim_tables is not None:
            serve_homes(state, sim, c)
        tile = clock.first_core
        clock.first_core = -1
        while tile >= 0:
            following_tile = cores[tile].next
            if sim_tables is None:
                core.decide(state, steals, tile)
            else:
                out_of_order_core.decide(state, sim, c, tile)
            cores[tile].next = UNLISTED
            tile = following_tile
        if steal_tables is not None:
            settle_requests(state, steals)
        if sim_tables is None:
            if clock.cores_asked > 0:
                return TASKS_ASKED
            if clock.mapper_asked > 0:
                return MAPPER_IS_ASKED
        if clock.num_asked > 0:
            return CLUSTERS_ASKED
        event = next_events(state)
        if event < 0:
            return TO_LOOK_AT if event == NOT_YET else ENDED
        if sim_tables is None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if clock.now > clock.interval_end:
                close_interval(state)
        while event >= 0:
            following = events[event].next
            if sim_tables is None:  # noqa: SIM102  # Numba removes a condition that tests only this
                if following >= 0:
                    prefetch_row(events, following)
            clock.events += 1
            state.counts[0] -= 1
            if sim_tables is None:
                _arrive(state, steals, event)
            else:
                _arrive_simulated(state, sim, c, event)
            event = following
        serve_servers(state)


@inlined_kernel
def _arrive(state: State, steals: Steals | None, number: int) -> None:
    """Process an event that is due, with traced memory."""
    stage = state.events[number].stage
    back = stage & BACK
    stage -= back
    if stays_in_network(state, number, stage):
        return
    if stage == TASK_END:
        prefetch_end(state, number - state.first_core)
        call(state, number - state.first_core)
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, back)
    if number < state.first_read:
        if state.migrates:
            core.continue_moved_message(state, number, stage)
        else:
            core.continue_message(state, number, stage)
    elif number < state.first_barrier:
        if back:
            core.end_access(state, number)
        else:
            continue_access(state, number, stage)
    elif number < state.first_steal:
        released = cross_barrier(state, number, stage)
        if released >= 0:
            core.release(state, released)
    elif state.migrates:
        core.continue_migration(state, number, stage)
    elif steals is not None:
        task = move_steal_message(state, steals, number, stage)
        if task >= 0:
            core.receive_result(state, number, task)


@inlined_kernel
def _arrive_simulated(state: State, sim: Simulated, c: Coherence, number: int) -> None:
    """Process an event that is due, with simulated memory."""
    stage = state.events[number].stage
    if stays_in_network(state, number, stage):
        return
    if stage == HANDED_OVER:
        count_delivery(state, number, 0)
    if number < state.first_barrier:
        out_of_order_core.continue_message(state, sim, number, stage)
    elif number < state.first_core:
        released = cross_barrier(state, number, stage)
        if released >= 0:
            out_of_order_core.release(state, sim, released)
    elif number < state.first_coherence:
        if number < sim.first_long_end:
            call(state, (number - state.first_core) // sim.wheel_slots)
        else:
            end_long_task(state, sim, number)
    else:
        move_coherence_message(state, sim, c, number, stage)
