"""Definitions of the quality metrics of a partition.

A(v) is the set of clusters that hold an edge of v. In an edge cut the work of an edge is in the cluster of
its head, so the same definitions apply to both kinds of partitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import hard_limit, soft_guarantee
from partitioners.partition import EdgePartition, Partition, VertexPartition
from partitioners.replicas import find_replicas, operation_weight
from partitioners.undirected import vertex_work


@dataclass(frozen=True, eq=False)
class Quality:
    r"""The static quality metrics of a partition.

    Attributes
    ----------
    replication_factor : float
        Mean \|A(v)\| over the vertices that have an edge; 1 if no vertex has an edge.
    replication_factor_all : float
        The papers' version, divided by \|V\|: isolated vertices are included (they have no replica).
    vertex_copies : int
        C_EP, the sum of \|A(v)\| - 1 over the vertices that have an edge.
    edge_cut : int or None
        Number of edges between two clusters; None for a vertex cut, which has no such edges.
    edge_cut_weight : float or None
        Total weight of these edges.
    copies_or_cut : int
        The papers' measure of data communication: ``edge_cut`` of an edge cut, else ``vertex_copies``.
    messages : int
        Number of gathers and scatters of the execution model, see :mod:`partitioners.replicas`.
    edge_weight_imbalance : float
        The papers' imbalance: the largest edge weight of a cluster over the mean; 1 if all weights are 0.
    work_imbalance : float
        The largest work of a cluster over the mean. The work of a cluster is the weight of its edges and the
        operations of the vertices whose master is in the cluster. Without operations this is
        ``edge_weight_imbalance``.
    vertex_work_share : float
        The share of all work that is in the operations of the vertices, 0 to 1.
    imbalance_guarantee : float or None
        The imbalance that the method guarantees, see :mod:`partitioners.balance`. For a hard ``imbalance`` it
        is this limit, raised if necessary; for a soft ``load_bound`` it is load_bound + w_max p / W. A vertex
        cut guarantees it for ``edge_weight_imbalance``, an edge cut for ``work_imbalance``. None for methods
        without either option.
    cut_vertices : int
        Number of vertices in more than one cluster.
    average_degree_of_cut_vertices : float
        Mean degree of these vertices; 0 if there are none.
    empty_clusters : int
        Number of clusters without an edge (vertex cut) or without a vertex (edge cut).
    loads : ndarray of float64, shape (p,)
        Weight of the edges of each cluster.
    """

    parts: int
    replication_factor: float
    replication_factor_all: float
    vertex_copies: int
    edge_cut: int | None
    edge_cut_weight: float | None
    copies_or_cut: int
    messages: int
    edge_weight_imbalance: float
    work_imbalance: float
    vertex_work_share: float
    imbalance_guarantee: float | None
    cut_vertices: int
    average_degree_of_cut_vertices: float
    empty_clusters: int
    loads: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """The metrics by name, without the loads of the single clusters."""
        return {name: value for name, value in vars(self).items() if name != "loads"}

    def __str__(self) -> str:
        lines = []
        for name, value in self.to_dict().items():
            if value is not None:
                lines.append(f"{name:32} {value:.6g}" if isinstance(value, float) else f"{name:32} {value}")
        return "\n".join(lines)


def quality(partition: Partition) -> Quality:
    """Compute the static quality metrics of a partition.

    Notes
    -----
    O(n + m + p) time.
    """
    graph, parts = partition.graph, partition.parts
    replicas = find_replicas(partition)
    copies = replicas.copies
    has_edge = copies > 0
    vertices = int(np.count_nonzero(has_edge))
    total = int(copies.sum())
    cut = copies > 1
    cluster = partition.cluster_of_edge
    loads = np.bincount(cluster, graph.weight, minlength=parts).astype(np.float64)
    weight = float(loads.sum())
    operation = operation_weight(graph)
    has = np.flatnonzero((operation > 0) & (replicas.master >= 0))
    masters = replicas.cluster[replicas.master[has]]
    work = loads + np.bincount(masters, operation[has], minlength=parts)
    all_work = float(work.sum())
    edge_cut = edge_cut_weight = None
    placed = cluster
    if isinstance(partition, VertexPartition):
        placed = partition.cluster_of_vertex
        is_cut = partition.cluster_of_vertex[graph.src] != cluster
        edge_cut = int(np.count_nonzero(is_cut))
        edge_cut_weight = float(graph.weight[is_cut].sum())
    return Quality(
        parts=parts,
        replication_factor=total / vertices if vertices else 1.0,
        replication_factor_all=total / graph.num_vertices if graph.num_vertices else 1.0,
        vertex_copies=total - vertices,
        edge_cut=edge_cut,
        edge_cut_weight=edge_cut_weight,
        copies_or_cut=total - vertices if edge_cut is None else edge_cut,
        messages=replicas.num_messages,
        edge_weight_imbalance=float(loads.max() * parts / weight) if weight > 0 else 1.0,
        work_imbalance=float(work.max() * parts / all_work) if all_work > 0 else 1.0,
        vertex_work_share=float(operation[has].sum()) / all_work if all_work > 0 else 0.0,
        imbalance_guarantee=_guarantee(partition),
        cut_vertices=int(np.count_nonzero(cut)),
        average_degree_of_cut_vertices=float(graph.degree[cut].mean()) if cut.any() else 0.0,
        empty_clusters=int(np.count_nonzero(np.bincount(placed, minlength=parts) == 0)),
        loads=loads,
    )


def unbalanced_work(partition: Partition, figures: Mapping[str, Any]) -> str | None:
    """A warning for methods that balance edge weights if much of the work is in the vertices.

    Parameters
    ----------
    figures : mapping
        Metrics of the partition, see :meth:`Quality.to_dict`.

    Returns
    -------
    str or None
        The warning. None for edge cuts, whose methods count the work of vertices, and for methods that
        balance nothing. None also if the work imbalance exceeds the imbalance of the edges, or the guarantee
        of the method, by less than a fifth.
    """
    if isinstance(partition, VertexPartition) or not _BALANCING.intersection(partition.options):
        return None
    edges, work = figures["edge_weight_imbalance"], figures["work_imbalance"]
    if work <= 1.2 * max(edges, figures["imbalance_guarantee"] or 1.0):
        return None
    return (
        f"{partition.method} balances only the weights of the edges (imbalance {edges:.2f}), but "
        f"{figures['vertex_work_share']:.0%} of the work is in the vertices: one cluster has {work:.2f} "
        "times the mean work; use compnet, metis, pulp, heft or time_balanced, which count that work"
    )


def exceeded_limits(partition: Partition, figures: Mapping[str, Any]) -> list[str]:
    """Warnings for clusters beyond the limits that the method was called with.

    Parameters
    ----------
    figures : mapping
        Metrics of the partition, see :meth:`Quality.to_dict`.

    Returns
    -------
    list of str
        At most one warning for ``imbalance`` and one for ``vertex_imbalance``. None for an excess that no
        partition can avoid: a cluster with a single heavy item, or with one item more than another. For a
        method without any limit on loads, a warning if one cluster has most of the work.
    """
    graph, parts, options = partition.graph, partition.parts, partition.options
    found = []
    if "imbalance" in options:
        if isinstance(partition, VertexPartition):
            name, what, weight = "work_imbalance", ("work", "vertices"), vertex_work(graph)
        else:
            name, what, weight = "edge_weight_imbalance", ("edge weight", "edges"), graph.weight
        asked, limit = float(options["imbalance"]), figures["imbalance_guarantee"]
        heaviest = float(weight.max()) * parts / float(weight.sum()) if weight.any() else 0.0
        least = limit if weight.size and weight.min() == weight.max() else max(asked, heaviest)
        if figures[name] > least * (1 + 1e-9):
            found.append(
                f"{partition.method}: one cluster has {_above(figures[name], asked)} times the mean "
                f"{what[0]}, more than `imbalance` ({asked:g}); single {what[1]} have up to {heaviest:.2f} "
                f"times the mean, so only {_above(limit, asked)} is guaranteed; fewer parts are balanced "
                "better"
            )
    if "vertex_imbalance" in options and isinstance(partition, VertexPartition):
        asked, n = float(options["vertex_imbalance"]), graph.num_vertices
        most = int(np.bincount(partition.cluster_of_vertex, minlength=parts).max())
        if most > max(asked * n / parts, -(-n // parts)) * (1 + 1e-9):
            found.append(
                f"{partition.method}: one cluster has {most * parts / n:.2f} times the mean number of "
                f"vertices, more than `vertex_imbalance` ({asked:g}), since `imbalance` comes first"
            )
    if not {"imbalance", "vertex_imbalance", "load_bound"}.intersection(options):
        found += _in_one_cluster(partition, figures)
    return found


def _in_one_cluster(partition: Partition, figures: Mapping[str, Any]) -> list[str]:
    """A warning if one cluster has most of the work, and not because of a single item."""
    graph, parts = partition.graph, partition.parts
    share = figures["work_imbalance"] / parts
    operation = operation_weight(graph)
    total = float(graph.weight.sum() + operation.sum())
    heaviest = max(graph.weight.max(initial=0.0), operation.max(initial=0.0))
    if parts == 1 or figures["work_imbalance"] < 2 or share <= 0.5 or heaviest > total / 2:
        return []
    return [
        f"{partition.method}: one cluster has {share:.0%} of the work, {figures['work_imbalance']:.2f} times "
        "the mean, since the method has no limit on the loads; a method with the option `imbalance` "
        "divides it"
    ]


def _above(value: float, limit: float) -> str:
    """A value with two decimals, or with as many as show that it is above a limit."""
    for decimals in range(2, 9):
        shown = f"{value:.{decimals}f}"
        if float(shown) > limit or value <= limit:
            break
    return shown


_BALANCING = frozenset(("imbalance", "load_bound", "balance_weight", "order"))
"""Options of vertex cuts that limit or weigh the loads of clusters, or that cut a stream of edges."""


def _guarantee(partition: Partition) -> float | None:
    graph, parts, options = partition.graph, partition.parts, partition.options
    if "imbalance" not in options:
        return soft_guarantee(options["load_bound"], graph.weight, parts) if "load_bound" in options else None
    if isinstance(partition, EdgePartition):
        return hard_limit(float(options["imbalance"]), graph.weight, parts)
    return hard_limit(float(options["imbalance"]), vertex_work(graph), parts)
