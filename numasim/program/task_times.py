"""The cycles of the tasks of a program on the cores of a machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.program.task_classes import rows_of_vertices
from partitioners.partition import VertexPartition
from partitioners.replicas import find_replicas

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.machine.task_rates import TaskRates
    from numasim.program.program import Program
    from partitioners.graph import Graph


@dataclass(frozen=True, eq=False)
class TaskTimes:
    """The tasks of a program with their rows in the table of a machine.

    Attributes
    ----------
    cycles : ndarray of int, shape (t,)
        The cycles of each task on a core of speed 1.
    row : ndarray of int32, shape (t,)
        The row of each task in ``rates.table``. An edge has the row of the vertex at its head.
    """

    cycles: NDArray[Any]
    row: NDArray[np.int32]
    rates: TaskRates

    @classmethod
    def of(cls, program: Program, machine: Machine) -> TaskTimes:
        """The times of a program's tasks.

        Raises
        ------
        OptionError
            See :func:`numasim.program.task_classes.rows_of_vertices`.
        """
        graph, rates = program.partition.graph, machine.task_rates
        row = rows_of_vertices(graph, rates, program.replicas.edge_cycles)
        return cls(program.task_cycles, np.concatenate([row[graph.dst], row]), rates)

    def on(self, tasks: NDArray[np.integer], core: int) -> NDArray[np.int64]:
        """The cycles of tasks on a core, in the shape of ``tasks``."""
        return self.rates.cycles(self.cycles[tasks], self.row[tasks], int(self.rates.kind_of_core[core]))


def mean_speeds(graph: Graph, machine: Machine, cycles_per_weight: float = 1.0) -> tuple[float, ...]:
    """The speed of each core over all tasks of a graph, for mappers and speed-ups, which know no classes.

    Returns
    -------
    tuple of float
        The cycles of all tasks over those that they take on each core; ``machine.speeds`` without classes of
        tasks, or without work.

    Raises
    ------
    OptionError
        See :func:`numasim.program.task_classes.rows_of_vertices`.
    """
    rates = machine.task_rates
    if not rates.classes:
        return tuple(float(speed) for speed in machine.speeds)
    replicas = find_replicas(
        VertexPartition(graph, 1, np.zeros(graph.num_vertices, np.int32)), cycles_per_weight
    )
    row = rows_of_vertices(graph, rates, replicas.edge_cycles)
    tasks = np.concatenate([replicas.edge_cycles, replicas.operation_cycles])
    rows = np.concatenate([row[graph.dst], row])
    work = int(tasks.sum())
    if not work:
        return tuple(float(speed) for speed in machine.speeds)
    of_kind = [work / int(rates.cycles(tasks, rows, kind).sum()) for kind in range(rates.num_kinds)]
    return tuple(of_kind[kind] for kind in rates.kind_of_core.tolist())


class BestCore(NamedTuple):
    """The core on which a program takes the fewest cycles, the reference of speed-ups.

    Attributes
    ----------
    core : int
        The lowest number, if several cores are equal.
    equivalents : float
        The number of such cores that have the speed of all cores together.
    """

    core: int
    equivalents: float


def best_core(speeds: Sequence[float | Fraction]) -> BestCore:
    """Find the best core.

    Parameters
    ----------
    speeds : sequence of float or Fraction
        The speed of each core: ``machine.speeds``, or :func:`mean_speeds` of a graph.
    """
    each = np.array([float(speed) for speed in speeds])
    return BestCore(int(each.argmax()), float(each.sum() / each.max()))
