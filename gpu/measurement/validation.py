"""Comparison of counters of a real GPU with traces (exact counters) and the model (all others).

Each case of a recording is run again on the trace back end with the same matrix and the same cut, which the
recorded hashes verify. Cases that were recorded with a different version of a kernel, or whose matrix is not
available, are counted but not compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np

from gpu.backends.host.trace import KINDS, SHARED, KernelTrace, TraceBackend
from gpu.matrices import entries_at_most, is_generated
from gpu.measurement.cases import VECTORS, Case, kernel_hash, prepare_case
from gpu.measurement.inputs import Input
from gpu.measurement.make_input import cut_matrix, make_input
from gpu.measurement.records import PRODUCT, Measured, Recording
from gpu.programs.spmv import SPMV_METHODS
from partitioners.errors import InputError, UnknownNameError
from partitioners.progress import Progress, silent

Model = Callable[[str, Sequence[KernelTrace], str], Sequence[Mapping[str, float]]]
"""A function of the device's name, the traces of one run's launches and the state of the L2 (``warm`` or
``cold``). It returns the counters of each launch, named as in :data:`gpu.measurement.ncu.COUNTERS`; the time
of
a launch is ``time_us``."""


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
        "l2_hit_percent": Target(3, "points"),
        "dram_bytes": Target(0.05),
        "occupancy_percent": Target(3, "points"),
        "time_us": Target(0.15, correlation=0.98),
    }
)
"""The compared counters, from those that depend only on the source to those that depend on everything."""


def modelled_counters(
    device: str, traces: Sequence[KernelTrace], cache: str
) -> Sequence[Mapping[str, float]]:
    """Counters of :func:`gpu.simulate` for the launches of one run, with the preset of the recorded device.

    Parameters
    ----------
    device : str
        Name in recordings, such as NVIDIA H200; there are no counters if the device has no preset.
    traces : sequence of KernelTrace
    cache : "cold" or "warm"
        State of the L2.
    """
    from gpu.model.device import SECTOR_BYTES, device_names
    from gpu.model.simulation import simulate

    preset = "-".join(re.findall("[a-z0-9]+", device.lower())).removeprefix("nvidia-")
    if preset not in device_names():
        return [{} for _ in traces]
    launches = simulate(list(traces), preset, l2=cache).tables["launches"]
    hits = launches["l2_read_hits"] + launches["l2_write_hits"] + launches["l2_atomic_hits"]
    asked = launches["l2_reads"] + launches["l2_writes"] + launches["l2_atomics"]
    counters = {
        "global_load_sector_hits": launches["l1_hits"],
        "l2_read_sectors": launches["l2_reads"],
        "l2_hits": hits,
        "l2_misses": asked - hits,
        "dram_read_bytes": SECTOR_BYTES * launches["dram_reads"],
        "dram_write_bytes": SECTOR_BYTES * launches["dram_writes"],
        "occupancy_percent": 100 * launches["occupancy"],
        "time_us": launches["us"],
    }
    return [
        dict(zip(counters, values, strict=True))
        for values in zip(*(column.tolist() for column in counters.values()), strict=True)
    ]


@dataclass(frozen=True)
class Comparison:
    """One counter of one launch."""

    case: Case
    kernel: str
    cache: str
    measured: float
    ours: float


@dataclass(frozen=True)
class CounterReport:
    """The comparison of one counter over all launches that have it on both sides.

    Attributes
    ----------
    counter : str
    target : Target
    measured : int
        Number of launches in the recording that have the counter.
    comparisons : tuple of Comparison
    """

    counter: str
    target: Target
    measured: int
    comparisons: tuple[Comparison, ...]

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
    recording : Recording
    reports : tuple of CounterReport
        One for each of :data:`TARGETS`.
    left_out : mapping of str to int
        Number of launches that were not compared, by reason.
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


def validate_gpu(
    recording: Recording,
    *,
    matrices: Path | None = None,
    max_entries: int = 300_000,
    model: Model = modelled_counters,
    progress: Progress = silent,
) -> Validation:
    """Compare a recording with traces and the model, counter by counter.

    Parameters
    ----------
    recording : Recording
    matrices : Path, optional
        A folder of ``python -m gpu.prepare``, or of Matrix Market files. Generated matrices do not need it.
    max_entries : int
        Limit on the size of matrices and vectors, since tracing takes about a second per million entries.
        Larger ones are left out.
    model : callable
        See :data:`Model`.
    progress : callable
        Called for each case.

    Raises
    ------
    InputError
        A matrix file cannot be read, or g++ is not installed.
    """
    launches: dict[Case, dict[tuple[str, str], list[Measured]]] = {}
    for row in recording.rows:
        if row.kernel != PRODUCT and row.cache and row.case.method in (*SPMV_METHODS, VECTORS):
            launches.setdefault(row.case, {}).setdefault((row.kernel, row.cache), []).append(row)
    found: dict[str, list[Comparison]] = {counter: [] for counter in TARGETS}
    measured: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    # Matrix by matrix, so that only one is in memory.
    again = _Again(matrices, max_entries)
    for done, case in enumerate(sorted(launches, key=lambda each: each.matrix)):
        progress(done, len(launches), str(case))
        theirs = {launch: _counters(rows) for launch, rows in launches[case].items()}
        for counters in theirs.values():
            measured.update(counter for counter in counters if counter in TARGETS)
        first = next(iter(launches[case].values()))[0]
        traces = again.traces(case, first.input_hash)
        if isinstance(traces, str):
            left_out[traces] += len(theirs)
            continue
        for cache in dict.fromkeys(cache for _, cache in theirs):
            modelled = model(recording.device, traces, cache)
            for trace, more in zip(traces, modelled, strict=True):
                launch = (trace.kernel, cache)
                if launch not in theirs:
                    continue
                if launches[case][launch][0].kernel_hash != kernel_hash(trace.kernel):
                    left_out["recorded with a different version of the kernel"] += 1
                    continue
                ours = derived({**more, **trace_counters(trace)})
                for counter in TARGETS:
                    if counter in ours and counter in theirs[launch]:
                        pair = theirs[launch][counter], ours[counter]
                        found[counter].append(Comparison(case, trace.kernel, cache, *pair))
    reports = tuple(
        CounterReport(counter, target, measured[counter], tuple(found[counter]))
        for counter, target in TARGETS.items()
    )
    return Validation(recording, reports, dict(left_out))


def trace_counters(trace: KernelTrace) -> dict[str, float]:
    """The exact counters of a launch's trace.

    Atomics are counted as reductions, since no kernel of the package uses their results.
    """
    counts: Counter[str] = Counter(
        {f"global_{kind}_{what}": 0 for kind in _GLOBAL.values() for what in ("requests", "sectors")}
    )
    counts["shared_wavefronts"] = 0
    sectors = trace.sectors_of_request
    for number, kind in enumerate(KINDS):
        of_kind = trace.kind == number
        shared = of_kind & (trace.array == SHARED)
        if kind in _GLOBAL:
            counts[f"global_{_GLOBAL[kind]}_requests"] += int(np.count_nonzero(of_kind & ~shared))
            counts[f"global_{_GLOBAL[kind]}_sectors"] += int(sectors[of_kind].sum())
            counts["shared_wavefronts"] += int(trace.wavefronts[shared].sum())
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
    for name, part, whole in (
        ("l1_hit_percent", ("global_load_sector_hits",), ("global_load_sectors",)),
        ("l2_hit_percent", ("l2_hits",), ("l2_hits", "l2_misses")),
    ):
        if all(each in counters for each in (*part, *whole)):
            total = sum(counters[each] for each in whole)
            if total > 0:
                made[name] = 100 * counters[part[0]] / total
    if {"dram_read_bytes", "dram_write_bytes"} <= set(counters):
        made["dram_bytes"] = counters["dram_read_bytes"] + counters["dram_write_bytes"]
    return made


def _counters(rows: Sequence[Measured]) -> dict[str, float]:
    named = {"time_median_us": "time_us"}
    return derived({named.get(row.counter, row.counter): row.value for row in rows})


class _Again:
    """Recorded cases that are run again on the trace back end."""

    def __init__(self, matrices: Path | None, max_entries: int) -> None:
        self.matrices = matrices
        self.max_entries = max_entries
        self._problem: Input | None = None

    def traces(self, case: Case, input_hash: str) -> list[KernelTrace] | str:
        """The traces of the launches of one run, or the reason why there are none."""
        too_large = f"of more than {self.max_entries} entries"
        if case.method == VECTORS:
            if int(case.matrix) > self.max_entries:
                return too_large
            problem = None
        else:
            if is_generated(case.matrix) and entries_at_most(case.matrix) > 4 * self.max_entries:
                return too_large
            try:
                problem = self._cut(case)
            except UnknownNameError as error:
                return str(error)
            if problem is None:
                return f"the matrix {case.matrix!r} is not available"
            if problem.matrix.nnz > self.max_entries:
                return too_large
        backend = TraceBackend()
        prepared = prepare_case(case, problem, backend)
        if prepared.input_hash != input_hash:
            return "recorded with a different matrix or cut of the same name"
        # The preparation of a product runs it once; the vector kernels have not run yet.
        traces = backend.pop_traces()
        if not traces:
            prepared.run()
            traces = backend.pop_traces()
        return traces

    def _cut(self, case: Case) -> Input | None:
        if self._problem is None or self._problem.name != case.matrix:
            self._problem = self._read(case.matrix)
        problem, key = self._problem, (case.cut, case.block_size)
        if problem is None or not case.cut or case.cut in problem.methods(case.block_size):
            return problem
        if problem.matrix.nnz > self.max_entries:
            return problem
        cuts = {**problem.cuts, key: cut_matrix(problem, *key)}
        self._problem = replace(problem, cuts=cuts)
        return self._problem

    def _read(self, name: str) -> Input | None:
        if self.matrices is not None and (self.matrices / f"{name}.npz").is_file():
            return Input.load(self.matrices / f"{name}.npz")
        try:
            return make_input(name, self.matrices)
        except InputError:
            if is_generated(name):
                raise
            return None


def _missed(report: CounterReport) -> str:
    worst, mean = report.target.text(report.error(report.worst)), report.target.text(report.mean_error)
    where = f"{report.worst.kernel} {report.worst.cache}, {report.worst.case}"
    return f"mean error {mean}, worst {worst} ({where}); target: {report.target}"
