"""Searches on a processor and a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.kinds import names_key


def describes(data: Mapping[str, Any]) -> bool:
    """Searches on a processor and a GPU: the workload has a `hybrid`."""
    return names_key(data, "hybrid")
