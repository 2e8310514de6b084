"""One suite for every registered mapper."""

import math

import numpy as np
import pytest
from cluster_graphs import build, cluster_graphs, meshes, random_clusters
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers import MAPPERS, CoreState, Mapping, Mesh, OnlineMapping, TransferCosts, map_clusters
from partitioners.errors import OptionError

every_mapper = pytest.mark.parametrize("method", MAPPERS.names())
ONLINE = ("memory_centric", "round_robin", "random")
BALANCED = ("round_robin", "random", "greedy", "local_search")
"""Those that put at most ceil(p / cores) clusters on a core."""


def test_the_names_of_the_family():
    assert MAPPERS.names()[:5] == ["memory_centric", "round_robin", "random", "greedy", "local_search"]


@every_mapper
@settings(max_examples=60, deadline=None)
@given(clusters=cluster_graphs(), mesh=meshes(), seed=st.integers(0, 3))
def test_every_cluster_has_a_core_and_it_repeats(method, clusters, mesh, seed):
    mapping = map_clusters(clusters, mesh, method, seed=seed)
    assert isinstance(mapping, Mapping)
    assert mapping.core_of_cluster.shape == (clusters.parts,)
    assert mapping.core_of_cluster.dtype == np.int32
    assert mapping.core_of_cluster.min() >= 0
    assert mapping.core_of_cluster.max() < mesh.num_cores == mapping.num_cores
    again = map_clusters(clusters, mesh, method, seed=seed)
    assert again.core_of_cluster.tobytes() == mapping.core_of_cluster.tobytes()
    held = np.bincount(mapping.core_of_cluster).max()
    share = math.ceil(clusters.parts / mesh.num_cores)
    if method in BALANCED:
        assert held <= share
    if method == "memory_centric":
        assert held <= max(TransferCosts().clusters_per_core, share)
    assert mapping.method == method
    assert mapping.options["when"] == "start"


@every_mapper
@pytest.mark.parametrize(
    ("parts", "mesh", "density"),
    [
        (1, Mesh(1, 1), 0),
        (1, Mesh(4, 4), 0),
        (9, Mesh(1, 1), 0.5),
        (23, Mesh(2, 2), 0.5),
        (16, Mesh(4, 4), 0),
        (16, Mesh(16, 1), 1),
        (5, Mesh(1, 7), 1),
        (70, Mesh(3, 3), 0.1),
    ],
)
def test_odd_numbers_of_clusters_and_shapes_of_meshes(method, parts, mesh, density):
    clusters = random_clusters(np.random.default_rng(parts), parts, density)
    held = np.bincount(map_clusters(clusters, mesh, method).core_of_cluster, minlength=mesh.num_cores)
    assert held.sum() == parts
    assert held.max() <= max(4, math.ceil(parts / mesh.num_cores))


@every_mapper
def test_messages_without_bytes(method):
    clusters = build(6, [5] * 6, [0] * 6, {(0, 5): 2, (5, 1): 1}, {(0, 5): 1, (1, 5): 1}, value_bytes=0)
    assert map_clusters(clusters, Mesh(3, 3), method).core_of_cluster.size == 6


@every_mapper
def test_a_cluster_graph_that_cannot_be_written_to(method):
    clusters = random_clusters(np.random.default_rng(0), 12)
    expected = map_clusters(clusters, Mesh(3, 3), method).core_of_cluster
    for array in vars(clusters).values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    assert (map_clusters(clusters, Mesh(3, 3), method).core_of_cluster == expected).all()


@every_mapper
def test_it_says_in_one_line_what_it_does(method):
    summary = MAPPERS[method].summary
    assert summary.endswith(".")
    assert len(summary) <= 110


@pytest.mark.parametrize("method", ONLINE)
@settings(max_examples=40, deadline=None)
@given(clusters=cluster_graphs(), mesh=meshes(3), data=st.data())
def test_asked_one_by_one_in_the_order_of_readiness_it_answers_as_at_the_start(method, clusters, mesh, data):
    online = map_clusters(clusters, mesh, method, when="ready")
    assert isinstance(online, OnlineMapping)
    assert (online.num_clusters, online.num_cores) == (clusters.parts, mesh.num_cores)
    assert online.options["when"] == "ready"
    state = CoreState(np.zeros(mesh.num_cores, np.int64), np.zeros(mesh.num_cores, np.int64))
    placed = np.full(clusters.parts, -1)
    for cluster in clusters.ready_order:
        (core,) = online.mapper.place(np.array([cluster]), state)
        placed[cluster] = core
        state.clusters[core] += 1
        state.work[core] += clusters.work[cluster]
    assert (placed == map_clusters(clusters, mesh, method).core_of_cluster).all()


@pytest.mark.parametrize("method", ONLINE)
def test_what_an_online_mapper_returns_is_the_callers(method):
    clusters = random_clusters(np.random.default_rng(1), 8)
    mapper = map_clusters(clusters, Mesh(2, 2), method, when="ready").mapper
    state = CoreState(np.zeros(4, np.int64), np.zeros(4, np.int64))
    first = mapper.place(np.arange(4), state)
    kept = first.copy()
    np.add.at(state.clusters, first, 1)
    mapper.place(np.arange(4, 8), state)
    assert (first == kept).all()


@pytest.mark.parametrize("method", ["greedy", "local_search"])
def test_a_static_mapper_cannot_be_asked_while_the_program_runs(method):
    clusters = random_clusters(np.random.default_rng(0), 4)
    with pytest.raises(OptionError) as error:
        map_clusters(clusters, Mesh(2, 2), method, when="ready")
    assert str(error.value) == (
        f"mapper {method!r} is static, it places every cluster at once: use `when: start`"
    )


def test_round_robin_deals_the_clusters_out_as_they_become_ready():
    clusters = build(5, [1] * 5, [2, 0, 1, 0, 0], {}, {})
    placed = map_clusters(clusters, Mesh(3, 1), "round_robin").core_of_cluster
    assert placed.tolist() == [1, 0, 0, 1, 2]


def test_random_depends_on_its_seed_and_uses_each_core_once_a_round():
    clusters = build(20, [1] * 20, [0] * 20, {}, {})
    placed = [map_clusters(clusters, Mesh(3, 3), "random", seed=seed).core_of_cluster for seed in range(2)]
    assert (placed[0] != placed[1]).any()
    for cores in placed:
        assert sorted(cores[:9]) == sorted(cores[9:18]) == list(range(9))
        assert (cores[:9] != cores[9:18]).any()
    assert map_clusters(clusters, Mesh(3, 3), "random", seed=1).options == {"seed": 1, "when": "start"}
