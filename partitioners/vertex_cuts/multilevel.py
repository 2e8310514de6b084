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

from partitioners.coarsening.edge_groups import EdgeGroups, contract, low_ends, similar_groups, stars
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Effort, Imbalance
from partitioners.refinement.local_search import ANY_LOSS
from partitioners.refinement.refine import SEARCHES, Refiner
from partitioners.vertex_cuts.graph_class import GraphClass

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

ANY_WORTH: dict[Effort, float] = {"fast": 0.01, "default": 0.01, "best": 0.002}
"""Minimum number of copies that a move must save on average in such a search, whose last gains are small."""

LEVEL_WORTH = 0.002
"""The same in other searches of levels."""

LOOSE = 32
"""Mean number of nets of a group up to which a level is searched in that way, for the same reason."""

WIDEST_RATED = 64
"""Maximum size of nets used for coarsening; larger nets carry little information and take quadratic time."""

WIDEST_CLIQUE = 200
"""Maximum size of nets that become cliques for METIS."""

CLIQUE_ENTRIES, FEWEST_ENTRIES = 6, 4
"""Maximum entries of the cliques, per edge of the graph, of all cuts of the coarsest level together. On
graphs with hubs most of the coarsest groups share nets. The widest nets are then left out of the cliques, or
METIS would take most of the time and memory. Beyond ``MANY_ENTRIES`` in all, the second number holds."""

MANY_ENTRIES = 2_000_000
"""Number of entries, of 60 bytes each in METIS, from which memory counts."""

HOPELESS = 1.3
"""Copies of the first cut of the coarsest level after moves that gain, relative to the best other cut, from
which no search makes a multilevel cut the best."""

CLEAR_MODULARITY = 0.5
"""Modularity from which only groups of one community are joined, on graphs with hubs. Without hubs, groups of
different communities rarely share a net of high rating."""

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
    seed : int
        Seed of METIS and of the order in which groups are joined and searched.
    imbalance : float
        The largest load of a cluster over the mean, kept on all levels, see
        :func:`partitioners.balance.feasible_limit`.
    effort : {'fast', 'default', 'best'}
        Effort of the search on each level.

    Notes
    -----
    The method is designed for meshes, grids and road networks. For these it takes O(m) per level, and each
    level has at most half the size of the previous one. With skewed degrees, levels shrink little and
    searches are long.
    """
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int32))
    refiner = Refiner(graph, parts, np.arange(graph.num_edges) % parts, seed=seed, imbalance=imbalance)
    cut_levels(refiner, GraphClass(graph, seed), seed=seed, imbalance=imbalance, effort=effort)
    return EdgePartition(graph, parts, refiner.cluster)


def cut_levels(
    refiner: Refiner,
    kind: GraphClass,
    *,
    seed: int,
    imbalance: float,
    effort: Effort,
    tries: int | None = None,
    edge_effort: Effort | None = None,
    rival: float = np.inf,
) -> bool:
    """Replace the cut of the refiner by a cut of :func:`multilevel`; return whether it was worthwhile.

    ``tries`` is the number of cuts of the coarsest level, and ``edge_effort`` the effort of the search of
    single edges, by default those of ``effort``. If the first cut of the coarsest level has more than
    ``HOPELESS`` times the copies of a ``rival``, the levels are not searched, and the refiner has no cut.
    """
    graph = refiner.graph
    community, count = np.zeros(graph.num_edges, np.int32), 1
    if not kind.is_even and kind.communities.modularity >= CLEAR_MODULARITY:
        end = low_ends(graph.src, graph.dst, graph.degree)
        community, count = kind.communities.largest[end].astype(np.int32), graph.num_vertices
    refiner.cluster = np.zeros(graph.num_edges, np.int32)
    levels = _levels(refiner, seed, community, count)
    coarsest = levels[-1][0]
    cluster = _first_cut(
        refiner, coarsest, seed, imbalance, effort, tries or STARTS[effort], HOPELESS * rival
    )  # fmt: skip
    if cluster is None:
        return False
    _search_levels(refiner, levels, cluster, effort, edge_effort or effort)
    return True


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
    _search_levels(refiner, levels, cluster, effort, effort)


def _search_levels(
    refiner: Refiner,
    levels: list[tuple[EdgeGroups, NDArray[np.int32]]],
    cluster: NDArray[np.int32],
    effort: Effort,
    edge_effort: Effort,
) -> None:
    """Search all levels, from the clusters of the coarsest groups; change the refiner's cut."""
    search, last = SEARCHES[effort], SEARCHES[edge_effort]
    for level, group in reversed(levels):
        patience, least, loss = search.level_patience, search.level_least, search.level_loss
        narrow = level.nets.size <= NARROW * level.value.size and level.nets.size <= LOOSE * level.size
        worth = LEVEL_WORTH
        if level.size <= FEW_GROUPS and narrow:
            least, loss, worth = LEAST, ANY_LOSS, ANY_WORTH[effort]
        if effort == "fast" and level.nets.size > CROWDED * level.size:
            patience, least = 0, 1
        refiner.search(
            level, cluster, rounds=search.level_rounds, patience=patience, least=least, loss=loss, worth=worth
        )
        cluster = cluster[group]
    refiner.cluster = cluster
    refiner.copies = refiner.search(
        refiner.edges, cluster, rounds=last.edge_rounds, patience=EDGE_PATIENCE[edge_effort],
        loss=EDGE_LOSS[edge_effort], worth=last.worth / 4,
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
    refiner: Refiner, level: EdgeGroups, seed: int, imbalance: float, effort: Effort, tries: int, most: float
) -> NDArray[np.int32] | None:
    """The best of a few METIS cuts of the coarsest level, each refined; the clusters.

    None if the first of them has more than ``most`` copies after all moves that gain.
    """
    edges = refiner.graph.num_edges
    most_entries = max(FEWEST_ENTRIES * edges, min(CLIQUE_ENTRIES * edges, MANY_ENTRIES))
    indptr, neighbour, rating = _cliques(level, most_entries)
    tries = max(1, min(tries, most_entries // max(1, rating.size)))
    best, fewest = None, 0
    patience = SEARCHES[effort].level_patience
    for start in range(tries):
        cluster = k_way(
            indptr, neighbour, rating, level.weight, refiner.parts,
            seed=tries * seed + start, imbalance=imbalance,
        ).astype(np.int32)  # fmt: skip
        rivals = start == 0 and most < np.inf
        if rivals and refiner.search(level, cluster, rounds=1, patience=0, least=1) > most:
            return None
        copies = refiner.search(level, cluster, rounds=1, patience=patience)
        if best is None or copies < fewest:
            best, fewest = cluster, copies
    return best


def _cliques(
    level: EdgeGroups, most_entries: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The graph for METIS, in which every net but the widest is a clique: rows, neighbours and ratings."""
    size = np.diff(level.net_ptr)
    count = np.bincount(size, minlength=WIDEST_CLIQUE + 1)
    fits = np.cumsum(count * np.arange(count.size) ** 2) <= most_entries
    widest = min(WIDEST_CLIQUE, int(np.count_nonzero(fits)) - 1)
    net = np.repeat(np.arange(size.size, dtype=np.int32), size)
    # A clique of n groups that is cut in two loses n - 1 to n^2 / 4 edges, but costs only one copy.
    share = np.sqrt(level.value / (size - 1.0)).astype(np.float32)[net]
    narrow = size[net] <= widest
    incidence = scipy.sparse.csr_array(
        (share[narrow], (level.groups[narrow], net[narrow])), shape=(level.size, size.size)
    )
    cliques = scipy.sparse.csr_array(incidence @ incidence.T)
    own = np.repeat(np.arange(level.size), np.diff(cliques.indptr)) == cliques.indices
    indptr = np.zeros(level.size + 1, np.int64)
    np.cumsum(
        np.diff(cliques.indptr) - np.bincount(cliques.indices[own], minlength=level.size), out=indptr[1:]
    )
    rating = np.maximum(1, np.rint(1000 * cliques.data[~own])).astype(np.int64)
    return indptr, cliques.indices[~own].astype(np.int64), rating
