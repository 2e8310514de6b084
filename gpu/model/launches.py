"""What a stream launches: kernels one after another, or SPAC-adapt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpu.backends.host.trace import KernelTrace
from partitioners.errors import OptionError


@dataclass(frozen=True, eq=False)
class Adapt:
    """An iteration whose kernels are swapped for others once those are ready.

    This is the overhead control of SPAC (Li et al., 2017, section 4): the graph is cut on the CPU while the
    GPU iterates over it as it is; from the first iteration that begins at ``ready_us`` or later, the
    kernels over the cut run.

    Attributes
    ----------
    before, after : sequence of KernelTrace
        The launches of one iteration.
    ready_us : float
        When the cut is ready, from the start of the simulation.
    iterations : int
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

    @property
    def traces(self) -> tuple[KernelTrace, ...]:
        """All that may be launched."""
        return (*self.before, *self.after)

    @property
    def most_launches(self) -> int:
        """How many there may be."""
        return self.iterations * max(len(self.before), len(self.after))
