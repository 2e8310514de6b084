"""The command line: what it prints, its exit codes, and that no error of the user's shows a traceback."""

import io
import json
import lzma
import os
import re
import signal
import subprocess
import sys
from importlib import import_module

import numpy as np
import pandas as pd
import pytest
import yaml
from rich.console import Console

import numasim
from numasim.cli import execute, terminal
from numasim.cli.listing import _registry
from numasim.results.tables import load_results
from partitioners.errors import PluginError
from partitioners.partition_graph import PARTITIONERS
from partitioners.registry import OWN_PACKAGES, Plugin

SMALL = {
    "workload": {"generator": "mc2depi", "n": 8},
    "partition": {"parts": 4},
    "machine": "mesh-2x2",
    "sweep": {"partition.method": ["block", "wb_libra"], "mapping.method": ["round_robin"]},
    "baseline": {"partition.method": "block"},
}
GRAPH = "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 2 1\n1 3 2\n2 4 3\n3 4 4\n4 4 5\n"


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
    monkeypatch.setattr(import_module("partitioners.verify"), "verify", seen.append)
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
        "failed: point 1 (block, memory_centric, 5000): parts is 5000, more than the 153 edges of "
        "'mc2depi-8'; choose parts <= 153\n"
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
    assert err.endswith("1 of 1 runs failed; the other results are in results/small\n")
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
    assert call("check", name) == (0, "small.yaml: ok, 2 points\n", "")
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


@pytest.mark.parametrize("name", ["quickstart", "matrix", "my-graph"])
def test_the_experiments_that_come_with_the_project_are_found_by_name(call, name):
    code, out, _ = call("check", name)
    assert code == 0
    assert out.startswith(f"{name}: ok, ")


@pytest.mark.parametrize(
    "kind",
    [
        "partitioners",
        "mappers",
        "schedulers",
        "generators",
        "components",
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
        "schedulers": "critical_path",
        "generators": "mc2depi",
        "components": "none",
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
    assert len(lines) == 11
    assert re.fullmatch(r"partitioners  \d+ *", lines[0])
    assert lines[-1] == (
        "`numasim list KIND` lists one kind, `numasim list KIND NAME` explains one of its members."
    )


def test_list_tells_all_about_one(call):
    assert call("list", "partitioners", "libra")[1].splitlines() == [
        "Vertex cut: the lower-degree vertex decides, loads are numbers of edges (Libra).",
        "",
        "order: one of 'given', 'shuffled', 'degree', 'bfs'; default given",
        "    The order in which edges arrive. given: as in the graph. shuffled: at random. degree: by the "
        "lower degree of their ends, so that small vertices are settled before the hubs are cut. bfs: "
        "breadth first.",
    ]
    assert "\nscale: an integer from 1 to 30; required\n    Log" in call("list", "generators", "rmat")[1]
    assert call("list", "schedulers", "fifo")[1].endswith("\nIt takes no options.\n")
    assert call("list", "machines", "table2")[1].startswith("The machine of Table 2")
    assert call("list", "programs", "fff")[2] == "error: unknown program 'fff'; did you mean 'fft'?\n"
    assert call("list", "mappers", "gredy")[2] == "error: unknown mapper 'gredy'; did you mean 'greedy'?\n"


@pytest.mark.parametrize("kind", ["partitioners", "mappers", "schedulers", "generators", "components"])
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


def test_partition_prints_the_quality_and_writes_the_clusters(call, place):
    (place / "g.mtx").write_text(GRAPH)
    tokens = (
        "partition",
        "g.mtx",
        "--method",
        "wb_libra",
        "--parts",
        2,
        "--weights",
        "value",
        "--verify",
        "-o",
        "parts.txt",
    )
    code, out, err = call(*tokens, "--order", "degree", "--load_bound", "1.5")
    assert (code, err) == (0, "")
    graph = numasim.read_graph("g.mtx", weights="value")
    partition = numasim.partition(graph, "wb_libra", 2, order="degree", load_bound=1.5)
    assert np.loadtxt("parts.txt", dtype=int).tolist() == partition.cluster_of_edge.tolist()
    quality = numasim.quality(partition)
    lines = dict(re.split(r"  +", line, maxsplit=1) for line in out.splitlines())
    assert lines["graph"] == "g: 4 vertices, 5 edges"
    assert lines["method"].startswith("wb_libra, 2 parts, ")
    assert "order degree" in lines["method"]
    assert "load_bound 1.5" in lines["method"]
    assert lines["replication factor"] == f"{quality.replication_factor:.4f}"
    assert lines["edge weight imbalance"] == f"{quality.edge_weight_imbalance:.4f}"
    assert lines["vertex copies"] == str(quality.vertex_copies)
    assert "edge cut" not in lines
    assert lines["written to"] == "parts.txt"
    assert "verified" in lines
    assert re.fullmatch(r"\d+\.\d\d s \(\d+\.\d\d s of CPU\)", lines["time of the cut"])
    assert re.fullmatch(r"[\d,]+ MiB", lines["peak memory"])


def test_partition_prints_all_figures_as_one_json_object(call, place):
    (place / "g.mtx").write_text(GRAPH)
    code, out, err = call(
        "partition", "g.mtx", "-m", "wb_libra", "-p", 2, "--verify", "-o", "c.txt", "--json"
    )
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    found = json.loads(out)
    partition = numasim.partition(numasim.read_graph("g.mtx"), "wb_libra", 2)
    measured = {name: found.pop(name) for name in ("seconds", "cpu_seconds", "peak_memory_mib")}
    assert 0 <= measured["seconds"] < 600
    assert 0 <= measured["cpu_seconds"] < 600
    assert 10 < measured["peak_memory_mib"] < 10_000
    assert found == {
        "graph": "g",
        "vertices": 4,
        "edges": 5,
        "method": "wb_libra",
        "options": partition.options,
        "verified": True,
        "written_to": "c.txt",
        **numasim.quality(partition).to_dict(),
    }


def test_a_streamed_partition_is_one_json_object_too(call, place):
    np.arange(40, dtype="<i8").tofile("e.i64")
    code, out, err = call(
        "partition", "e.i64", "--stream", "-m", "buffered", "-p", 2, "-o", "parts.npy", "--json"
    )
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["graph"], found["vertices"], found["edges"]) == ("e.i64", 40, 20)
    assert (found["method"], found["parts"], found["vertex_copies"]) == ("buffered", 2, 0)
    assert {"seconds", "cpu_seconds", "peak_memory_mib", "replication_factor"} <= set(found)


def test_partition_warns_where_the_work_is_in_vertices_that_the_method_does_not_see(call, place):
    tasks = np.arange(40).reshape(4, 10)
    src, dst = tasks[:, :-1].ravel(), tasks[:, 1:].ravel()
    operation = np.full(40, 5.0)
    graph = numasim.Graph(40, src, dst, np.zeros(src.size), {"operation": operation}, "tasks")
    numasim.write_graph(graph, "tasks.npz")
    code, out, err = call("partition", "tasks.npz", "-m", "wb_libra", "-p", 4)
    cut = numasim.partition(graph, "wb_libra", 4)
    worst = numasim.quality(cut).work_imbalance
    assert code == 0
    assert f"work imbalance                  {worst:.4f}" in out
    assert err == (
        "warning: wb_libra balances only the weights of the edges (imbalance 1.00), but 100% of the work is "
        f"in the vertices: one cluster has {worst:.2f} times the mean work; use compnet, metis, pulp, heft "
        "or time_balanced, which count that work\n"
    )


def test_partition_warns_of_attributes_that_are_left_out(place):
    (place / "g.dot").write_text("digraph { a [label=x]; a -> b }")
    command = [sys.executable, "-c", "from numasim.cli import main; main()", "partition", "g.dot"]
    done = subprocess.run(
        [*command, "-m", "libra", "-p", "1"], cwd=place, capture_output=True, text=True, check=True
    )
    assert done.stderr == (
        "warning: g.dot: node attributes ignored: 'label' "
        "(missing at some nodes, or not all numbers, texts or rows of numbers)\n"
    )


def test_partition_streams_an_edge_file(call, place):
    np.arange(40, dtype="<i8").tofile("e.i64")
    tokens = "--stream --method buffered --parts 2 --batch 7 --passes 2 -o parts.npy"
    code, out, err = call("partition", "e.i64", *tokens.split())
    assert (code, err) == (0, "")
    ends = np.arange(40).reshape(-1, 2)
    graph = numasim.Graph(40, ends[:, 0], ends[:, 1])
    partition = numasim.partition(graph, "buffered", 2, batch=7, passes=2)
    assert np.load("parts.npy").tolist() == partition.cluster_of_edge.tolist()
    lines = dict(re.split(r"  +", line, maxsplit=1) for line in out.splitlines())
    assert lines["graph"] == "e.i64: 40 vertices, 20 edges"
    assert lines["method"] == "buffered, 2 parts, seed 0, batch 7, passes 2"
    assert lines["written to"] == "parts.npy"
    assert lines["vertex copies"] == "0"
    assert lines["edge weight imbalance"] == "1.0000"
    assert lines["peak memory"].endswith(" MiB")


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (
            "--method hdrf -o c.npy",
            "--stream needs --method buffered, got 'hdrf'; other methods need the whole graph",
        ),
        ("--method buffered", "--stream needs --output, the file that receives the clusters batch by batch"),
        (
            "--method buffered -o c.npy --order shuffled",
            "--stream reads the edges in the order of the file; remove --order, or sort the file",
        ),
        (
            "--method buffered -o c.npy --verify",
            "--stream cannot be combined with --verify; remove one of them",
        ),
        (
            "--method buffered -o c.npy",
            "e.i32: 12 bytes are not a multiple of 8 bytes, the size of a pair: the file is truncated, "
            "or has integers of a different size (.i32: 4 bytes, .i64: 8)",
        ),
    ],
)
def test_wrong_streams(call, place, tokens, message):
    np.arange(3, dtype="<i4").tofile("e.i32")
    assert call("partition", "e.i32", "--stream", "--parts", "2", *tokens.split()) == (
        2,
        "",
        f"error: {message}\n",
    )


def test_partition_takes_the_options_of_the_reader(call, place):
    (place / "s.mtx").write_text(
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 1 1\n3 2 1\n"
    )
    base = ("partition", "s.mtx", "--method", "contiguous", "--parts", "2")
    assert "3 vertices, 3 edges" in call(*base)[1]
    assert "3 vertices, 5 edges" in call(*base, "--symmetric-entries", "two_edges")[1]
    assert "6 vertices, 3 edges" in call(*base, "--bipartite")[1]


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


def damaged_files(place):
    good = lzma.compress(GRAPH.encode())
    (place / "truncated.mtx.xz").write_bytes(good[: len(good) // 2])
    (place / "empty.mtx").write_text("")
    (place / "range.mtx").write_text(GRAPH.replace("4 4 5\n1 2", "4 4 5\n1 9"))
    (place / "lies.graph").write_text("3 7\n2 3\n1 3\n1 2\n")
    (place / "nan.mtx").write_text(GRAPH.replace("1 3 2", "1 3 nan"))
    (place / "negative.mtx").write_text(GRAPH.replace("1 3 2", "1 3 -2"))


@pytest.mark.parametrize(
    "name",
    [
        "missing.mtx",
        "empty.mtx",
        "truncated.mtx.xz",
        "range.mtx",
        "lies.graph",
        "nan.mtx",
        "negative.mtx",
        ".",
    ],
)
def test_a_graph_file_that_cannot_be_read_gives_the_readers_message(call, place, name):
    damaged_files(place)
    with pytest.raises(numasim.InputError) as refused:
        numasim.read_graph(name, weights="value")
    assert str(refused.value).startswith(name)
    tokens = ("partition", name, "--method", "block", "--parts", "2", "--weights", "value")
    assert call(*tokens) == (2, "", f"error: {refused.value}\n")


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ("--method block --parts 0", "error: parts must be an integer >= 1, got 0"),
        (
            "--method block --parts 6",
            "error: parts is 6, more than the 5 edges of g.mtx; choose parts <= 5",
        ),
        ("--method block --parts 70000", "error: parts is 70000; at most 65536 are supported"),
        ("--method wb_libr --parts 2", "error: unknown partitioner 'wb_libr'; did you mean 'wb_libra'?"),
        ("--method block --parts 2 --seed -1", "error: seed must be an integer >= 0, got -1"),
        (
            "--method wb_libra --parts 2 --lod-bound 1",
            "error: unknown option --lod-bound for method 'wb_libra'; did you mean '--load-bound'?",
        ),
        (
            "--method wb_libra --parts 2 --load-bound much",
            "error: partitioner 'wb_libra': load_bound: input should be a valid number, unable to parse "
            "string as a number, got 'much'",
        ),
        (
            "--method block --parts 2 -o nowhere/parts.txt",
            "error: nowhere/parts.txt: there is no folder nowhere to write into",
        ),
        (
            "--method block --parts two",
            'error: Invalid value for --parts: unable to convert "two" into int. See `numasim --help`.',
        ),
        (
            "--method block",
            'error: Command "partition" parameter --parts requires an argument. See `numasim --help`.',
        ),
    ],
)
def test_wrong_options_of_partition(call, place, tokens, message):
    (place / "g.mtx").write_text(GRAPH)
    assert call("partition", "g.mtx", *tokens.split()) == (2, "", f"{message}\n")


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


# Plug-ins that raise, bugs, interrupts, closed pipes


def test_a_plug_in_that_raises_is_named_with_its_file_and_line(call, place, monkeypatch):
    def raising(graph, parts):
        """Looks up what is not there."""
        return {}["x"]

    (place / "g.mtx").write_text(GRAPH)
    PARTITIONERS.register("raising", raising)
    line = raising.__code__.co_firstlineno + 2
    tokens = ("partition", "g.mtx", "-m", "raising", "-p", 2)
    try:
        assert call(*tokens) == (
            2,
            "",
            f"error: partitioner 'raising' failed: KeyError: 'x' ({__file__}, line {line}, in raising)\n"
            "Run again with NUMASIM_DEBUG=1 for the traceback.\n",
        )
        monkeypatch.setenv("NUMASIM_DEBUG", "1")
        with pytest.raises(PluginError):
            execute([str(token) for token in tokens])
    finally:
        PARTITIONERS.unregister("raising")


def test_a_package_that_cannot_be_imported_is_warned_of_once_and_plainly(tmp_path):
    (tmp_path / "mine.py").write_text("x = 1\nimport no_such_module\n")
    about = tmp_path / "mine-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[numasim.partitioners]\nmine = mine:cut\n")
    (tmp_path / "g.txt").write_text("0 1\n1 2\n")

    def command(*tokens):
        done = subprocess.run(
            [sys.executable, "-m", "numasim", *tokens],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            check=False,
        )
        return done.returncode, done.stderr

    assert command("list", "partitioners") == (
        0,
        "warning: the partitioner 'mine' of 'mine:cut' is skipped: ModuleNotFoundError: No module named "
        f"'no_such_module' ({tmp_path}/mine.py, line 2)\n",
    )
    assert command("partition", "g.txt", "-m", "block", "-p", "2") == (0, "")


def test_a_bug_is_called_one_and_its_traceback_is_there_for_who_asks(call, monkeypatch):
    def fail():
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("numasim.doctor.findings", fail)
    assert call("doctor") == (
        70,
        "",
        "error: ZeroDivisionError: division by zero\n"
        "This is a bug in numasim. Run again with NUMASIM_DEBUG=1 for the traceback, and report it.\n",
    )
    monkeypatch.setenv("NUMASIM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        execute(["doctor"])


def test_an_interrupt_ends_with_130(call, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("numasim.doctor.findings", interrupt)
    assert call("doctor") == (130, "", "interrupted\n")


def test_an_interrupt_that_a_library_makes_an_error_of_is_still_one(place, monkeypatch, capfd):
    def fail():
        raise AttributeError("partially initialised")

    monkeypatch.setattr("numasim.doctor.findings", fail)
    assert execute(["doctor"], interrupted=lambda: True) == 130
    assert capfd.readouterr().err == "interrupted\n"


def test_an_interrupted_run_keeps_what_is_finished(place):
    name = experiment(place, sweep={"partition.method": ["block"], "mapping.seed": list(range(400))})
    # A job in the background of a shell ignores interrupts, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "numasim", "run", name, "--workers", "2", "--no-pictures"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
    )
    signal.signal(signal.SIGINT, before)
    told = []
    for line in process.stderr:
        told.append(line)
        if line.startswith('{"done": 5, '):
            process.send_signal(signal.SIGINT)
    process.stderr.close()
    assert process.wait(300) == 130, told
    assert told[-1] == ("interrupted; finished runs are in results/small; run the same command to resume\n")
    assert 2 <= load_results(place / "results" / "small")["point"].nunique() < 400
    assert json.loads((place / "results" / "small" / "manifest.json").read_text())["stopped"] == "interrupted"


def test_a_reader_that_goes_away_is_no_error(place):
    process = subprocess.Popen(
        [sys.executable, "-m", "numasim", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(300) == 1


def test_a_letter_that_the_terminal_has_not_is_a_question_mark(place):
    (place / "µ.yaml").write_text(yaml.safe_dump(SMALL))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "numasim", "check", "µ.yaml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "?.yaml: ok, 2 points\n", "")


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
