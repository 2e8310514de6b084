"""``numasim init``: what it writes is right, has a comment on its lines, and runs."""

import pytest

from numasim.cli.beginnings import FILES
from numasim.schema.experiment import Experiment
from numasim.schema.load import load_experiment
from numasim.schema.traced_workload import ThreadedSource
from numasim.schema.workload import KINDS


@pytest.mark.parametrize("kind", ["program", "graph", "generator", "kernel", "threads"])
def test_each_workload_has_a_beginning_that_is_right(call, tmp_path, kind):
    code, out, err = call("init", "mine.yaml", "--workload", kind)
    assert (code, err) == (0, "")
    files = " and ".join(["mine.yaml", *([FILES[kind]] if kind in FILES else [])])
    assert out == f"wrote {files}\nnext: numasim check mine.yaml, numasim run mine.yaml\n"
    assert isinstance(load_experiment("mine.yaml").workload, KINDS.get(kind, ThreadedSource))
    lines = (tmp_path / "mine.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[2:4] == [
        "#     numasim check mine.yaml   reports mistakes in this file",
        "#     numasim run mine.yaml     runs it; the results folder is results/mine",
    ]
    bare = [line for line in lines if line.strip() and "#" not in line]
    assert sum("#" in line for line in lines) > 2 * len(bare)  # bare are titles, and names of the obvious


def test_it_is_a_program_in_experiment_yaml_unless_told_otherwise(call, tmp_path):
    assert call("init")[0] == 0
    assert isinstance(load_experiment("experiment.yaml"), Experiment)
    assert "program: fft" in (tmp_path / "experiment.yaml").read_text(encoding="utf-8")


def test_what_it_wrote_runs(call):
    call("init", "new/mine.yaml", "--workload", "graph")
    code, out, _ = call("run", "new/mine.yaml", "-j", "1")
    assert code == 0
    assert "4 runs" in out or "5 runs" in out


def test_a_file_that_is_there_is_left_alone(call, tmp_path):
    (tmp_path / "mine.yaml").write_text("mine")
    assert call("init", "mine.yaml") == (
        2,
        "",
        "error: mine.yaml already exists; choose another name, or move the file\n",
    )
    (tmp_path / "my-graph.mtx").write_text("mine")
    assert call("init", "new.yaml", "--workload", "graph") == (
        2,
        "",
        "error: my-graph.mtx already exists; choose another name, or move the file\n",
    )
    assert not (tmp_path / "new.yaml").exists()
    assert call("init", "mine.yaml/new/new.yaml")[2] == (
        "error: mine.yaml/new/new.yaml: mine.yaml is a file, not a folder; choose another name\n"
    )
    assert call("init", "new.yaml", "--workload", "nn")[2] == (
        "error: --workload: unknown workload 'nn'; known: generator, gpu, graph, hybrid, kernel, mesh, "
        "program, quality, schedule, threads, windows\n"
    )
