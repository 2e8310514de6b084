"""``.npz`` files: this project's own (``num_vertices``, ``src``, ``dst``, ...), and those of ``scipy.sparse.save_npz``."""

from __future__ import annotations

import io
import zipfile

import numpy as np

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.interchange import matrix_graph
from partitioners.readers.source import Source


def read_npz(source: Source, weights: str, symmetric: str, bipartite: bool, name: str) -> Graph:
    """Read an ``.npz`` file; see :func:`partitioners.readers.read_graph`.

    Keys ``num_vertices``, ``src``, ``dst``, optionally ``weight``; every other array is a vertex attribute.
    """
    try:
        with np.load(io.BytesIO(source.data), allow_pickle=False) as archive:
            arrays = dict(archive)
    except (ValueError, OSError, EOFError, zipfile.BadZipFile, KeyError):
        raise source.error("is a damaged .npz file; write it again") from None
    if {"format", "shape"} <= arrays.keys():
        return _sparse(source, weights, symmetric, bipartite, name)
    missing = [key for key in ("num_vertices", "src", "dst") if key not in arrays]
    if missing:
        raise source.error(
            f"has no {', '.join(missing)}; expected num_vertices, src, dst and optionally weight, "
            "or a file of scipy.sparse.save_npz"
        )
    if bipartite:
        raise source.error("is no matrix, and bipartite graphs are made of matrices; leave --bipartite out")
    src, dst = arrays.pop("src"), arrays.pop("dst")
    n = arrays.pop("num_vertices")
    if n.ndim or n.dtype.kind not in "iu":
        raise source.error(f"num_vertices must be one integer, got {n.dtype} of shape {n.shape}")
    stored = arrays.pop("weight", np.ones(src.shape))
    try:
        weight = source.weights(stored, weights)
    except (TypeError, ValueError):
        raise source.error(f"weight must hold real numbers, got {stored.dtype}") from None
    try:
        return Graph(int(n), src, dst, weight, arrays, name)
    except GraphError as error:
        raise source.error(str(error)) from None


def _sparse(source: Source, weights: str, symmetric: str, bipartite: bool, name: str) -> Graph:
    import scipy.sparse

    try:
        matrix = scipy.sparse.load_npz(io.BytesIO(source.data)).tocoo()
    except (ValueError, KeyError) as error:
        raise source.error(f"is no matrix of scipy.sparse.save_npz: {error}; write it again") from None
    if matrix.shape[0] != matrix.shape[1] and not bipartite:
        raise source.error(
            f"a matrix of {matrix.shape[0]} x {matrix.shape[1]} is no graph of one set of vertices; "
            "read it as the graph of its rows and columns: --bipartite (bipartite=True)"
        )
    weight = source.weights(matrix.data, weights)
    return matrix_graph(matrix.shape, matrix.row, matrix.col, weight, False, bipartite, name)
