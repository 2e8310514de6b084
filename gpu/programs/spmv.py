"""y = A x on a back end: a matrix in the format of a kernel, ready for products with vectors.

Each kernel needs a different format of the matrix. An operator holds this format in the memory of a back end,
and makes the launches of a product.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import check_variant
from gpu.launch import Backend, blocks_for
from gpu.matrices import real_array, real_csr
from gpu.programs.spac_application import SpacApplication
from partitioners.errors import InputError, OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean

if TYPE_CHECKING:
    import scipy.sparse

Apply = Callable[[Any, Any], None]


class SpmvOperator:
    """A matrix in the memory of a back end, in the format of one kernel; built by :func:`spmv_operator`.

    Attributes
    ----------
    method : str
    backend : Backend
    dtype, block_size
        Type of entries and block size of the kernel.
    shape : tuple of int
        Rows and columns of the matrix.
    """

    def __init__(
        self, method: str, backend: Backend, dtype: str, block_size: int, matrix: Any, application: Any
    ) -> None:
        self.method = method
        self.backend = backend
        self.dtype = dtype
        self.block_size = block_size
        self._row_order = self._column_order = None
        if application is not None:
            self.shape = application.shape
            self._row_order, self._column_order = application.row_order, application.column_order
            self._apply = _of_application(self, application)
        else:
            self.shape = matrix.shape
            self._apply = _LAYOUTS[method](self, matrix)

    def apply(self, x: Any, y: Any) -> None:
        """Compute one product y = A x.

        Parameters
        ----------
        x, y : arrays of the back end
            ``x`` from :meth:`vector` (or an earlier y), ``y`` from ``backend.zeros(rows, dtype)``.
        """
        self._apply(x, y)

    def vector(self, x: NDArray[Any]) -> Any:
        """Copy x, shape (columns,), to an array of the back end, in the order that the kernel needs."""
        values = real_array(x, "x").astype(self.dtype)
        if values.shape != (self.shape[1],):
            raise OptionError(f"x has shape {values.shape}, but the matrix has {self.shape[1]} columns")
        return self.backend.array(values if self._column_order is None else values[self._column_order])

    def result(self, y: Any) -> NDArray[Any]:
        """Copy the result of :meth:`apply`, shape (rows,), in the order of the matrix's rows."""
        values = self.backend.numpy(y)
        if self._row_order is None:
            return values
        ordered = np.empty_like(values)
        ordered[self._row_order] = values
        return ordered

    def keeps_order(self) -> bool:
        """Whether x and y are in the same order, so that a y can be the next x."""
        rows, columns = self._row_order, self._column_order
        return rows is columns if rows is None or columns is None else np.array_equal(rows, columns)

    def kernel(self, name: str) -> Any:
        """Compile a kernel with the same back end, type and block size."""
        return self.backend.kernel(name, dtype=self.dtype, block_size=self.block_size)

    def array(self, values: Any, dtype: str) -> Any:
        """Copy values to the memory of the back end."""
        return self.backend.array(np.asarray(values).astype(dtype, copy=False))


def spmv_operator(
    matrix: scipy.sparse.sparray | SpacApplication,
    method: str,
    backend: Backend,
    *,
    dtype: str = "float32",
    block_size: int = 256,
) -> SpmvOperator:
    """Convert a matrix to the format of a kernel.

    Parameters
    ----------
    matrix : sparse array, or SpacApplication for the SPAC methods
    method : str
        One of :data:`SPMV_METHODS`.
    dtype : "float32" or "float64"

    Raises
    ------
    UnknownNameError, OptionError
        The method is unknown, or needs a SPAC application instead of a matrix, or a matrix instead of one.
    InputError
        The matrix is not a sparse one of real numbers, or has too many rows, columns or entries for 32-bit
        indices.
    """
    check_variant(dtype, block_size)
    if method not in SPMV_METHODS:
        raise UnknownNameError(f"unknown SpMV method {method!r}; {did_you_mean(method, SPMV_METHODS)}")
    if isinstance(matrix, SpacApplication) != (method not in _LAYOUTS):
        wanted = "a sparse matrix" if method in _LAYOUTS else "a SpacApplication (gpu.spac_application)"
        raise OptionError(f"SpMV method {method!r} takes {wanted}, got {type(matrix).__name__}")
    if isinstance(matrix, SpacApplication):
        return SpmvOperator(method, backend, dtype, block_size, None, matrix)
    csr = real_csr(matrix)
    if max(*csr.shape, csr.nnz) + csr.shape[0] >= 2**31:
        raise InputError(
            f"the matrix has the shape {csr.shape} and {csr.nnz} entries, too many for 32-bit indices"
        )
    return SpmvOperator(method, backend, dtype, block_size, csr, None)


def product_error(matrix: Any, x: NDArray[Any], y: NDArray[Any], dtype: str) -> float:
    """The largest error of an element of y = A x over the error that rounding to a type allows.

    A row of n entries may have an error of (8 + 4 sqrt(n)) half units in the last place of the sum of its
    terms' magnitudes, for rounding of the inputs and of sums in any order. NaN if an element of y is NaN.
    """
    allowed = 0.5 * np.finfo(dtype).eps * (8 + 4 * np.sqrt(np.diff(matrix.indptr))) * (abs(matrix) @ abs(x))
    # np.max propagates NaN.
    return float(np.max(np.abs(y - matrix @ x) / (allowed + np.finfo(dtype).tiny), initial=0.0))


def _csr(kernel: str, threads_of_row: int) -> Callable[[SpmvOperator, Any], Apply]:
    def lay_out(operator: SpmvOperator, csr: Any) -> Apply:
        launch = operator.kernel(kernel)
        rows = csr.shape[0]
        blocks = blocks_for(rows * threads_of_row, operator.block_size)
        matrix = (
            operator.array(csr.indptr, "int32"),
            operator.array(csr.indices, "int32"),
            operator.array(csr.data, operator.dtype),
        )
        return lambda x, y: launch(blocks, rows, *matrix, x, y)

    return lay_out


def _coordinates(operator: SpmvOperator, csr: Any) -> tuple[Any, Any, Any]:
    return (
        operator.array(np.repeat(np.arange(csr.shape[0]), np.diff(csr.indptr)), "int32"),
        operator.array(csr.indices, "int32"),
        operator.array(csr.data, operator.dtype),
    )


def _coo(operator: SpmvOperator, csr: Any) -> Apply:
    launch, fill = operator.kernel("spmv_coo"), operator.kernel("vector_fill")
    rows, entries = csr.shape[0], csr.nnz
    matrix = _coordinates(operator, csr)

    def apply(x: Any, y: Any) -> None:
        fill(blocks_for(rows, operator.block_size), rows, 0.0, y)
        launch(blocks_for(entries, operator.block_size), entries, *matrix, x, y)

    return apply


COO_INTERVALS = 2048
"""Maximum number of intervals of ``coo_segmented``, about as many as a large device has resident warps."""


def coo_interval(entries: int) -> int:
    """The number of entries of an interval, a multiple of 32, as in CUSP."""
    return 32 * max(1, blocks_for(entries, 32 * COO_INTERVALS))


def _coo_segmented(operator: SpmvOperator, csr: Any) -> Apply:
    launch, add_carries = operator.kernel("spmv_coo_segmented"), operator.kernel("spmv_coo_segmented_carry")
    fill = operator.kernel("vector_fill")
    rows, entries = csr.shape[0], csr.nnz
    interval = coo_interval(entries)
    intervals = blocks_for(entries, interval)
    matrix = _coordinates(operator, csr)
    carries = operator.backend.zeros(intervals, "int32"), operator.backend.zeros(intervals, operator.dtype)

    def apply(x: Any, y: Any) -> None:
        fill(blocks_for(rows, operator.block_size), rows, 0.0, y)
        launch(blocks_for(32 * intervals, operator.block_size), entries, interval, *matrix, x, y, *carries)
        add_carries(blocks_for(intervals, operator.block_size), intervals, *carries, y)

    return apply


def merge_path_tile(block_size: int) -> int:
    """The number of steps of the merge path per block, as in spmv_merge_path.cu."""
    return block_size * (7 if block_size <= 512 else 3)


def _merge_path(operator: SpmvOperator, csr: Any) -> Apply:
    launch, add_carries = operator.kernel("spmv_merge_path"), operator.kernel("spmv_merge_path_carry")
    rows, entries = csr.shape[0], csr.nnz
    blocks = blocks_for(rows + entries, merge_path_tile(operator.block_size))
    matrix = (
        operator.array(csr.indptr[1:], "int32"),
        operator.array(csr.indices, "int32"),
        operator.array(csr.data, operator.dtype),
    )
    carries = operator.backend.zeros(blocks, "int32"), operator.backend.zeros(blocks, operator.dtype)

    def apply(x: Any, y: Any) -> None:
        launch(blocks, rows, entries, *matrix, x, y, *carries)
        add_carries(blocks_for(blocks, operator.block_size), rows, blocks, *carries, y)

    return apply


def _of_application(operator: SpmvOperator, application: SpacApplication) -> Apply:
    x_in: Literal["shared", "read_only"] = "shared" if operator.method == "spac_shared" else "read_only"
    launch, fill = operator.kernel(f"spmv_{operator.method}"), operator.kernel("vector_fill")
    rows = application.shape[0]
    shared_bytes = application.shared_elements(x_in) * np.dtype(operator.dtype).itemsize
    part = operator.array(application.part.ravel(), "int32")
    value = operator.array(application.value, operator.dtype)
    row_list = operator.array(application.row_list, "int32")
    matrix: tuple[Any, ...]
    if x_in == "shared":
        both = application.local_row.astype(np.uint32) << 16 | application.local_column
        column_list = operator.array(application.column_list, "int32")
        matrix = (part, operator.array(both, "uint32"), value, column_list, row_list)
    else:
        local_row = operator.array(application.local_row, "uint16")
        matrix = (part, local_row, operator.array(application.column, "int32"), value, row_list)

    def apply(x: Any, y: Any) -> None:
        fill(blocks_for(rows, operator.block_size), rows, 0.0, y)
        launch(application.parts, *matrix, x, y, shared_bytes=shared_bytes)

    return apply


_LAYOUTS: dict[str, Callable[[SpmvOperator, Any], Apply]] = {
    "csr_scalar": _csr("spmv_csr_scalar", 1),
    "csr_vector": _csr("spmv_csr_vector", 32),
    "coo": _coo,
    "coo_segmented": _coo_segmented,
    "merge_path": _merge_path,
}

SPMV_METHODS = (*_LAYOUTS, "spac_shared", "spac_read_only")
"""The methods of a product, each with the name of its kernel without ``spmv_``."""
