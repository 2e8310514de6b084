"""The cycles of the tasks of a program on the cores of a machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.program.task_classes import rows_of_vertices

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.machine.task_rates import TaskRates
    from numasim.program.program import Program


@dataclass(frozen=True, eq=False)
class TaskTimes:
    """The tasks of a program with their rows in the table of a machine.

    Attributes
    ----------
    cycles : ndarray of int, shape (t,)
        The cycles of each task on a core of speed 1.
    row : ndarray of int32, shape (t,)
        The row of each task in ``rates.table``. An edge has the row of the vertex at its head.
    rates : TaskRates
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
