"""SciPy and networkx in and out."""

from __future__ import annotations

from fractions import Fraction

import networkx
import numpy as np
import pytest
import scipy.sparse
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import GraphError, OptionError
from partitioners.files.interchange import bipartite, from_networkx, from_scipy, to_networkx
from partitioners.graph import Graph


@st.composite
def matrices(draw, square=False):
    rows = draw(st.integers(1, 6))
    columns = rows if square else draw(st.integers(1, 6))
    entry = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1), st.integers(-5, 5))
    entries = draw(st.lists(entry, max_size=20))
    row, column, value = np.array(entries, np.int64).reshape(-1, 3).T
    return scipy.sparse.coo_array((value.astype(float), (row, column)), shape=(rows, columns))


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 7))
    vertex = st.integers(0, n - 1)
    rows = draw(st.lists(st.tuples(vertex, vertex, st.floats(0, 1e9)), max_size=20))
    operation = draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    src, dst, weight = ([row[k] for row in rows] for k in range(3))
    return Graph(n, src, dst, weight, {"operation": np.array(operation)}, "drawn")


@settings(deadline=None, max_examples=examples(60))
@given(matrices(square=True))
def test_one_edge_for_each_stored_entry_in_its_order(matrix):
    graph = from_scipy(matrix, weights="abs")
    assert graph.src.tolist() == matrix.row.tolist()
    assert graph.dst.tolist() == matrix.col.tolist()
    assert graph.weight.tolist() == np.abs(matrix.data).tolist()
    assert set(from_scipy(matrix).weight.tolist()) <= {1.0}


@settings(deadline=None, max_examples=examples(60))
@given(matrices())
def test_the_bipartite_graph_joins_rows_to_columns(matrix):
    rows, columns = matrix.shape
    graph = bipartite(matrix)
    assert graph.num_vertices == rows + columns
    assert graph.src.tolist() == matrix.row.tolist()
    assert (graph.dst - rows).tolist() == matrix.col.tolist()
    assert graph.dst.size == 0 or graph.dst.min() >= rows


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
def test_any_format_of_matrix(form):
    matrix = scipy.sparse.random_array((9, 9), density=0.3, rng=np.random.default_rng(1), format="coo")
    graph = Graph.from_scipy(matrix.asformat(form), weights="value")
    found = scipy.sparse.coo_array((graph.weight, (graph.src, graph.dst)), shape=(9, 9))
    assert (found.toarray() == matrix.toarray()).all()


def test_row_order_of_csr_and_column_order_of_csc():
    dense = np.array([[0, 1], [2, 3]])
    assert from_scipy(scipy.sparse.csr_array(dense)).src.tolist() == [0, 1, 1]
    assert from_scipy(scipy.sparse.csc_array(dense)).dst.tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("matrix", "options", "message"),
    [
        (
            np.ones((2, 3)),
            {},
            "a matrix of 2 rows and 3 columns is not square: read it with --bipartite "
            "(in Python bipartite=True) to get one vertex per row and per column",
        ),
        (
            np.array([[1j]]),
            {"weights": "value"},
            "the values are complex: read with weights abs or unit (--weights abs)",
        ),
        (np.ones(3), {}, "the matrix has 1 dimensions: a graph needs rows and columns"),
        (
            np.array([[1.0, -2.0], [-3.0, 1.0]]),
            {"weights": "value"},
            "the weight -2 is negative, the first of 2 that are not finite and >= 0 (entry 1): "
            "read with weights abs or unit (--weights abs)",
        ),
        (
            np.array([[1.0, np.nan], [0, 0]]),
            {"weights": "abs"},
            "the weight nan is not a finite number (entry 1): "
            "correct it, or read with weights unit (--weights unit)",
        ),
    ],
)
def test_a_matrix_that_is_no_graph(matrix, options, message):
    with pytest.raises(GraphError) as caught:
        from_scipy(matrix, **options)
    assert str(caught.value) == message


def test_unknown_weights():
    with pytest.raises(OptionError) as caught:
        from_scipy(np.eye(2), weights="values")
    assert str(caught.value) == "weights is 'values'; choose one of unit, abs, value"


@settings(deadline=None, max_examples=examples(60))
@given(graphs())
def test_networkx_keeps_every_edge_under_its_number(graph):
    there = to_networkx(graph)
    by_number = sorted((key, u, v, data["weight"]) for u, v, key, data in there.edges(keys=True, data=True))
    assert by_number == [
        (e, u, v, w)
        for e, (u, v, w) in enumerate(
            zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
        )
    ]
    back = from_networkx(there)
    assert back.num_vertices == graph.num_vertices
    assert sorted(zip(back.src.tolist(), back.dst.tolist(), back.weight.tolist(), strict=True)) == sorted(
        zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
    )
    assert back.vertex["operation"].tolist() == graph.vertex["operation"].tolist()
    assert "original_id" not in back.vertex
    assert back.name == "drawn"


def test_undirected_networkx_graphs_once_and_both():
    graph = networkx.Graph([("b", "a"), ("a", "c"), ("c", "c")])
    once = Graph.from_networkx(graph)
    assert once.vertex["original_id"].tolist() == ["b", "a", "c"]
    assert list(zip(once.src.tolist(), once.dst.tolist(), strict=True)) == [(0, 1), (1, 2), (2, 2)]
    both = from_networkx(graph, symmetric_entries="two_edges")
    assert list(zip(both.src.tolist(), both.dst.tolist(), strict=True)) == [
        (0, 1),
        (1, 2),
        (2, 2),
        (1, 0),
        (2, 1),
    ]


def test_labels_that_are_neither_integers_nor_text_become_text():
    graph = networkx.DiGraph([((0, 1), "x"), ("x", 3)])
    assert from_networkx(graph).vertex["original_id"].tolist() == ["(0, 1)", "x", "3"]


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        (
            "heavy",
            "the edge 'a' - 'b' has the 'weight' 'heavy', which is not a number: give it a number, "
            "or name another attribute with weight=",
        ),
        (-1.0, "the weight -1 is negative (edge 'a' - 'b'): correct the edge's 'weight'"),
        (float("nan"), "the weight nan is not a finite number (edge 'a' - 'b'): correct the edge's 'weight'"),
    ],
)
def test_networkx_weights_that_are_none(weight, message):
    graph = networkx.DiGraph()
    graph.add_edge("a", "b", weight=weight)
    with pytest.raises(GraphError) as caught:
        from_networkx(graph)
    assert str(caught.value) == message


def named(*values, key="operation"):
    graph = networkx.DiGraph([("a", "b")])
    for node, value in zip("ab", values, strict=False):
        graph.nodes[node][key] = value
    return graph


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1, 2.5), [1.0, 2.5]),
        ((np.float64(1), 2.0), [1.0, 2.0]),
        ((np.int64(3), 2), [3, 2]),
        ((Fraction(1, 4), 1), [0.25, 1.0]),
        ((np.float32(0.5), 10**30), [0.5, 1e30]),
        ((True, 2), [1, 2]),
    ],
)
def test_numbers_of_any_type_are_the_work_of_nodes(values, expected):
    assert from_networkx(named(*values)).vertex["operation"].tolist() == expected
    assert from_networkx(named(*values, key="cost")).vertex["cost"].tolist() == expected


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((1,), "the node 'b' has no 'operation', but 1 of 2 nodes have one: give one to every node"),
        ((None, 2), "the node 'a' has no 'operation', but 1 of 2 nodes have one: give one to every node"),
        ((1, "2"), "the node 'b' has the 'operation' '2', which is not a number: give it a number"),
        ((1, [2]), "the node 'b' has the 'operation' [2], which is not a number: give it a number"),
        ((1, -2), "the node 'b' has the 'operation' -2: work is a finite number of at least 0; correct it"),
        (
            (float("nan"), 1),
            "the node 'a' has the 'operation' nan: work is a finite number of at least 0; correct it",
        ),
    ],
)
def test_work_that_some_nodes_lack_or_that_is_none(values, message):
    with pytest.raises(GraphError) as caught:
        from_networkx(named(*values))
    assert str(caught.value) == message


def test_an_order_that_some_nodes_lack():
    with pytest.raises(GraphError) as caught:
        from_networkx(named(1, key="program_order"))
    assert str(caught.value) == (
        "the node 'b' has no 'program_order', but 1 of 2 nodes have one: give one to every node"
    )


@pytest.mark.parametrize("values", [(1,), (1, "x"), ((1, 2), (1,)), ({}, {}), ("a\0", "b"), (1j, 2j)])
def test_other_attributes_that_cannot_be_carried_are_named(values):
    with pytest.warns(UserWarning, match="attributes ignored") as caught:
        graph = from_networkx(named(*values, key="kind"))
    assert "kind" not in graph.vertex
    assert [str(each.message) for each in caught] == [
        "node attributes ignored: 'kind' "
        "(missing at some nodes, or not all numbers, texts or rows of numbers)"
    ]
    assert caught[0].filename == __file__


def test_edge_attributes_that_cannot_be_carried_are_named():
    with pytest.warns(UserWarning, match="attributes ignored") as caught:
        from_networkx(networkx.DiGraph([("a", "b", {"colour": 8, "weight": 2})]))
    assert [str(each.message) for each in caught] == [
        "edge attributes ignored: 'colour' (only the weight and the bytes of an edge are kept)"
    ]
    assert caught[0].filename == __file__


def test_rows_and_texts_are_carried():
    assert from_networkx(named((1, 2.5), (3, 4), key="at")).vertex["at"].tolist() == [[1.0, 2.5], [3.0, 4.0]]
    assert from_networkx(named("x", "yz", key="kind")).vertex["kind"].tolist() == ["x", "yz"]


def test_a_weight_that_some_edges_lack():
    graph = networkx.DiGraph([("a", "b", {"weight": 2}), ("b", "c")])
    with pytest.raises(GraphError) as caught:
        from_networkx(graph)
    assert str(caught.value) == (
        "the edge 'b' - 'c' has no 'weight', but 1 of 2 edges have one: "
        "remove it, or give one to every edge, or name another attribute with weight="
    )
    with pytest.raises(GraphError) as caught:
        from_networkx(networkx.path_graph(3), weight="cost")
    assert str(caught.value) == "no edge has a 'cost': correct the name given as weight=, or leave it out"
    assert from_networkx(networkx.path_graph(3)).weight.tolist() == [1, 1]


def test_a_task_graph_of_mixed_costs_keeps_them():
    """Costs of a tiled Cholesky factorisation, where one division gives floats."""
    cost = {"potrf": 64**3 / 3, "gemm": 2 * 64**3}
    graph = networkx.DiGraph()
    for k in range(4):
        graph.add_node(("potrf", k), operation=cost["potrf"])
        graph.add_node(("gemm", k), operation=cost["gemm"])
        graph.add_edge(("potrf", k), ("gemm", k), weight=Fraction(k, 2))
    found = from_networkx(graph)
    assert found.vertex["operation"].sum() == 4 * sum(cost.values())
    assert found.weight.tolist() == [0, 0.5, 1, 1.5]


def test_a_matrix_whose_indices_lie():
    matrix = scipy.sparse.csr_array(np.eye(2))
    matrix.indptr[1] = 2**31 - 1
    with pytest.raises(GraphError) as caught:
        from_scipy(matrix)
    assert str(caught.value) == (
        "the matrix is damaged, indptr must be a non-decreasing sequence: "
        "build it again from rows, columns and values"
    )
