"""The barriers of threads through messages: all threads report to core 0, which releases them."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import DEPARTING, STARTING
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_state import Threads
from numasim.numa.compiled.wake import call
from numasim.numa.shared.sync_objects import ARRIVED, PARTICIPANTS
from numasim.threads.refill import PHASE_BARRIER
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def note_arrival(threads: Threads, number: int) -> None:
    """Note that all participants have reached a barrier. That of the phases is the program's business."""
    if number == PHASE_BARRIER:
        threads.control.phase_over = 1


@inlined_kernel
def arrive(state: State, threads: Threads, core: int, number: int) -> None:
    """Report that the thread of a core has reached a barrier. Core 0 needs no message for its own report."""
    threads.rows[core].waits_at = number
    if core == 0:
        _count(state, threads, number)
    else:
        state.events[state.first_barrier + core].stage = DEPARTING
        post(state, state.first_barrier + core, state.clock.now + 1)


@inlined_kernel
def _count(state: State, threads: Threads, number: int) -> None:
    """Count a report at core 0. After the last one, core 0 releases all threads."""
    row = threads.objects[number]
    row[ARRIVED] += 1
    if row[ARRIVED] < row[PARTICIPANTS]:
        return
    row[ARRIVED] = 0
    note_arrival(threads, number)
    for core in range(state.num_cores):
        if threads.rows[core].waits_at == number:
            event = state.first_barrier + state.num_cores + core
            threads.rows[core].waits_at = -1
            state.events[event].stage = DEPARTING if core else STARTING
            post(state, event, state.clock.now + 1)


@inlined_kernel
def move_barrier_message(state: State, threads: Threads, number: int, stage: int) -> None:
    """Process the departure or arrival of a barrier message."""
    tile = number - state.first_barrier
    releases = tile >= state.num_cores
    tile -= state.num_cores * releases
    if stage == DEPARTING:
        if releases:
            carry(state, number, 0, tile, 0)
        else:
            carry(state, number, tile, 0, 0)
    elif releases:
        threads.rows[tile].released = 1
        call(state, tile)
    else:
        _count(state, threads, threads.rows[tile].waits_at)
