"""Comparison of numbers of a real GPU with traces (exact counters) and the model (all others).

Counters and times of launches are compared one by one, and the times of runs of programs as a whole. Each
case is run again with the same matrix and the same cut, which the recorded hashes verify. Cases that were
recorded with a different version of a kernel, or whose matrix is not available, are counted but not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np

from gpu.backends.host.trace import KINDS, SHARED, KernelTrace
from gpu.measurement.cases import EMPTY, ITERATION, RUN, VECTORS, Case, kernel_hash
from gpu.measurement.records import PRODUCT, WARM, Measured, Recording
from gpu.measurement.reruns import (
    DIFFERENT_KERNEL,
    LaunchModel,
    Reruns,
    RunModel,
    modelled_counters,
    modelled_runs,
)
from gpu.programs.spmv import SPMV_METHODS
from partitioners.progress import Progress, silent


@dataclass(frozen=True)
class Target:
    """The target for the error of a counter.

    Attributes
    ----------
    error : float
        Maximum error, as a part of the measured value or in percentage points.
    unit : "part" or "points"
    of : "worst" or "mean"
        Whether the target applies to the error of each launch or to the mean over all launches.
    correlation : float, optional
        Minimum correlation.
    """

    error: float
    unit: Literal["part", "points"] = "part"
    of: Literal["worst", "mean"] = "mean"
    correlation: float | None = None

    def text(self, error: float) -> str:
        """The magnitude of an error with its unit."""
        return f"{abs(error):.1%}" if self.unit == "part" else f"{abs(error):.1f} points"

    def __str__(self) -> str:
        return f"{self.of} {self.text(self.error)}" + (
            "" if self.correlation is None else f", r {self.correlation:g}"
        )


TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        **{
            f"global_{kind}_{what}": Target(0.005, of="worst")
            for what in ("requests", "sectors")
            for kind in ("load", "store", "reduction")
        },
        "shared_wavefronts": Target(0.01, of="worst"),
        "l2_read_sectors": Target(0.03),
        "l1_hit_percent": Target(3, "points"),
        "dram_bytes": Target(0.05),
        "l2_hit_percent": Target(3, "points"),
        "occupancy_percent": Target(3, "points"),
        "duration_us": Target(0.15, correlation=0.98),
        "time_us": Target(0.15, correlation=0.98),
        "run_us": Target(0.25, correlation=0.95),
    }
)
"""The compared figures, from those that depend only on the source to those that depend on everything.

``duration_us`` is the time of a launch that ``ncu`` measures on the device, and ``time_us`` its time between
two events; both beyond that of a launch that does nothing, on both sides. ``run_us`` is the time of a run of
a program, or of an iteration of the conjugate gradient method, with copies and waits of the host.
"""

NO_LAUNCH = "by their duration, since no launch that does nothing was profiled"

_TIMES = ("duration_us", "time_us")

FIRST_PASS = ("dram_bytes", "duration_us", "occupancy_percent")
"""Figures that are not judged for warm caches.

``ncu`` reads them, or a part of a ratio, in its first pass over a launch. Before this pass it saves the
memory that it restores for the others, so that nothing is warm. On an H200, launches that had all their data
in the L2 in later passes read them from memory in the first one, and had more warps than fit.
"""

LEAST: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        "dram_bytes": ("dram_bytes", 65536.0),
        "l2_hit_percent": ("l2_read_sectors", 1024.0),
    }
)
"""What a launch must have at least so that a figure is judged.

The counters of memory and of the fabric also have the fetches of code and parameters, some thousand bytes.
"""

LEAST_US = 10.0
"""Microseconds below which the time of a launch is not judged, since the launch itself takes some of them."""


@dataclass(frozen=True)
class Comparison:
    """One figure of one launch or run."""

    case: Case
    kernel: str
    cache: str
    measured: float
    ours: float


@dataclass(frozen=True)
class CounterReport:
    """The comparison of one figure over all launches or runs that have it on both sides.

    Attributes
    ----------
    measured : int
        Number of launches or runs in the recording that have the figure.
    short : int
        Number of launches that are not compared, since they take less than :data:`LEAST_US` or have less
        than :data:`LEAST`.
    """

    counter: str
    target: Target
    measured: int
    comparisons: tuple[Comparison, ...]
    short: int = 0

    def error(self, one: Comparison) -> float:
        """The signed error of a comparison in the unit of the target."""
        difference = one.ours - one.measured
        return difference / max(abs(one.measured), 1.0) if self.target.unit == "part" else difference

    @property
    def mean_error(self) -> float:
        """The mean magnitude of the errors."""
        return float(np.mean([abs(self.error(one)) for one in self.comparisons]))

    @property
    def worst(self) -> Comparison:
        """The comparison with the largest error."""
        return max(self.comparisons, key=lambda one: abs(self.error(one)))

    @property
    def correlation(self) -> float | None:
        """Pearson's correlation over all launches; None if one side is constant."""
        both = np.array([(one.measured, one.ours) for one in self.comparisons], float).T
        if both.size < 6 or np.ptp(both, axis=1).min() == 0:
            return None
        return float(np.corrcoef(both)[0, 1])

    @property
    def is_missed(self) -> bool:
        """Whether launches were compared and the error or the correlation misses the target."""
        if not self.comparisons:
            return False
        off = abs(self.error(self.worst)) if self.target.of == "worst" else self.mean_error
        wanted, found = self.target.correlation, self.correlation
        return off > self.target.error or (wanted is not None and found is not None and found < wanted)


@dataclass(frozen=True)
class Validation:
    """The comparison of a recording with traces and the model.

    Attributes
    ----------
    reports : tuple of CounterReport
        One for each of :data:`TARGETS`.
    left_out : mapping of str to int
        Number of launches and runs that were not compared, by reason.
    """

    recording: Recording
    reports: tuple[CounterReport, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def misses(self) -> list[str]:
        """A line for each missed target."""
        return [
            f"{self.recording.device}: {report.counter}: {_missed(report)}"
            for report in self.reports
            if report.is_missed
        ]


MAX_ENTRIES = 1_500_000
"""By default, matrices of the size "medium" are compared, which takes 5 to 10 seconds a case."""


def validate_gpu(
    recording: Recording,
    *,
    matrices: Path | None = None,
    max_entries: int = MAX_ENTRIES,
    model: LaunchModel = modelled_counters,
    runs: RunModel = modelled_runs,
    progress: Progress = silent,
) -> Validation:
    """Compare a recording with traces and the model, counter by counter.

    Parameters
    ----------
    matrices : Path, optional
        A folder of ``python -m gpu.prepare``, or of Matrix Market files. Generated matrices do not need it.
    max_entries : int
        Limit on the size of matrices and vectors, since a case takes about 5 seconds per million entries.
        Larger ones are left out.
    model, runs : callable
        See :data:`gpu.measurement.reruns.LaunchModel` and :data:`gpu.measurement.reruns.RunModel`.
    progress : callable
        Called for each case.

    Raises
    ------
    InputError
        A matrix file cannot be read, or g++ is not installed.
    """
    recorded = _recorded(recording)
    comparer = _Comparer(recording.device, Reruns(matrices, max_entries), model, runs)
    comparer.take_launch_times(recorded)
    # Matrix by matrix, so that only one is in memory.
    for done, case in enumerate(sorted(recorded, key=lambda each: each.matrix)):
        progress(done, len(recorded), str(case))
        comparer.compare(case, recorded[case])
    return Validation(recording, comparer.reports(), dict(comparer.left_out))


_Key = tuple[str, str]
"""The kernel, or the unit of a run, and the state of the L2."""


def _recorded(recording: Recording) -> dict[Case, dict[_Key, list[Measured]]]:
    """The numbers that are compared: all but those of checks, of whole products and of libraries."""
    cases: dict[Case, dict[_Key, list[Measured]]] = {}
    for row in recording.rows:
        of_run = row.kernel in (ITERATION, RUN)
        of_launch = row.kernel != PRODUCT and row.case.method in (*SPMV_METHODS, VECTORS, EMPTY)
        if row.cache and (of_run or of_launch):
            cases.setdefault(row.case, {}).setdefault((row.kernel, row.cache), []).append(row)
    return cases


class _Comparer:
    """Compares case by case, and collects what it finds."""

    def __init__(self, device: str, reruns: Reruns, model: LaunchModel, runs: RunModel) -> None:
        self.device, self.reruns, self.model, self.runs = device, reruns, model, runs
        self.found: dict[str, list[Comparison]] = {counter: [] for counter in TARGETS}
        self.measured: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self.short: Counter[str] = Counter()
        self.launch_us: dict[tuple[str, str], tuple[float, float]] = {}

    def take_launch_times(self, recorded: dict[Case, dict[_Key, list[Measured]]]) -> None:
        """Take the launches that do nothing out of the recorded cases, and keep their times.

        These are the measured and the simulated time, by the name of the time and the state of the L2.
        """
        for case in [each for each in recorded if each.method == EMPTY]:
            for (_, cache), rows in recorded.pop(case).items():
                theirs = _counters(rows, "time_us")
                traces = self.reruns.traces(case, rows[0].input_hash)
                if isinstance(traces, str):
                    continue
                ours = self.model(self.device, traces, cache)[0].get("time_us")
                for name in _TIMES:
                    if name in theirs and ours is not None:
                        self.launch_us[name, cache] = theirs[name], ours

    def reports(self) -> tuple[CounterReport, ...]:
        """One report for each figure."""
        return tuple(
            CounterReport(
                counter, target, self.measured[counter], tuple(self.found[counter]), self.short[counter]
            )
            for counter, target in TARGETS.items()
        )

    def compare(self, case: Case, recorded: Mapping[_Key, Sequence[Measured]]) -> None:
        """Compare all launches, or all runs, of a case."""
        launches = {}
        for key, rows in recorded.items():
            of_run = key[0] in (ITERATION, RUN)
            theirs = _counters(rows, "run_us" if of_run else "time_us")
            if "duration_us" in theirs and ("duration_us", key[1]) not in self.launch_us:
                del theirs["duration_us"]
                self.left_out[NO_LAUNCH] += 1
            self.measured.update(counter for counter in theirs if counter in TARGETS)
            if of_run:
                self._compare_run(case, key, rows[0], theirs)
            else:
                launches[key] = rows[0], theirs
        if launches:
            self._compare_launches(case, launches)

    def _compare_run(self, case: Case, key: _Key, row: Measured, theirs: Mapping[str, float]) -> None:
        backend = self.runs(self.device)
        if backend is None:
            return
        ours = self.reruns.run_us(case, row.input_hash, row.kernel_hash, backend)
        if isinstance(ours, str):
            self.left_out[ours] += 1
        else:
            self._add(case, key, theirs, {"run_us": ours})

    def _compare_launches(
        self, case: Case, launches: Mapping[_Key, tuple[Measured, Mapping[str, float]]]
    ) -> None:
        row, _ = next(iter(launches.values()))
        traces = self.reruns.traces(case, row.input_hash)
        if isinstance(traces, str):
            self.left_out[traces] += len(launches)
            return
        left = dict(launches)
        for cache in dict.fromkeys(cache for _, cache in launches):
            modelled = self.model(self.device, traces, cache)
            for trace, more in zip(traces, modelled, strict=True):
                key = (trace.kernel, cache)
                if key in left and left[key][0].kernel_hash == kernel_hash(trace.kernel):
                    _, theirs = left.pop(key)
                    ours = derived({**more, **trace_counters(trace)})
                    self._add(case, key, *self._beyond_launch(cache, dict(theirs), ours))
        if left:
            self.left_out[DIFFERENT_KERNEL] += len(left)

    def _beyond_launch(
        self, cache: str, theirs: dict[str, float], ours: dict[str, float]
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Both sides without the time of a launch, and without what is not judged.

        These are short times and small numbers, and what ``ncu`` counts in its first pass although that is
        not warm.
        """
        if cache == WARM:
            for name in FIRST_PASS:
                theirs.pop(name, None)
        for name, (size, least) in LEAST.items():
            if theirs.get(size, least) < least and theirs.pop(name, None) is not None:
                self.short[name] += 1
        if "time_us" in ours:
            ours["duration_us"] = ours["time_us"]
        for name in _TIMES:
            launch = self.launch_us.get((name, cache))
            if name not in ours or name not in theirs:
                continue
            for side, time in zip((theirs, ours), launch or (0.0, 0.0), strict=True):
                side[name] -= time
            if theirs[name] < LEAST_US:
                del theirs[name]
                self.short[name] += 1
        return theirs, ours

    def _add(self, case: Case, key: _Key, theirs: Mapping[str, float], ours: Mapping[str, float]) -> None:
        for counter in TARGETS:
            if counter in ours and counter in theirs:
                self.found[counter].append(Comparison(case, *key, theirs[counter], ours[counter]))


def trace_counters(trace: KernelTrace) -> dict[str, float]:
    """The exact counters of a launch's trace.

    Atomics are counted as reductions, since no kernel of the package uses their results.
    """
    counts: Counter[str] = Counter(
        {f"global_{kind}_{what}": 0 for kind in _GLOBAL.values() for what in ("requests", "sectors")}
    )
    counts["shared_wavefronts"] = 0
    forms, uses = trace.forms, trace.uses
    for number, kind in enumerate(KINDS):
        of_kind = forms["kind"] == number
        shared = of_kind & (forms["array"] == SHARED)
        if kind in _GLOBAL:
            counts[f"global_{_GLOBAL[kind]}_requests"] += int(uses[of_kind & ~shared].sum())
            counts[f"global_{_GLOBAL[kind]}_sectors"] += int(uses[of_kind] @ forms["sectors"][of_kind])
            counts["shared_wavefronts"] += int(uses[shared] @ forms["wavefronts"][shared])
    return {name: float(count) for name, count in counts.items()}


_GLOBAL = {
    **dict.fromkeys(("load", "read_only", "texture", "load_l2"), "load"),
    "store": "store",
    "reduction": "reduction",
    "atomic": "atomic",
}


def derived(counters: Mapping[str, float]) -> dict[str, float]:
    """The counters, with all compared ratios and sums that can be computed from them."""
    made = dict(counters)
    wavefronts = [counters.get(f"shared_{kind}_wavefronts") for kind in ("load", "store", "atomic")]
    if None not in wavefronts:
        # The counter of all of them also has stores and atomics on global memory (seen on an H200).
        made["shared_wavefronts"] = sum(each for each in wavefronts if each is not None)
    if {"l2_fabric_read_hits", "l2_read_hits", "l2_read_sectors"} <= set(counters):
        # A read that misses in one half of the L2 and hits in the other does not leave the L2.
        found = counters["l2_read_hits"] + counters["l2_fabric_read_hits"]
        made["l2_read_hits"] = min(found, counters["l2_read_sectors"])
    if "duration_ns" in counters:
        made["duration_us"] = counters["duration_ns"] / 1e3
    for name, part, whole in (
        ("l1_hit_percent", "global_load_sector_hits", "global_load_sectors"),
        ("l2_hit_percent", "l2_read_hits", "l2_read_sectors"),
    ):
        if made.get(whole, 0) > 0 and part in made:
            made[name] = 100 * made[part] / made[whole]
    if {"dram_read_bytes", "dram_write_bytes"} <= set(counters):
        made["dram_bytes"] = counters["dram_read_bytes"] + counters["dram_write_bytes"]
    return made


def _counters(rows: Sequence[Measured], time: str) -> dict[str, float]:
    named = {"time_median_us": time}
    return derived({named.get(row.counter, row.counter): row.value for row in rows})


def _missed(report: CounterReport) -> str:
    worst, mean = report.target.text(report.error(report.worst)), report.target.text(report.mean_error)
    where = f"{report.worst.kernel} {report.worst.cache}, {report.worst.case}"
    return f"mean error {mean}, worst {worst} ({where}); target: {report.target}"
