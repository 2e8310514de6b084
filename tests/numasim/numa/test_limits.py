"""Runs that a limit ended: partial results that say so, the same from both engines."""

import numpy as np
import pytest
from configurations import configurations
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.mapping import Mapping
from numasim.experiments.experiment import run as run_experiment
from numasim.machine.machine import load_machine
from numasim.numa.shared import limits
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError
from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.partition_graph import partition
from tests.numasim.numa.test_engines import ENGINES, everything, in_both


def crowd():
    """A program with some hundreds of cycles on four cores."""
    cut = partition(rmat(scale=6, edge_factor=6, seed=1), "libra", 4)
    return cut, Mapping(np.arange(4), 4), load_machine("mesh-2x2")


@settings(deadline=None, max_examples=examples(40))
@given(st.data(), configurations(max_cycles=None))
def test_a_run_ends_in_the_same_state_in_both_engines(data, run):
    cut, mapping, machine, execution = run
    whole = simulate(*run).scalars["cycles"]
    cycle = data.draw(st.integers(1, whole + 2))
    ended = in_both(cut, mapping, machine, {**execution, "max_cycles": cycle})
    assert ended.scalars["completed"] == (whole < cycle)
    assert ended.scalars["cycles"] == min(whole, cycle)


@pytest.mark.parametrize(
    "execution",
    [
        {},
        {"model": "supersteps"},
        {"memory_model": "simulated"},
        {"model": "supersteps", "memory_model": "simulated"},
    ],
)
def test_the_first_cycles_do_not_depend_on_where_a_run_ends(execution):
    cut, mapping, machine = crowd()
    whole = simulate(cut, mapping, machine, execution)
    for cycle in np.linspace(1, whole.scalars["cycles"], 7).astype(int).tolist():
        ended = in_both(cut, mapping, machine, {**execution, "max_cycles": cycle})
        if "model" not in execution:
            seen = whole.vertex_finish < cycle
            assert (ended.vertex_finish == np.where(seen, whole.vertex_finish, -1)).all()
        assert ended.tables["cores"]["tasks"].le(whole.tables["cores"]["tasks"]).all()
        assert ended.tables["controllers"]["utilisation"].le(1).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("memory", ["traced", "simulated"])
def test_a_limit_in_events_or_seconds_ends_a_run_between_two_cycles(engine, memory, monkeypatch):
    cut, mapping, machine = crowd()
    execution = {"engine": engine, "memory_model": memory}
    whole = simulate(cut, mapping, machine, execution)
    for limit in ({"max_events": 40}, {"max_seconds": 1e-9}):
        ended = simulate(cut, mapping, machine, {**execution, **limit})
        ((name, value),) = limit.items()
        cycles = ended.scalars["cycles"]
        assert ended.scalars["completed"] == 0
        assert cycles < whole.scalars["cycles"]
        assert ended.warnings[0] == f"ended by `{name}: {value}` in cycle {cycles}: the results are partial"
        if cycles:
            same = simulate(cut, mapping, machine, {**execution, "max_cycles": cycles})
            assert everything(same)[1:4] == everything(ended)[1:4]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "execution", [{}, {"model": "supersteps"}, {"memory_model": "simulated", "network": "flit"}]
)
def test_looking_at_a_run_all_the_time_changes_nothing(engine, execution, monkeypatch):
    cut, mapping, machine = crowd()
    whole = simulate(cut, mapping, machine, {**execution, "engine": engine})
    monkeypatch.setattr(limits, "LOOK_EVERY", 7)
    far = {"max_cycles": 10**9, "max_events": 10**9, "max_seconds": 1e9}
    assert everything(simulate(cut, mapping, machine, {**execution, "engine": engine})) == everything(whole)
    again = simulate(cut, mapping, machine, {**execution, "engine": engine, **far})
    assert everything(again) == everything(whole)


@pytest.mark.parametrize("engine", ENGINES)
def test_only_a_short_run_with_a_limit_in_seconds_is_looked_at(engine, monkeypatch):
    looks = []
    check = limits.Watchdog.check
    monkeypatch.setattr(
        limits.Watchdog, "check", lambda *args, **named: looks.append(1) or check(*args, **named)
    )
    for limit, often in (({}, 0), ({"max_cycles": 10**9, "max_events": 10**9}, 0), ({"max_seconds": 1e9}, 1)):
        looks.clear()
        simulate(*crowd(), {"engine": engine, **limit})
        assert len(looks) == often


def test_messages_after_the_last_task_are_let_arrive():
    # One store: its block is written, and the unblock of its home is still under way.
    graph = Graph(
        1,
        [],
        [],
        None,
        {
            "program_order": np.zeros(1, int),
            "latency_class": np.zeros(1, int),
            "opcode_class": np.ones(1, int),
            "operation": np.zeros(1),
            "address": np.full(1, 4096),
        },
    )
    cut, machine = EdgePartition(graph, 1, []), load_machine("mesh-2x1")
    execution = {"memory_model": "simulated"}
    whole = in_both(cut, Mapping([1], 2), machine, execution)
    cycles = whole.scalars["cycles"]
    limited = in_both(cut, Mapping([1], 2), machine, {**execution, "max_cycles": cycles + 1})
    assert everything(limited) == everything(whole)


def test_a_row_of_a_partial_run_is_marked_and_has_no_ratios(tmp_path, capsys):
    file = tmp_path / "limited.yaml"
    file.write_text(
        "workload: {generator: grid, width: 12, height: 12}\n"
        "partition: {method: random, parts: 4}\n"
        "mapping: {method: round_robin}\n"
        "machine: mesh-2x2\n"
        "sweep: {execution.max_cycles: [100, 100000]}\n"
        "baseline: {execution.max_cycles: 100000}\n"
    )
    from numasim.cli import execute

    assert execute(["run", str(file), "-o", str(tmp_path / "out"), "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "> " in out
    assert "note: ended by `max_cycles: 100` in cycle 100: the results are partial" in out
    table = run_experiment(file, workers=1)
    assert table["completed"].tolist() == [0, 1]
    assert table["cycles"][0] == 100
    assert table["speedup"].isna().tolist() == [True, False]
    assert table["network_bytes_vs_100000"].isna().tolist() == [True, False]
    assert table["copies_or_cut_vs_100000"].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("max_cycles: 0", "expected an integer from 1 to 9007199254740992, got 0"),
        ("max_events: 1.5", "expected an integer from 1 to 9007199254740992, got 1.5"),
        ("max_seconds: -1", "expected a number greater than 0, got -1"),
    ],
)
def test_limits_that_are_none_are_refused_with_their_place(tmp_path, limit, message):
    from numasim.schema.load import load_experiment
    from partitioners.errors import ConfigError

    file = tmp_path / "wrong.yaml"
    file.write_text(
        "workload: {generator: grid, width: 12, height: 12}\n"
        "partition: {method: random, parts: 4}\n"
        "machine: mesh-2x2\n"
        f"execution: {{{limit}}}\n"
    )
    key = limit.partition(":")[0]
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    column = len("execution: {" + key + ": ") + 1
    assert str(error.value).endswith(f"wrong.yaml:4:{column}: execution.{key}: {message}")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("model", ["dataflow", "supersteps"])
def test_a_run_beyond_the_last_cycle_is_refused(engine, model):
    """The largest work on the slowest core takes about 9 x 10^18 cycles; 2^62 are 4.6 x 10^18."""
    vertices = 4
    work = {"operation": np.full(vertices, 2.0**51 - 1)}
    chain = Graph(vertices, np.arange(3), np.arange(1, 4), np.zeros(3), work)
    cut = VertexPartition(chain, 2, [0, 0, 0, 0])
    machine = load_machine({"base": "mesh-2x1", "core": {"speeds": {"0-1": 0.001}}})
    execution = {"engine": engine, "model": model, "initial_values": "preloaded"}
    with pytest.raises(OptionError) as error:
        simulate(cut, Mapping([0, 1], 2), machine, execution)
    assert str(error.value) == (
        "the run needs more than 2^62 cycles; choose a smaller execution.cycles_per_weight, or faster parts "
        "of the machine, or set execution.max_cycles"
    )
    ended = simulate(cut, Mapping([0, 1], 2), machine, {**execution, "max_cycles": 1000})
    assert ended.warnings[0] == "ended by `max_cycles: 1000` in cycle 1000: the results are partial"
