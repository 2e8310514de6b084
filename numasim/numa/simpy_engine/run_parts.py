"""The parts of a run that its cores use, each in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from numasim.numa.simpy_engine.run_state import RunState

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.asked_tasks import TaskQuestions
    from numasim.numa.simpy_engine.barrier import Barrier
    from numasim.numa.simpy_engine.instruction_state import InstructionState
    from numasim.numa.simpy_engine.migration import ClusterMigration
    from numasim.numa.simpy_engine.value_messages import ValueMessages
    from numasim.numa.simpy_engine.work_stealing import WorkStealing


@dataclass(frozen=True, eq=False)
class RunParts(RunState):
    """What the cores of a run are created with.

    Attributes
    ----------
    instructions : InstructionState or None
        The tasks of out-of-order cores, with simulated memory.
    questions : TaskQuestions or None
        The questions to a run-time scheduler; None if the priorities decide.
    stealing : WorkStealing or None
        What moves tasks to idle cores, if anything.
    migration : ClusterMigration or None
        What moves clusters to other cores, with a periodic mapping.
    """

    instructions: InstructionState | None
    questions: TaskQuestions | None
    stealing: WorkStealing | None
    migration: ClusterMigration | None
    messages: ValueMessages
    barrier: Barrier
