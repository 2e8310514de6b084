"""A program on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.kinds import names_key


def describes(data: Mapping[str, Any]) -> bool:
    """A program on a GPU: the workload has a `kernel`."""
    return names_key(data, "kernel")
