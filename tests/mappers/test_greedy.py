"""Greedy mapping against a plain-Python reading of its docstring."""

import math

from cluster_graphs import build, cluster_graphs, exchanged, meshes
from example_counts import examples
from hypothesis import given, settings

from mappers import Mesh, map_clusters


def reference(clusters, mesh):
    size = {pair: bytes_ for pair, (_, bytes_) in exchanged(clusters).items()}
    cores = range(mesh.num_cores)
    distance = mesh.distances.tolist()
    room = math.ceil(clusters.parts / mesh.num_cores)
    middle = min(cores, key=lambda core: (sum(distance[core]), core))
    placed = {}

    def nearest(core):
        held = list(placed.values())
        free = [q for q in cores if held.count(q) < room]
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


@settings(max_examples=examples(300), deadline=None)
@given(cluster_graphs(), meshes())
def test_it_is_what_its_docstring_says(clusters, mesh):
    assert map_clusters(clusters, mesh, "greedy").core_of_cluster.tolist() == reference(clusters, mesh)


def test_a_star_gathers_around_its_centre_in_the_middle_of_the_mesh():
    clusters = build(5, [1] * 5, [0] * 5, {(4, leaf): 1 + leaf for leaf in range(4)}, {})
    placed = map_clusters(clusters, Mesh(3, 3), "greedy").core_of_cluster
    # The heaviest pair is (3, 4), and 4 talks more: it is in the middle, the heavier leaves choose first.
    assert placed.tolist() == [7, 5, 3, 1, 4]
