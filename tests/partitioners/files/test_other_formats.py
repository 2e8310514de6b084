"""Formats of other tools: DIMACS, GraphML, DOT, tables with a head; networkx and pandas are the oracles."""

from __future__ import annotations

import io

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import GraphFileError
from partitioners.files.interchange import from_networkx
from partitioners.files.read_graph import read_graph

FEW = settings(deadline=None, max_examples=examples(40))


def read(folder, name, content, **options):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_graph(path, **options)


def message(folder, name, content, **options):
    with pytest.raises(GraphFileError) as caught:
        read(folder, name, content, **options)
    return str(caught.value).removeprefix(f"{folder / name}: ")


def edges(graph):
    return list(zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True))


def content(graph):
    return (
        graph.num_vertices,
        edges(graph),
        {key: (values.dtype.kind, values.tolist()) for key, values in graph.vertex.items()},
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("graphs")


# ---- DIMACS

SP = "c a road\np sp 4 3\nc between\na 1 2 17\na 2 4 3\n\na 4 1 0\n"
COL = "c\np edge 3 2\nn 1 5\nn 3 0.5\nn 2 1\ne 2 1\ne 3 3\n"


def test_dimacs_arcs(folder):
    for name in ("a.gr", "roads.txt", "roads"):
        assert edges(read(folder, name, SP)) == [(0, 1, 17), (1, 3, 3), (3, 0, 0)]
    assert read(folder, "a.gr", SP, weights="unit").weight.tolist() == [1, 1, 1]
    assert read(folder, "a.gr", SP).num_vertices == 4
    assert read(folder, "a.gr", "p sp 3 0\n").num_vertices == 3


def test_dimacs_edges(folder):
    graph = read(folder, "a.col", COL)
    assert edges(graph) == [(1, 0, 1), (2, 2, 1)]
    assert graph.vertex["operation"].tolist() == [5, 1, 0.5]
    both = read(folder, "a.col", COL.replace("edge", "col"), symmetric_entries="two_edges")
    assert edges(both) == [(1, 0, 1), (2, 2, 1), (0, 1, 1)]


@FEW
@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9), st.floats(0, 1e300)), max_size=20),
    st.booleans(),
)
def test_dimacs_is_what_was_written(rows, arcs):
    letter, kind = ("a", "sp") if arcs else ("e", "edge")
    lines = [" ".join([letter, str(u), str(v), *([repr(w)] if arcs else [])]) for u, v, w in rows]
    text = "\n".join(["c drawn", f"p {kind} 9 {len(rows)}", *lines]) + "\n"
    assert edges(read(FOLDER, "a.gr", text)) == [(u - 1, v - 1, w if arcs else 1.0) for u, v, w in rows]


DIMACS = {
    "there is no problem line: expected `p sp VERTICES ARCS` or `p edge VERTICES EDGES`": "c x\na 1 2 3\n",
    "there is more than one problem line (line 3): the first is line 1": "p sp 2 1\na 1 2 3\np sp 2 1\n",
    "the problem is 'max' (line 1): expected `p sp` (arcs) or `p edge` (undirected edges)": "p max 2 1\n",
    "'p sp 2' is not a problem line (line 1): expected `p sp VERTICES EDGES`, integers from 0 to 10^18 - 1": (
        "p sp 2\n"
    ),
    "the graph has 3000000000 vertices (line 1): at most 2147483647 are supported": "p sp 3000000000 1\n",
    "'e 1 2' is not a valid line (line 3): expected `a FROM TO LENGTH`": "p sp 2 2\na 1 2 3\ne 1 2\n",
    "'a 1 2' is not a valid line (line 3): expected `a FROM TO LENGTH`": "p sp 2 2\na 1 2 3\na 1 2\n",
    "'1 2 3' is not a valid line (line 2): expected `a FROM TO LENGTH`": "p sp 2 1\n1 2 3\n",
    "there is no vertex '1.0' (line 2): vertices count from 1; correct it": "p sp 2 1\na 1.0 2 3\n",
    "there is no vertex 3 (line 3): vertices are 1 .. 2; correct it, or the problem line (line 1)": (
        "p sp 2 2\na 1 2 3\na 3 1 1\n"
    ),
    "the weight 'x' is not a number (line 2): correct it": "p sp 2 1\na 1 2 x\n",
    "the weight -3 is negative (line 3): read with weights abs or unit (--weights abs)": (
        "p sp 2 1\nc\na 1 2 -3\n"
    ),
    "the problem line promises 3 edges, but the file has 2 (line 1): "
    "the file is truncated or the problem line is wrong": "p sp 2 3\na 1 2 3\na 1 2 3\n",
    "vertex 2 has no weight, but 1 of 2 vertices have one: give every vertex a line `n VERTEX WEIGHT`": (
        "p edge 2 1\nn 1 5\ne 1 2\n"
    ),
    "'n 1 6' is not a vertex weight (line 3): "
    "expected each of the vertices 1 .. 2 once, with a finite weight of at least 0": (
        "p edge 2 1\nn 1 5\nn 1 6\ne 1 2\n"
    ),
    "'n 1' is not a valid line (line 2): expected `n VERTEX WEIGHT`": "p edge 2 1\nn 1\ne 1 2\n",
}


@pytest.mark.parametrize("text", DIMACS)
def test_wrong_dimacs(folder, text):
    assert message(folder, "a.gr", DIMACS[text]) == text


# ---- GraphML


@st.composite
def networks(draw):
    kind = draw(
        st.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])
    )
    graph = kind()
    names = draw(st.sampled_from([range(6), "abcdef", ["a b", "<&>", 'q"', "é", "graph", "\\"]]))
    n = draw(st.integers(1, 6))
    for name in names[:n]:
        graph.add_node(name, operation=draw(st.floats(0, 1e9)), kind=draw(st.sampled_from(["x", "y z", "1"])))
    node = st.sampled_from(names[:n])
    for u, v in draw(st.lists(st.tuples(node, node), max_size=12)):
        graph.add_edge(u, v, weight=draw(st.floats(0, 1e9)))
    return graph


@FEW
@given(networks())
def test_graphml_is_what_networkx_holds(graph):
    stream = io.BytesIO()
    networkx.write_graphml(graph, stream)
    folder = FOLDER
    assert content(read(folder, "a.graphml", stream.getvalue())) == content(from_networkx(graph))


@pytest.fixture(autouse=True, scope="module")
def _folder(folder):
    global FOLDER
    FOLDER = folder


def graphml(body, keys="", directed="directed"):
    return (
        f'<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n{keys}'
        f'<graph edgedefault="{directed}">\n{body}</graph>\n</graphml>\n'
    )


NODES = '<node id="a"/>\n<node id="b"/>\n'
WORK = '<key id="w" for="node" attr.name="operation" attr.type="double"/>\n'


def test_graphml_keeps_the_order_of_edges_defaults_and_types(folder):
    text = graphml(
        '<node id="b"><data key="w">2.5</data></node><node id="a"><desc>x</desc></node>\n'
        '<edge source="a" target="b"><data key="e">3</data></edge>\n'
        '<edge source="b" target="a"/><edge source="a" target="a"/>\n',
        '<key id="w" for="node" attr.name="operation" attr.type="double"><default>1</default></key>\n'
        '<key id="e" for="edge" attr.name="weight" attr.type="int"><default>7</default></key>\n'
        '<key id="y" for="node" yfiles.type="nodegraphics"/>\n',
        "undirected",
    )
    graph = read(folder, "a.graphml", text)
    assert content(graph) == (
        2,
        [(1, 0, 3), (0, 1, 7), (1, 1, 7)],
        {"operation": ("f", [2.5, 1]), "original_id": ("U", ["b", "a"])},
    )
    assert read(folder, "a.xml", text, symmetric_entries="two_edges").num_edges == 5


GRAPHML = {
    "not valid XML, mismatched tag (line 5): correct it": graphml("<node id='a'>\n"),
    "the file has no element <graph>: write it with networkx.write_graphml": ("<graphml></graphml>"),
    "the edge ends at 'c', which is not a node (line 6): correct it, or add the node": graphml(
        NODES + '<edge source="a" target="c"/>\n'
    ),
    "the node 'a' occurs twice, first in line 4 (line 6): remove one": graphml(NODES + '<node id="a"/>\n'),
    "the element <edge> has no 'target' (line 6): add it": graphml(NODES + '<edge source="a"/>\n'),
    "the graph has both directed and undirected edges (line 7): write all edges as "
    "directed, and an undirected edge as two": (
        graphml(NODES + '<edge source="a" target="b"/>\n<edge source="a" target="b" directed="false"/>\n')
    ),
    "the graph has a hyperedge (line 6): write it as edges between pairs of nodes": graphml(
        NODES + "<hyperedge/>\n"
    ),
    "a graph is nested in a node or an edge (line 4): write one flat graph": graphml(
        '<node id="a"><graph/></node>\n'
    ),
    "the file has more than one graph (line 6): write one graph per file": (
        graphml(NODES + "</graph><graph>\n")
    ),
    "no key 'w' is declared for a node (line 4): declare it with <key> above the graph": graphml(
        '<node id="a"><data key="w">1</data></node>\n'
    ),
    "the 'operation' 'x' does not have its type, double (line 5): correct the value or the key": graphml(
        '<node id="a"><data key="w">x</data></node>\n', WORK
    ),
    "the node 'b' has no 'operation', but 1 of 2 nodes have one (line 6): give one to every node": graphml(
        '<node id="a"><data key="w">1</data></node>\n<node id="b"/>\n', WORK
    ),
    "the file declares an entity (line 1): write its text where the entity is used": (
        '<!DOCTYPE graphml [<!ENTITY a "b">]>' + graphml(NODES).partition("\n")[2]
    ),
    "an edge cannot be 'both' (line 3): expected directed or undirected": graphml(NODES, directed="both"),
}


@pytest.mark.parametrize("text", GRAPHML)
def test_wrong_graphml(folder, text):
    assert message(folder, "a.graphml", GRAPHML[text]) == text


# ---- DOT


def quoted(text):
    return '"' + str(text).replace('"', '\\"') + '"'


@FEW
@given(networks())
def test_dot_is_what_was_written(graph):
    lines = ["// drawn", f"{'di' if graph.is_directed() else ''}graph G {{"]
    for node, data in graph.nodes(data=True):
        if str(node) == "\\":
            return  # a backslash before the quote is the quote's, in DOT
        lines.append(
            f"  {quoted(node)} [operation={data['operation']!r}, kind={quoted('k' + data['kind'])}];"
        )
    arrow = "->" if graph.is_directed() else "--"
    lines += [
        f"  {quoted(u)} {arrow} {quoted(v)} [weight={quoted(repr(w))}]"
        for u, v, w in graph.edges(data="weight")
    ]
    expected = from_networkx(graph)
    found = read(FOLDER, "a.dot", "\n".join([*lines, "}"]))
    assert edges(found) == edges(expected)
    assert found.vertex["operation"].tolist() == expected.vertex["operation"].tolist()
    assert found.vertex["kind"].tolist() == ["k" + kind for kind in expected.vertex["kind"].tolist()]
    assert ("original_id" in found.vertex) == ("original_id" in expected.vertex)


def test_the_grammar_of_dot(folder):
    text = """/* a
comment */ digraph "my graph" {
# of a preprocessor
  rankdir = LR; graph [label="x"]
  node [operation=1]
  edge [weight=2]
  a [operation="2.5"]
  a:port:n -> b -> {c "d" + "e"; subgraph cluster_0 {node [operation=7] f}} [weight=3]
  b -> a // again
  -1.5 -> <b <i>x</i>> [weight=.5]
}"""
    graph = read(folder, "a.gv", text)
    assert graph.vertex["original_id"].tolist() == ["a", "b", "c", "de", "f", "-1.5", "<b <i>x</i>>"]
    assert graph.vertex["operation"].tolist() == [2.5, 1, 1, 1, 7, 1, 1]
    assert edges(graph) == [(0, 1, 3), (1, 2, 3), (1, 3, 3), (1, 4, 3), (1, 0, 2), (5, 6, 0.5)]


def test_strict_graphs_have_one_edge_between_two_nodes(folder):
    text = "strict graph {0 -- 1 [weight=1]; 1 -- 0 [weight=4]; 1 -- 2 [weight=1]}"
    assert content(read(folder, "a.dot", text)) == (3, [(0, 1, 4), (1, 2, 1)], {})


DOT = {
    "there is no `graph {` or `digraph {`: begin with one of them, or name an edge list .txt": "a -> b\n",
    "found '--' (line 2): expected `->`, as the graph is directed": "digraph {\n a -- b }",
    "found '->' (line 1): expected `--`, as the graph is undirected": "graph { a -> b }",
    "found the end of the file (line 2): expected a name": "digraph {\n a ->",
    "found 'digraph' (line 2): expected the end of the file, since a file has "
    "one graph": "digraph {}\ndigraph {}",
    "'1a }' is not valid DOT (line 1): correct it or put it in quotes": "digraph { 1a }",
    "a text in <> has no closing > (line 1): close it": "digraph { a [label=<x] }",
    "subgraphs are nested 101 levels deep (line 1): at most 100 levels are supported": "graph {"
    + "{" * 200
    + "}" * 201,
    "the file is not UTF-8 text (line 2): write the file as UTF-8": b"graph {\n \xe9 }",
    "the node 'b' has no 'operation', but 1 of 2 nodes have one (line 2): give one to every node": (
        "graph { a [operation=1]\n b }"
    ),
    "the edge 'b' - 'a' has no 'weight', but 1 of 2 edges have one (line 2): "
    "remove it, or give one to every edge": "digraph { a -> b [weight=1]\n b -> a}",
    "the edge 'a' - 'b' has the 'weight' 'heavy', which is not a number (line 1): give it a number": (
        "digraph { a -> b [weight=heavy]}"
    ),
}


@pytest.mark.parametrize("text", DOT)
def test_wrong_dot(folder, text):
    assert message(folder, "a.dot", DOT[text]) == text


def test_two_subgraphs_do_not_fill_the_memory(folder):
    nodes = " ".join(map(str, range(3000)))
    text = "digraph {{" + nodes + "} -> {" + nodes + "}}"
    assert message(folder, "a.dot", text) == (
        "9,000,000 edges take 576,000,000 bytes (64 each), more than the limit of 268,435,456: "
        "correct the file, or raise the limit with max_bytes= in Python, "
        "NUMASIM_MAX_BYTES= in the environment"
    )


def test_attributes_that_are_left_out_are_named_with_the_file(folder):
    keys = WORK.replace("operation", "colour") + WORK.replace('"w"', '"e"').replace('"node"', '"edge"')
    for name, text, colour in (
        ("a.dot", "digraph { a [colour=red]; a -> b [operation=1] }", "colour"),
        ("a.graphml", graphml(
            '<node id="a"><data key="w">1</data></node><node id="b"/>'
            '<edge source="a" target="b"><data key="e">1</data></edge>', keys), "colour"),
    ):  # fmt: skip
        with pytest.warns(UserWarning, match="attributes ignored") as caught:
            assert list(read(folder, name, text).vertex) == ["original_id"]
        assert [str(each.message) for each in caught] == [
            f"{folder / name}: node attributes ignored: {colour!r} "
            "(missing at some nodes, or not all numbers, texts or rows of numbers)",
            f"{folder / name}: edge attributes ignored: 'operation' "
            "(only the weight and the bytes of an edge are kept)",
        ]


# ---- tables with a head


@FEW
@given(networks(), st.sampled_from(",;\t"))
def test_a_table_is_what_pandas_writes(graph, separator):
    if not graph.number_of_edges():
        return
    frame = networkx.to_pandas_edgelist(graph)[["weight", "target", "source"]]
    frame.insert(1, "note", "of, no; use")
    text = frame.to_csv(sep=separator, index=False)
    found = read(FOLDER, "a.csv", text, weights="value")
    ids = found.vertex["original_id"]
    assert ids[found.src].tolist() == frame["source"].tolist()
    assert ids[found.dst].tolist() == frame["target"].tolist()
    assert found.weight.tolist() == frame["weight"].tolist()
    assert set(read(FOLDER, "a.csv", text).weight.tolist()) == {1.0}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("source,target\n1,2\n2,3\n", [1, 2, 3]),
        ("Source,Target,Type,Id,Label,Weight\n1,2,Directed,0,,1.0\n", [1, 2]),
        ("from to\na b\n", ["a", "b"]),
        ("# made by hand\n\nsrc\tdst\tweight\n5\t-7\t1e3\n", [-7, 5]),
        (",source,target\n0,a,b\n1,b,c\n", ["a", "b", "c"]),
        ("source,target\n18446744073709551615,3\n9007199254740993,9007199254740992\n",
         [3, 9007199254740992, 9007199254740993, 18446744073709551615]),
        ('source,target\r\n"a, b",c\r\n c , d\r\n', ["a, b", "c", "d"]),
    ],
)  # fmt: skip
def test_heads(folder, text, expected):
    assert read(folder, "a.csv", text).vertex["original_id"].tolist() == expected


def test_lines_of_a_table_are_counted_with_the_head(folder):
    text = "# c\nsource,target,weight\n1,2,3\n\n2,3,-4\n"
    path = folder / "a.csv"
    path.write_text(text)
    with pytest.raises(GraphFileError, match=r"the weight -4 is negative \(line 5\)"):
        read_graph(path, weights="value")


TABLES = {
    "there is no edge below the header (line 1): expected one edge per line": "source,target\n",
    "the id '7.0' is not an integer like the ids before it (line 4): "
    "correct it, or use names from the first edge on": (
        "source,target\n9007199254740993,1\n9007199254740992,2\n7.0,3\n"
    ),
    "the id '99999999999999999999' does not fit 64 bits (line 2): renumber the ids": (
        "source,target\n99999999999999999999,1\n"
    ),
    "the column 'target' is empty (line 3): fill it in": "source,target\n1,2\n3,\n",
    "the column 'dst' is empty (line 2): fill it in": "src,dst\n3\n",
    "there are 3 columns (line 2): expected 2, as in the header": "source,target\n1,2,3\n",
    "the weight 'x' is not a number (line 3): correct it, or read it with weights unit": (
        "source,target,weight\n1,2,3\n1,2,x\n"
    ),
    "invalid quoted field (unexpected end of data) (line 2): close it on the same line": (
        'source,target\n"a,b\nc",d\n'
    ),
    "a name is not UTF-8 text (line 3): write the file as UTF-8": b"source,target\na,b\n\xe9,b\n",
    "there are 4 columns (line 1): expected two ids and an optional weight, or a head: "
    "name them source and target (or src and dst, from and to), and optionally weight": (
        "who,whom,when,why\na,b,c,d\n"
    ),
}


@pytest.mark.parametrize("text", TABLES)
def test_wrong_tables(folder, text):
    assert message(folder, "a.csv", TABLES[text], weights="value") == text


# ---- what is not read


NETWORKX = "read it with networkx.{} and numasim.Graph.from_networkx"


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.parquet", b"PAR1\x15\x04", "the file is a Parquet table: cut it with `numasim partition --stream "
         "--method buffered`, or save its columns as .npz or .csv"),
        ("a.json", '{"nodes": [], "links": []}',
         f"the file is JSON: {NETWORKX.format('node_link_graph(json.load(...))')}"),
        ("a.gml", "graph [\n node [\n", f"the file is GML: {NETWORKX.format('read_gml')}"),
        ("a.gexf", "<?xml version='1.0'?>\n<gexf>", f"the file is GEXF: {NETWORKX.format('read_gexf')}"),
        ("a.net", "*Vertices 3\n", f"the file is Pajek: {NETWORKX.format('read_pajek')}"),
        ("a.g6", ">>graph6<<A_\n", f"the file is graph6: {NETWORKX.format('read_graph6')}"),
        ("a.mtx", "<!DOCTYPE html>\n<html>",
         "the file is an HTML page: a download may have failed; download the graph again"),
        ("a.h5", b"\x89HDF\r\n\x1a\n",
         "the file is an HDF5 file: save its arrays num_vertices, src and dst with numpy.savez, as .npz"),
        ("a.mat", b"MATLAB 5.0 MAT-file, \x00", "the file is a MATLAB file: "
         "read it with scipy.io.loadmat and save the matrix with scipy.sparse.save_npz"),
        ("a.rb", "title\n 1 2 3\n", "the file is a Harwell-Boeing matrix: "
         "download the Matrix Market file, or write one with scipy.io.hb_read and mmwrite"),
        ("a.graphml", "a b\n",
         "there is no element <graphml>: write it with networkx.write_graphml, or name an edge list .txt"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_named(folder, name, content, text):
    assert message(folder, name, content) == text


def test_names_that_look_like_keywords_are_an_edge_list(folder):
    assert read(folder, "a.txt", "graph b\nb c\n").num_edges == 2
    assert read(folder, "a.txt", "c d\np d\n").num_edges == 2
    assert np.array_equal(read(folder, "a.txt", "strict digraph\n").src, [1])
