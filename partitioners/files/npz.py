"""NumPy archives: the arrays of a graph, or a sparse matrix written by ``scipy.sparse.save_npz``.

The keys of a graph are ``num_vertices``, ``src``, ``dst`` and optionally ``weight`` and ``edge_bytes``.
``about`` is a text on the origin of the graph. Every other array has one value (or one row) per vertex and
becomes a vertex attribute with its name. The header of an array is checked before the array is read.
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
from partitioners.files.file_bytes import UNPACK, FileLimit, file_error
from partitioners.files.interchange import coo_entries
from partitioners.files.lines import shown
from partitioners.graph import Graph
from partitioners.plugins.registry import did_you_mean

KEYS = ("num_vertices", "src", "dst")
OF_EDGES = ("weight", "edge_bytes")
"""Further arrays of a graph with one number for each edge."""

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
    """The header of an array in an archive."""

    name: str
    file: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Archive:
    """The arrays of an ``.npz`` file; each is read on request.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    limit : FileLimit
        Limit on the bytes of all arrays that are read.

    Raises
    ------
    GraphFileError
        The archive is damaged, or has a member that is not an array. Pickles are never loaded.
    """

    def __init__(self, data: bytes, path: Path, limit: FileLimit) -> None:
        self.path = path
        self._limit = limit
        self._read = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            names = self._zip.namelist()
        except Exception as error:  # any exception of zipfile means that the file is invalid
            raise self._damaged(error) from None
        self.members = {member.name: member for member in map(self._member, names)}

    def check(self, name: str) -> None:
        """Check the size of an array before anything is allocated.

        Raises
        ------
        GraphFileError
            The array is larger than the limit or than its member.
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
            The array is damaged, or larger than the limit.
        """
        self.check(name)
        try:
            with self._zip.open(self.members[name].file) as stream:
                array = np.lib.format.read_array(stream, allow_pickle=False)
                stream.read()  # the checksum is verified at the end of the member
        except Exception as error:
            raise self._damaged(error) from None
        return array

    def _member(self, file: str) -> Member:
        name = file.removesuffix(".npy")
        try:
            with self._zip.open(file) as stream:
                begin = stream.read(6)
                if self.path.suffix.lower() != ".npz" and not file.endswith(".npy"):
                    raise file_error(
                        self.path, f"the file is a zip archive with {shown(file.encode())}", UNPACK
                    )
                if begin != np.lib.format.MAGIC_PREFIX:
                    raise file_error(
                        self.path, f"the member {file!r} is not an array", "save the archive with numpy.savez"
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
                "the .npz archive is compressed with an unsupported method",
                "save it with numpy.savez",
            )
        elif isinstance(error, RuntimeError) and "encrypted" in str(error):
            what, cure = "the .npz archive is encrypted", "save it again without a password"
        return file_error(self.path, what, cure)


def read_npz(data: bytes, path: Path, limit: FileLimit, *, weighed: bool = True) -> CooEntries:
    """Read the edges of an archive: of a graph in their order, of a sparse matrix in storage order.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    limit : FileLimit
        Limit on the bytes of the arrays.
    weighed : bool
        Whether the weights of edges are used; if not, the array may be anything.

    Raises
    ------
    GraphFileError
        An array is missing, has Python objects or a wrong shape, or an end is out of range. The message names
        the array.
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
                "expected the text that scipy.sparse.save_npz writes; rename an attribute with this name",
            )
        return _matrix(data, archive, problem)
    for key in KEYS:
        if key not in members:
            hint = did_you_mean(key, list(members)) if members else "it has no array"
            raise file_error(
                path,
                f"the archive has no array {key!r}",
                "a graph has num_vertices, src and dst (files of scipy.sparse.save_npz are also supported); "
                f"{hint}",
            )
    size = members["num_vertices"]
    if size.shape != () or size.dtype.kind not in "iu":
        raise file_error(path, f"num_vertices is {size.dtype} of shape {size.shape}", "expected one integer")
    n = archive.array("num_vertices").item()
    edges = members["src"].shape
    for name in ("src", "dst", *OF_EDGES):
        if name not in members or (name == "weight" and not weighed):
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
        if name in (*KEYS, *OF_EDGES) or (
            name == "about" and member.shape == () and member.dtype.kind == "U"
        ):
            continue
        if member.shape[:1] != (n,):
            raise file_error(
                path,
                f"vertex attribute {name!r} has shape {member.shape}; "
                f"its first axis must be num_vertices = {n}",
                "correct the arrays and save the archive again",
            )
        attributes[name] = archive.array(name)
    src, dst = archive.array("src"), archive.array("dst")
    weight = archive.array("weight") if "weight" in members and weighed else None
    carried = archive.array("edge_bytes") if "edge_bytes" in members else None
    limit.check_vertices(n)
    try:  # checks everything except the values of the weights, which `unit` does not use
        checked = Graph(n, src, dst, vertex=attributes, edge_bytes=carried)
    except GraphError as error:
        raise file_error(path, str(error), "correct the arrays and save the archive again") from None
    return CooEntries(n, n, src, dst, weight, None, attributes, problem, checked.edge_bytes)


def _matrix(data: bytes, archive: Archive, problem: Problem) -> CooEntries:
    from scipy.sparse import load_npz

    for name in _MATRIX_KEYS:
        if name in archive.members:
            archive.check(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # for an index that is not an integer
            return coo_entries(load_npz(io.BytesIO(data)), problem)
    except InputError:
        raise
    except Exception as error:  # for arrays that do not fit together: SciPy does not document the exceptions
        what = str(error).split("\n", 1)[0][:200]
        raise file_error(
            archive.path,
            f"the arrays do not form a sparse matrix, {what}",
            "save it again with scipy.sparse.save_npz",
        ) from None
