"""``machine: none``: partitions and their quality, without a simulated machine."""

import json
from pathlib import Path

import pandas as pd
import pytest
from text_boxes import check_texts

from numasim.cli import execute
from numasim.kinds.quality.columns import ROWS as QUALITY
from numasim.kinds.quality.schema import QualityExperiment
from numasim.results.plots import pictures_of
from numasim.results.tables import load_results
from numasim.schema.expand import points
from numasim.schema.experiment import experiment_of
from numasim.schema.load import load_experiment
from partitioners.analysis.quality import quality
from partitioners.config.yaml_lines import write_yaml
from partitioners.errors import ConfigError
from partitioners.generators.models import mc2depi
from partitioners.partition_graph import partition

EXPERIMENT = """\
workload: {generator: mc2depi, n: 12}
partition: {parts: 8}
machine: none
sweep:
  partition.method: [random, metis, wb_libra]
  partition.parts: [4, 500]
baseline: {partition.method: random}
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "q.yaml"
    path.write_text(EXPERIMENT.replace("500", "8"))
    return path


def test_an_edge_cut_is_not_refined(file, capsys):
    file.write_text(EXPERIMENT.replace("metis", "metis+refine"))
    assert execute(["check", "q.yaml"]) == 2
    assert capsys.readouterr().err == (
        "q.yaml:5:30: partition.method[1]: metis makes an edge cut, but only vertex cuts can be refined; "
        "remove `+refine` or choose a vertex cut\n"
    )


def test_its_figures_are_those_of_the_partitions(file, capsys):
    assert execute(["run", str(file), "-o", "out", "-j", "1"]) == 0
    table = pd.read_parquet("out/results.parquet")
    assert len(table) == 6
    assert table["error"].isna().all()
    assert not {"seconds", "cycles", "speedup", "mapper", "machine"} & set(table)
    graph = mc2depi(n=12)
    for row in table.to_dict("records"):
        found = quality(partition(graph, row["partitioner"], row["parts"], seed=0))
        for name in ("replication_factor", "copies_or_cut", "messages", "edge_weight_imbalance"):
            assert row[name] == getattr(found, name)
        base = table[(table["partitioner"] == "random") & (table["parts"] == row["parts"])].iloc[0]
        assert row["copies_or_cut_vs_random"] == row["copies_or_cut"] / base["copies_or_cut"]
        assert row["replication_factor_vs_random"] == row["replication_factor"] / base["replication_factor"]
    timings = pd.read_parquet("out/timings.parquet")
    assert list(timings["run_id"]) == list(table["run_id"])
    assert timings["partition_seconds"].notna().all()
    printed = capsys.readouterr().out
    assert "columns with a slash are relative to random (/r); less is better" in printed
    assert "time" not in printed.splitlines()[3]


def test_its_pictures_are_chosen_by_what_is_swept(file, pictures):
    file.write_text(EXPERIMENT.replace("4, 500", "2, 4, 8"))
    assert execute(["run", str(file), "-o", "out", "-j", "1"]) == 0
    assert {path.stem for path in Path("out").glob("*.png")} == {"comparison", "swept", "relative"}
    results = load_results("out")
    results["label"] = results["partitioner"] + ", " + results["parts"].astype(str)
    found = pictures_of(results, results, {}, QUALITY, "q", ["parts"])
    figures = {name: figure for name, draw in found if (figure := draw()) is not None}
    titles = [axis.get_title() for axis in figures["comparison"].axes]
    assert titles == ["vertex copies, or cut edges", "replication factor", "largest load over the mean"]
    assert figures["swept"].get_suptitle() == "q\n(vertex copies, or cut edges, less is better)"
    for figure in figures.values():
        assert len(check_texts(figure)) > 5


def test_its_report_its_replay_and_a_second_run(file, capsys):
    assert execute(["run", str(file), "-o", "out", "-j", "1"]) == 0
    assert execute(["report", "out"]) == 0
    assert execute(["replay", "out", "3"]) == 0
    assert execute(["run", str(file), "-o", "out", "-j", "1"]) == 0
    assert "6 of 6 points were already finished" in capsys.readouterr().out


def test_a_run_made_again_has_no_timeline_either(file, capsys):
    assert execute(["run", str(file), "-o", "out", "-j", "1"]) == 0
    assert execute(["replay", "out", "0", "--trace", "t.json"]) == 2
    message = "error: --trace t.json: a timeline needs a machine, and this experiment has `machine: none`\n"
    assert capsys.readouterr().err.endswith(message)


def test_resolved_it_is_the_same_experiment(file):
    experiment = load_experiment(file)
    assert isinstance(experiment, QualityExperiment)
    assert experiment.resolved()["machine"] == "none"
    assert not {"mapping", "component", "execution"} & set(experiment.resolved())
    file.with_name("again.yaml").write_text(write_yaml(experiment.located()))
    again = load_experiment("again.yaml")
    assert again == experiment
    assert [p.experiment for p in points(again)] == [p.experiment for p in points(experiment)]
    json.dumps(experiment.resolved())
    assert experiment_of(experiment.resolved()) is QualityExperiment


def test_what_is_of_a_machine_is_refused(file, capsys):
    text = file.read_text().replace("sweep:", "mapping: {method: greedy}\nexecution: {}\nsweep:")
    file.write_text(text + "verify: 3\n")
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    nothing = "nothing is mapped or run with `machine: none`; leave this section out, or name a machine"
    assert error.value.problems == (
        f"q.yaml:4:1: mapping: {nothing}",
        f"q.yaml:5:1: execution: {nothing}",
        "q.yaml:10:9: verify: expected true or false, got 3",
    )
    fields = "machine.clock: [1 GHz]\n  mapping.seed: [1]"
    file.write_text(EXPERIMENT.replace("partition.parts: [4, 500]", fields))
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    assert error.value.problems == (
        "q.yaml:6:3: machine.clock: is not a field that can be swept; fields are section.name, such as "
        "partition.parts",
        "q.yaml:7:3: mapping.seed: is not a field that can be swept; did you mean 'partition.seed'?",
    )
    file.write_text(EXPERIMENT.replace("500", "8"))
    assert execute(["run", str(file), "--trace", "t.json"]) == 2
    assert capsys.readouterr().err == (
        "error: --trace t.json: a timeline needs a machine, and this experiment has `machine: none`\n"
    )


def test_a_stored_partition_is_checked_without_a_machine(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("g.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n")
    Path("cut.txt").write_text("0\n1\n")
    Path("e.yaml").write_text(
        "workload: {graph: g.mtx}\npartition: {file: cut.txt, kind: edge}\nmachine: none\n"
    )
    assert execute(["check", "e.yaml"]) == 0
    Path("cut.txt").write_text("0\n1\n1\n")
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr() == (
        "e.yaml: ok, 1 point\n",
        "e.yaml:2:19: partition.file: cut.txt: 3 cluster ids do not fit 'g', which has 2 edges (a vertex "
        "cut) and 3 vertices (an edge cut); use a partition of this graph\n",
    )
