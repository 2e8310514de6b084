"""The data of a sweep's points: values set at fields, without options that a point's plug-ins do not have.

An option of a plug-in applies only to the plug-ins that have it. A point whose method lacks the option is run
once, not once per value of the option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from numasim.config.plugin_section import PluginSection
from numasim.config.presets import NO_MACHINE, PAIR, machine_document
from numasim.schema.experiment import OF_WHOLE, Experiment, experiment_of
from numasim.schema.sweep import REPLICATES, replicate_seed, sweep_of, swept_values
from numasim.schema.thread_workload import ThreadWorkload, takes_graph
from numasim.schema.workload import kernel_key_applies, kinds_in, takes_operand, without_operands
from partitioners.config.problems import field_type, keys_of

MOST_CHECKED = 4096
"""The number of sections, and of their parts, that are kept for the next points."""

Sections = Mapping[str, type[PluginSection]]
"""The sections of an experiment that have plug-ins."""


def applicable_in(
    data: Mapping[str, Any], model: type[Experiment]
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a function that leaves out the overrides that do not apply to their point.

    Parameters
    ----------
    data, model
        See :func:`assignments`.
    """
    swept = swept_values(sweep_of(data))
    models = model.sections
    sections = _conditional(models, swept)
    # Only the sections of plug-ins: the rest is large and does not affect options.
    given = {name: data.get(name, {}) for name in models}

    def applicable(overrides: dict[str, Any]) -> dict[str, Any]:
        of_plugins = {key: value for key, value in overrides.items() if key.partition(".")[0] in models}
        applied = override(given, of_plugins) if sections else {}
        left_out = set()
        for key in of_plugins:
            section, _, name = key.partition(".")
            if section in sections and not _applies(models[section], section, name, applied, swept):
                left_out.add(key)
        return {key: value for key, value in overrides.items() if key not in left_out}

    return applicable


class Builder:
    """Makes the experiments of a sweep's points; parts that many points share are read and checked once.

    Parameters
    ----------
    model : type of Experiment
        The model of the experiment with the sweep. A point with a workload of another kind has another model.
    data : mapping
        The data of the experiment with the sweep.
    directory : path, optional
        The folder in which files of machines are looked up.
    """

    def __init__(self, model: type[Experiment], data: Mapping[str, Any], directory: FilePath | None) -> None:
        self._data = {key: value for key, value in data.items() if key not in OF_WHOLE}
        self._swept = swept_values(sweep_of(data))
        # The workload and whole sections decide the kind of a point, which takes long to find out.
        decides = any("." not in field or field.startswith("workload.") for field in self._swept)
        self._model = None if decides else model
        self._sections = model.sections
        self._conditional = _conditional(self._sections, self._swept)
        self._machine_of = _machines(directory)
        self._checked: dict[tuple[type[Experiment], str, str], Any] = {}
        self._parts: dict[tuple[type[Experiment], str, str, int], tuple[Any, Any]] = {}

    def build(self, overrides: Mapping[str, Any]) -> Experiment:
        """Make the experiment of one point.

        Raises
        ------
        pydantic.ValidationError
            The point is not a valid experiment.
        ConfigError
            The machine is not found.
        """
        point = self.concrete(overrides)
        model = self._model or experiment_of(point)
        whole = model.complete_data(point)
        for section in (*self._sections, "machine"):
            if isinstance(whole.get(section), Mapping):
                whole[section] = self._check(model, section, whole[section])
        return model.model_validate(whole)

    def concrete(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of one point, with its values and without options that its plug-ins do not have.

        Raises
        ------
        ConfigError
            The machine is not found.
        """
        applied = override(self._data, overrides, self._machine_of)
        for section in self._conditional:
            part = applied.get(section)
            if isinstance(part, Mapping):
                applied[section] = {
                    name: value
                    for name, value in part.items()
                    if _applies(self._sections[section], section, name, applied, self._swept)
                }
        machine = applied.get("machine")
        if has_names(machine) and machine != NO_MACHINE:
            applied["machine"] = self._machine_of(machine)
        return applied

    def _check(self, model: type[Experiment], section: str, part: Mapping[str, Any]) -> Any:
        """Return the model of a section, or its data if they are wrong: the whole experiment reports that."""
        key = model, section, "" if part is self._data.get(section) else repr(part)
        if key not in self._checked:
            if len(self._checked) == MOST_CHECKED:
                self._checked.clear()
            try:
                self._checked[key] = self._share(
                    model, section, part, _adapter(model, section).validate_python(part, strict=True)
                )
            except ValidationError:
                self._checked[key] = part
        return self._checked[key]

    def _share(self, model: type[Experiment], section: str, given: Mapping[str, Any], checked: Any) -> Any:
        """Let the models of a section's untouched parts be those of the first point, which saves memory.

        :func:`override` copies only the parts that it changes, so an untouched part is the same object.
        """
        for name, part in given.items():
            own = getattr(checked, name, None)
            if isinstance(part, Mapping) and isinstance(own, BaseModel):
                # The part is kept as well: the number of an object is its own as long as it exists.
                _, first = self._parts.setdefault((model, section, name, id(part)), (part, own))
                checked.__dict__[name] = first
            if len(self._parts) == MOST_CHECKED:
                self._parts.clear()
        return checked


def _machines(directory: FilePath | None) -> Any:
    """Return a function that returns the data of a machine and reads each file once."""
    named: dict[str, dict[str, Any]] = {}

    def machine_of(given: Any) -> dict[str, Any]:
        if not isinstance(given, str):
            return dict(machine_document(given, directory).data)
        if given not in named:
            named[given] = machine_document(given, directory).data
        return dict(named[given])

    return machine_of


@cache
def _adapter(model: type[Experiment], section: str) -> TypeAdapter[Any]:
    return TypeAdapter(field_type(model, (section,)))


def override(data: Mapping[str, Any], overrides: Mapping[str, Any], machine_of: Any = None) -> dict[str, Any]:
    """Return the data with values set at dotted fields; a whole machine is set before its single fields.

    A workload of another kind replaces the whole section.

    Parameters
    ----------
    data : mapping
        It is not changed; the result shares the parts that no override touches.
    machine_of : callable, optional
        Returns the data of a machine by its name; without it, the machine must be a complete mapping.
    """
    applied = {key: value for key, value in data.items() if key != "sweep"}
    workload = applied.get("workload")
    swept = {key.removeprefix("workload."): None for key in overrides if key.startswith("workload.")}
    kinds, own = kinds_in(swept), kinds_in(workload)
    if takes_operand(own) and not takes_operand(kinds):
        kinds = without_operands(kinds)
    if kinds and set(own) - set(kinds):
        applied["workload"] = {}
    for key in sorted(overrides, key=lambda key: key.count(".")):
        if key == REPLICATES:
            continue
        *parents, last = key.split(".")
        place = applied
        for depth, parent in enumerate(parents):
            inner = place.get(parent, {})
            if machine_of is not None and names_machine((*parents[:depth], parent)):
                place[parent] = machine_of(inner)
            else:
                place[parent] = dict(inner) if isinstance(inner, Mapping) else {}
            place = place[parent]
        place[last] = overrides[key]
    if REPLICATES in overrides:
        applied["seed"] = replicate_seed(applied.get("seed", 0), overrides[REPLICATES])
    return applied


def names_machine(path: Sequence[str]) -> bool:
    """Whether the value at a path of an experiment may be the name of a machine."""
    return path[0] == "machine" and (len(path) == 1 or (len(path) == 2 and path[1] in PAIR))


def has_names(machine: Any) -> bool:
    """Whether a machine, or the processor or the GPU of a pair, is given by its name."""
    parts = [machine.get(name) for name in PAIR] if isinstance(machine, Mapping) else [machine]
    return any(isinstance(part, str) for part in parts)


def _conditional(sections: Sections, swept: Mapping[str, Any]) -> list[str]:
    """Return the sections with keys that do not apply to some points."""
    if "workload.kernel" in swept or "workload.variant" in swept:
        return list(sections)
    return [name for name, model in sections.items() if f"{name}.{model.plugin_key}" in swept]


def _applies(
    model: type[PluginSection],
    section: str,
    name: str,
    data: Mapping[str, Any],
    swept: Mapping[str, tuple[Any, ...]],
) -> bool:
    """Whether a key is one of the section's own or, if the plug-in is swept, an option of the plug-in."""
    part = data.get(section)
    work = data.get("workload")
    if (
        isinstance(work, Mapping)
        and "kernel" in work
        and not swept.keys().isdisjoint(("workload.kernel", "workload.variant"))
        and not kernel_key_applies("partition" if section == "partition" else name, work["kernel"], work)
    ):
        return False
    method = part.get(model.plugin_key) if isinstance(part, Mapping) else None
    if model is ThreadWorkload and name == "graph" and method in model.registry():
        return f"workload.{model.plugin_key}" not in swept or takes_graph(str(method))
    if name in keys_of(model) or not isinstance(method, str) or method not in model.registry():
        return True
    return f"{section}.{model.plugin_key}" not in swept or name in model.registry()[method].options
