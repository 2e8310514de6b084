"""Refinement of a vertex cut: local search on vertex copies, with groups of edges and with single edges."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work, feasible_limit, pack_heavy
from partitioners.coarsening.edge_groups import EdgeGroups, contract, single_edges, stars
from partitioners.coarsening.visiting_order import shuffled_blocks
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, Partition
from partitioners.plugins.option_types import Effort, Imbalance
from partitioners.plugins.registry import Option, Plugin, documented_parameters
from partitioners.refinement.copy_counts import count_copies, total_copies
from partitioners.refinement.flow import borders, cut_pair
from partitioners.refinement.local_search import ANY_LOSS, border, improve, keep_limit

BORDERS = 8
"""Number of pairs of clusters, per cluster, whose border is cut; meshes have fewer pairs."""


def refine(
    partition: Partition, *, seed: int = 0, imbalance: Imbalance = 1.03, effort: Effort = "default"
) -> EdgePartition:
    """Reduce the vertex copies of a vertex cut within a hard limit on the loads.

    Parameters
    ----------
    partition : EdgePartition
        A vertex cut by any method; it need not keep the limit.
    seed : int
        Seed of the order in which searches start.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`.
    effort : {'fast', 'default', 'best'}
        Maximum number of moves per edge: 0.5, 2 or 100, including moves that are taken back. The search ends
        earlier if the gains are small.

    Returns
    -------
    EdgePartition
        A cut of the same graph. If the given cut keeps the limit, the result does not have more copies.

    Raises
    ------
    OptionError
        ``partition`` is an edge cut, or an option has a wrong value.

    Notes
    -----
    Edges and stars (see :mod:`partitioners.coarsening.edge_groups`) are searched alternately, see
    :mod:`partitioners.refinement.local_search`. The memory is about 8 (m + n) + 12 sum min(degree, parts)
    bytes.
    """
    if not isinstance(partition, EdgePartition):
        raise OptionError(
            f"{partition.method or 'the partition'!r} is an edge cut, but only vertex cuts can be refined; "
            "remove `+refine` or choose a vertex cut"
        )
    imbalance = Option("imbalance", Imbalance, 1.03).check(imbalance, "refine")
    effort = Option("effort", Effort, "default").check(effort, "refine")
    graph, parts = partition.graph, partition.parts
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, partition.cluster_of_edge)
    refiner = Refiner(graph, parts, partition.cluster_of_edge, seed=seed, imbalance=imbalance)
    refiner.run(SEARCHES[effort])
    return EdgePartition(graph, parts, refiner.cluster)


def refined(plugin: Plugin) -> Callable[..., EdgePartition]:
    """Build a partitioner that refines the result of ``plugin``; it has the options of both."""

    def run(
        graph: Graph, parts: int, *, seed: int = 0, progress: Any = None, **options: Any
    ) -> EdgePartition:
        own = {name: options[name] for name in plugin.options}
        result = plugin.call(graph, parts, options=own, seed=seed, progress=progress)
        rest = {name: options[name] for name in ("imbalance", "effort")}
        return refine(replace(result, method=plugin.name), seed=seed, **rest)

    parameters = [
        inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default,
                          annotation=option.annotation)
        for option in plugin.options.values()
    ]  # fmt: skip
    known = {parameter.name for parameter in parameters}
    parameters += [
        parameter.replace(annotation=annotation)
        for parameter, annotation in (
            (inspect.signature(refine).parameters["imbalance"], Imbalance),
            (inspect.signature(refine).parameters["effort"], Effort),
        )
        if parameter.name not in known
    ]
    reserved = [inspect.signature(run).parameters[name] for name in ("graph", "parts", "seed", "progress")]
    meanings = documented_parameters(refine) | {
        name: option.meaning for name, option in plugin.options.items() if option.meaning
    }
    section = "\n".join(f"{p.name}\n    {meanings.get(p.name, '')}" for p in parameters)
    run.__doc__ = (
        f"{plugin.summary.rstrip('.')}; then local search on vertex copies.\n\n"
        f"Parameters\n----------\n{section}\n"
    )
    run.__signature__ = inspect.Signature(reserved + parameters)  # type: ignore[attr-defined]
    return run


class Outside(NamedTuple):
    """The fixed part of a cut, if a refiner moves only some of its edges.

    Attributes
    ----------
    vertex, cluster : ndarray of int, shape (h,)
        Pairs of a vertex of the refiner's graph and a cluster in which fixed edges hold it.
    load : ndarray of float64, shape (parts,)
        Load of the fixed edges in each cluster.
    limit : float
        Limit on the load of a cluster, including the fixed edges.
    """

    vertex: NDArray[np.integer]
    cluster: NDArray[np.integer]
    load: NDArray[np.float64]
    limit: float


class Refiner:
    """A vertex cut under refinement, with the data that its searches share.

    Parameters
    ----------
    cluster : ndarray of int, shape (m,)
        Initial cluster of each edge; the limit need not be kept.
    seed : int
        Seed of the order in which searches start.
    imbalance : float
        See :func:`partitioners.balance.feasible_limit`.
    edges : EdgeGroups, optional
        The level of single edges, if it was built already.
    outside : Outside, optional
        If the graph is a part of a larger graph, the fixed cut of the rest.

    Attributes
    ----------
    edges : EdgeGroups
        The level of single edges. After the edges there is a self-loop of infinite weight for each pair in
        ``outside``; it fits into no other cluster.
    cluster : ndarray of int32, shape (m,)
        The current cut, within the limit, followed by the clusters of the self-loops.
    copies : int
        Number of vertex copies of the current cut.
    moves : int
        Number of moves tried so far, including moves that were taken back: a reproducible measure of work.
    """

    def __init__(
        self,
        graph: Graph,
        parts: int,
        cluster: NDArray[np.integer],
        *,
        seed: int,
        imbalance: float,
        edges: EdgeGroups | None = None,
        outside: Outside | None = None,
    ) -> None:
        self.graph = graph
        self.parts = parts
        self.cluster = np.array(cluster, np.int32)
        if outside is None:
            self.edges = single_edges(graph) if edges is None else edges
            self.limit = load_limit(self.edges.weight, parts, imbalance)
            self.load_outside = np.zeros(parts)
        else:
            self.edges = _edges_and_outside(graph, outside)
            self.limit = outside.limit
            self.load_outside = outside.load
            self.cluster = np.concatenate([self.cluster, outside.cluster], dtype=np.int32)
        self.random = np.random.default_rng(seed)
        self.moves = 0
        self.copies = self.search(self.edges, self.cluster, rounds=0)

    def search(
        self,
        level: EdgeGroups,
        cluster: NDArray[np.int32],
        *,
        rounds: int,
        patience: int = 10,
        least: int = 0,
        loss: int = ANY_LOSS,
        worth: float = 0.002,
        until: float = np.inf,
    ) -> int:
        """Bring a level within the limit and search it for at most ``rounds`` rounds; change ``cluster``.

        Parameters
        ----------
        cluster : ndarray of int32, shape (level.size,)
        rounds, patience, least, loss : int
            See :func:`partitioners.refinement.local_search.improve`.
        worth : float
            Minimum number of copies that a move must save on average to continue the search.
        until : float
            The search ends when ``moves`` reaches this value.

        Returns
        -------
        int
            The number of vertex copies after the search.
        """
        counts = count_copies(level, cluster, self.parts)
        load = self._loads(level, cluster)
        keep_limit(level, counts, cluster, load, self.limit)
        if level is self.edges and load.max() > self.limit and not np.isinf(level.weight).any():
            heavy, packed = pack_heavy(level.weight, self.parts, self.limit, cluster)
            cluster[heavy] = packed
            counts, load = count_copies(level, cluster, self.parts), self._loads(level, cluster)
            keep_limit(level, counts, cluster, load, self.limit)
        copies = int(total_copies(counts))
        for _ in range(rounds):
            starts = border(level, counts)
            starts = starts[shuffled_blocks(starts.size, self.random)]
            most_moves = float(until - self.moves)
            gained, moves = improve(
                level, counts, cluster, load, self.limit, starts, least, patience, loss, worth, most_moves
            )
            copies -= gained
            self.moves += moves
            if gained <= worth * moves or self.moves >= until:
                break
        return copies

    def search_edges(self, search: Search, until: float = np.inf) -> None:
        """Run one round of moves of single edges."""
        self.copies = self.search(
            self.edges, self.cluster, rounds=1, patience=search.patience, loss=search.loss,
            worth=search.worth, until=until,
        )  # fmt: skip

    def search_stars(self, search: Search, until: float = np.inf) -> None:
        """Move all edges of a vertex in a cluster at once.

        See :func:`partitioners.coarsening.edge_groups.stars`.
        """
        graph = self.graph
        group, count = stars(graph.src, graph.dst, graph.degree, self.cluster, self.parts)
        alone = np.arange(
            self.cluster.size - graph.num_edges, dtype=np.int32
        )  # the self-loops of the outside
        group, count = np.concatenate([group, count + alone]), count + alone.size
        level = contract(self.edges, group, count)
        cluster = np.empty(count, np.int32)
        cluster[group] = self.cluster
        self.copies = self.search(
            level, cluster, rounds=1, patience=search.patience, least=search.least, loss=search.level_loss,
            worth=search.worth, until=until,
        )  # fmt: skip
        self.cluster = cluster[group]

    def cut_borders(self, reach: float) -> None:
        """Divide the edges near the border of each pair of clusters by a minimum cut, as long as that gains.

        See :func:`partitioners.refinement.flow.cut_pair`. After the first round, only pairs with a changed
        cluster are cut again. Only the longest borders are cut, on average ``BORDERS`` of each cluster. The
        memory is at most 400 bytes for each copy, and a tenth of that on meshes.
        """
        level, parts = self.edges, self.parts
        counts = count_copies(level, self.cluster, parts)
        load = self._loads(level, self.cluster)
        edge_at = np.full(level.size, -1, np.int32)
        net_at = np.full(level.value.size, -1, np.int32)
        changed = np.ones(parts, np.bool_)
        while changed.any():
            last, changed = changed, np.zeros(parts, np.bool_)
            pair, net = borders(counts, parts)
            order = np.argsort(pair, kind="stable")
            pair, net = pair[order], net[order]
            begin = np.flatnonzero(np.diff(pair, prepend=-1))
            end = np.append(begin[1:], pair.size)
            longest = np.argsort(begin - end, kind="stable")[: BORDERS * parts]
            for i in self.random.permutation(longest).tolist():
                a, b = divmod(int(pair[begin[i]]), parts)
                if last[a] or last[b]:
                    gained = cut_pair(
                        level, counts, self.cluster, load, self.limit, a, b, net[begin[i] : end[i]], reach,
                        edge_at, net_at,
                    )  # fmt: skip
                    self.copies -= gained
                    changed[[a, b]] |= gained > 0

    def _loads(self, level: EdgeGroups, cluster: NDArray[np.int32]) -> NDArray[np.float64]:
        """The load of each cluster, float64, shape (parts,)."""
        movable = np.where(np.isinf(level.weight), 0.0, level.weight)
        return self.load_outside + np.bincount(cluster, movable, minlength=self.parts)

    def run(self, search: Search) -> None:
        """Search single edges and stars alternately while that is worthwhile, up to the limit on moves."""
        until = search.moves_per_edge * self.graph.num_edges
        before = np.inf
        while self.moves < until and self.copies < before * (1 - search.worth):
            before = self.copies
            self.search_edges(search, until)
            if self.moves < until:
                self.search_stars(search, until)


def _edges_and_outside(graph: Graph, outside: Outside) -> EdgeGroups:
    """The level of single edges, followed by the self-loops of the outside."""
    src, dst = (np.concatenate([ends, outside.vertex], dtype=np.int32) for ends in (graph.src, graph.dst))
    level = single_edges(Graph(graph.num_vertices, src, dst))
    weight = np.concatenate([graph.weight, np.full(outside.vertex.size, np.inf)])
    return level._replace(weight=weight)


class Search(NamedTuple):
    """The parameters of a refinement for one level of effort.

    Attributes
    ----------
    moves_per_edge : float
        Maximum number of moves.
    patience, least, loss : int
        See :func:`partitioners.refinement.local_search.improve`, for searches of edges and of stars; ``loss``
        for edges only.
    worth : float
        Minimum share of the copies that a round must save, and number that a move must save on average.
    level_patience, level_least, level_loss, level_rounds : int
        Searches of a level of groups.
    edge_rounds : int
        Maximum number of rounds of edges after the levels.
    """

    moves_per_edge: float
    patience: int
    least: int
    loss: int
    worth: float
    level_patience: int
    level_least: int
    level_loss: int
    level_rounds: int
    edge_rounds: int


SEARCHES: dict[Effort, Search] = {
    "fast": Search(0.5, 10, 0, 1, 0.005, 5, 0, 4, 1, 1),
    "default": Search(2, 10, 0, 1, 0.001, 10, 0, 4, 2, 4),
    "best": Search(100, 100, -2, 2, 0.0002, 25, -4, 4, 2, 4),
}


def keep_edge_limit(
    graph: Graph, cluster: NDArray[np.integer], parts: int, imbalance: float
) -> NDArray[np.int32]:
    """Bring all clusters within the limit by moving the edges with the smallest loss.

    Parameters
    ----------
    cluster : ndarray of int, shape (m,)
        Cluster of each edge, 0 .. parts - 1.
    imbalance : float
        The largest load over the mean, see :func:`partitioners.balance.feasible_limit`. The load is the
        weight of the edges, or their number if all weights are 0.

    Returns
    -------
    ndarray of int32, shape (m,)
        The new clusters, which are unchanged if they already keep the limit.
    """
    weight = edge_work(graph)
    load = np.bincount(cluster, weight, minlength=parts)
    if not weight.size or load.max() <= load_limit(weight, parts, imbalance):
        return np.array(cluster, np.int32)
    return Refiner(graph, parts, cluster, seed=0, imbalance=imbalance).cluster


def load_limit(weight: NDArray[np.float64], parts: int, imbalance: float) -> float:
    """The largest load that the hard limit allows, in the unit of the weights."""
    # Sums in a different order differ in their last digits, which must not cause a move.
    return feasible_limit(imbalance, weight, parts) * float(weight.sum()) / parts * (1 + 1e-12)
