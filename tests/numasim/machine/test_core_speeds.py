"""Cores of different speeds: their cycles in both engines, the bounds, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import mappings, partitions

from mappers.mapping import Mapping
from numasim.cli import execute
from numasim.machine.core_parameters import CoreParameters
from numasim.machine.core_speeds import speed_of_cores
from numasim.machine.machine import load_machine
from numasim.machine.task_rates import TaskRates
from numasim.simulation.simulate import simulate
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.random_operations import RandomOperations
from partitioners.errors import ConfigError, OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from tests.numasim.numa.test_engines import in_both
from tests.numasim.numa.test_work_stealing import CUT, EIGHT


def machine(speeds, base="mesh-2x2"):
    return load_machine({"base": base, "core": {"speeds": speeds}})


def test_a_task_takes_its_cycles_over_the_speed_rounded_up():
    cut = EdgePartition(Graph(4, [0, 0, 0], [1, 2, 3], [7.0, 7.0, 7.0]), 3, [0, 1, 2])
    execution = {"initial_values": "preloaded", "network": "ideal"}
    result = in_both(cut, Mapping([0, 1, 2], 4), machine({"0": 2, "1-1": 0.3}), execution)
    cores = result.tables["cores"]
    assert cores["compute"].tolist() == [4, 24, 7, 0]
    assert result.tables["clusters"]["work"].tolist() == [4, 24, 7]
    scalars = result.scalars
    assert (scalars["work_cycles"], scalars["critical_path_cycles"]) == (21, 4)
    assert scalars["busiest_core_cycles"] == 24
    assert scalars["core_utilisation"] == pytest.approx(21 / (4.3 * scalars["cycles"]))


@settings(deadline=None, max_examples=examples(40))
@given(
    st.data(),
    partitions(),
    st.lists(st.sampled_from([0.001, 0.5, 0.7, 1, 2, 1000]), min_size=4, max_size=4),
    st.sampled_from(["none", "nearest", "random"]),
    st.sampled_from(["program_order", "lifo"]),
)
def test_both_engines_run_cores_of_any_speeds_the_same(data, cut, speeds, stealing, scheduler):
    mapping = data.draw(mappings(cut.parts, 4))
    execution = {"stealing": stealing, "scheduler": scheduler, "steal_threshold": 1, "model": "dataflow"}
    in_both(cut, mapping, machine({str(k): speed for k, speed in enumerate(speeds)}), execution)


def test_equal_speeds_of_one_change_nothing():
    plain = simulate(CUT, EIGHT, load_machine("mesh-4x2"), {})
    ones = simulate(CUT, EIGHT, machine({"0-7": 1}, "mesh-4x2"), {})
    assert ones.scalars == plain.scalars
    assert ones.vertex_finish.tobytes() == plain.vertex_finish.tobytes()


def test_a_fast_core_steals_more():
    fast = in_both(CUT, EIGHT, machine({"6": 4}, "mesh-4x2"), {"stealing": "most_loaded"})
    equal = simulate(CUT, EIGHT, load_machine("mesh-4x2"), {"stealing": "most_loaded"})
    assert fast.tables["cores"]["stolen"][6] > equal.tables["cores"]["stolen"][6]
    assert fast.scalars["cycles"] < equal.scalars["cycles"]


def test_supersteps_have_speeds_too():
    graph = Graph(3, [0, 1, 2], [1, 2, 0], [4.0, 6.0, 8.0])
    cut = EdgePartition(graph, 2, [0, 0, 1])
    result = in_both(cut, Mapping([0, 1], 4), machine({"0-1": 4}), {"model": "supersteps", "steps": 2})
    assert result.tables["cores"]["compute"].tolist() == [2 * (1 + 2), 2 * 2, 0, 0]
    assert result.scalars["critical_path_cycles"] == 2 * 2


def test_speeds_by_core_and_cycles():
    assert speed_of_cores({"1-2": 0.1}, {}, 4) == (1, Fraction(1, 10), Fraction(1, 10), 1)
    rates = TaskRates.of(CoreParameters(speeds={"0": 1.5}), 1)
    assert rates.cycles(np.array([0, 1, 3], np.int32), 0, 0).tolist() == [0, 1, 2]


RANGE = "expected a speed from 0.001 to 1000 with at most three decimals"
REFUSED = {
    "zero": ({"0": 0}, f"0: {RANGE}, got 0"),
    "negative": ({"0": -1}, f"0: {RANGE}, got -1"),
    "fine": ({"0": 1.0005}, f"0: {RANGE}, got 1.0005"),
    "no cores": (
        {"3-1": 2},
        "3-1: '3-1' names no cores; expected a core such as 5, or a range such as 0-3",
    ),
    "twice": ({"0-2": 2, "2": 3}, "2: core 2 is in '0-2' and in '2'; name it once"),
    "no such core": ({"4": 2}, "4: there is no core 4; the machine has the cores 0 .. 3"),
}


@pytest.mark.parametrize(("speeds", "message"), REFUSED.values(), ids=REFUSED)
def test_speeds_that_cannot_be_are_refused(speeds, message):
    with pytest.raises(ConfigError) as error:
        machine(speeds)
    assert str(error.value).endswith(f"core.speeds.{message}")
    assert len(str(error.value).splitlines()) == 1


def test_runs_without_speeds_are_refused():
    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    with pytest.raises(OptionError) as error:
        simulate(cut, Mapping([0], 4), machine({"0": 2}), {"memory_model": "simulated"})
    assert str(error.value) == (
        "`core.speeds` needs `memory_model: traced`, got 'simulated'; set it, or leave out this key"
    )
    with pytest.raises(OptionError) as error:
        simulate_threads(RandomOperations(items=5), np.arange(4), machine({"0": 2}))
    assert str(error.value) == ("the cores of a program of threads have one speed; leave out `core.speeds`")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (
            "partition: {method: libra, parts: 4}\nexecution: {memory_model: simulated}\n",
            "`core.speeds` needs `memory_model: traced`, got 'simulated'; set it, or leave out this key",
        ),
        (
            "workload: {thread_program: random_operations, threads: 4}\n",
            "the cores of a program of threads have one speed; leave out `core.speeds`",
        ),
    ],
    ids=["simulated memory", "threads"],
)
def test_check_refuses_speeds_with_their_line(tmp_path, monkeypatch, capsys, file, message):
    monkeypatch.chdir(tmp_path)
    workload = "" if "thread" in file else "workload: {generator: grid, width: 4, height: 4}\n"
    speeds = "machine: {base: mesh-2x2, core: {speeds: {0-1: 2}}}\n"
    (tmp_path / "e.yaml").write_text(speeds + workload + file)
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr().err == f"e.yaml:1:34: machine.core.speeds: {message}\n"


def test_a_core_is_named_by_its_number(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text("base: mesh-2x2\ncore: {speeds: {0: 2, 2-3: 4}}\n")
    assert [float(speed) for speed in load_machine(str(path)).speeds] == [2, 1, 4, 4]


# Speed-ups over the best core.


def rows_of(text):
    Path("e.yaml").write_text(text)
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1", "--no-pictures"]) == 0
    return pd.read_csv("out/results.csv")


SCHEDULED = """
workload: {generator: cholesky, tiles: 5, data: 8, work: 6000}
schedule: {method: heft}
execution: {initial_values: preloaded}
"""
CLUSTERS = SCHEDULED.replace("schedule: {method: heft}", "partition: {method: metis, parts: 16}")


@pytest.mark.parametrize("experiment", [SCHEDULED, CLUSTERS], ids=["schedule", "clusters"])
@pytest.mark.parametrize("cores", ["0-1", "2-3"])
def test_speed_up_and_efficiency_do_not_depend_on_the_numbers_of_the_fast_cores(
    experiment, cores, tmp_path, monkeypatch
):
    """Two cores of speed 4 and two of speed 1 are 2.5 fast cores. The work is 5^3 / 6 * 6,000 cycles."""
    monkeypatch.chdir(tmp_path)
    row = rows_of(f"{experiment}machine: {{base: mesh-2x2, core: {{speeds: {{{cores}: 4}}}}}}").iloc[0]
    on_one = 125 * 1000 / 4
    assert row["equivalent_cores"] == 2.5
    assert row["speedup"] == pytest.approx(on_one / row["cycles"], rel=1e-4)
    assert row["efficiency"] == pytest.approx(row["speedup"] / 2.5)
    assert row["efficiency"] == pytest.approx(row["core_utilisation"], rel=1e-4)
    assert row["efficiency"] < 1


def test_the_best_core_may_be_that_of_a_class_of_tasks(tmp_path, monkeypatch):
    """Core 3 takes 6,000 / 8 cycles for a GEMM, and the same as the others for the rest."""
    monkeypatch.chdir(tmp_path)
    core = "{classes: {gpu: [3]}, task_speeds: {gemm: {gpu: 8}, other: {}}}"
    row = rows_of(f"{SCHEDULED}machine: {{base: mesh-2x2, core: {core}}}").iloc[0]
    gemms = 10  # of five tiles
    on_gpu = 125 * 1000 - gemms * 6000 * 7 / 8
    assert row["speedup"] == pytest.approx(on_gpu / row["cycles"], rel=1e-4)
    assert row["equivalent_cores"] == pytest.approx(1 + 3 * on_gpu / (125 * 1000), rel=1e-4)


def test_a_chain_on_the_best_core_has_no_speed_up(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    chain = "digraph g { a [operation=1000]; b [operation=1000]; a -> b [bytes=8]; }"
    Path("chain.dot").write_text(chain)
    Path("m.yaml").write_text("base: mesh-2x2\ncore: {speeds: {1-3: 4}}\n")
    wanted = ["--machine", "m.yaml", "--vertex-work", "operation", "--json"]
    assert execute(["schedule", "chain.dot", *wanted]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["predicted_cycles"], found["cycles_on_best_core"]) == (500, 500)
    assert (found["speedup"], found["efficiency"]) == (1, 1 / 3.25)
