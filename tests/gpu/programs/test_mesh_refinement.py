"""Mesh refinement on the host back end: the variants, the laws of the results, and wrong options."""

import re
from pathlib import Path

import numpy as np
import pytest

from gpu import HostBackend, TriangleMesh, delaunay, make_mesh, triangulate
from gpu.meshes.predicates import in_circle, orientation
from gpu.programs import refinement_methods
from gpu.programs.mesh_arrays import CavityArrays
from gpu.programs.mesh_refinement import MeshRefinement
from partitioners.errors import OptionError
from tests.gpu.mesh_points import near_degenerate

MESHES = {
    "random": lambda: make_mesh("random_square", points=150),
    "hull": lambda: make_mesh("random_points", points=100),
    "graded": lambda: make_mesh("graded_points", points=80, grading=2.0),
    "circle": lambda: make_mesh("circle_points", points=50),
    "grid": lambda: make_mesh("grid_points", width=8, height=5),
    "plate": lambda: make_mesh("plate", holes=2, points=60),
    "inner segment": lambda: triangulate(
        [(0, 0), (4, 0), (4, 4), (0, 4), (1, 2), (3, 2.125), (1.875, 2.125)],
        [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)],
    ),
}
VARIANTS = [
    {"variant": "base"},
    {"variant": "base", "barrier": "grid_sync", "priority": "hash"},
    {"variant": "atomic"},
    {"variant": "atomic", "check": "list", "new_point": "circumcentre"},
    {"variant": "three_phase_atomic", "check": "list", "priority": "hash"},
    {"variant": "three_phase_atomic", "check": "child"},
    {"variant": "work_stealing"},
]
SCHEDULES = [{}, {"resident": 40, "order": "turns"}, {"resident": 40, "order": "seeded", "seed": 3}]


def refined(mesh: TriangleMesh, schedule: dict[str, object], **options: object) -> MeshRefinement:
    """A program that has run."""
    program = MeshRefinement(mesh, HostBackend(**schedule), block_size=32, **options)  # type: ignore[arg-type]
    program.run()
    return program


@pytest.mark.parametrize("options", VARIANTS, ids=lambda each: " ".join(each.values()))
@pytest.mark.parametrize("name", MESHES)
def test_every_variant_refines_every_mesh(name: str, options: dict[str, str]) -> None:
    mesh = MESHES[name]()
    first = [*MESHES].index(name) + VARIANTS.index(options)
    for schedule in SCHEDULES if name == "plate" else [SCHEDULES[first % 3]]:
        program = refined(mesh, schedule, angle=25.0, **options)
        assert program.verify() == []
        figures = program.figures()
        assert (figures["complete"], figures["given_up"]) == (1, 0)
        assert figures["smallest_angle"] >= 25 - 1e-9
        assert figures["bad_at_start"] == len(mesh.bad_triangles(25))
        assert program.refined.num_points == mesh.num_points + figures["inserted"]
        assert sum(each.inserted for each in program.iterations) == figures["inserted"]
        by_many = sum(each.inserted for each in program.iterations if not each.single_thread)
        assert figures["children"] == (by_many if options.get("check") == "child" else 0)


@pytest.mark.parametrize("angle", [20.0, 30.0])
def test_angles_are_reached(angle: float) -> None:
    mesh = make_mesh("plate", holes=1, points=40)
    program = refined(mesh, {}, angle=angle)
    assert program.verify() == []
    assert program.refined.smallest_angle() >= angle - 1e-9
    assert not len(program.refined.bad_triangles(angle - 1e-9))


def test_the_list_and_the_inline_check_give_the_same_mesh() -> None:
    mesh = make_mesh("random_square", points=200)
    one, other = (refined(mesh, {}, check=check).refined for check in ("inline", "list"))
    assert np.array_equal(one.triangles, other.triangles)
    assert np.array_equal(one.points, other.points)


def test_blocks_without_work_steal() -> None:
    """Most bad triangles come from a corner of the mesh, and so lie in the deques of a few blocks."""
    mesh = make_mesh("graded_points", points=400, grading=3.0)
    alone, together = (refined(mesh, schedule, variant="work_stealing") for schedule in SCHEDULES[:2])
    assert alone.verify() == together.verify() == []
    assert alone.figures()["stolen"] == 0
    assert 0 < together.figures()["stolen"] < together.figures()["cavities"]
    in_rounds = refined(mesh, SCHEDULES[1], variant="atomic")
    for program in alone, together:
        assert program.figures()["cavities"] == program.figures()["inserted"]
        assert program.figures()["rounds"] < in_rounds.figures()["rounds"]


def test_deques_that_are_full_leave_bad_triangles_to_the_next_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = make_mesh("graded_points", points=60, grading=4.0)
    launches = {}
    for space in (0, 64):
        monkeypatch.setattr(refinement_methods, "SPACE_OF_DEQUE", space)
        program = refined(mesh, SCHEDULES[1], variant="work_stealing", max_triangles=10**6)
        assert program.verify() == []
        launches[space] = program.figures()["iterations"]
    assert launches[0] >= launches[64]


def test_off_centres_add_fewer_triangles() -> None:
    mesh = make_mesh("random_square", points=1500)
    growth = {
        point: refined(mesh, {}, angle=25.0, new_point=point).figures()["growth"]
        for point in ("off_centre", "circumcentre")
    }
    assert growth["off_centre"] < growth["circumcentre"] - 0.2


def test_one_thread_takes_cavities_that_are_too_large() -> None:
    mesh = make_mesh("circle_points", points=90)
    program = refined(mesh, {}, angle=20.0, largest_cavity=8)
    figures = program.figures()
    assert program.verify() == []
    assert figures["single_thread_iterations"] > 0
    assert figures["too_large"] > 0
    assert program.iterations[0].single_thread == 1


def test_it_ends_with_what_it_has() -> None:
    mesh = make_mesh("random_square", points=300)
    with pytest.warns(UserWarning, match="ended at max_triangles") as said:
        program = refined(mesh, {}, angle=45.0, max_triangles=900)
    figures = program.figures()
    assert [str(each.message) for each in said] == [
        "random_square(300): refinement to 45 degrees ended at max_triangles (900), and "
        f"{figures['bad_at_end']} bad triangles are left; raise max_triangles, or lower the angle"
    ]
    assert program.verify() == []
    assert figures["complete"] == 0
    assert figures["bad_at_end"] > 0
    assert 800 < figures["triangles_at_end"] <= 900


def test_arrays_grow() -> None:
    mesh = make_mesh("graded_points", points=60, grading=4.0)
    program = refined(mesh, {}, angle=30.0)
    assert program.verify() == []
    assert program.figures()["growths"] > 0


class SmallBackend(HostBackend):
    """A host back end whose memory holds no array above a number of bytes."""

    def array(self, values: np.ndarray) -> object:
        """Copy an array, if it fits."""
        if values.nbytes > 8000:
            raise MemoryError
        return super().array(values)


def test_it_ends_with_what_it_has_when_memory_is_lacking() -> None:
    mesh = make_mesh("graded_points", points=60, grading=4.0)
    program = MeshRefinement(mesh, SmallBackend(), angle=30.0, block_size=32)
    with pytest.warns(UserWarning, match="memory is lacking") as said:
        program.run()
    figures = program.figures()
    assert program.verify() == []
    assert figures["complete"] == 0
    assert figures["inserted"] > 0
    assert [str(each.message) for each in said] == [
        f"graded_points(60): refinement to 30 degrees ended at {figures['triangles_at_end']} triangles, "
        f"since memory is lacking for more, and {figures['bad_at_end']} bad triangles are left; use a "
        "smaller mesh or more memory, or lower the angle"
    ]


def test_keys_begin_again_before_they_overflow(monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = make_mesh("random_square", points=150)
    monkeypatch.setattr(refinement_methods, "LEAST_KEY", -400)
    assert refined(mesh, {}, angle=25.0).verify() == []


def test_a_cavity_that_comes_after_another_is_not_in_the_way_of_a_third() -> None:
    """Three cavities of two triangles each; the second shares one with each of the others."""
    backend = HostBackend()
    cavities = CavityArrays(backend, 3, largest=4)
    fields = np.zeros((len(cavities.field) // 3, 3), np.int32)
    waiting, inside, lists = 1, 3, 9  # the places of mesh.cuh
    fields[[waiting, inside]] = [[1, 1, 1], [2, 2, 2]]
    fields[lists : lists + 2] = np.transpose([[0, 1], [1, 2], [2, 3]])
    field, owner = backend.array(fields.ravel()), backend.array(np.array([-3, -2, -1, -1], np.int32))
    kernel = backend.kernel("dmr_mark_again", block_size=32)
    kernel(1, 3, -3, 0, owner, 3, 4, field)
    assert backend.numpy(owner).tolist() == [-3, -3, -1, -1]


def test_segments_stay_and_share_their_points() -> None:
    mesh = MESHES["inner segment"]()
    found = refined(mesh, {}, angle=30.0).refined
    t, k = np.nonzero(found.marks == 4)
    assert len(t) % 2 == 0  # both sides of each part of the inner segment
    assert len(t) > 2
    assert (found.neighbours[t, k] >= 0).all()


def test_the_predicates_of_kernels_are_exact() -> None:
    _compare_predicates(3000)


@pytest.mark.slow
def test_the_predicates_of_kernels_are_exact_in_a_million_cases() -> None:
    _compare_predicates(1_000_000)


def _compare_predicates(number: int) -> None:
    """Python's integers decide for the other predicates; gpu/meshes/test_meshes.py has rational ones."""
    backend = HostBackend()
    kernel = backend.kernel("signs_of_predicates", file=Path(__file__).parents[1] / "predicates_kernel.cu")
    a, b, c, d = near_degenerate(number, 11)
    turn, circle = backend.zeros(number, "int32"), backend.zeros(number, "int32")
    kernel(-(-number // 256), number, *(backend.array(each.ravel()) for each in (a, b, c, d)), turn, circle)
    assert np.array_equal(backend.numpy(turn), orientation(a, b, c))
    assert np.array_equal(backend.numpy(circle), in_circle(a, b, c, d))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"variant": "greedy"},
            "variant is 'greedy'; choose one of base, atomic, three_phase_atomic, work_stealing",
        ),
        (
            {"variant": "base", "check": "list"},
            "check is 'list', but variant 'base' checks new triangles inline; leave check out, or choose the "
            "variant atomic or three_phase_atomic",
        ),
        (
            {"variant": "work_stealing", "check": "child"},
            "check is 'child', but variant 'work_stealing' checks new triangles inline; leave check out, or "
            "choose the variant atomic or three_phase_atomic",
        ),
        (
            {"variant": "work_stealing", "priority": "hash"},
            "priority is 'hash', but variant 'work_stealing' has no priorities; leave priority out, or "
            "choose another variant",
        ),
        (
            {"angle": 35.0},
            "angle is 35, and refinement to more than 34 degrees may not end; set max_triangles",
        ),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    mesh = delaunay([(0, 0), (1, 0), (0, 1)])
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        MeshRefinement(mesh, HostBackend(), **options)  # type: ignore[arg-type]
