"""The kinds of experiments: each is a package whose modules have its parts.

==============  ==================================================================================
the package     ``describes``, whether a file's data describe an experiment of the kind
``schema``      ``EXPERIMENT``, the model of its files
``columns``     ``ROWS``, how its rows are named, compared and shown
``summary``     ``columns`` and ``caption``, the table at the end of a run
``figures``     ``PICTURES``, the names of its pictures, and ``pictures``, which draws them
``point``       ``POINT``, the functions that run a point
==============  ==================================================================================

The file ``example.yaml`` beside them is an experiment of the kind. A part is imported on first use. This
module and those that use it know no kind but the one of all files that no other kind describes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from numasim.config.plugin_section import Swept
from numasim.schema.sweep import as_mapping, sweep_of, swept_values
from partitioners.errors import ConfigError, PluginError
from partitioners.plugins.registry import Registry

REST = "mesh"
"""The kind of all files that no other kind describes."""

_OWN = sorted(part.parent.name for part in (Path(__file__).parents[1] / "kinds").glob("*/point.py"))

KINDS = Registry("kind", "numasim.kinds", {name: f"numasim.kinds.{name}:describes" for name in _OWN}, ())
"""The function ``describes`` of each kind, by the name that its model has in ``kind``."""


def part(kind: str, module: str, name: str) -> Any:
    """Import a part of a kind.

    Raises
    ------
    PluginError
        A package's kind does not have the part.
    """
    plugin = KINDS[kind]
    try:
        with plugin.blamed():
            return getattr(import_module(f"{plugin.function.__module__}.{module}"), name)
    except (ImportError, AttributeError) as error:
        if kind in KINDS.builtins:
            raise
        raise PluginError(f"kind {kind!r}", f"{type(error).__name__}: {error}") from error


def parts(module: str, name: str) -> Iterator[Any]:
    """Import the parts of all kinds; a package's kind without the part is left out with a warning."""
    for kind in KINDS:
        try:
            yield part(kind, module, name)
        except PluginError as error:
            warnings.warn(f"{error}; this kind is left out", stacklevel=2)


def example_of(kind: str) -> Path:
    """Return the file of the experiment that comes with a kind."""
    return Path(str(import_module(KINDS[kind].function.__module__).__file__)).with_name("example.yaml")


def kind_of_data(data: Any) -> str:
    """Return the kind of experiment that a file's data describe.

    What the workload says by itself decides before what the sweep and the other sections say.

    Raises
    ------
    ConfigError
        A package's kind and another kind both describe it.
    """
    whole = as_mapping(data)
    return kind_of_workload(whole.get("workload")) or _described(whole) or REST


def kind_of_workload(workload: Any) -> str | None:
    """Return the kind that a workload decides by itself, if it does; see :func:`kind_of_data`."""
    return _described({"workload": workload})


def _described(data: Mapping[str, Any]) -> str | None:
    found = []
    for name in KINDS:
        plugin = KINDS[name]
        with plugin.blamed():
            if name != REST and plugin.function(data):
                found.append(name)
    if not set(found) <= {*found[:1], *KINDS.builtins}:
        words = f"{', '.join(found[:-1])} and {found[-1]}"
        cure = "change the file, or remove one of their packages"
        raise ConfigError([f"the kinds of experiment {words} both describe this file; {cure}"])
    return next(iter(found), None)


def names_key(data: Mapping[str, Any], key: str) -> bool:
    """Whether the workload, or the sweep, has a key of the workload."""
    workload = written_workload(data)
    if isinstance(workload, BaseModel):
        return key in type(workload).model_fields
    return key in as_mapping(workload) or f"workload.{key}" in swept_values(sweep_of(data))


def written_workload(data: Mapping[str, Any]) -> Any:
    """Return the workload of a file's data, or its model."""
    workload = data.get("workload")
    return workload.data if isinstance(workload, Swept) else workload


def first_workload(data: Mapping[str, Any]) -> Any:
    """Return the workload with the first values of its swept fields, or its model."""
    workload = written_workload(data)
    if isinstance(workload, BaseModel):
        return workload
    swept = swept_values(sweep_of(data))
    first = {str(name).removeprefix("workload."): values[0] for name, values in swept.items()}
    return {**first, **as_mapping(workload)}
