"""NumPy archives: a graph by its arrays, or a sparse matrix as ``scipy.sparse.save_npz`` writes it.

A graph's keys are ``num_vertices``, ``src``, ``dst``, perhaps ``weight``; every other array holds one value
(or one row) for each vertex and is a vertex attribute of that name, but for ``about``, a text on where the
graph comes from.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import numpy as np

from partitioners.errors import GraphError, GraphFileError, InputError
from partitioners.graph import Graph
from partitioners.interchange import stored_entries
from partitioners.readers.file_bytes import file_error
from partitioners.registry import did_you_mean
from partitioners.stored_entries import StoredEntries

MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
KEYS = ("num_vertices", "src", "dst")


def read_npz(data: bytes, path: Path) -> StoredEntries:
    """The edges of an archive: a graph's in their order, a sparse matrix's in the order of its storage.

    Parameters
    ----------
    data : bytes
    path : Path
        For messages.

    Raises
    ------
    GraphFileError
        Naming the array: one that is missing, of Python objects, of a wrong shape, an end out of range.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
        raise file_error(
            path, "the .npz archive is damaged or cut short", "copy or download it again"
        ) from None
    except ValueError:
        raise file_error(
            path, "an array holds Python objects", "save arrays of numbers or text (dtype object is refused)"
        ) from None

    def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
        return file_error(path, what if entry is None else f"{what} (entry {entry})", cure)

    if "format" in arrays:
        return _matrix(data, path, problem)
    for key in KEYS:
        if key not in arrays:
            known = [name for name in arrays if name not in KEYS]
            hint = did_you_mean(key, known) if known else "the archive holds no other"
            raise file_error(
                path,
                f"there is no array {key!r}",
                f"a graph has num_vertices, src and dst (scipy.sparse.save_npz is read too); {hint}",
            )
    n = arrays.pop("num_vertices")
    if n.shape != () or n.dtype.kind not in "iu":
        raise file_error(path, f"num_vertices is {n.dtype} of shape {n.shape}", "it must be one integer")
    src, dst, weight = arrays.pop("src"), arrays.pop("dst"), arrays.pop("weight", None)
    if "about" in arrays and arrays["about"].shape == () and arrays["about"].dtype.kind == "U":
        del arrays["about"]
    try:  # everything but the weights' values, which `unit` does not look at
        Graph(n.item(), src, dst, vertex=arrays)
    except GraphError as error:
        raise file_error(path, str(error), "correct the arrays that the archive was saved from") from None
    if weight is not None and (weight.shape != src.shape or weight.dtype.kind not in "biuf"):
        raise file_error(
            path,
            f"weight is {weight.dtype} of shape {weight.shape}",
            f"expected real numbers of shape {src.shape}, one per edge",
        )
    return StoredEntries(n.item(), n.item(), src, dst, weight, None, arrays, problem)


def _matrix(data: bytes, path: Path, problem) -> StoredEntries:  # type: ignore[no-untyped-def]
    from scipy.sparse import load_npz

    try:
        matrix = load_npz(io.BytesIO(data))
        return stored_entries(matrix, problem)
    except InputError:
        raise
    except (ValueError, KeyError, NotImplementedError, IndexError, TypeError) as error:
        raise file_error(
            path, f"no sparse matrix can be made of it, {error}", "save it again with scipy.sparse.save_npz"
        ) from None
