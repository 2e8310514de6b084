"""A sparse matrix-vector product with a vertex cut, one part per thread block: the SPAC paper's application.

Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017. The graph has
a vertex for each element of x and y, and an edge for each entry of the matrix (section 5.2; here
:func:`numasim.bipartite`). A cut of the edges assigns the entries to thread blocks. *Job swapping*
(section 4) sorts the entries by block. *Data reordering* puts the elements of x and y that a block needs next
to each other. Each block loads these elements into shared memory once. The block that needs most elements
determines the shared memory of all blocks.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import check_variant
from gpu.launch import blocks_for
from gpu.matrices import real_csr
from gpu.programs.block_application import (
    MAX_LOCAL,
    Uses,
    block_application,
    positions_of,
    split_parts,
)
from partitioners.errors import InputError, OptionError
from partitioners.partition import Partition
from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    import scipy.sparse

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
        Index of the entry's row in its part's own rows followed by its list, and of its column likewise.
    value : ndarray of float64, shape (m,)
    own_columns : ndarray of int32, shape (parts, 2)
        First position, and position after the last, of each part's own columns.
    own_rows, stored_rows : ndarray of int32, shape (parts, 2)
        The same for its own rows, and for those of them that no other part has.
    row_start, column_start : ndarray of int32, shape (parts + 1,)
        Start of each part's list.
    row_list, column_list : ndarray of int32
        The positions that each part needs and does not own, in ascending order.
    row_order, column_order : ndarray of int32, shapes (rows,) and (columns,)
        The row and the column of the matrix at each position.
    """

    entry_start: NDArray[np.int32]
    entry_order: NDArray[np.int64]
    local_row: NDArray[np.uint16]
    local_column: NDArray[np.uint16]
    value: NDArray[np.float64]
    own_rows: NDArray[np.int32]
    stored_rows: NDArray[np.int32]
    own_columns: NDArray[np.int32]
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
    def row(self) -> NDArray[np.int32]:
        """The row position of each entry, shape (m,)."""
        return self._position(self.local_row, self.own_rows, self.row_start, self.row_list)

    @property
    def column(self) -> NDArray[np.int32]:
        """The column position of each entry, shape (m,)."""
        return self._position(self.local_column, self.own_columns, self.column_start, self.column_list)

    def _position(
        self, local: NDArray[Any], own: NDArray[Any], start: NDArray[Any], listed: NDArray[Any]
    ) -> NDArray[np.int32]:
        return positions_of(local, own, start, listed, self.entry_start)

    @property
    def part(self) -> NDArray[np.int32]:
        """What the kernels read of each part, shape (parts, 16): the fields in spmv_spac.cu, then zeros."""
        fields_of_part = (
            *(self.entry_start[:-1], self.entry_start[1:], *self.own_columns.T),
            *(self.column_start[:-1], self.column_start[1:], *self.own_rows.T, *self.stored_rows.T),
            *(self.row_start[:-1], self.row_start[1:]),
        )
        table = np.zeros((self.parts, 16), np.int32)
        table[:, : len(fields_of_part)] = np.stack(fields_of_part, axis=1)
        return table

    def shared_elements(self, x_in: Literal["shared", "read_only"]) -> int:
        """Maximum over the parts of the elements of x and y in shared memory (``read_only``: only of y)."""
        demand = np.diff(self.row_start) + np.diff(self.own_rows)[:, 0]
        if x_in == "shared":
            demand = demand + np.diff(self.column_start) + np.diff(self.own_columns)[:, 0]
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
    """Prepare a product for a vertex cut of ``numasim.bipartite(matrix)``.

    Parameters
    ----------
    matrix : sparse array
        The matrix, whose entries are used in CSR order, as in :func:`numasim.bipartite`.
    partition : EdgePartition
        Partition of its bipartite graph, which has one edge per entry. The weights of edges are ignored.
    dtype, x_in, shared_bytes
        Type of the elements, the data in shared memory, and the maximum shared memory of a block.
    oversize : "split" or "error"
        Treatment of parts that need more shared memory: halve their entries until each part fits, or raise an
        error.
    reorder : "each", "same" or "none"
        Data reordering: separate orders for x and y, the same order for both (only square matrices; the
        conjugate gradient method needs it), or no reordering. Without it a part owns nothing, and lists all.

    Raises
    ------
    OptionError
        The partition is of a different graph, an option is unknown, or a part does not fit. O(m log m).
    InputError
        The matrix is not a sparse one of real numbers.
    """
    check_variant(dtype, 256)
    for name, given, known in (
        ("x_in", x_in, ("shared", "read_only")),
        ("oversize", oversize, ("split", "error")),
        ("reorder", reorder, ("each", "same", "none")),
    ):
        if given not in known:
            raise OptionError(f"{name} is {given!r}; choose one of {', '.join(known)}")
    coo = real_csr(matrix).tocoo()
    rows, columns = coo.shape
    row, column = (np.asarray(each, np.int64) for each in coo.coords)
    _check_partition(partition, rows, columns, row, column)
    if reorder == "same" and rows != columns:
        raise OptionError(
            f"reorder is 'same', but the matrix has {rows} rows and {columns} columns; use 'each'"
        )

    limit = min(shared_bytes // np.dtype(dtype).itemsize, MAX_LOCAL)
    uses = {"row": Uses(rows, [row], is_written=True), "column": Uses(columns, [column])}

    def excess(used: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64]:
        demand = used["row"] + used["column"] if x_in == "shared" else used["row"]
        return np.maximum(demand - limit, used["column"] - MAX_LOCAL)

    def refuse(part: int, over: int, alone: bool) -> OptionError | None:
        if oversize == "split" and not alone:
            return None
        advice = "cut the matrix into more parts, or use oversize='split'"
        return OptionError(
            f"part {part} needs {limit + over} elements of shared memory, but a block has only "
            f"{limit} ({shared_bytes} bytes of {dtype}); "
            + ("the part has a single entry, so shared_bytes must be larger" if alone else advice)
        )

    part, parts = split_parts(partition.cluster_of_edge, partition.parts, uses, excess, refuse)
    blocks = block_application(part, parts, uses, reorder=reorder)
    of_rows, of_columns = blocks.arrays["row"], blocks.arrays["column"]
    return SpacApplication(
        entry_start=blocks.task_start,
        entry_order=blocks.task_order,
        local_row=of_rows.local[0],
        local_column=of_columns.local[0],
        value=np.asarray(coo.data, np.float64)[blocks.task_order],
        own_rows=of_rows.own,
        stored_rows=of_rows.exclusive,
        own_columns=of_columns.own,
        row_start=of_rows.start,
        column_start=of_columns.start,
        row_list=of_rows.listed,
        column_list=of_columns.listed,
        row_order=of_rows.order,
        column_order=of_columns.order,
    )


def _check_partition(partition: Partition, rows: int, columns: int, row: Any, column: Any) -> None:
    graph = partition.graph
    same = graph.num_vertices == rows + columns and graph.num_edges == row.size
    if not same or not np.array_equal(graph.src, row) or not np.array_equal(graph.dst, column + rows):
        raise OptionError(
            f"the partition is of the graph {graph.name!r}, which is not the bipartite graph of this matrix "
            "in CSR order; cut numasim.bipartite(matrix.tocsr())"
        )
