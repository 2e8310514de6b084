"""Breadth-first search on a back end, by the kernels of ``bfs.cu``."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Literal

from gpu.launch import Backend
from gpu.programs.graph_search import BlockSize, GraphSearch, Level, Node, Positive
from gpu.programs.search_methods import (
    child_relaxation,
    level_queue,
    level_reading,
    relaxation,
    virtual_relaxation,
)
from partitioners.graph import Graph

BfsVariant = Literal[
    "relax",
    "literal",
    "atomic",
    "virtual",
    "child",
    "read_node",
    "read_warp",
    "queue_node",
    "queue_warp",
    "queue_block",
]


class Bfs(GraphSearch):
    """The levels of a breadth-first search along the directed edges of a graph.

    ``relax`` is the fixed-point method of Vivek K, "Load Balancing and Dynamic Parallelism for Static and
    Morph Graph Algorithms", Indian Institute of Science, 2013, chapter 4, with its node splitting.

    Parameters
    ----------
    graph : Graph
        Weights are not used.
    variant : str
        Method: ``relax`` (all edges in each launch, plain loads and stores), ``literal`` (the same to the
        letter of the report's Algorithm 1: an edge reads its weight and the distance of its node again),
        ``atomic`` (as ``relax``, with atomicMin), ``virtual`` (the same with virtual nodes of Tigr),
        ``child`` (plain; a node with many out-edges launches a grid for them), ``read_node`` and
        ``read_warp`` (each thread or warp reads the level of its node in each launch), ``queue_node``,
        ``queue_warp`` and ``queue_block`` (nodes from a queue, to which a thread, a warp or a block adds by
        one atomic).
    root : int
        The node at which the search begins, counted from 0; the nodes of an edge list are in ascending order
        of their ids.
    max_degree : int or None
        Largest out-degree of a node that is not split (``relax``, ``literal``, ``atomic``) or launches no
        grid (``child``; None: that of the graph), or of a virtual node (``virtual``; None: 10).
    level : int, "histogram" or None
        Level of node splitting, instead of ``max_degree``. A number: the largest out-degree of the graph over
        it, rounded up, is allowed. ``histogram``: the largest out-degree of the fullest of ten classes.
    block_size : int
        Threads of a block, a multiple of 32 up to 1024.

    Raises
    ------
    OptionError
        The root does not exist or has no out-edge, or an option is unknown or does not fit the variant.
    InputError
        The split graph has too many nodes or edges for 32-bit numbers.

    Warns
    -----
    UserWarning
        ``max_degree`` is larger than every out-degree, so it changes nothing.
    """

    program = "bfs"
    methods = MappingProxyType(
        {
            "relax": partial(relaxation, kernel="relax"),
            "literal": partial(relaxation, kernel="relax_literal"),
            "atomic": partial(relaxation, kernel="relax_atomic"),
            "virtual": virtual_relaxation,
            "child": child_relaxation,
            "read_node": level_reading,
            "read_warp": level_reading,
            "queue_node": partial(level_queue, kernel="queue_node"),
            "queue_warp": partial(level_queue, kernel="queue_warp"),
            "queue_block": partial(level_queue, kernel="queue_block"),
        }
    )
    measured_variants = tuple(methods)

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        *,
        variant: BfsVariant = "relax",
        root: Node = 0,
        max_degree: Positive | None = None,
        level: Level = None,
        block_size: BlockSize = 1024,
    ) -> None:
        super().__init__(graph, backend, variant, root, max_degree, level, block_size, weights=None)
