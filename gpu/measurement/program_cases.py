"""Cases of the built-in GPU programs: their variants and options, their operands, and whole runs.

Every program has a small operand, on which all its options are verified, and one of a size that is worth
timing. Both are generated from a name, so no package but NumPy and SciPy is needed where a GPU is measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from gpu.launch import Backend
from gpu.matrices import content_hash
from gpu.measurement.cases import Case, HostLoop, NamingBackend
from gpu.measurement.inputs import CONTIGUOUS, Input
from gpu.meshes.generators import random_points
from gpu.programs.program import GPU_PROGRAMS, program_class
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.conformance import choices

SMALL, FULL = "small", "full"
"""The operands of programs that generate their own: with the program's ``small_options``, or its defaults."""

MESH = "random_points-"
"""Prefix of a number of points for the mesh of :func:`gpu.meshes.generators.random_points`."""

SMALL_OPERANDS: Mapping[str, str] = MappingProxyType(
    {"graph": "rmat-9x4", "matrix": "mesh-20x16", "mesh": f"{MESH}80", "generated": SMALL}
)
"""The operand on which programs are verified, by kind."""

FULL_OPERANDS: Mapping[str, str] = MappingProxyType(
    {"graph": "rmat-16x16", "matrix": "mesh-512x512", "mesh": f"{MESH}5000", "generated": FULL}
)
"""The operand on which programs are timed, by kind."""

ENTRIES_OF_PART = 200
"""Entries of a part of the contiguous cut that a program gets if it takes one."""

_OF_CASE = ("dtype", "block_size")  # a case has fields of its own for these options


def _variants(program: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each variant, and each other value of a few-valued option, with the options that it needs to apply."""
    made, options = program_class(program), GPU_PROGRAMS[program].options
    few = {
        name: [value for value in choices(option.annotation) if value not in (None, option.default)]
        for name, option in options.items()
        if name not in _OF_CASE
    }
    usual = {"variant": options["variant"].default}
    sets = [usual, *({"variant": value} for value in few.pop("variant"))]
    sets += [{**usual, name: value} for name, values in few.items() for value in values]
    variants = dict.fromkeys(each["variant"] for each in sets)
    yield from ((f"{program}:{variant}", {"variant": variant}) for variant in variants)
    for name, values in few.items():
        needed = next(each for each in sets if name not in each and made.applies(name, each))
        for value in values:
            given = {**needed, name: value}
            others = "".join(f" {key}={each}" for key, each in given.items() if key != "variant")
            yield f"{program}:{given['variant']}{others}", given


PROGRAM_METHODS: Mapping[str, tuple[str, Mapping[str, Any]]] = MappingProxyType(
    {
        method: (program, MappingProxyType(options))
        for program in GPU_PROGRAMS.builtins
        for method, options in _variants(program)
    }
)
"""The methods that run a built-in program, such as ``dmr:atomic`` and ``gpulp:collapse table=hash``, with the
program and those of its options that are given."""

SEARCHES = tuple(
    method
    for method, (program, options) in PROGRAM_METHODS.items()
    if options["variant"] in program_class(program).measured_variants and len(options) == 1
)
"""The methods that are measured on the graphs of matrices, see
:attr:`gpu.programs.program.GpuProgram.measured_variants`."""


def program_cases(operands: Mapping[str, str]) -> list[Case]:
    """List a case for every program with each value of every few-valued option.

    Parameters
    ----------
    operands : mapping of str to str
        The name of the operand by kind: :data:`SMALL_OPERANDS` or :data:`FULL_OPERANDS`.
    """
    found = []
    for method, (program, given) in PROGRAM_METHODS.items():
        options = GPU_PROGRAMS[program].options
        operand = operands[program_class(program).operand]
        takes_cut = "cut" in GPU_PROGRAMS[program].accepts and given["variant"] == "spac"
        cut = CONTIGUOUS if takes_cut else ""
        usual = {name: options[name].default for name in _OF_CASE if name in options}
        sets = [usual]
        if given == {"variant": options["variant"].default}:
            for name, default in usual.items():
                others = [value for value in choices(options[name].annotation) if value != default]
                sets += [{**usual, name: value} for value in others]
        for each in sets:
            found.append(Case(method, each.get("dtype", "float32"), each["block_size"], operand, cut))
    return found


class PreparedProgram(HostLoop):
    """A run of a program on its operand; a graph is that of a matrix's entries."""

    unit = "run"

    def __init__(self, case: Case, problem: Input | None, backend: Backend) -> None:
        name, given = PROGRAM_METHODS[case.method]
        plugin, made = GPU_PROGRAMS[name], program_class(name)
        naming = NamingBackend(backend)
        own = {"dtype": case.dtype, "block_size": case.block_size}
        options = {**given, **{option: value for option, value in own.items() if option in plugin.options}}
        operand: Any
        if made.operand in ("graph", "matrix"):
            if problem is None:
                raise OptionError(f"method {case.method!r} needs a matrix")
            operand, self.input_hash = problem.matrix, problem.hash
            if made.operand == "graph":
                operand = _graph(problem)
                options = {**made.measured_options(operand), **options}
        else:
            if made.operand == "generated" and case.matrix == SMALL:
                options = {**made.small_options, **options}
            operand = operand_of(case)
            self.input_hash = _hash(operand)
        more: dict[str, Any] = {}
        if case.cut:
            more["cut"] = _contiguous(made.task_graph(operand, case.matrix))
        maker: Any = made
        self.program = maker(operand, naming, **options, **more)
        self.kernels = naming.kernels

    def run(self) -> None:
        """Run the program."""
        self.program.run()

    def error(self, rng: np.random.Generator) -> float:
        """0 if the program's verifier finds nothing wrong, else infinity."""
        self.run()
        return float("inf") if self.program.verify() else 0.0


def operand_of(case: Case) -> Any:
    """The mesh of a case, or the operand that its program generates with seed 0.

    Raises
    ------
    OptionError
        There is no such operand.
    """
    name, given = PROGRAM_METHODS[case.method]
    made = program_class(name)
    if made.operand == "mesh" and case.matrix.removeprefix(MESH).isdecimal():
        return random_points(points=int(case.matrix.removeprefix(MESH)))
    if made.operand == "generated" and case.matrix in (SMALL, FULL):
        defaults = {option.name: option.default for option in GPU_PROGRAMS[name].options.values()}
        small = made.small_options if case.matrix == SMALL else {}
        return made.generate({**defaults, **small, **given}, 0)
    raise OptionError(f"program {name!r} has no operand {case.matrix!r}")


def takes_matrix(case: Case) -> bool:
    """Whether the operand of a program's case is a matrix or its graph."""
    return program_class(PROGRAM_METHODS[case.method][0]).operand in ("graph", "matrix")


def _graph(problem: Input) -> Graph:
    csr = problem.matrix
    rows = np.repeat(np.arange(csr.shape[0]), np.diff(csr.indptr))
    return Graph(max(csr.shape), rows, csr.indices, name=problem.name)


def _contiguous(graph: Graph) -> EdgePartition:
    part = np.arange(graph.num_edges) // ENTRIES_OF_PART
    return EdgePartition(graph, int(part.max(initial=0)) + 1, part)


def _hash(operand: Any) -> str:
    if not is_dataclass(operand):
        return content_hash(operand)
    values = (getattr(operand, each.name) for each in fields(operand))
    return content_hash(*(value for value in values if isinstance(value, np.ndarray)))
