"""The suite over every registered mapper and over broken ones, and what some of ours keep beyond it."""

import math

import numpy as np
import pytest
from broken_mappers import BROKEN
from cluster_graphs import build, cluster_graphs, meshes, random_clusters
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.conformance import MapperSuite
from mappers.costs import TransferCosts
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import CoreState, OnlineMapping
from mappers.topology import Mesh
from partitioners.errors import OptionError
from partitioners.plugins.conformance import Suite, ask_another_process

ONLINE = ("memory_centric", "refine", "round_robin", "random")
BALANCED = ("round_robin", "random", "greedy", "local_search")
"""Those that put at most ceil(p / cores) clusters on a core."""


@pytest.fixture(scope="module")
def suites():
    """One for each mapper; all are asked in another process at once."""
    made = {method: MapperSuite(method) for method in MAPPERS}
    ask_another_process(list(made.values()))
    return made


def test_the_names_of_the_family():
    assert list(MAPPERS)[:7] == [
        "memory_centric",
        "round_robin",
        "random",
        "bottleneck",
        "greedy",
        "local_search",
        "refine",
    ]


@pytest.mark.parametrize("method", MAPPERS)
def test_every_mapper_conforms(method, suites):
    findings = suites[method].run()
    assert [(each.check, each.failure) for each in findings if each.failure] == []
    skipped = {each.check for each in findings if each.skipped}
    online = "an on-line mapper places each batch of ready clusters"
    assert skipped <= {"any seed is taken", online}
    assert (method in ONLINE) == (online not in skipped)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_mapper_is_found_by_the_check_that_is_meant_for_it(name):
    MAPPERS.register(name, BROKEN[name])
    try:
        suite = MapperSuite(name)
        assert suite._make(getattr(suite, name)).failure
    finally:
        MAPPERS.unregister(name)


def test_every_check_of_the_family_has_its_broken_mapper():
    own = {method.__name__ for method in MapperSuite("greedy")._checks()} - vars(Suite).keys()
    assert set(BROKEN) == own


@pytest.mark.parametrize("method", [*BALANCED, "memory_centric"])
@settings(max_examples=examples(40), deadline=None)
@given(clusters=cluster_graphs(), mesh=meshes(), seed=st.integers(0, 3))
def test_no_core_has_more_than_its_share(method, clusters, mesh, seed):
    mapping = map_clusters(clusters, mesh, method, seed=seed)
    held = np.bincount(mapping.core_of_cluster).max()
    share = math.ceil(clusters.parts / mesh.num_cores)
    assert held <= (share if method in BALANCED else max(TransferCosts().clusters_per_core, share))
    assert mapping.method == method
    assert mapping.options["policy"] == "static"


@pytest.mark.parametrize("method", ONLINE)
@settings(max_examples=examples(40), deadline=None)
@given(clusters=cluster_graphs(), mesh=meshes(3))
def test_asked_one_by_one_in_the_order_of_readiness_it_answers_as_at_the_start(method, clusters, mesh):
    """memory_centric with one limit: it can only try both where it places all clusters at once."""
    online = map_clusters(clusters, mesh, method, policy="online")
    mapper = online.new_mapper()
    assert isinstance(online, OnlineMapping)
    assert (online.num_clusters, online.num_cores) == (clusters.parts, mesh.num_cores)
    assert online.options["policy"] == "online"
    state = CoreState(np.zeros(mesh.num_cores, np.int64), np.zeros(mesh.num_cores, np.int64))
    placed = np.full(clusters.parts, -1)
    for cluster in clusters.ready_order:
        (core,) = mapper.place(np.array([cluster]), state)
        placed[cluster] = core
        state.clusters[core] += 1
        state.work[core] += clusters.work[cluster]
    by_threshold = method in ("memory_centric", "refine")
    at_start = (
        map_clusters(clusters, mesh, "memory_centric", core_limit="threshold")
        if by_threshold
        else map_clusters(clusters, mesh, method)
    )
    assert (placed == at_start.core_of_cluster).all()


@pytest.mark.parametrize("method", ["greedy", "local_search"])
def test_a_static_mapper_cannot_be_asked_while_the_program_runs(method):
    clusters = random_clusters(np.random.default_rng(0), 4)
    with pytest.raises(OptionError) as error:
        map_clusters(clusters, Mesh(2, 2), method, policy="online")
    assert str(error.value) == (
        f"mapper {method!r} is static: it places all clusters at once; use `policy: static`"
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
    assert map_clusters(clusters, Mesh(3, 3), "random", seed=1).options == {"seed": 1, "policy": "static"}
