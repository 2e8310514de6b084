"""The unique numbers of the transactions of a run: value messages, reads, writes, barrier messages, then
those of work stealing, or of migration.

The value messages have the numbers of :class:`numasim.program.program.Program`. Transactions of the same
cycle are served in the order of their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.mapping import PeriodicMapping

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs


class TransactionNumbers(NamedTuple):
    """The first number of each kind of transaction.

    Attributes
    ----------
    needs_read : ndarray of bool, shape (n,)
        Whether the initial value of a vertex is read from memory, in a run with traced memory.
    accessed : ndarray of int32
        The vertex of each read, ascending. Supersteps number the reads and the writes of all vertices.
    first_read, first_write, first_barrier : int
        Each core sends the barrier message ``first_barrier + core``, and receives the message
        ``first_barrier + num_cores + core``.
    first_steal : int
        Each core sends the request ``first_steal + core`` for a task of another core, and gets the answer
        ``first_steal + num_cores + core``. The results of the tasks follow, one for each buffer of a core.
        With a periodic mapping, cluster ``c`` moves in the message ``first_steal + c``, and the block of
        replica ``r`` in the message ``first_steal + parts + r``.
    first_forward : int
        A core forwards the value message ``k`` as the message ``first_forward + k``, with a periodic mapping.
    end : int
        The first unused number.
    """

    needs_read: NDArray[np.bool_]
    accessed: NDArray[np.int32]
    first_read: int
    first_write: int
    first_barrier: int
    first_steal: int
    first_forward: int
    end: int

    @classmethod
    def of(cls, inputs: RunInputs) -> TransactionNumbers:
        """Number the transactions of a run."""
        program, traced = inputs.program, inputs.instructions is None
        n, supersteps = program.partition.graph.num_vertices, program.model == "supersteps"
        needs_read = np.zeros(n, bool)
        if inputs.inputs_in_memory and traced:
            needs_read[program.inputs] = True
        accessed, writes = np.flatnonzero(needs_read).astype(np.int32), 0
        if supersteps and inputs.inputs_in_memory and traced:
            accessed, writes = np.arange(n, dtype=np.int32), n
        first_write = program.num_messages + accessed.size
        first_barrier = first_write + writes
        machine = inputs.machine
        first_steal = first_barrier + 2 * machine.num_cores * (traced or supersteps)
        first_forward = end = first_steal
        if inputs.stealing is not None:
            first_forward = end = first_steal + machine.num_cores * (2 + machine.core.mshrs)
        elif isinstance(inputs.mapping, PeriodicMapping):
            first_forward = first_steal + program.partition.parts + program.replicas.vertex.size
            end = first_forward + program.num_messages + 1  # the last one is the question to the mapper
        return cls(
            needs_read,
            accessed,
            program.num_messages,
            first_write,
            first_barrier,
            first_steal,
            first_forward,
            end,
        )

    @classmethod
    def of_barriers(cls, num_cores: int) -> TransactionNumbers:
        """Number the transactions of a run that has only barrier messages."""
        return cls(np.zeros(0, bool), np.zeros(0, np.int32), 0, 0, 0, *[2 * num_cores] * 3)
