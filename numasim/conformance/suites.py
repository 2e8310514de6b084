"""The rules for generators, schedulers and components, and the test suites of all families of plug-ins."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gpu.conformance.program_suite import GpuProgramSuite
from mappers.conformance import MapperSuite
from mappers.mapping import Mapping as ClusterMapping
from mappers.scheduling.conformance import ScheduleSuite
from numasim.components import part_of
from numasim.conformance.kinds import KindSuite
from numasim.conformance.threads import ThreadMapperSuite, ThreadProgramSuite, ThreadScheduleSuite
from numasim.machine.machine import load_machine
from numasim.numa.simpy_engine.parts import COMPONENTS
from numasim.program.program import prepare
from numasim.program.run_time_scheduler import RunTimeScheduler
from numasim.program.schedulers import SCHEDULERS, TaskQueue, schedule_of
from numasim.simulation.simulate import simulate
from partitioners.conformance.graphs import edgeless, gallery, random_graph
from partitioners.conformance.partitioner_suite import PartitionerSuite
from partitioners.errors import UnknownNameError
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.partition_graph import partition
from partitioners.plugins.conformance import Finding, Suite, check
from partitioners.plugins.registry import did_you_mean

if TYPE_CHECKING:
    from numasim.numa.shared.run_result import RunResult


def conformance(kind: str, name: str, **options: Any) -> list[Finding]:
    """Run every check on one plug-in.

    Parameters
    ----------
    kind : str
        ``partitioner``, ``mapper``, ``schedule``, ``scheduler``, ``generator``, ``component``,
        ``gpu-program``, ``thread-program``, ``thread-schedule``, ``thread-mapper`` or ``kind``.
    name : str
        The name of a registered plug-in.
    **options
        Values of options without a default; every other option has its default.

    Raises
    ------
    UnknownNameError
        There is no such kind, or no such plug-in.
    OptionError
        A required option is missing, or the plug-in does not have a given option.
    MissingExtraError
        The plug-in needs a package that is not installed.
    """
    return suite_of(kind)(name, options).run()


def suite_of(kind: str) -> type[Suite]:
    """Return the test suite of a family.

    Raises
    ------
    UnknownNameError
        There is no such kind.
    """
    if kind not in SUITES:
        raise UnknownNameError(f"unknown kind {kind!r}; {did_you_mean(kind, SUITES)}")
    return SUITES[kind]


class GeneratorSuite(Suite):
    """The checks on one generator."""

    registry = GENERATORS
    positional = 0

    def answer(self) -> bytes:
        """Return the graph of seed 5 as bytes."""
        graph = self._make_graph(self.given, 5)
        arrays = (graph.src, graph.dst, graph.weight, *(graph.vertex[name] for name in sorted(graph.vertex)))
        return b"".join([str(graph.num_vertices).encode(), *(array.tobytes() for array in arrays)])

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Make a graph."""
        self._make_graph(options, 0)

    def _make_graph(self, options: Mapping[str, Any], seed: int) -> Graph:
        self.fed = ", ".join([f"seed {seed}", *(f"{name}={value!r}" for name, value in options.items())])
        graph = self.plugin.call(options=options, seed=seed)
        if not isinstance(graph, Graph):
            self.fail(f"it returned {type(graph).__name__}; expected a Graph")
        return graph

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Also seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._make_graph(self.given, seed)

    @check("its graph can be cut, and runs")
    def runs(self) -> None:
        """In supersteps, which run any graph, and with the data of its vertices."""
        graph = self._make_graph(self.given, 0)
        self.fed += f" ({graph.num_vertices} vertices, {graph.num_edges} edges)"
        parts = min(4, max(1, graph.num_edges))
        cut = partition(graph, "contiguous", parts)
        placed = ClusterMapping(np.arange(parts), 4)
        simulate(cut, placed, load_machine("mesh-2x2"), {"model": "supersteps"})


class SchedulerSuite(Suite):
    """The checks on one scheduler."""

    registry = SCHEDULERS
    positional = 1

    def answer(self) -> bytes:
        """Return the priorities of a program with tasks of all lengths, or its times under the decisions."""
        cut = _cut(random_graph(60, 300, 3), 5)
        schedule = self._schedule(cut, "supersteps", self.given)
        if isinstance(schedule, TaskQueue):
            return schedule.priority.tobytes() + bytes([schedule.latest_first])
        return self._run(cut, "supersteps", "compiled").vertex_finish.tobytes()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Schedule a short chain."""
        self._schedule(_cut(gallery()["path"], 3), "dataflow", options)

    def _schedule(
        self, cut: EdgePartition, model: Any, options: Mapping[str, Any]
    ) -> TaskQueue | RunTimeScheduler:
        self._feed(cut, model, options)
        program = prepare(cut, model=model)
        return schedule_of(self.plugin.call(program, options=options), program, self.name)

    def _run(self, cut: EdgePartition, model: str, engine: str, **core: Any) -> RunResult:
        """Run a cut on four cores, with some parameters of a core."""
        self._feed(cut, model, self.given)
        mapping = ClusterMapping(np.arange(cut.parts) % 4, 4)
        execution = {"model": model, "scheduler": self.name, "engine": engine, **self.given}
        return simulate(cut, mapping, load_machine({"base": "mesh-2x2", "core": core}), execution)

    def _feed(self, cut: EdgePartition, model: str, options: Mapping[str, Any]) -> None:
        graph = cut.graph
        added = "".join(f", {name}={value!r}" for name, value in options.items())
        self.fed = f"{graph.name!r} ({graph.num_edges} edges) in {cut.parts} clusters, {model}{added}"

    @check("every task has a priority, or the scheduler decides at run time")
    def priorities_are_valid(self) -> None:
        """One integer per task, or an object to ask, for every graph."""
        for graph in gallery().values():
            self._schedule(_cut(graph, min(4, graph.num_edges)), "supersteps", self.given)
        self._schedule(_cut(edgeless(3), 2), "dataflow", self.given)

    @check("the program is not changed")
    def input_is_unchanged(self) -> None:
        """Its arrays are shared with the run."""
        program = prepare(_cut(random_graph(60, 300, 3, "wide"), 5), model="supersteps")
        names = ("task_cycles", "order", "readers", "gather_id", "scatter_id")
        before = {name: np.array(getattr(program, name)).tobytes() for name in names}
        self.fed = "a program of 300 edges"
        self.plugin.call(program, options=self.given)
        for name in names:
            if np.asarray(getattr(program, name)).tobytes() != before[name]:
                self.fail(f"the call changed the array {name}")

    @check("runs that it schedules satisfy the invariants")
    def runs_obey_the_laws(self) -> None:
        """Every task runs once, and the run takes no longer than all tasks one after the other."""
        for model, graph in (("dataflow", gallery()["path"]), ("supersteps", random_graph(30, 120, 1))):
            self._run(_cut(graph, 6), model, "auto")

    @check("the runs that it schedules are the same in both engines")
    def engines_are_told_the_same(self) -> None:
        """A run-time scheduler may use only its arguments, which are the same in both engines.

        The second runs have a core that is fast for half of the tasks and slow for the others.
        """
        speeds = {"classes": {"odd_one": 1}, "task_speeds": {"a": {"odd_one": 3}, "b": {"odd_one": 0.5}}}
        for model, graph in (("dataflow", gallery()["path"]), ("supersteps", random_graph(30, 120, 1))):
            kind = np.where(np.arange(graph.num_vertices) % 2, "a", "b")
            graph = replace(graph, vertex={**graph.vertex, "kind": kind})
            for core in ({}, speeds):
                simpy, compiled = (self._run(_cut(graph, 6), model, e, **core) for e in ("simpy", "compiled"))
                if not np.array_equal(simpy.vertex_finish, compiled.vertex_finish):
                    self.fail("the vertices finish in other cycles in the other engine")


class ComponentSuite(Suite):
    """The checks on one component."""

    registry = COMPONENTS

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(name, options)
        self.part = part_of(name)
        own = COMPONENTS[{"": "none", "network": "packet"}.get(self.part, self.part)].function
        self.positional = len(inspect.signature(own).parameters)

    def answer(self) -> bytes:
        """Return all figures of two runs."""
        runs = [self._run(memory, "message", "supersteps", self.given) for memory in ("traced", "simulated")]
        return json.dumps([result.scalars for result in runs], default=float).encode()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Run a small graph."""
        self._run("simulated", "message", "dataflow", options)

    def _run(
        self, memory: str, communication: str, model: str, options: Mapping[str, Any] | None
    ) -> RunResult:
        """Run a small graph with the component and its options, or without it (None)."""
        added = "".join(f", {option}={value!r}" for option, value in (options or {}).items())
        self.fed = f"a run with memory: {memory}, communication: {communication}, model: {model}{added}"
        graph = gallery()["path"] if model == "dataflow" else random_graph(24, 90, 2)
        execution = {"memory_model": memory, "communication": communication, "model": model}
        mapping = ClusterMapping(np.arange(6) % 4, 4)
        parts = {}
        if options is not None:
            component = partial(self.plugin.function, **self.plugin.check_options(options))
            parts = {self.part: component} if self.part else {}
        return simulate(_cut(graph, 6), mapping, load_machine("mesh-2x2"), execution, parts=parts)

    @check("runs with it satisfy the invariants, and do the same work as without it")
    def runs_obey_the_laws(self) -> None:
        """With traced and simulated memory, and with every way in which values move."""
        for memory, communication in (
            ("traced", "message"),
            ("simulated", "message"),
            ("simulated", "coherent"),
        ):
            for model in ("dataflow", "supersteps"):
                plain = self._run(memory, communication, model, None).scalars
                found = self._run(memory, communication, model, self.given).scalars
                for figure in ("tasks", "messages", "work_cycles"):
                    if found[figure] != plain[figure]:
                        self.fail(f"{figure}: {found[figure]}; without it {plain[figure]}")


SUITES: dict[str, type[Suite]] = {
    "partitioner": PartitionerSuite,
    "mapper": MapperSuite,
    "schedule": ScheduleSuite,
    "scheduler": SchedulerSuite,
    "generator": GeneratorSuite,
    "component": ComponentSuite,
    "gpu-program": GpuProgramSuite,
    "thread-program": ThreadProgramSuite,
    "thread-schedule": ThreadScheduleSuite,
    "thread-mapper": ThreadMapperSuite,
    "kind": KindSuite,
}
"""The test suites of the families, by the kind of their members."""


def _cut(graph: Graph, parts: int) -> EdgePartition:
    return EdgePartition(graph, parts, np.arange(graph.num_edges) % max(1, parts))
