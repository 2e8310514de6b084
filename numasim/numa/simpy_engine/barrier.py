"""The barrier between supersteps: every core reports to core 0, and core 0 releases all cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import BarrierCounts

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.run_state import RunState


class WaitingCore(Protocol):
    """A core, as the barrier sees it."""

    def release(self) -> None:
        """Continue after the barrier."""

    def start(self) -> None:
        """Begin the next superstep."""


class Barrier(BarrierCounts):
    """A centralised barrier at core 0 with 2 (cores - 1) messages, each of one header.

    Core 0 sends no message to itself. Its report counts immediately, and it is released one cycle after the
    last report.

    Parameters
    ----------
    end_step : callable
        Called at the end of a superstep, before the cores are released.

    Attributes
    ----------
    arrived : int
        Number of cores that have reported in this step.
    """

    part: ClassVar[str] = "barrier"

    def __init__(self, state: RunState, end_step: Callable[[], None]) -> None:
        super().__init__()
        self._machine = state.machine
        self._cores: Sequence[WaitingCore] = state.cores
        self._num_cores = state.inputs.machine.num_cores
        self._first_number = state.numbers.first_barrier
        self._steps_left = state.inputs.program.steps
        self._end_step = end_step
        self.arrived = 0

    def arrive(self, core: int) -> None:
        """Report that a core has finished this step."""
        if core == 0:
            self._count()
        else:
            self._machine.env.process(self._report(core))

    def _report(self, core: int) -> Generator[simpy.Event]:
        machine = self._machine
        yield machine.env.timeout(1)
        number = self._first_number + core
        yield from machine.network.carry(number, core, 0, machine.header, MessageClass.FORWARD, self.traffic)
        self._count()

    def _count(self) -> None:
        self.arrived += 1
        if self.arrived == self._num_cores:
            self.arrived = 0
            self._steps_left -= 1
            self._end_step()
            last = self._steps_left == 0
            for core in range(self._num_cores):
                self._machine.env.process(self._let_go(core, last))

    def _let_go(self, core: int, last: bool) -> Generator[simpy.Event]:
        machine = self._machine
        yield machine.env.timeout(1)
        if core:
            number = self._first_number + self._num_cores + core
            yield from machine.network.carry(
                number, 0, core, machine.header, MessageClass.FORWARD, self.traffic
            )
        released = self._cores[core]
        released.release()
        if last:
            machine.finished_at = machine.env.now
        else:
            released.start()
