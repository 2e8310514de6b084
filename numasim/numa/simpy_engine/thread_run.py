"""One run of threads in the SimPy engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.numa.shared.region import Region, RunCounts, counts_of
from numasim.numa.shared.sync_objects import NEED, sync_tables
from numasim.numa.shared.thread_inputs import phase_counts
from numasim.numa.shared.thread_stall import WaitingThread, thread_stall_error
from numasim.numa.shared.traffic import Traffic
from numasim.numa.simpy_engine.machine_parts import MachineParts
from numasim.numa.simpy_engine.parts import Parts
from numasim.numa.simpy_engine.thread_barrier import ThreadBarrier
from numasim.numa.simpy_engine.thread_core import ThreadCore
from numasim.threads.operations import AWAIT
from numasim.threads.refill import PHASE_BARRIER, enter_next_phase, refill_thread

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs


class ThreadRun(MachineParts):
    """The cores with their threads, and the synchronisation objects.

    The class attribute ``core`` is the class of its cores.

    Attributes
    ----------
    phases : list of list of int
        The counters at the end of each phase, see ``PHASE_COUNTS``.
    figures : list of list of int
        The program's figures of each phase.
    region : Region
        The region of interest, if the program has one.
    """

    core: type[ThreadCore] = ThreadCore

    def __init__(self, inputs: ThreadRunInputs) -> None:
        machine, team = inputs.machine, inputs.team
        super().__init__(
            Parts(),
            machine,
            inputs.network,
            first_coherence_number=2 * machine.num_cores,
            num_blocks=inputs.num_blocks,
            note_losses=True,
        )
        self.num_cores = machine.num_cores
        self.window, self.issue_width = machine.core.window, machine.core.issue_width
        self.l1_cycles = machine.l1.latency_cycles
        self.block = machine.memory.block
        self.blocks_per_page = machine.memory.page // machine.memory.block
        self.sync = sync_tables(inputs)
        self.ordered_atomics = inputs.ordered_atomics
        self.barrier_messages = inputs.barrier == "messages"
        self.barrier = ThreadBarrier(self)
        self.values = Traffic()
        self.phases: list[list[int]] = []
        self.figures: list[list[int]] = []
        self.region = Region()
        assert self.coherent is not None
        of_cores = zip(inputs.thread_of_core.tolist(), self.coherent.l1s, strict=True)
        cores = [self.core(number, thread, self, l1) for number, (thread, l1) in enumerate(of_cores)]
        self.cores = cores
        self.coherent.wake_core = lambda number: cores[number].call()
        self.memory.place_before(team.layout.writer_of_page, inputs.core_of_thread)
        self._core_of_thread = inputs.core_of_thread
        self._team = team
        self._limits = inputs.limits
        self._running = inputs.core_of_thread.size
        self._wanting: list[ThreadCore] = []
        self._phase_is_over = self._is_marked = False
        self._inside = 0

    def execute(self) -> None:
        """Run to the end; see :meth:`numasim.numa.compiled.thread_run.ThreadRun.execute`."""
        enter_next_phase(self._team.tables)
        for core in self.cores:
            core.call()
        self._go_on(self._limits)
        if self.ended_by is not None:
            for core in self.cores:
                core.stop(self.finished_at)
        self._team.check()
        if self.ended_by is None and not self._is_done():
            raise thread_stall_error(
                int(self.env.now),
                [self._waiting(core) for core in self.cores if not core.ended],
                self.sync.objects,
                self._team.program.object_names,
                np.array([core.thread for core in self.cores]),
                moving=bool(self.env.peek() < float("inf")),
                caches=None if self.coherent is None else self.coherent.coherence,
                routers=self.routers,
            )

    @property
    def operations(self) -> NDArray[np.int64]:
        """The counters of the operations of each core, see ``OPERATION_COUNTS``."""
        return np.array([core.counts for core in self.cores])

    @property
    def delays(self) -> tuple[int, int]:
        """The most cycles that an oldest operation waited for slots, and a thread for what had happened."""
        return max(core.late for core in self.cores), max(core.overdue for core in self.cores)

    def want_operations(self, core: ThreadCore) -> None:
        """Register a core for its next operations at the end of this cycle."""
        self._call_at_end()
        self._wanting.append(core)

    def core_of(self, thread: int) -> ThreadCore:
        """The core of a thread."""
        return self.cores[self._core_of_thread[thread]]

    def all_arrived(self, number: int) -> None:
        """Note that all participants have reached a barrier. That of the phases is the program's business."""
        if number == PHASE_BARRIER:
            self._call_at_end()
            self._phase_is_over = True

    def mark(self, *, enters: bool) -> None:
        """Note that a thread enters or leaves the region of interest."""
        self._call_at_end()
        self._is_marked = True
        self._inside += 1 if enters else -1

    def counts_now(self) -> RunCounts:
        """The counters at the end of this cycle."""
        now = int(self.env.now) + 1
        found = counts_of(self, now)
        for number, core in enumerate(self.cores):
            found.cores[number], found.operations[number] = core.counts_at(now)
        assert self.coherent is not None
        for l1, counts in zip(self.coherent.l1s, found.coherent.l1s, strict=True):
            counts.mshr_cycles = l1.mshr_cycles_at(now)
        return found

    def end_thread(self) -> None:
        """Note that a thread has ended."""
        self._running -= 1
        self.finished_at = int(self.env.now)

    def _call_at_end(self) -> None:
        if not self._wanting and not self._phase_is_over and not self._is_marked:
            self.clock.call_for_placement(self._end_cycle)

    def _end_cycle(self) -> None:
        """Enter the next phase if the last one is over, and get the threads' operations, by core."""
        tables = self._team.tables
        if self._is_marked:
            self._is_marked = False
            changed = self.region.change(self._inside > 0, self.counts_now)
            if changed is not None:
                part, counts = changed
                self.phases.append(
                    phase_counts(counts.finished_at, counts.operations, counts.coherent, counts.memory)
                )
                self.figures.append([part])
        if self._phase_is_over:
            self._phase_is_over = False
            assert self.coherent is not None
            cycle = int(self.env.now)
            self.phases.append(phase_counts(cycle, self.operations, self.coherent, self.memory))
            enter_next_phase(tables)
            self.figures.append(tables.figures.tolist())
        wanting, self._wanting = self._wanting, []
        for core in sorted(wanting, key=lambda one: one.number):
            count = refill_thread(tables, core.thread)
            core.take(tables.operations[core.thread, :count].tolist())
        self._team.check()

    def _is_done(self) -> bool:
        traffic = self.barrier.traffic
        return self._running == 0 and traffic.flits_injected == traffic.flits_ejected

    def _progress(self) -> object:
        return sum(core.tasks for core in self.cores), len(self.phases)

    def _waiting(self, core: ThreadCore) -> WaitingThread:
        if not core.window:
            return WaitingThread(core.thread, core.number, -1, 0, 0, -1)
        oldest = core.window[0]
        if oldest.kind == AWAIT:
            other, needed = oldest.folded, oldest.address
            return WaitingThread(core.thread, core.number, AWAIT, other, needed, oldest.began)
        need = int(self.sync.waiters[core.number, NEED])
        return WaitingThread(core.thread, core.number, oldest.kind, oldest.address, need, oldest.began)
