"""The input of a static scheduler: tasks, their times on each kind of core, and the times of communication.

The model is the usual one of task graphs on processors that may differ (Topcuoglu, Hariri and Wu, IEEE TPDS
13(3), 2002, section 2): a core runs one task at a time without interruption, a task begins when its core is
free and all of its data have arrived, and messages do not delay each other. Data on one core take no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError

if TYPE_CHECKING:
    from partitioners.scheduling.task_graph import TaskGraph

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Instance(NamedTuple):
    """The arrays of a problem, as kernels take them.

    The parents of task v are ``parent[parent_indptr[v]:parent_indptr[v + 1]]``, with their data in ``data``.
    """

    cost: Floats
    kind_of_core: Ints
    parent_indptr: Ints
    parent: Ints
    data: Floats
    child_indptr: Ints
    child: Ints
    latency: Floats
    time_per_unit: Floats


@dataclass(frozen=True, eq=False)
class SchedulingProblem:
    """Tasks in a topological order, and the cores that run them.

    Attributes
    ----------
    cost : ndarray of float64, shape (t, k)
        Time of each task on each kind of core. With a column for each core, this is the table of computation
        costs of the literature.
    kind_of_core : ndarray of int64, shape (p,)
        The column of ``cost`` that applies to each core.
    src, dst : ndarray of int64, shape (d,)
        Dependences: the task ``dst`` reads data of ``src``, and ``src < dst``.
    data : ndarray of float64, shape (d,)
        Units of data of each dependence.
    latency, time_per_unit : ndarray of float64, shape (p, p)
        Data of u units take ``latency[a, b] + u * time_per_unit[a, b]`` from core a to another core b. The
        diagonals have no meaning.

    Raises
    ------
    OptionError
        The shapes do not fit together, a time is negative or not finite, or a dependence does not lead to a
        higher number.
    """

    cost: NDArray[Any]
    kind_of_core: NDArray[Any]
    src: NDArray[Any]
    dst: NDArray[Any]
    data: NDArray[Any]
    latency: NDArray[Any]
    time_per_unit: NDArray[Any]

    def __post_init__(self) -> None:
        for name in ("cost", "data", "latency", "time_per_unit"):
            array = np.array(getattr(self, name), np.float64)
            if array.size and not (np.isfinite(array).all() and (array >= 0).all()):
                raise OptionError(f"{name} must be finite and at least 0")
            object.__setattr__(self, name, array)
        for name in ("kind_of_core", "src", "dst"):
            object.__setattr__(self, name, np.array(getattr(self, name), np.int64))
        tasks, kinds = self.cost.shape if self.cost.ndim == 2 else (-1, -1)
        cores = self.kind_of_core.size
        square = (cores, cores)
        wrong = np.flatnonzero((self.kind_of_core < 0) | (self.kind_of_core >= kinds))
        if tasks >= 0 and wrong.size:
            q = int(wrong[0])
            raise OptionError(
                f"kind_of_core[{q}] is {self.kind_of_core[q]}, but cost has the columns 0 .. {kinds - 1}"
                if kinds
                else f"kind_of_core[{q}] is {self.kind_of_core[q]}, but cost has no column"
            )
        if (
            tasks < 0
            or cores < 1
            or self.latency.shape != square
            or self.time_per_unit.shape != square
            or self.data.shape != self.src.shape
            or self.dst.shape != self.src.shape
        ):
            raise OptionError(
                f"the arrays of a scheduling problem do not fit together: cost {self.cost.shape}, "
                f"kind_of_core {self.kind_of_core.shape}, src {self.src.shape}, dst {self.dst.shape}, "
                f"data {self.data.shape}, latency {self.latency.shape}, "
                f"time_per_unit {self.time_per_unit.shape}"
            )
        wrong = np.flatnonzero((self.src < 0) | (self.src >= self.dst) | (self.dst >= tasks))
        if wrong.size:
            d = int(wrong[0])
            raise OptionError(
                f"dependence {d} leads from task {self.src[d]} to task {self.dst[d]}; "
                f"number the {tasks} tasks so that every dependence leads to a higher number"
            )

    @property
    def num_tasks(self) -> int:
        """The number of tasks, t."""
        return int(self.cost.shape[0])

    @property
    def num_cores(self) -> int:
        """The number of cores, p."""
        return int(self.kind_of_core.size)

    @property
    def pairs(self) -> int:
        """The number of ordered pairs of different cores, p (p - 1); 1 on one core.

        Methods rank tasks by means over cores and over pairs of cores. They compute with the sums over the
        pairs, which are whole numbers if all times are, so that equal ranks are equal and ties are broken as
        each method says. A mean in floating point can differ in its last bit.
        """
        return max(1, self.num_cores * (self.num_cores - 1))

    @cached_property
    def summed_cost(self) -> Floats:
        """:attr:`pairs` times the mean time of each task over the cores; shape (t,)."""
        number = np.bincount(self.kind_of_core, minlength=self.cost.shape[1])
        total: Floats = (self.cost @ number.astype(np.float64)) * (self.pairs // self.num_cores)
        return total

    @cached_property
    def summed_communication(self) -> Floats:
        """The time of each dependence, summed over the pairs of different cores; shape (d,)."""
        apart = ~np.eye(self.num_cores, dtype=bool)
        return self.latency[apart].sum() + self.data * self.time_per_unit[apart].sum()

    @property
    def mean_cost(self) -> Floats:
        """The time of each task, mean over the cores; shape (t,)."""
        return self.summed_cost / self.pairs

    @property
    def mean_communication(self) -> Floats:
        """The time of each dependence between two different cores, mean over their pairs; shape (d,)."""
        return self.summed_communication / self.pairs

    @property
    def communication_to_computation(self) -> float:
        """The mean time of a dependence over the mean time of a task (CCR); 0 without work or dependences.

        Topcuoglu, Hariri and Wu, IEEE TPDS 13(3), 2002, section 5: the average cost of communication over the
        average cost of computation.
        """
        work = float(self.summed_cost.mean()) if self.num_tasks else 0.0
        return float(self.summed_communication.mean()) / work if work and self.src.size else 0.0

    @cached_property
    def tasks(self) -> TaskGraph:
        """The tasks with their summed costs as work, for ranks and orders."""
        return self.with_work(self.summed_cost)

    @cached_property
    def upward_rank(self) -> Floats:
        """:attr:`pairs` times the longest path of means that begins with each task; shape (t,)."""
        return self.tasks.upward_rank(self.summed_communication)

    @property
    def by_upward_rank(self) -> NDArray[np.int64]:
        """All tasks by upward rank, the largest first (ties: lowest number); shape (t,)."""
        return np.argsort(-self.upward_rank, kind="stable")

    def with_work(self, work: Floats) -> TaskGraph:
        """The tasks with the given work, shape (t,)."""
        from partitioners.scheduling.task_graph import TaskGraph

        no_input = np.zeros(self.num_tasks, bool)
        return TaskGraph(work, no_input, self.src, self.dst, self.dst, np.arange(self.num_tasks))

    @cached_property
    def instance(self) -> Instance:
        """The arrays of the problem for kernels."""
        parent_indptr, by_head = self.tasks.by_head
        child_indptr, by_tail = self.tasks.by_tail
        return Instance(
            np.ascontiguousarray(self.cost),
            self.kind_of_core,
            parent_indptr,
            self.src[by_head],
            self.data[by_head],
            child_indptr,
            self.dst[by_tail],
            np.ascontiguousarray(self.latency),
            np.ascontiguousarray(self.time_per_unit),
        )

    def communication(self, sender: NDArray[Any], receiver: NDArray[Any]) -> Floats:
        """The time of each dependence from a core to a core, shape (d,); 0 on one core.

        Parameters
        ----------
        sender, receiver : ndarray of int, shape (d,)
        """
        times = self.latency[sender, receiver] + self.data * self.time_per_unit[sender, receiver]
        return np.where(sender == receiver, 0.0, times)

    @cached_property
    def least_cost(self) -> Floats:
        """The time of each task on the cores where it takes the least; shape (t,)."""
        least: Floats = self.cost.min(axis=1) if self.cost.size else np.zeros(self.num_tasks)
        return least

    @cached_property
    def critical_path(self) -> float:
        """The longest path if communication takes no time and every task takes its least time."""
        return float(self.with_work(self.least_cost).upward_rank().max(initial=0.0))

    @property
    def lower_bound(self) -> float:
        """Lower bound on any schedule: the longest path, or the work on all cores, each at the least cost."""
        return max(self.critical_path, float(self.least_cost.sum()) / self.num_cores)
