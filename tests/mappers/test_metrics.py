"""The figures of a mapping against a walk along every route."""

from collections import Counter

import numpy as np
import pytest
from cluster_graphs import build, cluster_graphs, meshes
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.mapping import Mapping
from mappers.metrics import (
    clusters_per_core,
    hop_bytes,
    largest_link_load,
    link_loads,
    load_per_core,
    mapping_quality,
)
from mappers.topology import Mesh
from partitioners.errors import VerificationError


@st.composite
def mapped(draw):
    clusters, mesh = draw(cluster_graphs()), draw(meshes())
    core = st.integers(0, mesh.num_cores - 1)
    placed = draw(st.lists(core, min_size=clusters.parts, max_size=clusters.parts))
    return clusters, Mapping(np.array(placed), mesh.num_cores), mesh


@settings(max_examples=examples(200), deadline=None)
@given(mapped())
def test_they_are_what_a_walk_along_every_route_counts(case):
    clusters, mapping, mesh = case
    core = mapping.core_of_cluster.tolist()
    over, local, total = Counter(), 0, 0
    for a in range(clusters.parts):
        for k in range(clusters.indptr[a], clusters.indptr[a + 1]):
            size = int(clusters.payload_bytes[k])
            route = mesh.route(core[a], core[clusters.target[k]])
            over.update(dict.fromkeys(route, size))
            local += size if not route else 0
            total += size
    hops = sum(over.values())
    assert link_loads(clusters, mapping, mesh).tolist() == [over[link] for link in range(mesh.num_links)]
    assert hop_bytes(clusters, mapping, mesh) == hops
    assert largest_link_load(clusters, mapping, mesh) == max(over.values(), default=0)
    load, held = Counter(), Counter()
    for cluster, number in enumerate(core):
        load[number] += int(clusters.work[cluster])
        held[number] += 1
    assert load_per_core(clusters, mapping).tolist() == [load[number] for number in range(mesh.num_cores)]
    assert clusters_per_core(mapping).tolist() == [held[number] for number in range(mesh.num_cores)]
    work = sum(load.values())
    assert mapping_quality(clusters, mapping, mesh).to_dict() == {
        "hop_bytes": hops,
        "mean_hops": hops / total if total else 0.0,
        "local_bytes": local,
        "largest_link_load": max(over.values(), default=0),
        "largest_core_load": max(load.values()),
        "core_load_imbalance": pytest.approx(max(load.values()) * mesh.num_cores / work if work else 1.0),
        "cores_used": len(held),
        "most_clusters_on_a_core": max(held.values()),
    }


def test_figures_are_whole_numbers_of_python():
    clusters = build(2, [1, 2], [0, 0], {(0, 1): 3}, {})
    quality = mapping_quality(clusters, Mapping([0, 3], 4), Mesh(2, 2))
    assert (quality.hop_bytes, quality.mean_hops, quality.largest_link_load) == (48, 2.0, 24)
    assert all(type(value) in (int, float) for value in quality.to_dict().values())


def test_a_mapping_of_other_clusters_is_refused():
    clusters = build(3, [1] * 3, [0] * 3, {}, {})
    with pytest.raises(VerificationError) as error:
        hop_bytes(clusters, Mapping([0, 1], 4), Mesh(2, 2))
    assert str(error.value) == (
        "the mapping places 2 clusters, but the cluster graph has 3; map this cluster graph"
    )


def test_a_mapping_onto_another_machine_is_refused():
    clusters = build(2, [1] * 2, [0] * 2, {}, {})
    with pytest.raises(VerificationError) as error:
        largest_link_load(clusters, Mapping([0, 1], 9), Mesh(2, 2))
    assert str(error.value) == (
        "the mapping is for 9 cores, but the topology has 4; map the clusters onto this topology"
    )
