"""The flow in a box of tetrahedra: meshes, conservation, parts of the interactions, and what is refused."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import HostBackend, SimulatedBackend, kernel_needs, load_device
from gpu.programs.cfd import GAMMA, Cfd, initial_state, stepped, wall_normals
from gpu.programs.cfd_parts import NOTHING, cfd_parts
from gpu.programs.tetrahedra import delaunay_mesh, tetrahedral_mesh
from partitioners.errors import InputError, OptionError
from partitioners.partition import EdgePartition

# Two tetrahedra with the common face of points 0, 1, 2.
POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]], float)
ELEMENTS = [[0, 1, 2, 3], [0, 1, 2, 4]]


def random_cut(mesh, parts, seed):
    graph = mesh.graph()
    part = np.random.default_rng(seed).integers(parts, size=graph.num_edges)
    return EdgePartition(graph, parts, part)


@settings(deadline=None, max_examples=examples(12))
@given(elements=st.integers(5, 400), seed=st.integers(0, 99))
def test_faces_of_a_mesh_close_every_element(elements, seed):
    mesh = delaunay_mesh(elements, seed)
    assert (mesh.volume > 0).all()
    assert np.allclose(mesh.normal.sum(axis=1), 0, atol=1e-12)
    lower, upper, face = mesh.interactions
    back = np.argmax(mesh.neighbour[upper] == lower[:, None], axis=1)
    assert np.allclose(mesh.normal[lower, face], -mesh.normal[upper, back], atol=1e-14)
    centres = mesh.points[mesh.elements].mean(axis=1)
    assert (((centres[upper] - centres[lower]) * mesh.normal[lower, face]).sum(axis=1) > 0).all()
    assert np.allclose(wall_normals(mesh).sum(axis=1), 0, atol=1e-12)


@settings(deadline=None, max_examples=examples(12))
@given(
    elements=st.integers(5, 200),
    seed=st.integers(0, 9),
    parts=st.integers(0, 9),
    block_size=st.sampled_from([16, 33, 192]),
    shared_bytes=st.sampled_from([600, 48 * 1024]),
)
def test_both_forms_conserve_mass_and_energy(elements, seed, parts, block_size, shared_bytes):
    """No parts: the original form. Parts that are too large are halved."""
    mesh = delaunay_mesh(elements, seed)
    options = {"iterations": 2, "block_size": block_size}
    if parts:
        cut = random_cut(mesh, parts, seed)
        options |= {"variant": "spac", "cut": cut, "shared_bytes": shared_bytes}
    program = Cfd(mesh, HostBackend(), **options)
    program.run()
    assert program.verify() == []
    if parts:
        assert program.parts.shared_bytes <= shared_bytes
    program.variables = program.variables * 1.0001
    assert [line.split(" changes")[0] for line in program.verify()[:2]] == [
        "the mass in the box",
        "the energy in the box",
    ]


def test_a_gas_of_equal_pressure_at_rest_stays_at_rest():
    mesh = delaunay_mesh(200, 1)
    state = np.zeros((5, len(mesh.elements)))
    state[0], state[-1] = 1, 1 / (GAMMA - 1)
    assert np.allclose(stepped(mesh, state, 3), state, rtol=0, atol=1e-12)
    moved = stepped(mesh, initial_state(mesh), 3)
    assert np.abs(moved[1:4]).max() > 1e-3


@settings(deadline=None, max_examples=examples(20))
@given(elements=st.integers(5, 300), parts=st.integers(1, 12), seed=st.integers(0, 99))
def test_parts_have_each_interaction_once_on_both_sides(elements, parts, seed):
    mesh = delaunay_mesh(elements, seed)
    made = cfd_parts(mesh, random_cut(mesh, parts, seed))
    lower, upper, _ = mesh.interactions
    assert sorted(made.task_order) == list(range(len(lower)))
    assert sorted(made.order) == list(range(len(mesh.elements)))
    for p, (begin, end, own, own_end, stored, stored_end, listed, listed_end) in enumerate(made.part):
        used = np.concatenate([np.arange(own, own_end), made.listed[listed:listed_end]])
        task = made.task_order[begin:end]
        first, second = made.order[used[made.first[begin:end]]], made.order[used[made.second[begin:end]]]
        assert np.array_equal(first, lower[task])
        assert np.array_equal(second, upper[task])
        codes = made.incident[:, made.place[p] : made.place[p] + len(used)]
        found = sorted((int(code), k) for column in codes for k, code in enumerate(column) if code != NOTHING)
        local = np.column_stack([made.first[begin:end], made.second[begin:end]]).ravel()
        assert found == list(enumerate(local))
        elsewhere = np.delete(np.arange(len(lower)), np.arange(begin, end))
        others = np.concatenate([lower[made.task_order[elsewhere]], upper[made.task_order[elsewhere]]])
        assert not np.isin(made.order[stored:stored_end], others).any()


def test_spac_computes_each_flux_once():
    """A thread of an element reads four neighbours. A part reads its own elements once."""
    mesh = delaunay_mesh(2000, 0)
    graph = mesh.graph()
    part = np.arange(graph.num_edges) * 8 // graph.num_edges
    results = {}
    for variant, cut in (("original", None), ("spac", EdgePartition(graph, 8, part))):
        backend = SimulatedBackend("gtx-680")
        program = Cfd(mesh, backend, variant=variant, cut=cut, iterations=1)
        results[variant] = backend.simulate(program.run).tables["launches"]
    reads = {name: table.groupby("kernel")["l2_reads"].sum() for name, table in results.items()}
    assert reads["spac"]["cfd_flux_spac"] < 0.5 * reads["original"]["cfd_flux"]
    assert reads["spac"]["cfd_step"] == pytest.approx(reads["original"]["cfd_step"], rel=0.01)


def test_registers_limit_the_threads_of_a_block():
    device = load_device("titan-x-pascal", registers_per_sm=32_768, registers_per_block=32_768)
    program = Cfd(delaunay_mesh(100), SimulatedBackend(device), block_size=1024, iterations=1)
    registers = kernel_needs(("cfd_flux", "float32", 256), device).registers
    expected = (
        f"no block of 1024 threads with {registers} registers each and 0 bytes of shared memory fits on a "
        "multiprocessor; not enough registers; choose fewer threads"
    )
    with pytest.raises(OptionError, match=f"^device '.*': {re.escape(expected)}$"):
        program.run()


@pytest.mark.parametrize(
    ("points", "elements", "walls", "message"),
    [
        (
            POINTS[:, :2],
            ELEMENTS,
            None,
            "points have the shape (5, 2) and elements (2, 4); expected (points, 3) and (elements, 4) "
            "with at least one element",
        ),
        (
            POINTS,
            [[0, 1, 2, 7]],
            None,
            "element 0 has the point 7, but the mesh has 5 points; the first has the number 0",
        ),
        (
            np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]),
            [[0, 1, 2, 3]],
            None,
            "element 0 has no volume: its points are in a plane; remove it",
        ),
        (
            np.vstack([POINTS, [0, 0, 2]]),
            [*ELEMENTS, [0, 1, 2, 5]],
            None,
            "three elements have the face of points 0, 2, 1; a face has one or two",
        ),
        (
            POINTS,
            ELEMENTS,
            [[0, 1, 3], [1, 2, 3], [0, 2, 3], [0, 1, 4], [0, 2, 4]],
            "element 1 has no neighbour behind the face of points 1, 4, 2, which is no wall; add the "
            "element, or the face to `walls`",
        ),
    ],
)
def test_a_mesh_that_is_none_is_refused(points, elements, walls, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        tetrahedral_mesh(points, elements, walls=walls)


def test_two_elements_are_neighbours():
    mesh = tetrahedral_mesh(POINTS, ELEMENTS)
    assert [each.tolist() for each in mesh.interactions][:2] == [[0], [1]]
    assert mesh.volume.tolist() == pytest.approx([1 / 6, 1 / 6])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "spac"}, "spac needs a cut, a vertex cut of mesh.graph()"),
        (
            {"variant": "spac", "cut": random_cut(delaunay_mesh(50, 2), 2, 0)},
            "the partition is of the graph 'mesh', which is not that of this mesh; cut mesh.graph()",
        ),
        (
            {"variant": "spac", "cut": random_cut(delaunay_mesh(50, 1), 2, 0), "shared_bytes": 40},
            "an interaction needs 60 bytes of shared memory, but shared_bytes is 40",
        ),
        ({"iterations": 0}, "iterations is 0; expected an integer from 1 to 10000"),
        ({"block_size": 0}, "block_size is 0; expected an integer from 1 to 1024"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        Cfd(delaunay_mesh(50, 1), HostBackend(), **options)
