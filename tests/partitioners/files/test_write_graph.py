"""What the text formats cannot hold is refused or told, and METIS's programs read what is written."""

import subprocess

import numpy as np
import pytest

from partitioners.errors import InputError
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph
from partitioners.graph import Graph
from tests.partitioners.edge_cuts.test_gpmetis import needs_gpmetis

TASKS = {"operation": np.array([1.0, 2, 3, 4]), "kind": np.array(list("abcd"))}
NUMBERED = {"original_id": np.arange(4)}
NAMED = {"original_id": np.array(list("wxyz"))}
ALL_METIS = "'kind', edge_bytes, the directions of the edges, the order of the edges"


@pytest.mark.parametrize(
    ("name", "graph", "parts"),
    [
        ("a.mtx", Graph(4, [1, 0], [2, 1], None, TASKS, edge_bytes=[8, 8]),
         "Matrix Market) has no place for the vertex attribute 'operation', the vertex attribute 'kind', "
         "edge_bytes"),
        ("a.txt", Graph(4, [1, 0], [2, 1], None, NAMED),
         "edge list) has no place for the vertex attribute 'original_id', vertices without an edge (1)"),
        ("a.graph", Graph(4, [1, 1], [2, 0], None, TASKS, edge_bytes=[8, 8]),
         f"METIS) has no place for the vertex attribute {ALL_METIS}"),
        ("a.graph", Graph(4, [0, 0], [2, 1]), "METIS) has no place for the order of the edges"),
        ("a.graph", Graph(4, [1], [0]), "METIS) has no place for the directions of the edges"),
    ],
)  # fmt: skip
def test_what_a_file_leaves_out_is_told(name, graph, parts, tmp_path):
    with pytest.warns(UserWarning, match="has no place for") as told:
        write_graph(graph, tmp_path / name)
    expected = f"{tmp_path / name}: the format ({parts}; .npz keeps everything"
    assert [str(each.message) for each in told] == [expected]


@pytest.mark.parametrize(
    ("name", "graph"),
    [
        ("a.mtx", Graph(4, [1, 0, 0], [2, 1, 1], None, NUMBERED)),
        ("a.txt", Graph(4, [1, 0, 0], [2, 3, 3], None, NUMBERED)),
        ("a.graph", Graph(4, [0, 1], [1, 2], None, NUMBERED | {"operation": np.arange(4.0)})),
        ("a.graph", Graph(4, [1], [0], undirected=True)),
        ("a.npz", Graph(4, [1, 1, 2], [1, 0, 0], [0.5, 0, 1], TASKS, edge_bytes=[8, 8, 8])),
    ],
)
def test_a_file_that_leaves_nothing_out_is_silent(name, graph, tmp_path):
    write_graph(graph, tmp_path / name)
    back = read_graph(tmp_path / name, weights="value")
    assert (back.num_vertices, back.weight.tolist()) == (4, graph.weight.tolist())


REFUSED = {
    "edge 1 is a loop of vertex 2, which a METIS file cannot have: remove the loops, or write .npz or .mtx": (
        Graph(3, [0, 2], [1, 2])
    ),
    "edge 1 has the weight 0.5, but a METIS file has whole numbers from 1 to 2^63 - 1: "
    "scale and round them, or write .npz": Graph(3, [0, 1], [1, 2], [1, 0.5]),
    "edge 0 has the weight 0, but a METIS file has whole numbers from 1 to 2^63 - 1: "
    "scale and round them, or write .npz": Graph(3, [0, 1], [1, 2], [0, 0]),
    "edge 0 has the weight 9.22337e+18, but a METIS file has whole numbers from 1 to 2^63 - 1: "
    "scale and round them, or write .npz": Graph(2, [0], [1], [2.0**63]),
    "vertex 2 has the work 1.5, but a METIS file has whole numbers from 0 to 2^63 - 1: "
    "scale and round them, or write .npz": Graph(3, [0], [1], None, {"operation": np.array([0, 1, 1.5])}),
}


@pytest.mark.parametrize("text", REFUSED)
def test_graphs_that_metis_does_not_read_are_refused(text, tmp_path):
    path = tmp_path / "a.graph"
    path.write_text("mine")
    with pytest.raises(InputError) as caught:
        write_graph(REFUSED[text], path)
    assert str(caught.value) == f"{path}: {text}"
    assert path.read_text() == "mine"


def metis(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


@needs_gpmetis
def test_the_programs_of_metis_read_what_is_written(tmp_path):
    rng = np.random.default_rng(1)
    ends = np.unique(np.sort(rng.integers(0, 40, (2, 200)), axis=0), axis=1)
    src, dst = ends[:, ends[0] != ends[1]]
    weight = rng.integers(1, 10, src.size).astype(float)
    graph = Graph(42, src, dst, weight, {"operation": rng.integers(0, 5, 42).astype(float)})
    write_graph(graph, tmp_path / "g.graph")
    assert "The format of the graph is correct!" in metis("graphchk", tmp_path / "g.graph")
    said = metis("gpmetis", tmp_path / "g.graph", 3)
    cluster = np.loadtxt(tmp_path / "g.graph.part.3", dtype=int)
    cut = graph.weight[cluster[src] != cluster[dst]].sum()
    assert f"Edgecut: {cut:.0f}," in said
    assert f"#Vertices: 42, #Edges: {src.size}," in said


@needs_gpmetis
def test_what_only_some_builds_of_metis_read_is_told(tmp_path):
    path = tmp_path / "g.graph"
    doubled = Graph(4, [0, 0, 1, 2], [1, 1, 2, 3], [1, 2, 4, 8])
    text = (
        "edges are parallel to others, in the same or the opposite direction (1); gpmetis adds their weights"
    )
    with pytest.warns(UserWarning, match="parallel") as told:
        write_graph(doubled, path)
    assert str(told[0].message) == f"{path}: {text}, but other programs may refuse them"
    assert "#Edges: 4," in metis("gpmetis", path, 2)
    cluster = np.loadtxt(f"{path}.part.2", dtype=int)
    cut = doubled.weight[cluster[doubled.src] != cluster[doubled.dst]].sum()
    assert f"Edgecut: {cut:.0f}," in metis("gpmetis", path, 2)
    write_graph(Graph(2, [0], [1], [2.0**31 - 1]), path)
    assert "Edgecut" in metis("gpmetis", path, 2)
    with pytest.warns(UserWarning, match="64 bits") as told:
        write_graph(Graph(2, [0], [1], [2.0**31]), path)
    assert str(told[0].message) == (
        f"{path}: the number 2147483648 needs a METIS that was built with integers of 64 bits"
    )
    assert read_graph(path).weight.tolist() == [2.0**31]
