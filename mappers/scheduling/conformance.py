"""The conformance suite for static schedulers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.schedule import Schedule
from mappers.scheduling.schedule_tasks import SCHEDULES, schedule_tasks
from partitioners.plugins.conformance import Suite, check


class ScheduleSuite(Suite):
    """The conformance checks for one static scheduler."""

    registry = SCHEDULES
    positional = 1

    def answer(self) -> bytes:
        """Schedule 60 tasks on six cores of three kinds, and 40 tasks on equal cores."""
        return b"".join(
            part.tobytes()
            for tasks, cores, kinds in ((60, 6, 3), (40, 4, 1))
            for made in [self._schedule(random_problem(tasks, cores, kinds, 3), seed=5)]
            for part in (made.core, made.start)
        )

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Schedule twelve tasks on three cores."""
        self._schedule(random_problem(12, 3, 2, 1), options=options)

    def _schedule(
        self, problem: SchedulingProblem, *, seed: int = 0, options: Mapping[str, Any] | None = None
    ) -> Schedule:
        """The schedule, which :func:`schedule_tasks` has verified."""
        chosen = self.given if options is None else options
        more = "".join(f", {name}={value!r}" for name, value in chosen.items())
        self.fed = (
            f"{problem.num_tasks} tasks, {problem.src.size} dependences, {problem.num_cores} cores of "
            f"{problem.cost.shape[1]} kinds, seed {seed}{more}"
        )
        return schedule_tasks(problem, self.name, seed=seed, **chosen)

    @check("every schedule is valid")
    def schedules_are_valid(self) -> None:
        """Try no tasks, tasks without time, chains, forks, one core, and more cores than tasks.

        The times of a task on the kinds of cores are unrelated, as in a machine's table of task classes.
        """
        for tasks, cores, kinds in ((0, 2, 1), (1, 1, 1), (1, 5, 2), (9, 1, 1), (30, 3, 3), (8, 40, 2)):
            for density in (0.0, 0.2, 1.0):
                self._schedule(random_problem(tasks, cores, kinds, tasks, density))
        rng = np.random.default_rng(7)
        for k in range(25):
            tasks, cores = int(rng.integers(1, 40)), int(rng.integers(1, 9))
            kinds = int(rng.integers(1, cores + 1))
            self._schedule(random_problem(tasks, cores, kinds, k, float(rng.random() / 2)), seed=k % 4)


def random_problem(tasks: int, cores: int, kinds: int, seed: int, density: float = 0.1) -> SchedulingProblem:
    """A random problem whose times are whole numbers; a tenth of the tasks takes no time.

    Parameters
    ----------
    density : float
        Probability of a dependence between two tasks.
    """
    rng = np.random.default_rng(seed)
    src, dst = np.nonzero(np.triu(rng.random((tasks, tasks)) < density, 1))
    cost = rng.integers(1, 20, (tasks, kinds)) * (rng.random((tasks, 1)) < 0.9)
    latency, per_unit = rng.integers(0, 6, (2, cores, cores))
    kind_of_core = np.arange(cores) % kinds
    return SchedulingProblem(
        cost.astype(np.float64), kind_of_core, src, dst, rng.integers(0, 9, src.size), latency, per_unit
    )
