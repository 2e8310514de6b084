"""Long programs in windows of instructions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.kinds import first_workload


def describes(data: Mapping[str, Any]) -> bool:
    """Long programs in windows of instructions: the workload has a `window`."""
    workload = first_workload(data)
    window = workload.get("window") if isinstance(workload, Mapping) else getattr(workload, "window", None)
    return window is not None
