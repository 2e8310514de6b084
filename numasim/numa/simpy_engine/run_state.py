"""The state of a run that its parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.transaction_numbers import TransactionNumbers
    from numasim.numa.simpy_engine.arrivals import Arrivals
    from numasim.numa.simpy_engine.clusters import Clusters
    from numasim.numa.simpy_engine.machine_parts import MachineParts
    from numasim.numa.simpy_engine.program_lists import ProgramLists


@dataclass(frozen=True, eq=False)
class RunState:
    """What the parts of a run are created with; each keeps what it uses.

    Attributes
    ----------
    machine : MachineParts
        The clock, the network and the memory.
    cores : sequence
        The cores, which are complete when the run begins. Each part knows them as a protocol of its own.
    """

    inputs: RunInputs
    numbers: TransactionNumbers
    machine: MachineParts
    program: ProgramLists
    arrivals: Arrivals
    clusters: Clusters
    cores: Sequence[Any]
