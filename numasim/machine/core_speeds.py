"""The speeds of cores: groups of cores by number, and the cycles of tasks on cores of other speeds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from numasim.config.problems import Problem, raise_problems
from numasim.config.wording import Expected
from partitioners.units import exact

SLOWEST, FASTEST = Fraction(1, 1000), Fraction(1000)

_GROUP = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)


def _mapping(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise PydanticCustomError("expected", "")
    return {str(cores): speed for cores, speed in value.items()}


def _check(speeds: dict[str, float]) -> dict[str, float]:
    """Check each group and its speed, and that no core is in two groups."""
    taken: dict[int, str] = {}
    problems = []
    for group, speed in speeds.items():
        match = _GROUP.fullmatch(group)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            message = f"{group!r} names no cores; expected a core such as 5, or a range such as 0-3"
            problems.append(Problem((group,), message, at_key=True))
        if not SLOWEST <= speed <= FASTEST or exact(speed) * 1000 % 1:
            message = f"expected a speed from 0.001 to 1000 with at most three decimals, got {speed:g}"
            problems.append(Problem((group,), message))
        for core in range(first, min(last, 2**16) + 1):
            if core in taken:
                message = f"core {core} is in {taken[core]!r} and in {group!r}; name it once"
                problems.append(Problem((group,), message, at_key=True))
                break
            taken[core] = group
    raise_problems(problems)
    return speeds


Speeds = Annotated[
    dict[str, float],
    BeforeValidator(_mapping),
    AfterValidator(_check),
    Expected("a mapping of cores to their speeds, such as {0-3: 2, 8-15: 0.5}"),
]
"""The speeds of groups of cores; all other cores have the speed 1."""


def last_core(group: str) -> int:
    """The last core of a group."""
    return int(group.rpartition("-")[2])


def speed_of_cores(speeds: Mapping[str, float], num_cores: int) -> tuple[Fraction, ...]:
    """The speed of each core.

    Parameters
    ----------
    speeds : mapping of str to float
        Valid speeds of groups of cores.
    num_cores : int
    """
    found = [Fraction(1)] * num_cores
    for group, speed in speeds.items():
        first = int(group.partition("-")[0])
        found[first : last_core(group) + 1] = [exact(speed)] * (last_core(group) + 1 - first)
    return tuple(found)


def cycles_at(cycles: NDArray[Any], speed: Fraction) -> NDArray[np.int64]:
    """The cycles of tasks on a core of some speed: cycles over speed, rounded up."""
    wide = np.asarray(cycles, np.int64)
    return -(-wide * speed.denominator // speed.numerator)


def cycles_on_cores(
    cycles: NDArray[Any], core: NDArray[np.integer], speeds: Sequence[Fraction]
) -> NDArray[np.int64]:
    """The cycles of each task on its core.

    Parameters
    ----------
    cycles : ndarray of int, shape (t,)
    core : ndarray of int, shape (t,)
    speeds : sequence of Fraction
        The speed of each core.
    """
    found = np.empty(cycles.size, np.int64)
    for speed in set(speeds):
        there = np.array([each == speed for each in speeds])[core]
        found[there] = cycles_at(cycles[there], speed)
    return found
