"""Edges that carry bytes: the size of every message, from its definition, and what the network counts."""

from collections import defaultdict

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines, partitions

from mappers.clusters.cluster_graph import cluster_graph
from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.program.program import prepare
from numasim.simulation.simulate import simulate
from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.replicas import find_replicas

VALUE = 24


def by_hand(partition, aggregate_messages):
    """(sender, receiver, bytes) of every message, by vertex, gathers before scatters, then by cluster."""
    graph, cluster = partition.graph, partition.cluster_of_edge.tolist()
    edge_cut = isinstance(partition, VertexPartition)
    into, out_of = defaultdict(list), defaultdict(list)
    for e, (u, v) in enumerate(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)):
        into[v, cluster[e]].append(e)
        out_of[u, cluster[e]].append(e)
    replicas = find_replicas(partition)
    found = []
    for v in range(graph.num_vertices):
        if replicas.master[v] < 0:
            continue
        master = int(replicas.cluster[replicas.master[v]])
        for edges, is_gather in ((into, True), (out_of, False)):
            for c in range(partition.parts):
                carried = [VALUE if graph.edge_bytes is None else graph.edge_bytes[e] for e in edges[v, c]]
                if c == master or not carried:
                    continue
                if is_gather:
                    found.append((c, master, VALUE if graph.edge_bytes is None else sum(carried)))
                elif edge_cut and not aggregate_messages:
                    found += [(master, c, each) for each in carried]
                else:
                    found.append((master, c, max(carried)))
    return found


@settings(deadline=None, max_examples=examples(100))
@given(partitions(), st.booleans())
def test_a_message_carries_the_data_of_its_edges(partition, aggregate_messages):
    program = prepare(partition, aggregate_messages=aggregate_messages)
    assert program.message_bytes(VALUE).tolist() == [
        size for _, _, size in by_hand(partition, aggregate_messages)
    ]


@settings(deadline=None, max_examples=examples(60))
@given(partitions())
def test_mappers_see_the_same_bytes(partition):
    clusters = cluster_graph(partition, value_bytes=VALUE)
    total = defaultdict(int)
    for sender, receiver, size in by_hand(partition, True):
        total[sender, receiver] += size
    sender = np.repeat(np.arange(clusters.parts), np.diff(clusters.indptr)).tolist()
    sent = zip(sender, clusters.target.tolist(), clusters.payload_bytes.tolist(), strict=True)
    assert {(a, b): size for a, b, size in sent} == dict(total)


@settings(deadline=None, max_examples=examples(40))
@given(partitions(), machines(), st.booleans(), st.sampled_from(["simpy", "compiled"]))
def test_the_network_counts_the_bytes_and_headers_between_cores(partition, machine, aggregate, engine):
    core = np.arange(partition.parts) % machine.num_cores
    execution = {
        "engine": engine,
        "model": "dataflow",
        "value_bytes": f"{VALUE} B",
        "aggregate_messages": aggregate,
    }
    result = simulate(partition, Mapping(core, machine.num_cores), machine, execution)
    header = machine.network.header_size
    between = [header + size for a, b, size in by_hand(partition, aggregate) if core[a] != core[b]]
    assert result.scalars["network_bytes"] == sum(between)


@pytest.mark.parametrize("engine", ["simpy", "compiled"])
def test_more_data_takes_as_many_cycles_more_as_it_has_flits_more(engine):
    machine = load_machine("mesh-2x1")
    flit = machine.network.flit_size

    def cycles(size):
        graph = Graph(2, [0], [1], [0.0], {"operation": np.array([10.0, 20.0])}, edge_bytes=[size])
        cut = VertexPartition(graph, 2, [0, 1])
        execution = {"engine": engine, "initial_values": "preloaded"}
        return simulate(cut, Mapping(np.arange(2), 2), machine, execution).scalars["cycles"]

    header_only = cycles(flit - machine.network.header_size)
    assert cycles(0) == header_only
    assert cycles(1000 * flit) - header_only == 1000


def test_a_graph_keeps_its_bytes_and_checks_them():
    graph = Graph(2, [0, 0], [1, 1], edge_bytes=[3, 2**40])
    assert graph.edge_bytes.dtype == np.int64
    assert not graph.edge_bytes.flags.writeable
    assert Graph(2, [0], [1]).edge_bytes is None
    for wrong, message in (
        ([1], "edge_bytes are int64 of shape (1,); expected integers of shape (2,), one per edge"),
        ([1.5, 2], "edge_bytes are float64 of shape (2,); expected integers of shape (2,), one per edge"),
        ([1, -2], "edge_bytes[1] is -2; the bytes of an edge must be >= 0"),
        ([2**52, 2**52], "the edge_bytes add up to 2^53 or more; use a larger unit of data"),
    ):
        with pytest.raises(GraphError) as error:
            Graph(2, [0, 0], [1, 1], edge_bytes=wrong)
        assert str(error.value) == message


def test_a_vertex_cut_combines_the_data_of_a_gather():
    graph = Graph(3, [0, 1], [2, 2], edge_bytes=[100, 50])
    replicas = find_replicas(
        EdgePartition(Graph(4, [0, 1, 3], [2, 2, 2], [1, 1, 9], edge_bytes=[100, 50, 0]), 2, [0, 0, 1])
    )
    gathers, scatters = replicas.message_bytes(8)
    assert (gathers.tolist(), scatters.tolist()) == ([150], [])
    plain = find_replicas(EdgePartition(Graph(3, graph.src, graph.dst), 2, [0, 1]))
    assert plain.message_bytes(8)[0].tolist() == [8]


@pytest.mark.parametrize("communication", ["message", "coherent"])
def test_a_run_with_values_in_memory_says_that_bytes_have_no_effect(communication):
    cut = [0, 1]
    execution = {"memory_model": "simulated", "communication": communication}
    warnings = {
        has_bytes: simulate(
            VertexPartition(Graph(2, [0], [1], edge_bytes=[100] if has_bytes else None), 2, cut),
            Mapping(np.arange(2), 2),
            load_machine("mesh-2x1"),
            execution,
        ).warnings
        for has_bytes in (False, True)
    }
    said = (
        "the bytes of the edges have no effect on the simulation: with `communication: coherent`, a value is "
        "a slot in memory"
    )
    assert warnings == {False: (), True: (said,) if communication == "coherent" else ()}
