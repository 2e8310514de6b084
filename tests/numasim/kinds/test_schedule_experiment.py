"""Experiments with a section ``schedule``: rows, tables, stored schedules, replay, and every refusal."""

import csv
import json
from pathlib import Path

import pandas as pd
import pytest

from numasim.cli import execute
from numasim.experiments.experiment import run
from numasim.kinds.schedule.schema import ScheduleExperiment
from numasim.schema.experiment import experiment_of
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError
from partitioners.files.write_graph import write_graph
from partitioners.generators.task_graphs import cholesky

BASE = """\
workload: {generator: cholesky, tiles: 4, data: 2048}
schedule: {method: heft}
machine: mesh-2x2
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A finished sweep of two methods."""
    place = tmp_path_factory.mktemp("schedules")
    text = BASE + "sweep: {schedule.method: [heft, mct]}\nbaseline: {schedule.method: heft}\n"
    (place / "two.yaml").write_text(text)
    assert execute(["run", str(place / "two.yaml"), "-o", str(place / "out"), "--workers", "1"]) == 0
    return place


def test_a_row_has_the_predicted_and_the_simulated_time(folder):
    rows = pd.read_csv(folder / "out" / "results.csv")
    assert rows["schedule"].tolist() == ["heft", "mct"]
    assert rows["error"].isna().all()
    assert (rows["cycles"] > rows["predicted_cycles"]).all()  # values are read from memory
    assert (rows["slr"] == rows["cycles"] / rows["critical_path_cycles"]).all()
    assert (rows["predicted_slr"] == rows["predicted_cycles"] / rows["critical_path_cycles"]).all()
    assert rows["cycles_vs_heft"].tolist() == [1.0, rows["cycles"][1] / rows["cycles"][0]]
    assert (rows["speedup"] > 1).all()
    energy = rows["energy_joules"]
    assert (energy > 0).all()
    assert rows["energy_joules_vs_heft"].tolist() == [1.0, energy[1] / energy[0]]
    assert not {"partitioner", "mapper"} & set(rows)
    for name in ("comparison.png", "mesh_links.png", "tiles.png", "core_time.png", "report.html"):
        assert (folder / "out" / name).is_file()


def test_schedules_are_ranked_by_their_energy(folder, capsys):
    assert execute(["rank", str(folder / "out"), "--by", "schedule", "--measure", "energy_joules"]) == 0
    said = capsys.readouterr().out
    assert "energy_joules over 1 instances" in said
    assert {"heft", "mct"} <= set(said.split())


def test_the_table_has_both_times_of_every_task(folder):
    table = pd.read_parquet(folder / "out" / "schedule.parquet")
    rows = pd.read_csv(folder / "out" / "results.csv").set_index("run_id")
    graph = cholesky(tiles=4, data=2048)
    for run_id, of_run in table.groupby("run_id"):
        assert sorted(of_run["task"]) == list(range(graph.num_vertices))
        work = graph.vertex["operation"][of_run["task"]]
        assert (of_run["end"] - of_run["start"] - work).abs().max() <= 1
        assert of_run["simulated_end"].max() == rows.loc[run_id, "cycles"]
        assert (of_run["simulated_start"] >= of_run["start"]).all()
        for _, of_core in of_run.groupby("core"):
            assert of_core["start"].is_monotonic_increasing
            assert (
                of_core["simulated_start"].iloc[1:] >= of_core["simulated_end"].iloc[:-1].to_numpy()
            ).all()


def test_an_exported_schedule_runs_the_same(folder, capsys):
    write_graph(cholesky(tiles=4, data=2048), folder / "c.npz")
    command = ["schedule", str(folder / "c.npz"), "--machine", "mesh-2x2", "--simulate", "--json"]
    for name in ("s.csv", "s.parquet"):
        assert execute([*command, "-o", str(folder / name)]) == 0
        found = json.loads(capsys.readouterr().out)
        (folder / "file.yaml").write_text(
            f"workload: {{graph: c.npz}}\nschedule: {{file: {name}}}\nmachine: mesh-2x2\n"
        )
        row = run(folder / "file.yaml").iloc[0]
        assert row["cycles"] == found["simulated_cycles"]
        for figure in ("speedup", "efficiency"):  # both runs read the initial values
            assert found[figure] == pytest.approx(row[figure])
        assert row["predicted_cycles"] == found["predicted_cycles"]
    rows = pd.read_csv(folder / "out" / "results.csv")
    assert found["simulated_cycles"] == rows["cycles"][0]


def test_the_command_has_the_figures_of_an_experiment(tmp_path, capsys):
    """Also on cores that run classes of tasks at speeds of their own."""
    write_graph(cholesky(tiles=4, data=2048), tmp_path / "c.npz")
    (tmp_path / "m.yaml").write_text(
        "base: mesh-2x2\n"
        "core: {classes: {gpu: 3}, speeds: {0-0: 2}, task_speeds: {gemm: {gpu: 16}, other: {gpu: 0.5}}}\n"
    )
    (tmp_path / "e.yaml").write_text(
        "workload: {graph: c.npz}\nschedule: {method: heft}\nmachine: m.yaml\n"
        "execution: {initial_values: preloaded}\n"
    )
    row = run(tmp_path / "e.yaml").iloc[0]
    command = ["schedule", str(tmp_path / "c.npz"), "--machine", str(tmp_path / "m.yaml"), "--json"]
    assert execute(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["predicted_cycles"] == row["predicted_cycles"]
    assert found["critical_path_cycles"] == row["critical_path_cycles"]
    assert found["schedule_length_ratio"] == pytest.approx(row["predicted_slr"])
    assert found["cycles_on_best_core"] == pytest.approx(row["speedup"] * row["cycles"])
    assert found["speedup"] == pytest.approx(found["cycles_on_best_core"] / found["predicted_cycles"])


def test_a_run_is_repeated(folder, capsys):
    run_id = pd.read_csv(folder / "out" / "results.csv")["run_id"][1]
    capsys.readouterr()
    assert execute(["replay", str(folder / "out"), run_id]) == 0
    assert "the same, byte for byte" in capsys.readouterr().out


def refused(tmp_path, text):
    (tmp_path / "e.yaml").write_text(text)
    with pytest.raises(ConfigError) as error:
        load_experiment(str(tmp_path / "e.yaml"))
    return [line.partition("e.yaml:")[2] for line in str(error.value).splitlines()]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (("heft}", "heftt}"), "2:20: schedule.method: unknown schedule 'heftt'; did you mean 'heft'?"),
        (("heft}", "heft, seeds: 1}"),
         "2:26: schedule.seeds: schedule 'heft' takes no option 'seeds'; did you mean 'seed'?"),
        (("method: heft", "seed: 1"),
         "2:1: schedule.method: is missing; expected the name of a schedule (or `file`)"),
        (("machine: mesh-2x2", "machine: table2"),
         "3:10: machine: the machine 'table2' has one core per cluster, and a schedule has no clusters; use "
         "a machine with a mesh of a fixed size, such as mesh-4x4"),
        (("machine", "partition: {method: libra, parts: 4}\nmachine"),
         "3:1: partition: a schedule gives every task its core; remove this section, or remove `schedule`"),
        (("machine", "mapping: {method: greedy}\nmachine"),
         "3:1: mapping: a schedule gives every task its core; remove this section, or remove `schedule`"),
        (("machine", "execution: {memory_model: simulated}\nmachine"),
         "3:27: execution.memory_model: a schedule needs `memory_model: traced`, got 'simulated'; "
         "set it, or leave out the schedule"),
        (("machine", "execution: {steps: 2}\nmachine"),
         "3:20: execution.steps: a schedule needs `steps: 1`, got 2; "
         "set it, or leave out the schedule"),
        (("machine", "execution: {model: supersteps}\nmachine"),
         "3:20: execution.model: a schedule needs `model: dataflow`, got 'supersteps'; "
         "set it, or leave out the schedule"),
        (("machine", "execution: {scheduler: fifo}\nmachine"),
         "3:24: execution.scheduler: a schedule needs `scheduler: program_order`, got 'fifo'; "
         "set it, or leave out the schedule"),
        (("machine", "execution: {stealing: nearest}\nmachine"),
         "3:23: execution.stealing: a schedule needs `stealing: none`, got 'nearest'; "
         "set it, or leave out the schedule"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_place(tmp_path, change, text):
    assert refused(tmp_path, BASE.replace(*change)) == [text]


def test_a_swept_method_needs_no_section():
    data = {"workload": {"generator": "fft"}, "sweep": {"schedule.method": ["heft"]}}
    assert experiment_of(data) is ScheduleExperiment


def test_the_resolved_experiment_is_the_same(tmp_path):
    (tmp_path / "e.yaml").write_text(BASE)
    loaded = load_experiment(str(tmp_path / "e.yaml"))
    assert ScheduleExperiment.model_validate(loaded.resolved()) == loaded
    assert not {"partition", "mapping"} & loaded.resolved().keys()


def test_a_graph_with_a_cycle_is_a_row_with_its_error(tmp_path):
    (tmp_path / "c.txt").write_text("0 1\n1 0\n")
    (tmp_path / "e.yaml").write_text(
        BASE.replace("generator: cholesky, tiles: 4, data: 2048", "graph: c.txt")
    )
    row = run(tmp_path / "e.yaml").iloc[0]
    assert "cycle" in row["error"]


def test_the_command_writes_the_columns(tmp_path, capsys):
    write_graph(cholesky(tiles=2), tmp_path / "c.npz")
    assert (
        execute(["schedule", str(tmp_path / "c.npz"), "--machine", "mesh-1x1", "-o", str(tmp_path / "s.csv")])
        == 0
    )
    rows = list(csv.DictReader((tmp_path / "s.csv").read_text().splitlines()))
    assert [row["task"] for row in rows] == ["0", "1", "2", "3"]
    assert "predicted cycles" in capsys.readouterr().out
    assert execute(["schedule", str(tmp_path / "c.npz"), "--machine", "mesh-1x1", "--latency", "3"]) == 2
    assert capsys.readouterr().err.startswith("error: schedule 'heft' takes no option --latency; ")


# The ratio of communication to computation.

RATIOS = """
workload: {generator: cholesky, tiles: 6, data: 8192, work: 0.001}
schedule: {method: heft}
machine: mesh-4x4
sweep: {schedule.ccr: [0.02, 0.5]}
"""


def test_the_ratio_is_a_mean_over_a_mean_and_can_be_asked_for(tmp_path, monkeypatch):
    """The mean hops of two different cores of a 4 x 4 mesh are 8/3; 8,200 bytes are 513 flits."""
    monkeypatch.chdir(tmp_path)
    Path("e.yaml").write_text(RATIOS)
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1", "--no-pictures"]) == 0
    table = pd.read_csv("out/results.csv")
    message = 1 + 1 + (8 / 3 + 1) * 5 + 512
    assert table["communication_to_computation"].tolist() == pytest.approx([0.02, 0.5], rel=1e-3)
    means = table["work_cycles"] / table["vertices"]
    assert table["communication_to_computation"].tolist() == pytest.approx((message / means).tolist())
    # Speed-ups have the same work on one core.
    on_one_core = (table["speedup"] * table["cycles"]).tolist()
    assert on_one_core == pytest.approx(table["work_cycles"].tolist(), rel=0.01)


def test_one_edge_of_76_cycles_and_tasks_of_1000_and_2000_have_a_ratio_of_a_twentieth(tmp_path, capsys):
    """The mean over the mean, not the sum over the sum."""
    path = tmp_path / "g.dot"
    path.write_text("digraph g { a [operation=1000]; b [operation=2000]; a -> b [bytes=1008]; }")
    wanted = ["schedule", str(path), "--machine", "mesh-2x1", "--vertex-work", "operation", "--json"]
    assert execute(wanted) == 0
    assert json.loads(capsys.readouterr().out)["communication_to_computation"] == 75 / 1500
    assert execute([*wanted, "--ccr", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["communication_to_computation"] == pytest.approx(2, rel=0.03)
    assert found["cycles_on_best_core"] == pytest.approx(75, abs=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--ccr", "0"], "error: --ccr must be greater than 0 and finite, got 0"),
        (["--ccr", "1", "--cycles-per-weight", "2"],
         "error: --ccr sets --cycles-per-weight; leave out one of the two"),
        (["--ccr", "1"],
         "error: 'g' has no ratio of communication to computation on mesh-1x1, which needs work, dependences "
         "and two cores; leave out `ccr`"),
    ],
)  # fmt: skip
def test_a_ratio_that_cannot_be_is_refused(options, message, tmp_path, capsys):
    path = tmp_path / "g.dot"
    path.write_text("digraph g { a [operation=1000]; b [operation=2000]; a -> b [bytes=1008]; }")
    wanted = ["schedule", str(path), "--machine", "mesh-1x1", "--vertex-work", "operation"]
    assert execute([*wanted, *options]) == 2
    assert capsys.readouterr().err.strip() == message


def test_one_of_ratio_and_scale_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = RATIOS.replace("heft}", "heft, ccr: 1}").partition("sweep")[0]
    Path("e.yaml").write_text(text + "execution: {cycles_per_weight: 5}\n")
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr().err.strip() == (
        "e.yaml:5:13: execution.cycles_per_weight: is set by `schedule.ccr`; remove one of the two"
    )
