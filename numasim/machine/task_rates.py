"""The cycles of tasks on the cores of a machine: a rate for each class of tasks and each kind of core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.machine.core_classes import OTHER
from numasim.machine.core_speeds import core_range, speed_of_cores
from partitioners.text.units import exact

if TYPE_CHECKING:
    from numasim.machine.core_parameters import CoreParameters


@dataclass(frozen=True, eq=False)
class TaskRates:
    """The rates of tasks on the kinds of cores of a machine.

    A task of c > 0 cycles takes ``ceil(c * numerator / denominator) + constant`` cycles. One of no cycles
    takes none.

    Attributes
    ----------
    classes : tuple of str
        The class of tasks of each row; empty if all tasks have the only row.
    kind_of_core : ndarray of int64, shape (p,)
        The column of each core.
    table : ndarray of int64, shape (rows, kinds, 3)
        Numerator, denominator and constant.
    """

    classes: tuple[str, ...]
    kind_of_core: NDArray[np.int64]
    table: NDArray[np.int64]

    @classmethod
    def of(cls, core: CoreParameters, num_cores: int) -> TaskRates:
        """The rates of a machine."""
        if not core.key_of_rates:
            return cls((), np.zeros(num_cores, np.int64), np.array([[[1, 1, 0]]]))
        rows = tuple(sorted(core.task_speeds.keys() | core.task_cycles.keys()))
        in_tables = {
            name for table in (core.task_speeds, core.task_cycles) for row in table.values() for name in row
        }
        names = [""] * num_cores
        for name in in_tables:
            for group in core.classes[name]:
                first, last = core_range(group) or (0, -1)
                names[first : last + 1] = [name] * (last + 1 - first)
        of_core = list(zip(speed_of_cores(core.speeds, core.classes, num_cores), names, strict=True))
        kinds = sorted(set(of_core))
        place = {kind: k for k, kind in enumerate(kinds)}
        table = np.zeros((max(len(rows), 1), len(kinds), 3), np.int64)
        for r, task in enumerate(rows or ("",)):
            for k, (speed, name) in enumerate(kinds):
                cycles = core.task_cycles.get(task, {}).get(name)
                if cycles is not None:
                    table[r, k] = 0, 1, cycles
                    continue
                given = core.task_speeds.get(task, {}).get(name)
                rate = speed if given is None else exact(given)
                table[r, k] = rate.denominator, rate.numerator, 0
        return cls(rows, np.array([place[kind] for kind in of_core], np.int64), table)

    @property
    def uniform(self) -> bool:
        """Whether each task takes its own cycles on every core."""
        return bool((self.table == (1, 1, 0)).all())

    @property
    def num_kinds(self) -> int:
        """Number of kinds of cores."""
        return int(self.table.shape[1])

    def row_of(self, task_class: str) -> int:
        """The row of a class of tasks, or that of all others; -1 if there is neither."""
        for name in (task_class, OTHER):
            if name in self.classes:
                return self.classes.index(name)
        return -1

    def cycles(
        self, cycles: NDArray[Any], row: NDArray[np.integer] | int, kind: NDArray[np.integer] | int
    ) -> NDArray[np.int64]:
        """The cycles of tasks on kinds of cores.

        Parameters
        ----------
        cycles : ndarray of int, shape (t,)
            The cycles of the tasks on a core of speed 1.
        row, kind : int, or ndarray of int, shape (t,)
            Their rows and columns in ``table``.
        """
        wide = np.asarray(cycles, np.int64)
        numerator, denominator, constant = np.moveaxis(self.table[row, kind], -1, 0)
        return -(-wide * numerator // denominator) + np.where(wide > 0, constant, 0)

    def least(self, cycles: NDArray[Any], row: NDArray[np.integer] | int) -> NDArray[np.int64]:
        """The cycles of each task on the cores where it takes the least."""
        found = self.cycles(cycles, row, 0)
        for kind in range(1, self.num_kinds):
            np.minimum(found, self.cycles(cycles, row, kind), out=found)
        return found
