"""Generators of task graphs of numerical methods: stencil, tiled Cholesky and LU factorisation, FFT."""

from __future__ import annotations

from typing import Any

import numpy as np

from partitioners.errors import OptionError
from partitioners.generators.growing_tasks import Data, GrowingTasks, Variation, Work
from partitioners.generators.models import Count, GraphSize, check_counts, checked_size, sized
from partitioners.graph import Graph


def _stencil_size(*, width: int, height: int, steps: int, **_: Any) -> GraphSize:
    check_counts("stencil", width=width, height=height, steps=steps)
    cells = width * height
    reads = cells + 2 * (width - 1) * height + 2 * width * (height - 1)
    return checked_size("stencil", GraphSize(cells * steps, reads * (steps - 1)), "width, height or steps")


@sized(_stencil_size)
def stencil(
    *,
    width: Count,
    height: Count = 1,
    steps: Count = 10,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """Stencil: a task per cell and step, which reads the cell and its neighbours one step before. O(m).

    Parameters
    ----------
    width, height : int
        Cells; a cell has up to two neighbours in each direction that has more than one cell.
    steps : int
        Number of steps; the tasks of the first depend on no task.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _stencil_size(width=width, height=height, steps=steps)
    tasks = GrowingTasks()
    before = np.full((height, width), -1)
    for _ in range(steps):
        cells = tasks.add(width * height, "cell").reshape(height, width)
        tasks.depend(before, cells)
        tasks.depend(before[:, :-1], cells[:, 1:])
        tasks.depend(before[:, 1:], cells[:, :-1])
        tasks.depend(before[:-1], cells[1:])
        tasks.depend(before[1:], cells[:-1])
        before = cells
    return tasks.graph(f"stencil-{width}x{height}x{steps}", work, data, variation, seed)


def _cholesky_size(*, tiles: int, **_: Any) -> GraphSize:
    check_counts("cholesky", tiles=tiles)
    # With r tiles below the diagonal, the factor is read by its column and the column by its updates, r^2 + r
    # times, and (r^2 + 3 r + 2) / 2 tiles are written, each of which is read again, except in the first step.
    one, two = _sums_below(tiles)
    last = tiles - 1
    written = (two + 3 * one + 2 * tiles) // 2
    size = GraphSize(written, two + one + written - (last * last + 3 * last + 2) // 2)
    return checked_size("cholesky", size, "tiles")


def _sums_below(n: int) -> tuple[int, int]:
    """The sums of the integers below n, and of their squares."""
    return n * (n - 1) // 2, (n - 1) * n * (2 * n - 1) // 6


@sized(_cholesky_size)
def cholesky(
    *, tiles: Count, work: Work = 1000.0, data: Data = 1024, variation: Variation = 0.0, seed: int = 0
) -> Graph:
    """Tiled Cholesky factorisation: the tasks POTRF, TRSM, SYRK and GEMM of a right-looking algorithm. O(m).

    Buttari, Langou, Kurzak and Dongarra, "A class of parallel tiled linear algebra algorithms for multicore
    architectures", Parallel Computing 35(1), 2009. The attribute ``kind`` names the kernel of a task. The
    work is proportional to the floating-point operations of the kernel on a tile: 1/3, 1, 1 and 2 b^3.

    Parameters
    ----------
    tiles : int
        Tiles of a row of the matrix; t tiles make t (t + 1) (t + 2) / 6 tasks.
    work : float
        Work of a GEMM.
    data : int
        Bytes of a tile.
    variation : float
        The work of a task is drawn uniformly from (1 - variation) to (1 + variation) times that of its
        kernel.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _cholesky_size(tiles=tiles)
    tasks = GrowingTasks()
    writer = np.full((tiles, tiles), -1)
    for k in range(tiles):
        rest = np.arange(k + 1, tiles)
        factor = tasks.add(1, "potrf", 1 / 6)
        tasks.depend(writer[k, k], factor)
        column = tasks.add(rest.size, "trsm", 1 / 2)
        tasks.depend(factor, column)
        tasks.depend(writer[rest, k], column)
        writer[rest, k] = column
        diagonal = tasks.add(rest.size, "syrk", 1 / 2)
        tasks.depend(column, diagonal)
        tasks.depend(writer[rest, rest], diagonal)
        writer[rest, rest] = diagonal
        row, other = np.tril_indices(rest.size, -1)
        update = tasks.add(row.size, "gemm")
        tasks.depend(column[row], update)
        tasks.depend(column[other], update)
        tasks.depend(writer[rest[row], rest[other]], update)
        writer[rest[row], rest[other]] = update
    return tasks.graph(f"cholesky-{tiles}", work, data, variation, seed)


def _lu_size(*, tiles: int, **_: Any) -> GraphSize:
    check_counts("lu", tiles=tiles)
    one, two = _sums_below(tiles)
    written = two + 2 * one + tiles
    size = GraphSize(written, 2 * (one + two) + written - tiles**2)
    return checked_size("lu", size, "tiles")


@sized(_lu_size)
def lu(
    *, tiles: Count, work: Work = 1000.0, data: Data = 1024, variation: Variation = 0.0, seed: int = 0
) -> Graph:
    """Tiled LU factorisation without pivoting: the tasks GETRF, TRSM and GEMM, right-looking. O(m).

    The attribute ``kind`` names the kernel of a task. The work is proportional to the floating-point
    operations of the kernel on a tile: 2/3, 1 and 2 b^3.

    Parameters
    ----------
    tiles : int
        Tiles of a row of the matrix; t tiles make t (t + 1) (2 t + 1) / 6 tasks.
    work : float
        Work of a GEMM.
    data : int
        Bytes of a tile.
    variation : float
        The work of a task is drawn uniformly from (1 - variation) to (1 + variation) times that of its
        kernel.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _lu_size(tiles=tiles)
    tasks = GrowingTasks()
    writer = np.full((tiles, tiles), -1)
    for k in range(tiles):
        rest = np.arange(k + 1, tiles)
        factor = tasks.add(1, "getrf", 1 / 3)
        tasks.depend(writer[k, k], factor)
        panel = []
        for cells in ((k, rest), (rest, k)):
            solved = tasks.add(rest.size, "trsm", 1 / 2)
            tasks.depend(factor, solved)
            tasks.depend(writer[cells], solved)
            panel.append(solved)
        update = tasks.add(rest.size**2, "gemm").reshape(rest.size, rest.size)
        tasks.depend(panel[0], update)
        tasks.depend(panel[1][:, None], update)
        tasks.depend(writer[k + 1 :, k + 1 :], update)
        writer[k + 1 :, k + 1 :] = update
    return tasks.graph(f"lu-{tiles}", work, data, variation, seed)


def _fft_size(*, points: int, **_: Any) -> GraphSize:
    check_counts("fft", points=points)
    if points & (points - 1):
        raise OptionError(f"fft: points is {points}; expected a power of two")
    stages = points.bit_length() - 1
    size = GraphSize(2 * points - 1 + points * stages, 2 * points - 2 + 2 * points * stages)
    return checked_size("fft", size, "points")


@sized(_fft_size)
def fft(
    *, points: Count, work: Work = 1000.0, data: Data = 1024, variation: Variation = 0.0, seed: int = 0
) -> Graph:
    """Fast Fourier transform: a tree of recursive calls, followed by the butterflies. O(m).

    The graph of Topcuoglu, Hariri and Wu, IEEE TPDS 13(3), 2002, section 5: m points make 2 m - 1 calls and m
    log2 m butterfly tasks. All tasks have the same work.

    Parameters
    ----------
    points : int
        A power of two.

    Raises
    ------
    OptionError
        ``points`` is not a power of two, or the graph is too large.
    """
    _fft_size(points=points)
    tasks = GrowingTasks()
    level = tasks.add(1, "call")
    while level.size < points:
        calls = tasks.add(2 * level.size, "call")
        tasks.depend(np.repeat(level, 2), calls)
        level = calls
    distance = 1
    place = np.arange(points)
    while distance < points:
        stage = tasks.add(points, "butterfly")
        tasks.depend(level, stage)
        tasks.depend(level[place ^ distance], stage)
        level = stage
        distance *= 2
    return tasks.graph(f"fft-{points}", work, data, variation, seed)
