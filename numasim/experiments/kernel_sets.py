"""Sets of Numba kernels that the points of an experiment need, to be compiled before its first run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from numasim.experiments.job import Job


@dataclass(frozen=True)
class KernelSet:
    """Kernels that one part of a point needs.

    Attributes
    ----------
    label : str
        The name of the part in a line of progress.
    key : hashable
        Sets with equal keys have the same kernels.
    compile : callable
        Runs the part on a tiny input. It must not raise; the runs report errors.
    job : Job
        The argument of ``compile``: a point that needs the kernels.
    weight : int
        Approximate time to compile the set, in seconds. Larger sets start first.
    group : str
        Sets of one group have kernels in common, and one process compiles them in turn. An empty name is a
        group of its own.
    """

    label: str
    key: object
    compile: Callable[[Job], None]
    job: Job
    weight: int = 1
    group: str = ""


def kernels_of(options: Mapping[str, Any]) -> str:
    """Return what of the options of a plug-in determines its kernels: of numbers, only the types."""
    kinds = {
        name: type(value).__name__
        if isinstance(value, int | float) and not isinstance(value, bool)
        else value
        for name, value in options.items()
    }
    return str(kinds)
