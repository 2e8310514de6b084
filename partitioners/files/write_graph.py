"""Write graph files, in the formats of :func:`partitioners.read_graph` that can represent any graph.

``.npz`` keeps everything, including the order of the edges. Matrix Market files, METIS files and edge lists
keep only the data that these formats can represent: a warning names what a file leaves out, and a graph that
the format forbids is refused.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from partitioners.errors import InputError
from partitioners.files.formats import COMPRESSED, named_format
from partitioners.graph import Graph
from partitioners.storage.atomic_write import replacing


def write_graph(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write a graph in the format of the name: ``.npz``, ``.mtx``, METIS (``.graph``), else an edge list.

    An edge list has one line ``source target weight`` per edge, with vertex numbers, and loses vertices
    without an edge. A Matrix Market file is a square matrix with an entry per edge, in their order, in the
    row of its source. A METIS file has undirected edges without loops, with whole weights from 1, and whole
    work from 0: each edge of the graph becomes one. With ``one_edge`` it is read back from its lower to its
    higher end, in the order of the ends.

    Raises
    ------
    InputError
        The folder does not exist, the disk is full, or the name indicates a format that cannot be written.
        For METIS also: an edge is a loop, or a weight or work is not such a whole number below 2^63.
        For an archive also: a vertex attribute has Python objects or the name of one of the archive's own
        arrays. An existing file is unchanged. O(n + m), for METIS O(n + m log m).

    Warns
    -----
    UserWarning
        The file leaves out a part of the graph, which the message names. For METIS also: edges are parallel,
        or a number exceeds the 32 bits of usual builds of METIS.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent} to write into")
    form = named_format(path) or "edge list"
    if form not in _WRITERS or path.name.lower().endswith(COMPRESSED):
        raise InputError(
            f"{path}: cannot write a file with this suffix; "
            "name it .npz, .mtx (Matrix Market), .graph (METIS) or .txt (an edge list), without compression"
        )
    write = _WRITERS[form]
    if form == "METIS":
        _check_metis(graph, path)
    if form != "npz" and (left_out := _left_out(graph, form)):
        warnings.warn(
            f"{path}: the format ({form}) has no place for {', '.join(left_out)}; .npz keeps everything",
            stacklevel=2,
        )
    with replacing(path) as part, part.open("wb") as stream:
        write(graph, stream, path)


def _left_out(graph: Graph, form: str) -> list[str]:
    """The parts of a graph that a text format does not have."""
    numbered = np.array_equal(graph.vertex.get("original_id", []), np.arange(graph.num_vertices))
    kept = {"operation"} if form == "METIS" else set()
    kept |= {"original_id"} if numbered else set()
    parts = [f"the vertex attribute {name!r}" for name in graph.vertex if name not in kept]
    if graph.edge_bytes is not None:
        parts.append("edge_bytes")
    if form == "edge list" and (alone := np.count_nonzero(graph.degree == 0)):
        parts.append(f"vertices without an edge ({alone})")
    if form == "METIS":
        ends = np.sort([graph.src, graph.dst], axis=0)
        if not graph.undirected and (graph.src > graph.dst).any():
            parts.append("the directions of the edges")
        if (np.diff(np.lexsort(ends[::-1])) < 0).any():
            parts.append("the order of the edges")
    return parts


def _check_metis(graph: Graph, path: Path) -> None:
    """Refuse what METIS does not read, and warn of what not every program reads."""
    loops = np.flatnonzero(graph.src == graph.dst)
    if loops.size:
        raise InputError(
            f"{path}: edge {loops[0]} is a loop of vertex {graph.src[loops[0]]}, which a METIS file cannot "
            "have: remove the loops, or write .npz or .mtx"
        )
    work = graph.vertex.get("operation", np.empty(0))
    for what, values, least in (
        ("edge {} has the weight", graph.weight, 1),
        ("vertex {} has the work", work, 0),
    ):
        wrong = np.flatnonzero((values < least) | (values >= 2**63) | (values != np.floor(values)))
        if wrong.size:
            raise InputError(
                f"{path}: {what.format(wrong[0])} {values[wrong[0]]:g}, but a METIS file has whole numbers "
                f"from {least} to 2^63 - 1: scale and round them, or write .npz"
            )
    largest = max(graph.weight.max(initial=0), work.max(initial=0))
    if largest >= 2**31:
        warnings.warn(
            f"{path}: the number {largest:.0f} needs a METIS that was built with integers of 64 bits",
            stacklevel=3,
        )
    distinct = np.unique(np.sort([graph.src, graph.dst], axis=0), axis=1).shape[1]
    if distinct < graph.num_edges:
        warnings.warn(
            f"{path}: edges are parallel to others, in the same or the opposite direction "
            f"({graph.num_edges - distinct}); gpmetis adds their weights, but other programs may refuse them",
            stacklevel=3,
        )


def _write_npz(graph: Graph, stream: BinaryIO, path: Path) -> None:
    own: dict[str, Any] = {
        "num_vertices": np.int64(graph.num_vertices),
        "src": graph.src,
        "dst": graph.dst,
        "weight": graph.weight,
    }
    if graph.edge_bytes is not None:
        own["edge_bytes"] = graph.edge_bytes
    # The last two are keywords of numpy.savez.
    taken = sorted({*own, "edge_bytes", "format", "file", "allow_pickle"} & set(graph.vertex))
    if taken:
        raise InputError(
            f"{path}: the vertex attribute {taken[0]!r} uses a name that is reserved in the archive: "
            "rename it"
        )
    arrays = own | dict(graph.vertex)
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise InputError(
                f"{path}: the vertex attribute {name!r} holds Python objects: convert it to numbers or text"
            )
    np.savez(stream, **arrays)


def _write_edge_list(graph: Graph, stream: BinaryIO, _: Path) -> None:
    lines = zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
    stream.write("".join(f"{u} {v} {w!r}\n" for u, v, w in lines).encode())


def _write_matrix_market(graph: Graph, stream: BinaryIO, _: Path) -> None:
    size = f"{graph.num_vertices} {graph.num_vertices} {graph.num_edges}"
    ends = zip((graph.src + 1).tolist(), (graph.dst + 1).tolist(), graph.weight.tolist(), strict=True)
    lines = ["%%MatrixMarket matrix coordinate real general", size]
    lines += [f"{u} {v} {_plain(w)}" for u, v, w in ends]
    stream.write(("\n".join(lines) + "\n").encode())


def _write_metis(graph: Graph, stream: BinaryIO, _: Path) -> None:
    loop = graph.src == graph.dst
    owner = np.concatenate([graph.src, graph.dst[~loop]])
    neighbour = np.concatenate([graph.dst, graph.src[~loop]])
    weight = np.concatenate([graph.weight, graph.weight[~loop]])
    order = np.lexsort((neighbour, owner))
    ends = np.searchsorted(owner[order], np.arange(1, graph.num_vertices + 1)).tolist()
    operation = graph.vertex.get("operation")
    words = [
        f"{v + 1} {_plain(w)}" for v, w in zip(neighbour[order].tolist(), weight[order].tolist(), strict=True)
    ]
    lines = [f"{graph.num_vertices} {graph.num_edges} 0{int(operation is not None)}1"]
    begin = 0
    for vertex, end in enumerate(ends):
        own = [] if operation is None else [_plain(float(operation[vertex]))]
        lines.append(" ".join([*own, *words[begin:end]]))
        begin = end
    stream.write(("\n".join(lines) + "\n").encode())


def _plain(weight: float) -> str:
    """A whole number without its fraction, since many readers accept only integers as weights."""
    return str(int(weight)) if weight.is_integer() and weight < 2**63 else repr(weight)


_WRITERS = {
    "npz": _write_npz,
    "Matrix Market": _write_matrix_market,
    "METIS": _write_metis,
    "edge list": _write_edge_list,
}
