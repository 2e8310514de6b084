"""Timing of runs: CUDA events on a GPU, the processor's clock on the host back end.

A GPU event completes when all earlier work has ended. If it completes before the CPU has launched the
following kernels, the time includes the CPU. Therefore, before each timed run, a kernel blocks the device for
longer than the launches of the run take; its cycles over its time are the clock of the multiprocessors.
*Warm*: the same run preceded. *Cold*: a buffer larger than the L2 cache was read before, so the cache has
none of the data, and no line that must be written back.
"""

from __future__ import annotations

import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
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

MOST_WAITING_RUNS = 5
"""Repetitions of a run that waits for the device; its time has the host's work in it."""

IDLE_SECONDS = 0.01
"""Time without work after which the clocks of a device fall."""

WAKING_SECONDS = 0.03
"""Time for which an idle device is held before a timing, so that its clocks rise again."""

_KERNELS = """
extern "C" __global__ void hold(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {}
}

extern "C" __global__ void read_all(const int4* values, long long count, int* found) {
    int sum = 0;
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        const int4 value = values[i];
        sum += value.x + value.y + value.z + value.w;
    }
    if (sum != 0) *found = sum;  // never, since all are 0; but the compiler must keep the loads
}
"""
_BYTES_A_READ = 16
_READING_BLOCK = 256


@dataclass(frozen=True)
class Times:
    """Statistics of the times of many runs, in microseconds, and the clock of the multiprocessors.

    Attributes
    ----------
    sm_mhz : float, optional
        The median over the runs; None where it is not measured.
    """

    median_us: float
    lower_quartile_us: float
    upper_quartile_us: float
    min_us: float
    repetitions: int
    sm_mhz: float | None = None

    @classmethod
    def of(cls, samples_us: Any, sm_mhz: Any = ()) -> Times:
        """Compute the statistics of the time of each run, and of the clocks."""
        lower, median, upper = (float(q) for q in np.percentile(samples_us, (25, 50, 75)))
        clock = float(np.median(sm_mhz)) if len(sm_mhz) else None
        return cls(median, lower, upper, float(np.min(samples_us)), len(samples_us), clock)


class Timer(Protocol):
    """A timer of runs on a back end.

    Attributes
    ----------
    folder : str
        Name of the device's folder of measurements.
    """

    backend: Any
    folder: str
    is_gpu: bool

    def provenance(self) -> Mapping[str, str]:
        """The device, and the versions of its driver and libraries."""

    def times(
        self,
        run: Callable[[], None],
        *,
        cold: bool,
        repetitions: int,
        waits: bool = False,
        seconds_left: Callable[[], float] = lambda: inf,
    ) -> Times:
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
            include copies, and the work of the CPU between launches. Such a run is made once before, and
            then at most :data:`MOST_WAITING_RUNS` times, for about :data:`SECONDS_A_TIMING` seconds.
        seconds_left : callable
            The time left; without any, there is one repetition.
        """

    def baseline(self, case: Case, problem: Input) -> PreparedCase | None:
        """A product by the vendor's library; None if there is no such library."""

    def start_profile(self) -> None:
        """Wait for all launches, and let a profiler see those that follow."""

    def stop_profile(self) -> None:
        """Wait for all launches, and hide those that follow from a profiler."""

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

    def times(
        self,
        run: Callable[[], None],
        *,
        cold: bool,
        repetitions: int,
        waits: bool = False,
        seconds_left: Callable[[], float] = lambda: inf,
    ) -> Times:
        """See :meth:`Timer.times`; the state of the processor's caches is not controlled."""
        return Times.of(_host_times(run, repetitions, seconds_left))

    def baseline(self, case: Case, problem: Input) -> None:
        """None."""

    def start_profile(self) -> None:
        """Do nothing."""

    def stop_profile(self) -> None:
        """Do nothing."""

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
        self._hold = self.cupy.RawKernel(_KERNELS, "hold", backend="nvrtc")
        self._read_all = self.cupy.RawKernel(_KERNELS, "read_all", backend="nvrtc")
        # Four times the L2 cache, so that no earlier data is left with any replacement policy.
        size = 4 * max(int(self.properties["l2CacheSize"]), 2**20)
        self._flushing = self.cupy.zeros(size, self.cupy.uint8)
        self._found = self.cupy.zeros(1, self.cupy.int32)
        self._busy_until = -inf
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

    def times(
        self,
        run: Callable[[], None],
        *,
        cold: bool,
        repetitions: int,
        waits: bool = False,
        seconds_left: Callable[[], float] = lambda: inf,
    ) -> Times:
        """As :meth:`Timer.times`."""
        self._wake()
        timed = self._waiting_times if waits else self._held_times
        times = timed(run, cold, repetitions, seconds_left)
        self._busy_until = time.perf_counter()
        return times

    def _held_times(
        self, run: Callable[[], None], cold: bool, repetitions: int, seconds_left: Callable[[], float]
    ) -> Times:
        for _ in range(WARM_UP_RUNS):
            run()
        self.synchronize()
        begin = time.perf_counter()
        run()
        launching = time.perf_counter() - begin
        self.synchronize()
        lasting = time.perf_counter() - begin
        repetitions = min(repetitions, max(FEWEST_RUNS, int(SECONDS_A_TIMING / lasting)))
        if repetitions * lasting > seconds_left():
            repetitions = 1
        # Three times the duration of the previous launches, and 50 us for the events.
        cycles = int((3 * launching + 50e-6) * self.mhz * 1e6)
        events = []
        for _ in range(repetitions):
            if cold:
                self._flush()
            else:
                run()
            held, first, last = (self.cupy.cuda.Event() for _ in range(3))
            held.record()
            self._hold((1,), (1,), (np.int64(cycles),))
            first.record()
            run()
            last.record()
            events.append((held, first, last))
        self.synchronize()
        elapsed = self.cupy.cuda.get_elapsed_time
        mhz = [cycles / (1e3 * elapsed(held, first)) for held, first, _ in events]
        return Times.of([1e3 * elapsed(first, last) for _, first, last in events], mhz)

    def _waiting_times(
        self, run: Callable[[], None], cold: bool, repetitions: int, seconds_left: Callable[[], float]
    ) -> Times:
        begin = time.perf_counter()
        run()
        self.synchronize()
        lasting = max(time.perf_counter() - begin, 1e-6)
        repetitions = min(repetitions, MOST_WAITING_RUNS, max(1, int(SECONDS_A_TIMING / lasting)))
        samples: list[float] = []
        for _ in range(repetitions):
            if samples and seconds_left() < lasting:
                break
            if cold:
                self._flush()
            first, last = self.cupy.cuda.Event(), self.cupy.cuda.Event()
            first.record()
            run()
            last.record()
            self.synchronize()
            samples.append(1e3 * self.cupy.cuda.get_elapsed_time(first, last))
        return Times.of(samples)

    def baseline(self, case: Case, problem: Input) -> PreparedCase:
        """See :meth:`Timer.baseline`: cuSPARSE, called through ``cupyx``."""
        return _PreparedCusparse(case, problem, self.cupy)

    def start_profile(self) -> None:
        """See :meth:`Timer.start_profile`: ``cudaProfilerStart``."""
        self.synchronize()
        self.cupy.cuda.runtime.profilerStart()

    def stop_profile(self) -> None:
        """See :meth:`Timer.stop_profile`: ``cudaProfilerStop``."""
        self.synchronize()
        self.cupy.cuda.runtime.profilerStop()

    def synchronize(self) -> None:
        """As :meth:`Timer.synchronize`."""
        self.device.synchronize()

    def _wake(self) -> None:
        """Hold a device that was idle until its clocks have risen."""
        if time.perf_counter() - self._busy_until > IDLE_SECONDS:
            self._hold((1,), (1,), (np.int64(WAKING_SECONDS * self.mhz * 1e6),))

    def _flush(self) -> None:
        blocks = 8 * int(self.properties["multiProcessorCount"])
        count = np.int64(self._flushing.nbytes // _BYTES_A_READ)
        self._read_all((blocks,), (_READING_BLOCK,), (self._flushing, count, self._found))

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
        # So that CuPy does not compile a reduction to find out.
        self._matrix.has_canonical_format = True
        self._x = cupy.asarray(np.random.default_rng(0).standard_normal(csr.shape[1]).astype(case.dtype))
        self._y = cupy.zeros(csr.shape[0], case.dtype)

    def run(self) -> None:
        self.cusparse.spmv(self._matrix, self._x, self._y)

    def error(self, rng: np.random.Generator) -> float:
        x = rng.standard_normal(self.matrix.shape[1])
        y = self.cupy.full(self.matrix.shape[0], np.nan, self.dtype)
        self.cusparse.spmv(self._matrix, self.cupy.asarray(x.astype(self.dtype)), y)
        return product_error(self.matrix, x, self.cupy.asnumpy(y), self.dtype)


def _host_times(run: Callable[[], None], repetitions: int, seconds_left: Callable[[], float]) -> list[float]:
    samples: list[float] = []
    while not samples or (len(samples) < repetitions and seconds_left() > 0):
        begin = time.perf_counter()
        run()
        samples.append((time.perf_counter() - begin) * 1e6)
    return samples


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
