"""PuLP: an edge cut by label propagation that balances vertices and work and can limit the largest cut.

Slota, Madduri and Rajamanickam, "PuLP: scalable multi-objective multi-constraint partitioning for small-world
networks", IEEE BigData 2014. The stages are implemented as follows:

1. Parts grow breadth first from random vertices (as in its successor XtraPuLP, Slota et al., IPDPS 2017).
Here
   they grow in turns, so their sizes stay equal; vertices and work count half each.
2. Three times: balance vertices (five sweeps), refine (ten sweeps) with the vertices' limit.
3. Three times: balance work and, for the objective ``max_cut``, the cut edges of each part (five sweeps),
   refine (ten sweeps) with both limits.

A sweep visits the vertices one after another, and each visit takes all previous moves into account.
:mod:`partitioners.edge_cuts.pulp_rules` contains the rules for moves. Sweeps end early when no vertex moves.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.edge_cuts.pulp_growth import grow, load_target
from partitioners.edge_cuts.pulp_rules import (
    EDGE_BALANCE,
    REFINEMENT,
    VERTEX_BALANCE,
    cut_change_joined,
    cut_change_left,
    fits,
    score,
)
from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int64
from partitioners.kernels.cache import njit
from partitioners.partition import VertexPartition
from partitioners.plugins.option_types import Imbalance
from partitioners.undirected import balanced_work, undirected

CutObjective = Literal["edge_cut", "max_cut"]

ROUNDS = 3
BALANCE_SWEEPS = 5
REFINEMENT_SWEEPS = 10


def pulp(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    objective: CutObjective = "edge_cut",
    vertex_imbalance: Imbalance = 1.1,
    imbalance: Imbalance = 1.03,
) -> VertexPartition:
    """Edge cut: label propagation with limits on the vertices and the work of a part (PuLP).

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned: parallel and opposite edges are merged and have the number of
        their edges as weight.
    seed : int
        Seed of the vertices from which the parts grow.
    objective : {'edge_cut', 'max_cut'}
        ``edge_cut`` minimises the number of cut edges. ``max_cut`` also minimises the cut edges of the worst
        part.
    vertex_imbalance : float
        Target for the largest number of vertices of a part over the mean. It is exceeded if ``imbalance``
        requires that.
    imbalance : float
        The largest work of a part over the mean, see :func:`partitioners.balance.hard_limit`. The work of a
        vertex is that of its in-edges and its own operation. If all work is 0, vertices are counted. If label
        propagation exceeds the limit, vertices at the border of an overloaded part move to parts below it.

    Notes
    -----
    O(m log m) for merging parallel edges; the rest is linear in the edges, with at most 90 sweeps.
    """
    n = graph.num_vertices
    if parts == 1 or n == 0:
        return VertexPartition(graph, parts, np.zeros(n, np.int64))
    indptr, neighbour, count = undirected(graph)
    work = balanced_work(graph)
    if not work.any():
        work = np.ones(n)
    share = (work / work.sum() + 1 / n) / 2
    start = grow(indptr, neighbour, share, np.random.default_rng(seed).permutation(n), parts)
    state = Labels(indptr, neighbour, count.astype(np.float64), work, start, parts)
    sizes = max(vertex_imbalance * n / parts, -(-n // parts))
    loads = load_target(work, parts, imbalance)
    worst_matters = objective == "max_cut"
    for _ in range(ROUNDS):
        state.propagate(VERTEX_BALANCE, BALANCE_SWEEPS, sizes, np.inf)
        state.propagate(REFINEMENT, REFINEMENT_SWEEPS, sizes, np.inf, worst_matters)
    edge_factor, cut_factor = 1.0, float(worst_matters)
    for _ in range(ROUNDS):
        state.propagate(EDGE_BALANCE, BALANCE_SWEEPS, sizes, loads, worst_matters, edge_factor, cut_factor)
        state.propagate(REFINEMENT, REFINEMENT_SWEEPS, sizes, loads, worst_matters)
        if worst_matters:  # a target that is still missed weighs more in the next round
            overload = float(state.load.max()) / loads
            edge_factor, cut_factor = (
                (edge_factor * overload, 1.0) if overload > 1 else (1.0, cut_factor * state.cut_skew())
            )
    state.keep_limit(sizes, loads, worst_matters)
    return VertexPartition(graph, parts, state.part)


class Labels:
    """The state of label propagation: the part of each vertex, and the totals of each part.

    Attributes
    ----------
    part : ndarray of int64, shape (n,)
    size, load, cut : ndarray of float64, shape (parts,)
        Vertices, work and cut edges of each part; a cut edge counts at both of its parts.
    """

    def __init__(
        self,
        indptr: NDArray[np.int64],
        neighbour: NDArray[np.int64],
        weight: NDArray[np.float64],
        work: NDArray[np.float64],
        part: NDArray[np.int64],
        parts: int,
    ) -> None:
        self.indptr, self.neighbour, self.weight = indptr, neighbour, weight
        self.work, self.parts = work, parts
        self._owner = np.repeat(np.arange(part.size), np.diff(indptr))
        self.strength = np.bincount(self._owner, weight, minlength=part.size).astype(np.float64)
        self.relabel(part)

    def relabel(self, part: NDArray[np.int64]) -> None:
        """Set the part of each vertex and recompute the totals."""
        self.part = part
        self.size = np.bincount(part, minlength=self.parts).astype(np.float64)
        self.load = np.bincount(part, self.work, minlength=self.parts).astype(np.float64)
        is_cut = part[self._owner] != part[self.neighbour]
        cut = np.bincount(part[self._owner[is_cut]], self.weight[is_cut], minlength=self.parts)
        self.cut = cut.astype(np.float64)

    def keep_limit(self, sizes: float, loads: float, worst_matters: bool) -> None:
        """If a part has more work than ``loads``, move vertices at its border to other parts, and refine."""
        if self.load.max() <= loads:
            return
        from partitioners.coarsening.cluster_packing import keep_limit
        from partitioners.coarsening.communities import WeightedGraph

        weighted = WeightedGraph(self.indptr, self.neighbour, self.weight, self.strength, self.work)
        self.relabel(keep_limit(weighted, self.part, self.parts, loads))
        most = max(sizes, float(self.size.max()))
        self.propagate(REFINEMENT, REFINEMENT_SWEEPS, most, loads, worst_matters)

    def cut_skew(self) -> float:
        """The cut edges of the worst part over the mean; 1 if no edge is cut."""
        mean = float(self.cut.mean())
        return float(self.cut.max()) / mean if mean > 0 else 1.0

    def propagate(
        self,
        stage: int,
        sweeps: int,
        size_limit: float,
        load_limit: float,
        worst_matters: bool = False,
        edge_factor: float = 1.0,
        cut_factor: float = 0.0,
    ) -> None:
        """Run up to ``sweeps`` sweeps of one stage of :mod:`partitioners.edge_cuts.pulp_rules`."""
        _propagate(
            self.indptr, self.neighbour, self.weight, self.work, self.strength,
            self.part, self.size, self.load, self.cut,
            stage, sweeps, size_limit, load_limit, worst_matters, edge_factor, cut_factor,
        )  # fmt: skip


@njit(cache=True)
def _propagate(
    indptr: Int64,
    neighbour: Int64,
    weight: Float64,
    work: Float64,
    strength: Float64,
    part: Int64,
    size: Float64,
    load: Float64,
    cut: Float64,
    stage: int,
    sweeps: int,
    size_limit: float,
    load_limit: float,
    worst_matters: bool,
    edge_factor: float,
    cut_factor: float,
) -> None:
    """Sweep over the vertices; change ``part``, ``size``, ``load`` and ``cut`` in place."""
    n = part.size
    toward = np.zeros(size.size)  # weight of the edges of a vertex to each part
    attraction = np.zeros(size.size)
    touched = np.empty(size.size, np.int64)
    waits = np.ones(n, np.bool_)
    for _ in range(sweeps):
        moved = False
        largest_cut = cut.max()
        for v in range(n):
            # As with the authors' queue, refinement visits a vertex again after a neighbour has moved.
            if not waits[v]:
                continue
            if stage == REFINEMENT:
                waits[v] = False
            reached = 0
            for i in range(indptr[v], indptr[v + 1]):
                k = part[neighbour[i]]
                if toward[k] == 0:
                    touched[reached] = k
                    reached += 1
                toward[k] += weight[i]
                attraction[k] += weight[i] if stage == REFINEMENT else weight[i] * strength[neighbour[i]]
            home = part[v]
            best = home
            best_score = score(
                stage, attraction[home], size[home], load[home], cut[home],
                size_limit, load_limit, largest_cut, edge_factor, cut_factor,
            )  # fmt: skip
            left = cut[home] + cut_change_left(strength[v], toward[home])
            for j in range(reached):
                k = touched[j]
                if k == home or not fits(size[k], load[k], work[v], size_limit, load_limit):
                    continue
                joined = cut[k] + cut_change_joined(strength[v], toward[k])
                if worst_matters and stage == REFINEMENT and max(left, joined) > largest_cut:
                    continue
                value = score(
                    stage, attraction[k], size[k], load[k], cut[k],
                    size_limit, load_limit, largest_cut, edge_factor, cut_factor,
                )  # fmt: skip
                if value > best_score or (value == best_score and best != home and k < best):
                    best, best_score = k, value
            if best != home:
                cut[home] = left
                cut[best] += cut_change_joined(strength[v], toward[best])
                size[home] -= 1
                size[best] += 1
                load[home] -= work[v]
                load[best] += work[v]
                part[v] = best
                moved = True
                for i in range(indptr[v], indptr[v + 1]):
                    waits[neighbour[i]] = True
            for j in range(reached):
                toward[touched[j]] = 0.0
                attraction[touched[j]] = 0.0
        if not moved:
            break
