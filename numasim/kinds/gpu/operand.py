"""The operand of a program on a GPU or of threads: a matrix, a graph or a mesh, read or generated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from numasim.schema.generated import Generated
from partitioners.errors import OptionError
from partitioners.graph import Graph

if TYPE_CHECKING:
    import scipy.sparse

    from gpu.meshes.triangle_mesh import TriangleMesh
    from numasim.kinds.gpu.schema import GpuExperiment
    from numasim.schema.experiment import Experiment


def operand_name(operand: Any) -> str:
    """Return the name of an operand: that of its file, or ``mc2depi n=1024`` from a generator."""
    if isinstance(operand, Generated):
        taken = operand.registry()[operand.generator].options
        chosen = {name: value for name, value in operand.options.items() if value != taken[name].default}
        return operand_name({"generator": operand.generator, **chosen})
    if isinstance(operand, Mapping):
        words = [f"{name}={value}" for name, value in operand.items() if name not in ("generator", "seed")]
        return " ".join([str(operand.get("generator")), *words])
    return str(operand)


def build_matrix(experiment: GpuExperiment) -> scipy.sparse.csr_array:
    """Return the matrix of a kernel, CSR with float64 values.

    The edge (u, v) of a generated graph is the entry in row u and column v, with a standard normal value. A
    graph whose edges all go from lower to higher vertices is undirected, and also has the entry (v, u).

    Raises
    ------
    OptionError
        An option of a generator is out of range, or the matrix does not fit the kernel.
    InputError
        A file cannot be read.
    """
    from gpu.matrices import generate_matrix, is_generated, read_matrix

    given = experiment.kernel.operand
    if isinstance(given, Generated):
        matrix = _matrix_of(_generated(experiment, given))
    elif is_generated(given):
        matrix = generate_matrix(given)
    else:
        matrix = read_matrix(experiment.file(given))
    if matrix.nnz == 0:
        raise OptionError(f"the matrix {operand_name(given)!r} has no entries")
    return matrix


def build_graph(experiment: GpuExperiment) -> Graph:
    """Return the graph of a program, by default with two edges for each undirected edge.

    A generated graph whose edges all go from lower to higher vertices is undirected, and so is a file that
    says so; a line of an edge list is a directed edge. Edges of a file have the stored weights by default if
    the program uses weights.

    Raises
    ------
    OptionError
        An option of a generator is out of range.
    InputError
        A file cannot be read.
    """
    work = experiment.kernel
    weights = work.weights or ("value" if work.program.uses_weights else None)
    return directed_graph(experiment, work.operand, weights, work.symmetric_entries)


def build_generated(experiment: GpuExperiment) -> Any:
    """Return the operand that a program generates from its options.

    Raises
    ------
    OptionError
        An option is out of range.
    """
    work = experiment.kernel
    return work.program.generate(work.options, experiment.seed)


def build_mesh(experiment: GpuExperiment) -> TriangleMesh:
    """Return the mesh of a program.

    Raises
    ------
    OptionError
        An option of a generator is out of range.
    InputError
        A file cannot be read, or its mesh is wrong.
    """
    from gpu.meshes.files import read_mesh

    given = experiment.kernel.operand
    if isinstance(given, Generated):
        plugin = given.registry()[given.generator]
        made: TriangleMesh = plugin.call(options=given.options, seed=experiment.seed_of(given))
        return made
    return read_mesh(experiment.file(given))


def directed_graph(
    experiment: Experiment,
    given: str | Generated,
    weights: Literal["unit", "abs", "value"] | None = None,
    symmetric_entries: Literal["one_edge", "two_edges"] | None = None,
) -> Graph:
    """Return a graph from a file or a generator, by default with two edges for each undirected edge.

    Parameters
    ----------
    experiment : Experiment
        It finds the file, and has the seed of a generator without one.
    weights : {'unit', 'abs', 'value'}, optional
        The weights of the edges of a file.
    symmetric_entries : {'one_edge', 'two_edges'}, optional
        See :func:`partitioners.read_graph`; the default is None.

    Raises
    ------
    OptionError, InputError
        See :func:`build_graph`.
    """
    from partitioners.files.read_graph import read_graph

    if isinstance(given, Generated):
        return _both_ways(_generated(experiment, given))
    return read_graph(experiment.file(given), weights=weights, symmetric_entries=symmetric_entries)


def _generated(experiment: Experiment, given: Generated) -> Graph:
    from partitioners.generators.registry import GENERATORS

    options = dict(given.options)
    if "square" in options:  # without it, the generator makes the graph of rows and columns
        options["square"] = True
    graph: Graph = GENERATORS[given.generator].call(options=options, seed=experiment.seed_of(given))
    return graph


def _both_ways(graph: Graph) -> Graph:
    """Return a graph with both directions of each edge if it is undirected."""
    if not is_undirected(graph):
        return graph
    return Graph(
        graph.num_vertices,
        np.concatenate([graph.src, graph.dst]),
        np.concatenate([graph.dst, graph.src]),
        np.concatenate([graph.weight, graph.weight]),
        graph.vertex,
        graph.name,
        graph.notes,
    )


def is_undirected(graph: Graph) -> bool:
    """Whether all edges of a generated graph go from lower to higher vertices."""
    return bool((graph.src < graph.dst).all())


def _matrix_of(graph: Graph) -> scipy.sparse.csr_array:
    import scipy.sparse as sp

    row, column = graph.src, graph.dst
    if is_undirected(graph):
        row, column = np.concatenate([row, column]), np.concatenate([column, row])
    n = graph.num_vertices
    matrix = sp.csr_array((np.ones(row.size), (row, column)), shape=(n, n))
    matrix.sum_duplicates()
    matrix.data[:] = np.random.default_rng(0).standard_normal(matrix.nnz)
    return matrix


def check_operand(experiment: GpuExperiment, read: Callable[..., Any]) -> None:
    """Read the operand of a program, and raise the error with which its run would end."""
    kernel = experiment.kernel
    build = {"matrix": build_matrix, "graph": build_graph, "mesh": build_mesh}[kernel.program.operand]
    asked = kernel.weights, kernel.program.uses_weights, kernel.symmetric_entries
    kernel.program.check_operand(read(lambda: build(experiment), *asked), kernel.options)
