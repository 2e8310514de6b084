"""Times of classes of tasks on classes of cores: a published example, both engines, bounds, refusals."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scheduling_problems import HEFT_COSTS, HEFT_EDGES
from strategies import graphs, mappings, partitions
from test_engines import in_both
from test_run_time_schedulers import ENGINES, scheduler

import numasim
from mappers.mapping import Mapping
from mappers.scheduling.schedule_tasks import SCHEDULES
from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.program.task_times import mean_speeds
from numasim.simulation.schedule_graph import schedule, simulate_schedule
from numasim.simulation.simulate import simulate
from numasim.trace.instructions import OpcodeClass
from partitioners.errors import ConfigError, OptionError
from partitioners.generators.task_graphs import cholesky
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition

EXACT = {"network": "ideal", "initial_values": "preloaded", "aggregate_messages": False}
TASKS, CORES = ("a", "b", "other"), ("fast", "gpu", "slow")
PLACES = {"fast": "0", "gpu": [1], "slow": ["2-2"]}


def machine(base="mesh-2x2", **core):
    return load_machine({"base": base, "core": {"classes": PLACES, **core}})


# The published example, through the whole machine.

SCALE = 10_000
"""Cycles per unit of time. Messages then take their data alone, up to 22 cycles for their hops."""


def of_the_paper():
    """The example of Topcuoglu, Hariri and Wu: a class for each task, three classes of cores."""
    names = np.array([f"task {v}" for v in range(len(HEFT_COSTS))])
    src, dst = np.array(list(HEFT_EDGES)).T - 1  # the paper counts from 1
    flits = SCALE * np.array(list(HEFT_EDGES.values()))
    ones = {"operation": np.ones(names.size), "kind": names}
    graph = Graph(names.size, src, dst, np.zeros(src.size), ones, edge_bytes=16 * flits - 8)
    cycles = {
        name: {cores: SCALE * time for cores, time in zip(PLACES, times, strict=True)}
        for name, times in zip(names.tolist(), HEFT_COSTS, strict=True)
    }
    return graph, machine("mesh-3x1", task_cycles=cycles)


@pytest.mark.parametrize(("method", "length", "first_core"), [("heft", 80, 2), ("cpop", 86, 1)])
def test_the_published_schedules_run_on_the_machine(method, length, first_core):
    graph, table = of_the_paper()
    made = schedule(graph, table, method)
    assert length * SCALE <= made.makespan < length * SCALE + 150
    assert made.core[0] == first_core
    for engine in ENGINES:
        result = simulate_schedule(graph, made, table, {**EXACT, "engine": engine})
        assert result.scalars["cycles"] == made.makespan
        assert result.vertex_finish.tolist() == made.finish.tolist()


# The prediction and both engines.

SPEEDS = [0.3, 0.5, 1, 2, 7]


@st.composite
def tables(draw, *, cycles=True):
    """The speeds and tables of a core: for each class of tasks and of cores a speed, cycles, or neither."""
    speed = st.sampled_from(SPEEDS)
    core = {
        "speeds": draw(st.dictionaries(st.sampled_from(["fast", "gpu", "3"]), speed)),
        "task_speeds": {task: {} for task in TASKS},
        "task_cycles": {},
    }
    for task in TASKS:
        for cores in CORES:
            kind = draw(st.sampled_from(["neither", "speed", *(["cycles"] if cycles else [])]))
            if kind == "speed":
                core["task_speeds"][task][cores] = draw(speed)
            elif kind == "cycles":
                core["task_cycles"].setdefault(task, {})[cores] = draw(st.integers(1, 9))
    return core


def with_kinds(graph, names, *, edges=True):
    weight = graph.weight if edges else np.zeros(graph.num_edges)
    kinds = np.array(names[: graph.num_vertices])
    return replace(graph, weight=weight, vertex={**graph.vertex, "kind": kinds})


NAMES = st.lists(st.sampled_from(["a", "b", "c"]), min_size=10, max_size=10)


def takes(core, cores, name, cycles):
    """The cycles of a task by the definition: the table, then the speed, then its own."""
    row = name if name in ("a", "b") else "other"
    place = [*CORES, "3"][cores]
    if not cycles:
        return 0
    if place in core["task_cycles"].get(row, {}):
        return core["task_cycles"][row][place]
    speed = core["task_speeds"][row].get(place, core["speeds"].get(place, 1))
    return -(-cycles // Fraction(str(speed)))


@settings(deadline=None, max_examples=examples(30))
@given(graphs(), NAMES, tables(), st.sampled_from(SCHEDULES.builtins))
def test_the_predicted_times_are_the_simulated_ones(graph, names, core, method):
    graph, table = with_kinds(graph, names, edges=False), machine(**core)
    work = np.ceil(graph.vertex.get("operation", np.zeros(graph.num_vertices))).astype(int).tolist()
    made = schedule(graph, table, method)
    expected = [takes(core, *each) for each in zip(made.core, names, work, strict=False)]
    assert (made.finish - made.start).tolist() == expected
    for engine in ENGINES:
        result = simulate_schedule(graph, made, table, {**EXACT, "engine": engine})
        runs = result.vertex_finish >= 0
        assert result.vertex_finish[runs].tolist() == made.finish[runs].tolist()
        assert result.scalars["cycles"] == made.makespan
        assert result.tables["clusters"]["work"].sum() == sum(expected)
        assert not sum(expected) or result.scalars["makespan_ratio"] >= 1 - 1e-12


@settings(deadline=None, max_examples=examples(40))
@given(
    st.data(),
    partitions(),
    NAMES,
    tables(cycles=False),
    st.sampled_from(["none", "nearest", "random", "most_loaded"]),
    st.sampled_from(["program_order", "lifo"]),
)
def test_both_engines_run_classes_the_same(data, cut, names, core, stealing, scheduler):
    graph = with_kinds(cut.graph, names)
    label = cut.cluster_of_edge if isinstance(cut, EdgePartition) else cut.cluster_of_vertex
    cut = type(cut)(graph, cut.parts, label)
    mapping = data.draw(mappings(cut.parts, 4))
    execution = {"stealing": stealing, "scheduler": scheduler, "steal_threshold": 1, "model": "dataflow"}
    result = in_both(cut, mapping, machine(**core), execution)
    assert not result.scalars["work_cycles"] or result.scalars["makespan_ratio"] >= 1 - 1e-12
    if stealing == "none":
        work = np.zeros(cut.parts, int)
        core_of = mapping.core_of_cluster
        for e, cluster in enumerate(cut.cluster_of_edge.tolist()):
            work[cluster] += takes(core, core_of[cluster], names[graph.dst[e]], int(graph.weight[e]))
        if "operation" not in graph.vertex:
            assert result.tables["clusters"]["work"].tolist() == work.tolist()


def test_tables_that_only_repeat_the_speeds_change_nothing():
    graph = cholesky(tiles=4, variation=0.5, seed=2)
    kinds = sorted(set(graph.vertex["kind"].tolist()))
    plain = load_machine({"base": "mesh-2x2", "core": {"speeds": {"0": 3, "1": 0.3}}})
    same = machine(task_speeds={kind: {"fast": 3, "gpu": 0.3} for kind in kinds})
    for method in SCHEDULES.builtins:
        one, two = (schedule(graph, each, method) for each in (plain, same))
        assert one.core.tolist() == two.core.tolist()
        assert one.start.tolist() == two.start.tolist()
        ran = [simulate_schedule(graph, one, each).scalars for each in (plain, same)]
        for name, value in ran[0].items():
            assert ran[1][name] == pytest.approx(value, rel=1e-3), name
            assert ran[1][name] == value or name in ("makespan_ratio", "core_utilisation")


def test_heft_puts_each_kernel_on_the_cores_made_for_it():
    graph = cholesky(tiles=6)
    table = machine(task_speeds={"gemm": {"gpu": 50}, "other": {"gpu": 0.1}})
    core, kind = schedule(graph, table).core, graph.vertex["kind"]
    on_gpu = {name: float((core[kind == name] == 1).mean()) for name in sorted(set(kind.tolist()))}
    assert on_gpu.pop("gemm") == 1
    assert max(on_gpu.values()) == 0


def test_a_thief_runs_a_task_in_the_time_of_its_class():
    """Two tasks of 100 cycles on core 0; the neighbour steals one and runs its class at speed 4."""
    weights, kinds = np.array([100.0, 100.0]), np.array(["x", "a", "a"])
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], weights, {"kind": kinds}), 1, [0, 0])
    table = load_machine(
        {
            "base": "mesh-2x1",
            "core": {"classes": {"thief": 1}, "task_speeds": {"a": {"thief": 4}, "x": {}}},
        }
    )
    execution = {"initial_values": "preloaded", "steal_threshold": 1, "stealing": "nearest"}
    result = in_both(cut, Mapping([0], 2), table, execution)
    assert result.tables["cores"]["compute"].tolist() == [100, 25]
    assert result.tables["cores"]["stolen_cycles"].tolist() == [0, 25]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_time_scheduler_sees_the_times(engine):
    seen = []

    class Watching:
        def next_task(self, core, ready, state):
            seen.append([state.cycles_of(ready, each).tolist() for each in range(4)])
            return ready[0]

    weights, kinds = np.array([10.0, 10.0]), np.array(["b", "a", "b"])
    cut = VertexPartition(Graph(3, [0, 0], [1, 2], weights, {"kind": kinds}), 1, [0, 0, 0])
    table = machine(speeds={"fast": 2}, task_speeds={"a": {"gpu": 4}, "b": {}})
    with scheduler(lambda program: Watching()) as name:
        simulate(cut, Mapping([0], 4), table, {"scheduler": name, "engine": engine})
    assert seen == [[[5, 5], [3, 10], [10, 10], [10, 10]], [[5], [10], [10], [10]]]


def test_the_classes_of_a_traced_program_are_those_of_its_instructions():
    codes = np.array([OpcodeClass.LOAD, OpcodeClass.DIVIDE], np.uint8)
    operation = {"operation": np.array([5.0, 100.0]), "opcode_class": codes}
    graph = Graph(2, [0], [1], [0.0], operation)
    table = machine(task_speeds={"divide": {"fast": 10}, "other": {}})
    made = schedule(graph, table)
    assert made.core.tolist() == [0, 0]
    assert made.makespan == 15


# The bound of the work: sum over tasks of min over cores of weight * time, for weights of sum 1.


def test_the_bound_weighs_cores_by_their_mean_speed():
    operation = {"operation": np.array([40.0, 40.0]), "kind": np.array(["a", "b"])}
    graph = Graph(2, [], [], None, operation)
    table = load_machine(
        {
            "base": "mesh-2x1",
            "core": {"classes": {"left": 0}, "task_speeds": {"a": {"left": 4}, "b": {"left": 0.5}}},
        }
    )
    made = schedule(graph, table)
    scalars = simulate_schedule(graph, made, table, EXACT).scalars
    # Mean speeds 80/90 and 1: (80/90 min(10, 45) ...) is 8.9 + 40 over 1.9; equal weights: (10 + 40) / 2.
    bound = max((min(80 / 90 * 10, 40) + min(80 / 90 * 80, 40)) / (80 / 90 + 1), (10 + 40) / 2)
    assert scalars["cycles"] == 40
    assert scalars["critical_path_cycles"] == 40
    assert scalars["makespan_ratio"] == 1
    assert scalars["core_utilisation"] == pytest.approx(bound / 40)


# Mappers.


def test_mappers_see_the_mean_speeds():
    operation = {"operation": np.array([30.0, 10.0]), "kind": np.array(["a", "b"])}
    graph = Graph(2, [0], [1], [0.0], operation)
    table = machine(speeds={"slow": 0.5}, task_speeds={"a": {"fast": 3}, "b": {"gpu": 0.25}})
    assert mean_speeds(graph, table) == (40 / 20, 40 / 70, 40 / 80, 1)
    assert mean_speeds(Graph(2, [0], [1], [0.0], {"kind": operation["kind"]}), table) == (1, 1, 0.5, 1)


def test_an_experiment_maps_by_the_mean_speeds(tmp_path):
    text = (
        "workload: {generator: cholesky, tiles: 6}\npartition: {method: libra, parts: 32}\n"
        "mapping: {method: greedy}\nmachine:\n  base: mesh-2x2\n"
        "  core: {classes: {gpu: 3}, SPEEDS}\nexecution: {scheduler: critical_path}\n"
    )
    held = {}
    for name, speeds in (("class", "task_speeds: {other: {gpu: 5}}"), ("plain", "speeds: {gpu: 5}")):
        (tmp_path / "e.yaml").write_text(text.replace("SPEEDS", speeds))
        numasim.run(tmp_path / "e.yaml", tmp_path / name, workers=1)
        clusters = pd.read_parquet(tmp_path / name / "clusters.parquet")
        held[name] = clusters["core"].value_counts().to_dict()
    assert held["class"] == held["plain"]
    assert held["plain"][3] == 20  # of 32 clusters, five of eight


# What is refused.

REFUSED = {
    "number": (
        {"classes": {"4": 0}},
        "classes.4: expected a name that begins with a letter, such as fast, got '4'",
    ),
    "no cores": ({"classes": {"a": []}}, "classes.a: has no cores; name one, or remove the class"),
    "no group": (
        {"classes": {"a": "0:3"}},
        "classes.a: '0:3' names no cores; expected a core such as 5, or a range such as 0-3",
    ),
    "two classes": (
        {"classes": {"a": "0-2", "b": [2]}},
        "classes.b: core 2 is in 'a' and in 'b'; name it once",
    ),
    "no such core": (
        {"classes": {"a": [1, "3-4"]}},
        "classes.a: there is no core 4; the machine has the cores 0 .. 3",
    ),
    "speed": ({"speeds": {"fats": 2}}, "speeds.fats: unknown class of cores 'fats'; did you mean 'fast'?"),
    "no classes": (
        {"classes": {}, "speeds": {"fast": 2}},
        "speeds.fast: unknown class of cores 'fast'; define it in `core.classes`",
    ),
    "speed twice": (
        {"speeds": {"fast": 2, "0-1": 3}},
        "speeds.0-1: core 0 is in 'fast' and in '0-1'; name it once",
    ),
    "column": (
        {"task_speeds": {"a": {"tpu": 2}}},
        "task_speeds.a.tpu: unknown class of cores 'tpu'; did you mean 'gpu'?",
    ),
    "zero": (
        {"task_speeds": {"a": {"gpu": 0}}},
        "task_speeds.a.gpu: expected a speed from 0.001 to 1000 with at most three decimals, got 0",
    ),
    "negative": (
        {"task_speeds": {"a": {"gpu": -2}}},
        "task_speeds.a.gpu: expected a speed from 0.001 to 1000 with at most three decimals, got -2",
    ),
    "no cycles": (
        {"task_cycles": {"a": {"gpu": 0}}},
        "task_cycles.a.gpu: expected cycles from 1 to 2147483647, got 0",
    ),
    "fraction": ({"task_cycles": {"a": {"gpu": 1.5}}}, "task_cycles.a.gpu: expected an integer, got 1.5"),
    "row": (
        {"task_speeds": {"a": 2}},
        "task_speeds.a: expected a mapping of classes of cores, such as {gpu: 8}, got 2",
    ),
    "both": (
        {"task_speeds": {"a": {"gpu": 2}}, "task_cycles": {"a": {"gpu": 2}}},
        "task_cycles.a.gpu: 'a' has a speed on 'gpu' in `task_speeds` too; remove one of them",
    ),
}


@pytest.mark.parametrize(("core", "message"), REFUSED.values(), ids=REFUSED)
def test_tables_that_cannot_be_are_refused(core, message):
    with pytest.raises(ConfigError) as error:
        machine(**core)
    assert str(error.value).endswith(f"core.{message}")
    assert len(str(error.value).splitlines()) == 1


def test_a_class_without_a_row_is_refused():
    graph = cholesky(tiles=3)
    cure = "add one to `core.task_speeds`, or a row 'other' for all classes without one"
    with pytest.raises(OptionError) as error:
        schedule(graph, machine(task_speeds={"gemm": {"gpu": 8}, "potrf": {}}))
    assert str(error.value) == (
        f"the tasks of {graph.name!r} have classes without a row in the machine's tables: 'syrk', 'trsm'; "
        f"{cure}; the tables have rows for gemm, potrf"
    )
    plain = Graph(2, [0], [1], [100.0], name="plain")
    with pytest.raises(OptionError) as error:
        schedule(plain, machine(task_cycles={"gemm": {"gpu": 8}}))
    assert str(error.value) == (
        f"the tasks of 'plain' have no classes, and the machine has times for classes; {cure}"
    )
    assert schedule(plain, machine(task_speeds={"other": {"gpu": 8}})).core[1] == 1


def test_cycles_of_a_task_in_several_parts_are_refused():
    cut = EdgePartition(Graph(2, [0], [1], [3.0], {"kind": np.array(["a", "b"])}, "two"), 1, [0])
    table = machine(task_cycles={"b": {"gpu": 8}, "other": {}})
    with pytest.raises(OptionError) as error:
        simulate(cut, Mapping([0], 4), table, {})
    assert str(error.value) == (
        "`core.task_cycles` has a row for 'b', but edge 0 of 'two' has work of its own, so a task "
        "has several parts; use `core.task_speeds`, or give the edges the weight 0"
    )


@pytest.mark.parametrize(
    ("core", "line"),
    [
        (
            "classes: {gpu: 9}",
            "1:49: machine.core.classes.gpu: there is no core 9; the machine has the cores 0 .. 3",
        ),
        (
            "task_speeds: {gemm: {gpu: 2}}",
            "1:55: machine.core.task_speeds.gemm.gpu: unknown class of cores 'gpu'; define it in "
            "`core.classes`",
        ),
        (
            "classes: {gpu: 1}, task_speeds: {gemm: {gpu: 0}}",
            "1:79: machine.core.task_speeds.gemm.gpu: expected a speed from 0.001 to 1000 with at most three "
            "decimals, got 0",
        ),
        (
            "classes: {gpu: 1}, task_speeds: {gemm: {gpu: 2}}",
            "1:53: machine.core.task_speeds: `core.task_speeds` needs `memory_model: traced`, got "
            "'simulated'; set it, or leave out this key",
        ),
    ],
)
def test_check_refuses_tables_with_their_line(tmp_path, monkeypatch, capsys, core, line):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(
        f"machine: {{base: mesh-2x2, core: {{{core}}}}}\nworkload: {{generator: cholesky, tiles: 3}}\n"
        "partition: {method: libra, parts: 4}\nexecution: {memory_model: simulated}\n"
    )
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr().err == f"e.yaml:{line}\n"


def test_an_experiment_has_classes(tmp_path):
    """The table of a schedule has the simulated start at the time of the class on the core."""
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: cholesky, tiles: 3}\nschedule: {method: heft}\nmachine:\n  base: mesh-2x2\n"
        "  core: {classes: {gpu: [1, 2-3]}, task_speeds: {gemm: {gpu: 8}, other: {}}}\n"
        "execution: {network: ideal, initial_values: preloaded, aggregate_messages: false}\n"
    )
    results = numasim.run(tmp_path / "e.yaml", tmp_path / "r", workers=1)
    tasks = pd.read_parquet(tmp_path / "r" / "schedule.parquet")
    assert (tasks["start"] == tasks["simulated_start"]).all()
    assert (tasks["end"] == tasks["simulated_end"]).all()
    assert results["cycles"].tolist() == results["predicted_cycles"].tolist()
