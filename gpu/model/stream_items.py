"""The items of a stream: kernels, copies, waits of the host, events, and SPAC-adapt."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from dataclasses import dataclass

from gpu.backends.host.trace import KernelTrace
from gpu.model.link import Copy
from partitioners.errors import OptionError


@dataclass(frozen=True)
class HostWait:
    """The host waits for all earlier items of the stream before it adds the next item."""


@dataclass(frozen=True)
class RecordEvent:
    """An event that occurs when all earlier items of the stream have ended.

    Attributes
    ----------
    name : str
        A name that no other recorded event has.
    """

    name: str


@dataclass(frozen=True)
class WaitEvent:
    """The next item of the stream waits until an event, usually of another stream, has occurred."""

    name: str


@dataclass(frozen=True, eq=False)
class Adapt:
    """An iteration whose kernels are replaced by others when those are ready.

    This is the overhead control of SPAC (Li et al., 2017, section 4). The CPU cuts the graph while the GPU
    iterates over the uncut graph. From the first iteration that begins at ``ready_us`` or later, the kernels
    for the cut graph run.

    Attributes
    ----------
    before, after : sequence of KernelTrace
        The launches of one iteration.
    ready_us : float
        Time at which the cut is ready, from the start of the simulation.
    iterations : int
        Number of iterations.
    """

    before: Sequence[KernelTrace]
    after: Sequence[KernelTrace]
    ready_us: float
    iterations: int

    def __post_init__(self) -> None:
        for name in ("before", "after"):
            traces = getattr(self, name)
            traces = (traces,) if isinstance(traces, KernelTrace) else tuple(traces)
            if not traces or not all(isinstance(trace, KernelTrace) for trace in traces):
                raise OptionError(f"{name}: expected traces of kernels (KernelTrace), at least one")
            object.__setattr__(self, name, traces)
        if type(self.iterations) is not int or self.iterations < 1:
            raise OptionError(f"iterations is {self.iterations!r}; expected an integer of at least 1")
        if not isinstance(self.ready_us, (int, float)) or not self.ready_us >= 0:
            raise OptionError(f"ready_us is {self.ready_us!r}; expected a number of at least 0")


Item = KernelTrace | Copy | HostWait | RecordEvent | WaitEvent | Adapt
"""An item of a stream."""


def items_of(name: str, items: Item | Sequence[Item]) -> tuple[Item, ...]:
    """The items of a stream as a tuple.

    Raises
    ------
    OptionError
        There is no item, or a value is not an item; the message has the name of the stream.
    """
    kinds = typing.get_args(Item)
    found: tuple[Item, ...] = (items,) if isinstance(items, kinds) else tuple(items)  # type: ignore[arg-type]  # mypy does not narrow by get_args
    if not found:
        raise OptionError(f"{name}: expected traces of kernels (KernelTrace) or other items, at least one")
    for item in found:
        if not isinstance(item, kinds):
            raise OptionError(
                f"{name}: expected traces of kernels (KernelTrace) or other items, "
                f"got {type(item).__name__}; choose among {', '.join(kind.__name__ for kind in kinds)}"
            )
    return found


def traces_of(items: Sequence[Item]) -> list[KernelTrace]:
    """The traces of all launches that some items can make, each once, in their order."""
    found: dict[int, KernelTrace] = {}
    for item in items:
        if isinstance(item, KernelTrace):
            found.setdefault(id(item), item)
        elif isinstance(item, Adapt):
            for trace in (*item.before, *item.after):
                found.setdefault(id(trace), trace)
    return list(found.values())
