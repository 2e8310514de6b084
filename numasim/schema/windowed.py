"""What an experiment needs if its program runs in windows (``workload.window``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.schema.execution import Execution

EXECUTION: Mapping[str, Any] = {"memory_model": "traced", "model": "dataflow", "steps": 1}
"""The values of the ``execution`` keys that windows need."""

NO_EVENTS = "the events of a run in windows are not counted; use `max_cycles` or `max_seconds`"


def lacking(execution: Execution) -> Iterator[tuple[str, Any, Any]]:
    """Yield each key of an execution with which windows cannot run, the value they need, and its value."""
    for key, wanted in EXECUTION.items():
        found = getattr(execution, key)
        if found not in (wanted, None):
            yield key, wanted, found
