"""What a point needs besides its configuration: compilers, optional packages, and files that fit.

``numasim check`` looks for it, and ``numasim run`` compiles no kernels for a point without it. Files beyond
:data:`LARGEST_READ` are not read for this.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from numasim.experiments.point_kind import kind_of
from numasim.experiments.proposals import missing_search_extra
from numasim.experiments.shared_cache import SharedCache
from numasim.experiments.tools import compiles_kernels, cuts_on_kernels, is_compiled
from numasim.experiments.workload import build_graph
from numasim.schema.expand import Point, describe
from numasim.schema.experiment import Experiment
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.input_files import STORED, input_files
from numasim.schema.sweep import homes
from numasim.schema.traced_workload import ThreadedProgram
from numasim.schema.workload import GraphFile
from partitioners.config.problems import Problem
from partitioners.errors import NotedWarning, NumasimError
from partitioners.graph import Graph
from partitioners.partition_graph import missing_extra

LARGEST_READ = 32 * 2**20
"""Bytes of the largest file of a graph or matrix that is read to check it."""


KEPT = 2
"""Number of operands that stay in memory while the points of a sweep are checked."""


class Need(NamedTuple):
    """Something that a point needs and that is not there: the field that asks for it, and what to do."""

    field: str
    message: str


class Needs:
    """Looks for what points need: once for each compiler, and the last operands read stay in memory.

    Attributes
    ----------
    notes : list of str
        What is said of the files that were read, such as keys that have no effect on them.
    """

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._found: dict[str, str | None] = {}
        self._operands = SharedCache(KEPT)

    def unmet(self, experiment: Experiment) -> list[Need]:
        """Return what a concrete experiment needs and does not have.

        Other warnings of the readers than notes are not repeated; the run gives them.
        """
        found = [*self._compilers(experiment), *self._packages(experiment)]
        return found or list(self._operand(experiment))

    def _compilers(self, experiment: Experiment) -> Iterator[Need]:
        work = experiment.workload
        if is_compiled(work):
            from numasim.trace.compilers import compiler_command

            setting = getattr(work, "compiler", None)
            message = self._once(f"compiler {setting}", lambda: compiler_command(setting))
            if message is not None:
                field = "program" if isinstance(work, ThreadedProgram) else "source"
                yield Need(f"workload.{'compiler' if setting else field}", message)
        if compiles_kernels(experiment) or cuts_on_kernels(experiment):
            from gpu.backends.host.compiler import check_compiler

            message = self._once("compiler of kernels", check_compiler)
            if message is not None:
                yield Need(_kernel_field(experiment), message)

    def _packages(self, experiment: Experiment) -> Iterator[Need]:
        method = getattr(getattr(experiment, "partition", None), "method", None)
        message = None if method is None else missing_extra(method)
        if message is not None:
            yield Need("partition.method", message)

    def _operand(self, experiment: Experiment) -> Iterator[Need]:
        """Read the matrix, graph or mesh of a file, and check that the point can run on it."""
        files = {
            name.removeprefix("workload.").partition(" ")[0]: path
            for name, path in input_files(experiment).items()
            if name.startswith("workload.")
        }
        kind = next((kind for kind in ("matrix", "graph", "mesh") if kind in files), None)
        if kind is None or not _is_small(files[kind]):
            return
        cut = getattr(experiment, "partition", None)
        asked = cut and (cut.method, cut.parts)
        key = f"{files[kind]} {experiment.workload.model_dump_json()} {asked} {experiment.seed}"
        message = self._once(key, lambda: self._check_operand(experiment, kind, files[kind]))
        if message is not None:
            yield Need(f"workload.{kind}", message)
        elif isinstance(experiment.workload, GraphFile):
            yield from self._stored(experiment, files[kind])

    def _stored(self, experiment: Experiment, path: Path) -> Iterator[Need]:
        """Read the partition, mapping and schedule of files for a graph of a file."""
        cut, machine = (getattr(experiment, name, None) for name in ("partition", "machine"))
        cores = getattr(machine, "num_cores", None)
        for name in STORED:
            file = getattr(getattr(experiment, name, None), "file", None)
            if file is None or not _is_small(experiment.file(file)):
                continue
            asked = [experiment.workload.model_dump_json(), cores, cut]
            message = self._once(
                f"{name} {file} {path} {asked}",
                partial(self._read_stored, experiment, path, name, experiment.file(file)),
            )
            if message is not None:
                yield Need(f"{name}.file", message)

    def _read_stored(self, experiment: Any, path: Path, section: str, file: Path) -> None:
        """Read the file of a section, and raise the error with which the run would end."""
        from mappers.mapping_files import read_mapping
        from mappers.scheduling.schedule_files import read_schedule
        from partitioners.files.partition_files import read_partition

        graph = self._graph(experiment, path)
        if section == "schedule":
            names = graph.vertex.get("original_id")
            read_schedule(file, graph.num_vertices, experiment.machine.num_cores, names)
        elif section == "partition":
            read_partition(file, graph, experiment.partition.parts, kind=experiment.partition.kind)
        elif experiment.partition.parts is not None:  # else the file of the partition says it
            read_mapping(file, experiment.partition.parts, experiment.machine.num_cores)

    def _graph(self, experiment: Experiment, path: Path) -> Graph:
        options = experiment.workload.model_dump_json()
        return self._operands.get(f"{path} graph {(options,)}", lambda: build_graph(experiment))

    def _check_operand(self, experiment: Experiment, kind: str, path: Path) -> None:
        """Read an operand, and raise the error with which the run would end."""
        check = kind_of(experiment).check_operand
        if check is not None:
            check(experiment, lambda build, *asked: self._operands.get(f"{path} {kind} {asked}", build))

    def _once(self, key: str, look: Callable[[], object]) -> str | None:
        """The message of the error that ``look`` raises, or None."""
        if key not in self._found:
            self._found[key] = None
            try:
                with warnings.catch_warnings(record=True) as said:
                    warnings.simplefilter("always")
                    look()
            except NumasimError as error:
                self._found[key] = str(error)
            noted = [str(each.message) for each in said if issubclass(each.category, NotedWarning)]
            self.notes += [text for text in noted if text not in self.notes]
        return self._found[key]


def problems_of(points: Iterable[Point], experiment: Experiment, needs: Needs) -> list[Problem]:
    """Return the unmet needs of the points of an experiment as problems of its file, each message once.

    Parameters
    ----------
    experiment : Experiment
        The experiment with the sweep or the search.
    needs : Needs
        It gets the notes.
    """
    home_of = homes(experiment.resolved())
    found: dict[str, Problem] = {}
    if experiment.search is not None and (message := missing_search_extra(experiment.search)) is not None:
        found[message] = Problem(("search", "method"), message)
    for point in points:
        for field, message in needs.unmet(point.experiment):
            home = next((home_of[each] for each in home_of if f"{field}.".startswith(f"{each}.")), None)
            place = tuple(field.split(".")) if home is None else home
            where = f"at the point {describe(point.overrides)}: " if point.overrides else ""
            found.setdefault(message, Problem(place, f"{where}{message}"))
    return list(found.values())


def _kernel_field(experiment: Experiment) -> str:
    """The field that asks for kernels on the CPU."""
    if cuts_on_kernels(experiment):
        return "partition.method"
    return "workload.device" if isinstance(experiment.workload, HybridWorkload) else "workload.kernel"


def _is_small(path: Path) -> bool:
    try:
        return path.stat().st_size <= LARGEST_READ
    except OSError:
        return False  # the run names it
