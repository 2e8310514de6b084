"""The launches of a stream: kernels one after another, or SPAC-adapt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpu.backends.host.trace import KernelTrace
from partitioners.errors import OptionError


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

    @property
    def traces(self) -> tuple[KernelTrace, ...]:
        """The traces of all possible launches."""
        return (*self.before, *self.after)

    @property
    def most_launches(self) -> int:
        """Upper bound on the number of launches."""
        return self.iterations * max(len(self.before), len(self.after))
