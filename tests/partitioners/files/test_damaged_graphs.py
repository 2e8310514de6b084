"""Graph files of every format, cut short or with bytes changed: a graph or one clear error, nothing else."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import time
import warnings

import networkx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partitioners.errors import GraphFileError
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph
from partitioners.graph import Graph

GRAPH = Graph(
    6, [0, 1, 2, 3, 3, 5], [1, 2, 0, 3, 4, 0], [1, 2.5, 3, 4, 0, 1e9], {"operation": np.arange(6.0)}, "whole"
)
LONGEST = 20
"""Seconds for one file; the machine may be busy."""


def written(folder, name):
    path = folder / name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of attributes that are left out
        write_graph(GRAPH, path)
    return path.read_bytes()


def network():
    graph = networkx.DiGraph()
    graph.add_nodes_from((k, {"operation": k / 2}) for k in range(6))
    graph.add_weighted_edges_from(
        zip(GRAPH.src.tolist(), GRAPH.dst.tolist(), GRAPH.weight.tolist(), strict=True)
    )
    return graph


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    """Files to be damaged, by their names."""
    folder = tmp_path_factory.mktemp("seeds")
    matrix = scipy.sparse.coo_array((GRAPH.weight, (GRAPH.src, GRAPH.dst)), shape=(6, 6))
    found = {name: written(folder, name) for name in ("a.txt", "a.npz")}
    found["a.graph"] = b"4 5 011\n0 2 1 4 7\n1 1 1 3 2.5\n2 2 2.5 4 0\n3 1 7 3 0 4 1e9\n"
    for form in ("csr", "csc", "coo", "bsr", "dia"):
        stream = io.BytesIO()
        scipy.sparse.save_npz(stream, matrix.asformat(form), compressed=form == "csc")
        found[f"{form}.npz"] = stream.getvalue()
    for field in ("real", "pattern", "integer"):
        stream = io.BytesIO()
        scipy.io.mmwrite(stream, matrix, field=field, symmetry="general")
        found[f"{field}.mtx"] = stream.getvalue()
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, matrix.toarray() + matrix.toarray().T, symmetry="symmetric")
    found["array.mtx"] = stream.getvalue()
    stream = io.BytesIO()
    networkx.write_graphml(network(), stream)
    found["a.graphml"] = stream.getvalue()
    lines = "".join(f"a {u + 1} {v + 1} {w}\n" for u, v, w in edges(GRAPH))
    found["a.gr"] = f"c a road\np sp 6 6\n{lines}".encode()
    lines = "".join(f"e {u + 1} {v + 1}\n" for u, v, _ in edges(GRAPH))
    found["a.col"] = f"p edge 6 6\n{''.join(f'n {k} {k}{chr(10)}' for k in range(1, 7))}{lines}".encode()
    lines = "".join(f'  {u} -> "{v}" [weight={w}];\n' for u, v, w in edges(GRAPH))
    found["a.dot"] = (
        f"digraph {{\n  // drawn\n  subgraph x {{ node [operation=1] 0; 1; 2; 3; 4; 5 }}\n{lines}}}".encode()
    )
    lines = "".join(f'"n{u}",x,n{v},{w}\n' for u, v, w in edges(GRAPH))
    found["a.csv"] = f"source,note,target,weight\n{lines}".encode()
    found["a.gz"] = gzip.compress(found["a.txt"], mtime=0)
    found["a.bz2"] = bz2.compress(found["a.graph"])
    found["a.xz"] = lzma.compress(found["real.mtx"])
    return found


def edges(graph):
    return list(zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True))


def read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of attributes that are left out
        return read_graph(path, weights="value")


def read_or_error(path):
    try:
        return read(path)
    except GraphFileError as error:
        return str(error)


def test_the_files_are_graphs_before_they_are_damaged(seeds, tmp_path):
    for name, content in seeds.items():
        path = tmp_path / name
        path.write_bytes(content)
        # A matrix stored by diagonals has no entry of 0.
        assert 5 <= read(path).num_edges <= 12, name


WORDS = [
    b"\0",
    b" ",
    b"\n",
    b"\r",
    b"-1",
    b"9" * 5000,
    b"1e400",
    b"nan",
    b"1_0",
    b"\xff",
    b'"',
    b"<",
    b"{",
    b"%",
    b"#",
]


@settings(
    deadline=None, max_examples=examples(400), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_damaged_files_are_graphs_or_clear_errors(data, seeds, tmp_path):
    name = data.draw(st.sampled_from(sorted(seeds)))
    content = bytearray(seeds[name])
    at = data.draw(st.integers(0, len(content) - 1))
    kind = data.draw(st.sampled_from(["cut", "flip", "insert", "remove", "repeat"]))
    if kind == "cut":
        del content[at:]
    elif kind == "flip":
        for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
            content[place] ^= data.draw(st.integers(1, 255))
    elif kind == "insert":
        content[at:at] = data.draw(st.sampled_from(WORDS))
    else:
        end = min(len(content), at + data.draw(st.integers(1, 30)))
        content[at:end] = content[at:end] * (2 if kind == "repeat" else 0)
    path = tmp_path / name
    path.write_bytes(content)
    started = time.process_time()
    found = read_or_error(path)
    assert time.process_time() - started < LONGEST
    if isinstance(found, Graph):
        assert found.num_vertices < 10**8
        assert np.isfinite(found.weight).all()
    else:
        assert found.startswith(f"{path}: ")
        assert "\n" not in found
        assert len(found) < len(str(path)) + 600
