"""Programs on a GPU: what a program provides, and the registry of all programs.

A program is a class. Its constructor takes the operand and a back end, copies the operand to the memory of
the back end and compiles the kernels. ``run`` makes the launches and may look at results between them. So one
program runs on a GPU, on the CPU, and on the model of a GPU.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal, cast

from partitioners.registry import Registry


class GpuProgram(ABC):
    """A program on a GPU, called as ``Program(operand, backend, *, options...)``.

    The keyword-only parameters of the constructor are the options. The constructor also gets those of
    :data:`RESERVED` that it declares.

    Attributes
    ----------
    operand : {'graph', 'matrix', 'mesh'}
        What the program takes: a :class:`partitioners.Graph`, a CSR matrix of SciPy, or a
        :class:`gpu.TriangleMesh`.
    figures_of_run : mapping of str to str
        The figures of :meth:`figures`, and their meanings.
    uses_weights : bool
        Whether the program reads the weights of a graph's edges. If so, the weights of a graph file are those
        that it stores, unless the configuration says otherwise.
    figures_of_order : frozenset of str
        The figures that depend on the order in which threads and blocks run.
    has_trace_generators : bool
        Whether every kernel has a generator in :mod:`gpu.backends.trace_generators`.
    measured_variants : tuple of str
        The values of its option ``variant`` with which ``gpu/record.py`` measures a built-in program on
        graphs; the other options are those of :meth:`measured_options`. By default none.
    """

    operand: ClassVar[Literal["graph", "matrix", "mesh"]]
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType({})
    uses_weights: ClassVar[bool] = False
    figures_of_order: ClassVar[frozenset[str]] = frozenset()
    has_trace_generators: ClassVar[bool] = False
    measured_variants: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """Whether an option affects a run with these options.

        Two other names are asked for: ``cut``, and ``partition_ready_after``, the time until a cut that is
        made during the run is ready.
        """
        return name not in ("cut", "partition_ready_after")

    @classmethod
    def measured_options(cls, operand: Any) -> dict[str, Any]:
        """The options, besides ``variant`` and ``block_size``, with which an operand is measured."""
        return {}

    @abstractmethod
    def run(self) -> None:
        """Make all launches once; a second call repeats the run."""

    @abstractmethod
    def verify(self) -> list[str]:
        """Check the results of the last run by an independent method; return what is wrong, one line each."""

    def figures(self) -> dict[str, int | float]:
        """Return the figures of the last run."""
        return {}

    def iteration_rows(self) -> list[dict[str, int]]:
        """Return a row for each iteration of the last run, for the table ``iterations``; by default none."""
        return []


RESERVED = ("cut", "shared_bytes", "seed")
"""Parameters of a constructor that are not options: a vertex cut of the operand, one part of which a block
processes, the maximum shared memory of a block in bytes, and the seed of random inputs."""

GPU_PROGRAMS = Registry(
    "GPU program",
    "numasim.gpu_programs",
    {
        "spmv": "gpu.programs.matrix_programs:Spmv",
        "cg": "gpu.programs.matrix_programs:ConjugateGradient",
        "bfs": "gpu.programs.bfs:Bfs",
        "dmr": "gpu.programs.mesh_refinement:MeshRefinement",
        "sssp": "gpu.programs.sssp:Sssp",
    },
    reserved=RESERVED,
)
"""Every program: a subclass of :class:`GpuProgram`."""


def program_class(name: str) -> type[GpuProgram]:
    """The class of a program.

    Raises
    ------
    UnknownNameError
        There is no such program.
    """
    return cast(type[GpuProgram], GPU_PROGRAMS[name].function)
