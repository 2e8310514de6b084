"""Multilevel vertex cut: coarsen edges into groups, cut the coarsest level, refine from coarse to fine.

This is the scheme of Karypis and Kumar (SIAM J. Sci. Comput. 20(1), 1998) and of hypergraph partitioners
(Heuer and Schlag, "Improving coarsening schemes for hypergraph partitioning", SEA 2017), with edges as nodes.
METIS cuts the coarsest level as a graph in which every net is a clique. All levels are refined by exact gains
in vertex copies.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from partitioners.coarsening.edge_groups import EdgeGroups, contract, similar_groups, stars
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.option_types import Effort, Imbalance
from partitioners.partition import EdgePartition
from partitioners.refinement.local_search import ANY_LOSS
from partitioners.refinement.refine import SEARCHES, Refiner

GROUPS_PER_CLUSTER = 30
"""Groups per cluster at which coarsening ends; a group is at most one such share of a cluster."""

FEWEST_GROUPS = 1000
"""Number of groups at which coarsening ends in any case."""

FEW_GROUPS = 2 * FEWEST_GROUPS
"""Maximum number of groups of a level that is searched from all groups at the border, at any first loss."""

NARROW = 5
"""Mean size of a net up to which a level is searched from all groups at the border. On meshes it is 2 to 4.
With wider nets, a move updates many groups, and this search takes most of the time and saves at most 1% of
the copies."""

WIDEST_RATED = 64
"""Maximum size of nets used for coarsening; larger nets carry little information and take quadratic time."""

WIDEST_CLIQUE = 200
"""Maximum size of nets that become cliques for METIS."""

CLIQUE_ENTRIES = 4
"""Maximum entries of all cuts of the coarsest level, per edge of the graph. On graphs with hubs most of the
coarsest groups share nets, and METIS would take most of the time."""

STARTS: dict[Effort, int] = {"fast": 3, "default": 8, "best": 8}
"""Number of cuts of the coarsest level; later levels cannot correct a bad cut."""

CROWDED = 12
"""Mean number of nets per group from which the effort ``fast`` makes only moves that gain: other moves take
longest on such levels, and save least."""

EDGE_PATIENCE: dict[Effort, int] = {"fast": 10, "default": 40, "best": 100}
"""Number of moves of single edges without a new best after which a search ends. These moves are fast, and
changing the direction of a border on a mesh takes many of them."""

EDGE_LOSS: dict[Effort, int] = {"fast": 1, "default": 3, "best": 3}
"""Number of copies above its best state beyond which such a search ends."""

LEAST = -1000
"""Minimum gain of a search's first move on levels where all groups may start."""


def multilevel(
    graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03, effort: Effort = "default"
) -> EdgePartition:
    """Vertex cut: coarsen groups of edges level by level, cut the coarsest level, refine on the way back.

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Seed of METIS and of the order in which groups are joined and searched.
    imbalance : float
        The largest load of a cluster over the mean, kept on all levels, see
        :func:`partitioners.balance.feasible_limit`.
    effort : {'fast', 'default', 'best'}
        Effort of the search on each level.

    Returns
    -------
    EdgePartition

    Notes
    -----
    The method is designed for meshes, grids and road networks. For these it takes O(m) per level, and each
    level has at most half the size of the previous one. With skewed degrees, levels shrink little and
    searches are long.
    """
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int32))
    refiner = Refiner(graph, parts, np.arange(graph.num_edges) % parts, seed=seed, imbalance=imbalance)
    cut_levels(refiner, seed=seed, imbalance=imbalance, effort=effort)
    return EdgePartition(graph, parts, refiner.cluster)


def cut_levels(
    refiner: Refiner, *, seed: int, imbalance: float, effort: Effort, tries: int | None = None
) -> None:
    """Replace the cut of the refiner by a cut of :func:`multilevel`.

    ``tries`` is the number of cuts of the coarsest level, by default that of the effort.
    """
    refiner.cluster = np.zeros(refiner.graph.num_edges, np.int32)
    levels = _levels(refiner, seed, refiner.cluster, refiner.parts)
    coarsest = levels[-1][0]
    cluster = _first_cut(refiner, coarsest, seed, imbalance, effort, tries or STARTS[effort])
    _search_levels(refiner, levels, cluster, effort)


def cycle(refiner: Refiner, *, seed: int, effort: Effort, other: NDArray[np.int32] | None = None) -> None:
    """Coarsen within the clusters of the refiner's cut, then search from coarse to fine (a V-cycle).

    If the clusters of another cut are given, only groups that are together in both cuts are joined. So the
    search can move what the cuts divide differently (recombination).

    Walshaw, "Multilevel refinement for combinatorial optimisation problems", Annals of Operations Research
    131, 2004; Sanders and Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012.
    """
    within, count = refiner.cluster, refiner.parts
    if other is not None:
        both, label = np.unique(within.astype(np.int64) * count + other, return_inverse=True)
        within, count = label.astype(np.int32), both.size
    levels = _levels(refiner, seed, within, count)
    cluster = refiner.cluster
    for level, group in levels:
        cluster = _cluster_of_groups(cluster, group, level.size)
    _search_levels(refiner, levels, cluster, effort)


def _search_levels(
    refiner: Refiner,
    levels: list[tuple[EdgeGroups, NDArray[np.int32]]],
    cluster: NDArray[np.int32],
    effort: Effort,
) -> None:
    """Search all levels, from the clusters of the coarsest groups; change the refiner's cut."""
    search = SEARCHES[effort]
    for level, group in reversed(levels):
        patience, least, loss = search.level_patience, search.level_least, search.level_loss
        if level.size <= FEW_GROUPS and level.nets.size <= NARROW * level.value.size:
            least, loss = LEAST, ANY_LOSS
        if effort == "fast" and level.nets.size > CROWDED * level.size:
            patience, least = 0, 1
        refiner.search(level, cluster, rounds=search.level_rounds, patience=patience, least=least, loss=loss)
        cluster = cluster[group]
    refiner.cluster = cluster
    refiner.copies = refiner.search(
        refiner.edges, cluster, rounds=search.edge_rounds, patience=EDGE_PATIENCE[effort],
        loss=EDGE_LOSS[effort], worth=search.worth / 4,
    )  # fmt: skip


def _levels(
    refiner: Refiner, seed: int, cluster: NDArray[np.int32], count: int
) -> list[tuple[EdgeGroups, NDArray[np.int32]]]:
    """Build levels from fine to coarse, each with the group of each group (first: edge) of the last one.

    Only groups in the same of the ``count`` given clusters are joined.
    """
    graph, parts = refiner.graph, refiner.parts
    random = np.random.default_rng(seed)
    heaviest = float(refiner.edges.weight.sum()) / parts / GROUPS_PER_CLUSTER
    coarsest = max(GROUPS_PER_CLUSTER * parts, FEWEST_GROUPS)
    group, count = stars(graph.src, graph.dst, graph.degree, cluster, count)
    levels = [(contract(refiner.edges, group, count), group)]
    while True:
        level, size = levels[-1][0], levels[-1][0].size
        if size <= coarsest:
            return levels
        cluster = _cluster_of_groups(cluster, group, size)
        order = random.permutation(size).astype(np.int32)
        group, count = similar_groups(level, cluster, heaviest, WIDEST_RATED, order)
        if count > 0.9 * size:
            return levels
        levels.append((contract(level, group, count), group))


def _cluster_of_groups(cluster: NDArray[np.int32], group: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """The cluster of each group, from the clusters of its members."""
    result = np.empty(count, np.int32)
    result[group] = cluster
    return result


def _first_cut(
    refiner: Refiner, level: EdgeGroups, seed: int, imbalance: float, effort: Effort, tries: int
) -> NDArray[np.int32]:
    """The best of a few METIS cuts of the coarsest level, each refined; int32, shape (level.size,)."""
    size = np.diff(level.net_ptr)
    net = np.repeat(np.arange(size.size), size)
    narrow = size[net] <= WIDEST_CLIQUE
    # A clique of n groups that is cut in two loses n - 1 to n^2 / 4 edges, but costs only one copy.
    share = np.sqrt(level.value / (size - 1.0))[net]
    incidence = scipy.sparse.csr_array(
        (share[narrow], (level.groups[narrow], net[narrow])), shape=(level.size, size.size)
    )
    cliques = scipy.sparse.csr_array(incidence @ incidence.T)
    cliques.setdiag(0)
    cliques.eliminate_zeros()
    indptr, neighbour = cliques.indptr.astype(np.int64), cliques.indices.astype(np.int64)
    rating = np.maximum(1, np.round(1000 * cliques.data)).astype(np.int64)
    tries = max(1, min(tries, CLIQUE_ENTRIES * refiner.graph.num_edges // max(1, cliques.nnz)))
    best, fewest = None, 0
    patience = SEARCHES[effort].level_patience
    for start in range(tries):
        cluster = k_way(
            indptr, neighbour, rating, level.weight, refiner.parts,
            seed=tries * seed + start, imbalance=imbalance,
        ).astype(np.int32)  # fmt: skip
        copies = refiner.search(level, cluster, rounds=1, patience=patience)
        if best is None or copies < fewest:
            best, fewest = cluster, copies
    assert best is not None
    return best
