"""The speeds of cores: groups of cores by number, or classes of cores."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from partitioners.config.problems import Problem, raise_problems
from partitioners.text.units import exact
from partitioners.text.wording import Expected

SLOWEST, FASTEST = Fraction(1, 1000), Fraction(1000)

_GROUP = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)


def core_range(group: str) -> tuple[int, int] | None:
    """The first and the last core of a group such as ``5`` or ``0-3``; None if it is no group."""
    match = _GROUP.fullmatch(group)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    return (first, last) if first <= last else None


def speed_problem(speed: float) -> str:
    """What is wrong with a speed; empty if it is valid."""
    if SLOWEST <= speed <= FASTEST and not exact(speed) * 1000 % 1:
        return ""
    return f"expected a speed from 0.001 to 1000 with at most three decimals, got {speed:g}"


def _mapping(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise PydanticCustomError("expected", "")
    return {str(cores): speed for cores, speed in value.items()}


def _check(speeds: dict[str, float]) -> dict[str, float]:
    """Check each group and its speed. Other names are classes of cores, which the core's parameters have."""
    problems = []
    for group, speed in speeds.items():
        if not core_range(group) and (not group or group[0].isdigit()):
            message = f"{group!r} names no cores; expected a core such as 5, or a range such as 0-3"
            problems.append(Problem((group,), message, at_key=True))
        if message := speed_problem(speed):
            problems.append(Problem((group,), message))
    raise_problems(problems)
    return speeds


Speeds = Annotated[
    dict[str, float],
    BeforeValidator(_mapping),
    AfterValidator(_check),
    Expected("a mapping of cores to their speeds, such as {0-3: 2, 8-15: 0.5}"),
]
"""The speeds of groups or classes of cores; all other cores have the speed 1."""


def speed_of_cores(
    speeds: Mapping[str, float], classes: Mapping[str, Sequence[str]], num_cores: int
) -> tuple[Fraction, ...]:
    """The speed of each core.

    Parameters
    ----------
    speeds : mapping of str to float
        Valid speeds of groups or classes of cores.
    classes : mapping of str to sequence of str
        The groups of each class.
    """
    found = [Fraction(1)] * num_cores
    for name, speed in speeds.items():
        for group in (name,) if core_range(name) else classes[name]:
            first, last = core_range(group) or (0, -1)
            found[first : last + 1] = [exact(speed)] * (last + 1 - first)
    return tuple(found)
