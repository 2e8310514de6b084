"""Generators of meshes: sets of points, and plates with segments and holes."""

from __future__ import annotations

from typing import Annotated, cast

import numpy as np
from numpy.typing import NDArray

from gpu.meshes.delaunay import delaunay
from gpu.meshes.segments import triangulate
from gpu.meshes.triangle_mesh import TriangleMesh
from gpu.option_types import Interval
from partitioners.plugins.registry import Registry

Points = Annotated[int, Interval(ge=3, le=500_000_000)]
Extra = Annotated[int, Interval(ge=0, le=500_000_000)]
Side = Annotated[int, Interval(ge=2, le=20_000)]


def random_points(*, points: Points, seed: int = 0) -> TriangleMesh:
    """The Delaunay triangulation of uniformly random points in the unit square.

    Parameters
    ----------
    points : int
        Number of points; the mesh has nearly twice as many triangles.
    """
    where = np.random.default_rng(seed).random((points, 2))
    return delaunay(where, name=f"random_points({points})")


def random_square(*, points: Points, seed: int = 0) -> TriangleMesh:
    """The Delaunay triangulation of random points in the unit square and of even ones on its sides.

    The hull of :func:`random_points` has long edges with flat triangles, which this mesh has not.

    Parameters
    ----------
    points : int
        Number of points; each side has the square root of it, rounded, and the others are random.
    """
    steps = max(1, round(points**0.5))
    side = np.arange(steps) / steps
    zero = np.zeros(steps)
    rim = [(side, zero), (1 - zero, side), (1 - side, 1 - zero), (zero, 1 - side)]
    even = np.concatenate([np.stack(each, 1) for each in rim])
    inner = np.random.default_rng(seed).random((max(0, points - 4 * steps), 2))
    return delaunay(np.concatenate([even, inner]), name=f"random_square({points})")


def graded_points(
    *, points: Points, grading: Annotated[float, Interval(ge=1, le=8)] = 3.0, seed: int = 0
) -> TriangleMesh:
    """The Delaunay triangulation of random points in the unit square that crowd in the corner (0, 0).

    Parameters
    ----------
    points : int
        Number of points; the mesh has nearly twice as many triangles.
    grading : float
        Coordinates are uniform random numbers to this power.
    """
    where = np.random.default_rng(seed).random((points, 2)) ** grading
    return delaunay(np.unique(where, axis=0), name=f"graded_points({points})")


def grid_points(*, width: Side, height: Side) -> TriangleMesh:
    """The Delaunay triangulation of a grid with steps of 1, in which four points are always on one circle.

    Parameters
    ----------
    width, height : int
        Number of points along each side.
    """
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    return delaunay(np.stack([x.ravel(), y.ravel()], 1), name=f"grid_points({width}, {height})")


def circle_points(*, points: Points) -> TriangleMesh:
    """The Delaunay triangulation of points on a circle, as far as their coordinates allow.

    Parameters
    ----------
    points : int
        Number of points.
    """
    return delaunay(_circle(points, 0.5, 0.5, 0.5), name=f"circle_points({points})")


def plate(
    *,
    holes: Annotated[int, Interval(ge=0, le=64)] = 3,
    points: Extra = 0,
    seed: int = 0,
) -> TriangleMesh:
    """A plate of side 1 with round holes on the diagonal, which are polygons of 24 segments.

    Parameters
    ----------
    holes : int
        Number of holes.
    points : int
        Number of random points in the square; those in holes are removed.
    """
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    centre = (np.arange(holes) + 1) / (holes + 1)
    radius = 0.3 / (holes + 1)
    polygons = [square, *(_circle(_CORNERS, x, x, radius) for x in centre)]
    segments, begin = [], 0
    for polygon in polygons:
        every = np.arange(len(polygon))
        segments.append(begin + np.stack([every, np.roll(every, -1)], 1))
        begin += len(polygon)
    inner = np.random.default_rng(seed).random((points, 2))
    far = [np.hypot(inner[:, 0] - x, inner[:, 1] - x) > 1.05 * radius for x in centre]
    inner = inner[np.all(far, axis=0)] if far else inner
    where = np.concatenate([*polygons, inner])
    name = f"plate({holes}, {points})"
    return triangulate(where, np.concatenate(segments), np.stack([centre, centre], 1), name=name)


def l_shape(*, points: Extra = 0, seed: int = 0) -> TriangleMesh:
    """A square of side 1 without its upper right quarter.

    Parameters
    ----------
    points : int
        Number of random points in the square; those outside are removed.
    """
    rim = np.array([[0, 0], [1, 0], [1, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]], np.float64)
    inner = np.random.default_rng(seed).random((points, 2))
    inner = inner[(inner < 0.5).any(1)]
    every = np.arange(len(rim))
    segments = np.stack([every, np.roll(every, -1)], 1)
    return triangulate(np.concatenate([rim, inner]), segments, name=f"l_shape({points})")


_CORNERS = 24


def _circle(points: int, x: float, y: float, radius: float) -> NDArray[np.float64]:
    angle = 2 * np.pi * np.arange(points) / points
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1)


MESH_GENERATORS = Registry(
    "mesh generator",
    "numasim.mesh_generators",
    {
        "random_points": "gpu.meshes.generators:random_points",
        "random_square": "gpu.meshes.generators:random_square",
        "graded_points": "gpu.meshes.generators:graded_points",
        "grid_points": "gpu.meshes.generators:grid_points",
        "circle_points": "gpu.meshes.generators:circle_points",
        "plate": "gpu.meshes.generators:plate",
        "l_shape": "gpu.meshes.generators:l_shape",
    },
    reserved=("seed",),
)
"""Every generator of meshes: a function that returns a :class:`TriangleMesh`."""


def make_mesh(name: str, *, seed: int = 0, **options: object) -> TriangleMesh:
    """Make a mesh by the generator of a name.

    Raises
    ------
    UnknownNameError, OptionError
        There is no such generator, or it has no such option.
    InputError
        The points are on one line.
    """
    return cast(TriangleMesh, MESH_GENERATORS[name].call(options=options, seed=seed))
