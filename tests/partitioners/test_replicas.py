"""Replicas, masters and messages against dictionaries and sets, straight from their definition."""

import math
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import partitions

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.replicas import find_replicas, forget_replicas, to_cycles


def expected_replicas(partition, cycles_per_weight=1.0):
    """For every vertex: A_in, A_out (cluster -> cycles), and the cluster of the master or None."""
    graph = partition.graph
    cycles = [math.ceil(w * cycles_per_weight) for w in graph.weight.tolist()]
    operation = [
        math.ceil(w * cycles_per_weight)
        for w in graph.vertex.get("operation", np.zeros(graph.num_vertices)).tolist()
    ]
    a_in = [defaultdict(int) for _ in range(graph.num_vertices)]
    a_out = [defaultdict(int) for _ in range(graph.num_vertices)]
    ends = zip(
        graph.src.tolist(), graph.dst.tolist(), partition.cluster_of_edge.tolist(), cycles, strict=True
    )
    for u, v, c, w in ends:
        a_in[v][c] += w
        a_out[u][c] += w
    masters = []
    for v in range(graph.num_vertices):
        weights = a_in[v] or a_out[v]
        if not weights and not operation[v]:
            masters.append(None)
        elif isinstance(partition, VertexPartition):
            masters.append(int(partition.cluster_of_vertex[v]))
        elif weights:
            masters.append(max(weights, key=lambda c, weights=weights: (weights[c], -c)))
        else:
            masters.append(v % partition.parts)
    return a_in, a_out, masters, cycles, operation


@settings(deadline=None, max_examples=examples(300))
@given(partitions(), st.sampled_from([1.0, 0.5, 3.0]))
def test_replicas_masters_and_messages_are_those_of_the_definition(partition, cycles_per_weight):
    replicas = find_replicas(partition, cycles_per_weight)
    graph = partition.graph
    a_in, a_out, masters, cycles, operation = expected_replicas(partition, cycles_per_weight)

    listed = list(zip(replicas.vertex.tolist(), replicas.cluster.tolist(), strict=True))
    expected = set()
    for v, master in enumerate(masters):
        expected |= {(v, c) for c in {*a_in[v], *a_out[v]} | ({master} - {None})}
    assert listed == sorted(expected)
    for v in range(graph.num_vertices):
        assert [listed[r][0] for r in range(replicas.indptr[v], replicas.indptr[v + 1])] == [v] * sum(
            vertex == v for vertex, _ in listed
        )
    found = [None if r < 0 else listed[r] for r in replicas.master.tolist()]
    assert found == [None if c is None else (v, c) for v, c in enumerate(masters)]

    in_edges, out_edges = defaultdict(int), defaultdict(int)
    for e, (u, v, c) in enumerate(
        zip(graph.src.tolist(), graph.dst.tolist(), partition.cluster_of_edge.tolist(), strict=True)
    ):
        assert listed[replicas.in_replica[e]] == (v, c)
        assert listed[replicas.out_replica[e]] == (u, c)
        in_edges[v, c] += 1
        out_edges[u, c] += 1
    assert replicas.in_edges.tolist() == [in_edges[r] for r in listed]
    assert replicas.out_edges.tolist() == [out_edges[r] for r in listed]

    messages = 0
    for v, master in enumerate(masters):
        messages += len(set(a_in[v]) - {master}) + len(set(a_out[v]) - {master})
    assert replicas.num_messages == messages
    assert [listed[r] for r in replicas.gathers] == [
        (v, c) for v, c in listed if c in a_in[v] and c != masters[v]
    ]
    assert [listed[r] for r in replicas.scatters] == [
        (v, c) for v, c in listed if c in a_out[v] and c != masters[v]
    ]
    assert replicas.copies.tolist() == [len({*a_in[v], *a_out[v]}) for v in range(graph.num_vertices)]

    work = [0] * partition.parts
    for c, w in zip(partition.cluster_of_edge.tolist(), cycles, strict=True):
        work[c] += w
    for v, c in enumerate(masters):
        if c is not None:
            work[c] += operation[v]
    assert replicas.cluster_work.tolist() == work
    assert replicas.edge_cycles.tolist() == cycles
    assert replicas.operation_cycles.tolist() == operation


@settings(deadline=None)
@given(partitions())
def test_an_edge_cut_only_scatters(partition):
    """The edges into a vertex are where it is, so nothing has to be gathered."""
    if isinstance(partition, VertexPartition):
        assert find_replicas(partition).gathers.size == 0


def masters(partition):
    replicas = find_replicas(partition)
    return replicas.cluster[replicas.master].tolist()


def test_the_master_has_the_largest_in_weight():
    graph = Graph(4, [0, 1, 2], [3, 3, 3], [1.0, 1.0, 3.0])
    assert masters(EdgePartition(graph, 3, [0, 0, 2]))[3] == 2


def test_equal_in_weights_go_to_the_lowest_cluster():
    graph = Graph(4, [0, 1, 2], [3, 3, 3], [1.0, 1.0, 2.0])
    assert masters(EdgePartition(graph, 3, [1, 1, 2]))[3] == 1
    assert masters(EdgePartition(graph, 3, [2, 2, 1]))[3] == 1


def test_weights_are_cycles_before_they_are_compared():
    """0.6 + 0.6 is more than 1.1, but two cycles are not more than two."""
    graph = Graph(4, [0, 1, 2], [3, 3, 3], [0.6, 0.6, 1.1])
    assert masters(EdgePartition(graph, 3, [2, 2, 1]))[3] == 1


def test_in_edges_without_weight_still_decide():
    """Out-edges, however heavy, are asked only where there are no in-edges."""
    graph = Graph(3, [0, 1], [1, 2], [0.0, 9.0])
    assert masters(EdgePartition(graph, 2, [1, 0]))[1] == 1


def test_a_source_is_finished_where_most_of_its_out_weight_is():
    graph = Graph(3, [0, 0], [1, 2], [1.0, 2.0])
    assert masters(EdgePartition(graph, 2, [0, 1]))[0] == 1


def test_the_master_of_an_edge_cut_may_hold_no_edge():
    partition = VertexPartition(Graph(2, [0], [1]), 2, [0, 1])
    replicas = find_replicas(partition)
    assert masters(partition) == [0, 1]
    assert replicas.copies.tolist() == [1, 1]
    assert replicas.num_messages == 1


def test_a_self_loop_is_an_in_edge_and_an_out_edge_of_one_replica():
    replicas = find_replicas(EdgePartition(Graph(1, [0, 0], [0, 0]), 2, [0, 1]))
    assert replicas.in_edges.tolist() == [1, 1]
    assert replicas.out_edges.tolist() == [1, 1]
    assert replicas.num_messages == 2


def test_replicas_are_found_once_and_again_when_they_are_forgotten():
    partition = EdgePartition(Graph(4, [0, 1, 2], [3, 3, 3], [0.6, 0.6, 1.1]), 3, [2, 2, 1])
    found = find_replicas(partition)
    assert find_replicas(partition).master is found.master
    of_more_cycles = find_replicas(partition, 3.0)
    assert of_more_cycles.edge_cycles.tolist() == [2, 2, 4]
    before = of_more_cycles.master
    of_more_cycles.forget("master")
    assert "master" not in vars(of_more_cycles)
    again = find_replicas(partition, 3.0)
    assert again.master is not before
    assert again.master.tolist() == of_more_cycles.master.tolist() == before.tolist()
    forget_replicas(partition)
    assert find_replicas(partition, 3.0).master is not again.master


def test_too_many_cycles_are_refused():
    with pytest.raises(GraphError) as caught:
        to_cycles(np.array([1.0, 2.0**53]), 2.0)
    assert str(caught.value) == (
        "the weights add up to 1.8e+16 cycles at cycles_per_weight = 2; the limit is 2^53; choose a "
        "smaller cycles_per_weight"
    )
    assert to_cycles(np.array([0.0, 0.1, 2.0])).tolist() == [0, 1, 2]


def decimals(most):
    """Numbers as users write them, and any others."""
    written = st.builds(lambda n, k: float(f"{n}e-{k}"), st.integers(0, most), st.integers(0, 6))
    return written | st.floats(0, most)


@settings(deadline=None, max_examples=examples(300))
@given(st.lists(decimals(10**6), min_size=1, max_size=5), decimals(10**4).filter(bool))
def test_cycles_are_the_product_of_the_decimal_numbers_rounded_up(weights, factor):
    expected = [math.ceil(Fraction(repr(each)) * Fraction(repr(factor))) for each in weights]
    assert to_cycles(np.array(weights), factor).tolist() == expected


def test_cycles_of_written_decimals():
    """In binary, the products are above 110, 7 and 57."""
    assert to_cycles(np.array([1.1, 0.07, 0.57]), 100.0).tolist() == [110, 7, 57]
    assert to_cycles(np.array([3.0, 10.0]), 1.1).tolist() == [4, 11]
