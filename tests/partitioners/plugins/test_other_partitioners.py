"""What a partitioner of another package returns is a partition of the graph that it was given."""

import re
from dataclasses import replace

import numpy as np
import pytest

from partitioners.errors import VerificationError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.partition_graph import PARTITIONERS, partition

GRAPH = Graph(4, [0, 1, 2], [1, 2, 3], np.array([1.0, 2.0, 3.0]))


def cut_by(function):
    """The cut of the graph into two parts by a partitioner of the test."""
    PARTITIONERS.register("mine", function)
    try:
        return partition(GRAPH, "mine", 2)
    finally:
        PARTITIONERS.unregister("mine")


OTHERS = {
    "fewer edges": Graph(4, [0, 1], [1, 2]),
    "more vertices": Graph(5, [0, 1, 2], [1, 2, 3]),
    "turned edges": Graph(4, [1, 2, 3], [0, 1, 2]),
    "another order": Graph(4, [2, 1, 0], [3, 2, 1]),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("kind", [EdgePartition, VertexPartition])
def test_a_partition_of_another_graph_is_refused(other, kind):
    size = other.num_edges if kind is EdgePartition else other.num_vertices
    with pytest.raises(VerificationError) as error:
        cut_by(lambda graph, parts: kind(other, parts, np.arange(size) % parts))
    assert str(error.value) == (
        f"partitioner 'mine' returned a partition of another graph, with {other.num_vertices} vertices and "
        f"{other.num_edges} edges for 4 and 3; it must return a partition of the graph that it was given, "
        "with the edges in their order"
    )


@pytest.mark.parametrize("count", [1, 3])
def test_another_number_of_parts_is_refused(count):
    message = (
        f"partitioner 'mine' returned {count} parts for the 2 that it was asked for; it must return a "
        "partition with these, of which some may be empty"
    )
    with pytest.raises(VerificationError, match=f"^{re.escape(message)}$"):
        cut_by(lambda graph, parts: EdgePartition(graph, count, [0, 0, 0]))


def test_what_is_no_partition_is_refused():
    message = "partitioner 'mine' returned list; it must return an EdgePartition or a VertexPartition"
    with pytest.raises(VerificationError, match=f"^{re.escape(message)}$"):
        cut_by(lambda graph, parts: [0, 1, 0])


def test_a_copy_of_the_graph_stands_for_it():
    def mine(graph, parts):
        return EdgePartition(replace(graph, weight=np.zeros(3)), parts, [0, 1, 0])

    found = cut_by(mine)
    assert found.graph is GRAPH
    assert found.cluster_of_edge.tolist() == [0, 1, 0]
