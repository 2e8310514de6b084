"""The barrier between supersteps: every core reports to core 0, and core 0 releases all cores."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import DEPARTING, STARTING
from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def report(state: State, core: int) -> None:
    """Report that a core has finished this step. Core 0 needs no message for its own report."""
    if core == 0:
        count_report(state)
    else:
        number = state.first_barrier + core
        state.events[number].stage = DEPARTING
        post(state, number, state.clock.now + 1)


@inlined_kernel
def count_report(state: State) -> None:
    """Count a report at core 0. After the last one, core 0 releases all cores, itself without a message."""
    clock = state.clock
    clock.at_barrier += 1
    if clock.at_barrier < state.num_cores:
        return
    clock.at_barrier = 0
    clock.steps_left -= 1
    for core in range(state.num_cores):
        number = state.first_barrier + state.num_cores + core
        state.events[number].stage = DEPARTING if core else STARTING
        post(state, number, clock.now + 1)
