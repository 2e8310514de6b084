"""The list of the cores that decide in this cycle."""

from __future__ import annotations

from numasim.numa.compiled.state import FIRST_CORE, NEXT_CORE, UNLISTED
from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def call(state, core):  # type: ignore[no-untyped-def]  # a kernel
    """Register a core to decide in this cycle."""
    cores, clock = state.cores, state.clock
    if cores[core, NEXT_CORE] == UNLISTED:
        cores[core, NEXT_CORE] = clock[FIRST_CORE]
        clock[FIRST_CORE] = core
