"""Which fields a sweep may name, what it may give them, and what a baseline may pick out of it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numasim.expectations import show
from numasim.problems import Problem
from partitioners.registry import did_you_mean

RESERVED = ("zip", "list", "random", "latin_hypercube", "sobol", "replicates")
"""Words that name kinds of sweep other than the grid."""

_A_FIELD = {"workload": "n", "partition": "parts", "mapping": "method", "execution": "network"}
"""The sections whose fields are one below them, and an example of one."""


def sweep_problems(sweep: Mapping[str, Any], fields: Sequence[str]) -> list[Problem]:
    """What is wrong with the fields and values of a sweep by themselves.

    Parameters
    ----------
    sweep : mapping
    fields : sequence of str
        The dotted names of the schema; the options of plug-ins are not among them and are left for later.
    """
    return [problem for key, values in sweep.items() for problem in _field_problems(key, values, fields)]


def missing_swept_fields(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The paths of swept fields that the experiment leaves out, and that take the first of their values."""
    for key, values in _mapping(data.get("sweep")).items():
        path = tuple(str(key).split("."))
        if not isinstance(values, (list, tuple)) or not values or (path[0] == "machine" and len(path) > 1):
            continue
        if len(path) == 1 and key in ("machine", "seed") and key not in data:
            yield path
        elif len(path) == 2 and path[0] in _A_FIELD:
            section = data.get(path[0], {})
            if isinstance(section, Mapping) and path[1] not in section:
                yield path


def _field_problems(key: str, values: Any, fields: Sequence[str]) -> list[Problem]:
    if key in RESERVED:
        message = "a kind of sweep that is not there yet; the grid is `field: [values]`"
        return [Problem((key,), message, at_key=True)]
    section, *rest = str(key).split(".")
    if section in _A_FIELD and not rest:
        message = f"a section; sweep one of its fields, such as {section}.{_A_FIELD[section]}"
        return [Problem((key,), message, at_key=True)]
    if len(rest) != 1 if section in _A_FIELD else key not in fields:
        near = difflib.get_close_matches(str(key), fields, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "fields are section.name, such as partition.parts"
        return [Problem((key,), f"no field that can be swept; {hint}", at_key=True)]
    return values_problems(key, values)


def values_problems(key: str, values: Any) -> list[Problem]:
    """What is wrong with the values of a swept field by themselves."""
    if not isinstance(values, (list, tuple)):
        return [Problem((key,), f"expected a list of values, got {show(values)}")]
    if not values:
        return [Problem((key,), "the list is empty; expected at least one value")]
    problems = []
    seen: list[Any] = []
    for k, value in enumerate(values):
        if isinstance(value, (Mapping, list, tuple)):
            problems.append(Problem((key, k), f"expected a single value, got {show(value)}"))
        elif any(_same(value, other) for other in seen):
            problems.append(Problem((key, k), f"{show(value)} is already in the list"))
        seen.append(value)
    return problems


def baseline_problems(
    chosen: Mapping[str, tuple[Any, ...]], sweep: Mapping[str, tuple[Any, ...]], written: Mapping[str, Any]
) -> list[Problem]:
    """What is wrong with a baseline: fields that are not swept, values that are not among those swept.

    Parameters
    ----------
    chosen, sweep : mapping of str to tuple
        Fields and their values.
    written : mapping
        The baseline as it was given, with single values and lists.
    """
    problems = []
    for key, values in chosen.items():
        if key not in sweep:
            hint = (
                did_you_mean(key, sweep)
                if sweep
                else "there is no sweep, so there is nothing to compare with"
            )
            problems.append(Problem((key,), f"is not swept; {hint}", at_key=True))
            continue
        if not values:
            problems.append(Problem((key,), "the list is empty; expected at least one value"))
        for k, value in enumerate(values):
            if not any(_same(value, other) for other in sweep[key]):
                path = (key, k) if isinstance(written[key], (list, tuple)) else (key,)
                known = ", ".join(show(other) for other in sweep[key])
                problems.append(Problem(path, f"{show(value)} is not among the values swept: {known}"))
    return problems


def _same(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
