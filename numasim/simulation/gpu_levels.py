"""The levels of a hybrid search that are a GPU's: runs of them, launched level by level on a back end.

A run begins with a copy of the levels to the device, and ends with a copy back. If searches return to the
threads, the bitmap of the visited nodes is copied as well, and each launch is followed by one that counts the
new nodes and sets their bits. If they never return, the kernels need no bitmap and no count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gpu.programs.level_reading import bitmap
from numasim.threads.bfs_states import GPU, STATE_NAMES
from partitioners.analysis.distances import UNREACHED
from partitioners.errors import VerificationError

if TYPE_CHECKING:
    import pandas as pd

    from gpu.programs.level_reading import LevelReading


@dataclass(frozen=True, eq=False)
class GpuRun:
    """Consecutive levels of the search from one root that are the GPU's.

    Attributes
    ----------
    first, last : int
        The first and the last level.
    returns : bool
        Whether the threads go on after it.
    levels : ndarray of int32, shape (n,)
        The levels of all nodes at the end of the whole search.
    """

    root: int
    first: int
    last: int
    returns: bool
    levels: NDArray[np.int32]

    def until(self, depth: int) -> NDArray[np.int32]:
        """The levels of all nodes when those up to ``depth`` are known."""
        return np.where(self.levels <= depth, self.levels, UNREACHED).astype(np.int32)


def gpu_runs(rows: pd.DataFrame, levels: Mapping[int, NDArray[np.int32]]) -> Iterator[GpuRun]:
    """The runs of a search, in order.

    Parameters
    ----------
    rows : DataFrame
        A row for each level of each root, in order, with its ``root``, ``level`` and ``state``.
    levels : mapping of int to ndarray of int32, shape (n,)
        The levels from each root.
    """
    for root, found in levels.items():
        of_root = rows[rows["root"] == root]
        depths, is_gpu = of_root["level"].to_numpy(), (of_root["state"] == STATE_NAMES[GPU]).to_numpy()
        bounds = np.flatnonzero(np.diff(is_gpu, prepend=False, append=False)).reshape(-1, 2)
        for begin, stop in bounds.tolist():
            yield GpuRun(root, int(depths[begin]), int(depths[stop - 1]), stop < is_gpu.size, found)


def search_on_gpu(
    reading: LevelReading, runs: Iterable[GpuRun], clock: Callable[[], float], marks: bool
) -> tuple[dict[tuple[int, int], float], list[dict[str, Any]]]:
    """Search the levels of some runs on a back end, and check that it finds the levels of the threads.

    Parameters
    ----------
    clock : callable
        The time in seconds, by which each step is timed.
    marks : bool
        Whether searches may return, so that the bitmap is kept.

    Returns
    -------
    seconds : dict of (int, int) to float
        The time of each root and level.
    copies : list of dict
        The root, the level before which it was made, direction, array, bytes and seconds of each copy.

    Raises
    ------
    VerificationError
        The back end found other levels.
    """
    seconds: dict[tuple[int, int], float] = {}
    copies: list[dict[str, Any]] = []

    def copy(run: GpuRun, level: int, array: str, values: Any, call: Callable[..., Any], *given: Any) -> Any:
        begin = clock()
        got = call(*given)
        row = {"root": run.root, "level": level, "direction": "to_device" if given else "to_host"}
        copies.append(row | {"array": array, "bytes": values.nbytes, "seconds": clock() - begin})
        return got

    for run in runs:
        before, after = run.until(run.first), run.until(run.last + 1)
        visited = bitmap(before, run.first)
        copy(run, run.first, "levels", before, reading.set_levels, before)
        if marks:
            copy(run, run.first, "bitmap", visited, reading.set_visited, visited)
        for depth in range(run.first, run.last + 1):
            begin = clock()
            following = int(reading.visit(depth))
            if marks:
                following = reading.mark(depth + 1)
            seconds[run.root, depth] = clock() - begin
            nodes = np.count_nonzero(after == depth + 1)
            _check(run, depth, following == (nodes if marks else nodes > 0))
        end = run.last + 1
        found = copy(run, end, "levels", after, reading.levels)
        _check(run, run.last, np.array_equal(found, after))
        if run.returns:
            found = copy(run, end, "bitmap", visited, reading.visited)
            _check(run, run.last, np.array_equal(found, bitmap(after, end)))
    return seconds, copies


def _check(run: GpuRun, depth: int, is_right: bool) -> None:
    if not is_right:
        raise VerificationError(
            f"root {run.root}: after level {depth}, the GPU has not found the nodes that the threads found"
        )
