"""Partitions alone, with no machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.config.presets import NO_MACHINE


def describes(data: Mapping[str, Any]) -> bool:
    """Partitions alone: `machine: none`."""
    return data.get("machine") == NO_MACHINE
