"""``numasim partition``: what it prints and writes, with each graph and option that it refuses."""

import json
import lzma
import re
import subprocess
import sys

import numpy as np
import pytest

import numasim

GRAPH = "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 2 1\n1 3 2\n2 4 3\n3 4 4\n4 4 5\n"


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
    assert found["options"] == {
        "order": "given", "batch": 1_048_576, "passes": 1, "imbalance": 1.03, "seed": 0,
    }  # fmt: skip
    with pytest.warns(UserWarning, match=r"^e\.i64: the file has no weights, so every edge weighs 1$"):
        call("partition", "e.i64", "--stream", "-m", "buffered", "-p", 2, "-o", "p.npy", "--weights", "value")


def test_partition_warns_where_the_work_is_in_vertices_that_the_method_does_not_see(call, place):
    tasks = np.arange(40).reshape(4, 10)
    src, dst = tasks[:, :-1].ravel(), tasks[:, 1:].ravel()
    operation = np.where(np.arange(40) < 10, 50.0, 0.0)
    graph = numasim.Graph(40, src, dst, np.ones(src.size), {"operation": operation}, "tasks")
    numasim.write_graph(graph, "tasks.npz")
    code, out, err = call("partition", "tasks.npz", "-m", "wb_libra", "-p", 4)
    figures = numasim.quality(numasim.partition(graph, "wb_libra", 4))
    worst, share = figures.work_imbalance, figures.vertex_work_share
    assert code == 0
    assert f"work imbalance                  {worst:.4f}" in out
    assert err == (
        f"warning: wb_libra balances only the weights of the edges (imbalance "
        f"{figures.edge_weight_imbalance:.2f}), but {share:.0%} of the work is in the vertices: one cluster "
        f"has {worst:.2f} times the mean work; use compnet, metis, pulp, heft or time_balanced, which count "
        "that work\n"
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
    assert lines["method"] == "buffered, 2 parts, order given, batch 7, passes 2, imbalance 1.03, seed 0"
    assert lines["written to"] == "parts.npy"
    assert lines["vertex copies"] == "0"
    assert lines["edge weight imbalance"] == "1.0000"
    assert lines["peak memory"].endswith(" MiB")


def test_partition_streams_by_the_rule_of_another_method(call, place):
    np.random.default_rng(0).integers(50, size=400).astype("<i8").tofile("e.i64")
    tokens = "--stream --method hdrf --parts 4 --balance-weight 2 -o parts.npy"
    code, out, err = call("partition", "e.i64", *tokens.split())
    assert (code, err) == (0, "")
    ends = np.fromfile("e.i64", "<i8").reshape(-1, 2)
    partition = numasim.partition(numasim.Graph(50, ends[:, 0], ends[:, 1]), "hdrf", 4, balance_weight=2.0)
    assert np.load("parts.npy").tolist() == partition.cluster_of_edge.tolist()
    lines = dict(re.split(r"  +", line, maxsplit=1) for line in out.splitlines())
    assert lines["method"] == "hdrf, 4 parts, order given, balance_weight 2.0, epsilon 1.0, seed 0"
    assert lines["vertex copies"] == str(numasim.quality(partition).vertex_copies)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (
            "--method ne -o c.npy",
            "partitioner 'ne' needs the whole graph; of a file larger than memory, choose one of buffered, "
            "contiguous, random, dbh, hdrf, powergraph, w_powergraph, wb_powergraph, libra, w_libra, "
            "wb_libra",
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
            "error: parts is 6, more than the 4 vertices of g.mtx; choose parts <= 4",
        ),
        ("--method block --parts 70000", "error: parts is 70000; at most 65536 are supported"),
        ("--method wb_libr --parts 2", "error: unknown partitioner 'wb_libr'; did you mean 'wb_libra'?"),
        ("--method block --parts 2 --seed -1", "error: seed must be an integer >= 0, got -1"),
        (
            "--method wb_libra --parts 2 --lod-bound 1",
            "error: partitioner 'wb_libra' takes no option --lod-bound; did you mean '--load-bound'?",
        ),
        (
            "--method wb_libra --parts 2 --load-bound much",
            "error: partitioner 'wb_libra': load_bound: expected a number of at least 1, got 'much'",
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


def test_a_folder_is_no_output(call, place):
    (place / "g.txt").write_text("0 1\n")
    told = "error: .: cannot be written (Is a directory); name a file in this folder\n"
    assert call("partition", "g.txt", "-m", "libra", "-p", 1, "-o", ".") == (2, "", told)
