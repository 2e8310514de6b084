"""The programs of a sparse matrix: a product, and iterations of the conjugate gradient method."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np

from gpu.launch import Backend
from gpu.option_types import Interval
from gpu.programs.conjugate_gradient import check_square, conjugate_gradient
from gpu.programs.program import GpuProgram
from gpu.programs.spac_application import ENTRIES_PER_THREAD, MOST_ENTRIES_PER_THREAD, spac_application
from gpu.programs.spmv import SpmvOperator, product_error, spmv_operator
from partitioners.errors import OptionError

if TYPE_CHECKING:
    import scipy.sparse

    from partitioners.partition import Partition

Variant = Literal["spac", "csr_scalar", "csr_vector", "coo", "coo_segmented", "merge_path"]
XIn = Literal["shared", "read_only"]
BlockSize = Literal[256, 512, 1024]
EntriesPerThread = Annotated[int, Interval(ge=1, le=MOST_ENTRIES_PER_THREAD)]
Dtype = Literal["float32", "float64"]

_OF_SPAC = ("x_in", "entries_per_thread", "cut", "partition_ready_after")


class Spmv(GpuProgram):
    """A product y = A x of a sparse matrix and a vector.

    Parameters
    ----------
    matrix : CSR array
    cut : Partition, optional
        For ``spac``, a vertex cut of ``numasim.bipartite(matrix)``.
    shared_bytes : int
        Maximum shared memory of a block, in bytes.
    variant
        The kernel of the product. ``spac`` needs a partition.
    x_in
        Storage from which ``spac`` reads x: shared memory, or the read-only cache.
    block_size
        Threads of a block.
    entries_per_thread
        Entries of a part of ``spac`` over threads of its block, if the number of parts is not given.
    dtype
        Type of the numbers.

    Raises
    ------
    OptionError
        ``spac`` has no cut, or the cut does not fit.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "matrix"
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"flops": "floating-point operations: two for each entry of a product, and those on vectors"}
    )
    has_trace_generators: ClassVar[bool] = True

    def __init__(
        self,
        matrix: scipy.sparse.csr_array,
        backend: Backend,
        *,
        cut: Partition | None = None,
        shared_bytes: int = 48 * 1024,
        variant: Variant = "spac",
        x_in: XIn = "shared",
        block_size: BlockSize = 256,
        entries_per_thread: EntriesPerThread = ENTRIES_PER_THREAD,
        dtype: Dtype = "float32",
    ) -> None:
        self.matrix = matrix
        self.operator = _operator(
            matrix, backend, cut, shared_bytes, variant, x_in, block_size, dtype, reorder="each"
        )
        self._values = np.random.default_rng(0).standard_normal(matrix.shape[1])
        self._x, self._y = self.operator.vector(self._values), backend.zeros(matrix.shape[0], dtype)

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`; all options of ``spac`` are idle with other variants."""
        return name != "partition_ready_after" and _of_variant(name, options)

    def run(self) -> None:
        """Compute the product with a vector of standard normal values."""
        self.operator.apply(self._x, self._y)

    def verify(self) -> list[str]:
        """Compare the product with that of SciPy in double precision."""
        return _wrong_product(self.matrix, self.operator, self._values, self._y)

    def figures(self) -> dict[str, int | float]:
        """Return the figures of a product."""
        return {"flops": 2 * self.matrix.nnz}


class ConjugateGradient(GpuProgram):
    """Iterations of the conjugate gradient method for A x = 1.

    Parameters
    ----------
    matrix : CSR array
    cut, shared_bytes, variant, x_in, block_size, entries_per_thread, dtype
        As in :class:`Spmv`.
    variant
        The kernel of the products. ``spac`` needs a partition.
    x_in
        Storage from which ``spac`` reads x: shared memory, or the read-only cache.
    block_size
        Threads of a block.
    entries_per_thread
        Entries of a part of ``spac`` over threads of its block, if the number of parts is not given.
    dtype
        Type of the numbers.
    iterations
        Number of iterations.

    Raises
    ------
    OptionError
        The matrix is not square, ``spac`` has no cut, or the cut does not fit.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "matrix"
    figures_of_run: ClassVar[Mapping[str, str]] = Spmv.figures_of_run
    has_trace_generators: ClassVar[bool] = True
    launches_before_iterations: ClassVar[int] = 2
    """The launches of the first norm, which are not part of an iteration."""

    @classmethod
    def check_operand(cls, operand: scipy.sparse.csr_array, options: Mapping[str, Any]) -> list[str]:
        """See :meth:`GpuProgram.check_operand`: the matrix is square, and a note if it is not symmetric."""
        check_square(*operand.shape)
        if (operand - operand.T).nnz == 0:
            return []
        return ["the matrix is not symmetric, so the conjugate gradient method need not converge"]

    def __init__(
        self,
        matrix: scipy.sparse.csr_array,
        backend: Backend,
        *,
        cut: Partition | None = None,
        shared_bytes: int = 48 * 1024,
        variant: Variant = "spac",
        x_in: XIn = "shared",
        block_size: BlockSize = 256,
        entries_per_thread: EntriesPerThread = ENTRIES_PER_THREAD,
        dtype: Dtype = "float32",
        iterations: Annotated[int, Interval(ge=1, le=10_000)] = 20,
    ) -> None:
        self.matrix, self.iterations = matrix, iterations
        self.operator = _operator(
            matrix, backend, cut, shared_bytes, variant, x_in, block_size, dtype, reorder="same"
        )

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`Spmv.applies`."""
        return _of_variant(name, options)

    def run(self) -> None:
        """Make the iterations, from x = 0."""
        right = np.ones(self.matrix.shape[0])
        conjugate_gradient(self.operator, right, tolerance=0.0, max_iterations=self.iterations)

    def verify(self) -> list[str]:
        """Compare a product with that of SciPy in double precision."""
        values = np.random.default_rng(0).standard_normal(self.matrix.shape[1])
        y = self.operator.backend.zeros(self.matrix.shape[0], self.operator.dtype)
        self.operator.apply(self.operator.vector(values), y)
        return _wrong_product(self.matrix, self.operator, values, y)

    def figures(self) -> dict[str, int | float]:
        """Return the figures of all iterations."""
        return {"flops": self.iterations * (2 * self.matrix.nnz + 10 * self.matrix.shape[0])}


def _of_variant(name: str, options: Mapping[str, object]) -> bool:
    return name not in _OF_SPAC or options.get("variant", "spac") == "spac"


def _operator(
    matrix: Any,
    backend: Backend,
    cut: Partition | None,
    shared_bytes: int,
    variant: Variant,
    x_in: XIn,
    block_size: int,
    dtype: str,
    *,
    reorder: Literal["each", "same"],
) -> SpmvOperator:
    if variant != "spac":
        return spmv_operator(matrix, variant, backend, dtype=dtype, block_size=block_size)
    if cut is None:
        raise OptionError("spac needs a cut, a vertex cut of numasim.bipartite(matrix)")
    application = spac_application(
        matrix, cut, dtype=dtype, x_in=x_in, shared_bytes=shared_bytes, reorder=reorder
    )
    return spmv_operator(application, f"spac_{x_in}", backend, dtype=dtype, block_size=block_size)


def _wrong_product(matrix: Any, operator: SpmvOperator, x: Any, y: Any) -> list[str]:
    error = product_error(matrix, x, operator.result(y), operator.dtype)
    if error <= 1:
        return []
    return [f"{operator.method}: y is not A x: an error is {error:.3g} times what rounding allows"]
