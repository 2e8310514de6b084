"""Partitions come back from their files as they were; files that are none are refused in full sentences."""

import os
import resource

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from small_graphs import partitions

from partitioners.errors import InputError, OptionError
from partitioners.files.id_files import write_ids
from partitioners.files.partition_files import read_partition, write_partition
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition

GRAPH = Graph(4, [0, 1, 2], [1, 2, 3], name="chain")
SQUARE = Graph(4, [0, 1, 2, 3], [1, 2, 3, 0], name="ring")


@pytest.mark.filterwarnings("ignore:.*cluster 0 is empty")
@settings(
    deadline=None, max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(cut=partitions())
@pytest.mark.parametrize("name", ["cut.txt", "cut.npy", "cut"])
def test_what_is_written_is_read(cut, name, tmp_path):
    path = tmp_path / name
    write_partition(cut, path)
    kind = "edge" if isinstance(cut, EdgePartition) else "vertex"
    placed = cut.graph.num_edges if isinstance(cut, EdgePartition) else cut.graph.num_vertices
    parts = min(cut.parts, placed) if cut.graph.num_edges else cut.parts
    clusters = cut.cluster_of_edge if kind == "edge" else cut.cluster_of_vertex
    if clusters.max(initial=0) >= parts:
        return
    again = read_partition(path, cut.graph, parts, kind=kind)
    assert type(again) is type(cut)
    assert again.parts == parts
    assert np.array_equal(again.cluster_of_edge, cut.cluster_of_edge)
    assert again.method == "file"
    assert again.options == {"file": name}


def write(tmp_path, text, name="cut.txt"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def error(path, graph=GRAPH, raises=InputError, **options):
    with pytest.raises(raises) as caught:
        read_partition(path, graph, **options)
    return str(caught.value)


def test_the_file_is_one_id_a_line(tmp_path):
    path = tmp_path / "cut.txt"
    write_partition(EdgePartition(GRAPH, 12, [11, 0, 3]), path)
    assert path.read_text() == "11\n0\n3\n"
    write_partition(VertexPartition(GRAPH, 12, [11, 0, 3, 3]), path)
    assert path.read_text() == "11\n0\n3\n3\n"


def test_the_length_says_what_is_cut(tmp_path):
    assert isinstance(read_partition(write(tmp_path, "0\n1\n1\n"), GRAPH), EdgePartition)
    assert isinstance(read_partition(write(tmp_path, "0\n1\n1\n0\n"), GRAPH), VertexPartition)


def test_where_the_length_fits_both_the_kind_is_required(tmp_path):
    path = write(tmp_path, "0\n1\n1\n0\n")
    with pytest.raises(InputError) as caught:
        read_partition(path, SQUARE)
    assert str(caught.value) == (
        f"{path}: {SQUARE.name!r} has as many edges as vertices (4), so the cluster ids may be those of "
        "its edges (a vertex cut) or of its vertices (an edge cut); set `kind` to 'edge' or 'vertex'"
    )
    assert isinstance(read_partition(path, SQUARE, kind="edge"), EdgePartition)
    assert isinstance(read_partition(path, SQUARE, kind="vertex"), VertexPartition)


def test_the_number_of_parts_is_that_of_the_ids_unless_given(tmp_path):
    path = write(tmp_path, "0\n1\n1\n")
    assert read_partition(path, GRAPH).parts == 2
    assert read_partition(path, GRAPH, 3).parts == 3


@pytest.mark.parametrize("text", ["0\n1\n1", "0\r\n1\r\n1\r\n", " 0\n 1 \n+1\n"])
def test_line_ends_and_blanks_do_not_matter(text, tmp_path):
    assert read_partition(write(tmp_path, text), GRAPH).cluster_of_edge.tolist() == [0, 1, 1]


def test_an_empty_file_fits_an_empty_graph(tmp_path):
    assert read_partition(write(tmp_path, ""), Graph(0, [], [])).parts == 1


@pytest.mark.parametrize("text", ["0\n1\n", "", "0\n1\n1\n1\n1\n"])
def test_a_length_that_fits_nothing(text, tmp_path):
    path = write(tmp_path, text)
    assert error(path) == (
        f"{path}: {text.count(chr(10))} cluster ids do not fit 'chain', which has 3 edges (a vertex cut) and "
        "4 vertices (an edge cut); use a partition of this graph"
    )


def test_a_length_that_does_not_fit_what_was_asked_for(tmp_path):
    path = write(tmp_path, "0\n1\n1\n")
    with pytest.raises(InputError, match=r"3 cluster ids do not fit 'chain', which has 3 edges"):
        read_partition(path, GRAPH, kind="vertex")


@pytest.mark.parametrize("line", ["1.5", "one", "", "1_0", "²", "1 2", "99999999999999999999"])
def test_a_line_that_is_no_cluster_id(line, tmp_path):
    path = write(tmp_path, f"0\n{line}\n1\n")
    assert error(path) == f"{path}:2: {line!r} is not a cluster id; expected one integer per line"


@pytest.mark.parametrize("cluster", [-1, 2])
def test_an_id_beyond_the_number_of_parts(cluster, tmp_path):
    path = write(tmp_path, f"0\n1\n{cluster}\n")
    assert error(path, parts=2) == (
        f"{path}:3: cluster {cluster} is out of range; clusters are 0 .. 1; use the number of parts with "
        "which the file was made"
    )


@pytest.mark.parametrize("name", ["cut.txt", "cut.npy"])
def test_ids_that_begin_with_1_are_told(name, tmp_path):
    path = tmp_path / name
    write_ids(np.array([1, 2, 1]), path)
    with pytest.warns(UserWarning, match="cluster 0 is empty") as told:
        cut = read_partition(path, GRAPH)
    assert (cut.parts, cut.cluster_of_edge.tolist()) == (3, [1, 2, 1])
    assert [str(each.message) for each in told] == [
        f"{path}: cluster 0 is empty, since the ids begin with 1; cluster ids begin with 0, so subtract 1 "
        "from every id if the file counts from 1"
    ]
    assert error(path, parts=2) == (
        f"{path}:2: cluster 2 is out of range; clusters are 0 .. 1; subtract 1 from every id, since the ids "
        "of this file begin with 1"
    )
    write_ids(np.array([2, 0, 2]), path)
    assert read_partition(path, GRAPH).parts == 3


@pytest.mark.parametrize("cluster", [-1, 65_536, 10**8])
def test_an_id_beyond_what_is_supported(cluster, tmp_path):
    path = write(tmp_path, f"0\n{cluster}\n1\n")
    assert error(path) == (
        f"{path}:2: cluster {cluster} is out of range; clusters are 0 .. 65535; use the number of parts "
        "with which the file was made"
    )


def test_a_number_of_parts_that_is_none(tmp_path):
    path = write(tmp_path, "0\n0\n0\n")
    assert error(path, raises=OptionError, parts=0) == "parts must be an integer >= 1, got 0"
    assert error(path, raises=OptionError, parts=4) == (
        "parts is 4, more than the 3 edges of 'chain'; choose parts <= 3"
    )


def test_a_file_that_is_not_there(tmp_path):
    path = tmp_path / "nowhere.txt"
    assert error(path) == f"{path}: cannot be read: No such file or directory; check the name"


def test_a_file_that_is_not_text(tmp_path):
    path = write(tmp_path, b"\xff\xfe\x00")
    assert error(path) == f"{path}: not a text file; expected one cluster id per line (or a .npy file)"


@pytest.mark.parametrize("content", [b"", b"0\n1\n1\n"])
def test_an_npy_file_that_is_none(content, tmp_path):
    path = write(tmp_path, content, "cut.npy")
    assert error(path) == f"{path}: not a NumPy array; write it with numpy.save"


def test_an_npy_file_that_lies_about_its_size_or_is_an_archive(tmp_path):
    path = tmp_path / "cut.npy"
    with path.open("wb") as stream:
        header = {"descr": "<i8", "fortran_order": False, "shape": (10**14,)}
        np.lib.format.write_array_header_1_0(stream, header)
        stream.write(bytes(24))
    assert error(path) == f"{path}: not a NumPy array; write it with numpy.save"
    with path.open("wb") as stream:
        np.savez(stream, cut=[0, 1, 1])
    assert error(path) == f"{path}: not a NumPy array; write it with numpy.save"


def test_a_pipe_is_no_partition(tmp_path):
    path = tmp_path / "cut.txt"
    os.mkfifo(path)
    assert error(path) == f"{path}: not a regular file; expected a file with one cluster id per line"


def test_a_full_disk_leaves_the_partition_that_was_there(tmp_path):
    for name in ("cut.txt", "cut.npy"):
        path = write(tmp_path, "mine", name)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (100, hard)
        )  # as a full disk: the write fails in the middle
        try:
            with pytest.raises(InputError) as caught:
                write_partition(EdgePartition(Graph(2, [0] * 5000, [1] * 5000), 2, [0, 1] * 2500), path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert str(caught.value) == (
            f"{path}: cannot be written (File too large); free disk space or choose another path"
        )
        assert path.read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cut.npy", "cut.txt"]


@pytest.mark.parametrize("values", [np.zeros(3), np.zeros((3, 1), int)])
def test_an_npy_file_of_something_else(values, tmp_path):
    path = tmp_path / "cut.npy"
    np.save(path, values)
    assert error(path) == (
        f"{path}: holds {values.dtype} of shape {values.shape}; expected a one-dimensional array of "
        "integers, one cluster id each"
    )


def test_a_place_that_cannot_be_written(tmp_path):
    path = tmp_path / "no folder" / "cut.txt"
    with pytest.raises(InputError) as caught:
        write_partition(EdgePartition(GRAPH, 2, [0, 1, 1]), path)
    assert (
        str(caught.value)
        == f"{path}: cannot be written (No such file or directory); free disk space or choose another path"
    )


def test_an_archive_is_no_partition_file(tmp_path):
    graph = Graph(2, [0], [1])
    path = tmp_path / "cut.npz"
    with pytest.raises(InputError) as caught:
        write_partition(EdgePartition(graph, 1, [0]), path)
    assert str(caught.value) == f"{path}: ids are written as one array or as text; name it .npy or .txt"
    assert not path.exists()
