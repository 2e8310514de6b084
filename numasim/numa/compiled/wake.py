"""The lists of the cores that decide in this cycle, and of the clusters that need a core."""

from __future__ import annotations

from numasim.numa.compiled.program_records import ASKED, NOT_PLACED, UNLISTED
from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def call(state: State, core: int) -> None:
    """Register a core to decide in this cycle."""
    cores, clock = state.cores, state.clock
    if cores[core].next == UNLISTED:
        cores[core].next = clock.first_core
        clock.first_core = core


@inlined_kernel
def ask_for_core(state: State, cluster: int) -> None:
    """Register a cluster to which a message is sent, if no core has been chosen for it."""
    if state.clusters[cluster].core == NOT_PLACED:
        state.clusters[cluster].core = ASKED
        state.asked[state.clock.num_asked] = cluster
        state.clock.num_asked += 1
