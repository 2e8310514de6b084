"""Conditions of a JSON Schema that distinguish files of different kinds."""

from __future__ import annotations

from typing import Any


def has(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the condition that a mapping has a key whose value has a schema."""
    return {"required": [name], "properties": {name: schema}}


def names_workload(key: str) -> dict[str, Any]:
    """Return the condition that the workload, or the sweep, has a key of the workload."""
    of_sweep = has("sweep", {"required": [f"workload.{key}"]})
    return {"anyOf": [has("workload", {"required": [key]}), of_sweep]}
