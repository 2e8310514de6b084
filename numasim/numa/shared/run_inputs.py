"""The inputs of a run, common to both engines."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from numasim.numa.shared.limits import UNLIMITED, Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mappers.mapping import Mapping, OnlineMapping
    from numasim.machine.machine import Machine
    from numasim.numa.shared.stealing import Stealing
    from numasim.program.instructions import Instructions
    from numasim.program.program import Program
    from numasim.program.run_time_scheduler import Decisions
    from numasim.program.shared_values import SharedValues


@dataclass(frozen=True, eq=False)
class RunInputs:
    """A program, its mapping, its machine, and the options of the run.

    Attributes
    ----------
    mapping : Mapping, OnlineMapping or PeriodicMapping
        With a periodic mapping, clusters move to other cores while the program runs (traced dataflow with
        priorities and without work stealing only).
    network : {'ideal', 'packet', 'flit'}
        The fidelity of the network.
    priority : ndarray of int64, shape (num_tasks,)
        See :mod:`numasim.program.schedulers`.
    latest_first : bool
        Whether ties of priorities go to the task that became ready last, instead of first.
    decisions : Decisions, optional
        A run-time scheduler, which chooses every task instead of the priorities (traced memory and a finished
        mapping only).
    value_bytes : int
        Payload of a value message, if the edges of the graph have no ``edge_bytes``.
    inputs_in_memory : bool
        Whether values are read from memory at the start, and written back at the end of a superstep.
    stealing : Stealing, optional
        The settings of work stealing (traced dataflow and priorities only).
    instructions : Instructions, optional
        With simulated memory, the instruction of each vertex, instead of the traced work.
    shared : SharedValues, optional
        The accesses that move values between cores or supersteps; empty if all values are messages.
    limits : Limits
        The limits at which the run ends early.
    consume : bool
        Whether the compiled engine may free memory. The program and the instructions then drop each array
        that the engine has converted. With traced memory, the program's order is overwritten.
    """

    program: Program
    mapping: Mapping | OnlineMapping
    machine: Machine
    _: KW_ONLY
    network: str
    priority: NDArray[np.int64]
    value_bytes: int
    inputs_in_memory: bool
    latest_first: bool = False
    decisions: Decisions | None = None
    stealing: Stealing | None = None
    instructions: Instructions | None = None
    shared: SharedValues | None = None
    limits: Limits = UNLIMITED
    consume: bool = False

    @property
    def message_bytes(self) -> NDArray[np.int64] | None:
        """The payload of each value message, shape (num_messages,); None if all have ``value_bytes``."""
        if self.program.partition.graph.edge_bytes is None:
            return None
        return self.program.message_bytes(self.value_bytes)

    @property
    def num_blocks(self) -> int:
        """With simulated memory, the blocks 0 .. ``num_blocks`` - 1 are accessed."""
        assert self.instructions is not None
        last = int(self.instructions.block.max(initial=0))
        return 1 + (last if self.shared is None else int(self.shared.block.max(initial=last)))

    @property
    def through_memory(self) -> bool:
        """Whether values move between cores through memory."""
        return self.shared is not None and self.shared.through_memory
