"""Preparation of large matrices and SPAC applications on other cores while the GPU is busy.

An application takes about two microseconds per entry, much longer than its measurement on the GPU. Processes
are used, since threads would delay the launches that are being timed.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from gpu.measurement.cases import CG_PREFIX, Case
from gpu.measurement.inputs import Input, Prepared

LARGE_ENTRIES = 3_000_000
"""Entries above which a matrix is large: it takes long to generate, and only one is kept in memory."""

Reorder = Literal["each", "same"]
_Key = tuple[str, str, int, Reorder]


class Prefetch:
    """Prepare the large matrices and the applications of cases in their order, and cache them in a folder.

    Parameters
    ----------
    prepared : dict of str to Prepared
        The inputs by name.
    kept : Path
        The cache folder.
    workers : int
        Number of processes; with 0 each application is prepared when it is needed.
    """

    def __init__(
        self, cases: Iterable[Case], prepared: dict[str, Prepared], kept: Path, workers: int
    ) -> None:
        self._made: dict[_Key, Any] = {}
        self._prepared = prepared
        # Each worker is a new interpreter: a forked process could not use its copy of the GPU context.
        self._pool = multiprocessing.get_context("spawn").Pool(workers) if workers else None
        if self._pool is None:
            return
        for case in cases:
            key = self._key(case)
            if key is not None and key not in self._made:
                path = prepared[case.matrix].path
                self._made[key] = self._pool.apply_async(make_input_of_case, (path, kept, *key[1:]))

    def wait(self, case: Case, seconds: float) -> bool:
        """Wait for what a case needs; return whether it is ready in time, or raise its error."""
        key = self._key(case)
        try:
            if key in self._made:
                self._made[key].get(max(0.0, seconds))
        except multiprocessing.TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Cancel all unfinished preparations."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()

    def _key(self, case: Case) -> _Key | None:
        """What a case waits for; None if it needs neither a large matrix nor an application."""
        if case.matrix not in self._prepared:
            return None
        if not case.cut:
            large = self._prepared[case.matrix].entries > LARGE_ENTRIES
            return (case.matrix, "", 0, "each") if large else None
        reorder: Reorder = "same" if case.method.startswith(CG_PREFIX) else "each"
        return case.matrix, case.cut, case.block_size, reorder


def make_input_of_case(path: Path, kept: Path, cut: str, block_size: int, reorder: Reorder) -> None:
    """Generate an input and prepare the application of its cut, if any, and cache both in a folder."""
    problem = Input.load(path, kept)
    if cut:
        problem.application(cut, block_size, reorder)
