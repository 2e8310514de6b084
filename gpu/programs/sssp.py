"""Shortest paths from one root on a back end, by the kernels of ``sssp.cu`` and ``sssp_near_far.cu``."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from gpu.launch import Backend
from gpu.programs.graph_search import BlockSize, GraphSearch, Level, Node, Positive
from gpu.programs.search_methods import child_relaxation, near_far, relaxation, virtual_relaxation, worklist
from partitioners.analysis.distances import UNREACHED
from partitioners.errors import InputError, OptionError
from partitioners.graph import Graph

SsspVariant = Literal["relax", "literal", "atomic", "virtual", "child", "worklist", "near_far"]

WARP = 32
"""Lanes of a warp."""

LARGEST_MEASURED_WEIGHT = 100
"""The largest weight of an edge in measurements."""


class Sssp(GraphSearch):
    """The shortest distances from a root along the directed edges of a graph, by their weights.

    ``relax`` is the fixed-point method of Vivek K, "Load Balancing and Dynamic Parallelism for Static and
    Morph Graph Algorithms", Indian Institute of Science, 2013, chapter 4, with its node splitting.

    Parameters
    ----------
    graph : Graph
        Weights are integers from 0 to 10^9. With weights of 1, distances are the levels of ``Bfs``. Paths of
        10^9 or longer count as none; :meth:`verify` reports them.
    variant : str
        Method: ``relax`` (all edges in each launch, plain loads and stores), ``literal`` (the same to the
        letter of the report's Algorithm 1: an edge reads its weight and the distance of its node again),
        ``atomic`` (as ``relax``, with atomicMin), ``virtual`` (the same with virtual nodes of Tigr),
        ``child`` (plain; a node with many out-edges launches a grid for them), ``worklist`` (the edges of
        nodes in a queue, which are those whose distance has changed), ``near_far`` (a queue of nodes nearer
        than a threshold, and one of those that wait until it grows).
    root : int
        The node at which the paths begin, counted from 0; the nodes of an edge list are in ascending order of
        their ids.
    max_degree : int or None
        Largest out-degree of a node that is not split (``relax``, ``literal``, ``atomic``) or launches no
        grid (``child``; None: that of the graph), or of a virtual node (``virtual``; None: 10).
    level : int, "histogram" or None
        Level of node splitting, instead of ``max_degree``. A number: the largest out-degree of the graph over
        it, rounded up, is allowed. ``histogram``: the largest out-degree of the fullest of ten classes.
    delta : int or None
        By how much the threshold of ``near_far`` grows. By default the lanes of a warp times the mean weight
        over the mean out-degree, as Davidson et al. (IPDPS 2014) choose it.
    block_size : int
        Threads of a block, a multiple of 32 up to 1024.
    largest_weight : int or None
        Weights are drawn at random from 1 to this number, instead of those of the graph.
    seed : int
        The seed of the weights.

    Raises
    ------
    OptionError
        The root does not exist or has no out-edge, or an option is unknown or does not fit the variant.
    InputError
        A weight is not an integer from 0 to 10^9, or the split graph has too many nodes or edges for 32-bit
        numbers.

    Warns
    -----
    UserWarning
        ``max_degree`` is larger than every out-degree, so it changes nothing. All weights of a graph are 1.
    """

    program = "sssp"
    uses_weights = True
    methods = MappingProxyType(
        {
            "relax": partial(relaxation, kernel="relax"),
            "literal": partial(relaxation, kernel="relax_literal"),
            "atomic": partial(relaxation, kernel="relax_atomic"),
            "virtual": virtual_relaxation,
            "child": child_relaxation,
            "worklist": worklist,
            "near_far": lambda search: near_far(search, search.delta),
        }
    )
    measured_variants = tuple(methods)

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GraphSearch.applies`; only ``near_far`` has a threshold."""
        if name == "delta":
            return options.get("variant") == "near_far"
        return super().applies(name, options)

    @classmethod
    def measured_options(cls, operand: Graph) -> dict[str, Any]:
        """See :meth:`GraphSearch.measured_options`: with random weights, since those of a matrix are real."""
        return {**super().measured_options(operand), "largest_weight": LARGEST_MEASURED_WEIGHT}

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        *,
        variant: SsspVariant = "relax",
        root: Node = 0,
        max_degree: Positive | None = None,
        level: Level = None,
        delta: Positive | None = None,
        block_size: BlockSize = 1024,
        largest_weight: Positive | None = None,
        seed: int = 0,
    ) -> None:
        if largest_weight is not None:
            graph = _with_random_weights(graph, largest_weight, seed)
        elif graph.num_edges and (graph.weight == 1).all():
            warnings.warn(
                f"all edges of graph {graph.name!r} have the weight 1, so distances are numbers of edges, as "
                "of bfs; set largest_weight for random weights",
                stacklevel=2,
            )
        wrong = np.flatnonzero((graph.weight != np.floor(graph.weight)) | (graph.weight > UNREACHED))
        if wrong.size:
            e = wrong[0]
            name = graph.vertex.get("original_id", np.arange(graph.num_vertices))
            ends = f"{name[graph.src[e]]} -> {name[graph.dst[e]]}"
            raise InputError(
                f"graph {graph.name!r}: edge {e} ({ends}) has the weight {graph.weight[e]:.10g}; distances "
                f"are 32-bit integers: scale and round the weights to integers from 0 to {UNREACHED}"
            )
        self.delta = _delta(graph, variant, delta)
        super().__init__(graph, backend, variant, root, max_degree, level, block_size, weights=graph.weight)


def _delta(graph: Graph, variant: str, asked: int | None) -> int:
    if asked is None:
        edges = max(graph.num_edges, 1)
        mean_weight, mean_degree = graph.weight.sum() / edges, edges / max(graph.num_vertices, 1)
        return min(max(1, round(WARP * mean_weight / mean_degree)), UNREACHED)
    if variant != "near_far":
        raise OptionError(
            f"delta is {asked!r}, but variant {variant!r} does not use it; leave delta out, or choose the "
            "variant near_far"
        )
    if not isinstance(asked, (int, np.integer)) or isinstance(asked, bool) or not 1 <= asked <= UNREACHED:
        raise OptionError(f"delta is {asked!r}; expected an integer from 1 to {UNREACHED}")
    return int(asked)


def _with_random_weights(graph: Graph, largest: int, seed: int) -> Graph:
    if not 1 <= largest <= UNREACHED:
        raise OptionError(f"largest_weight is {largest!r}; expected an integer from 1 to {UNREACHED}")
    weights = np.random.default_rng(seed).integers(1, largest, graph.num_edges, endpoint=True)
    return replace(graph, weight=weights.astype(np.float64))
