"""One run of threads in the compiled engine.

It has the interface of :class:`numasim.numa.simpy_engine.thread_run.ThreadRun`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.build_caches import cold_caches
from numasim.numa.compiled import thread_state as t
from numasim.numa.compiled.machine_run import MachineRun, core_counts
from numasim.numa.compiled.machine_tables import machine_fields, no_program
from numasim.numa.compiled.program_records import COMPUTE, CoreRow
from numasim.numa.compiled.records import Rows
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_loop import advance_threads
from numasim.numa.shared.region import Region, RunCounts, counts_of
from numasim.numa.shared.sync_objects import NEED
from numasim.numa.shared.thread_inputs import ISSUE_SLOTS, phase_counts
from numasim.numa.shared.thread_stall import WaitingThread, thread_stall_error
from numasim.numa.shared.traffic import Traffic
from numasim.numa.shared.transaction_numbers import TransactionNumbers
from numasim.threads.operations import AWAIT
from numasim.threads.refill import enter_next_phase

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs


class ThreadRun(MachineRun):
    """The state of the threads and of their machine."""

    _units: t.Threads

    def __init__(self, inputs: ThreadRunInputs) -> None:
        machine, team = inputs.machine, inputs.team
        caches = cold_caches(machine, inputs.num_blocks, note_losses=True)
        super().__init__(machine, inputs.network, inputs.limits, caches)
        self._team = team
        cores = machine.num_cores
        numbers = TransactionNumbers.of_barriers(cores)
        slots = t.slots_above(machine.l1.latency_cycles)
        fields = machine_fields(
            machine,
            inputs.network,
            numbers,
            first_coherence=numbers.end + cores * slots + 1,
            first_events=numbers.end + slots * np.arange(cores),
            num_blocks=inputs.num_blocks,
            pool=caches.messages.size,
        )
        ring = t.ring_size(inputs)
        self._state = State(**fields, **no_program(cores * ring))
        self._units = t.make_threads(inputs, self._state.first_coherence)
        pages = self._state.pages
        if pages.size:
            writer = team.layout.writer_of_page
            written = np.flatnonzero(writer >= 0)
            pages["touched"][written] = 0
            pages["core"][written] = inputs.core_of_thread[writer[written]]
        self.values = Traffic()
        self.phases: list[list[int]] = []
        self.figures: list[list[int]] = []
        self.region = Region()

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        InputError
            The threads wait for one another for ever.
        PluginError
            The program has made a mistake.
        InvariantError
            The run cannot finish. This is a bug in a kernel.
        """
        enter_next_phase(self._team.tables)
        self._go_on()
        if self.ended_by is not None:
            self._stop()
        self._team.check()
        if self.ended_by is None and not self._is_done():
            raise thread_stall_error(
                int(self._state.clock.now),
                list(self._waiting()),
                self._units.objects,
                self._team.program.object_names,
                self._units.thread_of_core,
                moving=bool(self._state.counts.any()),
                caches=self._caches,
                routers=self._routers,
            )

    @property
    def finished_at(self) -> int:
        """T: the cycle in which the last thread ended."""
        return self._ended_at if self.ended_by is not None else int(self._units.control.finished_at)

    @property
    def operations(self) -> NDArray[np.int64]:
        """The counters of the operations of each core, see ``OPERATION_COUNTS``."""
        return self._units.counts

    @property
    def delays(self) -> tuple[int, int]:
        """The most cycles that an oldest operation waited for slots, and a thread for what had happened."""
        late, overdue = int(self._units.rows["late"].max()), int(self._units.rows["overdue"].max())
        return late, overdue

    def _advance(self) -> int:
        return advance_threads(self._state, self._units, self._team.tables, self._caches, self._routers)

    def _answer(self, why: int) -> None:
        """Note the counters of the part or phase that has ended, and enter the next one."""
        control = self._units.control
        if control.marked:
            control.marked = 0
            changed = self.region.change(bool(control.inside), self.counts_now)
            if changed is not None:
                part, counts = changed
                self.phases.append(
                    phase_counts(counts.finished_at, counts.operations, counts.coherent, counts.memory)
                )
                self.figures.append([part])
        if not control.phase_over:
            return
        assert self.coherent is not None
        cycle = int(self._state.clock.now)
        self.phases.append(phase_counts(cycle, self.operations, self.coherent, self.memory))
        enter_next_phase(self._team.tables)
        self.figures.append(self._team.tables.figures.tolist())
        control.phase_over = 0

    def counts_now(self) -> RunCounts:
        """The counters at the end of this cycle."""
        now = int(self._state.clock.now) + 1
        found = counts_of(self, now)
        spent, found.operations = self._counts_at(now)
        found.cores = core_counts(spent)
        assert self._caches is not None
        for tile, in_use, counts in zip(
            self._units.tiles, self._caches.in_use, found.coherent.l1s, strict=True
        ):
            counts.mshr_cycles += int(in_use[0] * (now - tile.counted_until))
        return found

    def _stop(self) -> None:
        """End the accounts of the cores in the cycle in which a limit ended the run."""
        now = self._ended_at
        self._state.cores[:], self._units.counts[:] = self._counts_at(now)

    def _counts_at(self, now: int) -> tuple[Rows[CoreRow], NDArray[np.int64]]:
        """The tables ``cores`` and ``counts`` without the cycles and slots from ``now`` on."""
        units, mask = self._units, self._units.wheel_slots - 1
        cores, counts = self._state.cores.copy(), units.counts.copy()
        for core, (row, counted) in enumerate(zip(units.rows, cores, strict=True)):
            for cycle in range(max(row.decided_at, now - mask) + 1, now):
                number = units.wheel["first_over"][core * (mask + 1) + (cycle & mask)]
                while number >= 0:
                    counted.tasks += 1
                    number = int(self._state.links[number].child)
            beyond = row.accounted_until - now
            if beyond > 0:  # an operation whose slots reach behind the end
                counted.spent[COMPUTE] -= beyond
                counts[core, ISSUE_SLOTS] -= max(row.free_slot - now * units.issue_width, 0)
            elif units.thread_of_core[core] >= 0 and not row.has_ended:
                counted.spent[row.reason] -= beyond
        return cores, counts

    def _is_done(self) -> bool:
        barrier = self.barrier.traffic
        return self._units.control.running == 0 and barrier.flits_injected == barrier.flits_ejected

    def _progress(self) -> object:
        return int(self._state.cores["tasks"].sum()), len(self.phases)

    def _waiting(self) -> list[WaitingThread]:
        units, found = self._units, []
        for core, thread in enumerate(units.thread_of_core.tolist()):
            row = units.rows[core]
            if thread < 0 or row.has_ended:
                continue
            kind, number, need, since = -1, 0, int(units.waiters[core, NEED]), int(row.began)
            if row.head < row.tail:
                operation = units.operations[core * units.ring + (row.head & (units.ring - 1))]
                kind, number = int(operation["kind"]), int(operation["address"])
            if kind == AWAIT:
                number, need, since = int(operation["folded"]), number, int(row.awaits_since)
            found.append(WaitingThread(thread, core, kind, number, need, since))
        return found
