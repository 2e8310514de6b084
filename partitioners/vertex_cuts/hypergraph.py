"""The hypergraph model, cut by Mt-KaHyPar: edges are the nodes, and each vertex is a hyperedge of its edges.

The connectivity metric (km1) of this hypergraph is the sum over its hyperedges of the parts that they touch
less one. It equals the number of vertex copies (Hendrickson and Kolda, "Graph partitioning models for
parallel computing", Parallel Computing 26(12), 2000; Li et al., POMACS 1(1), 2017, section 3.3.1). Mt-KaHyPar
is from Gottesbüren, Heuer, Maas, Sanders, Schlag, "Scalable high-quality hypergraph partitioning", ACM Trans.
Algorithms 20(1), 2024.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work, heaviest_to_least_loaded
from partitioners.coarsening.vertex_paths import paths_by_edge
from partitioners.edge_cuts.metis import integer_weights
from partitioners.errors import MissingExtraError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance
from partitioners.refinement.refine import keep_edge_limit

Preset = Literal["deterministic", "deterministic_quality", "default", "quality", "highest_quality", "large_k"]


def hypergraph(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    preset: Preset = "deterministic",
    imbalance: Imbalance = 1.03,
) -> EdgePartition:
    """Vertex cut: multilevel hypergraph partitioning of the edges, objective km1 (Mt-KaHyPar).

    Parameters
    ----------
    seed : int
        Seed of the numbering of the hypergraph's nodes, since the deterministic presets have no seed.
    preset : str
        Preset of Mt-KaHyPar, which runs on one thread. The results of ``deterministic`` and
        ``deterministic_quality`` are reproducible. All other presets are not reproducible, but better
        (``default`` < ``quality`` < ``highest_quality``) or faster with hundreds of parts (``large_k``).
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`. If
        Mt-KaHyPar exceeds it, edges move with the fewest new copies.

    Returns
    -------
    EdgePartition
        The cut. With fewer than two edges of nonzero weight per part, the edges go to the least loaded part
        one by one, heaviest first.

    Raises
    ------
    MissingExtraError
        The package ``mtkahypar`` is not installed.

    Notes
    -----
    O(m) memory, several hundred bytes per edge, since the binding takes Python lists.
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
    """For every vertex with two or more edges, the nodes ``node[e]`` of its edges."""
    paths = paths_by_edge(graph)
    edge = paths.clone >> 1
    owner = np.repeat(np.arange(graph.num_vertices), graph.degree)
    # The two clones of a self-loop are adjacent, since both are at one vertex.
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
