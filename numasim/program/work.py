"""The work of a program, which is a lower bound of its time on any machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.program.program import Program

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.instructions import Instructions


@dataclass(frozen=True, eq=False)
class Work:
    """The work of a whole run.

    Attributes
    ----------
    of_cluster : ndarray of int64, shape (p,)
        Traced memory: cycles of the cluster's tasks in all steps. Simulated memory: number of its tasks, each
        of which takes one issue slot.
    per_cycle : int
        Maximum work of a core per cycle: 1, or the issue width.
    critical_path : int
        Cycles on the longest path if messages take no time and, with simulated memory, every access hits the
        L1.
    """

    of_cluster: NDArray[np.int64]
    per_cycle: int
    critical_path: int

    @classmethod
    def of(cls, program: Program, machine: Machine, instructions: Instructions | None) -> Work:
        """The work of a program, or of its instructions with simulated memory."""
        if instructions is None:
            return cls(program.replicas.cluster_work * program.steps, 1, program.critical_path)
        clusters = instructions.task_cluster[instructions.task_cluster >= 0]
        return cls(
            np.bincount(clusters, minlength=program.partition.parts) * program.steps,
            machine.core.issue_width,
            instructions.critical_path(machine.l1.latency_cycles),
        )

    @property
    def total(self) -> int:
        """T1: cycles of the whole work on one core without waiting."""
        return -(-int(self.of_cluster.sum()) // self.per_cycle)

    def busiest(self, core_of_cluster: NDArray[Any], num_cores: int) -> int:
        """Cycles of the core with the most work."""
        of_core = np.zeros(num_cores, np.int64)
        np.add.at(of_core, core_of_cluster, self.of_cluster)
        return -(-int(of_core.max(initial=0)) // self.per_cycle)
