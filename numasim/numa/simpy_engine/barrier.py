"""The barrier between supersteps: every core reports to core 0, and core 0 releases all cores."""

from __future__ import annotations

from collections.abc import Generator

import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import BarrierCounts
from numasim.numa.simpy_engine.run_state import RunState


class Barrier(BarrierCounts):
    """A centralised barrier at core 0 with 2 (cores - 1) messages, each of one header.

    Core 0 sends no message to itself. Its report counts immediately, and it is released one cycle after the
    last report.

    Attributes
    ----------
    arrived : int
        Number of cores that have reported in this step.
    """

    def __init__(self, run: RunState, num_cores: int, steps: int) -> None:
        super().__init__()
        self._run = run
        self._num_cores = num_cores
        self._steps_left = steps
        self.arrived = 0

    def arrive(self, core: int) -> None:
        """Report that a core has finished this step."""
        if core == 0:
            self._count()
        else:
            self._run.env.process(self._report(core))

    def _report(self, core: int) -> Generator[simpy.Event]:
        run = self._run
        yield run.env.timeout(1)
        number = run.barrier_number + core
        yield from run.network.carry(number, core, 0, run.header, MessageClass.FORWARD, self.traffic)
        self._count()

    def _count(self) -> None:
        self.arrived += 1
        if self.arrived == self._num_cores:
            self.arrived = 0
            self._steps_left -= 1
            if self._run.instructions is not None:
                self._run.forget_step()
            last = self._steps_left == 0
            for core in range(self._num_cores):
                self._run.env.process(self._let_go(core, last))

    def _let_go(self, core: int, last: bool) -> Generator[simpy.Event]:
        run = self._run
        yield run.env.timeout(1)
        if core:
            number = run.barrier_number + self._num_cores + core
            yield from run.network.carry(number, 0, core, run.header, MessageClass.FORWARD, self.traffic)
        released = run.cores[core]
        released.release()
        if last:
            run.finished_at = run.env.now
        else:
            released.start()
