"""Experiments whose runs are not compared with one core: equal rows but for the speed-up, and fewer runs."""

import pandas as pd
import pytest

from numasim import load_experiment
from numasim.experiments.estimate import estimate
from numasim.schema.expand import points
from numasim.schema.load import load

GRAPH = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "block", "parts": 2},
    "machine": "mesh-2x2",
    "sweep": {"machine.clock": ["1 GHz", "2 GHz"]},
}
THREADS = {
    "workload": {"thread_program": "atomic_counter", "threads": 2},
    "machine": "mesh-2x2",
    "sweep": {"workload.threads": [1, 2]},
}
OF_ONE_CORE = ["speedup", "efficiency"]


@pytest.fixture
def run(tmp_path):
    """Runs an experiment; returns its table and what was reported."""
    from numasim.experiments.experiment import run_experiment
    from numasim.experiments.run_options import RunOptions

    def run(data, folder="results"):
        lines = []
        place = tmp_path / folder
        place.mkdir(exist_ok=True)
        results = run_experiment(
            load(data), RunOptions(1), folder=place, progress=lambda done, total, line: lines.append(line)
        )
        return results.table, lines

    return run


@pytest.mark.parametrize("data", [GRAPH, THREADS], ids=["graph", "threads"])
def test_rows_without_a_speedup_are_those_with_one(run, data):
    with_it, lines = run(data, "with")
    without, fewer = run(data | {"speedup": False}, "without")
    assert with_it["speedup"].notna().all()
    assert without[OF_ONE_CORE].isna().all(axis=None)
    pd.testing.assert_frame_equal(without.drop(columns=OF_ONE_CORE), with_it.drop(columns=OF_ONE_CORE))
    assert sum("on one core" in line for line in lines) == (2 if data is GRAPH else 1)
    assert not any("on one core" in line for line in fewer)


def test_only_the_runs_on_one_core_are_made_later(run):
    run(GRAPH | {"speedup": False})
    later, lines = run(GRAPH)
    assert later["speedup"].notna().all()
    assert len([line for line in lines if "cycles" in line]) == 2
    assert "already finished" in lines


def test_the_estimate_has_no_runs_on_one_core():
    assert estimate(points(load(GRAPH))).references == 2
    assert estimate(points(load(GRAPH | {"speedup": False}))).references == 0


def test_a_written_experiment_names_the_key_only_where_it_is_set():
    assert "speedup" not in load(GRAPH).resolved()
    assert load(GRAPH | {"speedup": False}).resolved()["speedup"] is False
    assert not load_experiment("papers/gpulp_cpu").speedup
