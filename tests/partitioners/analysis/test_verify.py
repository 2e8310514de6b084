"""verify passes what is right, and names the first thing that is not."""

from dataclasses import replace

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from small_graphs import partitions

from partitioners.analysis.verify import check_replicas, verify
from partitioners.errors import VerificationError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.replicas import find_replicas


@settings(deadline=None, max_examples=examples(200))
@given(partitions())
def test_every_partition_is_verified(partition):
    verify(partition)


def chain():
    """0 -> 1 -> 2 -> 3, the edges in clusters 0, 1, 1; vertex 1 is in both."""
    return EdgePartition(Graph(4, [0, 1, 2], [1, 2, 3]), 2, [0, 1, 1])


def message(partition, **changes):
    replicas = find_replicas(partition)
    values = {}
    for name, (at, value) in changes.items():
        values[name] = np.array(getattr(replicas, name))
        values[name][at] = value
    with pytest.raises(VerificationError) as caught:
        check_replicas(partition, replace(replicas, **values))
    return str(caught.value)


def test_what_was_not_changed_is_right():
    check_replicas(chain(), find_replicas(chain()))


def test_a_replica_twice():
    # Replicas are (0, 0), (1, 0), (1, 1), (2, 1), (3, 1).
    assert message(chain(), cluster=(2, 0)) == (
        "replica 2 (vertex 1, cluster 0) is out of order or listed twice"
    )


def test_a_replica_without_a_reason():
    assert message(chain(), out_edges=(2, 0)) == (
        "cluster 1 is listed as a replica of vertex 1, but it holds no edge of the vertex and is not its "
        "master"
    )


def test_a_wrong_number_of_edges():
    assert message(chain(), in_edges=(1, 3)) == (
        "cluster 0 holds 1 in-edges of vertex 1, but its replica lists 3"
    )
    assert message(chain(), out_edges=(3, 2)) == (
        "cluster 1 holds 1 out-edges of vertex 2, but its replica lists 2"
    )


def test_an_edge_that_names_another_replica():
    assert message(chain(), in_replica=(0, 2)) == (
        "edge 0 is in cluster 0 and its head is vertex 1, but it names the replica of vertex 1 in cluster 1"
    )
    assert message(chain(), out_replica=(1, 1)) == (
        "edge 1 is in cluster 1 and its tail is vertex 1, but it names the replica of vertex 1 in cluster 0"
    )


def test_a_wrong_master():
    assert message(chain(), master=(1, 2)) == (
        "the master of vertex 1 is the replica of vertex 1 in cluster 1; it should be in cluster 0"
    )
    assert message(chain(), master=(3, 3)) == (
        "the master of vertex 3 is the replica of vertex 2 in cluster 1; it should be in cluster 1"
    )


def test_no_master():
    assert message(chain(), master=(2, -1)) == (
        "the master of vertex 2 is missing; it should be in cluster 1"
    )


def test_the_master_of_an_edge_cut_is_where_the_vertex_is():
    cut = VertexPartition(Graph(3, [0, 1], [1, 2]), 2, [0, 1, 1])
    # Replicas are (0, 0), (0, 1), (1, 1), (2, 1); (0, 1) reads vertex 0.
    assert message(cut, master=(0, 1)) == (
        "cluster 0 is listed as a replica of vertex 0, but it holds no edge of the vertex and is not its "
        "master"
    )


def broken(partition, name, values):
    """A partition whose arrays were changed after it was made and checked."""
    object.__setattr__(partition, name, np.array(values))
    with pytest.raises(VerificationError) as caught:
        verify(partition)
    return str(caught.value)


def test_an_edge_without_a_cluster():
    assert broken(chain(), "cluster_of_edge", [0, 1]) == "the partition places 2 edges, but the graph has 3"


@pytest.mark.parametrize("cluster", [-1, 2])
def test_an_id_out_of_range(cluster):
    assert broken(chain(), "cluster_of_edge", [0, cluster, 1]) == (
        f"edge 1 is in cluster {cluster}; clusters are 0 .. 1"
    )
    cut = VertexPartition(Graph(3, [0, 1], [1, 2]), 2, [0, 1, 1])
    assert broken(cut, "cluster_of_vertex", [cluster, 1, 1]) == (
        f"vertex 0 is in cluster {cluster}; clusters are 0 .. 1"
    )


@pytest.mark.parametrize(
    ("kind", "clusters", "expected"),
    [
        (EdgePartition, [0], "cluster_of_edge has shape (1,); expected (2,), one per edge"),
        (VertexPartition, [[0, 0, 0]], "cluster_of_vertex has shape (1, 3); expected (3,), one per vertex"),
        (EdgePartition, [0.0, 1.0], "cluster_of_edge must hold integers, got dtype float64"),
        (
            EdgePartition,
            [5, 0],
            "edge 0 is in cluster 5; clusters are 0 .. 1 (1 of 2 edge ids are out of range)",
        ),
    ],
)
def test_what_is_no_partition_cannot_be_made(kind, clusters, expected):
    with pytest.raises(VerificationError) as caught:
        kind(Graph(3, [0, 1], [1, 2]), 2, clusters)
    assert str(caught.value) == expected
