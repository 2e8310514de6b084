"""Task graphs under a static schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.sweep import swept_values


def describes(data: Mapping[str, Any]) -> bool:
    """Whether a file's data describe such an experiment: they have a schedule, or sweep one of its fields."""
    swept = swept_values(data.get("sweep"))
    return "schedule" in data or any(str(field).startswith("schedule.") for field in swept)
