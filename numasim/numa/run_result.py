"""One run's numbers: scalars, and long tables for cores, clusters, links and controllers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

CORE_TIMES = ("compute", "memory", "network", "synchronisation")
"""What the cycles of a core, or of a cluster, are spent on; the others are idle."""

WARNING_SEPARATOR = " | "
"""Between the warnings of a run, in the one column of its row."""

SCALARS: dict[str, str] = {
    "completed": "1; 0 where a limit ended the run, whose numbers then are those of its first T cycles",
    "cycles": "T: from the start to the last completion (supersteps: the last release from the barrier)",
    "seconds": "T over the clock, in seconds",
    "work_cycles": "T1: cycles of all tasks, all steps; simulated memory: tasks over the issue width",
    "critical_path_cycles": "Tinf: cycles on the longest path with free communication, and hits alone",
    "busiest_core_cycles": "the same as T1 of the core that has the most",
    "tasks": "tasks run: every edge once a step, and the operations of one cycle or more; simulated memory: "
    "instructions and forwarding slots",
    "messages": "value messages between clusters",
    "messages_local": "of these, between clusters of one core",
    "messages_remote": "of these, through the network",
    "network_bytes": "payload and header of the value messages between different cores",
    "flit_hops": "flits of those messages times the links that they crossed",
    "message_latency_cycles": "from the port to the hand-over, summed over those messages",
    "memory_reads": "blocks read from the controllers",
    "memory_writes": "blocks written back",
    "row_hits": "accesses to banks that found their row open (0 without `memory.dram`, as the next two)",
    "row_misses": "accesses that found no row open",
    "row_conflicts": "accesses that found another row open",
    "memory_bytes": "bytes of the packets to and from the controllers",
    "memory_flit_hops": "their flits times the links that they crossed",
    "barrier_messages": "messages to and from the barrier",
    "compute_cycles": "cycles in tasks, over all cores",
    "memory_cycles": "cycles waiting for a value from memory, or for a write-back, over all cores",
    "network_cycles": "cycles waiting for a value that was in the network, over all cores",
    "synchronisation_cycles": "cycles waiting for a value not yet sent, or at the barrier, over all cores",
    "idle_cycles": "cycles after a core's last task, over all cores",
    "l1_loads": "loads sent to the L1s (simulated memory, as all that begin with l1 and l2)",
    "l1_stores": "stores sent to the L1s",
    "l1_hits": "of these, hits",
    "l1_misses": "of these, misses with a request of their own",
    "l1_merged": "of these, misses that waited with one under way for the same block",
    "l1_retries": "attempts that found no MSHR, line or buffer, and were made again",
    "l1_requests": "requests to the homes: one a miss, and one a merged store that found its block shared",
    "l2_requests": "requests that came to a slice of the L2",
    "l2_fetches": "blocks that it fetched from memory",
    "l2_write_backs": "blocks that it wrote back",
    "mshr_occupancy": "MSHRs in use, mean over T and the cores",
    "coherence_messages": "messages between caches of different tiles",
    "coherence_messages_local": "messages between units of one tile",
    "coherence_bytes": "bytes of those between different tiles",
    "coherence_flit_hops": "their flits times the links that they crossed",
    "flits_injected": "flits that entered the network, of all classes",
    "flits_ejected": "flits that left it",
    "largest_link_utilisation": "flits over the busiest link over T (`packet` and `flit` networks)",
    "largest_controller_utilisation": "busy time of the busiest controller over T",
    "energy_joules": "dynamic energy: the sum of the parts below, each a count times its `machine.energy`",
    "energy_compute_joules": "of the tasks",
    "energy_l1_joules": "of the loads and stores at the L1s (simulated memory, as the next)",
    "energy_l2_joules": "of the requests at the slices of the L2",
    "energy_memory_joules": "of the blocks that the controllers served",
    "energy_network_joules": "of the links and routers that all packets crossed, those of the barrier too",
}
"""Every scalar of a run, and what it means."""


@dataclass(frozen=True, eq=False)
class RunResult:
    """What one simulated run gave.

    Attributes
    ----------
    scalars : mapping of str to int or float
        The names and meanings stand in :data:`SCALARS`.
    tables : mapping of str to pandas.DataFrame
        ``cores`` (core, x, y, clusters, tasks, compute, memory, network, synchronisation, idle: cycles),
        ``clusters`` (cluster, core, work, first_cycle, last_cycle: -1 where it has no task; compute, memory,
        network, synchronisation, idle: cycles, see ``docs/execution-model.md``), ``links``
        (link, x, y, direction, flits, utilisation, and what the network counts beside, see
        ``docs/execution-model.md``; no rows on the ideal network), ``ports`` (by tile, the queues into its
        router and out of it; rows on the packet network alone), ``controllers`` (controller, tile,
        memory_blocks, wait_cycles, row_hits, row_misses, row_conflicts, utilisation), ``caches`` (by tile)
        and ``coherence`` (tile, sender, message, message_class, messages), both without rows where memory is
        not simulated, ``traffic`` (by kind of messages: values, memory, barrier, and the caches' requests,
        responses and forwards), ``packets`` (the same by message class and links crossed: class,
        message_class, hops, packets, flits) and ``hops`` (value messages by the links between their cores:
        hops, messages).
    vertex_finish : ndarray of int64, shape (n,)
        The cycle in which each vertex got its (last) value; -1 for those that take no part.
    core_of_cluster : ndarray of int32, shape (p,)
        Where each cluster ran.
    model : {'dataflow', 'supersteps'}
        The execution model, which the graph decides where the configuration leaves it out.
    warnings : tuple of str
        What a reader of the numbers must know.
    """

    scalars: Mapping[str, int | float]
    tables: Mapping[str, pd.DataFrame]
    vertex_finish: NDArray[np.int64]
    core_of_cluster: NDArray[np.int32]
    model: Literal["dataflow", "supersteps"]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        s = self.scalars
        return (
            f"RunResult(cycles={s['cycles']}, messages={s['messages']}, network_bytes={s['network_bytes']})"
        )
