"""Timing of runs: CUDA events on a GPU, the processor's clock on the host back end.

A GPU event completes when all earlier work has ended. If it completes before the CPU has launched the
following kernels, the time includes the CPU. Therefore, before each timed run, a kernel blocks the device for
longer than the launches of the run take. *Warm*: the same run preceded. *Cold*: a buffer larger than the L2
cache was written before.
"""

from __future__ import annotations

import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gpu.backends.cupy_backend import CupyBackend
from gpu.backends.host.backend import HostBackend
from gpu.measurement.cases import Case, Launches, PreparedCase
from gpu.measurement.inputs import Input
from gpu.programs.spmv import product_error

WARM_UP_RUNS = 5
FEWEST_RUNS = 5
SECONDS_A_TIMING = 0.5
"""Approximate total time of all repetitions; long runs are repeated less often."""

_HOLD = """
extern "C" __global__ void hold(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {}
}
"""


@dataclass(frozen=True)
class Times:
    """Statistics of the times of many runs, in microseconds."""

    median_us: float
    lower_quartile_us: float
    upper_quartile_us: float
    min_us: float
    repetitions: int

    @classmethod
    def of(cls, samples_us: Any) -> Times:
        """Compute the statistics of the times of each run."""
        lower, median, upper = (float(q) for q in np.percentile(samples_us, (25, 50, 75)))
        return cls(median, lower, upper, float(np.min(samples_us)), len(samples_us))


class Timer(Protocol):
    """A timer of runs on a back end.

    Attributes
    ----------
    backend : Backend
    folder : str
        Name of the device's folder of measurements.
    is_gpu : bool
    """

    backend: Any
    folder: str
    is_gpu: bool

    def provenance(self) -> Mapping[str, str]:
        """The device, and the versions of its driver and libraries."""

    def times(self, run: Callable[[], None], *, cold: bool, repetitions: int, waits: bool = False) -> Times:
        """Time a run many times, after a warm-up.

        Parameters
        ----------
        run : callable
            Function that makes the launches.
        cold : bool
            Whether the L2 cache must contain none of the data.
        repetitions : int
            Maximum number of repetitions.
        waits : bool
            Whether the run itself waits for the device, which must then not be blocked. The times then
            include copies, and the work of the CPU between launches.
        """

    def baseline(self, case: Case, problem: Input) -> PreparedCase | None:
        """A product by the vendor's library; None if there is no such library."""

    def profile(self, run: Callable[[], None]) -> None:
        """Run launches for a profiler that waits for them."""

    def synchronize(self) -> None:
        """Wait for all launches, and raise their errors."""


class HostTimer:
    """A timer for the host back end, to test the procedure without a GPU; its times are not measurements."""

    folder = "host"
    is_gpu = False

    def __init__(self) -> None:
        self.backend = HostBackend()

    def provenance(self) -> dict[str, str]:
        """As :meth:`Timer.provenance`."""
        return {"device": "host", "numpy": np.__version__, "python": platform.python_version()}

    def times(self, run: Callable[[], None], *, cold: bool, repetitions: int, waits: bool = False) -> Times:
        """See :meth:`Timer.times`; the state of the processor's caches is not controlled."""
        samples = []
        for _ in range(repetitions):
            begin = time.perf_counter()
            run()
            samples.append((time.perf_counter() - begin) * 1e6)
        return Times.of(samples)

    def baseline(self, case: Case, problem: Input) -> None:
        """None."""

    def profile(self, run: Callable[[], None]) -> None:
        """As :meth:`Timer.profile`."""
        run()

    def synchronize(self) -> None:
        """Return at once, since launches on the host are synchronous."""


class CupyTimer:
    """A timer for a GPU that uses CUDA events.

    Raises
    ------
    MissingExtraError, InputError
        CuPy is not installed, or there is no GPU.
    """

    is_gpu = True

    def __init__(self) -> None:
        self.backend = CupyBackend()
        self.cupy = self.backend.cupy
        self.device = self.cupy.cuda.Device()
        self.properties = self.cupy.cuda.runtime.getDeviceProperties(self.device.id)
        self.name = _text(self.properties["name"])
        self.folder = "-".join(self.name.lower().split())
        self._hold = self.cupy.RawKernel(_HOLD, "hold", backend="nvrtc")
        # Four times the L2 cache, so that no earlier data is left with any replacement policy.
        self._flushed = self.cupy.empty(4 * max(int(self.properties["l2CacheSize"]), 2**20), self.cupy.uint8)
        self._round = 0
        self.mhz = self._clock_mhz()

    def provenance(self) -> dict[str, str]:
        """As :meth:`Timer.provenance`."""
        import scipy

        runtime, properties = self.cupy.cuda.runtime, self.properties
        return {
            "device": self.name,
            "compute_capability": self.device.compute_capability,
            "multiprocessors": str(properties["multiProcessorCount"]),
            "l2_bytes": str(properties["l2CacheSize"]),
            "memory_bytes": str(properties["totalGlobalMem"]),
            "driver": _nvidia_smi("driver_version"),
            "cuda_driver": str(runtime.driverGetVersion()),
            "cuda_runtime": str(runtime.runtimeGetVersion()),
            "nvrtc": ".".join(map(str, self.cupy.cuda.nvrtc.getVersion())),
            "cupy": self.cupy.__version__,
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "python": platform.python_version(),
            "clocks_sm_memory": _nvidia_smi("clocks.sm,clocks.mem"),
            "clocks_max_sm_memory": _nvidia_smi("clocks.max.sm,clocks.max.mem"),
            "sm_mhz_measured": f"{self.mhz:.0f}",
        }

    def times(self, run: Callable[[], None], *, cold: bool, repetitions: int, waits: bool = False) -> Times:
        """As :meth:`Timer.times`."""
        for _ in range(WARM_UP_RUNS):
            run()
        self.synchronize()
        begin = time.perf_counter()
        run()
        launching = time.perf_counter() - begin
        self.synchronize()
        lasting = time.perf_counter() - begin
        repetitions = min(repetitions, max(FEWEST_RUNS, int(SECONDS_A_TIMING / lasting)))
        # Three times the duration of the previous launches, and 50 us for the events.
        cycles = int((3 * launching + 50e-6) * self.mhz * 1e6)
        events = []
        for _ in range(repetitions):
            if cold:
                self._flush()
            else:
                run()
            if not waits:
                self._hold((1,), (1,), (np.int64(cycles),))
            first, last = self.cupy.cuda.Event(), self.cupy.cuda.Event()
            first.record()
            run()
            last.record()
            events.append((first, last))
        self.synchronize()
        elapsed = self.cupy.cuda.get_elapsed_time
        return Times.of([1e3 * elapsed(first, last) for first, last in events])

    def baseline(self, case: Case, problem: Input) -> PreparedCase:
        """See :meth:`Timer.baseline`: cuSPARSE, called through ``cupyx``."""
        return _PreparedCusparse(case, problem, self.cupy)

    def profile(self, run: Callable[[], None]) -> None:
        """See :meth:`Timer.profile`: runs between ``cudaProfilerStart`` and ``cudaProfilerStop``."""
        self.synchronize()
        self.cupy.cuda.runtime.profilerStart()
        run()
        self.synchronize()
        self.cupy.cuda.runtime.profilerStop()

    def synchronize(self) -> None:
        """As :meth:`Timer.synchronize`."""
        self.device.synchronize()

    def _flush(self) -> None:
        self._round += 1
        self._flushed.fill(self._round % 251)

    def _clock_mhz(self) -> float:
        cycles = 20_000_000
        first, last = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        for _ in range(2):  # the first query wakes the device up
            first.record()
            self._hold((1,), (1,), (np.int64(cycles),))
            last.record()
            last.synchronize()
        return cycles / (1e3 * self.cupy.cuda.get_elapsed_time(first, last))


class _PreparedCusparse:
    launches: Launches = ()
    kernels: tuple[str, ...] = ()

    def __init__(self, case: Case, problem: Input, cupy: Any) -> None:
        from cupyx import cusparse
        from cupyx.scipy.sparse import csr_matrix

        self.matrix, self.dtype, self.input_hash = problem.matrix, case.dtype, problem.hash
        self.cupy, self.cusparse = cupy, cusparse
        csr = problem.matrix
        entries = csr.data.astype(case.dtype), csr.indices.astype(np.int32), csr.indptr.astype(np.int32)
        self._matrix = csr_matrix(tuple(cupy.asarray(each) for each in entries), shape=csr.shape)
        self._x = cupy.asarray(np.random.default_rng(0).standard_normal(csr.shape[1]).astype(case.dtype))
        self._y = cupy.zeros(csr.shape[0], case.dtype)

    def run(self) -> None:
        self.cusparse.spmv(self._matrix, self._x, self._y)

    def error(self, rng: np.random.Generator) -> float:
        x = rng.standard_normal(self.matrix.shape[1])
        y = self.cupy.full(self.matrix.shape[0], np.nan, self.dtype)
        self.cusparse.spmv(self._matrix, self.cupy.asarray(x.astype(self.dtype)), y)
        return product_error(self.matrix, x, self.cupy.asnumpy(y), self.dtype)


TIMERS: Mapping[str, Callable[[], Timer]] = {"cupy": CupyTimer, "host": HostTimer}
"""The timers by the name of the back end."""


def _nvidia_smi(query: str) -> str:
    command = ["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader", "--id=0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return done.stdout.strip()


def _text(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else str(name)
