"""A run in windows of instructions: no edge is lost, and the windows run like graphs of their own."""

import itertools
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import numasim
from numasim.numa.shared.run_result import SCALARS
from numasim.simulation.windowed_result import KEYS
from numasim.trace.windows import trace_windows
from partitioners.errors import InputError, OptionError
from partitioners.progress import silent

CALLBACKS = Path(__file__).parents[1] / "c" / "callbacks.c"


def joined(windows):
    """The arrays of the whole graph, from the windows."""
    src, dst, weight, operation = [], [], [], []
    for window in windows:
        graph, carried = window.graph, window.carried.size
        number = np.append(window.carried, window.first + np.arange(window.instructions))
        src.append(number[graph.src])
        dst.append(number[graph.dst])
        weight.append(graph.weight)
        operation.append(graph.vertex["operation"][carried:])
        assert not graph.vertex["operation"][:carried].any()
    return [np.concatenate(each) for each in (src, dst, weight, operation)]


@pytest.mark.parametrize(
    ("program", "size", "window"),
    [("md", 10, 7), ("md", 10, 1_000), ("fft", 32, 501), ("strassen8", 4, 2_000), ("neuron", 8, 10**9)],
)
def test_the_windows_have_every_edge_of_the_whole_graph_once(program, size, window):
    whole = numasim.trace_program(program, size=size).arrays
    windows = list(trace_windows(program, size=size, window=window))
    expected = (whole[name] for name in ("src", "dst", "weight", "operation"))
    for found, wanted in zip(joined(windows), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert [each.first for each in windows] == list(range(0, int(whole["num_vertices"]), window))
    for each in windows:
        ends = each.first, each.first + each.instructions
        read = whole["src"][(whole["dst"] >= ends[0]) & (whole["dst"] < ends[1])]
        np.testing.assert_array_equal(each.carried, np.unique(read[read < each.first]))
        assert each.carried.size <= each.kept <= each.first
        assert each.of_run == whole["num_vertices"]


def test_a_window_waits_for_a_library_function_that_calls_back():
    whole = numasim.trace_program(CALLBACKS).arrays
    windows = list(trace_windows(CALLBACKS, window=5))
    expected = (whole[name] for name in ("src", "dst", "weight", "operation"))
    for found, wanted in zip(joined(windows), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    longer = [each for each in windows[:-1] if each.instructions > 5]
    assert 0 < len(longer) < len(windows) - 1


def simulated(windows, method="contiguous", progress=silent, **execution):
    machine = numasim.load_machine("mesh-2x2")
    return numasim.simulate_windows(
        windows, machine, 4, method=method, execution=execution, progress=progress
    )


@pytest.mark.parametrize("method", ["contiguous", "wb_libra", "metis"])
@pytest.mark.parametrize("network", ["ideal", "packet", "flit"])
def test_one_window_runs_like_the_whole_graph(method, network):
    graph, machine = numasim.trace_program("fft", size=32).graph, numasim.load_machine("mesh-2x2")
    partition = numasim.partition(graph, method, 4)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine)
    expected = numasim.simulate(partition, mapping, machine, {"network": network})
    found = simulated(trace_windows("fft", size=32), method=method, network=network)
    assert {name: found.scalars[name] for name in expected.scalars} == pytest.approx(expected.scalars)
    row = found.tables["windows"].iloc[0]
    assert {name: row[name] for name in expected.scalars} == expected.scalars
    own = ["first_instruction", "instructions", "edges", "carried_values", "kept_values", "first_cycle"]
    assert row[own].tolist() == [0, graph.num_vertices, graph.num_edges, 0, 0, 0]
    quality = numasim.quality(partition)
    for name in ("replication_factor", "vertex_copies", "copies_or_cut", "work_imbalance"):
        assert found.scalars[name] == pytest.approx(getattr(quality, name))
    assert found.warnings == expected.warnings
    for name in found.tables.keys() - {"windows"}:
        order = list(KEYS[name])
        tables = [each.tables[name].sort_values(order, ignore_index=True) for each in (found, expected)]
        pd.testing.assert_frame_equal(*tables)


def test_windows_do_all_work_one_after_another():
    graph = numasim.trace_program("fft", size=32).graph
    reports = []
    found = simulated(
        trace_windows("fft", size=32, window=1_000), progress=lambda *report: reports.append(report)
    )
    rows, scalars = found.tables["windows"], found.scalars
    assert len(rows) == scalars["windows"] == -(-graph.num_vertices // 1_000) > 3
    assert rows["instructions"].sum() == scalars["instructions"] == graph.num_vertices
    assert rows["edges"].sum() == scalars["edges"] == graph.num_edges
    assert scalars["work_cycles"] == graph.weight.sum() + graph.vertex["operation"].sum()
    assert scalars["tasks"] == graph.num_edges + np.count_nonzero(graph.vertex["operation"])
    assert rows["first_cycle"].tolist() == [0, *itertools.accumulate(rows["cycles"])][:-1]
    assert (rows["carried_values"][1:] > 0).all()
    done, total, text = reports[-1]
    assert done == total == graph.num_vertices
    assert re.fullmatch(rf"[\d,.]+ (M )?instructions/s, {scalars['cycles']:,} cycles", text)


SUMS_OF_PARTS = {"critical_path_cycles", "makespan_ratio", "slr"}
"""The scalars that compare each window with its own longest path."""


def test_windows_of_single_instructions_have_the_figures_of_the_whole(c_compiler, tmp_path):
    """On one core, where no two instructions run at the same time anyway."""
    source = tmp_path / "sum.c"
    source.write_text(
        "static int a[4] = {1, 2, 3, 4};\n"
        "int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; a[0] = s; return s; }\n"
    )
    machine, execution = numasim.load_machine("mesh-2x2"), {"initial_values": "preloaded"}
    cut = numasim.partition(numasim.trace_program(source).graph, "contiguous", 1)
    whole = numasim.simulate(cut, numasim.Mapping([0], 4), machine, execution).scalars
    counts = whole.keys() - SUMS_OF_PARTS
    for size in (1, 3):
        found = numasim.simulate_windows(trace_windows(source, window=size), machine, 1, execution=execution)
        assert {name: found.scalars[name] for name in counts} == pytest.approx(
            {name: whole[name] for name in counts}
        )
        # Of a size of 1 there are 74 windows, more than are added at once.
        assert found.tables["cores"]["tasks"].sum() == whole["tasks"]
    assert whole["energy_compute_joules"] == pytest.approx(cut.graph.num_vertices * 70e-12)


RATIOS = ("completed", "makespan_ratio", "slr", "core_utilisation", "dram_bandwidth")
"""The scalars that are no sums."""


@pytest.mark.parametrize(
    ("window", "method", "network", "initial_values"),
    [
        (900, "contiguous", "packet", "memory"),
        (2_500, "metis", "flit", "preloaded"),
        (6_000, "libra", "ideal", "memory"),
    ],
)
def test_a_run_is_the_sum_of_its_windows(window, method, network, initial_values):
    machine = numasim.load_machine("mesh-2x2")
    execution = {"network": network, "initial_values": initial_values}
    windows = list(trace_windows("fft", size=32, window=window))
    found = numasim.simulate_windows(windows, machine, 4, method=method, execution=execution)
    mapping, runs = None, []
    for each in windows:
        cut = numasim.partition(each.graph, method, 4)
        mapping = mapping or numasim.map_clusters(
            numasim.cluster_graph(cut), machine, initial_values=initial_values
        )
        runs.append(numasim.simulate(cut, mapping, machine, execution))
    scalars, cycles = found.scalars, sum(run.scalars["cycles"] for run in runs)
    for name in SCALARS:
        if name.startswith("largest_") or name in RATIOS:
            continue
        assert scalars[name] == pytest.approx(sum(run.scalars[name] for run in runs))
    bounds = (run.scalars["cycles"] / run.scalars["makespan_ratio"] for run in runs if run.scalars["cycles"])
    assert scalars["makespan_ratio"] == pytest.approx(cycles / sum(bounds))
    assert scalars["slr"] == pytest.approx(cycles / scalars["critical_path_cycles"])
    assert scalars["dram_bandwidth"] == pytest.approx(scalars["dram_bytes"] / scalars["seconds"])
    assert scalars["core_utilisation"] == pytest.approx(scalars["work_cycles"] / (4 * cycles))
    # The sums of the tables are those of the scalars.
    cores, links, hops = (found.tables[name] for name in ("cores", "links", "hops"))
    assert (cores[["compute", "memory", "network", "synchronisation", "idle"]].sum(axis=1) == cycles).all()
    assert cores["tasks"].sum() == scalars["tasks"]
    assert cores["clusters"].sum() == 4
    assert hops["messages"].sum() == scalars["messages"]
    assert found.tables["traffic"]["flit_hops"].sum() == (links["flits"].sum() if len(links) else
        (found.tables["packets"]["flits"] @ found.tables["packets"]["hops"]))  # fmt: skip
    busiest = max((links["flits"] / cycles).max(), 0) if len(links) else 0
    assert scalars["largest_link_utilisation"] == pytest.approx(busiest)
    assert len(hops["hops"].unique()) == len(hops)


@pytest.mark.parametrize(
    "method", ["metis", *(pytest.param(each, marks=pytest.mark.slow) for each in ("contiguous", "libra"))]
)
def test_a_last_window_with_few_edges_leaves_clusters_empty(method):
    count = numasim.trace_program("fft", size=8).graph.num_vertices
    machine = numasim.load_machine("mesh-4x4")
    for rest in (1, 3, 9):
        windows = list(trace_windows("fft", size=8, window=count - rest))
        found = numasim.simulate_windows(windows, machine, 16, method=method, verify=True)
        assert found.tables["windows"]["instructions"].tolist() == [count - rest, rest]
        assert found.scalars["completed"] == 1
    window, placed = (12, "vertices") if method == "metis" else (20, "edges")
    with pytest.raises(OptionError) as error:
        numasim.simulate_windows(trace_windows("fft", size=8, window=window), machine, 16, method=method)
    assert re.fullmatch(
        rf"parts is 16, more than the \d+ {placed} of 'fft'; choose parts <= \d+", str(error.value)
    )


def test_both_engines_run_windows_the_same():
    results = []
    for engine in ("simpy", "compiled"):
        windows = trace_windows("strassen8", size=4, window=1_500)
        results.append(simulated(windows, engine=engine))
    assert results[0].scalars == results[1].scalars
    assert results[0].warnings == results[1].warnings
    for name, table in results[0].tables.items():
        pd.testing.assert_frame_equal(table, results[1].tables[name])


def test_a_mapping_is_used_as_it_is_and_options_arrive():
    machine = numasim.load_machine("mesh-2x2")
    windows = list(trace_windows("fft", size=32, window=5_000))
    given = numasim.Mapping([3, 3, 1, 1], 4)
    found = numasim.simulate_windows(windows, machine, 4, mapper=given)
    assert found.tables["cores"]["clusters"].tolist() == [0, 2, 0, 2]
    runs = [
        numasim.simulate_windows(windows, machine, 4, method="random", mapper="random", **more)
        for more in ({"seed": 7}, {"options": {"seed": 7}, "mapper_options": {"seed": 7}}, {"seed": 8})
    ]
    assert runs[0].scalars == runs[1].scalars != runs[2].scalars


@pytest.mark.parametrize(("policy", "kind"), [("online", "OnlineMapping"), ("periodic", "PeriodicMapping")])
def test_a_mapper_that_decides_during_the_run_is_refused(policy, kind):
    windows, machine = list(trace_windows("fft", size=8)), numasim.load_machine("mesh-2x2")
    clusters = numasim.cluster_graph(numasim.partition(windows[0].graph, "contiguous", 4))
    mapping = numasim.map_clusters(clusters, machine, policy=policy)
    for more in ({"mapper": mapping}, {"mapper_options": {"policy": policy}}):
        with pytest.raises(OptionError) as error:
            numasim.simulate_windows(windows, machine, 4, **more)
        assert str(error.value) == (
            f"the windows of a run need a mapper or a finished mapping, got {kind}; use `policy: static`"
        )


def test_a_limit_ends_the_run_in_its_cycle():
    windows = list(trace_windows("fft", size=32, window=1_000))
    whole = simulated(windows)
    for cycles in (1, 20, 6_557, 6_558):
        found = simulated(windows, max_cycles=cycles)
        rows = found.tables["windows"]
        assert (found.scalars["cycles"], found.scalars["completed"]) == (cycles, 0)
        assert len(rows) == 1 + np.searchsorted(np.cumsum(whole.tables["windows"]["cycles"]), cycles)
        assert rows["completed"].tolist()[:-1] == [1] * (len(rows) - 1)
        assert found.warnings[0] == (
            f"ended by `max_cycles: {cycles}` in cycle {cycles}: the results are partial"
        )
        ratios = ("makespan_ratio", "slr", "core_utilisation")
        assert [found.scalars[name] for name in ratios] == [0, 0, 0]
    # A run that ends in cycle T needs a limit above T, in windows and without.
    assert simulated(windows, max_cycles=whole.scalars["cycles"] + 1).scalars == whole.scalars


def test_a_limit_of_time_ends_the_run():
    found = simulated(trace_windows("fft", size=32, window=1_000), max_seconds=1e-6)
    assert (found.scalars["completed"], found.scalars["windows"]) == (0, 1)
    assert found.warnings[0].startswith("ended by `max_seconds: 1e-06` in cycle ")


def test_a_limit_of_instructions_ends_the_last_window():
    windows = list(trace_windows("fft", size=32, window=1_000, max_instructions=2_500))
    assert [each.instructions for each in windows] == [1_000, 1_000, 500]
    assert {each.of_run for each in windows} == {2_500}
    assert all(each.cut for each in windows)
    found = simulated(windows)
    assert (found.scalars["completed"], found.scalars["trace_complete"]) == (0, 0)
    assert found.warnings[0] == (
        "the trace was cut by a limit after 2,500 instructions: the figures are those of the beginning of "
        "the program"
    )


@pytest.mark.parametrize("options", [{"drop": ["branches", "stack"]}, {"function": "fft"}])
def test_parts_of_a_run_in_windows_are_those_of_the_whole(options):
    whole = numasim.trace_program("fft", size=32, **options).arrays
    expected = (whole[name] for name in ("src", "dst", "weight", "operation"))
    windows = list(trace_windows("fft", size=32, window=700, **options))
    assert len(windows) > 2
    for found, wanted in zip(joined(windows), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_the_notes_of_a_window_are_those_of_the_run_so_far(c_compiler, tmp_path):
    source = tmp_path / "host.c"
    source.write_text(
        "#include <unistd.h>\nint main(void)\n{\n    for (int i = 0; i < 40; i++) gethostid();\n"
        "    return 3;\n}\n"
    )
    whole = numasim.trace_program(source)
    windows = list(trace_windows(source, window=100))
    assert windows[-1].graph.notes == whole.notes
    assert "gethostid (40)" in whole.notes[0]
    assert "gethostid (40)" not in windows[0].graph.notes[0]
    assert {each.ending.exit_code for each in windows} == {3}
    assert not any(each.cut for each in windows)
    assert simulated(windows).warnings[0] == whole.notes[0]


def test_a_program_that_executes_nothing_is_named(c_compiler, tmp_path):
    source = tmp_path / "never.c"
    source.write_text(
        "int never(void) { return 1; }\nint main(int n, char **v) { return n > 1 && never(); }\n"
    )
    with pytest.raises(InputError) as error:
        next(trace_windows(source, function="never"))
    assert str(error.value) == f"{source}: function 'never' was not called (exit code 0)"


def test_windows_can_be_taken_once():
    windows = trace_windows("fft", size=32)
    simulated(windows)
    with pytest.raises(InputError) as error:
        simulated(windows)
    assert str(error.value) == (
        "there is no window to simulate; windows can be taken once from trace_windows"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": 0}, "window must be an integer of at least 1, got 0"),
        ({"weights": "rdtsc"}, "the windows of a run need weights 'cache' or 'unit', got 'rdtsc'"),
    ],
)
def test_options_of_windows_are_checked(options, message):
    with pytest.raises(OptionError) as error:
        next(trace_windows("fft", size=32, **options))
    assert str(error.value) == message


def test_a_missing_input_is_named(tmp_path):
    path = tmp_path / "none.txt"
    with pytest.raises(InputError) as error:
        next(trace_windows("fft", size=32, input_file=path))
    assert str(error.value) == f"{path}: there is no such file; it is the input of the program"


CURE = "set it, or leave out `window`"


@pytest.mark.parametrize(
    ("execution", "message"),
    [
        (
            {"memory_model": "simulated"},
            f"a run in windows needs `memory_model: traced`, got 'simulated'; {CURE}",
        ),
        (
            {"model": "supersteps"},
            f"a run in windows needs `model: dataflow`, got 'supersteps'; {CURE}",
        ),
        ({"steps": 2}, f"a run in windows needs `steps: 1`, got 2; {CURE}"),
        (
            {"max_events": 9},
            "the events of a run in windows are not counted; use `max_cycles` or `max_seconds`",
        ),
    ],
)
def test_windows_run_traced_dataflow(execution, message):
    with pytest.raises(OptionError) as error:
        numasim.simulate_windows([], numasim.load_machine("mesh-2x2"), 4, execution=execution)
    assert str(error.value) == message
