"""METIS's own program as the judge of the edge cut ``metis``, and several weights of a vertex."""

import shutil
import subprocess

import numpy as np
import pytest

import numasim
from partitioners.analysis.quality import quality
from partitioners.errors import OptionError
from partitioners.files.write_graph import write_graph

needs_gpmetis = pytest.mark.skipif(
    shutil.which("gpmetis") is None, reason="gpmetis is not installed; install METIS (apt install metis)"
)


def torus(width, height):
    """A torus whose edges go right and down, so that every vertex has the same work."""
    at = np.arange(width * height).reshape(height, width)
    return np.repeat(at.ravel(), 2), np.stack([np.roll(at, -1, 0), np.roll(at, -1, 1)], -1).ravel()


def random_regular(n, degree, seed):
    """Every vertex has the same number of in-edges, from drawn vertices."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, n, n * degree), np.repeat(np.arange(n), degree)


GRAPHS = {
    "torus 40 x 30": torus(40, 30),
    "torus 64 x 64": torus(64, 64),
    "random of degree 3": random_regular(1500, 3, 1),
}


@needs_gpmetis
@pytest.mark.parametrize("parts", [2, 8, 21])
@pytest.mark.parametrize("name", GRAPHS)
def test_cuts_are_as_good_as_those_of_gpmetis(name, parts, tmp_path):
    src, dst = GRAPHS[name]
    pair = np.unique(np.sort(np.stack([src, dst]), axis=0)[:, src != dst], axis=1)
    plain = numasim.Graph(int(max(src.max(), dst.max())) + 1, *pair)
    graph = numasim.Graph(plain.num_vertices, src, dst)
    write_graph(plain, tmp_path / "g.graph")
    # Both balance vertices: the program those of the file, and the edge cut their equal work.
    command = ["gpmetis", "-ptype=kway", "-ufactor=30", "-seed=1", tmp_path / "g.graph", str(parts)]
    subprocess.run(command, capture_output=True, check=True)
    theirs = np.loadtxt(tmp_path / f"g.graph.part.{parts}", dtype=int)
    ours = numasim.partition(graph, "metis", parts)
    assert quality(ours).work_imbalance <= 1.03 + parts / graph.num_vertices

    def cut(cluster):
        return np.count_nonzero(cluster[pair[0]] != cluster[pair[1]])

    assert cut(ours.cluster_of_vertex) <= 1.1 * cut(theirs)


TWO_WEIGHTS = "4 3 011 2\n1 100 2 1\n1 1 1 1 3 1\n1 1 2 1 4 1\n1 100 3 1\n"
SAID = (
    "'g' has 2 weights of each vertex (vertex_weight), but this edge cut balances "
    "one; leave one in the file, or "
    "choose a method that balances none of them (block, or a vertex cut)"
)


@pytest.mark.parametrize("method", ["metis", "kaminpar", "pulp", "compnet"])
def test_several_weights_of_a_vertex_are_not_ignored(method, tmp_path):
    if method == "kaminpar":
        pytest.importorskip("kaminpar")
    (tmp_path / "g.graph").write_text(TWO_WEIGHTS)
    graph = numasim.read_graph(tmp_path / "g.graph")
    assert graph.notes == ("the 2 weights of each vertex (vertex_weight) are not balanced",)
    with pytest.raises(OptionError) as caught:
        numasim.partition(graph, method, 2)
    assert str(caught.value) == SAID
    numasim.partition(graph, "block", 2)
    numasim.partition(graph, "libra", 2)


def test_sizes_of_vertices_are_not_ignored_silently(tmp_path):
    (tmp_path / "g.graph").write_text("2 1 100\n7 2\n8 1\n")
    graph = numasim.read_graph(tmp_path / "g.graph")
    assert graph.notes == ("the sizes of the vertices (vertex_size) are not used",)
