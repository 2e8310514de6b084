"""The instructions of a run with simulated memory, and how far each has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.shared.value_source import LOCAL
from numasim.program.shared_values import no_shared_values

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.simpy_engine.arrivals import Arrivals
    from numasim.program.instructions import Instructions

WAITING, READY, QUEUED, RUNNING, ACCESSING, HOLDING, DONE = range(7)
"""The states of a task of an out-of-order core: values are missing; values are available; the task may begin;
the task or its access has begun; the task holds the block of an unwritten value; finished."""


class InstructionState:
    """The tasks of out-of-order cores, and the accesses that move values between cores or supersteps.

    Attributes
    ----------
    access, latency, block : list of int
        By vertex, see :class:`numasim.program.instructions.Instructions`.
    has_slot : list of bool
        By edge: whether a forwarding slot passes its value on.
    shared_kind, shared_block, shared_replica, shared_core, lost_meanwhile : list
        By access, see :class:`numasim.program.shared_values.SharedValues`. Access ``a`` is the task
        ``num_tasks + a``.
    status : list of int
        By task and access.
    place : list of int
        By task: its place in the program order of its core.
    """

    def __init__(self, inputs: RunInputs, instructions: Instructions, arrivals: Arrivals) -> None:
        program, machine = inputs.program, inputs.machine
        replicas = program.replicas
        self._arrivals = arrivals
        self.num_tasks = program.num_tasks
        shared = inputs.shared or no_shared_values(replicas.master.size, replicas.vertex.size, self.num_tasks)
        self.window, self.issue_width = machine.core.window, machine.core.issue_width
        self.l1_cycles = machine.l1.latency_cycles
        self.access = instructions.access.tolist()
        self.latency = instructions.latency.tolist()
        self.block = instructions.block.tolist()
        self.has_slot = (instructions.task_cluster[: program.partition.graph.num_edges] >= 0).tolist()
        self.shared_kind, self.shared_block = shared.kind.tolist(), shared.block.tolist()
        self.shared_replica, self.shared_core = shared.replica.tolist(), shared.core.tolist()
        self.publication, self.poll = shared.publication.tolist(), shared.poll.tolist()
        self.addition, self.additions_of = shared.addition.tolist(), shared.additions.tolist()
        self.read_of, self.write_of = shared.read.tolist(), shared.write.tolist()
        self.polls_indptr, self.polls = shared.polls_indptr.tolist(), shared.polls.tolist()
        self.accesses_of_core = np.bincount(shared.core, minlength=machine.num_cores).tolist()
        self.lost_meanwhile = [False] * shared.kind.size
        self._first_shared_block = shared.first_block
        self._waiters_indptr, self._waiters = shared.waiters_indptr.tolist(), shared.waiters.tolist()
        self.place = [0] * self.num_tasks
        self.forget_step()

    def forget_step(self) -> None:
        """Reset the state of the superstep."""
        self._arrivals.forget()
        n = len(self._arrivals.begun_at)
        self.status = [WAITING] * (self.num_tasks + len(self.shared_kind))
        self.additions = self.additions_of.copy()
        self.published_at, self.accumulated_at, self.added_at = [-1] * n, [-1] * n, [LOCAL] * n
        self.from_memory_at = [-1] * n

    def waiters(self, block: int) -> list[int]:
        """The numbers of the polls of a block."""
        slot = block - self._first_shared_block
        if not 0 <= slot < len(self._waiters_indptr) - 1:
            return []
        return self._waiters[self._waiters_indptr[slot] : self._waiters_indptr[slot + 1]]
