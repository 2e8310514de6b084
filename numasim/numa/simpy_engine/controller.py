"""A memory controller, which serves one block at a time at its bandwidth, with optional DRAM banks.

With banks, an access needs its row in the row buffer of its bank. If the row is open, the access is a *row
hit*. If no row is open, the access is a *row miss* and its row is opened first. If a different row is open,
the access is a *row conflict* and that row is closed before. A row stays open until a different row is
needed. Banks open rows in parallel, also while the channel transfers other blocks. The channel serves in
order of arrival (FCFS), so an access waits for preceding accesses that wait for their rows. A bank begins the
next access when it has passed its block to the channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import simpy

from numasim.numa.shared.finished_run import ControllerCounts
from numasim.numa.simpy_engine.clock import Clock, fire_after
from numasim.numa.simpy_engine.server import Server

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

NO_ROW = -1


class Controller(Server, ControllerCounts):
    """A channel to memory, and the row buffers of its banks."""

    part: ClassVar[str] = "controller"

    def __init__(self, clock: Clock, machine: Machine) -> None:
        service, ticks_per_cycle = machine.block_service_ticks
        super().__init__(clock, ticks_per_cycle)
        dram = machine.memory.dram
        banks = 0 if dram is None else dram.banks
        self._service = service
        self._answer_cycles = machine.memory_answer_cycles
        self._activate_cycles, self._conflict_cycles = machine.row_open_cycles
        self._open_row = [NO_ROW] * banks
        self._bank_free_at_tick = [0] * banks
        self._row_of: dict[int, int] = {}

    def access(self, number: int, row: int) -> simpy.Event:
        """Queue for a block of one of its rows.

        Parameters
        ----------
        number : int
            The number that orders accesses of the same cycle. It is unique among the waiting accesses.
        row : int
            The row. Rows are interleaved over the banks.

        Returns
        -------
        simpy.Event
            The arrival of the response at the port of the controller's tile.
        """
        if self._open_row:
            self._row_of[number] = row
        return self.request(number, self._service, self._answer_cycles, at_end=True)

    def decide(self) -> None:
        """Schedule the accesses of this cycle."""
        if not self._open_row:
            super().decide()
            return
        requests, self._requests = self._requests, []
        per_cycle, now = self._ticks_per_cycle, int(self._env.now)
        for number, ticks, delay, _, event in sorted(requests, key=lambda request: request[0]):
            row, bank = divmod(self._row_of.pop(number), len(self._open_row))
            opening = self._opening_cycles(bank, row)
            ready = max(now * per_cycle, self._bank_free_at_tick[bank]) + opening * per_cycle
            start = max(ready, self._free_at_tick)
            end = self._free_at_tick = self._bank_free_at_tick[bank] = start + ticks
            self.served += 1
            self.busy_ticks += ticks
            self.wait_cycles += start // per_cycle - opening - now
            fire_after(event, -(-end // per_cycle) - now + delay)

    def _opening_cycles(self, bank: int, row: int) -> int:
        """Open a row in its row buffer. Returns the cycles that this takes."""
        before, self._open_row[bank] = self._open_row[bank], row
        if before == row:
            self.row_hits += 1
            return 0
        if before == NO_ROW:
            self.row_misses += 1
            return self._activate_cycles
        self.row_conflicts += 1
        return self._conflict_cycles
