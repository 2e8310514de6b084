"""The conformance suites of programs, schedules and mappers of threads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.machine.machine import load_machine
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.mapping import THREAD_MAPPERS, map_threads
from numasim.threads.microbenchmarks import AtomicCounter
from numasim.threads.program import THREAD_PROGRAMS, ThreadProgram
from numasim.threads.real_run import run_threads
from numasim.threads.schedules import THREAD_SCHEDULES
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import grid
from partitioners.plugins.conformance import Suite, check, fits

if TYPE_CHECKING:
    from numasim.numa.shared.thread_result import ThreadResult
    from partitioners.graph import Graph

SMALL: Mapping[str, Any] = {"accesses": 60, "bytes": "8 KiB", "operations": 200}
"""Options whose default is replaced, if they take the value."""


class ThreadProgramSuite(Suite):
    """The conformance checks for one program of threads."""

    registry = THREAD_PROGRAMS
    positional = 0

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(name, options)
        taken = self.plugin.options
        small = {key: value for key, value in SMALL.items() if key in taken and fits(taken[key], value)}
        self.given = {**small, **self.given}

    def answer(self) -> bytes:
        """Run three threads with the schedule `dynamic`; return all figures and the phases."""
        result = self._run(self._make_program(self.given, 5), 3, "dynamic")
        figures = json.dumps([result.scalars, result.figures], default=float)
        return figures.encode() + result.tables["phases"].to_csv().encode()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Run two threads."""
        self._run(self._make_program(options, 0), 2, "static")

    def _make_program(
        self, options: Mapping[str, Any], seed: int, graph: Graph | None = None
    ) -> ThreadProgram:
        self.fed = ", ".join([f"seed {seed}", *(f"{name}={value!r}" for name, value in options.items())])
        operand = random_graph(40, 160, 3) if graph is None else graph
        program = self.plugin.call(options=options, seed=seed, graph=operand)
        if not isinstance(program, ThreadProgram):
            self.fail(f"it made {type(program).__name__}; expected a subclass of numasim.ThreadProgram")
        return program

    def _run(self, program: ThreadProgram, threads: int, scheduler: str) -> ThreadResult:
        """Run a program on four cores; its results must be right."""
        self.fed += f", {threads} threads, {scheduler}"
        machine = load_machine("mesh-2x2")
        with self.plugin.blamed():
            return simulate_threads(program, np.arange(threads), machine, scheduler=scheduler, chunk=8)

    @check("it is a subclass of numasim.ThreadProgram")
    def is_a_program(self) -> None:
        """Check the class and what it makes."""
        self._make_program(self.given, 0)
        if not isinstance(self.plugin.function, type):
            self.fail(f"{self.plugin.function!r} is no class")

    @check("results are right under every schedule, with one thread and with several")
    def results_are_right(self) -> None:
        """Its own ``verify`` decides."""
        for scheduler in THREAD_SCHEDULES.builtins:
            for threads in (1, 3, 4):
                program = self._make_program(self.given, 1)
                if threads >= program.least_threads:
                    self._run(program, threads, scheduler)

    @check("results are right on real threads")
    def runs_for_real(self) -> None:
        """The same functions run on the processor's own threads."""
        for threads in (1, 2):
            program = self._make_program(self.given, 1)
            if threads < program.least_threads:
                continue
            self.fed += f", {threads} real threads"
            with self.plugin.blamed():
                run_threads(program, threads, chunk=8)
                wrong = program.verify()
            if wrong:
                self.fail(f"verify() finds its results wrong: {wrong[0]}")

    @check("its figures are numbers with names of their own")
    def figures_are_columns(self) -> None:
        """They become columns of a row."""
        figures = self._run(self._make_program(self.given, 0), 2, "static").figures
        of_all = {"search_cycles", "search_seconds", "teps", "one_way_ns_in_socket", "one_way_ns_across"}
        own = figures.keys() - of_all  # without those of all searches, and of all pairs
        taken = own & (THREADS.columns.keys() | set(THREADS.field_columns.values()))
        if taken:
            self.fail(f"the figure {min(taken)!r} has the name of a column")
        for name, value in figures.items():
            if not isinstance(value, int | float | np.number):
                self.fail(f"the figure {name!r} is {value!r}; expected a number")

    @check("the graph is not changed")
    def graph_is_unchanged(self) -> None:
        """It is shared with other runs."""
        if "graph" not in self.plugin.accepts:
            self.skip("it takes no graph")
        graph = random_graph(40, 160, 3)
        before = graph.src.tobytes(), graph.dst.tobytes()
        self._run(self._make_program(self.given, 0, graph), 2, "static")
        if (graph.src.tobytes(), graph.dst.tobytes()) != before:
            self.fail("the run changed the edges of the graph")

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Also seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._run(self._make_program(self.given, seed), 2, "static")


class ThreadScheduleSuite(Suite):
    """The conformance checks for one schedule of threads."""

    registry = THREAD_SCHEDULES
    positional = 2

    def answer(self) -> bytes:
        """Run a search with many phases; return all figures and the phases."""
        result = self._simulate(Bfs(graph=grid(width=9, height=6), method="queue"), 4, 2, self.given)
        return json.dumps(result.scalars).encode() + result.tables["phases"].to_csv().encode()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Count the items of a phase."""
        self._simulate(AtomicCounter(accesses=20, counters=60), 3, 2, options)

    def _simulate(
        self, program: ThreadProgram, threads: int, chunk: int, options: Mapping[str, Any]
    ) -> ThreadResult:
        """Run a program, which finds each item that is left out or done twice."""
        self._feed(program, threads, chunk, options)
        return simulate_threads(
            program,
            np.arange(threads),
            load_machine("mesh-2x2"),
            scheduler=self.name,
            options=options,
            seed=2**64 + 5,
            chunk=chunk,
        )

    def _feed(self, program: ThreadProgram, threads: int, chunk: int, options: Mapping[str, Any]) -> None:
        given = "".join(f", {name}={value!r}" for name, value in options.items())
        self.fed = f"{type(program).__name__}, {threads} threads, chunks of {chunk}{given}"

    @check("every item of a phase is done once")
    def every_item_once(self) -> None:
        """By simulated threads and by real ones, with chunks below and above the number of items."""
        for threads in (1, 2, 4):
            for accesses, chunk in ((1, 1), (25, 3), (25, 1000)):
                program = AtomicCounter(accesses=accesses, counters=threads * accesses)
                self._simulate(program, threads, chunk, self.given)
                run_threads(program, threads, self.plugin.function, chunk, options=self.given)
                wrong = program.verify()
                if wrong:
                    self.fail(f"real threads: {wrong[0]}")

    @check("every phase begins with all of its items")
    def phases_begin_anew(self) -> None:
        """A search has many phases, and finds all nodes only if all their items are done."""
        for threads in (1, 4):
            self._simulate(Bfs(graph=grid(width=9, height=6), method="queue"), threads, 2, self.given)


class ThreadMapperSuite(Suite):
    """The conformance checks for one mapper of threads."""

    registry = THREAD_MAPPERS
    positional = 2

    def answer(self) -> bytes:
        """Map seven threads onto twelve cores in three sockets."""
        return self._map(7, _sockets(12, 3), seed=5).tobytes()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Map four threads onto six cores."""
        self._map(4, _sockets(6, 2), options=options)

    def _map(
        self,
        threads: int,
        sockets: NDArray[np.int64],
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> NDArray[np.int64]:
        """The core of each thread; :func:`map_threads` raises an error unless it is one core of its own."""
        chosen = self.given if options is None else options
        given = "".join(f", {name}={value!r}" for name, value in chosen.items())
        self.fed = f"{threads} threads, the sockets {sockets.tolist()}, seed {seed}{given}"
        return map_threads(threads, sockets, self.name, seed=seed, **chosen)

    @check("every thread has a core of its own")
    def cores_are_valid(self) -> None:
        """With one and several sockets, and with as many threads as cores."""
        for cores, sockets in ((1, 1), (6, 1), (6, 2), (16, 4), (12, 3)):
            for threads in sorted({1, cores // 2 + 1, cores}):
                self._map(threads, _sockets(cores, sockets))

    @check("the sockets are not changed, and may be read-only")
    def input_is_unchanged(self) -> None:
        """They are shared with the run."""
        sockets = _sockets(12, 3)
        before = sockets.tobytes()
        self._map(5, sockets)
        if sockets.tobytes() != before:
            self.fail("the call changed the sockets")
        sockets.flags.writeable = False
        self._map(5, sockets)

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Also seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._map(5, _sockets(12, 3), seed=seed)


def _sockets(cores: int, sockets: int) -> NDArray[np.int64]:
    """The socket of each core, of which the numbers alternate, as rows of a mesh do."""
    return np.arange(cores, dtype=np.int64) % sockets
