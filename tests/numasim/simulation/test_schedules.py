"""Schedules on the simulated machine: the order holds, and the prediction is exact without contention."""

from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import graphs, machines

from mappers.clusters.cluster_graph import cluster_graph
from mappers.scheduling.schedule import Schedule
from mappers.scheduling.schedule_files import read_schedule, write_schedule
from mappers.scheduling.schedule_tasks import SCHEDULES
from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.simulation.map_onto_machine import map_clusters
from numasim.simulation.schedule_graph import schedule, simulate_schedule
from numasim.simulation.simulate import simulate
from partitioners.errors import ConfigError, CyclicGraphError, GraphError, OptionError
from partitioners.generators.task_graphs import cholesky
from partitioners.graph import Graph
from partitioners.partition_graph import partition

EXACT = {"network": "ideal", "initial_values": "preloaded", "aggregate_messages": False}
ENGINES = ("simpy", "compiled")


def whole(graph):
    """Cycles of each vertex with its in-edges."""
    work = np.ceil(graph.vertex.get("operation", np.zeros(graph.num_vertices)))
    return work + np.bincount(graph.dst, np.ceil(graph.weight), graph.num_vertices)


@settings(deadline=None, max_examples=examples(40))
@given(graphs(), machines(), st.sampled_from(SCHEDULES.builtins))
def test_the_predicted_times_are_the_simulated_ones_without_contention(graph, machine, method):
    made = schedule(graph, machine, method)
    assert (made.finish - made.start == whole(graph)).all()
    for engine in ENGINES:
        result = simulate_schedule(graph, made, machine, {**EXACT, "engine": engine})
        runs = result.vertex_finish >= 0
        assert result.vertex_finish[runs].tolist() == made.finish[runs].tolist()
        assert not whole(graph)[~runs].any()
        assert result.scalars["cycles"] == made.makespan


@settings(deadline=None, max_examples=examples(30))
@given(graphs(), machines(), st.sampled_from(SCHEDULES.builtins), st.booleans())
def test_the_order_of_each_core_holds_under_contention(graph, machine, method, in_memory):
    made = schedule(graph, machine, method)
    execution = {"network": "packet", "initial_values": "memory" if in_memory else "preloaded"}
    one, two = (simulate_schedule(graph, made, machine, {**execution, "engine": e}) for e in ENGINES)
    assert one.scalars == two.scalars
    finish, work = one.vertex_finish, whole(graph)
    before = made.before()
    for v in np.flatnonzero((before >= 0) & (finish >= 0)):
        if finish[before[v]] >= 0:
            assert finish[v] - work[v] >= finish[before[v]]
    operations = np.count_nonzero(graph.vertex.get("operation", 0))
    assert one.scalars["tasks"] >= graph.num_edges
    assert one.scalars["tasks"] <= graph.num_edges + max(operations, np.count_nonzero(work))
    sources = set(graph.src.tolist()) - set(graph.dst.tolist())
    assert one.scalars["memory_reads"] == (len(sources) if in_memory else 0)


@settings(deadline=None, max_examples=examples(30))
@given(
    graphs(),
    st.sampled_from(SCHEDULES.builtins),
    st.lists(st.sampled_from([0.3, 0.5, 1, 2, 7]), min_size=4, max_size=4),
)
def test_the_predicted_times_are_the_simulated_ones_on_cores_of_any_speeds(graph, method, speeds):
    machine = load_machine(
        {"base": "mesh-2x2", "core": {"speeds": {str(core): speed for core, speed in enumerate(speeds)}}}
    )
    made = schedule(graph, machine, method)
    takes = np.ceil(np.round(whole(graph) / np.array(speeds)[made.core], 9))
    assert (made.finish - made.start == takes).all()
    for engine in ENGINES:
        result = simulate_schedule(graph, made, machine, {**EXACT, "engine": engine})
        runs = result.vertex_finish >= 0
        assert result.vertex_finish[runs].tolist() == made.finish[runs].tolist()
        assert result.scalars["cycles"] == made.makespan


def test_heft_puts_a_long_task_on_a_fast_core():
    graph = Graph(3, [0, 0], [1, 2], [1000.0, 10.0])
    machine = load_machine({"base": "mesh-2x2", "core": {"speeds": {"3": 10}}})
    assert schedule(graph, machine, "heft").core[1] == 3


def test_an_order_that_is_not_the_levels_holds():
    """Three independent tasks on one core, the last first."""
    graph = Graph(3, [], [], vertex={"operation": np.array([5.0, 7.0, 9.0])})
    made = Schedule(np.zeros(3, np.int32), np.array([16.0, 9.0, 0.0]), np.array([21.0, 16.0, 9.0]), 1)
    for engine in ENGINES:
        result = simulate_schedule(graph, made, load_machine("mesh-1x1"), {"engine": engine})
        assert result.vertex_finish.tolist() == [21, 16, 9]


def test_a_limit_ends_a_schedule_in_the_same_state():
    graph, machine = cholesky(tiles=5), load_machine("mesh-2x2")
    made = schedule(graph, machine)
    one, two = (simulate_schedule(graph, made, machine, {"engine": e, "max_cycles": 3000}) for e in ENGINES)
    assert one.scalars == two.scalars
    assert one.scalars["completed"] == 0
    assert 0 < one.scalars["tasks"] < graph.num_edges + graph.num_vertices


def test_vertices_in_any_order_are_scheduled():
    graph = Graph(3, [2, 1], [1, 0], [0, 0], {"operation": np.array([1.0, 2.0, 3.0])})
    made = schedule(graph, load_machine("mesh-1x1"))
    assert made.start.tolist() == [5, 3, 0]


@settings(deadline=None, max_examples=examples(60))
@given(graphs(), machines(), st.sampled_from(SCHEDULES.builtins), st.randoms(use_true_random=False))
def test_tasks_without_work_run_in_the_order_of_the_dependences(
    tmp_path_factory, graph, machine, method, random
):
    """The numbers of the vertices say nothing about the order, and many tasks begin in the same cycle."""
    number = np.array(random.sample(range(graph.num_vertices), graph.num_vertices), int)
    work = np.array([random.choice([0.0, 0.0, 0.0, 3.0]) for _ in number])
    shuffled = Graph(
        number.size, number[graph.src], number[graph.dst], np.zeros(graph.num_edges), {"operation": work}
    )
    made = schedule(shuffled, machine, method)
    path = tmp_path_factory.mktemp("schedule") / "s.csv"
    write_schedule(made, path)
    read = read_schedule(path, number.size, machine.num_cores)
    for given_schedule in (made, read):
        one, two = (
            simulate_schedule(shuffled, given_schedule, machine, {**EXACT, "engine": engine})
            for engine in ENGINES
        )
        assert one.scalars == two.scalars
        assert one.scalars["cycles"] == made.makespan


def test_time_is_that_of_the_execution():
    graph, machine = cholesky(tiles=3, work=600.0), load_machine("mesh-2x1")
    one, two = (schedule(graph, machine, execution={"cycles_per_weight": c}) for c in (1, 10))
    assert two.finish.max() > 9 * one.finish.max()
    plain = Graph(2, [0], [1], [0.0], {"operation": np.array([10.0, 10.0])})
    far = schedule(plain, machine, "mct", {"value_bytes": "1 MiB"})
    assert far.makespan == 20


def test_what_is_no_schedule_of_the_graph_is_refused():
    graph, machine = cholesky(tiles=2), load_machine("mesh-2x1")
    made = schedule(graph, machine)

    def refused(given, on=machine, **execution):
        with pytest.raises(OptionError) as error:
            simulate_schedule(graph, given, on, execution)
        return str(error.value)

    assert refused(made, load_machine("mesh-2x2")) == "the schedule is for 2 cores, but the machine has 4"
    short = Schedule(made.core[:-1], made.start[:-1], made.finish[:-1], 2)
    assert refused(short) == "the schedule has 3 tasks, but the graph has 4 vertices"
    backwards = Schedule(np.zeros(4, np.int32), -made.start, -made.start, 2)
    assert refused(backwards) == (
        "the order of the schedule contradicts the dependences: each of these tasks waits for the one before "
        "it (0 -> 1 -> 0); correct the starts or the cores"
    )
    named = replace(graph, vertex={**graph.vertex, "original_id": np.array(["a", "b", "c", "d"])})
    with pytest.raises(OptionError, match=r"it \(a -> b -> a\); correct"):
        simulate_schedule(named, backwards, machine)
    with pytest.raises(OptionError) as error:
        schedule(graph, load_machine("table2"))
    assert str(error.value) == (
        "the machine 'table2' has one core per cluster, and a schedule has no clusters; use a machine with a "
        "mesh of a fixed size, such as mesh-4x4"
    )
    with pytest.raises(CyclicGraphError) as cyclic:
        schedule(Graph(2, [0, 1], [1, 0]), machine)
    assert str(cyclic.value) == (
        "the graph has a cycle (0 -> 1 -> 0), but a schedule runs each task once; remove one of these "
        "dependences"
    )


# What is no graph of tasks.


def test_an_undirected_graph_is_no_task_graph(tmp_path, capsys):
    drawn = nx.Graph()
    drawn.add_node("late", operation=1)
    drawn.add_node("early", operation=1)
    drawn.add_edge("early", "late", weight=0)
    cure = (
        "is undirected, so its edges do not say which task comes first; write a directed graph (in DOT "
        "`digraph` and `->`, in networkx a DiGraph)"
    )
    with pytest.raises(GraphError) as error:
        schedule(Graph.from_networkx(drawn, name="drawn"), load_machine("mesh-2x2"))
    assert str(error.value) == f"'drawn' {cure}"
    (tmp_path / "g.dot").write_text("graph { b [operation=1]; a [operation=2]; a -- b; }")
    (tmp_path / "g.graph").write_text("2 1\n2\n1\n")
    (tmp_path / "g.mtx").write_text("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")
    for name in ("g.dot", "g.graph", "g.mtx"):
        assert execute(["schedule", str(tmp_path / name), "--machine", "mesh-2x2"]) == 2
        assert cure in " ".join(capsys.readouterr().err.split())
    (tmp_path / "g.txt").write_text("0 1\n")  # the lines of an edge list are directed edges
    assert execute(["schedule", str(tmp_path / "g.txt"), "--machine", "mesh-2x2"]) == 0


NO_WORK = (
    "no vertex has `operation`, so every dependence has work 1 and tasks without dependences none; name the "
    "attribute with the work of a task (`vertex_work`, --vertex-work); known: weight"
)
WORK_OF_EDGES = (
    "every dependence adds work 1 to the task that reads it, beside its `operation`; with `vertex_work: "
    "operation` (--vertex-work), or with `weight` 0 on the edges, it adds none"
)


@pytest.mark.parametrize(
    ("nodes", "options", "note"),
    [
        ("a [weight=1000]; b [weight=1000];", [], NO_WORK),
        ("a [weight=1000]; b [weight=1000];", ["--vertex-work", "weight"], None),
        ("a [operation=1000]; b [operation=1000];", [], WORK_OF_EDGES),
        ("a [operation=1000]; b [operation=1000];", ["--vertex-work", "operation"], None),
    ],
)
def test_dependences_with_the_work_of_an_edge_are_told(nodes, options, note, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("g.dot").write_text(f"digraph g {{ {nodes} a -> b [bytes=64]; }}")
    assert execute(["schedule", "g.dot", "--machine", "mesh-2x2", *options]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert told.count("work 1") == (note is not None)
    assert note is None or note in told
    key = f", vertex_work: {options[1]}" if options else ""
    Path("e.yaml").write_text(
        f"workload: {{graph: g.dot{key}}}\nschedule: {{method: heft}}\nmachine: mesh-2x2\n"
    )
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1", "--no-pictures"]) == 0
    warnings = str(pd.read_csv("out/results.csv").get("warnings", pd.Series([""])).iloc[0])
    assert (note in warnings) if note else "work 1" not in warnings


def test_a_machine_may_be_given_by_name():
    graph = cholesky(tiles=2)
    made = schedule(graph, "mesh-2x1")
    assert (made.core == schedule(graph, load_machine("mesh-2x1")).core).all()
    cut = partition(graph, "block", parts=2)
    placed = map_clusters(cluster_graph(cut), "mesh-2x1", "greedy")
    assert simulate_schedule(graph, made, "mesh-2x1").scalars["cycles"] > 0
    assert simulate(cut, placed, "mesh-2x1").scalars["cycles"] > 0
    with pytest.raises(OptionError, match=r"^expected a schedule, such as that of `schedule`, got NoneType$"):
        simulate_schedule(graph, None, "mesh-2x1")
    for call in (
        lambda: schedule(graph, "mesh-2"),
        lambda: simulate(cut, placed, "mesh-2"),
        lambda: map_clusters(cluster_graph(cut), "mesh-2"),
    ):
        with pytest.raises(ConfigError, match="mesh-2"):
            call()
