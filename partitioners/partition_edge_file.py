"""Vertex cuts of edge files that are larger than memory; edges are read, cut and written batch by batch.

The file is read once to count vertices, degrees and weights. It is then read once per pass of
:class:`partitioners.vertex_cuts.buffered.BufferedPlacement`, or once by
:class:`partitioners.vertex_cuts.edge_by_edge.EdgeByEdgePlacement`. The clusters are on disk between the
passes.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError, OptionError
from partitioners.files.coo_entries import Weights
from partitioners.files.edge_files import EdgeFile
from partitioners.partition import MAX_PARTS
from partitioners.progress import Progress, silent
from partitioners.storage.atomic_write import replacing
from partitioners.streaming.exact_sum import ExactSum
from partitioners.streaming.stream_totals import StreamTotals
from partitioners.text.integers import check_integer
from partitioners.vertex_cuts.buffered import BufferedPlacement, batch_size
from partitioners.vertex_cuts.edge_by_edge import EDGE_BY_EDGE, EdgeByEdgePlacement

READ_AT_ONCE = 2**18
"""Number of edges read at once by the counting pass, and by methods that place one edge after the other."""

STREAMED = ("buffered", *EDGE_BY_EDGE)
"""The partitioners that need not see the whole graph."""


@dataclass(frozen=True)
class EdgeFilePartition:
    """The quality metrics of a cut of an edge file; :class:`partitioners.analysis.quality.Quality` defines
    them.

    Attributes
    ----------
    path, output : Path
        The edge file, and the file of the clusters.
    vertices, edges : int
        The largest vertex id + 1, and the number of edges.
    options : mapping
        Options of the method, including defaults.
    """

    path: Path
    output: Path
    vertices: int
    edges: int
    parts: int
    replication_factor: float
    vertex_copies: int
    edge_weight_imbalance: float
    imbalance_guarantee: float | None
    empty_clusters: int
    options: Mapping[str, Any]


def partition_edge_file(
    path: str | Path,
    parts: int,
    *,
    output: str | Path,
    method: str = "buffered",
    seed: int = 0,
    progress: Progress = silent,
    weights: Weights | None = None,
    max_bytes: int | None = None,
    **options: Any,
) -> EdgeFilePartition:
    """Cut an edge file that may be larger than memory.

    Parameters
    ----------
    path : str or path
        Parquet or binary pairs, see :mod:`partitioners.files.edge_files`.
    output : str or path
        File for the clusters, in the order of the edges: an int32 array if the name ends in ``.npy``, else
        one id per line. The file is created or replaced when the partition is complete; after an error it is
        unchanged.
    method : str
        ``buffered``, or one of :data:`partitioners.vertex_cuts.edge_by_edge.EDGE_BY_EDGE`.
    progress : callable
        Called after each batch.
    weights : {'unit', 'abs', 'value'}, optional
        The weight of an edge: 1, or the absolute value or the value that the file has. By default the value
        if there is one, else 1.
    max_bytes : int, optional
        Limit on the memory of 8 bytes per vertex, see :func:`partitioners.read_graph`.
    **options
        Further options of the method, checked against its signature. ``order`` is that of the file.

    Raises
    ------
    GraphFileError
        The file is missing, damaged or in an unsupported format, or has an invalid id or weight.
    InputError
        The output cannot be written.
    OptionError
        An option is out of range, or the method needs the whole graph.

    Warns
    -----
    UserWarning
        ``weights`` asks for weights that the file does not have.

    Notes
    -----
    The clusters are the same as those of the method for the same edges in memory. For n vertices the memory
    of ``buffered`` is 8 n (ceil(p / 64) + 2) bytes, n p bytes more with more than one pass, and the memory of
    a batch. The memory of the other methods is at most 16 n (ceil(p / 64) + 2) bytes. It does not depend on
    the number of edges. In addition to the output, 4 bytes per edge are needed on disk.
    """
    from partitioners.partition_graph import PARTITIONERS
    from partitioners.streaming.batch_placement import count_members

    path, output = Path(path), Path(output)
    checked = _check_options(method, parts, seed, options)
    if not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if output.exists() and path.exists() and output.samefile(path):
        raise InputError(f"{output}: the output would replace the input; choose another name for the output")
    edges = EdgeFile(path, "value" if weights is None else weights, max_bytes)
    if weights in ("abs", "value") and not edges.has_weights:
        warnings.warn(f"{path}: the file has no weights, so every edge weighs 1", stacklevel=2)
    totals = count_edges(edges, progress)
    if 0 < totals.edges < parts:
        raise OptionError(
            f"parts is {parts}, more than the {totals.edges} edges of {path}; choose parts <= {totals.edges}"
        )
    with replacing(output) as part, ExitStack() as stack:
        text = output.suffix != ".npy"
        written = stack.enter_context(part.open("wb" if text else "w+b"))
        # The passes write int32 ids and read them again. An .npy output holds them after its header.
        raw = stack.enter_context(tempfile.TemporaryFile(dir=part.parent)) if text else written
        start = 0 if text else _write_header(raw, totals.edges)
        state, members = _run(edges, totals, raw, start, method, parts, seed, progress, checked)
        if text:
            _write_text(raw, written)
    total, held = count_members(state.words)
    heavy = totals.weight > 0
    return EdgeFilePartition(
        path, output, totals.degree.size, totals.edges, parts,
        replication_factor=total / held if held else 1.0,
        vertex_copies=total - held,
        edge_weight_imbalance=float(state.load.max()) * parts / totals.weight if heavy else 1.0,
        imbalance_guarantee=state.guarantee if heavy or state.guarantee is None else 1.0,
        empty_clusters=int(np.count_nonzero(members == 0)),
        options=checked | ({"seed": int(seed)} if "seed" in PARTITIONERS[method].accepts else {}),
    )  # fmt: skip


def count_edges(edges: EdgeFile, progress: Progress = silent) -> StreamTotals:
    """Count the edges and vertices of a file, their degrees and the weights, in one pass. O(m)."""
    degree = np.zeros(0, np.int64)
    count, smallest, largest = 0, np.inf, 0.0
    weight = ExactSum()
    for src, dst, values in edges.batches(READ_AT_ONCE):
        top = int(max(src.max(), dst.max())) + 1
        if top > degree.size:
            edges.limit.check_vertices(top)
            degree = np.concatenate(
                [degree, np.zeros(max(top, degree.size * 5 // 4) - degree.size, np.int64)]
            )
        np.add.at(degree, src, 1)
        np.add.at(degree, dst, 1)
        count += src.size
        weight.add(values)
        smallest = min(smallest, float(values.min()))
        largest = max(largest, float(values.max()))
        progress(count, 0, "counting edges")
    degree = np.trim_zeros(degree, "b")
    return StreamTotals(count, degree, weight.value, smallest if count else 0.0, largest)


def _run(
    edges: EdgeFile, totals: StreamTotals, raw: BinaryIO, start: int, method: str, parts: int, seed: int,
    progress: Progress, options: Mapping[str, Any],
) -> tuple[BufferedPlacement | EdgeByEdgePlacement, NDArray[np.int64]]:  # fmt: skip
    """Run every pass; return the state, and the number of edges of each cluster.

    The cluster of edge e is written at ``start + 4 e``.
    """
    passes = options.get("passes", 1)
    size = batch_size(totals.edges, options["batch"]) if method == "buffered" else READ_AT_ONCE
    batches = -(-totals.edges // size)
    state: BufferedPlacement | EdgeByEdgePlacement
    if method == "buffered":
        state = BufferedPlacement(
            totals, parts, seed=seed, imbalance=options["imbalance"], batches=batches, restream=passes > 1
        )
    else:
        state = EdgeByEdgePlacement(method, totals, parts, seed, options)
    members: NDArray[np.int64] = np.zeros(parts, np.int64)
    for turn in range(passes):
        at = start
        members[:] = 0
        for k, (src, dst, weight) in enumerate(edges.batches(size)):
            raw.seek(at)
            if turn and isinstance(state, BufferedPlacement):
                old = np.frombuffer(raw.read(4 * src.size), np.int32)
                cluster = state.improve(src, dst, weight, old)
                raw.seek(at)
            else:
                cluster = state.place(src, dst, weight)
            raw.write(cluster.tobytes())
            members += np.bincount(cluster, minlength=parts)
            at += 4 * src.size
            progress(turn * batches + k + 1, passes * batches, f"pass {turn + 1} of {passes}")
    return state, members


def _check_options(method: str, parts: Any, seed: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of the method, defaults included."""
    from partitioners.partition_graph import PARTITIONERS

    plugin = PARTITIONERS[method]
    if method not in STREAMED:
        raise OptionError(
            f"partitioner {method!r} needs the whole graph; of a file larger than memory, choose one of "
            f"{', '.join(STREAMED)}"
        )
    if check_integer("parts", parts, 1) > MAX_PARTS:
        raise OptionError(f"parts is {parts}; at most {MAX_PARTS} are supported")
    seed = check_integer("seed", seed)
    checked = plugin.check_options(options)
    if checked.get("order", "given") != "given":
        raise OptionError(
            f"order is {checked['order']!r}, but the edges come in the order of the file; choose 'given', or "
            "sort the file"
        )
    return checked


def _write_header(file: BinaryIO, edges: int) -> int:
    """Write the header of an int32 array; return the offset of its first number."""
    np.lib.format.write_array_header_1_0(file, {"descr": "<i4", "fortran_order": False, "shape": (edges,)})
    return file.tell()


def _write_text(raw: BinaryIO, file: BinaryIO) -> None:
    raw.seek(0)
    while data := raw.read(4 * READ_AT_ONCE):
        file.write("".join(f"{c}\n" for c in np.frombuffer(data, np.int32).tolist()).encode())
