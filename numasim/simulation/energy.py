"""The energy of a run: the number of events times the energy per event (``machine.energy``).

An instruction costs the same as a vertex of a program's dataflow, with any memory, and as an issue slot of a
thread. The model covers only dynamic energy. It does not contain static power, the clock
tree, instruction fetch beyond the coefficient of a task, refresh, the directory and idle cores. Use it to
compare runs, not to predict the power of a chip.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

PICO = 1e-12


def energy(
    instructions: int, counted: Mapping[str, int | float], flits: int, flit_hops: int, machine: Machine
) -> dict[str, float]:
    """Compute the energy scalars of a run, in joules: the total and its parts.

    Parameters
    ----------
    instructions : int
        The instructions of a program, or the tasks of another graph.
    counted : mapping of str to int or float
        The other scalars of the run.
    flits, flit_hops : int
        The flits of all packets, including barrier packets, and the sum over the flits of the links that each
        crossed. A flit that crosses h links passes h + 1 routers.
    """
    cost = machine.energy
    flit_pj = machine.network.flit_size * (
        flit_hops * cost.byte_link + (flit_hops + flits) * cost.byte_router
    )
    accesses = counted["l1_loads"] + counted["l1_stores"]
    blocks = counted["memory_reads"] + counted["memory_writes"]
    parts = {
        "energy_compute_joules": instructions * cost.task * PICO,
        "energy_l1_joules": accesses * cost.l1_access * PICO,
        "energy_l2_joules": counted["l2_requests"] * cost.l2_access * PICO,
        "energy_memory_joules": blocks * cost.memory_access * PICO,
        "energy_network_joules": flit_pj * PICO,
    }
    return {"energy_joules": sum(parts.values()), **parts}
