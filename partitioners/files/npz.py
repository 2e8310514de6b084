"""NumPy archives: a graph by its arrays, or a sparse matrix as ``scipy.sparse.save_npz`` writes it.

A graph's keys are ``num_vertices``, ``src``, ``dst``, perhaps ``weight``; every other array holds one value
(or one row) for each vertex and is a vertex attribute of that name, but for ``about``, a text on where the
graph comes from. The header of an array is looked at before the array is read.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError, GraphFileError, InputError
from partitioners.files.coo_entries import CooEntries, Problem
from partitioners.files.file_bytes import FileLimit, file_error
from partitioners.files.interchange import coo_entries
from partitioners.graph import Graph
from partitioners.registry import did_you_mean

KEYS = ("num_vertices", "src", "dst")
_MATRIX_KEYS = (
    "format",
    "shape",
    "data",
    "indices",
    "indptr",
    "row",
    "col",
    "coords",
    "offsets",
    "_is_array",
)


class Member(NamedTuple):
    """An array of an archive, by its header."""

    name: str
    file: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Archive:
    """The arrays of an ``.npz`` file; each is read when it is asked for.

    Parameters
    ----------
    data : bytes
    path : Path
        For messages.
    limit : FileLimit
        Of the bytes of all arrays that are read.

    Raises
    ------
    GraphFileError
        The archive is damaged, or has a member that is no array. No pickle is ever loaded.
    """

    def __init__(self, data: bytes, path: Path, limit: FileLimit) -> None:
        self.path = path
        self._limit = limit
        self._read = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            names = self._zip.namelist()
        except Exception as error:  # whatever zipfile raises, the file is at fault
            raise self._damaged(error) from None
        self.members = {member.name: member for member in map(self._member, names)}

    def check(self, name: str) -> None:
        """Refuse an array that is larger than the limit, or than its member: before anything is allocated.

        Raises
        ------
        GraphFileError
        """
        member = self.members[name]
        size = member.dtype.itemsize
        for length in member.shape:
            size *= length
        self._read += size
        self._limit.check(self._read, f"the arrays up to {name!r} take {self._read:,} bytes")
        if size > self._zip.getinfo(member.file).file_size:
            raise self._damaged()

    def array(self, name: str) -> NDArray[Any]:
        """Read one array.

        Raises
        ------
        GraphFileError
            It is damaged, or larger than the limit.
        """
        self.check(name)
        try:
            with self._zip.open(self.members[name].file) as stream:
                array = np.lib.format.read_array(stream, allow_pickle=False)
                stream.read()  # the checksum is looked at where the member ends
        except Exception as error:
            raise self._damaged(error) from None
        return array

    def _member(self, file: str) -> Member:
        name = file.removesuffix(".npy")
        try:
            with self._zip.open(file) as stream:
                begin = stream.read(6)
                if begin != np.lib.format.MAGIC_PREFIX:
                    raise file_error(
                        self.path, f"the member {file!r} is no array", "save the archive with numpy.savez"
                    )
                version = tuple(stream.read(2))
                read_header = (
                    np.lib.format.read_array_header_1_0
                    if version == (1, 0)
                    else np.lib.format.read_array_header_2_0
                )
                shape, _, dtype = read_header(stream)
        except InputError:
            raise
        except Exception as error:
            raise self._damaged(error) from None
        if dtype.hasobject:
            raise file_error(
                self.path,
                f"the array {name!r} holds Python objects",
                "save arrays of numbers or text (dtype object is refused)",
            )
        if any(length < 0 for length in shape):
            raise self._damaged()
        return Member(name, file, shape, dtype)

    def _damaged(self, error: Exception | None = None) -> GraphFileError:
        what, cure = "the .npz archive is damaged or cut short", "copy or download it again"
        if isinstance(error, NotImplementedError):
            what, cure = (
                "the .npz archive is compressed in a way that is not read",
                "save it with numpy.savez",
            )
        elif isinstance(error, RuntimeError) and "encrypted" in str(error):
            what, cure = "the .npz archive is encrypted", "save it without a password"
        return file_error(self.path, what, cure)


def read_npz(data: bytes, path: Path, limit: FileLimit) -> CooEntries:
    """The edges of an archive: a graph's in their order, a sparse matrix's in the order of its storage.

    Parameters
    ----------
    data : bytes
    path : Path
        For messages.
    limit : FileLimit
        Of the bytes of the arrays.

    Raises
    ------
    GraphFileError
        Naming the array: one that is missing, of Python objects, of a wrong shape, an end out of range.
    """
    archive = Archive(data, path, limit)
    members = archive.members

    def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
        return file_error(path, what if entry is None else f"{what} (entry {entry})", cure)

    if "format" in members:
        form = members["format"]
        if form.shape != () or form.dtype.kind not in "SU":
            raise file_error(
                path,
                f"format is {form.dtype} of shape {form.shape}",
                "it must be the text that scipy.sparse.save_npz writes; rename an attribute of this name",
            )
        return _matrix(data, archive, problem)
    for key in KEYS:
        if key not in members:
            known = [name for name in members if name not in KEYS]
            hint = did_you_mean(key, known) if known else "the archive holds no other"
            raise file_error(
                path,
                f"there is no array {key!r}",
                f"a graph has num_vertices, src and dst (scipy.sparse.save_npz is read too); {hint}",
            )
    size = members["num_vertices"]
    if size.shape != () or size.dtype.kind not in "iu":
        raise file_error(
            path, f"num_vertices is {size.dtype} of shape {size.shape}", "it must be one integer"
        )
    n = archive.array("num_vertices").item()
    edges = members["src"].shape
    for name in ("src", "dst", "weight"):
        if name not in members:
            continue
        wanted, kinds = ("real numbers", "biuf") if name == "weight" else ("integers", "iu")
        found = members[name]
        if found.shape != edges or len(edges) != 1 or (found.dtype.kind not in kinds and edges != (0,)):
            raise file_error(
                path,
                f"{name} is {found.dtype} of shape {found.shape}",
                f"expected {wanted} of shape {edges if len(edges) == 1 else '(edges,)'}, one per edge",
            )
    attributes = {}
    for name, member in members.items():
        if name in (*KEYS, "weight") or (name == "about" and member.shape == () and member.dtype.kind == "U"):
            continue
        if member.shape[:1] != (n,):
            raise file_error(
                path,
                f"vertex attribute {name!r} has shape {member.shape}; "
                f"its first axis must be num_vertices = {n}",
                "correct the arrays that the archive was saved from",
            )
        attributes[name] = archive.array(name)
    src, dst = archive.array("src"), archive.array("dst")
    weight = archive.array("weight") if "weight" in members else None
    limit.check_vertices(n)
    try:  # everything but the weights' values, which `unit` does not look at
        Graph(n, src, dst, vertex=attributes)
    except GraphError as error:
        raise file_error(path, str(error), "correct the arrays that the archive was saved from") from None
    return CooEntries(n, n, src, dst, weight, None, attributes, problem)


def _matrix(data: bytes, archive: Archive, problem: Problem) -> CooEntries:
    from scipy.sparse import load_npz

    for name in _MATRIX_KEYS:
        if name in archive.members:
            archive.check(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of an index that is no integer
            return coo_entries(load_npz(io.BytesIO(data)), problem)
    except InputError:
        raise
    except Exception as error:  # of arrays that do not fit together: nothing says which exceptions
        what = str(error).split("\n", 1)[0][:200]
        raise file_error(
            archive.path,
            f"no sparse matrix can be made of it, {what}",
            "save it again with scipy.sparse.save_npz",
        ) from None
