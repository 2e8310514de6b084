"""The kinds of experiments: each is a package whose modules have its parts.

==============  ==================================================================================
the package     ``describes``, whether a file's data describe an experiment of the kind
``schema``      ``EXPERIMENT``, the model of its files
``columns``     ``ROWS``, how its rows are named, compared and shown
``summary``     ``columns`` and ``caption``, the table at the end of a run
``figures``     ``PICTURES``, the names of its pictures, and ``pictures``, which draws them
``point``       ``POINT``, the functions that run a point
==============  ==================================================================================

A part is imported on first use. This module and those that use it know no kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from numasim.config.plugin_section import Swept
from numasim.schema.sweep import as_mapping, swept_values


@dataclass(frozen=True)
class Kind:
    """A kind of experiment.

    Attributes
    ----------
    name : str
        The name of the kind, as ``kind`` of its model.
    package : str
        The dotted name of its package.
    """

    name: str
    package: str

    def describes(self, data: Mapping[str, Any]) -> bool:
        """Whether a file's data describe an experiment of this kind."""
        found: bool = import_module(self.package).describes(data)
        return found

    def part(self, module: str, name: str) -> Any:
        """Import a part."""
        return getattr(import_module(f"{self.package}.{module}"), name)


_OWN = ("threads", "gpu", "hybrid", "windows", "quality", "schedule", "mesh")

KINDS: Mapping[str, Kind] = {name: Kind(name, f"numasim.kinds.{name}") for name in _OWN}
"""The kinds by name, in the order in which they are asked for a file; the last takes all others."""


def kind_of_data(data: Any) -> Kind:
    """Return the kind of experiment that a file's data describe.

    What the workload says by itself decides before what the sweep and the other sections say.
    """
    whole = as_mapping(data)
    *kinds, other = KINDS.values()
    found = kind_of_workload(whole.get("workload"))
    return found or next((kind for kind in kinds if kind.describes(whole)), other)


def kind_of_workload(workload: Any) -> Kind | None:
    """Return the kind that a workload decides by itself, if it does."""
    return next((kind for kind in [*KINDS.values()][:-1] if kind.describes({"workload": workload})), None)


def names_key(data: Mapping[str, Any], key: str) -> bool:
    """Whether the workload, or the sweep, has a key of the workload."""
    workload = written_workload(data)
    if isinstance(workload, BaseModel):
        return key in type(workload).model_fields
    return key in as_mapping(workload) or f"workload.{key}" in swept_values(data.get("sweep"))


def written_workload(data: Mapping[str, Any]) -> Any:
    """Return the workload of a file's data, or its model."""
    workload = data.get("workload")
    return workload.data if isinstance(workload, Swept) else workload


def first_workload(data: Mapping[str, Any]) -> Any:
    """Return the workload with the first values of its swept fields, or its model."""
    workload = written_workload(data)
    if isinstance(workload, BaseModel):
        return workload
    swept = swept_values(data.get("sweep"))
    first = {str(name).removeprefix("workload."): values[0] for name, values in swept.items()}
    return {**first, **as_mapping(workload)}
