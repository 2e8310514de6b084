"""Searches from a root by kernels on a back end: what breadth-first search and shortest paths share.

The methods are in :mod:`gpu.programs.search_methods`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, LoadedKernel, blocks_for
from gpu.option_types import Interval
from gpu.programs.program import GpuProgram
from partitioners.analysis.distances import UNREACHED, check_root, verify_distances
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.node_splitting import SplitGraph, histogram_max_degree

Search = Callable[[], NDArray[np.int32]]
"""A search that is ready to run any number of times; it returns the distances of the graph's nodes."""

Method = Callable[[Any], Search]
"""Prepares the arrays and kernels of a program's search."""

SPLITTING = ("relax", "literal", "atomic", "virtual", "child")
"""The variants that distribute the out-edges of nodes by ``max_degree``."""

Positive = Annotated[int, Interval(ge=1, le=2**31 - 1)]
Node = Annotated[int, Interval(ge=0, le=2**31 - 1)]
BlockSize = Annotated[int, Interval(ge=32, le=1024)]
Level = Positive | Literal["histogram"] | None

FIGURES = MappingProxyType(
    {
        "rounds": "rounds of the loop on the host",
        "launches": "launches by the host",
        "edge_visits": "number of times that a thread looked at an edge",
        "node_visits": "nodes taken from queues (`worklist`, `near_far`)",
        "threshold_steps": "times that the threshold between near and far nodes grew (`near_far`)",
        "reached": "nodes with a distance",
        "farthest": "the largest distance",
        "reached_edges": "out-edges of reached nodes, each counted once",
        "extra_nodes": "children of split nodes",
        "max_degree_allowed": "the largest out-degree allowed",
    }
)
"""The figures of a run and their meanings."""

VIRTUAL_DEGREE = 10
"""The default number of out-edges of a virtual node."""


class GraphSearch(GpuProgram):
    """Distances from a root, by the kernels of one program; the base of ``Bfs`` and ``Sssp``.

    Attributes
    ----------
    graph : Graph
    backend : Backend
    variant : str
    root : int
    max_degree : int
        The largest out-degree allowed; that of the graph if no nodes are split.
    distances : ndarray of int32, shape (n,)
        After :meth:`run`, the distance of each node, or
        :data:`~partitioners.analysis.distances.UNREACHED` (10^9) if no path leads to it.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "graph"
    figures_of_run: ClassVar[Mapping[str, str]] = FIGURES
    figures_of_order: ClassVar[frozenset[str]] = frozenset(
        ("rounds", "launches", "edge_visits", "node_visits", "threshold_steps")
    )
    program: ClassVar[str]
    """The word with which the names of the program's kernels begin."""
    methods: ClassVar[Mapping[str, Method]]
    """The method of each variant."""

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        variant: str,
        root: int,
        max_degree: int | None,
        level: Level,
        block_size: int,
        weights: NDArray[np.float64] | None,
    ) -> None:
        if variant not in self.methods:
            raise OptionError(f"variant is {variant!r}; choose one of {', '.join(self.methods)}")
        _check_out_edges(graph, root)
        self.graph, self.backend, self.variant, self.root = graph, backend, variant, int(root)
        self.block_size = block_size
        self.max_degree = _allowed_degree(graph, variant, max_degree, level)
        self.extra_nodes = 0
        self.distances = start(graph.num_vertices, self.root)
        self._weights = weights
        self._counts = {"rounds": 0, "launches": 0}
        self._search = self.methods[variant](self)

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`; only some variants split nodes."""
        if name in ("max_degree", "level"):
            return options.get("variant", "relax") in SPLITTING
        return super().applies(name, options)

    @classmethod
    def check_operand(cls, operand: Graph, options: Mapping[str, Any]) -> list[str]:
        """See :meth:`GpuProgram.check_operand`: the root exists and has an out-edge."""
        _check_out_edges(operand, int(options.get("root", 0)))
        return super().check_operand(operand, options)

    @classmethod
    def measured_options(cls, operand: Graph) -> dict[str, Any]:
        """See :meth:`GpuProgram.measured_options`: from the node with the most out-edges."""
        return {"root": int(operand.out_degree.argmax())}

    def run(self) -> None:
        """Search from the root: copy distances to the device, launch until the end, copy them back."""
        self._counts = {"rounds": 0, "launches": 0}
        self.distances = self._search()

    def verify(self) -> list[str]:
        """Check the distances of the last run: a line for each law that does not hold.

        The laws are those of :func:`partitioners.analysis.distances.verify_distances`.
        """
        weights = np.ones(self.graph.num_edges) if self._weights is None else self._weights
        return verify_distances(self.graph, self.root, self.distances, weights)

    def figures(self) -> dict[str, int | float]:
        """The counts of the last run, which :data:`FIGURES` explains."""
        reached = self.distances < UNREACHED
        return {
            **self._counts,
            "reached": int(np.count_nonzero(reached)),
            "farthest": int(self.distances[reached].max(initial=0)),
            "reached_edges": int(self.graph.out_degree[reached].sum()),
            "extra_nodes": self.extra_nodes,
            "max_degree_allowed": self.max_degree,
        }

    def count(self, name: str, number: int) -> None:
        """Add to a count of the present run."""
        self._counts[name] = self._counts.get(name, 0) + int(number)

    def kernel(self, name: str) -> LoadedKernel:
        """Compile a kernel for blocks of this size."""
        return self.backend.kernel(name, block_size=self.block_size)

    def launch(self, kernel: LoadedKernel, threads: int, *arguments: Any) -> None:
        """Launch a kernel with at least this number of threads, and count the launch."""
        self.count("launches", 1)
        kernel(blocks_for(threads, self.block_size), *arguments)

    def edges(self, split: SplitGraph, *, with_weights: bool = False) -> tuple[Any, ...]:
        """Copy offsets and heads to the back end, and weights of edges where they are used."""
        arrays = [split.offset, split.head]
        if self._weights is not None:
            arrays.append(split.weight.astype(np.int32))
        elif with_weights:
            arrays.append(np.ones(split.head.size, np.int32))
        return tuple(self.backend.array(each) for each in arrays)


def start(nodes: int, root: int, pieces: int = 1) -> NDArray[np.int32]:
    """The distances before a search: 0 for the pieces of the root, else :data:`UNREACHED`."""
    distance = np.full(nodes, UNREACHED, np.int32)
    distance[root : root + pieces] = 0
    return distance


def _check_out_edges(graph: Graph, root: int) -> None:
    check_root(graph, root)
    if graph.out_degree[root] == 0:
        others = np.flatnonzero(graph.out_degree)
        cure = f"choose a root that has, such as {others[0]}" if others.size else "no node of this graph has"
        raise OptionError(
            f"root is {root}, which has no out-edges: 1 of {graph.num_vertices} nodes would be reached; "
            f"{cure}"
        )


def _allowed_degree(graph: Graph, variant: str, asked: int | None, level: Level) -> int:
    largest = int(graph.out_degree.max())
    if variant not in SPLITTING:
        for name, value in (("max_degree", asked), ("level", level)):
            if value is not None:
                raise OptionError(
                    f"{name} is {value!r}, but variant {variant!r} does not use it; leave {name} out, or "
                    f"choose the variant {', '.join(SPLITTING[:-1])} or {SPLITTING[-1]}"
                )
        return largest
    if level is not None:
        if asked is not None:
            raise OptionError(f"max_degree is {asked!r} and level is {level!r}; leave one of them out")
        if level == "histogram":
            return histogram_max_degree(graph)
        return -(-largest // _whole("level", level, "expected an integer of at least 1, or 'histogram'"))
    if asked is None:
        return VIRTUAL_DEGREE if variant == "virtual" else largest
    degree = _whole("max_degree", asked, "expected an integer of at least 1")
    if degree > largest:
        warnings.warn(
            f"max_degree is {degree}, but no node of graph {graph.name!r} has more than {largest} out-edges, "
            "so it changes nothing",
            stacklevel=4,
        )
    return degree


def _whole(name: str, value: object, expected: str) -> int:
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < 1:
        raise OptionError(f"{name} is {value!r}; {expected}")
    return int(value)
