"""Schedule the tasks of a problem with a method chosen by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.schedule import Schedule
from partitioners.errors import OptionError, VerificationError
from partitioners.plugins.registry import Registry
from partitioners.text.integers import check_integer

SCHEDULES = Registry(
    "schedule",
    "numasim.schedules",
    {
        name: f"mappers.scheduling.methods.{name}:{name}"
        for name in (
            *("heft", "cpop", "peft", "dls", "etf", "mct", "min_min", "max_min"),
            *("dsc", "time_balanced"),
        )
    },
)
"""Every static scheduler: ``f(problem, *, [seed,] options...) -> core, start`` (two arrays of shape (t,))."""


def schedule_tasks(
    problem: SchedulingProblem, method: str = "heft", *, seed: int = 0, **options: Any
) -> Schedule:
    """Schedule tasks on cores.

    Parameters
    ----------
    method : str
        A registered static scheduler (``SCHEDULES.names()``).
    seed : int
        Seed of methods that draw random numbers; other methods ignore it.
    **options
        Further options of the method, checked against its signature.

    Returns
    -------
    Schedule
        The schedule, which has been verified.

    Raises
    ------
    OptionError
        The method does not have an option, or ``problem`` is no problem.
    UnknownNameError
        There is no such method; the message contains the nearest name.
    VerificationError
        The method returned no valid schedule; the message names the tasks.
    """
    if not isinstance(problem, SchedulingProblem):
        raise OptionError(f"expected a SchedulingProblem, got {type(problem).__name__}")
    seed = check_integer("seed", seed)
    plugin = SCHEDULES[method]
    found = plugin.call(problem, options=options, seed=seed)
    record = plugin.check_options(options)
    if "seed" in plugin.accepts:
        record["seed"] = int(seed)
    t = problem.num_tasks
    try:
        core, start = (np.asarray(part) for part in found)
    except (TypeError, ValueError):
        core, start = np.zeros(0), np.zeros(0)
    numbers = core.dtype.kind in "iu" and start.dtype.kind in "iuf"
    if core.shape != (t,) or start.shape != (t,) or not numbers:
        raise VerificationError(
            f"schedule {method!r} must return two arrays: one core (an integer) and one start (a number) for "
            f"each of the {t} tasks"
        )
    inside = np.clip(core, 0, problem.num_cores - 1)
    finish = start + problem.cost[np.arange(t), problem.kind_of_core[inside]]
    cores, times = core.astype(np.int32), start.astype(np.float64)
    made = Schedule(cores, times, finish, problem.num_cores, method, record)
    try:
        made.verify(problem)
    except VerificationError as error:
        raise VerificationError(f"schedule {method!r}: {error}") from None
    return made
