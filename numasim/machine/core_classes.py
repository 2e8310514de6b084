"""Classes of cores, and the tables of the times that classes of tasks take on them.

The tables are the computation costs of Topcuoglu, Hariri and Wu (IEEE TPDS 13(3), 2002, section 2), with a
row for each class of tasks and a column for each class of cores, instead of one for each task and each core.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from numasim.machine.core_speeds import core_range, speed_problem
from partitioners.config.problems import Problem, raise_problems
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.wording import Expected

OTHER = "other"
"""The row of all classes of tasks that have no row of their own."""

MAX_CYCLES = 2**31 - 1

_NAME = re.compile(r"[^\W\d][\w.-]*")
_MEMBER = {"anyOf": [{"type": "integer"}, {"type": "string"}]}


def _groups(value: Any) -> Any:
    """The classes with their cores as a tuple of groups."""
    if not isinstance(value, Mapping):
        raise PydanticCustomError("expected", "")
    return {
        str(name): tuple(str(group) for group in (cores if isinstance(cores, (list, tuple)) else (cores,)))
        for name, cores in value.items()
    }


def _check_classes(classes: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    problems = []
    for name, groups in classes.items():
        if not _NAME.fullmatch(name):
            message = f"expected a name that begins with a letter, such as fast, got {format_value(name)}"
            problems.append(Problem((name,), message, at_key=True))
        if not groups:
            problems.append(Problem((name,), "has no cores; name one, or remove the class"))
        for group in groups:
            if core_range(group) is None:
                message = f"{group!r} names no cores; expected a core such as 5, or a range such as 0-3"
                problems.append(Problem((name,), message))
    raise_problems(problems)
    return classes


CoreClasses = Annotated[
    dict[str, tuple[str, ...]],
    BeforeValidator(_groups),
    AfterValidator(_check_classes),
    Expected("a mapping of names to their cores, such as {fast: 0-3, gpu: [12, 14-15]}"),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": {"anyOf": [*_MEMBER["anyOf"], {"type": "array", "items": _MEMBER}]},
        }
    ),
]
"""The cores of each class, as groups such as ``5`` and ``0-3``."""


def _rows(kind: type, words: str, check: Callable[[Any], str]) -> Callable[[Any], Any]:
    """A validator of a table with a row for each class of tasks, whose cells are numbers of a type."""

    def checked(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise PydanticCustomError("expected", "")
        problems, rows = [], {}
        for task, row in value.items():
            if not isinstance(row, Mapping):
                wanted = "expected a mapping of classes of cores, such as {gpu: 8}"
                problems.append(Problem((str(task),), f"{wanted}, got {format_value(row)}"))
                continue
            rows[str(task)] = {str(cores): cell for cores, cell in row.items()}
            for cores, cell in row.items():
                if isinstance(cell, bool) or not isinstance(cell, (int, kind)):
                    message = f"expected {words}, got {format_value(cell)}"
                else:
                    message = check(cell)
                if message:
                    problems.append(Problem((str(task), str(cores)), message))
        raise_problems(problems)
        return rows

    return checked


def _cycles_problem(cycles: int) -> str:
    return "" if 1 <= cycles <= MAX_CYCLES else f"expected cycles from 1 to {MAX_CYCLES}, got {cycles}"


TaskSpeeds = Annotated[
    dict[str, dict[str, float]],
    BeforeValidator(_rows(float, "a number", speed_problem)),
    Expected("a mapping of classes of tasks to speeds, such as {gemm: {gpu: 16}}"),
]
"""For each class of tasks and each class of cores the speed, in place of the speed of the cores."""

TaskCycles = Annotated[
    dict[str, dict[str, int]],
    BeforeValidator(_rows(int, "an integer", _cycles_problem)),
    Expected("a mapping of classes of tasks to cycles, such as {gemm: {gpu: 800}}"),
]
"""For each class of tasks and each class of cores the cycles of a task, whatever its work."""


def check_tables(
    classes: Mapping[str, tuple[str, ...]],
    speeds: Mapping[str, float],
    task_speeds: Mapping[str, Mapping[str, float]],
    task_cycles: Mapping[str, Mapping[str, int]],
) -> None:
    """Check that each core is in one class and has one speed, and that the classes of the tables exist.

    Raises
    ------
    ValidationError
        With the problems, at their paths below ``core``.
    """
    problems = [*_named_twice("classes", ((name, group) for name in classes for group in classes[name]))]
    known = []
    for name in speeds:
        if core_range(name):
            known.append((name, name))
        elif name in classes:
            known += [(name, group) for group in classes[name]]
        else:
            problems.append(Problem(("speeds", name), _unknown(name, classes), at_key=True))
    problems += _named_twice("speeds", known)
    for key, table in (("task_speeds", task_speeds), ("task_cycles", task_cycles)):
        problems += [
            Problem((key, task, name), _unknown(name, classes), at_key=True)
            for task, row in table.items()
            for name in row
            if name not in classes
        ]
    for task, row in task_cycles.items():
        for name in task_speeds.get(task, {}).keys() & row.keys():
            message = f"{task!r} has a speed on {name!r} in `task_speeds` too; remove one of them"
            problems.append(Problem(("task_cycles", task, name), message, at_key=True))
    raise_problems(problems)


def _named_twice(key: str, groups: Any) -> Iterator[Problem]:
    """A problem for each group with a core that an earlier group has."""
    taken: dict[int, str] = {}
    for name, group in groups:
        first, last = core_range(group) or (1, 0)
        for core in range(first, min(last, 2**16) + 1):
            if core in taken:
                message = f"core {core} is in {taken[core]!r} and in {name!r}; name it once"
                yield Problem((key, name), message, at_key=True)
                break
            taken[core] = name


def _unknown(name: str, classes: Mapping[str, Any]) -> str:
    hint = did_you_mean(name, classes, None if classes else "define it in `core.classes`")
    return f"unknown class of cores {name!r}; {hint}"
