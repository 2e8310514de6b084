"""The kinds of experiments: each is a package whose modules have its parts.

==============  ==================================================================================
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

    def part(self, module: str, name: str) -> Any:
        """Import a part."""
        return getattr(import_module(f"{self.package}.{module}"), name)


_OWN = ("mesh", "gpu", "quality", "threads", "hybrid", "schedule")

KINDS: Mapping[str, Kind] = {name: Kind(name, f"numasim.kinds.{name}") for name in _OWN}
"""The kinds by name."""
