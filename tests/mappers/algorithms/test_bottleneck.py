"""Bottleneck mapping: its estimate falls, no single move lowers it further, and cases by hand."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from cluster_graphs import build, cluster_graphs, meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.costs import TransferCosts
from mappers.map_clusters import map_clusters
from mappers.mapping import Mapping
from mappers.metrics import estimated_cycles
from mappers.topology import Mesh
from partitioners.errors import OptionError


@st.composite
def cases(draw):
    clusters, mesh = draw(cluster_graphs()), draw(meshes())
    reads = draw(st.lists(st.integers(0, 9), min_size=clusters.parts, max_size=clusters.parts))
    tiles = draw(st.sampled_from([(), (0,), (0, mesh.num_cores - 1)]))
    costs = TransferCosts(controllers=tiles, block_service_cycles=draw(st.sampled_from([0.0, 9.5])))
    return replace(clusters, first_reads=np.array(reads, np.int64)), mesh, costs


@settings(max_examples=examples(150), deadline=None)
@given(cases())
def test_at_the_end_no_move_of_a_cluster_lowers_the_estimate(case):
    clusters, mesh, costs = case
    found = map_clusters(clusters, mesh, "bottleneck", costs=costs, max_passes=1000)
    least = estimated_cycles(clusters, found, mesh, costs)
    for cluster in range(clusters.parts):
        for core in range(mesh.num_cores):
            cores = found.core_of_cluster.copy()
            cores[cluster] = core
            moved = estimated_cycles(clusters, Mapping(cores, mesh.num_cores), mesh, costs)
            assert moved >= least - 1e-5 - 1e-9 * least


@settings(max_examples=examples(150), deadline=None)
@given(cases())
def test_every_pass_lowers_the_estimate(case):
    clusters, mesh, costs = case
    found = [
        map_clusters(clusters, mesh, "bottleneck", costs=costs, max_passes=passes) for passes in range(4)
    ]
    assert np.array_equal(found[0].core_of_cluster, map_clusters(clusters, mesh, "greedy").core_of_cluster)
    cycles = [estimated_cycles(clusters, each, mesh, costs) for each in found]
    assert all(b <= a + 1e-9 * a for a, b in pairwise(cycles))


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(1, 50), st.integers(0, 9), st.integers(1, 9))
def test_the_estimate_grows_with_hops_and_with_messages(messages, hop_cycles, service):
    clusters = build(2, [5, 5], [0, 0], {(0, 1): messages}, {})
    mesh = Mesh(6, 1)
    costs = TransferCosts(hop_cycles=hop_cycles, block_service_cycles=float(service))
    cycles = [
        estimated_cycles(clusters, Mapping(np.array([0, core]), 6), mesh, costs) for core in range(1, 6)
    ]
    assert np.allclose(np.diff(cycles), messages * hop_cycles)


def test_only_critical_messages_draw_clusters_together():
    messages = {(0, 1): 9, (1, 2): 1}
    clusters = replace(build(3, [1000] * 3, [0] * 3, messages, {}), critical_messages=np.array([0.0, 40.0]))
    cores = map_clusters(clusters, Mesh(3, 1), "bottleneck").core_of_cluster
    assert abs(cores[1] - cores[2]) == 1


def test_work_is_balanced_and_not_the_number_of_clusters():
    clusters = build(5, [40, 10, 10, 10, 10], [0] * 5, {}, {})
    cores = map_clusters(clusters, Mesh(2, 1), "bottleneck").core_of_cluster
    assert np.bincount(cores, clusters.work).tolist() == [40, 40]


def test_first_reads_are_balanced_over_the_controllers():
    clusters = replace(build(4, [1] * 4, [0] * 4, {}, {}), first_reads=np.array([9, 9, 1, 1]))
    costs = TransferCosts(controllers=(0, 3), block_service_cycles=10.0)
    cores = map_clusters(clusters, Mesh(4, 1), "bottleneck", costs=costs).core_of_cluster
    assert np.bincount(cores // 2, clusters.first_reads).tolist() == [10, 10]


@pytest.mark.parametrize("method", ["bottleneck", "memory_centric"])
def test_fast_cores_get_more_work(method):
    clusters = build(8, [10] * 8, [0] * 8, {}, {})
    costs = TransferCosts(speeds=(3.0, 1.0))
    costs = replace(costs, clusters_per_core=8)
    cores = map_clusters(clusters, Mesh(2, 1), method, costs=costs).core_of_cluster
    # The 4-norm of 70 / 3 and 10 cycles is less than that of 60 / 3 and 20.
    assert np.bincount(cores, clusters.work).tolist() == [70, 10]


def test_speeds_that_are_refused():
    with pytest.raises(OptionError) as error:
        TransferCosts(speeds=(1.0, 0.0))
    assert str(error.value) == "the speed of a core must be > 0, got 0.0"
    with pytest.raises(OptionError) as error:
        map_clusters(
            build(2, [1, 1], [0, 0], {}, {}), Mesh(2, 1), "bottleneck", costs=TransferCosts(speeds=(1.0,))
        )
    assert str(error.value) == "there are 1 speeds for 2 cores; give each core one"


def test_options_that_are_refused():
    with pytest.raises(OptionError) as error:
        map_clusters(build(2, [1, 1], [0, 0], {}, {}), Mesh(2, 1), "bottleneck", max_passes=-1)
    assert str(error.value) == (
        "mapper 'bottleneck': max_passes: expected an integer from 0 to 2147483647, got -1"
    )
