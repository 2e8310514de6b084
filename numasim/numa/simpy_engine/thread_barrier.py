"""The barriers of threads through messages: all threads report to core 0, which releases them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import BarrierCounts
from numasim.numa.shared.sync_objects import ARRIVED, PARTICIPANTS

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.thread_parts import AnyThreadCore, AnyThreadRun


class ThreadBarrier(BarrierCounts):
    """A centralised barrier at core 0 for each synchronisation object, with messages of one header.

    A thread of core 0 sends no message. Its report counts immediately, and it is released one cycle after the
    last report.
    """

    def __init__(self, run: AnyThreadRun) -> None:
        super().__init__()
        self._run = run
        self._waiting: dict[int, list[AnyThreadCore]] = {}

    def arrive(self, core: AnyThreadCore, number: int) -> None:
        """Report that the thread of a core has reached a barrier."""
        self._waiting.setdefault(number, []).append(core)
        if core.number == 0:
            self._count(number)
        else:
            self._run.env.process(self._report(core.number, number))

    def _report(self, core: int, number: int) -> Generator[simpy.Event]:
        run = self._run
        yield run.env.timeout(1)
        yield from run.network.carry(core, core, 0, run.header, MessageClass.FORWARD, self.traffic)
        self._count(number)

    def _count(self, number: int) -> None:
        row = self._run.sync.objects[number]
        row[ARRIVED] += 1
        if row[ARRIVED] == row[PARTICIPANTS]:
            row[ARRIVED] = 0
            self._run.all_arrived(number)
            for core in self._waiting.pop(number):
                self._run.env.process(self._release(core))

    def _release(self, core: AnyThreadCore) -> Generator[simpy.Event]:
        run = self._run
        yield run.env.timeout(1)
        if core.number:
            number = run.num_cores + core.number
            yield from run.network.carry(
                number, 0, core.number, run.header, MessageClass.FORWARD, self.traffic
            )
        core.release()
