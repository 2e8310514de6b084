"""The counters of a region of interest: those of a run at the end of the region less those at its beginning.

A region lasts while at least one thread is between its marks. A program may enter it several times; then the
parts add up. What comes before warms the caches, and first touches place the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import (
    BarrierCounts,
    CoherentCounts,
    ControllerCounts,
    CoreCounts,
    HomeCounts,
    L1Counts,
    MachineCounts,
    MemoryCounts,
    ServerCounts,
)
from numasim.numa.shared.traffic import Traffic
from numasim.threads.operations import REGION, WARM_UP

if TYPE_CHECKING:
    from typing import Protocol

    class CountedRun(MachineCounts, Protocol):
        """A run of threads in either engine."""

        @property
        def operations(self) -> NDArray[np.int64]:
            """The counters of the operations of each core."""


_COUNTS = (
    *(ControllerCounts, ServerCounts, CoreCounts, MemoryCounts, L1Counts, HomeCounts, CoherentCounts),
    *(BarrierCounts, Traffic),
)

T = TypeVar("T")
ByHops = dict[tuple[MessageClass, int], tuple[int, int]]


@dataclass(eq=False)
class LinkAndPortCounts:
    """The counters of a network, as in :class:`numasim.numa.shared.finished_run.NetworkCounts`."""

    links: dict[str, NDArray[np.int64]]
    injection: list[ServerCounts]
    ejection: list[ServerCounts]

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.shared.finished_run.NetworkCounts`."""
        return self.links


@dataclass(eq=False)
class RunCounts:
    """All counters of a run up to a cycle, ``finished_at``, or between cycles.

    It is a :class:`numasim.numa.shared.finished_run.MachineCounts`, and has the ``operations`` of each core.
    """

    events: int
    finished_at: int
    cores: list[CoreCounts]
    network: LinkAndPortCounts
    values: Traffic
    memory: MemoryCounts
    coherent: CoherentCounts
    barrier: BarrierCounts
    operations: NDArray[np.int64]
    ended_by: str | None = None


def counts_of(run: CountedRun, cycle: int) -> RunCounts:
    """Copy the counters of a run, which has reached a cycle."""
    network = run.network
    assert run.coherent is not None
    return RunCounts(
        events=run.events,
        finished_at=cycle,
        cores=_copy(list(run.cores)),
        network=LinkAndPortCounts(
            _copy(network.link_counts()),
            _copy(getattr(network, "injection", [])),
            _copy(getattr(network, "ejection", [])),
        ),
        values=_copy(run.values),
        memory=_copy(run.memory),
        coherent=_copy(run.coherent),
        barrier=_copy(run.barrier),
        operations=run.operations.copy(),
    )


class Region:
    """The region of interest of a run.

    Attributes
    ----------
    counts : RunCounts or None
        The sum over the parts of the region that have ended.
    boundaries : int
        How often the region has begun or ended.
    """

    def __init__(self) -> None:
        self.counts: RunCounts | None = None
        self.boundaries = 0
        self._begin: RunCounts | None = None

    def stop(self, counts: RunCounts) -> None:
        """End the region in the last cycle of a run that a limit ended, if it has begun."""
        if self._begin is not None:
            self.change(inside=False, count=lambda: counts)

    def change(self, inside: bool, count: Callable[[], RunCounts]) -> tuple[int, RunCounts] | None:
        """Begin or end the region, unless it has already.

        Parameters
        ----------
        inside : bool
            Whether a thread is in the region.
        count : callable
            Returns the counters of the run.

        Returns
        -------
        tuple of int and RunCounts, or None
            The part of the run that has ended here, and the counters; None if there is no change.
        """
        if inside == (self._begin is not None):
            return None
        now = count()
        self.boundaries += 1
        if self._begin is None:
            self._begin = now
            return WARM_UP, now
        part = _combine(now, self._begin, -1)
        self.counts = part if self.counts is None else _combine(self.counts, part, 1)
        self._begin = None
        return REGION, now


def _copy(value: T) -> T:
    """Copy counters, without the state of the components that have them."""
    found: Any
    for kind in _COUNTS:
        if isinstance(value, kind):
            found = kind(**{each.name: _copy(getattr(value, each.name)) for each in fields(kind)})
            return cast(T, found)
    if isinstance(value, Mapping):
        found = {key: _copy(each) for key, each in value.items()}
    elif isinstance(value, np.ndarray):
        found = value.copy()
    elif isinstance(value, Sequence) and not isinstance(value, tuple):
        found = [_copy(each) for each in value]
    else:
        found = value
    return cast(T, found)


def _combine(first: Any, second: Any, sign: int) -> Any:
    """Add or subtract counters. What is no counter, such as the tiles of controllers, is kept."""
    if is_dataclass(first):
        pairs = {each.name: (getattr(first, each.name), getattr(second, each.name)) for each in fields(first)}
        by_hops = pairs.pop("by_hops", None)
        made: Any = type(first)
        found = made(**{name: _combine(*pair, sign) for name, pair in pairs.items()})
        if by_hops is not None:
            found.by_hops = _combine_hops(*by_hops, sign)
        return found
    if isinstance(first, dict):
        return {key: _combine(each, second[key], sign) for key, each in first.items()}
    if isinstance(first, list):
        return [_combine(*pair, sign) for pair in zip(first, second, strict=True)]
    if isinstance(first, (int, np.integer, np.ndarray)):
        return first + sign * second
    return first


def _combine_hops(first: ByHops, second: ByHops, sign: int) -> ByHops:
    """Add or subtract the packets and flits by class and number of links, without those that are none."""
    pairs = {key: (first.get(key, (0, 0)), second.get(key, (0, 0))) for key in second | first}
    found = {key: (a[0] + sign * b[0], a[1] + sign * b[1]) for key, (a, b) in pairs.items()}
    return {key: counts for key, counts in found.items() if any(counts)}
