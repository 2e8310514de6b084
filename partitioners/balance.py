"""The two limits on how uneven clusters may be, and what each of them guarantees.

``load_bound`` is the papers' soft lambda: a streaming rule tests it before it places an edge, so the edge
may take the cluster beyond it. ``imbalance`` is a hard limit on the largest over the mean load; only
methods that keep it have an option of that name. Where single edges or vertices are too heavy for it, it is
raised to what a greedy placement can always keep, and the raised limit is what counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from partitioners.graph import Graph


def edge_work(graph: Graph) -> NDArray[np.float64]:
    """What a vertex cut balances: the weights of the edges; where no edge has one, 1 for each; shape (m,)."""
    return graph.weight if graph.weight.any() else np.ones(graph.num_edges)


def soft_guarantee(load_bound: float, weight: NDArray[np.float64], parts: int) -> float:
    """Largest over mean load where no cluster at the bound takes more: load_bound + w_max p / W.

    Without any weight, 1: then all loads are equal.
    """
    total = float(weight.sum())
    return load_bound + float(weight.max()) * parts / total if total > 0 else 1.0


def hard_limit(imbalance: float, weight: NDArray[np.float64], parts: int) -> float:
    """What a hard ``imbalance`` means for things of these weights.

    Parameters
    ----------
    imbalance : float
        As asked for, >= 1.
    weight : ndarray of float64
        Of the things that are placed: edges in a vertex cut, vertices (their work) in an edge cut.
    parts : int

    Returns
    -------
    float
        max(imbalance, 1 + (1 - 1/p) w_max p / W); where all weights are equal, with m of them,
        max(imbalance, ceil(m/p) p/m). The least loaded cluster can always take one more thing within it.
        Without any weight, 1.
    """
    if not weight.size:
        return 1.0
    return hard_limit_of(
        imbalance, weight.size, float(weight.sum()), float(weight.min()), float(weight.max()), parts
    )


def hard_limit_of(
    imbalance: float, count: int, total: float, smallest: float, largest: float, parts: int
) -> float:
    """:func:`hard_limit` where only the number, sum, least and largest of the weights are known."""
    if not total > 0:
        return 1.0
    if smallest == largest:
        return max(imbalance, -(-count // parts) * parts / count)
    return max(imbalance, 1.0 + (parts - 1) * largest / total)
