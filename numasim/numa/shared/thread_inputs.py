"""The inputs of a run of threads, and its counters, common to both engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.protocol import Event
from numasim.numa.shared.limits import UNLIMITED, Limits
from numasim.threads.operations import KIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numasim.machine.machine import Machine
    from numasim.numa.shared.finished_run import CoherentCounts, MemoryCounts
    from numasim.threads.team import Team

STREAMS = 16
"""The pages that a core's counter of sequential misses remembers."""

REMEMBERED = 512
"""The operations whose ends a core knows for the chains of later ones: a power of two, more than those among
which the chain of a loop can be longer than its issue slots take."""

OPERATION_COUNTS = (*KIND_NAMES, "folded", "sequential_misses", "random_misses", "issue_slots")
"""The counters of a core's operations, in the order of their columns. A miss is sequential if the core's last
miss in the same page (modulo :data:`STREAMS` pages) was one block before it."""
FOLDED, SEQUENTIAL, RANDOM, ISSUE_SLOTS = range(len(KIND_NAMES), len(OPERATION_COUNTS))

PHASE_COUNTS = (
    "cycle",
    *OPERATION_COUNTS,
    "l1_hits",
    "l1_misses",
    "l1_merged",
    "invalidations",
    "memory_reads",
    "memory_writes",
)
"""The columns of the rows that an engine notes at the end of each phase, all counted from the beginning."""


@dataclass(frozen=True, eq=False)
class ThreadRunInputs:
    """A team of threads, the cores on which it runs, and the options of the run.

    Attributes
    ----------
    team : Team
        It is used up by one run.
    core_of_thread : ndarray of int64, shape (threads,)
        The core of each thread, all different.
    network : {'ideal', 'packet', 'flit'}
        The fidelity of the network.
    barrier : {'messages', 'memory'}
        Whether threads meet through messages to core 0 and back, or through the counters of the barrier in
        memory.
    lock : str
        The kind of the locks, one of :data:`numasim.threads.layout.LOCK_KINDS`.
    ordered_atomics : bool
        Whether an atomic operation waits for all before it, and all behind it wait for it.
    limits : Limits
        The limits at which the run ends early.
    """

    team: Team
    core_of_thread: NDArray[np.int64]
    machine: Machine
    network: str = "packet"
    barrier: Literal["messages", "memory"] = "messages"
    lock: str = "ticket"
    ordered_atomics: bool = True
    limits: Limits = UNLIMITED

    @property
    def num_blocks(self) -> int:
        """The blocks of the program's memory are 0 .. ``num_blocks`` - 1."""
        return -(-self.team.layout.bytes // self.machine.memory.block)

    @property
    def thread_of_core(self) -> NDArray[np.int64]:
        """The thread of each core, or -1."""
        threads = np.full(self.machine.num_cores, -1, np.int64)
        threads[self.core_of_thread] = np.arange(self.core_of_thread.size)
        return threads


def phase_counts(
    cycle: int,
    operations: NDArray[np.int64],
    coherent: CoherentCounts,
    memory: MemoryCounts,
) -> list[int]:
    """The counters at the end of a phase, in the order of :data:`PHASE_COUNTS`.

    Parameters
    ----------
    operations : ndarray of int64, shape (cores, len(OPERATION_COUNTS))
    """
    l1s: Sequence[object] = coherent.l1s
    hits = [sum(getattr(l1, name) for l1 in l1s) for name in ("hits", "misses", "merged")]
    invalidations = int(coherent.sent[:, Event.INV].sum())
    return [cycle, *operations.sum(axis=0).tolist(), *hits, invalidations, memory.reads, memory.writes]
