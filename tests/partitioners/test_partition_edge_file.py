"""Edge files cut batch by batch: the same clusters as in memory, bounded memory, nothing half written."""

import os
import resource
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.errors import InputError, OptionError
from partitioners.graph import Graph
from partitioners.partition_edge_file import partition_edge_file
from partitioners.partition_graph import partition
from partitioners.vertex_cuts.edge_by_edge import EDGE_BY_EDGE

GRAPH = random_graph(300, 2000, 4, "wide")
UNIT = Graph(GRAPH.num_vertices, GRAPH.src, GRAPH.dst)


def parquet(path, row_group=300, **columns):
    pq.write_table(pa.table(columns), path, row_group_size=row_group)
    return path


def binary(path, src, dst):
    np.column_stack([src, dst]).astype("<i4" if path.suffix == ".i32" else "<i8").tofile(path)
    return path


def edge_file(folder, form, graph=GRAPH):
    path = folder / f"edges{form}"
    if form == ".parquet":
        return parquet(path, src=graph.src, dst=graph.dst, weight=graph.weight)
    return binary(path, graph.src, graph.dst)


@pytest.mark.parametrize("form", [".parquet", ".i32", ".i64"])
@pytest.mark.parametrize("name", ["cut.npy", "cut.txt"])
@pytest.mark.parametrize("passes", [1, 2])
def test_a_file_is_cut_as_the_graph_is_in_memory(form, name, passes, tmp_path):
    path = edge_file(tmp_path, form)
    options = {"batch": 333, "passes": passes, "seed": 3}
    figures = partition_edge_file(path, 7, output=tmp_path / name, **options)
    cut = partition(GRAPH if form == ".parquet" else UNIT, "buffered", 7, **options)
    written = np.load(tmp_path / name) if name == "cut.npy" else np.loadtxt(tmp_path / name, int)
    assert written.tolist() == cut.cluster_of_edge.tolist()
    expected = quality(cut)
    assert figures.vertices == int(max(GRAPH.src.max(), GRAPH.dst.max())) + 1
    assert figures.edges == 2000
    assert figures.vertex_copies == expected.vertex_copies
    assert figures.replication_factor == pytest.approx(expected.replication_factor)
    assert figures.edge_weight_imbalance == pytest.approx(expected.edge_weight_imbalance)
    assert figures.imbalance_guarantee == pytest.approx(expected.imbalance_guarantee)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, name])


@pytest.mark.parametrize("parts", [7, 100])
@pytest.mark.parametrize("method", EDGE_BY_EDGE)
def test_methods_of_single_edges_give_the_cut_of_the_graph_in_memory(method, parts, tmp_path, monkeypatch):
    """In reads of 300 edges, with weights whose sum is not exact, and a bound that is met."""
    monkeypatch.setattr("partitioners.partition_edge_file.READ_AT_ONCE", 300)
    path = edge_file(tmp_path, ".parquet")
    options = {"load_bound": 1.25} if method.startswith("wb_") else {}
    figures = partition_edge_file(path, parts, output=tmp_path / "cut.npy", method=method, seed=5, **options)
    cut = partition(GRAPH, method, parts, seed=5, **options)
    assert np.load(tmp_path / "cut.npy").tolist() == cut.cluster_of_edge.tolist()
    expected = quality(cut)
    assert figures.vertex_copies == expected.vertex_copies
    assert figures.empty_clusters == expected.empty_clusters
    assert figures.edge_weight_imbalance == pytest.approx(expected.edge_weight_imbalance)
    assert figures.imbalance_guarantee == pytest.approx(expected.imbalance_guarantee)


def test_edges_without_weight_are_balanced(tmp_path):
    path = parquet(tmp_path / "a.parquet", src=[0, 1, 2], dst=[1, 2, 0], weight=[0.0, 0.0, 0.0])
    for method, guarantee in (("hdrf", None), ("wb_libra", 1.0), ("buffered", 1.0)):
        figures = partition_edge_file(path, 2, output=tmp_path / "cut.npy", method=method)
        assert (figures.edge_weight_imbalance, figures.imbalance_guarantee) == (1.0, guarantee)


def test_weights_as_they_are_or_one_each(tmp_path):
    path = edge_file(tmp_path, ".parquet")
    partition_edge_file(path, 5, output=tmp_path / "cut.npy", weights="unit", batch=700)
    unit = partition(UNIT, "buffered", 5, batch=700).cluster_of_edge
    assert np.load(tmp_path / "cut.npy").tolist() == unit.tolist()
    below = parquet(tmp_path / "below.parquet", src=[0, 1], dst=[1, 2], weight=[-1.0, 2.0])
    assert partition_edge_file(below, 2, output=tmp_path / "cut.npy", weights="abs").edges == 2


@pytest.mark.parametrize("weights", ["value", "abs"])
def test_weights_that_a_file_does_not_have_are_told(weights, tmp_path):
    pairs = edge_file(tmp_path, ".i32")
    table = parquet(tmp_path / "a.parquet", src=[0, 1], dst=[1, 2])
    for path in (pairs, table):
        with pytest.warns(UserWarning, match="no weights") as told:
            partition_edge_file(path, 2, output=tmp_path / "cut.npy", weights=weights)
        text = f"{path}: the file has no weights, so every edge weighs 1"
        assert [str(each.message) for each in told] == [text]
        for silent in (None, "unit"):
            partition_edge_file(path, 2, output=tmp_path / "cut.npy", weights=silent)


@pytest.mark.parametrize("method", ["buffered", "wb_libra", "contiguous"])
def test_the_options_of_a_cut_are_those_of_the_cut_in_memory(method, tmp_path):
    figures = partition_edge_file(
        edge_file(tmp_path, ".parquet"), 2, output=tmp_path / "cut.npy", method=method
    )
    assert figures.options == partition(GRAPH, method, 2).options


@pytest.mark.parametrize("form", [".parquet", ".i64"])
def test_a_file_without_edges(form, tmp_path):
    path = edge_file(tmp_path, form, Graph(3, [], []))
    figures = partition_edge_file(path, 4, output=tmp_path / "cut.txt")
    assert (figures.vertices, figures.edges, figures.vertex_copies) == (0, 0, 0)
    assert (tmp_path / "cut.txt").read_text() == ""


def error(tmp_path, path, parts=2, kind=InputError, **options):
    output = tmp_path / "cut.npy"
    output.write_bytes(b"before")
    names = sorted(tmp_path.iterdir())
    with pytest.raises(kind) as caught:
        partition_edge_file(path, parts, output=output, **options)
    assert output.read_bytes() == b"before"
    assert sorted(tmp_path.iterdir()) == names
    return str(caught.value).removeprefix(f"{path}: ")


def test_files_that_are_none(tmp_path):
    edge_file(tmp_path, ".i32")
    assert error(tmp_path, tmp_path / "edge.i32") == "there is no such file: did you mean 'edges.i32'?"
    (tmp_path / "edges.txt").write_text("0 1\n")
    assert error(tmp_path, tmp_path / "edges.txt") == (
        "'.txt' is not a format that can be read in chunks: expected Parquet (.parquet, .pq) or pairs of "
        "little-endian integers (.i32, .i64); for other formats, partition without --stream"
    )
    (tmp_path / "cut.i64").write_bytes(bytes(40))
    assert error(tmp_path, tmp_path / "cut.i64") == (
        "40 bytes are not a multiple of 16 bytes, the size of a pair: the file is truncated, or has "
        "integers of a different size (.i32: 4 bytes, .i64: 8)"
    )
    (tmp_path / "no.parquet").write_bytes(b"PAR1 and no more")
    assert error(tmp_path, tmp_path / "no.parquet").startswith("cannot be read as Parquet (")


def test_a_parquet_file_that_is_damaged_in_the_middle(tmp_path):
    path = edge_file(tmp_path, ".parquet")
    data = bytearray(path.read_bytes())
    data[4:4000] = bytes(3996)
    path.write_bytes(data)
    assert error(tmp_path, path).startswith("cannot be read as Parquet (")


def test_columns_that_are_missing_or_of_another_type(tmp_path):
    path = parquet(tmp_path / "a.parquet", source=[0], dst=[1])
    assert error(tmp_path, path) == (
        "the file has no column 'src': an edge table needs src and dst, and optionally weight; did you mean "
        "'source'?"
    )
    path = parquet(tmp_path / "a.parquet", src=[0.5], dst=[1])
    assert error(tmp_path, path) == "column 'src' has type double: expected integers"
    path = parquet(tmp_path / "a.parquet", src=[0], dst=[1], weight=["heavy"])
    assert error(tmp_path, path) == "column 'weight' has type string: expected numbers"
    path = parquet(tmp_path / "a.parquet", src=[0, 1, None], dst=[1, 1, 1], row_group=2)
    assert error(tmp_path, path) == "src of edge 2 is missing (null): fill it in"


def test_a_pipe_and_vertices_beyond_the_limit(tmp_path):
    os.mkfifo(tmp_path / "a.i32")
    assert error(tmp_path, tmp_path / "a.i32") == (
        "not a regular file: name a file, Parquet (.parquet, .pq) or pairs of little-endian integers "
        "(.i32, .i64)"
    )
    path = binary(tmp_path / "a.i64", [0, 1], [1, 2**31 - 2])
    assert error(tmp_path, path) == (
        "2,147,483,647 vertices take 17,179,869,176 bytes (8 each), more than the limit of 268,435,456: "
        "correct the file, or raise the limit with max_bytes= in Python, "
        "NUMASIM_MAX_BYTES= in the environment"
    )
    assert "more than the limit of 23:" in error(tmp_path, binary(path, [0, 1], [1, 2]), max_bytes=23)


@pytest.mark.parametrize("bad", [-1, 2**31 - 1, 2**62])
def test_ids_that_cannot_be(bad, tmp_path):
    path = binary(tmp_path / "a.i64", [0, 1, 2], [1, bad, 3])
    assert error(tmp_path, path) == (
        f"dst of edge 1 is {bad}: vertex ids are 0 .. 2147483646; number the vertices from 0"
    )


@pytest.mark.parametrize(
    ("weight", "cure"),
    [(float("nan"), ""), (float("inf"), ""), (-2.0, " or 'abs'")],
)
def test_weights_that_cannot_be(weight, cure, tmp_path):
    path = parquet(
        tmp_path / "a.parquet", src=[0, 1, 2], dst=[1, 2, 0], weight=[1.0, 1.0, weight], row_group=2
    )
    assert error(tmp_path, path) == (
        f"the weight {weight:g} of edge 2 is not a finite number >= 0: "
        f"correct it, or choose weights 'unit'{cure}"
    )


def test_options_that_cannot_be(tmp_path):
    path = edge_file(tmp_path, ".i32")
    wrong = {"kind": OptionError}
    assert error(tmp_path, path, parts=0, **wrong) == "parts must be an integer >= 1, got 0"
    assert error(tmp_path, path, parts=2001, **wrong) == (
        f"parts is 2001, more than the 2000 edges of {path}; choose parts <= 2000"
    )
    assert error(tmp_path, path, seed=-1, **wrong) == "seed must be an integer >= 0, got -1"
    assert error(tmp_path, path, batch=0, **wrong) == (
        "partitioner 'buffered': batch: expected an integer from 1 to 2147483647, got 0"
    )
    assert error(tmp_path, path, weights="heavy", **wrong).startswith("weights is 'heavy'; ")
    assert error(tmp_path, path, method="ne", **wrong) == (
        "partitioner 'ne' needs the whole graph; of a file larger than memory, choose one of buffered, "
        "contiguous, random, dbh, hdrf, powergraph, w_powergraph, wb_powergraph, libra, w_libra, wb_libra"
    )
    assert error(tmp_path, path, method="hdrf", order="bfs", **wrong) == (
        "order is 'bfs', but the edges come in the order of the file; choose 'given', or sort the file"
    )
    assert error(tmp_path, path, method="hdrf", passes=2, **wrong) == (
        "partitioner 'hdrf' takes no option 'passes'; known: balance_weight, epsilon, order"
    )
    nowhere = tmp_path / "nowhere" / "cut.npy"
    with pytest.raises(InputError) as caught:
        partition_edge_file(path, 2, output=nowhere)
    assert str(caught.value) == f"{nowhere}: there is no folder {nowhere.parent} to write into"
    with pytest.raises(InputError) as caught:
        partition_edge_file(path, 2, output=path)
    assert str(caught.value) == (
        f"{path}: the output would replace the input; choose another name for the output"
    )


@pytest.mark.parametrize("name", ["cut.npy", "cut.txt"])
def test_an_interrupt_leaves_what_was_there(name, tmp_path):
    path = edge_file(tmp_path, ".i32")
    output = tmp_path / name
    output.write_text("before")

    def interrupt(done, total, what):
        if (done, total) == (2, 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        partition_edge_file(path, 2, output=output, batch=500, progress=interrupt)
    assert output.read_text() == "before"
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, name])


@pytest.mark.parametrize("name", ["cut.npy", "cut.txt"])
def test_a_full_disk_leaves_what_was_there(name, tmp_path):
    path = edge_file(tmp_path, ".i32")
    output = tmp_path / name
    output.write_text("before")
    partition_edge_file(path, 2, output=tmp_path / "other.npy", batch=500)  # compiles, which writes files
    (tmp_path / "other.npy").unlink()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as a full disk: the write fails in the middle
    try:
        with pytest.raises(InputError) as caught:
            partition_edge_file(path, 2, output=output, batch=500)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(caught.value) == (
        f"{output}: cannot be written (File too large); free disk space or choose another path"
    )
    assert output.read_text() == "before"
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, name])


PEAK = """
import re, sys
from pathlib import Path
from partitioners.partition_edge_file import partition_edge_file
partition_edge_file(sys.argv[1], 16, output=sys.argv[2], batch=50_000)
# Unlike ru_maxrss, this does not begin with what the process had before it ran this program.
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.parametrize("form", [pytest.param(".parquet", marks=pytest.mark.slow), ".i32"])
def test_four_times_the_edges_take_no_more_memory(form, tmp_path):
    """In processes of their own, whose peak is not that of other tests.

    So few vertices that there is little to search; to keep both ends of all edges would take 12 MB more.
    """
    edges = 500_000
    rng = np.random.default_rng(1)
    src, dst = ((300 * rng.random(edges) ** 2).astype(np.int32) for _ in range(2))
    peaks = []
    partition_edge_file(edge_file(tmp_path, ".i32"), 16, output=tmp_path / "cut.npy", batch=500)  # compiles
    for times in (1, 4):
        path = tmp_path / f"{times}{form}"
        ends = np.tile(src, times), np.tile(dst, times)
        if form == ".parquet":  # one row group, whatever its size
            parquet(path, src=ends[0], dst=ends[1], row_group=edges * times)
        else:
            binary(path, *ends)
        command = [sys.executable, "-c", PEAK, path, tmp_path / "cut.npy"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout) / 1024)  # MiB
    assert np.load(tmp_path / "cut.npy").shape == (4 * edges,)
    assert peaks[1] < peaks[0] + 8
