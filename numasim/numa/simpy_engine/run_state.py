"""The parts of a run that its cores use, each in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.simpy_engine.arrivals import Arrivals
    from numasim.numa.simpy_engine.asked_tasks import TaskQuestions
    from numasim.numa.simpy_engine.barrier import Barrier
    from numasim.numa.simpy_engine.clusters import Clusters
    from numasim.numa.simpy_engine.instruction_state import InstructionState
    from numasim.numa.simpy_engine.machine_parts import MachineParts
    from numasim.numa.simpy_engine.migration import ClusterMigration
    from numasim.numa.simpy_engine.program_lists import ProgramLists
    from numasim.numa.simpy_engine.value_messages import ValueMessages
    from numasim.numa.simpy_engine.work_stealing import WorkStealing


@dataclass(frozen=True, eq=False)
class RunState:
    """The parts of a run. Each is made of those above it, and none knows the cores as more than a protocol.

    Attributes
    ----------
    inputs : RunInputs
    machine : MachineParts
        The clock, the network and the memory.
    program : ProgramLists
    arrivals : Arrivals
    clusters : Clusters
    instructions : InstructionState or None
        The tasks of out-of-order cores, with simulated memory.
    questions : TaskQuestions or None
        The questions to a run-time scheduler; None if the priorities decide.
    stealing : WorkStealing or None
        What moves tasks to idle cores, if anything.
    migration : ClusterMigration or None
        What moves clusters to other cores, with a periodic mapping.
    messages : ValueMessages
    barrier : Barrier
    """

    inputs: RunInputs
    machine: MachineParts
    program: ProgramLists
    arrivals: Arrivals
    clusters: Clusters
    instructions: InstructionState | None
    questions: TaskQuestions | None
    stealing: WorkStealing | None
    migration: ClusterMigration | None
    messages: ValueMessages
    barrier: Barrier
