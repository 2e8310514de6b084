"""The results of a run of threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numasim.numa.shared.long_tables import LongTables
from numasim.numa.shared.run_result import SCALARS

_OF_MACHINE = (
    *("completed", "cycles", "seconds", "busiest_core_cycles", "memory_reads", "memory_writes", "row_hits"),
    *("dram_bytes", "dram_bandwidth"),
    *("row_misses", "row_conflicts", "controller_bytes", "controller_flit_hops", "barrier_messages"),
    *(name for name in SCALARS if name.startswith(("l1_", "l2_", "coherence_", "energy_", "flits_"))),
    *("mshr_occupancy", "largest_link_utilisation", "largest_controller_utilisation"),
)

THREAD_SCALARS: dict[str, str] = {
    **{name: SCALARS[name] for name in SCALARS if name in _OF_MACHINE},
    "cycles": "T: from the start to the end of the last thread",
    "work_cycles": "T1: issue slots of all threads over the issue width of a core",
    "busiest_core_cycles": "issue slots of the core with the most, over its issue width",
    "makespan_ratio": "T over its lower bound T1 / cores (the longest path is unknown); 0 after a limit",
    "core_utilisation": SCALARS["core_utilisation"],
    "compute_cycles": "cycles with an issued instruction, over all cores",
    "memory_cycles": "cycles in which the oldest operation waits for memory, over all cores",
    "network_cycles": "0: a thread waits for memory or synchronises, and has no messages of its own",
    "synchronisation_cycles": "cycles in which the oldest operation synchronises, over all cores",
    "idle_cycles": "cycles of cores without a thread, or after its end",
    "operations": "operations that the threads finished, of all kinds",
    "operation_loads": "loads, without the folded ones",
    "operation_stores": "stores, without the folded ones",
    "operation_atomics": "atomic operations",
    "operation_locks": "locks acquired",
    "operation_barriers": "barriers passed, once for each thread",
    "folded_accesses": "further accesses of a block straight behind one to it, which are hits",
    "sequential_misses": "L1 misses one block behind the core's last miss in its page",
    "random_misses": "all other L1 misses",
    "energy_compute_joules": "energy of the instructions: the issue slots of all threads",
    "phases": "phases of the program, with a barrier after each",
}
"""The scalars of a run of threads and their descriptions."""


@dataclass(frozen=True, eq=False)
class ThreadResult:
    """The results of one run of threads.

    Attributes
    ----------
    scalars : mapping of str to int or float
        The scalars, which are described in :data:`THREAD_SCALARS`.
    tables : LongTables, a mapping of str to pandas.DataFrame
        ``phases`` (phase, cycles, the program's columns, operations by kind, misses, invalidations, blocks
        read and written), ``cores`` (core, x, y, thread, tasks, compute, memory, network, synchronisation,
        idle), ``searches`` (of a program that searches: its columns, traversed_edges, cycles, seconds, teps;
        :mod:`numasim.threads.searches`), and the machine's tables as in
        :class:`numasim.numa.shared.run_result.RunResult`.
    core_of_thread : ndarray of int64, shape (threads,)
    figures : mapping of str to int or float
        The program's figures of the run.
    warnings : tuple of str
        Warnings for the interpretation of the results.
    """

    scalars: Mapping[str, int | float]
    tables: LongTables
    core_of_thread: NDArray[np.int64]
    figures: Mapping[str, int | float]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        s = self.scalars
        return f"ThreadResult(cycles={s['cycles']}, operations={s['operations']}, phases={s['phases']})"
