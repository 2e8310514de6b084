"""The cycles of a task on a core of some speed."""

from __future__ import annotations

from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def cycles_on(state, core, task):  # type: ignore[no-untyped-def]  # a kernel
    """The cycles of a task over the speed of the core, rounded up."""
    cycles = state.task_cycles[task]
    if state.speeds.shape[0] == 0:
        return cycles
    speed = state.speeds[core]
    return (cycles * speed[1] + speed[0] - 1) // speed[0]
