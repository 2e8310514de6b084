"""Task graphs under a static schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.sweep import sweep_of, swept_values


def describes(data: Mapping[str, Any]) -> bool:
    """Task graphs under a static schedule: the file has a section `schedule`."""
    swept = swept_values(sweep_of(data))
    return "schedule" in data or any(str(field).startswith("schedule.") for field in swept)
