"""Weights that are not used are not judged, and of those that are used the wrong one is named."""

import io

import networkx
import numpy as np
import pytest
import scipy.io

import numasim
from partitioners.errors import GraphFileError

DOT = 'digraph {\n a -> b [weight=2]\n b -> c [weight="1.5 MB"]\n}\n'
GRAPHML = (
    '<graphml><key id="w" for="edge" attr.name="weight" attr.type="string"/><graph edgedefault="directed">\n'
    '<node id="a"/><node id="b"/><node id="c"/>\n'
    '<edge source="a" target="b"><data key="w">5</data></edge>\n'
    '<edge source="b" target="c"><data key="w">{}</data></edge>\n'
    "</graph></graphml>\n"
)
COMPLEX = "%%MatrixMarket matrix coordinate complex general\n3 3 2\n1 2 3 4\n2 3 0 -1\n"


def archive():
    stream = io.BytesIO()
    weight = np.array(["many", "few"])
    np.savez(stream, num_vertices=3, src=np.array([0, 1]), dst=np.array([1, 2]), weight=weight)
    return stream.getvalue()


WRONG = {
    "a.dot": (
        DOT,
        "the edge 'b' - 'c' has the 'weight' '1.5 MB', which is not a number (line 3): give it a number",
    ),
    "a.graphml": (
        GRAPHML.format("much"),
        "the edge 'b' - 'c' has the 'weight' 'much', which is not a number (line 4): give it a number",
    ),
    "a.mtx": (COMPLEX, "the values are complex: read with weights abs or unit (--weights abs)"),
    "a.graph": (
        "3 2 001\n2 5\n1 6 3 1\n2 1\n",
        "the edge 1 - 2 weighs 5 here and 6 in line 3 (line 2): use the same weight at both ends",
    ),
    "a.npz": (archive(), "weight is <U4 of shape (2,): expected real numbers of shape (2,), one per edge"),
}


@pytest.mark.parametrize("name", WRONG)
def test_only_weights_that_are_used_must_be_numbers(name, tmp_path):
    path, (content, said) = tmp_path / name, WRONG[name]
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    graph = numasim.read_graph(path, weights="unit")
    assert (graph.num_vertices, graph.weight.tolist()) == (3, [1, 1])
    with pytest.raises(GraphFileError) as caught:
        numasim.read_graph(path, weights="value")
    assert str(caught.value) == f"{path}: {said}"


def test_texts_that_are_numbers_are_weights(tmp_path):
    (tmp_path / "a.graphml").write_text(GRAPHML.format("2.5"))
    assert numasim.read_graph(tmp_path / "a.graphml").weight.tolist() == [5, 2.5]


def test_the_work_that_is_a_text_is_named(tmp_path):
    path = tmp_path / "a.dot"
    path.write_text("digraph {\n a [operation=3]\n b [operation=some]\n a -> b\n}\n")
    with pytest.raises(GraphFileError) as caught:
        numasim.read_graph(path)
    assert str(caught.value) == (
        f"{path}: the node 'b' has the 'operation' 'some', which is not a number (line 3): give it a number"
    )


@pytest.mark.parametrize("form", ["coordinate", "array"])
@pytest.mark.parametrize("symmetry", ["general", "symmetric", "hermitian", "skew-symmetric"])
def test_absolute_values_of_complex_matrices(form, symmetry, tmp_path):
    rng = np.random.default_rng(5)
    full = rng.integers(1, 9, (5, 5)) + 1j * rng.integers(1, 9, (5, 5))
    full *= rng.random((5, 5)) < 0.6
    full = {
        "general": full,
        "symmetric": full + full.T,
        "hermitian": full + full.conj().T,
        "skew-symmetric": full - full.T,
    }[symmetry]
    held = scipy.sparse.coo_array(full) if form == "coordinate" else full
    scipy.io.mmwrite(tmp_path / "a.mtx", held, symmetry=symmetry)
    entries = "one_edge" if symmetry == "general" else "two_edges"
    graph = numasim.read_graph(tmp_path / "a.mtx", weights="abs", symmetric_entries=entries)
    found = np.zeros((5, 5))
    np.add.at(found, (graph.src, graph.dst), graph.weight)
    expected = scipy.io.mmread(tmp_path / "a.mtx")
    expected = expected.toarray() if form == "coordinate" else expected
    assert found == pytest.approx(abs(expected))


def test_blanks_before_the_banner(tmp_path):
    text = "  %%MatrixMarket matrix coordinate real general\n 5 5 3\n 2 3 1.0\n 3 4 2.0\n 3 5 3.0\n"
    (tmp_path / "a.mtx").write_text(text)
    assert numasim.read_graph(tmp_path / "a.mtx", weights="value").weight.tolist() == [1, 2, 3]


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.graphml", "a.csv"])
def test_text_in_utf_16(order, name, tmp_path):
    graph = networkx.DiGraph([("ä", "b"), ("b", "c")])
    stream = io.BytesIO()
    if name == "a.csv":
        networkx.to_pandas_edgelist(graph).to_csv(stream, index=False)
    else:
        networkx.write_graphml(graph, stream)
    text = "\ufeff" + stream.getvalue().decode().replace("encoding='utf-8'", "encoding='UTF-16'")
    (tmp_path / name).write_bytes(text.encode(order))
    found = numasim.read_graph(tmp_path / name)
    ids = found.vertex["original_id"]
    assert set(zip(ids[found.src].tolist(), ids[found.dst].tolist(), strict=True)) == set(graph.edges)
    (tmp_path / name).write_bytes(text.encode(order)[:-1])
    with pytest.raises(GraphFileError, match="the text is damaged UTF-16"):
        numasim.read_graph(tmp_path / name)


def test_archives_are_named(tmp_path):
    import zipfile

    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("cant.mtx", COMPLEX)
    with pytest.raises(GraphFileError) as caught:
        numasim.read_graph(path)
    assert str(caught.value) == (
        f"{path}: the file is a zip archive with 'cant.mtx': unpack it first; gzip, bzip2 and xz are read "
        "directly"
    )
    np.savez(tmp_path / "b.npz", src=[0], dst=[1])
    with pytest.raises(GraphFileError, match=r"supported\); known: dst, src"):
        numasim.read_graph(tmp_path / "b.npz")
