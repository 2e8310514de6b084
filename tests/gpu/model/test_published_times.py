"""Times of the model beside those of a published GPU (Vivek K, 2013), with bounds on both sides."""

import pytest

from gpu import SimulatedBackend
from gpu.meshes.generators import random_square
from gpu.programs.bfs import Bfs
from gpu.programs.mesh_refinement import MeshRefinement
from partitioners.generators.models import rmat

pytestmark = pytest.mark.slow

ROUNDS = 8
"""Of breadth-first search in the report, whose graph has eight times as many nodes."""


def test_the_relaxation_to_the_letter_takes_the_times_of_a_k20c():
    """Table 6.1: 104.96 ms without splitting; Fig. 6.2: 0.675 and 0.512 of it at levels 7 and 22."""
    graph = rmat(scale=17, edge_factor=8, a=0.45, b=0.195, c=0.195, directed=True, permuted=True)
    times = {}
    for level in (1, 7, 22):
        backend = SimulatedBackend("k20c")
        search = Bfs(graph, backend, variant="literal", level=level, block_size=1024)
        result = backend.simulate(search.run)
        times[level] = result.scalars["kernel_us"] / search.figures()["rounds"] * ROUNDS * 8 / 1000
    assert 0.6 * 104.96 <= times[1] <= 1.6 * 104.96
    assert times[7] / times[1] == pytest.approx(0.6754, abs=0.12)
    assert times[22] / times[1] == pytest.approx(0.5122, abs=0.12)


def test_checks_by_child_grids_take_the_time_of_a_k20c():
    """The report's logs of 0.02 million triangles: `child` takes 1.71 times as long as `list`."""
    times = {}
    for check in ("list", "child"):
        backend = SimulatedBackend("k20c")
        refinement = MeshRefinement(
            random_square(10_000, seed=0), backend, variant="three_phase_atomic", check=check, angle=25
        )
        result = backend.simulate(refinement.run)
        assert refinement.verify() == []
        times[check] = result.scalars["kernel_us"]
    assert times["child"] / times["list"] == pytest.approx(1.71, rel=0.3)
