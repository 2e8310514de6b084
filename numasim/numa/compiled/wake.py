"""The lists of the cores that decide in this cycle, and of the clusters that need a core."""

from __future__ import annotations

from numasim.numa.compiled.state import (
    ASKED,
    CORE,
    FIRST_CORE,
    NEXT_CORE,
    NOT_PLACED,
    NUM_ASKED,
    UNLISTED,
)
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def call(state, core):  # type: ignore[no-untyped-def]  # a kernel
    """Register a core to decide in this cycle."""
    cores, clock = state.cores, state.clock
    if cores[core, NEXT_CORE] == UNLISTED:
        cores[core, NEXT_CORE] = clock[FIRST_CORE]
        clock[FIRST_CORE] = core


@inlined_kernel
def ask_for_core(state, cluster):  # type: ignore[no-untyped-def]  # a kernel
    """Register a cluster to which a message is sent, if no core has been chosen for it."""
    if state.clusters[cluster, CORE] == NOT_PLACED:
        state.clusters[cluster, CORE] = ASKED
        state.asked[state.clock[NUM_ASKED]] = cluster
        state.clock[NUM_ASKED] += 1
