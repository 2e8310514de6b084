"""Meshes of tetrahedra: faces, neighbours, normals and volumes, and a generator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError
from partitioners.graph import Graph

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FACES = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])
"""The corners of the face opposite each corner; normals point outwards if the volume is positive."""

ELEMENTS_PER_POINT = 6.77
"""Mean number of tetrahedra for each point of a Delaunay mesh of many random points, 24 pi^2 / 35."""


@dataclass(frozen=True, eq=False)
class TetrahedralMesh:
    """A mesh of tetrahedra. Two elements with the same three points have a common face.

    Attributes
    ----------
    points : ndarray of float64, shape (points, 3)
    elements : ndarray of int64, shape (elements, 4)
        The points of each element, in an order in which the volume is positive.
    neighbour : ndarray of int64, shape (elements, 4)
        The element behind the face opposite each corner; -1 for a wall.
    """

    points: Floats
    elements: Ints
    neighbour: Ints

    @cached_property
    def volume(self) -> Floats:
        """The volume of each element, shape (elements,)."""
        return _volume(self.points, self.elements)

    @cached_property
    def normal(self) -> Floats:
        """The outward normals of the faces, as long as their areas, shape (elements, 4, 3)."""
        corner = self.points[self.elements][:, FACES]
        return np.cross(corner[:, :, 1] - corner[:, :, 0], corner[:, :, 2] - corner[:, :, 0]) / 2

    @cached_property
    def interactions(self) -> tuple[Ints, Ints, Ints]:
        """The pairs of neighbours: the lower element, the upper one, and the face of the lower one."""
        lower, face = np.nonzero(self.neighbour > np.arange(len(self.elements))[:, None])
        return lower, self.neighbour[lower, face], face

    def graph(self, name: str = "mesh") -> Graph:
        """The graph of the elements, with an edge for each pair of neighbours."""
        lower, upper, _ = self.interactions
        return Graph(len(self.elements), lower, upper, name=name)


def tetrahedral_mesh(points: Floats, elements: Ints, *, walls: Ints | None = None) -> TetrahedralMesh:
    """Make a mesh, and check it.

    Parameters
    ----------
    points : array_like, shape (points, 3)
    elements : array_like of integers, shape (elements, 4)
    walls : array_like of integers, shape (walls, 3), optional
        The points of the faces that may have only one element. By default, any may.

    Raises
    ------
    InputError
        A point does not exist, an element has no volume, a face has three elements, or a face that is no wall
        has one. O(elements log elements).
    """
    place, given = np.asarray(points, np.float64), np.array(elements, np.int64)
    if place.ndim != 2 or place.shape[1] != 3 or given.ndim != 2 or given.shape[1] != 4 or not len(given):
        raise InputError(
            f"points have the shape {place.shape} and elements {given.shape}; expected (points, 3) and "
            "(elements, 4) with at least one element"
        )
    outside = np.argwhere((given < 0) | (given >= len(place)))
    if outside.size:
        element, corner = outside[0]
        raise InputError(
            f"element {element} has the point {given[element, corner]}, but the mesh has {len(place)} "
            "points; the first has the number 0"
        )
    volume = _volume(place, given)
    flat = np.flatnonzero(volume == 0)
    if flat.size:
        raise InputError(f"element {flat[0]} has no volume: its points are in a plane; remove it")
    given[volume < 0] = given[volume < 0][:, [0, 1, 3, 2]]
    return TetrahedralMesh(place, given, _neighbours(given, len(place), walls))


def delaunay_mesh(elements: int, seed: int = 0) -> TetrahedralMesh:
    """The Delaunay mesh of random points in a cube, with about this number of elements.

    The elements are in the order of Qhull, in which most neighbours are near each other.
    """
    from scipy.spatial import Delaunay

    count = max(5, round(elements / ELEMENTS_PER_POINT))
    points = np.random.default_rng(seed).random((count, 3))
    found = Delaunay(points).simplices.astype(np.int64)
    found = found[_volume(points, found) != 0]
    return tetrahedral_mesh(points, found)


def _volume(points: Floats, elements: Ints) -> Floats:
    corner = points[elements]
    edges = corner[:, 1:] - corner[:, :1]
    volume: Floats = np.einsum("ij,ij->i", edges[:, 0], np.cross(edges[:, 1], edges[:, 2])) / 6
    return volume


def _face_keys(faces: Ints, points: int) -> Ints:
    """A number for each set of three points, shape (faces, 3)."""
    low, middle, high = np.sort(faces, axis=1).T
    return (low * points + middle) * points + high


def _neighbours(elements: Ints, points: int, walls: Ints | None) -> Ints:
    key = _face_keys(elements[:, FACES].reshape(-1, 3), points)
    order = np.argsort(key, kind="stable")
    same = key[order[1:]] == key[order[:-1]]
    three = np.flatnonzero(same[1:] & same[:-1])
    if three.size:
        face = order[three[0]]
        raise InputError(
            f"three elements have the face of points {_face_points(elements, face)}; a face has one or two"
        )
    neighbour = np.full(key.size, -1, np.int64)
    one, two = order[:-1][same], order[1:][same]
    neighbour[one], neighbour[two] = two // 4, one // 4
    if walls is not None:
        allowed = _face_keys(np.asarray(walls, np.int64).reshape(-1, 3), points)
        wrong = np.flatnonzero((neighbour < 0) & ~np.isin(key, allowed))
        if wrong.size:
            raise InputError(
                f"element {wrong[0] // 4} has no neighbour behind the face of points "
                f"{_face_points(elements, wrong[0])}, which is no wall; add the element, or the face to "
                "`walls`"
            )
    return neighbour.reshape(-1, 4)


def _face_points(elements: Ints, face: int) -> str:
    return ", ".join(map(str, elements[face // 4, FACES[face % 4]].tolist()))
