"""One run of threads in the SimPy engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.machine_parts import MachineParts
from numasim.numa.network_interface import Traffic
from numasim.numa.sync_objects import sync_table
from numasim.numa.thread_barrier import ThreadBarrier
from numasim.numa.thread_core import ThreadCore
from numasim.numa.thread_inputs import phase_counts
from numasim.numa.thread_stall import ThreadState, thread_stall_error
from numasim.threads.operations import BARRIER
from numasim.threads.refill import PHASE_BARRIER, enter_next_phase, refill_thread

if TYPE_CHECKING:
    from numasim.numa.thread_inputs import ThreadRunInputs


class ThreadRun(MachineParts):
    """The cores with their threads, and the synchronisation objects.

    Parameters
    ----------
    inputs : ThreadRunInputs

    Attributes
    ----------
    finished_at : int
        T: the cycle in which the last thread ended.
    phases : list of list of int
        The counters at the end of each phase, see ``PHASE_COUNTS``.
    figures : list of list of int
        The program's figures of each phase.
    """

    def __init__(self, inputs: ThreadRunInputs) -> None:
        machine, team = inputs.machine, inputs.team
        super().__init__(
            machine, inputs.network, first_coherence_number=2 * machine.num_cores, note_losses=True
        )
        self._team = team
        self._limits = inputs.limits
        self.values = Traffic()
        self.header = machine.network.header_size
        self.window, self.issue_width = machine.core.window, machine.core.issue_width
        self.l1_cycles = machine.l1.latency_cycles
        self.block = machine.memory.block
        self.blocks_per_page = machine.memory.page // machine.memory.block
        self.ticket_address = team.layout.ticket_address.tolist()
        self.grant_address = team.layout.grant_address.tolist()
        self.objects = sync_table(team.participants)
        self.ordered_atomics = inputs.ordered_atomics
        self.barrier_messages = inputs.barrier == "messages"
        self.barrier = ThreadBarrier(self)
        assert self.coherent is not None
        self.cores = [
            ThreadCore(number, thread, self, l1)
            for number, (thread, l1) in enumerate(
                zip(inputs.thread_of_core.tolist(), self.coherent.l1s, strict=True)
            )
        ]
        cores = self.cores
        self.coherent.wake_core = lambda number: cores[number].call()
        self.memory.write_before(team.layout.writer_of_page, inputs.core_of_thread)
        self.phases: list[list[int]] = []
        self.figures: list[list[int]] = []
        self.ended_by: str | None = None
        self.finished_at = 0
        self._running = inputs.core_of_thread.size
        self._wanting: list[ThreadCore] = []
        self._phase_over = False

    @property
    def operations(self) -> np.ndarray:
        """The counters of the operations of each core."""
        return np.array([core.counts for core in self.cores])
