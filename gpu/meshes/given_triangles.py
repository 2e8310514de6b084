"""Meshes of given triangles, which are checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu.meshes.overlaps import check_overlaps
from gpu.meshes.predicates import orientation
from gpu.meshes.triangle_mesh import (
    TriangleMesh,
    check_points,
    check_range,
    listed,
    neighbours_of,
    with_marks,
)
from partitioners.errors import InputError


def mesh_of(
    points: Any, triangles: Any, segments: Any = (), *, name: str = "mesh", first: int = 0
) -> TriangleMesh:
    """Make a mesh from points and triangles; find neighbours, and check both.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        Coordinates are 0 or between 2^-100 and 2^100 in absolute value.
    triangles : array_like of int, shape (t, 3)
        Counter-clockwise.
    segments : array_like of int, shape (s, 2)
        Edges of triangles that refinement keeps. Edges of one triangle alone are segments in any case.
    name : str
        Appears in messages.
    first : int
        Number of the first point, triangle and segment in messages.

    Raises
    ------
    InputError
        A point is not finite or is repeated; a triangle names an unknown point, is clockwise or flat, or
        overlaps with another; or a segment is no edge.
    """
    where = check_points(points, name, first)
    corners = np.asarray(triangles, np.int64).reshape(-1, 3)
    if len(corners) == 0:
        raise InputError(f"{name}: the mesh has no triangles; add at least one")
    check_range(corners, len(where), name, "triangle", first)
    turn = orientation(*(where[corners[:, k]] for k in range(3)))
    wrong = np.flatnonzero(turn <= 0)
    if wrong.size:
        t = wrong[0]
        how = "is clockwise; exchange two of its corners" if turn[t] < 0 else "has no area; remove it"
        raise InputError(f"{name}: triangle {t + first} (points {listed(corners[t] + first)}) {how}")
    mine = np.asarray(segments, np.int64).reshape(-1, 2)
    check_range(mine, len(where), name, "segment", first)
    tri = corners.astype(np.int32)
    mesh = with_marks(where, tri, neighbours_of(tri, name, first), mine, name, first)
    check_overlaps(mesh, first)
    return mesh
