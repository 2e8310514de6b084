"""What the timer asks of a GPU, on a stand-in for CuPy that writes down what is launched."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from gpu.measurement.timer import MOST_WAITING_RUNS, WARM_UP_RUNS, CupyTimer, HostTimer, Times


class Recorded:
    """A device on which every launch and event is a line, and time passes a millisecond a line."""

    def __init__(self):
        self.lines = []

    def kernel(self, code, name, backend):
        def launch(grid, block, arguments):
            sizes = f" {arguments[0].nbytes} by {grid[0]} x {block[0]}" if name == "read_all" else ""
            self.lines.append(name + sizes)

        return launch

    def event(self):
        return SimpleNamespace(
            record=lambda: self.lines.append("event"), synchronize=lambda: None, at=len(self.lines)
        )

    def buffer(self, size, dtype):
        return SimpleNamespace(nbytes=size)


@pytest.fixture
def device(monkeypatch):
    found = Recorded()
    properties = {
        "name": b"Some  GPU 7",
        "l2CacheSize": 3 * 2**20,
        "multiProcessorCount": 4,
        "totalGlobalMem": 2**30,
    }
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 1,
        getDeviceProperties=lambda number: properties,
        driverGetVersion=lambda: 13000,
        runtimeGetVersion=lambda: 13020,
        profilerStart=lambda: found.lines.append("start"),
        profilerStop=lambda: found.lines.append("stop"),
        CUDARuntimeError=RuntimeError,
    )
    cuda = SimpleNamespace(
        runtime=runtime,
        Device=lambda: SimpleNamespace(
            id=0, compute_capability="90", synchronize=lambda: found.lines.append("wait")
        ),
        Event=found.event,
        get_elapsed_time=lambda first, last: 0.5,
        nvrtc=SimpleNamespace(getVersion=lambda: (13, 0)),
    )
    cupy = SimpleNamespace(
        cuda=cuda,
        RawKernel=found.kernel,
        zeros=found.buffer,
        uint8=np.uint8,
        int32=np.int32,
        __version__="1.0",
    )
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    monkeypatch.setenv("PATH", "")
    return found


WARM_UP = ["run"] * WARM_UP_RUNS + ["wait", "run", "wait"]
TIMED = ["event", "hold", "event", "run", "event"]


@pytest.fixture
def busy(monkeypatch):
    """A device is never idle for long enough for its clocks to fall."""
    monkeypatch.setattr("gpu.measurement.timer.IDLE_SECONDS", float("inf"))


def test_the_device_is_held_while_a_run_is_launched(device, busy):
    watch = CupyTimer()
    assert watch.folder == "some-gpu-7"
    device.lines.clear()
    times = watch.times(lambda: device.lines.append("run"), cold=False, repetitions=3)
    assert device.lines == [*WARM_UP, *["run", *TIMED] * 3, "wait"]
    assert (times.median_us, times.min_us, times.repetitions) == (500, 500, 3)


def test_the_clock_of_a_timing_is_that_of_its_holds(device, busy, monkeypatch):
    """A hold takes a number of cycles that follows from the clock at the start, and half a millisecond."""
    watch = CupyTimer()
    held = []
    monkeypatch.setattr(watch, "_hold", lambda grid, block, arguments: held.append(int(arguments[0])))
    times = watch.times(lambda: None, cold=False, repetitions=3)
    assert len(set(held)) == 1
    assert times.sm_mhz == pytest.approx(held[0] / 500)
    assert watch.times(lambda: None, cold=False, repetitions=3, waits=True).sm_mhz is None


def test_an_idle_device_is_woken_before_a_timing(device, monkeypatch):
    """Its clocks fall while the host prepares a case; so they rise before the first run."""
    watch = CupyTimer()
    now = [100.0]
    monkeypatch.setattr("gpu.measurement.timer.time", SimpleNamespace(perf_counter=lambda: now[0]))
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=False, repetitions=1, waits=True)
    assert device.lines[:2] == ["hold", "run"]
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=False, repetitions=1, waits=True)
    assert device.lines[0] == "run"
    now[0] += 1
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=False, repetitions=1, waits=True)
    assert device.lines[0] == "hold"


def test_cold_caches_are_made_by_reading_more_than_the_l2(device, busy):
    """If they were written, each miss of the timed kernel would also write a line back."""
    watch = CupyTimer()
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=True, repetitions=1)
    assert device.lines == [*WARM_UP, f"read_all {12 * 2**20} by 32 x 256", *TIMED, "wait"]


def test_a_run_that_waits_is_warmed_up_once_and_never_held(device, busy):
    watch = CupyTimer()
    device.lines.clear()
    times = watch.times(lambda: device.lines.append("run"), cold=False, repetitions=50, waits=True)
    assert device.lines == ["run", "wait", *["event", "run", "event", "wait"] * MOST_WAITING_RUNS]
    assert times.repetitions == MOST_WAITING_RUNS


def test_a_long_run_that_waits_is_timed_once(device, busy, monkeypatch):
    watch = CupyTimer()
    monkeypatch.setattr("gpu.measurement.timer.SECONDS_A_TIMING", 1e-12)
    device.lines.clear()
    watch.times(lambda: device.lines.append("run"), cold=False, repetitions=50, waits=True)
    assert device.lines.count("run") == 2


@pytest.mark.parametrize("waits", [False, True])
def test_without_time_left_a_run_is_timed_once(device, busy, waits):
    watch = CupyTimer()
    times = watch.times(lambda: None, cold=False, repetitions=5, waits=waits, seconds_left=lambda: -1.0)
    assert times.repetitions == 1
    assert HostTimer().times(lambda: None, cold=True, repetitions=4, seconds_left=lambda: 0).repetitions == 1


def test_long_runs_are_repeated_less_often(device, busy, monkeypatch):
    watch = CupyTimer()
    monkeypatch.setattr("gpu.measurement.timer.SECONDS_A_TIMING", 1e-12)
    assert watch.times(lambda: None, cold=True, repetitions=50).repetitions == 5
    assert watch.times(lambda: None, cold=True, repetitions=2).repetitions == 2


def test_a_profiler_sees_what_it_is_to_see(device):
    watch = CupyTimer()
    device.lines.clear()
    watch.start_profile()
    device.lines.append("run")
    watch.stop_profile()
    assert device.lines == ["wait", "start", "run", "wait", "stop"]


def test_provenance_names_device_versions_and_clocks(device):
    known = CupyTimer().provenance()
    assert known["device"] == "Some  GPU 7"
    assert known["driver"] == known["clocks_sm_memory"] == "unknown"  # there is no nvidia-smi
    assert (known["nvrtc"], known["cupy"], known["sm_mhz_measured"]) == ("13.0", "1.0", "40000")
    assert {"cuda_runtime", "l2_bytes", "compute_capability", "numpy", "scipy"} <= set(known)


def test_times_are_quartiles():
    assert Times.of([5.0, 1.0, 2.0, 4.0, 3.0]) == Times(3.0, 2.0, 4.0, 1.0, 5)
    assert HostTimer().times(lambda: None, cold=True, repetitions=4).repetitions == 4
