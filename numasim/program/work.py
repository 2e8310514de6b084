"""The work of a program, which is a lower bound of its time on any machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.program.program import Program
from numasim.program.scheduled_program import whole_task_cycles
from numasim.program.task_times import TaskTimes

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.machine.task_rates import TaskRates
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
        Cycles on the longest path if messages take no time, every task runs on its fastest core and, with
        simulated memory, every access hits the L1.
    capacity : float
        Upper bound of the work per cycle of all cores: the sum of their speeds. If speeds depend on the class
        of a task, each core has its mean speed over the program, and the bound is that of linear programming
        duality: no schedule takes less than ``sum over tasks of min over cores of weight[core] *
        cycles[task, core]`` for weights of sum 1. Weights in proportion to the mean speeds, and equal ones,
        are compared.
    kind_of_core : ndarray of int64, shape (cores,)
        The kind of each core.
    of_cluster_at : mapping of int to ndarray of int64, shape (p,)
        The cycles of the cluster's tasks on a core of each kind; empty if all cores are equal.
    in_window : ndarray of int64, shape (p,) or (0,)
        Simulated memory: the least cycles for which the cluster's tasks, one after the other, have a place in
        the window of a core.
    """

    of_cluster: NDArray[np.int64]
    per_cycle: int
    critical_path: int
    capacity: float
    kind_of_core: NDArray[np.int64]
    of_cluster_at: Mapping[int, NDArray[np.int64]]
    in_window: NDArray[np.int64]

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
        rates, capacity = machine.task_rates, machine.capacity
        if instructions is None:
            replicas, steps = program.replicas, program.steps
            path, at = program.critical_path, dict[int, NDArray[np.int64]]()
            if machine.cores_differ:
                times, m = TaskTimes.of(program, machine), replicas.edge_cycles.size
                tasks, rows = times.cycles, times.row
                if whole_tasks:
                    tasks = np.concatenate([np.zeros(m, np.int64), whole_task_cycles(replicas)])
                least = rates.least(tasks, rows)
                path = program.critical_path_of(least[:m], least[m:])
                for kind in range(rates.num_kinds):
                    cycles = rates.cycles(tasks, rows, kind)
                    at[kind] = _sums(program.cluster_of_task, cycles, program.partition.parts) * steps
                if rates.classes:
                    capacity = _capacity(tasks, rows, least, rates, capacity)
            no_window = np.zeros(0, np.int64)
            return cls(replicas.cluster_work * steps, 1, path, capacity, rates.kind_of_core, at, no_window)
        clusters = instructions.task_cluster[instructions.task_cluster >= 0]
        return cls(
            np.bincount(clusters, minlength=program.partition.parts) * program.steps,
            machine.core.issue_width,
            instructions.critical_path(machine.l1.latency_cycles),
            capacity,
            rates.kind_of_core,
            {},
            instructions.cycles_in_window(machine.l1.latency_cycles) * program.steps,
        )

    @property
    def total(self) -> int:
        """T1: cycles of the whole work on one core without waiting."""
        return -(-int(self.of_cluster.sum()) // self.per_cycle)

    def on_cores(self, core_of_cluster: NDArray[Any]) -> NDArray[np.int64]:
        """The work of each cluster on its core, shape (p,)."""
        found = self.of_cluster.copy()
        kind = self.kind_of_core[core_of_cluster]
        for k, cycles in self.of_cluster_at.items():
            found[kind == k] = cycles[kind == k]
        return found

    def fullest_window(self, core_of_cluster: NDArray[Any], machine: Machine) -> int:
        """Simulated memory: the cycles that some core needs because no more tasks are in its window."""
        of_core = np.zeros(machine.num_cores, np.int64)
        np.add.at(of_core, core_of_cluster, self.in_window)
        return -(-int(of_core.max(initial=0)) // machine.core.window)

    def busiest(self, core_of_cluster: NDArray[Any], num_cores: int) -> int:
        """Cycles of the core with the most work."""
        of_core = np.zeros(num_cores, np.int64)
        np.add.at(of_core, core_of_cluster, self.on_cores(core_of_cluster))
        return -(-int(of_core.max(initial=0)) // self.per_cycle)


def _sums(label: NDArray[np.int64], values: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    sums = np.zeros(count, np.int64)
    np.add.at(sums, label, values)
    return sums


def _capacity(
    tasks: NDArray[Any], rows: NDArray[Any], least: NDArray[np.int64], rates: TaskRates, speeds: float
) -> float:
    """The attribute ``capacity`` where speeds depend on the class of a task; ``speeds`` without work."""
    work = float(tasks.sum())
    if not work:
        return speeds
    kinds = range(rates.num_kinds)
    mean_speed = np.array([work / float(rates.cycles(tasks, rows, kind).sum()) for kind in kinds])
    weighted = np.full(tasks.size, np.inf)
    for kind in kinds:
        np.minimum(weighted, mean_speed[kind] * rates.cycles(tasks, rows, kind), out=weighted)
    total = float(mean_speed[rates.kind_of_core].sum())
    bound = max(float(weighted.sum()) / total, float(least.sum()) / rates.kind_of_core.size)
    return work / bound
