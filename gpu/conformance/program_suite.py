"""The conformance suite for GPU programs.

The suite does not know what a program computes. It compares the contents of its arrays, its copies to the
host and its figures. Its own ``verify`` decides whether the results are right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.backend import HostBackend
from gpu.backends.host.races import RaceBackend
from gpu.backends.host.trace import TraceBackend
from gpu.backends.trace_generators.backend import StreamBackend
from gpu.conformance.operands import STANDARD, graph_operands, matrix_operands, mesh_operands
from gpu.conformance.watched_backend import WatchedBackend
from gpu.model.backend import SimulatedBackend
from gpu.programs.program import GPU_PROGRAMS, GpuProgram
from partitioners.errors import InputError, KernelError, MissingExtraError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.conformance import Suite, check, choices, fits

RESIDENT = 64
"""Number of resident blocks of runs in which blocks take turns; most grids of these operands have fewer."""

BLOCK_BY_BLOCK = "one block at a time"
IN_TURNS = f"{RESIDENT} blocks in turns"
IN_RANDOM_ORDER = f"{RESIDENT} blocks in random order"

SCHEDULES: Mapping[str, dict[str, Any]] = {
    BLOCK_BY_BLOCK: {},
    IN_TURNS: {"resident": RESIDENT, "order": "turns"},
    IN_RANDOM_ORDER: {"resident": RESIDENT, "order": "seeded", "seed": 7},
}
"""The options of back ends that decide which blocks run at the same time."""

SMALL: Mapping[str, tuple[int, ...]] = {"block_size": (32, 64, 128, 256), "iterations": (3,)}
"""Options whose default is replaced by the first value here that they take: small blocks are many."""

ENTRIES_OF_PART = 200
"""Entries of a part of the cut that a program gets if it takes one."""


ALONE = "operand"
"""The name of an operand that is one array."""


@dataclass(frozen=True, eq=False)
class Ran:
    """A program that has run.

    Attributes
    ----------
    copies : tuple of bytes
        The copies to the host during the run.
    contents : tuple of bytes
        The contents of all arrays after the run.
    figures : dict of str to number
    wrong : list of str
        What its own check finds wrong.
    """

    program: GpuProgram
    backend: WatchedBackend
    copies: tuple[bytes, ...]
    contents: tuple[bytes, ...]
    figures: dict[str, int | float]
    wrong: list[str]

    def difference(self, other: Ran) -> str:
        """What differs in the figures and copies of another run, in words; empty if nothing does."""
        for name, figure in self.figures.items():
            if other.figures.get(name) != figure:
                return f"the figure {name!r} is {other.figures.get(name)!r} instead of {figure!r}"
        return "" if self.copies == other.copies else "a copy to the host differs"


class GpuProgramSuite(Suite):
    """The conformance checks for one GPU program, on the host back end and on the model of a device."""

    registry = GPU_PROGRAMS
    positional = 2

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(name, options)
        function: Any = self.plugin.function
        self.given = {**self._small_values(), **getattr(function, "small_options", {}), **self.given}
        self.operand = getattr(function, "operand", None)
        self.operands = self._operands()
        self._kept: dict[tuple[str, str, str], Ran] = {}

    def _operands(self) -> Mapping[str, Any]:
        """The operands by name; a generated one is made from the options of the suite."""
        if self.operand == "graph":
            return graph_operands()
        if self.operand == "mesh":
            return mesh_operands()
        if self.operand == "generated":
            function: Any = self.plugin.function
            return {STANDARD: function.generate(self.plugin.check_options(self.given), 3)}
        return matrix_operands()

    def _small_values(self) -> dict[str, int]:
        small: dict[str, int] = {}
        for name, values in SMALL.items():
            option = self.plugin.options.get(name)
            fitting = [value for value in values if option is not None and fits(option, value)]
            small |= {name: fitting[0]} if fitting else {}
        return small

    def answer(self) -> bytes:
        """Run the standard operand with blocks in turns; return copies, contents and figures."""
        ran = self._run(IN_TURNS, self.given, seed=5)
        return b"".join([*ran.copies, *ran.contents, repr(sorted(ran.figures.items())).encode()])

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Run the standard operand with blocks in turns; an error must be one line."""
        try:
            self._run(IN_TURNS, options)
        except InputError as error:
            self._expect_one_line(error)
            raise

    def _program(self, operand: str, backend: WatchedBackend, options: Mapping[str, Any], seed: int) -> Any:
        """Make the program as an experiment does: options that do not apply are left out."""
        checked = self.plugin.check_options(options)
        function: Any = self.plugin.function
        applying = {name: value for name, value in checked.items() if function.applies(name, checked)}
        cut = self._cut(operand) if "cut" in self.plugin.accepts else None
        given = self.operands[operand], backend
        return self.plugin.call(*given, options=applying, cut=cut, shared_bytes=48 * 1024, seed=seed)

    def _cut(self, operand: str) -> EdgePartition:
        given = self.operands[operand]
        function: Any = self.plugin.function
        graph = given if isinstance(given, Graph) else function.task_graph(given, operand)
        part = np.arange(graph.num_edges) // ENTRIES_OF_PART
        return EdgePartition(graph, int(part.max(initial=0)) + 1, part)

    def _run(
        self,
        schedule: str,
        options: Mapping[str, Any],
        *,
        operand: str = STANDARD,
        seed: int = 0,
        backend: HostBackend | None = None,
        changed: int | None = None,
    ) -> Ran:
        """Make and run a program; unless a copy to the host is changed, its results must be right."""
        self._feed(operand, schedule if backend is None else backend.name, options)
        watched = WatchedBackend(HostBackend(**SCHEDULES[schedule]) if backend is None else backend, changed)
        ran = self._run_again(self._program(operand, watched, options, seed), watched)
        if ran.wrong and changed is None:
            self.fail(f"verify() finds its results wrong: {ran.wrong[0]}")
        return ran

    def _feed(self, operand: str, schedule: str, options: Mapping[str, Any]) -> None:
        given = "".join(f", {name}={value!r}" for name, value in options.items())
        self.fed = f"{operand} {self.operand}, {schedule}{given}"

    def _run_again(self, program: Any, watched: WatchedBackend) -> Ran:
        before = len(watched.copies)
        with self.plugin.blamed():
            program.run()
            copies = tuple(watched.copies[before:])
            contents = tuple(array.values.tobytes() for array in watched.arrays)
            figures = program.figures()
            wrong = program.verify()
        if not isinstance(wrong, list) or not all(isinstance(line, str) for line in wrong):
            self.fail(f"verify() returned {wrong!r}; expected a list of lines, empty if nothing is wrong")
        return Ran(program, watched, copies, contents, figures, wrong)

    def _runs(self, schedule: str) -> Iterator[tuple[dict[str, Any], Ran]]:
        """Runs with the given options, and with each value of each option that has only a few.

        They are kept, since several checks look at them.
        """
        sets = [self.given]
        for option in self.plugin.options.values():
            usual = self.given.get(option.name, option.default)
            others = (value for value in choices(option.annotation) if value != usual)
            sets += [{**self.given, option.name: value} for value in others]
        for options in sets:
            try:
                yield options, self._kept_run(schedule, options)
            except MissingExtraError:
                continue
            except KernelError:
                if schedule != BLOCK_BY_BLOCK or not self._has_grid_barrier(options):
                    raise

    def _kept_run(self, schedule: str, options: Mapping[str, Any], operand: str = STANDARD) -> Ran:
        """A run that several checks look at, which is made once."""
        self._feed(operand, schedule, options)
        key = operand, schedule, repr(options)
        if key not in self._kept:
            self._kept[key] = self._run(schedule, options, operand=operand)
        return self._kept[key]

    def _has_grid_barrier(self, options: Mapping[str, Any]) -> bool:
        """Whether a program needs all blocks of a grid at once."""
        watched = WatchedBackend(HostBackend())
        self._program(STANDARD, watched, options, 0)
        return any(kernel.uses_grid_sync for kernel in watched.kernels)

    def _expect_one_line(self, error: InputError) -> None:
        if len(str(error).splitlines()) != 1:
            self.fail(f"an error is not one line: {str(error)!r}")

    @check("it is a subclass of gpu.GpuProgram that takes a graph, a matrix, a mesh, or what it generates")
    def is_a_program(self) -> None:
        """Check the class and its attribute ``operand``."""
        function: Any = self.plugin.function
        if not isinstance(function, type) or not issubclass(function, GpuProgram):
            self.fail(f"{self.plugin.function!r} is not a subclass of gpu.GpuProgram")
        if self.operand not in ("graph", "matrix", "mesh", "generated"):
            self.fail(f"operand is {self.operand!r}; expected 'graph', 'matrix', 'mesh' or 'generated'")

    @check("operands of all shapes get right results, or are refused in one line")
    def takes_all_shapes(self) -> None:
        """No edges, a path, stars, isolated vertices, parallel edges, weights of all sizes, and others."""
        self._run(BLOCK_BY_BLOCK if not self._has_grid_barrier(self.given) else IN_TURNS, self.given)
        for operand in self.operands:
            try:
                self._kept_run(IN_TURNS, self.given, operand)
            except InputError as error:
                self._expect_one_line(error)

    @check("its results are right with one and with many resident blocks, for every choice of an option")
    def any_order(self) -> None:
        """Each schedule shows other values to the threads."""
        for schedule in SCHEDULES:
            for _ in self._runs(schedule):
                pass

    @check("only figures that it names in figures_of_order depend on the order of blocks")
    def figures_of_order(self) -> None:
        """Compare the figures of all schedules."""
        function: Any = self.plugin.function
        expected = [(options, ran.figures) for options, ran in self._runs(IN_TURNS)]
        for schedule in (BLOCK_BY_BLOCK, IN_RANDOM_ORDER):
            found = {repr(options): ran.figures for options, ran in self._runs(schedule)}
            for options, figures in expected:
                for name in figures.keys() - function.figures_of_order:
                    other = found.get(repr(options), figures).get(name)
                    if other != figures[name]:
                        self._feed(STANDARD, schedule, options)
                        self.fail(
                            f"the figure {name!r} is {other!r}, but {figures[name]!r} with {IN_TURNS}; "
                            "if the order of blocks may change it, name it in figures_of_order"
                        )

    @check("its check finds results in which every value is changed")
    def finds_changes(self) -> None:
        """Change the last copy of the run to the host, or one that the check makes itself."""
        ran = self._run(IN_TURNS, self.given)
        of_run = len(ran.copies)
        if not ran.backend.copies:
            self.fail("neither run() nor verify() copies a result to the host")
        for copy in range(max(0, of_run - 1), len(ran.backend.copies)):
            try:
                if self._run(IN_TURNS, self.given, changed=copy).wrong:
                    return
            except Exception:  # what a program raises for wrong values is also a refusal
                return
        self.fail("verify() finds nothing wrong")

    @check("a second run repeats the first")
    def runs_again(self) -> None:
        """The same copies to the host and the same figures."""
        first = self._run(IN_TURNS, self.given)
        second = self._run_again(first.program, first.backend)
        if difference := first.difference(second):
            self.fail(f"in the second run, {difference}")

    @check("traced and simulated runs give the same results, for every choice of an option")
    def same_on_models(self) -> None:
        """All three run the same compiled code, with as many resident blocks and the same turns."""
        for options, expected in self._runs(IN_TURNS):
            for kind in (TraceBackend, SimulatedBackend):
                ran = self._run(IN_TURNS, options, backend=kind(**SCHEDULES[IN_TURNS]))
                difference = expected.difference(ran)
                if not difference and ran.contents != expected.contents:
                    difference = "the contents of an array differ"
                if difference:
                    self.fail(f"{difference} on the back end of {IN_TURNS}")

    @check("a device runs it with as many blocks as fit")
    def runs_on_a_device(self) -> None:
        """The simulated time is that of at least one kernel, and the results are right."""
        backend = SimulatedBackend()
        self._feed(STANDARD, f"what fits on {backend.gpu.device.name}", self.given)
        watched = WatchedBackend(backend)
        program = self._program(STANDARD, watched, self.given, 0)
        with self.plugin.blamed():
            result = backend.simulate(program.run)
            wrong = program.verify()
        if wrong:
            self.fail(f"verify() finds its results wrong: {wrong[0]}")
        if not result.scalars["kernel_us"] > 0:
            self.fail("it launches no kernel")

    @check("no two threads of a launch race, but where the kernel says why that does no harm")
    def has_no_races(self) -> None:
        """Run it on :class:`gpu.RaceBackend`, for every choice of an option."""
        for options, _ in self._runs(IN_TURNS):
            self._run(IN_TURNS, options, backend=RaceBackend(**SCHEDULES[IN_TURNS]))

    @check("if all kernels have trace generators, they give right results")
    def runs_without_a_compiler(self) -> None:
        """Run it on :class:`gpu.StreamBackend`, as experiments do."""
        function: Any = self.plugin.function
        if not function.has_trace_generators:
            self.skip("has_trace_generators is false")
        for options, _ in self._runs(IN_TURNS):
            self._run(IN_TURNS, options, backend=StreamBackend())

    @check("figures are finite numbers, with names from figures_of_run, and of the same types in all runs")
    def figures_are_stable(self) -> None:
        """Figures become columns of a table."""
        function: Any = self.plugin.function
        expected = None
        for operand in self.operands:
            try:
                ran = self._kept_run(IN_TURNS, self.given, operand)
            except InputError:
                continue
            figures = ran.figures
            for name, value in figures.items():
                if name not in function.figures_of_run:
                    self.fail(f"figures_of_run does not explain the figure {name!r}")
                if type(value) not in (int, float) or not math.isfinite(value):
                    self.fail(f"the figure {name!r} is {value!r}; expected a finite int or float")
            self._columns_are_explained(ran.program)
            types = {name: type(value).__name__ for name, value in figures.items()}
            expected = types if expected is None else expected
            if types != expected:
                self.fail(f"the figures are {types}; for other operands {expected}")

    def _columns_are_explained(self, program: GpuProgram) -> None:
        """Fail if a column of iterations has no meaning, or if columns differ in length."""
        columns = program.iteration_table()
        for name in columns.keys() - program.figures_of_iteration.keys():
            self.fail(f"figures_of_iteration does not explain the column {name!r}")
        if len({len(values) for values in columns.values()}) > 1:
            self.fail("the columns of iteration_table() differ in length")

    @check("applies() says of every option whether it has an effect")
    def says_what_applies(self) -> None:
        """Also for ``cut`` and ``partition_ready_after``, which experiments ask for."""
        function: Any = self.plugin.function
        checked = self.plugin.check_options(self.given)
        for name in (*self.plugin.options, "cut", "partition_ready_after"):
            if type(applies := function.applies(name, checked)) is not bool:
                self.fail(f"applies({name!r}, options) returned {applies!r}; expected True or False")

    @check("the operand is not changed")
    def operand_is_unchanged(self) -> None:
        """It is shared with other runs."""
        given = self.operands[STANDARD]
        before = {name: array.tobytes() for name, array in _arrays(given).items()}
        self._run(IN_TURNS, self.given)
        for name, array in _arrays(given).items():
            if array.tobytes() != before[name]:
                self.fail(f"the run changed the array {name}")

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Also seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._run(IN_TURNS, self.given, seed=seed)


def _arrays(operand: Any) -> dict[str, NDArray[Any]]:
    """The arrays of an operand and of its members by name; an array alone has the name :data:`ALONE`."""
    if isinstance(operand, np.ndarray):
        return {ALONE: operand}
    if isinstance(operand, Graph):
        return {name: getattr(operand, name) for name in ("src", "dst", "weight")}
    members: Any = getattr(operand, "__dict__", {})
    if isinstance(operand, Mapping):
        members = operand
    elif isinstance(operand, (tuple, list)):
        members = dict(enumerate(operand))
    return {
        f"{name}.{inner}" if inner != ALONE else str(name): array
        for name, member in members.items()
        for inner, array in _arrays(member).items()
    }
