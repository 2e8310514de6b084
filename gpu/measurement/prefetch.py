"""SPAC applications made by the other cores while the GPU is busy.

One takes about two microseconds an entry, many times what the GPU needs to be measured with it. Processes,
not threads: those would hold up the launches that are being timed.
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
    """Makes the applications of cases, in their order, into a folder.

    Parameters
    ----------
    prepared : dict of str to Prepared
        The problems by name.
    kept : Path
        The folder.
    workers : int
        Processes; with 0 whoever asks for an application makes it.
    """

    def __init__(
        self, cases: Iterable[Case], prepared: dict[str, Prepared], kept: Path, workers: int
    ) -> None:
        self._made: dict[tuple[str, str, int, Reorder], Any] = {}
        # A new interpreter each: a copy of this one would have a GPU's context that it cannot use.
        self._pool = multiprocessing.get_context("spawn").Pool(workers) if workers else None
        if self._pool is None:
            return
        for case in cases:
            key = _key(case)
            if case.cut and key not in self._made:
                path = prepared[case.matrix].path
                self._made[key] = self._pool.apply_async(make_application, (path, kept, *key[1:]))

    def wait(self, case: Case, seconds: float) -> bool:
        """Whether the application of a case is there within a time; raises what went wrong with it."""
        try:
            if _key(case) in self._made:
                self._made[_key(case)].get(max(0.0, seconds))
        except multiprocessing.TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Drop what is not done."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()


def make_application(path: Path, kept: Path, cut: str, block_size: int, reorder: Reorder) -> None:
    """Make the application of a prepared problem's cut and leave it in a folder."""
    Input.load(path, kept).application(cut, block_size, reorder)


def _key(case: Case) -> tuple[str, str, int, Reorder]:
    reorder: Reorder = "same" if case.method.startswith(CG_PREFIX) else "each"
    return case.matrix, case.cut, case.block_size, reorder
