"""Sparse matrices by name: the name defines the matrix, so every machine with NumPy generates the same one.

``rmat-12x16``
    2^12 rows, 16 draws per row by recursive quadrants, without repeated entries; a power law in rows and
    columns. Chakrabarti, Zhan and Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004.
``uniform-4096x16``
    4,096 rows, 16 draws per row from all columns.
``banded-4096x9``
    4,096 rows, 9 diagonals around the main diagonal; neighbouring rows read the same x.
``mesh-64x48``
    The five-point stencil of a grid of 64 x 48 points; symmetric and positive definite.
``dense_rows-4096x8``
    As uniform, but every 1,024th row is full: the worst case of one thread or one warp per row.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError, OptionError
from partitioners.plugins.registry import did_you_mean

if TYPE_CHECKING:
    import scipy.sparse

SIZES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "small": ("rmat-10x16", "uniform-2048x8", "banded-4096x9", "mesh-64x64", "dense_rows-2048x8"),
        "moderate": ("rmat-14x16", "uniform-16384x16", "mesh-224x224", "dense_rows-8192x8"),
        "medium": (
            "rmat-16x16",
            "uniform-65536x16",
            "banded-131072x9",
            "mesh-512x512",
            "dense_rows-32768x8",
        ),
        "large": ("rmat-20x24", "uniform-1048576x24", "mesh-2048x2048"),
    }
)
"""Sets for measurements: about 10^4, 2 10^5, 10^6 and 2 10^7 entries (250 MB and more with ``float64``)."""

_NAME = re.compile(r"(?P<kind>\w+)-(?P<first>[1-9]\d*)x(?P<second>[1-9]\d*)")
_DENSE_ROWS_APART = 1024
_MESH_DIAGONAL = 4.1


def real_csr(matrix: Any) -> Any:
    """The matrix in CSR, which must be a sparse one of real numbers.

    Raises
    ------
    InputError
        It is not sparse, or its values are complex or no numbers.
    """
    if not hasattr(matrix, "tocsr"):
        raise InputError(
            f"the matrix is a {type(matrix).__name__}; expected a sparse array of SciPy: "
            "scipy.sparse.csr_array(matrix)"
        )
    csr = matrix.tocsr()
    real_array(csr.data, "the matrix")
    return csr


def real_array(values: Any, name: str) -> NDArray[Any]:
    """The values as an array, which must be real numbers.

    Raises
    ------
    InputError
        They are complex or no numbers; the message begins with ``name``.
    """
    found = np.asarray(values)
    if found.dtype.kind not in "biuf":
        what = "complex values" if found.dtype.kind == "c" else f"values of type {found.dtype}"
        raise InputError(
            f"{name} has {what}; kernels need real numbers: take the real part or the absolute values"
        )
    return found


def is_generated(name: str) -> bool:
    """Whether a matrix with this name is generated, not read from a file."""
    found = _NAME.fullmatch(name)
    return found is not None and found["kind"] in _GENERATORS


def entries_at_most(name: str) -> int:
    """The number of entries drawn for a generated matrix; repeated entries are dropped."""
    kind, first, second = _parse(name)
    return _GENERATORS[kind][1](first, second)[1]


def generate_matrix(name: str) -> scipy.sparse.csr_array:
    """Generate a matrix by name: CSR, 32-bit indices, float64 values, standard normal except for meshes.

    Raises
    ------
    OptionError
        The kind is unknown, or the matrix is too large for 32-bit indices. O(m log m).
    """
    import scipy.sparse as sp

    kind, first, second = _parse(name)
    make, sizes = _GENERATORS[kind]
    rows, expected = sizes(first, second)
    if expected + rows >= 2**31:
        raise OptionError(
            f"matrix {name!r} would have {expected} entries, too many for 32-bit indices; make it smaller"
        )
    # The name is also the seed, so matrices with different names are independent.
    rng = np.random.default_rng(list(name.encode()))
    row, column = _distinct(*make(rng, first, second), rows)
    if kind == "mesh":
        value = np.where(row == column, _MESH_DIAGONAL, -1.0)
    else:
        value = rng.standard_normal(row.size)
    row_start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows))])
    return sp.csr_array((value, column.astype(np.int32), row_start.astype(np.int32)), shape=(rows, rows))


def search_levels(matrix: scipy.sparse.csr_array, most: int) -> int:
    """The number of levels of a search from the longest row along the entries, up to ``most``.

    O(m + n) besides a call of NumPy for each level.
    """
    start, column = matrix.indptr, matrix.indices
    lengths = np.diff(start)
    if not lengths.size or not lengths.max():
        return 0
    reached = np.zeros(max(matrix.shape), bool)
    frontier = np.array([int(lengths.argmax())])
    reached[frontier] = True
    levels = 0
    while frontier.size and levels < most:
        levels += 1
        count = lengths[frontier[frontier < lengths.size]]
        first = np.repeat(start[frontier[frontier < lengths.size]] - np.cumsum(count) + count, count)
        found = column[first + np.arange(count.sum())]
        frontier = np.unique(found[~reached[found]])
        reached[frontier] = True
    return levels


def content_hash(*arrays: Any) -> str:
    """A hash of the arrays' shapes, types and values; twelve hexadecimal digits."""
    digest = hashlib.sha256()
    for array in arrays:
        given = np.ascontiguousarray(array)
        digest.update(f"{given.shape} {given.dtype.str} ".encode())
        digest.update(given.data)
    return digest.hexdigest()[:12]


def matrix_hash(matrix: scipy.sparse.csr_array) -> str:
    """A hash of the pattern and values of a CSR matrix, for any types; twelve hexadecimal digits."""
    return content_hash(
        np.array(matrix.shape, np.int64),
        matrix.indptr.astype(np.int32),
        matrix.indices.astype(np.int32),
        matrix.data.astype(np.float64),
    )


def read_matrix(path: Any) -> scipy.sparse.csr_array:
    """Read a matrix from a Matrix Market file, plain or compressed, with both halves if it is symmetric.

    Raises
    ------
    InputError
        The file cannot be read, or does not have a matrix of real numbers.
    """
    import scipy.sparse as sp

    from partitioners.files.file_bytes import read_bytes
    from partitioners.files.formats import format_of, judge
    from partitioners.files.matrix_market import read_matrix_market

    data, limit = read_bytes(Path(path), judge)
    form = format_of(data, Path(path))
    if form != "Matrix Market":
        raise InputError(f"{path}: the format is {form}; expected a Matrix Market file")
    entries = read_matrix_market(data, Path(path))
    if entries.value is not None and np.iscomplexobj(entries.value):
        raise InputError(
            f"{path}: the values are complex; kernels need real numbers: store the absolute values"
        )
    limit.check_vertices(entries.rows + entries.columns)
    row, column, value = entries.expanded()
    matrix = sp.csr_array((value, (row, column)), shape=(entries.rows, entries.columns))
    matrix.sum_duplicates()
    return matrix.astype(np.float64)


def _parse(name: str) -> tuple[str, int, int]:
    found = _NAME.fullmatch(name)
    if found is None or found["kind"] not in _GENERATORS:
        kind = name.partition("-")[0]
        raise OptionError(
            f"unknown matrix {name!r}; {did_you_mean(kind, _GENERATORS)} followed by two sizes, such as "
            "rmat-12x16"
        )
    return found["kind"], int(found["first"]), int(found["second"])


Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


def _rmat(rng: np.random.Generator, scale: int, draws_of_row: int) -> Pairs:
    draws = draws_of_row << scale
    row, column = np.zeros(draws, np.int64), np.zeros(draws, np.int64)
    for _ in range(scale):
        quadrant = rng.random(draws, np.float32)
        lower = quadrant >= 0.57 + 0.19
        row = 2 * row + lower
        column = 2 * column + np.where(lower, quadrant >= 0.57 + 0.19 + 0.19, quadrant >= 0.57)
    return row, column


def _uniform(rng: np.random.Generator, rows: int, draws_of_row: int) -> Pairs:
    return np.repeat(np.arange(rows), draws_of_row), rng.integers(rows, size=rows * draws_of_row)


def _dense_rows(rng: np.random.Generator, rows: int, draws_of_row: int) -> Pairs:
    row, column = _uniform(rng, rows, draws_of_row)
    dense = np.arange(0, rows, _DENSE_ROWS_APART)
    return (
        np.concatenate([row, np.repeat(dense, rows)]),
        np.concatenate([column, np.tile(np.arange(rows), dense.size)]),
    )


def _banded(rng: np.random.Generator, rows: int, diagonals: int) -> Pairs:
    row = np.repeat(np.arange(rows), diagonals)
    column = row + np.tile(np.arange(diagonals) - diagonals // 2, rows)
    inside = (column >= 0) & (column < rows)
    return row[inside], column[inside]


def _mesh(rng: np.random.Generator, width: int, height: int) -> Pairs:
    point = np.arange(width * height)
    x, y = point % width, point // width
    near = [(point, point)]
    for step, inside in ((1, x < width - 1), (-1, x > 0), (width, y < height - 1), (-width, y > 0)):
        near.append((point[inside], point[inside] + step))
    row, column = (np.concatenate(each) for each in zip(*near, strict=True))
    return row, column


def _distinct(row: NDArray[np.int64], column: NDArray[np.int64], rows: int) -> Pairs:
    key = np.sort(row * rows + column)
    key = key[np.concatenate([[True], key[1:] != key[:-1]])]
    return key // rows, key % rows


_GENERATORS: dict[
    str, tuple[Callable[[np.random.Generator, int, int], Pairs], Callable[[int, int], tuple[int, int]]]
] = {
    # The generator, the number of rows from the two sizes, and the maximum number of entries.
    "rmat": (_rmat, lambda scale, draws: (1 << min(scale, 40), draws << min(scale, 40))),
    "uniform": (_uniform, lambda rows, draws: (rows, rows * draws)),
    "banded": (_banded, lambda rows, diagonals: (rows, rows * diagonals)),
    "mesh": (_mesh, lambda width, height: (width * height, 5 * width * height)),
    "dense_rows": (_dense_rows, lambda rows, draws: (rows, rows * (draws + 1 + rows // _DENSE_ROWS_APART))),
}
