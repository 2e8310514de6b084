"""The hypergraph model: edges are the nodes, each vertex a hyperedge around its edges; cut by Mt-KaHyPar.

The connectivity metric (km1) of that hypergraph, the sum over its hyperedges of the parts they touch less
one, is exactly the number of vertex copies (Hendrickson and Kolda, "Graph partitioning models for parallel
computing", Parallel Computing 26(12), 2000; Li et al., POMACS 1(1), 2017, section 3.3.1). Mt-KaHyPar is from
Gottesbüren, Heuer, Maas, Sanders, Schlag, "Scalable high-quality hypergraph partitioning", ACM Trans.
Algorithms 20(1), 2024.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from annotated_types import Interval
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.coarsening.vertex_paths import paths_by_edge
from partitioners.edge_cuts.metis import heaviest_to_least_loaded, integer_weights
from partitioners.errors import MissingExtraError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.refinement.refine import keep_edge_limit

Preset = Literal["deterministic", "deterministic_quality", "default", "quality", "highest_quality", "large_k"]


def hypergraph(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    preset: Preset = "deterministic",
    imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.03,
) -> EdgePartition:
    """Vertex cut: multilevel hypergraph partitioning of the edges, objective km1 (Mt-KaHyPar).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Numbers the nodes of the hypergraph: the deterministic presets take no seed of their own.
    preset : str
        Mt-KaHyPar's, on one thread. ``deterministic`` and ``deterministic_quality`` repeat their results; the
        others do not, and trade that for quality (``default`` < ``quality`` < ``highest_quality``) or for
        speed at hundreds of parts (``large_k``).
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.hard_limit`. Where
        Mt-KaHyPar misses it, edges move with the fewest new copies.

    Returns
    -------
    EdgePartition
        With fewer than two edges of weight a part, the heaviest edge goes to the least loaded part, again and
        again.

    Raises
    ------
    MissingExtraError
        The package ``mtkahypar`` is not installed.

    Notes
    -----
    O(m) memory, several hundred bytes an edge: the binding takes Python lists.
    """
    library = _library()
    weight = edge_work(graph)
    node = np.random.default_rng(seed).permutation(graph.num_edges)
    hyperedges = _hyperedges(graph, node)
    if parts == 1 or np.count_nonzero(weight) < 2 * parts or not hyperedges:
        return EdgePartition(graph, parts, heaviest_to_least_loaded(weight, parts))
    initializer = _initializer()
    library.set_seed(seed % 2**31)
    context = initializer.context_from_preset(getattr(library.PresetType, preset.upper()))
    context.set_partitioning_parameters(parts, imbalance - 1, library.Objective.KM1)
    context.logging = False
    node_weight = np.empty(graph.num_edges, np.int64)
    node_weight[node] = integer_weights(weight, parts)
    model = initializer.create_hypergraph(
        context,
        graph.num_edges,
        len(hyperedges),
        hyperedges,
        node_weight.tolist(),
        [1] * len(hyperedges),
    )
    cluster = np.array(model.partition(context).get_partition(), np.int64)
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster[node], parts, imbalance))


def _hyperedges(graph: Graph, node: NDArray[np.int64]) -> list[list[int]]:
    """The nodes ``node[e]`` of the edges of every vertex that has two or more."""
    paths = paths_by_edge(graph)
    edge = paths.clone >> 1
    owner = np.repeat(np.arange(graph.num_vertices), graph.degree)
    # Both clones of a self-loop are at one vertex, side by side.
    kept = np.ones(edge.size, bool)
    kept[1:] = (edge[1:] != edge[:-1]) | (owner[1:] != owner[:-1])
    edge, size = edge[kept], np.bincount(owner[kept], minlength=graph.num_vertices)
    end = np.cumsum(size)
    pins = node[edge].tolist()
    shared = np.flatnonzero(size > 1)
    return [pins[a:b] for a, b in zip((end - size)[shared].tolist(), end[shared].tolist(), strict=True)]


def _library() -> Any:
    try:
        import mtkahypar
    except ImportError:
        raise MissingExtraError("mtkahypar", "hypergraph", "the partitioner 'hypergraph'") from None
    return mtkahypar


@cache
def _initializer() -> Any:
    """Mt-KaHyPar's thread pool, which a process can set up only once."""
    return _library().initialize(1, print_warnings=False)
