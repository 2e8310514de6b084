"""A sparse matrix-vector product with a vertex cut, one part per thread block: the SPAC paper's application.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017. The graph has
a vertex for each element of x and y, and an edge for each entry of the matrix (section 5.2; here
:func:`partitioners.bipartite`). A cut of the edges assigns the entries to thread blocks. *Job swapping*
(section 4) sorts the entries by block. *Data reordering* puts the elements of x and y that a block needs next
to each other. Each block loads these elements into shared memory once. The block that needs most elements
determines the shared memory of all blocks.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import check_variant
from gpu.launch import blocks_for
from partitioners.atomic_write import replacing
from partitioners.errors import InputError, OptionError
from partitioners.partition import Partition

if TYPE_CHECKING:
    import scipy.sparse

MAX_LOCAL = 2**16
"""Maximum number of rows or columns of a block, since entries store them in 16 bits."""

ENTRIES_PER_THREAD = 10
"""Entries of a part over threads of its block in the paper: k = 205 for mc2depi (Fig. 4) is its number of
entries over 10 x 1,024."""

MOST_ENTRIES_PER_THREAD = 64


def spac_parts(entries: int, *, block_size: int = 256, entries_per_thread: int = ENTRIES_PER_THREAD) -> int:
    """The number of parts to cut a matrix into, ceil(entries / (entries_per_thread block_size)), at least 1.

    Parameters
    ----------
    entries : int
        Entries of the matrix.
    block_size : int
        Threads of the block that processes a part; a multiple of 32 up to 1024.
    entries_per_thread : int
        Mean number of entries that each thread processes, 1 to 64.

    Raises
    ------
    OptionError
        A size is out of range.
    """
    check_variant("float32", block_size)
    whole = isinstance(entries_per_thread, int) and not isinstance(entries_per_thread, bool)
    if not whole or not 1 <= entries_per_thread <= MOST_ENTRIES_PER_THREAD:
        raise OptionError(
            f"entries_per_thread is {entries_per_thread!r}; "
            f"choose an integer from 1 to {MOST_ENTRIES_PER_THREAD}"
        )
    return max(1, blocks_for(entries, entries_per_thread * block_size))


@dataclass(frozen=True, eq=False)
class SpacApplication:
    """The prepared arrays of a product y = A x, with one part per thread block.

    Positions refer to reordered data: the kernels read ``x[column_order]`` and write ``y[row_order]``.

    Attributes
    ----------
    entry_start : ndarray of int32, shape (parts + 1,)
        The entries of part p are ``entry_start[p] .. entry_start[p + 1] - 1``, sorted by row, then by column.
    entry_order : ndarray of int64, shape (m,)
        The entry of the matrix (CSR order) at each place, which is the schedule of job swapping.
    local_row, local_column : ndarray of uint16, shape (m,)
        Index of the entry's row in its part's ``row_list``, and of its column in ``column_list``.
    value : ndarray of float64, shape (m,)
    row_start, column_start : ndarray of int32, shape (parts + 1,)
        Start of each part's list.
    row_list, column_list : ndarray of int32
        The positions that each part needs, in ascending order. A row that other parts also need is stored as
        ``~row``.
    row_order, column_order : ndarray of int32, shapes (rows,) and (columns,)
        The row and the column of the matrix at each position.
    """

    entry_start: NDArray[np.int32]
    entry_order: NDArray[np.int64]
    local_row: NDArray[np.uint16]
    local_column: NDArray[np.uint16]
    value: NDArray[np.float64]
    row_start: NDArray[np.int32]
    column_start: NDArray[np.int32]
    row_list: NDArray[np.int32]
    column_list: NDArray[np.int32]
    row_order: NDArray[np.int32]
    column_order: NDArray[np.int32]

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"SpacApplication({rows} x {columns}, entries={self.value.size}, parts={self.parts})"

    @property
    def parts(self) -> int:
        """The number of thread blocks."""
        return self.entry_start.size - 1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        return self.row_order.size, self.column_order.size

    @property
    def column(self) -> NDArray[np.int32]:
        """The column position of each entry, shape (m,)."""
        part = np.repeat(np.arange(self.parts), np.diff(self.entry_start))
        return self.column_list[self.column_start[part] + self.local_column]

    def shared_elements(self, x_in: Literal["shared", "read_only"]) -> int:
        """Maximum over the parts of the elements of x and y in shared memory (``read_only``: only of y)."""
        demand = np.diff(self.row_start)
        if x_in == "shared":
            demand = demand + np.diff(self.column_start)
        return int(demand.max(initial=0))

    def save(self, path: str | Path) -> None:
        """Write all arrays to an ``.npz`` file, each under its name.

        Raises
        ------
        InputError
            The file cannot be written.
        """
        with replacing(path) as part, part.open("wb") as stream:
            np.savez(stream, **{each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def load(cls, path: str | Path) -> SpacApplication:
        """Read a file of :meth:`save`.

        Raises
        ------
        InputError
            The file cannot be read, or lacks an array.
        """
        try:
            with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
                return cls(**{each.name: archive[each.name] for each in fields(cls)})
        except KeyError as error:
            raise InputError(f"{path}: not a SPAC application: {error.args[0]}") from None
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            raise InputError(f"{path}: cannot be read as .npz: {error}") from None


def spac_application(
    matrix: scipy.sparse.sparray,
    partition: Partition,
    *,
    dtype: str = "float32",
    x_in: Literal["shared", "read_only"] = "shared",
    shared_bytes: int = 48 * 1024,
    oversize: Literal["split", "error"] = "split",
    reorder: Literal["each", "same", "none"] = "each",
) -> SpacApplication:
    """Prepare a product for a vertex cut of ``partitioners.bipartite(matrix)``.

    Parameters
    ----------
    matrix : sparse array
        The matrix, whose entries are used in CSR order, as in :func:`partitioners.bipartite`.
    partition : EdgePartition
        Partition of its bipartite graph, which has one edge per entry. The weights of edges are ignored.
    real, cache, shared_bytes
        Type of the elements, the data in shared memory, and the maximum shared memory of a block.
    oversize : "split" or "error"
        Treatment of parts that need more shared memory: halve their entries until each part fits, or raise an
        error.
    reorder : "each", "same" or "none"
        Data reordering: separate orders for x and y, the same order for both (only square matrices; the
        conjugate gradient method needs it), or no reordering.

    Raises
    ------
    OptionError
        The partition is of a different graph, an option is unknown, or a part does not fit. O(m log m).
    """
    check_variant(dtype, 256)
    for name, given, known in (
        ("x_in", x_in, ("shared", "read_only")),
        ("oversize", oversize, ("split", "error")),
        ("reorder", reorder, ("each", "same", "none")),
    ):
        if given not in known:
            raise OptionError(f"{name} is {given!r}; choose one of {', '.join(known)}")
    coo = matrix.tocsr().tocoo()
    rows, columns = coo.shape
    row, column = (np.asarray(each, np.int64) for each in coo.coords)
    _check_partition(partition, rows, columns, row, column)
    if reorder == "same" and rows != columns:
        raise OptionError(
            f"reorder is 'same', but the matrix has {rows} rows and {columns} columns; use 'each'"
        )

    limit = min(shared_bytes // np.dtype(dtype).itemsize, MAX_LOCAL)
    part = partition.cluster_of_edge.astype(np.int64)
    parts = partition.parts
    while True:
        # Entries in order of part, row and column; a part's two halves are its upper and its lower rows.
        order = np.lexsort((column, row, part))
        start = np.searchsorted(part[order], np.arange(parts + 1))
        rows_of, columns_of = _distinct(part, row, rows, parts), _distinct(part, column, columns, parts)
        demand = rows_of + columns_of if x_in == "shared" else rows_of
        too_large = np.flatnonzero((demand > limit) | (columns_of > MAX_LOCAL))
        if too_large.size == 0:
            break
        most = int(too_large[np.argmax(demand[too_large])])
        if oversize == "error" or start[most + 1] - start[most] < 2:
            raise OptionError(
                f"part {most} needs {int(demand[most])} elements of shared memory, but a block has only "
                f"{limit} ({shared_bytes} bytes of {dtype}); cut the matrix into more parts, or use "
                "oversize='split'"
            )
        for new, old in enumerate(too_large, parts):
            middle = (start[old] + start[old + 1]) // 2
            part[order[middle : start[old + 1]]] = new
        parts += too_large.size

    row_order, row_position = _positions(part, row, rows, parts, reorder)
    column_order, column_position = _positions(part, column, columns, parts, reorder)
    if reorder == "same":
        both_parts, both = np.concatenate([part, part]), np.concatenate([row, column])
        row_order, row_position = _positions(both_parts, both, rows, parts, reorder)
        column_order, column_position = row_order, row_position
    new_row, new_column = row_position[row], column_position[column]
    order = np.lexsort((new_column, new_row, part))
    sorted_part = part[order]
    row_start, row_list, local_row = _lists(sorted_part, new_row[order], rows, parts)
    column_start, column_list, local_column = _lists(sorted_part, new_column[order], columns, parts)
    shared_by = np.bincount(row_list, minlength=rows)
    return SpacApplication(
        entry_start=np.searchsorted(sorted_part, np.arange(parts + 1)).astype(np.int32),
        entry_order=order,
        local_row=local_row,
        local_column=local_column,
        value=np.asarray(coo.data, np.float64)[order],
        row_start=row_start,
        column_start=column_start,
        row_list=np.where(shared_by[row_list] > 1, ~row_list, row_list),
        column_list=column_list,
        row_order=row_order,
        column_order=column_order,
    )


def _check_partition(partition: Partition, rows: int, columns: int, row: Any, column: Any) -> None:
    graph = partition.graph
    same = graph.num_vertices == rows + columns and graph.num_edges == row.size
    if not same or not np.array_equal(graph.src, row) or not np.array_equal(graph.dst, column + rows):
        raise OptionError(
            f"the partition is of the graph {graph.name!r}, which is not the bipartite graph of this matrix "
            "in CSR order; cut partitioners.bipartite(matrix.tocsr())"
        )


def _distinct(part: NDArray[Any], vertex: NDArray[Any], size: int, parts: int) -> NDArray[np.int64]:
    """The number of distinct vertices of each part."""
    return np.bincount(_pairs(part, vertex, size) // max(size, 1), minlength=parts)


def _pairs(part: NDArray[Any], vertex: NDArray[Any], size: int) -> NDArray[np.int64]:
    """The sorted distinct pairs of a part and one of its vertices, as part * size + vertex."""
    key = np.sort(part * size + vertex)
    return key[np.concatenate([[True], key[1:] != key[:-1]])] if key.size else key


def _positions(
    part: NDArray[Any], vertex: NDArray[Any], size: int, parts: int, reorder: str
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The vertices in the order of the first part that has them, and the inverse permutation."""
    first = np.full(size, parts, np.int64)
    if reorder != "none":
        np.minimum.at(first, vertex, part)
    order = np.argsort(first, kind="stable")
    position = np.empty(size, np.int64)
    position[order] = np.arange(size)
    return order.astype(np.int32), position


def _lists(
    part: NDArray[Any], vertex: NDArray[Any], size: int, parts: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint16]]:
    """The list of vertices of each part, and the index of each entry's vertex in this list."""
    pairs = _pairs(part, vertex, size)
    start = np.searchsorted(pairs, np.arange(parts + 1) * size)
    local = np.searchsorted(pairs, part * size + vertex) - start[part]
    return start.astype(np.int32), (pairs % max(size, 1)).astype(np.int32), local.astype(np.uint16)
