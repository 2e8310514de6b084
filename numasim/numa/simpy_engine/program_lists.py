"""The program of a run as lists, because Python reads their elements several times faster than an array's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.program.task_times import TaskTimes

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.transaction_numbers import TransactionNumbers


class ProgramLists:
    """What the parts of a run read about its tasks, replicas, vertices and messages. It does not change.

    Attributes
    ----------
    num_edges : int
        The tasks of the edges have the first numbers; that of vertex v is ``num_edges + v``.
    supersteps, writes_back : bool
        Whether the program runs in supersteps, and whether each of them ends with write-backs to memory.
    needs_read, read_number, write_number : list
        By vertex: whether its initial value is read from memory, and the numbers of these transactions.
    rates, rate_row : list
        The rates of the kinds of cores by class of tasks, and the class of each task.
    ready_sign : int
        Factor of the cycle in which a task became ready, in the order of the ready tasks: -1 if the latest
        task is the first.
    scatters : list of list of tuple
        By vertex: the replicas to which its value is sent, the first number and the number of messages.
    """

    def __init__(self, inputs: RunInputs, numbers: TransactionNumbers) -> None:
        program, replicas = inputs.program, inputs.program.replicas
        n, self.num_edges = program.partition.graph.num_vertices, program.partition.graph.num_edges
        self.supersteps = program.model == "supersteps"
        self.writes_back = self.supersteps and inputs.inputs_in_memory
        self.needs_read = numbers.needs_read.tolist()
        place = np.searchsorted(numbers.accessed, np.arange(n))
        self.read_number = (numbers.first_read + place).tolist()
        self.write_number = (numbers.first_write + place).tolist()

        times = TaskTimes.of(program, inputs.machine)
        self.task_cycles = program.task_cycles.tolist()
        self.rate_row = times.row.tolist()
        self.rates = times.rates.table.tolist()
        self.kind_of_core = times.rates.kind_of_core.tolist()
        self.priority = inputs.priority.tolist()
        self.ready_sign = -1 if inputs.latest_first else 1
        self.order = program.order.tolist()
        self.cluster_of_task = program.cluster_of_task.tolist()

        self.in_replica = replicas.in_replica.tolist()
        self.out_replica = replicas.out_replica.tolist()
        self.vertex = replicas.vertex.tolist()
        self.cluster = replicas.cluster.tolist()
        self.master = replicas.master.tolist()
        self.replica_indptr = replicas.indptr.tolist()
        self.readers = program.readers.tolist()
        self.reader_indptr = program.reader_indptr.tolist()
        self.missing_at_start = program.missing_at_start.tolist()
        self.gather_number = program.gather_id.tolist()
        self.scatters: list[list[tuple[int, int, int]]] = [[] for _ in range(n)]
        for r in replicas.scatters.tolist():
            self.scatters[self.vertex[r]].append(
                (r, int(program.scatter_id[r]), int(program.scatter_count[r]))
            )
