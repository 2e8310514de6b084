"""The soft and the hard limit on the imbalance of clusters, and the guarantee of each.

``load_bound`` is the papers' soft limit lambda. A streaming rule tests it before it places an edge, so the
edge may take the cluster beyond the limit. ``imbalance`` is a hard limit on the largest load over the mean
load. Only methods that keep it have an option of that name. If single edges or vertices are too heavy for the
hard limit, it is raised to a value that a greedy placement can always keep, and the raised limit applies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from partitioners.graph import Graph


def edge_work(graph: Graph) -> NDArray[np.float64]:
    """The work that a vertex cut balances: the edge weights, or 1 per edge if all are zero; shape (m,)."""
    return graph.weight if graph.weight.any() else np.ones(graph.num_edges)


def soft_guarantee(load_bound: float, weight: NDArray[np.float64], parts: int) -> float:
    """Guaranteed largest load over mean load under a soft bound: load_bound + w_max p / W.

    A cluster at the bound takes no more edges. The guarantee is 1 if the sum of the weights W is 0, since all
    loads are equal then.
    """
    total = float(weight.sum())
    return load_bound + float(weight.max()) * parts / total if total > 0 else 1.0


def hard_limit(imbalance: float, weight: NDArray[np.float64], parts: int) -> float:
    """The hard limit on the largest over the mean load, raised if ``imbalance`` cannot be kept.

    Parameters
    ----------
    imbalance : float
        The requested limit, >= 1.
    weight : ndarray of float64
        Weights of the placed items: edges in a vertex cut, vertices (their work) in an edge cut.
    parts : int

    Returns
    -------
    float
        max(imbalance, 1 + (1 - 1/p) w_max p / W), or max(imbalance, ceil(m/p) p/m) for m equal weights. The
        least loaded cluster can always take one more item within this limit. The limit is 1 if all weights
        are 0.
    """
    if not weight.size:
        return 1.0
    return hard_limit_of(
        imbalance, weight.size, float(weight.sum()), float(weight.min()), float(weight.max()), parts
    )


def hard_limit_of(
    imbalance: float, count: int, total: float, smallest: float, largest: float, parts: int
) -> float:
    """:func:`hard_limit` from the number, sum, minimum and maximum of the weights."""
    if not total > 0:
        return 1.0
    if smallest == largest:
        return max(imbalance, -(-count // parts) * parts / count)
    return max(imbalance, 1.0 + (parts - 1) * largest / total)
