"""The results of the package's kernels, computed by NumPy and SciPy: one function per kernel, with its name.

Sums are rounded in a different order than on a GPU. A function takes the launch and the kernel's parameters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from gpu.backends.trace_generators.recorder import Launch

Values = NDArray[Any]


def _threads(launch: Launch, work: int) -> int:
    """The part of the work for which the launch has threads."""
    return min(work, launch.blocks * launch.threads)


def _csr(row_start: Values, column: Values, value: Values, x: Values) -> Any:
    matrix = sp.csr_array((value, column, row_start), shape=(row_start.size - 1, x.size))
    matrix.check_format(full_check=True)
    return matrix


def spmv_csr_scalar(
    launch: Launch, rows: int, row_start: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y = A x."""
    done = _threads(launch, rows)
    y[:done] = _csr(row_start[: done + 1], column, value, x) @ x


def spmv_csr_vector(
    launch: Launch, rows: int, row_start: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y = A x."""
    done = _threads(launch, 32 * rows) // 32
    y[:done] = _csr(row_start[: done + 1], column, value, x) @ x


def spmv_coo(
    launch: Launch, entries: int, row: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y += A x."""
    done = _threads(launch, entries)
    y += sp.coo_array((value[:done], (row[:done], column[:done])), shape=(y.size, x.size)) @ x


def spmv_merge_path(
    launch: Launch,
    rows: int,
    entries: int,
    row_end: Values,
    column: Values,
    value: Values,
    x: Values,
    y: Values,
    carry_row: Values,
    carry: Values,
) -> None:
    """Y = A x without the carries, which are each block's share of the row that it does not end."""
    tile = launch.threads * (7 if launch.threads <= 512 else 3)
    borders = np.minimum(np.arange(1, launch.blocks + 1, dtype=np.int64) * tile, rows + entries)
    # A row's end is that many steps from the begin of the path.
    ended = np.searchsorted(row_end[:rows] + np.arange(1, rows + 1), borders, side="right")
    ends = np.insert(row_end[:rows], ended, borders - ended)
    sums = _csr(np.append(0, ends), column, value, x) @ x
    carries = ended + np.arange(launch.blocks)
    carry_row[: launch.blocks] = ended
    carry[: launch.blocks] = sums[carries]
    done = int(ended.max(initial=0))
    y[:done] = np.delete(sums, carries)[:done]


def spmv_merge_path_carry(
    launch: Launch, rows: int, carries: int, carry_row: Values, carry: Values, y: Values
) -> None:
    """Add the carries to y."""
    done = _threads(launch, carries)
    inside = carry_row[:done] < rows
    np.add.at(y, carry_row[:done][inside], carry[:done][inside])


def _of_parts(
    launch: Launch,
    entry_start: Values,
    local_row: Values,
    column: Values,
    value: Values,
    row_start: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    own = slice(entry_start[0], entry_start[launch.blocks])
    row = row_list[_begin_of_entry(launch, entry_start, row_start) + local_row[own]]
    row = np.where(row < 0, ~row, row)
    y += sp.coo_array((value[own], (row, column)), shape=(y.size, x.size)) @ x


def _begin_of_entry(launch: Launch, entry_start: Values, list_start: Values) -> Values:
    """The start of the list of each entry's part."""
    return np.repeat(list_start[: launch.blocks], np.diff(entry_start[: launch.blocks + 1]))


def spmv_spac_shared(
    launch: Launch,
    entry_start: Values,
    row_and_column: Values,
    value: Values,
    column_start: Values,
    column_list: Values,
    row_start: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    own = row_and_column[entry_start[0] : entry_start[launch.blocks]]
    column = column_list[_begin_of_entry(launch, entry_start, column_start) + (own & 0xFFFF)]
    _of_parts(launch, entry_start, row_and_column >> 16, column, value, row_start, row_list, x, y)


def spmv_spac_read_only(
    launch: Launch,
    entry_start: Values,
    local_row: Values,
    column: Values,
    value: Values,
    row_start: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    own = slice(entry_start[0], entry_start[launch.blocks])
    _of_parts(launch, entry_start, local_row, column[own], value, row_start, row_list, x, y)


def vector_fill(launch: Launch, n: int, value: Any, y: Values) -> None:
    """Y = value."""
    y[: _threads(launch, n)] = value


def vector_dot(launch: Launch, n: int, x: Values, y: Values, result: Values) -> None:
    """Result += x . y, summed in double precision."""
    if launch.blocks > 0:
        result[0] += np.sum(x[:n] * y[:n], dtype=np.float64)


def vector_axpy(
    launch: Launch, n: int, sign: Any, numerator: Values, denominator: Values, x: Values, y: Values
) -> None:
    """Y += sign (numerator / denominator) x."""
    done = _threads(launch, n)
    y[:done] += sign * (numerator[0] / denominator[0]) * x[:done]


def vector_xpay(launch: Launch, n: int, numerator: Values, denominator: Values, x: Values, y: Values) -> None:
    """Y = x + (numerator / denominator) y."""
    done = _threads(launch, n)
    y[:done] = x[:done] + numerator[0] / denominator[0] * y[:done]
