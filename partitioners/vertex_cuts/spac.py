"""SPAC: partition the edges of a graph by partitioning the vertices of its split-and-connect graph.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", POMACS 1(1), 2017,
section 3.2, in three steps: Psi (:func:`partitioners.coarsening.split_and_connect.split_and_connect`), a
balanced vertex partition, and Omega (:func:`partitioners.coarsening.split_and_connect.reconstruct`). The
paper does not define the order of a vertex's edges along its path; here it depends on the structure of the
graph.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.coarsening.graph_communities import graph_communities
from partitioners.coarsening.split_and_connect import AuxiliaryGraph, Form, reconstruct, split_and_connect
from partitioners.coarsening.vertex_paths import VertexPaths, paths_by_edge, paths_by_neighbour
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance
from partitioners.progress import Progress, silent
from partitioners.refinement.refine import keep_edge_limit
from partitioners.replicas import find_replicas

PathOrder = Literal["index", "degree", "cluster", "random", "best_of"]
VertexPartitioner = Literal["metis", "kaminpar"]

REFINEMENT_PASSES = {"contracted": 4, "split": 10}
"""Refinement passes of METIS, by form; its default is 10. For ``contracted``, passes after the fourth gain
only 1% and take a fifth of the time."""


def spac(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    progress: Progress = silent,
    form: Form = "contracted",
    path_order: PathOrder = "cluster",
    close_path: bool = False,
    partitioner: VertexPartitioner = "metis",
    imbalance: Imbalance = 1.03,
) -> EdgePartition:
    """Vertex cut: a vertex partition of the split-and-connect graph (SPAC).

    Parameters
    ----------
    seed : int
        Seed of the vertex partitioner, of the random path order, and of the order of the search for
        communities.
    progress : callable
        Called after each path order. In the form ``split`` the report has the number of dominant edges that
        were cut and repaired.
    form : {'contracted', 'split'}
        Form of the graph that is cut, see :mod:`partitioners.coarsening.split_and_connect`. The paper's
        method is ``split`` with ``path_order`` ``index``.
    path_order : {'cluster', 'degree', 'index', 'random', 'best_of'}
        The order of the edges at a vertex. ``index``: as in the graph. ``degree``: by the degree of the other
        end. ``cluster``: by the community of the other end, then by its degree; only by degree if the graph
        has no significant communities. ``random``: at random. ``best_of``: the best of ``cluster``,
        ``degree`` and ``index``, by the number of vertex copies.
    close_path : bool
        Join the ends of each path (the paper's footnote 2).
    partitioner : {'metis', 'kaminpar'}
        Partitioner of the split-and-connect graph. The extra ``kaminpar`` installs KaMinPar.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`. If the
        partitioner exceeds it, edges move with the fewest new copies.

    Raises
    ------
    MissingExtraError
        ``partitioner`` is ``kaminpar``, which is not installed.

    Notes
    -----
    O(n + m), plus the time of the vertex partitioner, which is close to linear.
    """
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int64))
    orders: tuple[PathOrder, ...] = (
        ("cluster", "degree", "index") if path_order == "best_of" else (path_order,)
    )
    best, fewest = None, -1
    for done, order in enumerate(orders, 1):
        paths = vertex_paths(graph, order, seed)
        auxiliary = split_and_connect(graph, paths, form=form, close_path=close_path)
        part = partition_auxiliary(auxiliary, parts, partitioner=partitioner, seed=seed, imbalance=imbalance)
        cluster, cut_dominant = reconstruct(auxiliary, part, parts)
        result = EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))
        what = f"path order {order}"
        if form == "split":
            what += f", dominant edges cut: {cut_dominant}"
        progress(done, len(orders), what)
        if len(orders) == 1:
            return result
        copies = int(find_replicas(result).copies.sum())
        if best is None or copies < fewest:
            best, fewest = result, copies
    assert best is not None
    return best


def vertex_paths(graph: Graph, order: PathOrder, seed: int) -> VertexPaths:
    """Order the path of every vertex by one of the orders of :func:`spac` except ``best_of``."""
    if order == "index":
        return paths_by_edge(graph)
    if order == "random":
        return paths_by_edge(graph, np.random.default_rng(seed).permutation(graph.num_edges))
    if order == "cluster":
        return paths_by_community(graph, find_clusters(graph, seed))
    return paths_by_neighbour(graph, np.argsort(graph.degree, kind="stable"))


def paths_by_community(graph: Graph, community: NDArray[np.int64]) -> VertexPaths:
    """Order the path of every vertex by the community of the other end, then by its degree."""
    by_degree = np.argsort(graph.degree, kind="stable")
    return paths_by_neighbour(graph, by_degree[np.argsort(community[by_degree], kind="stable")])


def find_clusters(graph: Graph, seed: int) -> NDArray[np.int64]:
    """Find the smallest communities of Louvain's method; a single community if they are not significant.

    Parameters
    ----------
    graph : Graph
        The graph; all of its edges count equally.
    seed : int
        Seed of the order in which vertices are visited.

    Returns
    -------
    ndarray of int64, shape (n,)
        Community of each vertex. Communities that are merged on a higher level have consecutive numbers. All
        0 if the modularity of the highest level is below 0.3, which random graphs also reach.
    """
    return graph_communities(graph, seed).significant().smallest


def partition_auxiliary(
    auxiliary: AuxiliaryGraph, parts: int, *, partitioner: VertexPartitioner, seed: int, imbalance: float
) -> NDArray[np.int64]:
    """The second step of :func:`spac`: a balanced partition of the nodes by METIS or KaMinPar."""
    edges = auxiliary.indptr, auxiliary.neighbour, auxiliary.weight
    if partitioner == "kaminpar":
        from partitioners.edge_cuts.kaminpar import kaminpar_k_way

        return kaminpar_k_way(*edges, auxiliary.work, parts, seed=seed, imbalance=imbalance)
    passes = REFINEMENT_PASSES[auxiliary.form]
    return k_way(*edges, auxiliary.work, parts, seed=seed, imbalance=imbalance, refinement_passes=passes)
