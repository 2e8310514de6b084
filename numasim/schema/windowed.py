"""What an experiment needs if its program runs in windows (``workload.window``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numasim.config.problems import Problem

if TYPE_CHECKING:
    from numasim.schema.execution import Execution
    from numasim.schema.experiment import Experiment

EXECUTION: Mapping[str, Any] = {"memory_model": "traced", "model": "dataflow", "steps": 1}
"""The values of the ``execution`` keys that windows need."""

NO_EVENTS = "the events of a run in windows are not counted; use `max_cycles` or `max_seconds`"


def lacking(execution: Execution) -> Iterator[tuple[str, Any, Any]]:
    """Yield each key of an execution with which windows cannot run, the value they need, and its value."""
    for key, wanted in EXECUTION.items():
        found = getattr(execution, key)
        if found not in (wanted, None):
            yield key, wanted, found


def is_windowed(experiment: Experiment) -> bool:
    """Whether the program of an experiment runs in windows."""
    return getattr(experiment.workload, "window", None) is not None


def window_problems(experiment: Experiment) -> list[Problem]:
    """Return the parts of an experiment with which its program cannot run in windows."""
    cure = "set it, or remove `workload.window`"
    if experiment.kind != "mesh":
        why = {
            "quality": "nothing runs with `machine: none`; remove this key, or name a machine",
            "schedule": "a schedule orders the tasks of a whole program; remove this key, or use `partition`",
        }[experiment.kind]
        return [Problem(("workload", "window"), why, at_key=True)]
    needed: list[tuple[str, str, Any, Any]] = [
        ("mapping", "policy", "static", experiment.mapping.policy),
        ("component", "method", "none", experiment.component.method),
    ]
    needed += [("execution", key, wanted, found) for key, wanted, found in lacking(experiment.execution)]
    problems = [
        Problem((section, key), f"`workload.window` needs `{key}: {wanted}`, got {found!r}; {cure}")
        for section, key, wanted, found in needed
        if found != wanted
    ]
    if experiment.partition.file is not None:
        message = f"`workload.window` needs a `method`, because every window is cut anew; {cure}"
        problems.append(Problem(("partition", "file"), message, at_key=True))
    if experiment.execution.max_events is not None:
        problems.append(Problem(("execution", "max_events"), NO_EVENTS, at_key=True))
    return problems
