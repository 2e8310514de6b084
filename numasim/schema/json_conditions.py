"""Conditions of a JSON Schema that distinguish files of different kinds."""

from __future__ import annotations

from typing import Any

from numasim.schema.sweep import FIELDS


def has(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the condition that a mapping has a key whose value has a schema."""
    return {"required": [name], "properties": {name: schema}}


def names_workload(key: str) -> dict[str, Any]:
    """Return the condition that the workload, the sweep, or the search has a key of the workload."""
    return {"anyOf": [has("workload", {"required": [key]}), varies({"required": [f"workload.{key}"]})]}


def varies(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the condition that the sweep, or the fields of the search, have a schema."""
    return {"anyOf": [has("sweep", schema), has("search", has(FIELDS, schema))]}
