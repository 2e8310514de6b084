"""The simulator against the laws of the execution model, an independent simulator and closed forms."""

import dataclasses
import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_simulator import finish_cycles
from shuffled_events import Shuffled
from strategies import mappings, partitions, runs

import numasim
import numasim.numa.simpy_engine.machine_parts
from mappers.mapping import Mapping, OnlineMapping
from numasim.machine.machine import load_machine
from numasim.numa.shared.run_result import SCALARS
from numasim.program.program import prepare
from numasim.program.schedulers import SCHEDULERS, schedule_of
from numasim.simulation.invariants import check_invariants
from numasim.simulation.simulate import simulate
from partitioners.errors import CyclicGraphError, GraphError, InvariantError, OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition

DATAFLOW_AND_SUPERSTEPS = st.sampled_from(["dataflow", "supersteps"]).flatmap(runs)


def everything(result):
    """All numbers of a run, comparable with ==."""
    tables = {name: table.to_dict("list") for name, table in result.tables.items()}
    return dict(result.scalars), tables, result.vertex_finish.tolist(), result.core_of_cluster.tolist()


def one_core(graph, **execution):
    partition = EdgePartition(graph, 1, np.zeros(graph.num_edges, int))
    return simulate(partition, Mapping([0], 1), load_machine("mesh-1x1"), execution)


def expected_messages(partition, aggregate_messages):
    """|A_in(v) without the master| + |A_out(v) without the master|, by sets."""
    graph = partition.graph
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), partition.cluster_of_edge.tolist(), strict=True))
    total = 0
    for v in range(graph.num_vertices):
        into, out = {}, {}
        for (u, w, c), cycles in zip(edges, np.ceil(graph.weight).tolist(), strict=True):
            if w == v:
                into[c] = into.get(c, 0) + cycles
            if u == v:
                out[c] = out.get(c, 0) + cycles
        if isinstance(partition, VertexPartition):
            master = partition.cluster_of_vertex[v]
        elif into or out:
            load = into or out
            master = min(load, key=lambda c: (-load[c], c))
        else:
            continue
        total += len(set(into) - {master})
        if aggregate_messages or isinstance(partition, EdgePartition):
            total += len(set(out) - {master})
        else:
            total += sum(1 for u, _, c in edges if u == v and c != master)
    return total


# simulate() checks the invariants of numasim.simulation.invariants itself; here are those that need a second
# opinion.


@settings(deadline=None, max_examples=examples(150))
@given(DATAFLOW_AND_SUPERSTEPS)
def test_every_run_obeys_the_laws(run):
    partition, _, machine, execution = run
    result = simulate(*run)
    s = result.scalars
    assert list(s) == list(SCALARS)
    steps = execution["steps"]
    assert s["messages"] == expected_messages(partition, execution["aggregate_messages"]) * steps
    has_operation = np.count_nonzero(partition.graph.vertex.get("operation", 0))
    assert s["tasks"] == (partition.graph.num_edges + has_operation) * steps
    if partition.graph.edge_bytes is None:
        assert s["network_bytes"] == s["messages_remote"] * 16
    cores = result.tables["cores"]
    assert (
        cores[["compute", "memory", "network", "synchronisation", "idle"]].sum(axis=1) == s["cycles"]
    ).all()
    if execution["initial_values"] == "preloaded":
        assert s["memory_reads"] == s["memory_writes"] == s["dram_bytes"] == s["controller_bytes"] == 0
        assert (cores["memory"] == 0).all()
    if machine.num_cores == 1:
        assert s["messages_remote"] == s["network_bytes"] == s["flit_hops"] == 0
    if partition.parts == 1:
        assert s["messages"] == 0


TIMES = ["compute", "memory", "network", "synchronisation", "idle"]


@pytest.mark.parametrize("engine", ["simpy", "compiled"])
def test_the_time_of_clusters_by_hand(engine):
    # 0 -> 1 in cluster 0 and 2 -> 3 in cluster 1, both on core 0, in program order; 1 -> 4 in cluster 2 on
    # core 1, after a message of 12 cycles; 4 -> 5 in cluster 3, also there, a cycle after that.
    cut = EdgePartition(Graph(6, [0, 2, 1, 4], [1, 3, 4, 5], [5.0, 3.0, 7.0, 2.0]), 4, [0, 1, 2, 3])
    execution = {"initial_values": "preloaded", "engine": engine}
    result = simulate(cut, Mapping([0, 0, 1, 1], 2), load_machine("mesh-2x1"), execution)
    assert result.scalars["cycles"] == 5 + 12 + 7 + 1 + 2
    assert result.tables["clusters"][TIMES].to_numpy().tolist() == [
        [5, 0, 0, 0, 22],
        [3, 0, 0, 0, 24],
        [7, 0, 12, 5, 3],
        [2, 0, 0, 1, 24],
    ]


@settings(deadline=None, max_examples=examples(60))
@given(DATAFLOW_AND_SUPERSTEPS)
def test_the_times_of_clusters_are_those_of_their_cores(run):
    result = simulate(*run)
    cores, clusters = result.tables["cores"], result.tables["clusters"]
    assert (clusters[TIMES].sum(axis=1) == result.scalars["cycles"]).all()
    for core, row in enumerate(cores.to_dict("records")):
        own = clusters[clusters["core"] == core]
        assert own["compute"].sum() == own["work"].sum() == row["compute"]
        assert own["network"].sum() == row["network"]
        for kind in ("memory", "synchronisation"):  # what comes after a step is of no cluster
            assert own[kind].sum() == row[kind] or run[3]["model"] == "supersteps"


@settings(deadline=None, max_examples=examples(60))
@given(DATAFLOW_AND_SUPERSTEPS)
def test_the_order_in_which_equal_times_are_handled_changes_nothing(run):
    expected = everything(simulate(*run))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numasim.numa.simpy_engine.machine_parts.simpy, "Environment", Shuffled)
        for _ in range(3):
            assert everything(simulate(*run)) == expected


@settings(deadline=None, max_examples=examples(150))
@given(st.data(), partitions(), st.integers(1, 3), st.integers(1, 3))
def test_an_independent_simulator_finishes_every_vertex_in_the_same_cycle(data, partition, width, height):
    mapping = data.draw(mappings(partition.parts, width * height))
    scheduler = data.draw(st.sampled_from(SCHEDULERS.names()))
    network = data.draw(st.sampled_from(["ideal", "packet"]))
    program = prepare(partition)
    queue = schedule_of(SCHEDULERS[scheduler].function(program), program, scheduler)
    sign = -1 if queue.latest_first else 1
    finish, messages = finish_cycles(
        partition.graph,
        partition.cluster_of_edge.tolist(),
        partition.cluster_of_vertex.tolist() if isinstance(partition, VertexPartition) else None,
        load_machine(f"mesh-{width}x{height}").topology,
        mapping.core_of_cluster.tolist(),
        lambda task, cycle: (queue.priority[task], sign * cycle, program.order[task]),
        network,
        (-(-(program.message_bytes(8) + 8) // 16)).tolist(),
    )
    execution = {"initial_values": "preloaded", "network": network, "scheduler": scheduler}
    result = simulate(partition, mapping, load_machine(f"mesh-{width}x{height}"), execution)
    takes_part = result.vertex_finish >= 0
    assert result.vertex_finish[takes_part].tolist() == [
        f for f, t in zip(finish, takes_part, strict=True) if t
    ]
    assert (partition.graph.degree[~takes_part] == 0).all()
    assert result.scalars["messages"] == messages


@settings(deadline=None, max_examples=examples(60))
@given(partitions(max_parts=4))
def test_one_core_takes_its_work_and_at_most_a_cycle_a_message(partition):
    mapping = Mapping(np.zeros(partition.parts, int), 1)
    result = simulate(partition, mapping, load_machine("mesh-1x1"), {"initial_values": "preloaded"}).scalars
    assert result["work_cycles"] <= result["cycles"] <= result["work_cycles"] + result["messages"]
    if partition.parts == 1:
        assert result["cycles"] == result["work_cycles"]


# Closed forms.


def test_a_chain_on_one_core_takes_the_sum_of_its_cycles():
    graph = Graph(4, [0, 1, 2], [1, 2, 3], [5.0, 0.0, 2.5], {"operation": [1.0, 0.0, 2.0, 4.0]})
    result = one_core(graph, initial_values="preloaded")
    assert result.vertex_finish.tolist() == [1, 6, 8, 15]
    assert (
        result.scalars["cycles"]
        == result.scalars["critical_path_cycles"]
        == result.scalars["work_cycles"]
        == 15
    )


def test_a_value_takes_the_zero_load_latency_of_its_route():
    # Two tasks in a row, on the far corners of a 4 x 3 mesh.
    graph = Graph(3, [0, 1], [1, 2], [10.0, 3.0])
    partition = EdgePartition(graph, 2, [0, 1])
    result = simulate(
        partition, Mapping([0, 11], 12), load_machine("mesh-4x3"), {"initial_values": "preloaded"}
    )
    latency = 2 + 5 * (5 + 1)
    assert result.vertex_finish.tolist() == [0, 10, 10 + latency + 3]
    core = result.tables["cores"].iloc[11]
    assert (core["synchronisation"], core["network"], core["compute"], core["idle"]) == (10, latency, 3, 0)
    assert result.scalars["flit_hops"] == 5


def test_a_value_from_memory_takes_a_request_the_controller_and_a_reply():
    result = one_core(Graph(2, [0], [1], [7.0]))
    # One router each way; 32 bytes at 8 GB/s are 9.6 cycles, 50 ns are 120, and one to send the reply.
    request, service, latency, reply = 2 + 5, 10, 120 + 1, 2 + 5 + 2 - 1
    assert result.vertex_finish.tolist() == [request + service + latency + reply, result.scalars["cycles"]]
    assert result.scalars["cycles"] == request + service + latency + reply + 7
    core = result.tables["cores"].iloc[0]
    assert (core["memory"], core["compute"]) == (result.scalars["cycles"] - 7, 7)
    assert result.scalars["controller_bytes"] == 8 + 40


def test_many_reads_take_the_bandwidth_of_the_controller():
    count = 2_000
    graph = Graph(count + 1, np.arange(count), np.full(count, count), np.zeros(count))
    machine = load_machine({"base": "mesh-1x1", "core": {"mshrs": 64}})
    result = simulate(EdgePartition(graph, 1, np.zeros(count, int)), Mapping([0], 1), machine)
    # 145 cycles of a read alone fill 16 services of 9.6, so 64 reads in flight keep the controller busy.
    assert result.scalars["cycles"] == pytest.approx(count * 48 / 5, rel=0.02)
    assert result.scalars["largest_controller_utilisation"] == pytest.approx(1, abs=0.02)


def test_a_core_has_at_most_so_many_reads_under_way():
    count = 400
    graph = Graph(count + 1, np.arange(count), np.full(count, count), np.zeros(count))
    partition = EdgePartition(graph, 1, np.zeros(count, int))
    fast = {"memory": {"bandwidth": "1000 GB/s"}}
    alone = simulate(
        partition, Mapping([0], 1), load_machine({"base": "mesh-1x1", "core": {"mshrs": 1}, **fast})
    )
    four = simulate(
        partition, Mapping([0], 1), load_machine({"base": "mesh-1x1", "core": {"mshrs": 4}, **fast})
    )
    one_read = alone.scalars["cycles"] / count
    assert one_read == 2 + 5 + 1 + 120 + 1 + 2 + 5 + 2 - 1
    # Little's law; replies of three flits leave the port one after the other.
    assert four.scalars["cycles"] == pytest.approx(count * one_read / 4, rel=0.03)


def test_the_barrier_costs_two_messages_a_core_and_step():
    graph = Graph(2, [0, 1], [1, 0], [4.0, 6.0])
    partition = EdgePartition(graph, 1, [0, 0])
    execution = {"model": "supersteps", "steps": 3, "initial_values": "preloaded"}
    result = simulate(partition, Mapping([0], 2), load_machine("mesh-2x1"), execution)
    # Core 1 has nothing to do: it reports at once and is let go when that has arrived, a hop each way.
    assert result.scalars["cycles"] == 3 * 2 * (2 + 2 * 5)
    assert result.scalars["barrier_messages"] == 6


@pytest.mark.parametrize(
    ("placement", "owners"),
    [("interleave", [4, 4]), ("node:1", [0, 8]), ("first_touch", [2, 6])],
)
def test_placement_decides_who_serves_a_page(placement, owners):
    # Eight sources, a page each, and one sink; the first two sources belong to the left core.
    graph = Graph(9, np.arange(8), np.full(8, 8))
    machine = load_machine(
        {"base": "mesh-2x1", "memory": {"controllers": [0, 1], "placement": placement, "page": "32 B"}}
    )
    partition = EdgePartition(graph, 2, [0, 0, 1, 1, 1, 1, 1, 1])
    result = simulate(partition, Mapping([0, 1], 2), machine)
    assert result.tables["controllers"]["memory_blocks"].tolist() == owners


def test_the_first_to_touch_a_page_owns_it():
    # All values in one page; the lowest number of the first cycle is vertex 0, whose master is on the right.
    graph = Graph(5, np.arange(4), np.full(4, 4))
    machine = load_machine(
        {"base": "mesh-2x1", "memory": {"controllers": [0, 1], "placement": "first_touch"}}
    )
    partition = EdgePartition(graph, 2, [1, 0, 0, 0])
    result = simulate(partition, Mapping([0, 1], 2), machine)
    assert result.tables["controllers"]["memory_blocks"].tolist() == [0, 4]


def test_a_scheduler_changes_which_ready_task_comes_first():
    # Vertex 0 is read by a short task, a long one, and one that a long chain hangs on.
    graph = Graph(5, [0, 0, 0, 3], [1, 2, 3, 4], [1.0, 2.0, 1.0, 9.0])
    later = Graph(6, [0, 0, 0, 1, 4], [1, 2, 3, 4, 5], [1.0, 2.0, 1.0, 9.0, 1.0])
    for name, expected in (("fifo", [0, 1, 3, 4, 13, 14]), ("lifo", [0, 1, 13, 14, 10, 11])):
        assert one_core(later, initial_values="preloaded", scheduler=name).vertex_finish.tolist() == expected
    finish = {
        name: one_core(graph, initial_values="preloaded", scheduler=name).vertex_finish.tolist()
        for name in SCHEDULERS.names()
    }
    assert finish["program_order"] == [0, 1, 3, 4, 13]
    assert finish["fifo"] == [0, 1, 3, 4, 13]
    assert finish["critical_path"] == [0, 13, 12, 1, 10]


def test_uncombined_values_are_sent_once_for_every_cut_edge():
    graph = Graph(4, [0, 0, 0], [1, 2, 3])
    partition = VertexPartition(graph, 2, [0, 1, 1, 1])
    machine, mapping = load_machine("mesh-2x1"), Mapping([0, 1], 2)
    combined = simulate(partition, mapping, machine, {"initial_values": "preloaded"})
    each = simulate(partition, mapping, machine, {"initial_values": "preloaded", "aggregate_messages": False})
    assert (combined.scalars["messages"], each.scalars["messages"]) == (1, 3)
    assert combined.vertex_finish.tolist() == [0, 13, 14, 15]
    assert each.vertex_finish.tolist() == [0, 13, 14, 15]


def test_a_busy_link_is_reported():
    graph = Graph(2_001, np.zeros(2_000, int), np.arange(1, 2_001), np.zeros(2_000))
    partition = VertexPartition(graph, 2, np.r_[0, np.ones(2_000, int)])
    result = simulate(
        partition,
        Mapping([0, 1], 2),
        load_machine("mesh-2x1"),
        {"initial_values": "preloaded", "aggregate_messages": False},
    )
    assert result.warnings == (
        "the busiest link is 99% utilised, but the packet network is valid only up to about 50% and is "
        "optimistic above it; use `network: flit`, whose routers have virtual channels and bounded buffers",
    )


# On-line mapping.


class FirstFree:
    """Puts the clusters that it is asked about on the cores in turn, and remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def place(self, ready, state):
        self.asked.append((ready.tolist(), state.clusters.tolist(), state.work.tolist()))
        return np.arange(state.clusters.sum(), state.clusters.sum() + ready.size) % state.clusters.size


def test_an_on_line_mapper_is_asked_when_clusters_become_ready():
    # A chain 0 -> 1 -> 2 in clusters 2, 0, 1, and cluster 3, which has nothing to do.
    graph = Graph(4, [0, 1, 2], [1, 2, 3], [3.0, 4.0, 5.0])
    partition = EdgePartition(graph, 4, [2, 0, 1])
    mapper = FirstFree()
    online = OnlineMapping(lambda: mapper, 4, 4)
    result = simulate(partition, online, load_machine("mesh-2x2"), {"initial_values": "preloaded"})
    assert mapper.asked == [
        ([2], [0, 0, 0, 0], [0, 0, 0, 0]),
        ([0], [1, 0, 0, 0], [3, 0, 0, 0]),
        ([1], [1, 1, 0, 0], [3, 4, 0, 0]),
        ([3], [1, 1, 1, 0], [3, 4, 5, 0]),
    ]
    assert result.core_of_cluster.tolist() == [1, 2, 0, 3]
    static = simulate(
        partition, Mapping([1, 2, 0, 3], 4), load_machine("mesh-2x2"), {"initial_values": "preloaded"}
    )
    assert everything(static) == everything(result)


@settings(deadline=None, max_examples=examples(60))
@given(DATAFLOW_AND_SUPERSTEPS)
def test_a_run_with_an_on_line_mapper_is_the_run_with_the_mapping_that_it_made(run):
    partition, _, machine, execution = run
    online = OnlineMapping(FirstFree, partition.parts, machine.num_cores)
    result = simulate(partition, online, machine, execution)
    static = simulate(partition, Mapping(result.core_of_cluster, machine.num_cores), machine, execution)
    assert everything(static) == everything(result)


@pytest.mark.parametrize("engine", ["simpy", "compiled"])
@pytest.mark.parametrize(
    ("method", "policy"),
    [
        *((name, "online") for name in ("memory_centric", "round_robin", "random", "refine")),
        ("refine", "periodic"),
    ],
)
def test_runs_with_the_same_mapping_begin_anew(method, policy, engine):
    graph = numasim.trace_program("fft", size=16).graph
    partition, machine = numasim.partition(graph, "wb_libra", 8), load_machine("mesh-2x2")
    clusters = numasim.cluster_graph(partition)
    execution = {"engine": engine}
    mapping, same = (
        numasim.map_clusters(clusters, machine, method, policy=policy, every=200, seed=1) for _ in range(2)
    )
    expected = everything(simulate(partition, same, machine, execution))
    for _ in range(3):
        assert everything(simulate(partition, mapping, machine, execution)) == expected


# What is refused.


def test_the_graph_chooses_the_model_that_is_left_out():
    cyclic, acyclic = Graph(3, [0, 1, 2], [1, 2, 0]), Graph(3, [0, 1], [1, 2])
    for graph, execution, model in (
        (cyclic, {}, "supersteps"),
        (acyclic, {}, "dataflow"),
        (acyclic, {"steps": 2}, "supersteps"),
    ):
        chosen = one_core(graph, **execution)
        assert chosen.model == model
        assert everything(chosen) == everything(one_core(graph, model=model, **execution))


def test_a_cyclic_graph_is_refused_by_dataflow_naming_a_cycle():
    graph = Graph(5, [0, 1, 2, 3, 3], [1, 2, 3, 1, 4])
    with pytest.raises(CyclicGraphError) as error:
        one_core(graph, model="dataflow")
    assert str(error.value) == (
        "the graph has a cycle (1 -> 2 -> 3 -> 1), but dataflow runs each vertex once; "
        "use an acyclic graph, or leave `execution.model` out, which chooses supersteps for this graph"
    )


def test_an_edge_against_the_program_order_is_refused():
    graph = Graph(2, [0], [1], vertex={"program_order": [4, 3]}, name="trace")
    message = (
        "edge 0 of 'trace' runs from vertex 0 to vertex 1, "
        "against the vertex attribute 'program_order' (4 to 3); "
        "correct or remove the attribute"
    )
    with pytest.raises(GraphError, match=f"^{re.escape(message)}$"):
        one_core(graph)


def test_a_mapping_for_something_else_is_refused():
    partition = EdgePartition(Graph(2, [0], [1]), 1, [0])
    with pytest.raises(
        OptionError, match=r"^the mapping places 2 clusters, but the partition has 1; map this partition$"
    ):
        simulate(partition, Mapping([0, 0], 1), load_machine("mesh-1x1"))
    with pytest.raises(
        OptionError,
        match=r"^the mapping is for 1 cores, but the machine has 4; map the clusters onto this machine$",
    ):
        simulate(partition, Mapping([0], 1), load_machine("mesh-2x2"))
    with pytest.raises(OptionError) as error:
        simulate(partition, [0], load_machine("mesh-1x1"))
    assert str(error.value) == (
        "expected a mapping, such as that of `map_clusters`, got list; `Mapping(cores, num_cores)` makes one "
        "of a list of cores"
    )


def test_values_that_do_not_fit_the_memory_are_refused():
    graph = Graph(200, [0], [1])
    machine = load_machine({"base": "mesh-1x1", "memory": {"capacity": "4 KiB"}})
    with pytest.raises(OptionError) as error:
        simulate(EdgePartition(graph, 1, [0]), Mapping([0], 1), machine)
    assert str(error.value) == (
        "the values of 200 vertices, one block of 32 bytes each, do not fit into the memory of 4096 bytes; "
        "increase memory.capacity, or use `initial_values: preloaded`"
    )


def test_a_broken_law_is_a_bug_and_names_both_sides():
    graph = Graph(2, [0], [1], [5.0])
    partition = EdgePartition(graph, 1, [0])
    machine = load_machine("mesh-1x1")
    result = one_core(graph, initial_values="preloaded")
    broken = dataclasses.replace(result, scalars={**result.scalars, "cycles": 3})
    from numasim.schema.execution import as_execution

    with pytest.raises(InvariantError) as error:
        check_invariants(broken, prepare(partition), machine, as_execution({"initial_values": "preloaded"}))
    assert str(error.value) == (
        "the run violates an invariant of the execution model: T >= critical path: 3 is not >= 5"
    )
