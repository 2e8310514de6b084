"""The barrier between supersteps: every core reports to core 0, and core 0 lets every core go."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.state import AT_BARRIER, DEPARTING, NOW, STAGE, STARTING, STEPS_LEFT
from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def report(state, core):  # type: ignore[no-untyped-def]
    """A core has nothing left to do in this step; core 0 needs no message to say so."""
    if core == 0:
        count_report(state)
    else:
        number = state.first_barrier + core
        state.events[number, STAGE] = DEPARTING
        post(state, number, state.clock[NOW] + 1)


@inlined_kernel
def count_report(state):  # type: ignore[no-untyped-def]
    """A report has come to core 0, which after the last lets every core go, itself without a message."""
    clock = state.clock
    clock[AT_BARRIER] += 1
    if clock[AT_BARRIER] < state.num_cores:
        return
    clock[AT_BARRIER] = 0
    clock[STEPS_LEFT] -= 1
    for core in range(state.num_cores):
        number = state.first_barrier + state.num_cores + core
        state.events[number, STAGE] = DEPARTING if core else STARTING
        post(state, number, clock[NOW] + 1)
