"""Delaunay triangulations of points: by Qhull, and made exact by flips of edges (Lawson, 1977).

Qhull decides in floating point, so some edges of points near one circle may be wrong. A flip replaces the
common edge of two triangles by the other diagonal of their four points.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.insertion import GrowingTriangles
from gpu.meshes.predicates import in_circle, orientation
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh, check_points, neighbours_of, with_marks
from partitioners.errors import InputError


def delaunay(points: Any, *, name: str = "points", first: int = 0) -> TriangleMesh:
    """The Delaunay triangulation of points; the edges of the convex hull are its segments.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        At least three that are not on one line.
    name : str
        Appears in messages.
    first : int
        Number of the first point in messages.

    Returns
    -------
    TriangleMesh
        No point lies inside the circle through the corners of a triangle, exactly.

    Raises
    ------
    InputError
        All points are on one line, a point is not finite or is repeated, or Qhull cannot triangulate them.
    """
    where = check_points(points, name, first)
    triangles, neighbours = _by_qhull(where, name)
    flip_to_delaunay(where, triangles, neighbours)
    used = np.zeros(len(where), np.bool_)
    used[triangles] = True
    left_out = np.flatnonzero(~used)
    if left_out.size:
        triangles, neighbours = _insert(where, triangles, neighbours, left_out, name, first)
    return with_marks(where, triangles, neighbours, np.zeros((0, 2), np.int64), name)


def flip_to_delaunay(
    points: NDArray[np.float64],
    triangles: NDArray[np.int32],
    neighbours: NDArray[np.int32],
    marks: NDArray[np.int32] | None = None,
    changed: NDArray[np.int64] | None = None,
) -> int:
    """Flip edges, in place, until each is locally Delaunay; marked edges stay. Return the number of flips.

    Each round flips edges together whose triangles and their neighbours are distinct. If only some triangles
    have ``changed``, it begins with their edges.
    """
    flips = 0
    if changed is None:
        of_edge = np.repeat(np.arange(len(triangles), dtype=np.int32), 3)
        looked_at = np.flatnonzero(of_edge < neighbours.ravel())
    else:
        looked_at = _sides(changed)
    while looked_at.size:
        wrong = not_delaunay(points, triangles, neighbours, looked_at, marks)
        if not wrong.size:
            break
        t, k = wrong // 3, wrong % 3
        n = neighbours[t, k]
        chosen = _far_apart(np.concatenate([t[:, None], n[:, None], neighbours[t], neighbours[n]], 1))
        changed = flip(triangles, neighbours, t[chosen], k[chosen], marks)
        flips += int(chosen.sum())
        looked_at = np.unique(np.concatenate([wrong[~chosen], _sides(changed)]))
    return flips


def not_delaunay(
    points: NDArray[np.float64],
    triangles: NDArray[np.int32],
    neighbours: NDArray[np.int32],
    edges: NDArray[np.int64],
    marks: NDArray[np.int32] | None = None,
) -> NDArray[np.int64]:
    """Those of some edges, ``3 triangle + k``, whose opposite points lie inside each other's circles.

    An edge is returned once, for the triangle with the lower number or the only one that is given. Edges
    without a neighbour, and marked ones, are never returned.
    """
    t, k = edges // 3, edges % 3
    n = neighbours[t, k]
    inner = n >= 0 if marks is None else (n >= 0) & (marks[t, k] < 0)
    t, k, n, edges = t[inner], k[inner], n[inner], edges[inner]
    twin = (neighbours[n] == t[:, None]).argmax(1)
    other = 3 * n.astype(np.int64) + twin
    once = (t < n) | ~np.isin(other, edges)
    t, n, twin, edges = t[once], n[once], twin[once], edges[once]
    a, b, c = (points[triangles[t, each]] for each in range(3))
    return edges[in_circle(a, b, c, points[triangles[n, twin]]) > 0]


def flip(
    triangles: NDArray[np.int32],
    neighbours: NDArray[np.int32],
    t: NDArray[Any],
    k: NDArray[Any],
    marks: NDArray[np.int32] | None = None,
) -> NDArray[np.int64]:
    """Flip edge ``k`` of each triangle ``t`` in place; the triangles of the flips and around are distinct.

    Triangle t gets the corners (p, a, q), its neighbour (p, q, b), where p is opposite the edge from a to b
    in t, and q in the neighbour. Returns the changed triangles.
    """
    n = neighbours[t, k].astype(np.int64)
    j = (neighbours[n] == t[:, None]).argmax(1)
    p, a, b, q = triangles[t, k], triangles[t, NEXT[k]], triangles[t, PREVIOUS[k]], triangles[n, j]
    # The edges from b to p and from p to a of t, from a to q and from q to b of its neighbour.
    sides = [(t, NEXT[k]), (t, PREVIOUS[k]), (n, NEXT[j]), (n, PREVIOUS[j])]
    bp, pa, aq, qb = (neighbours[side] for side in sides)
    tables = [neighbours]
    new = [(bp, pa, aq, qb, n.astype(np.int32), t.astype(np.int32))]
    if marks is not None:
        none = np.full(len(t), -1, np.int32)
        tables.append(marks)
        new.append((*(marks[side] for side in sides), none, none))
    triangles[t] = np.stack([p, a, q], 1)
    triangles[n] = np.stack([p, q, b], 1)
    for table, (of_bp, of_pa, of_aq, of_qb, of_t, of_n) in zip(tables, new, strict=True):
        table[t] = np.stack([of_aq, of_t, of_pa], 1)
        table[n] = np.stack([of_qb, of_bp, of_n], 1)
    # Two of the four outer triangles have another neighbour now: the one beyond a-q, and the one beyond b-p.
    for outer, mine, start in ((aq, t, q), (bp, n, p)):
        there = outer >= 0
        side = _edge_from(triangles, outer[there], start[there])
        neighbours[outer[there], side] = mine[there]
    return np.concatenate([t, n])


def _sides(triangles: NDArray[np.int64]) -> NDArray[np.int64]:
    """The edges of triangles."""
    return (triangles[:, None] * 3 + np.arange(3)).ravel()


def _far_apart(touched: NDArray[Any]) -> NDArray[np.bool_]:
    """Rows that have no triangle in common with an earlier row; -1 is no triangle."""
    rank = np.broadcast_to(np.arange(len(touched))[:, None], touched.shape)
    first = np.full(int(touched.max()) + 2, len(touched))
    np.minimum.at(first, touched, rank)  # -1 is the last element
    first[-1] = len(touched)
    chosen: NDArray[np.bool_] = (first[touched] >= rank).all(1)
    return chosen


def _edge_from(
    triangles: NDArray[np.int32], t: NDArray[np.int32], start: NDArray[np.int32]
) -> NDArray[np.int64]:
    """The edge of each triangle that starts at a point."""
    return NEXT[NEXT[(triangles[t] == start[:, None]).argmax(1)]]


def _insert(
    points: NDArray[np.float64],
    triangles: NDArray[np.int32],
    neighbours: NDArray[np.int32],
    more: NDArray[np.int64],
    name: str,
    first: int,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Insert points into a Delaunay triangulation, in the order of their coordinates."""
    grown = GrowingTriangles(points, triangles, neighbours, len(more))
    t = 0
    for point in more[np.lexsort(points[more].T)]:
        found = grown.locate(int(point), t)
        if found is None:
            raise InputError(
                f"{name}: point {point + first} lies outside of the convex hull by less than the "
                "precision of Qhull; remove it, or move it by a small distance"
            )
        new = grown.insert(int(point), *found)
        flip_to_delaunay(points, grown.triangles, grown.neighbours, changed=np.array(new))
        t = new[0]
    return grown.triangles.copy(), grown.neighbours.copy()


def _by_qhull(points: NDArray[np.float64], name: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Triangles that turn left, and their neighbours."""
    from scipy.spatial import Delaunay, QhullError

    try:
        found = Delaunay(points - points.mean(0)) if len(points) >= 3 else None
    except QhullError:
        found = None
    if found is None or not orientation(points[0], points[1], points[2:]).any():
        raise InputError(
            f"{name}: the {len(points)} points are on one line or fewer than three; add a point beside it"
        )
    triangles = found.simplices.astype(np.int32)
    turn = orientation(*(points[triangles[:, k]] for k in range(3)))
    if (turn > 0).all():
        return triangles, found.neighbors.astype(np.int32)
    triangles[turn < 0] = triangles[turn < 0][:, [0, 2, 1]]
    triangles = triangles[turn != 0]
    return triangles, neighbours_of(triangles, name)
