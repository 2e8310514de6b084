"""A program on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.schema.kinds import names_key


def describes(data: Mapping[str, Any]) -> bool:
    """Whether a file's data describe such an experiment."""
    return names_key(data, "kernel")
