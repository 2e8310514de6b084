"""Graphs, partitions, sparse matrices, traces and so on as files of plain data: JSON, then NumPy arrays.

A file is a sequence of ``.npy`` arrays. The first array contains the bytes of a JSON text, in which an object
names the kind of value that it represents. The arrays of these values follow in the same order. Other values
and arrays of Python objects cannot be written.
"""

from __future__ import annotations

import json
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    from partitioners.graph import Graph

PLAIN = (bool, int, float, str, type(None))
ARRAYS = (np.ndarray, np.memmap)
RECORDS = {
    "Graph": "partitioners.graph",
    "EdgePartition": "partitioners.partition",
    "VertexPartition": "partitioners.partition",
    "ClusterGraph": "mappers.clusters.cluster_graph",
    "ThreadTrace": "numasim.trace.threads.thread_trace",
    "SyncObject": "numasim.trace.threads.thread_trace",
}
"""The dataclasses that are written field by field, and their modules."""


class NotPlain(TypeError):
    """A value that a file of plain data cannot contain."""


def save(path: Path, value: Any, graph: Graph | None = None) -> None:
    """Write a value.

    Parameters
    ----------
    value : object
        Numbers, text, bytes, scalars and arrays of NumPy, the classes in :data:`RECORDS`, sparse CSR
        matrices, and lists, tuples and mappings of these.
    graph : Graph, optional
        A graph that the reader already has: it is replaced by a mark in the file.

    Raises
    ------
    NotPlain
        The value is of another type.
    InputError
        The file cannot be written.
    """
    arrays: list[NDArray[Any]] = []
    text = json.dumps(_pack(value, arrays, graph))
    # The folder is a temporary one, with up to a file for each point of a sweep, so it is not listed.
    with replacing(path, clear=False) as part, part.open("wb") as stream:
        for array in (np.frombuffer(text.encode(), np.uint8), *arrays):
            np.lib.format.write_array(stream, array, allow_pickle=False)


def load(path: Path, graph: Graph | None = None) -> Any:
    """Read a value that :func:`save` has written."""
    with path.open("rb") as stream:
        head = json.loads(_read(stream).tobytes())
        return _unpack(head, stream, graph)


def _read(stream: Any, *, writeable: bool = True) -> NDArray[Any]:
    array: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    array.flags.writeable = writeable  # a graph does not copy a read-only array
    return array


def _pack(value: Any, arrays: list[NDArray[Any]], graph: Graph | None) -> Any:
    """Return the JSON of a value, and append its arrays in the order in which they are read."""
    kind = type(value)
    if value is graph and graph is not None:
        return {"graph": None}
    if kind in PLAIN:
        return value
    if kind in ARRAYS or isinstance(value, np.generic):
        array = np.asarray(value)
        if array.dtype.hasobject:
            raise NotPlain("an array of Python objects")
        arrays.append(array)
        return {"array": value.flags.writeable} if kind in ARRAYS else {"scalar": None}
    if kind is bytes:
        arrays.append(np.frombuffer(value, np.uint8))
        return {"bytes": None}
    if kind is list:
        return [_pack(each, arrays, graph) for each in value]
    if kind is tuple:
        return {"tuple": [_pack(each, arrays, graph) for each in value]}
    if kind in (dict, MappingProxyType) and all(type(key) is str for key in value):
        return {"mapping": [[key, _pack(each, arrays, graph)] for key, each in value.items()]}
    if RECORDS.get(kind.__name__) == kind.__module__:
        return {kind.__name__: [_pack(getattr(value, each.name), arrays, graph) for each in fields(value)]}
    from scipy.sparse import csr_array

    if kind is csr_array:
        parts = ([int(each) for each in value.shape], value.data, value.indices, value.indptr)
        return {"csr_array": [_pack(part, arrays, graph) for part in parts]}
    raise NotPlain(f"a value of type {kind.__name__}")


def _unpack(packed: Any, stream: Any, graph: Graph | None) -> Any:
    if isinstance(packed, list):
        return [_unpack(each, stream, graph) for each in packed]
    if not isinstance(packed, dict):
        return packed
    ((kind, content),) = packed.items()
    if kind == "graph":
        return graph
    if kind == "array":
        return _read(stream, writeable=content)
    if kind == "scalar":
        return _read(stream)[()]
    if kind == "bytes":
        return _read(stream).tobytes()
    if kind == "mapping":
        return {key: _unpack(each, stream, graph) for key, each in content}
    values = [_unpack(each, stream, graph) for each in content]
    if kind == "tuple":
        return tuple(values)
    if kind == "csr_array":
        from scipy.sparse import csr_array

        shape, data, indices, indptr = values
        return csr_array((data, indices, indptr), shape=tuple(shape), copy=False)
    return getattr(import_module(RECORDS[kind]), kind)(*values)
