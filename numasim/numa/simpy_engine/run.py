"""One run of the SimPy engine: the machine's components and the state of one program."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.shared.finished_run import expected_tasks, is_done, progress, tasks_run
from numasim.numa.shared.stall_report import MachineSnapshot, stall_error
from numasim.numa.simpy_engine.barrier import Barrier
from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.out_of_order_core import OutOfOrderCore
from numasim.numa.simpy_engine.run_state import RunState

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs


class Run(RunState):
    """The cores, caches and barrier of the machine, with the state of the program.

    Parameters
    ----------
    inputs : RunInputs

    Attributes
    ----------
    blocking_core, out_of_order_core : type
        The classes of its cores, with traced memory and with simulated memory.
    """

    blocking_core: type[Core] = Core
    out_of_order_core: type[OutOfOrderCore] = OutOfOrderCore

    cores: list[Core] | list[OutOfOrderCore]
    barrier: Barrier

    def __init__(self, inputs: RunInputs) -> None:
        super().__init__(inputs)
        machine = inputs.machine
        self._limits = inputs.limits
        self._expected = expected_tasks(self.program, self.instructions)
        if self.coherent is None:
            self.cores = [self.blocking_core(number, self) for number in range(machine.num_cores)]
        else:
            cores = [self.out_of_order_core(k, self, l1) for k, l1 in enumerate(self.coherent.l1s)]
            self.coherent.wake_core = lambda number: cores[number].call()
            self.cores = cores
        self.barrier = Barrier(self, machine.num_cores, self.program.steps)

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        InvariantError
            The run cannot finish. This is a bug in a component.
        """
        self._place_first()
        for core in self.cores:
            core.start()
        if self.migration is not None:
            self.migration.start()
        self._go_on(self._limits)
        if self.ended_by is None and not self._is_done():
            raise stall_error(self.program, self._snapshot(), self.instructions)
        if self.ended_by is None and not self.supersteps:
            self.finished_at = max(max(self.vertex_finish, default=0), max(self.cluster_finish, default=0), 0)
        self._place_last()

    def _is_done(self) -> bool:
        return is_done(self, self.program, self._expected)

    def _progress(self) -> tuple[int, ...]:
        return progress(self)

    def _snapshot(self) -> MachineSnapshot:
        m = self.num_edges
        return MachineSnapshot(
            cycle=int(self.env.now),
            ran=tasks_run(self),
            expected=self._expected,
            moving=self.env.peek() < inf,
            core_of_cluster=np.array(self.core_of_cluster),
            finished=np.array(self.vertex_finish),
            unread=np.array(self.needs_read) & (np.array(self.begun_at) < 0),
            missing=np.array(self.missing),
            value_from=np.array(self.value_from),
            status=None if self.instructions is None else np.array(self.status[m : self.program.num_tasks]),
            left=[core.outstanding for core in self.cores],
            reads=[core.reads_in_flight for core in self.cores if isinstance(core, Core)],
            at_barrier=self.barrier.arrived,
            caches=None if self.coherent is None else self.coherent.coherence,
            routers=self.routers,
        )
