"""Programs on a GPU: what a program provides, and the registry of all programs.

A program is a class. Its constructor takes the operand and a back end, copies the operand to the memory of
the back end and compiles the kernels. ``run`` makes the launches and may look at results between them. So one
program runs on a GPU, on the CPU, and on the model of a GPU.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from partitioners.plugins.registry import Registry

if TYPE_CHECKING:
    from partitioners.graph import Graph


class GpuProgram(ABC):
    """A program on a GPU, called as ``Program(operand, backend, *, options...)``.

    The keyword-only parameters of the constructor are the options. The constructor also gets those of
    :data:`RESERVED` that it declares.

    Attributes
    ----------
    operand : {'graph', 'matrix', 'mesh', 'generated'}
        What the program takes: a :class:`partitioners.Graph`, a CSR matrix of SciPy, a
        :class:`gpu.TriangleMesh`, or what :meth:`generate` makes. A program with a generated operand also
        takes None, and then makes it.
    generated_from : tuple of str
        The options on which a generated operand depends.
    small_options : mapping of str to object
        Options of a short run, for tests and for the compilation of kernels.
    figures_of_run : mapping of str to str
        The figures of :meth:`figures`, and their meanings.
    figures_of_iteration : mapping of str to str
        The columns of :meth:`iteration_table`, and their meanings.
    uses_weights : bool
        Whether the program reads the weights of a graph's edges. If so, the weights of a graph file are those
        that it stores, unless the configuration says otherwise.
    figures_of_order : frozenset of str
        The figures that depend on the order in which threads and blocks run.
    has_trace_generators : bool
        Whether every kernel has a generator in :mod:`gpu.backends.trace_generators`.
    resources : mapping of str to int or (int, int)
        Registers of a thread by kernel, or these and the static shared memory of a block in bytes, instead of
        those that are recorded, compiled or assumed. The key ``resources`` of a file goes before it.
    measured_variants : tuple of str
        The values of its option ``variant`` with which ``gpu/record.py`` measures a built-in program on
        graphs; the other options are those of :meth:`measured_options`. By default none.
    """

    operand: ClassVar[Literal["graph", "matrix", "mesh", "generated"]]
    generated_from: ClassVar[tuple[str, ...]] = ()
    small_options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType({})
    figures_of_iteration: ClassVar[Mapping[str, str]] = MappingProxyType({})
    uses_weights: ClassVar[bool] = False
    figures_of_order: ClassVar[frozenset[str]] = frozenset()
    has_trace_generators: ClassVar[bool] = False
    resources: ClassVar[Mapping[str, int | tuple[int, int]]] = MappingProxyType({})
    measured_variants: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """Whether an option affects a run with these options.

        `name` may also be ``cut`` or ``partition_ready_after`` (delay of a cut computed during the run).
        """
        return name not in ("cut", "partition_ready_after")

    @classmethod
    def generate(cls, options: Mapping[str, Any], seed: int) -> Any:
        """Make the operand of a program whose operand is ``generated``.

        Parameters
        ----------
        options : mapping of str to object
            At least those that ``generated_from`` names.
        """
        raise NotImplementedError(f"{cls.__name__} takes a {cls.operand}")

    @classmethod
    def check_operand(cls, operand: Any, options: Mapping[str, Any]) -> list[str]:
        """Check an operand as far as it can be checked before anything is compiled.

        Parameters
        ----------
        operand : CSR array, Graph or TriangleMesh
        options : mapping of str to object
            All options of the program.

        Returns
        -------
        list of str
            Notes on the operand; by default those of a graph.

        Raises
        ------
        OptionError
            The program cannot run on this operand with these options.
        """
        return list(getattr(operand, "notes", ()))

    @classmethod
    def task_graph(cls, operand: Any, name: str) -> Graph:
        """The graph whose edges are the tasks that a cut distributes to thread blocks.

        By default that of a matrix: a vertex for each row and column, an edge for each entry.
        """
        from partitioners.files.interchange import bipartite

        return bipartite(operand, name=name)

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

    def notes(self) -> list[str]:
        """Return warnings for the interpretation of the last run's results."""
        return []

    def iteration_table(self) -> dict[str, list[Any]]:
        """Return columns with a value for each iteration of the last run; without any, there is no table."""
        return {}


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
        "btree": "gpu.programs.btree:BTreeSearch",
        "cfd": "gpu.programs.cfd:Cfd",
        "dmr": "gpu.programs.mesh_refinement:MeshRefinement",
        "gaussian": "gpu.programs.gaussian:Gaussian",
        "gpulp": "gpu.programs.label_propagation:LabelPropagation",
        "particle_filter": "gpu.programs.particle_filter:ParticleFilter",
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
