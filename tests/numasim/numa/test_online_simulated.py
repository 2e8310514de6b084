"""On-line mapping with simulated memory: the windows are filled when clusters are placed."""

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.clusters.cluster_graph import cluster_graph
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import Mapping, OnlineMapping
from numasim.machine.machine import load_machine
from numasim.numa.shared.timeline import Timeline
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError, PluginError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from tests.numasim.numa.test_engines import ENGINES, Spread, everything
from tests.numasim.numa.test_simulated_memory import DIVIDE, INTEGER, traced


class Fixed:
    """Places every cluster on the core of a finished mapping."""

    def __init__(self, core_of_cluster):
        self.core_of_cluster = np.asarray(core_of_cluster)

    def place(self, ready, state):
        return self.core_of_cluster[ready]


def online(cut, machine, execution, mapper=Spread):
    """A run with an on-line mapping; the same from both engines."""
    results, asked = [], []
    for engine in ENGINES:
        made = mapper()
        mapping = OnlineMapping(lambda made=made: made, cut.parts, machine.num_cores)
        given = {**execution, "memory_model": "simulated", "engine": engine}
        results.append(simulate(cut, mapping, machine, given))
        asked.append(getattr(made, "asked", None))
    assert everything(results[0]) == everything(results[1])
    assert asked[0] == asked[1]
    return results[0]


@settings(deadline=None, max_examples=examples(60))
@given(configurations(memory_model="simulated", communication="message", max_cycles=None))
def test_both_engines_place_clusters_with_simulated_memory_the_same(run):
    cut, _, machine, execution = run
    result = online(cut, machine, execution)
    plain = simulate(cut, Mapping(result.core_of_cluster, machine.num_cores), machine, execution)
    for same in ("tasks", "messages", "l1_loads", "l1_stores", "critical_path_cycles"):
        assert result.scalars[same] == plain.scalars[same]
    if execution["model"] == "supersteps":
        assert everything(result) == everything(plain)


@settings(deadline=None, max_examples=examples(40))
@given(
    st.integers(0, 99),
    configurations(memory_model="simulated", model="dataflow", communication="message", max_cycles=None),
)
def test_in_windows_that_hold_all_tasks_the_time_of_placement_changes_nothing(seed, run):
    cut, _, machine, execution = run
    core = machine.core.model_copy(update={"window": 10**6})
    machine = machine.model_copy(update={"core": core})
    cores = np.random.default_rng(seed).integers(0, machine.num_cores, cut.parts)
    result = online(cut, machine, execution, lambda: Fixed(cores))
    given = {**execution, "memory_model": "simulated"}
    static = simulate(cut, Mapping(cores, machine.num_cores), machine, given)
    used = result.tables["clusters"]["first_cycle"] >= 0
    assert result.vertex_finish.tolist() == static.vertex_finish.tolist()
    assert result.core_of_cluster[used].tolist() == static.core_of_cluster[used].tolist()
    for same in ("cycles", "messages_local", "network_bytes", "l1_hits", "l1_retries", "coherence_bytes"):
        assert result.scalars[same] == static.scalars[same]


@pytest.mark.parametrize("seed", range(8))
def test_windows_that_exceed_their_size_are_the_same(seed):
    random = np.random.default_rng(seed)
    ends = np.sort(random.integers(0, 60, (150, 2)), axis=1)
    ends = ends[ends[:, 0] < ends[:, 1]]
    graph = traced(60, ends, random.integers(INTEGER, DIVIDE + 1, 60), [0] * 60)
    cut = EdgePartition(graph, 12, random.integers(0, 12, ends.shape[0]))
    machine = load_machine({"base": "mesh-3x1", "core": {"window": 11, "issue_width": 1}})
    online(cut, machine, {"initial_values": "preloaded", "network": "ideal"})


def test_tasks_that_precede_the_window_enter_it_at_once():
    # The window of core 0 holds vertex 4, which waits for vertex 3. Its cluster is placed on core 0
    # when vertex 2 is finished on core 1.
    graph = traced(6, [(2, 3), (3, 4), (4, 5)], [DIVIDE] * 6, [0] * 6)
    cut = VertexPartition(graph, 3, [0, 0, 2, 1, 0, 0])
    machine = load_machine({"base": "mesh-2x1", "core": {"window": 1, "issue_width": 1}})
    result = online(cut, machine, {"initial_values": "preloaded"}, lambda: Fixed([0, 0, 1]))
    first, at, last = result.vertex_finish[[2, 3, 4]]
    assert first < at < last
    assert result.tables["clusters"]["first_cycle"][1] > first


@pytest.mark.parametrize("cycles", [1, 20, 60])
def test_a_run_ends_at_a_limit_in_the_same_state(cycles):
    random = np.random.default_rng(3)
    ends = np.sort(random.integers(0, 80, (160, 2)), axis=1)
    ends = ends[ends[:, 0] < ends[:, 1]]
    graph = traced(80, ends, random.integers(0, 4, 80), 4096 + 8 * random.integers(0, 40, 80))
    cut = EdgePartition(graph, 6, random.integers(0, 6, ends.shape[0]))
    machine = load_machine({"base": "mesh-2x2", "core": {"window": 4}})
    result = online(cut, machine, {"max_cycles": cycles})
    assert (result.scalars["completed"], result.scalars["cycles"]) == (0, cycles)
    whole = online(cut, machine, {})
    mapping = OnlineMapping(Spread, 6, 4)
    recorded = simulate(cut, mapping, machine, {"memory_model": "simulated"}, timeline=Timeline())
    assert everything(recorded) == everything(whole)


def test_values_in_shared_memory_need_a_static_mapping():
    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    mapping = OnlineMapping(Spread, 1, 1)
    execution = {"memory_model": "simulated", "communication": "coherent"}
    with pytest.raises(OptionError) as error:
        simulate(cut, mapping, load_machine("mesh-1x1"), execution)
    assert str(error.value) == (
        "`communication: coherent` needs the core of every cluster before the run; use `policy: static`, or "
        "`communication: message`"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_of_a_mapper_of_another_package_has_its_place(engine):
    def mine(clusters, topology, costs):
        return Raising()

    cut, machine = EdgePartition(Graph(2, [0], [1]), 1, [0]), load_machine("mesh-1x1")
    MAPPERS.register("mine", mine)
    try:
        mapping = map_clusters(cluster_graph(cut), machine.topology, "mine", policy="online")
        with pytest.raises(PluginError) as error:
            simulate(cut, mapping, machine, {"engine": engine})
    finally:
        MAPPERS.unregister("mine")
    line = Raising.place.__code__.co_firstlineno + 1
    assert str(error.value) == f"mapper 'mine' failed: ValueError: boom ({__file__}, line {line}, in place)"


class Raising:
    def place(self, ready, state):
        raise ValueError("boom")
