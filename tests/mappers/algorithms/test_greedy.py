"""Greedy mapping against a plain-Python reading of its docstring."""

import math
from fractions import Fraction

import numpy as np
import pytest
from cluster_graphs import build, cluster_graphs, exchanged, meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.algorithms.greedy import capacities
from mappers.costs import TransferCosts
from mappers.map_clusters import map_clusters
from mappers.topology import Mesh


def reference(clusters, mesh, speeds=()):
    size = {pair: bytes_ for pair, (_, bytes_) in exchanged(clusters).items()}
    cores = range(mesh.num_cores)
    distance = mesh.distances.tolist()
    room = [math.ceil(clusters.parts / mesh.num_cores)] * mesh.num_cores
    if speeds:
        room = capacities_by_trial(clusters.parts, speeds)
    middle = min(cores, key=lambda core: (sum(distance[core]), core))
    placed = {}

    def nearest(core):
        held = list(placed.values())
        free = [q for q in cores if held.count(q) < room[q]]
        return min(free, key=lambda q: (distance[core][q], q))

    while len(placed) < clusters.parts:
        left = [c for c in range(clusters.parts) if c not in placed]
        total = {c: sum(size.get((c, b), 0) for b in placed) for c in left}
        if max(total.values()) > 0:
            cluster = min(left, key=lambda c: (-total[c], c))
            partner = min(placed, key=lambda b: (-size.get((cluster, b), 0), b))
            beside = placed[partner]
        else:
            in_all = {a: sum(size.get((a, b), 0) for b in range(clusters.parts)) for a in left}
            cluster = min((-size.get((a, b), 0), -in_all[a], a) for a in left for b in left)[2]
            beside = middle
        placed[cluster] = nearest(beside)
    return [placed[c] for c in range(clusters.parts)]


def capacities_by_trial(parts, speeds):
    """The clusters of each core at the first moment at which the cores have run as many as there are."""
    exact = [Fraction(str(speed)) for speed in speeds]
    for moment in sorted({k / speed for speed in exact for k in range(1, parts + 1)}):
        room = [moment * speed // 1 for speed in exact]
        if sum(room) >= parts:
            return room
    raise AssertionError


@settings(max_examples=examples(300), deadline=None)
@given(cluster_graphs(), meshes())
def test_it_is_what_its_docstring_says(clusters, mesh):
    assert map_clusters(clusters, mesh, "greedy").core_of_cluster.tolist() == reference(clusters, mesh)


@settings(max_examples=examples(100), deadline=None)
@given(cluster_graphs(), meshes(), st.data())
def test_faster_cores_have_room_for_more(clusters, mesh, data):
    speed = st.sampled_from([0.5, 1.0, 2.0, 4.0])
    speeds = data.draw(st.lists(speed, min_size=mesh.num_cores, max_size=mesh.num_cores))
    placed = map_clusters(clusters, mesh, "greedy", costs=TransferCosts(speeds=tuple(speeds)))
    assert placed.core_of_cluster.tolist() == reference(clusters, mesh, speeds)


@pytest.mark.parametrize("speeds", [[1.0] * 7, [0.3, 0.3, 1.0], [3.0, 0.7, 0.7, 1.1], [1000.0, 0.001]])
def test_cores_of_different_speeds_end_together(speeds):
    for parts in (1, 2, 7, 13, 40):
        assert capacities(parts, 1 / np.array(speeds)).tolist() == capacities_by_trial(parts, speeds)


def test_a_star_gathers_around_its_centre_in_the_middle_of_the_mesh():
    clusters = build(5, [1] * 5, [0] * 5, {(4, leaf): 1 + leaf for leaf in range(4)}, {})
    placed = map_clusters(clusters, Mesh(3, 3), "greedy").core_of_cluster
    # The heaviest pair is (3, 4), and 4 talks more: it is in the middle, the heavier leaves choose first.
    assert placed.tolist() == [7, 5, 3, 1, 4]
