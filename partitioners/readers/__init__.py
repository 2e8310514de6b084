"""Graph files: what a file holds decides how it is read, its name where the content leaves it open."""

from __future__ import annotations

import os
import re
from pathlib import Path

from partitioners.graph import Graph
from partitioners.readers.file_bytes import file_error, read_bytes
from partitioners.stored_entries import Symmetric, Weights, check_reading, graph_of_entries

__all__ = ["read_graph"]

_NAMES = {
    "Matrix Market": (".mtx", ".mm"),
    "METIS": (".graph", ".metis", ".chaco"),
    "npz": (".npz",),
    "edge list": (".txt", ".el", ".wel", ".edges", ".edgelist", ".edge", ".csv", ".tsv", ".snap", ".ungraph"),
}
_COMPRESSED = (".gz", ".bz2", ".xz")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def read_graph(
    path: str | os.PathLike[str],
    *,
    weights: Weights | None = None,
    symmetric: Symmetric = "once",
    bipartite: bool = False,
    name: str | None = None,
) -> Graph:
    """The graph in a file: Matrix Market, METIS .graph, SNAP edge list or .npz; plain, gzip, bzip2 or xz.

    Edges keep the order of the file, and a diagonal entry is a self-loop. Content decides on the format and
    the compression (the Matrix Market banner, a zip archive, comments with #, a METIS header that the lines
    bear out); the name decides between METIS and edge list where the content could be either.

    Parameters
    ----------
    path : str or path
    weights : "unit", "abs" or "value"
        The weight of an edge: 1, the absolute value that the file stores, or that value. By default unit
        for Matrix Market and edge lists, value for METIS and .npz. Where nothing is stored it is 1.
    symmetric : "once" or "both"
        How many edges an undirected edge gives. In a Matrix Market file whose banner says so, and in an edge
        list: ``once`` gives one for each stored entry, ``both`` adds the mirror of each that is off the
        diagonal, after all stored ones and in their order. METIS files store both: ``once`` keeps the first,
        from the lower to the higher vertex, ``both`` keeps both, where they stand. A general matrix and
        an .npz graph are directed, and the option changes nothing.
    bipartite : bool
        One vertex a row (0 .. rows - 1), one a column (rows .. rows + columns - 1), one edge an entry, row ->
        column. The full pattern of a symmetric file needs ``symmetric="both"``.
    name : str, optional
        What to call the graph; by default the file's name without its suffixes.

    Returns
    -------
    Graph
        Edge lists: with the vertex attribute ``original_id``, ids in ascending order. Elsewhere vertex v is
        row v + 1. METIS: with ``operation`` where the file has one weight a vertex.

    Raises
    ------
    GraphFileError
        ``path: what is wrong (line N): cure``, for anything that is wrong with the file.
    OptionError
        An unknown value of ``weights`` or ``symmetric``. O(bytes + m log m).
    """
    path = Path(path)
    check_reading("unit" if weights is None else weights, symmetric)
    data = read_bytes(path)
    form = _format(data, path)
    if form == "Matrix Market":
        from partitioners.readers.matrix_market import read_matrix_market

        entries = read_matrix_market(data, path)
    elif form == "METIS":
        from partitioners.readers.metis_graph import read_metis_graph

        entries = read_metis_graph(data, path, symmetric)
    elif form == "npz":
        from partitioners.readers.npz import read_npz

        entries = read_npz(data, path)
    else:
        from partitioners.readers.edge_list import read_edge_list

        entries = read_edge_list(data, path)
    return graph_of_entries(
        entries,
        weights=weights or ("value" if form in ("METIS", "npz") else "unit"),
        symmetric=symmetric,
        bipartite=bipartite,
        name=graph_name(path) if name is None else name,
    )


def graph_name(path: Path) -> str:
    """A file's name without the suffixes of compression and format."""
    name = path.name
    for suffixes in (_COMPRESSED, tuple(suffix for group in _NAMES.values() for suffix in group)):
        for suffix in suffixes:
            if name.lower().endswith(suffix) and len(name) > len(suffix):
                name = name[: -len(suffix)]
                break
    return name


def _format(data: bytes, path: Path) -> str:
    """Which format a file's content is in.

    Raises
    ------
    GraphFileError
        It is none of them, or not the one that the name promises.
    """
    from partitioners.readers.matrix_market import is_matrix_market
    from partitioners.readers.metis_graph import keeps_its_promise
    from partitioners.readers.npz import MAGIC

    if is_matrix_market(data):
        return "Matrix Market"
    if data.startswith(MAGIC):
        return "npz"
    if data.startswith(b"\x93NUMPY"):
        raise file_error(
            path, "this is one NumPy array", "save num_vertices, src and dst with numpy.savez, as .npz"
        )
    lower = path.name.lower()
    for suffix in _COMPRESSED:
        lower = lower.removesuffix(suffix)
    named = next((form for form, suffixes in _NAMES.items() if lower.endswith(suffixes)), None)
    if named == "npz":
        raise file_error(path, "this is no .npz archive", "save it with numpy.savez or scipy.sparse.save_npz")
    if _BINARY.search(data, 0, 4096):
        raise file_error(
            path,
            "this is binary data and no graph file",
            "expected Matrix Market, METIS .graph, an edge list or .npz; plain or as .gz, .bz2, .xz",
        )
    if named == "Matrix Market":
        raise file_error(
            path,
            "there is no Matrix Market banner",
            "begin with `%%MatrixMarket matrix coordinate real general`, or name an edge list .txt",
            1,
        )
    if data.lstrip()[:1] == b"#":
        return "edge list"
    if named is None:
        return "METIS" if keeps_its_promise(data) else "edge list"
    return named
