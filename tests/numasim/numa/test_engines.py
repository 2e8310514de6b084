"""Both engines run one model, so their results are the same to the last counter."""

import re

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import machines, mappings, partitions

import numasim.numa.compiled.tables
from mappers.mapping import Mapping, OnlineMapping
from numasim.machine.machine import load_machine
from numasim.numa.compiled.loop import advance
from numasim.numa.compiled.run import Run as CompiledRun
from numasim.numa.shared.run_inputs import RunInputs
from numasim.numa.simpy_engine.run import Run as SimPyRun
from numasim.program.program import prepare
from numasim.schema.execution import as_execution
from numasim.simulation.simulate import simulate
from partitioners.errors import InvariantError, OptionError
from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.partition_graph import partition

ENGINES = ("simpy", "compiled")
MODELS = st.sampled_from(["dataflow", "supersteps"])


def everything(result):
    """All numbers of a result and their types, comparable with ==."""
    return (
        {name: (type(value), value) for name, value in result.scalars.items()},
        {name: (table.dtypes.to_dict(), table.to_dict("list")) for name, table in result.tables.items()},
        (result.vertex_finish.dtype, result.vertex_finish.tolist()),
        (result.core_of_cluster.dtype, result.core_of_cluster.tolist()),
        result.warnings,
    )


def counters(run):
    """All that the components of a run have counted, more than a result tells, comparable with ==."""
    servers = {
        name: [(s.served, s.busy_ticks, s.wait_cycles) for s in getattr(run.network, name, [])]
        for name in ("links", "injection", "ejection")
    }
    links = {name: counts.tolist() for name, counts in run.network.link_counts().items()}
    return (
        run.finished_at,
        list(run.vertex_finish),
        list(run.core_of_cluster),
        (list(run.cluster_start), list(run.cluster_finish)),
        {kind: list(cycles) for kind, cycles in run.cluster_cycles.items()},
        [(c.tasks, c.compute, c.memory, c.network, c.synchronisation) for c in run.cores],
        servers,
        links,
        [
            (c.served, c.busy_ticks, c.wait_cycles, c.row_hits, c.row_misses, c.row_conflicts)
            for c in run.memory.controllers
        ],
        (run.memory.reads, run.memory.writes, run.local_messages),
        (run.values, run.memory.traffic, run.barrier.traffic),
    )


def assert_equal_runs(program, mapping, machine, **what):
    """Both engines count the same; the compiled one's run."""
    inputs = RunInputs(program, mapping, machine, **what)
    simpy, compiled = (kind(inputs) for kind in (SimPyRun, CompiledRun))
    simpy.execute()
    compiled.execute()
    assert counters(compiled) == counters(simpy)
    return compiled


def in_both(partition, mapping, machine, execution):
    """The result, which is the same from both engines."""
    simpy, compiled = (simulate(partition, mapping, machine, {**execution, "engine": e}) for e in ENGINES)
    assert everything(compiled) == everything(simpy)
    return compiled


class Spread:
    """An on-line mapper whose choice depends on all that it is told; it remembers what that was."""

    def __init__(self):
        self.asked = []

    def place(self, ready, state):
        self.asked.append((ready.dtype, ready.tolist(), state.clusters.tolist(), state.work.tolist()))
        return (ready * 7 + state.clusters.sum() + state.work.argmin()) % state.clusters.size


# Equal.


@settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(configurations())
def test_both_engines_give_the_same_result(run):
    in_both(*run)


@pytest.mark.slow  # the compiled engine for cycles and blocks of 64 bits is compiled for it alone
@settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(configurations(wide=True))
def test_both_engines_give_the_same_result_with_wide_tables(run):
    in_both(*run)


@settings(deadline=None, max_examples=examples(80))
@given(
    st.data(), MODELS, machines(), st.sampled_from(["ideal", "packet", "flit"]), st.booleans(), st.booleans()
)
def test_every_component_counts_the_same_under_any_priorities(
    data, model, machine, network, aggregate_messages, in_memory
):
    cut = data.draw(partitions(acyclic=model == "dataflow"))
    mapping = data.draw(mappings(cut.parts, machine.num_cores))
    program = prepare(
        cut, model=model, steps=1 if model == "dataflow" else 2, aggregate_messages=aggregate_messages
    )
    priorities = st.lists(st.integers(-2, 2), min_size=program.num_tasks, max_size=program.num_tasks)
    assert_equal_runs(
        program,
        mapping,
        machine,
        network=network,
        priority=np.array(data.draw(priorities), np.int64),
        value_bytes=data.draw(st.sampled_from([0, 8, 100])),
        inputs_in_memory=in_memory,
    )


@settings(deadline=None, max_examples=examples(8))
@given(
    st.integers(0, 99),
    MODELS,
    st.sampled_from(["packet", "flit"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["given", "ties", "one"]),
)
def test_a_crowded_machine_counts_the_same(seed, model, network, edge_cut, aggregate_messages, priority):
    graph = rmat(scale=7, edge_factor=6, seed=seed)
    clusters = np.random.default_rng(seed).integers(
        0, 40, graph.num_vertices if edge_cut else graph.num_edges
    )
    cut = (VertexPartition if edge_cut else EdgePartition)(graph, 40, clusters)
    steps = 1 if model == "dataflow" else 2
    program = prepare(
        cut, model=model, steps=steps, aggregate_messages=aggregate_messages, cycles_per_weight=3.7
    )
    run = assert_equal_runs(
        program,
        Mapping(np.arange(40) * 3 % 16, 16),
        load_machine(
            {
                "base": "mesh-4x4",
                "core": {"mshrs": 4},
                "memory": {"page": "256 B"},
                "network": {"router": {"vcs": 1, "buffer_flits": 2}},
            }
        ),
        network=network,
        priority={
            "given": program.order,
            "ties": program.order % 5,
            "one": np.zeros(program.num_tasks, np.int64),
        }[priority],
        value_bytes=40,
        inputs_in_memory=True,
    )
    counts = run.network.link_counts()
    if network == "packet":
        assert sum(port.wait_cycles for port in run.network.injection) > 0
        assert counts["wait_cycles"].sum() > 0
    else:
        assert (counts["buffered_flit_cycles"] > counts["credit_stall_cycles"]).any()
        assert counts["credit_stall_cycles"].sum() > 0


@settings(deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(configurations(memory_model="traced", max_cycles=None))
def test_both_engines_ask_an_on_line_mapper_the_same(run):
    cut, _, machine, execution = run
    asked, results = [], []
    for engine in ENGINES:
        mapper = Spread()
        mapping = OnlineMapping(lambda mapper=mapper: mapper, cut.parts, machine.num_cores)
        results.append(everything(simulate(cut, mapping, machine, {**execution, "engine": engine})))
        asked.append(mapper.asked)
    assert asked[0] == asked[1]
    assert results[0] == results[1]


@pytest.mark.slow  # the compiled engine for times of 64 bits is compiled for it alone
@settings(deadline=None, max_examples=examples(30))
@given(st.data(), st.lists(st.integers(0, 2**44), min_size=1, max_size=12))
def test_long_and_short_times_lie_side_by_side(data, lengths):
    count = len(lengths)
    src = [data.draw(st.integers(0, k)) for k in range(count)]
    graph = Graph(count + 1, src, np.arange(1, count + 1), np.array(lengths, float))
    cut = EdgePartition(graph, 4, [data.draw(st.integers(0, 3)) for _ in range(count)])
    result = in_both(cut, Mapping([0, 1, 2, 2], 4), load_machine("mesh-2x2"), {})
    assert result.scalars["work_cycles"] == sum(lengths)


@pytest.mark.parametrize("network", ["packet", "flit"])
def test_thousands_of_messages_of_one_cycle_leave_by_number(network):
    # Four clusters of one core, whose vertices take turns; all of them send in cycle 0.
    count = 4_000
    graph = Graph(count + 1, np.arange(count), np.full(count, count), np.zeros(count))
    cut = VertexPartition(graph, 5, np.append(np.arange(count) * 7 % 4, 4))
    result = in_both(
        cut,
        Mapping([0, 0, 0, 0, 3], 4),
        load_machine("mesh-2x2"),
        {"initial_values": "preloaded", "network": network},
    )
    assert result.scalars["messages_remote"] == count
    if network == "packet":
        assert result.scalars["cycles"] == count - 1 + 2 + 5 * 3
    else:
        assert result.scalars["cycles"] > count - 1 + 2 + 5 * 3


@settings(deadline=None, max_examples=examples(30))
@given(st.data(), machines(), st.integers(1, 40))
def test_one_message_at_a_time_takes_as_long_on_every_network(data, machine, value_bytes):
    # A chain, and buffers that hold a packet's flits until the first credits are back.
    router = {**machine.network.router.model_dump(), "buffer_flits": 64}
    machine = load_machine(
        {
            **machine.model_dump(mode="json"),
            "network": {**machine.network.model_dump(), "router": router},
        }
    )
    count = data.draw(st.integers(1, 8))
    graph = Graph(count + 1, np.arange(count), np.arange(1, count + 1))
    clusters = [data.draw(st.integers(0, 3)) for _ in range(count)]
    mapping = data.draw(mappings(4, machine.num_cores))
    execution = {
        "initial_values": data.draw(st.sampled_from(["memory", "preloaded"])),
        "value_bytes": f"{value_bytes} B",
    }
    ideal, packet, flit = (
        in_both(EdgePartition(graph, 4, clusters), mapping, machine, {**execution, "network": network})
        for network in ("ideal", "packet", "flit")
    )
    assert ideal.vertex_finish.tolist() == packet.vertex_finish.tolist() == flit.vertex_finish.tolist()
    assert ideal.tables["cores"].equals(packet.tables["cores"])
    assert ideal.tables["cores"].equals(flit.tables["cores"])


def test_isolated_vertices_with_and_without_an_operation():
    graph = Graph(6, [0], [1], [2.0], {"operation": [0.0, 3.0, 0.0, 5.0, 1.0, 0.0]})
    for model in ("dataflow", "supersteps"):
        result = in_both(
            EdgePartition(graph, 3, [1]), Mapping([0, 1, 0], 2), load_machine("mesh-2x1"), {"model": model}
        )
        assert (result.vertex_finish >= 0).tolist() == [True, True, False, True, True, False]


def test_nothing_to_do_takes_no_time():
    for model in ("dataflow", "supersteps"):
        result = in_both(
            EdgePartition(Graph(3, [], []), 2, []),
            Mapping([0, 0], 1),
            load_machine("mesh-1x1"),
            {"model": model},
        )
        assert result.scalars["tasks"] == 0


def test_the_same_run_twice_gives_the_same():
    cut = partition(rmat(scale=9, edge_factor=8), "random", 16)
    machine, mapping = load_machine("mesh-4x4"), Mapping(np.arange(16), 16)
    first, second = (simulate(cut, mapping, machine, {"engine": "compiled"}) for _ in range(2))
    assert everything(first) == everything(second)


# What is refused, in the same words.


class Wrong:
    """Places the first clusters that it is asked about, and then answers nonsense."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def place(self, ready, state):
        return next(self.answers)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([np.array([4])], "returned array([4]) for 1 clusters"),
        ([np.array([0]), np.array([0.5])], "returned array([0.5]) for 1 clusters"),
        ([np.array([0]), np.array([1]), [-1, 0]], "returned array([-1,  0]) for 1 clusters"),
    ],
)
def test_a_mapper_that_returns_no_cores_is_refused(engine, answers, message):
    graph = Graph(3, [0, 1], [1, 2])
    # The third cluster has nothing to do.
    mapping = OnlineMapping(lambda: Wrong(answers), 3, 4, method="wrong")
    with pytest.raises(OptionError) as error:
        simulate(EdgePartition(graph, 3, [0, 1]), mapping, load_machine("mesh-2x2"), {"engine": engine})
    assert str(error.value) == f"mapper 'wrong' {message}; it must return one core of 0 .. 3 for each"


def test_more_rows_than_31_bits_count_are_refused(monkeypatch):
    monkeypatch.setattr(numasim.numa.compiled.tables, "MAX_ROWS", 4)
    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    message = (
        "the compiled engine supports at most 4 transactions and tasks, got 5 and 3; "
        "use `engine: simpy` or fewer edges"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        simulate(cut, Mapping([0], 1), load_machine("mesh-1x1"), {"engine": "compiled"})


def test_a_run_that_does_not_come_to_its_end_is_a_bug():
    program = prepare(EdgePartition(Graph(2, [0], [1]), 1, [0]))
    machine = load_machine("mesh-1x1")
    inputs = RunInputs(
        program,
        Mapping([0], 1),
        machine,
        network="ideal",
        priority=program.order,
        value_bytes=8,
        inputs_in_memory=False,
    )
    run = CompiledRun(inputs)
    run._state.counts[:] = 0  # as if nothing were due
    with pytest.raises(InvariantError) as error:
        run.execute()
    assert str(error.value) == (
        "0 of 1 tasks were run by cycle 0, and no events are left; the unfinished work:\n"
        "  core 0: vertex 0 waits for nothing, but was not run"
    )


# Which of them runs.


def engine_of(execution, machine):
    """The engine that runs a small program."""
    used = []
    with pytest.MonkeyPatch.context() as patch:
        for name, kind in (("simpy", SimPyRun), ("compiled", CompiledRun)):
            original = kind.execute

            def execute(run, name=name, original=original):
                used.append(name)
                original(run)

            patch.setattr(kind, "execute", execute)
        simulate(EdgePartition(Graph(2, [0], [1]), 1, [0]), Mapping([0], 1), machine, execution)
    (name,) = used
    return name


def test_the_engine_is_compiled_where_it_can_be():
    machine = load_machine("mesh-1x1")
    slow = load_machine({"base": "mesh-1x1", "memory": {"latency": f"{2**53 + 1} cycles"}})
    assert engine_of({}, machine) == "compiled"
    assert engine_of({"engine": "compiled"}, machine) == "compiled"
    assert engine_of({"engine": "simpy"}, machine) == "simpy"
    assert engine_of({}, slow) == "simpy"


def test_what_the_compiled_engine_cannot_run_is_refused():
    cut, mapping = EdgePartition(Graph(2, [0], [1]), 1, [0]), Mapping([0], 1)
    slow = load_machine({"base": "mesh-1x1", "memory": {"latency": f"{2**53 + 1} cycles"}})
    with pytest.raises(OptionError) as error:
        simulate(cut, mapping, slow, {"engine": "compiled"})
    assert str(error.value) == (
        "the compiled engine does not support a machine with delays of more than 9007199254740992 cycles; "
        "use `engine: auto`"
    )
    later = as_execution({"engine": "compiled"}).model_copy(update={"network": "photonic"})
    with pytest.raises(OptionError) as error:
        simulate(cut, mapping, load_machine("mesh-1x1"), later)
    assert str(error.value) == (
        "the compiled engine does not support `network: photonic`; use `engine: auto`"
    )


def test_a_change_of_a_kernel_or_constant_compiles_the_engine_anew():
    names = {name for name, _, _ in advance._cache._cache_file._source_stamp}
    assert {"core.py", "network.py", "server.py", "state.py"} <= names
    assert {"cache.py", "controller.py", "home.py", "l1.py", "memory.py", "protocol.py"} <= names
    assert {"router_kernels.py", "instructions.py", "value_source.py", "message_class.py"} <= names
    assert {"bits.py", "parts.py", "uncounted.py"} <= names
    assert not {"run.py", "tables.py", "inspection.py"} & names
