"""Algorithm 2 against its plain-Python reading, and by hand."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from algorithm_2 import Algorithm2, algorithm_2
from cluster_graphs import build, cluster_graphs, meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.costs import TransferCosts
from mappers.map_clusters import map_clusters
from mappers.mapping import CoreState
from mappers.topology import Mesh
from partitioners.errors import OptionError


@st.composite
def transfer_costs(draw):
    return TransferCosts(
        hop_cycles=draw(st.sampled_from([0, 5])),
        miss_cycles=draw(st.sampled_from([0, 20, 60])),
        clusters_per_core=draw(st.integers(1, 5)),
        message_cycles=draw(st.sampled_from([0, 6])),
        controllers=draw(st.sampled_from([(), (0,)])),
        block_service_cycles=draw(st.sampled_from([0.0, 9.5])),
    )


@st.composite
def settings_of_the_mapper(draw, mesh):
    return {
        "regions": draw(st.none() | st.integers(1, mesh.num_cores)),
        "core_limit": draw(st.sampled_from([None, "share", "threshold"])),
        "estimate": draw(st.sampled_from(["overlapped", "serial"])),
    }


def with_controllers(costs, mesh):
    """Controllers in two corners of the mesh, if the costs have one."""
    return replace(costs, controllers=(0, mesh.num_cores - 1)) if costs.controllers else costs


@settings(max_examples=examples(500), deadline=None)
@given(cluster_graphs(), meshes(), transfer_costs(), st.data())
def test_it_is_algorithm_2(clusters, mesh, costs, data):
    options = data.draw(settings_of_the_mapper(mesh))
    costs = with_controllers(costs, mesh)
    mapping = map_clusters(clusters, mesh, "memory_centric", costs=costs, **options)
    expected = algorithm_2(clusters, mesh, costs, **options)
    assert mapping.core_of_cluster.tolist() == expected


@settings(max_examples=examples(200), deadline=None)
@given(cluster_graphs(), meshes(), transfer_costs(), st.data())
def test_asked_while_the_program_runs_it_is_algorithm_2_on_what_is_ready(clusters, mesh, costs, data):
    options = data.draw(settings_of_the_mapper(mesh))
    costs = with_controllers(costs, mesh)
    order = data.draw(st.permutations(range(clusters.parts)))
    online = map_clusters(clusters, mesh, "memory_centric", costs=costs, policy="online", **options)
    mapper = online.new_mapper()
    reference = Algorithm2(clusters, mesh, costs, **options)
    state = CoreState(np.zeros(mesh.num_cores, np.int64), np.zeros(mesh.num_cores, np.int64))
    cuts = sorted(data.draw(st.lists(st.integers(0, clusters.parts), max_size=5)))
    for begin, end in pairwise([0, *cuts, clusters.parts]):
        ready = order[begin:end]
        placed = mapper.place(np.array(ready, np.int64), state)
        if len(ready) == clusters.parts:
            expected = algorithm_2(clusters, mesh, costs, **options)
            assert placed.tolist() == [expected[cluster] for cluster in ready]
        else:
            assert placed.tolist() == reference.place(ready)
        np.add.at(state.clusters, placed, 1)
        np.add.at(state.work, placed, clusters.work[ready])


@settings(max_examples=examples(200), deadline=None)
@given(cluster_graphs(), meshes(), transfer_costs(), st.data())
def test_no_core_holds_more_than_its_threshold(clusters, mesh, costs, data):
    options = data.draw(settings_of_the_mapper(mesh))
    costs = with_controllers(costs, mesh)
    mapping = map_clusters(clusters, mesh, "memory_centric", costs=costs, **options)
    held = np.bincount(mapping.core_of_cluster, minlength=mesh.num_cores)
    assert held.max() <= max(costs.clusters_per_core, math.ceil(clusters.parts / mesh.num_cores))
    assert mapping.core_of_cluster[clusters.ready_order[0]] == 0


@settings(max_examples=examples(100), deadline=None)
@given(cluster_graphs(), meshes())
def test_clusters_share_a_core_only_where_it_pays_if_there_is_a_core_for_each(clusters, mesh):
    costs = TransferCosts(hop_cycles=0, miss_cycles=0)
    if clusters.parts > mesh.num_cores or not clusters.work.all():
        return
    mapping = map_clusters(clusters, mesh, "memory_centric", costs=costs, estimate="serial")
    assert np.unique(mapping.core_of_cluster).size == clusters.parts


@settings(max_examples=examples(100), deadline=None)
@given(cluster_graphs(), meshes(), st.data())
def test_clusters_of_others_on_the_cores_count(clusters, mesh, data):
    elsewhere = data.draw(st.lists(st.integers(0, 3), min_size=mesh.num_cores, max_size=mesh.num_cores))
    held = np.array(elsewhere, np.int64)
    mapper = map_clusters(clusters, mesh, "memory_centric", policy="online").new_mapper()
    for cluster in clusters.ready_order:
        placed = mapper.place(np.array([cluster]), CoreState(held, held))
        held[placed] += 1
    assert held.max() <= max(4, math.ceil(held.sum() / mesh.num_cores))


def pair_of(work, blocks, messages):
    return build(2, work, [0, 0], {(0, 1): messages} if messages else {}, {(0, 1): blocks})


@pytest.mark.parametrize(
    ("work", "blocks", "messages", "together"),
    [
        ((100, 70), 1, 2, True),  # 170 <= 100 + 60 + 10
        ((100, 71), 1, 2, False),
        ((71, 100), 1, 2, False),
        ((100, 60), 1, 0, True),
        ((100, 61), 1, 0, False),
    ],
)
def test_with_serial_misses_same_core_if_and_only_if_it_is_no_slower(work, blocks, messages, together):
    costs = TransferCosts(hop_cycles=5, miss_cycles=60)
    pair = pair_of(work, blocks, messages)
    placed = map_clusters(pair, Mesh(4, 4), costs=costs, estimate="serial").core_of_cluster
    assert placed.tolist() == ([0, 0] if together else [0, 15])


@pytest.mark.parametrize(("messages", "together"), [(0, False), (73, False), (74, True)])
def test_two_clusters_share_a_core_if_their_messages_take_longer_than_the_work(messages, together):
    clusters = pair_of((1000, 1000), 1, messages)
    placed = map_clusters(clusters, Mesh(2, 1)).core_of_cluster.tolist()
    # Apart, a message takes 6 + 5 cycles more, and the second core raises the 4-norm of the loads from 1000
    # to 1000 x 2^(1/4), by 189 cycles. Together, it rises from 1000 to 2000.
    assert placed == ([0, 0] if together else [0, 1])


def test_first_reads_are_shared_out_among_the_controllers():
    clusters = replace(build(4, [1] * 4, [0] * 4, {}, {}), first_reads=np.array([9, 9, 1, 1]))
    costs = TransferCosts(controllers=(0, 3), block_service_cycles=10.0)
    placed = map_clusters(clusters, Mesh(4, 1), "memory_centric", costs=costs).core_of_cluster
    near = np.array([0, 0, 1, 1])[placed]
    assert np.bincount(near, clusters.first_reads).tolist() == [10, 10]


def test_the_fifth_cluster_goes_to_another_region():
    shared = {(a, b): 1 for a in range(6) for b in range(a + 1, 6)}
    clusters = build(6, [1] * 6, [0] * 6, {}, shared)
    placed = map_clusters(clusters, Mesh(4, 4), estimate="serial").core_of_cluster.tolist()
    # The fifth finds the core of the others full. The sixth shares with the first, which is not where the
    # last one went, and has nobody to talk to: it goes to a third region, as far as possible from core 15.
    assert placed == [0, 0, 0, 0, 15, 2]


def test_a_talker_goes_next_to_its_partner():
    clusters = build(3, [10] * 3, [0] * 3, {(2, 0): 1}, {})
    # 1 knows nobody, and goes far away; 2 talks to 0, and finds room beside it, or with it.
    for limit, cores in (("share", [0, 15, 1]), ("threshold", [0, 15, 0])):
        assert map_clusters(clusters, Mesh(4, 4), core_limit=limit).core_of_cluster.tolist() == cores


def test_strangers_go_to_different_regions():
    clusters = build(4, [10] * 4, [0] * 4, {}, {})
    mesh = Mesh(4, 4)
    placed = map_clusters(clusters, mesh).core_of_cluster
    assert sorted(mesh.regions(4)[placed].tolist()) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"regions": 0},
            "mapper 'memory_centric': regions: expected an integer from 1 to 2147483647 or null, got 0",
        ),
        ({"regions": 7}, "a mesh of 3 x 2 tiles cannot be divided into 7 regions; choose at most 6"),
        (
            {"core_limit": "any"},
            "mapper 'memory_centric': core_limit: expected one of 'share', 'threshold' or null, got 'any'",
        ),
        (
            {"estimate": "exact"},
            "mapper 'memory_centric': estimate: expected one of 'overlapped', 'serial', got 'exact'",
        ),
        (
            {"region": 2},
            "mapper 'memory_centric' takes no option 'region'; did you mean 'regions'?",
        ),
    ],
)
def test_options_that_are_refused(options, message):
    with pytest.raises(OptionError) as error:
        map_clusters(build(2, [1, 1], [0, 0], {}, {}), Mesh(3, 2), "memory_centric", **options)
    assert str(error.value) == message
