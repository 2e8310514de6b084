"""The work of a program, which is a lower bound of its time on any machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.machine.core_speeds import cycles_at
from numasim.program.program import Program
from numasim.program.scheduled_program import whole_task_cycles

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
        Cycles on the longest path if messages take no time, all tasks run on the fastest core and, with
        simulated memory, every access hits the L1.
    speeds : tuple of Fraction
        The speed of each core.
    of_cluster_at : mapping of Fraction to ndarray of int64, shape (p,)
        The cycles of the cluster's tasks on a core of each speed other than 1.
    """

    of_cluster: NDArray[np.int64]
    per_cycle: int
    critical_path: int
    speeds: tuple[Fraction, ...]
    of_cluster_at: Mapping[Fraction, NDArray[np.int64]]

    @classmethod
    def of(
        cls,
        program: Program,
        machine: Machine,
        instructions: Instructions | None,
        *,
        whole_tasks: bool = False,
    ) -> Work:
        """The work of a program, or of its instructions with simulated memory.

        ``whole_tasks``: each vertex runs with all of its in-edges in one piece, which is rounded up once on a
        core of another speed.
        """
        if instructions is None:
            replicas, steps = program.replicas, program.steps
            path, at = program.critical_path, dict[Fraction, NDArray[np.int64]]()
            if machine.has_speeds:
                edges, operations = replicas.edge_cycles, replicas.operation_cycles
                if whole_tasks:
                    edges, operations = np.zeros_like(edges), whole_task_cycles(replicas)
                fastest = max(machine.speeds)
                path = program.critical_path_of(cycles_at(edges, fastest), cycles_at(operations, fastest))
                tasks = np.concatenate([edges, operations])
                for speed in {*machine.speeds} - {1}:
                    sums = _sums(program.cluster_of_task, cycles_at(tasks, speed), program.partition.parts)
                    at[speed] = sums * steps
            return cls(replicas.cluster_work * steps, 1, path, machine.speeds, at)
        clusters = instructions.task_cluster[instructions.task_cluster >= 0]
        return cls(
            np.bincount(clusters, minlength=program.partition.parts) * program.steps,
            machine.core.issue_width,
            instructions.critical_path(machine.l1.latency_cycles),
            machine.speeds,
            {},
        )

    @property
    def total(self) -> int:
        """T1: cycles of the whole work on one core without waiting."""
        return -(-int(self.of_cluster.sum()) // self.per_cycle)

    def on_cores(self, core_of_cluster: NDArray[Any]) -> NDArray[np.int64]:
        """The work of each cluster on its core, shape (p,)."""
        found = self.of_cluster.copy()
        for cluster, core in enumerate(core_of_cluster.tolist() if self.of_cluster_at else ()):
            if self.speeds[core] in self.of_cluster_at:
                found[cluster] = self.of_cluster_at[self.speeds[core]][cluster]
        return found

    def busiest(self, core_of_cluster: NDArray[Any], num_cores: int) -> int:
        """Cycles of the core with the most work."""
        of_core = np.zeros(num_cores, np.int64)
        np.add.at(of_core, core_of_cluster, self.on_cores(core_of_cluster))
        return -(-int(of_core.max(initial=0)) // self.per_cycle)


def _sums(label: NDArray[np.int64], values: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    sums = np.zeros(count, np.int64)
    np.add.at(sums, label, values)
    return sums
