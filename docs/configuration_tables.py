"""Write the tables of configuration.md from the models: `python docs/configuration_tables.py`.

A table lies between two marks. The text outside the marks is written by hand.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pydantic

from gpu.model.device import Device
from numasim.config.presets import PAIR
from numasim.kinds.gpu.schema import GpuExperiment
from numasim.kinds.hybrid.schema import HostAndGpu, HybridExperiment
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.schedule.schema import ScheduleExperiment, Scheduling
from numasim.kinds.threads.schema import ThreadExperiment, ThreadMapping
from numasim.machine.machine import Machine
from numasim.schema.cluster_sections import ClusterMapping, Partitioning
from numasim.schema.execution import Execution
from numasim.schema.experiment import FIRST
from numasim.schema.generated import Generated
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.search import Search
from numasim.schema.study import MemoryStudy, NetworkStudy
from numasim.schema.thread_execution import ThreadExecution
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.traced_workload import ThreadedProgram, TracedProgram, TracedSource
from numasim.schema.workload import GraphFile, KernelWorkload
from numasim.validation.markdown import write_section
from partitioners.config.problems import keys_of, models_of
from partitioners.text.wording import describe_type

PAGE = Path(__file__).parent / "configuration.md"
HEAD = "| Key | Expects | Default | Meaning |\n|---|---|---|---|"


class Row(NamedTuple):
    """A key: its dotted name, and what it expects, its default and its meaning in words."""

    key: str
    expects: str
    default: str
    meaning: str


class Keys(NamedTuple):
    """Keys of a model: those below a section, all or the named ones in their order, with or without parts."""

    model: type[pydantic.BaseModel]
    section: str = ""
    names: tuple[str, ...] = ()
    parts: bool = True


FILLED = ("mapping", "execution")
"""Sections that a model needs, and that a file may leave out."""

EVERYDAY = (
    Keys(GraphFile, "workload", ("graph",)),
    Keys(TracedProgram, "workload", ("program",)),
    Keys(TracedSource, "workload", ("source",)),
    Keys(Partitioning, "partition", ("method", "parts")),
    Keys(ClusterMapping, "mapping", ("method",)),
    Keys(MeshExperiment, names=("machine",), parts=False),
    Keys(Execution, "execution", ("network",)),
    Keys(MeshExperiment, names=("sweep", "baseline")),
)
TABLES: dict[str, tuple[Keys, ...]] = {
    "the experiment": (
        Keys(MeshExperiment, names=FIRST, parts=False),
        Keys(MeshExperiment, parts=False),
        Keys(ScheduleExperiment, names=("schedule",), parts=False),
    ),
    "the search": (Keys(Search, "search"),),
    "graphs": (Keys(GraphFile, "workload"), Keys(Generated, "workload")),
    "programs": (
        Keys(TracedProgram, "workload", ("program", "size")),
        Keys(TracedSource, "workload", ("source", "args", "input", "exit_code", "flags", "compiler")),
        Keys(ThreadedProgram, "workload", ("compiler",)),
    ),
    "traces": (Keys(TracedProgram, "workload"),),
    "partition": (Keys(Partitioning, "partition"),),
    "mapping": (Keys(ClusterMapping, "mapping"),),
    "schedule": (Keys(Scheduling, "schedule"),),
    "component": (Keys(MeshExperiment, names=("component",)),),
    "execution": (Keys(Execution, "execution"),),
    "machine": (Keys(Machine, "machine"),),
    "kernels": (
        Keys(KernelWorkload, "workload"),
        Keys(GpuExperiment, names=("partition", "machine", "verify"), parts=False),
    ),
    "devices": (Keys(Device, "machine"),),
    "programs of threads": (
        Keys(ThreadWorkload, "workload"),
        Keys(ThreadExperiment, names=("mapping", "execution"), parts=False),
        Keys(ThreadMapping, "mapping"),
        Keys(ThreadExecution, "execution"),
    ),
    "a processor and a GPU": (
        Keys(HybridWorkload, "workload"),
        Keys(HybridExperiment, names=("machine",), parts=False),
        Keys(HostAndGpu, "machine"),
    ),
    "traced programs of threads": (Keys(ThreadedProgram, "workload"),),
    "the network": (Keys(NetworkStudy),),
    "the memory": (Keys(MemoryStudy),),
}


BASES = {
    Machine: ("a preset or a file", "–", "machine whose values this one starts from"),
    Device: (
        "a device, a generation or a file",
        "–",
        "device or [generation](gpu.md#devices) whose values this one starts from",
    ),
}
"""The rows of keys that are gone before a model is made."""


def rows(keys: Keys) -> Iterator[Row]:
    """The rows of keys, and of the keys below them."""
    prefix = keys.section and f"{keys.section}."
    if keys.model in BASES:
        yield Row(f"{prefix}base", *BASES[keys.model])
    for name in keys.names or keys_of(keys.model):
        info = keys_of(keys.model)[name]
        expects = describe_type(info.annotation, info.metadata, null=False)
        default = "–" if prefix + name in FILLED else _default(info)
        yield Row(prefix + name, expects, default, info.description or "")
        # The machines of a pair have the keys that they have alone.
        if keys.parts and not (keys.model is HostAndGpu and name in PAIR):
            for part in models_of(info.annotation):
                yield from rows(Keys(part, prefix + name))


def _default(info: pydantic.fields.FieldInfo) -> str:
    """The default of a key in words. One that depends on other keys is a part of the key's meaning."""
    if info.is_required():
        return "required"
    without = info.default in (None, (), {}) or models_of(info.annotation) or info.default_factory
    if without or "by default" in (info.description or ""):
        return "–"
    kind: Any = Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
    default = pydantic.TypeAdapter(kind).dump_python(info.default, mode="json")
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def tables() -> dict[str, list[Row]]:
    """All tables in the order of the page: the everyday keys, then every key.

    Kinds of experiments share keys. A key has a row in the first of its tables, and in a later one only where
    it expects something else.
    """
    found, seen = {"everyday keys": [row for keys in EVERYDAY for row in rows(keys)]}, set()
    for title, parts in TABLES.items():
        found[title] = []
        for row in (row for keys in parts for row in rows(keys)):
            same = (row.key, row.expects, row.default == "required")
            if same not in seen:
                found[title].append(row)
            seen.add(same)
    return found


def section(title: str, lines: list[Row]) -> str:
    """A table between its marks."""
    mark = f"<!-- written by docs/configuration_tables.py: {title} -->"
    body = "\n".join(f"| `{row.key}` | {row.expects} | {row.default} | {row.meaning} |" for row in lines)
    return "\n".join([mark, "", HEAD, body, "", re.sub("written", "end of what is written", mark)])


def main() -> None:
    """Write every table into the page."""
    for title, lines in tables().items():
        write_section(PAGE, section(title, lines))


if __name__ == "__main__":
    main()
