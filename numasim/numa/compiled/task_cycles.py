"""The cycles of a task on a core."""

from __future__ import annotations

from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def cycles_on(state: State, core: int, task: int) -> int:
    """The cycles of a task at the rate of its class on the core, rounded up."""
    cycles = state.tasks[task].cycles
    if state.rates.shape[0] == 0 or cycles == 0:
        return cycles
    row = state.rate_row[task] if state.rate_row.shape[0] > 0 else 0
    rate = state.rates[row, state.kind_of_core[core]]
    return (cycles * rate[0] + rate[1] - 1) // rate[1] + rate[2]
