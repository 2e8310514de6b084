"""A sparse matrix-vector product by a vertex cut, one part a thread block: the SPAC paper's application.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017. Its graph has
a vertex for each element of x and of y and an edge for each entry of the matrix (section 5.2; here
:func:`partitioners.bipartite`); a cut of its edges says which thread block does which entries. *Job swapping*
(section 4) puts the entries into the order of the blocks, *data reordering* puts elements of x and y that one
block needs side by side. Each block loads what it needs into shared memory once; the block that needs most
sets the shared memory of all of them.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import check_variant
from partitioners.atomic_write import replacing
from partitioners.errors import InputError, OptionError
from partitioners.partition import Partition

if TYPE_CHECKING:
    import scipy.sparse

MAX_LOCAL = 2**16
"""Entries name rows and columns of their block in 16 bits."""


@dataclass(frozen=True, eq=False)
class SpacApplication:
    """The prepared arrays of a product y = A x, one part a thread block.

    Positions are those of reordered data: ``x[column_order]`` is the x that the kernels read, and the y that
    they write is ``y[row_order]``.

    Attributes
    ----------
    entry_start : ndarray of int32, shape (parts + 1,)
        The entries of part p are ``entry_start[p] .. entry_start[p + 1] - 1``, sorted by row, then by column.
    entry_order : ndarray of int64, shape (m,)
        Which entry of the matrix (CSR order) stands at each place: the schedule of job swapping.
    local_row, local_column : ndarray of uint16, shape (m,)
        The entry's row in its part's ``row_list``, its column in the part's ``column_list``.
    value : ndarray of float64, shape (m,)
    row_start, column_start : ndarray of int32, shape (parts + 1,)
        Where each part's list begins.
    row_list, column_list : ndarray of int32
        The positions that each part needs, in rising order. A row that other parts need as well stands as
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
        """Elements of x and y in shared memory (``read_only``: of y alone) of the part that needs most."""
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
        """Read what :meth:`save` wrote.

        Raises
        ------
        InputError
            The file cannot be read, or lacks an array.
        """
        try:
            with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
                return cls(**{each.name: archive[each.name] for each in fields(cls)})
        except KeyError as error:
            raise InputError(f"{path}: holds no SPAC application: {error.args[0]}") from None
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
        Taken in CSR order, as :func:`partitioners.bipartite` takes a CSR matrix.
    partition : EdgePartition
        Of its bipartite graph, one edge an entry; the weight of the edges does not matter.
    real, cache, shared_bytes
        The type of the elements, what is held in shared memory, and how much of it a block may have.
    oversize : "split" or "error"
        A part that needs more: halve its entries until each fits, or refuse it.
    reorder : "each", "same" or "none"
        Data reordering: x and y each in an order of its own, both in the same (square matrices; what the
        conjugate gradient method needs), or as they are.

    Raises
    ------
    OptionError
        The partition is of another graph, an unknown option, a part that does not fit. O(m log m).
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
            f"reorder is 'same' and the matrix has {rows} rows and {columns} columns; use 'each'"
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
                f"part {most} needs {int(demand[most])} elements of shared memory and a block has room for "
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
    """How many distinct vertices each part has."""
    return np.bincount(_pairs(part, vertex, size) // max(size, 1), minlength=parts)


def _pairs(part: NDArray[Any], vertex: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Every pair of a part and a vertex that it has, once, sorted, as part * size + vertex."""
    key = np.sort(part * size + vertex)
    return key[np.concatenate([[True], key[1:] != key[:-1]])] if key.size else key


def _positions(
    part: NDArray[Any], vertex: NDArray[Any], size: int, parts: int, reorder: str
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Vertices in the order of the first part that has them: the vertex at a position, and its inverse."""
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
    """For each part the vertices that it has, and for each entry the place of its own in that list."""
    pairs = _pairs(part, vertex, size)
    start = np.searchsorted(pairs, np.arange(parts + 1) * size)
    local = np.searchsorted(pairs, part * size + vertex) - start[part]
    return start.astype(np.int32), (pairs % max(size, 1)).astype(np.int32), local.astype(np.uint16)
