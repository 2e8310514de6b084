"""Preparation of SPAC applications on other cores while the GPU is busy.

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

Reorder = Literal["each", "same"]


class Prefetch:
    """Prepare the applications of cases in their order, and cache them in a folder.

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
        self._made: dict[tuple[str, str, int, Reorder], Any] = {}
        # Each worker is a new interpreter: a forked process could not use its copy of the GPU context.
        self._pool = multiprocessing.get_context("spawn").Pool(workers) if workers else None
        if self._pool is None:
            return
        for case in cases:
            key = _key(case)
            if case.cut and key not in self._made:
                path = prepared[case.matrix].path
                self._made[key] = self._pool.apply_async(make_application, (path, kept, *key[1:]))

    def wait(self, case: Case, seconds: float) -> bool:
        """Wait for the application of a case; return whether it is ready in time, or raise its error."""
        try:
            if _key(case) in self._made:
                self._made[_key(case)].get(max(0.0, seconds))
        except multiprocessing.TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Cancel all unfinished preparations."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()


def make_application(path: Path, kept: Path, cut: str, block_size: int, reorder: Reorder) -> None:
    """Prepare the application of an input's cut, and cache it in a folder."""
    Input.load(path, kept).application(cut, block_size, reorder)


def _key(case: Case) -> tuple[str, str, int, Reorder]:
    reorder: Reorder = "same" if case.method.startswith(CG_PREFIX) else "each"
    return case.matrix, case.cut, case.block_size, reorder
