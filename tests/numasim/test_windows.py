"""A run in windows of instructions: no edge is lost, and the windows run like graphs of their own."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import numasim
from numasim.trace.windows import trace_windows
from partitioners.errors import InputError, OptionError

CALLBACKS = Path(__file__).parent / "c" / "callbacks.c"


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


def simulated(windows, **options):
    machine = numasim.load_machine("mesh-2x2")
    return numasim.simulate_windows(windows, machine, 4, execution={"network": "packet"}, **options)


@pytest.mark.parametrize("method", ["contiguous", "wb_libra"])
def test_one_window_runs_like_the_whole_graph(method):
    graph, machine = numasim.trace_program("fft", size=32).graph, numasim.load_machine("mesh-2x2")
    partition = numasim.partition(graph, method, 4)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine)
    expected = numasim.simulate(partition, mapping, machine, {"network": "packet"}).scalars
    row = simulated(trace_windows("fft", size=32), method=method).iloc[0]
    assert {name: row[name] for name in expected} == expected
    own = ["first_instruction", "instructions", "edges", "carried_values", "kept_values", "first_cycle"]
    assert row[own].tolist() == [0, graph.num_vertices, graph.num_edges, 0, 0, 0]


def test_windows_do_all_work_one_after_another():
    graph = numasim.trace_program("fft", size=32).graph
    reports = []
    rows = simulated(
        trace_windows("fft", size=32, window=1_000), progress=lambda *report: reports.append(report)
    )
    assert len(rows) == -(-graph.num_vertices // 1_000) > 3
    assert rows["instructions"].sum() == graph.num_vertices
    assert rows["edges"].sum() == graph.num_edges
    assert rows["work_cycles"].sum() == graph.weight.sum() + graph.vertex["operation"].sum()
    assert rows["tasks"].sum() == graph.num_edges + np.count_nonzero(graph.vertex["operation"])
    assert rows["first_cycle"].tolist() == [0, *itertools.accumulate(rows["cycles"])][:-1]
    assert (rows["carried_values"][1:] > 0).all()
    done, total, text = reports[-1]
    assert done == total == graph.num_vertices
    assert text.startswith(f"{rows['cycles'].sum():,} cycles, ")
    assert text.endswith(" M instructions/s")


def test_a_limit_ends_the_run_with_its_window():
    machine = numasim.load_machine("mesh-2x2")
    windows = trace_windows("fft", size=32, window=1_000)
    rows = numasim.simulate_windows(windows, machine, 4, execution={"max_cycles": 20})
    assert rows["completed"].tolist() == [0]


def test_a_limit_of_instructions_ends_the_last_window():
    windows = list(trace_windows("fft", size=32, window=1_000, max_instructions=2_500))
    assert [each.instructions for each in windows] == [1_000, 1_000, 500]
    assert {each.of_run for each in windows} == {2_500}


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


@pytest.mark.parametrize(
    ("execution", "message"),
    [
        (
            {"memory_model": "simulated"},
            "the windows of a run need `memory_model: traced`, got 'simulated'",
        ),
        ({"model": "supersteps"}, "the windows of a run need `model: dataflow`, got 'supersteps'"),
    ],
)
def test_windows_run_traced_dataflow(execution, message):
    with pytest.raises(OptionError) as error:
        numasim.simulate_windows([], numasim.load_machine("mesh-2x2"), 4, execution=execution)
    assert str(error.value) == message
