"""Utilisation and waits over time, and the metrics of a run with tasks, worked out by hand."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import runs

from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.numa.shared.activity_over_time import INTERVALS, ActivityOverTime
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.timeline import Timeline
from numasim.simulation.simulate import simulate
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from tests.numasim.numa.test_engines import in_both

SPANS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 5_000), st.integers(0, 600)).map(
        lambda t: (*t[:2], t[1] + t[2])
    )
)


@settings(deadline=None, max_examples=examples(60))
@given(SPANS, st.integers(0, 8_000))
def test_the_record_is_a_count_of_cycles(spans, cycles):
    record, counted = ActivityOverTime(), np.zeros((4, 2**13), int)
    for activity, first, last in spans:
        record.add(activity, first, last)
        counted[activity, first:last] += 1
    record.cover(cycles)
    width = 2**record.shift
    expected = counted[:, : INTERVALS * width].reshape(4, -1, width).sum(axis=2).T
    assert record.spent[: len(expected)] == expected.tolist()
    assert len(record.spent) == INTERVALS
    longest = max([cycles, *(last for _, first, last in spans if first < last)])
    assert longest <= INTERVALS * width
    assert width == 1 or longest > INTERVALS * width // 2


@settings(deadline=None, max_examples=examples(40))
@given(st.sampled_from(["dataflow", "supersteps"]).flatmap(runs), st.sampled_from(["none", "nearest"]))
def test_the_table_has_the_activities_of_the_timeline_in_both_engines(run, stealing):
    cut, mapping, machine, execution = run
    if execution["model"] == "dataflow":
        execution = {**execution, "stealing": stealing, "steal_threshold": 1}
    result = in_both(cut, mapping, machine, execution)
    table, cycles = result.tables["activity"], result.scalars["cycles"]
    cores = result.tables["cores"]
    if table.empty:
        assert not cores[list(CORE_TIMES)].to_numpy().any()
        return
    assert table["first_cycle"].tolist() == [0, *table["last_cycle"].iloc[:-1]]
    assert table["last_cycle"].iloc[-1] == cycles
    for activity in (*CORE_TIMES, "idle"):
        assert table[activity].sum() == cores[activity].sum()
        assert (table[activity] >= 0).all()
    timeline = Timeline()
    simulate(cut, mapping, machine, execution, timeline=timeline)
    spent = {activity: np.zeros(cycles, int) for activity in CORE_TIMES}
    for one in timeline.slices:
        spent[one.kind][one.first : one.last] += 1
    for row in table.to_dict("records"):
        inside = slice(row["first_cycle"], row["last_cycle"])
        assert [row[activity] for activity in CORE_TIMES] == [spent[a][inside].sum() for a in CORE_TIMES]


def test_simulated_memory_has_no_such_table():
    cut = EdgePartition(Graph(3, [0, 0], [1, 2]), 2, [0, 1])
    result = in_both(cut, Mapping([0, 1], 2), load_machine("mesh-2x1"), {"memory_model": "simulated"})
    assert result.tables["activity"].empty


def test_the_metrics_of_two_tasks_of_which_one_is_stolen():
    """Core 0 has two tasks of 100 cycles, and core 1 steals the second one.

    A message takes 12 cycles: one to the port, one to the router, and five for each router with the channel
    behind it. The request leaves in cycle 0, the task arrives in cycle 24 and ends in 124, and its result
    is back in 136.
    """
    cut = EdgePartition(Graph(3, [0, 0], [1, 2], [100.0, 100.0]), 1, [0, 0])
    execution = {"initial_values": "preloaded", "stealing": "nearest", "steal_threshold": 1}
    result = in_both(cut, Mapping([0], 2), load_machine("mesh-2x1"), execution)
    counted = result.scalars
    assert counted["cycles"] == 136
    assert (counted["work_cycles"], counted["critical_path_cycles"]) == (200, 100)
    assert counted["makespan_ratio"] == 136 / max(200 / 2, 100)
    assert counted["slr"] == 136 / 100
    assert counted["core_utilisation"] == 200 / (2 * 136)
    # The thief waits until the answer is sent, then for the answer. The victim waits for the result.
    waits = [
        counted[f"{kind}_cycles"] for kind in ("compute", "memory", "network", "synchronisation", "idle")
    ]
    assert waits == [200, 0, 12, 12, 36 + 12]
    assert (counted["steal_requests"], counted["steals"], counted["steal_operands"]) == (1, 1, 1)
    assert (counted["steal_bytes"], counted["steal_flit_hops"]) == (8 + 16 + 16, 3)
    # Two tasks of 70 pJ; three flits of 16 bytes over one link and two routers at 2 pJ a byte each.
    assert counted["energy_compute_joules"] == pytest.approx(140e-12)
    assert counted["energy_network_joules"] == pytest.approx(3 * 16 * 3 * 2e-12)
    assert counted["energy_joules"] == pytest.approx(140e-12 + 288e-12)
    table = result.tables["activity"]  # 136 cycles need intervals of two
    assert table["last_cycle"].tolist() == list(range(2, 137, 2))
    busy = np.zeros(136, int)
    busy[:100] += 1
    busy[24:124] += 1
    assert table["compute"].tolist() == busy.reshape(-1, 2).sum(axis=1).tolist()
    assert table["synchronisation"].tolist() == [2] * 6 + [0] * 62
    assert table["network"].tolist() == [0] * 6 + [2] * 6 + [0] * 56
