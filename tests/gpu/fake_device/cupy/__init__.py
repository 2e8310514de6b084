"""A stand-in for CuPy: a device of a few functions, on which the host back end runs the kernels.

It has what the back end and the timer use, and one multiprocessor that runs one block at a time. If the
environment names a file in ``FAKE_LAUNCHES``, the kernels between ``profilerStart`` and ``profilerStop`` are
appended to it, as a profiler would see them. With ``FAKE_IDLE`` launches do nothing, so that a recording
takes the time of its host alone.
"""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import numpy
from numpy import int32, uint8  # noqa: F401  # as in CuPy

from gpu import HostBackend
from gpu.backends.host.backend import HostArray
from gpu.kernel import KERNEL_FOLDER

__version__ = "fake"

_HOST = HostBackend()


class ndarray(HostArray):
    """An array in the memory of the host back end."""

    @property
    def size(self):
        return len(self)

    @property
    def nbytes(self):
        return self.values.nbytes

    def set(self, values):
        self.values[:] = values


def zeros(size, dtype):
    made = _HOST.zeros(size, dtype)
    made.__class__ = ndarray
    return made


def asarray(values):
    given = numpy.asarray(values)
    made = zeros(given.size, given.dtype)
    made.values[:] = given
    return made


def full(size, value, dtype):
    return asarray(numpy.full(size, value, dtype))


def asnumpy(array):
    return array.values.copy()


class _Profiler:
    on = False

    def start(self):
        self.on = True

    def stop(self):
        self.on = False

    def launched(self, name):
        if self.on and "FAKE_LAUNCHES" in os.environ:
            with Path(os.environ["FAKE_LAUNCHES"]).open("a") as stream:
                stream.write(name + "\n")


_PROFILER = _Profiler()


class _CUDARuntimeError(RuntimeError):
    pass


_CUDARuntimeError.__name__ = "CUDARuntimeError"


class _Function:
    """A kernel of a file of the package, compiled by the host back end."""

    kernel = SimpleNamespace(ptr=0)
    max_dynamic_shared_size_bytes = 48 * 1024

    def __init__(self, name, file, options):
        given = dict(option[2:].partition("=")[::2] for option in options if option.startswith("-D"))
        dtype = {"float": "float32", "double": "float64"}[given["REAL"]]
        self.name = name
        self._kernel = _HOST.kernel(name, dtype=dtype, block_size=int(given["BLOCK_SIZE"]), file=file)

    def __call__(self, grid, block, arguments, *, shared_mem=0):
        assert shared_mem <= self.max_dynamic_shared_size_bytes
        if self.name == os.environ.get("FAKE_HANGS"):
            time.sleep(600)
        if self.name == os.environ.get("FAKE_FAULTS"):
            raise _CUDARuntimeError("an illegal memory access was encountered")
        if "FAKE_IDLE" not in os.environ:
            self._kernel(grid, *arguments, threads=block, shared_bytes=shared_mem)
        _PROFILER.launched(self.name)


class RawModule:
    """The kernels of a source text."""

    def __init__(self, *, code, options, backend, enable_cooperative_groups):
        assert backend == "nvrtc"
        self._file = next(file for file in KERNEL_FOLDER.parent.rglob("*.cu") if file.read_text() == code)
        self._options = options

    def get_function(self, name):
        return _Function(name, self._file, self._options)


class RawKernel:
    """A kernel of the timer, which takes no time here."""

    def __init__(self, code, name, *, backend):
        assert backend == "nvrtc"
        assert f"void {name}(" in code

    def __call__(self, grid, block, arguments):
        assert all(isinstance(size, int) and size > 0 for size in (*grid, *block))


class _Event:
    def record(self):
        self.seconds = time.perf_counter()

    def synchronize(self):
        assert self.seconds


class _Device:
    id = 0
    compute_capability = "90"
    attributes = {"MultiProcessorCount": 1}  # noqa: RUF012  # an attribute of the object in CuPy

    def synchronize(self):
        """Launches have ended when they return."""


_PROPERTIES = {
    "name": b"NVIDIA Fake 9000",
    "l2CacheSize": 2**18,
    "multiProcessorCount": 1,
    "totalGlobalMem": 2**26,
    "maxThreadsPerMultiProcessor": 256,
    "sharedMemPerMultiprocessor": 2**16,
    "sharedMemPerBlockOptin": 2**15,
}

cuda = SimpleNamespace(
    Device=_Device,
    Event=_Event,
    get_elapsed_time=lambda first, last: max(1e3 * (last.seconds - first.seconds), 1e-4),
    driver=SimpleNamespace(occupancyMaxActiveBlocksPerMultiprocessor=lambda function, block_size, shared: 1),
    nvrtc=SimpleNamespace(getVersion=lambda: (13, 0)),
    runtime=SimpleNamespace(
        CUDARuntimeError=_CUDARuntimeError,
        getDeviceCount=lambda: 1,
        getDeviceProperties=lambda number: _PROPERTIES,
        driverGetVersion=lambda: 13000,
        runtimeGetVersion=lambda: 13000,
        profilerStart=_PROFILER.start,
        profilerStop=_PROFILER.stop,
    ),
)
