"""Graph files: what is written is what is read, in every format, with SciPy and networkx as oracles."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import pairs

from partitioners.files.edge_list import Layout, _read_slowly, read_columns
from partitioners.files.edge_table import _read_fast, find_head
from partitioners.files.interchange import from_scipy
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph
from partitioners.graph import Graph

FEW = settings(deadline=None, max_examples=examples(50))
SYMMETRIC = "%%MatrixMarket matrix coordinate real symmetric\n"


@pytest.fixture(autouse=True, scope="module")
def _folder(tmp_path_factory):
    global FOLDER
    FOLDER = tmp_path_factory.mktemp("graphs")


def written(name, content):
    """The file's path, in a folder of its own: examples of one test must not see each other's."""
    path = Path(tempfile.mkdtemp(dir=FOLDER)) / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(filename, content, **options):
    return read_graph(written(filename, content), **options)


def edges(graph):
    return list(zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True))


@st.composite
def graphs(draw, least=0):
    n = draw(st.integers(1, 7))
    vertex = st.integers(0, n - 1)
    rows = draw(st.lists(st.tuples(vertex, vertex, st.floats(0, 1e300)), min_size=least, max_size=20))
    operation = draw(st.lists(st.floats(0, 1e9), min_size=n, max_size=n))
    src, dst, weight = ([row[k] for row in rows] for k in range(3))
    return Graph(n, src, dst, weight, {"operation": np.array(operation)}, "drawn")


@st.composite
def matrices(draw, kind="general"):
    rows = draw(st.integers(1, 6))
    columns = draw(st.integers(1, 6)) if kind == "general" else rows
    entry = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1), st.integers(1, 9))
    entries = draw(st.lists(entry, max_size=20))
    if kind != "general":
        entries = [(max(r, c), min(r, c), v) for r, c, v in entries if kind == "symmetric" or r != c]
    return rows, columns, entries


def market(rows, columns, entries, kind="general", field="real"):
    lines = [
        f"%%MatrixMarket matrix coordinate {field} {kind}",
        "% drawn",
        f"{rows} {columns} {len(entries)}",
    ]
    shown = slice(0, 2) if field == "pattern" else slice(0, 3)
    lines += [" ".join(map(str, (r + 1, c + 1, v)[shown])) for r, c, v in entries]
    return "\n".join(lines) + "\n"


# ---- Matrix Market


@FEW
@given(matrices(), st.sampled_from(["real", "integer", "pattern"]))
def test_matrix_market_gives_the_entries_in_file_order(matrix, field):
    rows, columns, entries = matrix
    graph = read("a.mtx", market(*matrix, field=field), bipartite=True, weights="value")
    weights = [1.0 if field == "pattern" else float(v) for _, _, v in entries]
    assert graph.num_vertices == rows + columns
    assert edges(graph) == [(r, rows + c, w) for (r, c, _), w in zip(entries, weights, strict=True)]


@FEW
@given(st.sampled_from(["symmetric", "skew-symmetric"]).flatmap(lambda k: st.tuples(st.just(k), matrices(k))))
def test_both_is_what_scipy_expands_a_symmetric_file_to(case):
    kind, matrix = case
    text = market(*matrix, kind=kind)
    expanded = scipy.io.mmread(io.BytesIO(text.encode()), spmatrix=False)
    both = read("a.mtx", text, symmetric_entries="two_edges", weights="abs")
    assert pairs(both) == list(zip(expanded.row.tolist(), expanded.col.tolist(), strict=True))
    assert both.weight.tolist() == np.abs(expanded.data).tolist()
    once = read("a.mtx", text, weights="abs")
    assert edges(once) == [(r, c, float(v)) for r, c, v in matrix[2]]


@FEW
@given(matrices())
def test_what_scipy_writes_is_read_as_scipy_holds_it(matrix):
    rows, columns, entries = matrix
    row, column, value = np.array(entries, np.int64).reshape(-1, 3).T
    held = scipy.sparse.coo_array((value.astype(float), (row, column)), shape=(rows, columns))
    path = written("a.mtx", "")
    scipy.io.mmwrite(path, held, symmetry="general")
    assert edges(read_graph(path, weights="value", bipartite=True)) == edges(
        from_scipy(held, weights="value", bipartite=True)
    )


@pytest.mark.parametrize("symmetry", ["general", "symmetric", "skew-symmetric"])
def test_dense_files_give_their_entries_that_are_not_0(symmetry):
    lower = np.array([[0.0, 0, 0], [2, 0, 0], [3, 0, 0]])
    matrix = {"general": lower + lower.T * 2, "symmetric": lower + lower.T, "skew-symmetric": lower - lower.T}
    path = written("a.mtx", "")
    scipy.io.mmwrite(path, matrix[symmetry], symmetry=symmetry)
    entries = "one_edge" if symmetry == "general" else "two_edges"
    both = read_graph(path, weights="abs", symmetric_entries=entries)
    found = scipy.sparse.coo_array((both.weight, (both.src, both.dst)), shape=(3, 3)).toarray()
    assert (found == np.abs(matrix[symmetry])).all()
    assert read_graph(path).num_edges == (4 if symmetry == "general" else 2)


def test_weights_unit_abs_and_value():
    text = SYMMETRIC.replace("symmetric", "general") + "2 2 2\n1 1 -2.5\n2 1 4\n"
    assert read("a.mtx", text).weight.tolist() == [1, 1]
    assert read("a.mtx", text, weights="abs").weight.tolist() == [2.5, 4]
    assert read("a.mtx", text.replace("-", ""), weights="value").weight.tolist() == [2.5, 4]


def test_mirrors_come_after_all_stored_entries_and_the_diagonal_once():
    text = SYMMETRIC + "3 3 3\n3 1 5\n2 2 6\n2 1 7\n"
    assert edges(read("a.mtx", text, symmetric_entries="two_edges", weights="value")) == [
        (2, 0, 5.0),
        (1, 1, 6.0),
        (1, 0, 7.0),
        (0, 2, 5.0),
        (0, 1, 7.0),
    ]


def test_a_line_with_carriage_returns_blank_lines_and_any_case():
    text = "%%matrixmarket MATRIX Coordinate Pattern General\r\n%\r\n\r\n2 2 2\r\n1 2\r\n\r\n2 1\r\n"
    assert pairs(read("a.mtx", text)) == [(0, 1), (1, 0)]


def test_a_line_number_is_right_far_into_a_large_file():
    lines = ["1 1"] * 200_000
    lines[150_000] = "1 3"
    text = "%%MatrixMarket matrix coordinate pattern general\n2 2 200000\n" + "\n".join(lines) + "\n"
    with pytest.raises(ValueError, match="Line 150003: Column index"):
        scipy.io.mmread(io.BytesIO(text.encode()))
    with pytest.raises(Exception, match=r"column 3 is outside the 2 x 2 matrix \(line 150003\)"):
        read("a.mtx", text)


# ---- METIS


def metis_text(graph):
    """A METIS file with loops and any weights, which the reader takes although METIS does not."""
    lines = [[] for _ in range(graph.num_vertices)]
    for u, v, w in edges(graph):
        lines[u].append((v, w))
        if u != v:
            lines[v].append((u, w))
    operation = graph.vertex["operation"].tolist()
    rows = [" ".join([f"{work!r}", *(f"{v + 1} {w!r}" for v, w in sorted(line))])
            for work, line in zip(operation, lines, strict=True)]  # fmt: skip
    return "\n".join([f"{graph.num_vertices} {graph.num_edges} 011", *rows]) + "\n"


def plain_metis(text):
    """What a METIS file without weights says, by the book: one set of neighbours a line."""
    lines = [line.split() for line in text.split("\n") if not line.startswith("%")]
    n = int(lines[0][0])
    return [(v, int(word) - 1) for v in range(n) for word in lines[v + 1]]


def test_a_graph_is_written_as_matrix_market(tmp_path):
    """Judged by SciPy's reader, and read again with parallel edges and an isolated vertex."""
    from scipy.io import mmread

    path = tmp_path / "g.mtx"
    write_graph(Graph(4, [2, 0, 0, 1], [0, 1, 1, 1], [0.1, 7, 1e-300, 2**60]), path)
    matrix = mmread(path, spmatrix=False)
    assert matrix.shape == (4, 4)
    assert (matrix.row.tolist(), matrix.col.tolist()) == ([2, 0, 0, 1], [0, 1, 1, 1])
    assert matrix.data.tolist() == [0.1, 7, 1e-300, 2.0**60]
    graph = read_graph(path, weights="value")
    assert (graph.num_vertices, pairs(graph)) == (4, [(2, 0), (0, 1), (0, 1), (1, 1)])
    assert graph.weight.tolist() == matrix.data.tolist()


@FEW
@given(graphs())
def test_metis_once_and_both(graph):
    lines = metis_text(graph).splitlines()
    lines[0] = lines[0].rsplit(" ", 1)[0]  # without the format, and then without the weights
    lines[1:] = [" ".join(line.split()[1::2]) for line in lines[1:]]
    text = "\n".join(["% a comment", lines[0], "% another", *lines[1:]]) + "\n"
    everything = plain_metis(text)
    assert pairs(read("a.graph", text, symmetric_entries="two_edges")) == everything
    once = read("a.graph", text)
    assert pairs(once) == [(u, v) for u, v in everything if u <= v]
    assert once.num_edges == graph.num_edges
    assert once.num_vertices == graph.num_vertices


@pytest.mark.filterwarnings("ignore:.*(has no place for|are parallel|of 64 bits)")
@FEW
@given(graphs())
def test_a_metis_file_gives_the_undirected_graph_back(graph):
    path = written("a.graph", metis_text(graph))
    back = read_graph(path)
    ends = [(min(u, v), max(u, v), w) for u, v, w in edges(graph)]
    assert sorted(edges(back)) == sorted(ends)
    assert pairs(back) == sorted((u, v) for u, v, _ in ends)
    assert back.vertex["operation"].tolist() == graph.vertex["operation"].tolist()
    unit = read_graph(path, weights="unit")
    assert unit.weight.tolist() == [1.0] * graph.num_edges
    straight = np.flatnonzero(graph.src != graph.dst)
    whole = np.ceil(graph.weight[straight].clip(1, 2.0**62))
    work = {"operation": np.floor(graph.vertex["operation"])}
    graph = Graph(graph.num_vertices, graph.src[straight], graph.dst[straight], whole, work)
    write_graph(graph, path)
    again = written("b.graph", metis_text(graph))
    for symmetric in ("one_edge", "two_edges"):
        one, other = (read_graph(each, symmetric_entries=symmetric) for each in (path, again))
        assert sorted(edges(one)) == sorted(edges(other))
        assert one.vertex["operation"].tolist() == work["operation"].tolist()


def test_metis_weights_beyond_int64():
    graph = read("a.graph", "2 1 001\n2 100000000000000000000\n1 100000000000000000000\n")
    assert edges(graph) == [(0, 1, 1e20)]


def test_metis_sizes_and_several_weights_a_vertex():
    graph = read("a.graph", "3 2 111 2\n7 9 4 2 5\n8 8 4 1 5 3 6\n9 1 1 2 6\n")
    assert edges(graph) == [(0, 1, 5.0), (1, 2, 6.0)]
    assert graph.vertex["vertex_size"].tolist() == [7, 8, 9]
    assert graph.vertex["vertex_weight"].tolist() == [[9, 4], [8, 4], [1, 1]]
    assert "operation" not in graph.vertex


def test_a_metis_vertex_without_neighbours_is_an_empty_line():
    graph = read("a.graph", "4 1\n3\n\n1\n\n")
    assert (graph.num_vertices, pairs(graph)) == (4, [(0, 2)])


# ---- edge lists


@FEW
@given(st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1) | st.integers(-9, 9)] * 2), min_size=1))
def test_edge_lists_rank_any_integers(rows):
    graph = read("a.txt", "# FromNodeId\tToNodeId\n" + "".join(f"{u}\t{v}\n" for u, v in rows))
    ids = graph.vertex["original_id"]
    assert ids.tolist() == sorted({x for row in rows for x in row})
    assert list(zip(ids[graph.src].tolist(), ids[graph.dst].tolist(), strict=True)) == rows


@FEW
@given(st.lists(st.tuples(*[st.text("abcäz'NA", min_size=1, max_size=4)] * 2), min_size=1))
def test_edge_lists_rank_names(rows):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        graph = read("a.txt", "".join(f"{u} {v}\n" for u, v in rows))
    ids = graph.vertex["original_id"]
    assert ids.tolist() == sorted({x for row in rows for x in row})
    assert list(zip(ids[graph.src].tolist(), ids[graph.dst].tolist(), strict=True)) == rows
    elsewhere = {x for row in rows[1:] for x in row}
    may_be_head = elsewhere and elsewhere.isdisjoint(rows[0]) and "nan" not in map(str.lower, rows[0])
    assert len(told) == bool(may_be_head)


@pytest.mark.filterwarnings("ignore:.*has no place for")
@FEW
@given(graphs(least=1))
def test_an_edge_list_gives_the_edges_and_weights_back(graph):
    path = written("a.txt", "")
    write_graph(graph, path)
    back = read_graph(path, weights="value")
    ids = back.vertex["original_id"]
    assert ids[back.src].tolist() == graph.src.tolist()
    assert ids[back.dst].tolist() == graph.dst.tolist()
    assert back.weight.tolist() == graph.weight.tolist()
    assert read_graph(path).weight.tolist() == [1.0] * graph.num_edges


@pytest.mark.filterwarnings("ignore:.*has no place for")
@FEW
@given(graphs(least=1))
def test_the_fast_and_the_slow_way_to_read_a_list_agree(graph):
    path = written("a.txt", "")
    write_graph(graph, path)
    source, target, weight = _read_slowly(path.read_bytes(), Layout(3, False, True), path)
    fast = read_graph(path, weights="value")
    ids = fast.vertex["original_id"]
    assert source.tolist() == ids[fast.src].tolist()
    assert target.tolist() == ids[fast.dst].tolist()
    assert weight.tolist() == fast.weight.tolist()


@pytest.mark.parametrize("text", [b"1 2\n3\t-4\n", b"a b\nc d\n", b"1 2 0.5\n3 4 1e300\n"])
def test_ordinary_lists_are_read_by_pandas(text):
    width = len(text.split(b"\n")[0].split())
    assert read_columns(text, width, named=text[:1] == b"a") is not None


def test_ordinary_tables_are_read_by_pandas():
    for text in (b"source,target\n1,2\n3,4\n", b"weight;note;from;to\n1;x;a;b\n2;;c;d\n"):
        head = find_head(text.split(b"\n")[0])
        assert _read_fast(text, head, 1, integers=b"from" not in text) is not None


def test_ids_of_64_bits_without_a_sign():
    graph = read("a.txt", f"{2**64 - 1} 5\n5 {2**63}\n")
    assert graph.vertex["original_id"].tolist() == [5, 2**63, 2**64 - 1]
    assert pairs(graph) == [(2, 0), (0, 1)]


@pytest.mark.parametrize("text", ["1 2\n2 3\n", "1,2\n2,3\n", "1\t2\r\n2\t3", "\n 1 2\n% c\n\n2;3\n# end"])
def test_separators_comments_and_ends_of_lines(text):
    assert pairs(read("a.txt", text)) == [(0, 1), (1, 2)]


def test_both_takes_a_list_as_undirected():
    text = "1 2\n2 2\n3 1\n"
    assert pairs(read("a.txt", text)) == [(0, 1), (1, 1), (2, 0)]
    assert pairs(read("a.txt", text, symmetric_entries="two_edges")) == [
        (0, 1),
        (1, 1),
        (2, 0),
        (1, 0),
        (0, 2),
    ]


# ---- npz


@FEW
@given(graphs())
def test_npz_gives_everything_back(graph):
    path = written("a.npz", "")
    write_graph(graph, path)
    back = read_graph(path)
    assert (back.num_vertices, back.name) == (graph.num_vertices, "a")
    assert edges(back) == edges(graph)
    assert back.vertex["operation"].tolist() == graph.vertex["operation"].tolist()


@FEW
@given(matrices(), st.sampled_from(["csr", "csc", "coo", "bsr"]))
def test_npz_of_scipy(matrix, form):
    rows, columns, entries = matrix
    row, column, value = np.array(entries, np.int64).reshape(-1, 3).T
    held = scipy.sparse.coo_array((value.astype(float), (row, column)), shape=(rows, columns)).asformat(form)
    path = written("a.npz", "")
    scipy.sparse.save_npz(path, held)
    assert edges(read_graph(path, bipartite=True)) == edges(from_scipy(held, weights="value", bipartite=True))


# ---- every format


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("name", ["a.mtx", "a.mtx.gz"])
def test_compression_is_seen_whatever_the_name(compress, name):
    text = b"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"
    graph = read(name, compress(text[:50]) + compress(text[50:]))
    assert pairs(graph) == [(0, 1)]
    assert graph.name == "a"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("market.txt", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 2\n", [(1, 1)]),
        ("metis_without_suffix", "3 2\n2\n1 3\n2\n", [(0, 1), (1, 2)]),
        ("list_without_suffix", "3 2\n2 1\n", [(2, 1), (1, 0)]),
        ("list.graph", "# comments with # are an edge list's\n3 2\n2 3\n", [(1, 0), (0, 1)]),
        ("marked.txt", b"\xef\xbb\xbf1 2\n", [(0, 1)]),
    ],
)
def test_content_decides_on_the_format_before_the_name(name, content, expected):
    assert pairs(read(name, content)) == expected


def test_the_bipartite_graph_of_any_format():
    assert pairs(read("a.graph", "2 1\n2\n1\n", bipartite=True)) == [(0, 3)]
    graph = read("a.txt", "7 9\n", bipartite=True)
    assert (graph.num_vertices, pairs(graph)) == (4, [(0, 3)])
    assert graph.vertex["original_id"].tolist() == [7, 9, 7, 9]


def test_a_name_of_the_users():
    assert read("a.txt", "1 2\n", name="mine").name == "mine"
    assert read("web.v2.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n").name == "web.v2"


def test_weights_that_are_asked_for_and_not_there_are_a_warning(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("src,dst,w\n0,1,2\n1,2,3\n")
    with pytest.warns(UserWarning, match=r"the file has no weights, so every edge weighs 1$"):
        assert read_graph(path, weights="value").weight.tolist() == [1, 1]
    assert read_graph(path).weight.tolist() == [1, 1]
