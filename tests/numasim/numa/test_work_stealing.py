"""Work stealing: closed forms, both engines, the laws of its messages, and what is refused."""

import re
from collections import Counter

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from shuffled_events import Shuffled

import numasim
import numasim.numa.simpy_engine.machine_parts
from mappers.mapping import Mapping, OnlineMapping
from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.numa.shared.stealing import nearest_first
from numasim.numa.shared.timeline import Timeline
from numasim.program.schedulers import SCHEDULERS
from numasim.results.cores_over_time import BINS, CoresOverTime
from numasim.results.drawing_style import COLOURS
from numasim.results.gantt import gantt_figure
from numasim.results.report.timeline_chart import timeline_chart
from numasim.results.shapes import SPENT, WAITS
from numasim.results.timeline import write_timeline
from numasim.results.timeline_tables import timeline_tables
from numasim.schema.execution import as_execution
from numasim.simulation.simulate import simulate
from partitioners.errors import ConfigError, OptionError
from partitioners.generators.task_graphs import cholesky
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from tests.numasim.numa.test_engines import ENGINES, Spread, everything, in_both

VICTIMS = ("random", "nearest", "most_loaded")


def uneven(seed=1, vertices=200, edges=600):
    """A cut whose cluster 7 has most of the work."""
    random = np.random.default_rng(seed)
    ends = random.integers(0, vertices, (2, edges))
    src, dst = np.sort(ends[:, ends[0] != ends[1]], axis=0)
    operation = random.integers(0, 3, vertices).astype(float)
    weight = random.integers(0, 200, src.size).astype(float)
    graph = Graph(vertices, src, dst, weight, {"operation": operation})
    return EdgePartition(graph, 8, np.minimum(random.integers(0, 20, src.size), 7))


CUT, EIGHT = uneven(), Mapping(np.arange(8), 8)
MACHINE = load_machine("mesh-4x2")


# Closed forms.


def two_tasks(**execution):
    """Two tasks of 100 cycles on core 0, and a neighbour that has none."""
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [100.0, 100.0]), 1, [0, 0])
    execution = {"initial_values": "preloaded", "steal_threshold": 1, **execution}
    return in_both(cut, Mapping([0], 2), load_machine("mesh-2x1"), execution)


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("network", ["ideal", "packet", "flit"])
def test_a_stolen_task_takes_its_messages_and_its_cycles(victim, network):
    message = 1 + 1 + 2 * 5  # to the port, to the router, and two routers with the channels behind them
    result = two_tasks(stealing=victim, network=network)
    arrives = 2 * message + 100 + message
    assert result.vertex_finish.tolist() == [0, 100, arrives]
    counted = result.scalars
    assert counted["cycles"] == arrives
    assert (counted["steal_requests"], counted["steals"], counted["steal_operands"]) == (1, 1, 1)
    assert counted["steal_bytes"] == 8 + 16 + 16
    thief = result.tables["cores"].iloc[1]
    assert thief["synchronisation"] == thief["network"] == thief["idle"] == message
    assert thief["compute"] == thief["stolen_cycles"] == 100
    assert (thief["tasks"], thief["stolen"]) == (1, 1)
    assert two_tasks(network=network).vertex_finish.tolist() == [0, 100, 200]


def test_a_victim_keeps_its_tasks_below_the_threshold():
    result = two_tasks(stealing="nearest", steal_threshold=2)
    assert result.vertex_finish.tolist() == [0, 100, 200]
    # In cycles 0 and 24 + 32. In cycle 80 + 64 no task is left that has not begun.
    assert result.scalars["steal_requests"] == 2
    assert result.scalars["steals"] == 0


@pytest.mark.parametrize("victim", ["nearest", "random"])
def test_a_core_that_is_idle_for_long_asks_rarely(victim):
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [10.0**9, 1.0]), 1, [0, 0])
    execution = {"initial_values": "preloaded", "steal_threshold": 2, "stealing": victim}
    result = in_both(cut, Mapping([0], 4), load_machine("mesh-2x2"), execution)
    assert result.scalars["cycles"] == 10**9 + 1
    assert 10 < result.scalars["steal_requests"] < 1200


def many_tasks(side, core_of_task, victim):
    """The time of equal tasks on a square of cores, and their number, cycles, and cores."""
    count, cycles, cores = 2000, 1000, side * side
    graph = Graph(count, [], [], [], {"operation": np.full(count, float(cycles))})
    cut = VertexPartition(graph, cores, np.arange(count) * core_of_task % cores)
    execution = {"stealing": victim, "initial_values": "preloaded", "network": "ideal"}
    result = simulate(cut, Mapping(np.arange(cores), cores), load_machine(f"mesh-{side}x{side}"), execution)
    assert result.scalars["steal_requests"] < 100 * count
    return result.scalars["cycles"], count, cycles, cores


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("side", [1, 2, 4, 8])
def test_work_of_one_core_is_stolen_in_time(side, victim):
    time, count, cycles, cores = many_tasks(side, 0, victim)
    # A packet of one flit across the mesh takes a cycle to its port, one to the router, and five a router.
    round_trip = 2 * (2 + 5 * (2 * side - 1))
    assert count * cycles / cores <= time <= count * cycles / cores + count * (round_trip + 32)


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("side", [2, 4, 8])
def test_work_of_every_second_core_is_stolen_within_the_bound_of_many_sources(side, victim):
    time, count, cycles, cores = many_tasks(side, 2, victim)
    assert count * cycles / cores <= time <= count * cycles / cores + 20 * cycles


def test_an_operand_moves_only_to_a_thief_that_lacks_it():
    # Vertex 0 is read in both clusters, so core 1 has received its value when it steals.
    graph = Graph(5, [0, 0, 0, 0], [1, 2, 3, 4], [500.0, 500.0, 500.0, 1.0])
    cut = EdgePartition(graph, 2, [0, 0, 0, 1])
    execution = {"initial_values": "preloaded", "steal_threshold": 1, "stealing": "nearest"}
    result = in_both(cut, Mapping([0, 1], 2), load_machine("mesh-2x1"), execution)
    # The first request leaves before the value has arrived: its answer comes behind it.
    assert result.scalars["steals"] == 1
    assert result.scalars["steal_operands"] == 0


def stolen_operation(copied):
    """Vertices 2 and 3 read 0 and 1 on core 0, and 4 reads 2 and 3; 5 reads 1 on core 1 if copied."""
    src, dst = [0, 1, 0, 1, 2, 3, 1], [2, 2, 3, 3, 4, 4, 5]
    carried = [1000, 2000, 1000, 2000, 500, 500, 8]
    edges = slice(0, 7 if copied else 6)
    graph = Graph(
        6,
        src[edges],
        dst[edges],
        np.zeros(7)[edges],
        {"operation": np.array([0.0, 0.0, 1000.0, 1000.0, 0.0, 0.0])},
        edge_bytes=carried[edges],
    )
    execution = {"initial_values": "preloaded", "steal_threshold": 1, "stealing": "nearest"}
    cut = VertexPartition(graph, 2, [0, 0, 0, 0, 0, 1])
    return in_both(cut, Mapping([0, 1], 2), load_machine("mesh-2x1"), {**execution, "network": "ideal"})


def flits(payload):
    return -(-(8 + payload) // 16)


@pytest.mark.parametrize("copied", [False, True])
def test_a_stolen_operation_brings_the_data_of_its_in_edges_and_returns_its_value(copied):
    result = stolen_operation(copied)
    counted = result.scalars
    operands = 1000 if copied else 3000  # core 1 has received the value of vertex 1, or has none
    assert (counted["steals"], counted["steal_operands"]) == (1, 1)
    assert (counted["steal_operand_bytes"], counted["steal_result_bytes"]) == (operands, 500)
    requests = counted["steal_requests"]
    assert counted["steal_bytes"] == 8 * (2 * requests + 1) + operands + 500
    message = 1 + 1 + 2 * 5  # of one flit; each flit more is a cycle
    begins = message + message + flits(operands) - 1
    assert result.vertex_finish[2] == 1000
    assert result.vertex_finish[4] == begins + 1000 + message + flits(500) - 1


def test_a_stolen_edge_brings_and_returns_the_data_of_its_edge():
    graph = Graph(3, [0, 0], [1, 2], [1000.0, 1000.0], edge_bytes=[4000, 600])
    execution = {"initial_values": "preloaded", "steal_threshold": 1, "stealing": "nearest"}
    result = in_both(EdgePartition(graph, 1, [0, 0]), Mapping([0], 2), load_machine("mesh-2x1"), execution)
    assert result.scalars["steals"] == 1
    assert result.scalars["steal_operand_bytes"] == result.scalars["steal_result_bytes"] == 600


@pytest.mark.parametrize("network", ["packet", "flit"])
def test_requests_may_cross_links_after_the_end(network):
    machine = load_machine({"base": "mesh-1x3", "network": {"flit_size": "4 B"}})
    cut = EdgePartition(Graph(3, [], [], vertex={"operation": np.array([0.0, 1.0, 1.0])}), 1, [])
    execution = {"stealing": "random", "steal_threshold": 1, "steal_retry_cycles": 1, "network": network}
    result = in_both(cut, Mapping([0], 3), machine, {**execution, "initial_values": "preloaded"})
    assert result.scalars["cycles"] == 2
    assert result.tables["links"]["flits"].max() == 4


def test_the_other_cores_by_distance_then_number():
    order = nearest_first(load_machine("mesh-3x2").topology.distances)
    assert order[0].tolist() == [1, 3, 2, 4, 5]
    assert order[4].tolist() == [1, 3, 5, 0, 2]
    assert nearest_first(np.zeros((1, 1), int)).shape == (1, 0)


# Laws.


@settings(deadline=None, max_examples=examples(60))
@given(
    st.sampled_from(VICTIMS).flatmap(
        lambda victim: configurations(
            memory_model="traced", model="dataflow", stealing=victim, max_cycles=None, speeds=False
        )
    ),
    st.integers(0, 40),
    st.booleans(),
)
def test_both_engines_steal_the_same(run, seed, online):
    cut, mapping, machine, execution = run
    results = []
    for engine in ENGINES:
        placed = OnlineMapping(Spread, cut.parts, machine.num_cores) if online else mapping
        results.append(simulate(cut, placed, machine, {**execution, "engine": engine}, seed=seed))
    assert everything(results[0]) == everything(results[1])
    plain = simulate(cut, mapping, machine, {**execution, "stealing": "none"})
    for same in ("tasks", "messages", "work_cycles", "compute_cycles", "critical_path_cycles"):
        assert results[0].scalars[same] == plain.scalars[same]


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize(("network", "scheduler"), [("packet", "lifo"), ("flit", "critical_path")])
def test_a_crowded_machine_steals_the_same(victim, network, scheduler):
    machine = load_machine({"base": "mesh-4x2", "core": {"mshrs": 1}})
    execution = {"network": network, "scheduler": scheduler, "value_bytes": "100 B"}
    plain = simulate(CUT, EIGHT, machine, execution)
    result = in_both(CUT, EIGHT, machine, {**execution, "stealing": victim})
    counted = result.scalars
    assert counted["steals"] > 50
    assert counted["steal_requests"] > counted["steals"] > counted["steal_operands"] > 0
    assert counted["cycles"] < plain.scalars["cycles"]
    assert counted["tasks"] == plain.scalars["tasks"]


def test_a_policy_that_never_acts_changes_nothing():
    for execution in ({}, {"network": "flit", "scheduler": "fifo"}):
        plain = simulate(CUT, EIGHT, MACHINE, execution)
        never = in_both(
            CUT, EIGHT, MACHINE, {**execution, "stealing": "most_loaded", "steal_threshold": 10**9}
        )
        assert never.scalars == plain.scalars
        assert never.vertex_finish.tobytes() == plain.vertex_finish.tobytes()
        traffic = never.tables["traffic"]
        assert traffic[traffic["class"] == "steals"].drop(columns="class").to_numpy().sum() == 0
        for name, table in plain.tables.items():
            found = never.tables[name]
            assert table.equals(found[found["class"] != "steals"] if name == "traffic" else found)


def test_the_order_in_which_simpy_handles_equal_times_changes_nothing():
    for execution in ({"stealing": "random"}, {"stealing": "most_loaded", "scheduler": "lifo"}):
        given = {**execution, "engine": "simpy"}
        expected = everything(simulate(CUT, EIGHT, MACHINE, given))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(numasim.numa.simpy_engine.machine_parts.simpy, "Environment", Shuffled)
            for _ in range(2):
                assert everything(simulate(CUT, EIGHT, MACHINE, given)) == expected


def test_random_victims_follow_the_seed():
    execution = {"stealing": "random", "network": "ideal"}
    finish = [simulate(CUT, EIGHT, MACHINE, execution, seed=seed).vertex_finish for seed in (1, 1, 2, 2**70)]
    assert finish[0].tobytes() == finish[1].tobytes()
    assert len({each.tobytes() for each in finish}) == 3


@pytest.mark.parametrize("cycles", [1, 500, 3000])
def test_a_run_with_stealing_ends_at_a_limit_in_the_same_state(cycles):
    result = in_both(CUT, EIGHT, MACHINE, {"stealing": "nearest", "max_cycles": cycles})
    assert (result.scalars["completed"], result.scalars["cycles"]) == (0, cycles)


def test_a_timeline_shows_stolen_tasks_on_the_core_that_ran_them():
    timeline = Timeline()
    execution = {"stealing": "nearest"}
    result = simulate(CUT, EIGHT, MACHINE, execution, timeline=timeline)
    assert everything(result) == everything(simulate(CUT, EIGHT, MACHINE, execution))
    computed = np.zeros(8, int)
    for one in timeline.slices:
        computed[one.core] += (one.last - one.first) * (one.kind == "compute")
    assert computed.tolist() == result.tables["cores"]["compute"].tolist()
    tasks = [one.task for one in timeline.slices if one.kind == "compute"]
    assert len(tasks) == len(set(tasks))


# Experiments, and what is refused.


def test_an_experiment_compares_policies(tmp_path):
    (tmp_path / "steal.yaml").write_text(
        "workload: {generator: grid, width: 8, height: 8}\n"
        "partition: {method: contiguous, parts: 4}\n"
        "machine: mesh-2x2\n"
        "execution: {model: dataflow, initial_values: preloaded, steal_threshold: 1}\n"
        "sweep: {execution.stealing: [none, most_loaded]}\n"
    )
    table = numasim.run(tmp_path / "steal.yaml", workers=1)
    assert table["stealing"].tolist() == ["none", "most_loaded"]
    assert table["steals"].iloc[0] == table["steal_requests"].iloc[0] == 0
    assert table["steals"].iloc[1] > 0
    # One core is the reference of both, and steals from nobody.
    single = (table["speedup"] * table["cycles"]).round(6)
    assert single.iloc[0] == single.iloc[1]


def test_stealing_that_cannot_be_is_refused():
    for key, value, wanted in (
        ("memory_model", "simulated", "traced"),
        ("model", "supersteps", "dataflow"),
        ("steps", 2, 1),
    ):
        with pytest.raises(ConfigError) as refused:
            as_execution({key: value, "stealing": "nearest"})
        assert str(refused.value) == (
            f"execution.stealing: `stealing: nearest` needs `{key}: {wanted}`, got {value!r}; set it, or use "
            "`stealing: none`"
        )
    cyclic = EdgePartition(Graph(2, [0, 1], [1, 0]), 1, [0, 0])
    with pytest.raises(OptionError) as error:
        simulate(cyclic, Mapping([0], 1), load_machine("mesh-1x1"), {"stealing": "nearest"})
    assert str(error.value) == (
        "`stealing: nearest` needs `model: dataflow`, got 'supersteps'; set it, or use `stealing: none`"
    )

    class First:
        def next_task(self, core, ready, state):
            return ready[0]

    SCHEDULERS.register("first", lambda program: First())
    try:
        with pytest.raises(OptionError) as error:
            simulate(CUT, EIGHT, MACHINE, {"stealing": "nearest", "scheduler": "first"})
    finally:
        SCHEDULERS.unregister("first")
    assert str(error.value) == (
        "scheduler 'first' decides while the program runs, and its tasks cannot be stolen; use "
        "`stealing: none`"
    )


# Pictures.


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_timeline_is_drawn_if_its_file_is_a_picture(tmp_path, kind):
    timeline = Timeline()
    simulate(CUT, EIGHT, MACHINE, {"stealing": "nearest"}, timeline=timeline)
    stolen = sum(arrow.kind == "task" for arrow in timeline.arrows)
    assert stolen == sum(arrow.kind == "result" for arrow in timeline.arrows) > 0
    drawn = []
    for name in ("a", "b"):
        write_timeline(tmp_path / f"{name}.{kind}", timeline, MACHINE.topology, "A run")
        drawn.append((tmp_path / f"{name}.{kind}").read_bytes())
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind])


def test_the_picture_and_the_report_have_a_bar_for_every_slice_and_an_arrow_for_every_stolen_task():
    timeline = Timeline(0, 3000)
    simulate(CUT, EIGHT, MACHINE, {"stealing": "nearest"}, timeline=timeline)
    figure = gantt_figure(timeline, 8, "A run")
    bars, shares = figure.axes
    shown = CoresOverTime.of(timeline_tables(timeline, 0, ""), 8)
    svg = timeline_chart(shown, "A run")
    number = len(timeline.slices)
    assert sum(len(each.get_paths()) for each in bars.collections) == svg.count("<title>core ") == number
    assert len(bars.texts) == svg.count('class="arrow task"')
    assert len(bars.texts) == sum(arrow.kind == "task" for arrow in timeline.arrows) > 0
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == [*(name for _, name in shown.legend), "", *shown.spent]
    drawn, of_page = Counter(), Counter()
    for same in bars.collections:
        for path in same.get_paths():
            drawn[to_hex(same.get_facecolor()[0]), np.ptp(path.vertices[:, 1]) < 0.6] += 1
    for style, paths in re.findall(r'<g class="((?:s\d|spent-)[^"]*)">(.*?)</g>', svg):
        name = style.removesuffix(" thin")
        colour = COLOURS[int(name[1:])] if name[1:].isdigit() else SPENT[name.removeprefix("spent-")]
        of_page[colour.lower(), style.endswith(" thin")] += paths.count("<title>")
    assert drawn == of_page
    bottom = np.zeros(BINS)
    for stairs, activity in zip(reversed(shares.patches), shown.spent, strict=False):
        top, edges, _ = stairs.get_data()
        cycles = sum(s.last - s.first for s in timeline.slices if s.kind == activity)
        assert ((top - bottom) * np.diff(edges)).sum() * 8 == pytest.approx(cycles)
        assert (bottom >= 0).all()
        assert (bottom <= top).all()
        assert (top <= 1 + 1e-9).all()
        bottom = top
    assert len(shares.patches) == len(shown.spent) - 1  # the rest is idle


def test_the_timeline_of_a_gpu_is_not_drawn(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.yaml").write_text(
        "workload: {kernel: bfs, graph: {generator: grid, width: 4, height: 4}}\nmachine: k20c\n"
    )
    assert execute(["run", "g.yaml", "--trace", "t.svg"]) == 2
    assert capsys.readouterr().err == (
        "error: --trace t.svg: a GPU timeline cannot be drawn; use a file name that ends in .json\n"
    )


def test_a_window_without_slices_is_not_drawn(tmp_path):
    timeline = Timeline(10**6)
    simulate(CUT, EIGHT, MACHINE, {}, timeline=timeline)
    with pytest.raises(OptionError) as error:
        write_timeline(tmp_path / "a.svg", timeline, MACHINE.topology, "A run")
    assert str(error.value) == "the window of the timeline has no slices to draw; choose other cycles"


def test_tasks_of_a_kind_have_the_colour_of_the_legend_and_waits_are_low():
    graph = cholesky(tiles=4, work=100, variation=0)
    timeline = Timeline()
    schedule = numasim.schedule(graph, MACHINE, "heft")
    numasim.simulate_schedule(graph, schedule, MACHINE, timeline=timeline)
    figure = gantt_figure(timeline, 8, "A run")
    (legend,) = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    tasks, activities = names[: names.index("")], names[names.index("") + 1 :]
    assert tasks == ["gemm", "syrk", "trsm", "potrf"]
    assert activities == list(SPENT)
    colours = {to_hex(patch.get_facecolor()) for patch in legend.get_patches()[: len(tasks)]}
    waits = {SPENT[kind].lower() for kind in WAITS}
    assert (len(colours), colours & waits) == (4, set())
    drawn = {colour: [] for colour in (*colours, *waits)}
    for bars in figure.axes[0].collections:
        heights = [round(float(np.ptp(path.vertices[:, 1])), 6) for path in bars.get_paths()]
        drawn[to_hex(bars.get_facecolor()[0])] += heights
    assert sum(len(drawn[colour]) for colour in colours) == graph.num_vertices
    assert {height for colour in colours for height in drawn[colour]} == {0.8}
    assert {height for wait in waits for height in drawn[wait]} == {0.4}
