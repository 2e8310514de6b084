"""What every partitioner keeps, whoever wrote it: one suite over all that are registered."""

from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import gallery, graphs, random_graph

from partitioners import PARTITIONERS, EdgePartition, Graph, VertexPartition, partition, quality, verify
from partitioners.errors import OptionError

SHAPES = gallery()
PACKAGE_OF = {"hypergraph": "mtkahypar"}
"""What a method needs beyond the hard dependencies."""


def methods():
    for method in PARTITIONERS.names():
        package = PACKAGE_OF.get(method)
        missing = package is not None and find_spec(package) is None
        yield pytest.param(method, marks=pytest.mark.skipif(missing, reason=f"needs the package {package}"))


each_method = pytest.mark.parametrize("method", list(methods()))
each_shape = pytest.mark.parametrize("shape", SHAPES)


def clusters(cut):
    return cut.cluster_of_vertex if isinstance(cut, VertexPartition) else cut.cluster_of_edge


def check(cut, graph, parts, method):
    """What holds for any result, however it was made."""
    assert isinstance(cut, (EdgePartition, VertexPartition))
    assert cut.graph is graph
    assert cut.parts == parts
    assert clusters(cut).dtype == np.int32
    verify(cut)
    plugin = PARTITIONERS[method]
    assert cut.method == method
    assert set(cut.options) == set(plugin.options) | ({"seed"} & plugin.accepts)
    figures = quality(cut)
    if figures.imbalance_guarantee is not None:
        assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)


@each_method
@each_shape
def test_every_shape_of_graph_is_cut_validly(method, shape, capfd):
    graph = SHAPES[shape]
    for parts in sorted({1, 2, 3, 7, graph.num_edges // 2, graph.num_edges} - {0}):
        if parts <= graph.num_edges:
            check(partition(graph, method, parts), graph, parts, method)
    assert capfd.readouterr() == ("", "")  # C libraries included


@each_method
def test_one_part_holds_everything(method):
    assert not clusters(partition(random_graph(30, 90, 1), method, 1)).any()


@each_method
@pytest.mark.parametrize("vertices", [0, 1, 6])
def test_a_graph_without_edges_takes_any_number_of_parts(method, vertices):
    graph = Graph(vertices, [], [])
    for parts in (1, 3, 65_536):
        check(partition(graph, method, parts), graph, parts, method)


@each_method
def test_many_parts(method):
    graph = random_graph(2000, 3000, 2)
    for parts in (63, 64, 65, 300, 1024):
        check(partition(graph, method, parts), graph, parts, method)


@each_method
def test_the_same_seed_gives_the_same_bytes(method):
    graph = random_graph(300, 1500, 3, "wide")
    first = partition(graph, method, 9, seed=5)
    np.random.seed(1)  # noqa: NPY002 -- nobody may look at the global generator
    partition(random_graph(50, 60, 1), method, 4, seed=1)
    again = partition(Graph(300, graph.src, graph.dst, graph.weight), method, 9, seed=5)
    assert clusters(first).tobytes() == clusters(again).tobytes()
    assert dict(first.options) == dict(again.options)


@each_method
def test_any_seed_is_taken(method):
    graph = random_graph(30, 90, 1)
    for seed in (2**31 - 1, 2**31, 2**64 + 5):
        check(partition(graph, method, 4, seed=seed), graph, 4, method)


@each_method
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_random_graphs_are_cut_validly(method, data):
    graph = data.draw(graphs())
    parts = data.draw(st.integers(1, max(1, graph.num_edges)))
    check(partition(graph, method, parts, seed=data.draw(st.integers(0, 3))), graph, parts, method)


@each_method
def test_more_parts_than_edges_are_refused(method):
    with pytest.raises(OptionError) as caught:
        partition(Graph(3, [0, 1], [1, 2], name="chain"), method, 3)
    assert str(caught.value) == "parts is 3, more than the 2 edges of 'chain'; choose parts <= 2"


@each_method
@pytest.mark.parametrize("parts", [0, -1, 2.0, True, "3", None])
def test_a_number_of_parts_that_is_none_is_refused(method, parts):
    with pytest.raises(OptionError) as caught:
        partition(random_graph(9, 9, 1), method, parts)
    assert str(caught.value) == f"parts must be an integer >= 1, got {parts!r}"


@each_method
def test_too_many_parts_are_refused(method):
    with pytest.raises(OptionError) as caught:
        partition(Graph(3, [0, 1], [1, 2]), method, 65_537)
    assert str(caught.value) == "parts is 65537; at most 65536 are supported"


@each_method
def test_an_option_that_the_method_does_not_take_is_refused(method):
    with pytest.raises(OptionError, match=rf"^partitioner '{method}' takes no option 'colour'; "):
        partition(random_graph(9, 9, 1), method, 2, colour="red")


@each_method
def test_it_says_in_one_line_what_it_is(method):
    summary = PARTITIONERS[method].summary
    assert 20 < len(summary) < 110
    assert summary.endswith((".", ")."))
