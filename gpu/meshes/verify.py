"""Checks of meshes by their laws, with exact predicates. They share no code with the kernels."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.delaunay import not_delaunay
from gpu.meshes.predicates import orientation
from gpu.meshes.triangle_mesh import NEXT, PREVIOUS, TriangleMesh

TOLERANCE = 1e-12
"""The relative error of areas and places that the rounding of new points may cause."""


def verify_mesh(
    mesh: TriangleMesh, *, original: TriangleMesh | None = None, angle: float | None = None
) -> list[str]:
    """Check a mesh; return a line for each law that does not hold.

    All triangles are counter-clockwise; neighbours are symmetric; Euler's formula holds; the rim is marked,
    and the marked edges are the segments; no point lies in the circle of a triangle beyond an unmarked edge,
    so that the mesh is a constrained Delaunay triangulation. Orientation and circles are exact.

    Parameters
    ----------
    original : TriangleMesh, optional
        The mesh before refinement: its points and segments must be there, and the area the same.
    angle : float, optional
        No angle may be smaller, in degrees, unless it lies between two segments.

    Returns
    -------
    list of str
        Empty if the mesh is right.
    """
    broken = list(_structure(mesh))
    if broken:
        return broken  # the other laws need neighbours and corners that exist
    wrong = list(_euler(mesh)) + list(_delaunay(mesh)) + list(_segments(mesh))
    if original is not None:
        wrong += _kept(mesh, original)
    if angle is not None:
        wrong += _angles(mesh, angle)
    return wrong


def _structure(mesh: TriangleMesh) -> Iterator[str]:
    triangles, neighbours = mesh.triangles, mesh.neighbours
    if not np.isfinite(mesh.points).all():
        yield f"point {np.flatnonzero(~np.isfinite(mesh.points).all(1))[0]} is not finite"
        return
    for what, table, least, most in (
        ("corner", triangles, 0, mesh.num_points),
        ("neighbour", neighbours, -1, mesh.num_triangles),
        ("mark", mesh.marks, -1, len(mesh.segments)),
    ):
        if ((table < least) | (table >= most)).any():
            t, k = np.argwhere((table < least) | (table >= most))[0]
            yield f"triangle {t} has the {what} {table[t, k]}, which does not exist"
            return
    turn = orientation(*mesh.corners())
    for t in np.flatnonzero(turn <= 0)[:1]:
        yield f"triangle {t} is {'clockwise' if turn[t] < 0 else 'flat'}; {(turn <= 0).sum()} in all"
    t, k = np.nonzero(neighbours >= 0)
    n = neighbours[t, k]
    back = neighbours[n] == t[:, None]
    j = back.argmax(1)
    same = (triangles[t, NEXT[k]] == triangles[n, PREVIOUS[j]]) & (
        triangles[t, PREVIOUS[k]] == triangles[n, NEXT[j]]
    )
    for i in np.flatnonzero((back.sum(1) != 1) | ~same)[:1]:
        yield f"triangles {t[i]} and {n[i]} are neighbours, but not along an edge of both"
    for i in np.flatnonzero(mesh.marks[t, k] != mesh.marks[n, j])[:1]:
        yield f"the edge between triangles {t[i]} and {n[i]} has two marks"
    for t in np.flatnonzero(((neighbours < 0) & (mesh.marks < 0)).any(1))[:1]:
        yield f"triangle {t} has an edge without a neighbour that is not marked"
    missing = np.setdiff1d(np.arange(mesh.num_points), triangles)
    if missing.size:
        yield f"point {missing[0]} belongs to no triangle; {missing.size} in all"
    order = np.lexsort(mesh.points.T)
    twice = np.flatnonzero((mesh.points[order[1:]] == mesh.points[order[:-1]]).all(1))
    if twice.size:
        yield f"points {order[twice[0]]} and {order[twice[0] + 1]} are the same"


def _euler(mesh: TriangleMesh) -> Iterator[str]:
    """Vertices - edges + triangles = 2 components - loops of the rim, where no two loops share a point."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    inner = mesh.neighbours >= 0
    t = np.nonzero(inner)[0]
    size = mesh.num_triangles
    links = coo_array((np.ones(len(t), bool), (t, mesh.neighbours[inner])), shape=(size, size))
    pieces = int(connected_components(links, directed=False)[0])
    rim = ~inner
    start, end = mesh.triangles[:, NEXT][rim], mesh.triangles[:, PREVIOUS][rim]
    if len(np.unique(start)) < len(start):
        return
    on_rim, ends = np.unique(np.concatenate([start, end]), return_inverse=True)
    half = len(start)
    around = coo_array((np.ones(half, bool), (ends[:half], ends[half:])), shape=(len(on_rim),) * 2)
    loops = int(connected_components(around, directed=False)[0])
    edges = (3 * size + half) // 2
    found = mesh.num_points - edges + size
    if found != 2 * pieces - loops:
        yield (
            f"{mesh.num_points} points - {edges} edges + {size} triangles = {found}, but {pieces} piece(s) "
            f"with {loops} loop(s) of the rim have {2 * pieces - loops}"
        )


def _delaunay(mesh: TriangleMesh) -> Iterator[str]:
    every = np.arange(3 * mesh.num_triangles)
    wrong = not_delaunay(mesh.points, mesh.triangles, mesh.neighbours, every, mesh.marks)
    if wrong.size:
        t, k = divmod(int(wrong[0]), 3)
        yield (
            f"the circle of triangle {t} contains a corner of its neighbour {mesh.neighbours[t, k]}; "
            f"{wrong.size} such edges"
        )


def _segments(mesh: TriangleMesh) -> Iterator[str]:
    """The marked edges of each segment lie on it and have its length together."""
    t, k = np.nonzero(mesh.marks >= 0)
    once = mesh.neighbours[t, k] < t  # one side of an inner edge, or the rim
    t, k = t[once], k[once]
    segment = mesh.marks[t, k]
    begin, end = (mesh.points[mesh.segments[:, each]] for each in (0, 1))
    way = (end - begin)[segment]
    length = (way**2).sum(1)
    extent = float(np.ptp(mesh.points, axis=0).max())
    at = []
    for each in (NEXT[k], PREVIOUS[k]):
        offset = mesh.points[mesh.triangles[t, each]] - begin[segment]
        beside = np.abs(way[:, 0] * offset[:, 1] - way[:, 1] * offset[:, 0]) / np.sqrt(length)
        for i in np.flatnonzero(beside > TOLERANCE * extent)[:1]:
            yield f"an edge of triangle {t[i]} is marked as segment {segment[i]}, but is not on it"
            return
        at.append((way * offset).sum(1) / length)
    low, high = np.minimum(*at), np.maximum(*at)
    covered = np.bincount(segment, high - low, len(mesh.segments))
    least = np.full(len(mesh.segments), np.inf)
    most = -least
    np.minimum.at(least, segment, low)
    np.maximum.at(most, segment, high)
    wrong = (np.abs(covered - 1) > 1e-9) | (np.abs(least) > 1e-9) | (np.abs(most - 1) > 1e-9)
    for s in np.flatnonzero(wrong & np.isfinite(least))[:1]:
        yield f"the edges of segment {s} have {covered[s]:.6g} of its length"
    for s in np.flatnonzero(~np.isfinite(least))[:1]:
        yield f"segment {s} has no edge"


def _kept(mesh: TriangleMesh, original: TriangleMesh) -> list[str]:
    before = original.num_points
    if mesh.num_points < before or not np.array_equal(mesh.points[:before], original.points):
        return ["a point of the original mesh is missing or has moved"]
    if not np.array_equal(mesh.segments, original.segments):
        return ["the segments are not those of the original mesh"]
    areas = [math.fsum(_twice_areas(each)) / 2 for each in (mesh, original)]
    if abs(areas[0] - areas[1]) > TOLERANCE * areas[1]:
        return [f"the area is {areas[0]:.17g}, but {areas[1]:.17g} in the original mesh"]
    return []


def _twice_areas(mesh: TriangleMesh) -> NDArray[np.float64]:
    a, b, c = mesh.corners()
    u, v = b - a, c - a
    return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]


def _angles(mesh: TriangleMesh, angle: float) -> list[str]:
    # The kernels compare cosines, which may round to the other side of the bound.
    wrong = mesh.bad_triangles(angle - 1e-9)
    if not wrong.size:
        return []
    smallest = np.where(mesh.excused(), 60, mesh.angles()).min(1)
    t = wrong[smallest[wrong].argmin()]
    return [f"triangle {t} has an angle of {smallest[t]:.6g} degrees, below {angle:g}; {wrong.size} in all"]
