"""Community detection by local moving: Louvain's method with a load penalty in its objective.

The objective of a clustering of an undirected weighted graph, with 2M the sum of the vertices' strengths (the
weight of the edges at each), L the sum of their loads, and p the number of equal shares of L::

    sum_c [ in_c / 2M - resolution (S_c / 2M)^2 ]  -  (balance_weight / p) sum_c max(0, p L_c / L - 1)^2

The bracket is modularity (in_c counts every inner edge twice, S_c is the sum of the strengths). The second
sum is the squared load of communities beyond an equal share. A vertex moves to the neighbouring or empty
community with the largest gain. When no move gains, communities become the vertices of a smaller graph and
are moved in the same way (Blondel et al., "Fast unfolding of communities in large networks", J. Stat. Mech.,
2008). A queue holds the vertices whose neighbourhood has changed since their last visit. When it is empty,
all vertices are visited again, until at most one in a hundred has moved since the last such visit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Float64, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group
from partitioners.kernels.parts import kernel_part


@dataclass(frozen=True, eq=False)
class WeightedGraph:
    """An undirected graph in compressed rows, with the strength and load of each vertex.

    Attributes
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    neighbour : ndarray of int64, shape (k,)
        No self-loops; every edge is stored twice.
    weight : ndarray of float64, shape (k,)
    strength : ndarray of float64, shape (n,)
        Weight of the edges at each vertex; inner edges of a merged vertex count twice.
    load : ndarray of float64, shape (n,)
        Load of each vertex; not all 0.
    """

    indptr: NDArray[np.int64]
    neighbour: NDArray[np.int64]
    weight: NDArray[np.float64]
    strength: NDArray[np.float64]
    load: NDArray[np.float64]

    @property
    def size(self) -> int:
        """The number of vertices."""
        return self.indptr.size - 1


@dataclass(frozen=True)
class Objective:
    """The parameters of the objective, see the docstring of this module; ``parts`` is p."""

    resolution: float
    balance_weight: float
    parts: int


def find_communities(
    graph: WeightedGraph,
    objective: Objective,
    generator: np.random.Generator,
    *,
    only_first_level: bool = False,
) -> NDArray[np.int64]:
    """Find the communities of a graph by multilevel local moving.

    Parameters
    ----------
    generator : numpy.random.Generator
        Draws the initial order in which the vertices of each level are visited.
    only_first_level : bool
        Whether to return the communities of single vertices before they are merged, which are the finest.

    Returns
    -------
    ndarray of int64, shape (n,)
        Community of each vertex. Communities are numbered from 0 in the order of their lowest vertices.

    Notes
    -----
    Near linear in the edges for each level; levels shrink fast.
    """
    community = np.arange(graph.size)
    while True:
        label, count = compact(
            move(graph, np.arange(graph.size), objective, generator.permutation(graph.size))
        )
        community = label[community]
        if only_first_level or count == graph.size:
            return community
        graph = merge(graph, label, count)


def move(
    graph: WeightedGraph,
    label: NDArray[np.int64],
    objective: Objective,
    order: NDArray[np.int64],
    limit: float = np.inf,
) -> NDArray[np.int64]:
    """Move single vertices between given communities, whose ids are below n.

    ``order``, a permutation of the vertices of shape (n,), is the initial order of visits. With a finite
    ``limit``, no move takes a community beyond it, and no new community is opened.
    """
    label = label.copy()
    total = float(graph.strength.sum())
    if total > 0:
        _move(
            graph.indptr,
            graph.neighbour,
            graph.weight,
            graph.strength,
            graph.load,
            label,
            order,
            objective.resolution / total,
            # The kernel's gains are those of the objective times M.
            objective.balance_weight * total / 2 / objective.parts,
            float(graph.load.sum()) / objective.parts,
            limit,
        )
    return label


def merge(graph: WeightedGraph, label: NDArray[np.int64], count: int) -> WeightedGraph:
    """Build the graph whose vertices are the communities ``label``, numbered below ``count``. O(n + k)."""
    indptr, neighbour, weight = _merge(graph.indptr, graph.neighbour, graph.weight, label, count)
    return WeightedGraph(
        indptr=indptr,
        neighbour=neighbour,
        weight=weight,
        strength=np.bincount(label, graph.strength, minlength=count).astype(np.float64),
        load=np.bincount(label, graph.load, minlength=count).astype(np.float64),
    )


def compact(label: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The labels renumbered from 0 in the order of their first vertices, and the number of labels."""
    renumbered = np.empty(label.size, np.int64)
    return renumbered, int(_compact(label, renumbered))


@njit(cache=True)
def _compact(label: Int64, renumbered: Int64) -> int:
    new = np.full(label.size, -1, np.int64)
    count = 0
    for v in range(label.size):
        if new[label[v]] < 0:
            new[label[v]] = count
            count += 1
        renumbered[v] = new[label[v]]
    return count


@njit(cache=True)
def _move(
    indptr: Int64,
    neighbour: Int64,
    weight: Float64,
    strength: Float64,
    load: Float64,
    label: Int64,
    order: Int64,
    resolution: float,
    penalty: float,
    share: float,
    limit: float,
) -> None:
    """Move vertices until no move gains; ``label`` is changed in place.

    The gain of joining c, over being alone, is k(v, c) - resolution S_c s_v - penalty (over(L_c + l_v) -
    over(L_c)), where resolution and penalty are already scaled, and over(x) = max(0, x / share - 1)^2.
    """
    n = indptr.size - 1
    strength_of, load_of = np.zeros(n), np.zeros(n)
    size_of = np.zeros(n, np.int64)
    for v in range(n):
        strength_of[label[v]] += strength[v]
        load_of[label[v]] += load[v]
        size_of[label[v]] += 1
    empty = np.empty(n, np.int64)
    empties = 0
    for c in range(n - 1, -1, -1):
        if size_of[c] == 0:
            empty[empties] = c
            empties += 1
    toward = np.zeros(n)
    touched = np.empty(n, np.int64)
    is_touched = np.zeros(n, np.bool_)
    waits = np.ones(n, np.bool_)
    queue = order.copy()
    head, waiting = 0, n
    moved = 0
    while waiting > 0 or 100 * moved > n:
        if waiting == 0:
            # A community that has grown is worth less to all its members: visit all vertices again.
            for i in range(n):  # assigned as a whole, they would take longer to compile than all else here
                queue[i] = order[i]
                waits[i] = True
            head, waiting, moved = 0, n, 0
        v = queue[head]
        head = head + 1 if head + 1 < n else 0
        waiting -= 1
        waits[v] = False
        home = label[v]
        reached = 0
        for k in range(indptr[v], indptr[v + 1]):
            c = label[neighbour[k]]
            if not is_touched[c]:
                is_touched[c] = True
                touched[reached] = c
                reached += 1
            toward[c] += weight[k]
        strength_of[home] -= strength[v]
        load_of[home] -= load[v]
        size_of[home] -= 1
        if size_of[home] == 0:  # remove the rounding error
            strength_of[home] = 0.0
            load_of[home] = 0.0
        best = home
        best_gain = toward[home] - resolution * strength_of[home] * strength[v]
        best_gain -= penalty * (_over(load_of[home] + load[v], share) - _over(load_of[home], share))
        # A move must gain more than the rounding error, or two vertices could swap forever.
        margin = 1e-12 * (strength[v] + penalty * _over(load_of[home] + load[v], share))
        best_gain += margin
        for i in range(reached):
            c = touched[i]
            if c != home and load_of[c] + load[v] <= limit:
                gain = toward[c] - resolution * strength_of[c] * strength[v]
                gain -= penalty * (_over(load_of[c] + load[v], share) - _over(load_of[c], share))
                if gain > best_gain or (gain == best_gain and c < best):
                    best, best_gain = c, gain
            toward[c] = 0.0
            is_touched[c] = False
        toward[home] = 0.0
        is_touched[home] = False
        if limit == np.inf and size_of[home] > 0 and -penalty * _over(load[v], share) > best_gain:
            best = empty[empties - 1]
            empties -= 1
        strength_of[best] += strength[v]
        load_of[best] += load[v]
        size_of[best] += 1
        if best == home:
            continue
        label[v] = best
        moved += 1
        if size_of[home] == 0:
            empty[empties] = home
            empties += 1
        for k in range(indptr[v], indptr[v + 1]):
            u = neighbour[k]
            if label[u] != best and not waits[u]:
                waits[u] = True
                tail = head + waiting
                queue[tail if tail < n else tail - n] = u
                waiting += 1


@kernel_part()
def _over(load: float, share: float) -> float:
    beyond = load / share - 1.0
    return beyond * beyond if beyond > 0 else 0.0


@njit(cache=True)
def _merge(
    indptr: Int64, neighbour: Int64, weight: Float64, label: Int64, count: int
) -> tuple[Int64, Int64, Float64]:
    first, member = group(label, count)
    merged_indptr = np.zeros(count + 1, np.int64)
    merged_neighbour = np.empty(neighbour.size, np.int64)
    merged_weight = np.empty(neighbour.size)
    place = np.full(count, -1, np.int64)
    written = 0
    for c in range(count):
        start = written
        for i in range(first[c], first[c + 1]):
            v = member[i]
            for k in range(indptr[v], indptr[v + 1]):
                d = label[neighbour[k]]
                if d == c:
                    continue
                if place[d] < start:
                    place[d] = written
                    merged_neighbour[written] = d
                    merged_weight[written] = 0.0
                    written += 1
                merged_weight[place[d]] += weight[k]
        merged_indptr[c + 1] = written
    return merged_indptr, merged_neighbour[:written].copy(), merged_weight[:written].copy()
