"""The results of one run: scalars, and long tables for cores, clusters, links and controllers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from numasim.numa.shared.long_tables import LongTables

CORE_TIMES = ("compute", "memory", "network", "synchronisation")
"""The activities of a core or a cluster. All other cycles are idle."""

WARNING_SEPARATOR = " | "
"""The separator of the warnings of a run, which share one column."""

SCALARS: dict[str, str] = {
    "completed": "1, or 0 if a limit ended the run; the results are then those of its first T cycles",
    "cycles": "T: from the start to the last completion (supersteps: the last release from the barrier)",
    "seconds": "T over the clock, in seconds",
    "work_cycles": "T1: cycles of all tasks in all steps; simulated memory: tasks divided by the issue width",
    "critical_path_cycles": "Tinf: cycles on the longest path; free messages, cache hits, fastest core",
    "busiest_core_cycles": "T1 of the core with the most work",
    "makespan_ratio": "T over its lower bound max(T1 / cores, Tinf); 0 without work, or after a limit",
    "slr": "schedule length ratio: T over Tinf; 0 without work, or after a limit",
    "core_utilisation": "T1 over cores times T: the mean share of cores at work; 0 after a limit",
    "tasks": "tasks run: every edge once per step, and operations of at least one cycle; simulated memory: "
    "instructions and forwarding slots",
    "messages": "value messages between clusters",
    "messages_local": "value messages between clusters of the same core",
    "messages_remote": "value messages through the network",
    "network_bytes": "payload and header of the value messages between different cores",
    "flit_hops": "flits of the remote value messages times the links that they crossed",
    "message_latency_cycles": "cycles from the port to the delivery, summed over the remote value messages",
    "steal_requests": "requests of idle cores for a task (0 without `stealing`, like the next six)",
    "steals": "tasks that ran on another core than that of their cluster",
    "steal_operands": "stolen tasks that brought operands, because the thief had no copy of them",
    "steal_operand_bytes": "payload of these operands",
    "steal_result_bytes": "payload of the results of stolen tasks",
    "steal_bytes": "bytes of the requests, the answers and the results of stolen tasks, with headers",
    "steal_flit_hops": "flits of these messages times the links that they crossed",
    "migrations": "moves of clusters to another core (0 without `policy: periodic`, like the next seven)",
    "migrated_blocks": "packets with values and accumulators that moved with their clusters",
    "migrated_block_bytes": "payload of these packets: the whole blocks of memory that their data occupy",
    "migration_bytes": "bytes of the messages of moving clusters, with headers",
    "migration_flit_hops": "flits of these messages times the links that they crossed",
    "forwarded_messages": "messages that forwarded a value, because its cluster had left the core",
    "forwarded_bytes": "payload and header of these messages",
    "forwarded_flit_hops": "flits of these messages times the links that they crossed",
    "memory_reads": "blocks read from the controllers",
    "memory_writes": "blocks written back",
    "row_hits": "accesses to banks whose row was open (0 without `memory.dram`, like the next two)",
    "row_misses": "accesses to banks without an open row",
    "row_conflicts": "accesses to banks with a different open row",
    "dram_bytes": "bytes of the blocks read from and written to memory",
    "dram_bandwidth": "these bytes over the time, per second",
    "controller_bytes": "bytes of the messages between tiles to and from the controllers, with headers",
    "controller_flit_hops": "flits of these messages times the links that they crossed",
    "barrier_messages": "messages to and from the barrier",
    "compute_cycles": "cycles in tasks, over all cores",
    "memory_cycles": "cycles waiting for a value from memory, or for a write-back, over all cores",
    "network_cycles": "cycles waiting for a value that was in the network, over all cores",
    "synchronisation_cycles": "cycles waiting for a value not yet sent, or at the barrier, over all cores",
    "idle_cycles": "cycles after a core's last task, over all cores",
    "l1_loads": "loads sent to the L1s (simulated memory, like all columns that begin with l1 or l2)",
    "l1_stores": "stores sent to the L1s",
    "l1_hits": "loads and stores that hit an L1",
    "l1_misses": "loads and stores that missed with their own request",
    "l1_merged": "loads and stores that joined an outstanding miss of the same block",
    "l1_retries": "attempts that were repeated because no MSHR, line or buffer was free",
    "l1_requests": "requests to the homes: one per miss, and one per merged store to a shared block",
    "l2_requests": "requests received by the L2 slices",
    "l2_fetches": "blocks that the L2 slices fetched from memory",
    "l2_write_backs": "blocks that the L2 slices wrote back",
    "mshr_occupancy": "MSHRs in use, averaged over T and the cores",
    "coherence_messages": "coherence messages between different tiles",
    "coherence_messages_local": "coherence messages between units of the same tile",
    "coherence_bytes": "bytes of the coherence messages between different tiles",
    "coherence_flit_hops": "flits of these messages times the links that they crossed",
    "flits_injected": "flits of all classes that entered the network",
    "flits_ejected": "flits of all classes that left the network",
    "largest_link_utilisation": "cycles in which the busiest link was occupied divided by T; a flit takes "
    "one, and `flit_cycles` between sockets (`packet` and `flit` networks)",
    "largest_controller_utilisation": "busy time of the busiest controller divided by T",
    "energy_joules": "dynamic energy: the sum of the parts below, each a count times its `machine.energy`",
    "energy_compute_joules": "energy of the instructions, which are the vertices with an operation; without "
    "any, and with supersteps, of the tasks; simulated memory: of instructions and forwarding slots",
    "energy_l1_joules": "energy of the loads and stores in the L1s (simulated memory, like the next)",
    "energy_l2_joules": "energy of the requests in the L2 slices",
    "energy_memory_joules": "energy of the blocks that the controllers served",
    "energy_network_joules": "energy of links and routers for all packets, including those of the barrier",
}
"""The scalars of a run and their descriptions."""

WINDOW_SCALARS: dict[str, str] = {
    "windows": "number of windows",
    "instructions": "instructions of all windows",
    "trace_complete": "1, or 0 if a limit cut the trace; `completed` is then 0, too",
    "carried_values": "values of earlier windows that windows read, summed over the windows",
    "most_kept_values": "largest number of values of earlier windows that were in memory during a window",
}
"""The scalars that only a run in windows has, and their descriptions."""


@dataclass(frozen=True, eq=False)
class RunResult:
    """The results of one simulated run.

    Attributes
    ----------
    scalars : mapping of str to int or float
        The scalars, which are described in :data:`SCALARS`.
    tables : LongTables, a mapping of str to pandas.DataFrame
        ``cores`` (core, x, y, socket, clusters, tasks; compute, memory, network, synchronisation, idle:
        cycles; stolen: tasks of other cores, stolen_cycles: their cycles),
        ``activity`` (first_cycle, last_cycle: an interval without its last cycle; compute, memory, network,
        synchronisation, idle: cycles of all cores in it; no rows with simulated memory),
        ``clusters`` (cluster, core, work, first_cycle, last_cycle: -1 without tasks; compute, memory,
        network, synchronisation, idle: cycles, see ``docs/execution-model.md``; migrations and last_core
        with a periodic mapping), ``links`` (link, x, y,
        direction, flits, utilisation, and further counters of the network, see ``docs/execution-model.md``;
        no rows on the ideal network), ``ports`` (the queues to and from the router of each tile; rows only on
        the packet network), ``controllers`` (controller, tile, memory_blocks, wait_cycles, row_hits,
        row_misses, row_conflicts, utilisation), ``caches`` (by tile) and ``coherence`` (tile, sender,
        message, message_class, messages), both without rows with traced memory, ``traffic`` (by kind of
        message: values, memory, barrier, the requests, responses and forwards of the caches, with work
        stealing its messages, steals, and with a periodic mapping migrations and forwarded_values),
        ``packets`` (the same by message class and crossed links: class, message_class, hops, packets, flits)
        and ``hops`` (value messages by crossed links: hops, messages).
    vertex_finish : ndarray of int64, shape (n,)
        The cycle in which each vertex got its (last) value; -1 for unused vertices.
    core_of_cluster : ndarray of int32, shape (p,)
        The core of each cluster; with a periodic mapping, at the start.
    model : {'dataflow', 'supersteps'}
        The execution model. If the configuration does not set it, the graph determines it.
    warnings : tuple of str
        Warnings for the interpretation of the results.
    """

    scalars: Mapping[str, int | float]
    tables: LongTables
    vertex_finish: NDArray[np.int64]
    core_of_cluster: NDArray[np.int32]
    model: Literal["dataflow", "supersteps"]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        s = self.scalars
        return (
            f"RunResult(cycles={s['cycles']}, messages={s['messages']}, network_bytes={s['network_bytes']})"
        )
