"""The command line: what it prints, its exit codes, and that no error of the user's shows a traceback."""

import io
import json
import os
import re
import subprocess
import sys
from importlib import import_module

import pandas as pd
import pytest
import yaml
from rich.console import Console

import numasim
from numasim.cli import execute, terminal
from numasim.cli.listing import PLUGINS, _registry
from numasim.results.tables import load_results
from partitioners.partition_graph import PARTITIONERS
from partitioners.plugins.registry import OWN_PACKAGES, Plugin

SMALL = {
    "workload": {"generator": "mc2depi", "n": 8},
    "partition": {"parts": 4},
    "machine": "mesh-2x2",
    "sweep": {"partition.method": ["block", "wb_libra"], "mapping.method": ["round_robin"]},
    "baseline": {"partition.method": "block"},
}


def experiment(place, name="small.yaml", **sections):
    data = {key: value for key, value in {**SMALL, **sections}.items() if value is not None}
    (place / name).write_text(yaml.safe_dump(data, sort_keys=False))
    return name


# What the commands print


def test_run_prints_its_table_and_writes_its_folder(call, place):
    code, out, err = call("run", experiment(place), "--workers", 1)
    assert code == 0
    for word in ("method", "block", "block*", "wb_libra", "round_robin", "speed", "relative to block (/b)"):
        assert word in out
    assert "streaming methods visit the edges in the order: given" in out
    last = r"^3 runs in [0-9.]+ s; tables, pictures and report\.html are in results/small$"
    assert re.search(last, out, re.MULTILINE)
    told = [json.loads(line) for line in err.splitlines()]
    assert [(line["done"], line["total"]) for line in told] == [(1, 3), (2, 3), (3, 3)]
    assert all(list(line) == ["done", "total", "seconds", "seconds_left", "what"] for line in told)
    assert told[-1]["seconds_left"] == 0
    assert len(load_results("results/small")) == 3


def test_run_verifies_where_it_is_asked_to(call, place, monkeypatch):
    seen = []
    monkeypatch.setattr(import_module("partitioners.analysis.verify"), "verify", seen.append)
    name = experiment(place, partition={"parts": 3})
    assert call("run", name, "-j", 1, "-o", "here")[0] == 0
    assert seen == []
    assert call("run", name, "-j", 1, "-o", "here", "--verify")[0] == 0
    assert [partition.method for partition in seen] == ["block", "wb_libra"]


def test_run_says_which_points_failed_and_ends_with_1(call, place):
    code, out, err = call(
        "run",
        experiment(place, sweep={"partition.parts": [4, 5000]}, partition={"method": "block"}, baseline=None),
        "--workers=1",
    )
    assert code == 1
    assert (
        "failed: point 1 (block, memory_centric, 5000): parts is 5000, more than the 90 vertices of "
        "'mc2depi-8'; choose parts <= 90\n"
    ) in out
    assert err.endswith("1 of 3 runs failed; the other results are in results/small\n")


def test_a_cyclic_graph_given_to_dataflow_names_a_cycle(call, place):
    (place / "ring.mtx").write_text(
        "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 3\n3 1\n"
    )
    name = experiment(
        place,
        workload={"graph": "ring.mtx"},
        partition={"method": "block", "parts": 2},
        execution={"model": "dataflow"},
        sweep=None,
        baseline=None,
    )
    code, out, err = call("run", name, "--workers", 1)
    assert code == 1
    assert out.endswith(
        "failed: point 0 (block, memory_centric): the graph has a cycle (0 -> 1 -> 2 -> 0), but dataflow "
        "runs each vertex once; use an acyclic graph, or leave `execution.model` out, which chooses "
        "supersteps for this graph\n"
    )
    assert err.endswith("1 of 1 runs failed; the errors are in results/small\n")
    name = experiment(
        place,
        workload={"graph": "ring.mtx"},
        partition={"method": "block", "parts": 2},
        sweep=None,
        baseline=None,
    )
    code, out, err = call("run", name, "--workers", 1)
    assert code == 0
    assert "execution.model is left out and the graph has a cycle, so the model is supersteps" in out
    assert set(pd.read_csv("results/small/results.csv")["model"]) == {"supersteps"}


def test_check_and_show(call, place):
    name = experiment(place)
    runs = "3 runs (1 more of edge cuts, with a message for every cut edge)"
    assert call("check", name) == (0, f"small.yaml: ok, 2 points, {runs}\n", "")
    code, out, err = call("show", name)
    assert (code, err) == (0, "")
    shown = yaml.safe_load(out)
    assert shown["machine"]["mesh"] == {"width": 2, "height": 2}
    assert out.endswith(
        "# 2 points, 4 runs (2 of the points, 1 more of edge cuts, with a message for every cut edge, "
        "1 of one cluster on one core); 1 graph and 2 partitions to make\n"
        "# 0: partition.method: block, mapping.method: round_robin\n"
        "# 1: partition.method: wb_libra, mapping.method: round_robin\n"
    )
    (place / "shown.yaml").write_text(out)
    assert call("show", "shown.yaml")[1] == out


@pytest.mark.parametrize("name", ["quickstart", "matrix", "my-graph", "my-threads"])
def test_the_experiments_that_come_with_the_project_are_found_by_name(call, name):
    code, out, _ = call("check", name)
    assert code == 0
    assert out.startswith(f"{name}: ok, ")


@pytest.mark.parametrize(
    "kind",
    [
        "partitioners",
        "mappers",
        "schedules",
        "schedulers",
        "generators",
        "mesh-generators",
        "components",
        "gpu-programs",
        "thread-programs",
        "thread-schedules",
        "thread-mappers",
        "kinds",
        "programs",
        "kernels",
        "machines",
        "configs",
    ],
)
def test_list_has_a_line_for_each_member(call, kind, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    code, out, err = call("list", kind)
    assert (code, err) == (0, "")
    expected = {
        "partitioners": "wb_libra",
        "mappers": "memory_centric",
        "schedules": "heft",
        "schedulers": "critical_path",
        "generators": "mc2depi",
        "mesh-generators": "plate",
        "components": "none",
        "gpu-programs": "cg",
        "thread-programs": "bfs",
        "thread-schedules": "steal",
        "thread-mappers": "scatter",
        "kinds": "mesh",
        "programs": "strassen16",
        "kernels": "spmv_spac_shared",
        "machines": "mesh-WxH",
        "configs": "quickstart",
    }[kind]
    names = [line.split("\t")[0] for line in out.splitlines()]
    assert expected in names
    assert "cannot be loaded" not in out
    assert all(len(line.split()) > 2 for line in out.splitlines())
    assert all(line.count("\t") == 1 and line == line.rstrip() for line in out.splitlines())
    assert f"{kind}\t{len(names)}" in call("list")[1].splitlines()


def test_list_alone_is_short_and_says_how_to_go_on(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    stream = io.StringIO()
    monkeypatch.setattr(
        terminal, "console", lambda: Console(file=stream, force_terminal=True, color_system=None)
    )
    assert execute(["list"]) == 0
    lines = stream.getvalue().splitlines()
    assert len(lines) == 18
    assert re.fullmatch(r"partitioners +\d+ *", lines[0])
    assert lines[-1] == (
        "`numasim list KIND` lists one kind, `numasim list KIND NAME` explains one of its members."
    )


def test_list_tells_all_about_one(call):
    assert call("list", "partitioners", "libra")[1].splitlines() == [
        "Vertex cut: the vertex of lower degree decides; loads are numbers of edges (Libra).",
        "",
        "order: one of 'given', 'shuffled', 'degree', 'bfs'; default given",
        "    The order in which edges arrive. given: as in the graph. shuffled: at random. degree: by the "
        "lower degree of their ends, so that small vertices are placed before the hubs are cut. bfs: "
        "breadth first.",
    ]
    assert "\nscale: an integer from 1 to 30; required\n    Log" in call("list", "generators", "rmat")[1]
    assert call("list", "schedulers", "fifo")[1].endswith("\nIt takes no options.\n")
    assert call("list", "machines", "table2")[1].startswith("The machine of Table 2")
    assert call("list", "machines", "mesh-3x2") == (0, "mesh-3x2: 6 cores on a mesh of 3 x 2\n", "")
    assert call("list", "machines", "mesh-9")[2] == (
        "error: unknown machine 'mesh-9'; did you mean 'mesh-9x9'?\n"
    )
    assert call("list", "machines", "tabel2")[2] == (
        "error: unknown machine 'tabel2'; did you mean 'table2'?\n"
    )
    assert call("list", "machines", "no.yaml")[2] == (
        "error: no such file: 'no.yaml' (looked in the current directory)\n"
    )
    assert call("list", "programs", "fff")[2] == "error: unknown program 'fff'; did you mean 'fft'?\n"
    assert call("list", "mappers", "gredy")[2] == "error: unknown mapper 'gredy'; did you mean 'greedy'?\n"


@pytest.mark.parametrize("kind", PLUGINS)
def test_every_option_of_every_built_in_has_its_meaning(kind):
    registry = _registry(kind)
    names = [name for name in registry if registry[name].function.__module__.split(".")[0] in OWN_PACKAGES]
    names += ["libra+refine", "spac+refine"] if kind == "partitioners" else []
    assert names
    for name in names:
        for option in registry[name].options.values():
            assert len(option.meaning) > 8, (name, option.name)
            assert "`" not in option.meaning, (name, option.name)


def test_list_goes_on_after_a_broken_plug_in(call, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    broken = Plugin("broken", "partitioner", "no_such_module:broken", frozenset())
    monkeypatch.setitem(PARTITIONERS._plugins, "broken", broken)
    code, out, _ = call("list", "partitioners")
    assert code == 0
    assert "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'" in out


def test_doctor_finds_this_installation_well(call):
    code, out, err = call("doctor")
    assert (code, err) == (0, "")
    assert re.search(r"^ok +self-check +24 edges .* all checks passed$", out, re.MULTILINE)
    assert out.endswith("all required components work\n")


def test_doctor_says_what_is_broken(call, monkeypatch):
    def simulate(*arguments):
        raise RuntimeError("no")

    monkeypatch.setattr(numasim, "simulate", simulate)
    code, out, _ = call("doctor")
    assert code == 1
    assert re.search(r"^broken +self-check +RuntimeError: no$", out, re.MULTILINE)


def test_version(call):
    from numasim.provenance import project_version

    assert call("--version") == (0, f"{project_version()}\n", "")


# Wrong input: one message, exit code 2


@pytest.mark.parametrize("command", ["run", "check", "show"])
def test_everything_that_is_wrong_with_an_experiment_is_told_at_once(call, place, command):
    (place / "wrong.yaml").write_text(
        "workload: {generator: mc2depi, n: 8}\n"
        "partition: {method: wb_libr, parts: 0}\n"
        "machine: mesh-0x4\n"
        "parts: 4\n"
    )
    code, out, err = call(command, "wrong.yaml")
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        "wrong.yaml:2:21",
        "wrong.yaml:2:37",
        "wrong.yaml:3:10",
        "wrong.yaml:4:1",
    ]
    assert (
        lines[0]
        == "wrong.yaml:2:21: partition.method: unknown partitioner 'wb_libr'; did you mean 'wb_libra'?"
    )
    assert lines[1] == "wrong.yaml:2:37: partition.parts: expected an integer from 1 to 65536, got 0"
    assert not (place / "results").exists()


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["run", "quickstrt"], "quickstrt: no such file; did you mean 'quickstart'?"),
        (["check", "."], ".: is a folder; expected an experiment file"),
        (["list", "mapper"], "error: unknown kind 'mapper'; did you mean 'mappers'?"),
        (
            ["run", "quickstart", "-o", "file"],
            "error: file: cannot make the results folder (File exists); choose another --output",
        ),
        (["run", "quickstart", "-o", "here", "--workers", "0"], "error: workers must be at least 1, got 0"),
    ],
)
def test_other_wrong_input(call, place, tokens, message):
    (place / "file").write_text("")
    assert call(*tokens) == (2, "", f"{message}\n")


def test_an_unknown_command_is_told_the_nearest(call):
    code, out, err = call("parttion")
    assert (code, out) == (2, "")
    assert err.startswith('error: Unknown command "parttion". Did you mean "partition"?')


def test_a_missing_extra_is_named(call, monkeypatch):
    def fail():
        raise numasim.MissingExtraError("cupy", "gpu-cuda12", "the GPU back end")

    monkeypatch.setattr("numasim.doctor.findings", fail)
    message = "error: the GPU back end needs the package 'cupy': pip install 'numasim[gpu-cuda12]'\n"
    assert call("doctor") == (2, "", message)


def test_completion_is_installed_for_a_shell(tmp_path):
    command = [sys.executable, "-m", "numasim", "--install-completion", "--shell", "bash"]
    done = subprocess.run(
        [*command, "--output", str(tmp_path / "numasim.sh")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    script = (tmp_path / "numasim.sh").read_text()
    assert "partition" in script
    assert "--method" in script


def test_help_names_every_command():
    command = [sys.executable, "-m", "numasim", "--help"]
    environment = {**os.environ, "COLUMNS": "100"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    for word in (
        "run",
        "check",
        "show",
        "report",
        "explore",
        "compare",
        "replay",
        "init",
        "schema",
        "conformance",
        "list",
        "partition",
        "doctor",
        "--version",
    ):
        assert re.search(rf"^│ {word} ", done.stdout, re.MULTILINE), word
