"""What every unit of a GPU has in its file: parameters, state, kernels, counters and laws.

The file of a unit is all that a new counter touches: its name and meaning are in ``COUNTERS``, a kernel of
the file counts, and ``laws`` says what must hold. :mod:`gpu.model.units` lists the units; tables, columns and
checks iterate over them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol


class Ran(NamedTuple):
    """What a kernel of a launch did, and what its trace says about it.

    ``counted`` has the counters of all units, summed over the arrays. ``instructions``, ``warp_cycles`` and
    ``busy_cycles`` are those of the multiprocessors. ``accesses``, ``sectors`` and ``child_grids`` are those
    of the trace. ``grids`` were launched by kernels, in ``since_launch`` cycles from the arrival of the
    parent to the end; both are 0 for a launch by the host.
    """

    counted: Mapping[str, int]
    instructions: int
    warp_cycles: int
    busy_cycles: int
    grids: int
    since_launch: int
    accesses: int
    sectors: int
    child_grids: int


class Law(NamedTuple):
    """A law in words, and two numbers that must be equal."""

    words: str
    left: int
    right: int


def at_most(words: str, value: int, most: int) -> Law:
    """The law that a number is at most another number."""
    return Law(words, value, min(value, most))


class Unit(Protocol):
    """The module of a unit."""

    @property
    def COUNTERS(self) -> Mapping[str, str]:
        """The counters of each array of each launch, with their meanings."""

    def laws(self, device: Any, ran: Ran) -> Iterator[Law]:
        """The laws that hold for every kernel on a device."""
