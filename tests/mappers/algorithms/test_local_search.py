"""Local search: never worse than its start, and a local optimum, step by step as its docstring says."""

from itertools import combinations

import numpy as np
import pytest
from cluster_graphs import build, cluster_graphs, meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.costs import TransferCosts
from mappers.map_clusters import map_clusters
from mappers.mapping import Mapping
from mappers.metrics import hop_bytes
from mappers.topology import Mesh
from partitioners.errors import OptionError, UnknownNameError

starts = st.sampled_from(["greedy", "random", "round_robin", "memory_centric"])


class Ring:
    """A topology that is no mesh: hops around a ring of cores."""

    def __init__(self, num_cores):
        self.num_cores = num_cores
        apart = np.abs(np.arange(num_cores)[:, None] - np.arange(num_cores))
        self.distances = np.minimum(apart, num_cores - apart).astype(np.int32)

    def regions(self, count):
        return (np.arange(self.num_cores) * count // self.num_cores).astype(np.int32)


topologies = meshes(4) | st.integers(1, 8).map(Ring)


def length(clusters, topology, cores):
    return hop_bytes(clusters, Mapping(np.array(cores), topology.num_cores), topology)


def longest_time(clusters, cores, speeds):
    return max(
        (sum(w for w, at in zip(clusters.work, cores, strict=True) if at == core) / speed)
        for core, speed in enumerate(speeds)
    )


def reference(clusters, topology, cores, passes, speeds=None):
    """Every swap tried by counting hop-bytes again; empty cores are clusters of no importance."""
    cores = list(cores)
    places = cores + sorted(set(range(topology.num_cores)) - set(cores))
    parts, limit = clusters.parts, longest_time(clusters, cores, speeds) if speeds else None
    for _ in range(passes):
        swapped = False
        for a in range(len(places)):
            found = []
            for b in range(len(places)):
                if places[a] != places[b]:
                    tried = places.copy()
                    tried[a], tried[b] = places[b], places[a]
                    if speeds and longest_time(clusters, tried[:parts], speeds) > limit:
                        continue
                    found.append((length(clusters, topology, tried[: clusters.parts]), b))
            if found and min(found)[0] < length(clusters, topology, places[: clusters.parts]):
                b = min(found)[1]
                places[a], places[b] = places[b], places[a]
                swapped = True
        if not swapped:
            break
    return places[: clusters.parts]


@settings(max_examples=examples(80), deadline=None)
@given(cluster_graphs(max_parts=8), topologies, starts, st.integers(0, 3))
def test_it_is_what_its_docstring_says(clusters, topology, start, passes):
    begin = map_clusters(clusters, topology, start).core_of_cluster.tolist()
    found = map_clusters(clusters, topology, "local_search", start=start, max_passes=passes)
    assert found.core_of_cluster.tolist() == reference(clusters, topology, begin, passes)


@settings(max_examples=examples(60), deadline=None)
@given(cluster_graphs(max_parts=8), meshes(4), starts, st.data())
def test_no_swap_makes_the_slowest_core_slower(clusters, mesh, start, data):
    speed = st.sampled_from([0.5, 1.0, 2.0])  # powers of two, whose times are exact
    speeds = tuple(data.draw(st.lists(speed, min_size=mesh.num_cores, max_size=mesh.num_cores)))
    costs = TransferCosts(speeds=speeds)
    begin = map_clusters(clusters, mesh, start, costs=costs).core_of_cluster.tolist()
    found = map_clusters(clusters, mesh, "local_search", costs=costs, start=start).core_of_cluster.tolist()
    assert found == reference(clusters, mesh, begin, 100, speeds)
    assert longest_time(clusters, found, speeds) <= longest_time(clusters, begin, speeds)


@settings(max_examples=examples(100), deadline=None)
@given(cluster_graphs(), topologies, starts, st.integers(0, 5))
def test_no_pass_makes_it_longer_and_no_core_fuller(clusters, topology, start, seed):
    begin = map_clusters(clusters, topology, start, seed=seed)
    before = hop_bytes(clusters, begin, topology)
    for passes in range(4):
        found = map_clusters(clusters, topology, "local_search", start=start, max_passes=passes, seed=seed)
        now = hop_bytes(clusters, found, topology)
        assert now <= before
        if passes == 0:
            assert (found.core_of_cluster == begin.core_of_cluster).all()
        before = now
    # A move to an empty core may even the cores out, never fill the fullest further.
    held = [np.bincount(m.core_of_cluster, minlength=topology.num_cores).max() for m in (begin, found)]
    assert held[1] <= held[0]


@settings(max_examples=examples(100), deadline=None)
@given(cluster_graphs(max_parts=10), topologies, starts)
def test_no_swap_and_no_move_to_an_empty_core_improves_the_end(clusters, topology, start):
    cores = map_clusters(clusters, topology, "local_search", start=start).core_of_cluster.tolist()
    shortest = length(clusters, topology, cores)
    for a, b in combinations(range(clusters.parts), 2):
        swapped = cores.copy()
        swapped[a], swapped[b] = cores[b], cores[a]
        assert length(clusters, topology, swapped) >= shortest
    for a in range(clusters.parts):
        for empty in set(range(topology.num_cores)) - set(cores):
            moved = cores.copy()
            moved[a] = empty
            assert length(clusters, topology, moved) >= shortest


def test_a_path_is_laid_out_without_a_detour():
    clusters = build(9, [1] * 9, range(9), {(k, k + 1): 1 for k in range(8)}, {})
    mapping = map_clusters(clusters, Mesh(3, 3), "local_search", start="round_robin")
    assert hop_bytes(clusters, mapping, Mesh(3, 3)) == 8 * 8


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"max_passes": -1},
            OptionError,
            "mapper 'local_search': max_passes: expected an integer from 0 to 2147483647, got -1",
        ),
        (
            {"start": "local_search"},
            OptionError,
            "local_search cannot start from itself; choose another mapper as `start`",
        ),
        ({"start": "gredy"}, UnknownNameError, "unknown mapper 'gredy'; did you mean 'greedy'?"),
    ],
)
def test_options_that_are_refused(options, error, message):
    clusters = build(2, [1, 1], [0, 0], {}, {})
    with pytest.raises(error) as raised:
        map_clusters(clusters, Mesh(2, 2), "local_search", **options)
    assert str(raised.value) == message
