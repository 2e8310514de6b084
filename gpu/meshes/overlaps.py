"""Triangles that overlap although no two of them lie on the same side of an edge.

Then the rim of the mesh crosses itself, or one piece of the mesh lies within another: there the rim winds
around a triangle more than once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.predicates import orientation
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh
from partitioners.errors import InputError


def check_overlaps(mesh: TriangleMesh, first: int = 0) -> None:
    """Check that the triangles of a mesh do not overlap; ``first`` is the number of the first in messages.

    Raises
    ------
    InputError
        Two edges of the rim cross or touch, or a piece of the mesh lies within another.
    """
    t, k = np.nonzero(mesh.neighbours < 0)
    start, end = mesh.triangles[t, NEXT[k]], mesh.triangles[t, PREVIOUS[k]]
    a, b = mesh.points[start], mesh.points[end]
    low, high = np.minimum(a, b), np.maximum(a, b)
    order = np.argsort(low[:, 0], kind="stable")
    sorted_low = low[order, 0]
    last = np.searchsorted(sorted_low, high[order, 0], side="right")
    for place, edge in enumerate(order):
        others = order[place + 1 : last[place]]
        near = (low[others, 1] <= high[edge, 1]) & (high[others, 1] >= low[edge, 1])
        apart = np.all(
            [each[others] != end_ for each in (start, end) for end_ in (start[edge], end[edge])], 0
        )
        others = others[near & apart]
        if others.size == 0:
            continue
        sides = orientation(a[edge], b[edge], a[others]) * orientation(a[edge], b[edge], b[others])
        back = orientation(a[others], b[others], a[edge]) * orientation(a[others], b[others], b[edge])
        for other in others[(sides <= 0) & (back <= 0)][:1]:
            one, two = sorted((int(t[edge]), int(t[other])))
            raise InputError(
                f"{mesh.name}: triangles {one + first} and {two + first} overlap or touch at their edges "
                "on the rim; remove one of them, or let them share points"
            )
    for triangle in _one_of_each_piece(mesh):
        centre = mesh.points[mesh.triangles[triangle]].mean(0)
        if _winding(a, b, centre) > 1:
            raise InputError(
                f"{mesh.name}: triangle {triangle + first} overlaps others, since one piece of the mesh lies "
                "within another; remove one of the two"
            )


def _one_of_each_piece(mesh: TriangleMesh) -> list[int]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    inner = mesh.neighbours >= 0
    size = mesh.num_triangles
    links = coo_array(
        (np.ones(int(inner.sum()), bool), (np.nonzero(inner)[0], mesh.neighbours[inner])), shape=(size, size)
    )
    piece = connected_components(links, directed=False)[1]
    return [int(each) for each in np.unique(piece, return_index=True)[1]]


def _winding(a: NDArray[np.float64], b: NDArray[np.float64], point: NDArray[np.float64]) -> int:
    """How often edges from ``a`` to ``b`` wind around a point, from their crossings of a horizontal ray."""
    up, down = (a[:, 1] <= point[1]) & (b[:, 1] > point[1]), (b[:, 1] <= point[1]) & (a[:, 1] > point[1])
    side = orientation(a, b, point)
    return int((up & (side > 0)).sum()) - int((down & (side < 0)).sum())
