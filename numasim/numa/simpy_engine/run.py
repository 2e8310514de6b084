"""One run of the SimPy engine: its parts are made and put together, and the program is executed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from mappers.mapping import PeriodicMapping
from numasim.numa.shared.finished_run import expected_tasks, is_done, progress, tasks_run
from numasim.numa.shared.stall_report import MachineSnapshot, stall_error
from numasim.numa.shared.transaction_numbers import TransactionNumbers
from numasim.numa.simpy_engine.arrivals import Arrivals
from numasim.numa.simpy_engine.asked_tasks import TaskQuestions
from numasim.numa.simpy_engine.clusters import Clusters
from numasim.numa.simpy_engine.instruction_state import InstructionState
from numasim.numa.simpy_engine.machine_parts import MachineParts
from numasim.numa.simpy_engine.parts import Parts
from numasim.numa.simpy_engine.program_lists import ProgramLists
from numasim.numa.simpy_engine.run_parts import RunParts
from numasim.numa.simpy_engine.run_state import RunState

if TYPE_CHECKING:
    from numasim.numa.shared.migration import MigrationCounts
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.stealing import StealCounts
    from numasim.numa.shared.traffic import Traffic


class Run(MachineParts):
    """A program on its machine; see :class:`numasim.numa.shared.finished_run.FinishedRun`.

    Parameters
    ----------
    parts : Parts
        The classes of the parts.

    Attributes
    ----------
    state : RunParts
        The parts that the cores use.
    """

    def __init__(self, inputs: RunInputs, parts: Parts | None = None) -> None:
        parts = Parts() if parts is None else parts
        program, instructions = inputs.program, inputs.instructions
        numbers = TransactionNumbers.of(inputs)
        super().__init__(
            parts,
            inputs.machine,
            inputs.network,
            first_coherence_number=None if instructions is None else numbers.end,
            num_blocks=0 if instructions is None else inputs.num_blocks,
            note_losses=inputs.through_memory,
        )
        num_cores = inputs.machine.num_cores
        cores: list[Any] = []  # whose classes may be components
        lists = ProgramLists(inputs, numbers)
        arrivals = Arrivals(lists)
        clusters = Clusters(inputs, self.clock, cores)
        shared = (inputs, numbers, self, lists, arrivals, clusters, cores)
        state = RunState(*shared)
        tasks = questions = stealing = migration = None
        if instructions is not None:
            tasks = InstructionState(inputs, instructions, arrivals)
        if inputs.decisions is not None:
            questions = TaskQuestions(self.clock, inputs.decisions, num_cores)
        if inputs.stealing is not None:
            stealing = parts.make("stealing", state)
        if isinstance(inputs.mapping, PeriodicMapping):
            migration = parts.make("migration", state)
        messages = parts.make("messages", state, migration)
        self.barrier = parts.make("barrier", state, _do_nothing if tasks is None else tasks.forget_step)
        self.state = RunParts(*shared, tasks, questions, stealing, migration, messages, self.barrier)
        if self.coherent is None:
            cores.extend(parts.make("core", number, self.state) for number in range(num_cores))
        else:
            l1s = enumerate(self.coherent.l1s)
            cores.extend(parts.make("out_of_order_core", number, self.state, l1) for number, l1 in l1s)
            self.coherent.wake_core = lambda number: cores[number].call()
        self.cores: Sequence[Any] = cores
        self.core_of_cluster, self.activity = clusters.core_of_cluster, clusters.activity
        self.cluster_start, self.cluster_finish = clusters.start, clusters.finish
        self.cluster_cycles, self.vertex_finish = clusters.cycles, arrivals.finished_at
        self.values: Traffic = messages.traffic
        self.steals: StealCounts | None = stealing and stealing.counts
        self.migrations: MigrationCounts | None = migration and migration.counts
        self._limits = inputs.limits
        self._expected = expected_tasks(program, instructions)

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        InvariantError
            The run cannot finish. This is a bug in a component.
        """
        state, clusters = self.state, self.state.clusters
        clusters.place_first()
        for core in self.cores:
            core.start()
        if state.migration is not None:
            state.migration.start()
        self._go_on(self._limits)
        if self.ended_by is None and not self._is_done():
            raise stall_error(state.inputs.program, self._snapshot(), state.inputs.instructions)
        if self.ended_by is None and not state.program.supersteps:
            self.finished_at = max(0, *self.vertex_finish, *self.cluster_finish)
        clusters.place_last()

    @property
    def local_messages(self) -> int:
        """Number of value messages between clusters of the same core."""
        return self.state.messages.local_messages

    @property
    def remote_values(self) -> int:
        """Number of values that moved between cores through memory."""
        return self.state.messages.remote_values

    def _is_done(self) -> bool:
        return is_done(self, self.state.inputs.program, self._expected)

    def _progress(self) -> tuple[int, ...]:
        return progress(self)

    def _snapshot(self) -> MachineSnapshot:
        inputs, program, arrivals = self.state.inputs, self.state.program, self.state.arrivals
        tasks = self.state.instructions
        return MachineSnapshot(
            cycle=int(self.env.now),
            ran=tasks_run(self),
            expected=self._expected,
            moving=self.env.peek() < inf,
            core_of_cluster=np.array(self.core_of_cluster),
            finished=np.array(self.vertex_finish),
            unread=np.array(program.needs_read) & (np.array(arrivals.begun_at) < 0),
            missing=np.array(arrivals.missing),
            value_from=np.array(arrivals.value_from),
            status=None
            if tasks is None
            else np.array(tasks.status[program.num_edges : inputs.program.num_tasks]),
            left=[core.outstanding for core in self.cores],
            reads=[core.reads_in_flight for core in self.cores] if self.coherent is None else [],
            at_barrier=self.barrier.arrived,
            caches=None if self.coherent is None else self.coherent.coherence,
            routers=self.routers,
        )


def _do_nothing() -> None:
    """End a superstep of blocking cores, each of which resets its own replicas."""
