"""Every file that cannot be read: one error, in full text, with the place and the cure."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import resource

import numpy as np
import pytest
import scipy.sparse

from partitioners.errors import GraphFileError, InputError, OptionError
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph
from partitioners.graph import Graph

REAL = "%%MatrixMarket matrix coordinate real general\n"
PATTERN = "%%MatrixMarket matrix coordinate pattern general\n"
ARRAY = "%%MatrixMarket matrix array real general\n"
UNIT = "correct it, or read with weights unit (--weights unit)"
SIGNED = "read with weights abs or unit (--weights abs)"


def npz(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def scipy_npz(matrix):
    stream = io.BytesIO()
    scipy.sparse.save_npz(stream, matrix)
    return stream.getvalue()


def message(path, **options):
    with pytest.raises(GraphFileError) as caught:
        read_graph(path, **options)
    return str(caught.value)


MATRIX_MARKET = {
    "row 4 is outside the 3 x 3 matrix (line 4): "
    "rows are 1 .. 3; correct the entry, or the size line (line 2)": (REAL + "3 3 2\n1 1 1.0\n4 1 2\n"),
    "column 0 is outside the 3 x 2 matrix (line 4): "
    "columns are 1 .. 2; correct the entry, or the size line (line 3)": PATTERN + "%\n3 2 1\n1 0\n",
    "the size line has 3 entries, but the file has 2 (line 2): "
    "the file is truncated or the size line is wrong": REAL + "3 3 3\n1 1 1\n2 1 2\n",
    "the size line has 99999999999 entries, but the file has 1 (line 2): "
    "the file is truncated or the size line is wrong": REAL + "3 3 99999999999\n1 1 1\n",
    "the size line has 4 entries, but the file has 2 (line 2): "
    "the file is truncated or the size line is wrong": ARRAY + "2 2\n1\n2\n",
    "the file has more than the 1 entries of the size line (line 4): "
    "correct the size line (line 2) or remove the extra lines": REAL + "3 3 1\n1 1 1\n2 1 2\n",
    "'1 1' is not an entry (line 3): expected `row column value`": REAL + "3 3 2\n1 1\n2 1 2\n",
    "'1.5 1' is not an entry (line 3): expected `row column`": PATTERN + "3 3 1\n1.5 1\n",
    "'1 1 x' is not an entry (line 3): expected `row column value`": REAL + "3 3 1\n1 1 x\n",
    "'1 1 +3e0' is not an entry (line 3): write 3e0 in place of +3e0": REAL + "3 3 1\n1 1 +3e0\n",
    "'1 1 1x' is not an entry (line 3): expected `row column value`": REAL + "3 3 1\n1 1 1x\n",
    "the entry has 4 columns (line 3): expected `row column value`": REAL + "3 3 1\n1 1 1 7\n",
    "the entry has 3 columns (line 4): expected `row column`": PATTERN + "3 3 2\n1 1\n1 2 3\n",
    "'1.5' is not an integer (line 3): correct it, or change the banner to `real`": (
        REAL.replace("real", "integer") + "3 3 1\n1 1 1.5\n"
    ),
    "the banner has 4 words (line 1): expected `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`, "
    "such as `%%MatrixMarket matrix coordinate real general`": REAL.replace(" general", "") + "1 1 0\n",
    "unknown object 'vector' in the banner (line 1): known: matrix": REAL.replace(" matrix", " vector")
    + "1 1 0\n",
    "unknown format 'coordinat' in the banner (line 1): did you mean 'coordinate'?": (
        REAL.replace("coordinate", "coordinat") + "1 1 0\n"
    ),
    "unknown field 'reel' in the banner (line 1): did you mean 'real'?": REAL.replace("real", "reel")
    + "1 1 0\n",
    "unknown symmetry 'symetric' in the banner (line 1): did you mean 'symmetric'?": (
        REAL.replace("general", "symetric") + "1 1 0\n"
    ),
    "'2 2 " + "9" * 53 + "...' is not a size line (line 2): "
    "expected `rows columns entries`, integers from 0 to 10^18 - 1": (
        PATTERN + "2 2 " + "9" * 5000 + "\n1 1\n"
    ),
    "the entry has 3 columns (line 3): expected `row column`": PATTERN + "2 2 1\n1 1 1",
    "the text contains a zero byte (line 4000): the file is damaged; copy it again": (
        PATTERN + "2 2 3998\n" + "1 1\n" * 3997 + "1 1\x00\n"
    ),
    "the values are complex: read with weights abs or unit (--weights abs)": (
        REAL.replace("real", "complex") + "1 1 1\n1 1 0 1\n"
    ),
    "'1 1 0' is not an entry (line 3): expected `row column real imaginary`": (
        REAL.replace("real", "complex") + "1 1 1\n1 1 0\n"
    ),
    "there are empty lines before the banner (line 1): remove them": "\n" + PATTERN + "1 1 1\n1 1\n",
    "'array' files cannot have the field 'pattern' (line 1): did you mean 'coordinate'?": (
        ARRAY.replace("real", "pattern") + "1 1\n"
    ),
    "the file ends before the size line (line 2): expected a line `rows columns entries`": REAL + "% only\n",
    "'3 3' is not a size line (line 2): expected `rows columns entries`, integers from 0 to 10^18 - 1": REAL
    + "3 3\n",
    "'-3 3 1' is not a size line (line 2): expected `rows columns entries`, integers from 0 to 10^18 - 1": (
        REAL + "-3 3 1\n1 1 1\n"
    ),
    "the banner has `symmetric`, but the size line has 2 x 3 (line 2): "
    "such a matrix must be square; correct the banner or the size line": (
        REAL.replace("general", "symmetric") + "2 3 1\n1 1 1\n"
    ),
    "the matrix has 99999999999 rows (line 2): at most 2147483647 are supported": (
        REAL + "99999999999 9 1\n1 1 1\n"
    ),
    "a matrix of 3 rows and 4 columns is not square: "
    "read it with --bipartite (in Python bipartite=True) to get one vertex per row and per column": REAL
    + "3 4 1\n1 1 1\n",
    "the weight nan is not a finite number (line 5): " + UNIT: REAL + "3 3 2\n1 1 1\n\n2 2 nan\n",
    "the weight inf is not a finite number, the first of 2 that are not finite and >= 0 (line 3): " + UNIT: (
        REAL + "3 3 2\n1 1 inf\n2 2 -1\n"
    ),
    "the weight -2 is negative (line 3): " + SIGNED: REAL + "3 3 1\n1 1 -2\n",
    "the weight -1 is negative (line 4): " + SIGNED: ARRAY + "1 2\n0\n-1\n",
}


@pytest.mark.parametrize("text", MATRIX_MARKET)
def test_matrix_market(tmp_path, text):
    path = tmp_path / "a.mtx"
    path.write_text(MATRIX_MARKET[text])
    bipartite = "1 2\n" in MATRIX_MARKET[text]
    assert message(path, weights="value", bipartite=bipartite) == f"{path}: {text}"


def test_the_mirror_of_a_skew_symmetric_entry_is_negative(tmp_path):
    path = tmp_path / "a.mtx"
    path.write_text(REAL.replace("general", "skew-symmetric") + "2 2 1\n2 1 3\n")
    assert (
        message(path, weights="value", symmetric_entries="two_edges")
        == f"{path}: the weight -3 of the mirrored entry is negative (line 3): {SIGNED}"
    )


METIS = {
    "the file has lines for more than the 2 vertices of the header (line 4): "
    "correct the header (line 1) or remove the extra lines": "2 2\n2\n1 3\n2\n",
    "the header has 4 vertices, but 3 lines follow (line 1): add the missing lines "
    "(an empty one is a vertex without neighbours), or correct the header": "4 2\n2\n1 3\n2\n",
    "the header has 5 edges, but the lines have 2 (line 2): "
    "an edge is listed in the lines of both its ends and counts once; "
    "correct the header": "%\n3 5\n2\n1 3\n2\n",
    "neighbour 4 of vertex 2 does not exist (line 3): "
    "vertices are 1 .. 3; correct it, or the header (line 1)": "3 2\n2\n1 4\n2\n",
    "neighbour 0 of vertex 1 does not exist (line 2): "
    "vertices are 1 .. 3; correct it, or the header (line 1)": "3 2\n0\n1 3\n2\n",
    "neighbour 2.5 of vertex 1 does not exist (line 2): "
    "vertices are 1 .. 2; correct it, or the header (line 1)": "2 1\n2.5\n1\n",
    "vertex 2 has the neighbour 3, and vertex 3 (line 4) does not have it (line 3): "
    "list each edge in the lines of both its ends": "3 2\n2\n1 3\n\n",
    "vertex 2 has the neighbour 1, and vertex 1 (line 2) does not have it (line 3): "
    "list each edge in the lines of both its ends": "3 2\n\n1 3\n2\n",
    "vertex 1 has the neighbour 2, and vertex 2 (line 3) has it fewer times (line 2): "
    "list each edge in the lines of both its ends": "2 2\n2 2\n1\n",
    "the edge 1 - 2 weighs 3 here and 4 in line 3 (line 2): use the same weight at both ends": (
        "2 1 001\n2 3\n1 4\n"
    ),
    "'1_000' is not a number (line 4): correct it or remove it": "4 2\n2\n1\n1_000\n3\n",
    "'" + "9" * 60 + "' is not a header (line 1): expected `vertices edges [format [ncon]]`, "
    "integers from 0 to 10^18 - 1": "9" * 5000 + " 2\n",
    "'x' is not a number (line 3): correct it or remove it": "3 2\n2\n1 x\n2\n",
    "'a b' is not a header (line 1): "
    "expected `vertices edges [format [ncon]]`, integers from 0 to 10^18 - 1": "a b\n",
    "'3' is not a header (line 2): "
    "expected `vertices edges [format [ncon]]`, integers from 0 to 10^18 - 1": "%\n3\n",
    "the file has no header: begin with a line `vertices edges [format [ncon]]`": "% only\n",
    "unknown format '7' in the header (line 1): "
    "expected up to three digits 0 or 1: vertex sizes, vertex weights, edge weights": "3 2 7\n",
    "ncon is 2, but the format is '1' (line 1): "
    "ncon must be at least 1 and needs a format with vertex weights, such as 010": "3 2 1 2\n",
    "the graph has 3000000000 vertices (line 1): at most 2147483647 are supported": "3000000000 2\n",
    "vertex 1 has 1 numbers (line 2): the header (line 1) requires a weight after each neighbour": (
        "3 2 1\n2\n1 3\n2\n"
    ),
    "vertex 2 has 0 numbers (line 3): the header (line 1) requires 1 number of the vertex": (
        "2 1 10\n1 2\n\n"
    ),
    "the weight -1 is negative (line 2): " + SIGNED: "2 1 1\n2 -1\n1 -1\n",
    "the weight nan is not a finite number (line 2): " + UNIT: "2 1 1\n2 nan\n1 nan\n",
    "the weight -1 of vertex 1 is not a finite number >= 0 (line 2): correct it": "2 1 10\n-1 2\n1 1\n",
    "the size -4 of vertex 2 is not a finite number >= 0 (line 3): correct it": "2 1 100\n1 2\n-4 1\n",
}


@pytest.mark.parametrize("text", METIS)
def test_metis(tmp_path, text):
    path = tmp_path / "a.graph"
    path.write_text(METIS[text])
    assert message(path) == f"{path}: {text}"


EDGE_LISTS = {
    "there is 1 column (line 3): expected 2, as in the lines before": "# c\n1 2\n3\n",
    "there are 3 columns (line 2): expected 2, as in the lines before": "1 2\n3 4 5\n",
    "'3,,4' has an empty column (line 2): fill it in": "1,2\n3,,4\n",
    "'1;2;' has an empty column (line 2): fill it in": "# a;;b\n1;2;\n",
    "there are 2 columns (line 2): expected 3, as in the lines before": "1 2 3\n3 4\n",
    "there are 4 columns (line 1): expected two ids and an optional weight; for times in a fourth column, "
    "begin the file with KONECT's header, such as `% sym positive`": "1 2 3 4\n",
    "there is 1 column (line 2): expected 2, as in the lines before ": "a b\nc\n",
    "the id 'x' is not an integer like the ids before it (line 2): "
    "correct it, or use names from the first line on": "1 2\nx 4\n",
    "'author,paper' contains names, but the next line contains integers (line 1): "
    "if it is a table header, name them source and target (or src and dst, from and to), "
    "and optionally weight; otherwise put # before it": "author,paper\n1,2\n",
    "'person1,person2,weight' has text where the next line has a weight (line 2): "
    "if it is a table header, name them source and target (or src and dst, from and to), "
    "and optionally weight; otherwise give it a weight": "# c\nperson1,person2,weight\nalice,bob,3\n",
    "the id '7.0' is not an integer like the ids before it (line 3): "
    "correct it, or use names from the first line on": ("9007199254740993 1\n9007199254740992 2\n7.0 3\n"),
    "the id 'inf' is not an integer like the ids before it (line 2): "
    "correct it, or use names from the first line on": "3 4\n5 inf\n",
    "the id '9999999999999999999999999999999999999...' does not fit 64 bits (line 2): renumber the ids": (
        "1 2\n3 " + "9" * 5000
    ),
    "the text contains a zero byte (line 5000): the file is damaged; copy it again": (
        "1 2\n" * 4999 + "1\x002 3\n"
    ),
    "the weight 'x' is not a number (line 2): correct it, or read it with weights unit": "1 2 3\n1 2 x\n",
    "the id '18446744073709551616' does not fit 64 bits (line 1): renumber the ids": (
        "1 18446744073709551616\n"
    ),
    "the ids run from -1 to 18446744073709551615, which exceeds 64 bits: renumber the ids": (
        "-1 18446744073709551615\n"
    ),
    "a name is not UTF-8 text (line 3): write the file as UTF-8": b"b c\n\na \xe9\n",
    "the file has no edges: expected two ids and an optional weight per line": "# only\n",
    "the weight nan is not a finite number (line 2): " + UNIT: "1 2 3\n4 5 nan\n",
    "the weight -1 is negative (line 4): " + SIGNED: "1 2 3\n% c\n\n4 5 -1\n",
}


@pytest.mark.parametrize("text", EDGE_LISTS)
def test_edge_lists(tmp_path, text):
    path = tmp_path / "a.txt"
    content = EDGE_LISTS[text]
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    assert message(path, weights="value") == f"{path}: {text.rstrip()}"


NPZ = {
    "the archive has no array 'src': a graph has num_vertices, src and dst "
    "(files of scipy.sparse.save_npz are also supported); did you mean 'source'?": npz(
        num_vertices=2, source=[0], dst=[1]
    ),
    "num_vertices is float64 of shape (): expected one integer": npz(num_vertices=2.0, src=[0], dst=[1]),
    "src[0] is 5; vertices are 0 .. 1 (num_vertices is 2): "
    "correct the arrays and save the archive again": npz(num_vertices=2, src=[5], dst=[1]),
    "vertex attribute 'kind' has shape (3,); its first axis must be num_vertices = 2: "
    "correct the arrays and save the archive again": npz(num_vertices=2, src=[0], dst=[1], kind=[1, 2, 3]),
    "weight is float64 of shape (2,): expected real numbers of shape (1,), one per edge": (
        npz(num_vertices=2, src=[0], dst=[1], weight=[1.0, 2.0])
    ),
    "the weight nan is not a finite number (entry 0): " + UNIT: (
        npz(num_vertices=2, src=[0], dst=[1], weight=[np.nan])
    ),
    "the array 'kind' holds Python objects: save arrays of numbers or text (dtype object is refused)": (
        npz(num_vertices=2, src=[0], dst=[1], kind=np.array([{}, []], object))
    ),
    "the .npz archive is damaged or cut short: copy or download it again": (
        npz(num_vertices=2, src=[0], dst=[1])[:-40]
    ),
    "not an .npz archive: save it with numpy.savez or scipy.sparse.save_npz": b"hello",
    "a matrix of 2 rows and 3 columns is not square: read it with --bipartite "
    "(in Python bipartite=True) to get one vertex per row and per column": (
        scipy_npz(scipy.sparse.csr_array(np.ones((2, 3))))
    ),
    "the weight -1 is negative (entry 0): " + SIGNED: scipy_npz(scipy.sparse.csr_array([[-1.0]])),
    "the values are complex: read with weights abs or unit (--weights abs)": (
        scipy_npz(scipy.sparse.csr_array([[1j]]))
    ),
}


@pytest.mark.parametrize("text", NPZ)
def test_npz(tmp_path, text):
    path = tmp_path / "a.npz"
    path.write_bytes(NPZ[text])
    assert message(path) == f"{path}: {text}"


def test_a_missing_file_names_the_nearest(tmp_path):
    (tmp_path / "cnr-2000.mtx.xz").write_text("x")
    for name in ("cnr2000.mtx.xz", "cnr-2000.mtx", "cnr-2000"):
        path = tmp_path / name
        assert message(path) == f"{path}: there is no such file: did you mean 'cnr-2000.mtx.xz'?"
    path = tmp_path / "other"
    assert message(path) == f"{path}: there is no such file: {tmp_path} has no file with a similar name"
    path = tmp_path / "nowhere" / "a.mtx"
    assert (
        message(path)
        == f"{path}: there is no such file: the folder {tmp_path / 'nowhere'} does not exist either"
    )


def test_a_folder(tmp_path):
    assert message(tmp_path) == f"{tmp_path}: expected a file, not a folder: name a graph file in it"


def test_an_empty_file(tmp_path):
    path = tmp_path / "a.mtx"
    path.write_bytes(b"")
    assert message(path) == f"{path}: the file is empty: write or download it again"
    path.write_bytes(gzip.compress(b""))
    assert message(path) == f"{path}: the gzip file has no content: compress the original again"


@pytest.mark.parametrize(
    ("kind", "compress", "checksum"),
    [("gzip", gzip.compress, -5), ("bzip2", bz2.compress, 10), ("xz", lzma.compress, 8)],
)
def test_compressed_files_that_are_cut_short_or_damaged(tmp_path, kind, compress, checksum):
    path = tmp_path / "a.mtx"
    packed = compress((PATTERN + "2 2 1\n1 2\n").encode())
    path.write_bytes(packed[:10])
    assert (
        message(path) == f"{path}: the {kind} data ends early, after 0 bytes of content: "
        "the file is truncated; copy or download it again"
    )
    path.write_bytes(packed + b"junk")
    assert message(path) == f"{path}: the {kind} data is damaged: copy or download it again"
    damaged = bytearray(packed)
    damaged[checksum] ^= 255
    path.write_bytes(damaged)
    assert message(path) == f"{path}: the {kind} data is damaged: copy or download it again"


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        (
            "a.dat",
            bytes(range(256)),
            "unknown binary data: expected Matrix Market, METIS .graph, "
            "an edge list, a CSV table, DIMACS, GraphML, DOT, WfCommons, STG or .npz; "
            "plain or as .gz, .bz2, .xz",
        ),
        (
            "a.mtx",
            b"1 2\n",
            "there is no Matrix Market banner (line 1): begin with "
            "`%%MatrixMarket matrix coordinate real general`, or name an edge list .txt",
        ),
        (
            "a.npy",
            b"\x93NUMPY\x01\x00",
            "the file is one NumPy array: save num_vertices, src and dst with numpy.savez, as .npz",
        ),
        (
            "a.zst",
            b"\x28\xb5\x2f\xfd\x00",
            "the file is compressed with zstd: unpack it first; gzip, bzip2 and xz are read directly",
        ),
        (
            "a.tar",
            b"\x00" * 257 + b"ustar" + b"\x00" * 250,
            "the file is a tar archive: unpack it and name the graph file in it",
        ),
    ],
)
def test_what_is_no_graph_file(tmp_path, name, content, text):
    path = tmp_path / name
    path.write_bytes(content)
    assert message(path) == f"{path}: {text}"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"weights": "values"}, "weights is 'values'; choose one of unit, abs, value"),
        (
            {"symmetric_entries": "twice"},
            "symmetric_entries is 'twice'; choose one of one_edge, two_edges",
        ),
    ],
)
def test_unknown_ways_to_read(tmp_path, options, text):
    with pytest.raises(OptionError) as caught:
        read_graph(tmp_path / "a.mtx", **options)
    assert str(caught.value) == text


def test_what_cannot_be_written(tmp_path):
    path = tmp_path / "nowhere" / "a.npz"
    with pytest.raises(InputError) as caught:
        write_graph(Graph(1, [], []), path)
    assert str(caught.value) == f"{path}: there is no folder {path.parent} to write into"
    path = tmp_path / "a.npz"
    with pytest.raises(InputError) as caught:
        write_graph(Graph(1, [], [], vertex={"src": np.zeros(1)}), path)
    assert (
        str(caught.value)
        == f"{path}: the vertex attribute 'src' uses a name that is reserved in the archive: "
        "rename it"
    )


@pytest.mark.parametrize("name", ["a.mtx.gz", "a.graphml", "a.gr", "a.txt.gz", "a.npz.xz"])
def test_names_of_formats_that_are_not_written(tmp_path, name):
    with pytest.raises(InputError) as caught:
        write_graph(Graph(1, [], []), tmp_path / name)
    assert str(caught.value) == (
        f"{tmp_path / name}: cannot write a file with this suffix; "
        "name it .npz, .mtx (Matrix Market), .graph (METIS) or .txt (an edge list), without compression"
    )
    assert not list(tmp_path.iterdir())


def test_objects_are_not_written(tmp_path):
    path = tmp_path / "a.npz"
    path.write_text("mine")
    with pytest.raises(InputError) as caught:
        write_graph(Graph(1, [], [], vertex={"kind": np.array([{}])}), path)
    assert str(caught.value) == (
        f"{path}: the vertex attribute 'kind' holds Python objects: convert it to numbers or text"
    )
    assert path.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["a.npz"]


@pytest.mark.parametrize("name", ["a.npz", "a.mtx", "a.graph", "a.txt"])
def test_a_full_disk_leaves_the_graph_that_was_there(tmp_path, name):
    path = tmp_path / name
    path.write_text("mine")
    graph = Graph(10_000, np.arange(9_999), np.arange(1, 10_000))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as a full disk: the write fails in the middle
    try:
        with pytest.raises(InputError) as caught:
            write_graph(graph, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(caught.value) == (
        f"{path}: cannot be written (File too large); free disk space or choose another path"
    )
    assert path.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == [name]
