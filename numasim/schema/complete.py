"""Values that a file leaves out and that follow from its other parts: first swept values, seeds, methods."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from numasim.config.plugin_section import Swept
from numasim.config.presets import PAIR
from numasim.schema.sweep import (
    LISTS,
    REPLICATES,
    SCREEN,
    always_swept,
    as_mapping,
    as_sequence,
    sweep_of,
    swept_values,
    written_values,
)
from numasim.schema.workload import KINDS, OPERANDS, WITH_OPERAND, kinds_in, takes_operand

PLUGIN_KEYS = {
    "workload": "generator",
    "partition": "method",
    "mapping": "method",
    "schedule": "method",
    "component": "method",
    "execution": "scheduler",
}
"""The sections that name a plug-in and contain its options, and the key that names the plug-in.

:func:`plugin_key` also takes a ``workload`` with a program on a GPU or of threads."""

SEEDED = ("workload", "partition", "mapping", "schedule")
"""The sections that have a seed; by default it is the experiment's seed."""


def plugin_key(section: str, part: Any, swept: Container[str] = ()) -> str:
    """Return the key that names the plug-in of a section with these data, or of its swept fields."""
    for kind in WITH_OPERAND if section == "workload" else ():
        if kind in as_mapping(part) or f"workload.{kind}" in swept:
            return kind
    return PLUGIN_KEYS[section]


def complete(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the values of an experiment that follow from its other parts; see the module."""
    data = {**data}
    data.setdefault("title", data.get("name", "experiment"))
    sweep = swept_values(sweep_of(data))
    always = always_swept(sweep_of(data))
    reseeded = "seed" in sweep or REPLICATES in as_mapping(data.get("sweep"))
    for path in missing_swept_fields(data):
        first = sweep[".".join(path)][0]
        if len(path) == 1:
            data[path[0]] = first
        else:
            data[path[0]] = {**as_mapping(data.get(path[0])), path[1]: first}
    seed = data.get("seed", 0)
    for section in PLUGIN_KEYS:
        part = data.get(section)
        if not isinstance(part, Mapping):
            continue
        key = plugin_key(section, part)
        of_threads = section == "workload" and "threads" in part
        named = PLUGIN_KEYS[section] in part or of_threads
        seeded = named or (section == "mapping" and "file" not in part)
        if section in SEEDED and seeded and not reseeded and "seed" not in part and isinstance(seed, int):
            part = {**part, "seed": seed}
        field = f"{section}.{key}"
        names = tuple(dict.fromkeys(name for name in sweep.get(field, ()) if isinstance(name, str)))
        if names and field not in always and isinstance(part.get(key), str):
            names = (part[key], *names)
        data[section] = Swept(part, names) if names else part
    return data


def missing_swept_fields(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of swept fields that the experiment leaves out; they get their first swept value."""
    swept = sweep_of(data)
    if not swept:
        return
    listed = {field for field, _, path in written_values(swept) if path[0] in (*LISTS, SCREEN)}
    kinds = set(kinds_in(data.get("workload")))
    own = kinds.union(OPERANDS if takes_operand(kinds) else ())
    others = {f"workload.{kind}" for kind in KINDS if kind not in own}
    always = always_swept(swept)
    replaced = kinds and others & always  # the section keeps its own kind until then
    of_entries = set() if "workload" in data else _kind_of_entries(swept)
    for key in swept_values(swept):
        if key not in always and key not in of_entries:
            continue
        path = tuple(str(key).split("."))
        if path[0] == "machine" and len(path) > 1:
            if path[1] in PAIR and len(path) == 2 and path[1] not in as_mapping(data.get("machine")):
                yield path
            continue
        if path[0] == "workload" and replaced:
            continue
        if path[0] == "execution" and key in listed:
            continue  # its fields have defaults, and those of an entry may be right only together
        if len(path) == 1 and key in ("machine", "seed") and key not in data:
            yield path
        elif len(path) == 2 and path[0] in PLUGIN_KEYS:
            section = data.get(path[0], {})
            if isinstance(section, Mapping) and path[1] not in section:
                yield path


def _kind_of_entries(sweep: Any) -> set[str]:
    """Return the kind of workload of a list's first entry if every entry of the list names a kind."""
    kinds = {f"workload.{kind}" for kind in KINDS}
    for key in LISTS:
        entries = [as_mapping(entry) for entry in as_sequence(as_mapping(sweep).get(key))]
        if entries and all(kinds & entry.keys() for entry in entries):
            return kinds & entries[0].keys()
    return set()
