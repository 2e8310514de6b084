"""Whether a run's schedule may be what makes it slow, as far as that can be known without another run.

No schedule is faster than its bound, the longer of the critical path and the work of the busiest core. A run
that takes much longer waits for memory, for the network, or because cores did the wrong tasks first, and only
the last is cured by another scheduler. A memory controller or a link that is busy most of the time explains
the wait. With simulated memory cores wait for their accesses, and the scheduler chooses within a window only:
there ``critical_path`` was never more than 9% faster. ``docs/execution-model.md`` has the measurements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema import Execution

OVER_BOUND = 1.3
"""A run that takes this many times its bound is worth a note."""

BUSY = 2 / 3
"""A controller or a link that is used for more of the time than this is what the run waits for."""


def schedule_note(scalars: Mapping[str, int | float], execution: Execution) -> str | None:
    """The note on a finished run of traced dataflow in program order that takes much longer than its bound.

    Parameters
    ----------
    scalars : mapping of str to int or float
        Of the run.
    execution : Execution
    """
    if execution.scheduler != "program_order" or execution.memory != "traced":
        return None
    if execution.model != "dataflow" or not scalars["complete"]:
        return None
    busy = max(scalars["largest_controller_utilisation"], scalars["largest_link_utilisation"])
    bound = max(scalars["critical_path_cycles"], scalars["busiest_core_cycles"])
    if busy > BUSY or scalars["cycles"] <= OVER_BOUND * bound or bound == 0:
        return None
    return (
        f"the schedule takes {scalars['cycles'] / bound:.1f} times the bound "
        "max(critical path, busiest core); try `execution.scheduler: critical_path`"
    )
