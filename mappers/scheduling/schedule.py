"""A schedule: the core, the start and the end of every task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.problem import SchedulingProblem
from partitioners.errors import VerificationError

TOLERANCE = 1e-9
"""Relative difference of times that is attributed to rounding."""


@dataclass(frozen=True, eq=False)
class Schedule:
    """A schedule of tasks on cores.

    Attributes
    ----------
    core : ndarray of int32, shape (t,)
    start, finish : ndarray of float64, shape (t,)
        Predicted times, in cycles if the schedule is for a machine.
    num_cores : int
        Cores are 0 .. num_cores - 1.
    method : str
        Name of the method.
    options : mapping
        Options with which it was called.
    level : ndarray of int, shape (t,), optional
        A number for each task that ascends along the dependences. It orders tasks without work, which have
        equal times on one core. The numbers of the tasks do if there is none.
    """

    core: NDArray[np.int32]
    start: NDArray[np.float64]
    finish: NDArray[np.float64]
    num_cores: int
    method: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    level: NDArray[np.integer[Any]] | None = None

    @property
    def makespan(self) -> float:
        """The end of the last task: the schedule length."""
        return float(self.finish.max(initial=0.0))

    @property
    def sequence(self) -> NDArray[np.int64]:
        """All tasks by core, then by start, end, level and number: the order in which each core runs."""
        number = np.arange(self.core.size)
        level = number if self.level is None else self.level
        return np.lexsort((number, level, self.finish, self.start, self.core))

    def before(self) -> NDArray[np.int64]:
        """The task that runs before each task on its core, or -1; shape (t,)."""
        order = self.sequence
        found = np.full(order.size, -1)
        follows = self.core[order[1:]] == self.core[order[:-1]]
        found[order[1:][follows]] = order[:-1][follows]
        return found

    def verify(self, problem: SchedulingProblem) -> None:
        """Check the schedule against its definition. O((t + d) log t).

        Raises
        ------
        VerificationError
            A core does not exist, a time is not finite or negative, a task does not take its time, two tasks
            overlap on a core, or a task begins before its data have arrived. The message names the tasks.
        """
        t = problem.num_tasks
        if self.core.shape != (t,) or self.start.shape != (t,) or self.finish.shape != (t,):
            raise VerificationError(
                f"the schedule has cores {self.core.shape}, starts {self.start.shape} and ends "
                f"{self.finish.shape}; expected one of each for the {t} tasks"
            )
        bad = np.flatnonzero((self.core < 0) | (self.core >= problem.num_cores))
        if bad.size:
            v = int(bad[0])
            raise VerificationError(
                f"task {v} is on core {self.core[v]}; cores are 0 .. {problem.num_cores - 1}"
            )
        bad = np.flatnonzero(~(np.isfinite(self.start) & (self.start >= 0)))
        if bad.size:
            v = int(bad[0])
            raise VerificationError(f"task {v} begins at {self.start[v]}; a time is finite and at least 0")
        slack = TOLERANCE * max(1.0, self.makespan)
        cost = problem.cost[np.arange(t), problem.kind_of_core[self.core]]
        bad = np.flatnonzero(~(np.abs(self.finish - self.start - cost) <= slack))
        if bad.size:
            v = int(bad[0])
            raise VerificationError(
                f"task {v} runs from {self.start[v]:g} to {self.finish[v]:g} on core {self.core[v]}, "
                f"where it takes {cost[v]:g}"
            )
        previous = self.before()
        after = np.flatnonzero(previous >= 0)
        bad = after[self.start[after] < self.finish[previous[after]] - slack]
        if bad.size:
            v = int(bad[0])
            u = int(previous[v])
            raise VerificationError(
                f"task {v} begins at {self.start[v]:g} on core {self.core[v]}, which runs task {u} until "
                f"{self.finish[u]:g}"
            )
        sender, receiver = self.core[problem.src], self.core[problem.dst]
        arrival = self.finish[problem.src] + problem.communication(sender, receiver)
        bad = np.flatnonzero(self.start[problem.dst] < arrival - slack)
        if bad.size:
            d = int(bad[0])
            raise VerificationError(
                f"task {problem.dst[d]} begins at {self.start[problem.dst[d]]:g}, but the data of task "
                f"{problem.src[d]} arrive at {arrival[d]:g}"
            )
