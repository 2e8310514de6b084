"""A sweep's points: every combination of its axes, the first the slowest.

An option of a plug-in applies to the plug-ins that take it: a point whose method does not is run once, not
once for each of the option's values.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from numasim.components import Component
from numasim.expectations import show
from numasim.gpu_experiment.schema import experiment_of
from numasim.plugin_options import PluginSection
from numasim.presets import machine_document
from numasim.problems import find_problems, keys_of
from numasim.schema import ClusterMapping, Execution, Experiment, Partitioning
from numasim.sweep_axes import REPLICATES, combinations, replicate_seed, swept_values
from numasim.workload_schema import KINDS, Generated, kernel_key_applies
from partitioners.errors import ConfigError

PLUGIN_SECTIONS: dict[str, type[PluginSection]] = {
    "workload": Generated,
    "partition": Partitioning,
    "mapping": ClusterMapping,
    "component": Component,
    "execution": Execution,
}


@dataclass(frozen=True)
class Point:
    """One run of an experiment.

    Attributes
    ----------
    index : int
        Its place in the order of the sweep, from 0.
    overrides : dict
        The swept fields that apply to it and their values, in the order of the sweep.
    experiment : Experiment
        Concrete: without a sweep, with every default filled in.
    """

    index: int
    overrides: dict[str, Any] = field(hash=False)
    experiment: Experiment = field(hash=False)


def points(experiment: Experiment) -> list[Point]:
    """Every run that an experiment stands for; the experiment itself where it has no sweep.

    Raises
    ------
    ConfigError
        Where a point does not make an experiment; it names the point.
    """
    if not experiment.sweep:
        return [Point(0, {}, experiment)]
    data = experiment.resolved()
    made = []
    for index, overrides in enumerate(assignments(data)):
        try:
            point = build(data, overrides, experiment.directory)
            made.append(Point(index, overrides, point.in_directory(experiment.directory, experiment.data)))
        except ValidationError as error:
            problems = find_problems(error, type(experiment))
            raise ConfigError(
                [f"at the point {describe(overrides)}: {each.line()}" for each in problems]
            ) from None
    return made


def build(data: Mapping[str, Any], overrides: Mapping[str, Any], directory: FilePath | None) -> Experiment:
    """The experiment of one point.

    Raises
    ------
    pydantic.ValidationError
        Where it does not make one.
    """
    point = concrete(data, overrides, directory)
    return experiment_of(point).model_validate(point)


def describe(overrides: Mapping[str, Any]) -> str:
    """A point as messages have it: ``{partition.method: 'metis', partition.parts: 8}``."""
    return f"{{{', '.join(f'{key}: {show(value)}' for key, value in overrides.items())}}}"


def assignments(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The overrides of each point in order, without those that do not apply to it; equal ones only once."""
    swept = swept_values(data["sweep"])
    seen = set()
    for overrides in combinations(data["sweep"]):
        of_plugins = {
            key: value for key, value in overrides.items() if key.partition(".")[0] in PLUGIN_SECTIONS
        }
        # The sections of plug-ins alone: all else is large, and says nothing about options.
        applied = override({name: data.get(name, {}) for name in PLUGIN_SECTIONS}, of_plugins)
        for key in of_plugins:
            section, _, name = key.partition(".")
            if not _applies(section, name, applied, swept):
                del overrides[key]
        identity = json.dumps(overrides)
        if identity not in seen:
            seen.add(identity)
            yield overrides


def concrete(
    data: Mapping[str, Any], overrides: Mapping[str, Any], directory: FilePath | None
) -> dict[str, Any]:
    """The data of one point: its values in their places, without options that its plug-ins do not take."""
    applied = override(data, overrides, directory)
    swept = swept_values(data.get("sweep"))
    for section in PLUGIN_SECTIONS:
        part = applied.get(section)
        if isinstance(part, Mapping):
            applied[section] = {
                name: value for name, value in part.items() if _applies(section, name, applied, swept)
            }
    if isinstance(applied.get("machine"), str):
        applied["machine"] = machine_document(applied["machine"], directory).data
    return {key: value for key, value in applied.items() if key != "baseline"}


def override(
    data: Mapping[str, Any], overrides: Mapping[str, Any], directory: FilePath | None = None
) -> dict[str, Any]:
    """The data with values put at dotted fields, a whole machine before the fields of one.

    A workload of another kind takes the place of the whole section.
    """
    applied = deepcopy({key: value for key, value in data.items() if key != "sweep"})
    workload = applied.get("workload")
    kinds = {kind for kind in KINDS if f"workload.{kind}" in overrides}
    if kinds and isinstance(workload, Mapping) and set(KINDS) & set(workload) - kinds:
        applied["workload"] = {}
    for key in sorted(overrides, key=lambda key: key.count(".")):
        if key == REPLICATES:
            continue
        *parents, last = key.split(".")
        place = applied
        for depth, parent in enumerate(parents):
            if parent == "machine" and depth == 0:
                place[parent] = machine_document(place.get(parent, {}), directory).data
            if not isinstance(place.get(parent), dict):
                place[parent] = {}
            place = place[parent]
        place[last] = overrides[key]
    if REPLICATES in overrides:
        applied["seed"] = replicate_seed(applied.get("seed", 0), overrides[REPLICATES])
    return applied


def _applies(section: str, name: str, data: Mapping[str, Any], swept: Mapping[str, tuple[Any, ...]]) -> bool:
    """Whether a key is one of the section's own or, where its plug-in is swept, an option that it takes."""
    model = PLUGIN_SECTIONS[section]
    part = data.get(section)
    work = data.get("workload")
    if (
        isinstance(work, Mapping)
        and "kernel" in work
        and not swept.keys().isdisjoint(("workload.kernel", "workload.implementation"))
        and not kernel_key_applies(
            "partition" if section == "partition" else name,
            work["kernel"],
            work.get("implementation", "spac"),
        )
    ):
        return False
    method = part.get(model.plugin_key) if isinstance(part, Mapping) else None
    if name in keys_of(model) or not isinstance(method, str) or method not in model.registry():
        return True
    return f"{section}.{model.plugin_key}" not in swept or name in model.registry()[method].options
