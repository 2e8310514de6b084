"""Degrees of graphs, as a kind of experiment."""

from collections.abc import Mapping
from typing import Any


def describes(data: Mapping[str, Any]) -> bool:
    """Degrees of the vertices of graphs: the file has a section `degrees`."""
    return "degrees" in data
