"""The tables and scalars of a run that describe its machine, whatever its cores ran."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from numasim.numa.shared.long_tables import Columns
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.simulation.energy import energy
from numasim.simulation.run_tables import (
    caches_table,
    coherence_table,
    controllers_table,
    links_table,
    packets_table,
    ports_table,
    traffic_table,
)

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.shared.finished_run import MachineCounts

VALID_UTILISATION = 0.5
"""The packet network has no virtual channels and is too fast above this link utilisation."""


def machine_tables(run: MachineCounts, machine: Machine, cycles: int) -> dict[str, Columns]:
    """Return the columns of the tables of links, controllers, caches and traffic.

    Parameters
    ----------
    cycles : int
        T.
    """
    return {
        "links": links_table(run, machine, cycles),
        "controllers": controllers_table(run, machine, cycles),
        "caches": caches_table(run, cycles),
        "coherence": coherence_table(run),
        "ports": ports_table(run),
        "traffic": traffic_table(run),
        "packets": packets_table(run),
    }


def machine_scalars(
    run: MachineCounts, tables: Mapping[str, Columns], machine: Machine, cycles: int, instructions: int
) -> dict[str, int | float]:
    """Return the scalars of the machine.

    Parameters
    ----------
    tables : mapping of str to mapping of str to ndarray
        The tables of :func:`machine_tables`, and ``cores``.
    cycles : int
        T.
    instructions : int
        The instructions of a program, or the tasks of another graph, which cost energy.
    """
    cores, links, controllers = tables["cores"], tables["links"], tables["controllers"]
    memory, coherent = run.memory, run.coherent
    caches, traffic = tables["caches"], tables["traffic"]
    of_caches = [name in ("requests", "responses", "forwards") for name in traffic["class"].tolist()]
    dram_bytes = (memory.reads + memory.writes) * machine.memory.block
    scalars: dict[str, int | float] = {
        "seconds": cycles / machine.clock,
        "tasks": int(cores["tasks"].sum()),
        "memory_reads": memory.reads,
        "memory_writes": memory.writes,
        **{f"row_{kind}": int(controllers[f"row_{kind}"].sum()) for kind in ("hits", "misses", "conflicts")},
        "dram_bytes": dram_bytes,
        "dram_bandwidth": dram_bytes * machine.clock / max(cycles, 1),
        "controller_bytes": memory.traffic.bytes,
        "controller_flit_hops": memory.traffic.flit_hops,
        "barrier_messages": run.barrier.traffic.packets,
        **{f"{kind}_cycles": int(cores[kind].sum()) for kind in (*CORE_TIMES, "idle")},
        **{
            f"l1_{kind}": int(caches[kind].sum()) if coherent else 0
            for kind in ("loads", "stores", "hits", "misses", "merged", "retries", "requests")
        },
        **{
            name: int(caches[name].sum()) if coherent else 0
            for name in ("l2_requests", "l2_fetches", "l2_write_backs")
        },
        "mshr_occupancy": float(caches["mshr_occupancy"].mean()) if coherent else 0.0,
        "coherence_messages": int(traffic["packets"][of_caches].sum()),
        "coherence_messages_local": coherent.local_messages if coherent else 0,
        "coherence_bytes": int(traffic["bytes"][of_caches].sum()),
        "coherence_flit_hops": int(traffic["flit_hops"][of_caches].sum()),
        "flits_injected": int(traffic["flits_injected"].sum()),
        "flits_ejected": int(traffic["flits_ejected"].sum()),
        "largest_link_utilisation": float(links["utilisation"].max(initial=0.0)),
        "largest_controller_utilisation": float(controllers["utilisation"].max()),
    }
    flit_hops = int(traffic["flit_hops"].sum())
    return scalars | energy(instructions, scalars, int(scalars["flits_injected"]), flit_hops, machine)


def schedule_ratios(
    scalars: Mapping[str, int | float], capacity: float, *, critical_path: int = 0
) -> dict[str, float]:
    """Return the ratios of the time of a program to its bounds; 0 for a run that is not complete.

    Parameters
    ----------
    scalars : mapping of str to int or float
        Of these, ``completed``, ``cycles`` and ``work_cycles``.
    capacity : float
        The work per cycle of all cores: the sum of their speeds.
    critical_path : int
        Cycles on the longest path; 0 if it is unknown.
    """
    cycles, work = scalars["cycles"], scalars["work_cycles"]
    whole = scalars["completed"] and cycles
    bound = max(work / capacity, critical_path)
    return {
        "makespan_ratio": cycles / bound if whole and bound else 0.0,
        "slr": cycles / critical_path if whole and critical_path else 0.0,
        "core_utilisation": work / (capacity * cycles) if whole else 0.0,
    }


def ended_early(limit: str, value: object, cycles: int) -> str:
    """Return the warning for a run that a limit ended."""
    return f"ended by `{limit}: {value}` in cycle {cycles}: the results are partial"


def crowded_links(network: str, utilisation: float) -> list[str]:
    """Return the warning for a network that is not valid at the utilisation of its busiest link, if any."""
    if network != "packet" or utilisation <= VALID_UTILISATION:
        return []
    return [
        f"the busiest link is {utilisation:.0%} utilised, but the packet network is valid only up to about "
        f"{VALID_UTILISATION:.0%} and is optimistic above it; use `network: flit`, whose routers have "
        "virtual channels and bounded buffers"
    ]
