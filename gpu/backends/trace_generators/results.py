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


def spmv_coo_segmented(
    launch: Launch,
    entries: int,
    interval: int,
    row: Values,
    column: Values,
    value: Values,
    x: Values,
    y: Values,
    carry_row: Values,
    carry: Values,
) -> None:
    """Y += A x without the carries, which are each interval's share of its last row."""
    warps = min(launch.blocks * launch.threads // 32, -(-entries // interval))
    done = min(entries, warps * interval)
    last = np.minimum(np.arange(1, warps + 1) * interval, entries) - 1
    carry_row[:warps] = row[last]
    of_interval = np.arange(done) // interval
    carried = row[:done] == carry_row[of_interval]
    product = value[:done] * x[column[:done]]
    carry[:warps] = np.bincount(of_interval[carried], product[carried], minlength=warps)
    y += np.bincount(row[:done][~carried], product[~carried], minlength=y.size).astype(y.dtype)


def spmv_coo_segmented_carry(
    launch: Launch, carries: int, carry_row: Values, carry: Values, y: Values
) -> None:
    """Add the carries to y; the thread of a row's first carry adds all of them."""
    own = np.append(True, carry_row[1:carries] != carry_row[: carries - 1]).cumsum() if carries else carry_row
    first = np.searchsorted(own, own[:carries])
    done = first < _threads(launch, carries)
    np.add.at(y, carry_row[:carries][done], carry[:carries][done])


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


def _positions(part: Values, begin: int, list_begin: int, listed: Values, local: Values) -> Values:
    """The positions of entries; ``begin`` and ``list_begin`` are fields of the parts (spmv_spac.cu)."""
    of_entry = np.repeat(part, part[:, 1] - part[:, 0], axis=0)
    first, end = of_entry[:, begin], of_entry[:, begin + 1]
    position = first + local
    beyond = position >= end
    position[beyond] = listed[(of_entry[:, list_begin] + position - end)[beyond]]
    return position


def _of_parts(
    part: Values, local_row: Values, column: Values, value: Values, row_list: Values, x: Values, y: Values
) -> None:
    own = slice(part[0, 0], part[-1, 1])
    row = _positions(part, 6, 10, row_list, local_row[own].astype(np.int64))
    y += sp.coo_array((value[own], (row, column)), shape=(y.size, x.size)) @ x


def spmv_spac_shared(
    launch: Launch,
    part: Values,
    row_and_column: Values,
    value: Values,
    column_list: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    if launch.blocks > 0:
        parts = part[: 16 * launch.blocks].reshape(-1, 16)
        own = row_and_column[parts[0, 0] : parts[-1, 1]]
        column = _positions(parts, 2, 4, column_list, (own & 0xFFFF).astype(np.int64))
        _of_parts(parts, row_and_column >> 16, column, value, row_list, x, y)


def spmv_spac_read_only(
    launch: Launch,
    part: Values,
    local_row: Values,
    column: Values,
    value: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    if launch.blocks > 0:
        parts = part[: 16 * launch.blocks].reshape(-1, 16)
        _of_parts(parts, local_row, column[parts[0, 0] : parts[-1, 1]], value, row_list, x, y)


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
