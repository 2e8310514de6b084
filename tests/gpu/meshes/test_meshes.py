"""Meshes: exact predicates, Delaunay triangulations, generators, files and the verifier."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu.meshes.delaunay import delaunay
from gpu.meshes.files import read_mesh, write_mesh
from gpu.meshes.generators import MESH_GENERATORS, make_mesh
from gpu.meshes.given_triangles import mesh_of
from gpu.meshes.insertion import GrowingTriangles
from gpu.meshes.predicates import in_circle, orientation
from gpu.meshes.segments import triangulate
from gpu.meshes.triangle_mesh import TriangleMesh
from gpu.meshes.verify import verify_mesh
from partitioners.errors import InputError
from tests.gpu.mesh_points import near_degenerate, rational_in_circle, rational_orientation

OPTIONS = {
    "random_points": {"points": 400},
    "random_square": {"points": 400},
    "graded_points": {"points": 400},
    "grid_points": {"width": 13, "height": 9},
    "circle_points": {"points": 60},
    "plate": {"holes": 2, "points": 300},
    "l_shape": {"points": 200},
}


@pytest.mark.parametrize("seed", range(3))
def test_predicates_equal_rational_arithmetic(seed: int) -> None:
    a, b, c, d = near_degenerate(400, seed)
    assert orientation(a, b, c).tolist() == [
        rational_orientation(*each) for each in zip(a, b, c, strict=True)
    ]
    found = in_circle(a, b, c, d).tolist()
    assert found == [rational_in_circle(*each) for each in zip(a, b, c, d, strict=True)]
    assert {-1, 0, 1} <= {*found}


@pytest.mark.parametrize("name", sorted(MESH_GENERATORS))
def test_generated_meshes_are_delaunay(name: str) -> None:
    mesh = make_mesh(name, **OPTIONS[name], seed=4)
    assert verify_mesh(mesh) == []
    again = make_mesh(name, **OPTIONS[name], seed=4)
    assert np.array_equal(mesh.triangles, again.triangles)
    assert np.array_equal(mesh.points, again.points)


coordinate = st.integers(-6, 6).map(lambda n: n / 4)


@settings(max_examples=20, deadline=None)
@given(st.sets(st.tuples(coordinate, coordinate), min_size=3, max_size=25))
def test_no_point_lies_in_the_circle_of_a_triangle(given_points: set[tuple[float, float]]) -> None:
    points = np.array(sorted(given_points))
    if not any(rational_orientation(points[0], points[1], each) for each in points):
        with pytest.raises(InputError, match="on one line or fewer than three"):
            delaunay(points)
        return
    mesh = delaunay(points)
    assert verify_mesh(mesh) == []
    for triangle in mesh.triangles:
        a, b, c = points[triangle]
        assert all(rational_in_circle(a, b, c, other) <= 0 for other in points)
    hull = sum(Fraction(float(x)) for x in [mesh.area()])
    assert hull == _hull_area([(Fraction(x), Fraction(y)) for x, y in points.tolist()])


def _hull_area(points: list[tuple[Fraction, Fraction]]) -> Fraction:
    """The area of the convex hull, by Andrew's two chains."""

    def chain(ordered: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
        kept: list[tuple[Fraction, Fraction]] = []
        for x, y in ordered:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    rim = chain(sorted(points)) + chain(sorted(points, reverse=True))
    return (
        sum((a[0] * b[1] - a[1] * b[0] for a, b in zip(rim, rim[1:] + rim[:1], strict=True)), Fraction(0)) / 2
    )


def test_points_that_qhull_leaves_out_are_inserted() -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.random((60, 2)) * 1e-12 + 0.3, rng.random((60, 2))])
    mesh = delaunay(points)
    assert mesh.num_points == 120
    assert verify_mesh(mesh) == []


def test_a_point_outside_is_not_located() -> None:
    mesh = delaunay([(0, 0), (1, 0), (0, 1)])
    points = np.array([(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0)])
    grown = GrowingTriangles(points, mesh.triangles, mesh.neighbours, 2)
    assert grown.locate(3, 0) is None
    found = grown.locate(4, 0)
    assert found is not None
    assert sorted(grown.insert(4, *found)) == [0, 1]
    assert (
        verify_mesh(mesh_of(points[[0, 1, 2, 4]], np.where(grown.triangles == 4, 3, grown.triangles))) == []
    )


def test_segments_become_edges_and_holes_are_empty() -> None:
    outer = [(0, 0), (4, 0), (4, 4), (0, 4)]
    inner = [(1, 1), (3, 1), (3, 3), (1, 3)]
    ring = [(i, (i + 1) % 4) for i in range(4)]
    segments = [*ring, *((a + 4, b + 4) for a, b in ring)]
    mesh = triangulate(outer + inner, segments, [(2, 2)])
    assert verify_mesh(mesh) == []
    assert mesh.area() == 12
    through = triangulate([*outer, (2, 2)], [*ring, (0, 2)])
    assert verify_mesh(through) == []
    assert np.count_nonzero(through.marks == 4) == 4  # two edges, each seen from both sides


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_random_polygon_is_recovered(seed: int) -> None:
    rng = np.random.default_rng(seed)
    angle = np.sort(rng.random(12)) * 2 * np.pi
    radius = rng.uniform(0.05, 1, 12)
    rim = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)
    every = np.arange(12)
    if np.diff(angle, append=angle[0] + 2 * np.pi).max() > 3:
        return  # a polygon around the origin is not certain
    mesh = triangulate(np.concatenate([rim, [(0, 0)]]), np.stack([every, np.roll(every, -1)], 1))
    assert verify_mesh(mesh) == []
    x, y = rim.T
    expected = abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    assert mesh.area() == pytest.approx(expected)


SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
RING = [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: mesh_of(SQUARE, [(0, 1, 4)]),
            "mesh: triangle 0 (points 0, 1, 4) names point 4, but the points are 0 to 3; correct the number, "
            "or add the point",
        ),
        (
            lambda: mesh_of(SQUARE, [(0, 1, 2), (0, 3, 2)]),
            "mesh: triangle 1 (points 0, 3, 2) is clockwise; exchange two of its corners",
        ),
        (
            lambda: mesh_of([*SQUARE, (0.5, 0.0)], [(0, 4, 1)]),
            "mesh: triangle 0 (points 0, 4, 1) has no area; remove it",
        ),
        (
            lambda: mesh_of(SQUARE, [(0, 1, 2), (0, 1, 3)]),
            "mesh: triangles 0 and 1 overlap, since both lie left of the edge from point 0 to point 1; "
            "remove one of them",
        ),
        (
            lambda: mesh_of(SQUARE, [(0, 1, 2), (0, 2, 3)], [(1, 3)]),
            "mesh: segment 0 from point 1 to point 3 is not an edge of any triangle; remove it, or leave the "
            "triangles out",
        ),
        (
            lambda: mesh_of([*SQUARE, (-1, 0.5), (2, 0.5), (2, 0.75)], [(0, 1, 2), (4, 5, 6)], first=1),
            "mesh: triangles 1 and 2 overlap or touch at their edges on the rim; remove one of them, "
            "or let them share points",
        ),
        (
            lambda: mesh_of([*SQUARE, (0.5, 0.1), (0.75, 0.1), (0.75, 0.2)], [(0, 1, 2), (4, 5, 6)]),
            "mesh: triangle 1 overlaps others, since one piece of the mesh lies within another; remove one "
            "of the two",
        ),
        (lambda: mesh_of(SQUARE, []), "mesh: the mesh has no triangles; add at least one"),
        (
            lambda: delaunay([*SQUARE, (np.nan, 0)]),
            "points: point 4 is (nan, 0); coordinates are finite; remove the point",
        ),
        (
            lambda: delaunay([*SQUARE, (1e-40, 0)]),
            "points: point 4 is (1e-40, 0); a coordinate is 0 or from 2^-100 to 2^100 in absolute value; "
            "scale the points",
        ),
        (
            lambda: delaunay([*SQUARE, (1, 0)], first=1),
            "points: points 2 and 5 are both (1, 0); remove one of them",
        ),
        (
            lambda: delaunay(SQUARE[:2]),
            "points: the 2 points are on one line or fewer than three; add a point beside it",
        ),
        (
            lambda: delaunay([(0, 0), (1, 1), (2, 2), (5, 5)]),
            "points: the 4 points are on one line or fewer than three; add a point beside it",
        ),
        (
            lambda: triangulate(SQUARE, [*RING, (0, 2), (1, 3)]),
            "points: segments 4 and 5 cross; add a point where they do, and split both",
        ),
        (
            lambda: triangulate(SQUARE, [*RING, (2, 2)]),
            "points: segment 4 begins and ends at point 2; remove it",
        ),
        (
            lambda: triangulate(SQUARE, RING[:3]),
            "points: the segments enclose no area; close the polygon of segments",
        ),
        (
            lambda: triangulate(SQUARE, RING, [(2, 0.5)], first=1),
            "points: hole 1 at (2, 0.5) lies outside of the segments, or in another hole; move it inside the "
            "segments that enclose it, or remove it",
        ),
        (
            lambda: triangulate(SQUARE, (), [(0.5, 0.5)]),
            "points: there are holes but no segments; add the segments around each hole",
        ),
    ],
)
def test_wrong_meshes_are_refused(make: object, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        make()  # type: ignore[operator]


def test_files_keep_a_mesh(tmp_path: Path) -> None:
    mesh = make_mesh("plate", **OPTIONS["plate"])
    files = write_mesh(mesh, f"{tmp_path}/a.1.node")
    assert [file.name for file in files] == ["a.1.node", "a.1.ele", "a.1.poly", "a.1.neigh"]
    read = read_mesh(files[1])
    for name in ("points", "triangles", "neighbours"):
        assert np.array_equal(getattr(read, name), getattr(mesh, name))
    assert np.array_equal(read.marks >= 0, mesh.marks >= 0)
    assert verify_mesh(read_mesh(files[2])) == verify_mesh(read_mesh(files[0])) == []


NODE = "4 2 0 0\n1 0 0\n2 1 0  # a comment\n3 1 1\n\n4 0 1\n"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.off": ""}, "a.off: is not a file of a mesh; expected a suffix of .node, .ele, .poly"),
        ({"a.ele": "1 3 0\n1 1 2 3\n"}, "a.node: cannot be read: No such file or directory"),
        (
            {"a.node": "4 2\n1 0 0\n2 1 0\n"},
            "a.node: ends after line 3, but point 3 follows; complete the file",
        ),
        ({"a.node": "1 3\n1 0 0 0\n"}, "a.node:1: points have 3 coordinates; only 2 are possible"),
        (
            {"a.node": "3 2\n1 0 0\n3 1 0\n"},
            "a.node:3: point 3 stands where point 2 is expected; sort the points",
        ),
        ({"a.node": "1 2\n1 0 x\n"}, "a.node:2: point 1 has the coordinates '0 x'; expected two numbers"),
        ({"a.node": "1 2\n1 0 nan\n"}, "a.node:2: point 1 is (0.0, nan); coordinates are finite; correct it"),
        ({"a.node": "one\n"}, "a.node:1: 'one' is no number of points; expected integers"),
        (
            {"a.node": NODE, "a.ele": "2 3 0\n1 1 2 3\n2 1 3 5\n"},
            "a.ele:3: triangle 2 names point 5, but the points are 1 to 4; correct the number, or "
            "add the point",
        ),
        (
            {"a.node": NODE, "a.ele": "2 3 0\n1 1 2\n"},
            "a.ele:2: a triangle needs its number and 3 points, got '1 1 2'",
        ),
        (
            {"a.node": NODE, "a.ele": "1 3 0\n1 1 3 2\n"},
            "a.ele: triangle 1 (points 1, 3, 2) is clockwise; exchange two of its corners",
        ),
        (
            {"a.node": NODE, "a.ele": "1 3 0\n1 1 2 3\n", "a.neigh": "1 3\n1 1 -1 -1\n"},
            "a.neigh:2: triangle 1 has the neighbours [1, -1, -1], but [-1, -1, -1] by the .ele file; remove "
            "this file, which is not needed",
        ),
        (
            {"a.node": NODE, "a.poly": "0 2 0 0\n4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n1\n1 9 9\n"},
            "a.poly: hole 1 at (9, 9) lies outside of the segments, or in another hole; move it inside the "
            "segments that enclose it, or remove it",
        ),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    named = next((name for name in files if not name.endswith(("node", "neigh"))), next(iter(files)))
    with pytest.raises(InputError) as caught:
        read_mesh(f"{tmp_path}/{named}")
    assert str(caught.value).removeprefix(f"{tmp_path}/") == message


def _with(mesh: TriangleMesh, table: str, at: tuple[int, int], value: float) -> TriangleMesh:
    changed = getattr(mesh, table).copy()
    changed[at] = value
    return replace(mesh, **{table: changed})


def test_the_verifier_finds_each_broken_law() -> None:
    mesh = delaunay([(0, 0), (2, 0), (2, 2), (0, 2), (1.25, 0.75)])
    rim = [(int(t), int(k)) for t, k in np.argwhere(mesh.neighbours < 0)]
    t, k = (int(each) for each in np.argwhere(mesh.neighbours >= 0)[0])
    laws = [
        (_with(mesh, "points", (4, 0), np.inf), "point 4 is not finite"),
        (_with(mesh, "triangles", (0, 0), 9), "triangle 0 has the corner 9, which does not exist"),
        (_with(mesh, "points", (4, 0), 5), "clockwise"),
        (_with(mesh, "neighbours", (t, k), t), "are neighbours, but not along an edge of both"),
        (_with(mesh, "marks", (t, k), 0), "has two marks"),
        (_with(mesh, "marks", rim[0], -1), "without a neighbour that is not marked"),
        (replace(mesh, points=np.concatenate([mesh.points, [(9, 9)]])), "point 5 belongs to no triangle"),
        (_with(mesh, "points", (4, 1), 1.8), ""),
        (_with(mesh, "marks", rim[0], int(mesh.marks[rim[1]])), "marked as segment"),
    ]
    for wrong, expected in laws:
        found = "\n".join(verify_mesh(wrong))
        assert (expected in found) if expected else found == ""
    assert "a point of the original mesh" in verify_mesh(_with(mesh, "points", (4, 1), 0.5), original=mesh)[0]
    assert "degrees, below 40; " in verify_mesh(mesh, angle=40)[0]
    flipped = mesh_of([(0, 0), (2, 0), (2, 1), (0, 2)], [(0, 1, 2), (0, 2, 3)])
    other = mesh_of([(0, 0), (2, 0), (2, 1), (0, 2)], [(0, 1, 3), (1, 2, 3)])
    assert sorted(len(verify_mesh(each)) for each in (flipped, other)) == [0, 1]
