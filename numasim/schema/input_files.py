"""The files that an experiment reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gpu.matrices import is_generated
from gpu.meshes.files import mesh_files
from numasim.schema.traced_workload import THREADED
from numasim.trace.source_files import included_files, linked_libraries

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment
    from numasim.schema.workload import Workload


def input_files(experiment: Experiment) -> dict[str, Path]:
    """Return the user's files that a concrete experiment reads, by the field that names each."""
    named = {
        **{f"workload.{key}": _file(experiment.workload, key) for key in OF_WORKLOAD},
        **{f"{name}.file": getattr(getattr(experiment, name, None), "file", None) for name in STORED},
    }
    found = {field: experiment.file(name) for field, name in named.items() if name is not None}
    if mesh := found.get("workload.mesh"):
        beside = mesh_files(mesh)[1:]
        found |= {f"workload.mesh ({file.suffix})": file for file in beside}
    return found


def behind_source(experiment: Experiment) -> dict[str, Path]:
    """Return the files that the source of a traced program includes, and the libraries that its flags link.

    The keys are their names in messages.
    """
    source = _file(experiment.workload, "source")
    if source is None:
        return {}
    flags = getattr(experiment.workload, "flags", ())
    files = [*included_files(experiment.file(source), flags), *linked_libraries(flags)]
    return {f"workload.source ({path})": path for path in files}


def program_of(experiment: Experiment) -> tuple[Path, tuple[str, ...], str | None, bool] | None:
    """Return the source, flags and compiler of a program of one's own, and whether it has threads."""
    work = experiment.workload
    source = _file(work, "source")
    if source is None:
        return None
    flags, compiler = getattr(work, "flags", ()), getattr(work, "compiler", None)
    return experiment.file(source), tuple(flags), compiler, isinstance(work, tuple(THREADED.values()))


OF_WORKLOAD = ("graph", "matrix", "mesh", "source", "input")
STORED = ("partition", "mapping", "schedule")
"""The keys of the workload that may name files, and the sections that may have a file instead of a method."""


def _file(workload: Workload, key: str) -> str | None:
    """The file of a key; None for a generated operand."""
    name = getattr(workload, key, None)
    is_file = isinstance(name, str) and not (key == "matrix" and is_generated(name))
    return name if is_file else None
