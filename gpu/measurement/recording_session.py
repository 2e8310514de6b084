"""A recording session: the order of the cases, and their checks and times.

Wrong cases are not timed. A failed case is logged and does not end the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from gpu.kernel import BLOCK_SIZES
from gpu.measurement.cases import (
    ITERATION,
    PROGRAM_METHODS,
    RUN,
    VECTORS,
    Case,
    HostLoop,
    PreparedCase,
    kernel_hash,
    prepare_case,
    source_hash,
)
from gpu.measurement.inputs import Input, Prepared, prepared_inputs
from gpu.measurement.prefetch import Prefetch
from gpu.measurement.records import COLD, PRODUCT, WARM, Measured, Recorder
from gpu.measurement.timer import Timer, Times
from gpu.programs.spmv import SPMV_METHODS

LARGE_ENTRIES = 3_000_000
"""Entries above which a matrix is measured only with blocks of 256, after all smaller ones in both types."""

VECTOR_SIZES = (1 << 16, 1 << 22)
CUSPARSE = "cusparse"
_VARIANTS = (
    (256, "float32"),
    (256, "float64"),
    (512, "float32"),
    (1024, "float32"),
    (512, "float64"),
    (1024, "float64"),
)


@dataclass
class Summary:
    """The summary of a recording.

    Attributes
    ----------
    folder : Path
        Folder of the recording.
    planned, right, timed : int
        Numbers of cases.
    profiled : int
        Number of profiled cases; cold and warm caches count separately.
    wrong : list of str
        A line for each case that is wrong or failed.
    """

    folder: Path
    planned: int
    right: int = 0
    timed: int = 0
    profiled: int = 0
    wrong: list[str] = field(default_factory=list)


def plan(
    prepared: Iterable[Prepared],
    vector_sizes: Sequence[int] = VECTOR_SIZES,
    block_sizes: Sequence[int] = BLOCK_SIZES,
) -> list[Case]:
    """List all cases, the most important ones first.

    The order is: small matrices with blocks of 256 in single and then double precision, large matrices in the
    same way, then the other block sizes. Within each group, smaller matrices come first.
    """
    ranked: list[tuple[tuple[int, int, int], Case]] = []
    for order, (block_size, dtype) in enumerate(_VARIANTS):
        if block_size not in block_sizes:
            continue
        stage = 0 if block_size == 256 else 2
        for n in vector_sizes:
            ranked.append(((stage, order, n), Case(VECTORS, dtype, block_size, str(n))))
        for each in prepared:
            large = each.entries > LARGE_ENTRIES
            if large and stage > 0:
                continue
            rank = (1 if large else stage, order, each.entries)
            ranked += [(rank, case) for case in _cases(each, dtype, block_size, large)]
    return [case for _, case in sorted(ranked, key=lambda item: item[0])]


def _cases(each: Prepared, dtype: str, block_size: int, large: bool) -> Iterable[Case]:
    if block_size == 256:
        yield Case(CUSPARSE, dtype, 0, each.name)
    cuts = each.methods(block_size)
    for method in SPMV_METHODS:
        for cut in cuts if method.startswith("spac") else ("",):
            yield Case(method, dtype, block_size, each.name, cut)
    if each.name.startswith("mesh-") and not large:  # symmetric and positive definite, as CG needs it
        for method in ("csr_vector", "merge_path", "spac_shared"):
            yield Case(f"cg_{method}", dtype, block_size, each.name, cuts[-1] if "spac" in method else "")
    if (block_size, dtype) == (256, "float32") and not large:  # graphs have no real numbers
        for method in PROGRAM_METHODS:
            yield Case(method, dtype, block_size, each.name)


class Inputs:
    """The prepared inputs by name; each is loaded on first use, and only one large input is in memory."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.prepared = {each.name: each for each in prepared_inputs(folder)}
        self.kept = kept
        self._made: dict[str, Input] = {}

    def __call__(self, name: str) -> Input | None:
        """The input with this name; None if there is none, as for vectors."""
        if name not in self.prepared:
            return None
        if name not in self._made:
            large = self.prepared[name].entries > LARGE_ENTRIES
            kept = {} if large else self._made
            self._made = {**kept, name: Input.load(self.prepared[name].path, self.kept)}
        return self._made[name]

    def entries(self, name: str) -> int:
        """The number of entries of an input's matrix; 0 for vectors."""
        return self.prepared[name].entries if name in self.prepared else 0


@dataclass
class RecordingSession:
    """Check and time cases one after the other.

    Attributes
    ----------
    timer : Timer
    recorder : Recorder
    problems : Inputs
    ahead : Prefetch
    rng : numpy.random.Generator
        Generator of the inputs of checks.
    repetitions : int
    summary : Summary
        The current summary.
    """

    timer: Timer
    recorder: Recorder
    problems: Inputs
    ahead: Prefetch
    rng: np.random.Generator
    repetitions: int
    summary: Summary

    def check_and_time(
        self, cases: Sequence[Case], seconds_left: Callable[[], float], say: Callable[[str], object]
    ) -> list[Case]:
        """Check each case while time is left, and time it if it is right; return the right cases."""
        right = []
        for done, case in enumerate(cases):
            if seconds_left() <= 0:
                self.recorder.log("budget", f"{len(cases) - done} cases", "not checked and not timed")
                break
            say(f"[{done + 1}/{len(cases)}] {case}")
            try:
                if not self.ahead.wait(case, seconds_left()):
                    self.recorder.log("budget", case, "its application was not ready in time")
                    continue
                prepared = self._prepare(case)
                if prepared is None:
                    self.recorder.log("baseline", case, "this back end has no baseline")
                    continue
                if self._is_right(case, prepared):
                    right.append(case)
                    self._time(case, prepared)
            except Exception as error:  # a failed case does not end the others
                self._wrong(case, f"{type(error).__name__}: {error}")
        self.summary.right = len(right)
        return right

    def _prepare(self, case: Case) -> PreparedCase | None:
        problem = self.problems(case.matrix)
        if case.method == CUSPARSE:
            return None if problem is None else self.timer.baseline(case, problem)
        return prepare_case(case, problem, self.timer.backend)

    def _is_right(self, case: Case, prepared: PreparedCase) -> bool:
        error = prepared.error(self.rng)
        row = Measured(
            case, PRODUCT, "", "error_over_allowed", error, source_hash(prepared), prepared.input_hash
        )
        self.recorder.add("checks", [row])
        if error <= 1:
            return True
        self._wrong(case, f"its error is {error:.3g} times the error that rounding allows")
        return False

    def _wrong(self, case: Case, why: str) -> None:
        self.summary.wrong.append(f"{case}: {why}")
        self.recorder.log("wrong", case, why)

    def _time(self, case: Case, prepared: PreparedCase) -> None:
        large = self.problems.entries(case.matrix) > LARGE_ENTRIES
        repetitions = max(2, self.repetitions // 2) if large else self.repetitions
        if isinstance(prepared, HostLoop):
            times = self.timer.times(
                prepared.run, cold=False, repetitions=max(2, repetitions // 10), waits=True
            )
            self._add_times(case, prepared, prepared.unit, WARM, times, prepared.units)
            self.summary.timed += 1
            return
        for cache in (WARM, COLD):
            cold = cache == COLD
            times = self.timer.times(prepared.run, cold=cold, repetitions=repetitions)
            self._add_times(case, prepared, PRODUCT, cache, times)
            for name, launch in prepared.launches:
                if len(prepared.launches) > 1:
                    times = self.timer.times(launch, cold=cold, repetitions=repetitions)
                self._add_times(case, prepared, name, cache, times)
        self.summary.timed += 1

    def _add_times(
        self, case: Case, prepared: PreparedCase, kernel: str, cache: str, times: Times, runs: int = 1
    ) -> None:
        whole = kernel in (PRODUCT, ITERATION, RUN)
        source = source_hash(prepared) if whole else kernel_hash(kernel)
        values = {
            "time_median_us": times.median_us / runs,
            "time_lower_quartile_us": times.lower_quartile_us / runs,
            "time_upper_quartile_us": times.upper_quartile_us / runs,
            "time_min_us": times.min_us / runs,
            "repetitions": times.repetitions,
        }
        self.recorder.add(
            "times",
            (
                Measured(case, kernel, cache, name, v, source, prepared.input_hash)
                for name, v in values.items()
            ),
        )
