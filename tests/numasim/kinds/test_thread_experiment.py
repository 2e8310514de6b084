"""Experiments with programs of threads: what a file may say, rows and tables, determinism, failures."""

import json
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
import yaml
from browser import Browser, find_browser
from thread_plugins import Sum

import numasim
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.machine.machine import load_machine
from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.plots import picture_files
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.program import THREAD_PROGRAMS
from partitioners.errors import ConfigError, PluginError
from partitioners.generators.models import rmat

GRAPH = {"generator": "rmat", "scale": 6, "edge_factor": 4}
BFS = {
    "workload": {"thread_program": "bfs", "threads": 4, "graph": GRAPH, "chunk": 8},
    "machine": "mesh-2x2",
}
SUM = {"workload": {"thread_program": "sum", "threads": 3, "chunk": 8}, "machine": "mesh-2x2"}


@pytest.fixture(autouse=True)
def _programs():
    THREAD_PROGRAMS.register("sum", Sum)
    yield
    THREAD_PROGRAMS.unregister("sum")


def changed(base, **sections):
    """An experiment with other sections; the keys of a mapping replace those of the section, None removes."""
    data = {name: dict(part) if isinstance(part, dict) else part for name, part in base.items()}
    for name, part in sections.items():
        data[name] = {**data.get(name, {}), **part} if isinstance(part, dict) else part
        if isinstance(part, dict):
            data[name] = {key: value for key, value in data[name].items() if value is not None}
    return data


def run(data):
    return run_experiment(ThreadExperiment.model_validate(data), RunOptions(workers=1))


def test_a_file_runs_with_rows_and_tables(place):
    (place / "bfs.yaml").write_text(yaml.safe_dump(BFS, sort_keys=False))
    table = numasim.run(place / "bfs.yaml", place / "out")
    (row,) = table.to_dict("records")
    assert row["error"] is None or pd.isna(row["error"])
    assert {"run_id", "warnings", "speedup", *THREAD_SCALARS} <= set(row)
    assert (row["program"], row["graph"], row["threads"], row["mesh"]) == (
        *("bfs", "rmat scale=6 edge_factor=4", 4, "2x2"),
    )
    assert json.loads(row["program_options"])["method"] == "hybrid"
    for name in ("phases", "cores", "links", "ports", "controllers", "caches", "coherence", "traffic"):
        assert set(numasim.load_results(place / "out", name)["run_id"]) == {row["run_id"]}
    phases, cores = (numasim.load_results(place / "out", name) for name in ("phases", "cores"))
    # The time between the end of the last phase and that of the last thread is not in a phase.
    assert phases["cycles"].sum() == phases["last_cycle"].iloc[-1] <= row["cycles"]
    assert phases[["loads", "stores", "atomics"]].sum().tolist() == [
        row[f"operation_{kind}s"] for kind in ("load", "store", "atomic")
    ]
    spent = cores[["compute", "memory", "network", "synchronisation", "idle"]].sum(axis=1)
    assert (spent == row["cycles"]).all()


def test_an_undirected_edge_of_a_generator_makes_two(place):
    (row,) = run(BFS).table.to_dict("records")
    assert row["edges"] == 2 * rmat(scale=6, edge_factor=4, seed=0).num_edges


MISTAKES = {
    "too many threads": (
        changed(BFS, workload={"threads": 5}),
        "e.yaml:3:12: workload.threads: 5 threads do not fit on 4 cores, which run one thread each; use 1 to "
        "4 threads or a larger machine",
    ),
    "no threads": (
        changed(BFS, workload={"threads": None}),
        "e.yaml:1:1: workload.threads: is missing; expected an integer from 1 to 2147483647",
    ),
    "threads below 1": (
        changed(BFS, workload={"threads": 0}),
        "e.yaml:3:12: workload.threads: expected an integer from 1 to 2147483647, got 0",
    ),
    "a chunk of 0": (
        changed(BFS, workload={"chunk": 0}),
        "e.yaml:8:10: workload.chunk: expected an integer from 1 to 2147483647, got 0",
    ),
    "no graph": (
        changed(BFS, workload={"graph": None}),
        "e.yaml:1:1: workload.graph: is missing; bfs needs a graph file, or a mapping with generator",
    ),
    "a graph for nothing": (
        changed(SUM, workload={"graph": GRAPH}),
        "e.yaml:5:3: workload.graph: sum takes no graph; remove it",
    ),
    "an unknown program": (
        changed(BFS, workload={"thread_program": "bsf"}),
        "e.yaml:2:19: workload.thread_program: unknown thread program 'bsf'; did you mean 'bfs'?",
    ),
    "an unknown option": (
        changed(BFS, workload={"root": 3}),
        "e.yaml:9:3: workload.root: thread program 'bfs' takes no option 'root'; did you mean 'roots'?",
    ),
    "a partition": (
        changed(BFS, partition={"method": "metis", "parts": 4}),
        "e.yaml:10:1: partition: a program of threads divides its own work; remove this section",
    ),
    "a component": (
        changed(BFS, component={"method": "none"}),
        "e.yaml:10:1: component: components of one's own run with clusters only, not with threads; remove "
        "this section",
    ),
    "another key of execution": (
        changed(BFS, execution={"memory_model": "simulated"}),
        "e.yaml:11:3: execution.memory_model: does not apply to a program of threads; remove this key",
    ),
    "an unknown key of execution": (
        changed(BFS, execution={"lock_layuot": "packed"}),
        "e.yaml:11:3: execution.lock_layuot: unknown key; did you mean 'lock_layout'?",
    ),
    "an unknown schedule": (
        changed(BFS, execution={"scheduler": "stael"}),
        "e.yaml:11:14: execution.scheduler: unknown thread schedule 'stael'; did you mean 'steal'?",
    ),
    "a mapper of clusters": (
        changed(BFS, mapping={"method": "round_robin"}),
        "e.yaml:11:11: mapping.method: unknown thread mapper 'round_robin'; known: compact, random, scatter",
    ),
    "a file and a method": (
        changed(BFS, mapping={"method": "compact", "file": "e.yaml"}),
        "e.yaml:12:3: mapping.file: expected either method or file, got both",
    ),
    "a file that is not there": (
        changed(BFS, mapping={"file": "cores.txt"}),
        "e.yaml:11:9: mapping.file: no such file: 'cores.txt'",
    ),
    "a point with too many threads": (
        changed(BFS, sweep={"workload.threads": [2, 9]}),
        "e.yaml:13:5: workload.threads[1]: 9 threads do not fit on 4 cores, which run one thread each; use 1 "
        "to 4 threads or a larger machine",
    ),
}


@pytest.mark.parametrize(("data", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_at_its_place(place, data, message):
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    lines = [line.partition(" (")[0] for line in error.value.problems]
    assert lines == [message]


def test_another_class_of_experiment_names_the_right_one():
    with pytest.raises(ValueError, match=r"is the workload of a .*ThreadExperiment"):
        MeshExperiment.model_validate({**BFS, "partition": {"method": "metis", "parts": 2}})


def test_an_experiment_loads_back_as_itself(validator):
    experiment = ThreadExperiment.model_validate(BFS)
    assert ThreadExperiment.model_validate(experiment.resolved()) == experiment
    assert experiment.resolved().keys() & {"partition", "component"} == set()
    assert [error.message for error in validator.iter_errors(BFS)] == []
    assert not validator.is_valid(changed(BFS, execution={"barrier": "none"}))


SWEPT = changed(
    BFS,
    sweep={
        "execution.scheduler": ["static", "dynamic", "steal"],
        "workload.threads": [2, 4],
        "workload.method": ["queue", "read"],
    },
    baseline={"workload.method": "read"},
)


def test_a_sweep_runs_every_combination_and_compares_with_one_thread():
    results = run(SWEPT)
    table = results.table
    assert len(table) == 3 * 2 * 2
    assert table["error"].isna().all()
    alone = run(changed(BFS, sweep={"workload.method": ["queue", "read"]}, workload={"threads": 1})).table
    alone = dict(zip(alone["workload.method"], alone["cycles"], strict=True))
    expected = table["workload.method"].map(alone) / table["cycles"]
    assert table["speedup"].tolist() == pytest.approx(expected.tolist())
    reads = table[table["workload.method"] == "read"]
    assert (reads["cycles_vs_read"] == 1).all()
    assert len(set(results.labels)) == len(table)


def test_columns_of_names_have_names(place):
    (place / "bfs.yaml").write_text(yaml.safe_dump(changed(BFS, workload={"states": {"queue_at": 9}})))
    numasim.run(place / "bfs.yaml", place / "out")
    phases = numasim.load_results(place / "out", "phases")
    assert phases["part"].tolist()[:2] == ["reset", "level"]
    levels = phases[phases["part"] == "level"]
    has_left = (levels["frontier"] >= 9).cummax()
    assert levels["state"].tolist() == has_left.map({True: "queue", False: "small"}).tolist()
    assert set(levels["state"]) == {"small", "queue"}
    pd.testing.assert_frame_equal(pd.read_csv(place / "out" / "phases.csv"), phases, check_dtype=False)


def test_a_value_without_a_name_is_a_mistake_of_the_program():
    class Nameless(Bfs):
        value_names: ClassVar[dict[str, tuple[str, ...]]] = {"part": ("reset",)}

    program = Nameless(graph=rmat(scale=6, edge_factor=4))
    with pytest.raises(PluginError) as error:
        simulate_threads(program, np.arange(2), load_machine("mesh-2x2"))
    assert str(error.value) == (
        "thread program 'Nameless' failed: the part of phase 1 is 1, but value_names has 1 names for it; add "
        "a name, or correct next_phase"
    )


def test_both_engines_give_the_same_rows():
    sweep = {
        "workload.method": ["hybrid", "read"],
        "execution.network": ["ideal", "packet"],
        "execution.barrier": ["messages", "memory"],
    }
    base = changed(BFS, execution={"scheduler": "steal"}, mapping={"method": "scatter"}, sweep=sweep)
    of_engine = [run(changed(base, execution={"engine": engine})) for engine in ("compiled", "simpy")]
    first, second = (each.table.drop(columns="run_id") for each in of_engine)
    pd.testing.assert_frame_equal(first, second)
    for name in of_engine[0].tables:
        one, other = (each.tables[name].drop(columns="run_id") for each in of_engine)
        pd.testing.assert_frame_equal(one, other)


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(call, place):
    (place / "e.yaml").write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    for workers in (1, 2):
        call("run", "e.yaml", "-o", f"out{workers}", "-j", workers, "--no-pictures")
    names = sorted(path.name for path in (place / "out1").glob("*.csv"))
    assert "phases.csv" in names
    for name in names:
        assert (place / "out1" / name).read_bytes() == (place / "out2" / name).read_bytes()
    code, out, _ = call("compare", "out1", "out2", "--tables")
    assert code == 0, out
    code, out, _ = call("replay", "out1", "3")
    assert code == 0, out
    assert "the same, byte for byte" in out
    again = call("run", "e.yaml", "-o", "out1", "-j", 1, "--no-pictures")[1]
    assert "12 of 12 points were already finished" in again


@pytest.mark.parametrize(
    ("cores", "message"),
    [
        ("0\n1\n", "names 2 cores; expected one for each of 4 threads"),
        ("0\n1\n2\n9\n", "puts thread 3 on core 9; the cores are 0 to 3"),
        ("0\n1\n2\n1\n", "puts threads 1 and 3 on core 1; a core runs one thread"),
        ("0\n1\n2\nx\n", "cores.txt:4: "),
    ],
)
def test_a_wrong_file_of_cores_becomes_an_error_of_its_row(place, cores, message):
    (place / "cores.txt").write_text(cores)
    (error,) = run(changed(BFS, mapping={"file": "cores.txt"})).table["error"]
    assert message in error


def test_the_mapping_decides_which_cores_run(place):
    (place / "cores.txt").write_text("3\n1\n")
    base = changed(BFS, workload={"threads": 2})
    found = {}
    for mapping in ({"file": "cores.txt"}, {"method": "compact"}, {"method": "scatter"}):
        cores = run(changed(base, mapping=mapping)).tables["cores"]
        found[next(iter(mapping.values()))] = cores["thread"].tolist()
    assert found == {"cores.txt": [-1, 1, -1, 0], "compact": [0, 1, -1, -1], "scatter": [0, -1, 1, -1]}
    seeds = {"mapping.seed": [0, 1, 2]}
    drawn = run(changed(base, mapping={"method": "random"}, sweep=seeds)).tables["cores"]
    chosen = {tuple(cores) for cores in drawn["thread"].to_numpy().reshape(3, 4)}
    assert all(np.sum(np.array(cores) >= 0) == 2 for cores in chosen)
    assert len(chosen) > 1


def test_a_mesh_of_clusters_is_made_for_the_threads():
    table = run(changed(BFS, machine="table2", sweep={"workload.threads": [2, 6]})).table
    assert table["mesh"].tolist() == ["2x1", "3x2"]


def test_a_limit_ends_a_run_and_its_row_says_so():
    (row,) = run(changed(BFS, execution={"max_cycles": 500})).table.to_dict("records")
    assert (row["completed"], row["cycles"]) == (0, 500)
    assert pd.isna(row["speedup"])
    assert "max_cycles" in row["warnings"]


def test_a_program_of_ones_own_runs_and_its_figures_are_columns():
    (row,) = run(changed(SUM, workload={"items": 50})).table.to_dict("records")
    assert row["total"] == 50 * 49
    assert row["operation_atomics"] == 2 * 50
    assert pd.isna(row["graph"])


def test_failures_of_a_program_become_rows():
    table = run(changed(SUM, sweep={"list": [{"workload.wrong": True}, {"workload.named": "cycles"}]})).table
    assert table["error"].tolist() == [
        "the result failed verification: Sum: the total is wrong",
        "thread program 'sum' failed: its figure 'cycles' has the name of a column; choose another name",
    ]


def test_a_swept_program_keeps_only_its_own_keys():
    sweep = {"workload.thread_program": ["bfs", "sum"], "workload.roots": [1, 2]}
    made = points(ThreadExperiment.model_validate(changed(BFS, sweep=sweep)))
    assert [point.overrides.get("workload.roots") for point in made] == [1, 2, None]
    assert made[-1].experiment.threads.graph is None


def test_replicates_have_roots_of_their_own():
    table = run(changed(BFS, sweep={"replicates": 3})).table
    assert table["seed"].nunique() == 3


def test_every_command_knows_the_kind(call, place):
    (place / "e.yaml").write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    assert call("check", "e.yaml")[1] == "e.yaml: ok, 12 points\n"
    out = call("show", "e.yaml")[1]
    assert "# 12 points, 14 runs (12 of the points, 2 of one thread on one core); 1 graph to make\n" in out
    code, out, _ = call("run", "e.yaml", "--trace", "t.json", "--trace-point", "5")
    assert code == 0
    assert "the timeline of point 5 (of 12), cycles 0 to " in out
    events = json.loads((place / "t.json").read_text())["traceEvents"]
    assert {event["cat"] for event in events if event["ph"] == "X"} >= {"compute", "memory", "phase"}
    assert "items: an integer from 1 to 2147483647; default 100" in call("list", "thread-programs", "sum")[1]


@pytest.mark.slow
@pytest.mark.usefixtures("pictures")
def test_the_pictures_are_those_of_the_kind(place):
    sweep = {"workload.threads": [1, 2, 4]}
    (place / "e.yaml").write_text(yaml.safe_dump(changed(BFS, sweep=sweep), sort_keys=False))
    numasim.run(place / "e.yaml", place / "out")
    drawn = {path.name: path.read_bytes() for path in picture_files(place / "out")}
    assert {name for name in drawn if name.endswith("png")} == {
        *("comparison.png", "swept.png", "phases.png", "mesh_links.png", "tiles.png", "core_time.png"),
    }
    numasim.run(place / "e.yaml", place / "again")
    assert {path.name: path.read_bytes() for path in picture_files(place / "again")} == drawn
    page = (place / "out" / "report.html").read_text(encoding="utf-8")
    assert "speed-up" in page


@pytest.mark.skipif(find_browser() is None, reason="There is no browser on the path: install chromium.")
def test_the_report_is_whole_in_a_browser(place):
    (place / "e.yaml").write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    numasim.run(place / "e.yaml", place / "out")
    page = place / "out" / "report.html"
    with Browser() as browser:
        for width, height in ((1280, 800), (390, 844)):
            browser.open(page, width, height, "light")
            assert browser.requests == [page.as_uri()]
            assert browser.complaints == []
            assert browser.evaluate("document.scrollingElement.scrollWidth") <= width
        assert browser.evaluate("document.querySelectorAll('tbody tr').length") >= 12


def test_the_kind_has_its_tables():
    found = run(SUM).tables
    assert set(found) <= set(THREADS.tables)
    assert set(found) >= {"phases", "cores", "caches", "traffic"}


def test_the_speed_up_of_work_per_thread_compares_rates():
    atomic = {"workload": {"thread_program": "atomic_counter", "threads": 1, "accesses": 200}}
    base = {**atomic, "machine": "mesh-2x2", "sweep": {"workload.threads": [1, 4]}}
    table = run(base).table
    assert table["relative_work"].tolist() == [1, 4]
    assert table["accesses"].tolist() == [200, 800]
    rates = table["accesses"] / table["cycles"]
    assert table["speedup"].tolist() == pytest.approx((rates / rates[0]).tolist())
    assert run(BFS).table["relative_work"].tolist() == [1]
